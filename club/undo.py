"""Records that take others back."""

from __future__ import annotations

from typing import Final

from club.store import Record

UNDO: Final = "undo"
"""A record that takes others back: they count for nothing while it stands, and it can be taken back itself."""


def taken_back(records: list[Record]) -> frozenset[int]:
    """The numbers of records that were taken back; what takes back may have been taken back itself."""
    back: set[int] = set()
    for record in reversed(records):
        if record.kind == UNDO and record.n not in back:
            back.update(int(n) for n in record.body["records"])
    return frozenset(back)
