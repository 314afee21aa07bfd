"""`pegwatch see`: the cards in photographs."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final

import click

from pegwatch.failure import PegwatchError, explain
from pegwatch.terminal.listing import json_option
from pegwatch.terminal.progress import along

OTHERS: Final = {".heic", ".heif", ".hif", ".avif"}  # pictures too: each is named with what to do about it
PICTURES: Final = {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"}


@click.command("see")
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@json_option("each photo", "file", "cards", "unsure", "ms")
@click.option("--threads", default=1, show_default=True, type=click.IntRange(1, 16), help="Of the reader.")
def command(photos: tuple[str, ...], as_json: bool, threads: int) -> None:
    """Read the cards in photographs; a folder stands for the pictures in it.

    A card that cannot be read for certain is listed as unsure, with the reason. Corners are pixels of the picture
    as it is meant to be looked at (its EXIF orientation applied).

    \b
      pegwatch see photo.jpg
      pegwatch see photos/ --json
    """
    files = _files(photos)
    # Loading OpenCV and the network takes a moment: not before there is something to read.
    from vision.cameras.folder import load_reduced
    from vision.networkreader import NetworkReader

    reader = NetworkReader(threads=threads)
    failed = False
    for path in along(files, "reading", len(files), quiet=as_json, speaks=True):
        try:
            picture, shrink = load_reduced(path)
            reading = reader.read(picture)
        except Exception as error:
            click.echo(f"Error: {explain(error)}", err=True)
            failed = True
            continue
        click.echo(json.dumps(_as_json(path, reading, shrink)) if as_json else _in_words(path, reading))
    if failed:
        sys.exit(2)


def _files(photos: tuple[str, ...]) -> list[Path]:
    found: list[Path] = []
    for name in photos:
        path = Path(name)
        if path.is_dir():
            inside = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURES | OTHERS)
            if not inside:
                raise PegwatchError(f"{name}: no picture in this folder ({', '.join(sorted(PICTURES))})")
            found += inside
        else:
            found.append(path)
    return found


def _corners(corners: Any, scale: float) -> list[list[float]] | None:
    if corners is None:
        return None
    return [[round(scale * float(x), 1), round(scale * float(y), 1)] for x, y in corners]


def _as_json(path: Path, reading: Any, scale: float) -> dict[str, Any]:
    """A reading of a picture that was made smaller by `scale`: corners are those of the picture in the file."""
    return {
        "file": str(path),
        "cards": [
            {
                "card": seen.card,
                "confidence": round(seen.confidence, 4),
                "corners": _corners(seen.corners, scale),
            }
            for seen in reading.cards
        ],
        "unsure": [{"reason": u.reason, "corners": _corners(u.corners, scale)} for u in reading.unsure],
        "ms": round(reading.ms, 1),
    }


def _in_words(path: Path, reading: Any) -> str:
    cards = " ".join(seen.card for seen in reading.cards) or "no card read for certain"
    lines = [f"{path}: {cards}  ({reading.ms:.0f} ms)"]
    for reason, times in Counter(u.reason for u in reading.unsure).items():
        lines.append(f"    unsure: {reason}" + (f" ({times} times)" if times > 1 else ""))
    return "\n".join(lines)
