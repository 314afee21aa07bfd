"""The pixels that a peg hides or may touch, for each hole and height: drawn once for a place of the camera. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Matrix
from vision.pegs.pose import FLAT_PX_PER_MM

CORE_MM, FRINGE_MM, AROUND_MM = 1.2, 3.1, 6.0
"""Half the width of what a peg surely hides, of what it may touch, and of what is looked at around it."""
_HEAD_MM: Final = 1.8  # the same of its top, where it is more
_MARGIN_PX: Final = 2

Window = tuple[slice, slice]


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """One peg so wide: `mask` uint8 is 1 on it in the `window` of the flat picture; `at` are the same pixels there."""

    window: Window
    mask: NDArray[np.uint8]
    at: NDArray[np.intp]


class Bodies:
    """Pegs in each hole of one board seen from one place; `feet_px` (n, 2), `tops_px` {height: (n, 2)}."""

    def __init__(
        self, feet_px: Matrix, tops_px: Mapping[float, Matrix], size_px: tuple[int, int]
    ) -> None:
        self._feet, self._tops, self._size = feet_px, tops_px, size_px
        self._drawn: dict[tuple[int, float, float], Body] = {}
        self._cores: dict[int, tuple[NDArray[np.intp], tuple[int, ...]]] = {}

    def body(self, i: int, height: float, half_mm: float) -> Body:
        """A peg of this height in hole i."""
        key = (i, height, half_mm)
        if key not in self._drawn:
            self._drawn[key] = self._draw(i, height, half_mm)
        return self._drawn[key]

    def over(self, i: int, height: float, weight: Field) -> float:
        """The mean weight over the core of one."""
        return float(weight.ravel()[self.body(i, height, CORE_MM).at].mean())

    def over_all(self, holes: Sequence[int], weight: Field) -> Matrix:
        """The same for each of some holes and each height: (holes, heights), the heights as `tops_px` has them."""
        if not holes:
            return np.zeros((0, len(self._tops)))
        cores = [self._core(i) for i in holes]
        counts = np.concatenate([np.array(counts) for _, counts in cores])
        starts = np.cumsum(counts) - counts
        values = weight.ravel()[np.concatenate([at for at, _ in cores])]
        sums: Matrix = np.add.reduceat(values, starts, dtype=np.float64)
        return (sums / counts).reshape(len(holes), -1)

    def window(self, holes: Sequence[int], height: float) -> Window:
        """The part of the picture with pegs in some holes and what is around them."""
        points = np.concatenate([self._feet[holes], self._tops[height][holes]])
        margin = AROUND_MM * FLAT_PX_PER_MM + _MARGIN_PX
        x0, y0 = np.maximum(np.floor(points.min(axis=0) - margin), 0).astype(int).tolist()
        x1, y1 = np.ceil(points.max(axis=0) + margin).astype(int).tolist()
        w, h = self._size
        return slice(y0, min(y1, h)), slice(x0, min(x1, w))

    def _core(self, i: int) -> tuple[NDArray[np.intp], tuple[int, ...]]:
        """The pixels of the cores of all heights, and how many each has."""
        if i not in self._cores:
            places = [self.body(i, height, CORE_MM).at for height in self._tops]
            self._cores[i] = np.concatenate(places), tuple(len(at) for at in places)
        return self._cores[i]

    def _draw(self, i: int, height: float, half_mm: float) -> Body:
        rows, columns = window = self.window([i], height)
        mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
        corner = (columns.start, rows.start)
        a, b = (np.round((p - corner) * 16).astype(int) for p in (self._feet[i], self._tops[height][i]))
        radius = half_mm * FLAT_PX_PER_MM
        top = max(half_mm, _HEAD_MM) * FLAT_PX_PER_MM
        ends = (int(a[0]), int(a[1])), (int(b[0]), int(b[1]))
        cv2.line(mask, *ends, 1, max(1, round(2 * radius)), cv2.LINE_8, 4)
        for p, r in zip(ends, (radius, top), strict=True):
            cv2.circle(mask, p, round(r * 16), 1, -1, cv2.LINE_8, 4)
        y, x = np.nonzero(mask)
        return Body(window, mask, (y + rows.start) * self._size[0] + x + columns.start)
