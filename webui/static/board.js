// Pegs on the drawn board: two a player, moving the way they are moved; A is round, B is square, C has three corners.

import { svg } from "./make.js";

const holes = new Map(
  [...document.querySelectorAll("#plank [data-hole]")].map((hole) => [
    hole.dataset.hole, [Number(hole.getAttribute("cx")), Number(hole.getAttribute("cy"))],
  ]));

// On a board that is walked twice a hole stands for two scores.
const lap = Number(document.getElementById("plank")?.dataset.lap ?? 120);
const hole = (number) => (number < 1 ? number : ((number - 1) % lap) + 1);

const place = (seat, number) => holes.get(number >= 121 ? "game" : `${seat}${hole(number)}`);

function shape(seat) {
  if (seat === "C") {
    return [svg("path", { d: "M0 -4.6 4.6 3.6H-4.6z", class: "rim" }), svg("path", { d: "M0 -3.3 3.5 2.9H-3.5z", class: "head" }),
            svg("path", { d: "M0 -1.2 1.2 1H-1.2z", class: "tip" })];
  }
  return seat === "A"
    ? [svg("circle", { r: 3.9, class: "rim" }), svg("circle", { r: 3, class: "head" }), svg("circle", { r: 1.1, class: "tip" })]
    : [svg("rect", { x: -3.5, y: -3.5, width: 7, height: 7, rx: 1.2, class: "rim" }),
       svg("rect", { x: -2.7, y: -2.7, width: 5.4, height: 5.4, rx: 0.7, class: "head" }),
       svg("rect", { x: -1, y: -1, width: 2, height: 2, class: "tip" })];
}

// Which peg is which is not known: the one that stays keeps its element, the other one travels.
class Pair {
  constructor(layer, seat) {
    this.seat = seat;
    this.pegs = [0, 1].map(() => {
      const peg = svg("g", { class: `peg peg-${seat}`, hidden: "" }, ...shape(seat));
      layer.append(peg);
      return { peg, at: null };
    });
  }

  stand(front, rear) {
    const wanted = rear === null ? [front] : [front, rear];
    const [first, second] = this.pegs;
    const swap = first.at === wanted[1] || second.at === wanted[0];
    const order = swap ? [second, first] : [first, second];
    order.forEach((one, index) => this.move(one, wanted[index], index === 0));
  }

  move(one, score, isFront) {
    one.peg.classList.toggle("front", isFront);
    const spot = score === undefined ? undefined : place(this.seat, score);
    one.peg.toggleAttribute("hidden", spot === undefined);
    one.at = score;
    if (spot !== undefined) one.peg.style.transform = `translate(${spot[0]}px, ${spot[1]}px)`;
  }
}

const layers = [...document.querySelectorAll(".board .pegs")].map((layer) => ({
  A: new Pair(layer, "A"), B: new Pair(layer, "B"), C: new Pair(layer, "C"),
}));

export function pegs(players) {
  for (const player of players) {
    const [front, rear] = player.pegs || [player.score, null];
    for (const layer of layers) layer[player.seat]?.stand(front, rear);
  }
}
