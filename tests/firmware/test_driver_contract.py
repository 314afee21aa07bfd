"""What every board driver must do, asked of all of them: the real one over lgpio and over bit-banged SPI, the
simulated ones with contacts and with Hall switches, and a recorded trace. Nothing here has met a real chip."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import gpiozero.pins.local
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockSPIInterface

from firmware.boardfile import load_board
from firmware.boardmap import BoardMap
from firmware.decoder import decode
from firmware.drivers.base import BoardClosed, BoardDriver, RawScan
from firmware.drivers.sim import SimBoard, SimChain, SimFactory, open_simulated
from firmware.drivers.sim_faults import SimFaults
from firmware.drivers.spi_chain import SpiChainDriver, open_board
from firmware.drivers.trace import RecordingDriver, TraceDriver

sys.path.insert(0, str(Path(__file__).parent))
from fakes import fake_lgpio

Positions = Sequence[frozenset[str]]
Opener = Callable[[Positions], BoardDriver]
KINDS = ("simulated", "hall", "bit-banged", "lgpio", "trace")


class BitBangedFactory(SimFactory):
    """The simulator's pins under gpiozero's own software SPI."""

    def _get_spi_class(self, shared: bool, hardware: bool) -> Any:  # noqa: ARG002
        return MockSPIInterface


def one_after_another(positions: Positions) -> Callable[[], frozenset[str]]:
    """A board whose pegs stand at positions[0] in the first scan, and so on; the last one stays."""
    left = iter(positions)
    last: list[frozenset[str]] = [frozenset()]

    def holes() -> frozenset[str]:
        last[0] = next(left, last[0])
        return last[0]

    return holes


LOOKS = 9
"""So many scans of 10 ms, and every Hall switch has looked at its hole once."""


class Looked:
    """A simulated board with Hall switches: a scan is the last of `LOOKS`; a position stands so long."""

    def __init__(self, board: BoardMap, positions: Positions) -> None:
        each = [pegs for pegs in positions for _ in range(LOOKS)]
        self._driver = open_simulated(board, one_after_another(each))

    def scan(self) -> RawScan:
        return [self._driver.scan() for _ in range(LOOKS)][-1]

    def close(self) -> None:
        self._driver.close()

    def __enter__(self) -> Looked:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def wired(board: BoardMap, factory: SimFactory, positions: Positions) -> SimChain:
    faults = SimFaults()
    return SimChain(board, factory, SimBoard(board, one_after_another(positions), faults).inputs, faults)


@pytest.fixture(autouse=True)
def clean_gpiozero() -> Iterator[None]:
    yield
    Device.pin_factory = None


@pytest.fixture(params=KINDS)
def open_driver(
    request: pytest.FixtureRequest,
    longboard: BoardMap,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Iterator[Opener]:
    """Opens one kind of driver on a board with the given pegs; closes what was opened."""
    made: list[BoardDriver] = []

    def simulated(positions: Positions) -> BoardDriver:
        return open_simulated(longboard, one_after_another(positions))

    def bit_banged(positions: Positions) -> BoardDriver:
        Device.pin_factory = factory = BitBangedFactory()
        wired(longboard, factory, positions)
        return SpiChainDriver(longboard, factory, allow_software=True)

    def lgpio(positions: Positions) -> BoardDriver:
        chain = wired(longboard, SimFactory(), positions)
        monkeypatch.setitem(sys.modules, "spidev", None)  # lgpio brings its own SPI: nothing may need it
        monkeypatch.setitem(sys.modules, "lgpio", fake_lgpio(chain, longboard.pins.load))
        monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
        monkeypatch.setattr(gpiozero.pins.local, "get_pi_revision", lambda: 0xD04170)  # a Pi 5
        monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
        return open_board(longboard)

    def trace(positions: Positions) -> BoardDriver:
        path = tmp_path / "trace.jsonl"
        with RecordingDriver(simulated(positions), path, longboard.name) as recorder:
            for _ in positions:
                recorder.scan()
        return TraceDriver(path)

    openers = {
        "simulated": simulated,
        "hall": lambda positions: Looked(load_board("longboard-hall"), positions),
        "bit-banged": bit_banged,
        "lgpio": lgpio,
        "trace": trace,
    }

    def open_one(positions: Positions) -> BoardDriver:
        made.append(openers[request.param](positions))
        return made[-1]

    yield open_one
    for driver in made:
        driver.close()


def test_is_a_board_driver(open_driver):
    driver = open_driver([])
    assert isinstance(driver, BoardDriver)


def test_reads_every_hole(open_driver, longboard):
    positions = [frozenset({hole}) for hole in longboard.bit_of]
    driver = open_driver(positions)
    for pegs in positions:
        decoded = decode(longboard, driver.scan())
        assert decoded.fault is None
        assert decoded.occupied == pegs


def test_reads_any_position(open_driver, longboard):
    roll = random.Random(5)
    positions = [frozenset(roll.sample(sorted(longboard.bit_of), roll.randrange(0, 12))) for _ in range(40)]
    driver = open_driver(positions)
    assert [decode(longboard, driver.scan()).occupied for _ in positions] == positions


def test_the_tail_alternates(open_driver):
    driver = open_driver([frozenset()] * 4)
    scans = [driver.scan() for _ in range(4)]
    assert all(raw.tail == raw.expected for raw in scans)
    assert [raw.tail for raw in scans] == [b"\xff\xff", b"\x00\x00"] * 2


def test_may_be_closed_twice_and_then_refuses_to_scan(open_driver):
    driver = open_driver([])
    driver.close()
    driver.close()
    with pytest.raises(BoardClosed):
        driver.scan()


def test_is_a_context_manager(open_driver):
    with open_driver([frozenset()]) as driver:
        driver.scan()
    with pytest.raises(BoardClosed):
        driver.scan()


def test_an_error_inside_the_context_is_not_hidden(open_driver):
    with pytest.raises(ZeroDivisionError), open_driver([frozenset()] * 3):
        raise ZeroDivisionError
