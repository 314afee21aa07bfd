"""The whole table, real processes and all: played, ended in the middle, and looked at.

In `make torture` its game begins at the start holes, in `make test` near the end; there that of
test_without_a_camera.py is played whole, and that of test_faults_end_to_end.py, which the eye sees, from thirty on.
"""

from __future__ import annotations

import json
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner
from demos import HEADLESS, NOTHING_WRONG, start, wait_for
from playwright.sync_api import Browser
from samples import IS_HOUR

from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.cli import group
from pegwatch.ports import free_port

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
# Two of the shortest games, with too many and too few pegged in them.
GAME = ("--seed", "74") if IS_HOUR else ("--seed", "48", "--start", "95")
A_DEAL_S = 105.0  # table time of more than one


@dataclass(frozen=True)
class Played:
    """A game: its data folder, the exit status and what was printed at its end."""

    data: Path
    status: int
    report: str


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    data = tmp_path_factory.mktemp("one")
    return play_until(data, None)


def play_until(data: Path, t: float | None) -> Played:
    """To this time of its clock and then ended; None: to the end of the game."""
    process = start(data, *GAME, *HEADLESS)
    try:
        if t is not None:
            with wait_for_pulse(data) as pulse:
                wait_for(lambda: pulse.clock_t > t or process.poll() is not None, 600.0)
            process.send_signal(signal.SIGINT)
        report = process.communicate()[0]
    finally:
        process.kill()
    return Played(data, process.returncode, report)


def asked(*words: str) -> list[str]:
    """The lines with which a command answers."""
    done = CliRunner().invoke(group, words)
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


def test_a_headless_game_ends_with_nothing_wrong_shown_and_nobody_accused(played: Played) -> None:
    assert played.status == 0, played.report
    assert played.report.splitlines()[-2:] == NOTHING_WRONG
    assert "Pegwatch saw player" in played.report


def test_the_same_seed_gives_the_same_game(played: Played, tmp_path: Path) -> None:
    """Its first deal and more; in `make torture` all of it, to the report."""
    report = play_until(tmp_path, None if IS_HOUR else A_DEAL_S).report
    first, again = (asked("export", "1", "--data", str(data)) for data in (played.data, tmp_path))
    # What was just seen when it was stopped was not judged yet.
    same = again if IS_HOUR else [line for line in again if json.loads(line).get("t", 0.0) < A_DEAL_S - 5]
    assert len(same) > 30
    assert same == first[: len(same)]
    if IS_HOUR:
        assert (len(again), report) == (len(first), played.report)
    else:  # what was not played yet is held against nobody, and not against the eye either
        assert "game 1: stopped before its end\n" in report
        assert " 0 wrong\n" in report
        assert "wrong score" not in report


def test_replaying_the_export_gives_the_verdicts_of_the_live_game(played: Played, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    asked("export", "1", "--data", str(played.data), "-o", str(log))
    replayed = [json.loads(line) for line in asked("replay", str(log), "--json")]
    with closing(SqliteJournal(played.data / "journal.sqlite")) as journal:
        live = [(s.event.t, s.event.body) for s in journal.events(game=1) if s.event.kind == "verdict"]
    key = ("code", "player", "points")
    assert [(v["t"], *(v[k] for k in key)) for v in replayed] == [(t, *(b[k] for k in key)) for t, b in live]
    assert len(live) > (30 if IS_HOUR else 10)


def wait_for_pulse(data: Path) -> Pulse:
    wait_for(lambda: (data / "run" / "pulse").exists())
    return Pulse.open(data / "run")


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A demo with its page, played at eight times life: its address and its process."""
    port = free_port()
    process = start(tmp_path, *GAME, "--port", str(port), "--host", "127.0.0.1", "--speed", "8")
    try:
        yield f"http://127.0.0.1:{port}", process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def test_ctrl_c_ends_the_demo_cleanly_and_starting_again_goes_on(
    shown: tuple[str, subprocess.Popen[str]], tmp_path: Path
) -> None:
    _, process = shown
    with wait_for_pulse(tmp_path) as pulse:
        wait_for(lambda: pulse.clock_t > 12, 300)
        process.send_signal(signal.SIGINT)
        output = process.communicate(timeout=300)[0]
        assert process.returncode == 0, output
        assert "starting again goes on" in output
        assert "Traceback" not in output
        stopped_at = pulse.clock_t
        again = subprocess.Popen(process.args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            wait_for(lambda: pulse.clock_t > stopped_at + 8, 300)
        finally:
            again.send_signal(signal.SIGINT)
            output = again.communicate(timeout=300)[0]
    assert again.returncode == 0, output
    assert "An earlier demo" not in output, "it went on with the same table"
    journal = SqliteJournal(tmp_path / "journal.sqlite")
    assert [g.game for g in journal.games()] == [1]
    assert journal.table_time() > stopped_at
    journal.close()


def test_a_start_where_nobody_plays_is_refused_in_one_line() -> None:
    done = CliRunner().invoke(group, ["demo", "--kind", "workshop", "--start", "90"])
    assert done.exit_code != 0
    assert "leave out one of them" in str(done.exception) + done.output


@pytest.mark.browser
def test_the_page_shows_the_score_change_without_a_reload(
    shown: tuple[str, subprocess.Popen[str]], browser: Browser
) -> None:
    address, _ = shown
    wait_for(lambda: answers(address), 60)
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(address, wait_until="commit")
    page.evaluate("window.stillTheSamePage = true")
    points = page.locator("[data-points]")
    # The page forbids evaluated code, so the browser is asked again and again from here.
    wait_for(lambda: any(int(text or 0) > 0 for text in points.all_text_contents()), 180)
    assert page.evaluate("window.stillTheSamePage") is True
    page.close()


def answers(address: str) -> bool:
    host, port = address.removeprefix("http://").split(":")
    with socket.socket() as probe:
        return probe.connect_ex((host, int(port))) == 0
