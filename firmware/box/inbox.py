"""The inbox: what page, eye, uplink and the board's own sensors report, in a file beside the journal.

Two files, so that the system's permissions can say who writes what (`inbox_of`):

==================  =====================================================  =====================================
file                holds                                                  written by
==================  =====================================================  =====================================
``journal.sqlite``  the events, ``taken`` (which items they were made of,  the board process alone (0640); others
                    with their table time), ``carried`` (items on their    read it
                    way into the other file)
``inbox.sqlite``    the items, numbered, and the id that ties it to its    every process of the table (0660), which
                    journal                                                only add items; the board makes it
==================  =====================================================  =====================================

An item waits when it is in the inbox and its number is not in ``taken``. What each cut (kill -9, the power) leaves:

* `put` returns when the item is on the disk: a cut before leaves nothing or the item, one after leaves the item.
* `append` writes events and the numbers taken in one transaction of ``journal.sqlite``, and nothing in the inbox: a
  cut leaves all of it or nothing, so no item is judged twice and none is lost.
* Items come into a new inbox (from an older journal, a backup, an import) by way of ``carried``: they stand there
  from the transaction in which the journal gets them, come into the inbox with their numbers in one transaction,
  which is on the disk before another empties ``carried``. A cut between the two leaves them in both: they are
  carried again, and numbers that are there are passed over. Nobody puts before ``carried`` is empty.

A number is never given twice: anyone who opens the inbox puts its count above every number taken, so that a file
which lost its end, or was made again, goes on above. An inbox that cannot be read, or is another journal's, is put
aside and begun again; what waited in it is lost, and is said to be lost. `put` looks afterwards whether the file
still lies in its place, and otherwise puts again into the one that does.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from firmware.box.cells import MOST, TIMES, number, time_s, whole_text
from firmware.box.errors import JournalError
from firmware.box.files import make_for_the_group
from firmware.box.journal import InboxItem, is_text
from firmware.box.schema import APPEND_ONLY, ITEM_TABLE
from firmware.box.sqlite_files import allow_only_adding_to, close_with_log, connect, look_once, switch_to_wal

APPLICATION_ID: Final = 0x50454749  # "PEGI"
VERSION: Final = 1
_MEMORY: Final = ":memory:"
_AT_ONCE: Final = 10_000
_SPOILT: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

ItemRow = tuple[int, str, float, str]
"""An item as it is kept: number, source, table time in s, body as JSON."""


def inbox_of(journal: Path) -> Path:
    """Where the inbox of a journal lies: ``inbox.sqlite`` for ``journal.sqlite``."""
    name = journal.name
    if name == _MEMORY:
        return journal
    return journal.with_name(name.replace("journal", "inbox", 1) if "journal" in name else f"{name}-inbox")


class SqliteInbox:
    """The items in one table of an open file. SQLite's own errors come through: the journal puts them into words."""

    def __init__(self, db: sqlite3.Connection, path: Path | None, table: str = "inbox") -> None:
        """`path` of a file of its own; None where the items stand in a file that is the journal's (and read only)."""
        self.path = path
        self._db = db
        self._table = table
        self._lies_at = _place(path)

    @property
    def lies_in_place(self) -> bool:
        """Whether what is open here is still what the name stands for."""
        return _place(self.path) == self._lies_at

    def add(self, source: str, t: float, body: str) -> int:
        """Add an item; its number. It is on the disk when this returns."""
        cursor = self._db.execute(
            f"INSERT INTO {self._table} (source, t, body) VALUES (?, ?, ?)", (source, t, body)
        )
        return int(cursor.lastrowid or 0)

    def only_add(self) -> None:
        """From now on this connection adds items and writes nothing else, whatever it is told."""
        allow_only_adding_to(self._db, self._table)

    def numbers(self, after: int) -> list[int]:
        """The numbers of the items above `after`, in order, the first `_AT_ONCE` of them."""
        rows = self._db.execute(
            f"SELECT id FROM {self._table} WHERE id > ? AND id <= ? ORDER BY id LIMIT {_AT_ONCE}",
            (after, MOST),
        )
        return [number for (number,) in rows]

    def of(self, numbers: Sequence[int]) -> list[InboxItem]:
        """The items of these numbers, by (t, id)."""
        found = [item for number in numbers for item in self._items("WHERE id = ?", (number,))]
        return sorted(found, key=lambda item: (item.t, item.id))  # SQLite puts a time that is none elsewhere

    def all(self) -> list[InboxItem]:
        """Every item, in order of arrival."""
        return self._items("ORDER BY id", ())

    def newest(self, source: str) -> list[InboxItem]:
        """The newest item a source put of each kind and place, oldest first.

        SQLite looks through the whole inbox; only the few rows that still mean something are parsed.
        """
        return self._items(
            f"WHERE id IN (SELECT max(id) FROM {self._table} WHERE source = ? AND id <= ? "
            "AND typeof(body) = 'text' AND json_valid(body) "
            "GROUP BY json_extract(body, '$.cards.zone'), json_extract(body, '$.unread.zone'), "
            "json_extract(body, '$.fault.part')) ORDER BY id",
            (source, MOST),
        )

    def _items(self, rest: str, values: tuple[object, ...]) -> list[InboxItem]:
        rows = self._db.execute(f"SELECT id, source, t, body FROM {self._table} {rest}", values).fetchall()
        return [_item(*row) for row in rows]

    def times(self, items: Sequence[int]) -> dict[int, float]:
        """The table time of each of these items that is here, s."""
        query = f"SELECT t FROM {self._table} WHERE id = ?"
        found = {item: self._db.execute(query, (item,)).fetchone() for item in items}
        return {item: time_s(row[0]) for item, row in found.items() if row is not None}

    def latest(self, source: str | None = None, default: float = 0.0) -> float:
        """The latest table time of any item, or of a source's, s."""
        where, values = ("", ()) if source is None else (" AND source = ?", (source,))
        asked = f"SELECT max(t) FROM {self._table} WHERE {TIMES.format('t')}{where}"
        row = self._db.execute(asked, values).fetchone()
        return default if row[0] is None else time_s(row[0])

    def count(self) -> int:
        """How many items are here."""
        return int(self._db.execute(f"SELECT count(*) FROM {self._table}").fetchone()[0])

    def wrong(self, *, quick: bool) -> list[str]:
        """What SQLite finds wrong with the file; nothing where it is the journal's, which is looked at as such."""
        if self.path is None:
            return []
        try:
            rows = self._db.execute(f"PRAGMA {'quick' if quick else 'integrity'}_check(10)").fetchall()
        except sqlite3.DatabaseError as error:
            return [f"the inbox {self.path}: {error}"]
        return [f"the inbox {self.path}: {' '.join(str(row[0]).split())}" for row in rows if row[0] != "ok"]

    def close_with_log(self) -> None:
        """Let go of the file, and leave its log and index there, so that nobody else has to make them."""
        if self.path is not None:
            close_with_log(self._db, self.path)

    def close(self) -> None:
        """Let go of the file; twice is fine."""
        self._db.close()


def dumped(body: Mapping[str, Any], allow_nan: bool = True) -> str:
    """A body as it is kept. `allow_nan`: of another journal, whose check sums are of what an older program wrote."""
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False, allow_nan=allow_nan)


def open_inbox(path: Path, name: str, above: int) -> SqliteInbox | None:
    """The inbox with this id, to put into, its count above `above`; None where there is none that can be used."""
    if not path.exists():
        return None
    db = connect(path)
    try:
        db.execute("PRAGMA synchronous = FULL")
        if _name(db) != name:
            db.close()
            return None
        _count_on_above(db, above)
    except BaseException as error:
        db.close()
        if isinstance(error, sqlite3.Error) and _is_spoilt(error):
            return None
        raise
    return SqliteInbox(db, path)


def settle(
    path: Path, name: str, above: int, carried: Iterable[ItemRow], aside: Callable[[Path, str], Path]
) -> tuple[SqliteInbox, str]:
    """The inbox of this id with what is carried in it, all on the disk; made where there is none that can be used.

    Call it under the journal's write lock. `aside` puts a file that cannot be used out of the way. The words say what
    became of an inbox that was there, or should have been; empty where nothing is to be said.
    """
    said, carried = "", list(carried)
    found = open_inbox(path, name, above) if str(path) != _MEMORY else None
    if found is None and path.exists() and not _is_empty(path):
        why = _why_not(path)
        said = f"the inbox {path} {why}: it is kept as {aside(path, 'spoilt')}, and what waited in it is lost"
    elif found is None and above and not carried:  # else it was not made yet, or not to its end
        said = f"the inbox {path} was missing: begun again behind item {above}, what waited in it is lost"
    if found is None:
        if str(path) != _MEMORY:
            make_for_the_group(path)
        db = connect(path)
        try:
            db.execute("PRAGMA synchronous = FULL")
            switch_to_wal(db)
            with _whole(db):
                _make(db, name)
                _carry(db, carried)
                _count_on_above(db, above)
        except BaseException:
            db.close()
            raise
        return SqliteInbox(db, path), said
    try:
        with _whole(found._db):
            _carry(found._db, carried)
    except BaseException:
        found.close()
        raise
    return found, said


def _item(number: int, source: Any, t: Any, body: Any) -> InboxItem:
    """An item; what cannot be read in it says nothing, so that one spoilt item does not keep a table from running."""
    try:
        said = json.loads(body)
    except (ValueError, TypeError, RecursionError):
        said = {}
    body = said if isinstance(said, dict) and is_text(said) else {}
    return InboxItem(number, str(whole_text(source)), time_s(t), body)


def _place(path: Path | None) -> tuple[int, int]:
    with suppress(OSError):
        if path is not None:
            there = path.stat()
            return there.st_dev, there.st_ino
    return 0, 0


def _name(db: sqlite3.Connection) -> str:
    """The id of an inbox; empty if this is none (yet). `JournalError` if a newer program wrote it."""
    version, application = look_once(db, "PRAGMA user_version", "PRAGMA application_id")
    if application != APPLICATION_ID:
        return ""
    if version > VERSION:
        raise JournalError("the inbox was written by a newer version of Pegwatch: install the newer version")
    row = db.execute("SELECT value FROM about WHERE key = 'inbox'").fetchone()
    return str(row[0]) if row else ""


def _is_empty(path: Path) -> bool:
    """Whether nothing was ever written into a file, or not to its end."""
    with suppress(sqlite3.Error), closing(connect(path)) as db:
        return look_once(db, "PRAGMA user_version", "SELECT count(*) FROM sqlite_master") == [0, 0]
    return False


def _why_not(path: Path) -> str:
    db = connect(path)
    try:
        return "is another journal's" if _name(db) else "is none"
    except sqlite3.Error as error:
        return f"is damaged ({error})"
    finally:
        db.close()


def _is_spoilt(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in _SPOILT or "no such table" in str(error)


def _make(db: sqlite3.Connection, name: str) -> None:
    db.execute(ITEM_TABLE.format(table="inbox", key="INTEGER PRIMARY KEY AUTOINCREMENT"))
    db.execute("CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
    for table in ("inbox", "about"):
        for act in ("UPDATE", "DELETE"):
            db.execute(APPEND_ONLY.format(table=table, act=act))
    db.execute("INSERT INTO about VALUES ('inbox', ?)", (name,))
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {VERSION}")


def _carry(db: sqlite3.Connection, carried: Iterable[ItemRow]) -> None:
    rows = ([whole_text(cell) for cell in row] for row in carried)
    db.executemany("INSERT OR IGNORE INTO inbox VALUES (?, ?, ?, ?)", rows)


def _count_on_above(db: sqlite3.Connection, above: int) -> None:
    """The next item's number is above this one. An error of SQLite's, as of a damaged file, if its count is none."""
    if (_count(db) or 0) >= above:
        return
    with _whole(db):
        given = _count(db)
        if given is None:
            db.execute("INSERT INTO sqlite_sequence VALUES ('inbox', ?)", (above,))
        elif given < above:
            db.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'inbox'", (above,))


def _count(db: sqlite3.Connection) -> int | None:
    """The last number given to an item; None where none ever was."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'inbox'").fetchone()
    return None if row is None else number(row[0])


@contextmanager
def _whole(db: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing; within a transaction, a part of that one."""
    if db.in_transaction:
        yield
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
