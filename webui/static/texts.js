// Texts of a page, out of the table in its template.

import { teller } from "./words.js";

export const say = teller(JSON.parse(document.getElementById("texts").dataset.texts), ".", (path) => path);
