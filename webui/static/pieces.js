// A file is sent piece by piece: the table takes no more than 16 kB at a time, from anybody.

import { send } from "./post.js";

const PIECE = 9000; // bytes; in base64 with its JSON under the table's limit
const TRIES = 5;

function base64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

// `body` goes with each piece; `shown` is told the share that is there, `isTold` knows the answer to a whole file.
export async function bring(path, file, body, shown, lost, isTold = () => true) {
  let at = 0;
  let tries = 0;
  for (;;) {
    const bytes = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
    const last = at + bytes.length >= file.size;
    const answer = await send(path, { ...body, at, data: base64(bytes), last }, lost);
    if (answer.status && !answer.ok) return answer;
    if (!answer.ok) {
      tries += 1;
      if (tries >= TRIES) return answer;
      continue;
    }
    tries = 0;
    if (last && answer.told.there === file.size && isTold(answer.told)) return answer;
    at = answer.told.there;
    shown(file.size ? at / file.size : 0);
  }
}
