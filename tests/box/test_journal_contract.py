"""One contract, two journals: in memory and in SQLite."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribbage.log.events import Event
from firmware.box import sqlite_files
from firmware.box.errors import JournalError
from firmware.box.inbox import inbox_of
from firmware.box.journal import Journal, MemoryJournal, Stored
from firmware.box.sqlite_journal import SqliteJournal
from firmware.box.upcast import Upcasts

GAME = Event("game", 0.0, {"players": {"A": "Ann", "B": "Bob"}})
SEEN = Event("seen", 1.5, {"t": 1.5, "zone": "A", "seen": ["5H"]})
OVER = Event("phase", 9.0, {"phase": "over"})
AGAIN = Event("phase", 9.5, {"phase": "show", "was": "over"})


@pytest.fixture(params=["memory", "sqlite"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    made: Journal = MemoryJournal() if request.param == "memory" else SqliteJournal(tmp_path / "j.sqlite")
    yield made
    made.close()


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_a_number_that_is_not_finite_is_refused_where_it_is_put(journal: Journal, number: float) -> None:
    """NaN is no JSON: what holds one cannot be read by anybody else."""
    for body in ({"n": number}, {"cards": [{"x": (1.0, number)}]}):
        with pytest.raises(JournalError, match="what eye reports holds a number that is not finite"):
            journal.put("eye", 1.0, body)
        with pytest.raises(JournalError, match="a seen event holds a number that is not finite"):
            journal.append(1, [SEEN, Event("seen", 2.0, body)])
    with pytest.raises(JournalError, match="not finite"):
        journal.put("eye", number, {})
    with pytest.raises(JournalError, match="not finite"):
        journal.append(1, [Event("seen", number, {})])
    assert (journal.last(), journal.pending()) == (0, []), "all of it or nothing"


def test_events_are_numbered_from_one_without_a_gap(journal: Journal) -> None:
    assert journal.last() == 0
    assert journal.append(1, [GAME, SEEN]) == 2
    assert journal.append(2, [GAME]) == 3
    assert [(s.n, s.game, s.event) for s in journal.events()] == [(1, 1, GAME), (2, 1, SEEN), (3, 2, GAME)]


def test_events_can_be_read_on_from_a_number_and_by_game(journal: Journal) -> None:
    journal.append(1, [GAME, SEEN])
    journal.append(2, [GAME])
    assert [s.n for s in journal.events(after=1)] == [2, 3]
    assert [s.n for s in journal.events(game=1)] == [1, 2]
    assert list(journal.events(after=3)) == []


def test_an_item_waits_in_the_inbox_until_it_is_taken_with_its_events(journal: Journal) -> None:
    first = journal.put("eye", 2.0, {"zone": "A", "seen": ["5H"]})
    second = journal.put("board", 1.0, {"holes": {"A": [0, -1], "B": [0, -1]}})
    assert [item.id for item in journal.pending()] == [second, first], "in order of table time"
    journal.append(1, [SEEN], [second])
    assert [(item.source, item.t, item.body) for item in journal.pending()] == [
        ("eye", 2.0, {"zone": "A", "seen": ["5H"]})
    ]
    assert journal.table_time() == 2.0


def test_games_are_listed_with_whether_they_are_over(journal: Journal) -> None:
    journal.append(1, [GAME, OVER])
    journal.append(2, [GAME])
    assert [(g.game, g.over, g.header) for g in journal.games()] == [
        (1, True, GAME.body), (2, False, GAME.body)
    ]  # fmt: skip


def test_a_game_that_judges_say_is_not_over_is_on_again_until_it_ends(journal: Journal) -> None:
    journal.append(1, [GAME, OVER, AGAIN])
    assert [(one.over, journal.code(1)) for one in journal.games()] == [(False, "")]
    journal.append(1, [OVER])
    assert [one.over for one in journal.games()] == [True]


def test_closing_twice_is_fine(journal: Journal) -> None:
    journal.close()
    journal.close()


def test_an_item_is_taken_once_or_the_whole_append_is_refused(journal: Journal) -> None:
    item = journal.put("eye", 0.0, {})
    journal.append(1, [GAME], [item])
    for taken in ([item], [item + 1], [item + 7]):
        with pytest.raises(JournalError):
            journal.append(1, [SEEN, SEEN], taken)
    assert journal.last() == 1
    assert journal.append(1, [SEEN]) == 2


def test_a_sound_journal_checks_as_sound(journal: Journal) -> None:
    journal.append(1, [GAME, SEEN], [journal.put("eye", 0.0, {})])
    assert journal.check() == []
    assert journal.check(quick=True) == []


def test_a_source_picks_up_from_the_newest_of_each_kind_and_place(journal: Journal) -> None:
    assert (journal.last_put("eye"), journal.told_until("eye")) == ([], -1.0)
    put = [
        {"cards": {"zone": "A", "seen": ["5H"]}},
        {"cards": {"zone": "B", "seen": ["2C"]}},
        {"cards": {"zone": "A", "seen": ["5H", "TS"]}},
        {"fault": {"part": "camera", "what": "covered"}},
        {"unread": {"zone": "B", "count": 2}},
        {"fault": {"part": "camera", "what": "ok"}},
    ]
    for t, body in enumerate(put):
        journal.put("eye", float(t), body)
    journal.put("board", 99.0, {"holes": {"A": [0, -1], "B": [0, -1]}})
    assert [item.body for item in journal.last_put("eye")] == [put[1], put[2], put[4], put[5]]
    assert journal.told_until("eye") == 5.0


def _lifted(body: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"player": body["who"]}


LIFTING = Upcasts({("claim", 1): _lifted, ("claim", 2): lambda body: {**body, "points": 0}})


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_events_of_an_older_program_are_lifted_when_they_are_read(kind: str, tmp_path: Path) -> None:
    journal: Journal
    journal = (
        MemoryJournal(upcasts=LIFTING) if kind == "memory" else SqliteJournal(tmp_path / "j", upcasts=LIFTING)
    )
    journal.append(1, [Event("claim", 0.0, {"who": "A"}), Event("claim", 1.0, {"player": "B"}, 2), SEEN])
    assert [s.event for s in journal.events()] == [
        Event("claim", 0.0, {"player": "A", "points": 0}, 3),
        Event("claim", 1.0, {"player": "B", "points": 0}, 3),
        SEEN,
    ]
    journal.append(1, [Event("claim", 2.0, {}, 4)])
    with pytest.raises(JournalError, match="newer Pegwatch"):
        list(journal.events())
    assert [s.n for s in _until_refused(journal)] == [1, 2, 3]
    journal.close()


def _until_refused(journal: Journal) -> Iterator[Stored]:
    with contextlib.suppress(JournalError):
        yield from journal.events()


@pytest.mark.parametrize("statement", ["UPDATE event SET t = 0", "DELETE FROM event", "DELETE FROM taken"])
def test_the_file_refuses_change(tmp_path: Path, statement: str) -> None:
    journal = SqliteJournal(tmp_path / "j.sqlite")
    journal.append(1, [GAME], [journal.put("eye", 0.0, {})])
    with (
        sqlite3.connect(tmp_path / "j.sqlite") as other,
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
    ):
        other.execute(statement)
    other.close()
    assert journal.last() == 1
    journal.close()


@pytest.mark.parametrize("statement", ["UPDATE inbox SET t = 0", "DELETE FROM inbox", "DELETE FROM about"])
def test_the_inbox_refuses_change(tmp_path: Path, statement: str) -> None:
    with contextlib.closing(SqliteJournal(tmp_path / "j.sqlite")) as journal:
        journal.put("eye", 0.0, {})
        with (
            contextlib.closing(sqlite3.connect(inbox_of(tmp_path / "j.sqlite"))) as other,
            pytest.raises(sqlite3.IntegrityError, match="append-only"),
        ):
            other.execute(statement)
        assert len(journal.pending()) == 1


def test_a_failed_append_leaves_nothing_behind(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "j.sqlite")
    item = journal.put("eye", 0.0, {})
    journal.append(1, [GAME], [item])
    with pytest.raises(JournalError):
        journal.append(1, [SEEN, SEEN], [item])  # the item was taken already
    assert journal.last() == 1
    assert journal.append(1, [SEEN]) == 2
    journal.close()


@settings(max_examples=25, deadline=None)
@given(st.lists(st.dictionaries(st.text(), st.integers() | st.text() | st.none()), max_size=8))
def test_bodies_come_back_as_they_were(bodies: list[dict[str, object]]) -> None:
    journal = SqliteJournal(Path(":memory:"))
    events = [Event("seen", float(i), body) for i, body in enumerate(bodies)]
    journal.append(1, events)
    assert [stored.event for stored in journal.events()] == events
    journal.close()


def test_a_journal_of_another_version_is_refused_by_name(tmp_path: Path) -> None:
    SqliteJournal(tmp_path / "j.sqlite").close()
    other = sqlite3.connect(tmp_path / "j.sqlite")
    other.execute("PRAGMA user_version = 99")
    other.close()
    with pytest.raises(JournalError, match=r"schema 99.*install the newer version"):
        SqliteJournal(tmp_path / "j.sqlite")


@pytest.mark.parametrize("content", [b"this is not a database, by any means at all" * 40])
def test_a_broken_file_is_one_clear_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "j.sqlite").write_bytes(content)
    with pytest.raises(JournalError, match=r"cannot open the journal .*j\.sqlite: file is not a database"):
        SqliteJournal(tmp_path / "j.sqlite")


def test_a_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match=r"choose|give a data folder"):
        SqliteJournal(tmp_path / "file" / "j.sqlite")


WRITER = """
import sys, itertools
from pathlib import Path
from cribbage.log.events import Event
from firmware.box.sqlite_journal import SqliteJournal
from firmware.box.upcast import Upcasts
journal = SqliteJournal(Path(sys.argv[1]))
for i in itertools.count(journal.last() + 1):
    item = journal.put("eye", float(i), {"i": i})
    journal.append(1, [Event("seen", float(i), {"i": i}), Event("verdict", float(i), {"i": i})], [item])
    print(journal.last(), flush=True)
"""


def test_kill_9_loses_nothing_that_was_acknowledged(
    tmp_path: Path, kill_after_lines: Callable[[subprocess.Popen[str], int], list[str]]
) -> None:
    """A writer is killed at odd moments, again and again: what it said it wrote is there, and whole."""
    path = tmp_path / "j.sqlite"
    acknowledged = 0
    for lines in (1, 3, 7, 2, 19, 5):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        )
        acknowledged = int(kill_after_lines(process, lines)[-1])
        journal = SqliteJournal(path)
        events = list(journal.events())
        assert len(events) >= acknowledged
        assert [s.n for s in events] == list(range(1, len(events) + 1))
        assert len(events) % 2 == 0, "a pair of events is written together or not at all"
        assert journal.check() == []
        waiting = {item.body["i"] for item in journal.pending()}
        judged = {s.event.body["i"] for s in events}
        assert not waiting & judged, "nothing is judged and still waiting"
        journal.close()


def test_processes_starting_together_on_a_fresh_file_all_come_up(tmp_path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from firmware.box.sqlite_journal import SqliteJournal as J; "
        "time.sleep(max(0.0, float(sys.argv[2]) - time.time())); print(J(Path(sys.argv[1])).put('eye', 0.0, {}))"
    )
    at = str(time.time() + 1.0)
    all_of_them = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path / "j.sqlite"), at], stdout=subprocess.PIPE, text=True
        )
        for _ in range(6)
    ]
    assert sorted(int(p.communicate(timeout=300)[0]) for p in all_of_them) == [1, 2, 3, 4, 5, 6]
    assert all(p.returncode == 0 for p in all_of_them)


def test_a_fresh_file_that_another_process_is_making_is_waited_for(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "j.sqlite", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    other.execute("PRAGMA user_version = 0")
    made = threading.Timer(0.3, lambda: other.execute("COMMIT"))
    made.start()
    journal = SqliteJournal(tmp_path / "j.sqlite")
    made.join()
    other.close()
    assert journal.append(1, [GAME]) == 1
    journal.close()


def test_a_file_that_stays_held_is_refused_and_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_files, "BUSY_S", 0.2)
    other = sqlite3.connect(tmp_path / "j.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalError, match="another program holds it"):
        SqliteJournal(tmp_path / "j.sqlite")
    other.close()


@pytest.mark.parametrize("what", ["put", "append"])
def test_who_holds_a_file_is_waited_for_with_signs_of_life_until_it_lets_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """A page that hung while it held the inbox had the board killed by its watchdog, which is not at fault."""
    monkeypatch.setattr(sqlite_files, "BUSY_S", 0.05)
    path, signs = tmp_path / "journal.sqlite", list[int]()
    with closing(SqliteJournal(path)) as journal:
        held = inbox_of(path) if what == "put" else path
        with closing(sqlite3.connect(held, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")

            def waits() -> None:
                signs.append(len(signs))
                if len(signs) == 3:
                    other.execute("ROLLBACK")

            journal.waits = waits
            assert (journal.put("board", 1.0, {}) if what == "put" else journal.append(1, [GAME])) == 1
            assert len(signs) == 3
            other.execute("BEGIN IMMEDIATE")
            journal.patience_s = 0.0
            with pytest.raises(JournalError, match="another program holds it"):
                journal.put("board", 2.0, {}) if what == "put" else journal.append(1, [GAME])
        assert len(journal.pending() if what == "put" else list(journal.events())) == 1


def test_what_a_file_is_is_read_at_one_moment(tmp_path: Path) -> None:
    one = sqlite_files.connect(tmp_path / "j.sqlite")
    sqlite_files.switch_to_wal(one)
    other = sqlite_files.connect(tmp_path / "j.sqlite")

    def meanwhile() -> int:
        other.execute("CREATE TABLE event (n INTEGER)")
        return 1

    one.create_function("meanwhile", 0, meanwhile)
    tables = "SELECT count(*) FROM sqlite_master"
    assert sqlite_files.look_once(one, tables, "SELECT meanwhile()", tables) == [0, 1, 0]
    assert sqlite_files.look_once(one, tables) == [1]
    one.close()
    other.close()


def test_bodies_are_stored_as_compact_json(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "j.sqlite")
    journal.append(1, [SEEN])
    journal.close()
    with sqlite3.connect(tmp_path / "j.sqlite") as other:
        ((body,),) = other.execute("SELECT body FROM event").fetchall()
    other.close()
    assert json.loads(body) == dict(SEEN.body)
    assert ": " not in body


def test_a_list_of_games_decodes_no_more_for_what_was_said_in_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoded = []
    real = SqliteJournal._stored

    def counted(journal: SqliteJournal, row: Any) -> Stored:
        decoded.append(row)
        return real(journal, row)

    monkeypatch.setattr(SqliteJournal, "_stored", counted)
    with contextlib.closing(SqliteJournal(tmp_path / "journal.sqlite")) as journal:
        for game in (1, 2, 3):
            journal.append(game, [GAME, *[Event("phase", 1.0, {"phase": "play"})] * 50, OVER])
        assert [info.over for info in journal.games()] == [True, True, True]
    assert len(decoded) == 6
