"""The eye's process of a table without a camera: it says so, and holds nobody up. It can be killed at any time.

Without it the board process would wait for an eye, and every part that asks whether the eye lives would alarm.
"""

from __future__ import annotations

import math
from contextlib import closing
from pathlib import Path
from typing import Final

from cribbage.log.observations import Fault
from firmware.box.clock import Clock, RealClock, SimulatedClock
from firmware.box.journal import Journal
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from firmware.recorder import report, reported
from firmware.table import ABSENT
from pegwatch.failure import PegwatchError
from pegwatch.loop import Told, run_steps
from pegwatch.plan import Plan

EYE: Final = "eye"
CAMERA: Final = "camera"
_BEAT_S: Final = 0.5
_AHEAD_S: Final = 10.0  # nothing will be told of these seconds either


def run_without_eye(plan: Plan, pulse: Pulse, told: Told) -> None:
    """Beat until told to end."""
    with closing(SqliteJournal(Path(plan.data) / "journal.sqlite", puts_only=True)) as journal:
        clock = _clock(plan, pulse)
        say_so(journal, clock.now())

        def step(now: float) -> float:
            pulse.beat(EYE, done=now, until=now + _AHEAD_S, wake=math.inf)
            return math.inf

        run_steps(step, clock, told, pulse, EYE, lambda: _BEAT_S)


def say_so(journal: Journal, now: float) -> None:
    """Report that no camera looks at this table, unless that was said last."""
    said = reported(journal, EYE)
    faults = [one.what for one in said if isinstance(one, Fault) and one.part == CAMERA]
    if faults[-1:] != [ABSENT]:
        report(journal, EYE, [Fault(now, CAMERA, ABSENT)])


def _clock(plan: Plan, pulse: Pulse) -> Clock:
    if plan.simulated:
        return SimulatedClock(pulse)
    real = RealClock.join(pulse)
    if real is None:
        raise PegwatchError("the board process does not run: start the table with pegwatch run")
    return real
