"""Does everything around the board have its room? Sums on the measures, without any CAD: pins reach their buttons,
cables reach the Pi, and the lens sees every place past its own mast. The board itself is in `hall_top`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from hardware.cables import PI_CABLE_MM
from hardware.cad import case
from hardware.cad import measures as m
from hardware.cad.hall_top import HallTop
from hardware.cad.measures import LongBoard, Slab, camera_place, mast_x
from vision.layout import TableLayout


def pins(board: LongBoard) -> list[str]:
    """The pins that press the buttons: behind the wall there is room for the collar, and it stops a hard push."""
    found = []
    edge = board.boards[0][1]
    collar_end = board.outline[0] + m.END_WALL + m.PIN_COLLAR[1]
    if not edge - collar_end > m.BUTTON_TRAVEL + 0.1:
        found.append("a pin's collar meets the head's edge before the button is down")
    if board.pin_nub < 0.2:
        found.append("no room for a pin between wall and button")
    ys = sorted(y for _, _, y in board.placed("button"))
    if any(b - a < m.PIN_COLLAR[0] + 0.3 for a, b in itertools.pairwise(ys)):
        found.append("two pins' collars meet")
    if m.PIN_HEIGHT - m.PIN_NUB / 2 < 0.2:
        found.append("a pin's nub meets the circuit board")
    return found


def sizes() -> list[str]:
    """Measures that belong together: what goes through what, what holds in what, what is left of the wood."""
    thread, core = m.SCREW_THREAD
    wrong = {
        "the lens does not go through its window": m.LENS_WINDOW < m.LENS_BODY + 1.0,
        "the lens's window leaves no wall for the camera's screws": m.LENS_WINDOW > 18.0,
        "a pilot hole does not hold the base's screw": thread - 0.3 < m.SCREW_PILOT,
        "a pilot hole is too tight for the base's screw": core - 0.2 > m.SCREW_PILOT,
        "the base's screw does not go through the base": thread + 0.1 > m.SCREW_HOLE,
        "the base's screw head goes through the base": m.SCREW_HEAD < m.SCREW_HOLE + 1.0,
        "a button's pin does not go through the wall": m.PIN_HOLE < m.PIN_SHAFT + 0.1,
        "a button's pin falls out": m.PIN_COLLAR[0] < m.PIN_HOLE + 0.8,
    }
    return [what for what, is_so in wrong.items() if is_so]


def reach(board: LongBoard) -> list[str]:
    """Where the Pi's case stands, and its two cables: free of cards, and each as long as its way."""
    found = []
    x0, y0, x1, y1 = m.case_box(board.layout)
    for place in board.layout.places:
        a0, b0, a1, b1 = place.box_mm
        if x0 < a1 and a0 < x1 and y0 < b1 and b0 < y1:
            found.append(f"the Pi's case stands on place {place.key}")
    low, high = m.cable_lane(board.layout)
    if high - low < m.LEAST_LANE:
        found.append("no room for the Pi's cable between cards and board")
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


def too_large(top: HallTop) -> list[str]:
    """Parts of the board that do not fit their machine: frame and base the router, blocks the printer."""
    router, printer = m.MACHINES.items()
    thick = top.layout.board_top_mm
    parts = [("frame", top.long_board.outline, thick, router), ("base", top.base, thick, router)]
    parts += [(block.name, block.outline, top.height, printer) for block in top.blocks]
    found = []
    for name, (x0, y0, x1, y1), high, (machine, (wide, deep, room)) in parts:
        if max(x1 - x0, y1 - y0) > wide or min(x1 - x0, y1 - y0) > deep or high > room:
            found.append(
                f"{name} is {x1 - x0:.0f} x {y1 - y0:.0f} x {high:.0f} mm: too large for a {machine}"
            )
    return found


def faults(board: LongBoard) -> list[str]:
    """Everything that does not fit around the board: pins, cables, mast and case."""
    return [
        *pins(board),
        *sizes(),
        *reach(board),
        *level(board.layout),
        *case.faults(),
        *hidden(board.layout),
    ]
