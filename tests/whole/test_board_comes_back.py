"""A board that was learnt on a table is in its backups, and comes back with them: by command and by the page."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from cribbage.log.events import Event
from firmware.box.backup import FOLDER, back_up, backups
from firmware.box.handover import Incoming, packed
from firmware.box.learntboards import BOARDS, boards_in
from firmware.box.sections import BackupSettings
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.boardlearn import save_learnt, steady_top
from pegwatch.cli import group
from pegwatch.housekeeping import take_in_waiting
from pegwatch.pegssetup import drawn_empty, learnt_reader
from pegwatch.plan import LEARNT
from vision.scene.kitboards import KIT_LAYOUT, SHAPES

HEADER = {"log": "table/1", "profile": "acc-2025", "mode": "club", "players": {"A": "Ann", "B": "Bob"}, "dealer": "A",
          "pegs": {"A": [0, -1], "B": [0, -1]}}  # fmt: skip
KEPT = ("table.png", "table.toml")


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board as learning leaves it: its holes, its picture when empty, the numbering drawn over it."""
    folder = tmp_path_factory.mktemp("learnt")
    frames, layout = drawn_empty("long-2", 1)
    save_learnt(SHAPES["long-2"](), frames, steady_top(frames, layout)[0], layout, folder / LEARNT)
    return folder


@pytest.fixture
def data(tmp_path: Path, learnt: Path) -> Path:
    """A table that has played, and has learnt its board."""
    folder = tmp_path / "table"
    folder.mkdir()
    with closing(SqliteJournal(folder / "journal.sqlite")) as journal:
        journal.append(1, [Event("game", 0.0, HEADER)])
    shutil.copytree(learnt, folder / BOARDS)
    return folder


def is_followed(data: Path) -> bool:
    return learnt_reader(data / BOARDS / LEARNT, KIT_LAYOUT).is_ready


def command(*words: str | Path) -> str:
    done = CliRunner().invoke(group, [str(word) for word in words])
    assert done.exit_code == 0, done.output + str(done.exception)
    return done.output


def test_a_learnt_board_comes_back_with_a_backup_on_a_new_card(data: Path, tmp_path: Path) -> None:
    command("journal", "backup", "--data", data, "--to", tmp_path / "stick")
    new = tmp_path / "new"
    new.mkdir()
    said = command("journal", "restore", "--data", new, "--backups", tmp_path / "stick")
    assert "Learnt boards that came back: table" in said
    assert sorted(path.name for path in (new / BOARDS).iterdir()) == sorted(KEPT)
    for name in KEPT:
        assert (new / BOARDS / name).read_bytes() == (data / BOARDS / name).read_bytes()
    assert is_followed(new)
    with closing(sqlite3.connect(new / "journal.sqlite")) as journal:
        tables = {name for (name,) in journal.execute("SELECT name FROM sqlite_master")}
    assert "beside" not in tables, "the running journal carries no boards"


def test_a_learnt_board_comes_back_with_the_file_of_the_page(data: Path, tmp_path: Path) -> None:
    file = b"".join(packed(data / "journal.sqlite"))
    new = tmp_path / "new"
    new.mkdir()
    incoming = Incoming(new)
    incoming.take(0, file)
    incoming.finish()
    assert not (new / BOARDS).exists(), "nothing changes before the table starts"
    said: list[str] = []
    take_in_waiting(new / "journal.sqlite", BackupSettings(), said.append)
    assert said[0].endswith("; learnt boards that came back: table")
    assert is_followed(new)


def test_a_board_learnt_since_the_last_backup_is_something_new(data: Path) -> None:
    folder = data / FOLDER
    shutil.move(data / BOARDS, data / "elsewhere")
    assert back_up(data / "journal.sqlite", folder, 5) is not None
    assert back_up(data / "journal.sqlite", folder, 5) is None
    shutil.move(data / "elsewhere", data / BOARDS)
    assert back_up(data / "journal.sqlite", folder, 5) is not None
    assert back_up(data / "journal.sqlite", folder, 5) is None
    assert sorted(boards_in(backups(folder)[-1].path)) == sorted(KEPT)


def test_a_board_that_is_there_whole_is_never_touched_and_half_a_one_is_made_whole(data: Path) -> None:
    command("journal", "backup", "--data", data)
    board = data / BOARDS / LEARNT
    other = board.read_text().replace("Long board", "Longer board")
    board.write_text(other)
    assert "came back" not in command("journal", "restore", "--data", data)
    assert board.read_text() == other
    (data / BOARDS / "table.png").unlink()
    assert "came back: table" in command("journal", "restore", "--data", data)
    assert board.read_text() != other, "holes and picture belong together"
    assert is_followed(data)


@pytest.mark.parametrize(
    "name", ["../evil.toml", "/etc/evil.toml", "a/b.png", ".toml", "evil.sh", "x.toml/.."]
)
def test_a_backup_with_a_strange_name_writes_nothing_outside(data: Path, tmp_path: Path, name: str) -> None:
    command("journal", "backup", "--data", data)
    copy = backups(data / FOLDER)[0].path
    with closing(sqlite3.connect(copy)) as held:
        held.execute("INSERT INTO beside VALUES (?, ?)", (name, b"evil"))
        held.commit()
    new = tmp_path / "new"
    new.mkdir()
    command("journal", "restore", "--data", new, "--from", copy)
    assert sorted(path.name for path in (new / BOARDS).iterdir()) == sorted(KEPT)
    assert not list(tmp_path.rglob("*evil*"))
