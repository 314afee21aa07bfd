"""Which part of a place an arm covers, so that the rest can still be read.

An arm is given as a coarse mask. Where a sleeve looks like the table the mask has gaps, so everything in its convex
hull counts as covered; an arm that is not seen to come from the picture's edge may cover anything.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.arrays import Matrix, Picture, as_f64, as_u8
from vision.placelook import Quad
from vision.zones import TableFix

_CUFF_PX: Final = 5  # as in `vision.arm`: a narrower gap does not separate fingers from their arm
_RIM_PX: Final = 1  # px of the coarse mask by which an arm may be larger than it
_HIDING_DEPTH_MM: Final = 28.0  # a card cannot vanish under an arm that is nowhere deeper than this
_NEAR_MM: Final = 30.0  # a card this near an arm is not judged to have gone


@dataclass(frozen=True, slots=True, eq=False)
class ArmCover:
    """What arms cover: a coarse `mask` of the whole picture, uint8 (h, w), 0 or 1."""

    mask: Picture

    def in_part(self, fix: TableFix, to_part: Matrix, size: tuple[int, int]) -> Picture:
        """The mask in an upright picture of a part of the table; `to_part` (3, 3) takes table mm to its pixels."""
        coarse = fix.scaled((self.mask.shape[1], self.mask.shape[0]))
        return as_u8(
            cv2.warpPerspective(
                self.mask, as_f64(to_part @ coarse.to_mm), size, flags=cv2.INTER_NEAREST, borderValue=(1,)
            )
        )

    def can_hide_a_card(self, footprint: Picture, mm_per_px: float) -> bool:
        """Whether a card whose middle is in a place could vanish under it; `footprint`: the place's mask, as
        coarse."""
        depth = cv2.distanceTransform(
            cv2.copyMakeBorder(self.mask, 2, 2, 2, 2, cv2.BORDER_REPLICATE), cv2.DIST_L2, 3
        )
        depth = depth[2:-2, 2:-2]
        return bool((depth * footprint).max() * mm_per_px > _HIDING_DEPTH_MM)


def arm_cover(arm: Picture) -> ArmCover | None:
    """What the arms of a mask (0 or 1) cover; None if one of them does not come from the picture's edge."""
    joined = as_u8(cv2.dilate(arm, np.ones((_CUFF_PX, _CUFF_PX), np.uint8)))
    count, labels = cv2.connectedComponents(joined)
    covered = np.zeros_like(arm)
    for label in range(1, count):
        part = as_u8((labels == label) & (arm > 0))
        edge = int(part[0].sum()) + int(part[-1].sum()) + int(part[:, 0].sum()) + int(part[:, -1].sum())
        if not edge:
            return None
        points = cv2.findNonZero(part)
        cv2.fillConvexPoly(covered, cv2.convexHull(points), 1)
    return ArmCover(as_u8(cv2.dilate(covered, np.ones((2 * _RIM_PX + 1, 2 * _RIM_PX + 1), np.uint8))))


@dataclass(frozen=True, slots=True, eq=False)
class CropCover:
    """What arms cover in the crop of a place: `mask`, uint8 (h, w), 0 or 1; `to_px` (3, 3) takes table mm to it."""

    mask: Picture
    to_px: Matrix

    def holds(self, x_mm: float, y_mm: float) -> bool:
        """Whether a point of the table is covered; points outside the crop are not."""
        x, y = (float(v) for v in cv2.perspectiveTransform(np.array([[(x_mm, y_mm)]]), self.to_px)[0, 0])
        h, w = self.mask.shape
        inside = 0 <= x < w and 0 <= y < h
        return inside and bool(self.mask[math.floor(y), math.floor(x)])

    def touches(self, quad: Quad) -> bool:
        """Whether it is over a card, or so near that the look of the card's spot cannot be judged."""
        corners = as_f64(quad)
        away = corners - corners.mean(axis=0)
        away *= 1 + _NEAR_MM / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1.0)
        around = np.zeros_like(self.mask)
        points = cv2.perspectiveTransform((corners.mean(axis=0) + away)[None], self.to_px)[0]
        cv2.fillConvexPoly(around, np.round(points).astype(np.int32), 1)
        return bool((around & self.mask).any())
