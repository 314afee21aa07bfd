"""One hub for each database: two would write each other's cards to pieces.

Both locks belong to the process or its connection, never to a file's content, so a hub that was killed leaves nothing
behind that would keep the next one out.
"""

from __future__ import annotations

import fcntl
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final

from club.errors import StoreError

_KEY: Final = 7012025_2
"""The advisory lock of a hub; PostgreSQL keeps such locks apart by database."""
PATIENCE_S: Final = 5.0
"""How long a hub that was killed and is started again at once waits for the server to notice."""
_AGAIN_S: Final = 0.1
_KEEPALIVE: Final = ("tcp_keepalives_idle = 10", "tcp_keepalives_interval = 5", "tcp_keepalives_count = 3")
"""So that the server notices within half a minute when the hub's machine has lost its power."""


def _held(place: str) -> StoreError:
    return StoreError(
        f"another hub is running on {place}, and two would spoil each other's cards: stop that one, or choose "
        "another place with --store or --data"
    )


class HeldFile:
    """The lock of a SQLite file: on a file beside it, because closing a second handle of the database itself would
    drop SQLite's own locks."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._file: IO[str] | None = None

    def take(self) -> None:
        """Take the lock, or refuse with `StoreError`."""
        path = self._database.resolve()
        try:
            file = path.with_name(f"{path.name}.lock").open("a")
        except OSError as error:
            raise StoreError(
                f"cannot use {path.parent}: {error.strerror}; is it writable for this user?"
            ) from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.close()
            raise _held(str(self._database)) from error
        self._file = file

    def release(self) -> None:
        """Let go; twice is fine."""
        if self._file is not None:
            self._file.close()
            self._file = None


def hold_advisory(
    run: Callable[[str, tuple[Any, ...]], list[tuple[Any, ...]]], place: str, patience_s: float
) -> None:
    """Take PostgreSQL's advisory lock for this session, or refuse with `StoreError`."""
    for setting in _KEEPALIVE:
        with suppress(StoreError):  # a server that knows no keepalive still knows locks
            run(f"SET {setting}", ())
    end = time.monotonic() + patience_s
    while True:
        ((mine,),) = run("SELECT pg_try_advisory_lock(?)", (_KEY,))
        if mine:
            return
        if time.monotonic() > end:
            raise _held(f"PostgreSQL at {place}")
        time.sleep(_AGAIN_S)
