"""Pictures of the table with the time at which they were taken."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture.

    `bgr` is uint8 of shape (height, width, 3) in OpenCV's channel order; `t` the table time in seconds at
    which it was exposed; `number` counts the pictures of a camera (the same number is the same picture).
    """

    bgr: NDArray[np.uint8]
    t: float
    number: int = 0
    source: str = ""

    def __post_init__(self) -> None:
        _check(self.bgr, 3, self.t)

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.bgr.shape[1], self.bgr.shape[0]


@dataclass(frozen=True, slots=True, eq=False)
class SmallFrame:
    """A small grey picture for the motion check: `grey` is uint8 of shape (height, width)."""

    grey: NDArray[np.uint8]
    t: float
    number: int = 0

    def __post_init__(self) -> None:
        _check(self.grey, 2, self.t)

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.grey.shape[1], self.grey.shape[0]


def _check(picture: NDArray[np.uint8], axes: int, t: float) -> None:
    want = "(height, width, 3)" if axes == 3 else "(height, width)"
    if not isinstance(picture, np.ndarray) or picture.dtype != np.uint8:
        raise ValueError(
            f"a picture is a uint8 array of shape {want}, not {getattr(picture, 'dtype', type(picture))}"
        )
    if picture.ndim != axes or picture.size == 0 or (axes == 3 and picture.shape[2] != 3):
        raise ValueError(f"a picture has shape {want}, not {picture.shape}")
    if not math.isfinite(t):
        raise ValueError(f"the time of a picture is a finite number of seconds, not {t}")
