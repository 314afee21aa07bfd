"""A joined phone: buttons under the thumb, a page of two screens at most, an icon for the home screen."""

from __future__ import annotations

import json
from typing import Any
from urllib.request import urlopen

import pytest
from browsing import Server, visit
from chromium import MARKS
from playwright.sync_api import Page, expect
from screens import keep

pytestmark = MARKS
SCREEN = {"width": 390, "height": 844}


@pytest.fixture
def story(live_story: Any) -> Any:
    """A club game in its second deal: the last deal to look at, findings, and a hand that lies there, pegged."""
    live_story.begin().cards("B", "5H", "5S", "JD", "KC").hand("earned", key="h1").peg("B", 6)
    live_story.hand("closed", pegged=6, key="h1").verdict("scored", "B", 6, item="h1", what="hand")
    live_story.next_deal(2).show().peg("B", 6)
    return live_story.hand("pegged", pegged=6).cards("A", "8S", "7H", "KC", "9C")


@pytest.mark.usefixtures("story")
def test_a_players_page_is_two_screens_at_most(page: Page, server: Server) -> None:
    page.set_viewport_size(SCREEN)  # type: ignore[arg-type]
    visit(page, server, "?as=A")
    # This browser is the table's own screen: a joined phone has neither the address to scan nor other phones' seats.
    page.locator(".foot .qr, #phones").evaluate_all("all => all.forEach(one => one.remove())")
    expect(page.locator("#hands .hand")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollHeight") <= 2 * SCREEN["height"]
    keep(page, "joined-phone")


@pytest.mark.usefixtures("story")
def test_the_buttons_stay_under_the_thumb_and_the_rare_ones_are_one_tap_away(
    page: Page, server: Server
) -> None:
    page.set_viewport_size(SCREEN)  # type: ignore[arg-type]
    visit(page, server, "?as=A")
    agree = page.get_by_role("button", name="I agree")
    for where in (0, 10_000):
        page.evaluate(f"scrollTo(0, {where})")
        box = agree.bounding_box()
        assert box is not None
        assert 844 / 2 < box["y"] < 844 - box["height"]
    overpegged = page.get_by_role("button", name="You overpegged")
    expect(overpegged).to_be_hidden()
    page.get_by_role("button", name="More").click()
    expect(overpegged).to_be_visible()
    page.get_by_role("button", name="Fix a mistake").click()
    expect(page.locator("#correct")).to_have_attribute("open", "")
    expect(overpegged).to_be_hidden()


@pytest.mark.usefixtures("story")
def test_on_a_tablet_nothing_is_folded_away(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 820, "height": 1180})
    visit(page, server, "?as=A")
    for name in ("You overpegged", "Concede", "Call a judge"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
    expect(page.get_by_role("button", name="More")).to_be_hidden()
    expect(page.locator("#last-check")).to_be_visible()


def test_the_page_can_be_put_on_the_home_screen(page: Page, server: Server) -> None:
    visit(page, server)
    link = page.locator("link[rel=manifest]").get_attribute("href")
    with urlopen(server.url + str(link).lstrip("/")) as answer:
        assert answer.headers["Content-Type"].startswith("application/manifest+json")
        manifest = json.load(answer)
    for icon in manifest["icons"]:
        with urlopen(f"{server.url}static/{icon['src']}") as answer:
            assert answer.headers["Content-Type"].startswith(icon["type"])


@pytest.mark.usefixtures("story")
def test_a_players_screen_is_kept_on_while_the_page_is_in_sight(page: Page, server: Server) -> None:
    page.add_init_script(
        "window.asked = 0; Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => "
        "{ window.asked += 1; return new EventTarget(); }}});"
    )
    visit(page, server)
    assert page.evaluate("asked") == 0, "a phone that only watches"
    visit(page, server, "?as=A")
    page.wait_for_function("asked === 1")
