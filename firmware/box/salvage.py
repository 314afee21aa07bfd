"""Saving from a damaged journal what was said after its last backup: whole transactions only, in order, no gap."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from firmware.box.cells import is_number, time_s, whole_text
from firmware.box.chain import Row, beginning, is_as_written, link, row_crc
from firmware.box.inbox import inbox_of
from firmware.box.schema import ROW, SINCE_CHAINED
from firmware.box.sqlite_files import Connection, connect, connect_to_read, copy_files

_INSERT: Final = f"INSERT INTO event ({ROW}) VALUES ({', '.join('?' * 11)})"


@dataclass(frozen=True, slots=True)
class Salvaged:
    """How many events and waiting items could be saved, and what stopped it (an empty text: nothing was lost).

    `new_chain`: the events were linked into another chain than the one they stood in, and have lost their seals,
    because the backup was of a version without a chain.
    """

    events: int
    items: int
    stopped: str
    new_chain: bool = False


def salvage(damaged: Path, target: Path) -> Salvaged:
    """Add to the journal `target` what `damaged` says after target's last event; the damaged file is only copied."""
    with tempfile.TemporaryDirectory(prefix="pegwatch-") as folder:
        copy = Path(folder) / "journal.sqlite"
        copy_files(damaged, copy)
        copy_files(inbox_of(damaged), inbox_of(copy))
        with (
            closing(sqlite3.connect(copy, isolation_level=None, factory=Connection)) as source,
            closing(sqlite3.connect(target, isolation_level=None)) as db,
        ):
            if _name(source) not in ("", _name(db)):
                return Salvaged(0, 0, "it is another journal's")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("BEGIN IMMEDIATE")
            same = _about(source, "chain") == _about(db, "chain")
            events, stopped = _events(source, db, same)
            items = _items(source, inbox_of(copy), db, whole=not stopped)
            db.execute("COMMIT")
    return Salvaged(events, items, stopped, bool(events) and not same)


def _name(db: sqlite3.Connection) -> str:
    return _about(db, "id")


def _about(db: sqlite3.Connection, key: str) -> str:
    try:
        row = db.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchone()
    except sqlite3.DatabaseError:
        return ""
    return str(row[0]) if row else ""


def _events(source: sqlite3.Connection, db: sqlite3.Connection, same: bool) -> tuple[int, str]:
    """Copy whole transactions until one is torn; how many events, and what stopped it. In the `same` chain they are
    copied as they stand, so that what somebody changed stays what it is; else they are linked to the last one."""
    (last,) = db.execute("SELECT coalesce(max(n), 0) FROM event").fetchone()
    head = _head(db)
    saved, batch = 0, list[Row]()
    rows = _rows(source, "event", _columns(source), last)
    for n, found in _with_confirmed_hashes(rows, head) if same else rows:
        if isinstance(found, str):
            return saved, f"event {n}: {found}"
        row = Row(n, *found)
        if row.crc is None or not is_as_written(row):
            return saved, f"event {n} is not what was written"
        if not same:
            row = row._replace(hash=link(head, row), seal=None)
            row = row._replace(crc=row_crc(row))
            head = row.hash or b""
        batch.append(row)
        if not row.more:
            db.executemany(_INSERT, batch)
            saved += len(batch)
            batch = []
    if batch:
        return saved, "its last transaction is not whole"
    missing = _numbered(source) - last - saved
    return saved, f"{missing} events cannot be found" if missing > 0 else ""


def _with_confirmed_hashes(rows: Iterator[tuple[int, Any]], head: bytes) -> Iterator[tuple[int, Any]]:
    """The same rows; one whose hash alone was damaged, as the hash of the next one proves, has its own again.

    `head` is the hash before the first. Without this a card that forgot a bit of a hash kept all of the record from
    being restored: what is restored has to be sound.
    """
    suspect: tuple[Row, bytes] | None = None
    for n, found in rows:
        row = None if isinstance(found, str) else Row(n, *found)
        if suspect is not None:
            held, right = suspect
            suspect = None
            confirmed = row is not None and is_as_written(row) and row.hash == link(right, row)
            held = held._replace(hash=right) if confirmed else held
            head = held.hash if isinstance(held.hash, bytes) else b""
            yield held.n, tuple(held)[1:]
        if row is not None and row.hash is not None and is_as_written(row) and row.hash != link(head, row):
            suspect = row, link(head, row)
            continue
        if row is not None and isinstance(row.hash, bytes):
            head = row.hash
        yield n, found
    if suspect is not None:
        yield suspect[0].n, tuple(suspect[0])[1:]


def _head(db: sqlite3.Connection) -> bytes:
    """The last hash of the target, or what its first one is made over."""
    row = db.execute("SELECT hash FROM event ORDER BY n DESC LIMIT 1").fetchone()
    if row is not None and isinstance(row[0], bytes):
        return row[0]
    return beginning(_name(db), _about(db, "chain").partition(" ")[2])


def _columns(source: sqlite3.Connection) -> str:
    """Those of an event but its number; a file without a chain has no hashes."""
    (version,) = source.execute("PRAGMA user_version").fetchone()
    chained = version >= SINCE_CHAINED
    return "game, t, at, kind, version, body, more, crc" + (", hash, seal" if chained else ", NULL, NULL")


def _numbered(source: sqlite3.Connection) -> int:
    """The last number SQLite gave out for an event; 0 if it cannot be read."""
    try:
        row = source.execute("SELECT seq FROM sqlite_sequence WHERE name = 'event'").fetchone()
    except sqlite3.DatabaseError:
        return 0
    return int(row[0]) if row and is_number(row[0]) else 0


def _items(source: sqlite3.Connection, inbox: Path, db: sqlite3.Connection, *, whole: bool) -> int:
    """Copy the inbox, which is `carried` in the target, and what was taken from it; how many wait now.

    Where events were lost, nothing that has not been judged is kept: an item whose events are there must never be
    judged twice, and which of them were taken cannot be known any more. Pegs and cards are reported again anyway.
    """
    torn = not whole
    for found, table in _inboxes(source, inbox):
        with closing(found):
            try:
                for row in found.execute(f"SELECT id, source, t, body FROM {table} ORDER BY id"):
                    cells = [whole_text(cell) for cell in row]
                    db.execute("INSERT OR REPLACE INTO carried VALUES (?, ?, ?, ?)", cells)
            except sqlite3.Error:
                torn = True
    taken = None if torn else _taken(source)
    waiting = db.execute(
        "SELECT id, t FROM carried WHERE id NOT IN (SELECT id FROM taken) ORDER BY id"
    ).fetchall()
    for item, t in waiting:
        if taken is None or item in taken:
            db.execute("INSERT INTO taken (id, t) VALUES (?, ?)", (item, t))
    if taken is not None:  # those that are in no inbox any more
        known = {item for (item,) in db.execute("SELECT id FROM taken")}
        gone = [(item, t) for item, t in sorted(taken.items()) if item not in known]
        db.executemany("INSERT INTO taken (id, t) VALUES (?, ?)", gone)
    (left,) = db.execute("SELECT count(*) FROM carried WHERE id NOT IN (SELECT id FROM taken)").fetchone()
    return int(left)


def _inboxes(source: sqlite3.Connection, inbox: Path) -> Iterator[tuple[sqlite3.Connection, str]]:
    """Connections to the tables in which items stand, the newest last, to be closed by the caller."""
    (where,) = (row[2] for row in source.execute("PRAGMA database_list") if row[1] == "main")
    own = "carried" if _is_parted(source) else "inbox"
    yield connect(Path(where)), own
    if own == "carried":
        beside = connect(inbox)
        if _about(beside, "inbox") == _about(source, "inbox"):
            yield beside, "inbox"
        else:  # lost, or another journal's
            beside.close()


def _is_parted(source: sqlite3.Connection) -> bool:
    """Whether the inbox of a journal is a file of its own."""
    return _about(source, "inbox") != ""


def _taken(source: sqlite3.Connection) -> dict[int, float] | None:
    """The items that were taken, with their table times; None where that cannot be known for sure.

    Two of the file's trees must say the same: a lost page answers "not taken" without any error.
    """
    try:
        if not _is_parted(source):
            rows = source.execute("SELECT taken.id, inbox.t FROM taken JOIN inbox USING (id)").fetchall()
            waiting = {item for (item,) in source.execute("SELECT id FROM waiting")}
            others = {item for (item,) in source.execute("SELECT id FROM inbox")} - waiting
            return _timed(rows) if {item for item, _ in rows} == others else None
        numbered = source.execute("SELECT n, id, t FROM taken NOT INDEXED ORDER BY n").fetchall()
        ids = [item for (item,) in source.execute("SELECT id FROM taken INDEXED BY sqlite_autoindex_taken_1")]
        (given,) = source.execute(
            "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'taken'"
        ).fetchone()
    except sqlite3.DatabaseError:
        return None
    if not is_number(given):
        return None
    if [n for n, _, _ in numbered] != list(range(1, given + 1)) or {item for _, item, _ in numbered} != set(
        ids
    ):
        return None
    return _timed([(item, t) for _, item, t in numbered])


def _timed(rows: list[tuple[Any, Any]]) -> dict[int, float] | None:
    """None if a number is none; a time that is none any more counts as the beginning."""
    if not all(is_number(item) for item, _ in rows):
        return None
    return {item: time_s(t) for item, t in rows}


def carry_all(path: Path, copy: sqlite3.Connection) -> None:
    """Put what is in a journal's inbox into a copy of the journal, as `carried`; not of one in an older version."""
    name = _about(copy, "inbox")
    inbox = inbox_of(path)
    if not name or not inbox.exists():
        return
    with closing(connect_to_read(inbox)) as beside:
        if _about(beside, "inbox") == name:
            rows = beside.execute("SELECT id, source, t, body FROM inbox ORDER BY id")
            whole = ([whole_text(cell) for cell in row] for row in rows)
            copy.executemany("INSERT OR IGNORE INTO carried VALUES (?, ?, ?, ?)", whole)


def _rows(source: sqlite3.Connection, table: str, columns: str, after: int) -> Iterator[tuple[int, Any]]:
    """Rows one by one after a number, as far as they can be read; the last may be a word on why no more can."""
    key = "n" if table == "event" else "id"
    number = after + 1
    while True:
        try:
            row = source.execute(f"SELECT {columns} FROM {table} WHERE {key} = ?", (number,)).fetchone()
            end = row is None and _none_after(source, table, key, number)
        except sqlite3.DatabaseError as error:
            yield number, str(error)
            return
        if row is None:
            if not end:
                yield number, "is missing"
            return
        yield number, row
        number += 1


def _none_after(source: sqlite3.Connection, table: str, key: str, number: int) -> bool:
    return source.execute(f"SELECT 1 FROM {table} WHERE {key} > ? LIMIT 1", (number,)).fetchone() is None
