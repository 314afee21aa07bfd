// Sending to the table: as JSON, with this page's token; what comes back is a sentence in the visitor's language.

export async function send(path, body, lost = "") {
  const query = document.body.dataset.lang ? `?lang=${document.body.dataset.lang}` : "";
  try {
    const answer = await fetch(`/api/v1/${path}${query}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRF-Token": document.body.dataset.token },
      body: JSON.stringify(body),
    });
    const told = await answer.json();
    return { ok: answer.ok, status: answer.status, say: told.say || "", told };
  } catch {
    return { ok: false, status: 0, say: lost, told: {} };
  }
}
