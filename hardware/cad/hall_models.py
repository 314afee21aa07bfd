"""The blocks of the closed top and the frame as solids, built with build123d from `hall_top`."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final

from build123d import (
    Align,
    Box,
    Circle,
    Cylinder,
    Location,
    Part,
    Plane,
    Pos,
    Rectangle,
    Rot,
    Sketch,
    export_step,
    export_stl,
    extrude,
)

from hardware.cad import flat
from hardware.cad import hall_top as h
from hardware.cad import measures as m
from hardware.cad.flat import Shape
from hardware.cad.hall_top import Block, HallTop
from hardware.cad.make import bores, drawing_of, drawn
from hardware.cad.render import Color, Thing, draw
from hardware.sums.hall_values import DESIGN, LEDGE

WOOD: Final[Color] = (190, 140, 90)
GREEN: Final[Color] = (40, 120, 70)
WHITE: Final[Color] = (235, 235, 230)
LOW: Final = (Align.CENTER, Align.CENTER, Align.MIN)


def _box(box: flat.Box, low: float, high: float) -> Part:
    x0, y0, x1, y1 = box
    return Pos((x0 + x1) / 2, (y0 + y1) / 2, low) * Box(x1 - x0, y1 - y0, high - low, align=LOW)


def _round(places: list[tuple[float, float]], diameter: float, low: float, high: float) -> Part:
    sketch = Sketch() + [Location((x, y)) * Circle(diameter / 2) for x, y in places]
    return extrude(Plane.XY.offset(low) * sketch, high - low)


def block(top: HallTop, one: Block) -> Part:
    """One printed block in the board's frame, z from the upper side of its circuit board."""
    body = _box(one.outline, LEDGE, top.height)
    for _, room, high in h.rooms(one):
        body -= _box(room, 0.0, high)
    posts = list(one.parts("screw"))
    body += _round(posts, h.POST, 0.0, LEDGE)
    body -= _round(posts, h.PILOT, 0.0, h.PILOT_DEPTH)
    body -= _round(h.holes(one), h.HOLE, LEDGE + h.FLOOR, top.height)
    if lamps := list(one.parts("led")):
        body -= _round(lamps, h.LAMP_HOLE, 0.0, top.height)
    wide, deep = h.GROOVE
    cuts = []
    for (ax, ay), (bx, by) in h.lines(top, one):
        turn = math.degrees(math.atan2(by - ay, bx - ax))
        long = math.dist((ax, ay), (bx, by)) + wide
        cuts.append(Location(((ax + bx) / 2, (ay + by) / 2), turn) * Rectangle(long, wide))
    if cuts:
        body -= extrude(Plane.XY.offset(top.height - deep) * (Sketch() + cuts), deep)
    return body


def frame(top: HallTop) -> Part:
    """The wood around the blocks, in the board's frame, z from the table."""
    low, high = h.FEET, top.layout.board_top_mm
    body = _box(top.contact_board.outline, low, high) - _box(top.window, low, high)
    body -= _box(top.rabbet, low, low + h.BASE)
    for room in top.plug_rooms():
        body -= _box(room, low, h.FRAME_ROOF)
    for x, y, z in h.button_bores(top):
        body -= Pos(x + h.END_WALL / 2, y, z) * Rot(0, 90, 0) * Cylinder(m.PIN_HOLE / 2, h.END_WALL + 2)
    return body - _round(top.base_screws(), m.SCREW_PILOT, low, high - 6.0)


def peg(top: HallTop) -> Part:
    """A dowel with the bore for its magnet, tip at z = 0."""
    body = Cylinder(DESIGN.peg / 2, top.peg_length, align=LOW)
    return body - Cylinder(h.MAGNET_BORE[0] / 2, h.MAGNET_BORE[1], align=LOW)


def build(top: HallTop) -> dict[str, Part]:
    """Every solid by name."""
    parts = {one.name: block(top, one) for one in top.blocks}
    return parts | {"hall-frame": frame(top), "hall-peg": peg(top)}


def drawings(top: HallTop) -> dict[str, list[Shape]]:
    """Every flat drawing by name."""
    return {"hall-frame-below": h.frame_shapes(top), "hall-base": h.base_shapes(top)}


def write(top: HallTop, parts: dict[str, Part], folder: Path) -> None:
    """STEP of every solid, STL of what is printed as it lies in the printer (its top down), DXF of what is cut."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, part in parts.items():
        export_step(part, str(folder / f"{name}.step"))
        if name.endswith("-top"):
            turned = Rot(180, 0, 0) * part
            box = turned.bounding_box()
            laid = Pos(-box.min.X, -box.min.Y, -box.min.Z) * turned
            export_stl(laid, str(folder / f"{name}.stl"), tolerance=0.02, angular_tolerance=0.2)
    for name, shapes in drawings(top).items():
        (folder / f"{name}.dxf").write_text(drawing_of(shapes), encoding="utf-8")


def fingerprints(parts: dict[str, Part], folder: Path) -> dict[str, list[float | str]]:
    """What identifies each solid and drawing on any machine: volume, faces and corners, or every line and circle."""
    out: dict[str, list[float | str]] = {}
    for name, part in parts.items():
        box = part.bounding_box()
        ends = (box.min.X, box.min.Y, box.min.Z, box.max.X, box.max.Y, box.max.Z)
        out[name] = [round(part.volume, 1), len(part.faces()), *(round(v, 3) + 0.0 for v in ends)]
    for path in sorted(folder.glob("*.dxf")):
        out[path.stem] = [repr(drawn(path))]
    return out


def missing_holes(top: HallTop, folder: Path) -> list[str]:
    """Holes of the board that the opened STEP files do not have, to 0.01 mm."""
    found = set()
    for one in top.blocks:
        found |= {
            (round(x, 2), round(y, 2))
            for x, y, d in bores(folder / f"{one.name}.step")
            if abs(d - h.HOLE) < 0.005
        }
    lost = [
        name
        for name, (x, y) in top.board.positions_mm.items()
        if not any(abs(x - a) < 0.02 and abs(y - b) < 0.02 for a, b in found)
    ]
    return [f"{len(lost)} holes are not in the blocks: {', '.join(lost[:5])} ..."] if lost else []


def picture(top: HallTop, parts: dict[str, Part], path: Path) -> None:
    """The whole, one block lifted off its circuit board and a peg in hole A1."""
    x, y = top.board.positions_mm["A1"]
    things = [Thing(parts["hall-frame"], WOOD), Thing(_box(top.base, h.FEET, h.FEET + h.BASE), WOOD)]
    for k, one in enumerate(top.blocks):
        w, high = one.circuit.size_mm
        card = (one.left, one.top - high, one.left + w, one.top)
        things.append(Thing(_box(card, h.FEET + h.BASE, top.pcb_top), GREEN))
        up = 45.0 if k == 3 else 0.0
        things.append(Thing(Pos(0, 0, top.pcb_top + up) * parts[one.name], WHITE))
    floor = top.pcb_top + LEDGE + h.FLOOR
    things.append(Thing(Pos(x, y, floor) * parts["hall-peg"], WOOD))
    draw(things, path, turn_deg=-20, lift_deg=38)
