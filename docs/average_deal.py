"""The worth of the best discard on average over all 20,358,520 deals of six cards: `cribbage.shown.grades.MEANS`.

Half an hour on one core: deals that differ only in which suit is which are worked out once, with their number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import factorial

from cribbage.score.advice import discards
from cribbage.score.cards import DECK, Card

DEALT = 6


def classes() -> Iterator[tuple[tuple[Card, ...], int]]:
    """Each deal of six cards but for the names of the suits, and in how many ways it can be dealt."""
    held = [ranks for size in range(DEALT + 1) for ranks in combinations(range(13), size)]
    by_size = [[ranks for ranks in held if len(ranks) == size] for size in range(DEALT + 1)]
    for sizes in ((a, b, c, DEALT - a - b - c) for a in range(7) for b in range(a + 1) for c in range(b + 1)):
        if 0 <= sizes[3] <= sizes[2]:
            for suits in _suits(by_size, sizes, ()):
                ways = factorial(4)
                for same in Counter(suits).values():
                    ways //= factorial(same)
                yield tuple(DECK[4 * rank + suit] for suit, ranks in enumerate(suits) for rank in ranks), ways


def _suits(
    by_size: list[list[tuple[int, ...]]], sizes: tuple[int, ...], chosen: tuple[tuple[int, ...], ...]
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The ranks of each suit; suits of one size come in one order only."""
    if len(chosen) == len(sizes):
        yield chosen
        return
    for ranks in by_size[sizes[len(chosen)]]:
        if chosen and len(chosen[-1]) == len(ranks) and ranks > chosen[-1]:
            continue
        yield from _suits(by_size, sizes, (*chosen, ranks))


def main() -> None:
    """Work out and print both."""
    dealer = pone = 0.0
    deals = 0
    for dealt, ways in classes():
        found = discards(dealt, True)
        dealer += ways * found[0].worth
        pone += ways * max(one.hand - one.crib for one in found)
        deals += ways
    print(f"{deals:,} deals: dealer {dealer / deals:.6f}, pone {pone / deals:.6f}")


if __name__ == "__main__":
    main()
