"""The models, built with build123d from the measures: wood, top plate, grip, cover, peg, case, mast.

Every function gives one solid in the frame of `measures` (the case and the mast have frames of their own).
"""

from __future__ import annotations

import math
from collections.abc import Callable

from build123d import (
    Align,
    Axis,
    Box,
    Circle,
    Cylinder,
    Location,
    Part,
    Plane,
    Pos,
    Rot,
    Sketch,
    chamfer,
    extrude,
    fillet,
)

from hardware.cad import case as c
from hardware.cad import measures as m
from hardware.cad.measures import LongBoard

LOW = (Align.CENTER, Align.CENTER, Align.MIN)


def _block(x0: float, y0: float, z0: float, x1: float, y1: float, z1: float) -> Part:
    return Pos((x0 + x1) / 2, (y0 + y1) / 2, z0) * Box(x1 - x0, y1 - y0, z1 - z0, align=LOW)


def _bored(body: Part, places: list[tuple[float, float]], diameter: float, bottom: float, top: float) -> Part:
    """A body with round holes from one height to another: one sketch, cut once."""
    sketch = Sketch() + [Location((x, y)) * Circle(diameter / 2) for x, y in places]
    return body - extrude(Plane.XY.offset(bottom) * sketch, top - bottom)


def _holes(board: LongBoard) -> list[tuple[float, float]]:
    return [(x, y) for _, x, y in board.peg_holes()]


def _led(board: LongBoard) -> list[tuple[float, float]]:
    return [(x, y) for _, x, y in board.placed("led")]


def wood(board: LongBoard) -> Part:
    """The board itself: a hole under each hole of the plate, a pocket for the electronics with posts in it."""
    x0, y0, x1, y1 = board.outline
    a0, b0, a1, b1 = board.pocket
    upper = board.top - m.PLATE - m.GRIP
    body = _block(x0, y0, 0, x1, y1, upper) - _block(a0, b0, 0, a1, b1, m.ROOF)
    posts = [(bore.x, bore.y) for bore in board.bosses()]
    sketch = Sketch() + [Location((x, y)) * Circle(m.BOSS / 2) for x, y in posts]
    body += extrude(Plane.XY.offset(board.pcb_top) * sketch, m.ROOF - board.pcb_top)
    body = _bored(body, posts, m.BOSS_HOLE, board.pcb_top, m.ROOF + 4)
    body = _bored(body, _holes(board), m.WOOD_HOLE, m.ROOF, upper)
    body = _bored(body, _led(board), m.LED_HOLE, m.ROOF, upper)
    body = _bored(body, board.plate_wires(), m.WIRE_HOLE, m.ROOF, upper)
    body = _bored(body, board.plate_screws(), m.SCREW_PILOT, board.top - m.SCREW + 0.5, upper)
    half = m.COVER_POST / 2
    for x, y in board.cover_posts():
        body += _block(x - half, y - half, m.COVER, x + half, y + half, m.ROOF)
    body = _bored(body, board.cover_posts(), m.SCREW_PILOT, m.COVER, m.SCREW)
    for _, y, z in board.button_pins():
        rod = Pos(x0 + m.END_WALL / 2, y, z) * Rot(0, 90, 0) * Cylinder(m.PIN_HOLE / 2, m.END_WALL + 2)
        body -= rod
    for _, x, y in board.placed("plug13"):  # the cable to the Pi
        body -= _block(
            x - 11, (b1 if y > 0 else y0), board.pcb_top - 1, x + 11, (y1 if y > 0 else b0), m.ROOF
        )
    return body


def top_plate(board: LongBoard) -> Part:
    """The grounded plate that touches every peg."""
    x0, y0, x1, y1 = board.outline
    body = _block(x0, y0, board.top - m.PLATE, x1, y1, board.top)
    body = _bored(body, _holes(board), board.board.geometry.hole_diameter_mm, board.top - m.PLATE, board.top)
    body = _bored(body, _led(board), m.LED_HOLE, board.top - m.PLATE, board.top)
    return _bored(body, board.plate_screws(), m.SCREW_HOLE, board.top - m.PLATE, board.top)


def grip(board: LongBoard) -> Part:
    """The rubber sheet under the plate that holds the pegs up against the springs."""
    x0, y0, x1, y1 = board.outline
    low = board.top - m.PLATE - m.GRIP
    body = _bored(_block(x0, y0, low, x1, y1, low + m.GRIP), _holes(board), m.GRIP_HOLE, low, low + m.GRIP)
    body = _bored(body, _led(board), m.LED_HOLE, low, low + m.GRIP)
    body = _bored(body, board.plate_wires(), m.WIRE_HOLE, low, low + m.GRIP)
    return _bored(body, board.plate_screws(), m.SCREW_HOLE, low, low + m.GRIP)


def cover(board: LongBoard) -> Part:
    """The lid from below."""
    a0, b0, a1, b1 = board.pocket
    body = _block(a0 + m.COVER_GAP, b0 + m.COVER_GAP, 0, a1 - m.COVER_GAP, b1 - m.COVER_GAP, m.COVER)
    return _bored(body, board.cover_posts(), m.SCREW_HOLE, 0, m.COVER)


def button_pin(board: LongBoard) -> Part:
    """What a finger presses, standing on its outer end: shaft through the wall, collar behind it, nub."""
    collar, thick = m.PIN_COLLAR
    length = m.PIN_OUT + m.END_WALL
    body = Cylinder(m.PIN_SHAFT / 2, length, align=LOW)
    body += Pos(0, 0, length) * Cylinder(collar / 2, thick, align=LOW)
    return body + Pos(0, 0, length + thick) * Cylinder(m.PIN_NUB / 2, board.pin_nub, align=LOW)


def peg(board: LongBoard) -> Part:
    """A metal peg, its shoulder at z = 0 and its tip below."""
    tip = board.shank_length
    body = Pos(0, 0, -tip) * Cylinder(m.PEG_SHANK / 2, tip, align=LOW)
    body = fillet(body.faces().sort_by(Axis.Z)[0].edges(), 0.8)
    handle = Cylinder(m.PEG_HEAD / 2, m.PEG_HEAD_LENGTH, align=LOW)
    handle = chamfer(handle.faces().sort_by(Axis.Z)[-1].edges(), 0.8)
    return body + handle


def pi_case(_: LongBoard) -> Part:
    """The tub: four posts for the Pi, openings for its plugs, its memory card, the cable and the camera's strip."""
    (w, d, h), wall = c.INSIDE, c.WALL
    body = Box(w + 2 * wall, d + 2 * wall, h + wall, align=LOW) - Pos(0, 0, wall) * Box(w, d, h, align=LOW)
    for x, y in c.pi_posts():
        post = Pos(x, y, wall) * Cylinder(3, c.POST_HEIGHT, align=LOW)
        body = body + post - Pos(x, y, wall) * Cylinder(1.1, 8, align=LOW)
    for hole in c.OPENINGS:
        (a0, a1), (z0, z1) = hole.along, hole.height
        if hole.side in ("front", "back"):
            y = -d / 2 - wall if hole.side == "front" else d / 2
            body -= _block(a0, y - 1, z0, a1, y + wall + 1, z1)
        else:
            x = -w / 2 - wall if hole.side == "left" else w / 2
            body -= _block(x - 1, a0, z0, x + wall + 1, a1, z1)
    for k in range(-3, 4):
        body -= Pos(8.0 * k, 0, -1) * Box(3, 40, wall + 2, align=LOW)
    return body


def pi_lid(_: LongBoard) -> Part:
    """The case's lid with a lip, vents over the processor."""
    (w, d, _h), wall = c.INSIDE, c.WALL
    body = Box(w + 2 * wall, d + 2 * wall, wall, align=LOW)
    lip = Box(w - 0.4, d - 0.4, c.LIP, align=LOW) - Box(w - 3.4, d - 3.4, c.LIP, align=LOW)
    body += Pos(0, 0, wall) * lip
    for k in range(-4, 5):
        body -= Pos(7.0 * k - 8, 0, -1) * Box(3, 30, wall + 2, align=LOW)
    return body


POST = m.POST


def mast_foot(_: LongBoard) -> Part:
    """Socket for the post on a foot that is screwed to a heavy plate."""
    body = Box(m.FOOT, m.FOOT, m.FOOT_FLOOR, align=LOW) + Box(34, 34, 50, align=LOW)
    body -= Pos(0, 0, 6) * Box(POST + 0.4, POST + 0.4, 60, align=LOW)
    for x in (-45, 45):
        for y in (-45, 45):
            body -= Pos(x, y, -1) * Cylinder(2.3, 10, align=LOW)
    return body - Pos(0, 0, 30) * Rot(0, 90, 0) * Cylinder(2.6, 60)


def mast_corner(_: LongBoard) -> Part:
    """Where the arm leaves the post: two sockets at right angles."""
    body = Box(34, 34, 44, align=LOW) + Pos(-27, 0, 10) * Box(40, 34, 34, align=LOW)
    body -= Pos(0, 0, -1) * Box(POST + 0.4, POST + 0.4, 38, align=LOW)
    body -= Pos(-35, 0, 27) * Box(60, POST + 0.4, POST + 0.4)
    for x, z in ((0, 15), (-37, 27)):
        body -= Pos(x, 0, z) * Rot(90, 0, 0) * Cylinder(2.6, 60)
    return body


def spring(_: LongBoard) -> Part:
    """A spring contact as a circuit board's model shows it: a stand-in for whatever finger is bought, free."""
    width, thick = 1.8, 0.2
    high = m.CONTACT_FREE
    base = Pos(0, -0.4, 0) * Box(width, 3.2, thick, align=LOW)
    rise, run = high - thick, 1.9
    slope = math.degrees(math.atan2(rise, run))
    leg = Box(width, math.hypot(rise, run), thick, align=(Align.CENTER, Align.MIN, Align.MIN))
    leg = Pos(0, -2.0 + thick, 0) * Rot(slope, 0, 0) * leg
    top = Pos(0, 0.3, high - thick) * Box(width, 1.2, thick, align=LOW)
    return base + leg + top


CAMERA_HOLES = (21.0, 12.5)


def camera_head(_: LongBoard) -> Part:
    """Cap on the arm's end with a plate for a Camera Module 3, lens down."""
    body = Box(40, 30, 30, align=LOW) - Pos(8, 0, 5) * Box(40, POST + 0.4, POST + 0.4, align=LOW)
    plate = Pos(-33, 0, 0) * Box(30, 34, 3, align=LOW)
    body += plate
    body -= Pos(-33, 0, -1) * Box(m.LENS_WINDOW, m.LENS_WINDOW, 5, align=LOW)
    for x in (-CAMERA_HOLES[0] / 2, CAMERA_HOLES[0] / 2):
        for y in (0, CAMERA_HOLES[1]):  # the lens stands between two of the four holes
            body -= Pos(-33 + x, y, -1) * Cylinder(1.1, 5, align=LOW)
    return body - Pos(8, 0, 15) * Rot(90, 0, 0) * Cylinder(2.6, 60)


MODELS: dict[str, Callable[[LongBoard], Part]] = {
    "board": wood,
    "top-plate": top_plate,
    "grip": grip,
    "cover": cover,
    "peg": peg,
    "spring": spring,
    "button-pin": button_pin,
    "pi-case": pi_case,
    "pi-lid": pi_lid,
    "mast-foot": mast_foot,
    "mast-corner": mast_corner,
    "camera-head": camera_head,
}
"""File name -> model."""
FLAT = {"top-plate": "plate", "grip": "grip", "board": "wood", "board-below": "below", "cover": "cover"}
"""What is cut from sheet or drilled by numbers: a drawing of its holes is made, too."""

__all__ = ["FLAT", "MODELS"]
