"""Is this machine enough for a table? What is measured in about a minute, and what follows from it.

`measure` looks (seconds, MB, degrees); `judge` is pure: from `Measured` to one `Line` for each need, in the order in
which they are printed. The bounds are in `CARD` and the others; `docs/what-a-pi-needs.md` has the reasons. What
cannot be told on a machine (no thermometer, no firmware to ask) is None and is not held against it.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from firmware.faults import fault_text
from firmware.machine import power_troubles, read_throttled
from pegwatch.bench.measures import median_s

FRAMES_PER_S: Final = 15.0
SCANS_PER_S: Final = 100.0
PICTURE_PX: Final = (2304, 1296)
_SYNCS: Final = 20
_READS: Final = 3
_GIVEN_UP_S: Final = 60.0

Grade = Literal["good", "slow", "bad"]


@dataclass(frozen=True, slots=True)
class Measured:
    """What this machine does: seconds for each piece of work, sizes in MB, heat in degrees."""

    model: str
    cores: int
    memory_mb: float
    hand_s: float
    """Reading the place of one hand."""
    picture_s: float
    """Finding the markers in a full picture."""
    small_s: float
    """Looking at a small picture for motion; fifteen come each second."""
    scan_s: float
    """Our own work for one scan of the board; a hundred come each second."""
    sync_s: float
    """From a line of the journal to the disk, the slowest of some."""
    heat_c: float | None
    troubles: tuple[str, ...]
    """What the Pi's firmware has noted since its start: low voltage, throttling."""


@dataclass(frozen=True, slots=True)
class Line:
    """One need: what it is, what was measured, what is wanted, and how it stands."""

    what: str
    value: str
    wanted: str
    grade: Grade
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Need:
    """Good up to the first bound, too little from the second; between them it works and one waits."""

    what: str
    good: float
    bad: float
    unit: str
    fix: str

    def line(self, value: float) -> Line:
        """How a value stands to this need."""
        grade: Grade = "good" if value <= self.good else "slow" if value < self.bad else "bad"
        return Line(
            self.what, _said(value, self.unit), f"up to {_said(self.good, self.unit)}", grade,
            "" if grade == "good" else self.fix,
        )  # fmt: skip


CARD: Final = Need(
    "from a hand that lies still to its count", 1.0, 3.0, "s",
    "A place that is not read within 3 s counts as hidden: take a Pi 4 or newer, and let nothing else run on it.",
)  # fmt: skip
SHARE: Final = Need(
    "of one core, for following board and camera", 40.0, 80.0, "%",
    "Scans or pictures would be left out: take a Pi 4 or newer.",
)  # fmt: skip
DISK: Final = Need(
    "a line of the journal to the card, the slowest", 0.2, 2.0, "s",
    "The page waits for it: take a card of class A1 or better, or boot from a stick.",
)  # fmt: skip
HEAT: Final = Need(
    "heat of the processor after it", 75.0, 82.0, "°C",
    "It is slowed down from 80 °C: give it a heat sink, and air.",
)  # fmt: skip
MEMORY_MB: Final = 900.0
"""A Pi of 1 GB tells some 920 MB; board, eye and page take about 300, the system 200, the camera's buffers up
to 100."""
_TIGHT_MB: Final = 700.0
_LEAST_CORES: Final = 2


def judge(seen: Measured) -> Iterator[Line]:
    """One line for each need."""
    yield CARD.line(2 * seen.hand_s + seen.picture_s + 4 / FRAMES_PER_S)
    yield SHARE.line(100 * (seen.small_s * FRAMES_PER_S + seen.scan_s * SCANS_PER_S))
    yield DISK.line(seen.sync_s)
    grade: Grade = "good" if seen.memory_mb >= MEMORY_MB else "slow" if seen.memory_mb >= _TIGHT_MB else "bad"
    little = (
        "Run nothing else on it, no desktop either." if grade == "slow" else "Take a Pi with 1 GB or more."
    )
    yield Line(
        "memory",
        _said(seen.memory_mb, "MB"),
        f"{_said(MEMORY_MB, 'MB')} or more",
        grade,
        "" if grade == "good" else little,
    )
    cores: Grade = "good" if seen.cores >= 4 else "slow" if seen.cores >= _LEAST_CORES else "bad"
    yield Line(
        "cores",
        str(seen.cores),
        "4",
        cores,
        "" if cores == "good" else "Board, eye and page share them: what is read is read later.",
    )
    if seen.heat_c is not None:
        yield HEAT.line(seen.heat_c)
    for trouble in seen.troubles:
        text = fault_text(trouble)
        yield Line(text.sentence().rstrip("."), "noted", "never", "bad", text.fix)


def worst(lines: list[Line]) -> Grade:
    """How the machine stands as a whole."""
    grades = {line.grade for line in lines}
    return "bad" if "bad" in grades else "slow" if "slow" in grades else "good"


def measure(
    folder: Path, seconds: float, root: Path = Path("/"), told: Callable[[float], None] = lambda _share: None
) -> Measured:
    """Measure this machine: `seconds` of reading without a pause, for the heat; `folder` is where a journal
    would lie. `told` hears which share of the work (0 to 1) was done since it was last called."""
    hand_s, picture_s, small_s = _eye(seconds, told)
    return Measured(
        model=_text(root / "proc/device-tree/model") or _processor(root),
        cores=len(os.sched_getaffinity(0)),
        memory_mb=_memory_mb(root),
        hand_s=hand_s,
        picture_s=picture_s,
        small_s=small_s,
        scan_s=_scan_s(),
        sync_s=_sync_s(folder),
        heat_c=_heat_c(root),
        troubles=tuple(trouble.code for trouble in power_troubles(read_throttled() or 0)),
    )


def _eye(seconds: float, told: Callable[[float], None]) -> tuple[float, float, float]:
    """Seconds for a hand's place, for the markers, for a small picture; the reading goes on for so long."""
    import cv2

    from vision.cameras.sim import SimCamera
    from vision.layout import LONG_BOARD
    from vision.motion import Watch
    from vision.networkreader import NetworkReader
    from vision.scene.model import LaidCard, Scene
    from vision.zones import CROP_PX_PER_MM, ZoneFinder

    cards = tuple(
        LaidCard(c, -190 + 28 * i, -150, 2 * i - 3, True, i) for i, c in enumerate(("5H", "JD", "QC", "2S"))
    )
    with SimCamera(lambda _t: Scene(cards=cards), lambda: 1.0, PICTURE_PX) as camera:
        frame, small = camera.grab(), camera.lores()
    finder = ZoneFinder(LONG_BOARD)
    fix = finder.find(frame)
    watch = Watch(LONG_BOARD)
    threads = min(2, len(os.sched_getaffinity(0)))
    cv2.setNumThreads(threads)
    small_s = median_s(lambda: watch.look(small, fix))  # type: ignore[arg-type]
    picture_s = median_s(lambda: finder.find(frame), _READS)
    crop = fix.crop(frame, LONG_BOARD.place("A")).bgr  # type: ignore[union-attr]
    reader = NetworkReader(threads=threads)
    took: list[float] = []
    whole_s = min(seconds, _GIVEN_UP_S)
    end = time.monotonic() + whole_s
    while len(took) < _READS or time.monotonic() < end:
        began = time.perf_counter()
        reader.read(crop, card_height_px=88 * CROP_PX_PER_MM)
        took.append(time.perf_counter() - began)
        told(took[-1] / max(whole_s, took[-1]))
    return statistics.median(took[1:]), picture_s, small_s


def _scan_s() -> float:
    from firmware.boardfile import load_board
    from firmware.drivers.sim import open_simulated
    from firmware.reader import BoardReader
    from pegwatch.bench.measures import Same

    board_map = load_board("longboard")
    with open_simulated(board_map, lambda: {"A22", "A10", "B0", "B-1"}) as driver:
        raw = driver.scan()
    reader = BoardReader(Same(raw), board_map)
    clock = iter(n / SCANS_PER_S for n in range(10**9))
    return median_s(lambda: [reader.poll(next(clock)) for _ in range(500)]) / 500


def _sync_s(folder: Path) -> float:
    """The slowest of some small writes that are waited for, as the journal makes them."""
    slowest = 0.0
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".pegwatch-bench-") as file:
        for _ in range(_SYNCS):
            file.write(b"x" * 4096)
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            slowest = max(slowest, time.perf_counter() - began)
    return slowest


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0 \n")
    except OSError:
        return ""


def _processor(root: Path) -> str:
    lines = _text(root / "proc/cpuinfo").splitlines()
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "this machine"
    )


def _memory_mb(root: Path) -> float:
    lines = _text(root / "proc/meminfo").splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("MemTotal:")), 0.0)


def _heat_c(root: Path) -> float | None:
    told = _text(root / "sys/class/thermal/thermal_zone0/temp")
    return int(told) / 1000 if told.lstrip("-").isdigit() else None


def _said(value: float, unit: str) -> str:
    if unit == "s":
        return f"{value * 1e3:.0f} ms" if value < 1 else f"{value:.1f} s"
    return f"{value:.0f} {unit}"
