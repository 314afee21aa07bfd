"""What stands in one cell of an SQLite file, once it is known to be what it should be.

A column's type binds nobody: in a spoilt file, or one that somebody wrote by hand, bytes may stand where a number was
kept. A value that is no number then is damage of the file, and is said to be that, wherever it is read.
"""

from __future__ import annotations

import math
import sqlite3
from typing import Any, Final

MOST: Final = 2**53
"""The highest number that anything is given: SQLite counts no further than 2**63 - 1, and then never again."""
LONGEST_S: Final = 1e11
"""No table time is further from 0, s: beyond it a clock would not go on."""
TIMES: Final = f"typeof({{0}}) IN ('real', 'integer') AND abs({{0}}) <= {LONGEST_S!r}"
"""In SQL, of a column: whether it holds a table time."""


def spoilt(what: str) -> sqlite3.DatabaseError:
    """The error that SQLite itself raises of a page that is not what it wrote."""
    error = sqlite3.DatabaseError(what)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


def is_number(value: Any) -> bool:
    """Whether this is a number that may have been given to something; 0 stands for none."""
    return type(value) is int and 0 <= value <= MOST


def number(value: Any) -> int:
    """A number that was given to something. `sqlite3.DatabaseError`, as of a damaged file, if it is none."""
    if not is_number(value):
        raise spoilt("a number is none")
    return int(value)


def time_s(value: Any) -> float:
    """A table time, s; what is none counts as the beginning."""
    at = float(value) if isinstance(value, int | float) else math.nan
    return at if abs(at) <= LONGEST_S else 0.0


def whole_text(value: Any) -> Any:
    """A text without half characters, so that it can be written again; anything else as it is."""
    if not isinstance(value, str) or value.isascii():
        return value
    return value.encode("utf-8", "surrogateescape" if not _has_halves(value) else "replace").decode(
        "utf-8", "replace"
    )


def _has_halves(text: str) -> bool:
    """Whether a surrogate stands in it that is not one of those by which bytes that are no text are read."""
    return any("\ud800" <= sign <= "\udfff" and not "\udc80" <= sign <= "\udcff" for sign in text)
