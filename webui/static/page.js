// The table page: follow the table, show what comes, send what people say.

import { byHand, corrections, nameCorrections, nameSeats, nameTaps, newCode, newGame, offerGame, offerRematch, rematch, seats, taps } from "./acts.js";
import { follow } from "./live.js";
import { stayAwake } from "./awake.js";
import { by } from "./make.js";
import { render } from "./render.js";
import { seated } from "./seated.js";

const PICTURE_MS = 1500;

function show(view) {
  render(view);
  nameSeats(view);
  nameCorrections(view);
  nameTaps(view);
  offerGame(view);
  offerRematch(view);
  watching = !("lamp" in view);
}

function link(state) {
  by("link").dataset.link = state;
  document.body.classList.toggle("is-lost", state === "lost");
}

let watching = false;
let picture = "";

async function look() {
  if (!watching || document.visibilityState !== "visible") return;
  try {
    const answer = await fetch("/camera.jpg", { method: "HEAD" });
    if (!answer.ok) throw new Error(String(answer.status));
    await change(answer.headers.get("ETag") || "");
    aged(answer.headers.get("X-Stale") === "1");
  } catch {
    aged(true);
  }
}

// The next picture is loaded before it takes the place of the last one, so nothing flickers.
async function change(stamp) {
  if (stamp === picture) return;
  const next = new Image();
  next.src = `/camera.jpg?${encodeURIComponent(stamp)}`;
  await next.decode();
  picture = stamp;
  by("picture").src = next.src;
  by("picture").hidden = false;
  by("picture-none").hidden = true;
}

function aged(old) {
  by("picture").classList.toggle("old", old);
  by("picture-old").hidden = !old || by("picture").hidden;
}

const query = new URLSearchParams({ lang: document.body.dataset.lang });
if (["A", "B"].includes(document.body.dataset.seat)) query.set("as", document.body.dataset.seat);
for (const one of document.querySelectorAll(".folds")) if (matchMedia("(max-width: 44rem)").matches) one.open = false;
seats();
newGame();
rematch();
seated();
byHand();
newCode();
corrections();
taps();
stayAwake();
follow(query.toString(), show, link);
setInterval(look, PICTURE_MS);
