// The workshop: asks the board a few times a second what it reads, draws it, and sends orders.

import { lookAt, notice } from "./bench.js";
import { by, el, fill } from "./make.js";
import { send } from "./post.js";
import { teller } from "./words.js";

const LOOK_MS = 250;
const STALE_MS = 3000;
const SAID_MS = 4000;
const REACH_MM = 6; // a tap so near to a hole means it
const LISTED = 12;

const say = teller(JSON.parse(by("words").dataset.words), "/", () => "");
const faults = JSON.parse(by("words").dataset.faults);
const lang = document.body.dataset.lang;
const dots = new Map([...document.querySelectorAll("#plank [data-hole]")].map((dot) => [dot.dataset.hole, dot]));
const boards = [...document.querySelectorAll(".board")];

let state = null;
let changedAt = performance.now();
let fading = 0;

// --- looking ------------------------------------------------------------------------------------------

const look = () => lookAt("workshop", { take, close, late });

function late() {
  if (performance.now() - changedAt > STALE_MS) notice(say("stale"));
}

function take(fresh) {
  if (fresh && fresh.t !== state?.t) changedAt = performance.now();
  const old = performance.now() - changedAt > STALE_MS;
  if (fresh) state = fresh;
  by("bench").hidden = !state;
  by("bench").classList.toggle("is-stale", old);
  if (old || !state) return notice(say(state ? "stale" : "waiting"));
  const fault = state.scan.fault;
  notice(fault ? say("fault", { what: faults[fault.code] || fault.code }) : "");
  show();
}

function close(text) {
  state = null;
  by("bench").hidden = true;
  notice(text);
}

// --- showing ------------------------------------------------------------------------------------------

function show() {
  const { scan, walk } = state;
  const bad = walk ? [...walk.stuck, ...walk.dead, ...walk.bridged.flat()] : [];
  const marks = {
    reads: new Set(scan.occupied), good: new Set(walk?.good), next: new Set(walk?.next ? [walk.next] : []),
    bad: new Set(bad), masked: new Set(scan.masked), chosen: new Set([by("hole").value.trim()]),
  };
  for (const [hole, dot] of dots) {
    const now = ["hole", hole === "game" ? "hole-game" : "", ...Object.keys(marks).filter((mark) => marks[mark].has(hole))];
    const wanted = now.filter(Boolean).join(" ");
    if (dot.getAttribute("class") !== wanted) dot.setAttribute("class", wanted);
  }
  showWalk(walk);
  showHole();
  fill(by("masked"), scan.masked, () => scan.masked.length
    ? scan.masked.map((hole) => item("masked", hole, "", { act: "unmask", holes: [hole] }))
    : [el("li", "hint", say("masked.none"))]);
  showScan(scan);
  showContacts(state.contacts);
}

function showWalk(walk) {
  const when = walk ? "on" : state.running ? "busy" : "off";
  for (const part of by("walk").querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== when;
  if (!walk) return;
  by("next").textContent = walk.next ?? "✓";
  by("last-hole").textContent = walk.last ?? "–";
  by("dark").disabled = !walk.next;
  by("progress").max = walk.holes;
  by("progress").value = walk.done;
  by("done").textContent = say("walk.done", { n: walk.done, total: walk.holes });
  const masked = state.scan.masked;
  const found = [
    ...walk.stuck.map((hole) => ["found.stuck", [hole]]),
    ...walk.bridged.map((pair) => ["found.bridged", pair]),
    ...walk.dead.map((hole) => ["found.dead", [hole]]),
  ];
  fill(by("found"), [found, masked], () => found.length
    ? found.map(([key, holes]) => item(key, holes[0], holes[1], holes.every((hole) => masked.includes(hole))
      ? { act: "unmask", holes } : { act: "mask", holes }))
    : [el("li", "good-news", say("walk.sound"))]);
  const open = found.flatMap(([, holes]) => holes).filter((hole) => !masked.includes(hole));
  by("mask-all").hidden = open.length < 2;
  by("mask-all").dataset.holes = open.join(" ");
}

// One hole (or pair) with what is wrong with it and a button that ignores it or watches it again.
function item(key, hole, other, { act, holes }) {
  const text = key === "masked" ? hole : say(key, { hole, other });
  const button = el("button", "", say(act));
  button.type = "button";
  button.dataset.do = act;
  button.dataset.holes = holes.join(" ");
  return el("li", "finding", el("span", "", text), button);
}

function showHole() {
  const hole = by("hole").value.trim();
  const known = dots.has(hole);
  const { occupied, masked, chatter } = state.scan;
  const ignored = masked.includes(hole);
  by("hole-do").disabled = !known;
  by("hole-do").textContent = say(ignored ? "unmask" : "mask");
  by("hole-do").dataset.do = ignored ? "unmask" : "mask";
  by("hole-do").dataset.holes = hole;
  const times = chatter[hole] || 0;
  by("hole-says").textContent = !known ? "" : [
    say(occupied.includes(hole) ? "hole.full" : "hole.empty"),
    ignored ? say("hole.masked") : "", times ? say("hole.chatter", { n: times }) : "",
  ].filter(Boolean).join(" ");
}

function showScan(scan) {
  const rows = [
    ["occupied", scan.occupied.length ? scan.occupied.join(", ") : say("scan.none")],
    ["chain", scan.fault ? scan.fault.detail : say("scan.sound")],
    ["scans", scan.scans.toLocaleString(lang)], ["bad", scan.bad_scans.toLocaleString(lang)],
    ["bits", scan.wrong_bits.toLocaleString(lang)], ["faults", scan.faults.toLocaleString(lang)],
  ];
  fill(by("scan"), rows, () => rows.map(([key, value]) => el("div", "", el("dt", "", say(`scan.${key}`)), el("dd", "", value))));
}

function showContacts(contacts) {
  const list = Object.entries(contacts?.chatter || {}).sort((one, other) => other[1] - one[1]).slice(0, LISTED);
  const most = Math.max(1, ...list.map(([, times]) => times));
  fill(by("contacts"), contacts, () => list.length
    ? list.map(([hole, times]) => {
      const bar = el("meter");
      bar.max = most;
      bar.value = times;
      return el("li", "", el("b", "", hole), bar, el("span", "", String(times)));
    })
    : [el("li", "hint", say(contacts ? "contacts.none" : "contacts.no_game"))]);
}

// --- orders -------------------------------------------------------------------------------------------

async function order(act, holes) {
  const body = holes.length ? { do: act, holes } : { do: act };
  const answer = await send("workshop", body, say("stale"));
  by("said").textContent = answer.say;
  by("said").classList.toggle("bad", !answer.ok);
  clearTimeout(fading);
  fading = setTimeout(() => { by("said").textContent = ""; }, SAID_MS);
  look();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-do]");
  if (!button) return;
  const dead = button.id === "dark" && state?.walk ? state.walk.next : "";
  order(button.dataset.do, (dead || button.dataset.holes || "").split(" ").filter(Boolean));
});

function choose(event) {
  const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(event.currentTarget.getScreenCTM().inverse());
  const far = (dot) => Math.hypot(dot.getAttribute("cx") - place.x, dot.getAttribute("cy") - place.y);
  const [hole, dot] = [...dots].reduce((best, one) => (far(one[1]) < far(best[1]) ? one : best));
  if (far(dot) > REACH_MM) return;
  by("hole").value = hole;
  if (state) show();
}

for (const board of boards) board.addEventListener("click", choose);
by("hole").addEventListener("input", () => { if (state) show(); });
look();
setInterval(look, LOOK_MS);
