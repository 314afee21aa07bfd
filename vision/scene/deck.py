"""The project's own deck: fifty-two faces and a back, drawn with polygons only.

Faces are BGRA uint8 pictures of a poker-size card (63 x 88 mm) with round corners, at `PX_PER_MM`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

import cv2
import numpy as np

from vision.arrays import Picture
from vision.glyphs import fill, letter, suit
from vision.layout import CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.scene.drawn import FACES

PX_PER_MM: Final = 8
WIDTH_PX: Final = round(CARD_WIDTH_MM * PX_PER_MM)
HEIGHT_PX: Final = round(CARD_HEIGHT_MM * PX_PER_MM)
CORNER_MM: Final = 3.2

Color: TypeAlias = tuple[int, int, int]
_PAPER: Final[Color] = (245, 249, 250)
_RED: Final[Color] = (38, 30, 196)
_BLACK: Final[Color] = (32, 26, 24)
_GOLD: Final[Color] = (60, 170, 226)
_BLUE: Final[Color] = (150, 84, 36)
_INK: Final[dict[str, Color]] = {"C": _BLACK, "S": _BLACK, "D": _RED, "H": _RED}

# Where the pips are: column and row, 0 to 1 between the outermost pips.
_LEFT, _MIDDLE, _RIGHT = 0.0, 0.5, 1.0
_PIPS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "2": ((_MIDDLE, 0.0), (_MIDDLE, 1.0)),
    "3": ((_MIDDLE, 0.0), (_MIDDLE, 0.5), (_MIDDLE, 1.0)),
    "4": tuple((x, y) for x in (_LEFT, _RIGHT) for y in (0.0, 1.0)),
    "5": (*((x, y) for x in (_LEFT, _RIGHT) for y in (0.0, 1.0)), (_MIDDLE, 0.5)),
    "6": tuple((x, y) for x in (_LEFT, _RIGHT) for y in (0.0, 0.5, 1.0)),
    "7": (*((x, y) for x in (_LEFT, _RIGHT) for y in (0.0, 0.5, 1.0)), (_MIDDLE, 0.25)),
    "8": (*((x, y) for x in (_LEFT, _RIGHT) for y in (0.0, 0.5, 1.0)), (_MIDDLE, 0.25), (_MIDDLE, 0.75)),
    "9": (*((x, y / 3) for x in (_LEFT, _RIGHT) for y in range(4)), (_MIDDLE, 0.5)),
    "T": (*((x, y / 3) for x in (_LEFT, _RIGHT) for y in range(4)), (_MIDDLE, 1 / 6), (_MIDDLE, 5 / 6)),
}


def face(card: str) -> Picture:
    """The face of a card such as ``5H``: uint8 (HEIGHT_PX, WIDTH_PX, 4), BGRA, read-only."""
    return FACES.of(card, lambda: _draw_face(card))


def _draw_face(card: str) -> Picture:
    rank, sign = card[0], card[1]
    picture = np.empty((HEIGHT_PX, WIDTH_PX, 3), np.uint8)
    picture[:] = _PAPER
    if rank in "JQK":
        _court(picture, rank, sign)
    elif rank == "A":
        _pip(picture, sign, WIDTH_PX / 2, HEIGHT_PX / 2, 26 if sign == "S" else 19)
    else:
        for x, y in _PIPS[rank]:
            _pip(picture, sign, (18.5 + 26 * x) * PX_PER_MM, (16.5 + 55 * y) * PX_PER_MM, 10.5, y > 0.5)
    _indices(picture, rank, sign)
    return _cut_out(picture)


@lru_cache(maxsize=4)
def back(color: Color = (128, 52, 32)) -> Picture:
    """The back, a diamond lattice with a white rim: uint8 (HEIGHT_PX, WIDTH_PX, 4), BGRA, read-only."""
    picture = np.empty((HEIGHT_PX, WIDTH_PX, 3), np.uint8)
    picture[:] = _PAPER
    rim = round(4.2 * PX_PER_MM)
    field = picture[rim:-rim, rim:-rim]
    field[:] = color
    pale = tuple(int(c + (255 - c) * 0.62) for c in color)
    step = round(5.5 * PX_PER_MM)
    h, w = field.shape[:2]
    for k in range(-h, w + h, step):
        cv2.line(field, (k, 0), (k + h, h), pale, 3, cv2.LINE_AA)
        cv2.line(field, (k + h, 0), (k, h), pale, 3, cv2.LINE_AA)
    for row, y in enumerate(range(0, h + step, step // 2)):
        for x in range((row % 2) * step // 2, w + step, step):
            cv2.circle(field, (x, y), round(0.55 * PX_PER_MM), pale, -1, cv2.LINE_AA)
    cv2.rectangle(field, (8, 8), (w - 9, h - 9), pale, 3, cv2.LINE_AA)
    center = (w // 2, h // 2)
    cv2.circle(field, center, round(9.6 * PX_PER_MM), pale, -1, cv2.LINE_AA)
    cv2.circle(field, center, round(8.8 * PX_PER_MM), color, -1, cv2.LINE_AA)
    for turn in range(6):
        a = np.radians(turn * 60)
        dot = (round(center[0] + 40 * np.cos(a)), round(center[1] + 40 * np.sin(a)))
        cv2.circle(field, dot, round(2.1 * PX_PER_MM), pale, -1, cv2.LINE_AA)
    cv2.circle(field, center, round(2.1 * PX_PER_MM), pale, -1, cv2.LINE_AA)
    return _cut_out(picture)


def _pip(picture: Picture, sign: str, x: float, y: float, size_mm: float, turned: bool = False) -> None:
    half = size_mm * PX_PER_MM / 2
    corner = (x + half, y + half) if turned else (x - half, y - half)
    fill(picture, suit(sign), corner, 2 * half, _INK[sign], turned)


def _indices(picture: Picture, rank: str, sign: str) -> None:
    """Draw rank over suit in the top left corner, and upside down in the bottom right one."""
    ink, tall, pip = _INK[sign], 9.2 * PX_PER_MM, 6.0 * PX_PER_MM
    width, polygons = letter(rank)
    stretch = 0.86 if rank != "T" else 0.78
    middle, top = 6.6 * PX_PER_MM, 4.6 * PX_PER_MM
    across = width * tall * stretch
    for turned in (False, True):
        for shape, x, y, sx, sy in (
            (polygons, middle - across / 2, top, tall * stretch, tall),
            (suit(sign), middle - pip / 2, top + tall + 1.5 * PX_PER_MM, pip, pip),
        ):
            at = (WIDTH_PX - 1 - x, HEIGHT_PX - 1 - y) if turned else (x, y)
            fill(picture, shape, at, (sx, sy), ink, turned)


def _court(picture: Picture, rank: str, sign: str) -> None:
    """Draw a framed court card: striped cloak, crown, a big letter and the suit; the lower half upside down."""
    x0, y0 = round(13 * PX_PER_MM), round(8.5 * PX_PER_MM)
    x1, y1 = WIDTH_PX - x0, HEIGHT_PX // 2
    half = picture[y0:y1, x0:x1]
    h, w = half.shape[:2]
    ink = _INK[sign]
    half[:] = (222, 240, 246)
    _cloak(half, rank, ink)
    _crown(half, rank, ink)
    width, polygons = letter(rank, 0.085)
    tall = 0.36 * h
    fill(half, polygons, (w / 2 - width * tall / 2, 0.335 * h), tall, ink)
    for side in (0.17, 0.83):
        size = 5.5 * PX_PER_MM
        fill(half, suit(sign), (side * w - size / 2, 0.08 * h), size, ink)
    picture[HEIGHT_PX - y1 : HEIGHT_PX - y0, WIDTH_PX - x1 : WIDTH_PX - x0] = half[::-1, ::-1]
    cv2.rectangle(picture, (x0, y0), (x1, HEIGHT_PX - y0), _BLUE, 3, cv2.LINE_AA)


def _cloak(half: Picture, rank: str, ink: Color) -> None:
    """Draw coloured bands with a row of dots in the lower part, one pattern for each rank."""
    h, w = half.shape[:2]
    bands = {"K": (_BLUE, _GOLD, ink), "Q": (ink, _GOLD, _BLUE), "J": (_GOLD, _BLUE, _GOLD)}[rank]
    for i, color in enumerate(bands):
        y = h * (0.70 + 0.11 * i)
        points = np.array([(0, y + 0.12 * h), (w / 2, y), (w, y + 0.12 * h), (w, h), (0, h)], np.int32)
        cv2.fillPoly(half, [points], color, cv2.LINE_AA)
    for k in range(9):
        x = w * (k + 0.5) / 9
        y = h * 0.765 + 0.24 * h * abs(k - 4) / 9
        cv2.circle(half, (round(x), round(y)), round(0.75 * PX_PER_MM), _PAPER, -1, cv2.LINE_AA)


def _crown(half: Picture, rank: str, ink: Color) -> None:
    """Draw a crown for the king, a coronet for the queen, a feathered cap for the jack."""
    h, w = half.shape[:2]
    x, y = w / 2, 0.29 * h

    def shape(points: list[tuple[float, float]], color: Color) -> None:
        placed = np.array([(x + px * w, y + py * h) for px, py in points])
        cv2.fillPoly(half, [np.round(placed * 64).astype(np.int32)], color, cv2.LINE_AA, 6)

    def jewel(px: float, py: float, r_mm: float, color: Color) -> None:
        cv2.circle(
            half, (round(x + px * w), round(y + py * h)), round(r_mm * PX_PER_MM), color, -1, cv2.LINE_AA
        )

    if rank == "J":
        shape([(-0.20, 0.0), (-0.17, -0.12), (0.15, -0.14), (0.20, 0.0)], _BLUE)
        shape([(-0.23, 0.0), (0.23, 0.0), (0.23, -0.045), (-0.23, -0.045)], _GOLD)
        shape([(0.02, -0.05), (0.10, -0.21), (0.23, -0.24), (0.15, -0.09)], ink)
        return
    spikes = 5 if rank == "K" else 3
    tops = [(-0.2 + 0.4 * k / (spikes - 1), -0.20 if rank == "K" else -0.15) for k in range(spikes)]
    outline = [(-0.19, 0.0)]
    for k, top in enumerate(tops):
        outline.append(top)
        if k + 1 < spikes:
            outline.append(((top[0] + tops[k + 1][0]) / 2, -0.08))
    shape([*outline, (0.19, 0.0)], _GOLD)
    shape([(-0.19, 0.0), (0.19, 0.0), (0.19, -0.045), (-0.19, -0.045)], ink)
    for px, py in tops:
        jewel(px, py, 0.9, ink if rank == "K" else _BLUE)


@lru_cache(maxsize=1)
def outline() -> Picture:
    """The mask of a card: uint8 (HEIGHT_PX, WIDTH_PX), 255 inside the round corners."""
    mask = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
    r = round(CORNER_MM * PX_PER_MM)
    cv2.rectangle(mask, (r, 0), (WIDTH_PX - 1 - r, HEIGHT_PX - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (WIDTH_PX - 1, HEIGHT_PX - 1 - r), 255, -1)
    for x in (r, WIDTH_PX - 1 - r):
        for y in (r, HEIGHT_PX - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def _cut_out(picture: Picture) -> Picture:
    """Give a card its round corners and a faint grey edge, and make it read-only."""
    mask = outline()
    edge = cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    picture[edge] = (150, 156, 160)
    out = np.dstack([picture, mask])
    out.setflags(write=False)
    return out
