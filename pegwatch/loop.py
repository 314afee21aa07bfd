"""The loop of every process of the table: step, say so in the pulse, wait, until told to end.

What differs between a real table and a simulated one is which driver, camera and clock are put in.
"""

from __future__ import annotations

import math
import os
import signal
from collections.abc import Callable
from types import FrameType

from firmware.box.clock import Clock
from firmware.box.notify import notify
from firmware.box.pulse import Pulse
from pegwatch.supervisor import parent_is_gone

Step = Callable[[float], float]
"""Do what is due at this table time, tell the pulse, and return when to be called again."""


class Told:
    """Whether the process is to end: by signal, by the pulse, or because its supervisor has gone."""

    def __init__(self, pulse: Pulse, supervised: bool) -> None:
        self._pulse = pulse
        self._parent = os.getppid() if supervised else None
        self.by_signal = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self.by_signal = True

    def __bool__(self) -> bool:
        gone = self._parent is not None and parent_is_gone(self._parent)
        return self.by_signal or gone or self._pulse.ended


def run_steps(
    step: Step, clock: Clock, told: Told, pulse: Pulse, name: str, longest_s: Callable[[], float]
) -> None:
    """Step at every instant (simulated) or every `longest_s()` (real) until told to end."""
    notify("READY=1")
    now, wish = clock.now(), -math.inf
    last = -math.inf
    while not told:
        if now != last or now >= wish:
            last = now
            wish = step(now)
            notify("WATCHDOG=1")
        else:  # nothing new on a simulated table: only say that we are alive
            beat = pulse.of(name)
            pulse.beat(name, done=beat.done, until=beat.until, wake=beat.wake)
        now = clock.wait(wish, longest_s())
