"""An evening in a real browser with its taps counted: to join, to begin a game with known players, to fix a card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from browsing import MARKS, Server, visit
from playwright.sync_api import Locator, Page, expect

from webui.door.roles import CODE_FILE
from webui.door.tablecode import TableCode

pytestmark = MARKS
MOST = {"join": 3, "new game": 4, "rematch": 1, "fix a card": 4, "to the review": 2}
Tap = Callable[[Locator], None]


@pytest.fixture
def taps() -> dict[str, int]:
    """How many taps each thing took."""
    return {}


def test_an_evening_takes_no_more_taps_than_it_may(
    page: Page, server: Server, live_story: Any, taps: dict[str, int]
) -> None:
    doing = ""

    def tap(what: Locator) -> None:
        taps[doing] = taps.get(doing, 0) + 1
        what.click()

    page.set_viewport_size({"width": 390, "height": 844})
    live_story.begin().win()

    doing = "join"  # the code was scanned
    code = TableCode(server.data / CODE_FILE).read()
    page.goto(f"{server.url}join#{code}", wait_until="domcontentloaded")
    tap(page.locator(".mode:has([value=B])"))
    tap(page.get_by_role("button", name="Join"))
    page.wait_for_url(server.url)

    visit(page, server, "?as=B")
    doing = "rematch"
    tap(page.get_by_role("button", name="Rematch: Ann deals"))
    expect(page.locator("#after-game .answer")).to_contain_text("The game begins")

    doing = "new game"  # the same players, chosen by hand
    tap(page.locator("#new-game summary"))
    expect(page.locator("#new-form [name=A]")).to_have_value("Ann")
    tap(page.get_by_role("button", name="Start the game"))
    expect(page.locator("#new-form .answer")).to_contain_text("The game begins")
    assert [one.body["new_game"]["players"] for one in live_story.journal.pending()] == [
        {"A": "Ann", "B": "Bob"}
    ] * 2

    live_story.begin().show()
    doing = "fix a card"
    tap(page.locator("#hands .of-B .cards.tap"))
    tap(page.locator('.key[data-card="KC"]'))
    tap(page.locator('.key[data-card="KS"]'))
    tap(page.get_by_role("button", name="Save").last)
    expect(page.locator("#by-hand")).not_to_be_visible()
    assert live_story.journal.pending()[-1].body["cards"] == {"zone": "B", "seen": ["5H", "5S", "JD", "KS"]}

    live_story.hand("closed", pegged=6).next_deal(2)
    doing = "to the review"
    tap(page.locator("#last summary"))
    tap(page.locator("#last-check"))
    page.wait_for_url("**/games/2/review*")

    assert {what: many for what, many in taps.items() if many > MOST[what]} == {}
    assert taps.keys() == MOST.keys()
