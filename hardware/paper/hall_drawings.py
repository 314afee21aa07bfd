"""Drawings of the board: a peg, a cut through one hole, frame and base with every measure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hardware.cad import hall_top as h
from hardware.cad import measures as m
from hardware.cad.flat import Box
from hardware.cad.hall_top import HallTop
from hardware.electronics.parts import PARTS
from hardware.paper.pdf import Page
from hardware.sums.hall_values import DESIGN, DIRT, LEDGE

At = Callable[[float, float], tuple[float, float]]
"""Where a place of the board lies on the page."""
FRAME_SCALE: Final = 0.56
CUT_SCALE: Final = 1.5
TOLERANCES: Final = (
    "outline +-0.5; window and rabbet +0.3 -0; pockets' depth +0.3 -0; bores +-0.2 in place; thickness +-0.3",
    "Birch plywood, 9 plies or more, face grain along the long side: the two ends are 3 and 4 mm of plies. Not solid",
    "wood: across the grain it moves by a millimetre a year and would press on the blocks. All measures in mm.",
)


def peg(top: HallTop) -> Page:
    """A dowel with its magnet."""
    page, k, x, y = Page(110, 100), 3.0, 24.0, 12.0
    wide, long = DESIGN.peg * k, top.peg_length * k
    page.frame(x - wide / 2, y, wide, long, 0.4)
    bore, deep = h.MAGNET_BORE
    page.shade(x - bore * k / 2, y, bore * k, deep * k, 0.45)
    page.frame(x - bore * k / 2, y, bore * k, deep * k, 0.2)
    right = x + wide / 2 + 7
    for text, at in (
        (f"dowel {DESIGN.peg:g} mm across (+-0.05), {top.peg_length:g} mm long", y + long - 8),
        (f"{top.depth:g} mm stand in the hole, {h.PEG_OUT:g} mm out of it", y + top.depth * k + 1),
        (f"bore {bore:g} mm, {deep:g} mm deep, in the middle to 0.1 mm", y + deep * k + 3),
        (f"magnet {DESIGN.magnet_diameter:g} x {DESIGN.magnet_length:g} mm, N35, glued in level", y - 2),
        ("with the end: at most 0.1 mm inside it, never outside", y - 6),
    ):
        page.line(x + 4, at + 1, right - 1, at + 1, 0.15)
        page.words(right, at, text, 3.0)
    page.line(x - 9, y, x - 9, y + top.depth * k, 0.25)
    for z in (0.0, top.depth * k):
        page.line(x - 11, y + z, x - 7, y + z, 0.25)
    return page


def section(top: HallTop) -> Page:
    """A cut through one hole: what the peg stands on, and what looks at it from below."""
    page, k, left, base = Page(175, 100), 4.0, 10.0, 8.0
    z = 0.0
    levels = []
    for thick, level, words in (
        (h.BASE, 0.75, f"base, plywood {h.BASE:g} mm"),
        (m.PCB, 0.35, f"circuit board {m.PCB:g} mm"),
        (LEDGE, 1.0, f"ledge {LEDGE:g} mm: posts at the screws; the Hall switch"),
        (h.FLOOR, 0.6, f"floor {h.FLOOR:g} mm (+-{DESIGN.floor_spread:g})"),
        (top.depth, 0.6, f"hole {h.HOLE:g} mm across, {top.depth:g} mm deep"),
    ):
        page.shade(left, base + z * k, 22 * k, thick * k, level)
        levels.append((z + thick / 2 - (0.4 if thick == m.PCB else 0.0), words))
        z += thick
    middle = left + 11 * k
    floor = h.BASE + m.PCB + LEDGE + h.FLOOR
    page.box(middle - h.HOLE * k / 2, base + floor * k, h.HOLE * k, top.depth * k + 0.01, black=False)
    high = PARTS["hall"].height_mm
    page.shade(middle - 1.45 * k, base + (h.BASE + m.PCB) * k, 2.9 * k, high * k, 0.1)
    page.shade(middle - DESIGN.peg * k / 2, base + floor * k, DESIGN.peg * k, (top.depth + 3) * k, 0.85)
    page.frame(middle - DESIGN.peg * k / 2, base + floor * k, DESIGN.peg * k, (top.depth + 3) * k, 0.2)
    page.box(middle - k, base + floor * k, 2 * k, 2 * k)
    right = left + 22 * k + 4
    for at, words in (
        *levels,
        (h.BASE + m.PCB - 0.4, f"in it is {high:g} mm high, its middle under the hole's"),
        (floor + 3.4, f"magnet; up to {DIRT:g} mm of dirt under it does no harm"),
    ):
        page.words(right, base + at * k - 1, words, 3.0)
    return page


def frame(top: HallTop) -> Page:
    """The frame from below with every measure, and cut across."""
    page, k = Page(297, 210), FRAME_SCALE
    x0, y0, x1, y1 = top.long_board.outline
    left, middle = 14.0, 128.0

    def at(x: float, y: float) -> tuple[float, float]:
        """From below: hole 1 lies to the right."""
        return left + (x1 - x) * k, middle + y * k

    def rectangle(box: Box, line: float) -> None:
        (a, b), (c, d) = at(box[2], box[1]), at(box[0], box[3])
        page.frame(a, b, c - a, d - b, line)

    page.words(14, 198, f"Frame of the board with Hall switches, from below, {k:g} : 1", 4.5)
    rectangle((x0, y0, x1, y1), 0.5)
    rectangle(top.window, 0.4)
    rectangle(top.rabbet, 0.2)
    for room in top.plug_rooms():
        rectangle(room, 0.2)
    for x, y in top.base_screws():
        page.circle(*at(x, y), m.SCREW_PILOT / 2 * k + 0.3, 0.2)
    _across(page, top, at)
    low = middle + y0 * k - 7
    edges = {x0, top.window[0], top.window[2], x1, *(x for r in top.plug_rooms()[:-1] for x in (r[0], r[2]))}
    last = left - 3.0
    for x in sorted(edges, reverse=True):  # words stand beside each other, their edges where they are
        px, _ = at(x, 0)
        last = max(px, last + 3.0)
        page.line(px, low + 5, px, low + 1, 0.12)
        page.line(px, low + 1, last, low - 3, 0.12)
        page.words(last + 1.0, low - 13, f"{x - x0:.1f}", 2.4, upright=True)
    page.words(
        14, low - 20, "from the end with hole 1 (the right edge here): every edge of window and pockets", 2.8
    )
    _rows(page, top, low - 28)
    _cut(page, top)
    return page


def _cut(page: Page, top: HallTop) -> None:
    """The frame cut across through a pocket for plugs, as it stands: side A to the left."""
    k, left, low = CUT_SCALE, 100.0, 165.0
    _, _, _, y1 = top.long_board.outline
    high = top.layout.board_top_mm

    def wood(a: float, b: float, c: float, d: float) -> None:
        """From y a to y b, from height c to height d."""
        page.shade(left + (y1 - b) * k, low + c * k, (b - a) * k, (d - c) * k, 0.75)

    rabbet, window, pocket = top.rabbet[3], top.window[3], -top.plug_rooms()[0][1]
    page.words(left - 88, low + 22, "Cut across at a pocket, side A to the left:", 2.8)
    wood(window, y1, h.FEET + h.BASE, high)
    wood(rabbet, y1, h.FEET, h.FEET + h.BASE)
    wood(-y1, -window, h.FRAME_ROOF, high)
    wood(-y1, -pocket, h.FEET + h.BASE, h.FRAME_ROOF)
    wood(-y1, -rabbet, h.FEET, h.FEET + h.BASE)
    right = left + 2 * y1 * k + 2
    for z in (high, h.FRAME_ROOF, h.FEET + h.BASE, h.FEET):
        page.line(right - 2, low + z * k, right + 3, low + z * k, 0.12)
        page.words(right + 4, low + z * k - 1, f"{z:g} above the table", 2.4)


def _across(page: Page, top: HallTop, at: At) -> None:
    """Measures across the frame, right of it, and those of screws and cable slot, above it."""
    x0, _, _, y1 = top.long_board.outline
    heights = {y1, top.window[3], top.rabbet[3], top.plug_rooms()[0][1], top.window[1], top.rabbet[1], -y1}
    px, _ = at(x0, 0.0)
    for k, y in enumerate(sorted(heights, reverse=True)):
        _, py = at(x0, y)
        page.line(px, py, px + 6, py, 0.12)
        page.words(px + 7 + (k % 2) * 10, py - 1, f"{y:+.2f}", 2.4)
    _, high = at(0.0, y1)
    for x in sorted({x for x, _ in top.base_screws()}):
        spot, _ = at(x, 0.0)
        page.words(spot - 4, high + 2, f"screws {x - x0:.1f}", 2.4)
    a, _, b, _ = top.plug_rooms()[-1]
    spot, _ = at(b, 0.0)
    page.words(spot - 12, high + 6, f"cable slot {a - x0:.1f} to {b - x0:.1f}", 2.4)


def _rows(page: Page, top: HallTop, y: float) -> None:
    thick = top.layout.board_top_mm - h.FEET
    x0, y0, x1, y1 = top.long_board.outline
    wx, wy = top.window[2] - top.window[0], top.window[3] - top.window[1]
    ends = ", ".join(f"{b:+.1f}" for _, b, _ in sorted(h.button_bores(top), key=lambda one: -one[1]))
    height = h.button_bores(top)[0][2] - h.FEET
    rabbet = f"{top.rabbet[2] - top.rabbet[0]:.2f} x {top.rabbet[3] - top.rabbet[1]:.2f}"
    for k, text in enumerate((
        f"Outline {x1 - x0:g} x {y1 - y0:g}, {thick:g} thick. Window through, {wx:.2f} x {wy:.2f}; its corners"
        f" relieved {h.RELIEF:g} mm or chiselled square.",
        f"Rabbet for the base {h.BASE:g} deep, {rabbet}. Pockets for plugs and slot for the cable"
        f" {h.FRAME_ROOF - h.FEET:g} deep.",
        f"Bores for the base's screws {m.SCREW_PILOT:g}, {thick - 6:g} deep, at +-{h.BASE_SCREW_Y:g} from the"
        " middle.",
        f"End with hole 1: four bores {m.PIN_HOLE:g} for the buttons' pins, {height:.1f} above the underside, at"
        f" {ends}.",
        *TOLERANCES,
    )):  # fmt: skip
        page.words(14, y - 5.2 * k, text, 3.0)


def base(top: HallTop) -> Page:
    """The base from above: every bore by its distance from the base's own edges."""
    page, k = Page(297, 210), FRAME_SCALE
    x0, y0, x1, y1 = top.base
    left, middle = 16.0, 138.0

    def at(x: float, y: float) -> tuple[float, float]:
        return left + (x - x0) * k, middle + y * k

    page.words(
        14, 198, f"Base of the board with Hall switches, from above, {k:g} : 1, hole 1 to the left", 4.5
    )
    page.frame(*at(x0, y0), (x1 - x0) * k, (y1 - y0) * k, 0.5)
    head = set(top.blocks[0].parts("screw"))
    for x, y in top.block_screws():
        page.circle(*at(x, y), (h.SCREW[0] + 0.3) / 2 * k + 0.3, 0.2)
    for x, y in top.base_screws():
        page.circle(*at(x, y), m.SCREW_HOLE / 2 * k + 0.6, 0.3)
    _ladder(page, at, sorted({x for x, _ in top.block_screws()} - {x for x, _ in head}), x0, y0, -1.0)
    _ladder(page, at, sorted({x for x, _ in head} | {x for x, _ in top.base_screws()}), x0, y1, 1.0)
    rows = sorted({y for x, y in top.block_screws() if (x, y) not in head}, reverse=True)
    own = "; ".join(f"{x - x0:.1f} from the end, {y:+.1f}" for x, y in sorted(head))
    thread = f"{h.SCREW[0] + 0.3:g} mm, countersunk from below"
    outer, inner = (f"{rows[k]:+.1f} and {rows[-1 - k]:+.1f}" for k in (0, 1))
    screws = f"{h.BASE_SCREW_Y:+g} and {-h.BASE_SCREW_Y:+g}"
    for line, text in enumerate((
        f"Outline {x1 - x0:.1f} x {y1 - y0:.1f}, {h.BASE:g} thick. Heights from the middle line, + towards A's rows.",
        f"Modules: {thread}, at the distances below the drawing;",
        f"of each module the two outer distances at {outer}, the middle one at {inner}.",
        f"Head: {thread}: {own}.",
        f"To the frame: six of {m.SCREW_HOLE:g} mm, countersunk from below, at {screws}.",
        "Every bore +-0.2 in place; outline +0 -0.5; thickness +-0.2. Birch plywood, face grain along the long side.",
        "All measures in mm.",
    )):  # fmt: skip
        page.words(14, 62 - 6.0 * line, text, 3.0)
    return page


def _ladder(page: Page, at: At, xs: list[float], zero: float, edge: float, side: float) -> None:
    """Distances along the board, from `zero`: upright words beside each other above (1) or below (-1) an edge."""
    last = 0.0
    for x in xs:
        px, py = at(x, edge)
        last = max(px, last + 3.0)
        page.line(px, py, px, py + side * 4, 0.12)
        page.line(px, py + side * 4, last, py + side * 8, 0.12)
        page.words(last + 1.0, py + (9.0 if side > 0 else -17.0), f"{x - zero:.1f}", 2.4, upright=True)


def drawings(top: HallTop) -> dict[str, Page]:
    """Name -> drawing."""
    return {
        "hall-peg": peg(top),
        "hall-section": section(top),
        "hall-frame": frame(top),
        "hall-base": base(top),
    }
