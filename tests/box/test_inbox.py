"""The inbox beside the journal: nothing that was put is lost, nothing is judged twice, no number is given twice."""

from __future__ import annotations

import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from old_schema import write_version_1, write_version_2, write_version_3
from samples import TIMES, sample

from cribbage.log.events import Event
from firmware.box import inbox as inbox_module
from firmware.box.backup import back_up, backups, restore, write_lock
from firmware.box.errors import JournalError
from firmware.box.handover import WANTED, take_in
from firmware.box.inbox import inbox_of
from firmware.box.journal import InboxItem
from firmware.box.sqlite_journal import SqliteJournal

GAME = Event("game", 0.0, {"players": {"A": "Ann", "B": "Bob"}})


def seen(i: int) -> Event:
    return Event("seen", float(i), {"i": i})


def fill(journal: SqliteJournal, count: int, first: int = 0) -> None:
    for i in range(first, first + count):
        journal.append(1, [seen(i)], [journal.put("eye", float(i), {"i": i})])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Five items that were taken, and one that waits."""
    path = tmp_path / "journal.sqlite"
    with closing(SqliteJournal(path)) as journal:
        journal.append(1, [GAME])
        fill(journal, 5)
        journal.put("page", 7.0, {"waits": True})
    return path


def lose(inbox: Path) -> None:
    for end in ("", "-wal", "-shm"):
        inbox.with_name(inbox.name + end).unlink(missing_ok=True)


def spoil_the_head(inbox: Path) -> None:
    inbox.write_bytes(b"this is no database" * 400)


def spoil_the_items(inbox: Path) -> None:
    raw = inbox.read_bytes()
    inbox.write_bytes(raw[:4096] + b"\xff" * (len(raw) - 4096))


def put_anothers_there(inbox: Path) -> None:
    lose(inbox)
    other = inbox.parent / "elsewhere" / "journal.sqlite"
    with closing(SqliteJournal(other)) as journal:
        for i in range(30):
            journal.put("eye", float(i), {"not": "ours"})
    inbox_of(other).rename(inbox)


def empty_it(inbox: Path) -> None:
    lose(inbox)
    inbox.touch()


# --- two files -------------------------------------------------------------------------------------------------


def test_items_lie_beside_the_journal_and_none_in_it(path: Path) -> None:
    assert inbox_of(path) == path.with_name("inbox.sqlite")
    with closing(sqlite3.connect(inbox_of(path))) as inbox, closing(sqlite3.connect(path)) as record:
        assert inbox.execute("SELECT count(*) FROM inbox").fetchone() == (6,)
        assert record.execute("SELECT count(*) FROM carried").fetchone() == (0,)
        assert record.execute("SELECT group_concat(id), max(t) FROM taken").fetchone() == ("1,2,3,4,5", 4.0)


def test_items_are_taken_out_of_their_order_and_those_between_wait_on(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal, closing(SqliteJournal(path, puts_only=True)) as page:
        later, earlier = page.put("page", 30.0, {}), page.put("page", 20.0, {})
        assert [item.id for item in journal.pending()] == [6, earlier, later]
        journal.append(1, [seen(20)], [earlier])
        assert [item.id for item in journal.pending()] == [6, later]
        journal.append(1, [seen(6)], [6])
        last = page.put("page", 25.0, {})
        assert (
            [item.id for item in journal.pending()] == [item.id for item in page.pending()] == [last, later]
        )
    with closing(SqliteJournal(path)) as journal:
        assert [item.id for item in journal.pending()] == [last, later], "started again, too"


def test_a_start_after_years_reads_the_items_that_wait_and_no_other(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After 1,500 games it had read all 380,000 that were ever put: 500 MB, of which the board may have 300."""
    with closing(SqliteJournal(path)) as journal:
        fill(journal, 40, 10)
        journal.put("page", 60.0, {"waits": "too"})
    read, real = list[int](), inbox_module._item

    def item(number: int, *rest: object) -> InboxItem:
        read.append(number)
        return real(number, *rest)

    monkeypatch.setattr(inbox_module, "_item", item)
    monkeypatch.setattr(inbox_module, "_AT_ONCE", 7)
    with closing(SqliteJournal(path)) as journal:
        assert [item.id for item in journal.pending()] == [6, 47]
        assert read == [6, 47]
        journal.append(1, [seen(6)], [6])
        assert [item.id for item in journal.pending()] == [47]
        journal.append(1, [seen(7)], [47])
        assert journal.pending() == []
        assert read == [6, 47, 47]


def test_nothing_is_put_before_the_board_has_made_the_inbox(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.box.sqlite_journal.is_own", lambda _folder: False)
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO carried VALUES (7, 'eye', 1.0, '{}')")
        db.commit()
    with pytest.raises(JournalError, match=r"has not made the inbox .* ready yet"):
        SqliteJournal(path, puts_only=True)
    with closing(SqliteJournal(path)) as journal:
        assert [item.id for item in journal.pending()] == [7, 6]
    lose(inbox_of(path))
    with pytest.raises(JournalError, match=r"has not made the inbox .* ready yet"):
        SqliteJournal(path, puts_only=True)


# --- an inbox that is not what it was --------------------------------------------------------------------------


@pytest.mark.parametrize("harm", [lose, spoil_the_head, spoil_the_items, put_anothers_there, empty_it])
def test_an_inbox_that_cannot_be_used_is_said_and_begun_again_above_what_was_taken(
    path: Path, harm: Callable[[Path], None]
) -> None:
    harm(inbox_of(path))
    with closing(SqliteJournal(path)) as journal:
        journal.fix_inbox()
        assert "what waited in it is lost" in journal.said
        assert "\n" not in journal.said
        assert journal.check() == []
        assert journal.pending() == []
        assert journal.table_time() == 4.0, "the table's clock goes on behind what was judged"
        number = journal.put("page", 9.0, {"new": True})
        assert number > 5
        assert [item.body for item in journal.pending()] == [{"new": True}]
        journal.append(1, [seen(9)], [number])
    kept = list(path.parent.glob("inbox-spoilt-*.sqlite"))
    assert len(kept) == (0 if harm in (lose, empty_it) else 1)
    with closing(SqliteJournal(path)) as journal:
        journal.fix_inbox()
        assert journal.said == ""
        assert journal.last() == 7


@pytest.mark.parametrize("who", ["board", "page"])
def test_an_inbox_that_lost_its_end_gives_no_number_twice(
    path: Path, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a power cut on a card that kept the journal's last write and not the inbox's."""
    before = path.with_name("before.sqlite")
    with closing(SqliteJournal(path)) as journal:
        fill(journal, 1, 10)  # folds nothing in yet: a copy of the inbox of now
    shutil.copyfile(inbox_of(path), before)
    with closing(SqliteJournal(path)) as journal:
        fill(journal, 3, 20)
    lose(inbox_of(path))
    before.rename(inbox_of(path))
    monkeypatch.setattr("firmware.box.sqlite_journal.is_own", lambda _folder: False)
    with closing(SqliteJournal(path, puts_only=who == "page")) as journal:
        assert journal.put("page", 50.0, {"new": True}) == 11
        assert [item.body for item in journal.pending()] == [{"waits": True}, {"new": True}]


def test_what_is_put_while_the_inbox_is_put_aside_comes_into_the_new_one(path: Path) -> None:
    with closing(SqliteJournal(path, puts_only=True)) as page:
        page.put("page", 8.0, {})
        lose(inbox_of(path))
        with closing(SqliteJournal(path)) as journal:
            number = page.put("page", 9.0, {"new": True})
            assert [(item.id, item.body) for item in journal.pending()] == [(number, {"new": True})]
            lose(inbox_of(path))
            assert journal.pending() == [], "and a board that runs makes it again"
            assert page.put("page", 9.5, {}) > 5
            assert len(journal.pending()) == 1


def test_one_item_that_cannot_be_read_does_not_keep_the_others(path: Path) -> None:
    with closing(sqlite3.connect(inbox_of(path))) as db:
        db.execute("INSERT INTO inbox (source, t, body) VALUES ('page', 8.0, '{\"half')")
        db.execute("INSERT INTO inbox (source, t, body) VALUES ('page', 'soon', '[]')")
        db.commit()
    with closing(SqliteJournal(path)) as journal:
        assert {item.id: item.body for item in journal.pending()} == {6: {"waits": True}, 7: {}, 8: {}}


# --- older versions, copies, other machines --------------------------------------------------------------------


def write_1(path: Path) -> tuple[list[int], int]:
    write_version_1(path)
    return [2], 2


def write_2(path: Path) -> tuple[list[int], int]:
    write_version_2(path)
    return [3], 7


def write_3(path: Path) -> tuple[list[int], int]:
    write_version_3(path)
    return [4, 5], 7


OLD = pytest.mark.parametrize("write", [write_1, write_2, write_3])


@OLD
def test_an_older_journal_is_parted_from_its_inbox_with_every_item_once(
    tmp_path: Path, write: Callable[[Path], tuple[list[int], int]]
) -> None:
    path = tmp_path / "journal.sqlite"
    waiting, events = write(path)
    with closing(SqliteJournal(path, read_only=True)) as journal:
        before = list(journal.reports())
        assert [item.id for item, taken in before if not taken] == waiting
        told = journal.told_until("eye"), journal.table_time()
    for _ in "twice":
        with closing(SqliteJournal(path)) as journal:
            assert journal.check() == []
            assert journal.last() == events
            assert list(journal.reports()) == before
            assert [item.id for item in journal.pending()] == waiting
            assert (journal.told_until("eye"), journal.table_time()) == told
    with closing(SqliteJournal(path)) as journal:
        journal.append(1, [seen(99)], waiting)
        assert journal.put("eye", 99.0, {}) == len(before) + 1
    assert len(list(tmp_path.glob("journal-schema-?.sqlite"))) == 1


@pytest.mark.slow
@pytest.mark.timeout(900)
@OLD
def test_a_kill_between_the_two_files_of_a_migration_carries_every_item_once(
    tmp_path: Path, write: Callable[[Path], tuple[list[int], int]]
) -> None:
    """At each statement in turn, or each third; the process is gone as by kill -9, and the next one goes on."""
    code = (
        "import os, sys, sqlite3\nfrom pathlib import Path\n"
        "from firmware.box import sqlite_files, inbox, sqlite_journal\n"
        "left = int(sys.argv[2])\n"
        "def step(_words):\n"
        "    global left\n"
        "    left -= 1\n"
        "    if left < 0: os.kill(os.getpid(), 9)\n"
        "real = sqlite_files.connect\n"
        "def connect(path):\n"
        "    db = real(path); db.set_trace_callback(step); return db\n"
        "sqlite_journal.connect = inbox.connect = connect\n"
        "sqlite_journal.SqliteJournal(Path(sys.argv[1])).close()\n"
    )
    for count in range(0, 200, sample(6, 1)):
        folder = tmp_path / str(count)
        folder.mkdir()
        path = folder / "journal.sqlite"
        waiting, events = write(path)
        done = subprocess.run([sys.executable, "-c", code, str(path), str(count)], check=False)
        with closing(SqliteJournal(path)) as journal:
            assert [item.id for item in journal.pending()] == waiting, count
            assert journal.last() == events
            assert journal.check() == []
            items = [item.id for item, _ in journal.reports()]
            assert items == list(range(1, len(items) + 1))
            assert journal.said == ""
        shutil.rmtree(folder)
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL
    assert done.returncode == 0
    assert count > 30, "it was killed at each of its statements"


def test_a_backup_holds_what_waited_and_comes_back_on_another_machine(path: Path, tmp_path: Path) -> None:
    back_up(path, tmp_path / "backups", 3)
    (backup,) = backups(tmp_path / "backups")
    with closing(SqliteJournal(backup.path, read_only=True)) as copy, closing(SqliteJournal(path)) as journal:
        assert list(copy.reports()) == list(journal.reports())
        assert copy.check() == []
    there = tmp_path / "there" / "journal.sqlite"
    with closing(SqliteJournal(there)) as other:
        fill(other, 40)
        other.put("eye", 99.0, {"not": "ours"})
    shutil.copyfile(backup.path, there.with_name(WANTED))
    with write_lock(there):
        take_in(there, tmp_path / "backups")
    with closing(SqliteJournal(there)) as journal:
        assert [item.body for item in journal.pending()] == [{"waits": True}]
        assert journal.put("eye", 8.0, {}) == 7
    with closing(SqliteJournal(there.with_name("journal-replaced-1.sqlite"), read_only=True)) as kept:
        assert [item.body for item in kept.pending()] == [{"not": "ours"}], "its inbox is kept with it"


def test_a_restore_over_a_journal_keeps_what_waits_and_judges_nothing_again(
    path: Path, tmp_path: Path
) -> None:
    back_up(path, tmp_path / "backups", 3)
    with closing(SqliteJournal(path)) as journal:
        fill(journal, 5, 20)
        journal.append(1, [seen(6)], [6])
        journal.put("page", 40.0, {"waits": "now"})
    with write_lock(path):
        done = restore(path, tmp_path / "backups")
    assert (done.saved.stopped, done.saved.items) == ("", 1)
    with closing(SqliteJournal(path)) as journal:
        assert journal.last() == 12
        assert [item.body for item in journal.pending()] == [{"waits": "now"}]
        assert journal.check() == []


# --- kill -9 ---------------------------------------------------------------------------------------------------

_PUTTER = """
import itertools, sys
from pathlib import Path
from firmware.box.sqlite_journal import SqliteJournal
journal = SqliteJournal(Path(sys.argv[1]), puts_only=True)
for i in itertools.count():
    journal.put(sys.argv[2], float(i), {"i": i})
    print(i, flush=True)
"""
_BOARD = """
import random, sys, time
from pathlib import Path
from cribbage.log.events import Event
from firmware.box.sqlite_journal import SqliteJournal
journal = SqliteJournal(Path(sys.argv[1]))
print("open", flush=True)
while True:
    for item in random.sample(found := journal.pending(), len(found)):
        journal.append(1, [Event("seen", item.t, {"by": item.source, **item.body})], [item.id])
        print(item.id, flush=True)
"""


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_kill_9_of_who_puts_and_who_takes_loses_no_item_and_judges_none_twice(tmp_path: Path) -> None:
    path, chance = tmp_path / "journal.sqlite", random.Random(TIMES)
    SqliteJournal(path).close()
    promised: set[tuple[str, int]] = set()
    turns = sample(6, 10 * TIMES)
    for turn in range(turns):
        words = {f"page-{turn}": _PUTTER, f"eye-{turn}": _PUTTER, "board": _BOARD}
        running = {
            name: subprocess.Popen(
                [sys.executable, "-c", code, str(path), name], stdout=subprocess.PIPE, text=True
            )
            for name, code in words.items()
        }
        # All are there, and the board has judged two; in the first turn perhaps none.
        for name in [*running, *(["board", "board"] if turn else [])]:
            said = running[name].stdout
            assert said is not None
            said.readline()
        promised |= {(name, 0) for name in running if name != "board"}
        time.sleep(0.2 * chance.random())  # any moment will do: none is tested for
        for name in chance.sample(sorted(running), len(running)):
            running[name].kill()
        for name, process in running.items():
            assert process.stdout is not None
            lines = process.stdout.read().split("\n")[:-1]
            if name != "board":
                promised |= {(name, int(line)) for line in lines}
            process.stdout.close()
            process.wait()
    with closing(SqliteJournal(path)) as journal:
        journal.fix_inbox()
        assert (journal.said, journal.check()) == ("", [])
        judged = [(stored.event.body["by"], stored.event.body["i"]) for stored in journal.events()]
        waiting = [(item.source, item.body["i"]) for item in journal.pending()]
    assert len(judged) > turns, "the board judged something each time"
    assert len({*judged, *waiting}) == len(judged) + len(waiting), "none twice"
    assert promised <= {*judged, *waiting}, "none lost"
