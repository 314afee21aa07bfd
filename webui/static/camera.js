// The camera's page: asks the eye about once a second how the camera stands and how far a deck is, and sends orders.

import { lookAt, notice } from "./bench.js";
import { by, el, fill, pretty } from "./make.js";
import { send } from "./post.js";
import { teller } from "./words.js";

const LOOK_MS = 800;
const STALE_MS = 6000;

const say = teller(JSON.parse(by("words").dataset.words), "/", () => "");

let state = null;
let changedAt = performance.now();
let heard = null; // number of the last order whose answer was shown

// --- looking ------------------------------------------------------------------------------------------

const look = () => lookAt("camera", { take, close, late });

function late() {
  if (performance.now() - changedAt > STALE_MS) notice(say("stale"));
}

function take(fresh) {
  if (fresh && JSON.stringify(fresh) !== JSON.stringify(state)) changedAt = performance.now();
  const old = performance.now() - changedAt > STALE_MS;
  if (fresh) state = fresh;
  by("bench").hidden = !state || state.camera !== "ok";
  by("bench").classList.toggle("is-stale", old);
  if (!state) return notice(say("waiting"));
  if (state.camera !== "ok") return notice(say("lost"));
  notice(old ? say("stale") : "");
  by("picture").src = `/api/v1/camera.jpg?t=${state.t}`;
  showStand();
  showDeck();
  hear(state.said);
}

function close(text) {
  state = null;
  by("bench").hidden = true;
  notice(text);
}

// --- how the camera stands ------------------------------------------------------------------------------

function showStand() {
  by("verdict").textContent = say(state.good ? "good" : "bad");
  by("verdict").className = state.good ? "good-news" : "bad";
  fill(by("findings"), state.findings, () => state.findings.map((found) => {
    const zone = found.zone ? say(`zone/${found.zone}`) : "";
    const fix = found.severity === "good" ? "" : say(`mend/${found.code}`);
    return el("li", `found ${found.severity}`,
      el("span", "", say(`find/${found.code}`, { ...found.values, zone })), fix ? el("span", "hint", fix) : "");
  }));
  by("kept").textContent = !state.kept ? say("not_kept")
    : state.moved_mm > 8 ? say("moved", { mm: state.moved_mm }) : say("kept");
  by("keep").disabled = !state.stand;
  by("forget").hidden = !state.kept;
}

// --- decks ----------------------------------------------------------------------------------------------

function showDeck() {
  const taking = state.enrolment;
  for (const part of by("deck").querySelectorAll("[data-when]")) part.hidden = (part.dataset.when === "enrol") !== Boolean(taking);
  fill(by("decks"), [state.decks, state.deck], () => ["", ...state.decks].map((name) => {
    const option = el("option", "", name || say("deck/none"));
    option.value = name;
    option.selected = name === state.deck;
    return option;
  }));
  by("remove").hidden = !state.decks.length;
  if (!taking) return;
  by("result").hidden = true;
  const wanted = new Set(taking.wanted);
  const doubts = Object.entries(taking.doubts);
  by("count").textContent = wanted.size ? say("deck/wanted", { n: wanted.size }) : say("deck/all");
  by("progress").value = 52 - wanted.size;
  for (const cell of document.querySelectorAll("[data-card]")) {
    const { card } = cell.dataset;
    cell.textContent = pretty(card);
    const mark = taking.doubts[card] ? "odd" : wanted.has(card) ? "wanted" : taking.taken.includes(card) ? "seen now" : "seen";
    cell.className = `suit-${card[1]} ${mark}`;
  }
  fill(by("doubts"), taking.doubts, () => doubts.map(([card, why]) => {
    const button = el("button", "", say("deck/again"));
    button.type = "button";
    button.dataset.do = "again";
    button.dataset.name = card;
    return el("li", "finding", el("span", "", `${pretty(card)}: ${why}`), button);
  }));
  fill(by("refused"), taking.refused, () => taking.refused.map((why) => el("li", "", why)));
  const open = [...new Set([...taking.wanted, ...Object.keys(taking.doubts)])];
  fill(by("card"), open, () => open.map((card) => {
    const option = el("option", "", pretty(card));
    option.value = card;
    return option;
  }));
  by("finish").disabled = wanted.size > 0 || doubts.length > 0;
}

// What became of the last order.
function hear(said) {
  if (!said?.n || said.n === heard) return;
  if (heard === null) { heard = said.n; return; } // an answer from before this page was opened
  heard = said.n;
  by("said").textContent = said.why || say(`said/${said.code}`, said);
  by("said").classList.toggle("bad", !said.ok);
  if (said.code !== "finished") return;
  by("result").hidden = false;
  for (const cell of document.querySelectorAll("[data-sure]")) {
    const { sure: card } = cell.dataset;
    cell.textContent = `${pretty(card)} ${Math.floor(100 * said.sure[card])}`;
    cell.classList.toggle("odd", said.weak.includes(card));
  }
  by("weak").textContent = said.weak.length ? say("deck/weak", { cards: said.weak.map(pretty).join(" ") }) : say("deck/strong");
}

// --- orders -----------------------------------------------------------------------------------------------

async function order(act, name) {
  heard ??= 0;
  const answer = await send("camera", name === undefined ? { do: act } : { do: act, name }, say("stale"));
  by("said").textContent = answer.say;
  by("said").classList.toggle("bad", !answer.ok);
  look();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-do]");
  if (!button) return;
  const from = button.dataset.from ? by(button.dataset.from).value : button.dataset.name;
  order(button.dataset.do, from);
});

look();
setInterval(look, LOOK_MS);
