"""A board as people own it, with pegs that have height: drawn into the picture of a tilted camera."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Matrix, Picture, as_f64, as_u8
from vision.layout import TableLayout
from vision.pegs.board import PegBoard, Point
from vision.scene.board import PX_PER_MM, marker_picture
from vision.scene.kitboards import Color, Finish, PegKind
from vision.scene.lights import Light
from vision.scene.projection import Pinhole
from vision.scene.tabletop import grain, smooth_noise

_FINE: Final = 3  # pegs are drawn this much finer than the camera's pixels
_SHIFT: Final = 5
_LABEL_MM: Final = 3.0
_STRIPS: Final = 7  # shades across a peg's round body


@dataclass(frozen=True, slots=True)
class Loose:
    """A peg that stands in no hole of a track: at (x, y), its top over (x + dx, y + dy) at height `z_mm`."""

    x_mm: float
    y_mm: float
    dx_mm: float = 0.0
    dy_mm: float = 0.0
    z_mm: float = 14.0
    color: Color = (60, 60, 190)


@dataclass(frozen=True)
class Kit:
    """What is drawn: the board, how it looks, its pegs, and pegs that lie about."""

    board: PegBoard
    finish: Finish
    pegs: PegKind
    loose: tuple[Loose, ...] = ()

    def __hash__(self) -> int:
        return hash((self.board.name, self.finish))

    def at(self, player: str, hole: int) -> Point:
        """Where a hole of the table log lies, in mm; a board with fewer start holes has its first one instead."""
        if hole >= self.board.game_hole:
            return self.board.game_mm
        track = self.board.tracks[player]
        return track.get(self.board.hole_of(hole), track[min(track)])


@lru_cache(maxsize=4)
def kit_picture(kit: Kit, layout: TableLayout) -> Picture:
    """The board's top seen straight from above, player A below: BGRA uint8 at `PX_PER_MM`, read-only."""
    width_mm, height_mm = layout.board_mm
    shape = (round(height_mm * PX_PER_MM), round(width_mm * PX_PER_MM))
    finish, rng = kit.finish, np.random.default_rng(kit.finish.seed)
    figure = grain(rng, shape, PX_PER_MM) + 0.3 * smooth_noise(rng, shape, (2.0, 9.0))
    wood = (1.0 + finish.figure * figure)[:, :, None] * np.array(finish.wood, np.float32)
    picture = np.clip(wood, 0, 255).astype(np.uint8)
    _strips(picture, kit, layout)
    radius = kit.board.hole_diameter_mm / 2
    for x, y in kit.board.points:
        at = _to_px(layout, float(x), float(y))
        if finish.rim is not None:
            _dot(picture, (at[0] + 0.8, at[1] + 1.2), (radius + 0.4) * PX_PER_MM, finish.rim)
        _dot(picture, at, radius * PX_PER_MM, finish.hole)
    for marker in layout.markers:
        code = marker_picture(marker, PX_PER_MM)
        x, y = (round(v) for v in _to_px(layout, *marker.center_mm))
        half, rim = len(code) // 2, round(_LABEL_MM * PX_PER_MM)
        top, left = max(0, y - half - rim), max(0, x - half - rim)
        picture[top : y + half + rim, left : x + half + rim] = (238, 242, 243)
        picture[y - half : y - half + len(code), x - half : x - half + len(code)] = np.clip(code, 22, 238)[
            :, :, None
        ]
    out = np.dstack([picture, np.full(shape, 255, np.uint8)])
    out.setflags(write=False)
    return as_u8(out)


def _strips(picture: Picture, kit: Kit, layout: TableLayout) -> None:
    """Painted strips along the tracks, where the finish has them."""
    for player, color in zip(kit.board.players, kit.finish.strips, strict=False):
        holes = [kit.board.tracks[player][n] for n in sorted(kit.board.tracks[player])]
        for (x0, y0), (x1, y1) in pairwise(holes):
            if math.dist((x0, y0), (x1, y1)) < 3 * kit.board.spacing_mm:
                a, b = _to_px(layout, x0, y0), _to_px(layout, x1, y1)
                start, end = (round(a[0]), round(a[1])), (round(b[0]), round(b[1]))
                cv2.line(picture, start, end, color, 3 * PX_PER_MM, cv2.LINE_AA)


def _to_px(layout: TableLayout, x_mm: float, y_mm: float) -> Point:
    width_mm, height_mm = layout.board_mm
    return (x_mm + width_mm / 2) * PX_PER_MM, (height_mm / 2 - y_mm) * PX_PER_MM


def _dot(picture: Picture, at_px: Point, radius_px: float, color: Color) -> None:
    scale = 1 << _SHIFT
    center = (round(at_px[0] * scale), round(at_px[1] * scale))
    cv2.circle(picture, center, round(radius_px * scale), color, -1, cv2.LINE_AA, _SHIFT)


def draw_pegs(
    picture: Picture,
    kit: Kit,
    pegs: Mapping[str, frozenset[int]],
    pinhole: Pinhole,
    top_mm: float,
    light: Light,
    lit: Field,
) -> None:
    """Draw every peg with its shadow into a picture (uint8, (h, w, 3)), in place; the nearest to the lens last."""
    kind = kit.pegs
    things: list[Loose] = []
    for player, holes in pegs.items():
        color = kind.colors["ABC".index(player) % len(kind.colors)]
        things += [Loose(*kit.at(player, hole), z_mm=kind.height_mm, color=color) for hole in holes]
    things += kit.loose
    solids = [_Solid(thing, kind, pinhole, top_mm) for thing in things]
    solids.sort(key=lambda solid: -solid.size_px)
    _shadows(picture, solids, light)
    for solid in sorted(solids, key=lambda solid: solid.depth):
        solid.body(picture, light, lit)


def _shadows(picture: Picture, solids: list[_Solid], light: Light) -> None:
    """Darken a picture by the shadows of all solids: of one lamp, so where two fall on one spot it is no darker."""
    shade = np.zeros(picture.shape[:2], np.uint8)
    for solid in solids:
        solid.shadow(shade, light)
    x, y, w, h = cv2.boundingRect(shade)
    part = picture[y : y + h, x : x + w]
    share = 1.0 - 0.8 * light.shadow * shade[y : y + h, x : x + w, None].astype(np.float32) / 255
    part[:] = np.clip(part * share, 0, 255).astype(np.uint8)


class _Solid:
    """One peg on its way into the picture: a round body from a foot to a top."""

    def __init__(self, thing: Loose, kind: PegKind, pinhole: Pinhole, top_mm: float) -> None:
        self._thing, self._kind, self._pinhole, self._top = thing, kind, pinhole, top_mm
        self._is_lying = thing.z_mm < kind.height_mm / 2
        foot, head = (thing.x_mm, thing.y_mm), (thing.x_mm + thing.dx_mm, thing.y_mm + thing.dy_mm)
        lift = kind.foot_mm if self._is_lying else 0.0
        self._feet = self._ring(foot, lift, kind.foot_mm)
        self._heads = self._ring(head, thing.z_mm, kind.head_mm)
        self.size_px = float(np.ptp(self._heads[:, 0]))
        lens = -np.linalg.inv(pinhole.matrix[:, :3]) @ pinhole.matrix[:, 3]
        self.depth = -math.dist(foot, (float(lens[0]), float(lens[1])))
        """The nearer to the point under the lens the later: it leans over those farther out."""

    def _ring(self, at: Point, z_mm: float, radius_mm: float) -> Matrix:
        turns = np.linspace(0, math.tau, 20, endpoint=False)
        x, y = at[0] + radius_mm * np.cos(turns), at[1] + radius_mm * np.sin(turns)
        ring: Matrix = self._pinhole.project(np.stack([x, y, np.full(20, self._top + z_mm)], axis=1))
        return ring

    def shadow(self, shade: Picture, light: Light) -> None:
        """Draw it into `shade` (255: wholly in shadow), soft and on the board's top, longer the flatter the light."""
        thing, kind = self._thing, self._kind
        across, along = light.direction
        norm = math.hypot(across, along)
        far = 0.75 * thing.z_mm
        at = (thing.x_mm + thing.dx_mm + across / norm * far, thing.y_mm + thing.dy_mm - along / norm * far)
        points = np.concatenate(
            [self._ring((thing.x_mm, thing.y_mm), 0.0, kind.foot_mm), self._ring(at, 0.0, kind.head_mm)]
        )
        box = _Box(points, shade, 8)
        if box.is_empty:
            return
        mask = box.filled(points)
        soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, 0.25 * self.size_px))
        np.maximum(box.region, soft, out=box.region)

    def body(self, picture: Picture, light: Light, lit: Field) -> None:
        """The round body in its shades, then the top with its glint."""
        points = np.concatenate([self._feet, self._heads])
        box = _Box(points, picture, 3)
        if box.is_empty:
            return
        h, w = box.region.shape[:2]
        big = cv2.resize(box.region, (w * _FINE, h * _FINE), interpolation=cv2.INTER_LINEAR)
        color = np.array(self._thing.color, np.float32)
        glow = lit[box.y : box.y + h, box.x : box.x + w].mean(axis=(0, 1))
        cv2.fillConvexPoly(big, box.fine(_hull(points)), _shade(color, glow, 0.42))
        axis = self._heads.mean(axis=0) - self._feet.mean(axis=0)
        across = np.array([-axis[1], axis[0]]) / max(float(np.linalg.norm(axis)), 1e-6)
        sun = float(np.dot(across, np.array(light.direction))) / math.hypot(*light.direction)
        for i in range(_STRIPS):
            side = (i + 0.5) / _STRIPS * 2 - 1
            tone = 0.5 + 0.35 * math.sqrt(max(0.0, 1 - (side + 0.6 * sun) ** 2)) + 0.08 * self._kind.gloss
            quad = [
                ring.mean(axis=0) + across * (side + step / _STRIPS) * r
                for ring, steps in ((self._feet, (-1, 1)), (self._heads, (1, -1)))
                for step in steps
                for r in (float(np.ptp(ring @ across)) / 2,)
            ]
            cv2.fillConvexPoly(big, box.fine(np.array(quad)), _shade(color, glow, tone))
        cv2.fillConvexPoly(
            big, box.fine(self._heads), _shade(color, glow, 1.08 if self._kind.is_round else 0.95)
        )
        middle, r = self._heads.mean(axis=0), self.size_px / 2
        spot = middle - np.array(light.direction) / math.hypot(*light.direction) * r * 0.35
        shine = np.clip(self._kind.gloss * 235 * glow, 0, 255)
        ring = spot + 0.28 * r * np.stack(
            [np.cos(np.arange(12) * 0.5236), np.sin(np.arange(12) * 0.5236)], axis=1
        )
        if self._kind.gloss > 0.3:
            cv2.fillConvexPoly(big, box.fine(ring), tuple(float(v) for v in shine))
        cover = cv2.resize(
            box.filled(_hull(points), _FINE),
            (w, h),
            interpolation=cv2.INTER_AREA,
        )
        small = cv2.resize(big, (w, h), interpolation=cv2.INTER_AREA)
        share = cover[:, :, None].astype(np.float32) / 255
        box.region[:] = np.clip(np.round(small * share + box.region * (1 - share)), 0, 255).astype(np.uint8)


def _shade(color: NDArray[np.float32], glow: NDArray[np.float32], tone: float) -> tuple[float, ...]:
    return tuple(float(v) for v in np.clip(color * glow * tone, 0, 255))


def _hull(points: Matrix) -> Matrix:
    return as_f64(cv2.convexHull(points.astype(np.float32))[:, 0])


class _Box:
    """The part of a picture around some points."""

    def __init__(self, points: Matrix, picture: Picture, margin: int) -> None:
        h, w = picture.shape[:2]
        x0, y0 = (int(v) for v in np.floor(points.min(axis=0)) - margin)
        x1, y1 = (int(v) for v in np.ceil(points.max(axis=0)) + margin + 1)
        self.x, self.y = max(0, x0), max(0, y0)
        self.region = picture[self.y : max(self.y, min(h, y1)), self.x : max(self.x, min(w, x1))]
        self.is_empty = self.region.size == 0

    def fine(self, points: Matrix | Field) -> NDArray[np.int32]:
        """Points in pixels of the part, `_FINE` times as fine."""
        at = (as_f64(points) - (self.x, self.y) + 0.5) * _FINE - 0.5
        return np.asarray(np.round(at), np.int32)

    def filled(self, points: Matrix | Field, fine: int = 1) -> Picture:
        """255 inside the hull of the points."""
        mask = np.zeros((self.region.shape[0] * fine, self.region.shape[1] * fine), np.uint8)
        at = np.round((np.asarray(points, np.float32) - (self.x, self.y) + 0.5) * fine - 0.5).astype(np.int32)
        cv2.fillConvexPoly(mask, cv2.convexHull(at), 255)
        return mask
