"""Pairs, three players, games to 61 on the smallest phone: nothing cut off, and it is said who of a pair deals."""

from __future__ import annotations

from typing import Any

from browsing import Server, visit
from chromium import MARKS
from playwright.sync_api import Page, expect
from screens import keep

pytestmark = MARKS
FOUR = {"A": "Annemarie", "B": "Bartholomew", "C": "Christabel", "D": "Dominic"}
CUT_OFF = """() => [...document.querySelectorAll('.score *')].filter(
  (one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3
    && one.matches("[data-name]"))
    && getComputedStyle(one).display !== 'inline'
).map((one) => one.outerHTML)"""


GAMES: list[tuple[str, dict[str, Any]]] = [
    ("ABCD", {"options": {"players": 4, "doubles": True}}),
    ("ABC", {"profile": "hoyle", "options": {"players": 3}, "pegs": {"C": [0, -1]}}),
    ("AB", {"profile": "hoyle", "target": 61, "options": {"target": 61}}),
]
DEALER = {"en": ("dealer", "Annemarie deals", "to 61"), "fr": ("donneur", "Annemarie donne", "en 61 points")}


def test_other_games_fit_the_smallest_phone(page: Page, server: Server, live_story: Any) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    for lang, (dealer, of_pair, to) in DEALER.items():
        live_story.begin(players={"A": "Ann", "B": "Bob"})
        visit(page, server, f"?lang={lang}")
        for seats, header in GAMES:
            names = {seat: FOUR[seat] for seat in seats}
            live_story.begin(players=names, **header).phase("play", "B", "play")
            shown = " & ".join(names[seat] for seat in ("AC" if seats == "ABCD" else "A"))
            expect(page.locator('[data-side="A"] [data-name]')).to_have_text(shown)
            expect(page.locator("[data-dealer]:visible")).to_have_text(of_pair if seats == "ABCD" else dealer)
            expect(page.locator("#target")).to_have_text(to if "target" in header else "")
            assert page.evaluate("document.documentElement.scrollWidth") <= 320
            assert page.evaluate(CUT_OFF) == []
            keep(page, f"others-{len(seats)}-{lang}")
