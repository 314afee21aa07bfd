"""The plug is pulled at any instant: nothing that was shown is lost, nothing half-written is read, the game goes on.

Three harnesses: a disk that loses or tears what was not synced, built from the system calls of the real writer;
kill -9 of the writer at odd moments; and (`tests/whole`) kill -9 of a whole table.
`make torture` (PEGWATCH_TORTURE=20) makes forty times as many cuts.
"""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import lossy_disk
import pytest
from samples import TIMES, sample
from table_writer import play

from cribbage.log.events import Event
from firmware.box.backup import backups
from firmware.box.journal import Stored
from firmware.box.sqlite_journal import SqliteJournal

CUTS = sample(40, 300 * TIMES)
KILLS = sample(10, 40 * TIMES)
WRITER = Path(__file__).parent / "table_writer.py"

pytestmark = pytest.mark.timeout(3600)


def said(events: list[Stored]) -> list[tuple[int, int, Event]]:
    """Events without the time of day."""
    return [(stored.n, stored.game, stored.event) for stored in events]


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[int, int, Event]]:
    """What a table writes to which nothing happens."""
    folder = tmp_path_factory.mktemp("undisturbed")
    with open(os.devnull, "w") as nowhere:
        subprocess.run([sys.executable, WRITER, folder / "j", folder / "b"], stdout=nowhere, check=True)
    with closing(SqliteJournal(folder / "j")) as journal:
        return said(list(journal.events()))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[lossy_disk.Call]]:
    """The folder in which a table once wrote, and its system calls there."""
    why_not = lossy_disk.why_not()
    if why_not:
        pytest.skip(why_not)
    folder = tmp_path_factory.mktemp("recorded")
    root = folder / "root"
    root.mkdir()
    lines = lossy_disk.record(
        WRITER, str(root / "journal.sqlite"), str(root / "backups"), log=folder / "calls"
    )
    return root, list(lossy_disk.calls(lines, root))


def promised(output: str, what: str) -> int:
    """The last number that was promised in whole lines."""
    numbers = [int(line.split()[1]) for line in output.split("\n")[:-1] if line.startswith(what)]
    return max(numbers, default=0)


_SOUND: set[bytes] = set()
"""Digests of backups that were found sound: the same bytes need not be looked through again."""


def check_what_is_left(folder: Path, output: str, truth: list[tuple[int, int, Event]]) -> None:
    """After a power cut, before anybody goes on."""
    with closing(SqliteJournal(folder / "journal.sqlite")) as journal:
        assert journal.check() == []
        left = said(list(journal.events()))
        assert left == truth[: len(left)], "nothing half-written is read"
        assert len(left) >= promised(output, "said"), "nothing that was shown is lost"
        reports = list(journal.reports())
        assert [item.id for item, _ in reports] == list(range(1, len(reports) + 1))
        assert len(reports) >= promised(output, "put"), "nothing that was reported is lost"
        waiting = {item.id for item in journal.pending()}
        assert waiting == {item.id for item, taken in reports if not taken}
        assert len(waiting) <= 1, "what was judged is not judged again"
    for backup in backups(folder / "backups"):
        digest = hashlib.sha256(backup.path.name.encode() + backup.path.read_bytes()).digest()
        if digest in _SOUND:
            continue
        with closing(SqliteJournal(backup.path, read_only=True)) as copy:
            assert copy.check() == [], "a backup has its name only when it is whole"
            assert copy.last() == backup.last
        _SOUND.add(digest)


@pytest.mark.slow
def test_a_disk_that_loses_what_was_not_synced_loses_nothing_that_was_promised(
    tmp_path: Path, truth: list[tuple[int, int, Event]], recorded: tuple[Path, list[lossy_disk.Call]]
) -> None:
    (root, calls), chance = recorded, random.Random(TIMES)
    cuts = sorted(chance.randrange(len(calls)) for _ in range(CUTS))
    disk, done = lossy_disk.LossyDisk(), 0
    for cut in cuts:
        while done < cut:
            disk.take(calls[done])
            done += 1
        left = tmp_path / "left"
        left.mkdir()
        disk.after_power_cut(chance, root, left)
        check_what_is_left(left, disk.output.decode(), truth)
        shutil.rmtree(left)
    assert disk.writes > 1000, "the record holds the writes"
    assert disk.syncs > 300, "and the syncs"


def test_the_lossy_disk_can_lose_a_promise(
    tmp_path: Path, truth: list[tuple[int, int, Event]], recorded: tuple[Path, list[lossy_disk.Call]]
) -> None:
    """The harness can fail: without the syncs of the same run, promises are broken."""
    (root, every), chance = recorded, random.Random(1)
    calls = [call for call in every if call.name != "fdatasync"]
    disk, broken = lossy_disk.LossyDisk(), 0
    for number, call in enumerate(calls):
        disk.take(call)
        if number % (len(calls) // 10) == 0 and number:
            left = tmp_path / f"left-{number}"
            left.mkdir()
            disk.after_power_cut(chance, root, left)
            try:
                check_what_is_left(left, disk.output.decode(), truth)
            except Exception:
                broken += 1
    assert broken > 3


@pytest.mark.slow
def test_kill_9_at_any_instant_and_the_table_goes_on_to_the_same_end(
    tmp_path: Path, truth: list[tuple[int, int, Event]]
) -> None:
    """The writer is killed again and again, and each time the next one goes on; begun on a file of version 1."""
    path, chance = tmp_path / "journal.sqlite", random.Random(TIMES)
    kills = rounds = 0
    while kills < KILLS:
        output = tmp_path / "output"
        with output.open("wb") as out:
            process = subprocess.Popen(
                [sys.executable, str(WRITER), str(path), str(tmp_path / "backups")],
                stdout=out, start_new_session=True,
            )  # fmt: skip
            time.sleep(0.15 + 0.5 * chance.random() ** 2)
            finished = process.poll() is not None
            if not finished:
                os.killpg(process.pid, 9)
                kills += 1
            process.wait()
        if path.exists():
            check_what_is_left(tmp_path, output.read_text(), truth)
        if finished:
            assert process.returncode == 0
            with closing(SqliteJournal(path)) as journal:
                assert said(list(journal.events())) == truth, "the same end as without any cut"
            rounds += 1
            for file in tmp_path.glob("journal.sqlite*"):
                file.unlink()
            shutil.rmtree(tmp_path / "backups")
    if path.exists():
        play(path, tmp_path / "backups")
        with closing(SqliteJournal(path)) as journal:
            assert said(list(journal.events())) == truth
    assert kills == KILLS


@pytest.mark.slow
def test_a_power_cut_in_the_middle_of_a_migration_leaves_the_old_or_the_new_file(tmp_path: Path) -> None:
    why_not = lossy_disk.why_not()
    if why_not:
        pytest.skip(why_not)
    root, chance = tmp_path / "root", random.Random(TIMES)
    root.mkdir()
    opener = tmp_path / "opener.py"
    opener.write_text(
        "import sys; from pathlib import Path; from firmware.box.sqlite_journal import SqliteJournal as J\n"
        "from old_schema import write_version_1\n"
        "write_version_1(Path(sys.argv[1]))\nJ(Path(sys.argv[1])).close()\n"
    )
    (tmp_path / "old_schema.py").write_text((WRITER.parent / "old_schema.py").read_text())
    lines = lossy_disk.record(opener, str(root / "journal.sqlite"), log=tmp_path / "calls")
    calls = list(lossy_disk.calls(lines, root))
    made = lossy_disk.LossyDisk()
    written = next(
        n for n, c in enumerate(calls) if c.name.startswith("unlink") and c.paths[0].endswith("-wal")
    )
    for call in calls[: written + 1]:
        made.take(call)
    for cut in range(written + 1, len(calls)):
        for _ in range(3 * TIMES):
            left = tmp_path / "left"
            left.mkdir()
            made.after_power_cut(chance, root, left)
            with closing(SqliteJournal(left / "journal.sqlite")) as journal:
                assert [s.event.kind for s in journal.events()] == ["game", "seen"]
                assert [item.id for item in journal.pending()] == [2]
                assert journal.check() == []
            shutil.rmtree(left)
        made.take(calls[cut])
