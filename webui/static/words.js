// Texts out of a table of words: {names} filled in, and the plural form of the page's language.

const lang = document.body.dataset.lang;
const plural = new Intl.PluralRules(lang || "en");

// A key may itself hold the mark between keys: the longest one that leads somewhere counts, as on the server.
function find(table, keys, mark) {
  if (!keys.length) return table;
  if (table === null || typeof table !== "object") return undefined;
  for (let length = keys.length; length > 0; length -= 1) {
    const key = keys.slice(0, length).join(mark);
    if (key in table) {
      const found = find(table[key], keys.slice(length), mark);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

// French that fits the name that follows: "la main d’Ann", as on the server.
export function elided(text, fill) {
  if (lang !== "fr") return text;
  return text.replace(/\b([dD]|[qQ]u)e \{(\w+)\}/g, (whole, word, name) =>
    /^[aàâäáæeéèêëiîïíoôöóœuùûüú]\p{L}/iu.test(String(fill[name] ?? "")) ? `${word}’{${name}}` : whole);
}

// A function from a path and what fills it to its text; where there is none, `missing` makes one of the path.
export function teller(table, mark, missing) {
  return (path, fill = {}) => {
    let text = find(table, path.split(mark), mark);
    if (text !== null && typeof text === "object") {
      text = text[plural.select(Math.abs(fill.n ?? 2))] ?? text.other;
    }
    return elided(String(text ?? missing(path)), fill).replace(/\{(\w+)\}/g, (_, name) => String(fill[name] ?? "…"));
  };
}
