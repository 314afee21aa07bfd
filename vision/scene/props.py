"""Objects that lie on a table where people play: a score pad, a phone, coins, a coaster."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture
from vision.glyphs import fill, letter
from vision.scene.model import PropKind

PX_PER_MM: Final = 5
SIZES_MM: Final[dict[PropKind, tuple[float, float]]] = {
    "pad": (105.0, 148.0),
    "phone": (72.0, 150.0),
    "coin": (24.0, 24.0),
    "coaster": (95.0, 95.0),
}
HEIGHTS_MM: Final[dict[PropKind, float]] = {"pad": 3.0, "phone": 8.0, "coin": 2.0, "coaster": 4.0}


@lru_cache(maxsize=4)
def prop_picture(kind: PropKind) -> Picture:
    """An object seen from above: BGRA uint8 at `PX_PER_MM`, read-only."""
    width, height = (round(side * PX_PER_MM) for side in SIZES_MM[kind])
    picture = np.zeros((height, width, 4), np.uint8)
    {"pad": _pad, "phone": _phone, "coin": _coin, "coaster": _coaster}[kind](picture)
    picture.setflags(write=False)
    return picture


def _pad(picture: Picture) -> None:
    """Ruled paper with two columns of numbers."""
    height, width = picture.shape[:2]
    picture[:] = (222, 240, 246, 255)
    color = np.ascontiguousarray(picture[:, :, :3])
    cv2.rectangle(color, (0, 0), (width, 60), (60, 60, 170), -1)
    for y in range(100, height - 20, 38):
        cv2.line(color, (20, y), (width - 20, y), (210, 190, 160), 2, cv2.LINE_AA)
    cv2.line(color, (width // 2, 70), (width // 2, height - 20), (120, 110, 200), 2, cv2.LINE_AA)
    rng = np.random.default_rng(4)
    for row in range(11):
        for column in (0.18, 0.62):
            x = column * width
            for digit in rng.choice(list("23456789"), 2):
                _, polygons = letter(str(digit))
                fill(color, polygons, (x, 106 + row * 38), (20.0, 27.0), (110, 60, 40))
                x += 22
    picture[:, :, :3] = color


def _phone(picture: Picture) -> None:
    """Dark glass with a few bright tiles."""
    height, width = picture.shape[:2]
    color = np.zeros((height, width, 3), np.uint8)
    color[:] = (38, 34, 32)
    cv2.rectangle(color, (14, 14), (width - 15, height - 15), (70, 50, 36), -1)
    rng = np.random.default_rng(7)
    for row in range(5):
        for column in range(4):
            at = (34 + column * 78, 160 + row * 96)
            tint = tuple(int(v) for v in rng.integers(70, 235, 3))
            cv2.rectangle(color, at, (at[0] + 54, at[1] + 54), tint, -1, cv2.LINE_AA)
    picture[:, :, :3] = color
    _round_off(picture, 42)


def _coin(picture: Picture) -> None:
    """A coin of yellow metal with a rim."""
    size = picture.shape[0]
    middle = (size // 2, size // 2)
    color = np.zeros((size, size, 3), np.uint8)
    color[:] = (70, 150, 190)
    cv2.circle(color, middle, size // 2 - 6, (110, 190, 226), 3, cv2.LINE_AA)
    cv2.ellipse(color, middle, (size // 5, size // 4), 20, 0, 360, (58, 128, 166), -1, cv2.LINE_AA)
    picture[:, :, :3] = color
    _round_off(picture, size // 2)


def _coaster(picture: Picture) -> None:
    """A round cork coaster."""
    size = picture.shape[0]
    rng = np.random.default_rng(9)
    speckles = rng.integers(-22, 22, (size, size, 1))
    picture[:, :, :3] = np.clip(np.array((92, 136, 176)) + speckles, 0, 255)
    _round_off(picture, size // 2 - 1)


def _round_off(picture: Picture, radius: int) -> None:
    """Give the alpha channel round corners."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    picture[:, :, 3] = mask
