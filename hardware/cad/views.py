"""Pictures for the guide, drawn from the models. Needs build123d and Pillow."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from build123d import Cylinder, Part, Pos, Rot

from hardware.cad import case as measures
from hardware.cad import hall_top as h
from hardware.cad import measures as m
from hardware.cad import models
from hardware.cad.hall_top import HallTop
from hardware.cad.measures import LongBoard, camera_place, mast_x
from hardware.cad.models import LOW
from hardware.cad.render import Color, Thing, box, draw
from hardware.sums.hall_values import LEDGE

HERE: Final = Path(__file__).parent
WOOD: Final[Color] = (190, 140, 90)
METAL: Final[Color] = (190, 195, 202)
RUBBER: Final[Color] = (70, 70, 78)
GREEN: Final[Color] = (40, 120, 70)
WHITE: Final[Color] = (235, 235, 230)
PRINT: Final[Color] = (90, 130, 190)
FELT: Final[Color] = (60, 95, 75)


def pictures(top: HallTop, parts: dict[str, Part], folder: Path = HERE / "pictures") -> None:
    """All of them."""
    folder.mkdir(exist_ok=True)
    whole(top, parts, folder / "board.png")
    case(parts, folder / "case.png")
    camera(parts, folder / "camera.png")
    table(top, parts, folder / "table.png")


def whole(top: HallTop, parts: dict[str, Part], path: Path) -> None:
    """The whole, one block lifted off its circuit board and a peg in hole A1."""
    x, y = top.board.positions_mm["A1"]
    things = board(top, parts, lifted=3)
    floor = top.pcb_top + LEDGE + h.FLOOR
    things.append(Thing(Pos(x, y, floor) * parts["hall-peg"], WOOD))
    draw(things, path, turn_deg=-20, lift_deg=38)


def board(top: HallTop, parts: dict[str, Part], lifted: int | None = None) -> list[Thing]:
    """Frame, base, circuit boards and blocks, as in the board's frame of reference."""
    x0, y0, x1, y1 = top.base
    low, high = h.FEET, h.FEET + h.BASE
    things = [Thing(parts["hall-frame"], WOOD), Thing(box((x0, y0, low), (x1, y1, high)), WOOD)]
    for k, one in enumerate(top.blocks):
        w, deep = one.circuit.size_mm
        corners = (one.left, one.top - deep, high), (one.left + w, one.top, top.pcb_top)
        things.append(Thing(box(*corners), GREEN))
        up = 45.0 if k == lifted else 0.0
        things.append(Thing(Pos(0, 0, top.pcb_top + up) * parts[one.name], WHITE))
    return things


def stickers(long_board: LongBoard) -> list[Thing]:
    """The markers as they are stuck on the board, in the table's frame."""
    top, things = long_board.top, []
    for marker in long_board.layout.markers:
        (x, y), half = marker.center_mm, marker.size_mm / 2
        rim = half + m.MARKER_RIM
        things.append(Thing(box((x - rim, y - rim, top), (x + rim, y + rim, top + 0.2)), WHITE))
        low, high = (x - half, y - half, top + 0.2), (x + half, y + half, top + 0.4)
        things.append(Thing(box(low, high), (20, 20, 20)))
    return things


def case(parts: dict[str, Part], path: Path) -> None:
    """The case, open, with a Pi's board and what stands on its edges."""
    left, half, top = measures.PI_LEFT, measures.PI_SIZE[1] / 2, measures.PI_TOP
    things = [
        Thing(parts["pi-case"], PRINT),
        Thing(Pos(0, 0, 75) * Rot(180, 0, 0) * parts["pi-lid"], PRINT),
        Thing(box((left, -half, top - measures.PI_THICK), (left + measures.PI_SIZE[0], half, top)), GREEN),
        Thing(box((left + 7, half - 6, top), (left + 58, half - 1, top + 8.5)), RUBBER),
    ]
    for plug in measures.PI_MODELS["Raspberry Pi 5"]:
        w, high = plug.width / 2 - 1.5, top + plug.high - 1.0
        if plug.side == "front":
            x = left + plug.middle
            things.append(Thing(box((x - w, -half - 1.5, top), (x + w, -half + 6, high)), METAL))
        elif plug.side == "right":
            x, y = left + measures.PI_SIZE[0], plug.middle - half
            things.append(Thing(box((x - 16, y - w, top), (x + 3, y + w, high)), METAL))
    labels = [
        ((-50, -36, 52), "lid"), ((20, -50, 0), "power, screens"), ((46, 8, -8), "USB, network"),
    ]  # fmt: skip
    draw(things, path, 30, 35, labels, width=900)


def camera(parts: dict[str, Part], path: Path) -> None:
    """The arm's end with the camera on it, lens down."""
    things = [
        Thing(parts["camera-head"], PRINT),
        Thing(box((-5.0, -10, 5), (60, 10, 25)), METAL),
        Thing(box((-45.5, -9.5, 4.0), (-20.5, 14.5, 5.0)), GREEN),
        Thing(box((-38.0, -5.0, -3.0), (-28.0, 5.0, 4.0)), RUBBER),
        Thing(box((-41, 9.5, 5.0), (-25, 14.5, 7.0)), WHITE),
    ]
    things += [
        Thing(Pos(-33 + x, y, 3) * Cylinder(2.2, 1, align=LOW), METAL)
        for x in (-models.CAMERA_HOLES[0] / 2, models.CAMERA_HOLES[0] / 2)
        for y in (0, models.CAMERA_HOLES[1])
    ]
    labels = [((-52, -20, 0), "lens down through the window"), ((38, -14, 30), "arm")]
    draw(things, path, -40, 30, labels, width=900)


def table(top: HallTop, parts: dict[str, Part], path: Path) -> None:
    """The whole: board, places for the cards, mast and camera."""
    layout, long_board = top.layout, top.long_board
    place = camera_place(layout)
    bx0, by0, _, by1 = layout.bounds_mm()
    post_x = mast_x(layout)
    post = place.height + m.ARM_OVER_LENS
    things = [Thing(box((bx0 - 40, by0 - 40, -12), (post_x + 80, by1 + 40, -2)), FELT)]
    for spot in layout.places:
        a, b, c, d = spot.box_mm
        things.append(Thing(box((a, b, -2), (c, d, -1)), (86, 130, 102)))
    turned = Rot(0, 0, 180) * Pos(-long_board.middle_x, 0, 0)
    things += [Thing(turned * thing.part, thing.color) for thing in board(top, parts)]
    things += stickers(long_board)
    arm = models.POST
    half = arm / 2
    things += [
        Thing(Pos(post_x, 0, -2) * parts["mast-foot"], PRINT),
        Thing(box((post_x - half, -half, 4), (post_x + half, half, post)), METAL),
        Thing(Pos(post_x, 0, post - 37) * parts["mast-corner"], PRINT),
        Thing(box((place.x + 41, -half, post - 20), (post_x - 17, half, post)), METAL),
        Thing(Pos(place.x + 33, 0, post - 25) * parts["camera-head"], PRINT),
    ]
    labels = [
        ((place.x - 330, 0, place.height + 10), f"lens {place.height:.0f} mm above the table"),
        ((-200, by0 + 60, 0), "cards of A"), ((-200, by1 - 60, 0), "cards of B"), ((240, 0, 0), "pack"),
    ]  # fmt: skip
    draw(things, path, -25, 30, labels, width=1300, tolerance=0.6)
