"""Saving from a damaged journal what was said after its last backup: whole transactions only, in order, no gap."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from firmware.box.chain import Row, beginning, is_as_written, link, row_crc
from firmware.box.schema import ROW
from firmware.box.sqlite_files import Connection, copy_files

_INSERT: Final = f"INSERT INTO event ({ROW}) VALUES ({', '.join('?' * 11)})"


@dataclass(frozen=True, slots=True)
class Salvaged:
    """How many events and waiting items could be saved, and what stopped it (an empty text: nothing was lost).

    `anew`: the events were linked into another chain than the one they stood in, and have lost their seals, because
    the backup was of a version without a chain.
    """

    events: int
    items: int
    stopped: str
    anew: bool = False


def salvage(damaged: Path, target: Path) -> Salvaged:
    """Add to the journal `target` what `damaged` says after target's last event; the damaged file is only copied."""
    with tempfile.TemporaryDirectory(prefix="pegwatch-") as folder:
        copy = Path(folder) / "damaged.sqlite"
        copy_files(damaged, copy)
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
            items = _items(source, db, whole=not stopped)
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
    if row is not None and row[0] is not None:
        return bytes(row[0])
    return beginning(_name(db), _about(db, "chain").partition(" ")[2])


def _columns(source: sqlite3.Connection) -> str:
    """Those of an event but its number; a file without a chain has no hashes."""
    chained = _about(source, "chain") != ""
    return "game, t, at, kind, version, body, more, crc" + (", hash, seal" if chained else ", NULL, NULL")


def _numbered(source: sqlite3.Connection) -> int:
    """The last number SQLite gave out for an event; 0 if it cannot be read."""
    try:
        row = source.execute("SELECT seq FROM sqlite_sequence WHERE name = 'event'").fetchone()
    except sqlite3.DatabaseError:
        return 0
    return int(row[0]) if row else 0


def _items(source: sqlite3.Connection, db: sqlite3.Connection, *, whole: bool) -> int:
    """Copy the inbox and what was taken from it; how many wait now.

    Where events were lost, nothing that has not been judged is kept: an item whose events are there must never be
    judged twice, and which of them were taken cannot be known any more. Pegs and cards are reported again anyway.
    """
    (last,) = db.execute("SELECT coalesce(max(id), 0) FROM inbox").fetchone()
    torn = not whole
    for item, row in _rows(source, "inbox", "source, t, body", last):
        if isinstance(row, str):
            torn = True
            break
        db.execute("INSERT INTO inbox VALUES (?, ?, ?, ?)", (item, *row))
    for (item,) in db.execute("SELECT id FROM waiting").fetchall():
        if torn or not _still_waits(source, item):
            db.execute("INSERT INTO taken VALUES (?)", (item,))
    (waiting,) = db.execute("SELECT count(*) FROM waiting").fetchone()
    return int(waiting)


def _still_waits(source: sqlite3.Connection, item: int) -> bool:
    """Two tables must say so: a lost page answers "not taken" without any error."""
    query = "SELECT ? IN (SELECT id FROM waiting) AND ? NOT IN (SELECT id FROM taken)"
    try:
        return bool(source.execute(query, (item, item)).fetchone()[0])
    except sqlite3.DatabaseError:
        return False


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
