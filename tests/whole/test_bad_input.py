"""Bad input that was called a fault in Pegwatch itself, or blamed on something else: one line says what it is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from asked import fails, fill_up, full_disk, pegwatch

from club.errors import StoreError
from club.store import open_store
from cribbage.log.events import Event
from firmware.box.sqlite_journal import SqliteJournal

NESTED = "[" * 20_000
NO_TEXT = b"\xff\xfe\x00\x9c" * 500


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A table's data."""
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(SqliteJournal(folder / "journal.sqlite")) as journal:
        journal.append(1, [Event("game", 0.0, {"players": {"A": "Ann", "B": "Bob"}})])
    return folder


# --- ports and addresses


@pytest.mark.parametrize(
    "option", ["demo --port", "doctor --port", "hub --port", "run --port", "hub --broker-port"]
)
@pytest.mark.parametrize("port", ["0", "-1", "65536", "99999999999999999999"])
def test_a_port_out_of_range_is_said_as_the_settings_say_it(option: str, port: str, tmp_path: Path) -> None:
    done = pegwatch(*option.split(), port, "--data", str(tmp_path / "d"))
    fails(done, option.split()[1], f"{port}: it must lie between 1 and 65535")
    assert not (tmp_path / "d").exists()


@pytest.mark.parametrize("host", ["192.0.2.77", "no such machine", "a" * 70 + ".example"])
@pytest.mark.parametrize("command", ["demo", "hub"])
def test_an_address_that_is_not_this_machines_is_not_blamed_on_the_port(
    command: str, host: str, tmp_path: Path
) -> None:
    done = pegwatch(command, "--data", str(tmp_path), "--host", host, "--port", "18082")
    fails(done, f"cannot listen on {host!r}", "--host")
    assert "--port" not in done.stderr


# --- JSON and text


def test_lists_without_end_in_a_batch_are_no_json_and_the_batch_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(f'{NESTED}\n{{"pile": ["TC", "5C"]}}\n')
    done = pegwatch("score", "--batch", str(file))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.get("points") for answer in answers] == [None, 2]
    assert answers[0]["error"].startswith("not JSON")
    fails(done, "line 1 could not be scored")


@pytest.mark.parametrize("number", [1, 2])
def test_lists_without_end_in_a_record_of_a_board_are_no_json(number: int, tmp_path: Path) -> None:
    file = tmp_path / "odd.jsonl"
    file.write_text('{"trace": "board/1", "board": "longboard"}\n' * (number - 1) + NESTED + "\n")
    fails(pegwatch("board", "play", str(file)), f"odd.jsonl: line {number}: not JSON")


def test_what_is_no_text_is_no_export_of_a_journal(tmp_path: Path) -> None:
    file = tmp_path / "bin"
    file.write_bytes(NO_TEXT)
    done = pegwatch("journal", "import", str(file), "--data", str(tmp_path / "new"))
    fails(done, "bin: not an export of a journal: it is not text in UTF-8")


def test_a_batch_on_standard_input_that_is_no_text_is_said() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pegwatch", "score", "--batch", "-"], input=NO_TEXT, capture_output=True,
        timeout=300, env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
    )  # fmt: skip
    assert (done.returncode, done.stderr.decode()) == (2, "Error: -: not a text file in UTF-8\n")


@pytest.mark.parametrize("t", ["nan", "inf", "-inf"])
def test_a_second_that_is_no_number_is_refused(t: str) -> None:
    log = str(Path(__file__).parents[1] / "games/last-card-pegs-out.jsonl")
    fails(pegwatch("replay", "--explain", t, log), "--explain", f"'{t}' is not a number")


# --- places and options that cannot be meant


@pytest.mark.parametrize(
    "words",
    [
        ["support-bundle", "-o", "{}/b.zip"],
        ["deck", "list"],
        ["deck", "show", "x"],
        ["deck", "use", "--none"],
    ],
)
def test_a_data_folder_that_is_not_there_is_a_typing_error(words: list[str], tmp_path: Path) -> None:
    done = pegwatch(*(word.format(tmp_path) for word in words), "--data", str(tmp_path / "tabel"))
    fails(done, f"there is no data folder {tmp_path / 'tabel'}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "store", ["foo://x", "mysql://user:secret@host/db", "sqlite:///hub.sqlite", "PostgreSQL://x/y"]
)
@pytest.mark.parametrize("rest", [[], ["--backup", "b"], ["--restore", "b"], ["--aside"]])
def test_a_store_at_an_address_of_another_kind_is_refused(
    store: str, rest: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = pegwatch("hub", "--store", store, "--data", str(tmp_path / "h"), *rest)
    fails(done, "--store", "postgresql://user:password@host/name, or a file")
    assert "secret" not in done.stderr
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StoreError, match="or a file"):
        open_store(store)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["hub", "--backup", "x", "--restore", "y"], "--aside, --backup and --restore"),
        (["hub", "--aside", "--restore", "y"], "--aside, --backup and --restore"),
        (["camera", "--record", "x", "--play", "y"], "--record or --play, not both"),
    ],
)
def test_of_two_orders_none_is_left_undone_in_silence(words: list[str], part: str, tmp_path: Path) -> None:
    fails(pegwatch(*words, "--data", str(tmp_path / "d")), part)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words", [["--batch", "x", "--series"], ["--histogram", "--series"], ["5H", "--batch", "x"]]
)
def test_of_two_things_to_score_none_is_left_out_in_silence(words: list[str]) -> None:
    fails(pegwatch("score", *words), "cards, --batch, --histogram or --series: one of them")


@pytest.mark.parametrize("words", [["config", "file"], ["config", "show"], ["run"]])
@pytest.mark.parametrize("named", [True, False])
def test_settings_that_are_a_folder_are_said(
    words: list[str], named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "pegwatch" / "pegwatch.toml"
    file.mkdir(parents=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("PEGWATCH_CONFIG", str(file) if named else "")
    fails(pegwatch(*words), f"the settings {file} are a folder", "move it away")


# --- backups


def test_a_backup_folder_that_cannot_be_written_is_named_and_not_the_data_folder(data: Path) -> None:
    done = pegwatch("journal", "backup", "--data", str(data), "--to", "/proc")
    fails(done, "cannot use the backup folder /proc", "--to DIR")
    assert "--data" not in done.stderr


def test_a_backup_that_finds_no_room_names_the_folder_of_the_backups(data: Path, tmp_path: Path) -> None:
    with full_disk(tmp_path / "disk") as disk:
        fill_up(disk)
        done = pegwatch("journal", "backup", "--data", str(data), "--to", str(disk))
        fails(done, f"cannot use the backup folder {disk}: the disk is full", "--to DIR")
        assert [path.name for path in disk.iterdir()] == ["ballast"]


def test_a_backup_that_is_none_is_not_answered_with_restore(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "bin"
    file.write_bytes(NO_TEXT)
    done = pegwatch("journal", "restore", "--data", str(data), "--from", str(file))
    fails(done, f"the backup {file} cannot be read", "not a database", "--from FILE")
    assert "run: pegwatch" not in done.stderr
