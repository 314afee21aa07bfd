// What people do on the page: say something, start a game, enter cards by hand.

import { gameForm } from "./forms.js";
import { RANK_ORDER, SUIT_ORDER, card } from "./cards.js";
import { by, el } from "./make.js";
import { send } from "./post.js";
import { elided } from "./words.js";

const LONG_ENOUGH_MS = 4000;

const post = (path, body) => send(path, body, document.querySelector('#link [data-when="lost"]').textContent);

function tell(where, answer) {
  where.textContent = answer.say;
  where.classList.toggle("bad", !answer.ok);
  if (answer.ok) setTimeout(() => { where.textContent = ""; }, LONG_ENOUGH_MS);
}

// --- saying ---------------------------------------------------------------------------------------

let sides = [];

export function seats() {
  const picker = by("seat"), seat = document.body.dataset.seat;
  if (picker) {
    picker.value = seat;
    picker.addEventListener("change", () => {
      const query = new URLSearchParams(location.search);
      if (picker.value) query.set("as", picker.value); else query.delete("as");
      location.search = query.toString();
    });
  }
  sides = { A: ["A"], B: ["B"], both: ["A", "B", "C"] }[seat] || [];
}

const WORDS = { challenge: "overpeg" }; // what the table calls a button's word, where it is another

// One row for each player whose side this screen speaks for: in doubles for both partners.
function rows(view) {
  const box = by("acts");
  const mine = Object.entries(view.seats || {}).filter(([, one]) => sides.includes(one.side)).map(([seat]) => seat);
  const made = [...box.querySelectorAll(".act-row")].map((one) => one.dataset.for);
  if (mine.join() === made.join()) return;
  for (const old of box.querySelectorAll(".act-row")) old.remove();
  for (const seat of mine) box.insertBefore(row(seat, view.seats[seat].side), box.querySelector(".said"));
}

function row(seat, side) {
  const made = by("act-row").content.firstElementChild.cloneNode(true);
  made.dataset.for = seat;
  made.querySelector(".act-for").append(el("i", `sign sign-${side}`), el("span", "who", seat));
  const say = async (word, n) => {
    const what = WORDS[word] ?? word;
    const answer = await post("said", n === undefined ? { by: seat, what } : { by: seat, what, n });
    tell(by("acts").querySelector(".said"), answer);
    return answer.ok;
  };
  for (const button of made.querySelectorAll("button[data-say]")) {
    const word = button.dataset.say;
    button.addEventListener("click", () => (word === "concede" ? concede(made, () => say(word)) : say(word)));
  }
  const more = made.querySelector(".more");
  more.addEventListener("click", () => unfold(made, more.getAttribute("aria-expanded") !== "true"));
  made.querySelector(".rare").addEventListener("click", () => unfold(made, false));
  made.querySelector(".to-correct").addEventListener("click", () => {
    by("correct").open = true;
    by("correct").scrollIntoView();
    by("correct").querySelector("summary").focus();
  });
  for (const form of made.querySelectorAll("form")) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const n = Number(form.n.value);
      if (await say(form.dataset.say, n)) form.reset();
    });
  }
  return made;
}

// On a phone what is said seldom is folded away until it is wanted.
function unfold(row, open) {
  row.classList.toggle("unfolded", open);
  row.querySelector(".more").setAttribute("aria-expanded", String(open));
}

// Giving up is asked once more: one tap by mistake must not end a game.
function concede(row, say) {
  const dialog = by("concede");
  dialog.querySelector("h2").textContent = dialog.dataset.ask.replace("{name}", row.querySelector(".who").textContent);
  dialog.returnValue = "no";
  dialog.addEventListener("close", () => { if (dialog.returnValue === "yes") say(); }, { once: true });
  dialog.showModal();
}

// The server says what may be said now, and what there is to accept; nothing is decided here.
function offer(view) {
  const may = view.may ?? { say: [] };
  for (const row of by("acts").querySelectorAll(".act-row")) {
    const called = may.called === row.dataset.for; // the one who called for a judge may take it back, nobody else
    for (const one of row.querySelectorAll("[data-say]")) {
      const word = one.dataset.say;
      one.hidden = !may.say.includes(word) || (word === "no-judge" && !called) || (word === "judge" && called);
    }
    const agree = row.querySelector('[data-say="accept"]'), text = may.accept?.[row.dataset.for]?.say ?? "";
    if (agree.textContent !== text) agree.textContent = text;
  }
  for (const one of by("concede").querySelectorAll("[data-follows]")) one.hidden = one.dataset.follows !== may.concede;
  if (by("concede").open && !may.say.includes("concede")) by("concede").close("no");
}

export function nameSeats(view) {
  by("acts").hidden = !(view.may?.say.length && document.body.dataset.seat);
  document.body.classList.toggle("says", !by("acts").hidden);
  rows(view);
  offer(view);
  for (const [seat, one] of Object.entries(view.seats || {})) {
    const who = document.querySelector(`[data-for="${seat}"] .who`);
    if (who) who.textContent = one.name;
  }
}

// --- a new game -------------------------------------------------------------------------------------

export function newGame() {
  const form = by("new-form");
  if (!form) return;
  const chosen = gameForm(form, () => form.profile.value);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await post("games", {
      ...chosen(),
      mode: form.mode.value,
      profile: form.profile.value,
      muggins: form.muggins.checked,
      end: form.end.checked,
    });
    const where = form.querySelector(".answer");
    tell(where, answer.ok ? { ok: true, say: where.dataset.done } : answer);
    if (answer.ok) { form.end.checked = false; by("new-game").open = false; }
  });
}

let opened = false;

export function offerGame(view) {
  if (!by("new-form")) return;
  by("new-form").querySelector(".running").hidden = view.state === "none" || view.state === "over";
  if (view.state === "none" && !opened) by("new-game").open = opened = true;
  if (view.state !== "none" && opened) by("new-game").open = opened = false;
  if (view.state !== "over") return;
  for (const player of view.players) {
    const input = by("new-form")[player.seat];
    if (!input.value) { input.value = player.name; input.dispatchEvent(new Event("input")); }
  }
}

// --- after a game: the same players again, the loser deals ------------------------------------------------

export function rematch() {
  const button = by("rematch");
  button?.addEventListener("click", async () => {
    button.disabled = true;
    const answer = await post("games/rematch", {});
    button.disabled = false;
    tell(button.parentElement.querySelector(".answer"), answer.ok ? { ok: true, say: button.dataset.done } : answer);
  });
}

export function offerRematch(view) {
  const over = view.state === "over" && Boolean(view.over);
  by("after-game").hidden = !over;
  if (!over) return;
  by("review-link").href = `/games/${view.game}/review`;
  const button = by("rematch");
  if (!button) return;
  const losers = view.players.filter((player) => player.seat !== view.over.winner).sort((a, b) => a.score - b.score);
  const deals = Object.values(view.seats ?? {}).find((one) => one.side === losers[0]?.seat);
  button.hidden = !deals || by("seated")?.hidden === false; // where the club's hub seats the next game, that one comes
  if (deals) button.textContent = button.dataset.say.replace("{name}", deals.name);
}

// --- cards by hand ------------------------------------------------------------------------------------

export function byHand() {
  const dialog = by("by-hand");
  if (!dialog) return;
  const chosen = [];
  const show = () => {
    dialog.querySelector(".chosen").replaceChildren(...chosen.map((one) => card(one)));
    for (const key of dialog.querySelectorAll(".key")) key.setAttribute("aria-pressed", String(chosen.includes(key.dataset.card)));
  };
  const toggle = (one) => {
    const at = chosen.indexOf(one);
    if (at >= 0) chosen.splice(at, 1); else if (chosen.length < 6) chosen.push(one);
    show();
  };
  dialog.querySelector(".evidence").addEventListener("load", (event) => { event.target.hidden = false; });
  dialog.querySelector(".deck").append(...SUIT_ORDER.map((suit) => el("div", "suit-row",
    ...RANK_ORDER.map((rank) => key(rank + suit, toggle)))));
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.fix, .tap");
    if (!button) return;
    chosen.length = 0;
    chosen.push(...(button.dataset.cards || "").split(" ").filter(Boolean));
    dialog.dataset.zone = button.dataset.zone;
    dialog.querySelector(".where").textContent = button.dataset.where;
    dialog.querySelector(".answer").textContent = "";
    const picture = dialog.querySelector(".evidence");
    picture.hidden = true;
    picture.src = `/evidence/${button.dataset.zone}.jpg?${Date.now()}`;
    show();
    dialog.showModal();
  });
  dialog.querySelector("[data-clear]").addEventListener("click", () => { chosen.length = 0; show(); });
  dialog.querySelector("[data-again]").addEventListener("click", async () => {
    const answer = await post("reread", { zone: dialog.dataset.zone });
    if (answer.ok) dialog.close();
    tell(answer.ok ? by("again-said") : dialog.querySelector(".answer"), answer);
  });
  dialog.querySelector("form").addEventListener("submit", async (event) => {
    const wanted = event.submitter?.value ?? "send";
    if (wanted === "cancel") return;
    event.preventDefault();
    const told = dialog.querySelector(".answer");
    if (wanted === "send" && !chosen.length) { // that no card lies there has a button of its own
      tell(told, { ok: false, say: dialog.querySelector(".chosen").dataset.empty });
      return;
    }
    const answer = await post("cards", { zone: dialog.dataset.zone, seen: wanted === "empty" ? [] : chosen });
    if (answer.ok) dialog.close(); else tell(told, answer);
  });
}

function key(one, toggle) {
  const made = el("button", "key", card(one));
  made.type = "button";
  made.dataset.card = one;
  made.addEventListener("click", () => toggle(one));
  return made;
}

// --- putting right what was read wrong or not seen ------------------------------------------------------

export function corrections() {
  const box = by("correct");
  if (!box) return;
  const where = box.querySelector(".answer");
  by("pegs-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target.elements;
    tell(where, await post("pegs", { player: form.player.value, front: form.front.valueAsNumber, rear: form.rear.valueAsNumber }));
  });
  for (const button of box.querySelectorAll("[data-deals]")) {
    button.addEventListener("click", async () => tell(where, await post("dealer", { player: button.dataset.deals })));
  }
}

// Points of a table whose pegs nobody reads: the new score is told as where the pegs stand now.
export function taps() {
  const box = by("taps");
  if (!box) return;
  by("taps-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target.elements, player = form.player.value;
    const points = form.points.valueAsNumber * Number(event.submitter?.value || 1);
    const before = shownScores.get(player) ?? 0, after = Math.max(0, before + points);
    const rear = after > before ? Math.max(before, 0) : after - 1;
    const answer = await post("pegs", { player, front: after, rear });
    tell(box.querySelector(".answer"), answer);
    if (answer.ok) form.points.value = "";
  });
}

const shownScores = new Map();

export function nameTaps(view) {
  const box = by("taps");
  if (!box) return;
  box.hidden = view.state === "none" || view.state === "over" || "lamp" in view;
  shownScores.clear();
  for (const player of view.players) shownScores.set(player.seat, player.score);
  for (const option of box.querySelectorAll("[name=player] option")) {
    const side = view.players.find((player) => player.seat === option.value);
    option.hidden = option.disabled = !side;
    if (side) option.textContent = side.name;
  }
}

export function nameCorrections(view) {
  const box = by("correct");
  if (!box) return;
  box.hidden = view.state === "none" || view.state === "over" || "lamp" in view;
  const pegs = box.querySelectorAll("[name=player] option");
  for (const option of pegs) {
    const side = view.players.find((player) => player.seat === option.value);
    option.hidden = option.disabled = !side;
    if (side) option.textContent = side.name;
  }
  for (const seat of ["A", "B", "C", "D"]) {
    const named = view.seats?.[seat]?.name;
    const deals = box.querySelector(`[data-deals="${seat}"]`), zone = box.querySelector(`[data-zone="${seat}"]`);
    deals.hidden = zone.hidden = !named;
    if (!named) continue;
    deals.textContent = named;
    zone.textContent = zone.dataset.where = elided(by("words").dataset[`zone${seat}`], { [seat]: named }).replace(`{${seat}}`, named);
  }
}

// --- the table's code ----------------------------------------------------------------------------------

export function newCode() {
  by("new-code")?.addEventListener("click", async () => {
    const answer = await post("code", {});
    if (answer.told.code) {
      by("code").textContent = answer.told.code;
      const picture = document.querySelector("#phones img");
      if (picture) picture.src = `/join.svg?${answer.told.code}`;
    } else tell(document.querySelector("#phones .answer"), answer);
  });
  for (const button of document.querySelectorAll("[data-free]")) {
    button.addEventListener("click", async () => {
      const answer = await post("seats/free", { seat: button.dataset.free });
      tell(document.querySelector("#phones .answer"), answer);
      button.hidden = answer.ok;
    });
  }
}
