"""The hub seats games: a table is told which game it plays next, the game comes back with its token and stands where
it was seated, whatever the clocks say; what is not as it was seated is a question. Playoffs too, and two events."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from brokers import broker_in, until
from browsers import Browser, said
from refusals import refused

from club.desk import Desk
from club.folded import BRACKET, SEATS
from club.lists import EntryRow
from club.nextgames import NextGames
from club.seating import Token, read_tables, read_token, shown_tables
from club.store import open_store
from cribbage.log import wire
from cribbage.log.events import Event
from cribbage.log.wire import FinishedGame
from cribbage.shown.policy import House
from cribbage.tournament.scorecards import Line
from firmware.box.files import SEAT_FILE, put_json
from firmware.box.journal import GameInfo, MemoryJournal
from firmware.uplink import Outbox, Uplink
from pegwatch.hublink import listen_to_tables
from webui.seated import offered

Night = Callable[..., int]
LONG_AGO = 1_000_000.0


class Tables:
    """Tables that play what the hub seats."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.numbers: dict[str, int] = {}

    def play(self, table: str, net: int = 31, **change: Any) -> None:
        """The game that this table is told to play next, won by A with a positive `net`; by a clock of long ago."""
        seat = self.desk.seats()[table][0]
        self.numbers[table] = n = self.numbers.get(table, 0) + 1
        points = {"A": 121 if net > 0 else 121 + net, "B": 121 if net < 0 else 121 - net}
        told: dict[str, Any] = {
            "players": {side: seat["players"][side] for side in "AB"}, "scores": points, "mode": seat["mode"],
            "profile": seat["book"], "began": LONG_AGO, "sent": LONG_AGO, "seat": seat["token"],
        }  # fmt: skip
        game = FinishedGame("s" + table, n, n, **(told | change))
        assert self.desk.keep(table, game.stream, game.n, game.body())


@pytest.fixture
def tables(desk: Desk) -> Tables:
    return Tables(desk)


def asked(desk: Desk, event: int) -> list[list[str]]:
    return [[doubt.key for doubt in each.doubts] for each in desk.questions(event)]


# --- what a table is told -------------------------------------------------------------------------------


def test_a_table_is_told_event_game_players_book_mode_and_target(desk: Desk, night: Night) -> None:
    event = night(form="acc-cut")
    desk.seat(event, "Dora", ("7", "9"), "sanctioned")
    first, *further = desk.seats()["7"]
    drawn = desk.evening(event).drawn[SEATS].n
    assert first == {
        "token": f"{event}:{drawn}:g1:1:4", "event": "Monday", "game": 1, "players": {"A": "Ann", "B": "Dee"},
        "book": "acc-2025", "mode": "sanctioned", "target": 121,
    }  # fmt: skip
    assert [each["game"] for each in further] == [2, 3]
    assert wire.read_seats({**first, "next": further})[0].players == {"A": "Ann", "B": "Dee"}


def test_alternate_deal_says_who_deals_and_teams_sit_across_from_each_other(desk: Desk, night: Night) -> None:
    event = night(form="acc-alternate")
    desk.seat(event, "Dora", ("1", "2"), "club")
    assert desk.seats()["1"][0]["dealer"] in ("A", "B")
    teams = desk.create("Dora", "Pairs", "doubles-captains", games=3)
    rows = [EntryRow(f"T{n}", (f"P{n}", f"Q{n}")) for n in range(1, 5)]
    desk.enter(teams, "Dora", rows)
    desk.draw(teams, "Dora")
    desk.seat(teams, "Dora", ("3", "4"), "club")
    assert desk.seats()["3"][0]["players"] == {"A": "P1", "B": "P4", "C": "Q1", "D": "Q4"}
    Tables(desk).play("3", players={"A": "P1 & Q1", "B": "P4 & Q4"})
    assert desk.evening(teams).cards["1"].line(1) == Line("W", 31, "+")


@pytest.mark.parametrize(
    "token", ["", "1", "1:2:g3:1", "1:2:x3:1:4", "1:2:m0.1:1:4", "1:2:g3:1:4:5", "1:2:g3:ö:4"]
)
def test_what_is_no_token_is_none(token: str) -> None:
    assert read_token(token) is None


def test_tokens_read_as_they_are_written() -> None:
    for token in (Token(12, 40, 5, "1", "4"), Token(12, 90, 2, "2", "15", 0, 3)):
        assert read_token(str(token)) == token


def test_tables_are_typed_as_people_write_them() -> None:
    assert read_tables("1-3, 11 back;7") == ("1", "2", "3", "11", "back", "7")
    assert shown_tables(read_tables("1-3,11,back")) == "1-3, 11, back"
    assert read_tables("A-1, A-2 7") == ("A-1", "A-2", "7"), "a dash in a name is no range"
    assert shown_tables(("A-1", "7", "8")) == "A-1, 7-8"
    assert read_tables("") == ()
    assert refused("tables", lambda: read_tables("12345-12350")).fill["value"] == "12345-12350"
    assert refused("tables", lambda: read_tables("3-1")).fill["value"] == "3-1"
    assert refused("tables", lambda: read_tables("table/7")).fill["value"] == "table/7"
    assert refused("table-twice", lambda: read_tables("1-3, 2")).fill["value"] == "2"


def test_one_table_plays_for_one_event(desk: Desk, night: Night) -> None:
    first, second = night(), night()
    desk.seat(first, "Dora", ("1", "2"), "club")
    error = refused("table-busy", lambda: desk.seat(second, "Dora", ("3", "2"), "club"))
    assert error.fill["value"] == "2"
    desk.put_away(first, "Dora", "archive")
    desk.seat(second, "Dora", ("3", "2"), "club")
    refused("no-seating", lambda: desk.seat(night(4, "free", 0, drawn=False), "Dora", ("9",), "club"))


# --- and what comes back --------------------------------------------------------------------------------


def test_a_seated_game_stands_in_its_place_whatever_its_clock_says(
    desk: Desk, night: Night, tables: Tables
) -> None:
    event = night(form="acc-cut")
    desk.seat(event, "Dora", ("7", "9"), "sanctioned")
    tables.play("7", 12)
    tables.play("9", -40)
    tables.play("7", 5)
    evening = desk.evening(event)
    assert evening.cards["1"].line(1) == Line("W", 12, "+")
    assert {game for lines in evening.lines.values() for game in lines} == {1, 2}
    assert asked(desk, event) == []
    assert desk.seats()["9"][0]["game"] == 2
    assert Desk(desk.store).evening(event).cards == evening.cards


def test_seated_games_of_the_same_two_stay_where_they_were_seated(desk: Desk, night: Night) -> None:
    event = night(2, "acc-cut", 3)
    desk.seat(event, "Dora", ("1",), "club")
    told = desk.seats()["1"]
    for n, (seat, spread) in enumerate(zip(reversed(told), (3, 2, 1), strict=True), 1):
        scores = {"A": 121, "B": 121 - spread}
        game = FinishedGame("s", n, n, seat["players"], scores, "club", "acc-2025", n, n, seat["token"])
        assert desk.keep("1", "s", n, game.body())
    assert [desk.evening(event).cards["1"].line(game).spread for game in (1, 2, 3)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"profile": "hoyle"}, ["book"]),
        ({"mode": "teaching"}, ["mode"]),
        ({"mode": "club"}, ["seat-mode"]),
        ({"scores": {"A": 61, "B": 40}}, ["target"]),
        ({"players": {"A": "Ann", "B": "Cy"}}, ["seat-names"]),
        ({"seat": "no token"}, ["no-seat", "before-seats"]),
        ({"seat": ""}, ["no-seat", "before-seats"]),
    ],
)
def test_what_was_not_played_as_it_was_seated_is_a_question(
    change: dict[str, Any], why: list[str], desk: Desk, night: Night, tables: Tables
) -> None:
    event = night(form="acc-cut")
    desk.seat(event, "Dora", ("7", "9"), "sanctioned")
    tables.play("7", **change)
    assert desk.evening(event).history == []
    assert asked(desk, event) == [why]
    (question,) = desk.questions(event)
    desk.answer_take(event, "Dora", question.told.id)
    assert len(desk.evening(event).history) == 2


def test_players_who_sat_the_other_way_round_are_still_those_two(desk: Desk, night: Night) -> None:
    event = night(form="acc-cut")
    drawn = desk.evening(event).drawn[SEATS].n
    game = FinishedGame("s", 1, 1, {"A": "Dee", "B": "Ann"}, {"A": 121, "B": 90}, "club", "acc-2025",
                        seat=f"{event}:{drawn}:g1:1:4")  # fmt: skip
    desk.keep("7", "s", 1, game.body())
    assert desk.evening(event).cards["4"].line(1) == Line("W", 31, "+")


def test_a_token_of_a_drawing_that_was_given_up_is_a_question(
    desk: Desk, night: Night, tables: Tables
) -> None:
    event = night(form="acc-cut")
    desk.seat(event, "Dora", ("7", "9"), "club")
    old = desk.seats()["7"][0]["token"]
    desk.draw(event, "Dora", sure=True)
    tables.play("7", seat=old)
    assert desk.evening(event).history == []
    assert asked(desk, event) == [["seat-old"]]
    refused("no-place", lambda: desk.answer_take(event, "Dora", desk.questions(event)[0].told.id))


def test_a_second_game_with_the_same_token_is_a_question(desk: Desk, night: Night, tables: Tables) -> None:
    event = night(form="acc-cut")
    desk.seat(event, "Dora", ("7", "9"), "club")
    token = desk.seats()["7"][0]["token"]
    tables.play("7")
    tables.play("7", -7, players={"A": "Ann", "B": "Dee"}, seat=token)
    assert desk.evening(event).cards["1"].line(1) == Line("W", 31, "+")
    assert asked(desk, event) == [["seat-taken"]]


def test_a_game_that_was_seated_for_another_event_goes_there_and_nowhere_else(
    desk: Desk, night: Night, tables: Tables
) -> None:
    one, two = night(form="acc-cut"), night(form="acc-cut")
    desk.seat(one, "Dora", ("1", "2"), "club")
    desk.seat(two, "Dora", ("3", "4"), "club")
    tables.play("3", 9)
    tables.play("1", 8)
    assert desk.evening(one).cards["1"].line(1) == Line("W", 8, "+")
    assert desk.evening(two).cards["1"].line(1) == Line("W", 9, "+")
    assert asked(desk, one) == asked(desk, two) == []


def test_a_token_of_an_event_that_does_not_exist_is_a_question_where_the_names_fit(
    desk: Desk, night: Night, tables: Tables
) -> None:
    event = night(form="acc-cut")
    desk.seat(event, "Dora", ("1", "2"), "club")
    tables.play("1", seat="999:1:g1:1:4")
    assert asked(desk, event) == [["seat-other", "before-seats"]]


# --- playoffs -------------------------------------------------------------------------------------------


@pytest.fixture
def finals(desk: Desk, night: Night) -> int:
    """Fourteen players, a bracket of best of five: Ann meets Dee, Bob meets Cy."""
    event = night(14, "acc-cut", 13)
    desk.seat(event, "Dora", read_tables("1-7"), "sanctioned")
    for m in desk.evening(event).missing:
        desk.write_game(event, "Dora", m.game, m.one, 2 * (int(str(m.other)) - int(m.one)))
    desk.start_playoffs(event, "Dora", best_of=5)
    return event


def test_playoff_games_are_seated_and_the_match_is_won_with_3_to_1(
    dora: Browser, desk: Desk, finals: int, tables: Tables
) -> None:
    first = desk.seats()["1"][0]
    assert (first["round"], first["game"], first["players"]) == (1, 1, {"A": "Ann", "B": "Dee"})
    for net in (10, -40, 5, 31):
        tables.play("1", net)
    evening = desk.evening(finals)
    assert [game.winner for game in evening.match_games[0, 0]] == [1, 4, 1, 1]
    assert evening.winners == {(0, 0): 1}
    assert "tables saw 3 – 1" in dora.get(f"/events/{finals}/bracket")
    assert desk.seats()["1"] == [], "their match is over, the other one is not"
    for net in (10, 10, 10):
        tables.play("2", net)
    assert desk.evening(finals).winners == {(0, 0): 1, (0, 1): 2}
    assert desk.seats()["1"][0]["round"] == 2
    assert asked(desk, finals) == []


def test_rule_13_1_games_lost_for_coming_late_count_for_the_match(
    desk: Desk, finals: int, tables: Tables
) -> None:
    desk.await_(finals, "Dora", 0, 0, 4, desk.wall() - 6 * 60)
    assert desk.appeared(finals, "Dora", 0, 0, 4) == 1
    tables.play("1", 10)
    assert desk.evening(finals).winners == {}
    tables.play("1", 10)
    assert desk.evening(finals).winners == {(0, 0): 1}


def test_a_match_game_of_a_bracket_that_was_drawn_again_is_a_question(
    desk: Desk, finals: int, tables: Tables
) -> None:
    old = desk.seats()["1"][0]["token"]
    desk.start_playoffs(finals, "Dora", sure=True)
    tables.play("1", seat=old)
    assert desk.evening(finals).match_games == {}
    assert asked(desk, finals) == [["seat-old"]]
    desk.take_back(finals, "Dora", BRACKET, sure=True)
    assert desk.take_clear(finals) == 1, "the bracket of which it is holds again"
    assert len(desk.evening(finals).match_games[0, 0]) == 1


# --- telling tables -------------------------------------------------------------------------------------


def test_each_table_is_told_what_has_changed_and_again_when_the_line_is_new(
    desk: Desk, night: Night, tables: Tables
) -> None:
    now, up, sent = [0.0], [True], []

    def send(topic: str, payload: bytes) -> bool:
        if up[0]:
            sent.append((topic, json.loads(payload)))
        return up[0]

    told = NextGames(desk, send, lambda: now[0])

    def look() -> list[str]:
        sent.clear()
        now[0] += 5.0
        told.step()
        return [topic for topic, _ in sent]

    event = night(form="acc-cut")
    assert look() == []
    desk.seat(event, "Dora", ("7", "9"), "club")
    up[0] = False
    assert look() == []
    up[0] = True
    assert look() == ["pegwatch/1/7/seat", "pegwatch/1/9/seat"]
    assert look() == []
    tables.play("7")
    assert look() == ["pegwatch/1/7/seat"]
    assert sent[0][1]["game"] == 2
    told.again()
    assert look() == ["pegwatch/1/7/seat", "pegwatch/1/9/seat"]
    desk.seat(event, "Dora", ("7",), "club")
    assert look() == ["pegwatch/1/9/seat"]
    assert sent[0][1] == {"v": 1, "token": "", "next": []}, "this one plays nothing any more"


# --- at the table ---------------------------------------------------------------------------------------


def test_a_table_offers_what_was_not_begun_yet() -> None:
    seat = {"token": "1:2:g1:1:4", "event": "Monday", "game": 1, "players": {"A": "Ann", "B": "Dee"},
            "book": "acc-2025", "mode": "club", "target": 121}  # fmt: skip
    kept = [seat, seat | {"token": "1:2:g2:1:3", "game": 2}]
    played = GameInfo(1, 0.0, {"seat": "1:2:g1:1:4"}, True)
    assert [each.game for each in offered(kept, [])] == [1, 2]
    assert [each.game for each in offered(kept, [played])] == [2]
    running = GameInfo(2, 0.0, {"seat": "1:2:g2:1:3"}, False)
    assert offered(kept, [played, running]) == []
    other = GameInfo(3, 0.0, {}, False)
    assert [each.game for each in offered(kept, [played, running, other])] == [2], "it was broken off"
    assert offered("nonsense", []) == offered([{"token": 5}], []) == []


@pytest.mark.slow
def test_through_a_real_broker_a_seated_game_comes_back_to_its_place(tmp_path: Path) -> None:
    """Two tables, two events at once, clocks that say nothing: the hub seats, the tables play, all of it lands."""
    with (
        broker_in(tmp_path / "broker", ["hub", "7", "9"]) as broker,
        closing(open_store(str(tmp_path / "hub.sqlite"))) as store,
    ):
        desk = Desk(store, lambda _order: None)
        events = {}
        for table in ("7", "9"):
            event = desk.create("Dora", f"Event {table}", "acc-cut", games=3)
            desk.enter(event, "Dora", [EntryRow("Ann"), EntryRow("Bob")])
            desk.draw(event, "Dora")
            desk.seat(event, "Dora", (table,), "club")
            events[table] = event
        hub = listen_to_tables(desk, broker.address("hub"))
        journals = {table: MemoryJournal() for table in events}
        places = {table: tmp_path / table / SEAT_FILE for table in events}

        def seated(table: str) -> Callable[[Any], None]:
            places[table].parent.mkdir()
            return lambda games: put_json(places[table], [{"token": game.token} for game in games]) and None

        lines = [
            Uplink(Outbox(journals[t], f"s{t}", House()), f"s{t}", t, broker.address(t), seated=seated(t))
            for t in events
        ]
        for line in lines:
            line.start()
        begun: dict[str, set[str]] = {table: set() for table in events}

        def play(table: str) -> None:
            """The next game that the hub seats here, as soon as it is told."""
            if not places[table].exists():
                return
            tokens = [seat["token"] for seat in json.loads(places[table].read_text())]
            token = next((token for token in tokens if token not in begun[table]), "")
            if not token:
                return
            begun[table].add(token)
            header = {
                "log": "table/1",
                "profile": "acc-2025",
                "mode": "club",
                "muggins": False,
                "dealer": "A",
            }
            for kind, body in (
                ("game", header | {"players": {"A": "Ann", "B": "Bob"}, "table_t0": 0.0, "seat": token}),
                ("pegs", {"A": [100, 0], "B": [121, 120], "certain": True}),
                ("verdict", {"code": "game", "player": "B", "points": 100}),
                ("phase", {"phase": "over", "deal": 1, "turn": None, "to": None}),
            ):
                journals[table].append(len(begun[table]), [Event(kind, 1.0, body)])

        def all_in() -> bool:
            hub.step()
            for line in lines:
                line.step(time.monotonic(), [])
            for table in events:
                play(table)
            return all(not desk.evening(event).missing for event in events.values())

        try:
            until(all_in, "six games of two events")
        finally:
            for line in lines:
                line.stop()
            hub.stop()
        for event in events.values():
            assert desk.evening(event).cards["2"].totals().games_won == 3
            assert desk.questions(event) == []


# --- on the director's page -----------------------------------------------------------------------------


def test_the_director_names_the_tables_and_sees_what_they_play(
    dora: Browser, desk: Desk, night: Night
) -> None:
    event = night(form="acc-cut")
    page = dora.get(f"/events/{event}")
    assert 'name="tables" maxlength="400" value="1-2"' in page
    assert "is no table" in said(dora.do(event, "seat", tables="x/y", mode="club"))
    assert "The tables are told" in said(dora.do(event, "seat", tables="7, 9", mode="sanctioned"))
    assert desk.evening(event).seating.tables == ("7", "9")
    assert "Table 7 · Game 1: Ann – Dee" in dora.get(f"/events/{event}")
    assert "Table 7 · Partie 1" in dora.get(f"/events/{event}?lang=fr").replace("\u202f", " ")
