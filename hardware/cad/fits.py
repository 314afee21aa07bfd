"""Does everything have its room? Sums on the measures, without any CAD: nothing meets anything, every screw finds
wood, every plug finds its opening, and the lens sees every place past its own mast."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from hardware.cad import case
from hardware.cad import measures as m
from hardware.cad.measures import LongBoard, Slab, camera_place, mast_x
from vision.layout import TableLayout


def collisions(board: LongBoard) -> list[str]:
    """What shares space with something else: circuit boards, their parts and plugs, wood, cover, pegs, screws."""
    inside, wood = board.slabs(), board.wood_slabs()
    boards = [slab for slab in inside if slab.name.startswith("board")]
    found = [f"{a.name} meets {b.name}" for a in inside for b in wood if a.meets(b)]
    found += [f"{a.name} meets {b.name}" for a, b in itertools.combinations(boards, 2) if a.meets(b)]
    tip = board.top - board.shank_length
    r = m.PEG_SHANK / 2
    posts = [slab for slab in wood if "post" in slab.name]
    for name, x, y in board.peg_holes():
        peg = Slab(f"peg in {name}", (x - r, y - r, tip), (x + r, y + r, board.top))
        found += [f"{peg.name} meets {b.name}" for b in (*inside, *posts) if peg.meets(b)]
    return [*found, *screws(board), *wires(board), *pins(board)]


def screws(board: LongBoard) -> list[str]:
    """The plate's screws: their heads clear of pegs, markers, lamp and edge, their tips in wood."""
    found = []
    x0, y0, x1, y1 = board.outline
    head = m.SCREW_HEAD / 2
    bores = [(name, x, y, m.PEG_HEAD / 2) for name, x, y in board.peg_holes()]
    bores += [("lamp", x, y, m.LED_HOLE / 2) for _, x, y in board.placed("led")]
    for x, y in board.plate_screws():
        where = f"screw at {x:g}, {y:g}"
        if not (x0 + head < x < x1 - head and y0 + head < y < y1 - head):
            found.append(f"{where} hangs over the edge")
        found += [f"{where} meets {name}" for name, a, b, r in bores if math.dist((x, y), (a, b)) < head + r]
        for marker in board.layout.markers:
            a, b = board.to_table(x, y)
            (cx, cy), half = marker.center_mm, marker.size_mm / 2 + m.MARKER_RIM + head
            if max(abs(a - cx), abs(b - cy)) < half:
                found.append(f"{where} lies under marker {marker.id}")
        tip = board.top - m.SCREW
        for bore in board.bosses():
            if tip < bore.top and math.dist((x, y), (bore.x, bore.y)) < bore.diameter / 2 + 1.5:
                found.append(f"{where} meets the bore {bore.name}")
        if tip < m.ROOF:
            found.append(f"{where} comes out below")
    return found


def wires(board: LongBoard) -> list[str]:
    """The plate's wires: a screw for each ring within reach, a bore clear of holes and posts."""
    found = []
    taken = [(name, x, y, m.WOOD_HOLE / 2) for name, x, y in board.peg_holes()]
    taken += [(bore.name, bore.x, bore.y, m.BOSS / 2) for bore in board.bosses()]
    used = set()
    for x, y in board.plate_wires():
        screw = min(board.plate_screws(), key=lambda spot: math.dist(spot, (x, y)))
        used.add(screw)
        if not m.SCREW_HEAD / 2 + m.WIRE_HOLE / 2 < math.dist(screw, (x, y)) < m.RING_REACH:
            found.append(f"the plate's wire at {x:g}, {y:g} finds no screw")
        near = m.WIRE_HOLE / 2 + 0.8
        found += [
            f"the plate's wire at {x:g}, {y:g} meets {n}"
            for n, a, b, r in taken
            if math.dist((x, y), (a, b)) < near + r
        ]
    if len(used) != 2:
        found.append("the plate needs two wires with a screw each")
    return found


def pins(board: LongBoard) -> list[str]:
    """The pins that press the buttons: behind the wall there is room for the collar, and it stops a hard push."""
    found = []
    edge = board.boards[0][1]
    collar_end = board.pocket[0] + m.PIN_COLLAR[1]
    if not edge - collar_end > m.BUTTON_TRAVEL + 0.1:
        found.append("a pin's collar meets the head's edge before the button is down")
    if board.pin_nub < 0.2:
        found.append("no room for a pin between wall and button")
    ys = sorted(y for _, y, _ in board.button_pins())
    if any(b - a < m.PIN_COLLAR[0] + 0.3 for a, b in itertools.pairwise(ys)):
        found.append("two pins' collars meet")
    if m.PIN_HEIGHT - m.PIN_NUB / 2 < 0.2:
        found.append("a pin's nub meets the circuit board")
    return found


def mast(layout: TableLayout) -> list[Slab]:
    """Foot, post and arm of the mast as boxes, in the table's frame."""
    lens, x = camera_place(layout), mast_x(layout)
    top, half = lens.height + m.ARM_OVER_LENS, m.POST / 2
    return [
        Slab("foot", (x - m.FOOT / 2, -m.FOOT / 2, 0.0), (x + m.FOOT / 2, m.FOOT / 2, m.FOOT_FLOOR)),
        Slab("socket", (x - 17.0, -17.0, 0.0), (x + 17.0, 17.0, 50.0)),
        Slab("post", (x - half, -half, 0.0), (x + half, half, top)),
        Slab("arm", (lens.x + m.HEAD_REACH, -half, top - m.POST), (x, half, top)),
    ]


def hidden(layout: TableLayout) -> list[str]:
    """What the lens does not see because the mast stands before it, or that the mast stands on."""
    lens = camera_place(layout)
    eye = (lens.x, lens.y, lens.height)
    spots: dict[str, list[tuple[float, float, float]]] = {}
    for place in layout.places:
        x0, y0, x1, y1 = place.box_mm
        spots[f"place {place.key}"] = [
            (x0 + (x1 - x0) * i / 8, y0 + (y1 - y0) * k / 8, 0.0) for i in range(9) for k in range(9)
        ]
    for marker in layout.markers:
        spots[f"marker {marker.id}"] = [(x, y, layout.board_top_mm) for x, y in marker.corners_mm()]
    return [
        f"{slab.name} hides {name}"
        for name, points in spots.items()
        for slab in mast(layout)
        if any(_crosses(eye, point, slab) for point in points)
    ]


def _crosses(a: tuple[float, float, float], b: tuple[float, float, float], slab: Slab) -> bool:
    """Whether the straight way from a to b goes through a box."""
    enter, leave = 0.0, 1.0
    for p, q, low, high in zip(a, b, slab.low, slab.high, strict=True):
        if abs(q - p) < 1e-9:
            if not low < p < high:
                return False
            continue
        first, last = sorted(((low - p) / (q - p), (high - p) / (q - p)))
        enter, leave = max(enter, first), min(leave, last)
    return enter < leave


def card_widths_px(layout: TableLayout, size_px: tuple[int, int]) -> Iterator[tuple[str, float]]:
    """How wide a card at the middle of each place is in the picture, by the camera's own optics."""
    import numpy as np

    from vision.layout import CARD_WIDTH_MM
    from vision.scene.projection import over_table

    pinhole = over_table(size_px, layout.bounds_mm(), tilt_deg=0.0, roll_deg=0.0)
    for place in layout.places:
        x, y = place.center_mm
        ends = np.array([(x - CARD_WIDTH_MM / 2, y, 0.0), (x + CARD_WIDTH_MM / 2, y, 0.0)])
        left, right = pinhole.project(ends)
        yield place.key, float(np.linalg.norm(right - left))


def faults(board: LongBoard) -> list[str]:
    """Everything that does not fit."""
    return [*collisions(board), *case.faults(), *hidden(board.layout)]
