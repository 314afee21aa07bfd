"""Where the cost of a game goes: processor seconds of each process over one simulated game."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pegwatch.bench.measures import Figure
from pegwatch.simulated.table import SimulatedTable

_SEED: Final = 21
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_NAMES: Final = {
    "board": "board: chain, debouncing, referee, journal",
    "eye": "eye: the simulated camera's drawing, motion, reading",
    "demo": "supervisor: simulated players, clock",
}


def whole_game() -> Iterator[Figure]:
    """Processor seconds of each process, absolute and for each second at the table."""
    table_s = SimulatedTable(_SEED, 1).end_of(1)
    with tempfile.TemporaryDirectory() as data:
        words = [sys.executable, "-m", "pegwatch", "demo", "--headless", "--games", "1"]
        words += ["--seed", str(_SEED), "--speed", "max", "--data", data]
        began = time.perf_counter()
        run = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        spent: dict[str, float] = {}
        while run.poll() is None:
            for pid in Path("/proc").glob("[0-9]*"):
                name = _name(pid, data)
                if name:
                    spent[name] = max(spent.get(name, 0.0), _processor_s(pid))
            time.sleep(0.2)
        took = time.perf_counter() - began
        written = sum(path.stat().st_size for path in Path(data).rglob("*") if path.is_file())
    yield Figure("a game at the table", f"{table_s / 60:.1f} min", f"played here in {took:.0f} s")
    for name, what in _NAMES.items():
        seconds = spent.get(name, 0.0)
        yield Figure(
            what, f"{seconds:.1f} s", f"{100 * seconds / table_s:.1f} % of a core at the table's pace"
        )
    yield Figure("files after the game, pictures included", f"{written / 1e6:.1f} MB")


def _name(pid: Path, data: str) -> str:
    """Which process of the run this is: ``board``, ``eye``, ``demo``, or none of it."""
    try:
        words = (pid / "cmdline").read_bytes().decode().split("\0")
    except OSError:
        return ""
    if not any(data in word for word in words):
        return ""
    return words[words.index("process") + 1] if "process" in words else "demo"


def _processor_s(pid: Path) -> float:
    """User and system seconds of a process; 0 when it has gone."""
    try:
        fields = (pid / "stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS
