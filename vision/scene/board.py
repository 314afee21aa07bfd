"""The long board as the camera sees it: wood, two tracks of holes, markers, pegs."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

import cv2
import numpy as np

from vision.arrays import Picture
from vision.layout import Marker, TableLayout
from vision.scene.holes import ROWS_MM, hole_mm
from vision.scene.tabletop import grain

PX_PER_MM: Final = 5
_SHIFT: Final = 6
Color: TypeAlias = tuple[int, int, int]
TRACK_COLORS: Final[dict[str, Color]] = {"A": (52, 48, 196), "B": (190, 120, 40)}


def marker_picture(marker: Marker, px_per_mm: float) -> Picture:
    """The black square of a marker: uint8 (side, side)."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side = round(marker.size_mm * px_per_mm)
    return cv2.aruco.generateImageMarker(dictionary, marker.id, side).astype(np.uint8)


@lru_cache(maxsize=4)
def board_picture(layout: TableLayout) -> Picture:
    """The board's top seen straight from above, player A below: BGRA uint8 at `PX_PER_MM`, read-only."""
    width_mm, height_mm = layout.board_mm
    shape = (round(height_mm * PX_PER_MM), round(width_mm * PX_PER_MM))
    figure = grain(np.random.default_rng(12), shape, PX_PER_MM)
    wood = (1.0 + 0.11 * figure)[:, :, None] * np.array((38, 62, 98), np.float32)
    picture = np.clip(wood, 0, 255).astype(np.uint8)
    _draw_tracks(picture, layout)
    for marker in layout.markers:
        _draw_marker(picture, layout, marker)
    mask = _round_corners(shape, round(6 * PX_PER_MM))
    out = np.dstack([picture, mask])
    out.setflags(write=False)
    return out


def _to_px(layout: TableLayout, x_mm: float, y_mm: float) -> tuple[float, float]:
    width_mm, height_mm = layout.board_mm
    return (x_mm + width_mm / 2) * PX_PER_MM, (height_mm / 2 - y_mm) * PX_PER_MM


def _dot(picture: Picture, at_px: tuple[float, float], radius_px: float, color: Color) -> None:
    scale = 1 << _SHIFT
    center = (round(at_px[0] * scale), round(at_px[1] * scale))
    cv2.circle(picture, center, round(radius_px * scale), color, -1, cv2.LINE_AA, _SHIFT)


def _draw_tracks(picture: Picture, layout: TableLayout) -> None:
    for player, color in TRACK_COLORS.items():
        pale = (color[0] // 2 + 30, color[1] // 2 + 42, color[2] // 2 + 58)
        for row_mm in ROWS_MM[player]:
            x0, y = _to_px(layout, hole_mm(player, 60)[0] - 4, row_mm)
            x1, _ = _to_px(layout, hole_mm(player, -2)[0] + 4, row_mm)
            cv2.line(
                picture, (round(x0), round(y)), (round(x1), round(y)), pale, 6 * PX_PER_MM // 2, cv2.LINE_AA
            )
        for hole in range(-2, 122):
            at = _to_px(layout, *hole_mm(player, hole))
            _dot(picture, (at[0] + 1, at[1] + 1.5), 2.0 * PX_PER_MM, (92, 128, 162))
            _dot(picture, at, 1.6 * PX_PER_MM, (14, 18, 24))


def _draw_marker(picture: Picture, layout: TableLayout, marker: Marker) -> None:
    """Draw a marker on its white label."""
    code = marker_picture(marker, PX_PER_MM)
    x, y = _to_px(layout, *marker.center_mm)
    half, rim = len(code) // 2, round(3 * PX_PER_MM)
    left, top = round(x) - half, round(y) - half
    label = picture[top - rim : top + len(code) + rim, left - rim : left + len(code) + rim]
    label[:] = (238, 242, 243)
    label[rim : rim + len(code), rim : rim + len(code)] = np.clip(code, 22, 238)[:, :, None]


def _round_corners(shape: tuple[int, int], radius: int) -> Picture:
    mask = np.zeros(shape, np.uint8)
    height, width = shape
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return mask


def draw_peg(
    picture: Picture,
    foot_px: tuple[float, float],
    head_px: tuple[float, float],
    radius_px: float,
    color: Color,
    lit: float,
) -> None:
    """Draw a peg into a picture, from its hole to its round head; `lit`: brightness, 1 in full light."""
    scale = 1 << _SHIFT
    shade: Color = (int(color[0] * 0.45 * lit), int(color[1] * 0.45 * lit), int(color[2] * 0.45 * lit))
    body: Color = (int(color[0] * lit), int(color[1] * lit), int(color[2] * lit))
    foot = (round(foot_px[0] * scale), round(foot_px[1] * scale))
    head = (round(head_px[0] * scale), round(head_px[1] * scale))
    cv2.line(picture, foot, head, shade, max(1, round(radius_px)), cv2.LINE_AA, _SHIFT)
    _dot(picture, (head_px[0] + 0.12 * radius_px, head_px[1] + 0.16 * radius_px), radius_px * 1.12, shade)
    _dot(picture, head_px, radius_px, body)
    glint = int(230 * lit)
    _dot(
        picture,
        (head_px[0] - 0.35 * radius_px, head_px[1] - 0.35 * radius_px),
        radius_px * 0.3,
        (glint, glint, glint),
    )
