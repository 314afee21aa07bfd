"""The exact mean of a crib of which two cards are known: over every starter and every two cards of the other player.

Nothing is sampled. Fifteens, pairs and runs go by ranks alone, so the 15,180 to 16,215 pairs and starters of each
discard come down to 1,183 combinations of ranks, each with the number of ways it can fall; flushes and nobs are
counted by suits. A test holds the sum against counting all of them one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from operator import mul
from typing import Final

from cribbage.score.cards import DECK, Card
from cribbage.score.counting import JACK, points_of_ranks

_RANKS: Final = range(1, 14)
_PAIRS: Final = tuple(combinations_with_replacement(_RANKS, 2))
_FLUSH: Final = 5  # points: in a crib only with the starter (Rule: ACC 1.7)


class Unseen:
    """The cards that a player has not seen: every two of them, with every third as starter, are equally likely."""

    def __init__(self, cards: Sequence[int]) -> None:
        """`cards`: at least three different ints 0..51."""
        self._of = [DECK[card] for card in cards]
        self._suits = [sum(card.suit == suit for card in self._of) for suit in range(4)]
        many = [0, *(sum(card.rank == rank for card in self._of) for rank in _RANKS)]
        self._ways = [
            ways * (many[starter] - (starter == a) - (starter == b))
            for a, b in _PAIRS
            for ways in (many[a] * (many[a] - 1) // 2 if a == b else many[a] * many[b],)
            for starter in _RANKS
        ]

    def crib(self, thrown: tuple[Card, Card]) -> float:
        """The mean points of a crib that these two cards were thrown to."""
        a, b = sorted(card.rank for card in thrown)
        left = len(self._of)
        total = sum(map(mul, self._ways, _points(a, b)))
        ways: int = left * (left - 1) // 2 * (left - 2)
        points: int = total + self._flushes(thrown) + self._nobs(thrown)
        return points / ways

    def _flushes(self, thrown: tuple[Card, Card]) -> int:
        if thrown[0].suit != thrown[1].suit:
            return 0
        same = self._suits[thrown[0].suit]
        return _FLUSH * (same * (same - 1) // 2 * (same - 2))

    def _nobs(self, thrown: tuple[Card, Card]) -> int:
        """The point of a jack of the starter's suit: one that was thrown, or one that the other player throws."""
        left = len(self._of)
        mine = sum(self._suits[card.suit] for card in thrown if card.rank == JACK)
        others = sum(self._suits[card.suit] - 1 for card in self._of if card.rank == JACK)
        return mine * ((left - 1) * (left - 2) // 2) + others * (left - 2)


@cache
def _points(a: int, b: int) -> list[int]:
    """What two ranks are worth with every two others and every starter, in the order of `Unseen._ways`."""
    return [points_of_ranks(a, b, c, d, starter) for c, d in _PAIRS for starter in _RANKS]
