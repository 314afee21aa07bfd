"""A backup of the hub: one checked file with everything that is only ever added, and the way back from it.

The same file for SQLite and PostgreSQL, and from one to the other: gzipped lines of JSON, the last of which has the
number of lines and their SHA-256. Its sum is checked before anything of it is written; all of it is
kept or nothing, and only in an empty store. Neither way is all of it in memory at once. Directors' PINs are not in
it, nor what tables say live.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from typing import IO, Annotated, Any, Final, TypeAlias

import msgspec

from club.errors import StoreError
from club.store import BACKED_UP, Store

FORMAT: Final = "pegwatch-hub/1"
LARGEST: Final = 256 << 20
"""The largest backup in bytes that the page takes: what some forty years of events of 2,000 players become."""
_MOST_BYTES: Final = 1_000_000_000
_COLUMNS: Final = 6
"""Columns of both tables."""
_Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)]
_Time: TypeAlias = Annotated[float, msgspec.Meta(ge=-1e11, le=1e11)]
_RECORD: Final = tuple[_Number, _Number, _Time, str, str, str]
_TOLD: Final = tuple[_Number, str, str, _Number, _Time, str]


def write_backup(store: Store, out: IO[bytes], told: Callable[[float], None] = lambda _share: None) -> int:
    """Write everything, as it is at one moment; returns how many records and games of tables that is. `told` hears
    which share (0 to 1) was written since it was last called."""
    digest, count, size = hashlib.sha256(), 0, 0
    extent = store.extent()
    rows = 1 + sum(many for _, many in extent.values())
    with gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as file:
        for value in chain([FORMAT], store.in_order(extent)):
            line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            digest.update(line)
            file.write(line)
            count += 1
            size += len(line)
            if size > _MOST_BYTES:
                raise StoreError(f"{store.place} holds more than a backup takes: back up the database itself")
            told(1 / rows)
        end = {"lines": count, "sha256": digest.hexdigest()}
        file.write(json.dumps(end).encode() + b"\n")
    return count - 1


def read_backup(store: Store, file: IO[bytes]) -> int:
    """Fill an empty store from a backup; returns how many records and games of tables that is. `StoreError` where
    the file is not whole or the store not empty: then nothing has changed."""
    count = _checked(file)
    with store.together():
        if not store.is_empty():
            what = (
                "has events"
                if store.events(1)
                else "keeps something (a member, a season, a call for a judge)"
            )
            raise StoreError(
                f"{store.place} {what} already, and a backup goes into an empty place only: name another one "
                "with --data or --store"
            )
        for table in BACKED_UP:
            store.fill(table, _rows(file, count, table))
    return count


def _checked(file: IO[bytes]) -> int:
    """How many rows a backup has, once it is known to be whole: what was written, all of it."""
    digest, count, last = hashlib.sha256(), 0, b""
    with _readable():
        for line in _lines(file):
            if not count and json.loads(line) != FORMAT:
                break
            digest.update(last)
            last, count = line, count + 1
        if not count:
            raise StoreError("this is no backup of a hub: make one with pegwatch hub --backup FILE")
        end = json.loads(last)
    if not isinstance(end, dict):
        raise StoreError("this backup is cut off: take another one")
    if end.get("lines") != count - 1 or end.get("sha256") != digest.hexdigest():
        raise StoreError("this backup is damaged: its check sum is another one; take another backup")
    return count - 2


def _rows(file: IO[bytes], count: int, table: str) -> Iterator[tuple[Any, ...]]:
    """The rows of one table, out of a backup that was found whole."""
    with _readable():
        file.seek(0)
        lines = islice(_lines(file), 1, 1 + count)
        for kind, *cells in (_row(json.loads(line)) for line in lines):
            if kind == table:
                yield tuple(cells)


@contextmanager
def _readable() -> Iterator[None]:
    """Say in one line what cannot be read."""
    try:
        yield
    except gzip.BadGzipFile as error:
        raise StoreError("this is no backup of a hub: make one with pegwatch hub --backup FILE") from error
    except (OSError, EOFError, zlib.error, ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())[:120]
        raise StoreError(f"this backup cannot be read ({reason}): take another one") from error


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    size = 0
    with gzip.GzipFile(fileobj=file, mode="rb") as unpacked:
        while line := unpacked.readline(_MOST_BYTES):
            size += len(line)
            if size > _MOST_BYTES:
                raise StoreError("this backup is larger than any hub's: it is not taken")
            yield line


def _row(value: Any) -> list[Any]:
    if not (
        isinstance(value, list) and value and value[0] in ("record", "told") and len(value) == _COLUMNS + 1
    ):
        raise StoreError("this backup is of a newer version of Pegwatch: install that first")
    kind, *cells = value
    shape = _RECORD if kind == "record" else _TOLD
    try:
        msgspec.convert(cells, shape)
        body = json.loads(cells[-1])
        json.dumps(cells, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise StoreError(
            f"this backup cannot be used: {kind} {cells[0]!r:.40} is none: take another one"
        ) from error
    if not isinstance(body, dict):
        raise StoreError(f"this backup cannot be used: {kind} {cells[0]} is none: take another one")
    return value
