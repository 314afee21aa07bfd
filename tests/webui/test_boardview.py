"""The drawing of the board: every hole where it lies."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from firmware.boardmap import load_board
from webui import boardview
from webui.boardview import draw

HOLES = load_board("longboard").positions_mm


def test_the_page_draws_the_board_that_is_there(make_app: Callable[..., Flask]) -> None:
    """Every hole of the page lies where the board file has it; another board is drawn as another."""
    shown = drawn_on(make_app().test_client())
    assert shown == {name: (x, -y) for name, (x, y) in HOLES.items()}
    other = {"A1": (0.0, 5.0), "A2": (6.0, 5.0), "game": (12.0, 0.0)}
    assert drawn_on(make_app(holes=other).test_client()) == {name: (x, -y) for name, (x, y) in other.items()}


def drawn_on(client: FlaskClient) -> dict[str, tuple[float, float]]:
    html = client.get("/").get_data(as_text=True)
    found = re.findall(r'data-hole="([^"]+)" cx="([^"]+)" cy="([^"]+)"', html)
    return {name: (float(x), float(y)) for name, x, y in found}


def test_the_page_has_no_measures_of_its_own() -> None:
    """The one source is the board file: what the drawing knows is how wide edges and labels are."""
    code = (Path(boardview.__file__).parent / "boardview.py").read_text()
    for measure in {f"{abs(value):g}" for place in HOLES.values() for value in place if value not in (0, 12)}:
        assert not re.search(rf"\b{re.escape(measure)}\b", code), measure


def test_without_holes_there_is_an_empty_drawing(make_app: Callable[..., Flask]) -> None:
    assert draw({}).dots == ()
    assert make_app(holes={}).test_client().get("/").status_code == 200


def test_sixty_up_on_the_outer_row_and_sixty_down_on_the_inner() -> None:
    holes = HOLES
    assert holes["A60"][0] == holes["A61"][0] == max(x for x, _ in holes.values())
    assert holes["A1"][0] == holes["A120"][0] == 0
    assert abs(holes["A1"][1]) > abs(holes["A120"][1])
    assert holes["A30"][1] == -holes["B30"][1]
    assert holes["game"][1] == 0


def test_every_hole_is_inside_the_drawing_and_the_halves_cover_it() -> None:
    drawing = draw(HOLES)
    assert len(drawing.dots) == 247
    for dot in drawing.dots:
        assert drawing.left < dot.x < drawing.left + drawing.width
        assert drawing.top < dot.y < drawing.top + drawing.height
    left, right = ([float(number) for number in drawing.part(part).split()] for part in ("left", "right"))
    assert left[0] + left[2] > right[0]
    assert right[0] + right[2] == pytest.approx(drawing.left + drawing.width)


def test_the_skunk_line_runs_between_90_and_91() -> None:
    holes, drawing = HOLES, draw(HOLES)
    assert drawing.skunk_x is not None
    assert holes["A91"][0] < drawing.skunk_x < holes["A90"][0]


def test_another_board_is_drawn_too() -> None:
    drawing = draw({"A1": (0.0, 5.0), "A2": (6.0, 5.0), "game": (12.0, 0.0)})
    assert len(drawing.dots) == 3
    assert drawing.skunk_x is None
