// A backup is read in piece by piece: the table takes no more than 16 kB at a time, from anybody.

import { send } from "./post.js";

const PIECE = 9000; // bytes; in base64 with its JSON under the table's limit
const TRIES = 5;

function base64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

async function bring(file, shown, lost) {
  let at = 0;
  let tries = 0;
  for (;;) {
    const bytes = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
    const last = at + bytes.length >= file.size;
    const answer = await send("backup/piece", { at, data: base64(bytes), last }, lost);
    if (answer.status && !answer.ok) return answer;
    if (!answer.ok) {
      tries += 1;
      if (tries >= TRIES) return answer;
      continue;
    }
    tries = 0;
    if (last && answer.told.games !== undefined) return answer;
    at = answer.told.there;
    shown(file.size ? at / file.size : 0);
  }
}

const form = document.getElementById("restore");
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const bar = form.querySelector("progress");
  const button = form.querySelector("button");
  const where = form.querySelector(".answer");
  bar.hidden = false;
  button.disabled = true;
  where.textContent = "";
  const answer = await bring(form.elements.file.files[0], (share) => { bar.value = share; }, form.dataset.lost);
  bar.hidden = true;
  button.disabled = false;
  where.textContent = answer.say;
  where.classList.toggle("bad", !answer.ok);
  if (answer.ok) location.assign("/setup/backup");
});
