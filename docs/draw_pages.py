"""Makes the pictures of the table's pages from one that is running: `python docs/draw_pages.py URL DATA`.

It wants a demo with a finished game (`pegwatch demo --players often --data DATA`), gives it two
judges, opens a call about the hand that lies there, looks at the pages as people do, and writes docs/pictures.
Chromium and Playwright are needed.
"""

from __future__ import annotations

import json
import sys
import urllib.request
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from picture_browser import launched
from playwright.sync_api import Browser, Page, sync_playwright
from small_pictures import small

from webui.door.accounts import JUDGE, Accounts
from webui.door.roles import ACCOUNTS_FILE

PICTURES = Path(__file__).parent / "pictures"
JUDGES = {"Ruth Lee": "271828", "Jo Hart": "314159"}
PATIENCE_MS = 300_000
COUNTED = """async () => {
  const view = await (await fetch("/api/v1/view")).json();
  const found = view.verdicts.some((one) => one.code === "overpeg");
  const counted = view.hands.filter((hand) => hand.earned && hand.cards.length === 4);
  return found && view.state === "show" && counted.length >= 2;
}"""


def main(url: str, data: Path) -> None:
    """All pictures, one after the other; each is written as it is made."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        try:
            judge(opened(browser, 1280, 1180), url, data)
            game(opened(browser, 1280, 900), url)
            steps(browser, url)
            table(opened(browser, 1280, 1180), url)
        finally:
            browser.close()


def opened(browser: Browser, width: int, height: int, scale: float = 0.75) -> Page:
    """A page of a browser of its own."""
    size: Any = {"width": width, "height": height}
    context = browser.new_context(viewport=size, device_scale_factor=scale, locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)
    return context.new_page()


def shown(page: Page, name: str) -> None:
    """What the page shows now, as a picture."""
    page.screenshot(path=str(PICTURES / name), animations="disabled")
    small(PICTURES / name)
    print(PICTURES / name)


def table(page: Page, url: str) -> None:
    """The table in a show, with two hands settled and an overpeg found; and what the camera saw of it."""
    page.goto(url, wait_until="domcontentloaded")
    while not page.evaluate(
        COUNTED
    ):  # what wait_for_function is given must not be a promise: that is always true
        page.wait_for_timeout(300)
    page.locator("#picture").wait_for()
    page.wait_for_timeout(400)
    shown(page, "table.png")
    with urllib.request.urlopen(f"{url.rstrip('/')}/camera.jpg") as answer:
        (PICTURES / "eye.jpg").write_bytes(answer.read())


def game(page: Page, url: str) -> None:
    """The newest game that is over."""
    with urllib.request.urlopen(f"{url.rstrip('/')}/api/v1/games") as answer:
        games = json.load(answer)["games"]
    over = next(one["game"] for one in games if one["state"] == "over")
    page.goto(f"{url.rstrip('/')}/games/{over}", wait_until="domcontentloaded")
    shown(page, "game.png")


def steps(browser: Browser, url: str) -> None:
    """Three steps of the set-up on a phone, side by side."""
    found = []
    for step, ready in (("network", "#networks label"), ("camera", "#findings li"), ("players", "#first")):
        page = opened(browser, 390, 844, 1.0)
        page.goto(f"{url.rstrip('/')}/setup/steps/{step}", wait_until="domcontentloaded")
        page.locator(ready).first.wait_for()
        page.wait_for_timeout(3000)
        found.append(cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR))
    rim = np.full((found[0].shape[0], 24, 3), 255, np.uint8)
    cv2.imwrite(str(PICTURES / "steps.png"), np.hstack([found[0], rim, found[1], rim, found[2]]))
    small(PICTURES / "steps.png")
    print(PICTURES / "steps.png")


def judge(page: Page, url: str, data: Path) -> None:
    """The judge desk over the first player's hand of the deal that is on."""
    accounts = Accounts(data / ACCOUNTS_FILE)
    for name, pin in JUDGES.items():
        accounts.put(JUDGE, name, pin)
        page.goto(f"{url.rstrip('/')}/login", wait_until="domcontentloaded")
        page.locator("[name=name]").fill(name)
        page.locator("[name=pin]").fill(pin)
        page.locator("#login .main").click()
        page.locator("#open").wait_for()
    page.locator("[name=matter]").select_option("overpeg")
    page.locator("[name=about]").select_option("hand-A")
    page.locator("#openers button").first.click()
    page.locator("#steps button").first.click()
    page.locator("#questions .asked button").first.click()
    page.locator("#pictures img").first.wait_for()
    page.wait_for_timeout(2000)
    shown(page, "judge.png")
    page.get_by_role("button", name="Close the call").click()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
