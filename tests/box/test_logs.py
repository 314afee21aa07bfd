"""Log lines: one line each, with the position's text form; they are kept from growing without end."""

from __future__ import annotations

import io
import json
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cribbage.log.events import Event
from firmware.box.logs import KeyValue, knows_position, rotate, set_up_logs
from firmware.position import NOTHING, Position


def line_of(systemd: bool = False, **extra: object) -> str:
    handler = logging.StreamHandler(io.StringIO())
    handler.setFormatter(KeyValue("board", lambda: "g3 d5", systemd=systemd))
    log = logging.Logger("firmware.recorder")
    log.addHandler(handler)
    try:
        raise ValueError("two\nlines")
    except ValueError:
        log.error('it says "no"\nand more', exc_info=bool(extra.get("trace")))
    return str(handler.stream.getvalue())


def test_a_log_line_is_one_line_and_can_be_taken_apart() -> None:
    line = line_of(trace=True)
    assert line.count("\n") == 1
    pairs = dict(re.findall(r'(\w+)=("(?:[^"\\]|\\.)*"|\S+)', line))
    assert pairs["level"] == "error"
    assert pairs["part"] == "board"
    assert json.loads(pairs["at"]) == "g3 d5"
    assert json.loads(pairs["say"]) == 'it says "no"\nand more'
    assert "ValueError: two" in json.loads(pairs["trace"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", pairs["t"])


def test_systemd_is_told_the_gravity_and_keeps_the_time_itself() -> None:
    assert line_of(systemd=True).startswith("<3>level=error part=board ")


@pytest.fixture
def quiet_root() -> Iterator[None]:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = before


@pytest.mark.usefixtures("quiet_root")
def test_a_process_learns_its_position_later(capfd: pytest.CaptureFixture[str]) -> None:
    set_up_logs("board", "warning")
    log = logging.getLogger("x")
    log.info("too small")
    log.warning("first")
    knows_position(lambda: "g1")
    log.warning("second")
    first, second = capfd.readouterr().err.splitlines()
    assert "at=" not in first
    assert "at=g1" in second


def test_the_text_form_of_a_position() -> None:
    position = Position()
    assert str(position) == NOTHING
    position.begin(3, {"dealer": "B", "pegs": {"A": [0, -1], "B": [0, -1]}})
    assert str(position) == "g3 dealer B | A 0,-1 B 0,-1 | t 0.0"
    for event in (
        Event("deal", 1.0, {"deal": 5, "dealer": "A"}),
        Event("seen", 1.5, {"t": 1.5, "cards": {"zone": "starter", "seen": ["5D"]}}),
        Event("phase", 1.5, {"phase": "play", "deal": 5, "turn": "B", "to": "play"}),
        Event("played", 2.0, {"player": "B", "card": "TH", "count": 10, "points": 0, "parts": []}),
        Event("played", 3.0, {"player": "A", "card": None, "count": None, "points": 0, "parts": []}),
        Event("pegs", 4.25, {"A": [45, 40], "B": [62, 55], "certain": True}),
    ):
        position.note(event)
    assert str(position) == "g3 d5 dealer A | A 45,40 B 62,55 | play B | TH ? | cut 5D | t 4.2"
    position.note(Event("deal", 60.0, {"deal": 6, "dealer": "B"}))
    assert "TH" not in str(position)
    position.begin(4, {})
    assert str(position) == "g4 | t 0.0"


def test_a_new_log_is_begun_while_its_process_writes_on(tmp_path: Path) -> None:
    log = tmp_path / "eye.log"
    writer = (
        "import sys\nfor _ in sys.stdin: print('x' * 1000, flush=True); print(1, file=sys.stderr, flush=True)"
    )
    with log.open("ab") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", writer],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert process.stdin is not None
    assert process.stderr is not None
    for _ in range(100):
        process.stdin.write("\n")
        process.stdin.flush()
        process.stderr.readline()
        rotate(log, 16, 2)
    process.stdin.close()
    process.stderr.close()
    process.wait()
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["eye.log", "eye.log.1", "eye.log.2"]
    assert all(path.stat().st_size <= 17 * 1024 + 1100 for path in tmp_path.iterdir())
    assert set("".join(path.read_text() for path in tmp_path.iterdir())) <= {"x", "\n"}, (
        "no holes, nothing torn"
    )


def test_a_log_that_cannot_be_turned_over_stops_nothing(tmp_path: Path) -> None:
    log = tmp_path / "eye.log"
    log.write_bytes(b"x" * 20_000)
    (tmp_path / "eye.log.1").mkdir()
    assert rotate(log, 16, 1) is False
    assert rotate(tmp_path / "none.log", 16, 1) is False
