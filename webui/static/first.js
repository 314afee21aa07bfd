// The last step of the set-up: the players' names, and the first game begins.

import { gameForm } from "./forms.js";
import { by } from "./make.js";
import { send } from "./post.js";

const form = by("first");
const chosen = gameForm(form, () => form.dataset.profile);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { profile, mode, muggins } = form.dataset;
  const answer = await send("games", { ...chosen(), mode, profile, muggins: muggins !== undefined });
  const where = form.querySelector(".answer");
  where.textContent = answer.say;
  where.classList.toggle("bad", !answer.ok);
  if (!answer.ok) return;
  await send("setup/step", { step: "players" });
  location.assign("/");
});
