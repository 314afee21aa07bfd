// The review of a game: one step after another, with arrows, buttons or the slider. The table sends only what may be shown.

import { pegs } from "./board.js";
import { back, card } from "./cards.js";
import { by, el, pretty } from "./make.js";

const game = document.body.dataset.game;
const words = by("words").dataset;
const chosen = new Map(); // deal -> the way its crib is thought to have been thrown
let deals = [];
let steps = []; // [deal, step], in order
let at = 0;

const number = (value) => value.toLocaleString(document.body.dataset.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const wayOf = (deal) => chosen.get(deal.deal) ?? deal.grades.discards.taken;

function show(next) {
  at = Math.min(Math.max(next, 0), steps.length - 1);
  const [deal, index] = steps[at];
  const step = deal.steps[index];
  by("slider").value = String(at);
  by("slider").setAttribute("aria-valuetext", `${deal.title}: ${step.say}`);
  by("deal-title").textContent = `${words.deal.replace("{n}", deal.deal).replace("{of}", deals.at(-1).deal)} · ${deal.dealt}`;
  by("say").textContent = step.rule && step.tone !== "good" ? `${step.say} ${step.rule}` : step.say;
  by("grade").hidden = !step.grade;
  by("grade").textContent = step.grade?.say ?? "";
  by("grade").classList.toggle("big", Boolean(step.grade?.big));
  table(deal, step, index);
  board(deal, step);
  discards(deal);
  by("before").disabled = by("deal-before").disabled = at === 0;
  by("after").disabled = at === steps.length - 1;
  by("deal-after").disabled = deal === deals.at(-1);
  remember(deal, index);
}

function table(deal, step, index) {
  const turned = deal.starter && (step.laid > 0 || step.item || deal.steps.findIndex((one) => one.kind === "starter") <= index);
  by("starter").hidden = !turned;
  if (turned) by("starter").querySelector(".cards").replaceChildren(card(deal.starter));
  const item = deal.items.find((one) => one.id === step.item);
  by("counted").hidden = !item;
  by("laid").hidden = Boolean(item);
  if (item) counted(item);
  else by("laid").replaceChildren(...deal.play.slice(0, step.laid).map((one, place, all) => laid(one, all[place - 1], place === step.play)));
}

function counted(item) {
  const box = by("counted");
  box.querySelector("h3").textContent = item.title;
  box.querySelector(".cards").replaceChildren(...item.cards.map((one) => card(one)));
  box.querySelector(".value").textContent = item.value_says;
  box.querySelector(".spoken").textContent = item.text;
}

function laid(one, before, isNew) {
  const fresh = before && one.series > before.series;
  return el("figure", `laid by-${one.side}${fresh ? " fresh" : ""}${isNew ? " is-new" : ""}`, one.card ? card(one.card) : back(),
    el("figcaption", "", el("i", `sign sign-${one.side}`), el("span", "at", String(one.count ?? "?")), one.points ? el("b", "plus", `+${one.points}`) : ""));
}

function board(deal, step) {
  const stand = step.pegs ?? {};
  const sides = Object.keys(stand);
  pegs(sides.map((seat) => ({ seat, pegs: stand[seat] })));
  for (const side of sides.length ? sides : Object.keys(deal.scores ?? {})) {
    const score = sides.length ? Math.max(stand[side][0], 0) : deal.scores[side];
    document.querySelector(`[data-score="${side}"]`).textContent = String(score);
  }
}

// --- discards: which two of the crib were whose is not seen, so one may say so

function discards(deal) {
  const found = deal.grades?.discards, box = by("discards");
  box.hidden = !deal.grades;
  if (!deal.grades) return;
  box.querySelector("h2 small").textContent = deal.title;
  box.querySelector(".whose").hidden = box.querySelector(".ways-about").hidden = !found;
  if (!found) {
    box.querySelector(".graded").replaceChildren(el("li", "", deal.grades.ungraded));
    box.querySelector(".ways").replaceChildren();
    return;
  }
  const way = found.ways[wayOf(deal)];
  box.querySelector(".graded").replaceChildren(...Object.entries(way).map(([seat, one]) => el("li", one.big ? "big" : "",
    el("i", `sign sign-${seat}`), one.say)));
  const focused = document.activeElement?.dataset?.way;
  box.querySelector(".ways").replaceChildren(...found.ways.map((one, place) => oneWay(deal, one, place)));
  if (focused !== undefined) box.querySelector(`[data-way="${focused}"]`)?.focus();
}

function oneWay(deal, way, place) {
  const button = el("button", "way-of", ...Object.entries(way).flatMap(([seat, one], index) => [index ? " · " : "",
    el("i", `sign sign-${seat}`), one.thrown.map(pretty).join(" ")]));
  button.type = "button";
  button.dataset.way = String(place);
  button.setAttribute("aria-pressed", String(place === wayOf(deal)));
  button.setAttribute("aria-label", Object.entries(way).map(([seat, one]) => `${words[`name${seat}`]} ${one.thrown.map(pretty).join(" ")}`).join(", "));
  button.addEventListener("click", () => { chosen.set(deal.deal, place); show(at); tally(); });
  return button;
}

function tally() {
  const graded = deals.filter((deal) => deal.grades?.discards);
  by("tally").hidden = graded.length === 0;
  if (!graded.length) return;
  for (const seat of ["A", "B"]) {
    const mine = graded.map((deal) => deal.grades.discards.ways[wayOf(deal)][seat]);
    const plays = deals.flatMap((deal) => deal.grades?.play ?? []).filter((one) => one.player === seat);
    const missed = deals.flatMap((deal) => deal.verdicts).filter((one) => one.player === seat && ["underpeg", "heels-forfeit"].includes(one.code));
    const luck = sum(mine, (one) => one.dealt + one.fell);
    put("luck", seat, `${luck > 0 ? "+" : luck < 0 ? "−" : ""}${number(Math.abs(luck))}`);
    put("discards", seat, number(sum(mine, (one) => one.lost)));
    put("play", seat, number(sum(plays, (one) => one.lost)));
    put("missed", seat, String(sum(missed, (one) => one.points ?? 0)));
  }
}

const sum = (list, of) => Math.round(list.reduce((total, one) => total + of(one), 0) * 10) / 10;
const put = (key, seat, text) => { by("tally").querySelector(`[data-key="${key}"] [data-of="${seat}"]`).textContent = text; };

// --- the link: where one is, and what was said about discards

function remember(deal, index) {
  const ways = [...chosen].map(([one, way]) => `${one}-${way}`).join(",");
  history.replaceState(null, "", `#${deal.deal}.${index}${ways ? `;${ways}` : ""}`);
  by("link").value = location.href;
}

function recall() {
  const [place, ways = ""] = location.hash.slice(1).split(";");
  for (const one of ways.split(",")) {
    const [number, way] = one.split("-").map(Number), deal = deals.find((each) => each.deal === number);
    if (deal?.grades?.discards?.ways[way]) chosen.set(number, way);
  }
  const [deal, index] = place.split(".").map(Number);
  const last = (deals.find((each) => each.deal === deal)?.steps.length ?? 1) - 1;
  const found = steps.findIndex(([one, step]) => one.deal === deal && step === Math.min(index || 0, last));
  return found < 0 ? 0 : found;
}

function jump(by_) {
  const order = deals.indexOf(steps[at][0]);
  const [, index] = steps[at];
  const wanted = by_ < 0 && index > 0 ? order : Math.min(Math.max(order + by_, 0), deals.length - 1);
  show(steps.findIndex(([deal]) => deal === deals[wanted]));
}

const KEYS = { ArrowLeft: () => show(at - 1), ArrowRight: () => show(at + 1), PageUp: () => jump(-1), PageDown: () => jump(1),
  Home: () => show(0), End: () => show(steps.length - 1) };

function listen() {
  by("before").addEventListener("click", () => show(at - 1));
  by("after").addEventListener("click", () => show(at + 1));
  by("deal-before").addEventListener("click", () => jump(-1));
  by("deal-after").addEventListener("click", () => jump(1));
  by("slider").addEventListener("input", (event) => show(Number(event.target.value)));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, .scrolls")) return;
    const act = KEYS[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  addEventListener("hashchange", () => show(recall()));
  by("copy").addEventListener("click", copy);
}

// A clipboard there is with HTTPS only; without it the link is marked, ready to be copied by hand.
async function copy() {
  const link = by("link"), answer = link.closest("section").querySelector(".answer");
  try {
    await navigator.clipboard.writeText(link.value);
    answer.textContent = by("copy").dataset.done;
  } catch {
    link.focus();
    link.select();
  }
}

async function begin() {
  const query = new URLSearchParams({ lang: document.body.dataset.lang });
  if (["A", "B", "C", "D"].includes(document.body.dataset.seat)) query.set("as", document.body.dataset.seat);
  const answer = await fetch(`/api/v1/games/${game}/deals?${query}`);
  deals = answer.ok ? (await answer.json()).deals.filter((deal) => deal.steps.length) : [];
  steps = deals.flatMap((deal) => deal.steps.map((_, index) => [deal, index]));
  if (!steps.length) return;
  by("stepping").hidden = false;
  by("slider").max = String(steps.length - 1);
  listen();
  tally();
  show(recall());
}

begin();
