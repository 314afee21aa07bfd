"""Journals as versions 1 to 3 wrote them, statement for statement: what a box that is upgraded has on its card."""

from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path

from firmware.box.chain import Row, beginning, digest, link, row_crc

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
ADDED_IN_2 = """body TEXT NOT NULL,
    more INTEGER,
    crc INTEGER
);
CREATE INDEX event_of_game"""
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


def write_version_2(path: Path, transactions: int = 3, journal: str = "0" * 32) -> None:
    """A game of one event and so many transactions of two; the last item of the inbox waits."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = WAL")
    db.executescript(SCHEMA_1.replace("body TEXT NOT NULL\n);\nCREATE INDEX event_of_game", ADDED_IN_2))
    db.executescript("CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);")
    for table in ("event", "inbox", "taken", "about"):
        for act in ("UPDATE", "DELETE"):
            db.execute(FREEZE.format(table=table, act=act))
    db.execute("INSERT INTO about VALUES ('id', ?)", (journal,))
    said = [("game", 0.0, '{"players":{"A":"Ann","B":"Bob"}}', 0)]
    for i in range(transactions):
        said += [
            ("seen", float(i), f'{{"t":{float(i)},"i":{i}}}', 1),
            ("verdict", float(i), f'{{"i":{i}}}', 0),
        ]
        db.execute("INSERT INTO inbox (source, t, body) VALUES ('eye', ?, ?)", (float(i), f'{{"i":{i}}}'))
    for kind, t, body, more in said:
        crc = zlib.crc32("\x1f".join(("1", repr(t), kind, "1", body)).encode())
        row = (1, t, 1e9, kind, 1, body, more, crc)
        db.execute(
            "INSERT INTO event (game, t, at, kind, version, body, more, crc) VALUES (?,?,?,?,?,?,?,?)", row
        )
    db.executemany("INSERT INTO taken VALUES (?)", [(i,) for i in range(1, transactions)])
    db.execute("PRAGMA application_id = 0x50454757")
    db.execute("PRAGMA user_version = 2")
    db.commit()
    db.close()


ADDED_IN_3 = ADDED_IN_2.replace("crc INTEGER\n", "crc INTEGER,\n    hash BLOB,\n    seal BLOB\n")


def write_version_3(path: Path, transactions: int = 3, journal: str = "0" * 32) -> None:
    """A journal in a chain: a game of one event and so many transactions of two; the last two items wait."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = WAL")
    db.executescript(SCHEMA_1.replace("body TEXT NOT NULL\n);\nCREATE INDEX event_of_game", ADDED_IN_3))
    db.executescript("CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);")
    for table in ("event", "inbox", "taken", "about"):
        for act in ("UPDATE", "DELETE"):
            db.execute(FREEZE.format(table=table, act=act))
    over = digest([])
    db.executemany("INSERT INTO about VALUES (?, ?)", [("id", journal), ("chain", f"0 {over}")])
    said = [("game", 0.0, '{"players":{"A":"Ann","B":"Bob"}}', 0)]
    for i in range(transactions):
        said += [
            ("seen", float(i), f'{{"t":{float(i)},"i":{i}}}', 1),
            ("verdict", float(i), f'{{"i":{i}}}', 0),
        ]
    head = beginning(journal, over)
    for n, (kind, t, body, more) in enumerate(said, 1):
        row = Row(n, 1, t, 1e9, kind, 1, body, more, None, None, None)
        head = link(head, row)
        row = row._replace(hash=head)
        db.execute(f"INSERT INTO event VALUES ({','.join('?' * 11)})", row._replace(crc=row_crc(row)))
    items = [("eye", float(i), f'{{"i":{i}}}') for i in range(transactions + 2)]
    db.executemany("INSERT INTO inbox (source, t, body) VALUES (?, ?, ?)", items)
    db.executemany("INSERT INTO taken VALUES (?)", [(i,) for i in range(1, transactions + 1)])
    db.execute("PRAGMA application_id = 0x50454757")
    db.execute("PRAGMA user_version = 3")
    db.commit()
    db.close()
