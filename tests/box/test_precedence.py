"""The board before everything that can wait, where the system lets it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.box import precedence

UNIT = Path(__file__).parents[2] / "systemd" / "pegwatch-board.service"
ASK = """
import os, subprocess, sys
from firmware.box.precedence import take_precedence
print(take_precedence(), os.sched_getscheduler(0) & 7 == os.SCHED_RR)
child = "import os; print(os.sched_getscheduler(0) == os.SCHED_OTHER)"
print(subprocess.check_output([sys.executable, "-c", child], text=True))
"""


def test_what_was_asked_for_is_had_and_not_handed_on() -> None:
    said = subprocess.check_output([sys.executable, "-c", ASK], text=True).split()
    assert said in (["True", "True", "True"], ["False", "False", "True"])


def test_where_it_is_not_allowed_the_board_runs_as_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "sched_setscheduler", refused)
    assert precedence.take_precedence() is False


def test_the_service_of_the_board_may_ask_for_as_much_and_no_other_may() -> None:
    unit = UNIT.read_text()
    assert re.search(rf"^LimitRTPRIO={precedence.PRIORITY}$", unit, re.M)
    assert re.search(r"^RestrictRealtime=no$", unit, re.M)
    for other in UNIT.parent.glob("pegwatch-*.service"):
        if other != UNIT:
            assert "LimitRTPRIO" not in other.read_text(), other.name


def members(names: str) -> set[str]:
    """The system calls of a filter's words, groups and groups within them taken apart by systemd itself."""
    found: set[str] = set()
    for name in names.split():
        if name.startswith("@"):
            said = subprocess.check_output(
                ["systemd-analyze", "syscall-filter", "--no-pager", name], text=True
            )
            lines = [line.strip() for line in said.splitlines()[1:]]
            found |= members(" ".join(line for line in lines if line and not line.startswith("#")))
        else:
            found.add(name)
    return found


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is missing")
def test_the_filter_of_the_boards_system_calls_lets_it_ask() -> None:
    """Each line adds to what is allowed, or with ~ takes from it, in their order."""
    allowed: set[str] = set()
    for line in re.findall(r"^SystemCallFilter=(.+)$", UNIT.read_text(), re.M):
        allowed = allowed - members(line[1:]) if line.startswith("~") else allowed | members(line)
    assert {"read", "ioctl", "fdatasync"} <= allowed, "the filter was understood"
    assert "sched_setscheduler" in allowed
    assert not {"setpriority", "reboot", "mount"} & allowed
