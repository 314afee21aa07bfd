// What to discard: six cards tapped, the answer asked of the table.

import { RANK_ORDER, SUIT_ORDER, card } from "./cards.js";
import { by, el } from "./make.js";

const MOST = 6;
const form = by("learn");
const chosen = [];
const number = (value) => value.toLocaleString(document.body.dataset.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function show() {
  by("chosen").replaceChildren(...chosen.map((one) => card(one)));
  for (const key of document.querySelectorAll(".key")) key.setAttribute("aria-pressed", String(chosen.includes(key.dataset.card)));
}

function key(one) {
  const made = el("button", "key", card(one));
  made.type = "button";
  made.dataset.card = one;
  made.setAttribute("aria-pressed", "false");
  made.addEventListener("click", () => {
    const at = chosen.indexOf(one);
    if (at >= 0) chosen.splice(at, 1); else if (chosen.length < MOST) chosen.push(one);
    show();
  });
  return made;
}

async function ask(event) {
  event.preventDefault();
  const query = new URLSearchParams({ cards: chosen.join(","), dealer: form.elements.dealer.value, lang: document.body.dataset.lang });
  const answer = await fetch(`/api/v1/discards?${query}`);
  const told = await answer.json();
  form.querySelector(".answer").textContent = told.say || "";
  form.querySelector(".answer").classList.toggle("bad", !answer.ok);
  by("answer").hidden = !answer.ok;
  if (answer.ok) by("rows").replaceChildren(...told.discards.map(row));
}

function row(one) {
  const head = el("th", "", el("span", "mini", ...one.thrown.map((thrown) => card(thrown))));
  head.scope = "row";
  return el("tr", "", head, el("td", "", el("b", "", number(one.worth))), el("td", "", number(one.hand)), el("td", "", number(one.crib)), el("td", "", `${one.least}–${one.most}`));
}

if (form) {
  by("deck").append(...SUIT_ORDER.map((suit) => el("div", "suit-row", ...RANK_ORDER.map((rank) => key(rank + suit)))));
  form.addEventListener("submit", ask);
  form.addEventListener("reset", () => { chosen.length = 0; by("answer").hidden = true; setTimeout(show); });
}
