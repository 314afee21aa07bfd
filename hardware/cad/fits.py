"""Does everything have its room? Sums on the measures, without any CAD: nothing meets anything, every screw finds
wood, every plug finds its opening, and the lens sees every place past its own mast."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from hardware.cables import PI_CABLE_MM
from hardware.cad import case, flat
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
    if len(used) != len(board.plate_wires()):
        found.append("two of the plate's wires share a screw")
    for number, (circuit, left) in enumerate(board.boards):
        right = left + circuit.size_mm[0]
        mine = sum(left <= x <= right for x, _ in board.plate_wires())
        if mine < (2 if number == 0 else 1):
            found.append(f"circuit board {number} has no wire to the plate")
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


def sizes(board: LongBoard) -> list[str]:
    """Measures that belong together: what goes through what, what holds in what, what is left of the wood."""
    hole = board.board.geometry.hole_diameter_mm
    thread, core = m.WOOD_SCREW
    small, small_core = m.PLATE_SCREW
    wrong = {
        "a hole of the plate is smaller than the peg": hole < m.PEG_SHANK + 0.05,
        "a peg rattles in the plate": hole > m.PEG_SHANK + 0.3,
        "a hole of the wood may touch the peg": hole + 0.4 > m.WOOD_HOLE,
        "the rubber does not hold the peg": not 0.2 <= m.PEG_SHANK - m.GRIP_HOLE <= 0.5,
        "a peg's head goes through the plate": hole + 1.0 > m.PEG_HEAD,
        "the lens does not go through its window": m.LENS_WINDOW < m.LENS_BODY + 1.0,
        "the lens's window leaves no wall for the camera's screws": m.LENS_WINDOW > 18.0,
        "the side walls are too thin": m.SIDE_WALL < m.LEAST_WALL,
        "the end walls are too thin": m.END_WALL < m.LEAST_WALL,
        "a post's bore does not hold its screw": thread - 0.3 < m.BOSS_HOLE,
        "a post's bore splits the post": core > m.BOSS_HOLE or (m.BOSS - m.BOSS_HOLE) / 2 < m.LEAST_AROUND,
        "a pilot hole does not hold the plate's screw": small - 0.3 < m.SCREW_PILOT,
        "a pilot hole is too tight for the plate's screw": small_core - 0.2 > m.SCREW_PILOT,
        "the plate's screw does not go through the plate": small + 0.1 > m.SCREW_HOLE,
        "the plate's screw head goes through the plate": m.SCREW_HEAD < m.SCREW_HOLE + 1.0,
        "a button's pin does not go through the wall": m.PIN_HOLE < m.PIN_SHAFT + 0.1,
        "a button's pin falls out": m.PIN_COLLAR[0] < m.PIN_HOLE + 0.8,
        "the cover does not go into its pocket": m.COVER_GAP < 0.1,
        "a post for the cover is thinner than its screw needs": m.COVER_POST < m.SCREW_PILOT + 3.0,
    }
    return [what for what, is_so in wrong.items() if is_so]


def reach(board: LongBoard) -> list[str]:
    """The two cables to the Pi: each as long as its way."""
    found = []
    if m.strip_way(board.layout) > m.STRIP_BOUGHT:
        found.append("the camera's strip is too short")
    if m.pi_cable_way(board) > PI_CABLE_MM:
        found.append("the Pi's cable is too short")
    return found


def tilt_allowed_deg(layout: TableLayout) -> float:
    """How far the lens may lean before the picture clips a place for cards."""
    lens = camera_place(layout)
    half = math.tan(math.radians(m.CAMERA_DEG / 2))
    x0, y0, x1, y1 = layout.bounds_mm()
    spare = []
    for low, high, middle, edge in ((x0, x1, lens.x, half), (y0, y1, lens.y, half * 9 / 16)):
        used = math.atan2(max(high - middle, middle - low), lens.height)
        spare.append(math.degrees(math.atan(edge) - used))
    return min(spare)


def level(layout: TableLayout) -> list[str]:
    """The mast's lean after levelling, against what the picture allows; and how fine its screws turn."""
    allowed = tilt_allowed_deg(layout)
    pitch, base = m.LEVEL_SCREW
    found = []
    if allowed < 3 * m.JOINT_DEG and pitch == 0.0:
        found.append("a mast that cannot be levelled clips a place for cards")
    if allowed < m.LEVELLED_DEG:
        found.append("a levelled mast still clips a place for cards")
    if math.degrees(math.atan2(pitch / 4, base)) > m.LEVELLED_DEG / 2:
        found.append("a quarter turn of a levelling screw is too much")
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
    return [
        *collisions(board),
        *sizes(board),
        *reach(board),
        *level(board.layout),
        *flat.faults(board),
        *case.faults(),
        *hidden(board.layout),
    ]
