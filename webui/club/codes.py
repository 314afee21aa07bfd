"""Codes by which tables join: each for one table, for a quarter of an hour, and once."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

HOLDS_S: Final = 900.0
_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_LONG: Final = 8
_MOST_CODES: Final = 1000


@dataclass
class Codes:
    """Codes that were given out, in memory: after a restart new ones are made."""

    now: Callable[[], float] = time.monotonic
    _given: dict[str, tuple[str, float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def give(self, table: str) -> str:
        """A new code for a table; an older one of the same table is no longer valid."""
        code = "".join(secrets.choice(_LETTERS) for _ in range(_LONG))
        with self._lock:
            self._given = {
                old: (of, until)
                for old, (of, until) in [*self._given.items()][-_MOST_CODES:]
                if of != table and until > self.now()
            }
            self._given[code] = table, self.now() + HOLDS_S
        return code

    def open(self) -> list[tuple[str, str]]:
        """Codes that are still valid, with their tables; the newest last."""
        with self._lock:
            return [(table, code) for code, (table, until) in self._given.items() if until > self.now()]

    def take(self, text: str) -> str:
        """The table of a code, which is used up by this; "" where the code is not valid."""
        code = "".join(char for char in text.upper() if char in _LETTERS)
        with self._lock:
            table, until = self._given.pop(code, ("", 0.0))
        return table if until > self.now() else ""


def shown(code: str) -> str:
    """A code as people read it: ``ABCD-EFGH``."""
    return f"{code[:4]}-{code[4:]}"
