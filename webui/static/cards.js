// Playing cards as SVG: rank and suit large enough to read from a chair, shapes as well as colours.

import { by, svg } from "./make.js";

const RANKS = { T: "10" };
const RED = "DH";
const NAMES = JSON.parse(by("words").dataset.cards);

export function card(text, extra = "") {
  const rank = text[0], suit = text[1];
  const shown = RANKS[rank] || rank;
  const tone = RED.includes(suit) ? "red" : "black";
  const label = svg("title");
  label.textContent = NAMES.name.replace("{rank}", NAMES[rank] || shown).replace("{suit}", NAMES[suit]);
  const corner = svg("text", { x: shown.length > 1 ? 4 : 7, y: 25, class: shown.length > 1 ? "rank ten" : "rank" });
  corner.textContent = shown;
  return svg("svg", { viewBox: "0 0 64 90", class: `card ${tone} ${extra}`, role: "img", "data-card": text },
    label,
    svg("rect", { x: 0.75, y: 0.75, width: 62.5, height: 88.5, rx: 7, class: "face" }),
    corner,
    svg("use", { href: `#suit-${suit}`, x: 6.5, y: 30, width: 15, height: 15, class: "suit" }),
    svg("use", { href: `#suit-${suit}`, x: 22, y: 42, width: 36, height: 36, class: "suit" }));
}

export function back() {
  return svg("svg", { viewBox: "0 0 64 90", class: "card back", "aria-hidden": "true" },
    svg("rect", { x: 0.75, y: 0.75, width: 62.5, height: 88.5, rx: 7, class: "face" }),
    svg("text", { x: 32, y: 58, class: "unsure" }, "?"));
}

export const RANK_ORDER = [..."A23456789TJQK"];
export const SUIT_ORDER = [..."CDHS"];
