"""A file that comes from a phone in pieces: the page takes no more than 16 kB at a time, from anybody."""

from __future__ import annotations

from pathlib import Path


class TooLarge(Exception):
    """The file would be larger than it may be; what came of it is still there."""


def add_piece(path: Path, at: int, piece: bytes, most: int) -> int:
    """Add a piece that begins at byte `at`, the first one to an empty file; how many bytes are there now.

    One that does not follow what is there adds nothing. `TooLarge` beyond `most` bytes; `OSError` where it cannot be
    written.
    """
    there = path.stat().st_size if path.exists() else 0
    if at and at != there:
        return there
    if at + len(piece) > most:
        raise TooLarge(f"more than {most} bytes")
    with path.open("ab" if at else "wb") as file:
        file.write(piece)
    return at + len(piece)
