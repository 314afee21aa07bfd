"""A table's record on its way to a keeper's phone and back: what comes is looked at whole, and nothing is lost."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from cribbage.log.events import Event
from firmware.box import handover
from firmware.box.backup import FOLDER
from firmware.box.errors import JournalError
from firmware.box.handover import WANTED, Incoming, offered, packed, take_in, withdraw
from firmware.box.sqlite_journal import SqliteJournal

HEADER = {"log": "table/1", "profile": "acc-2025", "mode": "club", "players": {"A": "Ann", "B": "Bob"}, "dealer": "A",
          "pegs": {"A": [0, -1], "B": [0, -1]}}  # fmt: skip


def write(data: Path, games: int, events: int = 5) -> Path:
    data.mkdir(exist_ok=True)
    path = data / "journal.sqlite"
    with closing(SqliteJournal(path)) as journal:
        first = len(journal.games()) + 1
        for game in range(first, first + games):
            journal.append(game, [Event("game", 0.0, HEADER)])
            for n in range(1, events):
                journal.append(
                    game, [Event("pegs", float(n), {"A": [n, n - 1], "B": [0, -1], "certain": True})]
                )
    return path


def read(path: Path) -> tuple[str, int, int]:
    with closing(SqliteJournal(path, read_only=True)) as journal:
        assert journal.check() == []
        return journal.name, len(journal.games()), journal.last()


def bring(data: Path, file: bytes, piece: int = 777) -> handover.Offer:
    incoming, at = Incoming(data), 0
    while at < len(file):
        at = incoming.take(at, file[at : at + piece])
    return incoming.finish()


def test_a_fresh_table_gets_the_record_of_the_old_one(tmp_path: Path) -> None:
    """The card broke: the new one's own first record is kept beside it."""
    old = write(tmp_path / "old", 3)
    new = write(tmp_path / "new", 1)
    mine = read(new)
    found = bring(new.parent, b"".join(packed(old)))
    assert (found.games, found.last) == (3, 15)
    assert offered(new.parent) == found
    assert read(new) == mine, "nothing changes before the table starts"
    done = take_in(new, new.parent / FOLDER)
    assert done is not None
    assert read(new) == read(old)
    assert done.aside is not None
    assert done.aside.name == "journal-replaced-1.sqlite"
    assert read(done.aside) == mine
    assert offered(new.parent) is None
    assert take_in(new, new.parent / FOLDER) is None


def test_what_came_after_the_backup_is_kept(tmp_path: Path) -> None:
    path = write(tmp_path / "table", 2)
    file = b"".join(packed(path))
    write(path.parent, 2)
    now = read(path)
    bring(path.parent, file)
    done = take_in(path, path.parent / FOLDER)
    assert done is not None
    assert done.saved.events == 10
    assert read(path) == now


def test_an_empty_card_takes_it_too(tmp_path: Path) -> None:
    old = write(tmp_path / "old", 1)
    (tmp_path / "new").mkdir()
    bring(tmp_path / "new", b"".join(packed(old)))
    take_in(tmp_path / "new/journal.sqlite", tmp_path / "new" / FOLDER)
    assert read(tmp_path / "new/journal.sqlite") == read(old)


def test_pieces_come_in_order_or_not_at_all(tmp_path: Path) -> None:
    file = b"".join(packed(write(tmp_path / "old", 1)))
    incoming = Incoming(tmp_path)
    assert incoming.take(0, file[:100]) == 100
    assert incoming.take(90, file[90:300]) == 100, "one that overlaps adds nothing"
    assert incoming.take(300, file[300:]) == 100
    assert incoming.take(0, file[:50]) == 50, "a first one starts over"
    assert incoming.take(50, file[50:]) == len(file)
    assert incoming.finish().games == 1


def torn(file: bytes) -> bytes:
    return file[: len(file) * 2 // 3]


def spoilt(file: bytes) -> bytes:
    """A whole gzip file of a journal in which one event is not what was written."""
    inside = gzip.decompress(file)
    assert inside.count(b'"certain":true') > 1
    return gzip.compress(inside.replace(b'"certain":true', b'"certain":null', 1))


@pytest.mark.parametrize(
    "damage",
    [torn, spoilt, lambda _f: b"", lambda _f: b"a photograph", lambda _f: gzip.compress(b"x" * 5000), lambda f:
    f + b"!!"],
    ids=["torn", "spoilt", "empty", "no-gzip", "no-journal", "more-behind-it"],
)  # fmt: skip
def test_what_is_no_sound_journal_is_refused_in_one_line_and_leaves_nothing(
    tmp_path: Path, damage: object
) -> None:
    path = write(tmp_path / "table", 1)
    before = read(path)
    file = damage(b"".join(packed(path)))  # type: ignore[operator]
    incoming = Incoming(path.parent)
    incoming.take(0, file)
    with pytest.raises(JournalError) as refused:
        incoming.finish()
    assert "\n" not in str(refused.value)
    assert offered(path.parent) is None
    assert take_in(path, path.parent / FOLDER) is None
    assert read(path) == before
    assert sorted(found.name for found in path.parent.glob("restore*")) == []


def test_what_is_too_large_is_refused_before_it_fills_the_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handover, "LARGEST", 2000)
    incoming = Incoming(tmp_path)
    incoming.take(0, b"x" * 1500)
    with pytest.raises(JournalError, match="too large"):
        incoming.take(1500, b"x" * 600)
    incoming.take(0, gzip.compress(b"\0" * 50_000))
    with pytest.raises(JournalError, match="too large"):
        incoming.finish()
    assert list(tmp_path.iterdir()) == []


def test_a_restore_that_the_power_ended_is_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal was in place already, and what waited was not yet forgotten."""
    old, new = write(tmp_path / "old", 2), write(tmp_path / "new", 1)
    bring(new.parent, b"".join(packed(old)))
    with monkeypatch.context() as broken:
        broken.setattr(handover, "_forget", lambda _path: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            take_in(new, new.parent / FOLDER)
    assert (new.parent / WANTED).exists()
    write(new.parent, 1)  # and a game was played before the next start
    now = read(new)
    take_in(new, new.parent / FOLDER)
    assert read(new) == now


def test_one_that_can_no_longer_be_read_is_put_aside_and_the_table_starts(tmp_path: Path) -> None:
    path = write(tmp_path / "table", 1)
    before = read(path)
    bring(path.parent, b"".join(packed(path)))
    (path.parent / WANTED).write_bytes(b"the card has forgotten it")
    assert offered(path.parent) is None
    said = subprocess.run(
        [sys.executable, "-m", "pegwatch", "prepare", "--data", str(path.parent), "--run", str(tmp_path / "run")],
        env=os.environ | {"XDG_CONFIG_HOME": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.returncode == 0
    assert said.stderr.startswith("what was to be restored is put aside:")
    assert read(path) == before
    assert (path.parent / "restore-refused.sqlite").exists()


def test_the_table_takes_it_in_as_it_starts(tmp_path: Path) -> None:
    old, new = write(tmp_path / "old", 2), write(tmp_path / "new", 1)
    bring(new.parent, b"".join(packed(old)))
    command = [
        sys.executable,
        "-m",
        "pegwatch",
        "prepare",
        "--data",
        str(new.parent),
        "--run",
        str(tmp_path / "run"),
    ]
    env = os.environ | {"XDG_CONFIG_HOME": str(tmp_path)}
    said = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert said.stderr.startswith("restored what was given on the page: 10 events; what lay there is kept as")
    assert read(new) == read(old)
    assert subprocess.run(command, env=env, capture_output=True, text=True, check=True).stderr == ""


def test_what_waits_can_be_withdrawn(tmp_path: Path) -> None:
    path = write(tmp_path / "table", 1)
    bring(path.parent, b"".join(packed(path)))
    withdraw(path.parent)
    assert offered(path.parent) is None
    assert sorted(found.name for found in path.parent.glob("restore*")) == []


def test_a_journal_that_is_not_there_cannot_be_saved(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="journal"):
        next(packed(tmp_path / "journal.sqlite"))
