"""Remedies and results as arithmetic, each row a worked case."""

from __future__ import annotations

import pytest

from cribbage.book.remedies import (
    Call,
    FalseClaim,
    Settled,
    ahead,
    behind,
    false_claim,
    muggins,
    muggins_call,
    overpeg_claimed,
    overpeg_confessed,
    reneged,
    wrong_count_hidden,
)
from cribbage.profiles.results import FORFEIT_SPREAD, Playoff, game_result, playoff
from cribbage.score.cards import parse_cards


@pytest.mark.parametrize(
    ("before", "earned", "opponent", "expected"),
    [
        (110, 8, 100, FalseClaim(118, 3, 103, 103)),
        (110, 8, 119, FalseClaim(118, 3, 103, 121)),
        (115, 5, 90, FalseClaim(120, 1, 105, 91)),
        (118, 1, 120, FalseClaim(119, 2, 104, 121)),
        (100, 20, 91, FalseClaim(120, 1, 105, 92)),
        (8, 3, 0, FalseClaim(11, 110, 0, 110)),
    ],
)
def test_8_4_b_false_claim_of_game(before: int, earned: int, opponent: int, expected: FalseClaim) -> None:
    assert false_claim(before, earned, opponent) == expected


@pytest.mark.parametrize(
    ("before", "earned", "pegged", "opponent", "expected"),
    [
        (50, 10, 12, 60, Settled(60, 62, 2)),
        (50, 0, 2, 60, Settled(50, 62, 2)),
        (110, 8, 9, 120, Settled(118, 121, 1)),
        (30, 4, 8, 118, Settled(34, 121, 4)),
    ],
)
def test_8_4_c_1_overpeg_found_by_the_opponent(
    before: int, earned: int, pegged: int, opponent: int, expected: Settled
) -> None:
    assert overpeg_claimed(before, earned, pegged, opponent) == expected


def test_alberta_13_the_award_is_two_whatever_the_error() -> None:
    assert overpeg_claimed(50, 10, 15, 60, award=2) == Settled(60, 62, 2)


def test_8_4_c_2_overpeg_found_by_the_offender() -> None:
    assert overpeg_confessed(50, 10, 60) == Settled(60, 60, 0)


@pytest.mark.parametrize(
    ("offender", "opponent", "expected"),
    [
        (0, 5, Settled(0, 15, 10)),
        (6, 5, Settled(0, 9, 4)),
        (9, 20, Settled(0, 21, 1)),
        (10, 20, Settled(0, 20, 0)),
        (25, 40, Settled(15, 40, 0)),
    ],
)
def test_4_4_a_3_a_wrong_deal_that_was_hidden(offender: int, opponent: int, expected: Settled) -> None:
    assert wrong_count_hidden(offender, opponent) == expected


@pytest.mark.parametrize(
    ("count", "hand", "fitted"),
    [
        (25, "AC 5D 6H", "AC 5D 6H"),
        (28, "2C 3D KH", "2C 3D"),
        (28, "KC QD", ""),
        (21, "KC", ""),
        (22, "9C TD", "9C"),
        (30, "AC AD", "AC AD"),
    ],
)
def test_7_3_cards_that_could_have_been_played(count: int, hand: str, fitted: str) -> None:
    assert reneged(count, parse_cards(hand.split())) == parse_cards(fitted.split())


@pytest.mark.parametrize(
    ("claimed", "missed", "left", "points"),
    [(4, 2, 50, 2), (2, 4, 50, 2), (2, 0, 50, 0), (8, 8, 2, 2), (2, 2, 2, 2), (6, 6, 100, 6)],
)
def test_10_4_a_muggins(claimed: int, missed: int, left: int, points: int) -> None:
    assert muggins(claimed, missed, left) == points


@pytest.mark.parametrize(
    ("claimed", "missed", "in_time", "costs", "expected"),
    [
        (2, 3, True, True, Call(caller=2)),
        (2, 3, False, True, Call(late=True)),
        (2, 0, True, True, Call(scorer=2)),
        (2, 0, False, True, Call(scorer=2)),
        (2, 0, True, False, Call()),
    ],
)
def test_10_4_a_call_upheld_too_late_or_wrong(
    claimed: int, missed: int, in_time: bool, costs: bool, expected: Call
) -> None:
    assert muggins_call(claimed, missed, 50, in_time, costs) == expected
    assert muggins_call(0, 3, 50) == Call(), "nothing was called"


@pytest.mark.parametrize(
    ("loser", "spread", "points", "skunk"),
    [(90, 31, 3, True), (91, 30, 2, False), (0, 121, 3, True), (120, 1, 2, False), (60, 61, 3, True)],
)
def test_1_6_result_of_a_game(loser: int, spread: int, points: int, skunk: bool) -> None:
    result = game_result(121, loser)
    assert (result.spread, result.winner_points, result.loser_points) == (spread, points, 0)
    assert result.skunk is skunk
    assert game_result(121, loser, skunk_margin=None).winner_points == 2


@pytest.mark.parametrize(
    ("entrants", "qualifiers", "bracket", "byes", "first"),
    [(12, 3, 4, 1, 2), (13, 4, 4, 0, 4), (16, 4, 4, 0, 4), (17, 5, 8, 3, 2), (20, 5, 8, 3, 2), (32, 8, 8, 0, 8),
     (33, 9, 16, 7, 2), (60, 15, 16, 1, 14), (64, 16, 16, 0, 16), (65, 17, 32, 15, 2), (108, 27, 32, 5, 22),
     (121, 31, 32, 1, 30), (124, 31, 32, 1, 30), (128, 32, 32, 0, 32), (129, 33, 64, 31, 2), (132, 33, 64, 31, 2),
     (256, 64, 64, 0, 64)],
)  # fmt: skip
def test_13_2_playoffs(entrants: int, qualifiers: int, bracket: int, byes: int, first: int) -> None:
    found = playoff(entrants)
    assert found == Playoff(qualifiers, bracket)
    assert (found.byes, found.first_round_players) == (byes, first)


def test_11_4_and_11_5_b_a_game_that_is_given_counts_two_and_ten() -> None:
    given = game_result(121, 121 - FORFEIT_SPREAD)
    assert (given.spread, given.winner_points, given.loser_points) == (10, 2, 0)


def test_nobody_leaves_the_board() -> None:
    assert ahead(120, 5) == 121
    assert behind(3, 5) == 0
