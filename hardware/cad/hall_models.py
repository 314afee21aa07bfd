"""The blocks of the closed top and the frame as solids, built with build123d from `hall_top`."""

from __future__ import annotations

import math
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
    extrude,
)

from hardware.cad import flat
from hardware.cad import hall_top as h
from hardware.cad import measures as m
from hardware.cad.hall_top import Block, HallTop
from hardware.sums.hall_values import DESIGN, LEDGE

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
    body = _box(top.long_board.outline, low, high) - _box(top.window, low, high)
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
