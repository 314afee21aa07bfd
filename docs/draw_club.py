"""Makes the pictures of "Your first club night": `python docs/draw_club.py`.

A hub of its own in a temporary folder, and a director who walks the evening in a browser as the page describes it.
Chromium and Playwright are needed; writes docs/pictures.
"""

from __future__ import annotations

import re
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from picture_browser import launched
from playwright.sync_api import Page, sync_playwright
from small_pictures import small

from club.desk import Desk
from club.store import open_store
from pegwatch.ports import free_port
from webui.club.app import build_club_app
from webui.club.serve import serve_club
from webui.club.site import ClubSite

PICTURES = Path(__file__).parent / "pictures"
PIN = "739205"
NAMES = [
    "Ann Reed",
    "Bob Marsh",
    "Cy Tanner",
    "Dee Wells",
    "Éloïse Roy",
    "Fay Brook",
    "Gus Holt",
    "Ida Stone",
]
FILL = """rows => rows.forEach(row => Object.entries(row).forEach(([name, value]) => {
  const all = [...document.getElementsByName(name)];
  if (all[0].type === "radio") all.find(one => one.value === value).checked = true; else all[0].value = value;
}))"""


@contextmanager
def served(site: ClubSite) -> Iterator[str]:
    """The hub's pages on a free port; their address."""
    port = free_port()
    began, ended = threading.Event(), threading.Event()
    words = (build_club_app(site), "127.0.0.1", port, ended.is_set, began.set)
    server = threading.Thread(target=serve_club, args=words)
    server.start()
    try:
        began.wait(30)
        yield f"http://127.0.0.1:{port}"
    finally:
        ended.set()
        server.join()


def main() -> None:
    """All pictures, in the order of an evening."""
    with tempfile.TemporaryDirectory() as folder, closing(open_store(f"{folder}/hub.sqlite")) as store:
        desk = Desk(store, lambda _order: None)
        site = ClubSite(desk, b"k" * 32, None, "Riverside Pegging Club")
        site.accounts.put("director", "Dora", PIN)
        with served(site) as url, sync_playwright() as playwright:
            browser = launched(playwright)
            try:
                context = browser.new_context(
                    viewport={"width": 900, "height": 640}, device_scale_factor=1.0, locale="en-CA"
                )
                evening(context.new_page(), desk, url)
            finally:
                browser.close()


def evening(page: Page, desk: Desk, url: str) -> None:
    """A grass-roots night of eight players, as a director walks it."""
    page.goto(f"{url}/login")
    page.locator("input[name=name]").fill("Dora")
    page.locator("input[name=pin]").fill(PIN)
    page.locator("main button.main").click()
    page.goto(url)
    page.locator("input[name=name]").fill("Tuesday night")
    page.locator("input[name=date]").fill("2026-11-24")
    page.locator("input[name=format][value=grass-roots]").check()
    shown(page, "club-1-event")
    pressed(page, "Create event")
    event = desk.events()[0].n
    pressed(page, "Entries")
    page.locator("input[type=file]").set_input_files(
        {"name": "list.csv", "mimeType": "text/csv", "buffer": ("Name\n" + "\n".join(NAMES)).encode()}
    )
    pressed(page, "Import")
    pressed(page, f"Take these {len(NAMES)}")
    pressed(page, "Random seating")
    page.goto(f"{url}/events/{event}/chart")
    shown(page, "club-2-seats")
    for game in range(1, desk.evening(event).games + 1):
        page.goto(f"{url}/events/{event}/games/{game}")
        here = [m for m in desk.evening(event).missing if m.game == game]
        page.evaluate(FILL, [fields(m.one, net(game, m.one)) for m in here])
        if game == 1:
            shown(page, "club-3-results")
        pressed(page, "Save all")
    page.goto(f"{url}/events/{event}")
    shown(page, "club-4-desk")
    page.goto(f"{url}/events/{event}/standings")
    pressed(page, "Announce the standings")
    page.goto(f"{url}/events/{event}/standings")
    shown(page, "club-5-standings")


def fields(one: str, by: int) -> dict[str, str]:
    """One slip, as the form has it."""
    return {f"winner-{one}": "one" if by > 0 else "other", f"spread-{one}": str(abs(by))}


def net(game: int, one: str) -> int:
    """What the first of the two wins by: always the same."""
    number = int(re.sub(r"\D", "", one))
    return (7 + 3 * number + game) % 40 + 1 if (game + number) % 3 else -((11 * number + game) % 30 + 1)


def pressed(page: Page, name: str) -> None:
    """Press a key or a link by what stands on it."""
    page.locator("main button:visible, main a:visible").filter(has_text=name).first.click()
    page.wait_for_load_state()


def shown(page: Page, name: str) -> None:
    """What the page shows now, as a small picture."""
    page.evaluate("document.activeElement?.blur(); window.scrollTo(0, 0)")
    path = PICTURES / f"{name}.png"
    page.screenshot(path=str(path), animations="disabled")
    small(path)
    print(path)


if __name__ == "__main__":
    main()
