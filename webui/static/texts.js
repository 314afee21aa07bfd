// Texts of a page: a table found in its template, with {names} filled in and the plural form of the language.

const root = JSON.parse(document.getElementById("texts").dataset.texts);
const lang = document.body.dataset.lang;

function find(table, keys) {
  if (!keys.length) return table;
  if (table === null || typeof table !== "object") return undefined;
  for (let length = keys.length; length > 0; length -= 1) {
    const key = keys.slice(0, length).join(".");
    if (key in table) {
      const found = find(table[key], keys.slice(length));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

export function say(path, fill = {}) {
  let text = find(root, path.split("."));
  if (text !== null && typeof text === "object") {
    const n = Math.abs(fill.n ?? 2);
    text = (lang === "fr" ? n <= 1 : n === 1) ? text.one ?? text.other : text.other;
  }
  return String(text ?? path).replace(/\{(\w+)\}/g, (_, name) => String(fill[name] ?? "…"));
}
