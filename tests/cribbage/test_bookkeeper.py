"""Whole games with faults, corrections, calls and rulings: the books of somebody else come to the same."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from bookkeeper import Books, agrees, delivered_again, may_have_been_said_aloud, worth
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from samples import sample
from test_referee_any import live, ruled_tables, tables

from cribbage.replay.transcript import ReplayResult, replay
from cribbage.score.cards import parse_cards

pytestmark = pytest.mark.no_cover
MANY = max(settings.default.max_examples // 100, 1)  # more of them with --hypothesis-profile=long
seeds = st.integers(0, 2**32 - 1)
"""A whole game asks for more numbers than Hypothesis draws for one example: it draws the seed."""


def totals(result: ReplayResult) -> Counter[tuple[str, str | None]]:
    found: Counter[tuple[str, str | None]] = Counter()
    for verdict in result.verdicts:
        found[verdict["code"], verdict["player"]] += verdict["points"] or 0
    return +found


def board(result: ReplayResult) -> dict[str, int]:
    """The scores that were told last."""
    pegs = [event.body for event in result.events if event.kind == "pegs"][-1]
    return {player: max(pegs[player][0], 0) for player in "AB"}


@pytest.mark.parametrize(
    ("cards", "crib", "points"),
    [("5C 5D 5H JS 5S", False, 29), ("2C 4C 6C 8C KD", False, 4), ("2C 4C 6C 8C KD", True, 0),
     ("2C 4C 6C 8C KC", True, 5), ("7D 8D 8S 9C 9H", False, 20), ("2D 4S 6H 8C TC", True, 0)],
)  # fmt: skip
def test_the_bookkeeper_can_count(cards: str, crib: bool, points: int) -> None:
    *hand, starter = parse_cards(cards.split())
    assert worth(hand, starter, crib) == points


@settings(max_examples=sample(4, 60) * MANY)
@given(seeds, st.booleans(), st.sampled_from(["acc-2025", "acc-2020"]))
def test_each_fault_brings_its_verdict_no_other_is_said_and_the_scores_are_the_bookkeepers(
    seed: int, muggins: bool, edition: str
) -> None:
    books = Books(random.Random(seed), muggins, edition)
    books.play()
    result = replay(books.table.log)
    assume(not books.by_chance and not may_have_been_said_aloud(result))
    assert agrees(totals(result), books.expected, result)
    assert board(result) == books.score


@pytest.mark.parametrize(
    ("seed", "muggins"),
    [
        (9, False),  # a history that broke the sensors' promise was kept for seven deals
        (152, False),  # all of a hand was taken for a part of the play, while a peg for pone's waited
        (175, True),  # a hand pegged short was the points of a call in vain, though the crib was turned up
    ],
)
def test_games_that_once_came_out_otherwise(seed: int, muggins: bool) -> None:
    books = Books(random.Random(seed), muggins, "acc-2025")
    books.play()
    result = replay(books.table.log)
    assert not books.by_chance
    assert not may_have_been_said_aloud(result)
    assert agrees(totals(result), books.expected, result)
    assert board(result) == books.score


@settings(max_examples=sample(2, 20) * MANY)
@given(seeds, st.booleans())
def test_what_is_delivered_twice_counts_once(seed: int, muggins: bool) -> None:
    rng = random.Random(seed)
    books = Books(rng, muggins)
    books.play()
    again = delivered_again(books.table.log, rng)
    result = replay(again)
    assume(not books.by_chance and not may_have_been_said_aloud(result))
    assert agrees(totals(result), books.expected, result)
    assert board(result) == books.score
    assert [e.body for e in live(again, rng) if e.kind == "verdict"] == [
        e.body for e in result.events if e.kind == "verdict"
    ]


@settings(max_examples=sample(12, 100) * MANY)
@given(st.one_of(tables(), ruled_tables()))
def test_the_pegs_are_where_they_were_last_seen_whatever_was_done(table: object) -> None:
    """Two in each track and let go of, while the board could see: the referee has them there, and no peg is lost."""
    log: list[str] = table.log  # type: ignore[attr-defined]
    blind, last, at = False, None, 0.0
    for line in log[1:]:
        body = json.loads(line)
        if body.get("fault", {}).get("part") == "board":
            blind, last = body["fault"]["what"] != "ok", None
        elif "holes" in body and not blind:
            last = body["holes"]
        at = body["t"]
    result = replay(log)
    told = [event for event in result.events if event.kind == "pegs"]
    over = [event.t for event in result.events if event.kind == "verdict" and event.body["code"] == "game"]
    if not told or over or last is None or any(len(set(pegs)) != 2 for pegs in last.values()):
        return
    doubts = [event.body for event in result.events if event.kind == "ask"]
    beyond_belief = {doubt["about"] for doubt in doubts if doubt["why"] == "more than any count is worth"}
    for player in "AB":  # thirty points at once are asked about instead
        if f"pegs {player}" not in beyond_belief:
            assert set(told[-1].body[player]) == set(last[player]), at


def test_the_books_hold_every_kind_of_fault() -> None:
    """Otherwise these games would prove little."""
    codes: Counter[str] = Counter()
    for seed in range(40):
        books = Books(random.Random(seed), muggins=seed % 2 == 0)
        books.play()
        codes.update(code for (code, _), points in books.expected.items() if points or code == "wrong-count")
    assert set(codes) == {
        "scored", "underpeg", "overpeg", "overpeg-stands", "corrected", "muggins", "muggins-refused", "heels-forfeit",
        "wrong-count", "game",
    }  # fmt: skip
