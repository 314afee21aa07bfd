"""A damaged game in the journal is shown as damaged, and takes nothing else away. Real files."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from cribbage.log.wire import Have
from cribbage.shown.policy import House
from firmware.box.chain import Row, row_crc
from firmware.box.errors import DamagedRecord
from firmware.box.schema import ROW
from firmware.box.sqlite_journal import SqliteJournal
from firmware.recorder import Recorder
from firmware.uplink import Outbox, Sender
from pegwatch.cli import group
from webui.app import build_app, close_app
from webui.config import WebConfig
from webui.table import Table

Db = sqlite3.Connection
GAMES, DAMAGED = (1, 2, 3, 4), 2
_WITHIN = "(SELECT n FROM event WHERE game = 2 AND kind = '{}' ORDER BY n LIMIT 1)"


def _body(db: Db, kind: str, change: Callable[[str], Any], *, sealed: bool = False) -> None:
    """Change what an event of game 2 says; `sealed`: with the check sum of what stands there now."""
    row = Row(*db.execute(f"SELECT {ROW} FROM event WHERE n = {_WITHIN.format(kind)}").fetchone())
    new = row._replace(body=change(row.body))
    db.execute("UPDATE event SET body = ? WHERE n = ?", (new.body, row.n))
    if sealed:
        db.execute("UPDATE event SET crc = ? WHERE n = ?", (row_crc(new), row.n))


def _flip(text: str) -> str:
    middle = len(text) // 2
    return text[:middle] + chr(ord(text[middle]) ^ 1) + text[middle + 1 :]


DAMAGES: dict[str, Callable[[Db], object]] = {
    "one bit of what was pegged": lambda db: _body(db, "pegs", _flip),
    "one bit of the header": lambda db: _body(db, "game", _flip),
    "one bit of the end": lambda db: _body(db, "phase", _flip),
    "no JSON": lambda db: _body(db, "pegs", lambda _: "{", sealed=True),
    "a header that is no JSON": lambda db: _body(db, "game", lambda _: '{"log"', sealed=True),
    "a list": lambda db: _body(db, "pegs", lambda _: "[]", sealed=True),
    "cut short": lambda db: _body(db, "pegs", lambda text: text[:9]),
    "no text": lambda db: _body(db, "pegs", lambda _: b"\xff\x00junk"),
    "a number": lambda db: _body(db, "pegs", lambda _: 7),
    "no UTF-8": lambda db: db.execute(
        f"UPDATE event SET body = CAST(x'ff7b7dfe' AS TEXT) WHERE n = {_WITHIN.format('pegs')}"
    ),
    "another kind": lambda db: db.execute(
        f"UPDATE event SET kind = 'gbme' WHERE n = {_WITHIN.format('game')}"
    ),
    "another game's number": lambda db: db.execute(
        f"UPDATE event SET game = 3 WHERE n = {_WITHIN.format('pegs')}"
    ),
    "a game's number that none has": lambda db: db.execute(
        f"UPDATE event SET game = 2000000 WHERE n = {_WITHIN.format('game')}"
    ),
    "another time": lambda db: db.execute(f"UPDATE event SET t = t + 1 WHERE n = {_WITHIN.format('pegs')}"),
    "a version that none has": lambda db: db.execute(
        f"UPDATE event SET version = 99 WHERE n = {_WITHIN.format('pegs')}"
    ),
    "an event is missing": lambda db: db.execute(f"DELETE FROM event WHERE n = {_WITHIN.format('pegs')}"),
    "the header is missing": lambda db: db.execute(f"DELETE FROM event WHERE n = {_WITHIN.format('game')}"),
}


def spoil(path: Path, damage: Callable[[Db], object]) -> None:
    """What a card that forgets does, which no trigger stops."""
    with closing(sqlite3.connect(path)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            if name.startswith("event_no_"):
                db.execute(f"DROP TRIGGER {name}")
        damage(db)
        db.commit()


@pytest.fixture
def whole(tmp_path: Path, make_story: Any) -> Path:
    """A table's journal of four finished games."""
    path = tmp_path / "data" / "journal.sqlite"
    with closing(SqliteJournal(path)) as journal:
        story = make_story(journal)
        for game in GAMES:
            story.begin(players={"A": "Ann", "B": f"Bob{game}"})
            key = f"h{story.deal}"
            story.cards("B", "5H", "5S", "JD", "KC").hand("earned", key=key).peg("B", 6)
            story.hand("closed", pegged=6, key=key).next_deal(story.deal + 1).win()
    return path


@pytest.fixture(params=DAMAGES)
def damaged(request: pytest.FixtureRequest, whole: Path) -> Path:
    spoil(whole, DAMAGES[request.param])
    return whole


@pytest.fixture
def page(damaged: Path, tmp_path: Path) -> Iterator[FlaskClient]:
    with closing(SqliteJournal(damaged)) as journal:
        app: Flask = build_app(Table(journal, tmp_path), WebConfig(poll_s=0.02), b"k" * 32)
        yield app.test_client()
        close_app(app)


def test_the_page_shows_the_damaged_game_as_damaged_and_all_others_as_they_are(page: FlaskClient) -> None:
    listed = page.get("/api/v1/games").get_json()["games"]
    assert {one["game"]: one["state"] for one in listed} == {1: "over", 2: "damaged", 3: "over", 4: "over"}
    assert page.get("/games").get_data(as_text=True).count("damaged") == 1
    for game in GAMES:
        html, told = page.get(f"/games/{game}"), page.get(f"/api/v1/games/{game}")
        assert (html.status_code, told.status_code) == (200, 200)
        assert ("record of this game is damaged" in html.get_data(as_text=True)) is (game == DAMAGED)
        assert bool(told.get_json()["deals"]) is (game != DAMAGED)
        for export in (f"/api/v1/games/{game}/log", f"/api/v1/games/{game}/counts.csv"):
            answer = page.get(export)
            assert answer.status_code == (409 if game == DAMAGED else 200)
            if game == DAMAGED:
                assert answer.get_json()["error"] == "damaged"
        assert page.get(f"/games/{game}/sheet").status_code == 200
    assert page.get("/healthz").get_json()["journal"] == "ok"


def test_players_averages_leave_the_damaged_game_out_and_say_so(page: FlaskClient) -> None:
    told = page.get("/api/v1/players").get_json()
    assert told["left_out"] == [DAMAGED]
    assert {one["name"]: one["games"] for one in told["players"]} == {
        "Ann": 3,
        "Bob1": 1,
        "Bob3": 1,
        "Bob4": 1,
    }
    assert "Game 2 is left out: its record is damaged." in page.get("/players").get_data(as_text=True)
    french = page.get("/players?lang=fr").get_data(as_text=True)
    assert "La partie 2 n’est pas comptée" in french


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(group, words)
    error = result.exception
    said = "" if error is None or isinstance(error, SystemExit) else str(error)
    assert said == "" or isinstance(error, DamagedRecord)
    return result.exit_code, result.stdout, result.stderr + said


def test_the_commands_name_the_damaged_game_and_give_out_the_others(damaged: Path, tmp_path: Path) -> None:
    data = ("--data", str(damaged.parent))
    code, _, said = run("journal", "check", *data)
    assert code == 1
    assert "fault in Pegwatch" not in said
    assert "game 2" in said or "missing" in said or "not what was written" in said
    for game in GAMES:
        log = tmp_path / f"{game}.jsonl"
        code, _, said = run("export", str(game), *data, "-o", str(log))
        assert (code != 0) is (game == DAMAGED), said
        if game == DAMAGED:
            assert "is damaged" in said
            assert not log.exists()
        else:
            assert run("replay", str(log))[0] == 0


def test_the_table_starts_and_the_next_game_has_the_next_number(damaged: Path) -> None:
    with closing(SqliteJournal(damaged)) as journal:
        assert [info.game for info in journal.games()] == list(GAMES)
        recorder = Recorder(journal)
        header = {"log": "table/1", "profile": "acc-2025", "mode": "club", "players": {"A": "C", "B": "D"}}
        journal.put("test", 1e6, {"new_game": header})
        recorder.take(2e6)
        assert [info.game for info in journal.games()] == [*GAMES, 5]


def test_the_hub_gets_every_game_but_those_that_wait_behind_the_damaged_one(damaged: Path) -> None:
    """What it has already it keeps, number by number."""
    with closing(SqliteJournal(damaged)) as journal:
        outbox = Outbox(journal, journal.name, House("at-once"))
        outbox.look()
    games = outbox.games
    assert [game and game.game for game in games] == [1, None, 3, 4]
    ahead, behind = Sender(), Sender()
    ahead.confirm(Have(3, games[2].sum if games[2] else ""))
    assert [game.game for game in ahead.due(games, 100.0)] == [4]
    assert not ahead.is_another_journal(games)
    assert not ahead.is_stuck(games)
    behind.confirm(Have(0, ""))
    assert [game.game for game in behind.due(games, 100.0)] == [1]
    behind.confirm(Have(1, games[0].sum if games[0] else ""))
    assert behind.due(games, 200.0) == []
    assert behind.is_stuck(games)


def test_every_damaged_game_is_named_by_the_check(whole: Path) -> None:
    def both(db: Db) -> None:
        for game in (1, 3):
            db.execute(
                "UPDATE event SET body = ? WHERE n = (SELECT max(n) FROM event WHERE game = ?)", ("x", game)
            )

    spoil(whole, both)
    with closing(SqliteJournal(whole, read_only=True)) as journal:
        wrong = journal.check()
    assert [line.split(":")[0] for line in wrong] == ["game 1 is damaged", "game 3 is damaged"]


def test_a_torn_page_of_the_file_takes_away_no_game_that_lies_elsewhere(
    tmp_path: Path, make_story: Any
) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(SqliteJournal(path)) as journal:
        story = make_story(journal)
        for _ in range(6):
            story.begin(note="x" * 3000)
            for _ in range(20):
                story.next_deal(story.deal + 1)
            story.win()
        journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        journal._db.execute("PRAGMA journal_mode = DELETE")
        (page,) = journal._db.execute("PRAGMA page_size").fetchone()
    data = bytearray(path.read_bytes())
    leaves = (at for at in range(page, len(data), page) if data[at] == 13)
    leaf = next(at for at in leaves if b'"phase":"over"' in data[at : at + page])
    data[leaf : leaf + 8] = b"\xff" * 8
    path.write_bytes(data)
    with closing(SqliteJournal(path, read_only=True)) as journal:
        found = [info.game for info in journal.games()]
        assert found == list(range(1, 7))
        readable = []
        for game in found:
            with suppress(DamagedRecord):
                readable += [game] if list(journal.events(game=game)) else []
        assert 3 <= len(readable) < len(found)
        assert journal.check()


def test_a_file_of_the_first_version_says_what_is_no_json_too(whole: Path) -> None:
    spoil(whole, lambda db: _body(db, "pegs", lambda _: json.dumps([1]), sealed=True))
    with (
        closing(SqliteJournal(whole)) as journal,
        pytest.raises(DamagedRecord, match=r"event \d+ is not what was"),
    ):
        list(journal.events(game=DAMAGED))
