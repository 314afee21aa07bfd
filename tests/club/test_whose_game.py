"""A table's game that the hub has not seated is a question to the director, and goes on the cards with one click
where nothing else speaks against it: begun after that event's draw, by its book, to its target, in a mode that
counts, and fitting no other event. Anything else has its reason in a sentence; the answer is kept and can be taken
back. Nothing is lost. (Games that the hub has seated: `test_seating`.)"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from brokers import broker_in, until
from browsers import one_click
from refusals import refused

from club.desk import Desk
from club.fitting import NO_SEAT
from club.lists import EntryRow
from club.store import Store, open_store
from cribbage.log.events import Event
from cribbage.log.wire import FinishedGame
from cribbage.shown.policy import House
from cribbage.tournament.scorecards import Line
from firmware.box.journal import MemoryJournal
from firmware.uplink import Outbox, Uplink
from pegwatch.hublink import listen_to_tables
from webui.club.app import build_club_app
from webui.club.site import ClubSite

HOUR, DAY = 3600.0, 86_400.0
TONIGHT = 1_795_374_000.0  # when the seats of the event are drawn


@dataclass
class Club:
    """A hub with a clock of its own, and tables that tell games."""

    store: Store
    clock: list[float]
    n: int = 0
    kept: list[FinishedGame] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.desk = Desk(self.store, lambda _order: None)
        self.desk.wall = lambda: self.clock[0]

    def event(self, form: str = "acc-cut", players: int = 4, games: int = 3, drawn: bool = True) -> int:
        event = self.desk.create("Dora", f"{form} {len(self.desk.events())}", form, games=games)
        names = ("Ann", "Bob", "Cy", "Dee", *(f"P{n}" for n in range(5, players + 1)))
        self.desk.enter(event, "Dora", [EntryRow(name) for name in names[:players]])
        if drawn and form != "free":
            self.desk.draw(event, "Dora")
        return event

    def tell(self, a: str = "Ann", b: str = "Dee", loser: int = 90, **change: Any) -> FinishedGame:
        """A game that ends and comes in now, begun a quarter of an hour ago; what is changed makes it another."""
        self.n += 1
        now = self.clock[0]
        target = change.pop("target", 121)
        fields: dict[str, Any] = {
            "mode": "club", "profile": "acc-2025", "began": now - 900, "sent": now, "stream": "s",
        }  # fmt: skip
        fields |= change
        stream = fields.pop("stream")
        game = FinishedGame(stream, self.n, self.n, {"A": a, "B": b}, {"A": target, "B": loser}, **fields)
        assert self.desk.keep("7", game.stream, game.n, game.body())
        one_click(self.desk)
        self.kept.append(game)
        return game

    def asked(self, event: int) -> list[list[str]]:
        """Why is asked, but for that the hub has not seated it."""
        found = [[doubt.key for doubt in each.doubts] for each in self.desk.questions(event)]
        return [[key for key in keys if key != NO_SEAT] for keys in found]

    def lines(self, event: int) -> int:
        return len(self.desk.evening(event).history)

    def later(self, seconds: float) -> None:
        self.clock[0] += seconds


@pytest.fixture
def club(where: str) -> Iterator[Club]:
    clock = [TONIGHT]
    with closing(open_store(where, lambda: clock[0])) as store:
        yield Club(store, clock)


def test_a_game_of_tonight_by_the_right_book_is_a_line_with_one_click(club: Club) -> None:
    event = club.event()
    for mode in ("club", "sanctioned"):
        club.later(HOUR)
        club.tell(mode=mode, b="Dee" if mode == "club" else "Bob")
    assert club.lines(event) == 4
    assert club.asked(event) == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"began": TONIGHT - 7 * DAY}, ["before-seats"]),
        ({"began": TONIGHT - 60}, ["before-seats"]),
        ({"began": 0.0}, ["no-time"]),
        ({"profile": "hoyle"}, ["book"]),
        ({"profile": "acc-2020"}, ["book"]),
        ({"profile": ""}, ["no-book"]),
        ({"mode": "teaching"}, ["mode"]),
        ({"mode": ""}, ["no-mode"]),
        ({"target": 61, "loser": 40}, ["target"]),
        ({"profile": "hoyle", "mode": "teaching", "target": 61, "loser": 40}, ["book", "mode", "target"]),
        # a clock that is a day behind, or a day ahead
        ({"began": TONIGHT - DAY, "sent": TONIGHT - DAY + 900}, ["before-seats"]),
        ({"began": TONIGHT + DAY, "sent": TONIGHT + DAY + 900}, ["clock"]),
        # last night's game, whose table is 23 hours ahead: by its own clock it began after the draw
        ({"began": TONIGHT + 600, "sent": TONIGHT + DAY}, ["clock"]),
    ],
)
def test_whatever_speaks_against_a_game_makes_it_a_question_and_never_a_line(
    change: dict[str, Any], why: list[str], club: Club
) -> None:
    event = club.event()
    club.later(HOUR)
    club.tell(**change)
    assert club.lines(event) == 0
    assert club.asked(event) == [why]
    assert len(club.store.told()) == 1


def test_a_game_that_came_in_before_the_draw_is_a_question_whatever_its_clock_says(club: Club) -> None:
    event = club.event(drawn=False)
    club.later(HOUR)
    club.tell()
    club.later(60)
    club.desk.draw(event, "Dora")
    assert club.asked(event) == [["came-before-seats"]]
    assert club.lines(event) == 0


def test_drawing_again_makes_older_games_questions(club: Club) -> None:
    event = club.event()
    club.later(600)
    club.desk.draw(event, "Dora", sure=True)
    club.later(300)
    club.tell()
    assert club.asked(event) == [["before-seats"]]


def test_last_weeks_event_does_not_get_tonights_game(club: Club) -> None:
    """Though a game of these two is still missing there."""
    last_week = club.event()
    club.later(7 * DAY)
    tonight = club.event()
    club.later(HOUR)
    club.tell()
    assert (club.lines(last_week), club.lines(tonight)) == (0, 2)
    assert club.asked(last_week) == []


def test_two_events_at_once_each_get_their_own_and_what_fits_both_is_asked_in_both(club: Club) -> None:
    main, alberta = club.event(), club.event("alberta-round-robin", games=0)
    club.later(HOUR)
    club.tell("Ann", "Bob")
    club.tell("Ann", "Cy", profile="alberta-55plus")
    assert club.lines(main) == 2
    assert len(club.desk.evening(alberta).scores) == 1
    again = club.event()
    club.later(HOUR)
    club.tell("Ann", "Dee")
    assert club.asked(main) == club.asked(again) == [["two"]]
    (asked,) = club.desk.questions(again)
    assert asked.doubts[-1].fill["names"] == [club.desk.evening(main).name]
    club.desk.answer_take(again, "Dora", asked.told.id)
    assert (club.lines(main), club.lines(again)) == (2, 2)
    assert club.asked(main) == club.asked(again) == []


def test_a_game_begun_between_two_draws_belongs_to_the_first(club: Club) -> None:
    first = club.event()
    club.later(600)
    second = club.event()
    club.later(600)
    club.tell(began=TONIGHT + 300)
    assert (club.lines(first), club.lines(second)) == (2, 0)
    assert club.asked(second) == []


def test_an_event_that_slept_for_days_asks_first(club: Club) -> None:
    event = club.event()
    club.later(5 * DAY)
    club.tell()
    assert club.asked(event) == [["quiet"]]
    club.desk.answer_take(event, "Dora", club.desk.questions(event)[0].told.id)
    club.later(HOUR)
    club.tell("Ann", "Bob")
    assert club.lines(event) == 4


def test_a_free_evening_takes_what_began_after_it_was_made(club: Club) -> None:
    event = club.event("free")
    club.later(HOUR)
    club.tell()
    club.tell("Ann", "Bob", began=TONIGHT - 60)
    assert club.lines(event) == 2
    assert club.asked(event) == [["before-event"]]


# --- the director's answer ------------------------------------------------------------------------------


def state(club: Club, event: int) -> dict[str, Any]:
    """All that an event is, but for the numbers of its latest records."""
    passing = ("last", "changed", "stamps", "undone")
    return {name: value for name, value in vars(club.desk.evening(event)).items() if name in
            club.desk.evening(event).__dataclass_fields__ and name not in passing}  # fmt: skip


def test_an_answer_is_kept_and_can_be_taken_back_and_the_event_is_as_before(club: Club) -> None:
    event = club.event()
    club.later(HOUR)
    club.tell("Ann", "Bob")
    club.tell(profile="hoyle")
    before = state(club, event)
    (asked,) = club.desk.questions(event)
    club.desk.answer_take(event, "Dora", asked.told.id)
    assert club.asked(event) == []
    assert club.desk.evening(event).cards["1"].line(1) == Line("W", 31, "+")
    (answer,) = club.desk.answered(event)
    assert (answer.answer.act.who, answer.answer.taken, answer.answer.doubts) == (
        "Dora",
        True,
        ("no-seat", "book"),
    )
    club.desk.take_back_answer(event, "Dora", ("7", "s", asked.told.n))
    assert state(club, event) == before
    assert club.asked(event) == [["book"]]
    club.desk.answer_leave(event, "Dora", asked.told.id)
    assert club.asked(event) == []
    assert Desk(club.store).questions(event) == [], "also after the hub was started again"
    club.desk.take_back_answer(event, "Dora", ("7", "s", asked.told.n))
    assert state(club, event) == before
    assert club.asked(event) == [["book"]]
    kinds = [record.kind for record in club.store.records(event)]
    assert kinds[-4:] == ["result", "undo", "left", "undo"], "nothing is erased"
    refused("no-undo", lambda: club.desk.take_back_answer(event, "Dora", ("7", "s", asked.told.n)))


def test_nobody_decides_about_a_game_of_their_own(club: Club) -> None:
    event = club.event()
    club.tell(profile="hoyle")
    told = club.desk.questions(event)[0].told.id
    refused("own", lambda: club.desk.answer_take(event, "Ann", told))
    refused("own", lambda: club.desk.answer_leave(event, "dee", told))
    club.desk.answer_take(event, "Dora", told)
    refused("own", lambda: club.desk.take_back_answer(event, "Ann", ("7", "s", 1)))


def told_and_asked(desk: Desk, number: int, a: str, b: str) -> None:
    """A game that nothing speaks against but that the hub has not seated it: the one button takes it."""
    now = desk.wall()
    game = FinishedGame(
        "s", number, number, {"A": a, "B": b}, {"A": 121, "B": 90}, mode="club", profile="acc-2025",
        began=now, sent=now,
    )  # fmt: skip
    assert desk.keep("7", "s", number, game.body())


def test_one_button_for_all_leaves_a_directors_own_games_to_another_and_keeps_the_name(club: Club) -> None:
    event = club.event()
    club.later(HOUR)
    told_and_asked(club.desk, 1, "Ann", "Dee")
    told_and_asked(club.desk, 2, "Bob", "Cy")
    assert [each.is_clear for each in club.desk.questions(event)] == [True, True]
    before = state(club, event)
    assert club.desk.take_clear(event, "ann") == 1, "Ann plays in the other one"
    assert club.desk.evening(event).lines.keys() == {"2", "3"}
    assert [each.told.n for each in club.desk.questions(event)] == [1], "it waits for another director"
    (answered,) = club.desk.answered(event)
    assert (answered.told.n, answered.answer.act.who, answered.answer.taken) == (2, "ann", True)
    refused("own", lambda: club.desk.take_clear(event, "Ann"))
    club.desk.take_back_answer(event, "Dora", ("7", "s", 2))
    assert state(club, event) == before, "the event is as it was"
    assert club.desk.take_clear(event, "Dora") == 2
    assert {each.answer.act.who for each in club.desk.answered(event)} == {"Dora"}


def test_the_button_on_the_page_puts_no_game_of_the_directors_own_on_the_cards(
    desk: Desk, night: Callable[..., int], page: Callable[..., str]
) -> None:
    event = night()
    here = f"/events/{event}"
    desk.rename(event, "Max", "1", EntryRow("Dora"))
    told_and_asked(desk, 1, "Dora", "Dee")
    page(here)
    assert "Nobody corrects a card of their own." in page(f"{here}/do/take", then=here)
    assert desk.evening(event).history == []
    told_and_asked(desk, 2, "Bob", "Cy")
    assert "1 game found its place." in page(f"{here}/do/take", then=here)
    assert desk.evening(event).lines.keys() == {"2", "3"}
    assert "taken by Dora" in page(here)


def test_a_game_that_was_corrected_since_is_not_taken_back(club: Club) -> None:
    event = club.event()
    club.tell(profile="hoyle")
    club.desk.answer_take(event, "Dora", club.desk.questions(event)[0].told.id)
    club.desk.write_line(event, "Dora", "1", 1, Line("W", 30, "+"), "12.2.a")
    refused("corrected", lambda: club.desk.take_back_answer(event, "Dora", ("7", "s", 1)))


def test_a_game_of_strangers_is_asked_about_and_fits_once_the_name_is_right(club: Club) -> None:
    event = club.event()
    club.later(HOUR)
    club.tell("Ann", "De")
    assert club.asked(event) == [["names"]]
    refused("no-place", lambda: club.desk.answer_take(event, "Dora", club.desk.questions(event)[0].told.id))
    club.desk.rename(event, "Dora", "4", EntryRow("De"))
    assert club.asked(event) == [[]]
    assert club.desk.take_clear(event) == 1
    assert club.lines(event) == 2


def test_one_game_too_many_can_only_be_left(club: Club) -> None:
    event = club.event()
    club.later(HOUR)
    club.tell()
    club.tell()
    assert club.asked(event) == [["full"]]
    club.desk.answer_leave(event, "Dora", club.desk.questions(event)[0].told.id)
    assert club.asked(event) == []
    refused("no-question", lambda: club.desk.answer_leave(event, "Dora", 2))


# --- playoffs -------------------------------------------------------------------------------------------


@pytest.fixture
def finals(club: Club) -> int:
    """Fourteen players, the bracket drawn: Ann meets Dee, Bob meets Cy."""
    event = club.event("acc-cut", 14, 13)
    for m in club.desk.evening(event).meetings:
        club.desk.write_game(event, "Dora", m.game, m.one, 2 * (int(str(m.other)) - int(m.one)))
    club.later(HOUR)
    club.desk.start_playoffs(event, "Dora", best_of=3)
    club.later(HOUR)
    return event


def test_a_game_of_a_match_stands_beside_it_and_on_no_card(club: Club, finals: int) -> None:
    before = club.lines(finals)
    for loser in (100, 90):
        club.tell("Dee", "Ann", loser)
    club.tell("Ann", "Dee", 80)
    evening = club.desk.evening(finals)
    assert [(game.winner, game.spread) for game in evening.match_games[0, 0]] == [(4, 21), (4, 31), (1, 41)]
    assert evening.winners == {}, "who wins the match the director says"
    assert club.lines(finals) == before
    assert club.asked(finals) == []
    club.tell("Ann", "Dee", 70)
    assert club.asked(finals) == [["full"]]


def test_a_game_from_before_the_bracket_or_by_another_book_is_no_game_of_the_match(
    club: Club, finals: int
) -> None:
    club.tell("Dee", "Ann", began=TONIGHT + 600)
    club.tell("Bob", "Cy", profile="hoyle")
    assert club.asked(finals) == [["before-bracket"], ["book"]]
    assert club.desk.evening(finals).match_games == {}
    second = club.desk.questions(finals)[1].told
    club.desk.answer_take(finals, "Dora", second.id)
    assert list(club.desk.evening(finals).match_games) == [(0, 1)]
    club.desk.take_back_answer(finals, "Dora", ("7", "s", second.n))
    assert club.desk.evening(finals).match_games == {}
    assert club.asked(finals) == [["before-bracket"], ["book"]]


def test_playoffs_and_another_event_at_once_what_fits_both_is_asked(club: Club, finals: int) -> None:
    consolation = club.event()
    club.later(HOUR)
    club.tell("Ann", "Dee")  # meet in the bracket and in the consolation
    club.tell("Ann", "Bob")  # meet in the consolation alone by now
    assert club.asked(finals) == club.asked(consolation) == [["two"]]
    assert club.lines(consolation) == 2
    club.desk.answer_leave(consolation, "Dora", club.desk.questions(consolation)[0].told.id)
    club.desk.answer_take(finals, "Dora", club.desk.questions(finals)[0].told.id)
    assert len(club.desk.evening(finals).match_games[0, 0]) == 1


# --- on the page, in a sentence -------------------------------------------------------------------------


@pytest.fixture
def page(desk: Desk) -> Callable[[str], str]:
    site = ClubSite(desk, b"k" * 32, None)
    site.accounts.put("director", "Dora", "739205")
    visitor = "dora" * 8
    site.sessions.give(visitor, "", directors=("Dora",), known=())
    client = build_club_app(site).test_client()
    client.set_cookie("pegwatch-hub", visitor)

    def look(path: str, **form: str) -> str:
        if form:
            token = re.search(r'name="token" value="(\w+)"', client.get("/").get_data(as_text=True))
            assert token is not None
            answer = client.post(path, data={"token": token[1], "then": "/", **form})
            assert answer.status_code == 303
            path = answer.headers["Location"]
        return client.get(path).get_data(as_text=True)

    return look


def test_the_page_says_in_a_sentence_why_it_asks_and_takes_the_answer(
    desk: Desk, night: Callable[..., int], page: Callable[..., str]
) -> None:
    event = night()
    here, now = f"/events/{event}", time.time()
    names, scores = {"A": "Ann", "B": "Dee"}, {"A": 61, "B": 40}
    game = FinishedGame("s/1", 1, 1, names, scores, "teaching", "hoyle", now - 8 * DAY, now)
    assert desk.keep("7", "s/1", 1, game.body())
    shown = page(here)
    for sentence in (
        "Games from tables that need your decision",
        "<b>Ann 61 – 40 Dee</b>",
        "By the table’s clock it began (",
        "before the seats were drawn (",
        "It was played by the rules of Hoyle; this event is played by ACC 2025.",
        "It was played in the mode “Teaching”, which does not count.",
        "It was played to 61; this event is played to 121.",
        "Take it (Game 1)",
        "Leave it out of this event",
    ):
        assert sentence in shown, sentence
    assert "nothing else speaks" not in shown
    assert "1 game from a table needs your decision." in page(f"{here}/games/1")
    told = re.search(r'name="told" value="(\d+)"', shown)
    assert told is not None
    assert "1 game found its place." in page(f"{here}/do/take", told=told[1], then=here)
    assert desk.evening(event).cards["1"].line(1) == Line("W", 21, "+")
    assert "taken by Dora" in page(here)
    page(f"{here}/do/unanswer", source="7/s/1/1", then=here)
    assert desk.evening(event).history == []
    page(f"{here}/do/left", told=told[1], then=here)
    shown = page(here)
    assert "left out by Dora" in shown
    assert "need your decision" not in shown
    desk.keep("7", "s/1", 2, replace(game, n=2, players={"A": "Ann", "B": "Dea"}).body())
    assert "Dea: these are not two entries of this event." in page(here)
    desk.rename(event, "Dora", "4", EntryRow("Dea"))
    desk.keep("7", "s/1", 3, replace(game, n=3, players={"A": "Ann", "B": "D. E."}, mode="club",
              profile="acc-2025", began=time.time(), scores={"A": 121, "B": 90}).body())  # fmt: skip
    desk.rename(event, "Dora", "4", EntryRow("D. E."))
    assert "The hub has not seated it at that table. Nothing else speaks against it." in page(here)
    assert "Put 1 game, against which nothing else speaks, on the cards" in page(here)
    assert "1 game found its place." in page(f"{here}/do/take", then=here)


def test_a_game_that_an_older_hub_kept_with_a_time_beyond_all_times_is_asked_about(
    desk: Desk, night: Callable[..., int], page: Callable[..., str]
) -> None:
    event = night()
    body = {"players": {"A": "Ann", "B": "Dee"}, "scores": {"A": 121, "B": 90}, "began": float("inf")}
    desk.store.tell("7", "s", 1, body)
    assert "The table cannot say when it began." in page(f"/events/{event}")


# --- a real table over a real broker --------------------------------------------------------------------


@pytest.mark.slow
def test_a_real_tables_games_come_with_all_that_is_needed_to_know_whose_they_are(tmp_path: Path) -> None:
    """Mode, book, when it began and by which clock: from the journal through a real broker onto the card or into the
    questions."""
    journal = MemoryJournal()

    def play(game: int, profile: str, mode: str) -> None:
        header = {"log": "table/1", "profile": profile, "mode": mode, "muggins": False, "dealer": "A"}
        for kind, body in (
            ("game", header | {"players": {"A": "Ann", "B": "Bob"}, "table_t0": 0.0}),
            ("pegs", {"A": [90 + game, 0], "B": [121, 120], "certain": True}),
            ("verdict", {"code": "game", "player": "B", "points": 90 + game}),
            ("phase", {"phase": "over", "deal": 1, "turn": None, "to": None}),
        ):
            journal.append(game, [Event(kind, 1.0, body)])

    with (
        broker_in(tmp_path / "broker", ["hub", "7"]) as broker,
        closing(open_store(str(tmp_path / "hub.sqlite"))) as store,
    ):
        desk = Desk(store, lambda _order: None)
        event = desk.create("Dora", "Tonight", "acc-cut", games=3)
        desk.enter(event, "Dora", [EntryRow("Ann"), EntryRow("Bob")])
        play(1, "acc-2025", "club")  # before the draw
        desk.draw(event, "Dora")
        hub = listen_to_tables(desk, broker.address("hub"))
        table = Uplink(Outbox(journal, "s7", House()), "s7", "7", broker.address("7"))
        table.start()
        try:
            play(2, "acc-2025", "club")
            play(3, "hoyle", "teaching")

            def all_in() -> bool:
                table.step(time.monotonic(), [])
                return len(store.told()) == 3

            until(all_in, "three games")
        finally:
            table.stop()
            hub.stop()
        assert desk.evening(event).seen == {}
        asked = {each.told.n: [doubt.key for doubt in each.doubts] for each in desk.questions(event)}
        assert asked == {1: ["no-seat", "before-seats"], 2: ["no-seat"], 3: ["no-seat", "book", "mode"]}
        assert all(told.body["sent"] >= told.body["began"] > 1e9 for told in store.told())
