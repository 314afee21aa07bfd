"""Every fault that must be survived, in real processes: a whole game is played while one after the other is put in.

What the page says while it lasts, that it says so no longer once it is over, and that at the end nobody was accused
and nothing wrong was shown. The table's time decides (the simulated clock waits for every process), never the
machine's.
"""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.plan import Plan
from pegwatch.report import GameReport
from pegwatch.simulated.world import simulated_table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]
SEED, SPEED = 7, 8
FIRST_S, LASTS_S, EACH_S = 40.0, 14.0, 30.0
SOON_S = 5.0  # of table time, within which a camera's fault is said
GONE_S = 12.0  # after which what is mended is no longer complained of


@dataclass(frozen=True)
class Row:
    """One fault of the table of faults, and the words of the page."""

    fault: str
    says: str  # a regular expression; empty: nothing is said
    stays: bool = False  # what is said stays, as of the past
    within_s: float = SOON_S


ROWS = [
    Row("camera-covered", "Camera: covered"),
    Row("camera-dark", "Camera: too dark"),
    Row("camera-blur", "Camera: (out of focus|too dark|covered)", within_s=8.0),
    Row("camera-frozen", "Camera: the picture stands still", within_s=8.0),
    Row("camera-hung", "Camera: no picture"),
    Row("camera-unplugged", "Camera: no picture"),
    Row("break=12", "does not answer"),
    Row("unplug=module 3", "does not answer|read wrong"),
    Row("load=1", "does not take in its holes|read wrong|does not answer"),
    Row("clock=0", "does not answer|dead"),
    Row("data-out=1", "is dead|does not answer"),
    Row("flip=0.05", "cannot be trusted|read wrong|does not answer"),
    Row("stuck-closed=A118", "A118", within_s=LASTS_S),
    Row("undervoltage", "voltage", stays=True, within_s=8.0),
    Row("throttled", "slowed down", stays=True, within_s=8.0),
    Row("disk=0.96", "nearly full", within_s=8.0),
    Row("flip=0.0001", ""),
    Row("clock-jump=-86400", ""),
]


def begin(row: Row) -> float:
    return FIRST_S + EACH_S * ROWS.index(row)


FAULTS = ",".join(f"{row.fault}@{begin(row):g}-{begin(row) + LASTS_S:g}" for row in ROWS)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def demo(data: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pegwatch", "demo", "--data", str(data), "--seed", str(SEED), *words],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def words_of(port: int) -> list[str] | None:
    """Everything the page says of trouble just now; None while it does not answer."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/view?lang=en", timeout=10) as answer:
            view = json.load(answer)
    except OSError:
        return None
    text = json.dumps(view, ensure_ascii=False)
    return re.findall(r'"(?:say|note|mend|do)": "((?:[^"\\]|\\.)*)"', text)


def wait_for(condition: object, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, "it did not come to that in time"
        time.sleep(0.02)


@dataclass
class Played:
    """What was seen of a game: (table time, what the page said) again and again, and the report of its end."""

    said: list[tuple[float, list[str]]]
    report: GameReport
    journal: Path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    data, port = tmp_path_factory.mktemp("faults"), free_port()
    process = demo(
        data, "--games", "1", "--speed", str(SPEED), "--port", str(port), "--host", "127.0.0.1", "--mode", "teaching",
        "--players", "honest", "--faults", FAULTS,
    )  # fmt: skip
    said: list[tuple[float, list[str]]] = []
    wait_for(lambda: (data / "run" / "pulse").exists(), 60)
    with Pulse.open(data / "run") as pulse:
        while process.poll() is None and pulse.clock_t < begin(ROWS[-1]) + EACH_S:
            t = pulse.clock_t
            words = words_of(port)
            if words is not None:
                said.append((t, words))
            time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    output = process.communicate()[0]
    assert process.returncode == 0, output
    # Nothing more is put in: the rest of the game is played out as fast as the machine can.
    rest = demo(
        data, "--games", "1", "--speed", "max", "--headless", "--mode", "teaching", "--players", "honest",
        "--faults", FAULTS,
    )  # fmt: skip
    output = rest.communicate()[0]
    assert rest.returncode in (0, 1), output  # 1: somebody was accused; a test of its own looks at that
    table = simulated_table(Plan.read(data / "run" / "plan.json"))
    with closing(SqliteJournal(data / "journal.sqlite")) as journal:
        return Played(said, GameReport.of(journal, table, 1), data / "journal.sqlite")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.fault)
def test_the_page_says_what_is_wrong_and_stops_saying_so(played: Played, row: Row) -> None:
    began = begin(row)
    # The page looks a few times a second at what the board wrote: a step of the table's clock more.
    spare_s = 0.5 * SPEED
    during = [
        (t, text)
        for t, words in played.said
        if began <= t <= began + row.within_s + spare_s
        for text in words
    ]
    assert any(began <= t <= began + LASTS_S for t, _ in played.said), "the game lasted until then"
    if not row.says:
        assert not [text for _, text in during if re.search("does not answer|read wrong|STALE", text)]
        return
    assert any(re.search(row.says, text) for _, text in during), {text for _, text in during}
    if not row.stays:
        over = began + LASTS_S
        after = [text for t, words in played.said if over + GONE_S <= t < began + EACH_S for text in words]
        assert not [text for text in after if re.search(row.says, text)]


@pytest.mark.xfail(
    strict=True,
    reason="known defect: while a track shows a peg too many, what its player counted is unknown, and the referee"
    " is not told; the other player, counting in turn, is called out of order (9.2.c)",
)
def test_at_the_end_nobody_was_accused_and_nothing_wrong_was_shown(played: Played) -> None:
    assert played.report.wrong_cards == ()
    assert played.report.outcome.false == []
    with closing(SqliteJournal(played.journal)) as journal:
        assert [(game.game, game.over) for game in journal.games()] == [(1, True)]
        assert journal.pending() == []
        assert journal.check() == []


def test_a_camera_stuck_in_its_driver_is_killed_and_the_board_never_notices(tmp_path: Path) -> None:
    """The eye is started again by the supervisor; the board goes on in the same process, and the game to its end."""
    process = demo(tmp_path, "--games", "1", "--speed", "max", "--headless", "--faults", "camera-stuck@60-61")
    wait_for(lambda: (tmp_path / "run" / "pulse").exists(), 60)
    with Pulse.open(tmp_path / "run") as pulse:
        wait_for(lambda: pulse.of("eye").at > 0 and pulse.of("board").at > 0, 120)
        board, eye = pulse.of("board").pid, pulse.of("eye").pid
        wait_for(lambda: pulse.of("eye").pid not in (0, eye), 300)
        assert pulse.clock_t >= 60
        assert pulse.of("board").pid == board
        output = process.communicate(timeout=900)[0]
        assert pulse.of("board").pid in (0, board)
    assert process.returncode == 0, output
    assert re.search(r"eye: gave no sign of life for \d+ s; started again", output)
    assert output.splitlines()[-2:] == ["wrong cards shown as verified: 0", "false accusations: 0"]
