"""The journal in one SQLite file: WAL, every commit on the disk before it counts, triggers against change.

Several processes use the same file: each opens its own `SqliteJournal`. Writers wait for each other up to
`_BUSY_S`. A commit costs one fsync; a read of new events is one indexed query.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cribbage.events import Event
from firmware.box.errors import JournalError
from firmware.box.journal import GAME_KIND, GameInfo, InboxItem, Stored

SCHEMA_VERSION: Final = 1
_BUSY_S: Final = 10.0
_SCHEMA: Final = """
CREATE TABLE event (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL,
    t REAL NOT NULL,
    at REAL NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX event_of_game ON event (game, n);
CREATE INDEX event_of_kind ON event (kind, n) WHERE kind IN ('game', 'phase');
CREATE TABLE inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL,
    t REAL NOT NULL,
    body TEXT NOT NULL
);
CREATE TABLE taken (id INTEGER PRIMARY KEY REFERENCES inbox (id));
CREATE TABLE waiting (id INTEGER PRIMARY KEY REFERENCES inbox (id));
CREATE TRIGGER inbox_waits AFTER INSERT ON inbox BEGIN INSERT INTO waiting VALUES (new.id); END;
CREATE TRIGGER taken_waits_no_more AFTER INSERT ON taken BEGIN DELETE FROM waiting WHERE id = new.id; END;
"""
_APPEND_ONLY: Final = """
CREATE TRIGGER {table}_no_{act} BEFORE {act} ON {table}
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""


class SqliteJournal:
    """A table's journal on disk. Raises `JournalError`, one line, for whatever the disk refuses."""

    def __init__(self, path: Path, wall: Callable[[], float] = time.time) -> None:
        """`wall` is the time of day that goes beside each event for people; nothing is decided by it."""
        self.path = path
        self._wall = wall
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise JournalError(_cannot_open(path, error)) from error
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._db.close()
            raise JournalError(_cannot_open(path, error)) from error
        except JournalError:
            self._db.close()
            raise

    def _prepare(self) -> None:
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        # Two processes may start on a fresh file together: look and make under one write lock.
        self._db.execute("BEGIN IMMEDIATE")
        try:
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
            if version == 0:
                for statement in _statements(_SCHEMA):
                    self._db.execute(statement)
                for table in ("event", "inbox", "taken"):
                    for act in ("UPDATE", "DELETE"):
                        self._db.execute(_APPEND_ONLY.format(table=table, act=act))
                self._db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            elif version != SCHEMA_VERSION:
                raise JournalError(
                    f"{self.path} was written by another version of Pegwatch (schema {version}, this program "
                    f"reads {SCHEMA_VERSION}): install the newer version, or choose another data folder"
                )
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def append(self, game: int, events: Sequence[Event], taken: Sequence[int] = ()) -> int:
        """Store events and take inbox items, all or nothing; return the last number."""
        at = self._wall()
        rows = [(game, e.t, at, e.kind, e.version, _dump(e.body)) for e in events]
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._db.executemany(
                    "INSERT INTO event (game, t, at, kind, version, body) VALUES (?, ?, ?, ?, ?, ?)", rows
                )
                self._db.executemany("INSERT INTO taken VALUES (?)", [(item,) for item in taken])
                self._db.execute("COMMIT")
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise self._refused(error) from error
        return self.last()

    def events(self, after: int = 0, game: int | None = None) -> Iterator[Stored]:
        """Events numbered above `after`, of one game or of all."""
        where, values = ("game = ? AND ", (game, after)) if game is not None else ("", (after,))
        rows = self._read(
            f"SELECT n, game, t, at, kind, version, body FROM event WHERE {where}n > ? ORDER BY n", values
        )
        for n, of_game, t, at, kind, version, body in rows:
            yield Stored(n, of_game, Event(kind, t, json.loads(body), version), at)

    def last(self) -> int:
        """The last event's number, 0 in an empty journal."""
        ((n,),) = self._read("SELECT coalesce(max(n), 0) FROM event")
        return int(n)

    def games(self) -> list[GameInfo]:
        """All games, oldest first."""
        over = {
            game
            for game, body in self._read("SELECT game, body FROM event WHERE kind = 'phase'")
            if json.loads(body).get("phase") == "over"
        }
        rows = self._read("SELECT game, at, body FROM event WHERE kind = ? ORDER BY n", (GAME_KIND,))
        return [GameInfo(game, at, json.loads(body), game in over) for game, at, body in rows]

    def put(self, source: str, t: float, body: Mapping[str, Any]) -> int:
        """Leave an item in the inbox; on the disk when this returns."""
        try:
            cursor = self._db.execute(
                "INSERT INTO inbox (source, t, body) VALUES (?, ?, ?)", (source, t, _dump(body))
            )
        except sqlite3.Error as error:
            raise self._refused(error) from error
        return int(cursor.lastrowid or 0)

    def pending(self) -> list[InboxItem]:
        """Items not taken yet, by (t, id)."""
        rows = self._read(
            "SELECT inbox.id, source, t, body FROM waiting JOIN inbox USING (id) ORDER BY t, inbox.id"
        )
        return [InboxItem(item, source, t, json.loads(body)) for item, source, t, body in rows]

    def table_time(self) -> float:
        """The latest table time that the inbox carries, s (events carry their game's own time)."""
        ((t,),) = self._read("SELECT coalesce(max(t), 0.0) FROM inbox")
        return float(t)

    def last_put(self, source: str) -> list[InboxItem]:
        """The newest item a source put of each kind and place, oldest first: how it picks up after a restart.

        SQLite looks through the whole inbox; only the few rows that still mean something are parsed.
        """
        rows = self._read(
            "SELECT id, source, t, body FROM inbox WHERE id IN (SELECT max(id) FROM inbox WHERE source = ? "
            "GROUP BY json_extract(body, '$.cards.zone'), json_extract(body, '$.unread.zone'), "
            "json_extract(body, '$.fault.part')) ORDER BY id",
            (source,),
        )
        return [InboxItem(item, of, t, json.loads(body)) for item, of, t, body in rows]

    def told_until(self, source: str) -> float:
        """The latest table time of anything a source put, s; -1 if it never put anything."""
        ((t,),) = self._read("SELECT coalesce(max(t), -1.0) FROM inbox WHERE source = ?", (source,))
        return float(t)

    def check(self) -> list[str]:
        """What SQLite itself finds wrong with the file; empty when it is sound."""
        found = [row[0] for row in self._read("PRAGMA integrity_check")]
        return [] if found == ["ok"] else found

    def _refused(self, error: sqlite3.Error) -> JournalError:
        return JournalError(f"cannot write {self.path}: {error}; is the disk full or read-only?")

    def _read(self, query: str, values: tuple[object, ...] = ()) -> list[Any]:
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(f"cannot read {self.path}: {error}") from error

    def close(self) -> None:
        """Let go of the file; twice is fine."""
        self._db.close()


def _dump(body: Mapping[str, Any]) -> str:
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False)


def _statements(script: str) -> Iterator[str]:
    """Split the schema where a statement is complete, as the sqlite3 shell does."""
    statement = ""
    for line in script.splitlines():
        statement += line + "\n"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _cannot_open(path: Path, error: Exception) -> str:
    reason = getattr(error, "strerror", None) or str(error)
    return (
        f"cannot open the journal {path}: {reason}; give a data folder that this user may write (--data DIR)"
    )
