"""The journal on a bad day: old versions, full and read-only disks, wrong owners, torn pages, wrong clocks."""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from old_schema import write_version_1
from samples import TIMES, sample

from cribbage.log.events import Event
from firmware.box.backup import back_up, backups, restore, write_lock
from firmware.box.dump import dump, load
from firmware.box.errors import JournalError
from firmware.box.schema import SCHEMA_VERSION
from firmware.box.sqlite_journal import SqliteJournal

GAME = Event("game", 0.0, {"players": {"A": "Ann", "B": "Bob"}})


def seen(i: int) -> list[Event]:
    """One observation and what came of it: two events of one transaction."""
    return [
        Event("seen", float(i), {"t": float(i), "i": i}),
        Event("verdict", float(i), {"i": i, "x": "y" * 50}),
    ]


def fill(journal: SqliteJournal, transactions: int, first: int = 0) -> None:
    for i in range(first, first + transactions):
        journal.append(1, seen(i), [journal.put("eye", float(i), {"i": i})])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


# --- versions ---------------------------------------------------------------------------------------------


def shape(path: Path) -> dict[str, list[str]]:
    """Tables, indices and triggers of a file, by name, with their columns."""
    with closing(sqlite3.connect(path)) as db:
        names = [str(name) for (name,) in db.execute("SELECT name FROM sqlite_master").fetchall()]
        return {name: [row[1] for row in db.execute(f"PRAGMA table_info({name})")] for name in sorted(names)}


def test_a_file_of_version_1_is_brought_up_and_its_copy_kept(path: Path, tmp_path: Path) -> None:
    write_version_1(path)
    with closing(SqliteJournal(path)) as journal:
        assert [(s.n, s.event.kind) for s in journal.events()] == [(1, "game"), (2, "seen")]
        assert [item.id for item in journal.pending()] == [2]
        journal.append(1, seen(3), [2])
        assert journal.check() == []
        assert len(journal.name) == 32
    SqliteJournal(tmp_path / "fresh.sqlite").close()
    assert shape(path) == shape(tmp_path / "fresh.sqlite")
    with closing(sqlite3.connect(tmp_path / "journal-schema-1.sqlite")) as kept:
        assert kept.execute("PRAGMA user_version").fetchone() == (1,)
        assert kept.execute("SELECT count(*) FROM event").fetchone() == (2,)


def test_two_processes_bring_an_old_file_up_together(path: Path) -> None:
    write_version_1(path)
    code = (
        "import sys; from pathlib import Path; from firmware.box.sqlite_journal import SqliteJournal as J; "
    )
    code += "print(J(Path(sys.argv[1])).last())"
    both = [
        subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True)
        for _ in "ab"
    ]
    assert [p.communicate(timeout=300)[0].strip() for p in both] == ["2", "2"]


def test_an_old_file_can_be_read_without_being_changed(path: Path) -> None:
    write_version_1(path)
    before = path.read_bytes()
    with closing(SqliteJournal(path, read_only=True)) as journal:
        assert journal.last() == len(list(journal.events())) == 2
    assert path.read_bytes() == before


def test_a_migration_that_fails_leaves_the_file_as_it_was(path: Path, tmp_path: Path) -> None:
    write_version_1(path)
    (tmp_path / "journal-schema-1.sqlite").mkdir()  # the copy cannot be written
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE about (in_the_way)")
    with pytest.raises(JournalError):
        SqliteJournal(path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)


def test_a_downgrade_is_refused_with_the_reason(path: Path) -> None:
    SqliteJournal(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    for read_only in (False, True):
        with pytest.raises(JournalError, match=r"newer version of Pegwatch .*: install the newer version"):
            SqliteJournal(path, read_only=read_only)


def test_somebody_elses_database_is_not_touched(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name)")
        db.commit()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="no journal of Pegwatch"):
        SqliteJournal(path)
    assert path.read_bytes() == before


# --- disks, owners, clocks --------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes; needs root."""
    folder = tmp_path / "disk"
    folder.mkdir()
    how = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if subprocess.run(how, capture_output=True, check=False).returncode:
        pytest.skip("a small disk cannot be mounted here: it needs root")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_disk_full_loses_nothing_and_goes_on_once_there_is_room(small_disk: Path) -> None:
    path = small_disk / "journal.sqlite"
    (small_disk / "ballast").write_bytes(b"x" * 1_000_000)
    with closing(SqliteJournal(path)) as journal:
        with pytest.raises(JournalError, match="the disk is full; delete") as refused:
            fill(journal, 10_000)
        assert "\n" not in str(refused.value)
        said = journal.last()
        assert said > 40
        assert said % 2 == 0
    (small_disk / "ballast").unlink()
    with closing(SqliteJournal(path)) as journal:
        assert journal.last() == said
        assert journal.check() == []
        fill(journal, 5, 1000)
        assert journal.last() == said + 10


def test_a_full_disk_takes_no_backup_and_keeps_the_old_ones(small_disk: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(SqliteJournal(path)) as journal:
        fill(journal, 3)
        first = back_up(path, small_disk, 5)
        for i in range(30):
            journal.append(1, [Event("ask", float(i), {"why": "x" * 60_000})])
    (small_disk / "ballast").write_bytes(b"x" * 1_500_000)
    with pytest.raises(JournalError, match="the disk is full"):
        back_up(path, small_disk, 5)
    assert [backup.path for backup in backups(small_disk)] == [first]
    assert sorted(p.name for p in small_disk.iterdir()) == sorted(["ballast", first.name])  # type: ignore[union-attr]


def test_a_read_only_disk_is_named_and_can_still_be_read(small_disk: Path) -> None:
    path = small_disk / "journal.sqlite"
    journal = SqliteJournal(path)
    fill(journal, 4)
    subprocess.run(["cp", *map(str, small_disk.glob("journal*")), str(small_disk.parent)], check=True)
    journal.close()
    subprocess.run(["cp", *map(str, small_disk.parent.glob("journal*")), str(small_disk)], check=True)
    (small_disk / "journal.sqlite-shm").unlink()  # as after a power cut: a log, and nobody who has read it
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(JournalError, match="is read-only; mount it for writing"):
        fill(SqliteJournal(path), 1)
    with closing(SqliteJournal(path, read_only=True)) as reading:
        assert reading.last() == 8, "what stands in the write-ahead log is read too"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can put on another user's shoes")
@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_wrong_owner_is_named_with_the_command_that_fixes_it(reached_by_all: Path, what: str) -> None:
    code = "try: J(Path(sys.argv[1])).put('eye', 0.0, {})\nexcept Exception as e: print(e)"
    folder = reached_by_all / "data"
    folder.mkdir()
    path = folder / "journal.sqlite"
    with closing(SqliteJournal(path)) as journal:
        fill(journal, 1)
    path.chmod(0o600)
    if what == "file":
        os.chown(folder, 65534, 65534)
    as_nobody = "import os, sys, pwd; from pathlib import Path\n"
    as_nobody += "from firmware.box.sqlite_journal import SqliteJournal as J\n"
    as_nobody += f"os.setgroups([]); os.setgid(65534); os.setuid(65534)\n{code}"
    done = subprocess.run(
        [sys.executable, "-c", as_nobody, str(path)],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert "belongs to root" in done.stdout, done
    assert f"sudo chown -R nobody {folder}" in done.stdout
    assert done.stdout.count("\n") == 1


def test_the_clock_may_jump_both_ways_and_order_stays(path: Path, tmp_path: Path) -> None:
    times = iter([2e9, 0.0, -5.0, 4e9, 1e9])
    with closing(SqliteJournal(path, wall=lambda: next(times))) as journal:
        for game in range(1, 6):
            journal.append(game, [Event("game", 0.0, {"i": game})])
            made = back_up(path, tmp_path / "backups", 3)
            assert made is not None
            os.utime(made, (0, 1e9 * (6 - game)))
        assert [g.header["i"] for g in journal.games()] == [1, 2, 3, 4, 5]
        assert [s.at for s in journal.events()] == [2e9, 0.0, -5.0, 4e9, 1e9]
    assert [backup.last for backup in backups(tmp_path / "backups")] == [3, 4, 5], "the newest are kept"


# --- damage -----------------------------------------------------------------------------------------------


def spoil(path: Path, chance: random.Random, span: int = 64) -> None:
    """Overwrite some bytes somewhere behind the first page, as a worn card does."""
    with path.open("r+b") as file:
        size = path.stat().st_size
        file.seek(chance.randrange(4096, size - span))
        file.write(chance.randbytes(span))


def test_a_changed_event_is_never_read_as_what_was_said(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        fill(journal, 20)
    raw = path.read_bytes()
    assert raw.count(b'{"t":7.0,"i":7}') == 1
    path.write_bytes(raw.replace(b'{"t":7.0,"i":7}', b'{"t":7.0,"i":8}'))
    with closing(SqliteJournal(path)) as journal:
        assert journal.check(quick=True) == [], "SQLite itself cannot know"
        with pytest.raises(JournalError, match=r"event 15 is not what was written.*pegwatch journal restore"):
            list(journal.events())
        assert any("event 15" in wrong for wrong in journal.check())


@pytest.mark.parametrize("seed", range(sample(6, 12 * TIMES)))
def test_a_corrupt_page_is_found_or_harmless_and_the_way_back_keeps_what_it_can(
    tmp_path: Path, seed: int
) -> None:
    """Whatever is overwritten: nothing wrong is ever read, and after a restore the journal is sound and whole."""
    chance = random.Random(seed)
    path, folder = tmp_path / "journal.sqlite", tmp_path / "backups"
    with closing(SqliteJournal(path)) as journal:
        journal.append(1, [GAME])
        fill(journal, 60)
        made = back_up(path, folder, 5)
        assert made is not None
        fill(journal, 60, 60)
        truth = [s.event for s in journal.events()]
    backed_up = backups(folder)[0].last
    for _ in range(3):
        spoil(path, chance)
    read: list[Event] = []
    with contextlib.suppress(JournalError, ValueError), closing(SqliteJournal(path)) as journal:
        read = [s.event for s in journal.events()]
        sound = journal.check() == []
        assert not sound or read == truth
    assert read == truth[: len(read)]
    with write_lock(path):
        done = restore(path, folder)
    assert done.aside is not None
    assert done.aside.exists()
    with closing(SqliteJournal(path)) as journal:
        assert journal.check() == []
        after = [s.event for s in journal.events()]
        assert after == truth[: len(after)]
        assert len(after) == done.last >= backed_up
        assert (len(after) - 1) % 2 == 0, "whole transactions only"
        judged = {event.body["i"] for event in after if event.kind == "seen"}
        assert not {item.body["i"] for item in journal.pending()} & judged, "nothing is judged twice"
        if not done.saved.stopped:
            assert after == truth
        journal.append(1, seen(999), [journal.put("eye", 999.0, {"i": 999})])
        assert journal.check() == []


def test_a_hash_that_the_card_damaged_is_no_reason_to_restore_nothing(path: Path, tmp_path: Path) -> None:
    """The event says what was said, and the next one proves which hash it had; `restore` had refused everything."""
    with closing(SqliteJournal(path)) as journal:
        fill(journal, 10)
        back_up(path, tmp_path / "backups", 5)
        fill(journal, 10, 10)
    with closing(sqlite3.connect(path)) as db:
        (right,) = db.execute("SELECT hash FROM event WHERE n = 30").fetchone()
    raw = path.read_bytes()
    assert raw.count(right) == 1
    path.write_bytes(raw.replace(right, b"worn" + right[4:]))
    with closing(SqliteJournal(path)) as journal:
        assert any("the hash of event 30 is not what was written" in wrong for wrong in journal.check())
    with write_lock(path):
        done = restore(path, tmp_path / "backups")
    assert (done.saved.events, done.saved.stopped, done.last) == (20, "", 40)
    with closing(SqliteJournal(path)) as journal:
        assert journal.check() == []
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT hash FROM event WHERE n = 30").fetchone() == (right,)


def test_nothing_is_lost_where_only_the_end_of_the_log_is_torn(tmp_path: Path) -> None:
    path, folder = tmp_path / "journal.sqlite", tmp_path / "backups"
    with closing(SqliteJournal(path)) as journal:
        fill(journal, 10)
        back_up(path, folder, 5)
        fill(journal, 10, 10)
        journal.put("page", 30.0, {"waits": True})
    with write_lock(path):
        done = restore(path, folder)
    assert (done.saved.events, done.saved.items, done.saved.stopped) == (20, 1, "")
    with closing(SqliteJournal(path)) as journal:
        assert journal.last() == 40
        assert [item.body for item in journal.pending()] == [{"waits": True}]


def test_a_journal_that_was_restored_keeps_a_log_again(path: Path, tmp_path: Path) -> None:
    """A copy has none; who may only read the journal opens it only where there is one: no page after a restore."""
    with closing(SqliteJournal(path)) as journal:
        fill(journal, 3)
        back_up(path, tmp_path / "backups", 5)
    with write_lock(path):
        restore(path, tmp_path / "backups")
    with closing(SqliteJournal(path)) as journal:
        assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert journal.last() == 6


def test_without_a_sound_backup_nothing_is_changed(path: Path, tmp_path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        fill(journal, 3)
        own = journal.name[:8]
    before = path.read_bytes()
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / f"journal-{own}-0000000009.sqlite").write_bytes(b"nonsense" * 999)
    with pytest.raises(JournalError, match=r"no sound backup in .*: name one with --from FILE"):
        restore(path, tmp_path / "backups")
    assert path.read_bytes() == before


def test_a_sound_journal_is_not_overwritten_by_another_tables_backup(tmp_path: Path) -> None:
    """The stick in the hub holds another table's alone: that is nothing to take without being told to."""
    path, folder = tmp_path / "journal.sqlite", tmp_path / "backups"
    with closing(SqliteJournal(tmp_path / "other.sqlite")) as journal:
        fill(journal, 3)
        made = back_up(tmp_path / "other.sqlite", folder, 5)
    assert made is not None
    with closing(SqliteJournal(path)) as journal:
        fill(journal, 5)
    before = path.read_bytes()
    with write_lock(path), pytest.raises(JournalError, match=r"holds no backup of this journal, but others'"):
        restore(path, folder)
    assert path.read_bytes() == before
    path.unlink()
    with closing(SqliteJournal(path)):
        pass  # a new table, after the card was lost: it has nothing yet
    with write_lock(path):
        assert restore(path, folder).last == 6


def test_nobody_restores_under_a_running_table(path: Path) -> None:
    with write_lock(path), pytest.raises(JournalError, match="stop it first"), write_lock(path):
        pass


# --- backups and exports ----------------------------------------------------------------------------------


def test_a_backup_is_made_while_others_write_and_only_if_something_is_new(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    with closing(SqliteJournal(path)) as journal:
        fill(journal, 3)
        made = back_up(path, folder, 2)
        assert made is not None
        assert made.name == f"journal-{journal.name[:8]}-0000000006.sqlite"
        assert back_up(path, folder, 2) is None
        for i in range(3):
            fill(journal, 1, 10 + i)
            assert back_up(path, folder, 2) is not None
    assert [backup.last for backup in backups(folder)] == [10, 12]
    with closing(SqliteJournal(backups(folder)[-1].path, read_only=True)) as copy:
        assert copy.last() == 12
        assert copy.check() == []


def test_backups_of_another_journal_are_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    for name in ("one", "two"):
        with closing(SqliteJournal(tmp_path / name)) as journal:
            fill(journal, 2 if name == "one" else 1)
        back_up(tmp_path / name, folder, 1)
    assert len(backups(folder)) == 2


def test_an_export_is_a_whole_journal_and_comes_back_as_it_was(path: Path, tmp_path: Path) -> None:
    with closing(SqliteJournal(path)) as journal, closing(SqliteJournal(tmp_path / "other")) as other:
        journal.append(1, [GAME])
        fill(journal, 5)
        journal.put("page", 30.0, {"waits": "ü"})
        lines = list(dump(journal))
        assert load(lines, other) == 11
        assert list(other.events()) == list(journal.events())
        assert other.pending() == journal.pending()
        assert other.table_time() == journal.table_time()
        assert list(dump(other)) == lines
        assert other.check() == []


@pytest.mark.parametrize(
    ("spoilt", "says"),
    [
        (lambda lines: lines[:-1], "breaks off after line"),
        (lambda lines: lines[:2] + lines[3:], "line"),
        (lambda lines: [*lines[:-2], lines[-1]], "lines were written"),
        (lambda lines: ["{}", *lines[1:]], "no export of a journal"),
        (lambda lines: [lines[0], "[]", *lines[2:]], "line 2: a JSON object"),
        (lambda lines: [lines[0], '{"n":1}', *lines[1:]], "line 2: game is missing"),
        (lambda lines: [lines[0], "{", *lines[1:]], "line 2: this is not JSON"),
        (lambda lines: [*lines, lines[-1]], "ended in the line before"),
    ],
)
def test_half_an_export_is_refused_and_leaves_nothing(
    path: Path, tmp_path: Path, spoilt: Callable[[list[str]], list[str]], says: str
) -> None:
    with closing(SqliteJournal(path)) as journal, closing(SqliteJournal(tmp_path / "other")) as other:
        fill(journal, 3)
        with pytest.raises(JournalError, match=says):
            load(spoilt(list(dump(journal))), other)
        assert other.last() == 0
        assert other.pending() == []


def test_an_import_never_goes_over_a_journal(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        fill(journal, 3)
        with pytest.raises(JournalError, match="not empty"):
            load(list(dump(journal)), journal)
        assert journal.last() == 6
