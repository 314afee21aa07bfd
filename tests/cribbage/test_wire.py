"""What a table and a hub say to each other: read as it was written, and anything else refused with its reason."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribbage.log import wire
from cribbage.log.wire import BadMessage, FinishedGame, Have

GAME = FinishedGame("s", 1, 1, {"A": "Ann", "B": "Bob"}, {"A": 121, "B": 90})


def test_a_game_comes_back_as_it_was_written() -> None:
    game = FinishedGame("s", 3, 7, {"A": "Zoë", "B": "Bob"}, {"A": 121, "B": 88}, "club", "acc-2025", 5.0)
    assert wire.read_game(wire.read(wire.write(game.body()))) == game


@pytest.mark.parametrize(
    "change",
    [
        {"stream": ""}, {"stream": None}, {"n": 0}, {"n": True}, {"n": "1"}, {"players": {"A": "Ann"}},
        {"players": 3}, {"scores": {"A": 121}}, {"scores": {"A": 122, "B": 3}}, {"scores": {"A": 121, "B": 121}},
        {"scores": None}, {"stream": "x" * 81}, {"stream": "a\nb"}, {"n": 2**70}, {"n": 2**31},
        {"scores": {"A": -1, "B": 3}},
        {"players": {"A": "x" * 201, "B": "Bob"}}, {"players": {"A": "\x00", "B": "Bob"}},
        {"mode": "x" * 81}, {"profile": []},
    ],
)  # fmt: skip
def test_a_game_that_is_none_is_refused_with_its_reason(change: dict[str, Any]) -> None:
    with pytest.raises(BadMessage, match="game"):
        wire.read_game(GAME.body() | change)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"nothing",
        b"[1]",
        b'{"v": 2}',
        b"{}",
        b"\xff",
        b"[" * 50_000,
        b'{"v":1,"x":"' + b"y" * 70_000 + b'"}',
        b'{"v":1,"x":"\\ud800"}',
        b'{"v":1,"x":NaN}',
        b'{"v":1,"x":' + b"[" * 30_000,
    ],
)
def test_a_payload_that_is_none_is_refused(payload: bytes) -> None:
    with pytest.raises(BadMessage, match="payload"):
        wire.read(payload)


@pytest.mark.parametrize("value", [10**400, -1, 1e300, True, "noon", None, [5.0]])
def test_a_time_that_is_none_is_not_known_and_the_game_is_not_lost(value: Any) -> None:
    game = wire.read_game(GAME.body() | {"began": value, "sent": value})
    assert (game.began, game.sent) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("state", {"state": "gone"}),
        ("health", {"parts": [], "waiting": 0, "calling": False}),
        ("health", {"parts": [{"part": "eye", "state": "fault", "note": "n", "code": "c", "detail": "d"}],
                    "waiting": 3, "calling": True, "pegs": "camera", "cards": "none", "sanctioned": False}),
        ("live", {"players": [{"seat": "A", "name": "Ann", "score": 88}], "state": "over", "mode": "club",
                  "profile": "acc-2025", "dealer": "A",
                  "over": {"winner": "A", "loser_score": 90, "spread": 31, "skunk": True}}),
    ],
)  # fmt: skip
def test_what_a_table_says_of_itself_comes_with_its_declared_keys_and_no_others(
    what: str, body: dict[str, Any]
) -> None:
    read = wire.read(wire.write(body | {"more": [1]}))
    found = json.loads(json.dumps(wire.read_kept(what, read)))
    assert found == body


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("state", {}), ("state", {"state": "away"}), ("health", {"parts": 9}), ("health", {"parts": [9]}),
        ("health", {"parts": [{"part": "eye", "state": "ok"}] * 65}), ("health", {"waiting": -1}),
        ("health", {"waiting": 2**31}), ("health", {"calling": 1}), ("health", {"sanctioned": "no"}),
        ("health", {"pegs": 3}),
        ("health", {"parts": [{"part": "eye", "state": "ok", "note": "x" * 4001}]}), ("live", {"players": 7}),
        ("live", {"players": [{"name": "Ann"}]}), ("live", {"players": [{"seat": "A"}] * 9}), ("live", {"over": 1}),
    ],
)  # fmt: skip
def test_what_a_table_says_of_itself_is_refused_where_it_has_another_shape(
    what: str, body: dict[str, Any]
) -> None:
    with pytest.raises(BadMessage, match=what):
        wire.read_kept(what, body)


def test_the_winner_has_reached_the_game_hole() -> None:
    assert GAME.target == 121
    assert FinishedGame("s", 1, 1, GAME.players, {"A": 40, "B": 61}).target == 61


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(payload: bytes) -> None:
    with suppress(BadMessage):
        assert wire.read_game(wire.read(payload)).n > 0


@pytest.mark.parametrize(
    "topic", ["", "a/b", "pegwatch/2/7/game", "pegwatch/1/7/other", "pegwatch/1/x y/game", "pegwatch/1//game"]
)
def test_topics_of_others_are_refused(topic: str) -> None:
    with pytest.raises(BadMessage):
        wire.read_topic(topic)


def test_topics() -> None:
    assert wire.topic("7", wire.GAME) == "pegwatch/1/7/game"
    assert wire.read_topic("pegwatch/1/table-7/have") == ("table-7", "have")
    with pytest.raises(BadMessage, match="named with"):
        wire.topic("7/#", wire.GAME)


@pytest.mark.parametrize(
    ("body", "have"),
    [
        ({"have": {"s": 3}, "sums": {"s": "abc"}}, Have(3, "abc")),
        ({"have": {"s": 3}}, Have(3)),
        ({"have": {"t": 3}}, Have()),
        ({"have": {"s": "3"}}, Have()),
        ({"have": {"s": -3}}, Have()),
        ({"have": {"s": 3}, "sums": 7}, Have(3)),
        ({}, Have()),
    ],
)
def test_what_the_hub_has(body: dict[str, Any], have: Have) -> None:
    assert wire.read_have(body, "s") == have


def test_the_winner_and_the_check_sum_tell_two_games_apart() -> None:
    lost = FinishedGame("s", 1, 1, {"A": "Ann", "B": "Bob"}, {"A": 90, "B": 121})
    assert (GAME.winner, lost.winner) == ("A", "B")
    assert GAME.sum != lost.sum
    assert len(GAME.sum) == 12


def test_what_an_older_table_leaves_out_is_filled_in() -> None:
    body = GAME.body() | {"n": 4, "game": "?", "began": "noon"}
    assert wire.read_game(body) == FinishedGame("s", 4, 4, GAME.players, GAME.scores)


SEAT: dict[str, Any] = {
    "token": "t1", "event": "Monday", "game": 1, "players": {"A": "Ann", "B": "Bob"}, "book": "acc-2025",
    "mode": "sanctioned", "target": 121,
}  # fmt: skip


def test_the_games_that_a_table_is_to_play_come_with_those_that_follow() -> None:
    further = [SEAT | {"token": f"t{n}", "game": n} for n in range(2, 40)]
    seats = wire.read_seats(SEAT | {"next": further})
    assert [seat.token for seat in seats] == [f"t{n}" for n in range(1, wire.MOST_SEATS + 1)]
    assert seats[0].players == {"A": "Ann", "B": "Bob"}
    assert wire.read_seats(SEAT | {"next": "soon"})[1:] == ()


def test_a_table_without_a_seat_plays_what_it_likes() -> None:
    assert wire.read_seats({}) == ()


@pytest.mark.parametrize(
    "change", [{"players": {"A": "Ann"}}, {"mode": "teaching"}, {"token": "a b\n"}, {"game": "one"}]
)
def test_a_seat_that_is_none_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadMessage, match="seat"):
        wire.read_seats(SEAT | change)
