"""Hundreds of tests look at one of the same few empty tables under the same noise: each is drawn once."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from vision.arrays import Picture
from vision.scene import render, tabletop

KEPT = 12
"""Empty tables and noises; of each some megabytes."""

_draw_empty = render.Renderer._empty_table
_tables: dict[Hashable, Picture] = {}


def _empty_table(renderer: render.Renderer) -> Picture:
    """The same lens, light, ground and board: the same table. One of a kit has too many parts to compare."""
    if renderer._kit is not None:
        return _draw_empty(renderer)
    look = renderer.size_px, renderer.light, renderer._ground_kind, renderer.layout
    key = *look, renderer.pinhole.matrix.tobytes()
    if key not in _tables:
        while len(_tables) >= KEPT:
            del _tables[next(iter(_tables))]
        _tables[key] = _draw_empty(renderer)
        _tables[key].flags.writeable = False
    return _tables[key]


def draw_once() -> None:
    """From here on; once more, and what was drawn is forgotten."""
    _tables.clear()
    render.Renderer._empty_table = _empty_table  # type: ignore[method-assign]
    render._sensor_noise = lru_cache(maxsize=KEPT)(render._sensor_noise.__wrapped__)
    render.light_field = lru_cache(maxsize=KEPT)(tabletop.light_field.__wrapped__)
