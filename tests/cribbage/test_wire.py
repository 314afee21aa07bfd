"""What a table and a hub say to each other: read as it was written, and anything else refused with its reason."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribbage import wire
from cribbage.wire import BadMessage, FinishedGame, Have

GAME = FinishedGame("s", 1, 1, {"A": "Ann", "B": "Bob"}, {"A": 121, "B": 90})


def test_a_game_comes_back_as_it_was_written() -> None:
    game = FinishedGame("s", 3, 7, {"A": "Zoë", "B": "Bob"}, {"A": 121, "B": 88}, "club", "acc-2025", 5.0)
    assert wire.read_game(wire.read(wire.write(game.body()))) == game


@pytest.mark.parametrize(
    "change",
    [
        {"stream": ""}, {"stream": None}, {"n": 0}, {"n": True}, {"n": "1"}, {"players": {"A": "Ann"}},
        {"players": 3}, {"scores": {"A": 121}}, {"scores": {"A": 122, "B": 3}}, {"scores": {"A": 121, "B": 121}},
        {"scores": None},
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
    ],
)
def test_a_payload_that_is_none_is_refused(payload: bytes) -> None:
    with pytest.raises(BadMessage, match="payload"):
        wire.read(payload)


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
