"""Pictures of pages for the documentation, kept small."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

COLOURS = 192


def small(path: Path) -> None:
    """Write a PNG again with a palette: a page of text and flat colours needs no more, and it is a third as large."""
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.FLOYDSTEINBERG).save(path, optimize=True)
