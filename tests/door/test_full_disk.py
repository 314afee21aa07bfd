"""A disk without room under the real board process: the page says why, and the board goes on by itself."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from proxies import until

from cribbage.log.events import Event
from firmware.box.errors import JournalError
from firmware.box.files import read_json
from firmware.box.journal import MemoryJournal
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.places import Places
from pegwatch.plan import Plan
from webui.table import Table

HEADER = {
    "log": "table/1", "profile": "acc-2025", "mode": "club", "muggins": False, "dealer": "A",
    "players": {"A": "Ann", "B": "Bob"}, "table_t0": 0.0,
}  # fmt: skip
pytestmark = pytest.mark.slow
SYSTEMD = Path(__file__).parents[2] / "systemd"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    how = ["mount", "-t", "tmpfs", "-o", "size=10m", "tmpfs", str(folder)]
    if subprocess.run(how, capture_output=True, check=False).returncode:
        pytest.skip("a small disk cannot be mounted here: it needs root")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def board(places: Places) -> Iterator[subprocess.Popen[bytes]]:
    words = [sys.executable, "-m", "pegwatch", "process", "board", "--run", str(places.run), "--alone"]
    with (places.run / "board.log").open("ab") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_the_page_says_why_and_the_board_ends_its_waiting_once_there_is_room(
    small_disk: Path, tmp_path: Path
) -> None:
    places = Places(small_disk, tmp_path / "run")
    places.make()
    Plan("demo", str(places.data), str(places.run), page=False).write(places.plan)
    fill_up(small_disk, places.journal)
    with Pulse.open(places.run) as pulse:
        pulse.simulated, pulse.ended = True, False
    with Pulse.open(places.run) as pulse, board(places) as process:
        table = Table(MemoryJournal(), places.run, pulse)
        until(lambda: codes(places) == ["disk-none"], "the reason")
        until(lambda: pulse.of("board").age_s() < 5, "a sign of life: nobody kills it while it waits")
        (note,) = [part for part in table.health() if part.code == "disk-none"]
        assert (note.part, note.state) == ("board", "stale")
        assert "no room left" in note.note
        assert process.poll() is None
        (small_disk / "ballast").unlink()
        until(lambda: process.poll() is not None, "it ends, to be started again")
        assert process.returncode == 0, (places.run / "board.log").read_text()
        with board(places):
            until(lambda: codes(places) != ["disk-none"], "the note is gone")
    with closing(SqliteJournal(places.journal)) as journal:
        assert journal.check() == []


def codes(places: Places) -> list[str]:
    return [note["code"] for note in read_json(places.run / "board.json") or []]


def fill_up(disk: Path, journal: Path) -> None:
    """A journal with something waiting to be judged, on a disk on which not one more page has room."""
    with closing(SqliteJournal(journal)) as kept:
        kept.append(1, [Event("game", 0.0, HEADER)])
        (disk / "ballast").write_bytes(b"x" * 9_000_000)  # room for a journal and its log, once it goes
        with suppress(JournalError):
            for n in range(10_000):
                kept.put("page", 0.0, {"workshop": {"do": "x" * 500, "n": n}})
            pytest.fail("the disk never fills up")
        size = os.statvfs(disk)
        with (disk / "ballast").open("ab") as ballast:
            ballast.write(b"x" * (size.f_bavail * size.f_frsize))


@pytest.mark.parametrize("unit", ["board", "web", "eye"])
def test_systemd_never_gives_a_table_up(unit: str) -> None:
    assert "\nStartLimitIntervalSec=0\n" in (SYSTEMD / f"pegwatch-{unit}.service").read_text()
