"""The sheets to print: the drill template in tiles and the markers at true size, the assembly drawings."""

from __future__ import annotations

import math
from typing import Final

import cv2

from hardware.cad import measures as m
from hardware.cad.hall_top import HallTop
from hardware.cad.measures import A4, LongBoard
from hardware.electronics.hall import every_circuit
from hardware.paper import hall_drawings
from hardware.paper.assembly import assembly
from hardware.paper.drawings import drawings
from hardware.paper.pdf import Page, document, svg
from vision.layout import TableLayout

MARGIN = 10.0
OVERLAP = 20.0
RIM = m.MARKER_RIM
HEADROOM = 45.0
LETTER: Final = (279.4, 215.9)
"""Of the paper, mm, as `A4`: here and not with the measures, for nothing but paper is made from it."""
PLUMB_MM: Final = 650.0
"""From the lens to the board."""
RINGS_DEG: Final = (2, 4, 6, 8)


def template(long_board: LongBoard) -> list[Page]:
    """The drill template: as many A4 pages side by side as the board is long, with crosses to lay them together."""
    x0, y0, x1, y1 = long_board.outline
    step = A4[0] - 2 * MARGIN - OVERLAP
    pages = []
    count = 1
    while (count - 1) * step + A4[0] - 2 * MARGIN < x1 - x0:
        count += 1
    for i in range(count):
        page = Page(*A4)
        left = x0 + i * step
        right = left + A4[0] - 2 * MARGIN
        base = (A4[1] - HEADROOM - (y1 - y0)) / 2 + 20

        def at(x: float, y: float, left: float = left, base: float = base) -> tuple[float, float]:
            return x - left + MARGIN, y - y0 + base

        for name, x, y in long_board.peg_holes():
            if left <= x <= right:
                px, py = at(x, y)
                page.circle(px, py, long_board.board.geometry.hole_diameter_mm / 2)
                page.line(px - 2.4, py, px + 2.4, py, 0.08)
                page.line(px, py - 2.4, px, py + 2.4, 0.08)
                if _named(name):
                    page.words(px - 1.6, py + 2.6, name, 1.9)
        extra = [(x, y, m.SCREW_HEAD, "S") for x, y in long_board.plate_screws()]
        extra += [(x, y, m.LED_HOLE, "L") for _, x, y in long_board.placed("led")]
        extra += [(x, y, m.WIRE_HOLE, "W") for x, y in long_board.plate_wires()]
        for x, y, diameter, letter in extra:
            if left <= x <= right:
                px, py = at(x, y)
                page.circle(px, py, diameter / 2)
                page.line(px - 2.4, py, px + 2.4, py, 0.08)
                page.line(px, py - 2.4, px, py + 2.4, 0.08)
                page.words(px + 2.6, py - 0.7, letter, 2.2)
        for y in (y0, y1):
            page.line(*at(max(x0, left), y), *at(min(x1, right), y), 0.2)
        for x in (x0, x1):
            if left <= x <= right:
                page.line(*at(x, y0), *at(x, y1), 0.2)
        for k in (i, i + 1):
            if 0 < k < count:
                for y in (y0 - 8, y1 + 8):
                    cx, cy = at(x0 + k * step + OVERLAP / 2, y)
                    page.line(cx - 5, cy, cx + 5, cy)
                    page.line(cx, cy - 5, cx, cy + 5)
        page.words(
            MARGIN,
            A4[1] - 12,
            f"Pegwatch drill template, sheet {i + 1} of {count}: lay crosses on crosses",
            4,
        )
        page.words(MARGIN, A4[1] - 18, "Seen from above, hole 1 to the left, player A at the top.", 3)
        screw = f"S: screw, {m.SCREW_HOLE:g} mm in the plate, {m.SCREW_PILOT:g} mm in the wood."
        other = f" L: lamp, {m.LED_HOLE:g} mm. W: wire, {m.WIRE_HOLE:g} mm, not in the plate."
        page.words(MARGIN, A4[1] - 23, screw + other, 3)
        page.ruler(MARGIN, 14)
        pages.append(page)
    return pages


def _named(name: str) -> bool:
    return name == "game" or int(name[1:]) % 5 == 0 or int(name[1:]) in (1, 61)


def markers(layout: TableLayout, paper: tuple[float, float] = A4) -> list[Page]:
    """The board's markers with their white rims, to be cut out and stuck on, and where each of them goes."""
    page = Page(*paper[::-1])
    up = page.height
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    page.words(MARGIN, up - 17, "Pegwatch markers: cut along the thin lines, stick flat, matt side up", 4)
    page.words(
        MARGIN,
        up - 23,
        "Places from the board's middle, as player A sees it: x to the right, y away from A.",
        3,
    )
    for i, marker in enumerate(layout.markers):
        cells = dictionary.markerSize + 2
        bits = cv2.aruco.generateImageMarker(dictionary, marker.id, cells)
        cell = marker.size_mm / cells
        left, top = 30.0 + 80.0 * (i % 2), up - 57.0 - 75.0 * (i // 2)
        side = marker.size_mm + 2 * RIM
        for a, b in (
            ((0, 0), (side, 0)),
            ((side, 0), (side, side)),
            ((side, side), (0, side)),
            ((0, side), (0, 0)),
        ):
            page.line(left - RIM + a[0], top + RIM - a[1], left - RIM + b[0], top + RIM - b[1], 0.05)
        page.box(left, top - marker.size_mm, marker.size_mm, marker.size_mm)
        for row in range(cells):
            run = 0
            for column in range(cells + 1):
                if column < cells and bits[row, column] > 127:
                    run += 1
                elif run:
                    x = left + (column - run) * cell
                    page.box(x, top - (row + 1) * cell, run * cell, cell, black=False)
                    run = 0
        x, y = marker.center_mm
        page.words(
            left - RIM,
            top - marker.size_mm - RIM - 5,
            f"marker {marker.id}: middle at x {x:g}, y {y:g} mm",
            3,
        )
    page.ruler(MARGIN, 20)
    return [page]


def levelling(paper: tuple[float, float] = A4) -> list[Page]:
    """A card to hang the camera by: a plumb line from the lens shows by how many degrees it hangs off the middle."""
    page = Page(*paper[::-1])
    x, y = page.width / 2, page.height / 2
    page.words(MARGIN, page.height - 17, "Pegwatch levelling card: print at full size, matt paper", 4)
    for line, text in enumerate((
        "1. Lay it on the board, its cross on the board's middle, its arrow away from player A.",
        f"2. Hang a thread with a nut from the lens. The rings are degrees off the middle at {PLUMB_MM / 10:.0f} cm.",
        "3. Move the arm until the nut hangs inside the ring of 2, then turn the camera until its page says 0 to 2.",
    )):  # fmt: skip
        page.words(MARGIN, page.height - 24 - 5 * line, text, 3)
    for degrees in RINGS_DEG:
        radius = PLUMB_MM * math.tan(math.radians(degrees))
        page.circle(x, y, radius, 0.3 if degrees == RINGS_DEG[0] else 0.15)
        page.words(x + 1, y + radius + 0.8, f"{degrees}", 3.5)
    reach = PLUMB_MM * math.tan(math.radians(RINGS_DEG[-1]))
    page.line(x - reach, y, x + reach, y, 0.15)
    page.line(x, y - reach, x, y + reach, 0.15)
    for side in (-3.0, 3.0):
        page.line(x, y + reach, x + side, y + reach - 6, 0.4)
    page.words(x - 12, y - reach - 6, "player A", 4)
    page.ruler(MARGIN, 20)
    return [page]


def files(long_board: LongBoard) -> dict[str, bytes]:
    """File name -> content."""
    hall = hall_drawings.drawings(HallTop(long_board.board, long_board.layout))
    drawn = [(circuit, assembly(circuit)) for circuit in every_circuit(long_board.board)]
    return {
        "drill-template-a4.pdf": document(template(long_board), "Pegwatch drill template"),
        "markers-a4.pdf": document(markers(long_board.layout), "Pegwatch markers"),
        "markers-letter.pdf": document(markers(long_board.layout, LETTER), "Pegwatch markers"),
        "levelling-a4.pdf": document(levelling(), "Pegwatch levelling card"),
        "levelling-letter.pdf": document(levelling(LETTER), "Pegwatch levelling card"),
        **{f"{c.name}-assembly.pdf": document([page], c.title) for c, page in drawn},
        **{f"{c.name}-assembly.svg": svg(page, c.title) for c, page in drawn},
        **{f"{name}.svg": svg(page, name) for name, page in (*drawings(long_board).items(), *hall.items())},
        "hall-frame.pdf": document([hall["hall-frame"]], "Pegwatch frame, Hall switches"),
    }
