"""An arm: fingers and sleeve, drawn once and shown wherever somebody reaches over the table."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from vision.arrays import Field, Picture, as_f32, as_u8

PX_PER_MM: Final = 3
WIDTH_MM, LENGTH_MM = 150, 640
TIP_MM: Final = (75.0, 14.0)
"""Where the fingertips are in the picture, mm from its left and top; the fingers point up."""

_FINGERS: Final = (  # knuckle and tip, relative to the tip of the middle finger, and thickness; mm
    ((-24, 82), (-21, 14), 17.5),
    ((-8, 74), (-7, 2), 18.5),
    ((9, 74), (8, 0), 18.5),
    ((25, 84), (22, 18), 16.5),
)
_THUMB: Final = ((-30, 124), (-46, 66), 20.0)


@lru_cache(maxsize=2)
def hand_picture(
    skin: tuple[int, int, int] = (128, 164, 214), sleeve: tuple[int, int, int] = (92, 62, 44)
) -> Picture:
    """BGRA uint8 (LENGTH_MM, WIDTH_MM) times `PX_PER_MM`, read-only; a left arm is its mirror image."""
    shape = (LENGTH_MM * PX_PER_MM, WIDTH_MM * PX_PER_MM)
    color = np.zeros((*shape, 3), np.float32)
    mask = np.zeros(shape, np.uint8)
    palm = _blank(shape)
    _stroke(palm, (-14, 88), (16, 90), 38)
    _stroke(palm, (-8, 104), (10, 104), 54)
    _stroke(palm, (-2, 120), (0, 215), 50)
    for start, end, thick in (_THUMB, *_FINGERS):
        part = _blank(shape)
        _stroke(part, start, end, thick)
        _lay_part(color, mask, part, skin, 7.5)
        _nail(color, start, end, thick, skin)
    _lay_part(color, mask, as_u8(cv2.bitwise_or(palm, _thumb_base(shape))), skin, 16.0, soft=True)
    _sleeve(color, mask, sleeve)
    out = np.dstack([np.clip(color, 0, 255).astype(np.uint8), mask])
    out.setflags(write=False)
    return out


def _px(x_mm: float, y_mm: float) -> tuple[int, int]:
    return round((TIP_MM[0] + x_mm) * PX_PER_MM), round((TIP_MM[1] + y_mm) * PX_PER_MM)


def _blank(shape: tuple[int, int]) -> Picture:
    return np.zeros(shape, np.uint8)


def _stroke(mask: Picture, a: tuple[float, float], b: tuple[float, float], thick_mm: float) -> None:
    cv2.line(mask, _px(*a), _px(*b), 255, round(thick_mm * PX_PER_MM), cv2.LINE_AA)


def _thumb_base(shape: tuple[int, int]) -> Picture:
    """The mask of the flesh between palm and thumb."""
    mask = _blank(shape)
    points = [_px(*p) for p in ((-30, 96), (-41, 112), (-30, 140), (0, 160), (0, 90))]
    cv2.fillPoly(mask, [np.array(points, np.int32)], 255, cv2.LINE_AA)
    return mask


def _lay_part(
    color: Field,
    mask: Picture,
    part: Picture,
    tint: tuple[int, int, int],
    round_mm: float,
    soft: bool = False,
) -> None:
    """Paint one rounded part over what is there, darker at its rim (its rim fades out where `soft`)."""
    depth = cv2.distanceTransform(part, cv2.DIST_L2, 5) / (round_mm * PX_PER_MM)
    relief = np.sqrt(np.clip(depth * (2 - depth), 0, 1)) * (depth < 1) + (depth >= 1)
    relief = cv2.GaussianBlur(relief.astype(np.float32), (0, 0), 2.0)
    slope = cv2.Sobel(relief, cv2.CV_32F, 1, 1, ksize=5) * 0.02
    shade = 0.62 + 0.40 * relief - slope
    cover = as_f32(part.astype(np.float32) / 255)
    if soft:
        cover = as_f32(cv2.GaussianBlur(cover, (0, 0), 6.0) * (part > 0))
        cover = np.maximum(cover, (mask == 0) * (part / np.float32(255)))
    laid = shade[:, :, None] * np.array(tint, np.float32)
    color[:] = color * (1 - cover[:, :, None]) + laid * cover[:, :, None]
    np.maximum(mask, part, out=mask)


def _nail(
    color: Field,
    start: tuple[float, float],
    end: tuple[float, float],
    thick_mm: float,
    skin: tuple[int, int, int],
) -> None:
    along = np.array(end, float) - np.array(start, float)
    along /= np.linalg.norm(along)
    center = _px(*(np.array(end) + along * 1.5))
    axes = (round(thick_mm * 0.27 * PX_PER_MM), round(thick_mm * 0.36 * PX_PER_MM))
    angle = float(np.degrees(np.arctan2(along[1], along[0]))) + 90
    pale = tuple(min(255.0, c * 1.04 + 14) for c in skin)
    cv2.ellipse(color, center, axes, angle, 0, 360, pale, -1, cv2.LINE_AA)


def _sleeve(color: Field, mask: Picture, tint: tuple[int, int, int]) -> None:
    """Paint the sleeve, from a cuff at the wrist to the end of the picture."""
    cloth = _blank(mask.shape[:2])
    outline = [(-36, 184), (36, 184), (40, 260), (60, LENGTH_MM), (-60, LENGTH_MM), (-40, 260)]
    cv2.fillPoly(cloth, [np.array([_px(*p) for p in outline], np.int32)], 255, cv2.LINE_AA)
    _lay_part(color, mask, cloth, tint, 34.0)
    cuff = _blank(mask.shape[:2])
    band = [(-39, 178), (39, 178), (40, 196), (-40, 196)]
    cv2.fillPoly(cuff, [np.array([_px(*p) for p in band], np.int32)], 255, cv2.LINE_AA)
    light = (min(255, tint[0] + 26), min(255, tint[1] + 26), min(255, tint[2] + 26))
    _lay_part(color, mask, cuff, light, 9.0)
