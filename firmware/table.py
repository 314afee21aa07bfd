"""The board process: reads the pegs, takes in what everyone reports, and is the only writer of events.

One `step` is one scan. Its changes go into the inbox like everyone else's reports; then everything that both
board and eye have reported completely is judged, in order of table time. An eye that has nothing more to say
for too long is declared at fault, so that the pegs never wait for it for ever.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cribbage.observations import Fault, Holes, Observation
from firmware.box.journal import Journal
from firmware.box.pulse import Pulse
from firmware.debounce import ChainFault, ChainOk
from firmware.faults import fault_text
from firmware.holes import Cleared, Inspect
from firmware.reader import BoardReader, ReaderItem
from firmware.recorder import Recorder, report

BOARD: Final = "board"
EYE: Final = "eye"
HEALTH_FILE: Final = "board.json"
INBOX_EVERY_S: Final = 0.03
EYE_LAG_LIMIT_S: Final = 8.0
"""So far the eye may be behind before it counts as blind: a hand may rest over the cards for a while."""


class TableLoop:
    """The table's one writer. `step(now)` does what is due and returns when it wants to be called again."""

    def __init__(
        self, reader: BoardReader, recorder: Recorder, journal: Journal, pulse: Pulse, run_dir: Path
    ) -> None:
        self._reader = reader
        self._recorder = recorder
        self._journal = journal
        self._pulse = pulse
        self._health_path = run_dir / HEALTH_FILE
        self._chain: ChainFault | None = None
        self._eye_is_late = recorder.has_fault("camera", "late")
        self._chain_was_faulty = recorder.has_fault(BOARD)
        self._inbox_looked_at = -math.inf
        self._write_health()

    def step(self, now: float) -> float:
        """One scan and whatever can be judged by now; table time (s) at which the next step is wanted."""
        self._take_in(self._reader.poll(now))
        board_until = self._reader.watermark(now)
        if now - self._inbox_looked_at >= INBOX_EVERY_S or self._pulse.simulated:
            self._inbox_looked_at = now
            self._recorder.take(min(now, board_until, self._eye_until(now)))
        wake = self._reader.next_wake(now)
        deadline = self._recorder.next_deadline()
        wish = min(math.inf if wake is None else wake, deadline if deadline > now else math.inf)
        self._pulse.beat(BOARD, done=now, until=board_until, wake=wish)
        return wish

    def _take_in(self, items: Sequence[ReaderItem]) -> None:
        """Report what one scan made certain, and keep the health file true."""
        health_changed = False
        reports: list[Observation] = []
        for item in items:
            if isinstance(item, Holes):
                reports.append(item)
            elif isinstance(item, ChainFault):
                reports.append(Fault(item.t, BOARD, item.code))
                self._chain, self._chain_was_faulty, health_changed = item, True, True
            elif isinstance(item, ChainOk):
                if self._chain_was_faulty:
                    reports.append(Fault(item.t, BOARD, "ok"))
                self._chain, self._chain_was_faulty, health_changed = None, False, True
            elif isinstance(item, Inspect | Cleared):
                health_changed = True
        report(self._journal, BOARD, reports)
        if health_changed:
            self._write_health()

    def _eye_until(self, now: float) -> float:
        """Up to when the eye has reported everything; `now` while it is at fault and not waited for."""
        beat = self._pulse.of(EYE)
        until = beat.until
        # A simulated clock may jump further than the limit: there only what the eye has worked through counts.
        late = (beat.done if self._pulse.simulated else now) - until > EYE_LAG_LIMIT_S
        if late != self._eye_is_late:
            self._eye_is_late = late
            what = "late" if late else "ok"
            report(self._journal, BOARD, [Fault(max(until, 0.0) if late else now, "camera", what)])
        return now if late else until

    def _write_health(self) -> None:
        """What is amiss with the board, as sentences for the page; replaced in one step, never half written."""
        found: list[Mapping[str, Any]] = []
        if self._chain is not None:
            found.append(
                _trouble(self._chain.code, self._chain.t) | {"detail": self._chain.detail, "stale": True}
            )
        for inspect in self._reader.tracker.open.values():
            found.append(
                _trouble(inspect.code, inspect.t) | {"sentence": inspect.why, "holes": list(inspect.holes)}
            )
        fresh = self._health_path.with_suffix(".new")
        fresh.write_text(json.dumps(found), encoding="utf-8")
        os.replace(fresh, self._health_path)


def _trouble(code: str, since: float) -> dict[str, Any]:
    text = fault_text(code)
    return {"code": code, "severity": text.severity, "sentence": text.what, "mend": text.mend, "since": since}
