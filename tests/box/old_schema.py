"""A journal as version 1 wrote it, statement for statement: what a box that is upgraded has on its card."""

from __future__ import annotations

import sqlite3
from pathlib import Path

SCHEMA_1 = """
CREATE TABLE event (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL,
    t REAL NOT NULL,
    at REAL NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX event_of_game ON event (game, n);
CREATE INDEX event_of_kind ON event (kind, n) WHERE kind IN ('game', 'phase');
CREATE TABLE inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL,
    t REAL NOT NULL,
    body TEXT NOT NULL
);
CREATE TABLE taken (id INTEGER PRIMARY KEY REFERENCES inbox (id));
CREATE TABLE waiting (id INTEGER PRIMARY KEY REFERENCES inbox (id));
CREATE TRIGGER inbox_waits AFTER INSERT ON inbox BEGIN INSERT INTO waiting VALUES (new.id); END;
CREATE TRIGGER taken_waits_no_more AFTER INSERT ON taken BEGIN DELETE FROM waiting WHERE id = new.id; END;
"""
FREEZE = """
CREATE TRIGGER {table}_no_{act} BEFORE {act} ON {table}
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""


def write_version_1(path: Path) -> None:
    """A game with two events, an item that was taken and one that waits."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = WAL")
    db.executescript(SCHEMA_1)
    for table in ("event", "inbox", "taken"):
        for act in ("UPDATE", "DELETE"):
            db.execute(FREEZE.format(table=table, act=act))
    db.execute("INSERT INTO inbox VALUES (1, 'eye', 1.5, '{\"a\":1}'), (2, 'board', 2.5, '{\"b\":2}')")
    db.execute("INSERT INTO taken VALUES (1)")
    header = '{"players":{"A":"Ann","B":"Bob"}}'
    db.execute("INSERT INTO event VALUES (1, 1, 0.0, 1e9, 'game', 1, ?)", (header,))
    db.execute("INSERT INTO event VALUES (2, 1, 1.5, 1e9, 'seen', 1, '{\"t\":1.5}')")
    db.execute("PRAGMA user_version = 1")
    db.commit()
    db.close()
