// From a view to the page. The view holds only what may be shown; here it is only laid out.

import { pegs } from "./board.js";
import { back, card } from "./cards.js";
import { by, el, fill, keyed } from "./make.js";

const words = by("words").dataset;
const say = (key) => words[key.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())] || "";
const mayEnter = Boolean(by("by-hand"));
const mayCorrect = (zone) => mayEnter && ["starter", "A", "B", "C", "D", "crib"].includes(zone); // the places of this table
const VERDICTS_LISTED = 6;

export function render(view) {
  document.body.dataset.state = view.state;
  document.body.classList.toggle("is-bare", "lamp" in view);
  document.body.classList.toggle("no-pegs", view.faults?.board === "none");
  document.body.classList.toggle("no-camera", view.faults?.camera === "none");
  badges(view);
  score(view);
  alerts(view);
  pegs(view.players);
  table(view);
  verdicts(view);
  lastDeal(view);
  health(view);
}

function badges(view) {
  const profile = view.profile ? say(`profile-${view.profile}`) || view.profile : "";
  text(by("mode"), view.mode ? say(`mode-${view.mode}`) : "");
  text(by("profile"), view.muggins ? `${profile}, ${words.muggins}` : profile);
  text(by("target"), view.target && view.target !== 121 ? words.to.replace("{n}", view.target) : "");
  by("mode").dataset.mode = view.mode || "";
  by("practice").hidden = view.mode !== "teaching";
}

function text(element, value) {
  if (element.textContent !== value) element.textContent = value;
  element.hidden = value === "";
}

function score(view) {
  for (const third of document.querySelectorAll('[data-side="C"]')) third.hidden = view.players.length < 3;
  document.body.dataset.target = view.target ?? "";
  document.body.classList.toggle("of-three", view.players.length > 2);
  const deals = view.seats?.[view.dealer]?.side ?? view.dealer;
  for (const player of view.players) {
    const side = document.querySelector(`[data-side="${player.seat}"]`);
    side.querySelector("[data-name]").textContent = player.name;
    const points = side.querySelector("[data-points]");
    if (points.textContent !== String(player.score)) {
      points.textContent = player.score;
      points.classList.remove("changed");
      void points.offsetWidth; // start the animation again
      points.classList.add("changed");
    }
    const deal = side.querySelector("[data-dealer]"), holder = view.seats?.[view.dealer]?.name;
    deal.hidden = deals !== player.seat;
    deal.textContent = holder && holder !== player.name ? words.deals.replace("{name}", holder) : words.dealer; // which of a pair
    text(side.querySelector("[data-gain]"), player.gain?.say || "");
    side.classList.toggle("is-next", view.line.who === player.seat && view.state !== "over");
    side.classList.toggle("is-winner", view.over?.winner === player.seat);
    for (const option of document.querySelectorAll(`#seat option[value="${player.seat}"], #new-form [name=dealer] option[value="${player.seat}"]`)) {
      if (option.closest("#seat")) option.textContent = player.name;
    }
  }
  text(by("line"), view.line.text);
  text(by("line-about"), view.line.about);
  by("line").dataset.who = view.line.who || "";
  const count = view.play ? view.play.count : null;
  by("count").hidden = count === null;
  by("count").querySelector("b").textContent = count ?? "";
}

function alerts(view) {
  const urgent = (view.verdicts || []).filter((verdict) => verdict.live);
  const notices = view.notices || [];
  fill(by("alerts"), [urgent, notices], () => [
    ...urgent.map((verdict) => el("div", `alert tone-${verdict.tone}`,
      el("p", "say", verdict.say), verdict.do ? el("p", "do", verdict.do) : "",
      verdict.rule_says ? el("p", "rule", verdict.rule_says) : "", why(verdict))),
    ...notices.map(notice),
  ]);
}

function notice(one) {
  const made = el("div", `alert tone-${one.kind}`, el("p", "say", one.say), one.do ? el("p", "do", one.do) : "");
  if (mayCorrect(one.zone)) made.append(fixButton(one.zone, one.say));
  return made;
}

// A look at the place itself helps more than a question mark.
function evidence(zone) {
  const picture = el("img", "evidence");
  picture.src = `/evidence/${zone}.jpg?${Date.now()}`;
  picture.alt = "";
  picture.addEventListener("error", () => picture.remove());
  return picture;
}

function fixButton(zone, where) {
  const button = el("button", "fix", say("fix"));
  button.type = "button";
  button.dataset.zone = zone;
  button.dataset.where = where;
  return button;
}

function table(view) {
  const bare = "lamp" in view;
  by("columns").hidden = bare;
  by("bare").hidden = !(bare && view.mode === "sanctioned");
  if (bare) return;
  const starter = by("starter");
  starter.hidden = !view.starter;
  if (view.starter) fill(starter.querySelector(".cards"), view.starter, () => lying(view.starter));
  if (view.starter?.cards.length && mayCorrect("starter")) tappable(starter, "starter", words.zoneStarter, view.starter.cards);
  play(view);
  const hands = view.hands.filter((hand) => !view.play || hand.lying?.unread || hand.lying?.blind);
  fill(by("hands"), [view.deal, hands], () => hands.map((hand) => keyed(`${view.deal}-${hand.what}-${hand.player}`, hand, oneHand(hand))));
  hints(view);
  by("empty").hidden = Boolean(view.starter || view.play || hands.length);
}

function lying(zone) {
  if (!zone) return [];
  if (zone.unread) return Array.from({ length: zone.count || 1 }, back);
  return zone.cards.map((one) => card(one));
}

function play(view) {
  const box = by("play");
  box.hidden = !view.play;
  if (!view.play) return;
  fill(box, view.play, () => view.play.cards.map((one, index, all) => {
    const fresh = index > 0 && one.count !== null && one.count <= all[index - 1].count;
    const points = one.points ? el("b", "plus", `+${one.points}`) : "";
    const called = one.announced ? el("em", "", say("announced").replace("{n}", one.announced)) : "";
    const made = el("figure", `laid by-${one.side}${fresh ? " fresh" : ""}`, one.card ? card(one.card) : back(),
      el("figcaption", "", el("i", `sign sign-${one.side}`), el("span", "at", String(one.count ?? "?")), points, called));
    made.title = view.seats[one.player].name;
    const mine = all.filter((other) => other.player === one.player).map((other) => other.card);
    if (mayCorrect(one.player) && mine.every(Boolean)) tappable(made, one.player, view.seats[one.player].name, mine);
    return made;
  }));
}

// While learning: the cards that would score next.
function hints(view) {
  const box = by("hints");
  const list = view.hints || [];
  box.hidden = list.length === 0;
  fill(box, list, () => [el("b", "", words.hints), ...list.map((one) => el("span", "hint-card", el("b", "", one.rank === "T" ? "10" : one.rank), ` +${one.points}`))]);
}

function oneHand(hand) {
  const shown = hand.lying ? lying(hand.lying) : (hand.cards || []).map((one) => card(one));
  const settled = "earned" in hand;
  const made = el("article", `hand${settled ? " settled" : ""} of-${hand.side}`,
    el("header", "", el("h3", "", el("i", `sign sign-${hand.side}`), hand.title),
      settled && hand.state === "earned" ? "" : el("p", "value", hand.value_says)),
    el("div", "cards", ...shown));
  if (settled) made.append(counted(hand));
  if (hand.says) made.append(el("p", "doubt", hand.says));
  const zone = hand.what === "crib" ? "crib" : hand.player;
  if (hand.lying?.cards.length && mayCorrect(zone)) {
    made.querySelector("header").append(correctButton(zone, hand.title, hand.lying.cards));
    tappable(made.querySelector(".cards"), zone, hand.title, hand.lying.cards);
  }
  if (hand.lying?.unread) {
    made.append(evidence(zone), mayCorrect(zone) ? fixButton(zone, hand.title) : "");
  }
  return made;
}

// While learning, one counts for oneself first and looks afterwards.
function counted(hand) {
  const spoken = hand.text ? el("p", "spoken", hand.text) : "";
  if (hand.state !== "earned") return spoken;
  const look = el("details", "look", el("summary", "", say("look")), el("p", "value", hand.value_says), spoken);
  return el("div", "quiz", quiz(hand, look), look);
}

// One says a number first; a wrong one is only said to be wrong, and one may look when one likes.
function quiz(hand, look) {
  const input = el("input"), told = el("b", "told");
  input.type = "number";
  input.min = 0;
  input.max = 29;
  input.required = true;
  input.setAttribute("aria-label", words.quizCount);
  told.setAttribute("role", "status");
  const form = el("form", "row", el("span", "", words.quizCount), input, el("button", "", words.quizCheck), told);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const right = input.valueAsNumber === hand.earned;
    told.textContent = right ? words.quizRight : words.quizWrong.replace("{n}", input.value);
    if (right) look.open = true;
  });
  return form;
}

// The cards themselves can be tapped to fix them; the button beside them does the same for the keyboard.
function tappable(made, zone, where, cards) {
  made.classList.add("tap");
  Object.assign(made.dataset, { zone, where, cards: cards.join(" ") });
}

function correctButton(zone, where, cards) {
  const button = fixButton(zone, where);
  button.classList.add("small");
  button.textContent = words.correct;
  button.dataset.cards = cards.join(" ");
  return button;
}

function verdicts(view) {
  const listed = (view.verdicts || []).filter((verdict) => !verdict.live).slice(-VERDICTS_LISTED).reverse();
  by("verdicts-none").hidden = listed.length > 0;
  fill(by("verdicts"), listed, () => listed.map((verdict, index) => oneVerdict(verdict, index === 0)));
}

function oneVerdict(verdict, isNewest) {
  const says = el("p", "say", verdict.say);
  if (verdict.rule_says && verdict.tone !== "good") says.append(" ", el("span", "rule", verdict.rule_says));
  return el("li", `verdict tone-${verdict.tone}`, says,
    verdict.do && isNewest ? el("p", "do", verdict.do) : "", why(verdict));
}

// Which other histories there were, and what each of them fails on.
function why(verdict) {
  if (!verdict.proof_says?.length) return "";
  const lines = el("ul", "", ...verdict.proof_says.map((line) => el("li", "", line)));
  return keyed(`why-${verdict.key}`, verdict.proof_says, el("details", "why", el("summary", "", words.why), lines));
}

function lastDeal(view) {
  const deal = view.last_deal;
  const items = (deal?.items || []).filter((item) => item.what === "hand" || item.what === "crib");
  by("last").hidden = items.length === 0 || view.last_deal.deal === view.deal && view.hands.length > 0;
  if (items.length) by("last-check").href = `/games/${view.game}/review#${deal.deal}`;
  const turned = deal?.starter ? [el("li", "", el("b", "", words.starter), el("span", "mini", card(deal.starter)))] : [];
  fill(by("last-deal"), [deal?.starter, items], () => [...turned, ...items.map((item) => el("li", "",
    el("b", "", item.title), el("span", "mini", ...item.cards.map((one) => card(one))),
    el("span", "value", item.value_says), item.text ? el("q", "", item.text) : ""))]);
}

function health(view) {
  const parts = !view.health
    ? [{ state: view.lamp === "steady" ? "ok" : "fault", name: view.lamp_says }]
    : view.health.filter((part) => part.state !== "doubt").map((part) => ({ ...part, name: say(`health-${part.part}`) }));
  fill(by("health"), parts, () => parts.map((part) => el("li", `part part-${part.state}`,
    el("b", "", part.name), "part" in part ? el("span", "state", say(part.state)) : "", part.say ? el("span", "note", part.say) : "")));
  const stale = parts.some((part) => part.part === "board" && part.state === "stale") || (view.faults?.board ?? "none") !== "none";
  document.body.classList.toggle("pegs-stale", stale);
}
