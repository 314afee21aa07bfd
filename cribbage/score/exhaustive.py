"""Every series there can be: the play scored on all 183,483,987 legal sequences of ranks.

A sequence is legal while its count is at most thirty-one and no rank is there five times. Sequences are not
written out one by one: those of one length that have the same future (the same count, the same ranks left
that still fit, the same last cards that can still score) are followed together with the number of them.
Every one of them is counted, and each last card is scored by the functions that score a real play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
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
    cards: dict[tuple[int, _Tail], list[tuple[int, int, int, int, _Tail]]] = {}
    for (played, count, tail), ways in level.items():
        if (count, tail) not in cards:
            cards[count, tail] = list(_next_cards(count, tail))
        for unit, total, points, fitting, kept in cards[count, tail]:
            if played // unit % 5 == 4:
                continue
            histogram[points] += ways
            state = ((played + unit) % fitting, total, kept)
            longer[state] = longer.get(state, 0) + ways
    return longer


def _next_cards(count: int, tail: _Tail) -> Iterator[tuple[int, int, int, int, _Tail]]:
    """Each rank that fits on a count: its digit, the count then, what it earns, the digit above those that still fit
    then, and the ranks that can still score."""
    for rank in range(1, _fitting(count) + 1):
        if tail.count(rank) == 4:
            continue
        total, ranks = count + min(rank, 10), (*tail, rank)
        points = rank_points(ranks, total)
        yield _UNIT[rank], total, points, _UNIT[_fitting(total) + 1], still_scoring(ranks, total)


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
