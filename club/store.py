"""What the hub keeps, in SQLite or PostgreSQL by one setting: records that are only ever added, what tables sent,
and the latest live score and health of each table.

* `append` adds a record of one event (of the club, not of a game) and returns its number; nothing can change or take
  away a record, triggers see to it in both databases.
* `tell` keeps a finished game once: the same (table, stream, number) again changes nothing and returns False. `have`
  is the number up to which nothing is missing, which is what a table is told to go on from.
* `post` remembers only the newest of its kind for a table, and only while the hub runs.
* `set_aside` keeps what a table sent and nobody could use, to be looked at: the newest `MOST_ASIDE`, cut to
  `ASIDE_BYTES` each; the same fault of the same topic again only counts.

One connection and one lock: pages and the broker's thread use the same store. Every method commits before it returns.
A hub opens the store `alone`: a second one on the same database is refused (`club.onehub`).
"""

from __future__ import annotations

import json
import math
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from club.databases import SCHEMA_VERSION, PostgresDatabase, SqliteDatabase
from club.errors import StoreError


@dataclass(frozen=True, slots=True)
class Record:
    """One thing that was done: when (wall time, s), by whom, of what kind."""

    n: int
    event: int
    at: float
    who: str
    kind: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """A finished game as a table sent it; `id` is the hub's own number, in order of arrival."""

    id: int
    table: str
    stream: str
    n: int
    at: float
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Aside:
    """Messages that could not be used for the same reason: on which topic, why, how many bytes, how the latest one
    begins, how often, and when first and last (wall time, s)."""

    topic: str
    why: str
    size: int
    payload: bytes
    times: int
    first: float
    last: float


BACKED_UP: Final[Mapping[str, tuple[str, ...]]] = {
    "record": ("n", "event", "at", "who", "kind", "body"),
    "told": ("id", "place", "stream", "n", "at", "body"),
}
"""The tables that are only ever added to, and their columns, the numbered one first."""
_ROWS: Final = 500
MOST_ASIDE: Final = 50
ASIDE_BYTES: Final = 2000


class Store:
    """The hub's memory; see the module. Raises `StoreError`, one line, for whatever the database refuses."""

    def __init__(
        self,
        database: SqliteDatabase | PostgresDatabase,
        wall: Callable[[], float] = time.time,
        alone: bool = False,
    ) -> None:
        """`alone`: no other hub may have this database, and none may come while this one has it."""
        self._db = database
        self._wall = wall
        self._lock = threading.RLock()
        self._depth = 0
        self._posted: dict[str, dict[str, tuple[float, Mapping[str, Any]]]] = {}
        try:
            if alone:
                database.hold()
            with self.together():
                database.make()
                found = database.run("SELECT version FROM pegwatch_schema")
                if not found:
                    database.run("INSERT INTO pegwatch_schema VALUES (?)", (SCHEMA_VERSION,))
                elif found[0][0] != SCHEMA_VERSION:
                    raise StoreError(
                        f"{database.place} was written by another version of Pegwatch (schema {found[0][0]}, this "
                        f"program reads {SCHEMA_VERSION}): install the newer version, or choose another place"
                    )
        except BaseException:
            database.close()
            raise

    @contextmanager
    def together(self) -> Iterator[None]:
        """Within this, everything is kept or nothing, with one commit; another `together` inside belongs to it."""
        with self._lock:
            if self._depth:
                yield
                return
            self._db.begin()
            self._depth = 1
            try:
                yield
                self._db.commit()
            except BaseException:
                with suppress(StoreError):  # what went wrong first is what is said
                    self._db.rollback()
                raise
            finally:
                self._depth = 0

    def append(self, event: int, who: str, kind: str, body: Mapping[str, Any]) -> int:
        """Add one record; return its number. A new event's first record has `event` 0 and gets its own number."""
        with self.together():
            ((n,),) = self._db.run(
                "INSERT INTO record (event, at, who, kind, body) VALUES (?, ?, ?, ?, ?) RETURNING n",
                (event, self._wall(), who, kind, _dump(body)),
            )
            return int(n)

    def append_all(self, event: int, who: str, things: list[tuple[str, Mapping[str, Any]]]) -> None:
        """Add several records, all or nothing."""
        with self.together():
            for kind, body in things:
                self._db.run(
                    "INSERT INTO record (event, at, who, kind, body) VALUES (?, ?, ?, ?, ?)",
                    (event, self._wall(), who, kind, _dump(body)),
                )

    def records(self, event: int, after: int = 0) -> list[Record]:
        """The records of one event above a number; its first has `event` 0 and the event's own number."""
        with self._lock:
            rows = self._db.run(
                "SELECT n, event, at, who, kind, body FROM record WHERE n > ? AND (event = ? OR n = ?) ORDER BY n",
                (after, event, event),
            )
        return [self._record(*row) for row in rows]

    def events(self, most: int = -1) -> list[Record]:
        """The first record of every event, newest first; of so many at most."""
        asked = "SELECT n, event, at, who, kind, body FROM record WHERE event = 0 ORDER BY n DESC"
        with self._lock:
            rows = self._db.run(asked) if most < 0 else self._db.run(f"{asked} LIMIT ?", (most,))
        return [self._record(*row) for row in rows]

    def _record(self, n: Any, event: Any, at: Any, who: Any, kind: Any, body: Any) -> Record:
        if not (_are(int, n, event) and _are(str, who, kind)):
            raise self._damaged(f"record {n}")
        return Record(n, event, self._time(f"record {n}", at), who, kind, self._body(f"record {n}", body))

    def _told(self, number: Any, table: Any, stream: Any, n: Any, at: Any, body: Any) -> Told:
        what = f"game {number}"
        if not (_are(int, number, n) and _are(str, table, stream)):
            raise self._damaged(what)
        return Told(number, table, stream, n, self._time(what, at), self._body(what, body))

    def _time(self, what: str, at: Any) -> float:
        if not isinstance(at, int | float) or not math.isfinite(at):
            raise self._damaged(what)
        return float(at)

    def _body(self, what: str, body: Any) -> Mapping[str, Any]:
        """What stands in a row: leaving out one that cannot be read would change a result without a word."""
        try:
            found = json.loads(body) if isinstance(body, str) else None
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise self._damaged(what)
        return found

    def _damaged(self, what: str) -> StoreError:
        return StoreError(
            f"{self.place} is damaged: {what} is not what was written; fill an empty place from the last backup "
            "(pegwatch hub --restore FILE)"
        )

    def tell(self, table: str, stream: str, n: int, body: Mapping[str, Any]) -> bool:
        """Keep a finished game; False if it was here already."""
        with self.together():
            rows = self._db.run(
                "INSERT INTO told (place, stream, n, at, body) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (place, stream, n) DO NOTHING RETURNING id",
                (table, stream, n, self._wall(), _dump(body)),
            )
            return bool(rows)

    def told(self, after: int = 0, since: float = 0.0, until: float = math.inf) -> list[Told]:
        """Finished games in order of arrival; those that came in between two wall times (s)."""
        with self._lock:
            rows = self._db.run(
                "SELECT id, place, stream, n, at, body FROM told WHERE id > ? AND at >= ? AND at <= ? ORDER BY id",
                (after, since, until),
            )
        return [self._told(*row) for row in rows]

    def told_game(self, table: str, stream: str, n: int) -> Told | None:
        """One finished game, if it is here."""
        with self._lock:
            rows = self._db.run(
                "SELECT id, place, stream, n, at, body FROM told WHERE place = ? AND stream = ? AND n = ?",
                (table, stream, n),
            )
        return next((self._told(*row) for row in rows), None)

    def have(self, table: str, stream: str) -> int:
        """The number up to which nothing of this stream is missing."""
        with self._lock:
            ((first_gap,),) = self._db.run(
                "SELECT min(x.n) FROM (SELECT 0 AS n UNION ALL SELECT n FROM told WHERE place = ? AND stream = ?) x "
                "WHERE NOT EXISTS (SELECT 1 FROM told t WHERE t.place = ? AND t.stream = ? AND t.n = x.n + 1)",
                (table, stream, table, stream),
            )
        return int(first_gap)

    def post(self, table: str, what: str, body: Mapping[str, Any]) -> None:
        """Remember the newest of a kind for a table, in memory: the broker keeps it and says it again."""
        with self._lock:
            self._posted.setdefault(what, {})[table] = (self._wall(), body)

    def posted(self, what: str) -> dict[str, tuple[float, Mapping[str, Any]]]:
        """The newest of a kind for every table: (wall time, body)."""
        with self._lock:
            return dict(self._posted.get(what, {}))

    def set_aside(self, topic: str, why: str, payload: bytes) -> None:
        """Keep a message that could not be used; bounded in number and size."""
        at = self._wall()
        kept = payload[:ASIDE_BYTES].hex()
        with self.together():
            self._db.run(
                "INSERT INTO aside (topic, why, size, payload, times, first, last) VALUES (?, ?, ?, ?, 1, ?, ?) "
                "ON CONFLICT (topic, why) DO UPDATE SET size = excluded.size, payload = excluded.payload, "
                "times = abs(aside.times) + 1, last = excluded.last",
                (_text(topic), _text(why), len(payload), kept, at, at),
            )
            self._db.run(
                "DELETE FROM aside WHERE (topic, why) NOT IN "
                f"(SELECT topic, why FROM aside ORDER BY last DESC, topic, why LIMIT {MOST_ASIDE})"
            )

    def aside(self) -> list[Aside]:
        """What was set aside, the latest first."""
        with self._lock:
            rows = self._db.run(
                "SELECT topic, why, size, payload, times, first, last FROM aside WHERE times > 0 "
                "ORDER BY last DESC, topic, why"
            )
        return [
            Aside(topic, why, size, bytes.fromhex(payload), times, first, last)
            for topic, why, size, payload, times, first, last in rows
            if _are(str, topic, why)
            and _is_hex(payload)
            and _are(int, size, times)
            and _are(float, first, last)
        ]

    def drop_aside(self) -> None:
        """Everything that was set aside has been looked at: it is out of sight, until it is wanted again."""
        with self.together():
            self._db.run("UPDATE aside SET times = -times WHERE times > 0")

    def bring_aside_back(self) -> None:
        """What had been looked at is in sight again."""
        with self.together():
            self._db.run("UPDATE aside SET times = -times WHERE times < 0")

    @property
    def place(self) -> str:
        """Where the database is, without a password."""
        return self._db.place

    def everything(self) -> list[list[Any]]:
        """All records and games of tables as they are at one moment, for a backup; bodies as they are kept."""
        return list(self.in_order(self.extent()))

    def extent(self) -> dict[str, tuple[int, int]]:
        """How far each table that is backed up goes just now: its last number, and how many rows it has."""
        with self.together():
            return {
                table: self._db.run(f"SELECT COALESCE(MAX({columns[0]}), 0), COUNT(*) FROM {table}")[0]
                for table, columns in BACKED_UP.items()
            }

    def in_order(self, extent: Mapping[str, tuple[int, int]]) -> Iterator[list[Any]]:
        """What lay there when the tables went so far: as they are only ever added to, that is one moment's. Some rows
        at a time, so that a large hub fits into a small machine's memory."""
        looks = {"record": self._record, "told": self._told}
        for table, columns in BACKED_UP.items():
            after, last = -(2**63), extent[table][0]
            ask = (
                f"SELECT {', '.join(columns)} FROM {table} WHERE {columns[0]} > ? AND {columns[0]} <= ? "
                f"ORDER BY {columns[0]} LIMIT {_ROWS}"
            )
            while True:
                with self._lock:
                    rows = self._db.run(ask, (after, last))
                for row in rows:
                    looks[table](*row)
                    yield [table, *row]
                if len(rows) < _ROWS:
                    break
                after = rows[-1][0]

    def is_empty(self) -> bool:
        """Whether nothing was ever kept here."""
        with self._lock:
            return not any(self._db.run(f"SELECT 1 FROM {table} LIMIT 1") for table in BACKED_UP)

    def fill(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Rows of a backup, with their numbers, into an empty table; what comes after them is numbered on."""
        with self.together():
            self._db.fill(table, BACKED_UP[table], rows)

    def close(self) -> None:
        """Let go of the database."""
        with self._lock:
            self._db.close()


_POSTGRES: Final = ("postgresql://", "postgres://")


def why_no_store(where: str) -> str:
    """What is wrong with a store's place; "" for a file, and for an address of PostgreSQL."""
    scheme = re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", where)
    if scheme is None or where.startswith(_POSTGRES):
        return ""
    return f"{scheme[0]}... is no place for a store: give postgresql://user:password@host/name, or a file"


def open_store(where: str, wall: Callable[[], float] = time.time, alone: bool = False) -> Store:
    """The store at a path, or of a ``postgresql://`` address; `alone` for a hub, which shares it with no other.
    `StoreError` for an address of another kind."""
    wrong = why_no_store(where)
    if wrong:
        raise StoreError(wrong)
    if where.startswith(_POSTGRES):
        return Store(PostgresDatabase(where), wall, alone)
    return Store(SqliteDatabase(Path(where)), wall, alone)


def _text(text: str) -> str:
    """Text that every database takes, on one line and of bounded length."""
    return " ".join(text.encode("utf-8", "replace").decode().replace("\0", " ").split())[:300]


def _are(kind: type, *values: Any) -> bool:
    """Whether this is what was written: a column's type binds nobody in a file that is damaged."""
    return all(type(value) is kind for value in values)


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and len(value) % 2 == 0 and re.fullmatch("[0-9a-f]*", value) is not None


def _dump(body: Mapping[str, Any]) -> str:
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False)
