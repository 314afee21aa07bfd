"""The sheets to print: markers and levelling card at true size, what a woodworker follows, the assembly drawings."""

from __future__ import annotations

import math
from typing import Final

import cv2

from hardware.cad import measures as m
from hardware.cad.hall_top import HallTop
from hardware.cad.measures import A4
from hardware.electronics.circuits import circuits
from hardware.paper import hall_drawings
from hardware.paper.assembly import assembly
from hardware.paper.drawings import drawings
from hardware.paper.pdf import Page, document, svg
from hardware.paper.table_plan import plan
from vision.layout import TableLayout

MARGIN = 10.0
RIM = m.MARKER_RIM
LETTER: Final = (279.4, 215.9)
"""Of the paper, mm, as `A4`: here and not with the measures, for nothing but paper is made from it."""
PLUMB_MM: Final = 650.0
"""From the lens to the board."""
RINGS_DEG: Final = (2, 4, 6, 8)


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


def files(top: HallTop) -> dict[str, bytes]:
    """File name -> content."""
    hall, table = hall_drawings.drawings(top), plan(top.long_board)
    drawn = [(circuit, assembly(circuit)) for circuit in circuits(top.board)]
    layout = top.layout
    return {
        "markers-a4.pdf": document(markers(layout), "Pegwatch markers"),
        "markers-letter.pdf": document(markers(layout, LETTER), "Pegwatch markers"),
        "levelling-a4.pdf": document(levelling(), "Pegwatch levelling card"),
        "levelling-letter.pdf": document(levelling(LETTER), "Pegwatch levelling card"),
        **{f"{c.name}-assembly.pdf": document([page], c.title) for c, page in drawn},
        **{f"{c.name}-assembly.svg": svg(page, c.title) for c, page in drawn},
        **{
            f"{name}.svg": svg(page, name)
            for name, page in (*drawings(top.long_board).items(), *hall.items())
        },
        "hall-frame.pdf": document([hall["hall-frame"]], "Pegwatch frame, Hall switches"),
        "hall-base.pdf": document([hall["hall-base"]], "Pegwatch base, Hall switches"),
        "table-plan.pdf": document([table], "Pegwatch plan of the table"),
        "table-plan.svg": svg(table, "table-plan"),
    }
