// The last step of the set-up: the players' names, and the first game begins.

import { by } from "./make.js";
import { send } from "./post.js";

const form = by("first");
const { A, B, dealer } = form.elements;

for (const input of [A, B]) {
  input.addEventListener("input", () => {
    const option = dealer.querySelector(`[value="${input.name}"]`);
    option.dataset.seat ??= option.textContent;
    option.textContent = input.value.trim() || option.dataset.seat;
  });
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { profile, mode, muggins } = form.dataset;
  const answer = await send("games", { players: { A: A.value, B: B.value }, dealer: dealer.value, mode, profile, muggins: muggins !== undefined });
  const where = form.querySelector(".answer");
  where.textContent = answer.say;
  where.classList.toggle("bad", !answer.ok);
  if (!answer.ok) return;
  await send("setup/step", { step: "players" });
  location.assign("/");
});
