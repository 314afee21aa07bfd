"""The drawing of the board: every hole where it lies."""

from __future__ import annotations

import pytest

from firmware.boardmap import load_board
from webui.boardview import draw, long_board


def test_the_default_board_is_the_one_of_the_hole_map() -> None:
    """The page may not import the board's map, so this holds the two together."""
    real = load_board("longboard").positions_mm
    drawn = long_board()
    assert drawn.keys() == real.keys()
    for hole, (x, y) in real.items():
        assert drawn[hole] == pytest.approx((x, y), abs=0.01)


def test_sixty_up_on_the_outer_row_and_sixty_down_on_the_inner() -> None:
    holes = long_board()
    assert holes["A60"][0] == holes["A61"][0] == max(x for x, _ in holes.values())
    assert holes["A1"][0] == holes["A120"][0] == 0
    assert abs(holes["A1"][1]) > abs(holes["A120"][1])
    assert holes["A30"][1] == -holes["B30"][1]
    assert holes["game"][1] == 0


def test_every_hole_is_inside_the_drawing_and_the_halves_cover_it() -> None:
    drawing = draw(long_board())
    assert len(drawing.dots) == 247
    for dot in drawing.dots:
        assert drawing.left < dot.x < drawing.left + drawing.width
        assert drawing.top < dot.y < drawing.top + drawing.height
    left, right = ([float(number) for number in drawing.part(part).split()] for part in ("left", "right"))
    assert left[0] + left[2] > right[0]
    assert right[0] + right[2] == pytest.approx(drawing.left + drawing.width)


def test_the_skunk_line_runs_between_90_and_91() -> None:
    holes, drawing = long_board(), draw(long_board())
    assert drawing.skunk_x is not None
    assert holes["A91"][0] < drawing.skunk_x < holes["A90"][0]


def test_another_board_is_drawn_too() -> None:
    drawing = draw({"A1": (0.0, 5.0), "A2": (6.0, 5.0), "game": (12.0, 0.0)})
    assert len(drawing.dots) == 3
    assert drawing.skunk_x is None
