"""The tables of the journal's file, version by version, and how an older file is brought up to this one.

A file's version is SQLite's ``user_version``; ``application_id`` says that it is a journal at all. Events stay as an
older program wrote them (they are lifted when they are read, `upcast`).

=======  ==================================================================================================
version  what is new in it
=======  ==================================================================================================
1        ``event``, ``inbox``, ``taken``, ``waiting``, and triggers that refuse every change
2        ``event.more`` (how many events of the same transaction follow; 0 ends it), ``event.crc`` (over what the
         event says), ``about`` (the journal's own id, by which its backups are known)
3        ``event.hash`` and ``event.seal`` (the chain, see `chain`; of its last event of each transaction a seal), and
         in ``about`` where the chain begins; the check sum covers the time of day and ``more`` too
4        the inbox is a file of its own (`inbox`), known by its id in ``about``: ``inbox`` and ``waiting`` are gone,
         what was in the inbox stands in ``carried`` until it is there; ``taken`` is numbered and has table times
=======  ==================================================================================================
"""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Iterator
from typing import Final

from firmware.box.chain import Row, digest

SCHEMA_VERSION: Final = 4
SINCE_CHAINED: Final = 3
SINCE_TAKEN_IS_NUMBERED: Final = 4
ROW: Final = "n, game, t, at, kind, version, body, more, crc, hash, seal"
APPLICATION_ID: Final = 0x50454757  # "PEGW"

_TABLES: Final = """
CREATE TABLE event (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL,
    t REAL NOT NULL,
    at REAL NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    more INTEGER,
    crc INTEGER,
    hash BLOB,
    seal BLOB
);
CREATE INDEX event_of_game ON event (game, n);
CREATE INDEX event_of_kind ON event (kind, n) WHERE kind IN ('game', 'phase');
"""
ITEM_TABLE: Final = """
CREATE TABLE {table} (
    id {key},
    source TEXT NOT NULL,
    t REAL NOT NULL,
    body TEXT NOT NULL
)
"""
"""Items of an inbox: number, source, table time in s, body as JSON."""
_TAKEN: Final = """
CREATE TABLE taken (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    id INTEGER NOT NULL UNIQUE,
    t REAL NOT NULL
)
"""
_ABOUT: Final = "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL)"
APPEND_ONLY: Final = """
CREATE TRIGGER {table}_no_{act} BEFORE {act} ON {table}
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""


def make_schema(db: sqlite3.Connection) -> None:
    """Make the tables of the present version in an empty file, within the caller's transaction."""
    for statement in _statements(_TABLES):
        db.execute(statement)
    _freeze(db, "event")
    _introduce(db)
    _begin_chain(db)
    _part_from_inbox(db)
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def migrate(db: sqlite3.Connection, version: int) -> None:
    """Bring a file of an older version up to the present one, within the caller's transaction."""
    if version < 2:
        db.execute("ALTER TABLE event ADD COLUMN more INTEGER")
        db.execute("ALTER TABLE event ADD COLUMN crc INTEGER")
        _introduce(db)
    if version < 3:
        db.execute("ALTER TABLE event ADD COLUMN hash BLOB")
        db.execute("ALTER TABLE event ADD COLUMN seal BLOB")
        _begin_chain(db)
    if version < 4:
        _carry_out(db)
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _part_from_inbox(db: sqlite3.Connection) -> None:
    """What the journal keeps of its inbox, which is a new file."""
    db.execute(_TAKEN)
    _freeze(db, "taken")
    db.execute(ITEM_TABLE.format(table="carried", key="INTEGER PRIMARY KEY"))
    db.execute("INSERT INTO about VALUES ('inbox', ?)", (uuid.uuid4().hex,))


def _carry_out(db: sqlite3.Connection) -> None:
    """What stood in the inbox inside the file is to go into the one beside it, with its numbers."""
    for table in ("inbox", "taken"):
        for act in ("UPDATE", "DELETE"):
            db.execute(f"DROP TRIGGER IF EXISTS {table}_no_{act}")
    db.execute("DROP TRIGGER IF EXISTS inbox_waits")
    db.execute("DROP TRIGGER IF EXISTS taken_waits_no_more")
    db.execute("ALTER TABLE taken RENAME TO taken_before")
    _part_from_inbox(db)
    db.execute("INSERT INTO carried SELECT id, source, t, body FROM inbox")
    db.execute(
        "INSERT INTO taken (id, t) "
        "SELECT id, coalesce(t, 0.0) FROM taken_before LEFT JOIN inbox USING (id) ORDER BY id"
    )
    for table in ("waiting", "taken_before", "inbox"):
        db.execute(f"DROP TABLE {table}")
    db.execute("DELETE FROM sqlite_sequence WHERE name = 'inbox'")


def _introduce(db: sqlite3.Connection) -> None:
    """Give the journal its name."""
    db.execute(_ABOUT)
    _freeze(db, "about")
    db.execute("INSERT INTO about VALUES ('id', ?)", (uuid.uuid4().hex,))
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _begin_chain(db: sqlite3.Connection) -> None:
    """The chain begins behind what stands there, over a digest of it."""
    found = digest(Row(*row) for row in db.execute(f"SELECT {ROW} FROM event ORDER BY n"))
    (last,) = db.execute("SELECT coalesce(max(n), 0) FROM event").fetchone()
    db.execute("INSERT INTO about VALUES ('chain', ?)", (f"{last} {found}",))


def _freeze(db: sqlite3.Connection, table: str) -> None:
    for act in ("UPDATE", "DELETE"):
        db.execute(APPEND_ONLY.format(table=table, act=act))


def _statements(script: str) -> Iterator[str]:
    """Split the schema where a statement is complete, as the sqlite3 shell does."""
    statement = ""
    for line in script.splitlines():
        statement += line + "\n"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
