"""The two databases of the hub's store: the same tables and the same promises in SQLite and in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Protocol

from club.errors import StoreError
from club.onehub import PATIENCE_S, HeldFile, hold_advisory


class Database(Protocol):
    """What differs between the two databases."""

    place: str

    def hold(self) -> None:
        """Be the only hub on this database until it is closed or the process ends; `StoreError` if there is one."""
        ...

    def run(self, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Run one statement with ``?`` for values and return its rows."""
        ...

    def fill(self, table: str, columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> None:
        """Add rows with their own numbers to an empty table; the next number comes after theirs."""
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
    "CREATE TABLE IF NOT EXISTS aside (topic TEXT NOT NULL, why TEXT NOT NULL, size BIGINT NOT NULL, "
    "payload TEXT NOT NULL, times BIGINT NOT NULL, first {real} NOT NULL, last {real} NOT NULL, "
    "PRIMARY KEY (topic, why))",
)
APPEND_ONLY: Final = ("record", "told")


class SqliteDatabase:
    """One file; every commit is on the disk before it counts."""

    def __init__(self, path: Path) -> None:
        import sqlite3

        self._error = sqlite3.Error
        self.place = str(path)
        self._held = HeldFile(path)
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

    def fill(self, table: str, columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> None:
        for row in rows:  # SQLite goes on from the highest number by itself
            self.run(
                f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})", row
            )

    def hold(self) -> None:
        self._held.take()

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
        self._held.release()


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
        self._is_held = self._in_work = False
        self._connect()

    def _connect(self) -> None:
        import psycopg

        try:
            self._db = psycopg.connect(self._url, connect_timeout=10, autocommit=True)
        except psycopg.Error as error:
            raise StoreError(
                f"cannot reach PostgreSQL at {self.place}: {_line(error)}; is it running?"
            ) from error

    def fill(self, table: str, columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> None:
        names, places = ", ".join(columns), ", ".join("?" * len(columns))
        last = None
        for row in rows:
            self.run(f"INSERT INTO {table} ({names}) OVERRIDING SYSTEM VALUE VALUES ({places})", row)
            last = row[0] if last is None else max(last, row[0])
        if last is not None:
            self.run("SELECT setval(pg_get_serial_sequence(?, ?), ?)", (table, columns[0], last))

    def hold(self) -> None:
        self._is_held = True
        self._hold(PATIENCE_S)

    def _hold(self, patience_s: float) -> None:
        try:
            hold_advisory(self.run, self.place, patience_s)
        except StoreError:
            self._db.close()
            raise

    def run(self, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        if self._db.closed and not self._in_work:
            self._again()
        try:
            return self._rows(statement, values)
        except self._error as error:
            if not self._db.closed or self._in_work:
                raise StoreError(f"cannot use PostgreSQL at {self.place}: {_line(error)}") from error
        # The server was started again since the last word, and outside of a transaction nothing is written: so the
        # question is asked once more, and no page shows an error for what is over.
        self._again()
        try:
            return self._rows(statement, values)
        except self._error as error:
            raise StoreError(f"cannot use PostgreSQL at {self.place}: {_line(error)}") from error

    def _again(self) -> None:
        self._connect()
        if self._is_held:
            self._hold(0.0)  # nobody at a page waits; the next word asks again

    def _rows(self, statement: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        cursor = self._db.execute(statement.replace("?", "%s").encode(), values or None)
        return cursor.fetchall() if cursor.description else []

    def begin(self) -> None:
        self.run("BEGIN")
        self._in_work = True

    def commit(self) -> None:
        self.run("COMMIT")
        self._in_work = False

    def rollback(self) -> None:
        self._in_work = False
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


def _line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
