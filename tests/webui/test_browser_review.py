"""The review in a real browser: stepping by keys, buttons and slider, whose discards, the link; and the rematch."""

from __future__ import annotations

import time
from typing import Any, Final

import pytest
from browsing import Server, visit
from chromium import MARKS
from playwright.sync_api import Page, expect
from screens import keep

pytestmark = MARKS
PATIENCE_S: Final = 120.0
PLAY = [("B", "QD", 10), ("A", "8S", 18), ("B", "5C", 23), ("A", "7H", 30), ("B", "TH", 10), ("A", "KC", 20),
        ("B", "5D", 25), ("A", "9C", 9)]  # fmt: skip
HANDS = [("hand", "B", "QD 5C TH 5D", 10), ("hand", "A", "8S 7H KC 9C", 5), ("crib", "A", "2S AH AC 9D", 6)]


@pytest.fixture
def story(live_story: Any) -> Any:
    """One deal seen from the starter to the crib, and a game that Bob has won."""
    live_story.begin().cards("starter", "2C").phase("play", "B", "play")
    for player, card, count in PLAY:
        body = {"player": player, "card": card, "count": count, "points": 0, "parts": []}
        live_story.tell("played", body)
    for what, player, cards, earned in HANDS:
        key = f"1-{what}-{player}"
        body = {"id": key, "what": what, "player": player, "deal": 1, "state": "closed", "earned": earned}
        live_story.tell(
            "item", body | {"pegged": earned, "cards": cards.split(), "parts": [["fifteen", 2]], "text": "x"}
        )
        live_story.verdict("scored", player, earned, item=key, what=what).peg(player, earned)
    return live_story.next_deal(2).win()


def open_review(page: Page, server: Server, where: str = "") -> None:
    end = time.monotonic() + PATIENCE_S
    while not page.request.get(f"{server.url}api/v1/games/1").json().get("result"):
        assert time.monotonic() < end, "the page's server never heard of the end of the game"
        time.sleep(0.05)
    page.goto(f"{server.url}games/1/review{where}", wait_until="domcontentloaded")
    expect(page.locator("#stepping")).to_be_visible()


@pytest.mark.usefixtures("story")
def test_a_game_is_stepped_through_by_keys_buttons_and_slider(page: Page, server: Server) -> None:
    open_review(page, server)
    say = page.locator("#say")
    expect(say).to_have_text("2♣ is the starter.")
    page.keyboard.press("ArrowRight")
    expect(say).to_have_text("Bob plays Q♦: 10.")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator("#laid .card")).to_have_count(2)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator("#laid .card")).to_have_count(1)
    page.locator("#slider").fill("9")
    expect(page.locator("#counted h3")).to_have_text("Bob’s hand")
    expect(page.locator("[data-score=B]")).to_have_text("10")
    expect(page.locator(".board-full .peg-B.front")).to_be_visible()
    page.get_by_role("button", name="Next deal").click()
    expect(page.locator("#deal-title")).to_contain_text("Deal 2 of 2")
    page.keyboard.press("PageUp")
    expect(page.locator("#deal-title")).to_contain_text("Deal 1 of 2")
    page.keyboard.press("End")
    expect(page.locator("[data-score=B]")).to_have_text("121")


@pytest.mark.usefixtures("story")
def test_who_discarded_what_is_said_by_a_tap_and_goes_with_the_link(page: Page, server: Server) -> None:
    open_review(page, server)
    expect(page.locator("#discards .way-of[aria-pressed=true]")).to_have_count(1)
    before = page.locator("#tally [data-key=discards] [data-of=A]").text_content()
    page.locator("#discards .way-of").last.click()
    expect(page.locator("#discards .graded li").first).to_contain_text("Ann discarded A♣ 9♦")
    expect(page.locator("#discards .graded li").first).to_contain_text("more on average")
    assert page.locator("#tally [data-key=discards] [data-of=A]").text_content() != before
    link = page.locator("#link").input_value()
    assert link.endswith("#1.0;1-5")
    page.goto("about:blank")
    page.goto(link, wait_until="domcontentloaded")
    expect(page.locator("#discards .way-of").last).to_have_attribute("aria-pressed", "true")


@pytest.mark.usefixtures("story")
def test_a_link_to_a_deal_opens_there_and_a_wrong_one_at_the_beginning(page: Page, server: Server) -> None:
    open_review(page, server, "#1.99")
    expect(page.locator("#counted h3")).to_have_text("Ann’s crib")
    open_review(page, server, "#77.x;9-9,zz")
    page.reload()
    expect(page.locator("#say")).to_have_text("2♣ is the starter.")


@pytest.mark.usefixtures("story")
def test_a_review_fits_a_phone_with_its_arrows_under_the_thumb(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_review(page, server, "#1.8")
    box = page.locator("#after").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    keep(page, "review-390-light")


@pytest.mark.usefixtures("story")
def test_after_a_game_one_tap_begins_the_next_and_another_opens_the_review(
    page: Page, server: Server, story: Any
) -> None:
    visit(page, server, "?as=both")
    page.get_by_role("button", name="Rematch: Ann deals").click()
    expect(page.locator("#after-game .answer")).to_contain_text("The game begins")
    assert [one.body["new_game"]["dealer"] for one in story.journal.pending()] == ["A"]
    keep(page, "rematch")
    page.get_by_role("link", name="Step through the game").click()
    expect(page.locator("#say")).to_have_text("2♣ is the starter.")


@pytest.mark.usefixtures("story")
def test_the_last_deal_leads_to_its_review(page: Page, server: Server, story: Any) -> None:
    story.begin().cards("starter", "2C").hand("closed", pegged=6).next_deal(2)
    visit(page, server)
    expect(page.locator("#last-deal li").first).to_contain_text("Starter")
    page.locator("#last-check").click()
    page.wait_for_url("**/games/2/review#1*")


def test_a_review_that_may_not_be_shown_says_so_and_runs_nothing(
    page: Page, server: Server, live_story: Any
) -> None:
    """No script: the one of the review looked for what is not there."""
    live_story.begin(mode="sanctioned").cards("starter", "2C")
    end = time.monotonic() + PATIENCE_S
    while page.request.get(f"{server.url}api/v1/games/1").status != 200:
        assert time.monotonic() < end, "the page's server never heard of the game"
        time.sleep(0.05)
    page.goto(f"{server.url}games/1/review", wait_until="load")
    expect(page.locator(".empty")).to_contain_text("for its players, after the game is over")
    expect(page.locator("script[src*='review']")).to_have_count(0)
