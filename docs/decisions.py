"""Keeps the index at the top of DECISIONS.md: number, title, what became of it (`python docs/decisions.py`).

A decision begins `**N (DATE) Title.**`; what became of it stands behind the date:
`**29 (2026-11-21, narrowed by 75) ...`, `replaced by 188`, several numbers with commas. Without a word it stands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

DECISIONS = Path(__file__).parents[1] / "DECISIONS.md"
BEGINS: Final = "<!-- index: written by docs/decisions.py -->\n"
ENDS: Final = "<!-- /index -->\n"
_HEAD = re.compile(r"^\*\*(\d+) \((\d{4}-\d\d-\d\d)(?:, ([^)]*))?\) (.+?)\*\*", re.MULTILINE | re.DOTALL)
_STATUS = re.compile(
    r"(?:(?:replaced|narrowed) by \d+(?:, \d+)*)(?:; (?:replaced|narrowed) by \d+(?:, \d+)*)*"
)


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision; `status` is `stands`, or by which numbers it was replaced or narrowed."""

    number: int
    date: str
    status: str
    title: str

    @property
    def later(self) -> list[int]:
        """The numbers that its status names."""
        return [int(number) for number in re.findall(r"\d+", self.status)]


def decisions(text: str) -> list[Decision]:
    """All decisions in the order of the file; ValueError where a status cannot be read."""
    found = []
    for number, date, status, title in _HEAD.findall(text):
        if status and not _STATUS.fullmatch(status):
            raise ValueError(f"decision {number}: “{status}” is neither “replaced by N” nor “narrowed by N”")
        found.append(Decision(int(number), date, status or "stands", " ".join(title.split()).rstrip(".,;:")))
    return found


def index(text: str) -> str:
    """The table that belongs at the top of this text."""
    rows = [f"| {d.number} | {d.title} | {d.status} |\n" for d in decisions(text)]
    return BEGINS + "\n| | decision | status |\n|---:|---|---|\n" + "".join(rows) + "\n" + ENDS


def with_index(text: str) -> str:
    """The text with its index as it should be; ValueError where it has no place for one."""
    before, begins, rest = text.partition(BEGINS)
    _, ends, after = rest.partition(ENDS)
    if not begins or not ends:
        raise ValueError("DECISIONS.md has no place for an index")
    return before + index(before + after) + after


if __name__ == "__main__":
    DECISIONS.write_text(with_index(DECISIONS.read_text(encoding="utf-8")), encoding="utf-8")
