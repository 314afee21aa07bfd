"""Every fault of the chain through pins and edges: noticed within two scans, no hole event, and back again."""

from __future__ import annotations

import pytest

from cribbage.log.observations import Holes
from firmware.boardfile import load_board
from firmware.debounce import ChainFault, ChainOk, HoleChange
from firmware.drivers.sim_faults import SimFaults
from firmware.faults import FAULTS

BOARD = load_board()
PEGS = frozenset({"A5", "A9", "B0", "B-1"})
LINES = ("load", "clock", "select", "data_in", "data_out")


def seen_in(table, scans=2):
    """What came out in the next scans; nothing but faults may."""
    items = table.run(scans / 100)
    assert not [item for item in items if isinstance(item, HoleChange | Holes)]
    assert all(item.code in FAULTS for item in items if isinstance(item, ChainFault))
    return [item for item in items if isinstance(item, ChainFault)]


def comes_back(table):
    """After the fault is fixed: three good scans, and it is told again that the pegs are where they were."""
    table.faults.clear()
    items = table.run(0.04)
    assert [type(item) for item in items] == [ChainOk]
    table.run(0.5)
    assert [holes for _, holes in table.log[1:]] == [table.log[0][1]]


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize("chip", range(1, BOARD.stages + 1))
def test_a_break_behind_any_chip(make_table, chip, level):
    table = make_table(PEGS)
    table.faults.break_after, table.faults.break_level = chip, level
    (fault,) = seen_in(table)
    assert fault.code == ("chain-return" if chip == BOARD.stages else "chain-broken")
    assert fault.chip is not None
    assert fault.chip <= min(chip + 1, BOARD.stages), "the break is not in front of what is named"
    table.run(0.3)
    comes_back(table)


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize(
    "pegs", [PEGS, {"A-2", "A9", "B0", "B-1"}, frozenset()], ids=["usual", "first-hole", "empty"]
)
def test_any_line_stuck(make_table, line, level, pegs):
    table = make_table(pegs)
    setattr(table.faults, f"{line}_stuck", level)
    faults = seen_in(table)
    if (line, level) == ("select", 0):  # chips that are always selected are read all the same
        assert faults == []
        return
    assert len(faults) == 1
    if line == "load" and level == 1:
        assert faults[0].code == "chain-latch"
    if line == "data_out":
        assert faults[0].code == "chain-return"
    if line == "data_in":
        assert faults[0].code == ("chain-high" if level else "chain-low")
    table.run(0.3)
    comes_back(table)


@pytest.mark.parametrize("part", [part.name for part in BOARD.parts])
@pytest.mark.parametrize("level", [0, 1])
def test_a_part_unplugged_and_back(make_table, part, level):
    table = make_table(PEGS)
    table.faults.break_level = level
    table.faults.unplug(BOARD, part)
    (fault,) = seen_in(table)
    if part != "head":
        assert BOARD.part_of(fault.chip).name in fault.detail
    table.run(2)
    comes_back(table)


def test_the_table_goes_on_while_the_load_line_is_stuck(make_table):
    """The one who moves the pegs is asked in every scan, so a fault that ends by itself does end."""
    table = make_table(PEGS)
    asked = []
    chain = table.driver.chain
    inputs, chain._inputs = chain._inputs, lambda: asked.append(1) or inputs()
    table.faults.load_stuck = 1
    table.run(0.05)
    assert len(asked) >= 5


def test_a_loose_plug(make_table):
    """Off and on many times, in the middle of a move: nothing is made up, and the end is right."""
    table = make_table(PEGS)
    table.take("A5")
    for k in range(40):
        table.faults.break_after = 7 + 6 * (k % 5) if k % 2 else None
        table.run(0.01 * (k % 7))
    table.put("A14")
    table.faults.clear()
    table.run(1)
    assert table.last == {"A": {9, 14}, "B": {0, -1}}
    assert {change[0] for change in table.changes} <= {*PEGS, "A14"}


@pytest.mark.parametrize("scans", [1, 2, 5, 20])
def test_chattering_contacts(make_table, scans):
    table = make_table(PEGS, faults=SimFaults(bounce_scans=scans, seed=scans))
    table.take("A5")
    table.run(0.6)
    table.put("A14")
    table.run(0.8)
    assert [holes["A"] for _, holes in table.log] == [[5, 9], [9], [9, 14]]


@pytest.mark.parametrize("rate", [0.00002, 0.0001, 0.002, 0.02, 0.3])
def test_flips_on_the_wire(make_table, rate):
    table = make_table(PEGS, faults=SimFaults(flip_rate=rate, seed=9), settle=False)
    table.run(12)
    assert {change[0] for change in table.changes} <= PEGS
    assert all(occupied for _, occupied in table.changes)
    if rate <= 0.0001:
        assert table.log == [(0.0, {"A": [5, 9], "B": [-1, 0]})]
        assert table.faults_seen == []


def test_a_dead_hole_never_shows_a_peg(make_table):
    table = make_table(PEGS, faults=SimFaults(stuck_open=frozenset({"A14"})))
    table.take("A5")
    table.put("A14")
    table.run(4)
    assert table.last["A"] == {9}
    assert table.inspections == [("peg-missing", ("A5",))]


def test_a_stuck_hole_on_an_empty_board(make_table):
    table = make_table((), faults=SimFaults(stuck_closed=frozenset({"A57"})))
    assert table.changes == [("A57", True)]
    table.reader.tracker.set_masked(table.t, {"A57"})
    table.run(1)
    assert table.last == {"A": set(), "B": set()}


class TestFaultTexts:
    def test_every_knob_by_its_name(self):
        text = "break=12, load=0, clock=1, select=high, data-in=low, data-out=1, flip=0.001, bounce=3"
        faults = SimFaults.parse(text + ",stuck-closed=A57+B3,dead=A1,bridge=A22+A23", BOARD)
        assert faults.break_after == 12
        assert (faults.load_stuck, faults.clock_stuck, faults.select_stuck) == (0, 1, 1)
        assert (faults.data_in_stuck, faults.data_out_stuck) == (0, 1)
        assert (faults.flip_rate, faults.bounce_scans) == (0.001, 3)
        assert faults.stuck_closed == {"A57", "B3"}
        assert faults.stuck_open == {"A1"}
        assert faults.bridged == (frozenset({"A22", "A23"}),)
        faults.clear()
        assert faults == SimFaults()

    def test_unplug(self):
        assert SimFaults.parse("unplug=module 3", BOARD).break_after == 13
        assert SimFaults.parse("unplug=head", BOARD).data_in_stuck == 1

    def test_none(self):
        assert SimFaults.parse("", BOARD) == SimFaults()

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("brake=3", "unknown board fault 'brake'; there are: bounce, break"),
            ("break=99", "'break=99': give the last chip"),
            ("break", "give the last chip"),
            ("flip=2", "chance"),
            ("load=2", "0 or 1"),
            ("dead=A500", "holes, joined by"),
            ("unplug=module 9", "name of a part"),
            ("bounce=x", "how many scans"),
        ],
    )
    def test_a_wrong_one(self, text, message):
        with pytest.raises(ValueError, match=message):
            SimFaults.parse(text, BOARD)
