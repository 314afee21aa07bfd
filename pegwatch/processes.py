"""The three processes of a table, each put together from its room's parts and run until told to end.

All of them are the same loop: step, say so in the pulse, wait. What differs between a real table and a
simulated one is which driver, camera and clock are put in.
"""

from __future__ import annotations

import logging
import math
import os
import signal
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Final

from firmware.box.clock import Clock
from firmware.box.logs import set_up_logs
from firmware.box.notify import notify
from firmware.box.pulse import Pulse
from pegwatch.failure import PegwatchError
from pegwatch.house import parent_is_gone
from pegwatch.plan import Plan
from pegwatch.version import VERSION

_log: Final = logging.getLogger(__name__)
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


def run_process(name: str, run_dir: Path, *, supervised: bool = True) -> None:
    """Run one process of the table whose plan lies in the run folder."""
    plan = Plan.read(run_dir / "plan.json")
    set_up_logs(name, plan.settings.log.level)
    _log.info("starts, Pegwatch %s, process %d", VERSION, os.getpid())
    with Pulse.open(Path(plan.run)) as pulse:
        told = Told(pulse, supervised)
        if name == "board":
            from pegwatch.board_process import run_board

            run_board(plan, pulse, told)
        elif name == "eye" and plan.has_eye:
            from pegwatch.eye_process import run_eye

            run_eye(plan, pulse, told)
        elif name == "eye":
            from pegwatch.no_eye import run_without_eye

            run_without_eye(plan, pulse, told)
        elif name == "web":
            from pegwatch.web_process import run_web

            run_web(plan, pulse, told)
        elif name == "uplink":
            from pegwatch.uplink_process import run_uplink

            run_uplink(plan, pulse, told)
        else:
            raise PegwatchError(f"there is no process {name!r}: board, eye, web or uplink")
    _log.info("ends as it was told to")
