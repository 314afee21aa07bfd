"""The hole walk on a simulated board."""

from __future__ import annotations

import json

import pytest

from firmware.drivers.sim_faults import SimFaults
from firmware.walktest import HoleWalk


@pytest.fixture
def walked(make_table):
    """A board with four bad holes, walked over with one peg from hole to hole, twice over some."""
    faults = SimFaults(
        stuck_closed=frozenset({"A57"}),
        stuck_open=frozenset({"B33"}),
        bridged=(frozenset({"A22", "A23"}),),
    )
    table = make_table((), faults=faults)
    board = table.reader.debouncer.board_map
    walk = HoleWalk(board, table.reader.debouncer.occupied)
    for hole in (*board.bit_of, "A1", "B1"):
        table.put(hole)
        walk.feed(table.run(0.05))
        table.take(hole)
        walk.feed(table.run(0.05))
    return walk


def test_bad_holes_are_named(walked, longboard):
    report = walked.report()
    assert report.stuck == {"A57"}
    assert report.left == ("B33",)
    assert report.bridged == {frozenset({"A22", "A23"})}
    assert report.good == set(longboard.bit_of) - {"A57", "B33", "A22", "A23"}
    assert report.masks == {"A57", "B33", "A22", "A23"}


def test_the_report_in_words(walked):
    assert walked.sentences() == [
        "A57: A hole reads as occupied without a peg.",
        "A22 and A23 close together.",
        "B33: A hole does not notice a peg.",
    ]


def test_the_state_is_plain(walked):
    state = json.loads(json.dumps(walked.state()))
    assert state["done"] == 246
    assert state["holes"] == 247
    assert state["next"] == "B33"
    assert state["last"] == "B1"
    assert state["bridged"] == [["A22", "A23"]]


def test_a_stuck_hole_that_opens_is_not_stuck(table, longboard):
    walk = HoleWalk(longboard, {"A0"})
    table.take("A0")
    walk.feed(table.run(0.1))
    assert walk.report().stuck == frozenset()
    assert "A0" in walk.report().left, "a peg must still be put into it once"


def test_the_walk_begins_at_one_end(longboard):
    walk = HoleWalk(longboard)
    assert walk.state()["next"] == "A-2"
    assert len(walk.report().left) == 247
    assert walk.report().masks == set(longboard.bit_of)
