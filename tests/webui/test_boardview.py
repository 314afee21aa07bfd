"""The drawing of the board: every hole where it lies."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from firmware.boardfile import load_board
from vision.scene.kitboards import SHAPES
from webui import boardview
from webui.app import site_of
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
    ((x, top, next_x, foot),) = drawing.skunk
    assert holes["A91"][0] < x == next_x < holes["A90"][0]
    assert top < min(-holes["A90"][1], -holes["B90"][1]) < max(-holes["A90"][1], -holes["B90"][1]) < foot


def test_another_board_is_drawn_too() -> None:
    drawing = draw({"A1": (0.0, 5.0), "A2": (6.0, 5.0), "game": (12.0, 0.0)})
    assert len(drawing.dots) == 3
    assert drawing.skunk == ()


@pytest.mark.parametrize("shape", SHAPES)
def test_a_learnt_board_is_drawn_as_it_is(shape: str, make_app: Callable[..., Flask]) -> None:
    board = SHAPES[shape]()
    drawing = draw(board.positions_mm)
    assert {dot.name: (dot.x, -dot.y) for dot in drawing.dots} == board.positions_mm
    assert drawing.lap == board.lap
    assert len(drawing.grooves) == len(board.tracks)
    assert {label.text for label in drawing.labels} == {str(n) for n in range(10, board.lap + 1, 10)}
    for label in drawing.labels:
        assert min(math.dist((label.x, label.y), (dot.x, dot.y)) for dot in drawing.dots) > 3.0, label
        assert drawing.left < label.x < drawing.left + drawing.width
        assert drawing.top < label.y < drawing.top + drawing.height
    html = make_app(holes=board.positions_mm).test_client().get("/").get_data(as_text=True)
    assert f'data-lap="{board.lap}"' in html


def test_a_hole_that_stands_for_two_scores_has_no_skunk_line() -> None:
    assert draw(SHAPES["twice"]().positions_mm).skunk == ()


def test_the_board_is_another_as_soon_as_another_one_was_learnt(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    site = site_of(app)
    site.config = replace(site.config, holes=SHAPES["loop"]().positions_mm)
    assert 'data-hole="A121"' not in app.test_client().get("/").get_data(as_text=True)
    assert drawn_on(app.test_client()).keys() == SHAPES["loop"]().positions_mm.keys()
    assert site.drawing is site.drawing
