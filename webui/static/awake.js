// A player's phone stays awake while the table's page is in sight. Browsers allow it over HTTPS (and on the table itself).

let lock = null;

async function hold() {
  if (document.visibilityState !== "visible" || lock !== null) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch { /* the battery is low, or the phone does not want to */ }
}

export function stayAwake() {
  if (!("wakeLock" in navigator) || !document.body.dataset.seat) return;
  document.addEventListener("visibilitychange", hold);
  hold();
}
