"""From one version to another and back, with real processes: the old one goes only when the new one has proved
itself.

A version is a folder whose `bin/pegwatch` runs this very program, or breaks in its own way.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from cribbage.log.events import Event
from firmware.box.schema import SCHEMA_VERSION
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.commands.update import check_version, unpacked, writable
from pegwatch.failure import PegwatchError
from pegwatch.pagecheck import answers
from pegwatch.ports import free_port
from pegwatch.selftest import prove
from pegwatch.switching import SwitchedBack, Switcher, SwitchUnderWay, schema_of
from vision.arrays import Picture
from vision.networkreader import NetworkReader
from vision.readresult import Reading

pytestmark = pytest.mark.slow
HEADER = {"log": "table/1", "profile": "acc-2025", "mode": "club", "players": {"A": "Ann", "B": "Bob"}, "dealer": "A",
          "pegs": {"A": [0, -1], "B": [0, -1]}}  # fmt: skip
GOOD = 'exec "$python" -m pegwatch "$@"'
BREAKS = {
    "does-not-start": "exit 1",
    "never-answers": 'case $1 in process) exec sleep 600 ;; *) exec "$python" -m pegwatch "$@" ;; esac',
    "changes-the-journal-and-hangs": (
        'case $1 in process) "$python" -c "import sqlite3; db = sqlite3.connect(\'$journal\');'
        " db.execute('PRAGMA user_version = 99'); db.commit()\"; exec sleep 600 ;;"
        ' *) exec "$python" -m pegwatch "$@" ;; esac'
    ),
}


class Page:
    """The table's page, started from whatever `current` names."""

    def __init__(self, opt: Path, data: Path) -> None:
        self.opt, self.data, self.port = opt, data, free_port()
        self.laid: list[str] = []
        self.process: subprocess.Popen[bytes] | None = None

    def lay(self, version: Path) -> None:
        self.laid.append(version.name)

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def start(self) -> None:
        program, run = str(self.opt / "current/bin/pegwatch"), str(self.data / "run")
        env = os.environ | {"PEGWATCH_PAGE_PORT": str(self.port), "PEGWATCH_PAGE_HOST": "127.0.0.1"}
        subprocess.run([program, "prepare", "--data", str(self.data), "--run", run], env=env, check=False)
        self.process = subprocess.Popen([program, "process", "web", "--run", run, "--alone"], env=env)

    def what_is_wrong(self) -> str:
        if self.process is None or self.process.poll() is not None:
            return "the page has ended"
        return "" if answers("127.0.0.1", self.port) else "the page does not answer"


class Table:
    """An installed table: versions, a journal with two games, a page."""

    def __init__(self, folder: Path) -> None:
        self.opt, self.data = folder / "opt", folder / "data"
        self.opt.mkdir()
        self.data.mkdir()
        self.journal = self.data / "journal.sqlite"
        with closing(SqliteJournal(self.journal)) as journal:
            for game in (1, 2):
                journal.append(game, [Event("game", 0.0, HEADER)])
        self.page = Page(self.opt, self.data)
        self.said: list[str] = []
        self.switcher = Switcher(
            self.opt, self.journal, self.page, self.said.append, limit_s=120.0, look_s=0.05
        )

    def version(self, name: str, runs: str = GOOD) -> Path:
        program = self.opt / name / "bin/pegwatch"
        program.parent.mkdir(parents=True)
        program.write_text(f"#!/bin/sh\npython='{sys.executable}' journal='{self.journal}'\n{runs}\n")
        program.chmod(0o755)
        (self.opt / name / "VERSION").write_text(f"{name}\n")
        (self.opt / name / "SCHEMA").write_text(f"{SCHEMA_VERSION}\n")
        return self.opt / name

    def games(self) -> int:
        with closing(SqliteJournal(self.journal, read_only=True)) as journal:
            assert journal.check() == []
            return len(journal.games())


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.switcher.switch(table.version("1.0"))
    yield table
    table.page.stop()


def test_a_version_that_proves_itself_takes_over_and_there_is_a_way_back(table: Table) -> None:
    for name in ("1.1", "1.2"):
        table.switcher.switch(table.version(name))
    assert table.switcher.current() == table.opt / "1.2"
    assert table.page.what_is_wrong() == ""
    assert not (table.opt / "1.0").exists(), "one version before is kept, no more"
    table.switcher.back()
    assert table.switcher.current() == table.opt / "1.1"
    assert table.switcher.previous() == table.opt / "1.2"
    assert table.page.what_is_wrong() == ""
    assert table.page.laid == ["1.0", "1.1", "1.2", "1.1"]
    assert table.games() == 2


@pytest.mark.parametrize("how", list(BREAKS))
def test_a_version_that_does_not_prove_itself_leaves_the_old_one_running(table: Table, how: str) -> None:
    table.switcher.limit_s = 2.0
    fresh = table.version("2.0", BREAKS[how])
    with pytest.raises(
        SwitchedBack, match=r"version 2\.0 did not prove itself \(the page .*\): 1\.0 runs again"
    ):
        table.switcher.switch(fresh)
    table.switcher.limit_s = 120.0
    assert table.switcher._wait_until_well() == ""
    assert table.switcher.current() == table.opt / "1.0"
    assert table.games() == 2
    assert schema_of(table.journal) == SCHEMA_VERSION
    assert not fresh.exists()
    assert not (table.opt / "turning").exists()
    kept = list(table.data.glob("journal-newer-*.sqlite"))
    assert len(kept) == (how == "changes-the-journal-and-hangs"), "what the newer one wrote is kept"


@pytest.mark.parametrize(
    ("refuses", "error", "said"),
    [
        (
            "pegwatch.switching.copy_whole",
            sqlite3.OperationalError("database or disk is full"),
            "was not begun, 1.0 runs on: data",
        ),
        (
            "pegwatch.switching.put_durably",
            PegwatchError("turning cannot be written: No space"),
            "was not begun, 1.0 runs on: turn",
        ),
        (
            "pathlib.Path.symlink_to",
            OSError(errno.ENOSPC, "No space left on device"),
            "did not prove itself .*No space.*1.0 runs",
        ),
    ],
)
def test_a_disk_that_takes_nothing_leaves_the_old_one_running(
    table: Table, monkeypatch: pytest.MonkeyPatch, refuses: str, error: Exception, said: str
) -> None:
    def no(*_: object) -> None:
        raise error

    fresh = table.version("2.0")
    monkeypatch.setattr(refuses, no)
    with pytest.raises(PegwatchError, match=said):
        table.switcher.switch(fresh)
    assert table.switcher._wait_until_well() == ""
    assert table.switcher.current() == table.opt / "1.0"
    assert not (table.opt / "turning").exists()
    assert table.games() == 2


def test_half_a_copy_of_the_journal_does_not_stay_on_a_full_disk(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(_journal: Path, copy: Path) -> None:
        copy.write_bytes(b"half")
        raise sqlite3.OperationalError("database or disk is full")

    fresh, begins = table.version("2.0"), table.page.start
    found: list[list[Path]] = []

    def start() -> None:
        found.append([*table.data.glob("before-update*")])
        begins()

    monkeypatch.setattr(table.page, "start", start)
    monkeypatch.setattr("pegwatch.switching.copy_whole", half)
    with pytest.raises(PegwatchError, match=r"was not begun, 1\.0 runs on: .*; make room on the disk"):
        table.switcher.switch(fresh)
    assert found == [[]], "it is gone before the table starts again"


def test_a_disk_that_takes_nothing_any_more_once_the_new_one_runs(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh, link = table.version("2.0"), Switcher._link

    def no(self: Switcher, name: str, version: Path) -> None:
        if name == "previous":
            raise OSError(errno.ENOSPC, "No space left on device")
        link(self, name, version)

    monkeypatch.setattr(Switcher, "_link", no)
    table.switcher.switch(fresh)
    assert table.switcher.current() == fresh
    assert table.said == ["2.0 runs, and there is no way back to 1.0: [Errno 28] No space left on device"]
    assert (table.opt / "1.0").is_dir()


def test_where_the_old_one_cannot_be_put_back_the_table_runs_and_the_next_start_tries_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no(_version: Path) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as worn:
        worn.setattr(table.page, "lay", no)
        with pytest.raises(PegwatchError, match=r"1\.0 could not be put back: .*Read-only"):
            table.switcher.switch(table.version("2.0"))
    assert table.page.process is not None
    assert table.switcher.recover()
    assert table.switcher.current() == table.opt / "1.0"
    assert not (table.opt / "turning").exists()


_CUT = """
import os, signal, sys
from pathlib import Path
from pegwatch.switching import Switcher
class Cut:
    def lay(self, version): pass
    def stop(self): pass
    def what_is_wrong(self): return ""
    def start(self): os.kill(os.getpid(), signal.SIGKILL)
opt, journal, fresh = map(Path, sys.argv[1:])
Switcher(opt, journal, Cut(), print).switch(fresh)
"""


def test_an_update_that_the_power_cut_is_undone_before_the_table_starts(table: Table) -> None:
    table.page.stop()
    fresh = table.version("2.0", "exit 1")
    words = [sys.executable, "-c", _CUT, str(table.opt), str(table.journal), str(fresh)]
    assert subprocess.run(words, check=False).returncode == -signal.SIGKILL
    assert table.switcher.current() == fresh
    assert table.switcher.recover()
    assert table.switcher.current() == table.opt / "1.0"
    assert table.said == ["the update to 2.0 was cut off: 1.0 runs again"]
    assert not table.switcher.recover(), "once"
    table.page.start()
    assert table.switcher._wait_until_well() == ""
    assert table.games() == 2


def test_the_script_before_the_start_asks_the_old_version(tmp_path: Path) -> None:
    script = Path(__file__).parents[2] / "systemd/recover.sh"
    old = tmp_path / "1.0/bin/pegwatch"
    old.parent.mkdir(parents=True)
    old.write_text('#!/bin/sh\necho "$0 $*"\n')
    old.chmod(0o755)
    marker = tmp_path / "turning"
    assert subprocess.run([str(script), str(marker)], capture_output=True, text=True, check=True).stdout == ""
    marker.write_text(json.dumps({"old": str(tmp_path / "1.0"), "fresh": "/opt/pegwatch/2.0", "schema": 2}))
    done = subprocess.run([str(script), str(marker)], capture_output=True, text=True, check=True)
    assert done.stdout == f"{old} update --recover\n"
    marker.write_text('{"old": "/opt')  # torn
    assert subprocess.run([str(script), str(marker)], capture_output=True, text=True, check=True).stdout == ""


def test_a_torn_marker_and_a_turn_under_way_are_left_alone(tmp_path: Path) -> None:
    table = Table(tmp_path)
    (table.opt / "turning").write_text("{")
    assert not table.switcher.recover()
    (table.opt / "turning").write_text("{}")
    with table.switcher._alone():
        assert not table.switcher.recover(), "what starts now is what is to prove itself"
        with pytest.raises(SwitchUnderWay, match="wait"):
            table.switcher.switch(table.opt)
    assert (table.opt / "turning").exists()


def test_there_is_no_way_back_where_the_journal_could_not_be_read(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with pytest.raises(PegwatchError, match="no version to go back to"):
        table.switcher.back()
    old = table.version("1.0")
    (table.opt / "previous").symlink_to(old)
    with closing(sqlite3.connect(table.journal)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
        db.commit()
    with pytest.raises(PegwatchError, match=r"version 1\.0 cannot read the journal"):
        table.switcher.back()
    assert table.page.laid == []


def test_this_version_proves_itself_on_a_copy_and_touches_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path)
    before = table.journal.read_bytes()
    prove(table.journal)
    prove(tmp_path / "none/journal.sqlite")
    assert table.journal.read_bytes() == before
    left = {path.name for path in table.data.iterdir()}
    kept = {f"{file}.sqlite{end}" for file in ("journal", "inbox") for end in ("", "-wal", "-shm")}
    assert left <= kept, "SQLite's own, of any reader"


def test_a_journal_that_is_not_sound_in_its_eyes_is_said(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with closing(sqlite3.connect(table.journal)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
        db.commit()
    with pytest.raises(PegwatchError, match="it does not open the journal"):
        prove(table.journal)


@pytest.mark.parametrize(
    ("lost", "told"), [({"5C"}, "5D, 5H, 5S, JC"), ({"5C", "5D", "5H", "5S", "JC"}, "nothing")]
)
def test_a_card_reader_that_computes_something_else_here_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: set[str], told: str
) -> None:
    """Its networks load, and do not read what they read where they were made: an engine, a processor, a library."""
    whole = NetworkReader.read

    def less(self: NetworkReader, picture: Picture, *, card_height_px: float | None) -> Reading:
        reading = whole(self, picture, card_height_px=card_height_px)
        return replace(reading, cards=tuple(one for one in reading.cards if one.card not in lost))

    monkeypatch.setattr(NetworkReader, "read", less)
    with pytest.raises(PegwatchError, match=rf"does not work here \(it reads {told} of the drawn cards"):
        prove(tmp_path / "journal.sqlite")


# --- the archive


def archive_of(folder: Path, top: str = "pegwatch-1.0", version: str = "1.0") -> Path:
    sources = folder / "sources" / top
    (sources / "install").mkdir(parents=True)
    (sources / "install/pegwatch-install").write_text("#!/bin/bash\n")
    (sources / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n')
    path = folder / "pegwatch-1.0.tar.gz"
    with tarfile.open(path, "w:gz") as tar:
        tar.add(sources, top)
    (folder / f"{path.name}.sha256").write_text(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
    )
    return path


def test_an_archive_is_unpacked_only_where_its_sum_is_right(tmp_path: Path) -> None:
    archive = archive_of(tmp_path)
    assert unpacked(archive, None, tmp_path / "out").name == "pegwatch-1.0"
    with pytest.raises(PegwatchError, match="is not what was released"):
        unpacked(archive, "0" * 64, tmp_path / "out2")
    (tmp_path / f"{archive.name}.sha256").unlink()
    with pytest.raises(PegwatchError, match="--sha256"):
        unpacked(archive, None, tmp_path / "out3")
    with pytest.raises(PegwatchError, match="cannot read"):
        unpacked(tmp_path / "nothing.tar.gz", "0" * 64, tmp_path / "out4")


@pytest.mark.parametrize(
    ("version", "runs", "said"),
    [
        ("1.0", "", ""), ("1.0", "1.0", ""), ("1.0", "1.0rc1", ""), ("1.0", "0.9", ""),
        ("1.0", "1.1", r"version 1\.1 runs, this is 1\.0: .*--back"),
        ("1.0", "1.0.post1", r"version 1\.0\.post1 runs, this is 1\.0"),
        ("0.9", "0.8", r"pegwatch-1\.0\.tar\.gz holds version 0\.9"),
        ("next", "0.8", r"holds version next"),
    ],
)  # fmt: skip
def test_an_older_release_is_refused_before_its_own_installer_runs(
    tmp_path: Path, version: str, runs: str, said: str
) -> None:
    archive = archive_of(tmp_path, version=version)
    sources = unpacked(archive, None, tmp_path / "out")
    if not said:
        check_version(archive, sources, runs)
        return
    with pytest.raises(PegwatchError, match=said) as refused:
        check_version(archive, sources, runs)
    assert "\n" not in str(refused.value)
    (sources / "pyproject.toml").unlink()
    with pytest.raises(PegwatchError, match="holds version unknown"):
        check_version(archive, sources, runs)


@pytest.mark.parametrize("what", [b"no archive at all", b""])
def test_what_is_no_archive_is_refused_in_one_line(tmp_path: Path, what: bytes) -> None:
    path = tmp_path / "a.tar.gz"
    path.write_bytes(what)
    with pytest.raises(PegwatchError, match="cannot be unpacked") as refused:
        unpacked(path, hashlib.sha256(what).hexdigest(), tmp_path / "out")
    assert "\n" not in str(refused.value)


def test_an_archive_of_something_else_is_refused(tmp_path: Path) -> None:
    archive = archive_of(tmp_path)
    shutil.rmtree(tmp_path / "sources")
    with tarfile.open(archive, "w:gz") as tar:
        (tmp_path / "readme").write_text("hello")
        tar.add(tmp_path / "readme", "pegwatch-1.0/readme")
    with pytest.raises(PegwatchError, match="holds no Pegwatch"):
        unpacked(archive, hashlib.sha256(archive.read_bytes()).hexdigest(), tmp_path / "out")


def test_the_command_needs_root_and_something_to_do() -> None:
    words = [sys.executable, "-m", "pegwatch", "update"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("Error: ")
    assert len(done.stderr.splitlines()) == 1


# --- a system that is read only, as the card's is


class Mount:
    """A program in mount's place that writes down what it is asked, and the file system's answer."""

    def __init__(self, folder: Path, ends: int = 0) -> None:
        self.said, self.program = folder / "said", folder / "mount"
        self.program.write_text(f'#!/bin/sh\necho "$*" >> {self.said}\nexit {ends}\n')
        self.program.chmod(0o755)

    def asked(self) -> list[str]:
        return self.said.read_text().splitlines() if self.said.exists() else []


def read_only(_path: Path) -> os.statvfs_result:
    return os.statvfs_result((0, 0, 0, 0, 0, 0, 0, 0, os.ST_RDONLY, 255))


def test_a_read_only_system_is_writable_for_an_update_and_shut_again_whatever_comes_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mount = Mount(tmp_path)
    with writable(tmp_path, str(mount.program)):
        pass
    assert mount.asked() == [], "one that is writable is left as it is"
    monkeypatch.setattr(os, "statvfs", read_only)

    def broken() -> None:
        with writable(tmp_path, str(mount.program)):
            assert mount.asked() == [f"-o remount,rw {tmp_path}"]
            raise RuntimeError("the new version does not prove itself")

    with pytest.raises(RuntimeError):
        broken()
    assert mount.asked()[1:] == [f"-o remount,ro {tmp_path}"]


def test_one_that_cannot_be_made_writable_changes_nothing_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mount = Mount(tmp_path, ends=32)
    monkeypatch.setattr(os, "statvfs", read_only)
    done = False
    with (
        pytest.raises(PegwatchError, match="cannot be made writable"),
        writable(tmp_path, str(mount.program)),
    ):
        done = True
    assert not done


def test_an_update_that_the_page_asked_for_does_not_take_over_under_players_hands() -> None:
    installer = (Path(__file__).parents[2] / "install/pegwatch-install").read_text()
    asked = 'flag="$flag --between-games"\n  "$fresh/bin/pegwatch" update --turn "$fresh" $flag'
    assert f'[ -z "${{PEGWATCH_BETWEEN_GAMES:-}}" ] || {asked}' in installer
