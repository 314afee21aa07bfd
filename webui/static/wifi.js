// The first step of the set-up: the wireless networks in reach, and joining one. The password leaves this form once.

import { by, el } from "./make.js";
import { send } from "./post.js";

const form = by("wifi"), list = by("networks"), fields = form.elements;
const answer = form.querySelector(".answer"), buttons = form.querySelectorAll("button");
const LOOK_MS = 1500;
let known = [];

async function get(path) {
  const answered = await fetch(`/api/v1/setup/wifi${path}?lang=${document.body.dataset.lang}`, { cache: "no-store" });
  return { ok: answered.ok, told: await answered.json() };
}

function tell(text, good = true) {
  answer.textContent = text;
  answer.classList.toggle("bad", !good);
}

function choice(value, name, about, checked, disabled) {
  const input = el("input");
  Object.assign(input, { type: "radio", name: "network", value, checked, disabled, required: true });
  return el("label", "mode", input, el("b", "", name), el("span", "", about));
}

async function look() {
  for (const button of buttons) button.disabled = true;
  const { ok, told } = await get("/networks").catch(() => ({ ok: false, told: { say: form.dataset.lost } }));
  for (const button of buttons) button.disabled = false;
  list.querySelectorAll("label, p").forEach((one) => one.remove());
  by("wifi-join").hidden = !ok;
  if (!ok) return tell(told.say, false);
  known = told.networks;
  by("wifi-about").textContent = told.about;
  list.append(...known.map((one, place) => choice(String(place), one.name, one.says, one.joined, one.kind === "other")));
  list.append(choice("other", form.dataset.other, form.dataset.hidden, false, false));
  show();
}

const chosen = () => fields.network?.value ?? "";

function show() {
  const one = known[chosen()], other = chosen() === "other";
  by("wifi-name").hidden = !other;
  fields.name.required = other;
  const wants = other || one?.kind === "password";
  by("wifi-password").hidden = by("wifi-show").hidden = !wants;
  fields.password.required = wants;
}

async function follow() {
  for (;;) {
    await new Promise((done) => setTimeout(done, LOOK_MS));
    const found = await get("").catch(() => null);
    if (!found?.ok) { tell(form.dataset.lost, false); continue; }
    const { state, say, url } = found.told;
    if (state === "joining") continue;
    tell(state === "joined" && url ? `${say} ${url}` : say, state !== "refused");
    break;
  }
  for (const button of buttons) button.disabled = false;
}

list.addEventListener("change", show);
by("wifi-again").addEventListener("click", () => { tell(""); look(); });
by("wifi-show").addEventListener("change", (event) => { fields.password.type = event.target.checked ? "text" : "password"; });
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = chosen() === "other" ? fields.name.value : known[chosen()]?.name ?? "";
  const begun = await send("setup/wifi", { name, password: fields.password.required ? fields.password.value : "" }, form.dataset.lost);
  tell(begun.say, begun.ok);
  if (!begun.ok) return fields.password.select();
  fields.password.value = "";
  for (const button of buttons) button.disabled = true;
  await follow();
  if (answer.classList.contains("bad")) fields.password.focus(); else look();
});

look();
