// An update: the archive and its signed sum go to the table, then it is asked how it goes, until it is over. The page's own
// process is started again on the way, so an answer that does not come means only: ask again.

import { bring } from "./pieces.js";
import { send } from "./post.js";

const ASK_MS = 1500;
const going = document.getElementById("going");
const said = document.getElementById("said");

function show(text, bad) {
  said.textContent = text;
  said.hidden = !text;
  said.classList.toggle("bad", Boolean(bad));
}

async function follow() {
  let told = null;
  try {
    const answer = await fetch(`/api/v1/update?lang=${document.body.dataset.lang}`);
    if (answer.status === 403) location.reload();
    if (answer.ok) told = await answer.json();
  } catch { /* it is being started again */ }
  if (told && !told.going) {
    location.reload();
    return;
  }
  show(told ? told.say : going.dataset.lost, false);
  setTimeout(follow, ASK_MS);
}

function watch(form, act) {
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    const where = form.querySelector(".answer");
    button.disabled = true;
    where.textContent = "";
    const answer = await act(form);
    button.disabled = false;
    where.textContent = answer.ok ? "" : answer.say;
    where.classList.toggle("bad", !answer.ok);
    if (!answer.ok) return;
    document.querySelector(".steps").hidden = true;
    show(answer.say, false);
    follow();
  });
}

watch(document.getElementById("update"), async (form) => {
  const bar = form.querySelector("progress");
  bar.hidden = false;
  let answer = null;
  for (const part of ["signed", "archive"]) {
    answer = await bring(
      "update/piece", form.elements[part].files[0], { part }, (share) => { bar.value = share; }, form.dataset.lost,
    );
    if (!answer.ok) break;
  }
  bar.hidden = true;
  return answer.ok ? send("update/begin", {}, form.dataset.lost) : answer;
});
watch(document.getElementById("back"), (form) => send("update/back", {}, form.dataset.lost));
if (going?.dataset.going) follow();
