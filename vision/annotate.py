"""Pictures for people: the table with the reading drawn on it, and the small picture that is kept of a reading."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np

from vision.arrays import Matrix, Picture, as_f64, as_u8, as_wide_as
from vision.glyphs import fill, letter, suit
from vision.layout import TableLayout
from vision.placelook import Quad
from vision.zones import Crop, TableFix

Color: TypeAlias = tuple[int, int, int]
SURE: Final[Color] = (96, 190, 70)
HIDDEN: Final[Color] = (170, 150, 90)
DOUBT: Final[Color] = (40, 170, 250)
EVIDENCE_PX: Final = 640  # longer side of the picture that is kept of a reading
_RIM_MM: Final = 4.0  # shown around a place: less than half the gap to the next
_AROUND_MM: Final = 8.0  # shown around cards
_FRAME: Final[Color] = (235, 225, 205)
_BLACK: Final[Color] = (30, 24, 22)
_RED: Final[Color] = (40, 30, 200)
_INK: Final[dict[str, Color]] = {"C": _BLACK, "S": _BLACK, "D": _RED, "H": _RED}


@dataclass(frozen=True, slots=True)
class Mark:
    """A box to draw: around a known card, seen or hidden, or around one in doubt (`card` is None)."""

    corners_mm: Quad
    card: str | None = None
    seen: bool = True


def annotate(
    bgr: Picture,
    fix: TableFix | None,
    layout: TableLayout,
    marks: Iterable[Mark],
    note: str = "",
    width_px: int = 1152,
) -> Picture:
    """A copy of the picture, `width_px` wide, with the places, the boxes and a line of text: uint8 (h, w, 3)."""
    picture = as_wide_as(bgr, width_px)
    if fix is not None:
        small = fix.scaled((width_px, picture.shape[0]))
        for place in layout.places:
            x0, y0, x1, y1 = place.box_mm
            _outline(picture, small, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), _FRAME, 1)
        draw_marks(picture, fix, marks)
    if note:
        _banner(picture, note)
    return picture


def draw_marks(picture: Picture, fix: TableFix, marks: Iterable[Mark]) -> Picture:
    """Draw boxes into a picture of any size with the field of view of the fix; returns that picture."""
    small = fix.scaled((picture.shape[1], picture.shape[0]))
    for mark in marks:
        color = DOUBT if mark.card is None else SURE if mark.seen else HIDDEN
        _outline(picture, small, mark.corners_mm, color, 2)
        _tag(picture, small, mark, color)
    return picture


def jpeg(picture: Picture, quality: int = 80) -> bytes:
    """The picture as JPEG; raises ValueError where it cannot be encoded."""
    good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not good:
        raise ValueError(f"a picture of shape {picture.shape} cannot be written as JPEG")
    return data.tobytes()


def small_evidence(crop: Crop, quads_mm: Iterable[Quad] = (), longest_px: int = EVIDENCE_PX) -> bytes:
    """The picture kept beside a reading: the cards of a place, 4 to 25 kB of JPEG.

    It is cut to the cards (the whole place where none is given) and never shows more than the place itself: cards
    beside it belong to somebody else, and may still be secret.
    """
    x0, y0, x1, y1 = crop.place.box_mm
    corners = np.array([point for quad in quads_mm for point in quad], np.float64).reshape(-1, 2)
    low, high = np.array([x0, y0]) - _RIM_MM, np.array([x1, y1]) + _RIM_MM
    if len(corners):
        low = np.maximum(low, corners.min(axis=0) - _AROUND_MM)
        high = np.minimum(high, corners.max(axis=0) + _AROUND_MM)
    box = crop.px(np.array([low, high]))
    left, top = np.maximum(np.floor(box.min(axis=0)).astype(int), 0)
    right, bottom = np.ceil(box.max(axis=0)).astype(int)
    part = crop.bgr[top:bottom, left:right]
    if part.size == 0:
        part = crop.bgr
    scale = min(1.0, longest_px / max(part.shape[:2]))
    return jpeg(as_u8(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)), 75)


def _outline(picture: Picture, fix: TableFix, corners_mm: Quad, color: Color, thick: int) -> None:
    points = np.round(fix.px(np.array(corners_mm)) * 16).astype(np.int32)
    cv2.polylines(picture, [points], True, color, thick, cv2.LINE_AA, 4)


def _tag(picture: Picture, fix: TableFix, mark: Mark, color: Color) -> None:
    """Draw a label with rank and suit (or a question mark) at the card's top left corner."""
    x, y = (float(v) for v in _tag_corner(fix.px(np.array(mark.corners_mm))))
    tall = 15.0
    text = "?" if mark.card is None else mark.card
    left, top = round(x), round(y - tall - 8)
    right, bottom = round(x + (34 if mark.card else 18)), round(y)
    cv2.rectangle(picture, (left, top), (right, bottom), (250, 250, 250), -1)
    cv2.rectangle(picture, (left, top), (right, bottom), color, 2, cv2.LINE_AA)
    if mark.card is None:
        cv2.putText(
            picture, text, (left + 4, bottom - 5), cv2.FONT_HERSHEY_SIMPLEX, 0.55, color, 2, cv2.LINE_AA
        )
        return
    ink = _INK[text[1]]
    _, polygons = letter(text[0], 0.07)
    fill(picture, polygons, (x + 5, y - tall - 4), (tall * 0.9, tall), ink)
    fill(picture, suit(text[1]), (x + 19, y - tall - 2), 12.0, ink)


def _tag_corner(points_px: Matrix) -> Matrix:
    """The corner where a label hides least of the card: the topmost, and of two the left one."""
    return as_f64(points_px[int(np.argmin(points_px[:, 1] + 0.2 * points_px[:, 0]))])


def _banner(picture: Picture, note: str) -> None:
    height = picture.shape[0]
    band = picture[height - 36 :]
    band[:] = as_u8(band // 3)
    cv2.putText(
        picture, note, (14, height - 12), cv2.FONT_HERSHEY_SIMPLEX, 0.62, (235, 240, 245), 1, cv2.LINE_AA
    )


def write_picture(path: Path, picture: Picture) -> None:
    """Write a JPEG file atomically, in place of an older one; raises `OSError`."""
    fresh = path.with_name(path.name + ".new")
    try:
        fresh.write_bytes(jpeg(picture, 88))
        os.replace(fresh, path)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise
