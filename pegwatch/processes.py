"""The three processes of a table, each put together from its room's parts and run until told to end.

All of them are the same loop: step, say so in the pulse, wait. What differs between a real table and a
simulated one is which driver, camera and clock are put in.
"""

from __future__ import annotations

import math
import os
import signal
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Final

from firmware.box.clock import Clock, RealClock, SimulatedClock
from firmware.box.notify import notify
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.failure import PegwatchError
from pegwatch.house import parent_is_gone
from pegwatch.plan import Plan

_LOOK_S: Final = 0.5  # so often a waiting process looks whether it is to end
_SCAN_S: Final = 0.010

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


def run_board(plan: Plan, pulse: Pulse, told: Told) -> None:
    """The board process: scans, judges, writes."""
    from firmware.boardmap import load_board
    from firmware.drivers.base import BoardDriver
    from firmware.reader import BoardReader
    from firmware.recorder import Recorder
    from firmware.table import TableLoop

    board_map = load_board(plan.board)
    journal = SqliteJournal(Path(plan.data) / "journal.sqlite")
    recorder = Recorder(journal)
    if plan.simulated:
        from firmware.drivers.sim import open_simulated
        from pegwatch.simulated.faults import board_faults
        from pegwatch.simulated.world import simulated_table

        table = simulated_table(plan)
        clock: Clock = SimulatedClock(pulse)
        faults, bring_up_to = board_faults(plan.faults, board_map, plan.seed)

        def holes_now() -> frozenset[str]:
            bring_up_to(clock.now())
            return table.holes_at(clock.now())

        driver: BoardDriver = open_simulated(board_map, holes_now, faults)
    else:
        from firmware.drivers.spi_chain import open_board

        driver = open_board(board_map)
        clock = RealClock.start(pulse, journal.table_time() + 1.0)
    with driver:
        reader = BoardReader(driver, board_map, last=recorder.last_holes)
        loop = TableLoop(reader, recorder, journal, pulse, Path(plan.run))
        run_steps(loop.step, clock, told, pulse, "board", longest_s=_LOOK_S if plan.simulated else _SCAN_S)
    journal.close()


def run_steps(step: Step, clock: Clock, told: Told, pulse: Pulse, name: str, longest_s: float) -> None:
    """Step at every instant (simulated) or every `longest_s` (real) until told to end."""
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
        now = clock.wait(wish, longest_s)


def run_process(name: str, run_dir: Path, *, supervised: bool = True) -> None:
    """Run one process of the table whose plan lies in the run folder."""
    plan = Plan.read(run_dir / "plan.json")
    with Pulse.open(Path(plan.run)) as pulse:
        told = Told(pulse, supervised)
        if name == "board":
            run_board(plan, pulse, told)
        elif name == "eye":
            from pegwatch.eye_process import run_eye

            run_eye(plan, pulse, told)
        elif name == "web":
            from pegwatch.web_process import run_web

            run_web(plan, pulse, told)
        else:
            raise PegwatchError(f"there is no process {name!r}: board, eye or web")
