// Keeps a page fresh that somebody only looks at: fetches it again and puts its new contents in, quietly.
// Without scripts the page reloads itself instead. What somebody is typing is never replaced.

const body = document.body;
const every = Number(body.dataset.fresh) * 1000;

async function look() {
  const main = document.getElementById("main");
  if (main.contains(document.activeElement) && document.activeElement.matches("input, select, button")) return;
  if ([...main.querySelectorAll("input, textarea")].some((one) => one.value !== one.defaultValue)) return;
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    main.replaceChildren(...page.getElementById("main").childNodes);
  } catch {
    for (const word of document.querySelectorAll("[data-lost]")) word.hidden = false;
  }
}

if (every > 0) setInterval(look, every);
