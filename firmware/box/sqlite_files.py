"""Opening a journal's file with SQLite: to write, or to read it as it lies there."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any, Final

BUSY_S: Final = 10.0
_AGAIN_S: Final = 0.01
WAL: Final = "-wal"


NO_MEMORY: Final = "out of memory, or a spoilt page asks for more than there is"


class Connection(sqlite3.Connection):
    """One that also says of a damaged schema that it is damage.

    SQLite names the spoilt place in its message, and where the spoilt bytes are no text Python makes no error of
    SQLite's out of it but a UnicodeDecodeError.
    """

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """As SQLite's own."""
        try:
            return super().execute(sql, parameters)
        except UnicodeDecodeError as error:
            damaged = sqlite3.DatabaseError("malformed database schema")
            damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise damaged from error
        except MemoryError as error:
            raise sqlite3.DatabaseError(NO_MEMORY) from error


def connect(path: Path) -> sqlite3.Connection:
    """A file that is written; what others hold is waited for."""
    return _lenient(
        sqlite3.connect(
            path, timeout=BUSY_S, isolation_level=None, check_same_thread=False, factory=Connection
        )
    )


def _lenient(db: sqlite3.Connection) -> sqlite3.Connection:
    """One text that is none shall not take away all others that are read with it: it is found by its check sum."""
    db.text_factory = _text
    return db


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


_READING: Final = (
    sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE,
    sqlite3.SQLITE_TRANSACTION, sqlite3.SQLITE_SAVEPOINT,
)  # fmt: skip
_LOOKS: Final = ("user_version", "application_id", "quick_check", "integrity_check", "foreign_key_check")


def allow_only_adding_to(db: sqlite3.Connection, *tables: str) -> None:
    """SQLite itself refuses from now on whatever a connection would write but new rows of these tables."""

    def allowed(act: int, one: str | None, other: str | None, _base: str | None, _by: str | None) -> int:
        fine = act in _READING or (act == sqlite3.SQLITE_INSERT and one in tables)
        fine = fine or (act == sqlite3.SQLITE_PRAGMA and one in _LOOKS and not (other and "check" not in one))
        return sqlite3.SQLITE_OK if fine else sqlite3.SQLITE_DENY

    db.set_authorizer(allowed)


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A file that is not changed. Where SQLite can put nothing beside it (a read-only disk), a copy is read."""
    if not path.is_file():
        raise FileNotFoundError(errno.ENOENT, "there is no such file", str(path))
    db = _connect_uri(f"{path.resolve().as_uri()}?mode=ro")
    try:
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        db.close()
    else:
        return db
    # The write-ahead log holds what was said last, so the copy is of both; both fit in memory many times over.
    with tempfile.TemporaryDirectory(prefix="pegwatch-") as folder:
        copy_files(path, Path(folder) / path.name)
        db = _connect_uri((Path(folder) / path.name).as_uri())
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        memory = _lenient(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False))
        db.backup(memory)
        db.close()
    return memory


def switch_to_wal(db: sqlite3.Connection) -> None:
    """Make the file keep a write-ahead log. `sqlite3.OperationalError` if others hold it for `BUSY_S`.

    SQLite does not wait for others here, whatever the time-out of the connection: two who both want the file for
    themselves would wait for each other. So the one who comes second tries again.
    """
    until = time.monotonic() + BUSY_S
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= until:
                raise
            time.sleep(_AGAIN_S)
        else:
            return


def look_once(db: sqlite3.Connection, *queries: str) -> list[int]:
    """The one number each query gives, all of one moment: between two of them nobody can have made the file anew."""
    if db.in_transaction:
        return [db.execute(query).fetchone()[0] for query in queries]
    db.execute("BEGIN")
    try:
        return [db.execute(query).fetchone()[0] for query in queries]
    finally:
        db.execute("COMMIT")


def _connect_uri(address: str) -> sqlite3.Connection:
    return _lenient(
        sqlite3.connect(
            address,
            uri=True,
            timeout=BUSY_S,
            isolation_level=None,
            check_same_thread=False,
            factory=Connection,
        )
    )


def copy_files(path: Path, to: Path) -> None:
    """Copy a journal's file and its write-ahead log, which belong together, as they lie there."""
    for end in ("", WAL):
        if path.with_name(path.name + end).exists():
            shutil.copyfile(path.with_name(path.name + end), to.with_name(to.name + end))
