"""What cards are worth, counted without anything of `cribbage.score`: an error there would be found.

A card is its name in a log: ``TC``, ``5H``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

RANKS: Final = "A23456789TJQK"
DECK: Final = tuple(rank + suit for rank in RANKS for suit in "CDHS")
LIMIT: Final = 31


def value(card: str) -> int:
    """What a card counts, 1 to 10."""
    return min(RANKS.index(card[0]) + 1, 10)


def count(cards: Iterable[str]) -> int:
    """What cards count together."""
    return sum(map(value, cards))


def play_points(series: Sequence[str]) -> int:
    """What the last card of a series earns; go and last card are not in it."""
    points = 2 if count(series) in (15, LIMIT) else 0
    same = 1
    while same < len(series) and series[-1 - same][0] == series[-1][0]:
        same += 1
    points += same * (same - 1)
    runs = [size for size in range(3, len(series) + 1) if _is_run(series[-size:])]
    return points + max(runs, default=0)


def show_points(hand: Sequence[str], starter: str, crib: bool = False) -> int:
    """What a hand or a crib of four cards is worth with its starter."""
    five = [*hand, starter]
    fifteens = 2 * sum(count(some) == 15 for size in range(2, 6) for some in combinations(five, size))
    pairs = 2 * sum(a[0] == b[0] for a, b in combinations(five, 2))
    return fifteens + pairs + _runs(five) + _flush(hand, starter, crib) + _nobs(hand, starter)


def _is_run(cards: Sequence[str]) -> bool:
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    return ranks == list(range(ranks[0], ranks[0] + len(cards)))


def _runs(five: Sequence[str]) -> int:
    for size in (5, 4, 3):
        found = sum(map(_is_run, combinations(five, size)))
        if found:
            return size * found
    return 0


def _flush(hand: Sequence[str], starter: str, crib: bool) -> int:
    if len({card[1] for card in hand}) > 1:
        return 0
    if starter[1] == hand[0][1]:
        return 5
    return 0 if crib else 4


def _nobs(hand: Sequence[str], starter: str) -> int:
    return 1 if starter[0] != "J" and "J" + starter[1] in hand else 0
