"""The uplink without a broker: which games are finished, which are due, what leaves the table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paho.mqtt.client import MQTTMessage
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from cribbage.log.events import Event
from cribbage.log.wire import FinishedGame, Have
from cribbage.shown.policy import House
from firmware.box.journal import MemoryJournal
from firmware.broker import Address, BrokerError, Line
from firmware.uplink import RESEND_S, WINDOW, Outbox, Sender


class Book:
    """A journal with games that end as they are told to."""

    def __init__(self) -> None:
        self.journal = MemoryJournal()
        self.outbox = Outbox(self.journal, "s", House())
        self.game = 0
        self.mode = "club"

    def tell(self, kind: str, body: Mapping[str, Any]) -> None:
        self.journal.append(self.game, [Event(kind, 1.0, dict(body))])

    def begin(self, mode: str = "club") -> None:
        self.game += 1
        self.mode = mode
        header = {"log": "table/1", "profile": "acc-2025", "mode": mode, "muggins": False, "dealer": "A"}
        self.tell("game", header | {"players": {"A": "Ann", "B": "Bob"}, "table_t0": 0.0})

    def pegs(self, a: int, b: int) -> None:
        self.tell("pegs", {"A": [a, 0], "B": [b, 0], "certain": True})

    def win(self, loser: int) -> None:
        """Bob pegs out."""
        self.pegs(loser, 120)
        self.tell("pegs", {"A": [loser, 0], "B": [121, 120], "certain": True})
        self.tell("verdict", {"code": "game", "player": "B", "points": loser})
        self.tell("phase", {"phase": "over", "deal": 1, "turn": None, "to": None})

    def games(self) -> list[FinishedGame]:
        self.outbox.look()
        return self.outbox.games


def made(count: int) -> list[FinishedGame]:
    names = {"A": "Ann", "B": "Bob"}
    return [FinishedGame("s", n, n, names, {"A": 121, "B": n % 120}) for n in range(1, count + 1)]


# --- which games are finished ---------------------------------------------------------------------------


def test_finished_games_are_numbered_without_a_gap() -> None:
    book = Book()
    for loser in (88, 60):
        book.begin()
        book.win(loser)
    book.begin()  # given up
    book.begin()
    book.win(100)
    games = book.games()
    assert [(g.n, g.game, dict(g.scores), g.winner) for g in games] == [
        (1, 1, {"A": 88, "B": 121}, "B"),
        (2, 2, {"A": 60, "B": 121}, "B"),
        (3, 4, {"A": 100, "B": 121}, "B"),
    ]


def test_looking_step_by_step_finds_what_looking_once_finds() -> None:
    book = Book()
    for loser in (88, 60, 30):
        book.begin()
        book.games()
        book.win(loser)
        book.games()
    again = Outbox(book.journal, "s", House())
    again.look()
    assert again.games == book.games()
    assert len(again.games) == 3


def test_8_4_b_a_sanctioned_game_is_not_told_before_it_is_settled() -> None:
    """A peg in the game hole is no result until the opponent accepts it: it must not leave the table."""
    book = Book()
    book.begin("sanctioned")
    book.win(88)
    assert book.games() == []
    assert "over" not in book.outbox.live()
    book.tell("seen", {"t": 2.0, "said": {"by": "A", "what": "accept"}})
    assert [game.scores["A"] for game in book.games()] == [book.outbox.live()["over"]["loser_score"]]


def test_another_game_settles_the_one_before() -> None:
    book = Book()
    book.begin("sanctioned")
    book.win(88)
    book.games()
    book.begin("sanctioned")
    assert [game.game for game in book.games()] == [1]


@pytest.mark.parametrize("mode", ["sanctioned", "club", "teaching"])
def test_the_live_view_holds_scores_and_nothing_of_cards_or_verdicts(mode: str) -> None:
    book = Book()
    book.begin(mode)
    book.tell("seen", {"t": 1.0, "cards": {"zone": "starter", "seen": ["5H"]}})
    book.tell("verdict", {"code": "overpeg", "player": "B", "points": 2, "earned": 6, "pegged": 8})
    book.pegs(12, 8)
    book.outbox.look()
    live = book.outbox.live()
    assert set(live) <= {"state", "mode", "profile", "dealer", "over", "players"}
    assert all(set(player) == {"seat", "name", "score"} for player in live["players"])
    assert "5H" not in json.dumps(live)


def test_p5_a_sanctioned_live_score_waits_for_its_window() -> None:
    book = Book()
    book.begin("sanctioned")
    book.pegs(0, 8)
    book.outbox.look()
    assert [player["score"] for player in book.outbox.live()["players"]] == [0, 0]


# --- which games are due --------------------------------------------------------------------------------


def test_nothing_is_sent_before_the_hub_had_time_to_say_what_it_has() -> None:
    sender = Sender()
    assert sender.due(made(3), 0.0) == []
    assert [game.n for game in sender.due(made(3), 5.0)] == [1, 2, 3]


def test_after_the_hubs_word_only_what_lies_above_it() -> None:
    sender = Sender()
    sender.confirm(Have(2, made(2)[1].sum))
    assert [game.n for game in sender.due(made(4), 0.0)] == [3, 4]
    assert sender.due(made(4), 1.0) == []
    assert sender.waiting(made(4)) == 2


def test_what_is_not_confirmed_is_sent_again() -> None:
    sender = Sender(Have())
    sender.due(made(2), 0.0)
    assert [game.n for game in sender.due(made(2), RESEND_S)] == [1, 2]
    sender.line_up()
    assert [game.n for game in sender.due(made(2), RESEND_S + 1)] == [1, 2]


def test_days_without_a_network_come_in_by_windows() -> None:
    sender, games = Sender(Have()), made(500)
    came: list[int] = []
    now = 0.0
    while len(came) < 500:
        due = sender.due(games, now)
        assert 0 < len(due) <= WINDOW
        came += [game.n for game in due]
        sender.confirm(Have(came[-1], games[came[-1] - 1].sum))
        now += 1
    assert came == list(range(1, 501))


@pytest.mark.parametrize("have", [Have(3, "x"), Have(2, "another"), Have(9)])
def test_a_journal_set_back_to_an_older_copy_sends_nothing_and_says_so(have: Have) -> None:
    sender = Sender(have)
    assert sender.is_another_journal(made(2))
    assert sender.due(made(2), 100.0) == []


@settings(deadline=None)
@given(st.lists(st.sampled_from(["send", "lose", "again", "reset"]), max_size=60), st.integers(1, 60))
def test_whatever_the_line_does_every_game_arrives_and_is_kept_once(acts: list[str], count: int) -> None:
    """The hub keeps numbers; the line loses, doubles and breaks; in the end everything is there once."""
    games, kept, sender, now = made(count), {}, Sender(), 0.0
    confirmed = 0

    def hub() -> None:
        nonlocal confirmed
        while confirmed + 1 in kept:
            confirmed += 1
        sender.confirm(Have(confirmed, kept[confirmed].sum if confirmed else ""))

    for act in [*acts, *["send"] * (2 * count)]:
        now += 40.0
        if act == "reset":
            sender.line_up()
        for game in sender.due(games, now):
            if act != "lose":
                kept.setdefault(game.n, game)
        if act in ("send", "again"):
            hub()
    assert list(kept.values()) == games or sorted(kept) == [game.n for game in games]
    assert sender.waiting(games) == 0


# --- the address ----------------------------------------------------------------------------------------


def test_a_brokers_address() -> None:
    assert Address("mqtts://club.local").parts() == ("club.local", 8883)
    assert Address("mqtt://10.0.0.7:1884").parts() == ("10.0.0.7", 1884)
    assert Address("mqtt://x").tls() is None


@pytest.mark.parametrize("url", ["club.local", "http://x", "mqtt://", "mqtt://x:port"])
def test_an_address_that_is_none_is_said_in_one_line(url: str) -> None:
    with pytest.raises(BrokerError, match="broker's address"):
        Address(url).parts()


def test_a_line_that_is_down_says_why() -> None:
    line = Line(Address("mqtt://nowhere.local"), "x", lambda: None, lambda _topic, _payload: None)
    assert line.trouble == "nowhere.local:1883 does not answer"
    with pytest.raises(BrokerError, match="needs the name of a user"):
        Line(Address("mqtt://x", password_file="/some"), "x", lambda: None, lambda _topic, _payload: None)


def test_a_password_or_certificate_that_cannot_be_read_is_named() -> None:
    with pytest.raises(BrokerError, match="/nowhere"):
        Address("mqtt://x", password_file="/nowhere").password()
    with pytest.raises(BrokerError, match="/nowhere"):
        Address("mqtts://x", ca="/nowhere").tls()


def test_a_game_that_a_later_one_precedes_by_the_clock_has_no_time() -> None:
    """The clock was put back between them, so it was wrong before: the hub has to ask."""
    walls = iter([5000.0, 5600.0, 1000.0, 1900.0])
    book = Book()
    for _ in range(4):
        book.begin()
        book.win(90)
    first = [stored for stored in book.journal._events if stored.event.kind == "game"]
    for stored in first:
        object.__setattr__(stored, "at", next(walls))
    assert [game.began for game in book.games()] == [0.0, 0.0, 1000.0, 1900.0]


def test_an_error_in_what_is_called_ends_with_its_message_and_not_with_the_line() -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    line = Line(Address("mqtt://localhost"), "x", broken, broken)
    line._on_message(line._client, None, MQTTMessage(topic=b"a"))
    line._on_message(line._client, None, MQTTMessage(topic=b"\xff"))
    line._on_connect(line._client, None, None, ReasonCode(PacketTypes.CONNACK), None)  # type: ignore[arg-type]
    assert line.faults == 3
    assert line.is_up
