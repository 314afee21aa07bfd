"""Whether a card that came into view lies on another that nobody saw: the bright shape around it is too large.

Of a card laid under a resting arm and covered squarely by the next nothing is ever seen but a rim. How large a card
of this deck is in this table's pictures is learned from those that lie alone, as decks differ by some percent.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from vision.arrays import Field, Picture, as_u8
from vision.ground import PX_PER_MM, grown_px
from vision.layout import CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.placelook import Quad
from vision.zones import Crop

_MORE, _LESS = 1.03, 0.96
"""A shape that is larger than one card by more has another card under it, about 3 mm of a rim along one side; of one
that is smaller something hides a part."""
_HARDLY_LESS: Final = 0.98
_UNLEARNED: Final = 1.0, 0.9
"""The same against the area of a poker card, as long as few cards lay alone (outlines are measured 4 % too small)."""
_FOR_CERTAIN: Final = {True: 0.9, False: 0.5}  # of a card's size, if both its corners are seen, or one,
_AROUND: Final = {True: 1.35, False: 1.8}  # ... and where a card under it may show
_KEPT: Final = 15  # cards of which the size is remembered
_LEAST_LEARNED: Final = 3
_LEAST_CONTRAST: Final = 30.0  # grey levels from the ground to paper; with less its edge is not found
_BESIDE_PX: Final = 9  # what is so near the edge of `around` shows the table


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

    def is_less(self, area_mm2: float, *, both: bool = True) -> bool:
        """Whether a shape may be smaller than one card: something hides a part of it. Where only one of its corners
        was seen (not `both`) a rim may make up for what is hidden, so it has to be as large as the others."""
        one, (_, less) = self._one()
        if not both:
            less = _HARDLY_LESS if len(self._alone) >= _LEAST_LEARNED else math.inf
        return area_mm2 < less * one

    def _one(self) -> tuple[float, tuple[float, float]]:
        if len(self._alone) < _LEAST_LEARNED:
            return CARD_WIDTH_MM * CARD_HEIGHT_MM, _UNLEARNED
        return float(np.median(self._alone)), (_MORE, _LESS)


def bright_mm2(crop: Crop, soft: Field, quad: Quad, others: Iterable[Quad], *, both: bool) -> float | None:
    """How large the bright shape is that a card is part of; None where nobody can tell, or another card is near.

    `soft`: the crop as a soft picture. `both`: the two corners of the card are seen.
    """
    inside, around, near = (np.zeros(soft.shape, np.uint8) for _ in range(3))
    cv2.fillConvexPoly(inside, grown_px(crop, quad, _FOR_CERTAIN[both]), 255)
    cv2.fillConvexPoly(around, grown_px(crop, quad, _AROUND[both]), 255)
    for other in others:
        cv2.fillConvexPoly(near, grown_px(crop, other, 1.0), 255)
    if not inside.any() or (around & near).any():
        return None
    area = bright_area_px(soft, inside, around)
    return None if area is None else area / PX_PER_MM**2


def bright_area_px(soft: Field, inside: Picture, around: Picture) -> float | None:
    """How large the bright shape is that a card is a part of, in px of the soft picture (h, w).

    `inside`, `around`: 255 where the card lies for certain, and where another may show under it. Infinite where the
    shape goes on beyond that; None where what is around it is nearly as bright as paper.
    """
    where = around > 0
    edge = where & (cv2.erode(around, np.ones((3, 3), np.uint8)) == 0)
    beside = where & (cv2.erode(around, np.ones((_BESIDE_PX, _BESIDE_PX), np.uint8)) == 0)
    paper, ground = float(np.percentile(soft[inside > 0], 75)), float(np.median(soft[beside]))
    if paper - ground < _LEAST_CONTRAST:
        return None
    bright = as_u8(((soft > (ground + paper) / 2) & where) | (inside > 0))
    _, labels = cv2.connectedComponents(bright)
    shape = as_u8(labels == labels[inside > 0][0])
    if shape[edge].any():
        return math.inf
    outlines, _ = cv2.findContours(shape, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return float(cv2.contourArea(outlines[0]))  # with the print inside, however dark
