"""Whole games of a demo by its real processes, played as fast as the machine can."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

from cribbage.log.events import Event
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal

HEADLESS = ("--headless", "--games", "1", "--speed", "max")
NOTHING_WRONG = ["wrong cards shown as verified: 0", "false accusations: 0"]


def start(data: Path, *words: str, errors: int = subprocess.STDOUT) -> subprocess.Popen[str]:
    """`pegwatch demo` on this data folder; it goes on where an earlier one ended."""
    command = [sys.executable, "-m", "pegwatch", "demo", "--data", str(data), *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)


def play(
    data: Path, kind: str, seed: int, *words: str, until_s: float | None = None
) -> tuple[str, list[Event]]:
    """One game of this kind of table to its end, or to this time of its clock: what the program said of it, and its
    record."""
    game = start(data, "--kind", kind, "--seed", str(seed), *HEADLESS, *words, errors=subprocess.PIPE)
    try:
        if until_s is not None:
            _wait_until(game, data / "run", until_s)
            game.send_signal(signal.SIGINT)
        said, wrong = game.communicate()
    finally:
        game.kill()
    assert game.returncode == 0, wrong  # nobody accused, no wrong card
    with closing(SqliteJournal(data / "journal.sqlite", read_only=True)) as journal:
        return said, [stored.event for stored in journal.events(game=1)]


def _wait_until(game: subprocess.Popen[str], run: Path, t: float) -> None:
    wait_for(lambda: (run / "pulse").exists() or game.poll() is not None)
    with Pulse.open(run) as pulse:
        wait_for(lambda: pulse.clock_t >= t or game.poll() is not None, 600.0)


def wait_for(condition: Callable[[], bool], seconds: float = 300.0) -> None:
    """Look again and again until it is so."""
    end = monotonic() + seconds
    while not condition():
        assert monotonic() < end, "it did not come to that in time"
        sleep(0.02)
