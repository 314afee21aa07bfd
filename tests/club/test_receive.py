"""What comes in from tables, without a broker: kept once, confirmed, placed, and never a reason to stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from browsers import seat_of

from club.desk import Desk
from club.errors import StoreError
from club.receive import Receiver
from cribbage.log import wire
from cribbage.log.wire import FinishedGame

Night = Callable[..., int]


class Room:
    """A receiver, what it answered, and what it said."""

    def __init__(self, desk: Desk) -> None:
        self.answers: list[tuple[str, dict[str, Any]]] = []
        self.said: list[str] = []
        self.receiver = Receiver(desk, self._answer, self.said.append)

    def _answer(self, topic: str, payload: bytes) -> None:
        self.answers.append((topic, wire.read(payload)))

    def tell(self, table: str, what: str, body: dict[str, Any]) -> None:
        self.receiver.take(wire.topic(table, what), wire.write(body))


@pytest.fixture
def room(desk: Desk) -> Room:
    return Room(desk)


def game(
    n: int, a: str = "Ann", b: str = "Dee", loser: int = 90, stream: str = "s", seat: str = ""
) -> FinishedGame:
    """A game of tonight: begun just now, by the book of the event, in a mode that counts."""
    players, scores = {"A": a, "B": b}, {"A": 121, "B": loser}
    return FinishedGame(stream, n, n, players, scores, "club", "acc-2025", time.time(), seat=seat)


def test_a_game_is_kept_placed_and_confirmed_with_its_sum(room: Room, desk: Desk, night: Night) -> None:
    event = night()
    room.tell("7", wire.GAME, game(1, seat=seat_of(desk, event, 1, "1", "4")).body())
    assert desk.evening(event).cards["1"].totals().game_points == 3
    assert room.answers == [("pegwatch/1/7/have", {"v": 1, "have": {"s": 1}, "sums": {"s": game(1).sum}})]


def test_the_same_game_again_changes_nothing_and_is_confirmed_again(
    room: Room, desk: Desk, night: Night
) -> None:
    event = night()
    for _ in range(3):
        room.tell("7", wire.GAME, game(1, seat=seat_of(desk, event, 1, "1", "4")).body())
    assert len(desk.evening(event).history) == 2
    assert len(room.answers) == 3


def test_a_gap_is_not_confirmed_until_it_is_filled(room: Room) -> None:
    for n in (1, 3, 4):
        room.tell("7", wire.GAME, game(n).body())
    assert room.answers[-1][1]["have"] == {"s": 1}
    room.tell("7", wire.GAME, game(2).body())
    assert room.answers[-1][1]["have"] == {"s": 4}


def test_desk_and_tables_work_side_by_side(room: Room, desk: Desk, night: Night) -> None:
    """A director writes while games come in: nobody waits for the other for ever, and nothing is lost."""
    event = night(2, games=40)

    def come_in() -> None:
        for n in range(1, 31):
            room.tell("7", wire.GAME, game(n, "Ann", "Nobody").body())

    thread = threading.Thread(target=come_in, daemon=True)
    thread.start()
    for number in range(1, 31):
        desk.write_game(event, "Dora", number, "1", 5)
    thread.join(60)
    assert not thread.is_alive()
    assert len(desk.unplaced(event)) == 30
    assert len(desk.evening(event).history) == 60


def test_games_before_any_event_wait_in_the_store(room: Room, desk: Desk) -> None:
    room.tell("7", wire.GAME, game(1).body())
    assert [told.n for told in desk.store.told()] == [1]


def test_a_game_that_fits_two_events_at_once_is_asked_about_in_both_and_on_no_card(
    room: Room, desk: Desk, night: Night
) -> None:
    old, new = night(), night()
    room.tell("7", wire.GAME, game(1).body())
    for event in (old, new):
        assert desk.evening(event).history == []
        (asked,) = desk.questions(event)
        assert [doubt.key for doubt in asked.doubts] == ["no-seat", "two"]


def test_a_table_that_comes_in_is_told_what_is_here(room: Room, desk: Desk) -> None:
    room.tell("7", wire.GAME, game(1).body())
    again = Room(desk)
    again.tell("7", wire.STATE, {"state": "here"})
    assert again.answers[0][1]["have"] == {"s": 1}
    again.receiver.confirm_all()
    assert len(again.answers) == 2


def test_what_cannot_be_kept_is_not_confirmed(
    room: Room, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> bool:
        raise StoreError("the disk is full")

    monkeypatch.setattr(desk.store, "tell", full)
    room.tell("7", wire.GAME, game(1).body())
    assert room.answers == []
    assert "not confirmed" in room.said[0]


@pytest.mark.parametrize("payload", [b"", b"x", b'{"v":1}', b'{"v":7}'])
def test_nonsense_is_counted_and_said(room: Room, payload: bytes) -> None:
    room.receiver.take("pegwatch/1/7/game", payload)
    room.receiver.take("elsewhere", payload)
    assert room.receiver.refused == 2
    assert all("refused" in line for line in room.said)


def test_ones_own_words_are_passed_over(room: Room) -> None:
    room.tell("7", wire.HAVE, {"have": {}})
    assert room.answers == []


def test_a_device_that_asks_for_judges_opens_one_call_and_its_end_closes_it(room: Room, desk: Desk) -> None:
    for _ in range(3):
        room.tell("7", wire.HEALTH, {"parts": [], "calling": True})
    (call,) = desk.calls()
    assert call.table == "7"
    desk.answer("Dora", call.n)
    room.tell("7", wire.HEALTH, {"parts": [], "calling": True})
    assert desk.calls() == []
    room.tell("7", wire.HEALTH, {"parts": [], "calling": False})
    room.tell("7", wire.HEALTH, {"parts": [], "calling": True})
    assert len(desk.calls()) == 1
    room.tell("7", wire.HEALTH, {"parts": [], "calling": False})
    assert desk.calls() == []
