"""The hole walk: a peg is put into every hole, in any order; dead, stuck and bridged holes come out. Pure.

Begin with the board empty. Feed it the hole changes of the debouncer; it says at any time what was seen and
what is left, and at the end which holes should be masked. Its state is a plain dictionary for the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from firmware.boardmap import BoardMap
from firmware.debounce import ChainItem, HoleChange
from firmware.faults import fault_text

TOGETHER_S: Final = 0.020


@dataclass(frozen=True, slots=True)
class WalkReport:
    """What the walk has found so far."""

    good: frozenset[str]
    stuck: frozenset[str]
    """Closed when the walk began, and never open since."""
    bridged: frozenset[frozenset[str]]
    """Pairs that closed at the same moment."""
    left: tuple[str, ...]
    """No peg was put in yet; when the walk is over, these are dead. In the order of the board."""
    dead: frozenset[str] = frozenset()
    """A peg was put in and not noticed, as the person who walks has said."""

    @property
    def masks(self) -> frozenset[str]:
        """What should be masked if the walk ended now: stuck, bridged and dead holes."""
        return self.stuck | self.dead | frozenset().union(*self.bridged) | frozenset(self.left)


class HoleWalk:
    """One walk over one board."""

    def __init__(self, board_map: BoardMap, occupied: Iterable[str] = ()) -> None:
        self._order = _walk_order(board_map)
        self._stuck = set(occupied)
        self._good: set[str] = set()
        self._closed: dict[str, float] = {}
        self._bridged: set[frozenset[str]] = set()
        self._dead: set[str] = set()
        self.last: str | None = None
        """The hole in which the peg is, or was last."""

    def feed(self, items: Sequence[ChainItem]) -> None:
        """Take in what changed on the chain."""
        for item in items:
            if not isinstance(item, HoleChange):
                continue
            hole = item.hole
            if not item.occupied:
                self._stuck.discard(hole)
                if hole in self._closed:
                    self._good.add(hole)
                    del self._closed[hole]
                continue
            for other, since in self._closed.items():
                if item.t - since <= TOGETHER_S:
                    self._bridged.add(frozenset({hole, other}))
            self._closed[hole] = item.t
            self._dead.discard(hole)
            self.last = hole

    def give_up(self, hole: str) -> None:
        """There is a peg in this hole, and it is not noticed: it counts as dead until it is."""
        if hole not in self._closed and hole not in self._stuck:
            self._good.discard(hole)
            self._dead.add(hole)

    def report(self) -> WalkReport:
        """What has been found so far."""
        bridged = frozenset().union(*self._bridged)
        seen = self._good | set(self._closed) | self._stuck | self._dead
        return WalkReport(
            good=frozenset(self._good - bridged),
            stuck=frozenset(self._stuck),
            bridged=frozenset(self._bridged),
            left=tuple(hole for hole in self._order if hole not in seen),
            dead=frozenset(self._dead),
        )

    def state(self) -> dict[str, Any]:
        """The walk as plain values for the page."""
        report = self.report()
        return {
            "good": sorted(report.good),
            "stuck": sorted(report.stuck),
            "bridged": sorted(sorted(pair) for pair in report.bridged),
            "dead": sorted(report.dead),
            "left": list(report.left),
            "next": report.left[0] if report.left else None,
            "last": self.last,
            "done": len(self._order) - len(report.left),
            "holes": len(self._order),
        }

    def sentences(self) -> list[str]:
        """The report in words, the worst first; empty when every hole is sound."""
        report = self.report()
        lines = [f"{hole}: {fault_text('hole-stuck').what}" for hole in sorted(report.stuck)]
        lines += [
            f"{' and '.join(sorted(pair))} close together." for pair in sorted(map(sorted, report.bridged))
        ]
        lines += [f"{hole}: {fault_text('hole-dead').what}" for hole in (*sorted(report.dead), *report.left)]
        return lines


def _walk_order(board_map: BoardMap) -> tuple[str, ...]:
    """Row by row along the board, as a person would go."""
    place = board_map.positions_mm
    return tuple(sorted(place, key=lambda hole: (-place[hole][1], place[hole][0])))
