"""For learners: what to discard, and what the next card would score. Never for a game in which it would be an aid.

The expected values are exact under one plain assumption: the opponent's two cards for the crib and the
starter are drawn from the cards one does not hold, all alike. Real opponents discard with care, so a real crib
is worth a little less for its owner; the order of the choices seldom changes. Pegging in the play is not in
it.

Rule: ACC 9.5 forbids any of this in counting and pegging; the reveal policy (row 35) says where it may be shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from cribbage.errors import BadHand
from cribbage.score.cards import DECK, Card
from cribbage.score.counting import no_repeats, points_by_starter
from cribbage.score.cribs import Unseen
from cribbage.score.pegging import LIMIT, rank_points

DEALT: Final = 6
_PLACE: Final = {card: place for place, card in enumerate(DECK)}


@dataclass(frozen=True, slots=True)
class Discard:
    """One way to discard two of six cards: mean points of the hand and of the crib over all that may follow.

    `worth` is hand plus crib for the dealer, hand minus crib for the pone; `least` and `most` are the hand's
    with the worst and the best starter.
    """

    thrown: tuple[Card, Card]
    kept: tuple[Card, ...]
    hand: float
    crib: float
    worth: float
    least: int
    most: int


def discards(dealt: Sequence[Card], dealer: bool) -> tuple[Discard, ...]:
    """The fifteen ways to discard two of six cards, the best first. Raise `BadHand` for other than six, or one twice.

    A thousandth of a second of work; the last few answers are kept.
    """
    if len(dealt) != DEALT:
        raise BadHand(f"six cards are dealt, not {len(dealt)}")
    no_repeats(dealt)
    return _discards(tuple(sorted(_PLACE[card] for card in dealt)), dealer)


@lru_cache(maxsize=64)
def _discards(dealt: tuple[int, ...], dealer: bool) -> tuple[Discard, ...]:
    unseen = [place for place in range(len(DECK)) if place not in dealt]
    cribs = Unseen(unseen)
    found = []
    for thrown in combinations(dealt, 2):
        kept = tuple(place for place in dealt if place not in thrown)
        by_starter = points_by_starter(*kept)
        points = [by_starter[starter] for starter in unseen]
        two = DECK[thrown[0]], DECK[thrown[1]]
        hand, crib = sum(points) / len(points), cribs.crib(two)
        found.append(
            Discard(
                thrown=two,
                kept=tuple(DECK[place] for place in kept),
                hand=hand,
                crib=crib,
                worth=hand + crib if dealer else hand - crib,
                least=min(points),
                most=max(points),
            )
        )
    return tuple(sorted(found, key=lambda one: -one.worth))


@dataclass(frozen=True, slots=True)
class Scoring:
    """A rank that would score if it were laid next (1 ace to 13 king), the points, and the count it makes."""

    rank: int
    points: int
    count: int


def scoring_ranks(pile: Sequence[Card]) -> tuple[Scoring, ...]:
    """Which ranks would score on this series, by rank; go and last card are not looked at (Rule: ACC 7.2.a)."""
    so_far = sum(card.value for card in pile)
    ranks = [card.rank for card in pile]
    found = []
    for rank in range(1, 14):
        count = so_far + min(rank, 10)
        left = sum(card.rank == rank for card in DECK if card not in pile)
        points = rank_points([*ranks, rank], count) if pile and left and count <= LIMIT else 0
        if points:
            found.append(Scoring(rank, points, count))
    return tuple(found)
