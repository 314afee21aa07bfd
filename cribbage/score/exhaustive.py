"""Every series there can be: the play scored on all 183,483,987 legal sequences of ranks.

A sequence is legal while its count is at most thirty-one and no rank is there five times. Sequences are not
written out one by one: those of one length that have the same future (the same count, the same ranks left
that still fit, the same last cards that can still score) are followed together with the number of them.
Every one of them is counted, and each last card is scored by the functions that score a real play.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final, TypeAlias

from cribbage.score.pegging import LIMIT, rank_points, same_at_end

_UNIT: Final[tuple[int, ...]] = tuple(5**rank for rank in range(15))  # base-five digits: times played
_Tail: TypeAlias = tuple[int, ...]
_State: TypeAlias = tuple[int, int, _Tail]  # ranks played (digits), the count, the ranks that can still score


@dataclass(frozen=True, slots=True)
class SeriesSums:
    """How many legal sequences there are, what their last cards earned together, and both in detail."""

    sequences: int
    points: int
    histogram: dict[int, int]
    by_length: dict[int, int]


def every_series(longest: int = 13) -> SeriesSums:
    """Score the last card of every legal sequence of ranks, 1 to `longest` cards long (all: some seconds of work)."""
    histogram: Counter[int] = Counter()
    by_length: dict[int, int] = {}
    level: dict[_State, int] = {(0, 0, ()): 1}
    for length in range(1, longest + 1):
        level = _one_card_more(level, histogram)
        by_length[length] = sum(level.values())
    return SeriesSums(
        histogram.total(),
        sum(points * ways for points, ways in histogram.items()),
        dict(sorted(histogram.items())),
        by_length,
    )


def _one_card_more(level: dict[_State, int], histogram: Counter[int]) -> dict[_State, int]:
    """Lay each rank on each sequence where it is legal; the points earned go into the histogram."""
    longer: dict[_State, int] = {}
    futures: dict[tuple[_Tail, int], tuple[int, _Tail]] = {}
    for (played, count, tail), ways in level.items():
        for rank in range(1, 14):
            total = count + min(rank, 10)
            if total > LIMIT:
                break
            if played // _UNIT[rank] % 5 == 4:
                continue
            ranks = (*tail, rank)
            future = futures.get((ranks, total))
            if future is None:
                future = futures[ranks, total] = rank_points(ranks, total), still_scoring(ranks, total)
            histogram[future[0]] += ways
            state = ((played + _UNIT[rank]) % _UNIT[_fitting(total) + 1], total, future[1])
            longer[state] = longer.get(state, 0) + ways
    return longer


def _fitting(count: int) -> int:
    """The highest rank that still fits under the limit, 0 for none."""
    room = LIMIT - count
    return 13 if room >= 10 else room


def still_scoring(ranks: _Tail, count: int) -> _Tail:
    """The last of these ranks that can still be part of a pair or a run with cards yet to come.

    Cards before them cannot: a pair royal stands between, or the ranks that a run would need do not fit.
    """
    keep = same_at_end(ranks)
    if keep > 1:
        return ranks[-keep:]
    inside: set[int] = set()
    for size, rank in enumerate(reversed(ranks), 1):
        if rank in inside:
            break
        inside.add(rank)
        needed = sum(min(r, 10) for r in range(min(inside), max(inside)) if r not in inside)
        if needed <= LIMIT - count:
            keep = size
    return ranks[-keep:]
