"""Tells sun and shadow from arms in the small picture.

Light makes a part of the table brighter or darker but leaves its texture (grain, cloth, print) as it was; an arm
hides it. Where a picture shows the texture of the table at rest only the light has changed. On a table without any
texture everything that differs may be an arm.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.arrays import Field, Picture, as_f32, as_u8

_FINE_PX: Final = 5  # texture is what is finer than this,
_AROUND_PX: Final = 17  # ... compared over a window this wide
_LEAST_ALIKE: Final = 0.45  # correlation of the texture from which it is the same
_LEAST_TEXTURE: Final = 0.9  # grey levels; a fainter texture is the sensor's noise
_QUARTER: Final = 4  # pixels of the picture to one of the mask
_BESIDE_PX: Final = 3  # of the mask: the blurs over `_FINE_PX` and `_AROUND_PX` reach no farther together
_BLEND: Final = 0.1
_ARM_WIDTH_PX: Final = 4  # of the tiny picture: an arm is wider, the edge of a shadow is not


class LightChange:
    """Remembers the texture of the table at rest, and tells light from arms by it."""

    def __init__(self) -> None:
        self._rest: Field | None = None

    def forget(self) -> None:
        """Start again: the camera was moved, or gave no good pictures."""
        self._rest = None

    def without_light(self, mask: Picture, grey: Picture) -> Picture:
        """`mask` of what differs from the table (0 or 1, a quarter of the size of `grey`), without changes of
        light."""
        if self._rest is None or self._rest.shape != grey.shape:
            self._rest = as_f32(grey).copy()
            return mask
        left = self._without_lit(mask, grey) if mask.any() else mask
        self._learn(grey, mask)
        return left

    def _without_lit(self, mask: Picture, grey: Picture) -> Picture:
        light = cv2.bitwise_and(mask, self._lit_table(grey, mask))
        light = as_u8(cv2.morphologyEx(light, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
        if not light.any():
            return mask
        left = as_u8(np.where(light, 0, mask))
        wide = cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((_ARM_WIDTH_PX, _ARM_WIDTH_PX), np.uint8))
        beside = cv2.dilate(light, np.ones((2 * _ARM_WIDTH_PX + 1, 2 * _ARM_WIDTH_PX + 1), np.uint8))
        return as_u8(np.where(beside > 0, wide, left))

    def _lit_table(self, grey: Picture, mask: Picture) -> Picture:
        """1 where the table's texture shows, in whatever light, as far as `mask` reaches: uint8 of its shape."""
        assert self._rest is not None
        part, small_part = _part_of(mask, grey.shape)
        was, now = _texture(self._rest[part]), _texture(as_f32(grey[part]))
        around = (_AROUND_PX, _AROUND_PX)
        both, was2, now2 = (cv2.blur(product, around) for product in (was * now, was * was, now * now))
        alike = both / np.sqrt(np.maximum(was2 * now2, 1e-6))
        shows = (alike > _LEAST_ALIKE) & (was2 > _LEAST_TEXTURE**2)
        lit = np.zeros_like(mask)
        h, w = lit[small_part].shape
        lit[small_part] = cv2.resize(shows.astype(np.float32), (w, h), interpolation=cv2.INTER_AREA) > 0.5
        return as_u8(lit)

    def _learn(self, grey: Picture, mask: Picture) -> None:
        """Update the table at rest, slowly, where nothing differs from it."""
        assert self._rest is not None
        h, w = grey.shape
        wide = as_u8(cv2.dilate(mask, np.ones((3, 3), np.uint8)))
        rest = cv2.resize(1 - wide, (w, h), interpolation=cv2.INTER_NEAREST)
        cv2.accumulateWeighted(as_f32(grey), self._rest, _BLEND, rest)


def _part_of(mask: Picture, shape: tuple[int, ...]) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Where a picture has to be looked at to tell what shows under a mask of a quarter of its size: rows and columns
    of the picture, and the same of the mask. All of both where the sizes do not fit."""
    if shape != (_QUARTER * mask.shape[0], _QUARTER * mask.shape[1]):
        return (slice(None), slice(None)), (slice(None), slice(None))
    x, y, w, h = cv2.boundingRect(mask)
    rows = max(y - _BESIDE_PX, 0), min(y + h + _BESIDE_PX, mask.shape[0])
    columns = max(x - _BESIDE_PX, 0), min(x + w + _BESIDE_PX, mask.shape[1])
    large = (
        slice(_QUARTER * rows[0], _QUARTER * rows[1]),
        slice(_QUARTER * columns[0], _QUARTER * columns[1]),
    )
    return large, (slice(*rows), slice(*columns))


def _texture(picture: Field) -> Field:
    """The fine structure of a picture, relative to the brightness around: float32 (h, w)."""
    around = cv2.blur(picture, (_FINE_PX, _FINE_PX))
    return as_f32((picture - around) * (100.0 / np.maximum(around, 20.0)))
