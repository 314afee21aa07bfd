"""What feeds the watchdogs of board and eye: a scan, a picture that was looked at. By the real processes, over a
simulated chain and a drawn camera; each is made to hang in each way in which it can be."""

from __future__ import annotations

import json
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import hangs
import pytest
from proxies import until
from running import BEAT, Running, process

from firmware.box.clock import RealClock
from firmware.box.pulse import Pulse
from firmware.table import HEALTH_FILE
from webui.app import close_app, create_app

pytestmark = pytest.mark.slow
HANGS = {"board": hangs.OF_THE_BOARD, "eye": hangs.OF_THE_EYE}
MORE_S = 1.0


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[str], Running]]:
    """Starts a process; it is returned once it has given a sign of life."""
    with ExitStack() as held:

        def begin(name: str) -> Running:
            with Pulse.open(tmp_path / "run") as pulse:
                RealClock.start(pulse, 1.0)  # the eye waits for a board that sets the table's time
            extra = hangs.code(tmp_path / "hangs", HANGS[name])
            running = held.enter_context(process(tmp_path, name, "", extra))
            until(lambda: BEAT in running.systemd.heard or running.process.poll() is not None, "it lives")
            assert running.process.poll() is None, running.said
            return running

        yield begin


def part(running: Running, name: str) -> str:
    """How the page's ``/healthz`` says that a part is."""
    app = create_app(running.places.journal, running.places.run)
    try:
        parts: dict[str, str] = app.test_client().get("/healthz").get_json()["parts"]
        return parts[name]
    finally:
        close_app(app)


def starves(running: Running, name: str) -> None:
    """Wait until the page says that the part is silent; no beat comes from there on."""
    until(lambda: part(running, name) == "stale", "the page says that it is silent")
    beats = running.systemd.count(BEAT)
    with Pulse.open(running.places.run) as pulse:
        age = pulse.of(name).age_s()
        until(lambda: pulse.of(name).age_s() > age + MORE_S, "it stays silent")
    assert running.systemd.count(BEAT) == beats


@pytest.mark.parametrize(
    ("name", "how"), [("board", "bus"), ("board", "disk"), ("eye", "camera"), ("eye", "disk")]
)
def test_one_that_hangs_starves_its_watchdog_until_it_goes_on(
    name: str, how: str, start: Callable[[str], Running], tmp_path: Path
) -> None:
    """A bus that never answers, a picture that never comes, a disk that takes nothing."""
    running = start(name)
    assert part(running, name) == "ok"
    (tmp_path / "hangs" / how).touch()
    starves(running, name)
    (tmp_path / "hangs" / how).unlink()
    running.systemd.comes(BEAT)
    until(lambda: part(running, name) == "ok", "the page says that it works")


@pytest.mark.parametrize("name", ["board", "eye"])
def test_one_that_is_stopped_starves_its_watchdog_until_it_goes_on(
    name: str, start: Callable[[str], Running]
) -> None:
    running = start(name)
    running.process.send_signal(signal.SIGSTOP)
    try:
        starves(running, name)
    finally:
        running.process.send_signal(signal.SIGCONT)
    running.systemd.comes(BEAT)


@pytest.mark.parametrize(("name", "how"), [("board", "scanner"), ("eye", "thread")])
def test_one_whose_worker_dies_ends_so_that_another_is_started(
    name: str, how: str, start: Callable[[str], Running], tmp_path: Path
) -> None:
    """It does not live on without what it is for."""
    running = start(name)
    (tmp_path / "hangs" / how).touch()
    until(lambda: running.process.poll() is not None, "it ends")
    assert running.process.returncode not in (0, None)
    assert "Traceback" not in running.said.splitlines()[-1]


def test_a_board_that_cannot_write_to_the_journal_ends_and_says_why(
    start: Callable[[str], Running], tmp_path: Path
) -> None:
    """Somebody holds the lock for ever: what is on the board is never said to be written meanwhile."""
    running = start("board")
    with closing(sqlite3.connect(running.places.journal, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        (tmp_path / "hangs" / "moved").touch()
        until(lambda: running.process.poll() is not None, "it ends")
        assert "another program holds it" in running.said.splitlines()[-1]
        notes = json.loads((running.places.run / HEALTH_FILE).read_text())
        assert [note["code"] for note in notes] == ["journal-refused"], "the page finds it there"
        holder.execute("ROLLBACK")
