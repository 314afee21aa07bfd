"""Simulated players for services that a real systemd started: `try-install.sh` runs it beside them.

`prepare` turns the plan that the installed program has written into one of a simulated table; `play` leads its
clock, as the demo does, while board, eye and page are the services.
"""

from __future__ import annotations

import os
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.plan import Plan
from pegwatch.playersclock import PlayersClock, told_until
from pegwatch.simulated.world import simulated_table

RUN = Path("/run/pegwatch")


def prepare() -> None:
    replace(
        Plan.read(RUN / "plan.json"), kind="demo", seed=74, speed=4.0,
        games=int(os.environ.get("GAMES", "1")), start=int(os.environ.get("BEGIN_AT", "0")),
    ).write(RUN / "plan.json")  # fmt: skip
    with Pulse.open(RUN) as pulse:
        pulse.simulated = True


def play() -> None:
    plan = Plan.read(RUN / "plan.json")
    with (
        Pulse.open(RUN) as pulse,
        closing(SqliteJournal(Path(plan.data) / "journal.sqlite", puts_only=True)) as journal,
    ):
        leader = PlayersClock(
            simulated_table(plan), pulse, journal, plan.speed, told_until(journal), stays=True
        )
        while leader.step(lambda: None):
            pass


if __name__ == "__main__":
    {"prepare": prepare, "play": play}[sys.argv[1]]()
