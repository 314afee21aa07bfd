"""What somebody changes in the record of a game is found, and told from what a worn card does."""

from __future__ import annotations

import random
import re
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from old_schema import write_version_1, write_version_2
from samples import TIMES, sample

from cribbage.log.events import Event
from firmware.box.backup import back_up, backups, restore, write_lock
from firmware.box.chain import KEY_FILE, Row, code, link, make_key, read_key, row_crc
from firmware.box.errors import JournalError
from firmware.box.schema import ROW, SCHEMA_VERSION
from firmware.box.sqlite_journal import SqliteJournal

GAME = Event("game", 0.0, {"players": {"A": "Ann", "B": "Bob"}})
OVER = Event("phase", 99.0, {"phase": "over"})


def play(journal: SqliteJournal, game: int, moves: int = 6) -> None:
    journal.append(game, [GAME])
    for i in range(moves):
        t = float(i + 1)
        item = journal.put("eye", t, {"i": i})
        journal.append(game, [Event("seen", t, {"i": i}), Event("verdict", t, {"points": 2})], [item])
    journal.append(game, [OVER])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Two finished games and one that runs, sealed as the board process does it."""
    path = tmp_path / "journal.sqlite"
    with closing(SqliteJournal(path)) as journal:
        journal.key = make_key(path.with_name(KEY_FILE), journal.name, 0)
        play(journal, 1)
        play(journal, 2)
        journal.append(3, [GAME])
    return path


class Tamperer:
    """Somebody who has the file, knows its form and lifts what refuses changes."""

    def __init__(self, path: Path) -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        for (name,) in self.db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            self.db.execute(f"DROP TRIGGER {name}")

    def row(self, n: int) -> Row:
        return Row(*self.db.execute(f"SELECT {ROW} FROM event WHERE n = ?", (n,)).fetchone())

    def put(self, row: Row) -> None:
        names = ", ".join(f"{name} = ?" for name in Row._fields)
        self.db.execute(f"UPDATE event SET {names} WHERE n = ?", (*row, row.n))

    def body(self, n: int) -> None:
        """Another body, with the check sum of it."""
        row = self.row(n)._replace(body='{"points":12}')
        self.put(row._replace(crc=row_crc(row)))

    def relink(self, first: int) -> None:
        """Work the chain out again, from an event to the end."""
        (last,) = self.db.execute("SELECT max(n) FROM event").fetchone()
        head = self.row(first - 1).hash or b""
        for n in range(first, last + 1):
            row = self.row(n)
            head = link(head, row)
            row = row._replace(hash=head)
            self.put(row._replace(crc=row_crc(row)))

    def swap(self, one: int, other: int) -> None:
        first, second = self.row(one), self.row(other)
        self.put(second._replace(n=one))
        self.put(first._replace(n=other))

    def flip(self, n: int, column: str) -> None:
        """One bit, as a card that forgets does it."""
        kept = getattr(self.row(n), column)
        if isinstance(kept, str):
            new: object = kept[:-2] + chr(ord(kept[-2]) ^ 1) + kept[-1:]
        elif isinstance(kept, bytes):
            new = bytes([kept[0] ^ 1]) + kept[1:]
        else:
            new = kept + 1 if isinstance(kept, int) else kept + 2.0**-10
        self.db.execute(f"UPDATE event SET {column} = ? WHERE n = ?", (new, n))

    def close(self) -> None:
        self.db.close()


def checked(path: Path, key: bool = True) -> list[str]:
    with closing(SqliteJournal(path, read_only=True)) as journal:
        journal.key = read_key(path.with_name(KEY_FILE), journal.name) if key else None
        return journal.check()


def after(path: Path, tamper: Callable[[Tamperer], object], key: bool = True) -> str:
    with closing(Tamperer(path)) as hand:
        tamper(hand)
    return "\n".join(checked(path, key))


def test_a_record_as_it_was_written_is_sound_with_its_seals_and_without(path: Path) -> None:
    assert checked(path) == []
    assert checked(path, key=False) == []
    assert stat.S_IMODE(path.with_name(KEY_FILE).stat().st_mode) == 0o600


# --- somebody did it -------------------------------------------------------------------------------------------

BY_SOMEBODY: dict[str, tuple[Callable[[Tamperer], object], str]] = {
    "another body with its right check sum": (lambda hand: hand.body(5), "game 1 was changed: event 5"),
    "the last event of all": (lambda hand: hand.body(29), "game 3 was changed: event 29"),
    "a time of day with its right check sum": (
        lambda hand: hand.put((row := hand.row(6)._replace(at=1.0))._replace(crc=row_crc(row))),
        "game 1 was changed: event 6",
    ),
    "one event taken out": (
        lambda hand: hand.db.execute("DELETE FROM event WHERE n = 18"),
        "game 2 was changed: event 18 was taken out",
    ),
    "three events taken out": (
        lambda hand: hand.db.execute("DELETE FROM event WHERE n BETWEEN 18 AND 20"),
        "game 2 was changed: events 18 to 20 were taken out",
    ),
    "two swapped": (lambda hand: hand.swap(5, 7), "game 1 was changed: event 5"),
    "two of different games swapped": (lambda hand: hand.swap(5, 20), "game 2 was changed: event 5"),
    "an event put in by another program": (
        lambda hand: hand.db.execute(
            "INSERT INTO event (game, t, at, kind, version, body, more) VALUES (3, 1.0, 1.0, 'pegs', 1, '{}', 0)"
        ),
        "game 3 was changed: event 30 stands outside the chain",
    ),
    "a chain that goes on wrongly": (
        lambda hand: hand.put(
            (row := hand.row(9)._replace(hash=b"x" * 32))._replace(crc=row_crc(row), body="{}")
        ),
        "event 9 is not what was written",
    ),
    "a seal": (
        lambda hand: hand.flip(5, "seal"),
        "game 1 was changed: the seal of event 5 is not this table's",
    ),
}


@pytest.mark.parametrize("what", BY_SOMEBODY)
def test_what_somebody_changed_is_named_with_its_game(what: str, path: Path) -> None:
    tamper, said = BY_SOMEBODY[what]
    found = after(path, tamper)
    assert said in found
    assert "Traceback" not in found


def test_events_cut_off_at_the_end_are_missed(path: Path) -> None:
    found = after(path, lambda hand: hand.db.execute("DELETE FROM event WHERE n > 27"))
    assert "2 of 29 events are missing" in found


@pytest.mark.parametrize("first", [5, 20])
def test_a_chain_worked_out_again_to_its_end_is_betrayed_by_seals_and_by_the_code_on_the_sheet(
    first: int, path: Path
) -> None:
    with closing(SqliteJournal(path, read_only=True)) as journal:
        sheet = {game: journal.code(game) for game in (1, 2, 3)}
    assert sheet[3] == ""
    assert sheet[1] != sheet[2]

    def forge(hand: Tamperer) -> None:
        hand.body(first)
        hand.relink(first)

    assert re.fullmatch(
        r"(game \d was changed: the seal of event \d+ is not this table's\n?)+", after(path, forge)
    )
    assert checked(path, key=False) == [], "the file alone cannot tell"
    with closing(SqliteJournal(path, read_only=True)) as journal:
        assert journal.code(2) != sheet[2]
        assert (journal.code(1) != sheet[1]) is (first < 15)


def test_another_table_with_a_key_of_its_own_cannot_seal(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        own = read_key(path.with_name(KEY_FILE), journal.name)
        journal.key = make_key(path.with_name("other.key"), journal.name, 0)
        journal.append(3, [Event("pegs", 1.0, {})])
        assert read_key(path.with_name(KEY_FILE), "f" * 32) is None
        journal.key = own
        assert journal.check() == ["game 3 was changed: the seal of event 30 is not this table's"]


# --- the card did it -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("column", ["body", "t", "at", "kind", "more", "crc", "hash", "version"])
@pytest.mark.parametrize("n", [4, 5, 16])
def test_a_flipped_bit_is_damage_and_nobody_is_suspected(column: str, n: int, path: Path) -> None:
    found = after(path, lambda hand: hand.flip(n, column))
    assert "is damaged" in found
    assert str(n) in found
    assert "was changed" not in found


# --- what goes on with a changed record ------------------------------------------------------------------------


def test_a_changed_record_is_backed_up_and_restored_from_before_the_change(
    path: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    assert back_up(path, folder, 9)
    with closing(SqliteJournal(path)) as journal:
        journal.key = read_key(path.with_name(KEY_FILE), journal.name)
        play(journal, 4)
    with closing(Tamperer(path)) as hand:
        hand.body(5)
    assert back_up(path, folder, 9), "nothing of the evening may be lost because of an old game"
    assert len(backups(folder)) == 2
    with write_lock(path):
        done = restore(path, folder)
    assert done.backup == backups(folder)[0].path, "the newest that nobody changed"
    assert done.saved.events == 14
    assert checked(path) == [], "with the seals of what was saved"


# --- older files -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("write", [write_version_1, write_version_2])
def test_an_older_record_keeps_everything_and_is_guarded_from_then_on(
    write: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "journal.sqlite"
    write(path)
    with closing(SqliteJournal(path, read_only=True)) as journal:
        before = list(journal.events())
        waiting = journal.pending()
        assert journal.check() == []
        assert journal.code(1) == ""
    with closing(SqliteJournal(path)) as journal:
        assert list(journal.events()) == before
        assert journal.pending() == waiting
        journal.append(1, [Event("seen", 50.0, {}), OVER])
        assert len(journal.code(1)) == 14
    assert checked(path) == []
    (tmp_path / "spoilt").mkdir()
    for n, said in ((2, "one of the events 1 to"), (len(before) + 1, f"event {len(before) + 1}")):
        copy = tmp_path / "spoilt" / f"{n}.sqlite"
        copy.write_bytes(path.read_bytes())
        found = after(copy, lambda hand, n=n: hand.body(n))  # type: ignore[misc]
        assert "was changed" in found
        assert said in found


@pytest.mark.parametrize("column", ["body", "t", "kind", "version"])
def test_a_damaged_old_record_is_brought_up_all_the_same_and_named(column: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    write_version_2(path)
    with closing(Tamperer(path)) as hand:
        hand.db.execute(f"UPDATE event SET {column} = x'ff00' WHERE n = 3")
    with closing(SqliteJournal(path)) as journal:
        journal.append(1, [OVER])
        said = journal.check()
    assert said == ["game 1 is damaged: event 3 is not what was written"]


def test_a_kill_while_an_old_record_is_brought_up_loses_nothing(tmp_path: Path) -> None:
    """Again and again at any moment; what is half made is made again, from what was there."""
    original = tmp_path / "old.sqlite"
    write_version_2(original, transactions=4_000)
    words = (
        "import sys; from pathlib import Path; from firmware.box.sqlite_journal import SqliteJournal as J\n"
    )
    words += "print('begins', flush=True); J(Path(sys.argv[1])); print('done', flush=True)"
    chance, stopped = random.Random(4), 0
    for n in range(sample(6, 12 * TIMES)):
        folder = tmp_path / str(n)
        folder.mkdir()
        path = folder / "journal.sqlite"
        path.write_bytes(original.read_bytes())
        process = subprocess.Popen(
            [sys.executable, "-c", words, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "begins\n"
        time.sleep(chance.random() * 0.25 if n else 0.0)  # any moment will do: none is tested for
        process.send_signal(signal.SIGKILL)
        stopped += "done" not in process.stdout.read()
        process.wait()
        process.stdout.close()
        with closing(SqliteJournal(path)) as journal:
            assert journal.check() == []
            assert journal.last() == 8_001
            assert len(journal.pending()) == 1
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    assert stopped, "none was killed in the middle of it"


# --- who may write what ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO event (game, t, at, kind, version, body) VALUES (3, 1.0, 1.0, 'pegs', 1, '{}')",
        "INSERT INTO taken (id, t) VALUES (1, 0.0)",
        "INSERT INTO about VALUES ('x', 'y')",
        "DELETE FROM carried",
        "UPDATE event SET body = '{}'",
        "DROP TRIGGER event_no_UPDATE",
        "PRAGMA user_version = 7",
    ],
)
def test_page_eye_and_uplink_add_to_the_inbox_and_write_nothing_else(statement: str, path: Path) -> None:
    """SQLite itself refuses it on their connection: a fault in the page cannot become a fault in the record."""
    with closing(SqliteJournal(path, puts_only=True)) as journal:
        with pytest.raises(sqlite3.DatabaseError, match="readonly database"):
            journal._db.execute(statement)
        with pytest.raises(JournalError):
            journal.append(3, [Event("pegs", 1.0, {})])
        number = journal.put("page", 50.0, {"said": {"by": "A", "what": "go"}})
        assert [item.id for item in journal.pending()] == [number]
        assert journal.check() == []
        assert len(journal.games()) == 3


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE inbox SET body = '{}'",
        "DELETE FROM inbox",
        "INSERT INTO about VALUES ('x', 'y')",
        "UPDATE sqlite_sequence SET seq = 0",
        "DROP TRIGGER inbox_no_UPDATE",
        "PRAGMA writable_schema = 1",
        "ATTACH DATABASE ':memory:' AS other",
    ],
)
def test_what_others_put_is_not_changed_by_a_fault_in_the_page(statement: str, path: Path) -> None:
    with closing(SqliteJournal(path, puts_only=True)) as journal:
        with pytest.raises(sqlite3.DatabaseError, match=r"not authorized|prohibited"):
            journal._inbox._db.execute(statement)
        assert journal.put("page", 50.0, {}) == journal.pending()[-1].id
        assert journal.last_put("page")
    assert checked(path) == []


def test_the_page_itself_opens_the_record_so(path: Path, tmp_path: Path) -> None:
    from webui.app import close_app, create_app, site_of

    app = create_app(path, tmp_path / "run")
    try:
        with pytest.raises(JournalError):
            site_of(app).table._journal.append(3, [Event("pegs", 1.0, {})])
        assert app.test_client().get("/api/v1/games").status_code == 200
    finally:
        close_app(app)


# --- at the door -----------------------------------------------------------------------------------------------


def test_journal_check_names_the_game_and_the_codes_are_those_of_the_sheets(path: Path) -> None:
    with closing(SqliteJournal(path, read_only=True)) as journal:
        sheet = journal.code(2)
        heads = [row.hash for row in journal.rows() if row.kind == "phase"]
    assert sheet == code(heads[-1] or b"")
    said = run("codes", path)
    assert [line.split()[0] for line in said.stdout.splitlines()][1] == sheet
    assert "game 2: Ann and Bob" in said.stdout
    assert "seals from event 1 on" in run("check", path).stdout
    with closing(Tamperer(path)) as hand:
        hand.body(5)
    done = run("check", path)
    assert done.returncode == 1
    assert "game 1 was changed: event 5" in done.stderr
    assert "pegwatch journal codes" in done.stderr
    assert "Traceback" not in done.stderr


def run(word: str, path: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "pegwatch", "journal", word, "--data", str(path.parent)]
    return subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
