"""Opening a journal's file with SQLite: to write, or to read it as it lies there."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

BUSY_S: Final = 4.0
"""How long SQLite itself waits for a lock that another process holds; two such waits are shorter than any
watchdog."""
PATIENCE_S: Final = 12.0
"""How long `put` and `append` go on trying (`patiently`); the last try may take `BUSY_S` more."""
BOARDS_PATIENCE_S: Final = 60.0
"""The same of the board process: by then its own watchdog has ended a process that holds the inbox and hangs."""
_AGAIN_S: Final = 0.01
_Done = TypeVar("_Done")
WAL: Final = "-wal"
SHM: Final = "-shm"


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
    """From now on SQLite itself refuses everything that a connection would write except new rows of these tables."""

    def allowed(act: int, one: str | None, other: str | None, _base: str | None, _by: str | None) -> int:
        fine = act in _READING or (act == sqlite3.SQLITE_INSERT and one in tables)
        fine = fine or (act == sqlite3.SQLITE_PRAGMA and one in _LOOKS and not (other and "check" not in one))
        return sqlite3.SQLITE_OK if fine else sqlite3.SQLITE_DENY

    db.set_authorizer(allowed)


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A file that is not changed. Where SQLite can put nothing beside it (a read-only disk), a copy is read."""
    if not path.is_file():
        raise FileNotFoundError(errno.ENOENT, "there is no such file", str(path))
    if _may_read_in_place(path):
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


def connect_to_follow(path: Path) -> sqlite3.Connection:
    """A file that another user writes, read with what is being written. `OSError` where it is not there for this user
    yet."""
    if not path.is_file():
        raise FileNotFoundError(errno.ENOENT, "there is no such file", str(path))
    if not _may_read_in_place(path):
        raise PermissionError(errno.EACCES, "its writer has not opened it yet", str(path))
    return _connect_uri(f"{path.resolve().as_uri()}?mode=ro")


def _may_read_in_place(path: Path) -> bool:
    """Whether SQLite, reading, would put nothing beside the file that its writer may not write.

    It makes the log and its index where they are not there, for readers too and in the reader's name: anyone who may
    write the file could then write it no more. So its writer leaves them there (`close_with_log`).
    """
    return os.access(path, os.W_OK) or all(path.with_name(path.name + end).exists() for end in (WAL, SHM))


def close_with_log(db: sqlite3.Connection, path: Path) -> None:
    """Close a file that is written; where others than its owner use the folder, an empty log and its index stay.

    SQLite takes both away with the last connection that may write, which waits for a reader to be gone.
    """
    keeper = None
    with contextlib.suppress(sqlite3.Error, OSError):
        if not db.in_transaction and path.parent.stat().st_mode & 0o020 and path.exists():
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            keeper = _connect_uri(f"{path.resolve().as_uri()}?mode=ro")
            keeper.execute("SELECT count(*) FROM sqlite_master").fetchone()
    db.close()
    if keeper is not None:
        keeper.close()


def close_to_others(path: Path) -> None:
    """Nobody but the owner may write a file and the log beside it; what an older program gave away is taken back."""
    me = os.geteuid()
    if not path.exists() or path.stat().st_uid != me:
        return
    # Where only the owner may write, a log of somebody else's is none of SQLite's: it would be read into the file.
    keep_out_others(path, logs_too=not path.stat().st_mode & 0o022)
    logs = [path.with_name(path.name + end) for end in (WAL, SHM)]
    take_over_logs(path)
    for file in (path, *logs):
        with contextlib.suppress(OSError):
            mode = file.stat().st_mode & 0o777
            if mode & 0o022:
                file.chmod(mode & ~0o022)


def keep_out_others(path: Path, *, logs_too: bool) -> None:
    """Put aside what somebody else laid beside a file so that SQLite would read it into it: a hot journal, with
    `logs_too` also a write-ahead log. For the owner of the folder."""
    for end in ("-journal", *((WAL, SHM) if logs_too else ())):
        laid = path.with_name(path.name + end)
        if laid.is_symlink() or (laid.exists() and laid.stat().st_uid != os.geteuid()):
            with contextlib.suppress(OSError):
                laid.rename(laid.with_name(f"{path.stem}-not-ours{end}"))


def patiently(act: Callable[[], _Done], patience_s: float, waits: Callable[[], None]) -> _Done:
    """Do something, again as long as another holds the file; `waits` is called before each further try."""
    until = time.monotonic() + patience_s
    while True:
        try:
            return act()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= until:
                raise
            waits()
            time.sleep(_AGAIN_S)  # SQLite itself has waited, but not where waiting could not have helped


def take_over_logs(path: Path) -> None:
    """Log and index of a file become this user's own, with what is in the log: no other may be the one to make them.

    In a sticky folder only the owner of a file, or of the folder, may take it away, and Linux (fs.protected_regular)
    may let nobody else open it. For the owner of the folder, before others use the file.
    """
    log, index = (path.with_name(path.name + end) for end in (WAL, SHM))
    if all(part.stat().st_uid == os.geteuid() for part in (log, index) if part.exists()):
        return
    with contextlib.suppress(OSError):
        if log.exists():
            fresh = log.with_name(log.name + ".new")
            fresh.unlink(missing_ok=True)
            shutil.copyfile(log, fresh)
            fresh.chmod(path.stat().st_mode & 0o777)
            os.replace(fresh, log)
        index.unlink(missing_ok=True)


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
    """The one number each query gives, all of one moment: between two of them nobody can have made the file again."""
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


def put_aside(path: Path, why: str) -> Path:
    """Keep a file under a name that is free (``inbox-WHY-1.sqlite``), its write-ahead log with it."""
    return put_aside_together(path, why=why)[0]


def put_aside_together(*paths: Path, why: str) -> list[Path]:
    """Keep files that belong together, those of them that are there, under names with one number, in this order."""
    number = 1
    while any(_aside(path, why, number).exists() for path in paths):
        number += 1
    kept = [_aside(path, why, number) for path in paths]
    for path, aside in zip(paths, kept, strict=True):
        # The log first: a database without its log is old, a log without its database is found beside it.
        for end in (WAL, SHM, ""):
            part = path.with_name(path.name + end)
            if part.exists():
                part.rename(aside.with_name(aside.name + end))
    return kept


def _aside(path: Path, why: str, number: int) -> Path:
    return path.with_name(f"{path.stem}-{why}-{number}{path.suffix}")


def copy_files(path: Path, to: Path) -> None:
    """Copy a journal's file and its write-ahead log, which belong together, as they lie there."""
    for end in ("", WAL):
        if path.with_name(path.name + end).exists():
            shutil.copyfile(path.with_name(path.name + end), to.with_name(to.name + end))
