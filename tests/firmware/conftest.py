"""What the tests of the board share: the shipped map, and tables whose pegs are moved on a simulated board."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cribbage.log.observations import Holes
from firmware.boardfile import load_board
from firmware.boardmap import BoardMap
from firmware.debounce import ChainFault, HoleChange
from firmware.drivers.sim import SimulatedBoard, open_simulated
from firmware.drivers.sim_faults import SimFaults
from firmware.holes import Inspect, TrackFound, TrackLost
from firmware.reader import BoardReader, ReaderItem

sys.path.insert(0, str(Path(__file__).parent))  # the tests here import `rig` and `fakes`
START = frozenset({"A0", "A-1", "B0", "B-1"})


@dataclass
class Table:
    """A simulated board with a reader on it, and table time that only moves when told to."""

    reader: BoardReader
    driver: SimulatedBoard
    faults: SimFaults
    pegs: set[str]
    t: float = 0.0
    items: list[ReaderItem] = field(default_factory=list)

    def run(self, seconds: float) -> list[ReaderItem]:
        """Scan every 10 ms for a while; what came out meanwhile."""
        before = len(self.items)
        for _ in range(round(seconds * 100)):
            self.items += self.reader.poll(self.t)
            self.t = round(self.t + 0.01, 3)
        return self.items[before:]

    def put(self, *holes: str) -> None:
        self.pegs |= set(holes)

    def take(self, *holes: str) -> None:
        self.pegs -= set(holes)

    def of(self, kind: type) -> list[ReaderItem]:
        return [item for item in self.items if isinstance(item, kind)]

    @property
    def log(self) -> list[tuple[float, dict[str, list[int]]]]:
        """The `Holes` so far, in the form of the table log."""
        return [(h.t, {p: sorted(n) for p, n in h.holes.items()}) for h in self.of(Holes)]

    @property
    def last(self) -> dict[str, set[int]]:
        return {player: set(numbers) for player, numbers in self.of(Holes)[-1].holes.items()}

    @property
    def faults_seen(self) -> list[str]:
        return [fault.code for fault in self.of(ChainFault)]

    @property
    def inspections(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(item.code, item.holes) for item in self.of(Inspect)]

    @property
    def unfollowed(self) -> list[tuple[str, str]]:
        """Which track was lost and why; an empty text where it was found again."""
        return [
            (item.player, item.code if isinstance(item, TrackLost) else "")
            for item in self.items
            if isinstance(item, TrackLost | TrackFound)
        ]

    @property
    def changes(self) -> list[tuple[str, bool]]:
        return [(change.hole, change.occupied) for change in self.of(HoleChange)]


@pytest.fixture(scope="session")
def longboard() -> BoardMap:
    return load_board("longboard")


@pytest.fixture
def make_table(longboard: BoardMap) -> Iterator[Callable[..., Table]]:
    """Makes tables whose pegs stand still and are known; all are closed at the end."""
    made: list[Table] = []

    def make(
        pegs: Iterable[str] = START,
        *,
        settle: bool = True,
        last: Holes | None = None,
        masked: Iterable[str] = (),
        faults: SimFaults | None = None,
    ) -> Table:
        standing = set(pegs)
        knobs = faults or SimFaults()
        driver = open_simulated(longboard, lambda: frozenset(standing), knobs)
        table = Table(BoardReader(driver, longboard, last=last, masked=masked), driver, knobs, standing)
        made.append(table)
        if settle:
            table.run(1.2)
        return table

    yield make
    for table in made:
        table.driver.close()


@pytest.fixture
def table(make_table: Callable[..., Table]) -> Table:
    return make_table()
