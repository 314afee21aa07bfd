"""What takes hours has a clock: each of its jobs is there, and no slow command of the tests is forgotten."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOURS = ROOT / ".ci/hours"


def test_every_job_of_the_clock_is_a_target_of_make_and_what_proves_most_is_among_them() -> None:
    jobs = {job for line in re.findall(r"jobs=\(([^)]*)\)", HOURS.read_text()) for job in line.split()}
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert jobs <= targets
    assert {"test", "torture", "proof", "hostile", "truth", "thrown", "long-run", "mutants"} <= jobs


def test_without_saying_which_hours_nothing_runs() -> None:
    done = subprocess.run([HOURS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: ")


def test_what_is_left_out_of_the_minute_is_there_to_be_left_out() -> None:
    (left_out,) = re.findall(r'left_out="([^"]*)"', (ROOT / "tests/fast.sh").read_text())
    assert [part for part in left_out.split() if not (ROOT / "tests" / part).exists()] == []
