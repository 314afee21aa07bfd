"""`pegwatch board`: what the wires said on one machine is seen on another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from firmware.boardmap import BoardMapError
from firmware.drivers.base import BoardFault, RawScan
from firmware.drivers.sim import open_simulated
from firmware.drivers.sim_faults import SimFaults
from firmware.drivers.trace import RecordingDriver, TraceError
from pegwatch.commands import board as module
from pegwatch.failure import PegwatchError


def asked(*words: str) -> Result:
    done = CliRunner().invoke(module.command, words)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def recorded(longboard, path: Path, during: Callable[[int, set[str], SimFaults], None], scans: int) -> None:
    pegs, faults = {"A0", "A-1", "B0", "B-1"}, SimFaults()
    with RecordingDriver(open_simulated(longboard, lambda: pegs, faults), path, "longboard") as driver:
        for scan in range(scans):
            during(scan, pegs, faults)
            driver.scan()


def test_a_recorded_move_is_said_by_its_second(longboard, tmp_path):
    def during(scan: int, pegs: set[str], _faults: SimFaults) -> None:
        if scan == 100:
            pegs.remove("A-1")
        if scan == 150:
            pegs.add("A9")

    recorded(longboard, tmp_path / "move.jsonl", during, 300)
    said = asked("play", str(tmp_path / "move.jsonl")).output.splitlines()
    assert "    1.00  A-1 opened" in said
    assert "    1.50  A9 closed" in said
    assert any(line.endswith("pegs stand: A 0 9; B -1 0") for line in said)
    assert said[-1] == "300 scans, 0 bad, 0 wrong bits, faults of the chain: 0"


def test_a_broken_wire_and_a_bad_contact_show_in_a_record(longboard, tmp_path):
    def during(scan: int, pegs: set[str], faults: SimFaults) -> None:
        faults.break_after = 12 if 100 < scan < 160 else None
        if scan > 200:
            (pegs.add if scan % 2 else pegs.discard)("B33")

    recorded(longboard, tmp_path / "broken.jsonl", during, 300)
    said = asked("play", str(tmp_path / "broken.jsonl")).output
    assert "A part of the board does not answer" in said
    assert "faults of the chain: 1" in said
    assert "contacts that came and went: B33" in said


def test_a_simulated_board_is_recorded_whole_and_never_over_another_record(tmp_path):
    path = tmp_path / "new.jsonl"
    assert asked("record", str(path), "--simulated", "--seconds", "0.4").output == f"{path}: 40 scans\n"
    assert "pegs stand: A -1 0; B -1 0" in asked("play", str(path)).output
    before = path.read_bytes()
    with pytest.raises(PegwatchError, match="is there already"):
        asked("record", str(path), "--simulated")
    assert path.read_bytes() == before


def test_scans_that_fail_are_kept_in_the_record(monkeypatch, tmp_path):
    class Failing:
        def scan(self) -> RawScan:
            raise BoardFault("chain-read", "the SPI bus failed")

        def close(self) -> None:
            pass

    monkeypatch.setattr(module, "_opened", lambda *_asked: Failing())
    path = tmp_path / "failed.jsonl"
    assert "3 scans, 3 of them failed" in asked("record", str(path), "--seconds", "0.03").output
    assert "the SPI bus failed" in asked("play", str(path)).output


@pytest.mark.parametrize("seconds", ["0", "-1", "4000", "nan"])
def test_a_length_that_cannot_be_is_refused(seconds, tmp_path):
    with pytest.raises(PegwatchError, match="--seconds"):
        asked("record", str(tmp_path / "x.jsonl"), "--simulated", "--seconds", seconds)


def test_the_board_of_the_settings_is_recorded(tmp_path, monkeypatch):
    monkeypatch.setenv("PEGWATCH_TABLE_BOARD", "nosuch")
    with pytest.raises(BoardMapError, match="nosuch"):
        asked("record", str(tmp_path / "x.jsonl"), "--simulated", "--seconds", "0.05")
    asked("record", str(tmp_path / "x.jsonl"), "--simulated", "--seconds", "0.05", "--board", "longboard")


@pytest.mark.parametrize("text", [b"{}\n", b"", b"\xff\xfe\x00"])
def test_a_file_that_is_no_record_is_refused(text, tmp_path):
    (tmp_path / "x.jsonl").write_bytes(text)
    with pytest.raises(TraceError, match="not a board trace; `pegwatch board record` makes one"):
        asked("play", str(tmp_path / "x.jsonl"))
