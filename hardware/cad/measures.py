"""Every measure of wood, plate, pegs, case and mast, in mm. Pure: the models are built from these.

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
from hardware.electronics.circuits import Circuit, circuits
from hardware.electronics.parts import PARTS
from vision.layout import TableLayout


@dataclass(frozen=True, slots=True)
class Slab:
    """A box that must not meet another: its name and its corners (x0, y0, z0), (x1, y1, z1)."""

    name: str
    low: tuple[float, float, float]
    high: tuple[float, float, float]

    def meets(self, other: Slab) -> bool:
        """Whether the two share space (touching does not count)."""
        return all(
            self.low[i] < other.high[i] - 1e-6 and other.low[i] < self.high[i] - 1e-6 for i in range(3)
        )


@dataclass(frozen=True, slots=True)
class Bore:
    """A round hole straight down: where, how wide, from which height down to which."""

    name: str
    x: float
    y: float
    diameter: float
    top: float
    bottom: float


PLATE: Final = 1.0
GRIP: Final = 1.0
"""Sheet of silicone rubber that holds the pegs."""
GRIP_HOLE: Final = 2.8
WOOD_HOLE: Final = 3.6
ROOF: Final = 10.0
"""Underside of the wood above the circuit boards."""
SPACER: Final = 4.5
"""From there to the circuit boards: the highest part, a plug, is 4.05 mm high, and a router leaves some tenths."""
PCB: Final = 1.6
COVER: Final = 2.0
COVER_GAP: Final = 0.3
SIDE_WALL: Final = 4.0
END_WALL: Final = 3.0
CONTACT_FREE: Final = PARTS["contact"].height_mm
CONTACT_PRESSED: Final = CONTACT_FREE - 1.0
"""Height of a spring under a peg: pressed by a quarter; makers of such fingers warn of more than two fifths."""
BOSS: Final = 6.0
BOSS_HOLE: Final = 2.0
SCREW: Final = 9.5
"""Countersunk screws ST2.2 x 9.5 mm hold the plate from above and the cover from below."""
SCREW_HEAD: Final = 4.3
SCREW_HOLE: Final = 2.4
SCREW_PILOT: Final = 1.6
COVER_POST: Final = 8.0
"""Blocks of wood left standing at the side walls, for the cover's screws."""
LED_HOLE: Final = 3.0
WIRE_HOLE: Final = 3.0
RING_REACH: Final = 6.0
"""From a wire's bore to the screw under which its ring terminal is clamped, at most."""
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
PEG_SHANK: Final = 3.10
PEG_HEAD: Final = 5.2
PEG_HEAD_LENGTH: Final = 18.0
PLUG_ROOM: Final = 9.0
"""From a circuit board's edge outward: a GH plug and the bend of its wires."""

WOOD_SCREW: Final = (2.5, 1.7)
"""Thread and core of the screws in the posts."""
PLATE_SCREW: Final = (2.2, 1.6)
"""Thread and core of the plate's and the cover's screws."""
LEAST_WALL: Final = 3.0
"""Thinner a router does not leave wood standing."""
LEAST_AROUND: Final = 1.5
"""Wood that must stay around a screw's pilot hole in a post."""
LENS_BODY: Final = 9.5
"""Side of the square body of a Camera Module 3's lens, to be compared with the maker's drawing."""

MARKER_RIM: Final = 3.0
"""White that must surround a marker's black square."""
A4: Final = (297.0, 210.0)
MACHINES: Final = {
    'router or laser, 600 x 400 mm (a "6040")': (600.0, 400.0, 80.0),
    "printer, 220 x 220 x 250 mm": (220.0, 220.0, 250.0),
    "lathe, or rod 6 mm in a drill": (30.0, 30.0, 100.0),
    "board house, cheapest size 100 x 100 mm": (100.0, 100.0, 1.6),
}
PART_MACHINE: Final = {
    "board": 'router or laser, 600 x 400 mm (a "6040")',
    "top-plate": 'router or laser, 600 x 400 mm (a "6040")',
    "grip": 'router or laser, 600 x 400 mm (a "6040")',
    "cover": 'router or laser, 600 x 400 mm (a "6040")',
    "peg": "lathe, or rod 6 mm in a drill",
    "button-pin": "printer, 220 x 220 x 250 mm",
    "pi-case": "printer, 220 x 220 x 250 mm",
    "pi-lid": "printer, 220 x 220 x 250 mm",
    "mast-foot": "printer, 220 x 220 x 250 mm",
    "mast-corner": "printer, 220 x 220 x 250 mm",
    "camera-head": "printer, 220 x 220 x 250 mm",
}
"""Which machine each part is made on."""


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

    @property
    def pocket(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 of the room underneath."""
        x0, y0, x1, y1 = self.outline
        return x0 + END_WALL, y0 + SIDE_WALL, x1 - END_WALL, y1 - SIDE_WALL

    @property
    def pcb_top(self) -> float:
        """Height of the circuit boards' upper side."""
        return ROOF - SPACER

    @property
    def shank_length(self) -> float:
        """From a peg's shoulder, which rests on the plate, to its tip, which presses the spring."""
        return round(self.top - self.pcb_top - CONTACT_PRESSED, 3)

    def to_table(self, x: float, y: float) -> tuple[float, float]:
        """Board-file place to table place: player A's rows lie on A's side, so both axes turn around."""
        return self.middle_x - x, -y

    def peg_holes(self) -> Iterator[tuple[str, float, float]]:
        """Every hole: name, x, y."""
        for name, (x, y) in self.board.positions_mm.items():
            yield name, x, y

    @cached_property
    def boards(self) -> tuple[tuple[Circuit, float], ...]:
        """Every circuit board under the wood and the x of its left edge."""
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

    def bosses(self) -> Iterator[Bore]:
        """The pilot holes of the posts that carry the circuit boards."""
        for name, x, y in self.placed("screw"):
            yield Bore(name, x, y, BOSS_HOLE, ROOF + 4.0, self.pcb_top)

    def plate_screws(self) -> list[tuple[float, float]]:
        """Where the plate is screwed to the wood: along both sides between the markers, and at both ends."""
        x0, _, x1, y1 = self.outline
        reach = max(abs(marker.center_mm[0]) - marker.size_mm / 2 for marker in self.layout.markers) - 8.0
        side = y1 - 4.5
        spots = [(round(self.middle_x + reach * k / 2, 3), y) for k in range(-2, 3) for y in (-side, side)]
        wires = self.plate_wires()  # the head's second wire finds a screw at the end
        spots += [self._ring_screw(*wire) for wire in (*wires[:1], *wires[2:])]
        return [*spots, (round(x0 + 3, 3), 14.0), (round(x0 + 3, 3), -14.0), (x1 - 3, 0.0)]

    @staticmethod
    def _ring_screw(x: float, y: float) -> tuple[float, float]:
        """The screw that clamps a wire's ring, beside its bore and clear of lamp and holes."""
        dx, dy = (1.7, -4.3) if x < 0 else (0.0, -5.0)
        return round(x + dx, 3), round(y + dy, 3)

    def plate_wires(self) -> list[tuple[float, float]]:
        """The bores for the wires from the circuit boards' plate holes straight up to the plate, the head's first.
        A plate hole under a marker has none: its screw would lie there."""
        return [(x, y) for _, x, y in self.placed("plate") if not self._marked(*self._ring_screw(x, y))]

    def _marked(self, x: float, y: float) -> bool:
        a, b = self.to_table(x, y)
        reach = MARKER_RIM + SCREW_HEAD / 2
        return any(
            max(abs(a - marker.center_mm[0]), abs(b - marker.center_mm[1])) < marker.size_mm / 2 + reach
            for marker in self.layout.markers
        )

    def cover_posts(self) -> list[tuple[float, float]]:
        """The middles of the blocks that the cover is screwed to: at the middle of the modules, where no plug is."""
        _, y0, _, y1 = self.pocket
        modules = [left + circuit.size_mm[0] / 2 for circuit, left in self.boards if circuit.name == "module"]
        half = COVER_POST / 2
        return [
            (round(x, 3), y) for x in (modules[0], modules[2], modules[-1]) for y in (y0 + half, y1 - half)
        ]

    def button_pins(self) -> list[tuple[float, float, float]]:
        """The outer end of each pin that presses a button: x, y, z of its middle."""
        x0 = self.outline[0]
        return [(x0 - PIN_OUT, y, self.pcb_top + PIN_HEIGHT) for _, _, y in self.placed("button")]

    @property
    def pin_nub(self) -> float:
        """From a pin's collar to the button's plunger, a twentieth of a millimetre left free."""
        plunger = min(x for _, x, _ in self.placed("button")) - BUTTON_REACH
        return round(plunger - (self.pocket[0] + PIN_COLLAR[1]) - 0.05, 3)

    def slabs(self) -> list[Slab]:
        """Circuit boards, what stands on them, and plugs with their wires, as boxes."""
        z = self.pcb_top
        out = []
        for number, (circuit, left) in enumerate(self.boards):
            w, h = circuit.size_mm
            top = circuit.origin_mm[1]
            out.append(Slab(f"board {number}", (left, top - h, z - PCB), (left + w, top, z)))
            for c in circuit.components:
                x, y = left + c.at[0], top - c.at[1]
                if c.part.startswith("plug"):
                    half, up = (7.2 if c.part == "plug8" else 10.4), y > 0
                    near, far = (top - 7.0, top + PLUG_ROOM) if up else (top - h - PLUG_ROOM, top - h + 7.0)
                    out.append(Slab(f"{number}:{c.ref} plug", (x - half, near, z), (x + half, far, z + 4.05)))
                elif (height := PARTS[c.part].height_mm) and c.part != "contact":
                    out.append(
                        Slab(f"{number}:{c.ref}", (x - 0.4, y - 0.4, z), (x + 0.4, y + 0.4, z + height))
                    )
        return out

    def wood_slabs(self) -> list[Slab]:
        """The wood around the pocket, and the posts in it, as boxes."""
        x0, y0, x1, y1 = self.outline
        a0, b0, a1, b1 = self.pocket
        out = [
            Slab("roof", (x0, y0, ROOF), (x1, y1, self.top - PLATE - GRIP)),
            Slab("wall B", (x0, y0, 0), (x1, b0, ROOF)),
            Slab("wall A", (x0, b1, 0), (x1, y1, ROOF)),
            Slab("end of hole 1", (x0, y0, 0), (a0, y1, ROOF)),
            Slab("far end", (a1, y0, 0), (x1, y1, ROOF)),
            Slab("cover", (a0, b0, 0), (a1, b1, COVER)),
        ]
        half = COVER_POST / 2
        out += [
            Slab("cover post", (x - half, y - half, COVER), (x + half, y + half, ROOF))
            for x, y in self.cover_posts()
        ]
        r = BOSS / 2 * 0.7071
        return out + [
            Slab(f"post {b.name}", (b.x - r, b.y - r, self.pcb_top), (b.x + r, b.y + r, ROOF))
            for b in self.bosses()
        ]


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
STRIP_ENDS: Final = 150.0
"""Of the camera's strip: both plugs, the bend at the corner, the way into the case."""
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


def strip_way(layout: TableLayout) -> float:
    """How long the camera's strip must be: along arm and post to a case that stands at the mast's foot."""
    cut = profiles(layout)
    return cut["arm"] + HEAD_REACH + cut["post"] + STRIP_ENDS


def pi_cable_way(board: LongBoard) -> float:
    """How long the Pi's cable must be for a case that stands beside the board's cable slot."""
    slot = next(x for _, x, _ in board.placed("plug13"))
    end = (
        board.outline[0] if abs(slot - board.outline[0]) < abs(slot - board.outline[2]) else board.outline[2]
    )
    return abs(slot - end) + CASE_BESIDE + 2 * 40.0


CASE_BESIDE: Final = 150.0
"""From the board's end to the header of a Pi that stands beside it."""
