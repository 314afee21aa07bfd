"""Recorded traces: played back they are what was read; a wrong one, or one not used up, is an error."""

from __future__ import annotations

import pytest

from firmware.drivers.base import BoardClosed, BoardFault
from firmware.drivers.sim import open_simulated
from firmware.drivers.sim_faults import SimFaults
from firmware.drivers.trace import RecordingDriver, TraceDriver, TraceError
from firmware.reader import BoardReader

HEADER = '{"trace": "board/1", "board": "longboard"}\n'
SCAN = '{"data": "00ff", "tail": "0000", "expected": "0000", "n": 3}\n'


def write(tmp_path, text):
    path = tmp_path / "t.jsonl"
    path.write_text(text)
    return path


def test_a_played_trace_gives_the_same_items(longboard, tmp_path):
    pegs, faults, path = {"A0", "A-1", "B0", "B-1"}, SimFaults(flip_rate=1e-4, seed=4), tmp_path / "t.jsonl"
    with RecordingDriver(
        open_simulated(longboard, lambda: frozenset(pegs), faults), path, "longboard"
    ) as driver:
        reader, live = BoardReader(driver, longboard), []
        for k in range(400):
            if k == 150:
                pegs.remove("A-1")
            if k == 220:
                pegs.add("A9")
            faults.break_after = 12 if 300 < k < 320 else None
            live += reader.poll(k / 100)
    with TraceDriver(path) as driver:
        reader = BoardReader(driver, longboard)
        played = [item for k in range(400) for item in reader.poll(k / 100)]
    assert played == live
    assert len(live) > 8


def test_equal_scans_take_one_line(longboard, tmp_path):
    path = tmp_path / "t.jsonl"
    with RecordingDriver(open_simulated(longboard, frozenset), path, "longboard") as driver:
        for _ in range(1000):
            driver.scan()
    assert len(path.read_text().splitlines()) == 2


def test_bus_errors_are_recorded(tmp_path):
    class Failing:
        def scan(self):
            raise BoardFault("chain-read", "the SPI bus failed", 3)

        def close(self):
            pass

    path = tmp_path / "t.jsonl"
    with RecordingDriver(Failing(), path, "longboard") as driver, pytest.raises(BoardFault):
        driver.scan()
    with TraceDriver(path) as driver:
        with pytest.raises(BoardFault, match="chain-read: the SPI bus failed") as caught:
            driver.scan()
        assert caught.value.chip == 3


def test_a_closed_recorder_refuses(longboard, tmp_path):
    driver = RecordingDriver(open_simulated(longboard, frozenset), tmp_path / "t.jsonl", "longboard")
    driver.scan()
    driver.close()
    driver.close()
    with pytest.raises(BoardClosed):
        driver.scan()


def test_a_trace_must_be_used_up(tmp_path):
    driver = TraceDriver(write(tmp_path, HEADER + SCAN))
    driver.scan()
    with pytest.raises(TraceError, match="2 scans of the trace were not used"):
        driver.close()


def test_a_trace_has_an_end(tmp_path):
    driver = TraceDriver(write(tmp_path, HEADER + SCAN))
    assert [driver.scan().tail for _ in range(3)] == [b"\x00\x00", b"\xff\xff", b"\x00\x00"]
    with pytest.raises(TraceError, match="at its end"):
        driver.scan()


def test_a_line_that_stands_for_years_of_scans_takes_no_memory(tmp_path):
    driver = TraceDriver(write(tmp_path, HEADER + SCAN.replace('"n": 3', '"n": 10000000000')))
    assert [driver.scan().tail for _ in range(3)] == [b"\x00\x00", b"\xff\xff", b"\x00\x00"]
    assert driver.left == 9_999_999_997


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: not a board trace"),
        ('{"log": "table/1"}\n', "line 1: not a board trace"),
        ("nonsense\n", "line 1: not JSON"),
        (HEADER + SCAN + "[]\n", "line 3: not an object"),
        (HEADER + '{"data": "zz"}\n', "line 2: not a scan"),
        (HEADER + SCAN.replace('"n": 3', '"n": 0'), "line 2: n must be 1 or more, not 0"),
        (HEADER + SCAN.replace('"n": 3', '"n": 1e999'), "line 2: not a scan"),
    ],
)
def test_a_wrong_trace_names_its_line(tmp_path, text, message):
    with pytest.raises(TraceError, match=message):
        TraceDriver(write(tmp_path, text))
