"""Every fault that must be survived, in real processes: one game, begun at thirty, is played to its end while they
are all put in, and in the rest of it each process is killed.

Camera, board and machine go wrong in three rows beside one another, one fault after the next in each. What the page
says while one lasts, that it says so no longer once it is over, that no score that was shown goes back, and that
at the end nobody was accused and nothing wrong was shown. The clock of the table decides (it waits for everybody),
never that of the machine. How long each took to be said and to be over is printed (`pytest -s`).
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import time
import urllib.request
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
from demos import start, wait_for

from cribbage.shown.scoreboard import Scoreboard
from firmware.box.files import read_json
from firmware.box.journal import JournalError
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from firmware.faults import FAULTS
from firmware.table import EYE_LAG_LIMIT_S
from pegwatch.plan import Plan
from pegwatch.ports import free_port
from pegwatch.report import GameReport
from pegwatch.simulated.setting import Setting
from pegwatch.simulated.world import simulated_table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3000)]
SEED, SPEED, FIRST_S = 67, 8, 40.0
START = 30  # so it lasts long enough for every fault and every kill, and not much longer
SOON_S = 5.0  # of table time, within which a camera's fault is said
STEP_S = 1.0  # the table's clock goes in steps: a look comes so much later at most
TABLE = simulated_table(
    Plan("demo", "", "", seed=SEED, games=1, mode="teaching", setting=Setting(players="honest"), start=START)
)


@dataclass(frozen=True)
class Lane:
    """Faults that follow one another: how long each lasts, when the next comes, when nothing is said any more, s."""

    lasts_s: float
    each_s: float
    gone_s: float


CAMERA, BOARD, MACHINE = Lane(14, 30, 12), Lane(8, 16, 5), Lane(12, 30, 12)


@dataclass(frozen=True)
class Row:
    """One fault of the table of faults, and the words of the page."""

    lane: Lane
    fault: str
    says: str  # a regular expression; empty: nothing is said
    stays: bool = False  # what is said stays, as of the past
    within_s: float = SOON_S

    @property
    def began(self) -> float:
        """Table time at which it begins."""
        return FIRST_S + self.lane.each_s * [row for row in ROWS if row.lane is self.lane].index(self)

    @property
    def over(self) -> float:
        return self.began + self.lane.lasts_s

    @property
    def text(self) -> str:
        """As ``--faults`` takes it; FRONT is the hole in which that player's front peg stands as it begins."""
        standing = TABLE.holes_at(self.began)
        fronts = {p: max(int(hole[1:]) for hole in standing if hole[0] == p) for p in "AB"}
        what = re.sub(r"(\w)FRONT\+1", lambda m: f"{m[1]}{fronts[m[1]] + 1}", self.fault)
        what = re.sub(r"(\w)FRONT", lambda m: f"{m[1]}{fronts[m[1]]}", what)
        return f"{what}@{self.began:g}-{self.over:g}"


ROWS = [
    Row(CAMERA, "camera-covered", "Camera: covered"),
    Row(CAMERA, "camera-dark", "Camera: too dark"),
    Row(CAMERA, "camera-blur", "Camera: (out of focus|too dark|covered)", within_s=8.0),
    Row(CAMERA, "camera-frozen", "Camera: the picture stands still", within_s=8.0),
    Row(CAMERA, "camera-hung", "Camera:? lost: check the ribbon cable"),
    Row(CAMERA, "camera-unplugged", "Camera:? lost: check the ribbon cable"),
    Row(CAMERA, "camera-stuck", ""),
    Row(BOARD, "bounce=3", ""),
    Row(BOARD, "lift=B", "A peg of track B is missing"),
    Row(BOARD, "bridge=AFRONT+AFRONT+1", r"Track A shows 3 pegs"),
    Row(BOARD, "dead=BFRONT", "A peg of track B is missing"),
    Row(BOARD, "stuck-closed=A118", "A118"),
    Row(BOARD, "break=12", "does not answer"),
    Row(BOARD, "unplug=module 3", "does not answer|read wrong"),
    Row(BOARD, "load=1", "does not take in its holes|read wrong|does not answer"),
    Row(BOARD, "clock=0", "does not answer|dead"),
    Row(BOARD, "data-out=1", "is dead|does not answer"),
    Row(BOARD, "flip=0.05", "cannot be trusted|read wrong|does not answer"),
    Row(BOARD, "flip=0.0001", ""),
    Row(MACHINE, "undervoltage", "voltage", stays=True, within_s=8.0),
    Row(MACHINE, "throttled", "slowed down", stays=True, within_s=8.0),
    Row(MACHINE, "disk=0.86", "getting full", within_s=8.0),
    Row(MACHINE, "disk=0.96", "nearly full", within_s=8.0),
    Row(MACHINE, "clock-jump=-86400", ""),
    Row(MACHINE, "clock-jump=3600", ""),
    Row(CAMERA, "power-cut", ""),
]
THE_CUT = ROWS[-1]
LAST_S = max(row.began + row.lane.each_s for row in ROWS)
WORDS = r'"(?:say|note|mend|do)": "((?:[^"\\]|\\.)*)"'
STILL_S, STILLS = 1.0, 30  # how long, and how often, the clock is held for one look
CHAIN_TROUBLE = "does not answer|read wrong|cannot be trusted|missing|shows 3 pegs"


def demo(data: Path, *words: str) -> subprocess.Popen[str]:
    game = ("--seed", str(SEED), "--games", "1", "--start", str(START))
    return start(data, *game, "--mode", "teaching", "--players", "honest", *words)


@dataclass(frozen=True)
class Look:
    """What the page showed at one moment of the table: all words of trouble, and both scores.

    `judged`: up to when the record was complete. It goes on when eye and board have both told all they saw, so
    after a time in which the eye saw nothing the end of the board's fault stands in it a little later than on the
    board; `told` is what the parts say of themselves, which waits for nobody.
    """

    t: float
    judged: float
    told: tuple[str, ...]
    words: tuple[str, ...]
    scores: tuple[int, ...]
    pids: dict[str, int]


class Watcher:
    """Looks at the page while the table's clock stands still, once the page shows what there is at that moment.

    How long the page takes to get there is a matter of this machine and its load. So nothing it shows is judged while
    it is still getting there, and no time is allowed for it: were it never to get there, it is judged as it is.
    """

    def __init__(self, process: subprocess.Popen[str], data: Path, port: int, pulse: Pulse) -> None:
        self._process = process
        self._data = data
        self._port = port
        self._pulse = pulse
        self._board = Scoreboard.empty()
        self._n = 0

    def look(self) -> Look | None:
        """None while the page does not answer, or the power has just gone."""
        for _ in range(STILLS):
            self._process.send_signal(signal.SIGSTOP)  # the one that leads the clock
            try:
                seen, is_current = self._look_for(STILL_S)
            finally:
                self._process.send_signal(signal.SIGCONT)
            if seen is None or is_current:
                return seen
            time.sleep(0.05)  # it may hold what the others wait for; long, and the table would go on unseen
        return seen if all(map(_runs, seen.pids.values())) else None

    def _look_for(self, longest_s: float) -> tuple[Look | None, bool]:
        end = time.monotonic() + longest_s
        while True:
            t, there = self._pulse.clock_t, self._there()
            view = self._view()
            if view is None:
                return None, False
            words = tuple(re.findall(WORDS, json.dumps(view, ensure_ascii=False)))
            scores = tuple(player["score"] for player in view["players"])
            pids = {name: self._pulse.of(name).pid for name in ("board", "eye")}
            told = tuple(re.findall(WORDS, json.dumps(view["health"], ensure_ascii=False)))
            shown = {part["note"] for part in view["health"]} - {""}, view.get("faults") or {}
            is_current = shown == there == self._there() and self._pulse.of("board").done >= t
            if is_current or time.monotonic() > end:
                return Look(t, self._judged(t), told, words, scores, pids), is_current
            time.sleep(0.01)

    def _judged(self, t: float) -> float:
        eye = self._pulse.of("eye")
        return t if eye.done - eye.until > EYE_LAG_LIMIT_S else min(t, eye.until)

    def _view(self) -> Any:
        try:
            url = f"http://127.0.0.1:{self._port}/api/v1/view?lang=en"
            with urllib.request.urlopen(url, timeout=10) as answer:
                return json.load(answer)
        except (OSError, HTTPException):  # not there, or cut off in the middle of its answer
            return None

    def _there(self) -> tuple[set[str], Mapping[str, str]] | None:
        """What board and eye have written down of themselves, and the faults in the record; None while the record
        cannot be read."""
        notes = [read_json(self._data / "run" / name) or [] for name in ("board.json", "eye.json")]
        try:
            with closing(SqliteJournal(self._data / "journal.sqlite", read_only=True)) as journal:
                for stored in journal.events(after=self._n):
                    self._board, self._n = self._board.apply(stored.event), stored.n
        except JournalError:
            return None
        return {note["sentence"] for each in notes for note in each}, self._board.faults


def _runs(pid: int) -> bool:
    return pid != 0 and Path(f"/proc/{pid}").exists()


@dataclass
class Played:
    """What was seen of a game, what the program wrote, and the report of its end."""

    looks: list[Look]
    output: str
    report: GameReport
    journal: Path
    killed: list[str]

    def between(self, begin: float, end: float) -> list[Look]:
        return [one for one in self.looks if begin <= one.t < end]

    def said(self, begin: float, end: float, pattern: str) -> list[float]:
        """When something of this was said, s of table time."""
        return [one.t for one in self.between(begin, end) if any(re.search(pattern, w) for w in one.words)]


def play_on_and_kill(data: Path) -> list[str]:
    """Play the rest as fast as the machine can, kill board and eye again and again while the supervisor lives, and
    everything at once; who was killed."""
    chance, killed = random.Random(5), []
    rest = demo(data, "--speed", "max", "--headless")
    try:
        with Pulse.open(data / "run") as pulse:
            for name in ("board", "eye", "board", "eye", "all", "eye"):
                wait_for(lambda: all(_runs(pulse.of(one).pid) for one in ("board", "eye")))
                until = pulse.clock_t + 15 * chance.random()
                wait_for(lambda until=until: pulse.clock_t > until)  # type: ignore[misc]
                if name == "all":
                    cut_the_power(rest, pulse)
                    rest = demo(data, "--speed", "max", "--headless")
                else:
                    victim = pulse.of(name).pid
                    os.kill(victim, signal.SIGKILL)
                    wait_for(lambda name=name, victim=victim: pulse.of(name).pid not in (0, victim))  # type: ignore[misc]
                killed.append(name)
        output = rest.communicate()[0]
    finally:
        rest.kill()
    assert rest.returncode in (0, 1), output  # 1: somebody was accused; a test of its own looks at that
    return killed


def cut_the_power(supervisor: subprocess.Popen[str], pulse: Pulse) -> None:
    """Supervisor and all its processes, at once."""
    for pid in (supervisor.pid, *(pulse.of(name).pid for name in ("board", "eye", "web"))):
        if pid:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    supervisor.communicate()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    data, port = tmp_path_factory.mktemp("faults"), free_port()
    faults = ",".join(row.text for row in ROWS)
    process = demo(
        data, "--speed", str(SPEED), "--port", str(port), "--host", "127.0.0.1", "--faults", faults
    )
    looks: list[Look] = []
    try:
        wait_for(lambda: (data / "run" / "pulse").exists(), 300)
        with Pulse.open(data / "run") as pulse:
            watcher = Watcher(process, data, port, pulse)
            while process.poll() is None and pulse.clock_t < LAST_S:
                seen = watcher.look()
                if seen is not None:
                    looks.append(seen)
                time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        output = process.communicate()[0]
    finally:
        process.kill()
    assert process.returncode == 0, output
    killed = play_on_and_kill(data)
    table = simulated_table(Plan.read(data / "run" / "plan.json"))
    assert table.header(1) == TABLE.header(1)
    with closing(SqliteJournal(data / "journal.sqlite")) as journal:
        report = GameReport.of(journal, table, 1)
    told = Played(looks, output, report, data / "journal.sqlite", killed)
    for row in ROWS:
        times = told.said(row.began, row.began + row.lane.each_s, row.says) if row.says else []
        if times:
            over = "stays" if row.stays else f"gone {max(times[-1] - row.over, 0):.1f} s after its end"
            print(f"{row.fault:24} said after {times[0] - row.began:4.1f} s, {over}")
    return told


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.fault)
def test_the_page_says_what_is_wrong_and_stops_saying_so(played: Played, row: Row) -> None:
    until = min(row.began + row.within_s + STEP_S, row.over)
    if row is not THE_CUT:
        assert played.between(row.began, row.over), "the game lasted until then, and the page answered"
    if not row.says:
        if row.lane is BOARD:
            assert not played.said(row.began, row.over, CHAIN_TROUBLE)
        return
    assert played.said(row.began, until, row.says), {
        w for o in played.between(row.began, until) for w in o.words
    }
    if not row.stays:
        again = [r.began for r in ROWS if r.lane is row.lane and r.began > row.began and r.says == row.says]
        begin, end = row.over + row.lane.gone_s, min([row.began + row.lane.each_s, *again])
        for one in played.between(begin, end):
            words = one.told if row.lane is BOARD and one.judged < begin else one.words
            assert not [word for word in words if re.search(row.says, word)], f"{one.t:.1f} s"


def test_in_the_end_the_page_speaks_of_no_fault_that_is_over(played: Played) -> None:
    last = played.looks[-1]
    assert last.judged > THE_CUT.over
    for row in ROWS:
        if row.says and not row.stays:
            assert not [word for word in last.words if re.search(row.says, word)], row.fault


def test_at_the_end_nobody_was_accused_and_nothing_wrong_was_shown(played: Played) -> None:
    assert played.report.wrong_cards == ()
    assert played.report.outcome.false == []
    with closing(SqliteJournal(played.journal)) as journal:
        told = [s.event.body["code"] for s in journal.events(game=1) if s.event.kind == "verdict"]
    assert told.count("scored") > 10, "what was seen was judged all the same"


def test_kill_9_of_any_process_in_mid_game_loses_nothing(played: Played) -> None:
    assert played.killed == ["board", "eye", "board", "eye", "all", "eye"]
    with closing(SqliteJournal(played.journal)) as journal:
        assert [(game.game, game.over) for game in journal.games()] == [(1, True)]
        assert journal.pending() == []
        assert journal.check() == []
    assert played.report.played.startswith(played.report.winner)


def test_no_score_that_was_shown_goes_back(played: Played) -> None:
    """Not through a fault, and not through the power cut."""
    for seat in (0, 1):
        shown = [one.scores[seat] for one in played.looks if one.scores]
        assert shown == sorted(shown)
    assert played.looks[-1].scores > (0, 0)


def test_a_camera_stuck_in_its_driver_is_killed_and_the_board_never_notices(played: Played) -> None:
    """The eye is started again by the supervisor; the board goes on in the same process."""
    stuck = next(row for row in ROWS if row.fault == "camera-stuck")
    assert re.search(r"eye: did not respond for \d+ s; started again", played.output)
    before = played.between(FIRST_S, stuck.began)[-1].pids
    after = [one.pids for one in played.between(stuck.began, THE_CUT.began)]
    assert any(pids["eye"] not in (0, before["eye"]) for pids in after), "another eye"
    assert {pids["board"] for pids in after} == {before["board"]}


def test_after_a_power_cut_everything_comes_up_again_by_itself(played: Played) -> None:
    before = played.between(FIRST_S, THE_CUT.began)[-1]
    after = played.between(THE_CUT.began + 1, LAST_S)
    assert after, "the page answers again"
    assert after[-1].pids["board"] not in (0, before.pids["board"])
    assert after[-1].pids["eye"] not in (0, before.pids["eye"])


@pytest.mark.parametrize("fault", ["setup-spi", "setup-factory", "setup-rights"])
def test_a_board_that_cannot_be_opened_is_refused_with_the_exact_fix(tmp_path: Path, fault: str) -> None:
    process = demo(tmp_path, "--headless", "--faults", fault)
    output = process.communicate(timeout=300)[0]
    assert process.returncode == 2
    assert FAULTS[fault].fix in output
    assert len(output.strip().splitlines()) == 1
    assert not os.path.exists(tmp_path / "journal.sqlite")
