"""Learns from the pictures as they come what the table looks like when nobody reaches over it.

What an arm covers must not be read, and what is no arm must not keep a place from being read. An arm can be so still,
and its sleeve so like the cloth, that it is taken for the table; then it goes, and the table looks as before. So
every pixel remembers how it looked before its present state, and which of the two lasted longer: that one is the
table, and where it shows again nothing is over it. For the same reason a resting arm is taken for the table only once
it has been seen for longer than the table was, or for longer than any arm rests.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Matrix, Picture, as_f64, as_u8, median_grey

STILL_S: Final = 4.0  # what has not moved at all for this long may be the table,
NO_ARM_S: Final = 60.0  # ... and after this long is: nobody is still for a minute
_BLEND: Final = 0.1  # weight of each picture in the mean, where it is like the table at rest


class TableAtRest:
    """The table at rest, as a small grey picture (h, w). Pass every picture to `differing`, in order."""

    def __init__(self, first: Picture, t: float) -> None:
        """`first`: the picture of time `t` (s), uint8 (h, w)."""
        self._rest = first.copy()
        self._mean: Matrix = as_f64(first)  # the same, finer than grey levels
        self._former = first.copy()
        self._steady = (
            first.copy()
        )  # each pixel as it was when it last moved, so that slow changes count as motion
        self._moved_t: Matrix = np.full(first.shape, t)  # when each pixel last moved
        self._since_t: Matrix = np.full(first.shape, t)  # when the present state was first seen,
        self._seen_t: Matrix = np.full(first.shape, t)  # ... and last
        self._former_s: Matrix = np.zeros(first.shape)  # how long the former state was seen (s)

    @property
    def shape(self) -> tuple[int, ...]:
        """Height and width of the pictures."""
        return self._rest.shape

    def differing(self, lit: Lit, t: float, step: float) -> Picture:
        """The mask, 0 or 1, of what differs by more than `step` grey levels from the table at rest."""
        now = lit.picture
        moved = as_u8(cv2.absdiff(now, self._steady) > step) > 0
        self._moved_t[moved] = t
        self._steady[moved] = now[moved]
        still_s = t - self._moved_t
        known_s = np.clip(self._seen_t - self._since_t, STILL_S, NO_ARM_S)
        self._learn(now, t, step, still_s > known_s, still_s > STILL_S)
        mask = as_u8(cv2.absdiff(now, relit(Lit.of(self._rest), lit)) > step)
        self._seen_t[mask == 0] = t
        if mask.any():
            longer = self._former_s > self._seen_t - self._since_t
            former = relit(Lit.of(self._former), lit)
            back = (mask > 0) & longer & (cv2.absdiff(now, former) <= step)
            self._rest[back] = self._mean[back] = former[back]
            self._since_t[back] = t - self._former_s[back]
            self._seen_t[back] = t
            self._former_s[back] = 0.0
            mask[back] = 0
        return mask

    def learn(self, now: Picture, t: float, step: float) -> None:
        """Take this picture as the table at rest, everywhere."""
        everywhere = np.ones(now.shape, np.bool_)
        self._learn(now, t, step, everywhere, everywhere)

    def _learn(
        self, now: Picture, t: float, step: float, replace: NDArray[np.bool_], adapt: NDArray[np.bool_]
    ) -> None:
        """Take this picture as the table at rest: where it differs and `replace` is set, and, in small steps, where
        it is alike and `adapt` is set."""
        differing = as_u8(cv2.absdiff(self._rest, now) > step) > 0
        new = differing & replace
        like = ~differing & adapt
        self._former[new] = self._rest[new]
        self._former_s[new] = (self._seen_t - self._since_t)[new]
        self._since_t[new] = self._seen_t[new] = t
        # In small steps: otherwise a pixel half under an arm, which still looks like the table, would become the
        # table, then one that is covered a little more, and in the end the arm, with all the time of the table.
        mean = self._mean
        mean[new] = now[new]
        mean[like] += _BLEND * (now[like] - mean[like])
        self._rest = as_u8(np.round(mean))


@dataclass(frozen=True, slots=True, eq=False)
class Lit:
    """A small picture, uint8 (h, w), and how bright it is: `grey`, the median of every second pixel each way.

    It is compared with several others, and counted once.
    """

    picture: Picture
    grey: float

    @classmethod
    def of(cls, picture: Picture) -> Lit:
        """The picture with its brightness."""
        return cls(picture, median_grey(picture[::2, ::2]))


def relit(old: Lit, new: Lit) -> Picture:
    """The old picture scaled to the brightness of the new one, if they differ by a moderate gain."""
    if old.picture.shape != new.picture.shape:
        return old.picture
    gain = new.grey / max(old.grey, 1.0)
    if not 0.75 < gain < 1.33 or abs(gain - 1) < 0.015:
        return old.picture
    return as_u8(cv2.convertScaleAbs(old.picture, alpha=gain))
