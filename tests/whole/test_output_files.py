"""Files that commands write where a person says: never over a record, whole or not at all, named where they fail."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from asked import fails, fill_up, full_disk, pegwatch

from club.store import open_store
from cribbage.log.events import Event
from firmware.box.chain import KEY_FILE
from firmware.box.sqlite_journal import SqliteJournal

GAME = Event(
    "game",
    0.0,
    {
        "log": "table/1", "profile": "acc-2025", "mode": "club", "players": {"A": "Ann", "B": "Bob"},
        "dealer": "A", "pegs": {"A": [0, -1], "B": [0, -1]},
    },
)  # fmt: skip
WRITERS = {
    "export": ("export", "1", "-o"),
    "journal export": ("journal", "export", "-o"),
    "support-bundle": ("support-bundle", "-o"),
    "camera": ("camera", "--simulated", "--no-cards", "--out"),
    "hub": ("hub", "--backup"),
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A table's data and a hub's, in one folder."""
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(SqliteJournal(folder / "journal.sqlite")) as journal:
        journal.append(1, [GAME])
    open_store(str(folder / "hub.sqlite")).close()
    (folder / KEY_FILE).write_text("{}")
    return folder


def everything(folder: Path) -> dict[str, bytes]:
    """What every record holds."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".sqlite", ".key")}


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with full_disk(tmp_path / "disk") as folder:
        yield folder


@pytest.mark.parametrize("name", WRITERS)
def test_an_output_that_names_a_record_is_refused_and_the_record_stays(name: str, data: Path) -> None:
    before = everything(data)
    for record in ("journal.sqlite", "inbox.sqlite", "hub.sqlite"):
        (data / f"soft-{record}").symlink_to(data / record)
        os.link(data / record, data / f"hard-{record}")
        for called in (record, f"{record}-wal", f"{record}-shm", f"soft-{record}", f"hard-{record}"):
            done = pegwatch(*WRITERS[name], str(data / called), "--data", str(data))
            fails(done, f"{data / called} is a record of Pegwatch and is not written over", WRITERS[name][-1])
        for link in data.glob("*-*.sqlite"):
            link.unlink()
    assert everything(data) == before


def test_a_record_is_not_written_over_where_it_is_damaged_or_is_none_yet(data: Path) -> None:
    """What lies there may be saved yet, and a table must not find a bundle in its journal's place."""
    (data / "journal.sqlite").write_bytes(b"broken" * 1000)
    for name in ("journal.sqlite", "journal.sqlite-wal", KEY_FILE):
        fails(pegwatch("support-bundle", "--data", str(data), "-o", str(data / name)), name, "a record")
    for path in data.glob("journal*"):
        path.unlink()
    done = pegwatch("camera", "--simulated", "--data", str(data), "--out", str(data / "journal.sqlite"))
    fails(done, "journal.sqlite is a record")
    assert not (data / "journal.sqlite").exists()


def test_the_picture_of_a_deck_does_not_go_over_a_record(data: Path) -> None:
    file = str(data / "journal.sqlite")
    fails(pegwatch("deck", "show", "x", "--data", str(data), "--picture", file), "a record", "--picture FILE")


def test_a_file_that_is_written_again_keeps_its_rights_its_links_and_nothing_beside_it(
    data: Path, tmp_path: Path
) -> None:
    log, link = tmp_path / "one.jsonl", tmp_path / "link.jsonl"
    log.write_text("old")
    log.chmod(0o604)
    link.symlink_to(log)
    assert pegwatch("export", "1", "--data", str(data), "-o", str(link)).returncode == 0
    assert "table/1" in log.read_text()
    assert link.is_symlink()
    assert log.stat().st_mode & 0o777 == 0o604
    fresh = tmp_path / "fresh.jsonl"
    assert pegwatch("journal", "export", "--data", str(data), "-o", str(fresh)).returncode == 0
    mask = os.umask(0)
    os.umask(mask)
    assert fresh.stat().st_mode & 0o777 == 0o666 & ~mask
    assert {path.name for path in tmp_path.iterdir()} == {"data", "one.jsonl", "link.jsonl", "fresh.jsonl"}


def test_a_device_or_a_pipe_is_written_to_as_it_comes(data: Path) -> None:
    words = [sys.executable, "-m", "pegwatch", "export", "1", "--data", str(data), "-o", "/dev/stdout"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=True)
    assert "table/1" in done.stdout
    fails(
        pegwatch("export", "1", "--data", str(data), "-o", "/dev/full"), "cannot write /dev/full", "-o FILE"
    )


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_leaves_an_earlier_file_whole_and_is_named(name: str, data: Path, disk: Path) -> None:
    with closing(SqliteJournal(data / "journal.sqlite")) as journal:
        journal.append(1, [Event("seen", 1.0, {"t": 1.0, "note": os.urandom(100_000).hex()})])
    file = disk / "earlier.jpg"
    file.write_text("whole")
    fill_up(disk)
    for option in (file, disk / "new.jpg"):
        done = pegwatch(*WRITERS[name], str(option), "--data", str(data))
        fails(done, f"cannot write {option}: No space left on device", "make room there", WRITERS[name][-1])
    assert file.read_text() == "whole"
    assert {path.name for path in disk.iterdir()} == {"earlier.jpg", "ballast"}


def test_a_recording_that_finds_no_room_is_named(disk: Path) -> None:
    fill_up(disk)
    done = pegwatch("board", "record", str(disk / "odd.jsonl"), "--simulated", "--seconds", "0.1")
    fails(done, f"cannot write {disk / 'odd.jsonl'}: No space left on device", "make room there")


def test_a_demo_on_a_full_disk_names_the_file_and_goes_on_once_there_is_room(disk: Path) -> None:
    fill_up(disk)
    words = ("demo", "--data", str(disk / "d"), "--headless")
    fails(pegwatch(*words), str(disk / "d" / "demo.json"), "make room there", "--data DIR")
    assert not (disk / "d" / "demo.json").exists()
    (disk / "d" / "demo.json").write_text("")  # as a version before this left it
    fails(pegwatch(*words), str(disk / "d" / "demo.json"), "make room there")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", ["replay {log}", "export 1 --data {data}", "journal games --data {data}"])
def test_an_output_that_is_full_is_to_blame_and_not_the_log(
    words: str, unbuffered: str, data: Path, tmp_path: Path
) -> None:
    log = tmp_path / "one.jsonl"
    assert pegwatch("export", "1", "--data", str(data), "-o", str(log)).returncode == 0
    log.write_text(
        log.read_text()
        + '{"t": 1, "cards": {"zone": "starter", "seen": ["JD"]}}\n'
        + '{"t": 3, "holes": {"A": [0], "B": [0, -1]}}\n{"t": 4, "holes": {"A": [2, 0], "B": [0, -1]}}\n'
    )
    asked = [sys.executable, "-m", "pegwatch", *words.format(log=log, data=data).split()]
    with open("/dev/full", "w") as full:
        env = os.environ | {"PYTHONUNBUFFERED": unbuffered}
        done = subprocess.run(asked, stdout=full, stderr=subprocess.PIPE, text=True, timeout=300, env=env)
    assert done.returncode == 2
    assert done.stderr == (
        "Error: the output cannot be written: No space left on device; send it somewhere else\n"
    )
