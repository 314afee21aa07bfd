"""Files that commands write, whole or not at all; where a person says where, never over a record."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from firmware.box.backup import sync_folder
from firmware.box.refusal import NO_ROOM
from pegwatch.failure import PegwatchError

_DATABASE: Final = b"SQLite format 3\0"
_BESIDE: Final = ("", "-wal", "-shm", "-journal")
"""What SQLite puts beside a database has its name with one of these behind it."""


def refuse_records(file: Path, option: str, records: Iterable[Path] = ()) -> None:
    """Raise `PegwatchError` where a record would be written over: a database, what belongs to one, or `records`
    whether they are there or not; by whatever link they are named."""
    real = Path(os.path.realpath(file))
    of = [real.with_name(real.name.removesuffix(end)) for end in _BESIDE if real.name.endswith(end)]
    kept = {os.path.realpath(record) for record in records}
    if any(str(one) in kept or _is_database(one) for one in of):
        raise PegwatchError(
            f"{file} is a record of Pegwatch and is not written over: name another file with {option}"
        )


def _is_database(file: Path) -> bool:
    try:
        with file.open("rb") if file.is_file() else contextlib.nullcontext() as found:
            return found is not None and found.read(len(_DATABASE)) == _DATABASE
    except OSError:
        return False


@contextmanager
def written(file: Path, option: str, records: Iterable[Path] = ()) -> Iterator[IO[bytes]]:
    """What is written within this context is the file, once all of it is on the disk: until then, and where that
    fails, an earlier one stays as it is. A device or a pipe is written to as it comes. `option`: what names it.

    Raises:
        PegwatchError: it is a record (`refuse_records`), or cannot be written.
    """
    refuse_records(file, option, records)
    try:
        if file.exists() and not file.is_file() and not file.is_dir():
            with file.open("wb") as out:
                yield out
            return
        with _beside(Path(os.path.realpath(file))) as out:
            yield out
    except OSError as error:
        raise PegwatchError(cannot_write(file, error, option)) from error


def put_durably(path: Path, text: str, mode: int = 0o644) -> None:
    """A whole file or none, also where the power goes; `mode` is what it gets, whatever the umask would take away."""
    part = path.with_name(f"{path.name}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.fchmod(descriptor, mode)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
        sync_folder(path.parent)
    except OSError as error:
        raise PegwatchError(f"{path} cannot be written: {error.strerror}") from error


def cannot_write(file: Path, error: OSError, option: str = "") -> str:
    """One line on a file that cannot be written, and what to do about it; `option`: what names it, if any does."""
    fix = f"choose another with {option}" if option else "name another file"
    if error.errno in NO_ROOM:
        fix = f"make room there, or {fix}"
    return f"cannot write {file}: {error.strerror or error}; {fix}"


@contextmanager
def _beside(file: Path) -> Iterator[IO[bytes]]:
    """A file beside the one it becomes, with its rights."""
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    handle, part = tempfile.mkstemp(prefix=f".{file.name[:80]}.", suffix=".part", dir=file.parent)
    try:
        with open(handle, "wb") as out:
            os.fchmod(handle, _rights(file))
            yield out
            out.flush()
            os.fsync(handle)
        os.replace(part, file)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(part)
        raise


def _rights(file: Path) -> int:
    """Those of the file that is there, else those that a new one gets."""
    if file.exists():
        return stat.S_IMODE(file.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
