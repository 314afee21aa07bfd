"""The models, built with build123d from the measures: wood, top plate, grip, cover, peg, case, mast.

Every function gives one solid in the frame of `measures` (the case and the mast have frames of their own).
"""

from __future__ import annotations

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
    for _, x, y in board.placed("led"):
        body = _bored(body, [(x, y)], 3.0, m.ROOF, upper)
    for _, _, y in board.placed("button"):
        rod = Pos(x0 + m.END_WALL / 2, y, board.pcb_top + 0.8) * Rot(0, 90, 0) * Cylinder(1.6, m.END_WALL + 2)
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
    for _, x, y in board.placed("led"):
        body = _bored(body, [(x, y)], 3.0, board.top - m.PLATE, board.top)
    return body


def grip(board: LongBoard) -> Part:
    """The rubber sheet under the plate that holds the pegs up against the springs."""
    x0, y0, x1, y1 = board.outline
    low = board.top - m.PLATE - m.GRIP
    return _bored(_block(x0, y0, low, x1, y1, low + m.GRIP), _holes(board), m.GRIP_HOLE, low, low + m.GRIP)


def cover(board: LongBoard) -> Part:
    """The lid from below."""
    a0, b0, a1, b1 = board.pocket
    return _block(a0 + 0.3, b0 + 0.3, 0, a1 - 0.3, b1 - 0.3, m.COVER)


def peg(board: LongBoard) -> Part:
    """A metal peg, its shoulder at z = 0 and its tip below."""
    tip = board.shank_length
    body = Pos(0, 0, -tip) * Cylinder(m.PEG_SHANK / 2, tip, align=LOW)
    body = fillet(body.faces().sort_by(Axis.Z)[0].edges(), 0.8)
    handle = Cylinder(m.PEG_HEAD / 2, m.PEG_HEAD_LENGTH, align=LOW)
    handle = chamfer(handle.faces().sort_by(Axis.Z)[-1].edges(), 0.8)
    return body + handle


CASE = (97.0, 68.0, 34.0)
"""Inside of the case: a Raspberry Pi 4 or 5 (85 x 56 mm) with its plugs' bends, and air."""
WALL = 2.0
PI_HOLES = (58.0, 49.0)
PI_CORNER = 3.5


def pi_case(_: LongBoard) -> Part:
    """The tub: four posts for the Pi, openings for its plugs on two sides, a slot for cable and camera strip."""
    w, d, h = CASE
    body = Box(w + 2 * WALL, d + 2 * WALL, h + WALL, align=LOW) - Pos(0, 0, WALL) * Box(w, d, h, align=LOW)
    for x, y in _pi_posts():
        post = Pos(x, y, WALL) * Cylinder(3, 4, align=LOW)
        body = body + post - Pos(x, y, WALL) * Cylinder(1.1, 8, align=LOW)
    left = -w / 2 + 4.0
    body -= Pos(left + 38, -d / 2 - WALL / 2, WALL + 5) * Box(62, WALL + 2, 14, align=LOW)  # power, screens
    body -= Pos(w / 2 + WALL / 2, 0, WALL + 5) * Box(WALL + 2, 56, 20, align=LOW)  # USB, network
    body -= Pos(left + 32, d / 2 + WALL / 2, WALL + 16) * Box(
        56, WALL + 2, h, align=LOW
    )  # pins, camera strip
    for k in range(-3, 4):
        body -= Pos(8.0 * k, 0, -1) * Box(3, 40, WALL + 2, align=LOW)
    return body


def _pi_posts() -> list[tuple[float, float]]:
    w, _, _ = CASE
    left = -w / 2 + 4.0 + PI_CORNER
    return [(left + dx, dy) for dx in (0, PI_HOLES[0]) for dy in (-PI_HOLES[1] / 2, PI_HOLES[1] / 2)]


def pi_lid(_: LongBoard) -> Part:
    """The case's lid with a lip, vents over the processor."""
    w, d = CASE[:2]
    body = Box(w + 2 * WALL, d + 2 * WALL, WALL, align=LOW)
    lip = Box(w - 0.4, d - 0.4, 3, align=LOW) - Box(w - 3.4, d - 3.4, 3, align=LOW)
    body += Pos(0, 0, WALL) * lip
    for k in range(-4, 5):
        body -= Pos(7.0 * k - 8, 0, -1) * Box(3, 30, WALL + 2, align=LOW)
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


CAMERA_HOLES = (21.0, 12.5)


def camera_head(_: LongBoard) -> Part:
    """Cap on the arm's end with a plate for a Camera Module 3, lens down."""
    body = Box(40, 30, 30, align=LOW) - Pos(8, 0, 5) * Box(40, POST + 0.4, POST + 0.4, align=LOW)
    plate = Pos(-33, 0, 0) * Box(30, 34, 3, align=LOW)
    body += plate
    body -= Pos(-33, 0, -1) * Cylinder(5.5, 5, align=LOW)
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
    "pi-case": pi_case,
    "pi-lid": pi_lid,
    "mast-foot": mast_foot,
    "mast-corner": mast_corner,
    "camera-head": camera_head,
}
"""File name -> model."""
FLAT = {"top-plate": "plate", "grip": "grip", "board": "wood"}
"""What is cut from sheet or drilled by numbers: a drawing of its holes is made, too."""

__all__ = ["FLAT", "MODELS"]
