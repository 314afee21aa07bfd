"""What belongs to a table beside its journal, carried in the copies of it: the boards that were learnt there.

A copy keeps the files of the folder `BOARDS` (each board, and the picture of it when it was empty) in a table of its
own; restoring the copy brings back the boards that are not there whole. One that is there is never touched.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

BOARDS: Final = "boards"
"""The folder of learnt boards, beside the journal."""
_LARGEST: Final = 16 << 20  # bytes of one file; such a picture takes about one
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}\.(toml|png)")


def carry_boards(journal: Path, copy: sqlite3.Connection) -> None:
    """Put the boards beside a journal into a copy of it, in place of those that it holds of the same name."""
    files = dict(_there(journal.parent / BOARDS))
    if files:
        copy.execute("CREATE TABLE IF NOT EXISTS beside (name TEXT PRIMARY KEY, body BLOB NOT NULL)")
        copy.executemany("INSERT OR REPLACE INTO beside VALUES (?, ?)", files.items())


def carries_boards(journal: Path, copy: Path) -> bool:
    """Whether a copy holds the boards beside a journal as they are now."""
    held = boards_in(copy)
    return all(held.get(name) == body for name, body in _there(journal.parent / BOARDS))


def boards_in(copy: Path) -> Mapping[str, bytes]:
    """The files of boards that a copy of a journal holds; none where it holds none."""
    with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as held:
        has = held.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'beside'")
        if not has.fetchone()[0]:
            return {}
        rows = held.execute("SELECT name, body FROM beside WHERE length(body) <= ?", (_LARGEST,)).fetchall()
    return {name: body for name, body in rows if _is_board(name) and isinstance(body, bytes)}


def bring_back_boards(copy: Path, journal: Path) -> list[str]:
    """Take the boards out of a copy that is to become the journal, and write those that are not there whole; their
    names. `OSError` where the disk refuses."""
    files = boards_in(copy)
    with closing(sqlite3.connect(copy)) as held:
        held.execute("DROP TABLE IF EXISTS beside")
        held.commit()
    folder = journal.parent / BOARDS
    there = {name for name, _ in _there(folder)}
    wanted = {name: body for name, body in files.items() if not _both(name) <= there}
    for name, body in wanted.items():
        folder.mkdir(mode=0o770, parents=True, exist_ok=True)
        fresh = folder / f"{name}.new"
        fresh.write_bytes(body)
        os.replace(fresh, folder / name)
    return sorted({Path(name).stem for name in wanted})


def _there(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files of the boards in a folder; one that cannot be read is left out."""
    for path in sorted(folder.glob("*")) if folder.is_dir() else ():
        with contextlib.suppress(OSError):
            if _is_board(path.name) and path.is_file() and path.stat().st_size <= _LARGEST:
                yield path.name, path.read_bytes()


def _is_board(name: object) -> bool:
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


def _both(name: str) -> set[str]:
    """The two files of the board that this is one of."""
    return {f"{Path(name).stem}.{kind}" for kind in ("toml", "png")}
