"""The kinds of table: by what pegs and cards are read, what each can know, and what is not there."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from demos import NOTHING_WRONG, play, wait_for
from samples import IS_HOUR, sample

from cribbage.log.observations import Fault
from firmware.boardfile import load_board
from firmware.box.files import read_json
from firmware.box.journal import MemoryJournal
from firmware.box.pulse import Pulse
from firmware.box.sections import BoardSettings, EyeSettings
from firmware.box.settings import Settings
from firmware.box.sqlite_journal import SqliteJournal
from firmware.doctor import Finding
from firmware.recorder import BOARD, Recorder, report
from firmware.table import ABSENT, HEALTH_FILE
from firmware.witness import DOUBTED
from pegwatch.board_process import say_who_reads
from pegwatch.cli import group
from pegwatch.commands import doctor
from pegwatch.devices import missing_devices, why_no_table
from pegwatch.failure import PegwatchError
from pegwatch.learntpegs import LOOK_EVERY_S, NOT_LEARNT, LearntPegs
from pegwatch.plan import BOTH, CAMERA, NONE, SENSORS, Plan
from pegwatch.simulated.setting import Setting
from pegwatch.simulated.verify import NOT_BLAME
from pegwatch.simulated.world import simulated_table
from pegwatch.web_process import modes_of

TABLE = Plan("table", "", "")
KIT = replace(TABLE, pegs=CAMERA)


def test_any_pair_is_a_table_but_none_and_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = [
        (pegs, cards)
        for pegs in (SENSORS, CAMERA, BOTH, NONE)
        for cards in (CAMERA, NONE)
        if why_no_table(BoardSettings(pegs=pegs), EyeSettings(cards=cards))  # type: ignore[arg-type]
    ]
    assert refused == [(NONE, NONE)]
    settings = tmp_path / "pegwatch.toml"
    settings.write_text('[board]\npegs = "none"\n\n[eye]\ncards = "none"\n')
    monkeypatch.setenv("PEGWATCH_CONFIG", str(settings))
    for command in (
        ["run", "--data", str(tmp_path / "d")],
        ["prepare", "--data", str(tmp_path / "d"), "--run", str(tmp_path / "r")],
    ):
        done = CliRunner().invoke(group, command)
        assert done.exit_code != 0
        assert "take one of the two lines out of the settings" in str(done.exception) + done.output
        assert not (tmp_path / "d").exists()


def test_only_what_a_table_has_is_looked_for() -> None:
    def missing(pegs: Any, cards: Any) -> list[str]:
        found = missing_devices(load_board("longboard"), BoardSettings(pegs=pegs), EyeSettings(cards=cards))
        return [sentence.partition(":")[0] for sentence in found]

    assert missing(SENSORS, CAMERA) == ["No board", "No camera"]
    assert missing(SENSORS, NONE) == ["No board"]
    assert missing(BOTH, CAMERA) == missing(BOTH, NONE) == ["No board", "No camera"]
    assert missing(CAMERA, CAMERA) == missing(CAMERA, NONE) == missing(NONE, CAMERA) == ["No camera"]


@pytest.mark.parametrize("pegs", [SENSORS, CAMERA, BOTH, NONE])
def test_the_doctor_asks_for_pins_only_where_there_are_contacts_and_for_a_board_where_one_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pegs: str
) -> None:
    settings = tmp_path / "pegwatch.toml"
    settings.write_text(f'[board]\npegs = "{pegs}"\n')
    monkeypatch.setenv("PEGWATCH_CONFIG", str(settings))
    monkeypatch.setattr(doctor, "check_machine", lambda: [Finding("alarm", "This machine has no GPIO pins.")])
    said = CliRunner().invoke(group, ["doctor", "--data", str(tmp_path / "d")]).output
    assert ("GPIO pins" in said) is (pegs in (SENSORS, BOTH))
    assert ("no board is learnt" in said) is (pegs in (CAMERA, BOTH))
    assert "Learn it again" not in said
    assert ("scores are tapped" in said) is (pegs == NONE)


def test_a_camera_table_plays_sanctioned_games_only_where_its_keeper_says_so() -> None:
    sure = Settings(board=BoardSettings(pegs="camera", sanctioned=True))
    assert "sanctioned" in modes_of(TABLE)
    assert "sanctioned" in modes_of(replace(TABLE, pegs=BOTH))
    assert modes_of(KIT) == ("club", "teaching")
    assert "sanctioned" in modes_of(replace(KIT, settings=sure))
    assert modes_of(replace(TABLE, pegs=NONE, settings=sure)) == ("club", "teaching")


def test_who_reads_the_pegs_is_said_once() -> None:
    journal = MemoryJournal()
    nobody = replace(TABLE, pegs=NONE)

    def said() -> list[str]:
        return [item.body["fault"]["what"] for item in journal.pending() if item.source == BOARD]

    for plan in (KIT, nobody, nobody, KIT, KIT):
        say_who_reads(plan, journal, Recorder(journal), 1.0)
    assert said() == [ABSENT, "ok"]
    report(journal, BOARD, [Fault(2.0, BOARD, "chain-broken")])  # of the contacts that it had before
    say_who_reads(KIT, journal, Recorder(journal), 3.0)
    assert said()[-1] == "ok"


def test_a_kit_whose_board_is_not_learnt_says_so_once_and_follows_it_once_it_is(tmp_path: Path) -> None:
    journal, file = MemoryJournal(), tmp_path / "table.toml"
    made: list[object] = []

    def make() -> Any:
        if not file.exists():
            raise PegwatchError("there is no such board")
        made.append(object())
        return made[-1]

    learnt = LearntPegs(make, file, journal)
    told = learnt.look(0.0)
    assert [(seen.part, seen.what) for seen in told if isinstance(seen, Fault)] == [(BOARD, NOT_LEARNT)]
    assert learnt.why == "there is no such board"
    assert learnt.look(LOOK_EVERY_S) == []
    report(journal, "pegs", told)
    again = LearntPegs(make, file, journal)  # after a restart
    assert again.look(10.0) == []
    file.write_text("a board")
    assert again.look(10.1) == []  # not yet
    told = again.look(10.0 + LOOK_EVERY_S)
    assert [seen.what for seen in told if isinstance(seen, Fault)] == ["ok"]
    assert again.watch is made[-1]
    (tmp_path / "table.png").write_text("learnt again")
    assert again.look(20.0) == []
    assert len(made) == 2


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_run_begins_without_board_and_camera_and_says_what_is_missing(
    tmp_path: Path,
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    table = subprocess.Popen(
        [sys.executable, "-m", "pegwatch", "run", "--data", str(tmp_path), "--host", "127.0.0.1",
         "--port", str(port)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip

    def codes(name: str) -> set[str]:
        return {note["code"] for note in read_json(tmp_path / "run" / name) or ()}

    try:
        wait_for(lambda: any(code.startswith("setup-") for code in codes("board.json")))
        wait_for(lambda: "camera-lost" in codes("eye.json"))
    finally:
        table.send_signal(signal.SIGINT)
        output = table.communicate(timeout=60)[0]
    assert table.returncode == 0, output
    assert "No board: " in output
    assert "No camera: " in output
    assert "The table begins all the same" in output
    assert "Traceback" not in output


NEAR_THE_END = ("--start", "95")
"""Two deals and the game: the streets before that are walked in `make torture`,"""
LAST_STREETS = ("--start", "70")
"""and here, by players who slip often, the last one and two thirds of that before."""


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_where_nobody_reads_the_pegs_a_game_of_cheats_is_counted_and_nobody_accused(tmp_path: Path) -> None:
    said, events = play(tmp_path, "cards", 74) if IS_HOUR else play(tmp_path, "cards", 48, *NEAR_THE_END)
    assert [line for line in said.splitlines() if line][-2:] == NOTHING_WRONG
    right = re.search(r"hands read: (\d+) right, \d+ unsure, 0 wrong", said)
    assert right is not None
    assert int(right[1]) > (10 if IS_HOUR else 4)
    assert events[0].body["table"] == {"pegs": NONE, "cards": CAMERA}
    assert not any(event.kind == "verdict" for event in events)
    seen = [event.body for event in events if event.kind == "seen"]
    assert not any("holes" in body for body in seen)
    assert {"part": "board", "what": ABSENT} in [body.get("fault") for body in seen]


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("shape", sample(["long-2"], ["long-2", "twice"]))
def test_a_whole_game_of_a_kit_is_followed_its_slips_are_caught_and_nobody_is_accused(
    tmp_path: Path, shape: str
) -> None:
    """Three real processes; the pegs are read from drawn pictures, under hands, and no contact exists."""
    begins = () if IS_HOUR else LAST_STREETS
    said, events = play(tmp_path, "kit", 52, "--json", "--shape", shape, "--players", "often", *begins)
    game = json.loads(said)
    moves = game["outcome"]
    assert moves["moves"] > (40 if IS_HOUR else 14)
    assert moves["judged"] >= moves["moves"] - 2
    planted, caught = sum(moves["planted"].values()), sum(moves["caught"].values())
    assert planted >= 7, "players who slip often"
    assert caught >= planted - 1
    assert events[0].body["table"] == {"pegs": CAMERA, "cards": CAMERA}
    assert game["played"].startswith(game["winner"])
    told = [event.body for event in events if event.kind == "pegs"]
    assert max(told[-1]["A"][0], told[-1]["B"][0]) == 121


BAD_SEED, BAD_HOLE, STOOD_S, LEFT_S = 6, "A2", 20.5, 35.3
"""A game whose first peg stands in this hole from then to then (table s)."""


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("fault", ["dead", *(["stuck-closed"] if IS_HOUR else [])])
def test_with_two_witnesses_a_bad_contact_is_named_in_the_workshop_and_accuses_nobody(
    tmp_path: Path, fault: str
) -> None:
    """Three real processes; its contact is bad from the start, and the camera sees where the peg stands."""
    end_s = 600.0 if IS_HOUR else LEFT_S + 6
    truth = simulated_table(Plan("demo", "", "", seed=BAD_SEED, setting=Setting(players="honest")))
    stood = [BAD_HOLE in truth.holes_at(t) for t in (STOOD_S - 2, STOOD_S, LEFT_S - 3, LEFT_S)]
    assert stood == [False, True, True, False]
    table = subprocess.Popen(
        [sys.executable, "-m", "pegwatch", "demo", "--kind", "both", "--headless", "--games", "2", "--speed", "max",
         "--seed", str(BAD_SEED), "--players", "honest", "--faults", f"{fault}={BAD_HOLE}@5-600", "--data",
         str(tmp_path)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    named: set[tuple[str, ...]] = set()
    run = tmp_path / "run"

    def is_at(t: float) -> bool:
        assert table.poll() is None, table.communicate()[0]
        for note in read_json(run / HEALTH_FILE) or ():
            if note["code"] == DOUBTED:
                named.add(tuple(note["holes"]))
        return pulse.clock_t >= t

    try:
        wait_for(lambda: (run / "pulse").exists() or table.poll() is not None)
        with Pulse.open(run) as pulse:
            for t in range(10, round(end_s), 5):  # a patience for each step, however slow the machine
                wait_for(lambda t=t: is_at(t))
    finally:
        table.send_signal(signal.SIGINT)
        output = table.communicate(timeout=120)[0]
    assert "Traceback" not in output
    assert named, "the doubtful contact is named"
    assert all(BAD_HOLE in holes for holes in named), named
    journal = SqliteJournal(tmp_path / "journal.sqlite", read_only=True)
    events = [stored.event for stored in journal.events(game=1)]
    journal.close()
    assert {event.body["code"] for event in events if event.kind == "verdict"} <= NOT_BLAME
    faults = [event.body["fault"] for event in events if event.kind == "seen" and "fault" in event.body]
    assert {"part": "board", "what": DOUBTED, "track": "A"} in faults
    if fault == "dead":
        assert faults[-1] == {"part": "board", "what": "ok", "track": "A"}, "the peg has left the bad contact"
    pegs = [event.body for event in events if event.kind == "pegs"][-1]
    assert pegs["A"][0] > 2, "the game goes on"
