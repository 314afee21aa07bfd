// What the pages of a workbench share: asking the table for its state, and the line that says why nothing is shown.

import { by } from "./make.js";

/** Ask for the state of `what`: `take(state)` where it may be seen, `close(text)` where not, `late()` where no answer came. */
export async function lookAt(what, { take, close, late }) {
  if (document.visibilityState !== "visible") return;
  try {
    const answer = await fetch(`/api/v1/${what}?lang=${document.body.dataset.lang}`);
    const body = await answer.json();
    if (answer.status === 403) return close(body.say);
    if (!answer.ok) throw new Error(String(answer.status));
    take(body.state);
  } catch {
    late();
  }
}

export function notice(text) {
  by("notice").textContent = text;
  by("notice").hidden = text === "";
}
