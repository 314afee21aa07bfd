"""The chain of the journal: each event carries a hash over itself and over the hash before it.

A check sum tells what a worn card did; the chain tells what a person did. A row whose check sum is right and whose
hash is not was changed, taken out or put elsewhere by somebody. Anyone who works the whole chain out again to its end
is found by one of two things that do not lie in the journal: the seals, made with a key that only the process which
writes events may read, and the code of a finished game, which players have on their sheet.

The chain begins with the journal's own id, or, in a file that was begun before there was one, with a digest over all
events that stood there. Pure but for the key's file.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import secrets
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

KEY_FILE: Final = "journal.key"
_SEAL_BYTES: Final = 16
_CODE_BYTES: Final = 8
_LETTERS: Final = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
"""Translates to Crockford's letters, none of which looks like another."""


class Row(NamedTuple):
    """An event as it stands in the file; `hash` and `seal` are None where there are none."""

    n: int
    game: int
    t: float
    at: float
    kind: str
    version: int
    body: str
    more: int | None
    crc: int | None
    hash: bytes | None
    seal: bytes | None


def event_crc(game: int, t: float, kind: str, version: int, body: str) -> int:
    """The check sum beside an event of a file without a chain."""
    said = "\x1f".join((str(game), repr(float(t)), kind, str(version), body))
    return zlib.crc32(said.encode())


def row_crc(row: Row) -> int:
    """The check sum that belongs to an event: a card that forgets bits shall not change what was said. In the chain
    it covers everything of the row but its number, its hash and its seal."""
    crc = event_crc(row.game, row.t, row.kind, row.version, row.body)
    return crc if row.hash is None else zlib.crc32(f"\x1f{float(row.at)!r}\x1f{row.more}".encode(), crc)


def is_as_written(row: Row) -> bool:
    """Whether a row's check sum is right, or it is so old that it has none."""
    try:
        return row.crc is None or row.crc == row_crc(row)
    except (TypeError, ValueError):  # a number that is none any more, half a character
        return False


def link(before: bytes, row: Row) -> bytes:
    """The hash of an event after the one with hash `before`."""
    return hashlib.sha256(before + _bytes(row)).digest()


def digest(rows: Iterable[Row]) -> str:
    """A digest over events that stand before the chain, as hex."""
    found = hashlib.sha256()
    for row in rows:
        found.update(hashlib.sha256(_bytes(row)).digest())
    return found.hexdigest()


def beginning(journal: str, over: str) -> bytes:
    """What the first link is made over: the journal's id, and the digest of what stands before."""
    said = f"pegwatch journal {journal} after {over}"
    return hashlib.sha256(said.encode("utf-8", "surrogateescape")).digest()


def _bytes(row: Row) -> bytes:
    """All of a row that is guarded; also of a damaged one, in which anything may stand."""
    times = [float(at) if isinstance(at, int) else at for at in (row.t, row.at)]
    said = [row.n, row.game, *map(repr, times), row.kind, row.version, row.body, row.more]
    return json.dumps(said, ensure_ascii=True, separators=(",", ":"), default=repr).encode()


def code(head: bytes) -> str:
    """A hash as twelve signs that people can write down and compare: ``7K3M-9QXR-T2HD``."""
    text = (
        base64.b32encode(hashlib.sha256(b"code" + head).digest()[:_CODE_BYTES]).decode().translate(_LETTERS)
    )
    return "-".join(text[at : at + 4] for at in (0, 4, 8))


# --- the key -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Key:
    """What seals are made with: for the journal of this id, of all events above `since`."""

    journal: str
    since: int
    secret: bytes = field(repr=False)

    def seal(self, head: bytes) -> bytes:
        """The seal of the last event of a transaction, by its hash."""
        return hmac.new(self.secret, head, hashlib.sha256).digest()[:_SEAL_BYTES]


def read_key(path: Path, journal: str) -> Key | None:
    """The key in a file; None where there is none for this journal, or where this user may not read it."""
    with suppress(OSError, ValueError, RecursionError, KeyError, TypeError):
        kept = json.loads(path.read_text(encoding="ascii"))
        key = Key(str(kept["journal"]), int(kept["since"]), bytes.fromhex(kept["key"]))
        return key if key.journal == journal else None
    return None


def make_key(path: Path, journal: str, since: int) -> Key:
    """A new key in its file, which only this user may read. `OSError` where it cannot be written."""
    key = Key(journal, since, secrets.token_bytes(32))
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)  # anyone who laid it there would own the key
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        os.fchmod(file.fileno(), 0o600)
        json.dump({"journal": journal, "since": since, "key": key.secret.hex()}, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)
    return key


# --- looking -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Start:
    """Where the chain begins: behind event `since`, over this digest."""

    since: int
    digest: str


class Finding(NamedTuple):
    """Something that is not as it was written, of a game: by the card (`changed` is false), or by somebody."""

    game: int
    changed: bool
    what: str


def look(rows: Iterable[Row], journal: str, start: Start | None, key: Key | None) -> Iterator[Finding]:
    """Everything that is wrong with the events of a journal, in order; `rows` are all of them.

    `start`: None in a file of a version that has no chain, of which only the check sums can be looked at.
    """
    if start is None:
        yield from (_unsound(row) for row in rows if not is_as_written(row))
        return
    over, over_sound = hashlib.sha256(), True
    before = beginning(journal, start.digest)
    suspect: tuple[Row, bytes] | None = None  # with the hash it has to have, if only its hash is wrong
    expected = 1
    for row in rows:
        if row.hash is not None and not isinstance(row.hash, bytes):  # nor is it any other's then
            row = row._replace(hash=b"")
        if row.n != expected:
            yield Finding(row.game, True, f"{_missing(expected, row.n - 1)} taken out")
        if row.n > start.since >= expected - 1 and over_sound and over.hexdigest() != start.digest:
            yield _not_what_was_there(row.game, start)
        expected = row.n + 1
        sound = is_as_written(row)
        if not sound:
            yield _unsound(row)
        if row.n <= start.since:
            over.update(hashlib.sha256(_bytes(row)).digest())
            over_sound = over_sound and sound
            continue
        if row.hash is None:
            yield Finding(row.game, True, f"event {row.n} stands outside the chain: another program wrote it")
            continue
        right = link(before, row)
        if suspect is not None:
            only_its_hash = link(suspect[1], row) == row.hash
            yield _judged(suspect[0], only_its_hash)
            right, suspect = row.hash if only_its_hash else right, None
        if row.hash != right and sound:
            suspect = row, right
        elif key is not None and row.n > key.since and not row.more and row.seal != key.seal(row.hash):
            yield Finding(row.game, True, f"the seal of event {row.n} is not this table's")
        before = row.hash
    if suspect is not None:
        yield _judged(suspect[0], only_its_hash=False)
    if 0 < expected - 1 <= start.since and over_sound and over.hexdigest() != start.digest:
        yield _not_what_was_there(0, start)


def _unsound(row: Row) -> Finding:
    return Finding(row.game, False, f"event {row.n} is not what was written")


def _not_what_was_there(game: int, start: Start) -> Finding:
    what = f"one of the events 1 to {start.since} is not what was there when the chain began"
    return Finding(game, True, what)


def _judged(row: Row, only_its_hash: bool) -> Finding:
    if only_its_hash:
        return Finding(row.game, False, f"the hash of event {row.n} is not what was written")
    what = f"event {row.n}, or the one before it, is not what was written, though its check sum is right"
    return Finding(row.game, True, what)


def _missing(first: int, last: int) -> str:
    return f"event {first} was" if first == last else f"events {first} to {last} were"
