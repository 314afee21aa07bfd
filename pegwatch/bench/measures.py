"""The measurements behind `make bench`; each yields figures that can be read on their own."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import numpy as np
from numpy.typing import NDArray

from cribbage.log.events import Event
from cribbage.score.cards import DECK, Card
from cribbage.score.counting import fast_points, show_points
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from firmware.drivers.base import RawScan
from pegwatch.ports import free_port

if TYPE_CHECKING:
    from vision.readresult import CardReader

_RUNS: Final = 5
_FIVES: Final = 20_000
_READINGS: Final = 9


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure in words and numbers."""

    what: str
    value: str
    note: str = ""


def median_s(work: Callable[[], object], runs: int = _RUNS) -> float:
    """Median seconds of some runs, after one that does not count."""
    work()
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def scoring() -> Iterator[Figure]:
    """Hands a second: by table, itemised, and by trying all subsets as a plain scorer does."""
    chance = random.Random(1)
    hands = [chance.sample(DECK, 5) for _ in range(_FIVES)]
    table = median_s(lambda: [fast_points(a, b, c, d, s) for a, b, c, d, s in hands])
    itemised = median_s(lambda: [show_points(hand[:4], hand[4]) for hand in hands[:2000]]) * _FIVES / 2000
    plain = median_s(lambda: [_subsets(hand) for hand in hands[:2000]]) * _FIVES / 2000
    yield Figure(
        "hands a second, by table", f"{_FIVES / table:,.0f}", f"{plain / table:.0f} x a plain scorer"
    )
    yield Figure("hands a second, itemised with words", f"{_FIVES / itemised:,.0f}")


def _subsets(hand: list[Card]) -> int:
    """Fifteens and pairs by trying every subset: the least that any straightforward scorer does."""
    subsets = (some for size in range(2, 6) for some in combinations(hand, size))
    return 2 * sum(
        sum(card.value for card in some) == 15 or (len(some) == 2 and some[0].rank == some[1].rank)
        for some in subsets
    )


def pegging_rules() -> Iterator[Figure]:
    """Observations a second through the referee, over games of the simulated players."""
    from cribbage.replay.transcript import replay
    from pegwatch.simulated.table import SimulatedTable

    table = SimulatedTable(1, 4)
    logs = [table.as_log(game) for game in (1, 2, 3, 4)]
    lines = sum(map(len, logs))
    took = median_s(lambda: [replay(log) for log in logs])
    yield Figure("observations a second, text to verdicts", f"{lines / took:,.0f}")


class Same:
    """A driver that hands out one scan again and again: what is left is our own code."""

    def __init__(self, raw: RawScan) -> None:
        self._raw = raw

    def scan(self) -> RawScan:
        data, tail, expected = self._raw
        return RawScan(bytes(bytearray(data)), tail, expected)  # equal, but not the same object

    def close(self) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def scanning() -> Iterator[Figure]:
    """One scan of the board: our own code, and the simulated chain under it."""
    from firmware.boardfile import load_board
    from firmware.drivers.sim import open_simulated
    from firmware.reader import BoardReader

    board_map = load_board("longboard")
    pegs = {"A22", "A10", "B0", "B-1"}
    with open_simulated(board_map, lambda: pegs) as driver:
        raw = driver.scan()
        simulated = median_s(lambda: [driver.scan() for _ in range(20)]) / 20

        reader = BoardReader(Same(raw), board_map)
        clock = iter(n / 100 for n in range(10**9))
        own = median_s(lambda: [reader.poll(next(clock)) for _ in range(2000)]) / 2000
    share = own * 100  # at 100 scans a second
    yield Figure(
        "our own code for one scan, nothing changed", f"{own * 1e6:.1f} us", f"{share:.2%} of a core"
    )
    yield Figure("one scan of the simulated chain, every edge of it", f"{simulated * 1e3:.2f} ms")


def reading() -> Iterator[Figure]:
    """The eye: the motion check, and reading a zone and a whole picture."""
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
    with SimCamera(lambda _t: Scene(cards=cards), lambda: 1.0, (2304, 1296)) as camera:
        frame, small = camera.grab(), camera.lores()
        drawn = median_s(camera.grab)
    finder = ZoneFinder(LONG_BOARD)
    fix = finder.find(frame)
    watch = Watch(LONG_BOARD)
    cv2.setNumThreads(1)
    moved = median_s(lambda: watch.look(small, fix))  # type: ignore[arg-type]
    yield Figure("motion check of a small picture, every place in it, 1 thread", f"{moved * 1e3:.2f} ms")
    yield Figure("markers found, 2304 x 1296", f"{median_s(lambda: finder.find(frame)) * 1e3:.1f} ms")
    crop = fix.crop(frame, LONG_BOARD.place("A")).bgr  # type: ignore[union-attr]
    for threads in (1, 2):
        cv2.setNumThreads(threads)
        reader = NetworkReader(threads=threads)
        zone = median_s(lambda reader=reader: reader.read(crop, card_height_px=88 * CROP_PX_PER_MM))  # type: ignore[misc]
        whole = median_s(lambda reader=reader: reader.read(frame.bgr, card_height_px=240.0), 3)  # type: ignore[misc]
        threads_said = f"{threads} thread{'s' if threads > 1 else ''}"
        yield Figure(f"reading the zone of one hand, {threads_said}", f"{zone * 1e3:.0f} ms")
        yield Figure(f"reading a whole 2304 x 1296 picture, {threads_said}", f"{whole * 1e3:.0f} ms")
    yield from _engines(frame.bgr)
    yield from _grounds()
    yield Figure("drawing a 2304 x 1296 picture of the simulated table", f"{drawn * 1e3:.0f} ms")


def _engines(picture: NDArray[np.uint8]) -> Iterator[Figure]:
    """The same picture by each engine, one thread, in seconds of the processor: they are compared within one run."""
    from vision.engine import Engine, engine_name
    from vision.networkreader import NetworkReader

    engines: tuple[Engine, ...] = ("opencv", "auto")
    took: dict[Engine, float] = {}
    for engine in engines:
        took[engine] = _processor_s(NetworkReader(engine=engine), picture, 240.0)
        note = f"{took[engine] / took['opencv']:.2f} of OpenCV's" if engine != "opencv" else ""
        yield Figure(
            f"a whole picture by {engine_name(engine)}, processor time", f"{took[engine] * 1e3:.0f} ms", note
        )


def _grounds() -> Iterator[Figure]:
    """Nine cards on plain cloth and on wood of three kinds, one thread, in seconds of the processor."""
    from vision.networkreader import NetworkReader
    from vision.train.drawntable import TABLE_CARD_HEIGHT, TABLE_SIZE, drawn_table, grained_wood, winding_wood

    reader, took = NetworkReader(), []
    for name, ground in (
        ("plain cloth", None),
        ("strongly grained wood", grained_wood(TABLE_SIZE)),
        ("such wood laid obliquely", grained_wood(TABLE_SIZE, 30.0)),
        ("wood whose grain winds", winding_wood(TABLE_SIZE)),
    ):
        picture = drawn_table(TABLE_SIZE, ground)
        took.append(_processor_s(reader, picture, TABLE_CARD_HEIGHT))
        note = f"{took[-1] / took[0]:.2f} of it" if len(took) > 1 else ""
        yield Figure(f"a whole picture with nine cards on {name}", f"{took[-1] * 1e3:.0f} ms", note)


def _processor_s(reader: CardReader, picture: NDArray[np.uint8], card_height_px: float) -> float:
    """The median of the processor's time for reading a picture, seconds."""
    spent = []
    for _ in range(_READINGS):
        began = time.process_time()
        reader.read(picture, card_height_px=card_height_px)
        spent.append(time.process_time() - began)
    return sorted(spent)[_READINGS // 2]


def page() -> Iterator[Figure]:
    """From an event in the journal to a viewer of the page."""
    from pegwatch.web_process import POLL_S
    from webui.app import create_app
    from webui.config import WebConfig
    from webui.serve import serve

    with tempfile.TemporaryDirectory() as folder:
        journal = SqliteJournal(Path(folder) / "journal.sqlite")
        header = {"log": "table/1", "profile": "acc-2025", "mode": "teaching", "players": {"A": "Ann", "B": "Bob"},
                  "dealer": "A", "pegs": {"A": [0, -1], "B": [0, -1]}}  # fmt: skip
        journal.append(1, [Event("game", 0.0, header)])
        app = create_app(Path(folder) / "journal.sqlite", Path(folder), WebConfig(poll_s=POLL_S))
        port = free_port()
        threading.Thread(target=serve, args=(app, "127.0.0.1", port), daemon=True).start()
        delays = sorted(_event_to_viewer(journal, port, 25))
        journal.close()
    yield Figure("event in the journal to a viewer, p50", f"{delays[len(delays) // 2] * 1e3:.0f} ms")
    yield Figure("event in the journal to a viewer, slowest of 25", f"{delays[-1] * 1e3:.0f} ms")


def _event_to_viewer(journal: SqliteJournal, port: int, events: int) -> list[float]:
    for _ in range(100):
        try:
            stream = urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/live", timeout=10)
            break
        except OSError:
            time.sleep(0.05)
    delays = []
    with stream:
        _next_view(stream)
        for n in range(events):
            began = time.perf_counter()
            pegs = {"A": [n + 2, n + 1], "B": [0, -1], "certain": True}
            journal.append(1, [Event("pegs", float(n + 1), pegs)])
            _next_view(stream)
            delays.append(time.perf_counter() - began)
    return delays


def _next_view(stream: object) -> dict[str, object]:
    for line in stream:  # type: ignore[attr-defined]
        if line.startswith(b"data:"):
            view: dict[str, object] = json.loads(line[5:])
            return view
    raise RuntimeError("the page's stream ended")


def memory() -> Iterator[Figure]:
    """Memory of each process of a demo that has played for a while."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        table = subprocess.Popen(
            [sys.executable, "-m", "pegwatch", "demo", "--data", folder, "--speed", "8", "--port", str(port)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            time.sleep(2.0)
            with Pulse.open(Path(folder) / "run") as pulse:
                end = time.monotonic() + 120
                while pulse.clock_t < 120 and time.monotonic() < end:
                    time.sleep(0.5)
                pids = {"supervisor and players": table.pid} | {
                    name: pulse.of(name).pid for name in ("board", "eye", "web")
                }
                for name, pid in pids.items():
                    yield Figure(f"peak memory of {name}", f"{peak_mb(pid):.0f} MB")
        finally:
            table.terminate()
            table.wait()


def peak_mb(pid: int) -> float:
    """The most memory a process has had so far (MB)."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0
