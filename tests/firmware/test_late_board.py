"""A board that is not there is a fault of a table that goes on, and is followed as soon as it is there."""

from __future__ import annotations

import pytest

from firmware.boardfile import load_board
from firmware.debounce import ChainFault, ChainOk
from firmware.drivers.base import BoardFault, BoardMissing
from firmware.drivers.late import EVERY_S, LateBoard
from firmware.drivers.sim import open_simulated
from firmware.holes import Holes
from firmware.reader import BoardReader
from pegwatch.board_process import LatePanel

BOARD = load_board()


class Workbench:
    """A board that can be plugged in; `tries` counts how often it was looked for."""

    def __init__(self) -> None:
        self.t = 0.0
        self.tries = 0
        self.is_there = False
        self.late = LateBoard(self.open, lambda: self.t)  # type: ignore[arg-type]

    def open(self) -> object:
        self.tries += 1
        if not self.is_there:
            raise BoardMissing("setup-spi", "SPI is switched off", "Switch it on.")
        return open_simulated(BOARD, lambda: frozenset({"A0", "A-1", "B0", "B-1"}))


def test_a_missing_board_is_a_fault_by_its_code_and_looked_for_now_and_then() -> None:
    bench = Workbench()
    with bench.late as late:
        assert late.factory is None
        for _ in range(100):
            with pytest.raises(BoardFault, match="SPI is switched off") as told:
                late.scan()
            assert told.value.code == "setup-spi"
            bench.t += EVERY_S / 50
        assert bench.tries == 2


def test_it_is_followed_once_it_is_there() -> None:
    bench = Workbench()
    with bench.late as late:
        reader = BoardReader(late, BOARD)
        told = [item for n in range(20) for item in reader.poll(n / 100)]
        assert [item.code for item in told if isinstance(item, ChainFault)] == ["setup-spi"]
        bench.t, bench.is_there = EVERY_S, True
        told = [item for n in range(20, 100) for item in reader.poll(n / 100)]
        assert any(isinstance(item, ChainOk) for item in told)
        assert [dict(item.holes) for item in told if isinstance(item, Holes)] == [
            {"A": frozenset({0, -1}), "B": frozenset({0, -1})}
        ]
    late.close()  # once more does nothing


def test_its_buttons_come_with_it() -> None:
    bench = Workbench()
    panel = LatePanel(bench.late, BOARD)
    assert panel.down() == frozenset()
    panel.show(lit=True)
    bench.is_there = True
    assert bench.late.missing is None
    assert panel.down() == frozenset()
    panel.show(lit=True)
    panel.close()
    bench.late.close()
