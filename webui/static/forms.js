// The form of a new game: what the chosen rules allow is offered, what they do not is left out and said in one line.

const SEATS = ["A", "B", "C", "D"];

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);

// `profile`: () => the rules chosen. Returns the players, dealer, muggins and options to be sent.
export function gameForm(form, profile) {
  const books = JSON.parse(form.dataset.forms);
  const fields = form.elements;
  const hint = form.querySelector(".form-hint");
  const only = (name) => form.querySelector(`[data-only="${name}"]`);
  const show = (shown, some) => { if (some) some.hidden = !shown; };

  const skunks = (book) => book.skunks && fields.target.value === String(book.targets[0]);

  const adapt = () => {
    const book = books[profile()];
    if (!book.players.includes(Number(fields.many.value))) fields.many.value = String(book.players[0]);
    const many = Number(fields.many.value);
    for (const option of fields.many.options) option.disabled = !book.players.includes(Number(option.value));
    SEATS.forEach((seat, at) => {
      const plays = at < many, option = fields.dealer.querySelector(`[value="${seat}"]`);
      const field = form.querySelector(`[data-seat-field="${seat}"]`);
      show(plays, field);
      field.querySelector(".sign").className = `sign sign-${many === 4 ? SEATS[at % 2] : seat}`;
      fields[seat].required = plays;
      option.hidden = option.disabled = !plays;
    });
    if (fields.dealer.selectedOptions[0]?.disabled) fields.dealer.value = "A";
    show(many === 4 && book.doubles.length > 1, only("doubles"));
    show(book.targets.length > 1, only("target"));
    show(book.five_card && many === 2, only("five"));
    show(skunks(book), only("skunks"));
    show(book.rule_5_1_b, only("struck"));
    if (fields.muggins) {
      fields.muggins.disabled = !book.muggins;
      if (!book.muggins) fields.muggins.checked = false;
    }
    show(fields.mode?.value === "sanctioned", only("sanctioned"));
    const named = { profile: hint.getAttribute(`data-name-${profile()}`) };
    const lines = [];
    if (book.players.length < fields.many.options.length && many !== 2) lines.push(filled(hint.dataset.players, { ...named, allowed: book.players.join(" / "), rule: book.rules.players }));
    if (fields.muggins && !book.muggins) lines.push(filled(hint.dataset.muggins, { ...named, rule: book.rules.muggins }));
    if (many === 4) lines.push(hint.dataset.four);
    if (many === 3) lines.push(hint.dataset.three);
    hint.textContent = lines.join(" ");
    hint.hidden = !lines.length;
  };

  for (const seat of SEATS) {
    const name = () => {
      const option = fields.dealer.querySelector(`[value="${seat}"]`);
      option.dataset.seat ??= option.textContent;
      option.textContent = fields[seat].value.trim() || option.dataset.seat;
    };
    fields[seat].addEventListener("input", name);
    name(); // a browser that goes back to the form brings its names with it
  }
  form.addEventListener("change", adapt);
  adapt();

  return () => {
    const book = books[profile()], many = Number(fields.many.value), options = {};
    if (book.targets.length > 1 && fields.target.value !== String(book.targets[0])) options.target = Number(fields.target.value);
    if (many === 4 && book.doubles.length > 1) options.doubles = fields.doubles.value;
    if (fields.skunks?.checked && skunks(book)) options.skunks = true;
    if (fields.struck?.checked && book.rule_5_1_b) options.rule_5_1_b = true;
    if (fields.five?.checked && book.five_card && many === 2) options.five_card = true;
    return {
      players: Object.fromEntries(SEATS.slice(0, many).map((seat) => [seat, fields[seat].value])),
      dealer: fields.dealer.value,
      options,
    };
  };
}
