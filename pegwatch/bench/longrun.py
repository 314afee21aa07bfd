"""Many hours of play, compressed: does memory grow, do files grow, how much is written to the card?

    python -m pegwatch.bench.longrun [HOURS]      (make long-run HOURS=8)

The real processes play on the simulated table as fast as they can. What each process holds in memory is looked at
again and again; the first hour is left out, for caches fill then. The journal must grow by what the games say and
by nothing else: it is append-only.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from firmware.box.pulse import Pulse

PARTS: Final = ("board", "eye")
_SETTLED_S: Final = 3600.0  # of table time
_EVERY_S: Final = 120.0
_FLAT_MB_PER_H: Final = 2.0
_STARTS_WITHIN_S: Final = 60.0
_MB: Final = 1 << 20


@dataclass
class Sample:
    """At one table time: memory of each process in MB, sizes of the folder's files in MB, bytes written so far."""

    t: float
    memory_mb: dict[str, float]
    files_mb: dict[str, float]
    written_mb: float


@dataclass
class Run:
    """A whole run: samples in order of time, and the exit status and report of the table."""

    samples: list[Sample] = field(default_factory=list)
    status: int = -1
    report: str = ""

    @property
    def hours(self) -> float:
        """Table hours that were played."""
        return self.samples[-1].t / 3600 if self.samples else 0.0

    def growth_mb_per_h(self, part: str) -> float:
        """How fast a process's memory grows once it has settled, by a line through the samples (least squares)."""
        settled = [s for s in self.samples if s.t >= min(_SETTLED_S, self.samples[-1].t / 3)]
        points = [(s.t / 3600, s.memory_mb[part]) for s in settled if part in s.memory_mb]
        if len(points) < 3:
            return 0.0
        return statistics.linear_regression(*zip(*points, strict=True)).slope


def play(hours: float, folder: Path, seed: int = 11) -> Run:
    """Play for so many table hours in a folder."""
    run, written = Run(), dict[int, float]()
    table = subprocess.Popen(
        [sys.executable, "-m", "pegwatch", "demo", "--headless", "--games", "1000", "--seed", str(seed),
         "--speed", "max", "--data", str(folder), "--pictures", "8"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip

    def look(pulse: Pulse, sample: bool) -> None:
        pids = {name: pulse.of(name).pid for name in PARTS} | {"supervisor": table.pid}
        for pid in pids.values():
            written[pid] = written_mb(pid) or written.get(pid, 0.0)
        if sample:
            memory = {name: resident_mb(pid) for name, pid in pids.items()}
            memory = {name: mb for name, mb in memory.items() if mb}
            run.samples.append(Sample(pulse.clock_t, memory, sizes_mb(folder), sum(written.values())))

    try:
        end = time.monotonic() + _STARTS_WITHIN_S
        while not (folder / "run" / "pulse").exists() and time.monotonic() < end:
            time.sleep(0.1)
        with Pulse.open(folder / "run") as pulse:
            while not all(pulse.of(name).pid for name in PARTS) and time.monotonic() < end:
                time.sleep(0.1)
            next_t = 0.0
            while table.poll() is None and pulse.clock_t < hours * 3600:
                due = pulse.clock_t >= next_t
                if due:
                    next_t = pulse.clock_t + _EVERY_S
                look(pulse, due)
                time.sleep(0.2)
            if table.poll() is None:  # at the end too: on a busy machine the last may be long ago
                look(pulse, True)
    finally:
        table.terminate()
        run.report = table.communicate()[0]
        run.status = table.returncode
    return run


def resident_mb(pid: int) -> float:
    """What a process holds in memory now, MB; 0 if there is none."""
    return _status(pid, "status", "VmRSS:") / 1024


def written_mb(pid: int) -> float:
    """What a process has caused to be written to a disk, MB; 0 where that is not told."""
    return _status(pid, "io", "write_bytes:") / _MB


def _status(pid: int, file: str, key: str) -> float:
    try:
        lines = Path(f"/proc/{pid}/{file}").read_text(encoding="ascii").splitlines() if pid else []
    except OSError:
        return 0.0
    return next((float(line.split()[1]) for line in lines if line.startswith(key)), 0.0)


def sizes_mb(folder: Path) -> dict[str, float]:
    """Sizes of all files under a folder, by name."""
    found: dict[str, float] = {}
    for path in folder.rglob("*"):
        try:
            if path.is_file():
                found[str(path.relative_to(folder))] = path.stat().st_size / _MB
        except OSError:
            continue  # replaced just now
    return found


def main(hours: float) -> int:
    """Play, print, and end with 1 if something grows that should not."""
    with tempfile.TemporaryDirectory(prefix="pegwatch-long-") as name:
        run = play(hours, Path(name))
    if len(run.samples) < 3:
        print(f"the table did not play: {run.report}", file=sys.stderr)
        return 2
    first, last = run.samples[0], run.samples[-1]
    print(f"{run.hours:.1f} hours of table time, {len(run.samples)} samples")
    grows = False
    for part in (*PARTS, "supervisor"):
        slope = run.growth_mb_per_h(part)
        grows |= slope > _FLAT_MB_PER_H
        said = "flat" if slope <= _FLAT_MB_PER_H else "GROWS"
        now, began = last.memory_mb.get(part, 0.0), first.memory_mb.get(part, 0.0)
        print(
            f"  memory of {part}: {began:.0f} MB at first, {now:.0f} MB at last, {slope:+.2f} MB an hour: {said}"
        )
    for file, mb in sorted(last.files_mb.items(), key=lambda item: -item[1]):
        if mb >= 0.05:
            print(f"  {file}: {mb:.2f} MB, {mb / run.hours:.2f} MB an hour")
    written = last.written_mb
    print(f"  written to the disk: {written:.1f} MB, {written / run.hours:.1f} MB an hour"
          if written else "  written to the disk: not told here (a disk in memory?)")  # fmt: skip
    return int(grows)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 8.0))
