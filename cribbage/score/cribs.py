"""The exact mean of a crib of which two cards are known: over every starter and every two cards of the other player.

Nothing is sampled. Fifteens, pairs and runs go by ranks alone, and which of three cards is the starter makes no
difference to them, so all that may fall comes down to 455 combinations of three ranks, each with the number of ways
it can; flushes and nobs are counted by suits. A test holds the sum against counting all of them one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from operator import mul
from typing import Final

from cribbage.score.cards import DECK, Card
from cribbage.score.counting import JACK, key_of_ranks, points_of_ranks

_RANKS: Final = range(1, 14)
_THREES: Final = tuple(combinations_with_replacement(_RANKS, 3))
_KEYS: Final = tuple(map(key_of_ranks, _THREES))
_STARTERS: Final = 3  # each of three cards may be the starter
_SIZE: Final = _STARTERS + 1
_TERMS: Final = tuple(
    (*(rank * _SIZE + three.count(rank) for rank in sorted({*three})), *(0 for _ in range(_STARTERS)))[
        :_STARTERS
    ]
    for three in _THREES
)
"""Of each three ranks: whose product is its ways, as places in a flat table of comb(cards of a rank, taken)."""
_FLUSH: Final = 5  # points: in a crib only with the starter (Rule: ACC 1.7)


class Unseen:
    """The cards that a player has not seen: every two of them, with every third as starter, are equally likely."""

    def __init__(self, cards: Sequence[int]) -> None:
        """`cards`: at least three different ints 0..51."""
        self._of = [DECK[card] for card in cards]
        suits, ranks = Counter(card.suit for card in self._of), Counter(card.rank for card in self._of)
        self._suits = [suits[suit] for suit in range(4)]
        self._jacks = sum(suits[card.suit] - 1 for card in self._of if card.rank == JACK)
        many = [0, *(ranks[rank] for rank in _RANKS)]
        ways = [comb(n, taken) for n in many for taken in range(_SIZE)]
        self._ways = [_STARTERS * ways[a] * ways[b] * ways[c] for a, b, c in _TERMS]
        self._of_ranks = cache(self._sum)

    def crib(self, thrown: tuple[Card, Card]) -> float:
        """The mean points of a crib that these two cards were discarded to."""
        a, b = sorted(card.rank for card in thrown)
        left = len(self._of)
        total = self._of_ranks(a, b)
        ways: int = left * (left - 1) // 2 * (left - 2)
        points: int = total + self._flushes(thrown) + self._nobs(thrown)
        return points / ways

    def _sum(self, a: int, b: int) -> int:
        return sum(map(mul, self._ways, _points(a, b)))

    def _flushes(self, thrown: tuple[Card, Card]) -> int:
        if thrown[0].suit != thrown[1].suit:
            return 0
        same = self._suits[thrown[0].suit]
        return _FLUSH * (same * (same - 1) // 2 * (same - 2))

    def _nobs(self, thrown: tuple[Card, Card]) -> int:
        """The point of a jack of the starter's suit: one that was discarded, or one that the other player
        discards."""
        left = len(self._of)
        mine = sum(self._suits[card.suit] for card in thrown if card.rank == JACK)
        return mine * ((left - 1) * (left - 2) // 2) + self._jacks * (left - 2)


@cache
def _points(a: int, b: int) -> list[int]:
    """What two ranks are worth with every three others, in the order of `Unseen._ways`."""
    return points_of_ranks(key_of_ranks((a, b)), _KEYS)
