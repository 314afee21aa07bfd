"""The whole table, real processes and all: played to the end, killed in the middle, and looked at."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.ports import free_port

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
SEED = "74"  # one of the shortest games, with too many and too few pegged in it


def demo(data: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "pegwatch", "demo", "--data", str(data), "--seed", SEED, *words]


HEADLESS = ("--headless", "--games", "1", "--speed", "max")


@pytest.fixture(scope="module")
def twice(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, int, str]]:
    """The same game played twice, side by side: data folder, exit status and report of each."""
    folders = [tmp_path_factory.mktemp(name) for name in ("one", "two")]
    running = [
        subprocess.Popen(demo(f, *HEADLESS), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for f in folders
    ]
    reports = [process.communicate(timeout=800)[0] for process in running]
    return list(zip(folders, [p.returncode for p in running], reports, strict=True))


def export(data: Path) -> str:
    return subprocess.run(
        [sys.executable, "-m", "pegwatch", "export", "1", "--data", str(data)],
        capture_output=True, text=True, check=True, timeout=300,
    ).stdout  # fmt: skip


def test_a_headless_game_ends_with_nothing_wrong_shown_and_nobody_accused(
    twice: list[tuple[Path, int, str]],
) -> None:
    _, status, report = twice[0]
    assert status == 0, report
    assert report.splitlines()[-2:] == ["wrong cards shown as verified: 0", "false accusations: 0"]
    assert "Pegwatch saw player" in report


def test_the_same_seed_gives_the_same_game(twice: list[tuple[Path, int, str]]) -> None:
    assert export(twice[0][0]) == export(twice[1][0])
    assert twice[0][2] == twice[1][2]


def test_replaying_the_export_gives_the_verdicts_of_the_live_game(
    twice: list[tuple[Path, int, str]], tmp_path: Path
) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text(export(twice[0][0]))
    done = subprocess.run(
        [sys.executable, "-m", "pegwatch", "replay", str(log), "--json"],
        capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    replayed = [json.loads(line) for line in done.stdout.splitlines()]
    journal = SqliteJournal(twice[0][0] / "journal.sqlite")
    live = [(s.event.t, s.event.body) for s in journal.events(game=1) if s.event.kind == "verdict"]
    journal.close()
    key = ("code", "player", "points")
    assert [(v["t"], *(v[k] for k in key)) for v in replayed] == [(t, *(b[k] for k in key)) for t, b in live]
    assert len(live) > 30


def kill_group(process: subprocess.Popen[str], pulse: Pulse) -> None:
    """Cut the power: supervisor and all its processes, at once."""
    for pid in (process.pid, *(pulse.of(name).pid for name in ("board", "eye", "web"))):
        if pid:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
    process.communicate()


def test_kill_9_of_any_process_in_mid_game_loses_nothing(tmp_path: Path) -> None:
    """Board and eye are killed again and again while the supervisor lives, then everything at once."""
    chance = random.Random(5)
    process = subprocess.Popen(
        demo(tmp_path, *HEADLESS), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    pulse = wait_for_pulse(tmp_path)
    with pulse:
        for round_ in range(6):
            wait_for(lambda: pulse.of("eye").at > 0 and pulse.of("board").at > 0, 300)
            before = pulse.clock_t
            wait_for(lambda before=before: pulse.clock_t > before + 15 * chance.random(), 300)
            if round_ == 4:
                kill_group(process, pulse)
                process = subprocess.Popen(
                    demo(tmp_path, *HEADLESS), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
                )
            else:
                victim = pulse.of(("board", "eye")[round_ % 2]).pid
                assert victim
                os.kill(victim, signal.SIGKILL)
                pulse_forgets(pulse, ("board", "eye")[round_ % 2], victim)
        report = process.communicate(timeout=800)[0]
    assert process.returncode == 0, report
    assert report.splitlines()[-2:] == ["wrong cards shown as verified: 0", "false accusations: 0"]
    journal = SqliteJournal(tmp_path / "journal.sqlite")
    assert journal.check() == []
    assert [(g.game, g.over) for g in journal.games()] == [(1, True)]
    assert journal.pending() == []
    journal.close()


def wait_for(condition: object, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, "it did not come to that in time"
        time.sleep(0.02)


def pulse_forgets(pulse: Pulse, name: str, pid: int) -> None:
    """Wait until the killed process has been replaced."""
    wait_for(lambda: pulse.of(name).pid not in (0, pid), 300)


def wait_for_pulse(data: Path) -> Pulse:
    wait_for(lambda: (data / "run" / "pulse").exists(), 300)
    return Pulse.open(data / "run")


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A demo with its page, played at eight times life: its address and its process."""
    port = free_port()
    process = subprocess.Popen(
        demo(tmp_path, "--port", str(port), "--host", "127.0.0.1", "--speed", "8"),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
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
        wait_for(lambda: pulse.clock_t > 30, 300)
        process.send_signal(signal.SIGINT)
        output = process.communicate(timeout=300)[0]
        assert process.returncode == 0, output
        assert "starting again goes on" in output
        assert "Traceback" not in output
        stopped_at = pulse.clock_t
        again = subprocess.Popen(process.args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            wait_for(lambda: pulse.clock_t > stopped_at + 20, 300)
        finally:
            again.send_signal(signal.SIGINT)
            output = again.communicate(timeout=300)[0]
    assert again.returncode == 0, output
    assert "An earlier demo" not in output, "it went on with the same table"
    journal = SqliteJournal(tmp_path / "journal.sqlite")
    assert [g.game for g in journal.games()] == [1]
    assert journal.table_time() > stopped_at
    journal.close()


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
