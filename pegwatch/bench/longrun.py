"""Many hours of play, compressed: does memory grow, do files grow, how much is written to the card?

    python -m pegwatch.bench.longrun [HOURS]      (make long-run HOURS=8)

The real processes play on the simulated table as fast as they can. What each process holds in memory is looked at
again and again; the first hour (of a shorter run the first third) is left out, for caches fill then. The journal
grows by what the games say, for it is append-only, and the pictures up to their budget; no other file may grow.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import click

from firmware.box.pulse import Pulse
from pegwatch.failure import PegwatchError
from pegwatch.terminal.listing import Row, json_option, show_one
from pegwatch.terminal.progress import progress
from pegwatch.terminal.tools import Amount, start

PARTS: Final = ("board", "eye")
_SETTLED_S: Final = 3600.0  # of table time
_EVERY_S: Final = 120.0
_FLAT_MB_PER_H: Final = 2.0
_FLAT_FILE_MB_PER_H: Final = 0.2
_MAY_GROW: Final = ("journal.sqlite", "pictures.sqlite")
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
        return self._slope(lambda sample: sample.memory_mb.get(part))

    def growing_files(self) -> list[str]:
        """The files that grow and should not, other than those of the journal and of the pictures."""
        names = sorted({name for sample in self.samples for name in sample.files_mb})
        return [n for n in names if not n.startswith(_MAY_GROW) and self._file_grows(n)]

    def _file_grows(self, name: str) -> bool:
        return self._slope(lambda sample: sample.files_mb.get(name, 0.0)) > _FLAT_FILE_MB_PER_H

    def _slope(self, of: Callable[[Sample], float | None]) -> float:
        settled = [s for s in self.samples if s.t >= min(_SETTLED_S, self.samples[-1].t / 3)]
        points = [(s.t / 3600, mb) for s in settled if (mb := of(s)) is not None]
        if len(points) < 3:
            return 0.0
        return statistics.linear_regression(*zip(*points, strict=True)).slope


def play(hours: float, folder: Path, seed: int = 11, done: Callable[[int], None] = lambda _: None) -> Run:
    """Play for so many table hours in a folder; `done` takes each time how many s of the table were played."""
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
                    done(round(min(_EVERY_S, hours * 3600)))
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


@click.command()
@click.argument("hours", type=Amount(0, min_open=True), default=8.0)
@json_option("the run", "hours", "samples", "memory", "files_mb", "written_mb", "grows")
def main(hours: float, as_json: bool) -> None:
    """Play HOURS (8 unless given) on a whole table, compressed; ends with 1 if something grows that should not."""
    with (
        tempfile.TemporaryDirectory(prefix="pegwatch-long-") as name,
        progress("playing", round(hours * 3600), quiet=as_json) as done,
    ):
        run = play(hours, Path(name), done=done)
    if len(run.samples) < 3:
        raise PegwatchError(f"the table did not play: {run.report}")
    if run.hours < 0.95 * hours:
        raise PegwatchError(f"the table ended after {run.hours:.1f} of {hours:g} hours: {run.report}")
    row = _row(run)
    show_one(row, as_json, _said)
    sys.exit(1 if row["grows"] else 0)


def _row(run: Run) -> Row:
    first, last = run.samples[0], run.samples[-1]
    memory = {
        part: {
            "first_mb": first.memory_mb.get(part, 0.0), "last_mb": last.memory_mb.get(part, 0.0),
            "mb_per_h": run.growth_mb_per_h(part),
        }
        for part in (*PARTS, "supervisor")
    }  # fmt: skip
    grows = [part for part, said in memory.items() if said["mb_per_h"] > _FLAT_MB_PER_H] + run.growing_files()
    return {
        "hours": run.hours, "samples": len(run.samples), "memory": memory, "files_mb": last.files_mb,
        "written_mb": last.written_mb, "grows": grows,
    }  # fmt: skip


def _said(row: Row) -> str:
    hours, written = row["hours"], row["written_mb"]
    lines = [f"{hours:.1f} hours of table time, {row['samples']} samples"]
    for part, memory in row["memory"].items():
        lines.append(
            f"  memory of {part}: {memory['first_mb']:.0f} MB at first, {memory['last_mb']:.0f} MB at last, "
            f"{memory['mb_per_h']:+.2f} MB an hour: {'GROWS' if part in row['grows'] else 'flat'}"
        )
    for file, mb in sorted(row["files_mb"].items(), key=lambda item: -item[1]):
        if mb >= 0.05:
            said = ": GROWS" if file in row["grows"] else ""
            lines.append(f"  {file}: {mb:.2f} MB, {mb / hours:.2f} MB an hour{said}")
    lines.append(
        f"  written to the disk: {written:.1f} MB, {written / hours:.1f} MB an hour"
        if written
        else "  written to the disk: not told here (a disk in memory?)"
    )
    return "\n".join(lines)


if __name__ == "__main__":
    start(main)
