"""The page's side of the table: the journal, the run folder and the pulse, each behind one small question.

Thread-safe: the server answers many viewers at once, and the journal is asked by one of them at a time.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cribbage.log.observations import CRIB, STARTER
from cribbage.log.wire import Seat
from cribbage.shown.policy import Health
from firmware.box.files import READ_AGAIN, SEAT_FILE, put_json, read_json
from firmware.box.journal import GameInfo, Journal, Stored
from firmware.box.pictures import read_picture
from firmware.box.pulse import Pulse
from webui.seated import offered

STALE_S: Final = 5.0
SOURCE: Final = "page"
WATCHED: Final = ("board", "eye")
_PICTURE: Final = "eye.jpg"
_FULL: Final = "disk-full"
_WORKSHOP: Final = "workshop.json"
_LOOK: Final = "workshop.look"
_EVIDENCE: Final = "evidence"
_SETUP: Final = "setup.json"
_SETUP_LOOK: Final = "setup.look"
_SETUP_PICTURE: Final = "setup.jpg"
_LEARN_PICTURE: Final = "learn.jpg"
_SETUP_ORDER: Final = "setup.order.json"
_NOTES: Final = "board.json"
_EYE_NOTES: Final = "eye.json"
ZONES: Final = (STARTER, "A", "B", "C", "D", CRIB)
_SEVERITY: Final = {"alarm": "fault", "warning": "degraded", "info": "info"}


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, a stamp that changes with it, and whether the eye that took it has fallen silent."""

    jpeg: bytes
    stamp: str
    is_stale: bool


class Table:
    """What the page reads from a table and what it may leave in its inbox."""

    def __init__(
        self, journal: Journal, run_dir: Path, pulse: Pulse | None = None, pictures: Path | None = None
    ) -> None:
        """`pictures`: the file in which pictures of readings are kept, if there is one."""
        self._journal = journal
        self._run_dir = run_dir
        self._pictures = pictures
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

    def quiet_s(self) -> float:
        """Seconds since something of a game was written (`Pulse.quiet_s`)."""
        return math.inf if self._pulse is None else self._pulse.quiet_s()

    def code(self, game: int) -> str:
        """The code of a finished game's record; "" of any other."""
        with self._lock:
            return self._journal.code(game)

    def put(self, body: Mapping[str, Any]) -> int:
        """Leave an observation or a new game in the inbox, under the table time of now."""
        with self._lock:
            return self._journal.put(SOURCE, self._now(), body)

    def read_again(self, zone: str, body: Mapping[str, Any]) -> int:
        """The same for a word about a zone that the eye is to read afresh; the eye is told after the inbox is."""
        with self._lock:
            t = self._now()
            number = self._journal.put(SOURCE, t, body)
            before = read_json(self._run_dir / READ_AGAIN)
            wishes = before if isinstance(before, dict) else {}
            put_json(self._run_dir / READ_AGAIN, {**wishes, zone: t})
        return number

    def _now(self) -> float:
        if self._pulse is not None and self._pulse.simulated:
            return self._pulse.clock_t
        if self._pulse is not None and self._pulse.offset:
            return round(time.monotonic() + self._pulse.offset, 3)
        return self._journal.table_time()

    def health(self) -> tuple[Health, ...]:
        """How board and camera are, then what they have to say of themselves."""
        return (*(self._part(part) for part in WATCHED), *self._board_notes())

    def _part(self, part: str) -> Health:
        if self._pulse is None:
            return Health(part, "off")
        age = self._pulse.of(part).age_s()
        if math.isinf(age):
            return Health(part, "off")
        return Health(part, "ok" if age < STALE_S else "stale")

    def _board_notes(self) -> list[Health]:
        """Board and eye keep ``board.json`` (`firmware.health`) and ``eye.json``: what is wrong, or nothing."""
        notes = [*self._board_json(), *self._notes_in(_EYE_NOTES)]
        return [_health_of(note) for note in notes if isinstance(note, dict)]

    def _board_json(self) -> list[Any]:
        return self._notes_in(_NOTES)

    def _notes_in(self, name: str) -> list[Any]:
        notes = read_json(self._run_dir / name)
        return notes if isinstance(notes, list) else []

    def seats(self) -> list[Seat]:
        """The games that the club's hub seats here and that were not begun yet, the next one first."""
        return offered(read_json(self._run_dir / SEAT_FILE), self.games())

    @property
    def is_full(self) -> bool:
        """Whether the board process begins no new game because there is no room left for it."""
        return any(isinstance(note, dict) and note.get("code") == _FULL for note in self._board_json())

    # --- the workshop -------------------------------------------------------------------------------------

    def workshop(self) -> dict[str, Any] | None:
        """What the board's workshop shows; asking keeps it showing. None until it does."""
        with suppress(OSError):
            (self._run_dir / _LOOK).touch()
        state = read_json(self._run_dir / _WORKSHOP)
        return state if isinstance(state, dict) else None

    # --- the eye's set-up desk ----------------------------------------------------------------------------

    def setup(self) -> dict[str, Any] | None:
        """What the eye says of camera and deck; asking keeps it saying. None until it does."""
        with suppress(OSError):
            (self._run_dir / _SETUP_LOOK).touch()
        state = read_json(self._run_dir / _SETUP)
        return state if isinstance(state, dict) else None

    def setup_picture(self) -> bytes | None:
        """The picture that goes with it."""
        with suppress(OSError):
            return (self._run_dir / _SETUP_PICTURE).read_bytes()
        return None

    def learn_picture(self) -> bytes | None:
        """The picture of the board that is being learnt."""
        with suppress(OSError):
            return (self._run_dir / _LEARN_PICTURE).read_bytes()
        return None

    def order_eye(self, body: Mapping[str, Any]) -> int | None:
        """Leave an order for the eye, in place of one not seen yet; its number, None if the disk refuses."""
        with self._lock:
            before = read_json(self._run_dir / _SETUP_ORDER)
            number = before.get("n", 0) + 1 if isinstance(before, dict) else 1
            kept = put_json(self._run_dir / _SETUP_ORDER, {**body, "n": number})
        return number if kept else None

    def picture(self, zone: str | None = None) -> Picture | None:
        """The latest picture of the eye, or that of the last reading of a zone; None before the first."""
        name = _PICTURE if zone is None else f"{_EVIDENCE}/{zone}.jpg"
        if zone is not None and zone not in ZONES:
            return None
        path = self._run_dir / name
        try:
            return Picture(path.read_bytes(), str(path.stat().st_mtime_ns), self._part("eye").state != "ok")
        except OSError:
            return None

    def kept_picture(self, key: str) -> bytes | None:
        """A picture kept of a reading; None if there is none. Who may see it is asked elsewhere (`webui.album`)."""
        return None if self._pictures is None else read_picture(self._pictures, key)

    def close(self) -> None:
        """Let go of journal and pulse; twice is fine."""
        with self._lock:
            self._journal.close()
            if self._pulse is not None:
                self._pulse.close()


def _health_of(note: Mapping[str, Any]) -> Health:
    state = "doubt" if note.get("doubt") else _SEVERITY.get(str(note.get("severity")), "degraded")
    return Health(
        part=str(note.get("part") or "board"),
        state="stale" if note.get("stale") else state,
        note=str(note.get("sentence") or ""),
        fix=str(note.get("mend") or ""),
        code=str(note.get("code") or ""),
        detail=str(note.get("detail") or ", ".join(map(str, note.get("holes") or ()))),
    )
