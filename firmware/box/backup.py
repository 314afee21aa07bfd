"""Copies of the journal, made by SQLite's own means while the table plays on, and the way back from one.

A backup is one whole, checked file, ``journal-ID-NUMBER.sqlite``: ID are the first letters of the journal's own id,
NUMBER is that of its last event. Numbers, not dates: a box without a clock of its own has been in every year.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware.box.chain import KEY_FILE
from firmware.box.errors import JournalError
from firmware.box.inbox import inbox_of
from firmware.box.learntboards import bring_back_boards, carries_boards, carry_boards
from firmware.box.refusal import is_full, refusal
from firmware.box.salvage import Salvaged, carry_all, salvage
from firmware.box.sqlite_files import put_aside_together
from firmware.box.sqlite_journal import SqliteJournal

FOLDER: Final = "backups"
_NAME: Final = re.compile(r"journal-(?P<id>[0-9a-f]{8})-(?P<n>\d{10})\.sqlite")
_PAGES: Final = 256  # how many are copied before others get their turn
_PART: Final = ".part"


@dataclass(frozen=True, slots=True)
class Backup:
    """One backup: its file, the first letters of its journal's id, and the number of its last event."""

    path: Path
    journal: str
    last: int


def backups(folder: Path) -> list[Backup]:
    """The backups in a folder, those of the same journal together, oldest first."""
    found = [(path, _NAME.fullmatch(path.name)) for path in folder.glob("journal-*.sqlite")]
    known = [Backup(path, match["id"], int(match["n"])) for path, match in found if match]
    return sorted(known, key=lambda backup: (backup.journal, backup.last))


def back_up(
    path: Path, folder: Path, keep: int, told: Callable[[int, int], None] | None = None
) -> Path | None:
    """Copy the journal, and the boards that were learnt beside it, into a folder and keep its `keep` newest copies;
    None if nothing is new since the last.

    `told` hears how many pages of how many are copied.

    `JournalError` if the journal cannot be read or the copy is not sound; then nothing in the folder has changed.
    """
    with closing(SqliteJournal(path, read_only=True)) as journal:
        name, last = journal.name[:8] or "0" * 8, journal.last()
    target = folder / f"journal-{name}-{last:010d}.sqlite"
    if target.exists() and _carries(path, target):
        return None
    part = target.with_name(target.name + _PART)
    try:
        _begin(part)
        copy_whole(path, part, told)
        with closing(SqliteJournal(part, read_only=True)) as copy:
            wrong = copy.check(changes=False)  # what somebody changed is kept as it is, too
            # Something may have been said meanwhile: the copy is named by what it holds.
            target = folder / f"journal-{name}-{copy.last():010d}.sqlite"
        if wrong:
            raise JournalError(f"the journal {path} is damaged ({wrong[0]}); run: pegwatch journal restore")
        os.replace(part, target)
        sync_folder(folder)
    except (OSError, sqlite3.Error) as error:
        if is_full(error):  # nothing but the copy is written
            raise JournalError(_no_folder(folder, "the disk is full")) from error
        raise JournalError(refusal("back up", path, error)) from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    for old in [backup for backup in backups(folder) if backup.journal == name][:-keep]:
        with contextlib.suppress(OSError):  # one too many is no reason to fail
            old.path.unlink(missing_ok=True)
    return target


def _begin(part: Path) -> None:
    """An empty copy, by which it shows whether its folder can be written: SQLite would not say which of the two
    files it is about."""
    folder = part.parent
    try:
        folder.mkdir(mode=0o750, parents=True, exist_ok=True)  # others of the group take no backup away
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644))
    except OSError as error:
        raise JournalError(_no_folder(folder, error.strerror or str(error))) from error


def _no_folder(folder: Path, why: str) -> str:
    return f"cannot use the backup folder {folder}: {why}; name another with --to DIR"


def copy_whole(path: Path, target: Path, told: Callable[[int, int], None] | None = None) -> None:
    """Copy a journal into one file that needs no write-ahead log, on the disk when this returns; `told` as above.

    What is in its inbox stands in the copy as `carried`. The events are copied first: what is taken meanwhile
    waits in the copy, which does not know its events either.
    """

    def copied(_status: int, left: int, of: int) -> None:
        if told is not None:
            told(of - left, of)

    with (
        closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy, pages=_PAGES, sleep=0.01, progress=copied)
        copy.execute("PRAGMA journal_mode = DELETE")
        carry_all(path, copy)
        carry_boards(path, copy)
        copy.commit()
    with target.open("rb") as written:
        os.fsync(written.fileno())


def restore(
    path: Path,
    folder: Path,
    chosen: Path | None = None,
    why: str = "damaged",
    told: Callable[[int, int], None] | None = None,
) -> Restored:
    """Put the newest sound backup (or the chosen one) in the journal's place, with all that can be saved after it.

    What lay there is kept under another name, with the word `why` in it. Call it with the write lock held
    (`write_lock`). `JournalError` says why not. `told` hears how many pages of how many are copied.
    """
    backup = chosen if chosen is not None else _newest_sound(path, folder)
    part = path.with_name(path.name + _PART)
    try:
        part.unlink(missing_ok=True)
        with closing(_opened(backup)) as sound:
            wrong = sound.check()
            if wrong:
                raise JournalError(f"the backup {backup} is not sound itself ({wrong[0]}): choose another")
        copy_whole(backup, part, told)
        SqliteJournal(part, keep_old=False, settled=False).close()  # a backup may be of an older version
        saved = salvage(path, part) if path.exists() else Salvaged(0, 0, "")
        with closing(SqliteJournal(part, settled=False)) as journal:
            wrong = journal.check(changes=False)
            if wrong:
                raise JournalError(f"what was restored is not sound ({wrong[0]}): nothing was changed")
            last = journal.last()
        boards = bring_back_boards(part, path)
        part.chmod(0o640)
        there = path.exists()
        kept = put_aside(path, why)
        aside = kept if there else None
        os.replace(part, path)
        if saved.new_chain:  # those events have no seals: the board makes a new key, which begins behind them
            path.with_name(KEY_FILE).unlink(missing_ok=True)
        sync_folder(path.parent)
    except (OSError, sqlite3.Error) as error:
        raise JournalError(refusal("restore", path, error)) from error
    finally:
        for end in ("", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                part.with_name(part.name + end).unlink(missing_ok=True)
    return Restored(backup, last, saved, aside, tuple(boards))


def _opened(backup: Path) -> SqliteJournal:
    try:
        return SqliteJournal(backup, read_only=True)
    except JournalError as error:
        # What is wrong with it, without the advice that goes with a journal: a restore is under way.
        why = error.__cause__ if isinstance(error.__cause__, sqlite3.Error) else error
        raise JournalError(
            f"the backup {backup} cannot be read ({why}): choose another with --from FILE"
        ) from error


def _carries(path: Path, copy: Path) -> bool:
    try:
        return carries_boards(path, copy)
    except sqlite3.Error:
        return False


@dataclass(frozen=True, slots=True)
class Restored:
    """What became of a restore: the backup, the last event there is now, what was saved, where the old file lies,
    and the learnt boards that came back."""

    backup: Path
    last: int
    saved: Salvaged
    aside: Path | None
    boards: tuple[str, ...] = ()


def _newest_sound(path: Path, folder: Path) -> Path:
    """The newest sound backup of this journal; of any, if it cannot say which it is, or holds nothing yet, and there
    are those of one journal only."""
    found = backups(folder)
    try:
        with closing(SqliteJournal(path, read_only=True)) as journal:
            own = journal.name[:8] if journal.last() else ""
    except JournalError:
        own = ""
    names = {backup.journal for backup in found}
    if own and names and own not in names:
        raise JournalError(
            f"{folder} holds no backup of this journal, but others': choose one with --from FILE"
        )
    if not own and len(names) > 1:
        raise JournalError(f"{folder} holds backups of several journals: choose one with --from FILE")
    for backup in reversed(found):
        if own in names and backup.journal != own:
            continue
        try:
            with closing(SqliteJournal(backup.path, read_only=True)) as journal:
                if not journal.check():
                    return backup.path
        except JournalError:
            continue
    raise JournalError(
        f"there is no sound backup in {folder}: name one with --from FILE, or begin a new data folder"
    )


def put_aside(path: Path, why: str) -> Path:
    """Keep a journal and its inbox under a name that is free (``journal-WHY-1.sqlite``)."""
    # The inbox first: the other way round a cut would leave it to the next journal.
    return put_aside_together(inbox_of(path), path, why=why)[1]


@contextmanager
def write_lock(path: Path) -> Iterator[None]:
    """Be the only one who writes events to a journal; `JournalError` while a table runs on it.

    The system lets go of it when a process ends in whatever way, so a killed one leaves nothing behind.
    """
    lock = path.with_name(path.name + ".pen")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        file = lock.open("a")
    except OSError as error:
        raise JournalError(refusal("open", path, error)) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise JournalError(f"a table is running on {path}: stop it first") from error
        yield


def sync_folder(folder: Path) -> None:
    """A new name is on the disk when this returns."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
