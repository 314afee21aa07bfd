// The judge desk: asks for its state every second, shows what the server lets it see, sends what judges decide.

import { pegs } from "./board.js";
import { by, el, fill, keyed, pretty } from "./make.js";
import { send } from "./post.js";
import { say } from "./texts.js";

const EVERY_MS = 1000;
let state = null;
let trailLength = -1;

const desk = (key, more) => say(`desk.${key}`, more);
const name = (side) => state.players[side] || state.seats[side] || side;
const subject = (about) => {
  const [what, seat] = about.split("-");
  return desk(`subject.${what}`, { name: (what === "hand" && state.seats[seat]) || name(seat) });
};

async function look() {
  try {
    const answer = await fetch(`/api/v1/judge?lang=${document.body.dataset.lang}`);
    if (answer.status === 403) location.assign("/login");
    if (answer.ok) show(await answer.json());
  } catch { /* the next look may reach the table again */ }
}

async function act(step, body = {}) {
  const answer = await send(`judge/${step}`, body);
  by("problem").textContent = answer.ok ? "" : answer.say;
  if (answer.ok) show(answer.told);
}

function button(text, step, body, main = false) {
  const made = el("button", main ? "main" : "", text);
  made.type = "button";
  made.addEventListener("click", () => act(step, body));
  return made;
}

// --- the call ---------------------------------------------------------------------------------------

function show(next) {
  state = next;
  const call = state.call;
  by("mode").hidden = !state.mode;
  by("mode").textContent = state.mode ? say(`mode.${state.mode}`) : "";
  by("mode").dataset.mode = state.mode || "";
  by("called").textContent = !state.has_game ? desk("none") : state.called_by ? desk("called", { name: name(state.called_by) }) : desk("quiet");
  fill(by("drop"), [state.may_drop, state.me], () => state.may_drop ? [button(desk("drop"), "drop", { judge: state.me[0] })] : []);
  by("open").hidden = Boolean(call) || !state.has_game;
  by("call").hidden = !call;
  by("opened").hidden = !state.inquiry;
  if (!call) showOpening(); else showCall(call);
  if (state.inquiry) showOpened(call);
}

function showOpening() {
  const form = by("open");
  fill(form.matter, [state.matters, state.me], () => state.matters.map((one) => {
    const option = el("option", "", `${one.title} (${one.rule})`);
    option.value = one.key;
    return option;
  }));
  if (fill(form.about, [state.subjects, state.players, state.seats], () => state.subjects.map((one) => {
    const option = el("option", "", subject(one));
    option.value = one;
    return option;
  }))) usual();
  fill(by("openers"), state.me, () => state.me.map((judge) => {
    const made = el("button", "main", state.me.length > 1 ? `${desk("open")} (${judge})` : desk("open"));
    made.type = "button";
    made.addEventListener("click", () => act("open", { judge, matter: form.matter.value, about: form.about.value }));
    return made;
  }));
}

function usual() {
  const matter = state.matters.find((one) => one.key === by("open").matter.value);
  if (matter) by("open").about.value = matter.about;
}

function showCall(call) {
  const matter = state.matters.find((one) => one.key === call.matter);
  by("call-title").textContent = `${matter?.title ?? call.matter} · ${subject(call.about)}`;
  by("sitting").textContent = `${desk("judges")}: ${call.judges.join(", ")}`;
  by("stage").textContent = call.state === "waiting" ? desk("waiting") : call.needs_third ? desk("third")
    : call.state === "decided" ? desk("decided") : call.state === "followed" ? desk("followed") : "";
  fill(by("steps"), [call, state.me], () => steps(call));
}

function steps(call) {
  const mine = state.me.filter((judge) => call.judges.includes(judge));
  const free = state.me.filter((judge) => !call.judges.includes(judge));
  const made = [];
  if (call.state === "waiting" || call.needs_third) {
    made.push(...free.map((judge) => button(desk("join", { name: judge }), "join", { judge }, true)));
    const link = el("a", "", desk("login"));
    link.href = "/login";
    made.push(link);
  }
  if (mine.length && call.state === "decided") {
    made.push(button(desk("accept"), "accept", { judge: mine[0] }, true), button(desk("appeal"), "appeal", { judge: mine[0] }));
  }
  if (mine.length) made.push(button(desk("close"), "close", { judge: mine[0] }));
  return made;
}

// --- what is open -----------------------------------------------------------------------------------

function showOpened(call) {
  const mine = state.me.filter((judge) => call.judges.includes(judge));
  const mayAct = call.state === "open" && !call.needs_third && mine.length > 0;
  fill(by("questions"), [state.inquiry.questions, mayAct], () => state.inquiry.questions.map((one) => keyed(`${call.number}-${one.key}`, [one, mayAct, mine[0]], question(one, mayAct, mine[0]))));
  by("problem").textContent = state.inquiry.problem || by("problem").textContent;
  fill(by("ruling"), [state.proposal, state.inquiry.ruled, state.evidence.orders, state.pegs], ruling);
  fill(by("votes"), [state.proposal, call, mine], () => state.proposal ? votes(call, mine, mayAct) : []);
  by("hand").hidden = !mayAct;
  for (const select of document.querySelectorAll("#by-own-words [name=player] option")) if (select.value) select.textContent = name(select.value);
  showEvidence();
}

function answers(change) {
  const given = {};
  for (const one of state.inquiry.questions) if (one.answer !== null) given[one.key] = one.answer;
  return { ...given, ...change };
}

function question(one, mayAct, judge) {
  const reply = (value) => act("answers", { judge, answers: answers({ [one.key]: value }) });
  const made = el("li", one.answer === null ? "asked" : "answered", el("p", "text", one.text));
  if (one.facts.length) {
    made.append(el("ul", "facts", ...one.facts.map((fact) => el("li", "", fact.t === null ? "" : el("span", "t", desk("trail.at", { t: fact.t.toFixed(1) })), ` ${fact.text}`))));
  }
  if (one.answer !== null) {
    made.append(el("p", "row", el("b", "", spoken(one, one.answer))));
    if (mayAct) {
      const again = el("button", "", desk("clear"));
      again.type = "button";
      again.addEventListener("click", () => reply(null));
      made.lastChild.append(again);
    }
    return made;
  }
  if (one.found !== null) made.append(el("p", "hint", desk("take", { what: spoken(one, one.found) })));
  if (mayAct) made.append(field(one, reply));
  return made;
}

function spoken(one, value) {
  if (one.kind === "yes-no") return desk(value ? "yes" : "no");
  if (one.kind === "choice") return (one.options.find(([key]) => key === value) || [value, value])[1];
  return Array.isArray(value) ? value.map(pretty).join(" ") : String(value);
}

function field(one, reply) {
  const row = el("form", "row");
  const go = (text, value, main) => {
    const made = el("button", main ? "main" : "", text);
    made.type = "button";
    made.addEventListener("click", () => reply(value));
    return made;
  };
  if (one.kind === "yes-no") row.append(...[true, false].map((value) => go(desk(value ? "yes" : "no"), value, value === one.found)));
  else if (one.kind === "choice") row.append(...one.options.map(([key, label]) => go(label, key, key === one.found)));
  else {
    const input = el("input");
    const numeric = one.kind === "number";
    input.type = numeric ? "number" : "text";
    input.setAttribute("aria-label", one.text);
    input.required = numeric || one.cards > 0;
    if (numeric) { input.min = one.low; input.max = one.high; } else input.placeholder = desk("cards.hint");
    if (one.found !== null) input.value = Array.isArray(one.found) ? one.found.join(" ") : one.found;
    row.append(input, el("button", "main", desk("answer")));
    row.addEventListener("submit", (event) => {
      event.preventDefault();
      reply(numeric ? input.valueAsNumber : input.value.trim().split(/\s+/).filter(Boolean));
    });
  }
  return row;
}

// --- the ruling -------------------------------------------------------------------------------------

function ruling() {
  if (!state.proposal) return [el("p", "empty", desk("ruling.none"))];
  const computed = state.by_hand ? null : state.inquiry.ruled;
  const made = [el("p", "rule", state.rule_says, state.by_hand ? ` · ${desk("ruling.hand")}` : "")];
  for (const text of computed?.says || []) made.push(el("p", "say", text));
  const moves = state.proposal.moves || [];
  made.push(el("ul", "moves", ...(moves.length ? moves.map((move) => el("li", "", moved(move))) : [el("li", "", desk("move.none"))])));
  if (computed?.house) made.push(el("p", "hint", desk("house", { what: computed.house })));
  if (state.pegs) made.push(live());
  return made;
}

function moved(move) {
  if ("front" in move) return desk("move.front", { name: name(move.player), n: move.front });
  return desk(move.points < 0 ? "move.back" : "move.on", { name: name(move.player), n: Math.abs(move.points) });
}

function live() {
  const orders = state.evidence.orders;
  const steps = (orders?.steps || []).map((step) => el("li", step.done ? "done" : "due", `${step.done ? "✓" : "•"} ${step.say}`));
  return el("div", "live", ...Object.entries(state.pegs).map(([seat, [front, rear]]) => el("p", "holes", el("i", `sign sign-${seat}`), stands(seat, front, rear))),
    orders ? el("h3", "", desk(orders.done ? "orders.done" : "orders")) : "", el("ul", "moves", ...steps));
}

const hole = (number) => (number > 0 ? number : desk("start"));
const stands = (seat, front, rear) => desk("pegs", { name: name(seat), front: hole(front), rear: hole(rear) });

function votes(call, mine, mayAct) {
  const told = call.judges.filter((judge) => judge in call.votes).map((judge) => el("span", call.votes[judge] ? "signed" : "bad", desk(call.votes[judge] ? "signed" : "refused", { name: judge })));
  if (!mayAct) return told;
  const open = mine.filter((judge) => !(judge in call.votes));
  return [...told, ...open.flatMap((judge) => [button(desk("sign", { name: judge }), "vote", { judge, agrees: true }, true), button(desk("refuse", { name: judge }), "vote", { judge, agrees: false })])];
}

// --- the evidence -----------------------------------------------------------------------------------

function showEvidence() {
  const shown = state.evidence;
  fill(by("evidence"), shown, () => told(shown));
  const steps = state.trail;
  by("trail").hidden = state.call.about === "none" || state.call.about === "starter";
  const scrub = by("scrub");
  scrub.max = Math.max(steps.length - 1, 0);
  if (steps.length !== trailLength) {
    if (Number(scrub.value) >= trailLength - 1) scrub.value = scrub.max; // it followed the end, and still does
    trailLength = steps.length;
  }
  scrubbed();
}

function told(shown) {
  if (state.call.about === "none") return [el("p", "empty", desk("evidence.none"))];
  const made = [];
  if ("starter" in shown) made.push(el("p", "", desk("starter", { what: shown.starter ? pretty(shown.starter) : desk("unknown") })));
  if (shown.item) {
    const item = shown.item;
    made.push(el("p", "cards-line", item.cards.map(pretty).join(" ")), el("p", "", desk("worth", { earned: item.earned ?? desk("unknown"), pegged: item.pegged ?? "–" })));
    if (item.text) made.push(el("p", "spoken", item.text));
  }
  for (const verdict of shown.verdicts || []) {
    made.push(el("p", "", el("span", "t", desk("trail.at", { t: verdict.t.toFixed(1) })), ` ${verdict.say} ${verdict.rule_says}`));
    if (verdict.proof_says.length) made.push(el("h3", "", desk("proof")), el("ul", "facts proof", ...verdict.proof_says.map((line) => el("li", "", line))));
  }
  for (const remark of shown.remarks || []) {
    made.push(el("p", "", el("span", "t", desk("trail.at", { t: remark.t.toFixed(1) })), ` ${remark.say} ${remark.do}`));
  }
  for (const ask of shown.asks || []) made.push(el("p", "", ask.say), el("p", "hint", ask.do));
  return made;
}

// The slider goes back in time: pegs and pictures as they were then.
function scrubbed() {
  const step = state.trail[Number(by("scrub").value)];
  by("at").textContent = step ? [desk("trail.at", { t: step.t.toFixed(1) }), ...Object.entries(step.pegs).map(([seat, [front, rear]]) => stands(seat, front, rear))].join(" · ") : desk("trail.none");
  if (step) pegs(Object.entries(step.pegs).map(([seat, holes]) => ({ seat, pegs: holes })));
  const until = step && Number(by("scrub").value) < state.trail.length - 1 ? step.t : Infinity;
  const seen = state.pictures.filter((one) => one.t <= until);
  by("pictures").hidden = state.call.about === "none" || state.call.about === "pegs";
  fill(by("pictures"), seen, () => [el("h3", "", desk("pictures")), ...(seen.length ? seen.map(picture) : [el("p", "empty", desk("pictures.none"))])]);
}

function picture(one) {
  const image = el("img", "kept");
  image.src = one.url;
  image.alt = (one.cards || []).map(pretty).join(" ");
  const made = el("figure", "shot", image, el("figcaption", "", `${desk("trail.at", { t: one.t.toFixed(1) })} · ${(one.cards || []).map(pretty).join(" ")}`));
  image.addEventListener("error", () => image.replaceWith(el("p", "empty", desk("picture.gone"))));
  return made;
}

by("open").matter.addEventListener("change", usual);
by("scrub").addEventListener("input", scrubbed);
by("by-own-words").addEventListener("submit", (event) => {
  event.preventDefault();
  const rows = [...event.target.querySelectorAll(".moves .row")];
  const moves = rows.filter((row) => row.querySelector("[name=player]").value && row.querySelector("[name=n]").value !== "").map((row) => ({
    player: row.querySelector("[name=player]").value,
    [row.querySelector("[name=kind]").value]: row.querySelector("[name=n]").valueAsNumber,
  }));
  act("ruling", { judge: state.me.find((judge) => state.call.judges.includes(judge)), rule: event.target.rule.value, moves });
});
look();
setInterval(look, EVERY_MS);
