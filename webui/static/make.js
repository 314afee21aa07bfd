// Small helpers to make elements; text always goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

export function el(tag, className = "", ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

// A card as people write it: 10♠ for TS.
export const pretty = (card) => `${card[0] === "T" ? "10" : card[0]}${SIGNS[card[1]] ?? card.slice(1)}`;

export const by = (id) => document.getElementById(id);

// Replace children only where something changed. What people are doing there survives: an element with the key and the
// stamp of before stays as it is; in one that changed, half-typed answers, open details and the focus are put back.
export function fill(parent, key, make) {
  const stamp = JSON.stringify(key);
  if (parent.dataset.stamp === stamp) return false;
  parent.dataset.stamp = stamp;
  const doing = remember(parent);
  const before = new Map([...parent.children].filter((one) => one.dataset.key).map((one) => [one.dataset.key, one]));
  const wanted = make().map((one) => {
    const old = one.dataset?.key && before.get(one.dataset.key);
    if (old && stamps.get(old) === stamps.get(one)) return old;
    return typeof one === "string" ? document.createTextNode(one) : one;
  });
  for (const old of [...parent.childNodes]) if (!wanted.includes(old)) old.remove();
  wanted.forEach((one, place) => { if (parent.childNodes[place] !== one) parent.insertBefore(one, parent.childNodes[place] ?? null); });
  putBack(parent, doing);
  return true;
}

const stamps = new WeakMap(); // what an element was made of
const asMade = new WeakMap(); // what a field said when it was made

// An element that `fill` knows again by its key; as long as its stamp is the same it is not made again.
export function keyed(key, stamp, made) {
  made.dataset.key = key;
  stamps.set(made, JSON.stringify(stamp));
  return made;
}

const FIELDS = "input, select, textarea, details, button, summary, a[href]";
const said = (one) => (one.matches("details") ? one.open : one.matches("[type=checkbox], [type=radio]") ? one.checked : one.value);
const fields = (parent) => [...(parent.matches("select") ? [parent] : []), ...parent.querySelectorAll(FIELDS)];

// Which field it is: by its holder's key, its kind and its place there. What is pressed is known by its words: the focus
// must not come to lie on a button that does something else. So is what has no holder with a key.
function nameOf(one, parent) {
  if (one === parent) return "itself";
  const found = one.closest("[data-key]");
  const holder = found && found !== parent && parent.contains(found) ? found : null;
  if (!holder || one.matches("button, summary, a")) return `/${holder?.dataset.key ?? ""}/${one.tagName}/${one.textContent}`;
  return `${holder.dataset.key}/${one.tagName}/${[...holder.querySelectorAll(one.tagName)].indexOf(one)}`;
}

function remember(parent) {
  return new Map(fields(parent).map((one) => [nameOf(one, parent), {
    changed: asMade.has(one) && asMade.get(one) !== said(one), value: said(one), caret: one.selectionStart ?? null,
    focused: one === document.activeElement,
  }]));
}

function putBack(parent, doing) {
  for (const one of fields(parent)) {
    const name = nameOf(one, parent), was = doing.get(name);
    const isNew = !asMade.has(one) || one === parent;
    if (isNew) asMade.set(one, said(one));
    if (!was) continue;
    if (isNew && was.changed && !name.startsWith("/")) speak(one, was.value);
    if (was.focused && one !== document.activeElement) {
      one.focus({ preventScroll: true });
      if (was.caret !== null) one.setSelectionRange(was.caret, was.caret);
    }
  }
}

function speak(one, value) {
  if (one.matches("details")) one.open = value;
  else if (one.matches("[type=checkbox], [type=radio]")) one.checked = value;
  else if (!one.matches("select") || [...one.options].some((option) => option.value === value)) one.value = value;
}
