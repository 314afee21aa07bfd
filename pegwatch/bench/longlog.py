"""Logs of any length through `pegwatch replay`: observations a second, whether each costs more in a long one, memory.

The command runs as a process of its own, so its memory is its own. The logs hold the games of twenty crooked tables
under all five books, again and again; they are written to the disk first, some 20 kB a game.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cribbage.profiles import PROFILES
from pegwatch.bench.measures import Figure
from pegwatch.simulated.crooked import Crooked

LENGTHS: Final = (100, 1_000, 10_000)
_TABLES: Final = 20


@dataclass(frozen=True, slots=True)
class Judged:
    """One log judged: observations, processor seconds, the most memory that the process held in MB."""

    observations: int
    cpu_s: float
    peak_mb: float


def long_logs(lengths: tuple[int, ...] = LENGTHS) -> Iterator[Figure]:
    """Replay logs of 100 to 10,000 games; a few minutes."""
    books = list(PROFILES)
    logs = [Crooked(seed, books[seed % len(books)]).play()[0] for seed in range(_TABLES)]
    first: Judged | None = None
    built = Path("build").absolute()
    built.mkdir(exist_ok=True)  # not kept in git, as a bench that is stopped leaves its log there
    for games in lengths:
        with tempfile.TemporaryDirectory(prefix="pegwatch-log-", dir=built) as folder:
            found = judged(_written(Path(folder) / "log.jsonl", logs, games))
        first = first or found
        each, at_first = found.cpu_s / found.observations, first.cpu_s / first.observations
        rate = f"{found.observations / found.cpu_s:,.0f} a second"
        note = f"{each / at_first:.2f} of the cost each in the shortest, {found.peak_mb:.1f} MB at most"
        yield Figure(f"{games:,} games, {found.observations:,} observations", rate, note)


def _written(path: Path, logs: list[list[str]], games: int) -> Path:
    with path.open("w", encoding="utf-8") as file:
        for game in range(games):
            file.writelines(line + "\n" for line in logs[game % len(logs)])
    return path


def judged(log: Path) -> Judged:
    """Replay a log in a process of its own."""
    with log.open(encoding="utf-8") as file:
        observations = sum('"log": ' not in line for line in file)
    words = [sys.executable, "-m", "pegwatch", "replay", "--json", str(log)]
    run = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode != 0:
        raise RuntimeError(f"pegwatch replay ended with {run.returncode}")
    return Judged(observations, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
