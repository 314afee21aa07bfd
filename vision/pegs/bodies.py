"""The pixels that a peg hides or may touch, for each hole and height: drawn once for a place of the camera. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Matrix, as_f64
from vision.pegs.pose import FLAT_PX_PER_MM

CORE_MM, FRINGE_MM, AROUND_MM = 1.2, 3.1, 6.0
"""Half the width of what a peg surely hides, of what it may touch, and of what is looked at around it."""
_HEAD_MM: Final = 1.8  # the same of its top, where it is more
WHOLE_MM: Final = 1.6  # all of it, as pegs mostly are,
_WHOLE_HEAD_MM: Final = 2.3  # and its top
_MARGIN_PX: Final = 2

Window = tuple[slice, slice]


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """One peg so wide: `mask` uint8 is 1 on it in the `window` of the flat picture; `at` are its pixels there."""

    window: Window
    mask: NDArray[np.uint8]
    at: NDArray[np.intp]


class Bodies:
    """Pegs in each hole of one board seen from one place; `feet_px` (n, 2), `tops_px` {height: (n, 2)}."""

    def __init__(self, feet_px: Matrix, tops_px: Mapping[float, Matrix], size_px: tuple[int, int]) -> None:
        self._size = size_px
        self._feet: list[list[float]] = feet_px.tolist()
        self._tops: dict[float, list[list[float]]] = {z: tops.tolist() for z, tops in tops_px.items()}
        self.heights = tuple(tops_px)
        self._drawn: dict[tuple[int, float, float], Body] = {}

    def body(self, i: int, height: float, half_mm: float) -> Body:
        """A peg of this height in hole i."""
        key = (i, height, half_mm)
        if key not in self._drawn:
            self._drawn[key] = self._draw(i, height, half_mm)
        return self._drawn[key]

    def over_all(self, holes: Sequence[int], height: float, weight: Field) -> Matrix:
        """The mean weight over the core of a peg in each of some holes."""
        if not holes:
            return np.zeros(0)
        cores = [self.body(i, height, CORE_MM).at for i in holes]
        counts = np.array([len(at) for at in cores])
        values = weight.ravel()[np.concatenate(cores)]
        sums = np.add.reduceat(values, np.cumsum(counts) - counts, dtype=np.float64)
        return as_f64(sums / counts)

    def over_most(self, holes: Sequence[int], height: float, weight: Field) -> Matrix:
        """The most of that at this height or a lower one.

        Dark pegs and their shadows make the height that fits best too high, and a body that is drawn too long lies
        mostly over the bare board: where the question is whether anything stands there, every lower peg counts.
        """
        lower = [z for z in self.heights if z <= height]
        return as_f64(np.max([self.over_all(holes, z, weight) for z in lower], axis=0))

    def rim(self, holes: Sequence[int], height: float, weight: Field) -> float:
        """The weight on the outer part of some pegs, outside their cores."""
        core, whole = (
            np.unique(np.concatenate([self.body(i, height, mm).at for i in holes]))
            for mm in (CORE_MM, WHOLE_MM)
        )
        values = weight.ravel()
        return float(values[whole].sum() - values[core].sum())

    def window(self, holes: Sequence[int], height: float, half_mm: float) -> Window:
        """The part of the picture with pegs so wide in some holes."""
        ends = [of[i] for of in (self._feet, self._tops[height]) for i in holes]
        margin = half_mm * FLAT_PX_PER_MM + _MARGIN_PX
        x, y = [end[0] for end in ends], [end[1] for end in ends]
        w, h = self._size
        return (
            slice(max(math.floor(min(y) - margin), 0), min(math.ceil(max(y) + margin), h)),
            slice(max(math.floor(min(x) - margin), 0), min(math.ceil(max(x) + margin), w)),
        )

    def _draw(self, i: int, height: float, half_mm: float) -> Body:
        top_mm = _WHOLE_HEAD_MM if half_mm == WHOLE_MM else max(half_mm, _HEAD_MM)
        rows, columns = window = self.window([i], height, top_mm)
        mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
        foot, top = (
            (round((x - columns.start) * 16), round((y - rows.start) * 16))
            for x, y in (self._feet[i], self._tops[height][i])
        )
        cv2.line(mask, foot, top, 1, max(1, round(2 * half_mm * FLAT_PX_PER_MM)), cv2.LINE_8, 4)
        for end, mm in ((foot, half_mm), (top, top_mm)):
            cv2.circle(mask, end, round(mm * FLAT_PX_PER_MM * 16), 1, -1, cv2.LINE_8, 4)
        y, x = np.nonzero(mask)
        return Body(window, mask, (y + rows.start) * self._size[0] + x + columns.start)
