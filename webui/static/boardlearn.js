// Learning a board: shows the holes that the eye has found, takes the taps on its ends, and sends orders.

import { lookAt, notice } from "./bench.js";
import { by, svg } from "./make.js";
import { send } from "./post.js";
import { teller } from "./words.js";

const LOOK_MS = 800;
const STALE_MS = 8000;
const NEAR_PX = 40; // a tap farther than this from any hole is none

const say = teller(JSON.parse(by("words").dataset.words), "/", () => "");
const pointer = by("top");

let state = null;
let changedAt = performance.now();
let heard = null; // number of the last order whose answer was shown
let shown = ""; // the picture and holes that are drawn
let taps = [];
let sent = false; // all was tapped, and the eye is numbering
let lost = 0; // the hole at which the way of a track was lost
let cursor = 0;
let confirmed = ""; // the ends that were asked about
let lapsAsked = "";

// --- looking ------------------------------------------------------------------------------------------

const look = () => lookAt("board", { take, close, late });

function late() {
  if (performance.now() - changedAt > STALE_MS) notice(say("stale"));
}

function take(fresh) {
  changedAt = performance.now();
  if (!fresh) return notice(say("waiting"));
  if (fresh.camera !== "ok") return notice(say("lost"));
  notice("");
  state = fresh;
  by("bench").hidden = false;
  hear(fresh.said);
  draw();
}

function close(text) {
  state = null;
  by("bench").hidden = true;
  notice(text);
}

function hear(told) {
  if (!told?.n || told.n === heard) return;
  const first = heard === null;
  heard = told.n;
  if (first && !sent && told.code !== "board-kept") return; // said before this page was opened
  const fill = told.fill ?? {};
  by("said").textContent = say(`said/${told.code}`, fill) || told.why || "";
  by("said").classList.toggle("bad", !told.ok);
  if (told.code === "board-found") taps = [];
  if (sent && !told.ok) taps = [];
  lost = told.ok ? 0 : fill.at ?? 0;
  sent = false;
}

// --- drawing ------------------------------------------------------------------------------------------

function draw() {
  const { board } = state;
  if (!board) return;
  for (const part of document.querySelectorAll("[data-stage]")) part.hidden = part.dataset.stage !== board.stage;
  by("learnt").hidden = !board.learnt || board.stage !== "none";
  by("around").hidden = board.stage === "none";
  const drawn = `${board.stage}/${board.picture}`;
  if (drawn !== shown && board.stage !== "none") {
    shown = drawn;
    const [w, h] = board.size;
    pointer.setAttribute("viewBox", `0 0 ${w} ${h}`);
    const picture = by("picture");
    picture.setAttribute("width", w);
    picture.setAttribute("height", h);
    picture.setAttribute("href", `/api/v1/board.jpg?n=${board.picture}`);
    by("holes").replaceChildren(...(board.stage === "found" ? board.holes.map(([x, y]) => svg("circle", { cx: x, cy: y, r: 9 })) : []));
  }
  confirm_();
  askLaps(board.laps ?? {});
  ask();
}

// Is hole 1 where it says? Asked in words for each track, with its first and its last hole ringed on the picture.
function confirm_() {
  const marks = state.board.marks ?? [];
  by("ends").replaceChildren(...marks.flatMap(([track, number, x, y]) => {
    const text = svg("text", { x: x + 16, y: y + 24 });
    text.textContent = `${track}: ${number}`;
    return [svg("circle", { cx: x, cy: y, r: 14, class: number === 1 ? "start" : "finish" }), text];
  }));
  const asked = JSON.stringify([marks, state.board.backwards]);
  if (asked === confirmed) return;
  confirmed = asked;
  by("sides").replaceChildren(...marks.filter(([, number]) => number === 1).map(([track], i) => {
    const line = document.createElement("li"), turn = document.createElement("button");
    line.textContent = `${say("is-one", { track, n: marks[2 * i + 1][1] })} `;
    line.classList.toggle("bad", state.board.backwards.includes(track));
    turn.type = "button";
    turn.dataset.turn = track;
    turn.textContent = say("turn", { track });
    line.append(turn);
    return line;
  }));
}

// A board that is walked twice: on which lap a player's pegs are, where the camera cannot know.
function askLaps(laps) {
  const asked = JSON.stringify(laps);
  if (asked === lapsAsked) return;
  lapsAsked = asked;
  by("laps").replaceChildren(...Object.entries(laps).filter(([, at]) => at.length).map(([track, at]) => {
    const line = document.createElement("p");
    line.className = "ask";
    line.textContent = `${say("which-lap", { track })} `;
    for (const front of at) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.lap = track;
      button.dataset.front = front;
      button.textContent = front;
      line.append(button, " ");
    }
    return line;
  }));
}

function wanted() {
  const tracks = [..."ABC"].slice(0, Number(by("tracks").value));
  // A third track has as many holes as the others: its last one need not be tapped.
  return [...tracks.flatMap((track) => (track === "C" ? [[track, "first"]] : [[track, "first"], [track, "last"]])), ["", "game"]];
}

function ask() {
  const steps = wanted(), next = steps[taps.length], isFound = state?.board?.stage === "found";
  by("ask").textContent = sent ? say("numbering") : next ? say(`ask/${next[1]}`, { track: next[0] }) : "";
  by("undo").disabled = by("restart").disabled = sent || !taps.length;
  const marks = isFound ? taps.flatMap((number, i) => mark(number, steps[i] ? steps[i].join(" ") : "")) : [];
  if (isFound && lost) marks.push(ring(lost, "lost"));
  by("taps").replaceChildren(...marks);
}

function ring(number, className = "") {
  const [x, y] = state.board.holes[number - 1] ?? [0, 0];
  return svg("circle", { cx: x, cy: y, r: 13, class: className });
}

function mark(number, step) {
  const [track, what] = step.includes(" ") ? step.split(" ") : ["", step];
  const [x, y] = state.board.holes[number - 1] ?? [0, 0];
  const text = svg("text", { x: x + 16, y: y - 10 });
  text.textContent = what === "game" ? say("mark/game") : `${track} ${say(`mark/${what}`)}`;
  return [ring(number), text];
}

// --- tapping ------------------------------------------------------------------------------------------

function tap(number) {
  if (sent || state?.board?.stage !== "found") return;
  if (taps.includes(number)) return tell(say("said/board-twice"), true);
  lost = 0;
  tell("", false);
  taps.push(number);
  if (taps.length === wanted().length) number_(); else ask();
}

async function number_() {
  const tracks = {};
  wanted().forEach(([track, what], i) => {
    if (what === "first") tracks[track] = [taps[i], track === "C" ? 0 : taps[i + 1]];
  });
  sent = true;
  ask();
  if (!(await order({ do: "ends", tracks, game: taps.at(-1) }))) {
    sent = false;
    taps.pop();
    ask();
  }
}

function nearest(x, y) {
  const apart = state.board.holes.map(([hx, hy]) => Math.hypot(hx - x, hy - y));
  const least = Math.min(...apart);
  return least <= NEAR_PX ? apart.indexOf(least) + 1 : 0;
}

pointer?.addEventListener("click", (event) => {
  if (state?.board?.stage !== "found") return;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(pointer.getScreenCTM().inverse());
  const number = nearest(at.x, at.y);
  if (number) tap(number); else tell(say("said/no-hole-there"), true);
});

// By keys: the arrows go from hole to hole, Enter taps.
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
pointer?.addEventListener("keydown", (event) => {
  if (state?.board?.stage !== "found") return;
  if (event.key === "Enter" && cursor) tap(cursor);
  const way = WAYS[event.key];
  if (!way) return;
  event.preventDefault();
  cursor = cursor ? beside(cursor, way) : 1;
  const [x, y] = state.board.holes[cursor - 1];
  by("cursor").hidden = false;
  by("cursor").setAttribute("cx", x);
  by("cursor").setAttribute("cy", y);
  by("cursor").scrollIntoView({ block: "nearest", inline: "nearest" });
});

function beside(from, [dx, dy]) {
  const [x, y] = state.board.holes[from - 1];
  let best = from, least = Infinity;
  state.board.holes.forEach(([hx, hy], i) => {
    const along = (hx - x) * dx + (hy - y) * dy, off = Math.abs((hx - x) * dy) + Math.abs((hy - y) * dx);
    if (along > 4 && along + 3 * off < least) [best, least] = [i + 1, along + 3 * off];
  });
  return best;
}

// --- orders -----------------------------------------------------------------------------------------------

function tell(text, bad) {
  by("said").textContent = text;
  by("said").classList.toggle("bad", bad);
}

async function order(body) {
  heard ??= 0;
  const answer = await send("board", body, say("stale"));
  tell(answer.say, !answer.ok);
  look();
  return answer.ok;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.do) {
    if (button.dataset.do === "look") tell("", false);
    order({ do: button.dataset.do });
  } else if (button.id === "undo") {
    taps.pop();
    ask();
  } else if (button.id === "restart") {
    taps = [];
    ask();
  } else if (button.dataset.turn) {
    order({ do: "turn", track: button.dataset.turn });
  } else if (button.dataset.lap) {
    order({ do: "lap", track: button.dataset.lap, front: Number(button.dataset.front) });
  } else if (button.id === "wrong") {
    order({ do: "look" });
  } else if (button.dataset.zoom) {
    pointer.dataset.zoom = button.dataset.zoom;
    for (const one of document.querySelectorAll("[data-zoom]")) if (one !== pointer) one.setAttribute("aria-pressed", String(one === button));
  }
});
by("tracks")?.addEventListener("change", () => { taps = []; ask(); });

look();
setInterval(look, LOOK_MS);
