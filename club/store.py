"""What the hub keeps, in SQLite or PostgreSQL by one setting: records that are only ever added, what tables sent,
and the latest live score and health of each table.

* `append` adds a record of one event (of the club, not of a game) and returns its number; nothing can change or take
  away a record, triggers see to it in both databases.
* `tell` keeps a finished game once: the same (table, stream, number) again changes nothing and returns False. `have`
  is the number up to which nothing is missing, which is what a table is told to go on from.
* `post` remembers only the newest of its kind for a table, and only while the hub runs.

One connection and one lock: pages and the broker's thread use the same store. Every method commits before it returns.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from club.errors import StoreError


@dataclass(frozen=True, slots=True)
class Record:
    """One thing that was done: when (wall time, s), by whom, of what kind."""

    n: int
    event: int
    at: float
    who: str
    kind: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """A finished game as a table sent it; `id` is the hub's own number, in order of arrival."""

    id: int
    table: str
    stream: str
    n: int
    at: float
    body: Mapping[str, Any]


class Database(Protocol):
    """What differs between the two databases."""

    place: str

    def run(self, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Run one statement with ``?`` for values and return its rows."""
        ...

    def begin(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def close(self) -> None: ...


SCHEMA_VERSION: Final = 1
_TABLES: Final = (
    "CREATE TABLE IF NOT EXISTS pegwatch_schema (version INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS record (n {serial}, event INTEGER NOT NULL, at {real} NOT NULL, who TEXT NOT NULL, "
    "kind TEXT NOT NULL, body TEXT NOT NULL)",
    "CREATE INDEX IF NOT EXISTS record_of_event ON record (event, n)",
    "CREATE TABLE IF NOT EXISTS told (id {serial}, place TEXT NOT NULL, stream TEXT NOT NULL, n BIGINT NOT NULL, "
    "at {real} NOT NULL, body TEXT NOT NULL, UNIQUE (place, stream, n))",
)
APPEND_ONLY: Final = ("record", "told")


class SqliteDatabase:
    """One file; every commit is on the disk before it counts."""

    def __init__(self, path: Path) -> None:
        import sqlite3

        self._error = sqlite3.Error
        self.place = str(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10.0)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
        except (OSError, sqlite3.Error) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise StoreError(
                f"cannot open {path}: {reason}; choose another data folder with --data DIR"
            ) from error

    def run(self, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(statement, values).fetchall()
        except self._error as error:
            raise StoreError(f"cannot use {self.place}: {error}; is the disk full or read-only?") from error

    def begin(self) -> None:
        self.run("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self.run("COMMIT")

    def rollback(self) -> None:
        self.run("ROLLBACK")

    def make(self) -> None:
        """Make the tables, and the triggers that refuse changes."""
        for statement in _TABLES:
            self.run(statement.format(serial="INTEGER PRIMARY KEY AUTOINCREMENT", real="REAL"))
        for table in APPEND_ONLY:
            for act in ("UPDATE", "DELETE"):
                self.run(
                    f"CREATE TRIGGER IF NOT EXISTS {table}_no_{act} BEFORE {act} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
                )

    def close(self) -> None:
        self._db.close()


class PostgresDatabase:
    """A database of a server, by its address ``postgresql://user:password@host/name``."""

    def __init__(self, url: str) -> None:
        try:
            import psycopg
        except ImportError as error:
            raise StoreError("PostgreSQL needs a driver: pip install 'pegwatch[postgres]'") from error
        self._error = psycopg.Error
        self.place = url.rpartition("@")[2] or url
        self._url = url
        try:
            self._db = psycopg.connect(url, connect_timeout=10, autocommit=True)
        except psycopg.Error as error:
            raise StoreError(
                f"cannot reach PostgreSQL at {self.place}: {_line(error)}; is it running?"
            ) from error

    def run(self, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        try:
            cursor = self._db.execute(statement.replace("?", "%s").encode(), values or None)
            return cursor.fetchall() if cursor.description else []
        except self._error as error:
            raise StoreError(f"cannot use PostgreSQL at {self.place}: {_line(error)}") from error

    def begin(self) -> None:
        if self._db.closed:  # the server was started again: so are we
            import psycopg

            try:
                self._db = psycopg.connect(self._url, connect_timeout=10, autocommit=True)
            except psycopg.Error as error:
                raise StoreError(f"cannot reach PostgreSQL at {self.place}: {_line(error)}") from error
        self.run("BEGIN")

    def commit(self) -> None:
        self.run("COMMIT")

    def rollback(self) -> None:
        if not self._db.closed:
            self.run("ROLLBACK")

    def make(self) -> None:
        """Make the tables, and the triggers that refuse changes; one hub at a time does it."""
        self.run("SELECT pg_advisory_xact_lock(7012025)")
        for statement in _TABLES:
            self.run(
                statement.format(
                    serial="BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", real="DOUBLE PRECISION"
                )
            )
        self.run(
            "CREATE OR REPLACE FUNCTION pegwatch_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ "
            "BEGIN RAISE EXCEPTION 'this table is append-only'; END $$"
        )
        for table in APPEND_ONLY:
            self.run(f"DROP TRIGGER IF EXISTS {table}_append_only ON {table}")
            self.run(
                f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION pegwatch_append_only()"
            )

    def close(self) -> None:
        self._db.close()


class Store:
    """The hub's memory; see the module. Raises `StoreError`, one line, for whatever the database refuses."""

    def __init__(
        self, database: SqliteDatabase | PostgresDatabase, wall: Callable[[], float] = time.time
    ) -> None:
        self._db = database
        self._wall = wall
        self._lock = threading.RLock()
        self._depth = 0
        self._posted: dict[str, dict[str, tuple[float, Mapping[str, Any]]]] = {}
        try:
            with self.together():
                database.make()
                found = database.run("SELECT version FROM pegwatch_schema")
                if not found:
                    database.run("INSERT INTO pegwatch_schema VALUES (?)", (SCHEMA_VERSION,))
                elif found[0][0] != SCHEMA_VERSION:
                    raise StoreError(
                        f"{database.place} was written by another version of Pegwatch (schema {found[0][0]}, this "
                        f"program reads {SCHEMA_VERSION}): install the newer version, or choose another place"
                    )
        except BaseException:
            database.close()
            raise

    @contextmanager
    def together(self) -> Iterator[None]:
        """Within this, everything is kept or nothing, with one commit; another `together` inside belongs to it."""
        with self._lock:
            if self._depth:
                yield
                return
            self._db.begin()
            self._depth = 1
            try:
                yield
            except BaseException:
                self._db.rollback()
                raise
            else:
                self._db.commit()
            finally:
                self._depth = 0

    def append(self, event: int, who: str, kind: str, body: Mapping[str, Any]) -> int:
        """Add one record; return its number. A new event's first record has `event` 0 and gets its own number."""
        with self.together():
            ((n,),) = self._db.run(
                "INSERT INTO record (event, at, who, kind, body) VALUES (?, ?, ?, ?, ?) RETURNING n",
                (event, self._wall(), who, kind, _dump(body)),
            )
            return int(n)

    def append_all(self, event: int, who: str, things: list[tuple[str, Mapping[str, Any]]]) -> None:
        """Add several records, all or nothing."""
        with self.together():
            for kind, body in things:
                self._db.run(
                    "INSERT INTO record (event, at, who, kind, body) VALUES (?, ?, ?, ?, ?)",
                    (event, self._wall(), who, kind, _dump(body)),
                )

    def records(self, event: int, after: int = 0) -> list[Record]:
        """The records of one event above a number; its first has `event` 0 and the event's own number."""
        with self._lock:
            rows = self._db.run(
                "SELECT n, event, at, who, kind, body FROM record WHERE n > ? AND (event = ? OR n = ?) ORDER BY n",
                (after, event, event),
            )
        return [Record(n, of, at, who, kind, json.loads(body)) for n, of, at, who, kind, body in rows]

    def events(self) -> list[Record]:
        """The first record of every event, newest first."""
        with self._lock:
            rows = self._db.run(
                "SELECT n, event, at, who, kind, body FROM record WHERE event = 0 ORDER BY n DESC"
            )
        return [Record(n, of, at, who, kind, json.loads(body)) for n, of, at, who, kind, body in rows]

    def tell(self, table: str, stream: str, n: int, body: Mapping[str, Any]) -> bool:
        """Keep a finished game; False if it was here already."""
        with self.together():
            rows = self._db.run(
                "INSERT INTO told (place, stream, n, at, body) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (place, stream, n) DO NOTHING RETURNING id",
                (table, stream, n, self._wall(), _dump(body)),
            )
            return bool(rows)

    def told(self, after: int = 0) -> list[Told]:
        """Finished games in order of arrival."""
        with self._lock:
            rows = self._db.run(
                "SELECT id, place, stream, n, at, body FROM told WHERE id > ? ORDER BY id", (after,)
            )
        return [Told(i, table, stream, n, at, json.loads(body)) for i, table, stream, n, at, body in rows]

    def told_game(self, table: str, stream: str, n: int) -> Told | None:
        """One finished game, if it is here."""
        with self._lock:
            rows = self._db.run(
                "SELECT id, place, stream, n, at, body FROM told WHERE place = ? AND stream = ? AND n = ?",
                (table, stream, n),
            )
        return next((Told(i, of, s, k, at, json.loads(body)) for i, of, s, k, at, body in rows), None)

    def have(self, table: str, stream: str) -> int:
        """The number up to which nothing of this stream is missing."""
        with self._lock:
            ((first_gap,),) = self._db.run(
                "SELECT min(x.n) FROM (SELECT 0 AS n UNION ALL SELECT n FROM told WHERE place = ? AND stream = ?) x "
                "WHERE NOT EXISTS (SELECT 1 FROM told t WHERE t.place = ? AND t.stream = ? AND t.n = x.n + 1)",
                (table, stream, table, stream),
            )
        return int(first_gap)

    def post(self, table: str, what: str, body: Mapping[str, Any]) -> None:
        """Remember the newest of a kind for a table, in memory: the broker keeps it and says it again."""
        with self._lock:
            self._posted.setdefault(what, {})[table] = (self._wall(), body)

    def posted(self, what: str) -> dict[str, tuple[float, Mapping[str, Any]]]:
        """The newest of a kind for every table: (wall time, body)."""
        with self._lock:
            return dict(self._posted.get(what, {}))

    def close(self) -> None:
        """Let go of the database."""
        with self._lock:
            self._db.close()


def open_store(where: str, wall: Callable[[], float] = time.time) -> Store:
    """The store at a path, or of a ``postgresql://`` address."""
    if where.startswith(("postgresql://", "postgres://")):
        return Store(PostgresDatabase(where), wall)
    return Store(SqliteDatabase(Path(where)), wall)


def _dump(body: Mapping[str, Any]) -> str:
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False)


def _line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
