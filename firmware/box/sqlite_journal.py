"""The journal in two SQLite files: WAL, every commit on the disk before it counts, triggers against change.

One file holds the events and is the board process's alone to write; the other is the inbox, to which every
process adds (`inbox` says what lies where and what a cut leaves). Each process opens its own `SqliteJournal`.
Writers wait for each other (`PATIENCE_S`, the board process longer). A commit costs one fsync; a read of new events
is one indexed query.
"""

from __future__ import annotations

import json
import math
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from cribbage.log.events import Event
from firmware.box.cells import TIMES, is_number, number, spoilt, time_s
from firmware.box.chain import Key, Row, Start, beginning, code, is_as_written, link, row_crc
from firmware.box.errors import DamagedRecord, JournalError
from firmware.box.files import is_own, make_for_the_group
from firmware.box.inbox import ItemRow, SqliteInbox, dumped, inbox_of, open_inbox, settle
from firmware.box.journal import (
    GAME_KIND,
    GameInfo,
    InboxItem,
    Stored,
    check_can_be_kept,
    is_again_on,
    is_over,
)
from firmware.box.refusal import damage, is_damage, is_for_the_writer, refusal
from firmware.box.schema import APPLICATION_ID, ROW, SCHEMA_VERSION, SINCE_CHAINED, make_schema, migrate
from firmware.box.soundness import wrong_with
from firmware.box.sqlite_files import (
    BUSY_S,
    NO_MEMORY,
    PATIENCE_S,
    close_to_others,
    close_with_log,
    connect,
    connect_to_follow,
    connect_to_read,
    keep_out_others,
    look_once,
    patiently,
    put_aside,
    switch_to_wal,
    take_over_logs,
)  # fmt: skip
from firmware.box.upcast import UPCASTS, Upcasts

_ROW_OF_2 = "n, game, t, at, kind, version, body, more, crc, NULL, NULL"
_ROW_OF_1 = "n, game, t, at, kind, version, body, NULL, NULL, NULL, NULL"
_AGAIN_S = 0.01
_LEAST_BYTES = 12
"""An event takes more of the file than this."""
_Answer = TypeVar("_Answer")
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
        puts_only: bool = False,
        keep_old: bool = True,
        settled: bool = True,
        key: Key | None = None,
    ) -> None:
        """`wall` is the time of day that goes beside each event for people; nothing of a game is decided by it.

        `read_only` looks at a file as it lies there, on a read-only disk too: nothing is made, nothing brought up to
        date. `puts_only` adds to the inbox and reads; files that are not there are made only in this user's own
        folder, and what the board has not brought up to date is refused. Otherwise a file of an older version is
        copied aside (`keep_old`) and brought up to this one, and the inbox beside it made or repaired, unless what it
        is to hold stays `carried` (`settled` is false). With `key` what is appended is sealed.
        """
        self.path = path
        self.said = ""
        """What became of an inbox that could not be used; empty where it could."""
        self._wall = wall
        self._upcasts = upcasts
        self._keep_old = keep_old
        self._puts_only = puts_only
        self._may_write = not (read_only or puts_only)
        self._all_taken_to = 0
        self.patience_s = PATIENCE_S
        """How long `put` and `append` wait for another process that holds a file."""
        self.waits: Callable[[], None] = lambda: None
        """Called every few seconds meanwhile."""
        self.key = key
        if puts_only and is_own(path.parent) and not (path.exists() and inbox_of(path).exists()):
            SqliteJournal(path, keep_old=keep_old).close()
        not_yet = JournalError(f"the board process has not made the journal {path} ready yet: start it first")
        try:
            if self._may_write:
                path.parent.mkdir(parents=True, exist_ok=True)
                make_for_the_group(path, 0o640)
                close_to_others(path)
                if is_own(path.parent) and inbox_of(path).exists():
                    keep_out_others(inbox_of(path), logs_too=False)
                    take_over_logs(inbox_of(path))
            self._db = (connect_to_read if read_only else connect_to_follow if puts_only else connect)(path)
        except (OSError, sqlite3.Error) as error:
            raise (not_yet if puts_only else JournalError(refusal("open", path, error))) from error
        try:
            if self._may_write:
                self._prepare(settled)
                self._inbox = self._settled() if settled else self._carried()
            elif puts_only:
                self._inbox = self._inbox_to_put()
            else:
                self._inbox = self._inbox_to_read()
        except (OSError, sqlite3.Error) as error:
            self._db.close()
            raise JournalError(refusal("open", path, error)) from error
        except JournalError:
            self._db.close()
            raise

    def _prepare(self, settled: bool) -> None:
        self._db.execute("PRAGMA synchronous = FULL")
        if self._known_version() == SCHEMA_VERSION:
            # A copy that was restored has no write-ahead log.
            if settled and self._read("PRAGMA journal_mode")[0][0] == "delete":
                switch_to_wal(self._db)
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

    def _settled(self) -> SqliteInbox:
        """The inbox beside this journal, with all that was on its way there."""
        with self._transaction():
            carried: list[ItemRow] = self._read("SELECT id, source, t, body FROM carried")
            above = self._last_taken()
            inbox, said = settle(inbox_of(self.path), self._about("inbox"), above, carried, put_aside)
            self.said = said or self.said
            if carried:  # they are on the disk over there
                self._db.execute("DELETE FROM carried")
        return inbox

    def _inbox_to_put(self) -> SqliteInbox:
        """`JournalError` where the board process has not made this journal, or its inbox, yet."""
        not_yet = JournalError(
            f"the board process has not made the inbox of {self.path} ready yet: start it first"
        )
        if self._known_version() != SCHEMA_VERSION or self._read("SELECT count(*) FROM carried")[0][0]:
            raise not_yet
        inbox = open_inbox(inbox_of(self.path), self._about("inbox"), self._last_taken())
        if inbox is None:
            raise not_yet
        inbox.only_add()
        return inbox

    def _inbox_to_read(self) -> SqliteInbox:
        """The file beside this one; what is carried, in a copy that has none; in an older version, its own table."""
        if self._known_version() < SCHEMA_VERSION:
            return SqliteInbox(self._db, None)
        path = inbox_of(self.path)
        if path.exists() and not self._read("SELECT count(*) FROM carried")[0][0]:
            try:
                db = connect_to_read(path)
                if db.execute("SELECT value FROM about WHERE key = 'inbox'").fetchone() == (
                    self._about("inbox"),
                ):
                    return SqliteInbox(db, path)
                self.said = f"the inbox {path} is another journal's"
                db.close()
            except (OSError, sqlite3.Error) as error:
                self.said = f"the inbox {path} cannot be read ({error})"
        return self._carried()

    def _carried(self) -> SqliteInbox:
        return SqliteInbox(self._db, None, "carried")

    def fix_inbox(self) -> None:
        """Put a damaged inbox aside and begin a new one; `said` says so. For the board process alone."""
        wrong = self._inbox.wrong(quick=True)
        if wrong:
            self._inbox.close()
            with self._transaction():
                aside = put_aside(inbox_of(self.path), "spoilt")
            self._inbox = self._settled()
            self.said = f"{wrong[0]}: it is kept as {aside}, and what waited in it is lost"

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
            check_can_be_kept(f"a {event.kind} event", event.t, event.body)
        said = [(game, event, at, len(events) - 1 - place) for place, event in enumerate(events)]
        try:
            times = self._inbox.times(taken) if taken else {}
            if len(times) < len(taken):
                raise JournalError(
                    f"cannot write the journal {self.path}: an item was taken before, or never put"
                )

            def write() -> None:
                with self._transaction():
                    self._insert([_row(*one) for one in said])
                    self._take([(item, times[item]) for item in taken])

            patiently(write, self.patience_s, self.waits)
        except sqlite3.Error as error:
            raise self._refused(error) from error
        return self.last()

    def _take(self, items: Sequence[tuple[int, float]]) -> None:
        """Note items as taken, each with its table time; within a transaction."""
        self._db.executemany("INSERT INTO taken (id, t) VALUES (?, ?)", items)

    def _insert(self, rows: Sequence[Row]) -> None:
        """Put rows behind the last event, numbered, linked and sealed; within a transaction."""
        given = self._db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'event'").fetchone()
        first, head = number(given[0]) + 1 if given else 1, self._head()
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
            if not isinstance(rows[0][0], bytes):
                raise spoilt("the last hash is none")
            return rows[0][0]
        return beginning(self.name, self.chain.digest if self.chain is not None else "")

    def code(self, game: int) -> str:
        """What people may write down of a game that is over, to compare with the record later; "" of any other."""
        if self.chain is None:
            return ""
        rows = self._read(
            f"SELECT {ROW} FROM event WHERE game = ? AND kind = 'phase' ORDER BY n DESC", (game,)
        )
        for row in map(Row._make, rows):
            event = self._stored(row).event
            if is_again_on(event):
                return ""
            if isinstance(row.hash, bytes) and is_over(event):
                return code(row.hash)
        return ""

    @property
    def chain(self) -> Start | None:
        """Where the chain begins; None in a file of an older version that is only being read."""
        since, _, over = self._about("chain").partition(" ")
        return Start(int(since), over) if since.isdecimal() and len(since) < 20 else None

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
            # A row so old that it has no check sum may hold anything.
            if not (is_number(game) and isinstance(kind, str) and _are_times(t, at)):
                raise ValueError("no event")
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
        return ROW if version >= SINCE_CHAINED else _ROW_OF_2 if version == 2 else _ROW_OF_1

    def rows(self) -> list[Row]:
        """Every event as it stands in the file, in order."""
        return [Row(*row) for row in self._read(f"SELECT {self._columns()} FROM event ORDER BY n")]

    def last(self) -> int:
        """The last event's number, 0 in an empty journal."""
        return self._number("SELECT coalesce(max(n), 0) FROM event")

    def _last_taken(self) -> int:
        """The highest number of an item that was taken."""
        return self._number("SELECT coalesce(max(id), 0) FROM taken")

    def _number(self, query: str) -> int:
        """The one number a query gives. `DamagedRecord` if it is none."""
        try:
            return number(self._read(query)[0][0])
        except sqlite3.DatabaseError as error:
            raise DamagedRecord(refusal("read", self.path, error)) from error

    def games(self) -> list[GameInfo]:
        """All games, oldest first; what this costs grows with them and not with what was said in them."""
        marks = self._marks("kind IN ('game', 'phase') AND (kind = 'game' OR instr(body, '\"over\"'))")
        if None in marks:  # a game that lost its mark is known by another of its own
            marks = self._marks("kind IN ('game', 'phase')")
        found: dict[int, GameInfo] = {}
        over: set[int] = set()
        last = 0
        for stored in marks:
            if stored is None:
                continue
            last = max(last, min(stored.game, stored.n))  # a game has an event at least
            if stored.event.kind == GAME_KIND:
                found[stored.game] = GameInfo(stored.game, stored.at, stored.event.body, False)
            elif is_over(stored.event):
                over.add(stored.game)
            elif is_again_on(stored.event):
                over.discard(stored.game)
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
        most = self._number("PRAGMA page_count") * self._number("PRAGMA page_size") // _LEAST_BYTES
        most = min(self.last(), most)  # else a spoilt number alone would keep it here for ever
        for n in range(1, most + 1):
            with suppress(DamagedRecord):
                yield from self._read(f"SELECT {self._columns()} FROM event WHERE n = ?", (n,))

    def put(self, source: str, t: float, body: Mapping[str, Any]) -> int:
        """Leave an item in the inbox; on the disk when this returns."""
        check_can_be_kept(f"what {source} reports", t, body)

        def add() -> int:
            return self._inbox.add(source, t, dumped(body, False))

        try:
            number = patiently(add, self.patience_s, self.waits)
            if not self._inbox.lies_in_place:  # it was put aside meanwhile, and nobody reads it
                self._reopen_inbox()
                number = patiently(add, self.patience_s, self.waits)
        except (OSError, sqlite3.Error) as error:
            raise JournalError(refusal("write", inbox_of(self.path), error)) from error
        return number

    def _reopen_inbox(self) -> None:
        self._inbox.close()
        self._inbox = self._inbox_to_put() if self._puts_only else self._settled()
        self._all_taken_to = 0

    def pending(self) -> list[InboxItem]:
        """Items not taken yet, by (t, id)."""
        if self._may_write and not self._inbox.lies_in_place:
            self._reopen_inbox()
        # The inbox first: what is taken meanwhile is missing from these, and nothing that was taken is among them.
        # Only numbers are read of what was taken, some at a time: a board that starts after years reads all of them.
        waiting, after = list[int](), self._all_taken_to
        while numbers := self._from_inbox(partial(SqliteInbox.numbers, after=after)):
            taken = self._taken(after, numbers[-1])
            waiting += [number for number in numbers if number not in taken]
            after = numbers[-1]
        # Numbers come in the order of their commits, so nothing below these is still to come.
        self._all_taken_to = waiting[0] - 1 if waiting else after
        return self._from_inbox(lambda inbox: inbox.of(waiting)) if waiting else []

    def _taken(self, after: int, until: int) -> set[int]:
        """The numbers of the items that were taken, above `after` and up to `until`."""
        rows = self._read("SELECT id FROM taken WHERE id > ? AND id <= ?", (after, until))
        taken = {item for (item,) in rows}
        if not all(map(is_number, taken)):  # which one is missing then nobody knows: none may be judged twice
            raise DamagedRecord(damage(self.path, "which items were taken is not what was written"))
        return taken

    def table_time(self) -> float:
        """The latest table time that the inbox carries or carried, s (events carry their game's own time)."""
        latest = self._from_inbox(lambda inbox: inbox.latest())
        if self._known_version() < SCHEMA_VERSION:
            return latest
        taken = self._read(f"SELECT coalesce(max(t), 0.0) FROM taken WHERE {TIMES.format('t')}")
        return max(latest, time_s(taken[0][0]))

    def last_put(self, source: str) -> list[InboxItem]:
        """The newest item a source put of each kind and place, oldest first: how it picks up after a restart."""
        return self._from_inbox(lambda inbox: inbox.newest(source))

    def told_until(self, source: str) -> float:
        """The latest table time of anything a source put, s; -1 if it never put anything."""
        return self._from_inbox(lambda inbox: inbox.latest(source, -1.0))

    def reports(self) -> Iterator[tuple[InboxItem, bool]]:
        """Everything that was ever put into the inbox, in order of arrival, and whether it was taken."""
        items = self._from_inbox(lambda inbox: inbox.all())
        taken = {item for (item,) in self._read("SELECT id FROM taken")}
        yield from ((item, item.id in taken) for item in items)

    def _from_inbox(self, asked: Callable[[SqliteInbox], _Answer]) -> _Answer:
        """What is asked of the inbox. `JournalError` where its file refuses."""
        try:
            return asked(self._inbox)
        except sqlite3.Error as error:
            raise JournalError(refusal("read", self._inbox.path or self.path, error)) from error

    def fill(self, events: Iterable[Stored], reports: Iterable[tuple[InboxItem, bool]]) -> int:
        """Take over a whole other journal, numbers, times of day and all, into this empty one; its last number.

        All of it or nothing. `JournalError` if there is anything here already.
        """
        try:
            with self._transaction():
                ((used,),) = self._read("SELECT count(*) FROM event")
                if used or self._inbox.count():
                    raise JournalError(
                        f"{self.path} is not empty: import into a new data folder (--data DIR)"
                    )
                for item, taken in reports:
                    put = (item.id, item.source, item.t, dumped(item.body))
                    self._db.execute("INSERT INTO carried VALUES (?, ?, ?, ?)", put)
                    if taken:
                        self._take([(item.id, item.t)])
                self._insert([_row(stored.game, stored.event, stored.at, 0) for stored in events])
            self._inbox.close()
            self._inbox = self._settled()
        except sqlite3.Error as error:
            raise self._refused(error) from error
        return self.last()

    def check(
        self, *, quick: bool = False, changes: bool = True, told: Callable[[int], None] | None = None
    ) -> list[str]:
        """What is wrong with the file; empty when it is sound. See `soundness.wrong_with`."""
        try:
            wrong = wrong_with(self._read, self, quick=quick, changes=changes, told=told)
            return (
                wrong
                + ([self.said] if self.said and not self._may_write else [])
                + self._inbox.wrong(quick=quick)
            )
        except (JournalError, ValueError) as error:
            return [str(error)]

    def _refused(self, error: sqlite3.Error) -> JournalError:
        return JournalError(refusal("write", self.path, error))

    def _read(self, query: str, values: tuple[object, ...] = ()) -> list[Any]:
        until = time.monotonic() + BUSY_S
        while True:
            try:
                return self._db.execute(query, values).fetchall()
            except sqlite3.Error as error:
                # A process that may not write waits for the writer where the log's index is just being made.
                if self._puts_only and is_for_the_writer(error) and time.monotonic() < until:
                    time.sleep(_AGAIN_S)
                    continue
                kind = DamagedRecord if is_damage(error) else JournalError
                raise kind(refusal("read", self.path, error)) from error
            except MemoryError as error:
                raise JournalError(refusal("read", self.path, sqlite3.DatabaseError(NO_MEMORY))) from error

    def close(self) -> None:
        """Let go of the files; twice is fine."""
        if self._may_write:
            self._inbox.close_with_log()
            close_with_log(self._db, self.path)
        self._inbox.close()
        self._db.close()


def _row(game: int, event: Event, at: float, more: int) -> Row:
    return Row(0, game, event.t, at, event.kind, event.version, dumped(event.body), more, None, None, None)


def _are_times(*values: Any) -> bool:
    return all(isinstance(value, int | float) and math.isfinite(value) for value in values)


def _mapping(body: Any) -> Mapping[str, Any]:
    if not isinstance(body, dict):
        raise TypeError("no JSON object")
    return body
