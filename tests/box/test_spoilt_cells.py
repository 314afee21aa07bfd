"""A cell of a file in which something else stands than was written: damage that is said, or one item left out.

Each of these once ended a process with a traceback, some of them at every start.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hostile import is_one_line
from old_schema import write_version_1

from cribbage.log.events import Event
from cribbage.log.observations import Fault
from firmware.box.backup import back_up, backups, restore, write_lock
from firmware.box.dump import dump, load
from firmware.box.errors import JournalError
from firmware.box.inbox import inbox_of
from firmware.box.journal import Journal, MemoryJournal
from firmware.box.pictures import PictureStore, read_picture
from firmware.box.salvage import salvage
from firmware.box.sqlite_journal import SqliteJournal
from firmware.recorder import HALF, Recorder, report, reported

GAME = Event("game", 0.0, {"players": {"A": "Ann", "B": "Bob"}})
OVER = Event("phase", 99.0, {"phase": "over"})
HEADER = {
    "log": "table/1", "profile": "acc-2025", "mode": "club", "muggins": False, "dealer": "A",
    "players": {"A": "Ann", "B": "Bob"},
}  # fmt: skip
NO_NUMBERS = [b"\xff\x00", "soon", 2.5, 2**62, -3]
NO_TIMES = [b"\xff\x00", "soon", float("inf"), float("-inf"), 1e300, -1e12]


def seen(i: int) -> Event:
    return Event("seen", float(i), {"i": i})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A game of which five items were taken, and one that waits."""
    path = tmp_path / "journal.sqlite"
    with closing(SqliteJournal(path)) as journal:
        journal.append(1, [GAME])
        for i in range(5):
            journal.append(1, [seen(i)], [journal.put("eye", float(i), {"i": i})])
        journal.put("page", 7.0, {"waits": True})
    return path


def spoil(path: Path, statement: str, *values: Any) -> None:
    """Write what no program of ours writes, as a worn card or a hand does it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        assert db.execute(statement, values).rowcount > 0


def used(path: Path) -> None:
    """What a board does with a journal when it starts, and then."""
    with closing(SqliteJournal(path)) as journal:
        journal.fix_inbox()
        journal.check(quick=True)
        journal.check()
        journal.games()
        list(journal.events())
        journal.code(1)
        journal.table_time()
        journal.last_put("eye")
        journal.told_until("eye")
        journal.pending()
        journal.append(1, [seen(50)], [journal.put("eye", 50.0, {"i": 50})])


# --- the journal's numbers -------------------------------------------------------------------------------------


def in_the_index(path: Path, value: object) -> None:
    """Only the index of the numbers that were taken, from which the highest is read."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("CREATE TABLE other (n INTEGER PRIMARY KEY, id)")
        db.execute("CREATE UNIQUE INDEX of_other ON other (id)")
        db.execute("INSERT INTO other SELECT n, id FROM taken")
        db.execute("UPDATE other SET id = ? WHERE id = 5", (value,))
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'of_other'").fetchone()
        was = "sqlite_autoindex_taken_1"
        db.execute("UPDATE sqlite_master SET rootpage = ? WHERE name = ?", (root, was))


@pytest.mark.parametrize("value", NO_NUMBERS)
@pytest.mark.parametrize("where", [in_the_index, "UPDATE taken SET id = ? WHERE id = 5"])
def test_a_number_of_a_taken_item_that_is_none_is_damage(path: Path, where: Any, value: object) -> None:
    (where(path, value) if callable(where) else spoil(path, where, value))
    if value == -3:  # it counts as none, and as a whole number: only the full check misses the item
        return
    with pytest.raises(JournalError, match=r"damaged.*pegwatch journal restore") as told:
        used(path)
    assert is_one_line(str(told.value))


@pytest.mark.parametrize("value", NO_NUMBERS)
@pytest.mark.parametrize("table", ["event", "taken"])
def test_a_count_that_is_no_number_is_damage_at_the_next_start(path: Path, table: str, value: object) -> None:
    spoil(path, "UPDATE sqlite_sequence SET seq = ? WHERE name = ?", value, table)
    with closing(SqliteJournal(path)) as journal:
        wrong = journal.check(quick=table == "event")
        assert any("not what was written" in line for line in wrong), wrong
        if table == "event":
            with pytest.raises(JournalError, match="the file is damaged"):
                journal.append(1, [seen(50)])


@pytest.mark.parametrize("value", ["text", 4.5, 2**40])
def test_a_hash_that_is_no_bytes_is_damage(path: Path, value: object) -> None:
    with closing(SqliteJournal(path)) as journal:
        journal.append(1, [OVER])
    spoil(path, "UPDATE event SET hash = ? WHERE n IN (3, 7)", value)
    with closing(SqliteJournal(path)) as journal:
        assert journal.code(1) == ""
        assert any("event 7" in line or "game 1" in line for line in journal.check())
        with pytest.raises(JournalError, match="the file is damaged"):
            journal.append(1, [seen(50)])


@pytest.mark.parametrize(("column", "value"), [
    ("t", b"\xff"), ("t", float("inf")), ("at", "soon"), ("game", "first"), ("game", b"1"), ("game", 2.5),
])  # fmt: skip
def test_an_event_that_is_so_old_that_it_has_no_check_sum_is_looked_at_too(
    tmp_path: Path, column: str, value: object
) -> None:
    path = tmp_path / "journal.sqlite"
    write_version_1(path)
    SqliteJournal(path).close()
    spoil(path, f"UPDATE event SET {column} = ? WHERE n = 2", value)
    with closing(SqliteJournal(path)) as journal:
        journal.games()
        with pytest.raises(JournalError, match="event 2 is not what was written"):
            list(journal.events())


def test_a_game_number_that_cannot_be_does_not_bring_all_games_below_it(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    write_version_1(path)
    SqliteJournal(path).close()
    spoil(path, "UPDATE event SET game = ? WHERE n = 2", 2**50)
    with closing(SqliteJournal(path)) as journal:
        assert len(journal.games()) < 3


@pytest.mark.parametrize("value", ["\u00b2 x", "9" * 5000 + " x", b"\xff\xfe", b"3 \xff"])
def test_where_the_chain_begins_may_be_spoilt(path: Path, value: object) -> None:
    spoil(path, "UPDATE about SET value = CAST(? AS TEXT) WHERE key = 'chain'", value)
    with closing(SqliteJournal(path)) as journal:
        assert journal.check()
        assert journal.last() == 6


def test_a_record_whose_chain_is_cut_off_at_its_beginning_is_not_sound(path: Path, tmp_path: Path) -> None:
    """It was not looked at any more then; and what came after the backup was not saved."""
    back_up(path, tmp_path / "backups", 3)
    with closing(SqliteJournal(path)) as journal:
        journal.append(1, [seen(8)])
    spoil(path, "DELETE FROM about WHERE key = 'chain'")
    with closing(SqliteJournal(path, read_only=True)) as journal:
        assert journal.check()[0] == "where the chain of events begins is not what was written"
    with write_lock(path):
        done = restore(path, tmp_path / "backups")
    assert (done.saved.events, done.saved.stopped, done.last) == (1, "", 7)
    used(path)


# --- the inbox -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", NO_NUMBERS[:4])
def test_an_inbox_whose_count_is_no_number_is_put_aside_and_begun_again(path: Path, value: object) -> None:
    spoil(inbox_of(path), "UPDATE sqlite_sequence SET seq = ? WHERE name = 'inbox'", value)
    with closing(SqliteJournal(path)) as journal:
        assert "what waited in it is lost" in journal.said
        assert is_one_line(journal.said)
        assert journal.put("page", 8.0, {}) == 6
        assert journal.check() == []


@pytest.mark.parametrize("value", NO_TIMES)
def test_an_item_whose_time_is_none_is_taken_as_of_the_beginning(path: Path, value: object) -> None:
    """One such item ended the board at each start; one far ahead would have stopped the table's clock for good."""
    spoil(inbox_of(path), "UPDATE inbox SET t = ? WHERE id IN (2, 6)", value)
    with closing(SqliteJournal(path)) as journal:
        assert [(item.id, item.t) for item in journal.pending()] == [(6, 0.0)]
        assert journal.told_until("eye") == journal.table_time() == 4.0
        journal.append(1, [seen(7)], [6])
        assert journal.pending() == []
        assert journal.table_time() == 4.0
    used(path)


def test_a_time_of_a_taken_item_that_is_none_does_not_move_the_tables_clock(path: Path) -> None:
    for value in NO_TIMES:
        spoil(path, "UPDATE taken SET t = ? WHERE n = 3", value)
        with closing(SqliteJournal(path)) as journal:
            assert journal.table_time() == 7.0


@pytest.mark.parametrize("body", ['{"half', b"\xff\xff", b"{}", "[]", '{"i": "\\ud800"}', "[" * 5000])
def test_an_item_that_is_no_json_object_keeps_no_source_from_picking_up(path: Path, body: object) -> None:
    spoil(inbox_of(path), "UPDATE inbox SET body = ? WHERE id = 5", body)
    with closing(SqliteJournal(path)) as journal:
        assert all(item.id in (4, 5) for item in journal.last_put("eye"))
    used(path)


def test_a_number_that_nobody_was_given_is_not_taken(path: Path) -> None:
    """After the highest that SQLite counts nothing could be put any more, and the page said that the disk is full."""
    spoil(inbox_of(path), "INSERT INTO inbox VALUES (?, 'page', 8.0, '{}')", 2**63 - 1)
    with closing(SqliteJournal(path)) as journal:
        assert "what waited in it is lost" in journal.said
        assert journal.put("page", 9.0, {}) == 6


def test_bytes_that_are_no_text_go_through_a_backup_a_restore_and_a_start(path: Path, tmp_path: Path) -> None:
    for column in ("source", "body"):
        spoil(inbox_of(path), f"UPDATE inbox SET {column} = CAST(x'7bff' AS TEXT) WHERE id = 6")
    back_up(path, tmp_path / "backups", 3)
    (backup,) = backups(tmp_path / "backups")
    with closing(SqliteJournal(backup.path, read_only=True)) as copy:
        assert [(item.id, item.body) for item in copy.pending()] == [(6, {})]
        assert is_one_line(copy.pending()[0].source)
    with write_lock(path):
        done = restore(path, tmp_path / "backups")
    assert (done.saved.stopped, done.saved.items) == ("", 1)
    used(path)
    other = tmp_path / "other" / "journal.sqlite"
    with closing(SqliteJournal(path)) as journal, closing(SqliteJournal(other)) as into:
        load([line.encode().decode() for line in dump(journal)], into)
        assert into.last() == journal.last()


def test_what_is_on_its_way_into_the_inbox_may_be_no_text(path: Path) -> None:
    spoil(path, "INSERT INTO carried VALUES (9, CAST(x'ff' AS TEXT), 'soon', CAST(x'7bff' AS TEXT))")
    with closing(SqliteJournal(path)) as journal:
        assert [(item.id, item.t) for item in journal.pending()] == [(9, 0.0), (6, 7.0)]


# --- the way back ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", NO_NUMBERS)
@pytest.mark.parametrize("statement", [
    "UPDATE sqlite_sequence SET seq = ? WHERE name = 'event'",
    "UPDATE sqlite_sequence SET seq = ? WHERE name = 'taken'",
    "UPDATE taken SET id = ? WHERE n = 5",
    "UPDATE event SET hash = ? WHERE n = 6",
])  # fmt: skip
def test_what_can_be_saved_is_saved_whatever_stands_in_a_cell(
    path: Path, tmp_path: Path, statement: str, value: object
) -> None:
    back_up(path, tmp_path / "backups", 3)
    with closing(SqliteJournal(path)) as journal:
        journal.append(1, [seen(8)], [journal.put("eye", 8.0, {"i": 8})])
    spoil(path, statement, value)
    with write_lock(path):
        done = restore(path, tmp_path / "backups")
    assert done.last in (6, 7)
    with closing(SqliteJournal(path)) as journal:
        assert journal.check() == []
        judged = {stored.event.body.get("i") for stored in journal.events()} - {None}
        assert not judged & {item.body.get("i") for item in journal.pending()}, "nothing is judged twice"
    used(path)


def test_salvage_into_a_journal_with_a_spoilt_hash_says_so_in_words(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.sqlite"
    with closing(SqliteJournal(path)):
        pass
    shutil.copyfile(path, target)
    spoil(target, "UPDATE event SET hash = 'text' WHERE n = 6")
    assert is_one_line(salvage(path, target).stopped or "nothing")


# --- what is put -----------------------------------------------------------------------------------------------


@pytest.fixture(params=["memory", "sqlite"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    if request.param == "memory":
        yield MemoryJournal()
        return
    with closing(SqliteJournal(tmp_path / "journal.sqlite")) as journal:
        yield journal


@pytest.mark.parametrize("body", [{"by": "\ud800"}, {"\udfff": 1}, {"a": [{"b": "x\udc80"}]}])
def test_half_a_character_is_refused_where_it_is_put_and_where_it_is_written(
    journal: Journal, body: dict[str, Any]
) -> None:
    with pytest.raises(JournalError, match="half a character"):
        journal.put("page", 1.0, body)
    with pytest.raises(JournalError, match="half a character"):
        journal.append(1, [Event("seen", 1.0, body)])
    assert (journal.last(), journal.pending()) == (0, [])


def test_an_item_with_half_a_character_is_refused_by_the_referee_and_taken() -> None:
    journal = MemoryJournal()
    journal.put("page", 0.0, {"new_game": HEADER})
    journal.put("page", 1.0, {"workshop": {}})
    journal._inbox[1] = type(journal._inbox[1])(2, "page", 1.0, {"workshop": "\ud800"})
    Recorder(journal).take(9.0)
    assert journal.pending() == []
    assert list(journal.events())[-1].event.body == {"source": "page", "body": {}, "why": HALF}


BOARD_ITEMS: list[Callable[[Journal], object]] = [
    lambda journal: journal.put("board", 1.0, {"holes": 5}),
    lambda journal: journal.put("board", 1.0, {"fault": {}}),
    lambda journal: journal.put("board", 1.0, {"fault": "x"}),
    lambda journal: journal.put("board", 1.0, {}),
]


@pytest.mark.parametrize("put", BOARD_ITEMS)
def test_one_report_that_says_nothing_keeps_no_process_from_starting(
    put: Callable[[Journal], object],
) -> None:
    journal = MemoryJournal()
    report(journal, "board", [Fault(0.5, "board", "lost")])
    put(journal)
    recorder = Recorder(journal)
    assert recorder.last_holes is None
    assert recorder.fault_of("board") == "lost"
    assert recorder.unfollowed == frozenset()
    assert [type(one) for one in reported(journal, "board")] == [Fault]


def test_a_picture_that_is_no_bytes_is_none(tmp_path: Path) -> None:
    path = tmp_path / "pictures.sqlite"
    with closing(PictureStore(path, 10**8)) as store:
        key = store.put("A", 1.0, b"\xff\xd8 jpeg")
    assert read_picture(path, key) == b"\xff\xd8 jpeg"
    spoil(path, "UPDATE picture SET jpeg = 17")
    assert read_picture(path, key) is None
