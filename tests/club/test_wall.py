"""The wall: who sits where, playoff and standings for everyone in the room, and nothing that is not announced."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from browsers import Browser as Visitor
from chromium import needs_chromium
from everybody import faults
from halls import served
from playwright.sync_api import Browser, Page, expect
from screens import keep

from club.desk import Desk
from club.lists import EntryRow
from club.store import open_store
from pegwatch.simulated.evening import play
from webui.club.site import ClubSite
from webui.club.wall import START_SHOWN_S, wall_view

Night = Callable[..., int]


def kinds(desk: Desk, only: int | None = None) -> list[str]:
    return [screen["kind"] for screen in wall_view(desk, only)["screens"]]


def test_an_event_entered_by_hand_stands_on_the_wall(guest: Visitor, desk: Desk, night: Night) -> None:
    event = night(players=5)
    page = guest.get("/room")
    assert "No table has reported yet" not in page
    assert "Game 1 of 3" in page
    for entry in desk.evening(event).entries.values():
        assert entry.name in page
    assert "Sitting out: " in page
    assert "2 results are still missing" in page
    desk.write_game(event, "Dora", 1, desk.evening(event).meetings[0].one, 12)
    page = guest.get("/room")
    assert "result is in" in page
    assert "+12" not in page


def test_what_the_director_has_not_announced_is_on_no_screen(
    dora: Visitor, guest: Visitor, desk: Desk, night: Night
) -> None:
    event = night(players=12, form="acc-cut", games=5)
    for (game, one, _), net in play(desk.evening(event), 5).items():
        desk.write_game(event, "Dora", game, one, net)
    desk.start_playoffs(event, "Dora", 3)
    for who in (guest, dora):
        page = who.get("/room")
        assert "All results are in" in page
        assert "rank" not in page
        assert "Ann" not in page
    assert kinds(desk) == ["note"]
    desk.announce(event, "Dora", True)
    assert kinds(desk) == ["bracket", "standings"]
    assert "Ann" in guest.get("/room")
    desk.announce(event, "Dora", False)
    assert kinds(desk) == ["note"]


def test_a_large_playoff_shows_the_round_that_is_on_and_then_the_rest_as_a_tree(desk: Desk) -> None:
    event = desk.create("Dora", "River Open", "acc-cut", games=5)
    desk.enter(event, "Dora", [EntryRow(f"Player {n}") for n in range(64)])
    desk.draw(event, "Dora")
    for (game, one, _), net in play(desk.evening(event), 5).items():
        desk.write_game(event, "Dora", game, one, net)
    desk.start_playoffs(event, "Dora", 3)
    desk.announce(event, "Dora", True)
    first = wall_view(desk)["screens"][0]
    assert (first["kind"], first["round"]) == ("matches", 1)
    while "matches" in kinds(desk):
        evening = desk.evening(event)
        for each in evening.bracket.rounds(evening.winners):
            for match in each:
                if match.is_ready and match.winner is None:
                    desk.match(event, "Dora", match.round, match.line, int(match.high or 0))
    tree = wall_view(desk)["screens"][0]
    assert tree["kind"] == "bracket"
    assert [len(each) for each in tree["rows"]][-2:] == [2, 1]


def test_two_events_of_today_turn_and_one_can_have_a_wall_of_its_own(desk: Desk, night: Night) -> None:
    main, beside, old = night(), night(), night()
    for event, date in (
        (main, time.strftime("%Y-%m-%d")),
        (beside, time.strftime("%Y-%m-%d")),
        (old, "2020-01-01"),
    ):
        desk.edit(event, "Dora", f"Event {event}", date)
    assert {screen["event"] for screen in wall_view(desk)["screens"]} == {main, beside}
    assert {screen["event"] for screen in wall_view(desk, old)["screens"]} == {old}
    desk.put_away(main, "Dora", "archive")
    desk.put_away(beside, "Dora", "archive")
    assert {screen["event"] for screen in wall_view(desk)["screens"]} == {old}, "the newest that is going on"
    assert wall_view(desk, main)["screens"] == []


def test_a_device_shows_its_score_only_for_the_two_who_sit_there(desk: Desk, night: Night) -> None:
    event = night()
    first = desk.evening(event).meetings[0]
    names = [desk.evening(event).name_of(owner) for owner in (first.one, str(first.other))]

    def scores(*players: str) -> list[int | None]:
        told = [{"seat": "A", "name": name, "score": 88} for name in players]
        desk.store.post(str(first.board), "state", {"state": "here"})
        desk.store.post(str(first.board), "live", {"state": "playing", "players": told})
        (seats,) = wall_view(desk)["screens"]
        return [side["score"] for side in seats["rows"][0]["sides"]]

    assert scores(*names) == [88, 88]
    assert scores(names[0], "Zoe") == [None, None]
    desk.write_game(event, "Dora", 1, first.one, 12)
    assert scores(*names) == [None, None], "the game is over: its result is on the cards"


def test_the_next_start_stands_there_until_ten_minutes_after_it(
    dora: Visitor, guest: Visitor, desk: Desk, night: Night
) -> None:
    event = night()
    at = time.time() + 3600
    dora.get(f"/events/{event}")
    dora.post(f"/events/{event}/do/next", {"time": time.strftime("%H:%M", time.localtime(at))})
    assert abs(desk.evening(event).next_at - at) < 61
    assert "Next start: " in guest.get("/room")
    shown = desk.evening(event).next_at
    assert wall_view(desk, now=shown + START_SHOWN_S - 1)["screens"][0]["next_at"] == shown
    assert wall_view(desk, now=shown + START_SHOWN_S + 1)["screens"][0]["next_at"] == 0
    dora.post(f"/events/{event}/do/next", {"time": ""})
    assert "Next start: " not in guest.get("/room")
    guest.get(f"/events/{event}")
    guest.post(f"/events/{event}/do/next", {"time": "19:00"}, 403)


def full_room(desk: Desk) -> int:
    """Thirty tables in play."""
    event = desk.create("Dora", "Tuesday at the River", "grass-roots", games=9)
    desk.enter(event, "Dora", [EntryRow(f"Éloïse Tremblay {n}") for n in range(60)])
    desk.draw(event, "Dora")
    desk.say_next(event, "Dora", time.time() + 1800)
    desk.call("room", "7")
    desk.store.post("44", "state", {"state": "here"})
    for m in desk.evening(event).meetings[:4]:
        desk.write_game(event, "Dora", 1, m.one, 9)
    return event


def texts_of(page: Page) -> list[tuple[float, float, float]]:
    """Of each name on the screen: its size in px, and how far right and down it reaches."""
    found: list[tuple[float, float, float]] = page.locator(
        ".screen-page:not([hidden]) .who > span:first-child"
    ).evaluate_all(
        "all => all.map(one => { const box = one.getBoundingClientRect();"
        " return [parseFloat(getComputedStyle(one).fontSize), box.right, box.bottom] })"
    )
    return found


@pytest.mark.browser
@needs_chromium
@pytest.mark.parametrize(
    ("locale", "scheme", "width", "height"),
    [("en-GB", "light", 1920, 1080), ("fr-FR", "dark", 1280, 720)],
)
def test_thirty_tables_are_read_at_five_metres_without_scrolling(
    locale: str, scheme: str, width: int, height: int, browser: Browser, tmp_path: Path
) -> None:
    """Names as high as a twenty-fifth of the screen: 27 mm on one of 55 inches."""
    with closing(open_store(str(tmp_path / "hub.sqlite"))) as store:
        desk = Desk(store, lambda _order: None)
        full_room(desk)
        with served(ClubSite(desk, b"k" * 32, None, "Riverside Pegging Club")) as url:
            page = browser.new_context(locale=locale, viewport={"width": width, "height": height}).new_page()
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            page.goto(f"{url}/room")
            names = 0
            for n in range(3):
                keep(page, f"wall-{n}-{width}-{scheme}")
                seen = texts_of(page)
                names += len(seen)
                assert all(
                    size >= height / 25 and right <= width and low <= height for size, right, low in seen
                )
                assert page.evaluate("document.documentElement.scrollHeight") <= height
                assert page.locator(".screen-page .place").evaluate_all(
                    "all => all.every(one => one.scrollHeight <= one.clientHeight)"
                )
                assert faults(page) == []
                page.locator(".turns [data-step='1']").click()
            assert names == 60


@pytest.mark.browser
@needs_chromium
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_screens_turn_by_themselves_unless_less_motion_is_asked_for(
    motion: str, browser: Browser, tmp_path: Path
) -> None:
    with closing(open_store(str(tmp_path / "hub.sqlite"))) as store:
        desk = Desk(store, lambda _order: None)
        full_room(desk)
        with served(ClubSite(desk, b"k" * 32, None, "Riverside Pegging Club")) as url:
            page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
            page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
            page.clock.install(time=0)
            page.clock.pause_at(1_000)  # only the test moves the hands: a slow machine turns no screen
            page.goto(f"{url}/room")
            where = page.locator(".turns .where")
            expect(where).to_have_text("1 of 3")
            page.clock.run_for(13_000)
            expect(where).to_have_text("2 of 3" if motion == "no-preference" else "1 of 3")
            page.locator(".turns .hold").click()
            page.clock.run_for(13_000)
            expect(where).to_have_text("2 of 3")
            page.set_viewport_size({"width": 390, "height": 844})
            expect(page.locator(".screen-page:visible"), "a phone scrolls through all of them").to_have_count(
                3
            )
