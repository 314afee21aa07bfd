"""The board process: reads the pegs, takes in what everyone reports, and is the only writer of events.

One `step` takes in the scans made since the last one: a single one, or several where the disk kept this loop waiting
while a `Scanner` went on. Their changes go into the inbox like everyone else's reports; then everything that both
board and eye have reported completely is judged, in order of table time. An eye that has nothing more to say
for too long is declared at fault, so that the pegs never wait for it for ever.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from cribbage.log.observations import Fault, Holes, Observation
from firmware.box.files import put_json
from firmware.box.journal import Journal
from firmware.box.pulse import Pulse
from firmware.debounce import ChainFault, ChainOk
from firmware.faults import fault_text
from firmware.health import Note, notes
from firmware.holes import TrackFound, TrackLost
from firmware.machine import MachineWatch, Trouble
from firmware.panel import Lamp, Panel, PanelWatch
from firmware.reader import BoardReader, ReaderItem
from firmware.recorder import BOARD, Recorder, report
from firmware.scanner import Scan
from firmware.witness import Witness
from firmware.workshop import Workshop

EYE: Final = "eye"
PANEL: Final = "panel"
HEALTH_FILE: Final = "board.json"
ABSENT: Final = "none"
"""What is said of the camera or the board of a table that was set up to have none."""
INBOX_EVERY_S: Final = 0.03
_log: Final = logging.getLogger(__name__)
EYE_LAG_LIMIT_S: Final = 8.0
"""How far the eye may be behind before it counts as blind: an arm may rest over the cards for a while."""
PEGS_LAG_LIMIT_S: Final = 14.0
"""The same where it reads the pegs too: each is set under an arm, and 10 s of cover are no fault."""


class TableLoop:
    """The table's one writer. `step(now)` does what is due and returns when it wants to be called again."""

    def __init__(
        self,
        reader: BoardReader,
        recorder: Recorder,
        journal: Journal,
        pulse: Pulse,
        run_dir: Path,
        *,
        panel: Panel | None = None,
        machine: MachineWatch | None = None,
        troubles: Sequence[Trouble] = (),
        eye_lag_s: float = EYE_LAG_LIMIT_S,
        witness: Witness | None = None,
    ) -> None:
        """`troubles`: what was wrong already when the table was opened; `eye_lag_s`: how far the eye may be
        behind before it counts as blind; `witness` hears the camera where it reads the pegs too."""
        self.scans: Callable[[float], Sequence[Scan]] = lambda now: [self.look(now)]
        """Where scans come from; on a real table from a `Scanner`."""
        self._reader = reader
        self._recorder = recorder
        self._journal = journal
        self._pulse = pulse
        self._eye_lag_s = eye_lag_s
        self._witness = witness
        self._panel = PanelWatch(panel)
        self._machine = machine
        self._troubles = tuple(troubles)
        self._workshop = recorder.desk = Workshop(reader, recorder, run_dir)
        self._health_path = run_dir / HEALTH_FILE
        self._health: list[Note] | None = None
        self._chain: ChainFault | None = None
        self._eye_is_late = recorder.fault_of("camera") == "late"
        self._chain_told = recorder.fault_of(BOARD)
        self._inbox_looked_at = -math.inf
        self._look_at_machine(0.0)
        self._tell_health()

    def look(self, now: float) -> Scan:
        """What board and buttons show now; nothing is made of it yet."""
        return Scan(now, self._reader.look(), self._panel.down())

    def step(self, now: float) -> float:
        """Take in what was scanned and judge what can be by now; table time (s) at which the next step is wanted."""
        scans = self.scans(now)
        for scan in scans:
            self._take_in(scan)
        looked_at = scans[-1].t
        self._look_at_machine(now)
        until = min(self._reader.watermark(looked_at), self._panel.watermark(looked_at))
        if now - self._inbox_looked_at >= INBOX_EVERY_S or self._pulse.simulated:
            self._inbox_looked_at = now
            if self._recorder.take(min(now, until, self._eye_until(now), self._witnessed(now))):
                self._pulse.game_moved()
            self._tell_health()
            self._workshop.publish(now)
        self._panel.show(now, self._lamp())
        wish = self._wish(now)
        self._pulse.beat(BOARD, done=now, until=until, wake=wish)
        return wish

    def _take_in(self, scan: Scan) -> None:
        items = self._reader.feed(scan.t, scan.decoded)
        self._workshop.feed(scan.t, items)
        if items:
            report(self._journal, BOARD, self._reports(items))
            self._tell_health()
        report(self._journal, PANEL, self._panel.feed(scan.t, scan.down))

    def _wish(self, now: float) -> float:
        deadline = self._recorder.next_deadline()
        wishes = [
            self._reader.next_wake(now),
            self._panel.next_wake(now),
            deadline if deadline > now else None,
        ]
        return min((wish for wish in wishes if wish is not None), default=math.inf)

    # --- the board ----------------------------------------------------------------------------------------

    def _reports(self, items: Sequence[ReaderItem]) -> list[Observation]:
        """What one scan made certain, as observations."""
        reports: list[Observation] = []
        for item in items:
            if isinstance(item, Holes):
                reports.append(item)
                if self._witness is not None:
                    self._witness.told(item)
            elif isinstance(item, ChainFault | ChainOk):
                self._chain = item if isinstance(item, ChainFault) else None
                code = self._chain.code if self._chain is not None else None
                if code != self._chain_told:
                    reports.append(Fault(item.t, BOARD, code or "ok"))
                self._chain_told = code
            elif isinstance(item, TrackLost):
                reports.append(Fault(item.t, BOARD, item.code, track=item.player))
            elif isinstance(item, TrackFound):
                reports.append(Fault(item.t, BOARD, "ok", track=item.player))
        return reports

    # --- the eye ------------------------------------------------------------------------------------------

    def _eye_until(self, now: float) -> float:
        """Up to when the eye has reported everything; `now` while it is at fault and not waited for."""
        beat = self._pulse.of(EYE)
        until = beat.until
        # A simulated clock may jump further than the limit: there only what the eye has worked through counts.
        late = (beat.done if self._pulse.simulated else now) - until > self._eye_lag_s
        if late != self._eye_is_late:
            self._eye_is_late = late
            what = "late" if late else "ok"
            report(self._journal, BOARD, [Fault(max(until, 0.0) if late else now, "camera", what)])
        return now if late else until

    def _witnessed(self, now: float) -> float:
        """Up to when contacts and camera agree, or are known to differ; infinite where there is one witness."""
        if self._witness is None:
            return math.inf
        closed = self._reader.debouncer.occupied
        report(self._journal, BOARD, self._witness.look(now, asks=not self._eye_is_late, closed=closed))
        return self._witness.holds_from

    # --- the machine, the lamp and the health file -----------------------------------------------------------

    def _look_at_machine(self, now: float) -> None:
        machine = self._machine
        if machine is not None and machine.look(now):
            self._pulse.tired = machine.is_tired
            self._workshop.full = fault_text("disk-full").what if machine.is_full else ""

    def _lamp(self) -> Lamp:
        """The lamp tells of the device; in a sanctioned game not even that a peg is being looked for."""
        standing = self._recorder.state
        return Lamp.of(
            following=True,
            stale=self._chain is not None or self._eye_is_late or self._has_faults,
            asked=bool(self._reader.tracker.open) and not standing.is_sanctioned,
            judge_called=standing.judge_called,
        )

    @property
    def _has_faults(self) -> bool:
        """Whether a part fails; one that this table was set up without does not."""
        bodies = self._recorder.state.faults.values()
        return any(body["fault"]["what"] != ABSENT for body in bodies)

    def _tell_health(self) -> None:
        """What is wrong, as sentences for the page; the file is written when something has changed."""
        machine = self._machine.troubles if self._machine is not None else ()
        tracker = self._reader.tracker
        health = notes(self._chain, tracker.open.values(), tracker.masked, (*self._troubles, *machine))
        health += [] if self._witness is None else self._witness.notes()
        if health != self._health and put_json(self._health_path, health):
            for code in {note["code"] for note in health}.symmetric_difference(
                note["code"] for note in self._health or ()
            ):
                _log.warning(
                    "%s: %s", code, "begins" if any(n["code"] == code for n in health) else "is over"
                )
            self._health = health
