// Following the table: server-sent events, a new connection when one is lost or silent, polling where streams fail.

const SILENT_MS = 15000; // the server says something every 5 s
const POLL_MS = 2000;
const FAILURES_BEFORE_POLLING = 3;
const PAUSES_MS = [500, 1000, 2000, 4000];

export function follow(query, show, link) {
  let source = null;
  let heard = performance.now();
  let failures = 0;
  let polling = 0;
  let etag = "";
  let waiting = 0;

  const alive = () => { heard = performance.now(); failures = 0; link("live"); };

  const lost = () => {
    source?.close();
    source = null;
    failures += 1;
    link(failures > 1 ? "lost" : "wait");
    if (failures >= FAILURES_BEFORE_POLLING && !polling) polling = setInterval(poll, POLL_MS);
    clearTimeout(waiting);
    waiting = setTimeout(open, PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1]);
  };

  function open() {
    clearTimeout(waiting);
    source?.close();
    const mine = new EventSource(`/api/v1/live?${query}`);
    source = mine;
    mine.addEventListener("beat", () => { stopPolling(); alive(); });
    mine.addEventListener("view", (event) => { stopPolling(); alive(); show(JSON.parse(event.data)); });
    mine.addEventListener("error", () => { if (mine === source) lost(); });
  }

  async function poll() {
    try {
      const answer = await fetch(`/api/v1/view?${query}`, { headers: etag ? { "If-None-Match": etag } : {} });
      if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
      heard = performance.now();
      link("live");
      if (answer.status === 200) {
        etag = answer.headers.get("ETag") || "";
        show(await answer.json());
      }
    } catch {
      link("lost");
    }
  }

  function stopPolling() {
    clearInterval(polling);
    polling = 0;
  }

  const wake = () => {
    if (document.visibilityState === "visible" && performance.now() - heard > SILENT_MS) { link("wait"); open(); }
  };
  setInterval(() => { if (source && performance.now() - heard > SILENT_MS) lost(); }, 1000);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", open);
  window.addEventListener("pagehide", () => source?.close());
  window.addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  open();
}
