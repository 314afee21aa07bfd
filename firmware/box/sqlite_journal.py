"""The journal in one SQLite file: WAL, every commit on the disk before it counts, triggers against change.

Several processes use the same file: each opens its own `SqliteJournal`. Writers wait for each other up to
`BUSY_S`. A commit costs one fsync; a read of new events is one indexed query.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from cribbage.log.events import Event
from firmware.box.chain import Key, Row, Start, beginning, code, is_as_written, link, row_crc
from firmware.box.errors import DamagedRecord, JournalError
from firmware.box.files import make_for_the_group
from firmware.box.journal import GAME_KIND, GameInfo, InboxItem, Stored, check_finite, is_over
from firmware.box.refusal import damage, is_damage, refusal
from firmware.box.schema import APPLICATION_ID, ROW, SCHEMA_VERSION, make_schema, migrate
from firmware.box.soundness import wrong_with
from firmware.box.sqlite_files import (
    NO_MEMORY,
    allow_only_adding_to,
    connect,
    connect_to_read,
    look_once,
    switch_to_wal,
)
from firmware.box.upcast import UPCASTS, Upcasts

_ROW_OF_2 = "n, game, t, at, kind, version, body, more, crc, NULL, NULL"
_ROW_OF_1 = "n, game, t, at, kind, version, body, NULL, NULL, NULL, NULL"
_INSERT = f"INSERT INTO event ({ROW}) VALUES ({', '.join('?' * 11)})"


class SqliteJournal:
    """A table's journal on disk. Raises `JournalError`, one line, for whatever the disk refuses."""

    def __init__(
        self,
        path: Path,
        wall: Callable[[], float] = time.time,
        *,
        upcasts: Upcasts = UPCASTS,
        read_only: bool = False,
        keep_old: bool = True,
        key: Key | None = None,
    ) -> None:
        """`wall` is the time of day that goes beside each event for people; nothing is decided by it.

        `read_only` looks at a file as it lies there, on a read-only disk too: nothing is made, nothing brought up to
        date. Otherwise a file of an older version is copied aside (`keep_old`) and brought up to this one. With `key`
        what is appended is sealed.
        """
        self.path = path
        self._wall = wall
        self._upcasts = upcasts
        self._keep_old = keep_old
        self.key = key
        try:
            if not read_only:
                path.parent.mkdir(parents=True, exist_ok=True)
                make_for_the_group(path)
            self._db = connect_to_read(path) if read_only else connect(path)
        except (OSError, sqlite3.Error) as error:
            raise JournalError(refusal("open", path, error)) from error
        try:
            if read_only:
                self._known_version()
            else:
                self._prepare()
        except sqlite3.Error as error:
            self._db.close()
            raise JournalError(refusal("open", path, error)) from error
        except JournalError:
            self._db.close()
            raise

    def _prepare(self) -> None:
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        if self._known_version() == SCHEMA_VERSION:
            return
        switch_to_wal(self._db)
        # Two processes may start on a fresh file together: look again and make under one write lock.
        with self._transaction():
            version = self._known_version()
            if version == 0:
                make_schema(self._db)
            elif version < SCHEMA_VERSION:
                self._keep_as_it_was(version)
                migrate(self._db, version)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All of it or nothing, under the write lock from the start."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:  # of a full disk SQLite has rolled back itself
                self._db.execute("ROLLBACK")
            raise

    def _known_version(self) -> int:
        """The file's schema version, 0 if it is empty; `JournalError` if it is not ours or too new."""
        version, application, tables = look_once(
            self._db,
            "PRAGMA user_version",
            "PRAGMA application_id",
            "SELECT count(*) FROM sqlite_master",
        )
        if (version == 0 and tables) or (version >= 2 and application != APPLICATION_ID):
            raise JournalError(
                f"{self.path} is no journal of Pegwatch: choose another data folder (--data DIR)"
            )
        if version > SCHEMA_VERSION:
            raise JournalError(
                f"{self.path} was written by a newer version of Pegwatch (schema {version}, this program "
                f"reads up to {SCHEMA_VERSION}): install the newer version, or choose another data folder"
            )
        return int(version)

    def _keep_as_it_was(self, version: int) -> None:
        """Before a file is brought up to date, a copy of it is put beside it."""
        copy = self.path.with_name(f"{self.path.stem}-schema-{version}{self.path.suffix}")
        if self._keep_old and not copy.exists() and self.path.exists():
            with closing(connect(self.path)) as source, closing(sqlite3.connect(copy)) as target:
                source.backup(target)

    @property
    def name(self) -> str:
        """The journal's own id, kept by its backups; an empty text in a file that has none yet."""
        return self._about("id")

    def _about(self, key: str) -> str:
        try:
            rows = self._db.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchall()
        except sqlite3.Error:
            return ""
        return str(rows[0][0]) if rows else ""

    def append(self, game: int, events: Sequence[Event], taken: Sequence[int] = ()) -> int:
        """Store events and take inbox items, all or nothing; return the last number."""
        at = self._wall()
        for event in events:
            check_finite(f"a {event.kind} event", event.t, event.body)
        said = [(game, event, at, len(events) - 1 - place) for place, event in enumerate(events)]
        try:
            with self._transaction():
                self._insert([_row(*one) for one in said])
                self._db.executemany("INSERT INTO taken VALUES (?)", [(item,) for item in taken])
        except sqlite3.Error as error:
            raise self._refused(error) from error
        return self.last()

    def _insert(self, rows: Sequence[Row]) -> None:
        """Put rows behind the last event, numbered, linked and sealed; within a transaction."""
        given = self._db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'event'").fetchone()
        first, head = int(given[0]) + 1 if given else 1, self._head()
        for n, row in enumerate(rows, first):
            numbered = row._replace(n=n)
            head = link(head, numbered)
            linked = numbered._replace(hash=head)
            seal = self.key.seal(head) if self.key is not None and not row.more else None
            self._db.execute(_INSERT, linked._replace(crc=row_crc(linked), seal=seal))

    def _head(self) -> bytes:
        """The last hash, or what the first one is made over."""
        rows = self._db.execute("SELECT hash FROM event ORDER BY n DESC LIMIT 1").fetchall()
        if rows and rows[0][0] is not None:
            return bytes(rows[0][0])
        return beginning(self.name, self.chain.digest if self.chain is not None else "")

    def code(self, game: int) -> str:
        """What people may write down of a game that is over, to compare with the record later; "" of any other."""
        if self.chain is None:
            return ""
        rows = self._read(
            f"SELECT {ROW} FROM event WHERE game = ? AND kind = 'phase' ORDER BY n DESC", (game,)
        )
        for row in map(Row._make, rows):
            if row.hash is not None and is_over(self._stored(row).event):
                return code(row.hash)
        return ""

    @property
    def chain(self) -> Start | None:
        """Where the chain begins; None in a file of an older version that is only being read."""
        since, _, over = self._about("chain").partition(" ")
        return Start(int(since), over) if since.isdigit() else None

    def events(self, after: int = 0, game: int | None = None) -> Iterator[Stored]:
        """Events numbered above `after`, of one game or of all."""
        where, values = ("game = ? AND ", (game, after)) if game is not None else ("", (after,))
        rows = self._read(f"SELECT {self._columns()} FROM event WHERE {where}n > ? ORDER BY n", values)
        if game is None:
            yield from map(self._stored, rows)
            return
        found = []
        for row in rows:
            try:
                found.append(self._stored(row))
            except DamagedRecord:
                if self._lies_in(game, row[0]):
                    raise
        if found:
            self._none_is_missing(game, found[0].n, found[-1].n, len(found))
        yield from found

    def _stored(self, row: Any) -> Stored:
        """The event of a row; `DamagedRecord` unless it is what was written."""
        n, game, t, at, kind, version, body, *_ = row
        try:
            if not is_as_written(Row(*row)):
                raise ValueError("another check sum")
            body.encode()
            return Stored(
                n, game, self._upcasts.lift(Event(kind, t, _mapping(json.loads(body)), version)), at
            )
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise DamagedRecord(damage(self.path, f"event {n} is not what was written")) from error

    def _lies_in(self, game: int, n: int) -> bool:
        """Whether a damaged event is this game's by its place; what lies in another was that one's."""
        begun = self._read(
            "SELECT game FROM event WHERE kind = 'game' AND n <= ? ORDER BY n DESC LIMIT 1", (n,)
        )
        return not begun or bool(begun[0][0] == game)

    def _none_is_missing(self, game: int, first: int, last: int, count: int) -> None:
        """The events between a game's first and last that are not its own have to be there, and another game's."""
        if last - first + 1 == count:
            return
        others = self._read(
            f"SELECT {self._columns()} FROM event WHERE n > ? AND n < ? AND game <> ?", (first, last, game)
        )
        if len(others) + count != last - first + 1:
            what = f"of game {game} {last - first + 1 - count - len(others)} events are missing"
            raise DamagedRecord(damage(self.path, what))
        for row in others:
            self._stored(row)

    def _columns(self) -> str:
        """Those of an event; a file of an older version that is only being read keeps no check sums, or no chain."""
        version = self._read("PRAGMA user_version")[0][0]
        return ROW if version >= 3 else _ROW_OF_2 if version == 2 else _ROW_OF_1

    def rows(self) -> list[Row]:
        """Every event as it stands in the file, in order."""
        return [Row(*row) for row in self._read(f"SELECT {self._columns()} FROM event ORDER BY n")]

    def last(self) -> int:
        """The last event's number, 0 in an empty journal."""
        ((n,),) = self._read("SELECT coalesce(max(n), 0) FROM event")
        return int(n)

    def games(self) -> list[GameInfo]:
        """All games, oldest first; what this costs grows with them and not with what was said in them."""
        marks = self._marks("kind IN ('game', 'phase') AND (kind = 'game' OR instr(body, '\"over\"'))")
        if any(
            stored is None for stored in marks
        ):  # a game that lost its mark is known by another of its own
            marks = self._marks("kind IN ('game', 'phase')")
        found: dict[int, GameInfo] = {}
        over: set[int] = set()
        last = 0
        for stored in marks:
            if stored is None:
                continue
            last = max(last, stored.game)
            if stored.event.kind == GAME_KIND:
                found[stored.game] = GameInfo(stored.game, stored.at, stored.event.body, False)
            elif is_over(stored.event):
                over.add(stored.game)
        lost = (
            GameInfo(game, 0.0, {}, False, damaged=True) for game in range(1, last + 1) if game not in found
        )
        infos = [*found.values(), *lost]
        return [replace(info, over=info.game in over) for info in sorted(infos, key=lambda info: info.game)]

    def _marks(self, which: str) -> list[Stored | None]:
        """The events with which games begin and end, and the very last one; None for one that is damaged."""
        rows = f"SELECT {self._columns()} FROM event WHERE"
        try:
            found = self._read(f"{rows} {which} UNION {rows} n = (SELECT max(n) FROM event) ORDER BY n")
        except DamagedRecord:
            found = list(self._one_by_one())
        return [self._mark(row) for row in found]

    def _mark(self, row: Any) -> Stored | None:
        try:
            return self._stored(row)
        except DamagedRecord:
            return None

    def _one_by_one(self) -> Iterator[Any]:
        """The rows that can be read where a page of the file cannot."""
        for n in range(1, self.last() + 1):
            with suppress(DamagedRecord):
                yield from self._read(f"SELECT {self._columns()} FROM event WHERE n = ?", (n,))

    def put(self, source: str, t: float, body: Mapping[str, Any]) -> int:
        """Leave an item in the inbox; on the disk when this returns."""
        check_finite(f"what {source} reports", t, body)
        try:
            cursor = self._db.execute(
                "INSERT INTO inbox (source, t, body) VALUES (?, ?, ?)", (source, t, _dump(body, False))
            )
        except sqlite3.Error as error:
            raise self._refused(error) from error
        return int(cursor.lastrowid or 0)

    def only_put(self) -> SqliteJournal:
        """From now on this connection adds to the inbox and writes nothing else, whatever it is told."""
        allow_only_adding_to(self._db, "inbox", "waiting")
        return self

    def pending(self) -> list[InboxItem]:
        """Items not taken yet, by (t, id)."""
        rows = self._read(
            "SELECT inbox.id, source, t, body FROM waiting JOIN inbox USING (id) ORDER BY t, inbox.id"
        )
        return [self._item(*row) for row in rows]

    def table_time(self) -> float:
        """The latest table time that the inbox carries, s (events carry their game's own time)."""
        ((t,),) = self._read("SELECT coalesce(max(t), 0.0) FROM inbox")
        return float(t)

    def last_put(self, source: str) -> list[InboxItem]:
        """The newest item a source put of each kind and place, oldest first: how it picks up after a restart.

        SQLite looks through the whole inbox; only the few rows that still mean something are parsed.
        """
        rows = self._read(
            "SELECT id, source, t, body FROM inbox WHERE id IN (SELECT max(id) FROM inbox WHERE source = ? "
            "GROUP BY json_extract(body, '$.cards.zone'), json_extract(body, '$.unread.zone'), "
            "json_extract(body, '$.fault.part')) ORDER BY id",
            (source,),
        )
        return [self._item(*row) for row in rows]

    def told_until(self, source: str) -> float:
        """The latest table time of anything a source put, s; -1 if it never put anything."""
        ((t,),) = self._read("SELECT coalesce(max(t), -1.0) FROM inbox WHERE source = ?", (source,))
        return float(t)

    def reports(self) -> Iterator[tuple[InboxItem, bool]]:
        """Everything that was ever put into the inbox, in order of arrival, and whether it was taken."""
        rows = self._read(
            "SELECT inbox.id, source, t, body, waiting.id IS NULL FROM inbox LEFT JOIN waiting USING (id) ORDER BY 1"
        )
        for item, source, t, body, taken in rows:
            yield self._item(item, source, t, body), bool(taken)

    def fill(self, events: Iterable[Stored], reports: Iterable[tuple[InboxItem, bool]]) -> int:
        """Take over a whole other journal, numbers, times of day and all, into this empty one; its last number.

        All of it or nothing. `JournalError` if there is anything here already.
        """
        try:
            with self._transaction():
                ((used,),) = self._read("SELECT (SELECT count(*) FROM event) + (SELECT count(*) FROM inbox)")
                if used:
                    raise JournalError(
                        f"{self.path} is not empty: import into a new data folder (--data DIR)"
                    )
                for item, taken in reports:
                    put = (item.id, item.source, item.t, _dump(item.body))
                    self._db.execute("INSERT INTO inbox VALUES (?, ?, ?, ?)", put)
                    if taken:
                        self._db.execute("INSERT INTO taken VALUES (?)", (item.id,))
                self._insert([_row(stored.game, stored.event, stored.at, 0) for stored in events])
        except sqlite3.Error as error:
            raise self._refused(error) from error
        return self.last()

    def check(
        self, *, quick: bool = False, changes: bool = True, told: Callable[[int], None] | None = None
    ) -> list[str]:
        """What is wrong with the file; empty when it is sound. See `soundness.wrong_with`."""
        try:
            return wrong_with(self._read, self, quick=quick, changes=changes, told=told)
        except (JournalError, ValueError) as error:
            return [str(error)]

    def _refused(self, error: sqlite3.Error) -> JournalError:
        return JournalError(refusal("write", self.path, error))

    def _read(self, query: str, values: tuple[object, ...] = ()) -> list[Any]:
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            kind = DamagedRecord if is_damage(error) else JournalError
            raise kind(refusal("read", self.path, error)) from error
        except MemoryError as error:
            raise JournalError(refusal("read", self.path, sqlite3.DatabaseError(NO_MEMORY))) from error

    def _item(self, number: int, source: str, t: float, body: str) -> InboxItem:
        """An item of the inbox; `DamagedRecord` where it is none any more."""
        try:
            return InboxItem(number, source, float(t), dict(json.loads(body)))
        except (ValueError, TypeError, RecursionError) as error:
            raise DamagedRecord(damage(self.path, f"item {number} of the inbox is no report")) from error

    def close(self) -> None:
        """Let go of the file; twice is fine."""
        self._db.close()


def _dump(body: Mapping[str, Any], allow_nan: bool = True) -> str:
    """As it is kept. `allow_nan`: of another journal, whose check sums are of what an older program wrote."""
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False, allow_nan=allow_nan)


def _row(game: int, event: Event, at: float, more: int) -> Row:
    return Row(0, game, event.t, at, event.kind, event.version, _dump(event.body), more, None, None, None)


def _mapping(body: Any) -> Mapping[str, Any]:
    if not isinstance(body, dict):
        raise TypeError("no JSON object")
    return body
