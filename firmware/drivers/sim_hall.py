"""The Hall switches of a simulated board: each looks at its hole at moments of its own and tells the same until then.

All look as seldom as the slowest may (`Sensor.period_s`), no two rows of them at the same moment. A peg that was put
down or taken out is told at the first look after the scan that finds it so: never too early, at most one scan late.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from typing import Final

from firmware.boardmap import BoardMap
from firmware.debounce import SCAN_PERIOD_S

_GOLDEN: Final = 0.6180339887
"""Multiples of it, less whole ones, lie as far apart as may be: no two switches look together for long."""


class SimSwitches:
    """What all switches of a board tell at this moment."""

    def __init__(
        self, board_map: BoardMap, holes: Callable[[], Collection[str]], clock: Callable[[], float] | None
    ) -> None:
        self._holes = holes
        self._clock = clock or self._counted
        self._scans = 0
        self._period_s = board_map.sensor.period_s
        self._phase = {hole: number * _GOLDEN % 1.0 for hole, number in board_map.bit_of.items()}
        self._told: frozenset[str] | None = None
        self._since: dict[str, float] = {}

    def told(self) -> frozenset[str]:
        """The holes whose switch pulls low."""
        holes, now = frozenset(self._holes()), self._clock()
        if self._told is None:  # power has been on for a while
            self._told = holes
        changed = holes ^ self._told
        if not changed:
            self._since.clear()
            return self._told
        self._since = {hole: self._since.get(hole, now) for hole in changed}
        looked = {hole for hole, t in self._since.items() if self._looks(hole, t) != self._looks(hole, now)}
        if looked:
            self._told = self._told ^ looked
        return self._told

    def _looks(self, hole: str, t: float) -> int:
        """How often a switch has looked up to a time."""
        return math.floor(t / self._period_s + self._phase.get(hole, 0.0))

    def _counted(self) -> float:
        self._scans += 1
        return self._scans * SCAN_PERIOD_S
