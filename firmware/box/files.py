"""Files that several processes share: replaced in one step, so nobody ever reads half; writable by their group."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any, Final

SEAT_FILE: Final = "seat.json"
"""In the run folder: the games that the club's hub seats at this table."""
READ_AGAIN: Final = "read-again.json"
"""In the run folder: the zones that the page wants read again, each with the table time (s) of the wish."""


def put_json(path: Path, value: Any) -> bool:
    """Replace a file by a value as JSON; False where the disk refuses: what lies in the run folder can be missed."""
    fresh = path.with_suffix(".new")
    try:
        fresh.write_text(json.dumps(value, separators=(",", ":"), ensure_ascii=False), encoding="utf-8")
        os.replace(fresh, path)
    except OSError:
        return False
    return True


def read_json(path: Path) -> Any:
    """The value in a file; None if there is none that can be read."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        return json.loads(path.read_text(encoding="utf-8"))
    return None


def is_own(folder: Path) -> bool:
    """Whether a folder is this user's own, or would be if it were made."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.stat().st_uid == os.geteuid()


def make_for_the_group(path: Path, mode: int = 0o660) -> None:
    """Make an empty file for SQLite, which itself would make one that only its owner may read.

    Board, eye and page may each be a user of its own. What SQLite puts beside the file gets the same rights; how much
    of them is given away the umask says.
    """
    if path.parent.is_dir() and path.name != ":memory:" and not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, mode))
