"""The plan of the table: where board, cards, mast and Pi stand, how the cables run; the mast with its measures."""

from __future__ import annotations

import itertools
from typing import Final

from hardware.cables import PI_CABLE_MM
from hardware.cad import measures as m
from hardware.cad.measures import LongBoard, camera_place, case_box, mast_x, profiles
from hardware.paper.pdf import Page

PLAN_SCALE: Final = 0.3
MAST_SCALE: Final = 0.16
_LEFT, _MIDDLE = 84.0, 112.0
_WORDS: Final = 3.0


def plan(board: LongBoard) -> Page:
    """The whole page: seen from above, player A in front; at the right the mast from the side."""
    page = Page(297, 210)
    page.words(
        14,
        198,
        f"Plan of the table, {PLAN_SCALE:g} : 1, from above, player A in front; measures in mm",
        4.5,
    )
    _cards_and_board(page, board)
    _mast_and_case(page, board)
    _cables(page, board)
    _mast_from_the_side(page, board)
    return page


def _at(x: float, y: float) -> tuple[float, float]:
    """Where a place of the table lies on the page."""
    return _LEFT + x * PLAN_SCALE, _MIDDLE + y * PLAN_SCALE


def _rectangle(page: Page, box: tuple[float, float, float, float], words: str, line: float = 0.25) -> None:
    (a, b), (c, d) = _at(*box[:2]), _at(*box[2:])
    page.frame(a, b, c - a, d - b, line)
    page.words(a + 1.5, d - 4.2, words, _WORDS)


def _cards_and_board(page: Page, board: LongBoard) -> None:
    layout = board.layout
    for place in layout.places:
        _rectangle(page, place.box_mm, f"cards: {place.key}", 0.15)
    w, h = layout.board_mm
    _rectangle(page, (-w / 2, -h / 2, w / 2, h / 2), "", 0.5)
    page.words(*_at(-170.0, 30.0), f"board {w:g} x {h:g}, its top {layout.board_top_mm:g} high", _WORDS)
    for marker in layout.markers:
        x, y = _at(*marker.center_mm)
        half = marker.size_mm / 2 * PLAN_SCALE
        page.frame(x - half, y - half, 2 * half, 2 * half, 0.2)
    end = board.to_table(board.outline[0], 0.0)[0]
    x, y = _at(end, 0.0)
    page.words(x - 19, y - 5.0, "end of hole 1", 2.6)


def _mast_and_case(page: Page, board: LongBoard) -> None:
    x, half = mast_x(board.layout), m.FOOT / 2
    _rectangle(page, (x - half, -half, x + half, half), f"foot {m.FOOT:g}", 0.3)
    _rectangle(page, case_box(board.layout), "Pi in its case", 0.4)
    lens = camera_place(board.layout)
    (a, b), (c, _) = _at(lens.x, lens.y), _at(x, 0.0)
    page.line(a, b, c, b, 0.6)
    page.circle(a, b, 2.0, 0.3)
    page.words(a - 12, b + 3.2, f"lens at x {lens.x:g}, y {lens.y:g}", _WORDS)
    _, low = _at(0.0, board.layout.bounds_mm()[1])
    start, _ = _at(0.0, 0.0)
    page.line(start, low - 5, c, low - 5, 0.15)
    page.words(start, low - 9, f"{x:g} from the board's middle to the post", 2.8)


def _cables(page: Page, board: LongBoard) -> None:
    """The Pi's cable as it lies; the strip runs along arm and post."""
    sx, sy = board.to_table(*next((x, y) for _, x, y in board.placed("plug13")))
    x0, y0, x1, y1 = case_box(board.layout)
    lane = sum(m.cable_lane(board.layout)) / 2
    middle = (x0 + x1) / 2
    way = [(sx, sy), (sx, lane), (middle, lane), (middle, (y0 + y1) / 2)]
    for (ax, ay), (bx, by) in itertools.pairwise(way):
        page.line(*_at(ax, ay), *_at(bx, by), 0.5)
    needed, strip = m.pi_cable_way(board), m.strip_way(board.layout)
    for k, text in enumerate((
        f"Pi's cable: {needed:.0f} with both bends; made {PI_CABLE_MM} long. It lies between board and A's cards.",
        f"Camera's strip: {strip:.0f} along arm and post into the case; bought {m.STRIP_BOUGHT:g} long.",
    )):  # fmt: skip
        page.words(14, 22 - 5.0 * k, text, _WORDS)


def _mast_from_the_side(page: Page, board: LongBoard) -> None:
    """The mast from player A's side, with what is cut and how it is levelled."""
    k, low = MAST_SCALE, 40.0
    layout = board.layout
    lens, cut, x = camera_place(layout), profiles(layout), mast_x(layout)
    right = 272.0
    top = lens.height + m.ARM_OVER_LENS
    half = m.POST / 2

    def box(x0: float, z0: float, x1: float, z1: float, line: float = 0.3) -> None:
        page.frame(right + (x0 - x - half) * k, low + z0 * k, (x1 - x0) * k, (z1 - z0) * k, line)

    page.words(222, 186, f"Mast from the side, {k:g} : 1", _WORDS)
    box(x - m.FOOT / 2, 0, x + m.FOOT / 2, m.FOOT_FLOOR)
    box(x - half, m.FOOT_FLOOR, x + half, top)
    box(lens.x + m.HEAD_REACH, top - m.POST, x - half, top)
    box(lens.x - m.LENS_WINDOW / 2, lens.height, lens.x + m.HEAD_REACH, top, 0.2)
    page.line(212, low, 287, low, 0.3)
    page.words(240, low + 46, f"post {cut['post']:g}", _WORDS)
    page.words(240, low + (top - 60) * k, f"arm {cut['arm']:g}", _WORDS)
    page.words(226, low + 66, f"lens {lens.height:g}", _WORDS)
    page.words(226, low + 62, "above the table", _WORDS)
    pitch, base = m.LEVEL_SCREW
    for line, text in enumerate((
        f"four M4 screws {base:g} apart level the foot:",
        f"a quarter turn lifts a side by {pitch / 4:.2f}; at most {m.LEVELLED_DEG:g} degrees may stay.",
    )):  # fmt: skip
        page.words(178, low - 13 - 4.5 * line, text, 2.8)
