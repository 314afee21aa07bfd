// Joining and logging in. The table's code may come after the # of a scanned address: it never leaves the phone in one.

import { send } from "./post.js";

for (const form of document.querySelectorAll("form[data-post]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = Object.fromEntries(new FormData(form));
    if (form.dataset.role) body.role = form.dataset.role;
    let answer = await send(form.dataset.post, body);
    if (answer.ok && form.dataset.also) answer = await send(form.dataset.also, { step: form.dataset.step });
    const where = form.querySelector(".answer");
    where.textContent = answer.say;
    where.classList.toggle("bad", !answer.ok);
    if (answer.ok) location.assign(form.dataset.then);
    else form.querySelector("[type=password]")?.select();
  });
}

const scanned = /^#(\d{6})$/.exec(location.hash);
if (scanned) {
  const form = document.getElementById("join");
  if (form) form.elements.code.value = scanned[1];
  history.replaceState(null, "", location.pathname);
}
