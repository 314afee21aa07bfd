"""The mean of the looks at a board on which nothing stirs: a peg that stands is seen in each of them, noise is not.

Contract. In: one look after another, as logarithms of light, and their times. Out: the mean of those since anything
stirred or was last missed; the look itself where that is now. What stirs is what differs from the mean by more than
noise on a spot as large as a peg's foot, when all has become brighter or darker alike is taken off. Nothing is put
together across a time in which nobody looked, for a hand is quick.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.arrays import Field, as_f32
from vision.pegs.pose import FLAT_PX_PER_MM

_MOST_LOOKS: Final = 8  # then the older ones fade
_GAP_S: Final = 0.5  # longer without a look, and pegs may have been moved
_SPOT_MM: Final = 3.2  # a peg's foot
_PART: Final = 4  # a fourth of the size is looked at
_SOME: Final = 3  # of so many spots one is asked how much noise there is, each way
_NOISY: Final = 7.0  # times the noise on such a spot: no spot of a board differs by so much by chance
_STEPS: Final = 0.8  # grey steps besides: light is never quite the same


class Still:
    """What a board at rest looks like."""

    def __init__(self) -> None:
        self._mean: Field | None = None
        self._small = self._steps = np.zeros((0, 0, 3), np.float32)
        self._t = 0.0
        self.looks = 0
        """Of how many looks the mean is."""

    def forget(self) -> None:
        """The next look stands alone: the camera or the board was moved."""
        self._mean = None

    def with_look(self, logs: Field, t: float) -> Field:
        """The mean with a look at time `t` (h, w, 3); not to be written to, and good until the next look."""
        small = _small(logs)
        if self._mean is None or not 0 <= t - self._t <= _GAP_S or self._has_stirred(small):
            self._mean, self._small, self.looks = logs, small, 0
            self._steps = as_f32(cv2.exp(small))
        self.looks = min(self.looks + 1, _MOST_LOOKS)
        self._t = t
        if self.looks > 1:
            cv2.accumulateWeighted(logs, self._mean, 1 / self.looks)
            cv2.accumulateWeighted(small, self._small, 1 / self.looks)
        return self._mean

    def _has_stirred(self, small: Field) -> bool:
        side = round(_SPOT_MM * FLAT_PX_PER_MM / _PART)
        spots = as_f32(cv2.blur((small - self._small) * self._steps, (side, side)))
        some = spots[::_SOME, ::_SOME]
        level = np.median(some, axis=(0, 1))
        most = _NOISY * 1.48 * np.median(np.abs(some - level), axis=(0, 1)) + _STEPS
        low, high = (tuple(float(v) for v in end) for end in (level - most, level + most))
        is_still = cv2.inRange(spots, low, high)
        return int(cv2.countNonZero(is_still)) < is_still.size


def _small(logs: Field) -> Field:
    h, w = logs.shape[:2]
    whole = logs[: h // _PART * _PART, : w // _PART * _PART]
    return as_f32(cv2.resize(whole, (w // _PART, h // _PART), interpolation=cv2.INTER_AREA))
