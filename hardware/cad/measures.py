"""Measures of board, buttons' pins, mast and cables, in mm. Pure: the models are built from these.

The frame is the board file's: x along the board from hole 1, y across it (player A's rows at positive y), z up from
the table. Seen from above with hole 1 to the left, player A's rows are at the top. Where the holes are comes from
the board file, how large the board is and where its markers are from `vision.layout`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from firmware.boardmap import BoardMap
from hardware.cad.case import INSIDE, WALL
from hardware.electronics.circuits import Circuit, circuits
from vision.layout import TableLayout


@dataclass(frozen=True, slots=True)
class Slab:
    """A box: its name and its corners (x0, y0, z0), (x1, y1, z1)."""

    name: str
    low: tuple[float, float, float]
    high: tuple[float, float, float]


PCB: Final = 1.6
END_WALL: Final = 3.0
"""Wood between the board's end and the head, through which the pins press the buttons."""
SCREW: Final = 9.5
"""Countersunk screws ST2.2 x 9.5 mm hold the base in the frame."""
SCREW_THREAD: Final = (2.2, 1.6)
"""Their thread and core."""
SCREW_HEAD: Final = 4.3
SCREW_HOLE: Final = 2.4
SCREW_PILOT: Final = 1.6
PIN_HOLE: Final = 3.2
"""Bore in the end wall for the pin that presses a button."""
PIN_SHAFT: Final = 3.0
PIN_COLLAR: Final = (4.6, 0.7)
"""Diameter and thickness of what keeps the pin from falling out."""
PIN_NUB: Final = 1.0
PIN_OUT: Final = 1.5
"""How far a pin stands out of the wood."""
PIN_HEIGHT: Final = 0.8
"""Of its middle above the circuit board."""
BUTTON_REACH: Final = 1.95
"""From a button's middle to the end of its plunger."""
BUTTON_TRAVEL: Final = 0.2

LEAST_WALL: Final = 3.0
"""Thinner a router does not leave wood standing."""
LEAST_AROUND: Final = 1.5
"""Wood that must stay around a screw's pilot hole."""
LENS_BODY: Final = 9.5
"""Side of the square body of a Camera Module 3's lens, to be compared with the maker's drawing."""

MARKER_RIM: Final = 3.0
"""White that must surround a marker's black square."""
A4: Final = (297.0, 210.0)
MACHINES: Final = {
    'router, 600 x 400 mm (a "6040")': (600.0, 400.0, 80.0),
    "printer, 220 x 220 x 250 mm": (220.0, 220.0, 250.0),
}
"""What each part must fit: the frame and its base the first, everything printed the second."""


@dataclass(frozen=True)
class LongBoard:
    """The long board of a board file and a table layout."""

    board: BoardMap
    layout: TableLayout

    @property
    def top(self) -> float:
        """Height of the playing surface above the table."""
        return self.layout.board_top_mm

    @cached_property
    def middle_x(self) -> float:
        """Where the table's origin lies along the board: half way between the outermost holes."""
        xs = [x for x, _ in self.board.positions_mm.values()]
        return round((min(xs) + max(xs)) / 2, 3)

    @property
    def outline(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 of the wood."""
        w, h = self.layout.board_mm
        return self.middle_x - w / 2, -h / 2, self.middle_x + w / 2, h / 2

    def to_table(self, x: float, y: float) -> tuple[float, float]:
        """Board-file place to table place: player A's rows lie on A's side, so both axes turn around."""
        return self.middle_x - x, -y

    def peg_holes(self) -> Iterator[tuple[str, float, float]]:
        """Every hole: name, x, y."""
        for name, (x, y) in self.board.positions_mm.items():
            yield name, x, y

    @cached_property
    def boards(self) -> tuple[tuple[Circuit, float], ...]:
        """Every circuit board of the row and the x of its left edge."""
        module, head = circuits(self.board)
        first = module.origin_mm[0] - self._first_x(self.board.parts[1].name)
        modules = [
            (module, round(first + self._first_x(p.name), 3)) for p in self.board.parts if p.kind != "inputs"
        ]
        return ((head, head.origin_mm[0]), *modules)

    def _first_x(self, part: str) -> float:
        chips = next(p for p in self.board.parts if p.name == part)
        bits = self.board.bits[(chips.first_chip - 1) * 8 :][: chips.chips * 8]
        return min(self.board.positions_mm[bit][0] for bit in bits if isinstance(bit, str))

    def placed(self, part: str) -> Iterator[tuple[str, float, float]]:
        """Where every part of a kind sits: (board's number and reference, x, y)."""
        for number, (circuit, left) in enumerate(self.boards):
            for component in circuit.components:
                if component.part == part:
                    x, y = component.at
                    yield f"{number}:{component.ref}", round(left + x, 3), round(circuit.origin_mm[1] - y, 3)

    @property
    def pin_nub(self) -> float:
        """From a pin's collar to the button's plunger, a twentieth of a millimetre left free."""
        plunger = min(x for _, x, _ in self.placed("button")) - BUTTON_REACH
        return round(plunger - (self.outline[0] + END_WALL + PIN_COLLAR[1]) - 0.05, 3)


@dataclass(frozen=True, slots=True)
class CameraPlace:
    """Where the lens is, in table mm; it looks straight down."""

    x: float
    y: float
    height: float
    tilt_deg: float


def camera_place(layout: TableLayout) -> CameraPlace:
    """The lowest place over the middle of the table from which every zone is seen, as the simulated camera stands."""
    import numpy as np

    from vision.scene.projection import over_table

    pinhole = over_table((2304, 1296), layout.bounds_mm(), tilt_deg=0.0, roll_deg=0.0)
    matrix = pinhole.matrix
    x, y, z = -np.linalg.inv(matrix[:, :3]) @ matrix[:, 3]
    return CameraPlace(round(float(x), 1) + 0.0, round(float(y), 1) + 0.0, round(float(z), 1), 0.0)


POST: Final = 20.0
"""Aluminium profile 20 x 20 mm, slot 6: post and arm of the mast."""
FOOT: Final = 110.0
FOOT_FLOOR: Final = 6.0
LENS_WINDOW: Final = 13.0
"""Side of the square opening that a Camera Module 3 looks, and partly stands, through."""
ARM_OVER_LENS: Final = 25.0
"""Upper side of the arm above the camera's plate."""
CORNER_FLOOR: Final = 17.0
HEAD_REACH: Final = 33.0
"""From the arm's end cap to the lens."""


CAMERA_DEG: Final = 66.0
"""What a Camera Module 3 sees from side to side."""
STRIP_ENDS: Final = 100.0
"""Of the camera's strip: both plugs and the bend at the corner."""
CASE_GAP: Final = 10.0
"""Between the mast's foot and the Pi's case beside it."""
LEAST_LANE: Final = 12.0
"""Of the table, for the Pi's cable beside the cards."""
CABLE_BEND: Final = 40.0
"""Of the Pi's cable, at each end: from its plug down to the table, up to the Pi's header."""
STRIP_BOUGHT: Final = 1500.0
JOINT_DEG: Final = 0.5
"""How far each printed joint of the mast may lean: foot, corner, cap."""
LEVELLED_DEG: Final = 0.4
"""What is left after levelling with a small spirit level on the camera's plate."""
LEVEL_SCREW: Final = (0.7, 90.0)
"""Thread pitch of the four M4 screws that the foot stands on, and the distance between them."""


def mast_x(layout: TableLayout) -> float:
    """Where the post stands, in table mm: beside the pack, its foot clear of every place for cards."""
    return layout.bounds_mm()[2] + FOOT / 2 + 5.0


def profiles(layout: TableLayout) -> dict[str, float]:
    """Lengths to cut the aluminium profile to."""
    lens = camera_place(layout)
    return {
        "post": round(lens.height + ARM_OVER_LENS - FOOT_FLOOR),
        "arm": round(mast_x(layout) - lens.x - HEAD_REACH - 8 - CORNER_FLOOR),
    }


def case_box(layout: TableLayout) -> tuple[float, float, float, float]:
    """x0, y0, x1, y1 of the Pi's case on the table: beside the mast's foot, on player A's side."""
    wide, deep = INSIDE[0] + 2 * WALL, INSIDE[1] + 2 * WALL
    x, high = mast_x(layout), -FOOT / 2 - CASE_GAP
    return x - wide / 2, high - deep, x + wide / 2, high


def strip_way(layout: TableLayout) -> float:
    """How long the camera's strip must be: along arm and post, and to the middle of the case."""
    cut, (_, low, _, high) = profiles(layout), case_box(layout)
    return cut["arm"] + HEAD_REACH + cut["post"] - (low + high) / 2 + STRIP_ENDS


def cable_lane(layout: TableLayout) -> tuple[float, float]:
    """From which y to which the table is free for the Pi's cable, between player A's cards and the board."""
    boxes = [place.box_mm for place in layout.places]
    edge = -layout.board_mm[1] / 2
    low = max(y1 for _, _, _, y1 in boxes if y1 <= edge)
    return low, min([edge, *(y0 for _, y0, _, _ in boxes if low < y0 < 0)])


def pi_cable_way(board: LongBoard) -> float:
    """How long the Pi's cable must be: out of its slot, along the lane, to the middle of the case."""
    x, y = board.to_table(*next((x, y) for _, x, y in board.placed("plug13")))
    x0, y0, x1, y1 = case_box(board.layout)
    lane = sum(cable_lane(board.layout)) / 2
    return abs(y - lane) + abs((x0 + x1) / 2 - x) + abs((y0 + y1) / 2 - lane) + 2 * CABLE_BEND
