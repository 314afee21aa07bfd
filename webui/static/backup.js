// A backup is read in piece by piece; see pieces.js.

import { bring } from "./pieces.js";

const form = document.getElementById("restore");
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const bar = form.querySelector("progress");
  const button = form.querySelector("button");
  const where = form.querySelector(".answer");
  bar.hidden = false;
  button.disabled = true;
  where.textContent = "";
  const answer = await bring(
    "backup/piece", form.elements.file.files[0], {}, (share) => { bar.value = share; }, form.dataset.lost,
    (told) => told.games !== undefined || told.records !== undefined,
  );
  bar.hidden = true;
  button.disabled = false;
  where.textContent = answer.say;
  where.classList.toggle("bad", !answer.ok);
  if (answer.ok) location.assign(location.pathname);
});
