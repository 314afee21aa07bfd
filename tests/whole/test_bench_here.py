"""`pegwatch bench --here`: what is measured, and what follows from it."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pegwatch.bench.here import Grade, Measured, judge, measure, worst
from pegwatch.bench.measures import peak_mb

PI_4 = Measured("Raspberry Pi 4 Model B Rev 1.5", 4, 1849, 0.11, 0.18, 0.025, 4e-6, 0.05, 62.0, ())
"""An estimate: nothing here was measured on a Pi."""


@pytest.mark.parametrize(
    ("change", "what", "grade"),
    [
        ({}, "", "good"),
        ({"hand_s": 0.5}, "count", "slow"),
        ({"hand_s": 1.4}, "count", "bad"),
        ({"small_s": 0.045}, "one core", "slow"),
        ({"scan_s": 0.011}, "one core", "bad"),
        ({"sync_s": 0.4}, "journal", "slow"),
        ({"sync_s": 2.5}, "journal", "bad"),
        ({"memory_mb": 720.0}, "memory", "slow"),
        ({"memory_mb": 418.0}, "memory", "bad"),
        ({"cores": 1}, "cores", "bad"),
        ({"cores": 2}, "cores", "slow"),
        ({"heat_c": 79.0}, "heat", "slow"),
        ({"heat_c": 84.0}, "heat", "bad"),
        ({"heat_c": None}, "", "good"),
        ({"troubles": ("power-was-low",)}, "voltage", "bad"),
    ],
)
def test_each_need_is_judged_and_names_its_way_out(
    change: dict[str, object], what: str, grade: Grade
) -> None:
    lines = list(judge(dataclasses.replace(PI_4, **change)))  # type: ignore[arg-type]
    assert worst(lines) == grade
    short = [line for line in lines if line.grade != "good"]
    assert len(short) == bool(what)
    for line in short:
        assert what in line.what.lower()
        assert line.fix.endswith(".")
    assert all(not line.fix for line in lines if line.grade == "good")


def test_a_machine_is_measured(tmp_path: Path) -> None:
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text("Raspberry Pi 3 Model B Plus Rev 1.3\0")
    (tmp_path / "proc/meminfo").write_text("MemTotal:         948304 kB\nMemFree: 1 kB\n")
    (tmp_path / "sys/class/thermal/thermal_zone0").mkdir(parents=True)
    (tmp_path / "sys/class/thermal/thermal_zone0/temp").write_text("61300\n")
    seen = measure(tmp_path, 0.0, tmp_path)
    assert seen.model == "Raspberry Pi 3 Model B Plus Rev 1.3"
    assert round(seen.memory_mb) == 926
    assert seen.heat_c == pytest.approx(61.3)
    assert min(seen.hand_s, seen.picture_s, seen.small_s, seen.scan_s, seen.sync_s) > 0
    assert seen.hand_s > seen.scan_s
    assert not list(tmp_path.glob(".pegwatch-bench*")), "nothing is left in the data folder"
    nameless = measure(tmp_path, 0.0, tmp_path / "nothing")
    assert (nameless.model, nameless.heat_c) == ("this machine", None)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pegwatch", "bench", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_says_it_for_machines_and_for_people(tmp_path: Path) -> None:
    done = run("--here", "--seconds", "0", "--json", "--data", str(tmp_path))
    body = json.loads(done.stdout)
    assert done.returncode == (body["grade"] == "bad")
    assert {"model", "hand_s", "sync_s"} <= body["measured"].keys()
    assert [need["what"] for need in body["needs"]][3:5] == ["memory", "cores"]


def test_without_here_it_says_what_to_type() -> None:
    done = run()
    assert done.returncode == 2
    assert done.stderr == "Error: say what to measure: pegwatch bench --here (developers have `make bench`)\n"


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    done = run("--here", "--seconds", "0", "--data", str(tmp_path / "tabel"))
    assert done.returncode == 2
    assert done.stderr.startswith(f"Error: no folder {tmp_path / 'tabel'}: ")
    assert not list(tmp_path.iterdir())


def test_peak_memory_is_that_of_the_process_asked_for() -> None:
    assert peak_mb(os.getpid()) > 10
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    with pytest.raises(OSError, match="No such file"):
        peak_mb(gone.pid)
