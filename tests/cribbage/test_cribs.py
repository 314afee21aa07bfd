"""The exact mean of a crib: against counting every crib that can be, one by one."""

from __future__ import annotations

from itertools import combinations

import pytest

from cribbage.score.cards import DECK, Card, parse_cards
from cribbage.score.counting import fast_points
from cribbage.score.cribs import Unseen

# Suited, with a jack, a pair, fives, jacks among the unseen only, and a suit of which six cards are gone.
THROWN = [
    ("5H 6H 7D JC QD 2S", "5H 6H"),
    ("5H 6S JD JC 9D 2S", "JD JC"),
    ("5H 5S 5C 5D AD KS", "5H 5S"),
    ("JH JS JC JD AD KS", "AD KS"),
    ("2H 3H 4H 9H TH KH", "2H KH"),
]


def counted(thrown: tuple[Card, Card], unseen: list[Card]) -> float:
    """Every two cards of the other player, with every starter, by the other scorer."""
    points = ways = 0
    for a, b in combinations(unseen, 2):
        for starter in unseen:
            if starter not in (a, b):
                points += fast_points(*thrown, a, b, starter, True)
                ways += 1
    return points / ways


@pytest.mark.no_cover
@pytest.mark.parametrize(("dealt", "thrown"), THROWN)
def test_1_7_the_mean_of_a_crib_is_that_of_every_crib_there_can_be(dealt: str, thrown: str) -> None:
    six, two = parse_cards(dealt.split()), parse_cards(thrown.split())
    unseen = [card for card in DECK if card not in six]
    assert Unseen(unseen).crib((two[0], two[1])) == pytest.approx(
        counted((two[0], two[1]), unseen), abs=1e-12
    )
