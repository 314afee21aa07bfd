"""The simulated players' clock: moves table time from one instant to the next, never ahead of the sensors.

An instant is when something at the table changes, when somebody taps something in, or when a sensor process
asked to be woken. Time stands still until board and eye have worked through the present one; so a run is the
same on a fast machine and on a slow one, and a killed process finds the table as it left it.
"""

from __future__ import annotations

import math
import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from cribbage.log.codec import observation_body
from cribbage.log.observations import Observation
from firmware.box.clock import growing_pauses
from firmware.box.journal import Journal
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal

_SENSORS: Final = ("board", "eye")
_LIVE_TICK_S: Final = 0.2  # at watching speed a person sees time pass at least this often
_CATCH_UP_S: Final = 0.05  # how far behind real time the clock may hurry; what is beyond is lost for good
_SOURCE: Final = "players"
_LAST_LOOKS_S: Final = 30.0  # how long after the players have finished a sensor may ask for more instants
_CLOSING_S: Final = (3.0, 3.0, 3.0)  # instants after the last one: what was seen last is still to be judged


class Happenings(Protocol):
    """What the clock needs of the simulated players."""

    def next_change(self, after_t: float) -> float | None:
        """The next instant at which holes, cards or hands change."""
        ...

    def messages_between(self, t0: float, t1: float) -> list[tuple[float, Observation | dict[str, object]]]:
        """What is tapped in after `t0`, up to and including `t1`."""
        ...


class PlayersClock:
    """Leads the clock of a simulated table. `step` returns False once the players have finished."""

    def __init__(
        self,
        table: Happenings,
        pulse: Pulse,
        journal: Journal,
        speed: float,
        told_until: float,
        instants: Sequence[float] = (),
        *,
        stays: bool = False,
    ) -> None:
        """`told_until`: messages up to that table time are in the inbox already (a run that goes on).

        `stays`: time goes on after the players have finished, for people who look at the page.

        `instants` are more times at which something happens that the sensors may notice: faults come and go.
        """
        self._table = table
        self._pulse = pulse
        self._journal = journal
        self._speed = speed
        self._told_until = told_until
        self._instants = sorted(instants)
        self._closing = list(_CLOSING_S)
        self._stays = stays
        self._finished_t = math.inf
        self._began_real = time.monotonic()
        self._began_t = pulse.clock_t
        self._tell(pulse.clock_t)

    def step(self, look_after: Callable[[], None], patience_s: float = 0.5) -> bool:
        """Go to the next instant; `look_after` is called now and then while waiting for a process."""
        now = self._pulse.clock_t
        if not self._followed(now, patience_s):
            look_after()
            return True
        coming = self._next_instant(now)
        if math.isinf(coming):
            if not self._closing and not self._stays:
                return False
            if not self._closing and math.isinf(self._speed):
                time.sleep(_LIVE_TICK_S)
            coming = now + (self._closing.pop() if self._closing else _LIVE_TICK_S)
        coming = self._keep_pace(now, coming)
        self._tell(coming)
        self._pulse.clock_t = coming
        return True

    def _followed(self, now: float, patience_s: float) -> bool:
        """Whether both sensors have worked through `now`; waits for it up to a real `patience_s`."""
        end = time.monotonic() + patience_s
        pauses = growing_pauses()
        while not all(self._alive_at(name, now) for name in _SENSORS):
            if time.monotonic() > end:
                return False
            time.sleep(next(pauses))
        return True

    def _alive_at(self, name: str, now: float) -> bool:
        beat = self._pulse.of(name)
        return beat.at > 0.0 and beat.done >= now

    def _next_instant(self, now: float) -> float:
        """The next instant; infinite when the players are done and no sensor wants anything more, or has wanted to
        look again for long: what it cannot make out by then stays so."""
        change = self._table.next_change(now)
        self._finished_t = math.inf if change is not None else min(self._finished_t, now)
        last = self._finished_t + _LAST_LOOKS_S
        wishes = [beat.wake for beat in map(self._pulse.of, _SENSORS) if now < beat.wake <= last]
        more = [] if change is None else self._instants[bisect_right(self._instants, now) :][:1]
        return min([math.inf if change is None else change, *more, *wishes])

    def _keep_pace(self, now: float, coming: float) -> float:
        """At a finite speed: no later than a tick from now, and not before its real time has come."""
        if math.isinf(self._speed):
            return coming
        coming = min(coming, now + _LIVE_TICK_S * max(1.0, self._speed))
        real = self._began_real + (coming - self._began_t) / self._speed
        pause = real - time.monotonic()
        if pause > 0:
            time.sleep(pause)
        elif pause < -_CATCH_UP_S:  # the machine cannot follow: do not rush to catch up afterwards
            self._began_real -= pause
        return coming

    def _tell(self, until: float) -> None:
        """Put what is tapped in up to `until` into the inbox, before the clock shows that time."""
        if until <= self._told_until:
            return
        for t, message in self._table.messages_between(self._told_until, until):
            body = message if isinstance(message, dict) else observation_body(message)
            self._journal.put(_SOURCE, t, body)
        self._told_until = until


def told_until(journal: SqliteJournal) -> float:
    """The table time up to which a stopped run had tapped things in: its last message's, -1 if none."""
    return journal.told_until(_SOURCE)
