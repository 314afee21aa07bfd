// The game that the club's hub seats at this table: offered with one button, and begun exactly as it was seated.

import { by } from "./make.js";
import { send } from "./post.js";

const EVERY_MS = 5000;
const SEATS = ["A", "B", "C", "D"];
let offered = null;

function show(seat) {
  const panel = by("seated"), dealer = panel.querySelector("[name=dealer]");
  panel.hidden = !seat;
  if (!seat || seat.token === offered?.token) return;
  panel.querySelector(".what").textContent = seat.say;
  dealer.replaceChildren(...SEATS.filter((one) => seat.players[one]).map((one) => new Option(seat.players[one], one)));
  dealer.closest(".field").hidden = Boolean(seat.dealer);
  if (seat.dealer) dealer.value = seat.dealer;
}

async function look() {
  if (document.visibilityState !== "visible") return;
  try {
    const answer = await fetch(`/api/v1/seats?lang=${document.body.dataset.lang}`);
    if (!answer.ok) return;
    const { seats } = await answer.json();
    show(seats[0]);
    offered = seats[0] || null;
  } catch {
    // the page says itself that the table is not heard
  }
}

export function seated() {
  const panel = by("seated");
  if (!panel) return;
  const form = panel.querySelector("form"), where = panel.querySelector(".answer");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!offered) return;
    const answer = await send("games/seated", { seat: offered.token, dealer: form.dealer.value, end: form.end.checked });
    where.textContent = answer.ok ? where.dataset.done : answer.say;
    form.querySelector(".running").hidden = answer.told.error !== "running";
    if (answer.ok) { form.end.checked = false; await look(); }
  });
  look();
  setInterval(look, EVERY_MS);
}
