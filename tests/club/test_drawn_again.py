"""What drawing again would destroy is said first, an old tab destroys nothing, and what was given up can be taken
back: the event is then exactly as before."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused

from club.desk import Desk
from club.evening import Evening
from club.folded import BRACKET, SEATS
from club.lists import EntryRow, read_schedule
from club.store import Record, Store, open_store
from club.takeback import loss
from webui.club.app import build_club_app
from webui.club.site import ClubSite

Night = Callable[..., int]
SCHEDULE = (
    "Game,Player A ID,Player B ID,Player A Table/Seat,Player B Table/Seat\n1,1,2,1/1,1/2\n1,3,4,1/3,1/4\n"
)
PASSING = ("last", "changed", "stamps", "undone")


def state(desk: Desk, event: int) -> dict[str, Any]:
    """All that an event is, but for the numbers of its latest records."""
    evening = desk.evening(event)
    return {name: getattr(evening, name) for name in Evening.__dataclass_fields__ if name not in PASSING}


@pytest.fixture
def lots(desk: Desk) -> Desk:
    """Lots that turn everybody round, so that another drawing is another one."""
    desk._shuffle = lambda order: order.reverse()
    return desk


@pytest.fixture
def finals(desk: Desk, night: Night) -> int:
    """The bracket of fourteen is drawn, two matches and the final are decided, somebody was awaited."""
    event = night(14, "acc-cut", 13)
    for m in desk.evening(event).meetings:
        desk.write_game(event, "Dora", m.game, m.one, 2 * (int(str(m.other)) - int(m.one)))
    desk.start_playoffs(event, "Dora", best_of=5)
    desk.await_(event, "Dora", 0, 0, 4, desk.wall() - 600)
    desk.match(event, "Dora", 0, 0, 1)
    desk.match(event, "Dora", 0, 1, 2)
    desk.match(event, "Dora", 1, 0, 2)
    return event


# --- the bracket ----------------------------------------------------------------------------------------


def test_drawing_the_bracket_again_needs_to_be_wanted_and_says_how_many_matches_are_lost(
    desk: Desk, finals: int
) -> None:
    before = state(desk, finals)
    error = refused("again-bracket", lambda: desk.start_playoffs(finals, "Dora"))
    assert error.fill == {"n": 3}
    assert state(desk, finals) == before
    desk.start_playoffs(finals, "Dora", sure=True)
    assert desk.evening(finals).winners == {}


def test_a_bracket_that_was_drawn_again_is_taken_back_with_every_match_and_so_is_that(
    desk: Desk, finals: int
) -> None:
    before = state(desk, finals)
    desk.start_playoffs(finals, "Dora", best_of=1, sure=True)
    desk.match(finals, "Dora", 0, 0, 4)
    again = state(desk, finals)
    refused("again-bracket", lambda: desk.take_back(finals, "Dora", BRACKET))
    desk.take_back(finals, "Dora", BRACKET, sure=True)
    assert state(desk, finals) == before
    assert before == state(Desk(desk.store), finals), "also after the hub was started again"
    desk.take_back(finals, "Max", BRACKET, sure=True)
    assert state(desk, finals) == again
    desk.take_back(finals, "Max", BRACKET, sure=True)
    assert state(desk, finals) == before


def test_what_is_decided_in_a_bracket_that_came_back_goes_with_it_and_comes_back_with_it(
    desk: Desk, finals: int
) -> None:
    desk.start_playoffs(finals, "Dora", best_of=1, sure=True)
    again = state(desk, finals)
    desk.take_back(finals, "Dora", BRACKET, sure=True)
    desk.match(finals, "Dora", 1, 0, 1)
    decided = state(desk, finals)
    desk.take_back(finals, "Dora", BRACKET, sure=True)
    assert state(desk, finals) == again
    desk.take_back(finals, "Dora", BRACKET, sure=True)
    assert state(desk, finals) == decided


def test_the_first_bracket_can_be_taken_back_too(desk: Desk, night: Night) -> None:
    event = night(14, "acc-cut", 13)
    refused("no-undo", lambda: desk.take_back(event, "Dora", BRACKET))
    for m in desk.evening(event).meetings:
        desk.write_game(event, "Dora", m.game, m.one, 2 * (int(str(m.other)) - int(m.one)))
    before = state(desk, event)
    desk.start_playoffs(event, "Dora")
    desk.take_back(event, "Dora", BRACKET, sure=True)
    assert state(desk, event) == before
    assert loss(desk.evening(event), BRACKET) is None
    desk.take_back(event, "Dora", BRACKET)
    assert desk.evening(event).seeds == ("1", "2", "3", "4")


# --- the seats ------------------------------------------------------------------------------------------


def test_drawing_the_seats_again_needs_to_be_wanted_and_says_who_loses_theirs(
    lots: Desk, night: Night
) -> None:
    event = night(5)
    lots.enter(event, "Dora", [EntryRow("Late")])
    before = state(lots, event)
    assert refused("again-seats", lambda: lots.draw(event, "Dora")).fill == {"n": 6}
    rows = read_schedule(SCHEDULE)
    assert refused("again-seats", lambda: lots.take_schedule(event, "Dora", rows)).fill == {"n": 6}
    assert state(lots, event) == before
    lots.draw(event, "Dora", sure=True)
    drawn = state(lots, event)
    assert drawn != before
    lots.take_back(event, "Dora", SEATS, sure=True)
    assert state(lots, event) == before
    lots.take_schedule(event, "Dora", rows, sure=True)
    assert len(lots.evening(event).meetings) == 2
    lots.take_back(event, "Dora", SEATS, sure=True)
    assert state(lots, event) == before


def test_seats_on_which_something_rests_are_not_taken_back(lots: Desk, night: Night) -> None:
    event = night(5)
    lots.draw(event, "Dora", sure=True)
    lots.enter(event, "Dora", [EntryRow("Late")])
    refused("since", lambda: lots.take_back(event, "Dora", SEATS, sure=True))
    event = night(4)
    lots.draw(event, "Dora", sure=True)
    lots.write_game(event, "Dora", 1, "1", 12)
    refused("since", lambda: lots.take_back(event, "Dora", SEATS, sure=True))
    refused("begun", lambda: lots.draw(event, "Dora", sure=True))


def test_sheets_that_were_made_are_said_until_the_seats_are_drawn_again(desk: Desk, night: Night) -> None:
    event = night(4)
    client = build_club_app(ClubSite(desk, b"k" * 32, None)).test_client()
    changed = desk.evening(event).changed
    for _ in range(3):
        assert client.get(f"/events/{event}/chart.pdf").status_code == 200
    found = loss(desk.evening(event), SEATS)
    assert found is not None
    assert found.printed is not None
    assert [record.kind for record in desk.store.records(event)].count("printed") == 1
    assert desk.evening(event).changed == changed, "the sheet says when the event last changed"
    desk.draw(event, "Dora", sure=True)
    found = loss(desk.evening(event), SEATS)
    assert found is not None
    assert found.printed is None


# --- any order of acts ----------------------------------------------------------------------------------


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(["draw", "back", "win0", "win1", "final", "await"]), max_size=14))
def test_taking_back_always_gives_what_was_there_before(acts: list[str]) -> None:
    """Whatever is done in between, the fold of the records is the same as if what was taken back had never been."""
    store: Store = open_store(":memory:")
    try:
        desk = Desk(store, lambda _order: None)
        event = desk.create("Dora", "Monday", "acc-cut", games=1)
        desk.enter(event, "Dora", [EntryRow(f"P{n:02}") for n in range(14)])
        desk.draw(event, "Dora")
        for place, m in enumerate(desk.evening(event).meetings):
            desk.write_game(event, "Dora", m.game, m.one, 10 + place)
        before = state(desk, event)
        desk.start_playoffs(event, "Dora")
        for act in acts:
            evening = desk.evening(event)
            if act == "draw":
                before = state(desk, event)
                desk.start_playoffs(event, "Dora", best_of=5, sure=True)
            elif act == "back":
                here = state(desk, event)
                desk.take_back(event, "Dora", BRACKET, sure=True)
                assert state(desk, event) == before
                desk.take_back(event, "Dora", BRACKET, sure=True)
                assert state(desk, event) == here
            elif act in ("win0", "win1") and (1, 0) not in evening.winners:
                line = int(act[-1])
                desk.match(event, "Dora", 0, line, evening.bracket.rounds()[0][line].high or 0)
            elif act == "final" and {(0, 0), (0, 1)} <= evening.winners.keys():
                desk.match(event, "Dora", 1, 0, evening.winners[0, 0])
            elif act == "await" and (0, 0) not in evening.winners:
                seed = evening.bracket.rounds()[0][0].low or 0
                desk.await_(event, "Dora", 0, 0, seed, desk.wall() - 60)
            assert state(desk, event) == state(Desk(store), event)
    finally:
        store.close()


def test_a_record_that_takes_back_may_be_taken_back_itself() -> None:
    def record(n: int, kind: str, **body: Any) -> Record:
        return Record(n, 1, float(n), "Dora", kind, body)

    first = Record(1, 0, 0.0, "Dora", "event", {"name": "Monday", "format": "free"})
    announce, off = record(2, "announce", on=True), record(3, "announce", on=False)
    undo = record(4, "undo", what="x", records=[3])
    redo = record(5, "undo", what="x", records=[4])
    shown = [Evening.fold([first, announce, off, undo, redo][:length]).announced for length in range(1, 6)]
    assert shown == [False, True, False, True, False]


# --- old tabs -------------------------------------------------------------------------------------------


class Tab:
    """A director's browser: it sends the forms as they stood on the page when it was opened."""

    def __init__(self, desk: Desk) -> None:
        site = ClubSite(desk, b"k" * 32, None)
        site.accounts.put("director", "Dora", "739205")
        site.sessions.give("dora" * 8, "", directors=("Dora",), known=())
        self.client: FlaskClient = build_club_app(site).test_client()
        self.client.set_cookie("pegwatch-hub", "dora" * 8)

    def open(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200
        return answer.get_data(as_text=True)

    def form(self, page: str, action: str, nth: int = 0) -> dict[str, str]:
        """The hidden fields of a form on a page."""
        found = re.findall(rf'<form method="post" action="[^"]*/do/{action}".*?</form>', page, re.S)[nth]
        return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', found))

    def send(self, event: int, action: str, form: Mapping[str, str]) -> str:
        answer = self.client.post(f"/events/{event}/do/{action}", data=form)
        assert answer.status_code == 303
        page = self.open(answer.headers["Location"])
        found = re.search(r'<p class="said said-(\w+)" role="status">(.*?)</p>', page)
        return f"{found[1]}: {found[2]}" if found else ""


STALE = "alert: This page is older than what was decided since. Nothing was changed: look at it again, then decide."


@pytest.fixture
def tab(desk: Desk) -> Tab:
    return Tab(desk)


def test_an_old_tabs_draw_wipes_no_decided_match(desk: Desk, night: Night, tab: Tab) -> None:
    event = night(14, "acc-cut", 13)
    for m in desk.evening(event).meetings:
        desk.write_game(event, "Dora", m.game, m.one, 2 * (int(str(m.other)) - int(m.one)))
    old = tab.form(tab.open(f"/events/{event}/bracket"), "playoffs")
    assert "The bracket is drawn" in tab.send(event, "playoffs", old)
    again = tab.form(tab.open(f"/events/{event}/bracket"), "playoffs")
    desk.match(event, "Dora", 0, 0, 4)
    before = state(desk, event)
    assert tab.send(event, "playoffs", old) == STALE
    assert tab.send(event, "playoffs", again | {"sure": "1"}) == STALE, "a match more than the page had said"
    assert tab.send(event, "playoffs", {**again, "stamp": "", "sure": "1"}) == STALE
    del again["stamp"]
    assert tab.send(event, "playoffs", again | {"sure": "1"}) == STALE
    assert "1 decided match would be lost" in tab.send(event, "playoffs", again)
    assert state(desk, event) == before


def test_the_page_asks_says_what_is_lost_and_takes_it_back(desk: Desk, finals: int, tab: Tab) -> None:
    before = state(desk, finals)
    path = f"/events/{finals}/bracket"
    page = tab.open(path)
    assert "The bracket of 4 qualifiers, drawn by Dora (" in page
    assert "3 decided matches go with it." in page
    assert "Sheets of it" not in page
    tab.client.get(f"{path}.pdf")
    page = tab.open(path)
    assert "Sheets of it were made (" in page
    assert 'name="sure" value="1" required' in page
    form = tab.form(page, "playoffs")
    assert "3 decided matches would be lost" in tab.send(finals, "playoffs", form)
    assert "The bracket is drawn" in tab.send(finals, "playoffs", form | {"sure": "1", "best_of": "3"})
    assert desk.evening(finals).winners == {}
    form = tab.form(tab.open(path), "undo")
    assert tab.send(finals, "undo", form | {"sure": "1"}) == "good: Taken back."
    after = state(desk, finals)
    assert after.pop("printed").keys() == {BRACKET}
    before.pop("printed")
    assert after == before
    assert "took a drawing of the bracket back" in tab.open(path)
    assert tab.send(finals, "undo", form | {"sure": "1"}) == STALE


def test_an_old_tabs_seats_are_refused_and_its_results_go_on_nobodys_card(
    lots: Desk, night: Night, tab: Tab
) -> None:
    """A slip typed in on a page of the old seats would be the result of another two."""
    event = night(4, drawn=False)
    old = tab.form(tab.open(f"/events/{event}/entries"), "draw")
    assert tab.send(event, "draw", old | {"how": "listed"}) == "good: The seats are drawn."
    slips = tab.form(tab.open(f"/events/{event}/games/1"), "games")
    again = tab.form(tab.open(f"/events/{event}/entries"), "draw")
    schedule = tab.form(tab.open(f"/events/{event}"), "schedule")
    assert tab.send(event, "draw", old | {"how": "lot"}) == STALE
    assert "4 players would lose their seats" in tab.send(event, "draw", again | {"how": "lot"})
    assert tab.send(event, "draw", again | {"how": "lot", "sure": "1"}) == "good: The seats are drawn."
    before = state(lots, event)
    assert tab.send(event, "games", slips | {"winner-1": "one", "spread-1": "12"}) == STALE
    assert tab.send(event, "schedule", schedule | {"list": SCHEDULE, "sure": "1"}) == STALE
    assert state(lots, event) == before
    form = tab.form(tab.open(f"/events/{event}/entries"), "undo")
    assert tab.send(event, "undo", form | {"sure": "1"}) == "good: Taken back."
    assert lots.evening(event).slots == ("1", "2", "3", "4")
    assert tab.send(event, "games", slips | {"winner-1": "one", "spread-1": "12"}).startswith("good: 1 table")


def test_an_old_tabs_winner_turns_no_match_round_nor_one_of_another_bracket(
    desk: Desk, finals: int, tab: Tab
) -> None:
    desk.take_back(finals, "Dora", BRACKET, sure=True)
    desk.start_playoffs(finals, "Dora")
    page = tab.open(f"/events/{finals}/bracket")
    one, four = tab.form(page, "match", 0), tab.form(page, "match", 1)
    awaited = tab.form(page, "await")
    assert (one["winner"], four["winner"], one["was"]) == ("1", "4", "0")
    assert tab.send(finals, "match", one) == "good: Noted."
    assert tab.send(finals, "match", one) == "good: Noted.", "a second press of the same key"
    assert tab.send(finals, "match", four) == STALE
    assert desk.evening(finals).winners == {(0, 0): 1}
    now = tab.form(tab.open(f"/events/{finals}/bracket"), "match", 1)
    assert now["was"] == "1"
    assert tab.send(finals, "match", now) == "good: Noted."
    desk.start_playoffs(finals, "Dora", sure=True)
    assert tab.send(finals, "match", one) == STALE
    assert tab.send(finals, "await", awaited | {"match": "0/0/4", "since": "00:00"}) == STALE
    assert desk.evening(finals).winners == {}
