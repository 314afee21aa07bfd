// Sending to the table: as JSON, with this page's token; what comes back is a sentence in the visitor's language.

const KEPT = 60_000; // bytes; a browser keeps 64 KiB on the way when its page is left

export async function send(path, body, lost = "") {
  const query = document.body.dataset.lang ? `?lang=${document.body.dataset.lang}` : "";
  const told = JSON.stringify(body);
  try {
    const answer = await fetch(`/api/v1/${path}${query}`, {
      method: "POST",
      keepalive: told.length < KEPT, // who taps and walks on to the next page has tapped
      headers: { "Content-Type": "application/json", "X-CSRF-Token": document.body.dataset.token },
      body: told,
    });
    const said = await answer.json();
    return { ok: answer.ok, status: answer.status, say: said.say || "", told: said };
  } catch {
    return { ok: false, status: 0, say: lost, told: {} };
  }
}
