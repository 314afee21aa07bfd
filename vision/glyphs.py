"""The letters and suit signs of our own deck, as filled polygons in unit boxes.

A letter is a set of paths drawn with a broad oval nib, so that uprights are thick and cross strokes thin, as on real
card indices. `fill` draws all shapes with sub-pixel precision; y points down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture

Points: TypeAlias = NDArray[np.float32]

_SHIFT: Final = 6  # fractional bits of OpenCV's fixed-point coordinates


def _arc(cx: float, cy: float, rx: float, ry: float, a0: float, a1: float) -> list[tuple[float, float]]:
    """Points of an elliptic arc; degrees, clockwise on the screen from the right."""
    angles = np.radians(np.linspace(a0, a1, max(8, int(abs(a1 - a0) / 8))))
    return [(cx + rx * float(np.cos(a)), cy + ry * float(np.sin(a))) for a in angles]


def _turned(paths: list[list[tuple[float, float]]], width: float) -> list[list[tuple[float, float]]]:
    return [[(width - x, 1.0 - y) for x, y in path] for path in paths]


_SIX: Final = [_arc(0.33, 0.67, 0.26, 0.28, 0, 360), _arc(0.60, 0.67, 0.53, 0.62, 180, 262)]
# Width of the letter's box and its paths; the height of every letter is 1.
_LETTERS: Final[dict[str, tuple[float, list[list[tuple[float, float]]]]]] = {
    "A": (
        0.76,
        [
            [(0.10, 0.95), (0.38, 0.05), (0.66, 0.95)],
            [(0.19, 0.66), (0.57, 0.66)],
            [(0.02, 0.955), (0.20, 0.955)],
            [(0.55, 0.955), (0.76, 0.955)],
        ],
    ),
    "2": (0.66, [[*_arc(0.33, 0.31, 0.26, 0.26, 185, 392), (0.07, 0.94), (0.62, 0.94)]]),
    "3": (
        0.64,
        [_arc(0.30, 0.27, 0.23, 0.22, 195, 450), _arc(0.30, 0.71, 0.27, 0.24, 270, 525)],
    ),
    "4": (0.70, [[(0.47, 0.95), (0.47, 0.06), (0.06, 0.70), (0.67, 0.70)]]),
    "5": (0.64, [[(0.57, 0.05), (0.14, 0.05), (0.11, 0.46), *_arc(0.31, 0.66, 0.27, 0.29, 222, 515)]]),
    "6": (0.66, _SIX),
    "7": (0.66, [[(0.05, 0.16), (0.05, 0.05), (0.60, 0.05), (0.25, 0.95)]]),
    "8": (0.64, [_arc(0.32, 0.27, 0.21, 0.22, 0, 360), _arc(0.32, 0.72, 0.26, 0.23, 0, 360)]),
    "9": (0.66, _turned(_SIX, 0.66)),
    "T": (
        0.88,
        [
            [(0.04, 0.18), (0.15, 0.06), (0.15, 0.95)],
            [(0.02, 0.955), (0.28, 0.955)],
            _arc(0.62, 0.5, 0.20, 0.45, 0, 360),
        ],
    ),
    "J": (
        0.64,
        [[(0.48, 0.05), *_arc(0.27, 0.72, 0.21, 0.23, 0, 170)], [(0.34, 0.045), (0.62, 0.045)]],
    ),
    "Q": (0.74, [_arc(0.36, 0.5, 0.29, 0.45, 0, 360), [(0.36, 0.70), (0.70, 0.985)]]),
    "K": (
        0.76,
        [
            [(0.16, 0.05), (0.16, 0.95)],
            [(0.62, 0.05), (0.17, 0.60)],
            [(0.31, 0.44), (0.64, 0.95)],
            *[[(x - 0.10, y), (x + 0.10, y)] for x, y in ((0.16, 0.045), (0.63, 0.045))],
            *[[(x - 0.10, y), (x + 0.10, y)] for x, y in ((0.16, 0.955), (0.65, 0.955))],
        ],
    ),
}


@lru_cache(maxsize=64)
def letter(rank: str, nib: float = 0.075) -> tuple[float, tuple[Points, ...]]:
    """Width of a rank's letter at height 1, and the convex polygons (n, 2) that make it up."""
    width, paths = _LETTERS[rank]
    angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    thin = nib * 0.85 if rank == "T" else nib
    oval = np.stack([np.cos(angles) * thin, np.sin(angles) * nib * 0.62], axis=1)
    parts = []
    for path in paths:
        for (x0, y0), (x1, y1) in pairwise(path):
            both = np.concatenate([oval + np.array((x0, y0)), oval + np.array((x1, y1))]).astype(np.float32)
            parts.append(cv2.convexHull(both)[:, 0, :].astype(np.float32))
    return width, tuple(parts)


def _bezier(*p: tuple[float, float]) -> list[tuple[float, float]]:
    a, b, c, d = (np.array(q) for q in p)
    s = np.linspace(0, 1, 20)[:, None]
    curve = (1 - s) ** 3 * a + 3 * (1 - s) ** 2 * s * b + 3 * (1 - s) * s**2 * c + s**3 * d
    return [(float(x), float(y)) for x, y in curve]


def _mirrored(right: Sequence[tuple[float, float]]) -> Points:
    """A closed outline from its right half (top to bottom), mirrored at x = 0.5."""
    left = [(1.0 - x, y) for x, y in reversed(right)]
    return np.array([*right, *left], np.float32)


_STEM: Final = np.array([(0.47, 0.55), (0.53, 0.55), (0.56, 0.84), (0.70, 1.0), (0.30, 1.0), (0.44, 0.84)])


@lru_cache(maxsize=8)
def suit(sign: str) -> tuple[Points, ...]:
    """The polygons (n, 2) of a suit sign ``C``, ``D``, ``H`` or ``S`` in a box of 1 by 1."""
    stem = _STEM.astype(np.float32)
    if sign == "D":
        edge = _bezier((0.5, 0.0), (0.58, 0.16), (0.74, 0.38), (0.88, 0.5))
        return (_mirrored([*edge, *[(x, 1.0 - y) for x, y in reversed(edge)]]),)
    if sign == "H":
        lobe = _bezier((0.5, 0.24), (0.55, -0.04), (0.97, -0.06), (0.97, 0.30))
        return (_mirrored([*lobe, *_bezier((0.97, 0.30), (0.97, 0.56), (0.62, 0.74), (0.5, 1.0))]),)
    if sign == "S":
        edge = _bezier((0.5, 0.0), (0.60, 0.24), (0.97, 0.36), (0.97, 0.60))
        return (_mirrored([*edge, *_bezier((0.97, 0.60), (0.97, 0.86), (0.60, 0.88), (0.52, 0.64))]), stem)
    circles = [_arc(x, y, 0.235, 0.235, 0, 360) for x, y in ((0.5, 0.24), (0.245, 0.60), (0.755, 0.60))]
    middle = [(0.40, 0.40), (0.60, 0.40), (0.60, 0.66), (0.40, 0.66)]
    return (*(np.array(c, np.float32) for c in (*circles, middle)), stem)


def fill(
    picture: Picture,
    polygons: Iterable[Points],
    at_px: tuple[float, float],
    scale_px: tuple[float, float] | float,
    color: tuple[int, int, int],
    upside_down: bool = False,
) -> None:
    """Fill polygons given in unit coordinates: the box's top left goes to `at_px`, one unit is `scale_px`.

    Upside down turns the shape by half a turn about `at_px`.
    """
    scale = np.array(scale_px if isinstance(scale_px, tuple) else (scale_px, scale_px), np.float32)
    if upside_down:
        scale = -scale
    for points in polygons:
        placed = points * scale + np.array(at_px, np.float32)
        cv2.fillPoly(picture, [np.round(placed * (1 << _SHIFT)).astype(np.int32)], color, cv2.LINE_AA, _SHIFT)
