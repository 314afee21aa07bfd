"""The board that the table has, on phone and screen: rows, loops, S shapes, three tracks, 60 holes walked twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from browsing import Server, visit
from chromium import MARKS
from playwright.sync_api import Page, expect
from screens import keep

from vision.pegs.board import GAME, PegBoard
from vision.scene.kitboards import SHAPES

pytestmark = MARKS
SIZES: Final = {"phone": (390, 844), "screen": (1280, 800)}
STANDS: Final = """(seat) => [...document.querySelectorAll(`.board-full .peg-${seat}`)].map(
  (peg) => peg.style.transform.match(/-?[0-9.]+(?=px)/g).map(Number))"""


@pytest.fixture(params=SHAPES)
def board(request: pytest.FixtureRequest) -> PegBoard:
    return SHAPES[request.param]()


@pytest.fixture
def server(tmp_path: Path, board: PegBoard) -> Iterator[Server]:
    board.save(tmp_path / "pegboard.toml")
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


def spots(board: PegBoard, seat: str, scores: list[int]) -> list[Any]:
    names = [GAME if score >= board.game_hole else f"{seat}{board.hole_of(score)}" for score in scores]
    return [pytest.approx([x, -y]) for x, y in (board.positions_mm[name] for name in names)]


def test_pegs_stand_in_the_holes_of_the_board_that_the_table_has(
    page: Page, server: Server, board: PegBoard, live_story: Any
) -> None:
    seats = "".join(board.tracks)
    header: dict[str, Any] = {"profile": "hoyle", "options": {"players": 3}} if "C" in seats else {}
    names = {seat: name for seat, name in (("A", "Ann"), ("B", "Bob"), ("C", "Cleo")) if seat in seats}
    pegs = {"A": [75, 61], "B": [121, 60], "C": [31, 0]}
    live_story.begin(players=names, **header).phase("play", "B", "play")
    live_story.tell("pegs", {seat: pegs[seat] for seat in names} | {"certain": True})
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        visit(page, server)
        expect(page.locator('[data-side="A"] [data-points]')).to_have_text("75")
        shown = page.locator(".board-left, .board-right" if size == "phone" else ".board-full")
        assert [one.is_visible() for one in shown.all()] == [True] * (2 if size == "phone" else 1)
        for seat in names:
            stand = page.evaluate(STANDS, seat)
            for spot in spots(board, seat, pegs[seat]):
                assert spot in stand, (size, seat)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        keep(page, f"board-{board.name}-{size}")
