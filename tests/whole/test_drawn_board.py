"""The board that the page draws is the one that the table has."""

from __future__ import annotations

from pathlib import Path

from firmware.boardfile import load_board
from pegwatch.drawnboard import DrawnBoard
from pegwatch.plan import CAMERA, Plan
from vision.scene.kitboards import SHAPES

LONG = load_board("longboard").positions_mm


def test_contacts_have_the_map_of_their_board() -> None:
    assert DrawnBoard(Plan("demo", "", "")).holes() == LONG


def test_a_simulated_kit_has_the_shape_that_it_was_given() -> None:
    assert (
        DrawnBoard(Plan("demo", "", "", pegs=CAMERA, shape="twice")).holes() == SHAPES["twice"]().positions_mm
    )


def test_a_board_that_is_learnt_while_the_page_runs_is_drawn_from_then_on(tmp_path: Path) -> None:
    plan = Plan("table", str(tmp_path), "", pegs=CAMERA)
    plan.board_file.parent.mkdir()
    drawn = DrawnBoard(plan)
    assert drawn.holes() == LONG, "none is learnt yet"
    board = SHAPES["loop"]()
    board.save(plan.board_file)
    learnt = drawn.holes()
    assert set(learnt) == set(board.positions_mm)
    assert drawn.holes() is learnt
    plan.board_file.write_text("no board")
    assert drawn.holes() is learnt, "a file that cannot be read changes nothing"
