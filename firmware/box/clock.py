"""Table time: seconds that never jump, the same in every process of one table.

On a real table it is the system's monotonic clock plus an offset that the board process sets once, so that
time goes on where the journal stopped. On a simulated table the players lead it: it advances only when every
sensor has worked through the present instant, so a slow machine plays slowly and sees everything.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final, Protocol

from firmware.box.pulse import Pulse

_SHORTEST_S, _LONGEST_S = 0.0002, 0.003  # between two looks at a simulated clock, or at who follows it
_LONGER: Final = 1.25  # each time: a short wait is noticed soon, and a long one costs few looks


class Clock(Protocol):
    """What a process loop needs of time."""

    def now(self) -> float:
        """Table time in s."""
        ...

    def wait(self, until: float, longest_s: float) -> float:
        """Sleep until table time `until`, a real `longest_s` or (simulated) any new instant; return now."""
        ...


class RealClock:
    """Monotonic time plus the offset of the pulse."""

    def __init__(self, pulse: Pulse) -> None:
        self._pulse = pulse

    @classmethod
    def start(cls, pulse: Pulse, go_on_from_t: float) -> RealClock:
        """Called by the board process: set the offset unless a running table has one already."""
        if pulse.offset == 0.0 or time.monotonic() + pulse.offset < go_on_from_t:
            pulse.offset = go_on_from_t - time.monotonic() or 1e-9
        return cls(pulse)

    @classmethod
    def join(cls, pulse: Pulse, patience_s: float = 10.0) -> RealClock | None:
        """Called by the others: wait for the board process to set the time; None if it does not."""
        end = time.monotonic() + patience_s
        while pulse.offset == 0.0:
            if time.monotonic() > end:
                return None
            time.sleep(0.05)
        return cls(pulse)

    def now(self) -> float:
        """Table time in s."""
        return time.monotonic() + self._pulse.offset

    def wait(self, until: float, longest_s: float) -> float:
        """Sleep until `until`, at most `longest_s`."""
        pause = min(until - self.now(), longest_s)
        if pause > 0:
            time.sleep(pause)
        return self.now()


class SimulatedClock:
    """The clock of a simulated table, read from the pulse; the players' process writes it."""

    def __init__(self, pulse: Pulse) -> None:
        self._pulse = pulse

    def now(self) -> float:
        """Table time in s."""
        return self._pulse.clock_t

    def wait(self, until: float, longest_s: float) -> float:  # noqa: ARG002 - a new instant always wakes
        """Wait for the next instant, at most a real `longest_s`; `until` was told through the pulse."""
        before = self._pulse.clock_t
        end = time.monotonic() + longest_s
        pauses = growing_pauses()
        while self._pulse.clock_t == before and time.monotonic() < end:
            time.sleep(next(pauses))
        return self._pulse.clock_t


def growing_pauses() -> Iterator[float]:
    """How long to sleep (s) before each look at another process that cannot wake this one."""
    pause = _SHORTEST_S
    while True:
        yield pause
        pause = min(pause * _LONGER, _LONGEST_S)
