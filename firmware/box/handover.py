"""A table's record on its way out to a keeper's phone, and back in from it.

Out: `packed` gives the journal, copied whole while the table plays on, as one gzip file; `pegwatch journal restore
--from` takes it too. In: `Incoming` takes such a file piece by piece into the data folder and looks at all of it; a
sound one then lies there as `WANTED`, and changes nothing. What writes the journal takes it in when it starts next
(`take_in`), with the write lock held, by the same `restore` as the command line: what lay there is kept under another
name, and later events of the same journal are kept.

Whatever breaks off leaves the journal as it was: a piece that never comes, a full disk, the power. Cost: the
size of the journal once on the disk for each of its copies.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware.box.backup import Restored, copy_whole, restore, sync_folder
from firmware.box.errors import JournalError
from firmware.box.pieces import TooLarge, add_piece
from firmware.box.refusal import refusal
from firmware.box.sqlite_journal import SqliteJournal

WANTED: Final = "restore-wanted.sqlite"
_INCOMING: Final = "restore-incoming.gz"
_REFUSED: Final = "restore-refused.sqlite"
_BLOCK: Final = 1 << 16
LARGEST: Final = 1 << 30
"""Bytes of a journal that is taken in: forty years of evenings."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A sound journal that waits for the next start: the first letters of its id, its games, its last event."""

    journal: str
    games: int
    last: int


def packed(path: Path) -> Iterator[bytes]:
    """The journal as the bytes of a gzip file; `JournalError` before the first of them if it cannot be copied."""
    with tempfile.TemporaryDirectory(prefix="handover-", dir=path.parent) as folder:
        copy = Path(folder) / "journal.sqlite"
        try:
            copy_whole(path, copy)
        except Exception as error:
            raise JournalError(refusal("copy", path, error)) from error
        pack = zlib.compressobj(6, zlib.DEFLATED, zlib.MAX_WBITS | 16)
        with copy.open("rb") as file:
            while block := file.read(_BLOCK):
                yield pack.compress(block)
        yield pack.flush()


class Incoming:
    """A file that comes in pieces, in order, from one sender at a time; a new first piece starts over."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._path = data / _INCOMING

    def take(self, at: int, piece: bytes) -> int:
        """Add a piece that begins at byte `at`; how many bytes are there now. One that does not follow adds
        nothing."""
        try:
            return add_piece(self._path, at, piece, LARGEST)
        except TooLarge as error:
            self.drop()
            raise JournalError(
                "the file is too large for a journal: choose the one that was saved as a backup"
            ) from error
        except OSError as error:
            self.drop()
            raise JournalError(refusal("take in", self._data, error)) from error

    def finish(self) -> Offer:
        """Unpack what came and look at all of it; it waits then. `JournalError`, one line, if it is no sound
        journal."""
        part = self._data / f"{WANTED}.part"
        try:
            _unpack(self._path, part)
            found = _look(part)
            with part.open("rb") as written:
                os.fsync(written.fileno())
            os.replace(part, self._data / WANTED)
            sync_folder(self._data)
        except (OSError, EOFError, zlib.error) as error:
            raise JournalError("the file is no backup of a table, or a part of it is missing") from error
        finally:
            _forget(part)
            self.drop()
        return found

    def drop(self) -> None:
        """Forget what came."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)


def offered(data: Path) -> Offer | None:
    """The journal that waits for the next start; None where none does."""
    try:
        return _look(data / WANTED) if (data / WANTED).exists() else None
    except JournalError:
        return None


def withdraw(data: Path) -> None:
    """What waits is not wanted after all."""
    _forget(data / WANTED)


def take_in(path: Path, folder: Path) -> Restored | None:
    """Put what waits in the journal's place; None where nothing waits. Call it with the write lock held, before
    opening it.

    `JournalError` where it cannot be; then the journal is as it was, and what waited is put aside so that the
    table starts.
    """
    wanted = path.parent / WANTED
    if not wanted.exists():
        return None
    try:
        done = restore(path, folder, wanted, why="replaced")
    except JournalError:
        with contextlib.suppress(OSError):
            os.replace(wanted, wanted.with_name(_REFUSED))
        raise
    _forget(wanted)
    sync_folder(path.parent)
    return done


def _unpack(source: Path, target: Path) -> None:
    left = LARGEST
    with gzip.open(source, "rb") as file, target.open("wb") as out:
        while block := file.read(_BLOCK):
            left -= len(block)
            if left < 0:
                raise JournalError(
                    "the file is too large for a journal: choose the one that was saved as a backup"
                )
            out.write(block)


def _look(path: Path) -> Offer:
    with closing(SqliteJournal(path, read_only=True)) as journal:
        wrong = journal.check()
        if wrong:
            raise JournalError(f"the backup is not sound ({wrong[0]})")
        return Offer(journal.name[:8], len(journal.games()), journal.last())


def _forget(path: Path) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + end).unlink(missing_ok=True)
