"""The guide of the board with Hall switches is true: doctor says its words, its measures are those of the models."""

from __future__ import annotations

import re

import pytest

from firmware.boardmap import load_board
from firmware.doctor import check_board
from firmware.drivers.sim import open_simulated
from firmware.drivers.sim_faults import SimFaults
from hardware import costs, tools
from hardware.cad import hall_top as h
from hardware.cad import measures as m
from hardware.cad.hall_top import HallTop
from hardware.sums import hall_values
from vision.layout import LONG_BOARD

GUIDE = tools.ROOT / "hardware/hall-building.md"


@pytest.fixture(scope="module")
def guide():
    return GUIDE.read_text(encoding="utf-8")


def promised(guide, row):
    table = guide.split("<!-- trial -->")[1].split("<!-- /trial -->")[0]
    [line] = [line for line in table.splitlines() if line.startswith(f"| {row} |")]
    return re.findall(r"`([^`]+)`", line)


@pytest.mark.parametrize(
    ("row", "pegs", "fault"),
    [
        ("no peg", [], ""),
        ("END open", [], "data-out=1"),
        *(("one peg, in each hole in turn", [hole], "") for hole in load_board("hall-trial").bit_of),
        ("pegs in A-2 and A0, none between", ["A-2", "A0"], ""),
        ("pegs in A-2, A-1 and A0", ["A-2", "A-1", "A0"], ""),
    ],
)
def test_doctor_says_the_guide_s_words_of_the_trial(guide, row, pegs, fault):
    """END open: nothing but a pull-up holds the chip's serial input."""
    board = load_board("hall-trial")
    with open_simulated(board, lambda: frozenset(pegs), SimFaults.parse(fault, board)) as driver:
        said = [finding.what for finding in check_board(driver, board, pause=lambda _s: None)]
    assert said[:1] == promised(guide, row)


def test_doctor_says_the_same_of_the_whole_board_as_of_one_with_contacts(longboard):
    hall = load_board("longboard-hall")
    for fault in ("", "unplug=module 1", "unplug=module 6", "data-out=0", "data-in=0"):
        said = []
        for board in (longboard, hall):
            with open_simulated(board, lambda: frozenset({"A1"}), SimFaults.parse(fault, board)) as driver:
                said.append([finding.what for finding in check_board(driver, board, pause=lambda _s: None)])
        assert said[0] == said[1]


def test_the_measures_are_those_of_the_models(guide, longboard):
    top, text = HallTop(longboard, LONG_BOARD), " ".join(guide.split())
    x0, y0, x1, y1 = top.contact_board.outline
    thread, long = h.SCREW
    for words in (
        f"A hole must be {top.depth:g} mm deep",
        f"{x1 - x0:g} x {y1 - y0:g} x {LONG_BOARD.board_top_mm - h.FEET:g} mm",
        f"with {h.WINDOW_GAP:g} mm around them",
        f"one brass screw {thread:g} x {long:g} mm, countersunk",
        f"six screws ST2.2 x {m.SCREW:g} mm",
        f"Four feet, {h.FEET:g} mm high: the markers must lie {LONG_BOARD.board_top_mm:g} mm above the table",
        f"put {hall_values.DIRT:g} mm of paper under one",
        f"stood for {load_board('longboard-hall').sensor.settle_s * 1000:g} ms",
    ):
        assert words in text, words
    assert len(top.base_screws()) == 6
    assert [block.name for block in top.blocks[1:]] == [f"hall-module-{k}-top" for k in range(1, 7)]


def test_the_costs_are_counted_from_the_circuits(guide, longboard):
    assert costs.update_hall(guide, longboard) == guide
    rows = {row.what: row for row in costs.hall_rows(longboard)}
    assert "247 Hall switches" in rows
    assert not [what for what in rows if re.search(r"spring|metal|silicone|rods", what)]


def test_every_link_leads_somewhere_and_what_is_not_kept_is_said_to_be_made(guide):
    for target in re.findall(r"\]\(([^)#]+)", guide):
        assert (GUIDE.parent / target).exists(), target
    for target, place in re.findall(r"\]\(([^)#]+)#([\w-]+)\)", guide):
        lines = (GUIDE.parent / target).read_text(encoding="utf-8").splitlines()
        headings = [line.lstrip("# ").lower() for line in lines if line.startswith("#")]
        assert place in [re.sub(r"[^\w -]", "", heading).replace(" ", "-") for heading in headings], target
    named = set(re.findall(r"`(hall-[\w-]+\.(?:stl|dxf))`", guide))
    assert {"hall-head-top.stl", "hall-module-1-top.stl", "hall-frame-below.dxf", "hall-base.dxf"} <= named
    assert "make hardware-release" in guide
