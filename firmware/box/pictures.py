"""The pictures kept as evidence of readings: small JPEGs in a file of their own beside the journal.

They are expendable, and the journal is not. So they live in another file, are written by a thread of their own, for
which no reading waits, and whatever goes wrong with them (a full or broken disk, a broken file) costs
pictures and a line of warning, never a reading. The file never grows beyond its budget: the oldest pictures go
first, so those of games long over go before those of the game in progress.

A picture's key is the digest of its own bytes. The journal's event carries the key, so what is found under it is
the picture taken then, or nothing.
"""

from __future__ import annotations

import hashlib
import os
import queue
import shutil
import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from firmware.box.files import make_for_the_group
from firmware.box.sqlite_files import SHM, Connection, close_to_others, close_with_log, switch_to_wal

FILE: Final = "pictures.sqlite"
DEFAULT_BUDGET_MB: Final = 256
KEEP_FREE_BYTES: Final = (
    128 * 1024 * 1024
)  # room left on the disk for the journal: below it pictures do not grow
KEY_DIGITS: Final = 32
_WAITING: Final = 24  # pictures that may wait for a slow disk; more are not kept
_BUSY_S: Final = 2.0
_PAGE_BYTES: Final = 4096
_SPARE_BYTES: Final = 1024 * 1024  # of the budget, for the write-ahead log and half-filled pages
_SMALLEST_BUDGET: Final = 2 * _SPARE_BYTES
_SCHEMA: Final = (
    "CREATE TABLE IF NOT EXISTS picture (id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, "
    "zone TEXT NOT NULL, t REAL NOT NULL, size INTEGER NOT NULL, jpeg BLOB NOT NULL)"
)


def picture_key(jpeg: bytes) -> str:
    """The key of a picture: 32 hexadecimal digits of its SHA-256."""
    return hashlib.sha256(jpeg).hexdigest()[:KEY_DIGITS]


class PictureStore:
    """The file of pictures. Not to be shared between threads; `sqlite3.Error` and `OSError` pass through."""

    def __init__(self, path: Path, budget_bytes: int, keep_free_bytes: int = KEEP_FREE_BYTES) -> None:
        """Open the file, or make a new one if it is none of ours; `budget_bytes` is what it may take on the disk."""
        self._path = path
        self._budget = max(budget_bytes, _SMALLEST_BUDGET)
        self._keep_free = keep_free_bytes
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._db = self._open()
        except sqlite3.DatabaseError as error:
            if not _is_broken(error):
                raise
            _discard(path)
            self._db = self._open()

    def _open(self) -> sqlite3.Connection:
        make_for_the_group(self._path, 0o640)
        with suppress(OSError):
            close_to_others(self._path)
        db = sqlite3.connect(self._path, timeout=_BUSY_S, isolation_level=None, factory=Connection)
        try:
            db.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
            db.execute("PRAGMA auto_vacuum = INCREMENTAL")
            switch_to_wal(db)
            for pragma in (
                "synchronous = NORMAL",  # a power cut may cost the last pictures, never the file
                "wal_autocheckpoint = 64",
                f"journal_size_limit = {_SPARE_BYTES // 2}",
            ):
                db.execute(f"PRAGMA {pragma}")
            db.execute(_SCHEMA)
        except BaseException:
            db.close()
            raise
        return db

    def put(self, zone: str, t: float, jpeg: bytes) -> str:
        """Keep a picture, the oldest ones making room for it; return its key."""
        self._make_room(len(jpeg))
        key = picture_key(jpeg)
        self._db.execute(
            "INSERT OR REPLACE INTO picture (key, zone, t, size, jpeg) VALUES (?, ?, ?, ?, ?)",
            (key, zone, t, len(jpeg), jpeg),
        )
        return key

    def _make_room(self, size: int) -> None:
        allowed = self._budget - _SPARE_BYTES
        free = shutil.disk_usage(self._path.parent).free
        if free < self._keep_free + size:
            allowed = min(allowed, self._used_bytes())
        if self._used_bytes() + size + 2 * _PAGE_BYTES <= allowed:
            return
        # A tenth at a time, so that a full store does not have to make room for every single picture.
        while self._used_bytes() + size + 2 * _PAGE_BYTES > allowed and len(self):
            share = max(1, len(self) // 10)
            self._db.execute(
                "DELETE FROM picture WHERE id IN (SELECT id FROM picture ORDER BY id LIMIT ?)", (share,)
            )
        # As a script: executed singly, the statement stops after the first page it gives back.
        self._db.executescript("PRAGMA incremental_vacuum;")

    def _used_bytes(self) -> int:
        (pages,) = self._db.execute("PRAGMA page_count").fetchone()
        (free,) = self._db.execute("PRAGMA freelist_count").fetchone()
        return int(pages - free) * _PAGE_BYTES

    def __len__(self) -> int:
        (count,) = self._db.execute("SELECT count(*) FROM picture").fetchone()
        return int(count)

    def close(self) -> None:
        """Let go of the file; twice is fine."""
        close_with_log(self._db, self._path)


def read_picture(path: Path, key: str) -> bytes | None:
    """The picture of a key; None if it is not kept (any more), or is not what its key says."""
    if not path.is_file():
        return None
    with suppress(sqlite3.Error), closing(_connect_to_look(path)) as db:
        found = db.execute("SELECT jpeg FROM picture WHERE key = ?", (key,)).fetchone()
        if found is not None and isinstance(found[0], bytes) and picture_key(found[0]) == key:
            return found[0]
    return None


def _connect_to_look(path: Path) -> sqlite3.Connection:
    """A file that another user writes. A reader makes no log: in its name, the writer could write there no more."""
    has_log = all(beside.exists() for beside in _beside(path))
    how = "mode=ro" if has_log else "mode=ro&immutable=1"  # what is read half is no picture of its key
    return sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True, timeout=_BUSY_S, factory=Connection)


class PictureKeeper:
    """Keeps pictures from another thread: `keep` returns at once, whatever the disk does."""

    def __init__(self, path: Path, budget_bytes: int, keep_free_bytes: int = KEEP_FREE_BYTES) -> None:
        self._path = path
        self._budget = budget_bytes
        self._keep_free = keep_free_bytes
        self._waiting: queue.Queue[tuple[str, float, bytes] | None] = queue.Queue(_WAITING)
        self.trouble = ""
        """Why pictures are not being kept just now, in words; empty while they are."""
        self._thread = threading.Thread(target=self._work, name="pictures", daemon=True)
        self._thread.start()

    def keep(self, zone: str, t: float, jpeg: bytes) -> str:
        """Have a picture kept; its key. It may still be lost, which shows as a picture that is not there."""
        try:
            self._waiting.put_nowait((zone, t, jpeg))
        except queue.Full:
            self.trouble = "the disk is too slow for them"
        return picture_key(jpeg)

    def close(self) -> None:
        """Keep what waits, and end; a disk that hangs is not waited for."""
        with suppress(queue.Full):
            self._waiting.put_nowait(None)
        self._thread.join(timeout=_BUSY_S)

    def _work(self) -> None:
        store: PictureStore | None = None
        while (item := self._waiting.get()) is not None:
            try:
                if store is None:
                    store = PictureStore(self._path, self._budget, self._keep_free)
                store.put(*item)
                self.trouble = ""
            except (sqlite3.Error, OSError) as error:
                self.trouble = getattr(error, "strerror", None) or str(error)
                if store is not None:  # opened again for the next picture
                    store.close()
                    store = None
                if _is_broken(error):
                    with suppress(OSError):
                        _discard(self._path)
        if store is not None:
            store.close()


def _beside(path: Path) -> tuple[Path, ...]:
    return tuple(path.with_name(path.name + end) for end in ("-wal", "-shm"))


def _is_broken(error: Exception) -> bool:
    """Whether the file itself is no good; a file that is locked, or a disk without room, is another matter."""
    return isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)


def _discard(path: Path) -> None:
    for name in (*_beside(path), path):  # the log first: beside another file it would be read into that one
        try:
            name.unlink(missing_ok=True)
        except PermissionError:  # of an older version's page, in a sticky folder
            if name != path and not name.name.endswith(SHM):
                os.truncate(name, 0)


def bytes_on_disk(path: Path) -> int:
    """What the pictures take on the disk, their write-ahead log included."""
    return sum(os.path.getsize(name) for name in (path, *_beside(path)) if name.exists())
