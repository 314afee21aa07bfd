"""Solids as pictures: flat shading, hidden faces settled point by point. Needs build123d and Pillow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from build123d import Align, Box, Part, Pos
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Color = tuple[int, int, int]
_SMOOTH: Final = 2


@dataclass(frozen=True)
class Thing:
    """A solid with its colour."""

    part: Part
    color: Color


def box(low: Sequence[float], high: Sequence[float]) -> Part:
    """A block by two corners."""
    size = [b - a for a, b in zip(low, high, strict=True)]
    return Pos(*[(a + b) / 2 for a, b in zip(low, high, strict=True)]) * Box(
        *size, align=(Align.CENTER, Align.CENTER, Align.CENTER)
    )


def draw(
    things: Sequence[Thing],
    path: Path,
    turn_deg: float,
    lift_deg: float,
    labels: Sequence[tuple[tuple[float, float, float], str]] = (),
    width: int = 1400,
    tolerance: float = 0.3,
    pointers: Sequence[tuple[tuple[float, float, float], tuple[float, float, float]]] = (),
) -> None:
    """One picture: seen from `turn_deg` around z and `lift_deg` above the table, without perspective. Hidden faces
    are settled point by point (a depth map), so that nothing shines through."""
    a, e = math.radians(turn_deg), math.radians(lift_deg)
    right = np.array((math.cos(a), math.sin(a), 0.0))
    back = np.array((-math.sin(a) * math.cos(e), math.cos(a) * math.cos(e), -math.sin(e)))
    up = np.cross(right, back)
    meshes = []
    for thing in things:
        points, faces = thing.part.tessellate(tolerance, 0.4)
        corners = np.array([(p.X, p.Y, p.Z) for p in points])
        meshes.append((corners @ np.stack([right, up, back]).T, np.array(faces), thing.color))
    spots = np.concatenate([mesh[0][:, :2] for mesh in meshes])
    low, high = [float(v) for v in spots.min(axis=0)], [float(v) for v in spots.max(axis=0)]
    rim = 60
    scale = (width - 2 * rim) / (high[0] - low[0])
    height = int((high[1] - low[1]) * scale) + 2 * rim
    size = (width * _SMOOTH, height * _SMOOTH)
    picture = np.full((size[1], size[0], 3), 255, np.uint8)
    depth = np.full((size[1], size[0]), np.inf)
    light = np.array((-0.35, 0.8, -0.5)) / np.linalg.norm((-0.35, 0.8, -0.5))

    def px(p: NDArray[np.float64]) -> NDArray[np.float64]:
        flat = np.stack(
            [(p[..., 0] - low[0]) * scale + rim, height - rim - (p[..., 1] - low[1]) * scale], axis=-1
        )
        return flat * _SMOOTH

    for corners, faces, color in meshes:
        flat = px(corners)
        for face in faces:
            normal = np.cross(corners[face[1]] - corners[face[0]], corners[face[2]] - corners[face[0]])
            length = np.linalg.norm(normal)
            if length < 1e-12 or normal[2] < 0:  # turned away (right, up, back is a left-handed frame)
                continue
            lit: float = -float(normal @ light) / float(length)
            shade = 0.55 + 0.45 * max(0.0, lit)
            _fill(picture, depth, flat[face], corners[face][:, 2], [min(255, int(c * shade)) for c in color])
    image = Image.fromarray(picture).resize((width, height), Image.Resampling.LANCZOS)
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=26)
    turn = np.stack([right, up, back]).T
    for ends in pointers:
        line = [tuple(map(float, px(np.array(end) @ turn) / _SMOOTH)) for end in ends]
        pen.line(line, fill=(20, 20, 20), width=3)
    for place, words in labels:
        spot = px(np.array(place) @ turn) / _SMOOTH
        pen.text(
            (float(spot[0]), float(spot[1])),
            words,
            fill=(20, 20, 20),
            font=font,
            anchor="lm",
            stroke_width=3,
            stroke_fill=(255, 255, 255),
        )
    image.quantize(128).save(path, optimize=True)


def _fill(
    picture: NDArray[np.uint8],
    depth: NDArray[np.float64],
    corners: NDArray[np.float64],
    depths: NDArray[np.float64],
    color: Sequence[int],
) -> None:
    (x0, y0), (x1, y1) = (
        np.floor(corners.min(axis=0)).astype(int),
        np.ceil(corners.max(axis=0)).astype(int) + 1,
    )
    x0, y0 = max(x0, 0), max(y0, 0)
    if x1 <= x0 or y1 <= y0:
        return
    (ax, ay), (bx, by), (cx, cy) = corners
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if abs(area) < 1e-9:
        return
    xs, ys = np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
    u = ((bx - xs) * (cy - ys) - (cx - xs) * (by - ys)) / area
    v = ((cx - xs) * (ay - ys) - (ax - xs) * (cy - ys)) / area
    w = 1 - u - v
    z = u * depths[0] + v * depths[1] + w * depths[2]
    here = depth[y0:y1, x0:x1]
    inside = ((u >= -1e-6) & (v >= -1e-6) & (w >= -1e-6))[: here.shape[0], : here.shape[1]]
    nearer = inside & (z[: here.shape[0], : here.shape[1]] < here)
    here[nearer] = z[: here.shape[0], : here.shape[1]][nearer]
    picture[y0:y1, x0:x1][nearer] = color
