// The wall: one screen at a time where the window is a wall's, all of them below each other elsewhere; fetched again
// every few seconds. Anyone who asked for less motion turns the screens with the buttons.

const body = document.body;
const every = Number(body.dataset.fresh) * 1000;
const turn = Number(body.dataset.turn) * 1000;
const wide = matchMedia("(min-width: 60rem) and (min-height: 34rem), (min-width: 60rem) and (min-aspect-ratio: 1.5)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const main = document.getElementById("main");
let at = 0;
let held = calm.matches;

function show() {
  const pages = [...main.querySelectorAll(".screen-page")];
  at = pages.length ? (at + pages.length) % pages.length : 0;
  pages.forEach((page, n) => { page.hidden = wide.matches && n !== at; });
  const turns = main.querySelector(".turns");
  turns.hidden = !wide.matches || pages.length < 2;
  const where = turns.querySelector(".where");
  where.textContent = where.dataset.says.replace("{n}", String(at + 1)).replace("{of}", String(pages.length));
  turns.querySelector(".hold").setAttribute("aria-pressed", String(held));
}

async function look() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("main");
    const old = main.querySelector(".turns");
    fresh.querySelector(".turns").replaceWith(old); // a button that has the focus keeps it
    main.replaceChildren(...fresh.childNodes);
    show();
  } catch {
    for (const word of document.querySelectorAll("[data-lost]")) word.hidden = false;
  }
}

main.addEventListener("click", (event) => {
  const button = event.target.closest(".turns button");
  if (!button) return;
  if (button.dataset.step) at += Number(button.dataset.step);
  else held = !held;
  show();
});
calm.addEventListener("change", () => { held = calm.matches; show(); });
wide.addEventListener("change", show);
setInterval(look, every);
setInterval(() => { if (!held) { at += 1; show(); } }, turn);
show();
