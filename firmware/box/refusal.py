"""What SQLite and the system refuse, in one line for a person: what is wrong and how to fix it."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from typing import Final

NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT)
"""What the system calls a disk, or one's share of it, without room."""
RESTORE: Final = "pegwatch journal restore"
_FULL: Final = (
    "the disk is full; delete what is not needed there, and start again: nothing in the journal is lost"
)
_DAMAGED: Final = f"the file is damaged; run: {RESTORE}"


def refusal(act: str, path: Path, error: Exception) -> str:
    """One line on why the journal cannot be opened, read or written (`act`)."""
    return f"cannot {act} the journal {path}: {_why(path, error)}"


def says_full(message: str) -> bool:
    """Whether this refusal is about a disk without room: that passes by itself once there is room again."""
    return _FULL in message


def is_full(error: Exception) -> bool:
    """Whether there is no room on the disk."""
    return _code(error) == sqlite3.SQLITE_FULL or getattr(error, "errno", None) in NO_ROOM


def _code(error: Exception) -> int:
    """SQLite's number for it: the extended ones keep the plain one in the low byte."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def damage(path: Path, what: str) -> str:
    """One line on a journal that is not sound."""
    return f"the journal {path} is damaged ({what}); run: {RESTORE}"


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file is at fault: a page of it is not what SQLite wrote."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT


def is_for_the_writer(error: sqlite3.Error) -> bool:
    """Whether something has to be written beside the file before it can be read: its writer will, in a moment."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_READONLY


def _why(path: Path, error: Exception) -> str:
    if is_full(error):
        return _FULL
    code = _code(error)
    if code == sqlite3.SQLITE_NOTADB:
        return f"file is not a database; {_DAMAGED}"
    if code == sqlite3.SQLITE_CORRUPT:
        return _DAMAGED
    if code == sqlite3.SQLITE_BUSY:
        return "another program holds it; stop that one, or wait for it to end"
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return _why_not_allowed(path)
    if code == sqlite3.SQLITE_IOERR:
        return f"the disk reports an error ({error}); look at the card or the stick, and at its plug"
    if isinstance(error, OSError):
        return f"{error.strerror or error}; give a data folder that this user may write (--data DIR)"
    return str(error)


def _why_not_allowed(path: Path) -> str:
    """A disk that takes nothing, files of somebody else, or a folder that is not there."""
    folder = path.parent
    if not folder.is_dir():
        return "there is no such folder; give a data folder that this user may write (--data DIR)"
    if _is_read_only(folder):
        return f"the disk of {folder} is read-only; mount it for writing, or choose another with --data DIR"
    for part in (folder, path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        if part.exists() and not os.access(part, os.R_OK | os.W_OK):
            return (
                f"{part} belongs to {owner(part)}, and this user may not write it; run: {fix_owner(folder)}"
            )
    return "it may not be written; give a data folder that this user may write (--data DIR)"


def _is_read_only(folder: Path) -> bool:
    try:
        return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def fix_owner(folder: Path) -> str:
    """The command that gives a data folder to this user."""
    return f"sudo chown -R {_name(os.geteuid())} {folder}"


def owner(path: Path) -> str:
    """The name of a file's owner, its number where it has no name."""
    return _name(path.stat().st_uid)


def _name(uid: int) -> str:
    import pwd

    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)
