// The strip asks every few seconds: what it shows is a whole deal old anyway.

const EVERY_MS = 5000;
const strip = document.querySelector(".strip");

async function look() {
  try {
    const answer = await fetch("/api/v1/overlay");
    if (answer.ok) show(await answer.json());
  } catch { /* the next look may reach the table again; what stands there stays */ }
}

function show(view) {
  strip.dataset.state = view.state;
  for (const one of strip.querySelectorAll("[data-seat]")) one.hidden = one.dataset.seat === "C" && view.players.length < 3;
  for (const player of view.players) {
    const one = strip.querySelector(`[data-seat="${player.seat}"]`);
    one.querySelector(".name").textContent = player.name;
    one.querySelector(".score").textContent = player.score;
    one.querySelector(".dealer").hidden = view.state === "over" || view.dealer_side !== player.seat;
  }
  strip.querySelector(".late").hidden = view.state === "over";
}

look();
setInterval(look, EVERY_MS);
