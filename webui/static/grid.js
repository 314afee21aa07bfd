// A whole card typed row by row: totals follow as one types, and differ in red from those on the paper.

const form = document.getElementById("grid");
const margin = Number(form.dataset.margin) || Infinity;
const rows = [...form.querySelectorAll("input[data-game]")];
const LINE = /^([wl])?([+-])?(\d{1,3})?$/i;

function read(text) {
  const found = LINE.exec(text.replace(/[−–]/g, "-").replace(/\s/g, ""));
  if (!found || (!found[1] && !found[3])) return null;
  const column = found[3] ? found[2] || (found[1]?.toLowerCase() === "l" ? "-" : "+") : "";
  const result = (found[1] || (column === "-" ? "l" : "w")).toLowerCase();
  const spread = Number(found[3] || 0);
  if (found[3] && (spread < 1 || spread > 121)) return null;
  return { result, column, spread };
}

function add() {
  const sums = { game_points: 0, games_won: 0, plus: 0, minus: 0, net: 0 };
  for (const input of rows) {
    const line = input.value.trim() ? read(input.value) : { result: "", column: "", spread: 0 };
    input.setAttribute("aria-invalid", String(!line));
    if (!line) continue;
    if (line.result === "w") {
      sums.games_won += 1;
      sums.game_points += line.spread >= margin ? 3 : 2;
    }
    if (line.column === "+") sums.plus += line.spread;
    if (line.column === "-") sums.minus += line.spread;
  }
  sums.net = sums.plus - sums.minus;
  for (const [name, value] of Object.entries(sums)) {
    const paper = form.elements[`total-${name}`], sum = form.querySelector(`[data-sum="${name}"]`);
    sum.textContent = String(value);
    const wanted = paper.value.trim().replace(/[−–]/g, "-");
    sum.classList.toggle("red", wanted !== "" && Number(wanted) !== value);
  }
}

const fields = [...form.querySelectorAll("input.grid-field")];
form.addEventListener("input", add);
form.addEventListener("keydown", (event) => {
  const at = fields.indexOf(event.target);
  if (event.key !== "Enter" || at < 0 || at === fields.length - 1) return;
  event.preventDefault();
  fields[at + 1].focus();
  fields[at + 1].select();
});
add();
