"""The pulse between processes and the two clocks."""

from __future__ import annotations

import math
import os
import socket
import threading
import time
from pathlib import Path

import pytest

from firmware.box.clock import RealClock, SimulatedClock
from firmware.box.errors import BoxError
from firmware.box.notify import notify
from firmware.box.pulse import Pulse


def test_a_beat_is_seen_by_another_opening_of_the_file(tmp_path: Path) -> None:
    with Pulse.open(tmp_path) as one, Pulse.open(tmp_path) as other:
        assert other.of("eye").age_s() == math.inf
        one.beat("eye", done=3.0, until=2.5, wake=4.0)
        seen = other.of("eye")
        assert (seen.done, seen.until, seen.wake, seen.pid) == (3.0, 2.5, 4.0, os.getpid())
        assert seen.age_s() < 60
        assert other.of("board").at == 0.0


def test_forgetting_a_process_keeps_its_watermark(tmp_path: Path) -> None:
    with Pulse.open(tmp_path) as pulse:
        pulse.beat("eye", done=3.0, until=2.5)
        pulse.forget("eye")
        assert (pulse.of("eye").at, pulse.of("eye").until) == (0.0, 2.5)


def test_clock_and_flags_survive_the_process(tmp_path: Path) -> None:
    with Pulse.open(tmp_path) as pulse:
        pulse.clock_t, pulse.simulated, pulse.ended = 12.5, True, True
    with Pulse.open(tmp_path) as pulse:
        assert (pulse.clock_t, pulse.simulated, pulse.ended) == (12.5, True, True)


def test_how_long_a_game_has_been_quiet_is_known_whatever_the_time_of_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Pulse.open(tmp_path) as pulse:
        assert pulse.quiet_s() == math.inf
        pulse.game_moved()
        then = time.monotonic()
        monkeypatch.setattr(time, "monotonic", lambda: then + 100.0)
        assert pulse.quiet_s() == pytest.approx(100.0, abs=1.0)
        monkeypatch.setattr(time, "monotonic", lambda: 1.0)
        assert pulse.quiet_s() == math.inf, "the machine has been started again since"


def test_a_run_folder_that_cannot_be_used_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BoxError, match="cannot use the run folder"):
        Pulse.open(tmp_path / "file")


def test_the_real_clock_goes_on_where_the_journal_stopped(tmp_path: Path) -> None:
    with Pulse.open(tmp_path) as pulse:
        clock = RealClock.start(pulse, 1000.0)
        assert 1000.0 <= clock.now() < 1060.0
        joined = RealClock.join(pulse)
        assert joined is not None
        assert abs(joined.now() - clock.now()) < 1.0


def test_a_board_that_starts_again_does_not_turn_time_back(tmp_path: Path) -> None:
    with Pulse.open(tmp_path) as pulse:
        first = RealClock.start(pulse, 1000.0)
        before = first.now()
        assert RealClock.start(pulse, 10.0).now() >= before


def test_without_a_board_there_is_no_clock_to_join(tmp_path: Path) -> None:
    with Pulse.open(tmp_path) as pulse:
        assert RealClock.join(pulse, patience_s=0.0) is None


def test_the_simulated_clock_wakes_on_a_new_instant(tmp_path: Path) -> None:
    with Pulse.open(tmp_path) as pulse:
        clock = SimulatedClock(pulse)
        assert clock.wait(5.0, longest_s=0.001) == 0.0, "nothing new: the real limit ends the wait"
        leader = threading.Timer(0.05, lambda: setattr(pulse, "clock_t", 7.0))
        leader.start()
        assert clock.wait(5.0, longest_s=30.0) == 7.0
        leader.join()


def test_systemd_is_told_only_where_it_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert notify("READY=1") is False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        assert notify("WATCHDOG=1") is True
        assert systemd.recv(100) == b"WATCHDOG=1"


def test_waiting_on_the_real_clock_takes_real_time(tmp_path: Path) -> None:
    with Pulse.open(tmp_path) as pulse:
        clock = RealClock.start(pulse, 0.0)
        began = time.monotonic()
        clock.wait(clock.now() + 10.0, longest_s=0.02)
        assert time.monotonic() - began >= 0.02
