"""The maker's workshop in the board process: hole walk, live scan, ignored holes, contact quality.

Orders come from the page through the journal's inbox as ``{"workshop": {"do": ...}}``: ``walk`` begins a hole walk
and ``end`` ends it, ``dead`` says that a peg in ``holes`` is not noticed, ``mask`` and ``unmask`` ignore and watch
``holes``. What there is to see goes to ``workshop.json`` in the run folder, a few times a second and only while
somebody looks: the page touches ``workshop.look`` for that. In a running sanctioned game nothing is shown (reveal
policy, P5).
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from firmware.box.files import put_json
from firmware.debounce import ChainCounters, HoleChange
from firmware.reader import BoardReader, ReaderItem
from firmware.recorder import Desk, OrderError, Recorder
from firmware.tablestate import MASKS_KIND
from firmware.walktest import HoleWalk

STATE_FILE: Final = "workshop.json"
LOOK_FILE: Final = "workshop.look"
PUBLISH_EVERY_S: Final = 0.2
LOOKS_LAST_S: Final = 5.0
"""How long after their last look somebody still counts as looking."""


class Workshop(Desk):
    """One board's workshop, and the desk of its recorder."""

    def __init__(self, reader: BoardReader, recorder: Recorder, run_dir: Path) -> None:
        self._reader = reader
        self._recorder = recorder
        self._state = run_dir / STATE_FILE
        self._look = run_dir / LOOK_FILE
        self._looked: tuple[int, float] = (self._stamp(), -math.inf)  # the stamp of the last look, and when
        self._checked_at = -math.inf
        self._shown = True
        self._walk: HoleWalk | None = None
        self._before = _copy(reader.debouncer.counters)
        self._now = 0.0
        self.full = ""
        """Why no new game may begin."""
        self._hide()

    # --- what the recorder asks ---------------------------------------------------------------------------

    def order(self, body: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
        """Carry out an order of the page."""
        act = body.get("do") if isinstance(body, Mapping) else None
        if self._recorder.state.is_sanctioned:
            raise OrderError("a sanctioned game is in progress: the workshop is closed until it is over")
        if not self._reader.has_contacts:
            raise OrderError("this table's pegs are not read by contacts: there are none to look at")
        if act == "walk":
            if self._recorder.state.is_running:
                raise OrderError("a game is in progress: the hole walk needs an empty board")
            self._walk = HoleWalk(self._reader.debouncer.board_map, self._reader.debouncer.occupied)
        elif act == "end":
            self._walk = None
        elif act == "dead":
            for hole in self._holes(body):
                if self._walk is not None:
                    self._walk.give_up(hole)
        elif act in ("mask", "unmask"):
            return self._mask(self._holes(body), ignore=act == "mask")
        else:
            raise OrderError(f"there is no order {act!r} in the workshop")
        return []

    def _holes(self, body: Mapping[str, Any]) -> frozenset[str]:
        named = body.get("holes")
        known = self._reader.debouncer.board_map.bit_of
        if not isinstance(named, list) or not named or not all(hole in known for hole in named):
            raise OrderError(f"there are no such holes on this board: {named!r}")
        return frozenset(named)

    def _mask(self, holes: frozenset[str], *, ignore: bool) -> list[tuple[str, Mapping[str, Any]]]:
        before = self._reader.tracker.masked
        masked = before | holes if ignore else before - holes
        if masked == before:
            return []
        self._reader.tracker.set_masked(self._now, masked)
        return [(MASKS_KIND, {"holes": sorted(masked)})]

    def no_new_game(self) -> str:
        """Why no new game may begin just now."""
        return self.full

    def game_begins(self) -> None:
        """The walk is over, and contacts are counted again."""
        self._walk = None
        self._before = _copy(self._reader.debouncer.counters)

    def contacts(self) -> Mapping[str, Any] | None:
        """How the contacts did since the game began, or since this process started, whichever is later."""
        now, before = self._reader.debouncer.counters, self._before
        return {
            "scans": now.scans - before.scans,
            "bad_scans": now.bad_scans - before.bad_scans,
            "faults": now.faults - before.faults,
            "chatter": dict((now.chatter - before.chatter).most_common()),
        }

    # --- scan by scan ----------------------------------------------------------------------------------------

    def feed(self, now: float, items: Sequence[ReaderItem]) -> None:
        """Take in what one scan made certain."""
        self._now = now
        if self._walk is not None and items:
            self._walk.feed([item for item in items if isinstance(item, HoleChange)])

    def publish(self, now: float) -> None:
        """Show how things are, if it is time to and somebody looks."""
        if 0 <= now - self._checked_at < PUBLISH_EVERY_S:
            return
        self._checked_at = now
        stamp = self._stamp()
        if stamp != self._looked[0]:
            self._looked = (stamp, now)
        if self._recorder.state.is_sanctioned or now - self._looked[1] > LOOKS_LAST_S:
            self._hide()
            return
        self._shown = put_json(self._state, self.state(now))

    def state(self, now: float) -> dict[str, Any]:
        """All there is to see, as plain values."""
        walk = self._walk
        return {
            "t": round(now, 2),
            "scan": self._reader.snapshot(),
            "walk": None if walk is None else walk.state(),
            "contacts": self._recorder.state.contacts,
            "running": self._recorder.state.is_running,
        }

    def _hide(self) -> None:
        if self._shown:
            with contextlib.suppress(OSError):
                self._state.unlink(missing_ok=True)
            self._shown = False

    def _stamp(self) -> int:
        try:
            return self._look.stat().st_mtime_ns
        except OSError:
            return 0


def _copy(counters: ChainCounters) -> ChainCounters:
    return ChainCounters(
        counters.scans, counters.bad_scans, counters.wrong_bits, counters.faults, counters.chatter.copy()
    )
