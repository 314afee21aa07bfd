"""The processes of a table by their names: each is put together by a module of its own and runs until told to end."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Final

from firmware.box.logs import set_up_logs
from firmware.box.pulse import Pulse
from pegwatch.failure import PegwatchError
from pegwatch.loop import Told
from pegwatch.plan import Plan
from pegwatch.version import VERSION

_log: Final = logging.getLogger(__name__)


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
