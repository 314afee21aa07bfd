"""Draws the top of a table, oak, felt or cloth, and the light on it."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import Field, Picture
from vision.scene.drawn import LIT
from vision.scene.lights import GROUNDS, Light


def light_field(size_px: tuple[int, int], light: Light) -> Field:
    """The brightness of the light at each pixel: float32 (height, width, 3), 1.0 in the brightest corner of good
    light; read-only."""
    return LIT.of((size_px, light), lambda: _draw_light(size_px, light))


def _draw_light(size_px: tuple[int, int], light: Light) -> Field:
    width, height = size_px
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    across, along = light.direction
    slope = 1.0 - light.fall_off * (0.5 + 0.5 * (x * across + y * along) / (abs(across) + abs(along)))
    vignette = 1.0 - 0.10 * (x * x + y * y)
    field = (light.level * slope * vignette)[:, :, None] * np.array(light.gains, np.float32)
    return field.astype(np.float32)


def smooth_noise(rng: np.random.Generator, shape: tuple[int, int], cell: tuple[float, float]) -> Field:
    """Smooth noise with mean 0 and deviation about 1, float32 of `shape`; `cell`: the size of its grain (y, x),
    px."""
    small = (max(2, round(shape[0] / cell[0]) + 2), max(2, round(shape[1] / cell[1]) + 2))
    field = rng.standard_normal(small).astype(np.float32)
    return cv2.resize(field, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC).astype(np.float32)


@lru_cache(maxsize=2)  # one for each size of a camera's pictures
def ground(kind: str, size_px: tuple[int, int], px_per_mm: float) -> Picture:
    """A piece of table top seen from above, BGR uint8 (height, width, 3); `kind`: one of `GROUNDS`."""
    width, height = size_px
    rng = np.random.default_rng(GROUNDS.index(kind) + 1)
    if kind == "oak":
        return _oak(rng, width, height, px_per_mm)
    color = (58, 92, 38) if kind == "felt" else (128, 92, 88)
    field = 0.05 * smooth_noise(rng, (height, width), (80, 90)) + 0.045 * rng.standard_normal((height, width))
    if kind == "cloth":
        y = np.arange(height)[:, None] / px_per_mm
        x = np.arange(width)[None, :] / px_per_mm
        checks = 0.13 * ((np.floor(x / 14) + np.floor(y / 14)) % 2) + 0.10 * (np.floor(x / 14) % 2)
        field = field * 0.7 + checks
    lit = (1.0 + field)[:, :, None] * np.array(color, np.float32)
    return np.clip(lit, 0, 255).astype(np.uint8)


def grain(rng: np.random.Generator, shape: tuple[int, int], px_per_mm: float) -> Field:
    """The grain of wood, along x: float32 of `shape`, about -1 to 1."""
    height, _ = shape
    bend = 7.0 * smooth_noise(rng, shape, (55 * px_per_mm, 170 * px_per_mm))
    y = np.arange(height, dtype=np.float32)[:, None] / px_per_mm + bend
    rings = np.sin(y * 0.9) * 0.4 + np.sin(y * 2.3 + 1.0) * 0.25
    fibres = smooth_noise(rng, shape, (1.2 * px_per_mm, 45 * px_per_mm)) * 0.35
    return (rings + fibres).astype(np.float32)


def _oak(rng: np.random.Generator, width: int, height: int, px_per_mm: float) -> Picture:
    """Planks 95 mm wide, each with its own grain and shade."""
    out = np.empty((height, width, 3), np.float32)
    plank = round(95 * px_per_mm)
    for top in range(0, height, plank):
        rows = min(plank, height - top)
        figure = grain(rng, (rows, width), px_per_mm)
        shade = 1.0 + 0.05 * float(rng.standard_normal())
        color = np.array((74, 116, 158), np.float32) * shade
        out[top : top + rows] = (1.0 + 0.085 * figure)[:, :, None] * color
        out[top : top + max(1, round(0.7 * px_per_mm))] *= 0.62
    return np.clip(out, 0, 255).astype(np.uint8)
