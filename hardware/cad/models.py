"""What is printed beside the blocks, built with build123d from the measures: pins, case, mast.

Every function gives one solid in a frame of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from build123d import Align, Box, Cylinder, Part, Pos, Rot

from hardware.cad import case as c
from hardware.cad import measures as m
from hardware.cad.measures import LongBoard

LOW = (Align.CENTER, Align.CENTER, Align.MIN)


def _block(x0: float, y0: float, z0: float, x1: float, y1: float, z1: float) -> Part:
    return Pos((x0 + x1) / 2, (y0 + y1) / 2, z0) * Box(x1 - x0, y1 - y0, z1 - z0, align=LOW)


def button_pin(board: LongBoard) -> Part:
    """What a finger presses, standing on its outer end: shaft through the wall, collar behind it, nub."""
    collar, thick = m.PIN_COLLAR
    length = m.PIN_OUT + m.END_WALL
    body = Cylinder(m.PIN_SHAFT / 2, length, align=LOW)
    body += Pos(0, 0, length) * Cylinder(collar / 2, thick, align=LOW)
    return body + Pos(0, 0, length + thick) * Cylinder(m.PIN_NUB / 2, board.pin_nub, align=LOW)


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
    "button-pin": button_pin,
    "pi-case": pi_case,
    "pi-lid": pi_lid,
    "mast-foot": mast_foot,
    "mast-corner": mast_corner,
    "camera-head": camera_head,
}
"""File name -> model; all of them are printed as they stand."""
