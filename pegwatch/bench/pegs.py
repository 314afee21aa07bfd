"""From a peg that is let go to its verdict on the disk: the whole board process, in real time."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Self

from cribbage.log.events import Event
from cribbage.sight.pegmoves import RELEASE_S
from firmware.boardfile import load_board
from firmware.boardmap import BoardMap
from firmware.box.clock import RealClock
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from firmware.debounce import SCAN_PERIOD_S
from firmware.drivers.base import RawScan
from firmware.reader import BoardReader
from firmware.recorder import Recorder
from firmware.table import TableLoop
from pegwatch.bench.measures import Figure

_MOVES: Final = 20
_LIFTED_S: Final = 0.45
_HEADER: Final = {
    "log": "table/1", "profile": "acc-2025", "mode": "club", "players": {"A": "Ann", "B": "Bob"},
    "dealer": "A", "pegs": {"A": [0, -1], "B": [0, -1]},
}  # fmt: skip


class _Pegs:
    """A driver whose chain costs nothing: what is left is our own code."""

    def __init__(self, board_map: BoardMap) -> None:
        self._map = board_map
        self._turn = False
        self.standing: frozenset[str] = frozenset({"A0", "A-1", "B0", "B-1"})

    def scan(self) -> RawScan:
        board = self._map
        levels = (board.holes_mask & ~board.mask_of(self.standing)) | board.known_levels
        self._turn = not self._turn
        tail = (b"\xff" if self._turn else b"\x00") * board.tail_bytes
        return RawScan(levels.to_bytes(board.stages, "big"), tail, tail)

    def close(self) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class _Table:
    """A board process at a hundred scans a second; `steps` are (seconds of our own code, whether a peg settled)."""

    def __init__(self, folder: Path) -> None:
        board_map = load_board("longboard")
        self.journal = SqliteJournal(folder / "journal.sqlite")
        self.pulse = Pulse.open(folder)
        self.clock = RealClock.start(self.pulse, 1.0)
        self.pegs = _Pegs(board_map)
        self._loop = TableLoop(
            BoardReader(self.pegs, board_map), Recorder(self.journal), self.journal, self.pulse, folder
        )
        self.steps: list[tuple[float, bool]] = []
        self._last = 0

    def close(self) -> None:
        self.journal.close()
        self.pulse.close()

    def run(self, seconds: float, wanted: Callable[[Event], bool] = lambda _event: False) -> float | None:
        """Scan for a while, or until a wanted event is in the journal: the table time at which it was."""
        end = self.clock.now() + seconds
        while (now := self.clock.now()) < end:
            self.pulse.beat("eye", done=now, until=now)
            began = time.perf_counter()
            self._loop.step(now)
            took = time.perf_counter() - began
            fresh = list(self.journal.events(after=self._last))
            self._last = fresh[-1].n if fresh else self._last
            self.steps.append((took, bool(fresh)))
            if any(wanted(stored.event) for stored in fresh):
                return self.clock.now()
            time.sleep(max(0.0, SCAN_PERIOD_S - took))
        return None


def pegging() -> Iterator[Figure]:
    """A peg is let go, its second of release passes, the verdict is on the disk."""
    with tempfile.TemporaryDirectory() as name:
        table = _Table(Path(name))
        try:
            delays = sorted(_verdicts(table))
        finally:
            table.close()
    calm = [took for took, fresh in table.steps if not fresh]
    busy = [took for took, fresh in table.steps if fresh]
    yield Figure("a scan of the board process, nothing changed", f"{statistics.median(calm) * 1e6:.0f} us",
                 f"p99 {_at(calm, 0.99) * 1e6:.0f} us")  # fmt: skip
    yield Figure("a scan that writes to the journal, with its commits", f"{statistics.median(busy) * 1e3:.1f} ms",
                 f"p99 {_at(busy, 0.99) * 1e3:.1f} ms")  # fmt: skip
    yield Figure("peg let go -> verdict in the journal, after its second", f"{_at(delays, 0.5) * 1e3:.0f} ms",
                 f"slowest of {len(delays)}: {delays[-1] * 1e3:.0f} ms")  # fmt: skip


def _verdicts(table: _Table) -> Iterator[float]:
    """Ann's pegs walk up the board, two holes at a time; how late each verdict was."""
    table.run(1.0)
    table.journal.put("page", table.clock.now(), {"new_game": _HEADER})
    table.journal.put("eye", table.clock.now(), {"fault": {"part": "camera", "what": "covered"}})
    table.run(0.5)
    rear, front = -1, 0
    for _ in range(_MOVES):
        table.pegs.standing -= {f"A{rear}"}
        table.run(_LIFTED_S)
        rear, front = front, front + 2
        table.pegs.standing |= {f"A{front}"}
        let_go = table.clock.now()
        told = table.run(3.0, lambda event: event.kind == "verdict")
        if told is None:
            raise RuntimeError("a peg was moved and nothing came of it")
        yield told - let_go - RELEASE_S


def _at(figures: list[float], share: float) -> float:
    return sorted(figures)[min(len(figures) - 1, int(len(figures) * share))]
