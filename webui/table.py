"""The page's side of the table: the journal, the run folder and the pulse, each behind one small question.

Thread-safe: the server answers many viewers at once, and the journal is asked by one of them at a time.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cribbage.policy import Health
from firmware.box.journal import GameInfo, Journal, Stored
from firmware.box.pulse import Pulse

STALE_S: Final = 5.0
SOURCE: Final = "page"
_WATCHED: Final = ("board", "eye")
_PICTURE: Final = "eye.jpg"


@dataclass(frozen=True, slots=True)
class Picture:
    """The latest camera picture, a stamp that changes with it, and how old it is, s."""

    jpeg: bytes
    stamp: str
    age_s: float


class Table:
    """What the page reads from a table and what it may leave in its inbox."""

    def __init__(self, journal: Journal, run_dir: Path, pulse: Pulse | None = None) -> None:
        self._journal = journal
        self._run_dir = run_dir
        self._pulse = pulse
        self._lock = threading.Lock()

    def events(self, after: int = 0, game: int | None = None) -> list[Stored]:
        """Stored events numbered above `after`."""
        with self._lock:
            return list(self._journal.events(after, game))

    def games(self) -> list[GameInfo]:
        """All games, oldest first."""
        with self._lock:
            return self._journal.games()

    def put(self, body: Mapping[str, Any]) -> int:
        """Leave an observation or a new game in the inbox, under the table time of now."""
        with self._lock:
            return self._journal.put(SOURCE, self._now(), body)

    def _now(self) -> float:
        if self._pulse is not None and self._pulse.simulated:
            return self._pulse.clock_t
        if self._pulse is not None and self._pulse.offset:
            return round(time.monotonic() + self._pulse.offset, 3)
        return self._journal.table_time()

    def health(self) -> tuple[Health, ...]:
        """How board and camera are, then what the board has to say of its holes."""
        return (*(self._part(part) for part in _WATCHED), *self._board_notes())

    def _part(self, part: str) -> Health:
        if self._pulse is None:
            return Health(part, "off")
        age = self._pulse.of(part).age_s()
        if math.isinf(age):
            return Health(part, "off")
        return Health(part, "ok" if age < STALE_S else "stale")

    def _board_notes(self) -> list[Health]:
        """The board process keeps ``board.json``: a list of {code, sentence}, empty when all is well."""
        with suppress(OSError, ValueError):
            notes = json.loads((self._run_dir / "board.json").read_text(encoding="utf-8"))
            return [
                Health("board", "degraded", str(note.get("sentence", "")))
                for note in notes
                if isinstance(note, dict)
            ]
        return []

    def picture(self) -> Picture | None:
        """The latest picture of the eye, None before the first."""
        path = self._run_dir / _PICTURE
        try:
            taken = path.stat()
            return Picture(path.read_bytes(), str(taken.st_mtime_ns), max(0.0, time.time() - taken.st_mtime))
        except OSError:
            return None

    def close(self) -> None:
        """Let go of journal and pulse; twice is fine."""
        with self._lock:
            self._journal.close()
            if self._pulse is not None:
                self._pulse.close()
