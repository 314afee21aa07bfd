"""A whole card typed from the paper: totals follow as one types, all lines are written or none, and cross-checking
finds what the two papers tell differently."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

import playwright.sync_api
import pytest
from browsers import PIN, Browser, said
from halls import served

from club.desk import Desk
from club.errors import ClubError
from club.lists import read_line, typed
from cribbage.tournament.scorecards import Line
from webui.club.site import ClubSite

Night = Callable[..., int]
LINES = {
    "12": Line("W", 12, "+"), "+7": Line("W", 7, "+"), "-7": Line("L", 7, "-"), "−31": Line("L", 31, "-"),
    "w": Line("W"), "L": Line("L"), "l+7": Line("L", 7, "+"), "w-3": Line("W", 3, "-"), "l9": Line("L", 9, "-"),
}  # fmt: skip


@pytest.mark.parametrize("text", LINES)
def test_a_line_reads_as_it_is_typed_and_is_shown_so(text: str) -> None:
    assert read_line(text) == LINES[text]
    assert read_line(typed(LINES[text])) == LINES[text]


@pytest.mark.parametrize("text", ["x", "+", "1000", "0", "122", "7w", "--7", ""])
def test_what_is_no_line_is_refused(text: str) -> None:
    with pytest.raises(ClubError):
        read_line(text)


def test_a_card_is_written_whole_or_not_at_all(dora: Browser, desk: Desk, night: Night) -> None:
    event = night()
    page = dora.get(f"/events/{event}/cards/1/grid")
    assert page.count("data-game=") == 3
    dora.do(event, "card", owner="1", **{"line-1": "12", "line-2": "x", "line-3": "-5"})
    assert desk.evening(event).lines == {}, "row 2 is no line, so nothing is written"
    page = dora.do(event, "card", owner="1", **{"line-1": "12", "line-2": "31", "line-3": "-5"})
    assert said(page) == "good: 3 lines written down. Here is the next card."
    assert desk.evening(event).cards["1"].totals().game_points == 5
    assert "4" not in desk.evening(event).lines, "the other card is another paper"
    dora.do(event, "card", owner="1", **{"line-1": "13", "line-2": "31"})
    assert desk.evening(event).cards["1"].line(1).spread == 12, "a correction needs its reason"
    dora.do(event, "card", owner="1", why="read again", **{"line-1": "13", "line-2": "31"})
    assert desk.evening(event).cards["1"].line(1).spread == 13


def test_totals_on_the_paper_that_do_not_follow_are_said(dora: Browser, desk: Desk, night: Night) -> None:
    event = night()
    dora.get(f"/events/{event}/cards/1/grid")
    form = {"line-1": "12", "line-2": "31", "line-3": "-5", "total-game_points": "5", "total-net": "39"}
    assert "39 → 38" in said(dora.do(event, "card", owner="1", **form))
    assert len(desk.evening(event).lines["1"]) == 3


def test_the_next_card_is_the_next_one_of_which_a_line_lacks(dora: Browser, desk: Desk, night: Night) -> None:
    event = night()
    assert 'name="then" value="/events/1/cards/2/grid"' in dora.get(f"/events/{event}/cards/1/grid")
    for m in desk.evening(event).missing:
        desk.write_line(event, "Dora", "2", m.game, Line("W", 5, "+")) if "2" in (m.one, m.other) else None
    assert 'name="then" value="/events/1/cards/3/grid"' in dora.get(f"/events/{event}/cards/1/grid")


def test_the_grid_is_for_directors_and_cards_with_spreads(
    guest: Browser, dora: Browser, night: Night
) -> None:
    guest.get(f"/events/{night()}/cards/1/grid", 403)
    dora.get(f"/events/{night(4, 'alberta-round-robin', 0)}/cards/1/grid", 404)


@pytest.mark.browser
def test_22_games_by_keyboard_alone_with_totals_that_follow(
    site: ClubSite, desk: Desk, night: Night, browser: playwright.sync_api.Browser
) -> None:
    event = night(24, "acc-cut", 22)
    site.accounts.put("director", "Dora", PIN)
    spreads = [(-1) ** n * (3 * n + 1) for n in range(22)]
    with served(site) as url, closing(browser.new_page()) as page:
        page.goto(f"{url}/login")
        page.fill("input[name=name]", "Dora")
        page.fill("input[name=pin]", PIN)
        page.click("button.main")
        page.goto(f"{url}/events/{event}/cards/1/grid")
        page.focus("[name=line-1]")
        for spread in spreads:
            page.keyboard.type(str(spread))
            page.keyboard.press("Enter")
        won = [spread for spread in spreads if spread > 0]
        points = sum(3 if spread >= 31 else 2 for spread in won)
        page.wait_for_function(f"document.querySelector('[data-sum=game_points]').textContent === '{points}'")
        for total in (points + 1, len(won), sum(won)):
            page.keyboard.type(str(total))
            page.keyboard.press("Enter")
        assert page.locator("[data-sum=game_points]").get_attribute("class") == "red"
        assert page.locator("[data-sum=games_won]").get_attribute("class") != "red"
        page.click("#grid button.main")
        page.wait_for_url("**/cards/2/grid")
    card = desk.evening(event).cards["1"]
    assert [card.line(n).spread for n in range(1, 23)] == [abs(spread) for spread in spreads]
