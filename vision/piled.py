"""Whether a card that came into view lies on another that nobody saw: the bright shape around it is too large.

Of a card laid under a resting arm and covered squarely by the next nothing is ever seen but a rim. How large a card
of this deck is in this table's pictures is learned from those that lie alone, as decks differ by some percent.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.arrays import Field, Picture, as_u8
from vision.layout import CARD_HEIGHT_MM, CARD_WIDTH_MM

_MORE, _LESS = 1.03, 0.96
"""A shape that is larger than one card by more has another card under it, about 3 mm of a rim along one side; of one
that is smaller something hides a part."""
_UNLEARNED: Final = 1.02, 0.9
"""The same against a poker card on paper, as long as few cards lay alone: decks differ."""
_KEPT: Final = 15  # cards of which the size is remembered
_LEAST_LEARNED: Final = 3
_LEAST_CONTRAST: Final = 30.0  # grey levels from the ground to paper; with less its edge is not found
_KNOWN: Final = 0.98  # share of what is around a card of which the ground must be known


class CardSize:
    """How large one card is, mm^2, in the soft pictures of a table."""

    def __init__(self) -> None:
        self._alone: deque[float] = deque(maxlen=_KEPT)

    def learn(self, area_mm2: float) -> None:
        """A card that lay alone was so large."""
        self._alone.append(area_mm2)

    def is_more(self, area_mm2: float) -> bool:
        """Whether a shape is larger than one card."""
        one, (more, _) = self._one()
        return area_mm2 > more * one

    def is_less(self, area_mm2: float) -> bool:
        """Whether a shape is smaller than one card."""
        one, (_, less) = self._one()
        return area_mm2 < less * one

    def _one(self) -> tuple[float, tuple[float, float]]:
        if len(self._alone) < _LEAST_LEARNED:
            return CARD_WIDTH_MM * CARD_HEIGHT_MM, _UNLEARNED
        return float(np.median(self._alone)), (_MORE, _LESS)


def bright_area_px(
    soft: Field, inside: Picture, around: Picture, grounds: Sequence[tuple[Field, Picture]]
) -> float | None:
    """How large the bright shape is that a card is a part of, in px of the soft picture (h, w).

    `inside`, `around`: 255 where the card lies for certain, and where another may lie under it. `grounds`: each as
    float32 (h, w), and 255 where it is known. None where no ground is known around it, where that is nearly as bright
    as paper; infinite where the shape goes on beyond it.
    """
    paper = float(np.percentile(soft[inside > 0], 75))
    for ground, known in grounds:
        where = around > 0
        if (known[where] > 0).mean() < _KNOWN:
            continue
        if paper - float(np.median(ground[where])) < _LEAST_CONTRAST:
            return None
        bright = as_u8(((soft > (ground + paper) / 2) & where) | (inside > 0))
        _, labels = cv2.connectedComponents(bright)
        shape = as_u8(labels == labels[inside > 0][0])
        edge = where & (cv2.erode(around, np.ones((3, 3), np.uint8)) == 0)
        if shape[edge].any():
            return math.inf
        outlines, _ = cv2.findContours(shape, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        return float(cv2.contourArea(outlines[0]))  # with the print inside, however dark
    return None
