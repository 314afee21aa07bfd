"""The closed top over the circuit boards with Hall switches: every measure, in mm. Pure: models and drawings follow.

Each circuit board carries a printed block of its own size, screwed to it from below: the holes with their floor, a
ledge that keeps the floor off the switches, room for the higher parts, numbers and lines. So holes and switches are
one piece, and wood may move as it likes: it is only the frame around the row of blocks and the base under it.

The frame of reference is the board file's (`measures`): x along the board from hole 1, y across, z up from the table.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from firmware.boardmap import BoardMap
from hardware.cad import measures as m
from hardware.cad.flat import NUMBER_HIGH, Box, Shape, engraved
from hardware.cad.measures import LongBoard
from hardware.electronics.circuits import Circuit, Component, circuits
from hardware.electronics.parts import PARTS
from hardware.paper.assembly import body
from hardware.sums.hall_values import DESIGN, LEDGE
from vision.layout import TableLayout

FEET: Final = 2.0
BASE: Final = 3.0
"""Plywood under the circuit boards."""
FLOOR: Final = DESIGN.floor
HOLE: Final = DESIGN.hole
BLOCK_GAP: Final = 0.05
"""A block stays so far inside its circuit board's edge, all around."""
POST: Final = 5.0
PILOT: Final = 2.0
PILOT_DEPTH: Final = 9.0
SCREW: Final = (2.5, 12.0)
"""Countersunk screws, brass: thread and length, through base and circuit board into a block."""
ROOM_ABOVE: Final = 0.5
ROOM_BESIDE: Final = 0.6
"""Left free above and beside a part that is higher than the ledge allows."""
LEAST_SKIN: Final = 1.0
"""Print that must stay around a hole beside a room."""
LAMP_HOLE: Final = 2.0
GROOVE: Final = (0.5, 0.4)
"""Width and depth of numbers and lines."""
EDGE, SEAM = 0.7, 0.5
"""A groove stays so far inside a block's edge, and counts as on the seam so far beyond it."""
BUTTON_ROOM: Final = 4.6

WINDOW_GAP: Final = 0.25
"""Between the row of blocks and the wood around it."""
FRAME_ROOF: Final = 12.0
"""Height to which room for plugs is routed into the frame from below."""
BASE_REACH: Final = 46.0
"""From the board's middle line to the base's edge, and the rabbet that it lies in."""
BASE_GAP: Final = 0.3
BASE_SCREW_Y: Final = 42.0
END_WALL: Final = m.END_WALL
RELIEF: Final = 1.6
PEG_OUT: Final = 15.0
"""How much of a peg stands above the board."""
MAGNET_BORE: Final = (2.1, DESIGN.magnet_length)


@dataclass(frozen=True, slots=True)
class Block:
    """What is printed over one circuit board: its name, the circuit, where its upper left corner lies (x, y)."""

    name: str
    circuit: Circuit
    left: float
    top: float
    beyond: float = 0.0
    """How far the block reaches beyond the left edge of its circuit board: the head's, to the frame."""

    @property
    def outline(self) -> Box:
        """x0, y0, x1, y1."""
        w, h = self.circuit.size_mm
        g = BLOCK_GAP
        return self.left + g - self.beyond, self.top - h + g, self.left + w - g, self.top - g

    def at(self, component: Component) -> tuple[float, float]:
        """Where a part lies."""
        return round(self.left + component.at[0], 3), round(self.top - component.at[1], 3)

    def parts(self, key: str) -> Iterator[tuple[float, float]]:
        """Where every part of a kind lies."""
        return (self.at(c) for c in self.circuit.components if c.part == key)


@dataclass(frozen=True)
class HallTop:
    """Blocks, frame and base of the long board with Hall switches."""

    board: BoardMap
    layout: TableLayout

    @cached_property
    def long_board(self) -> LongBoard:
        """Outline, circuit boards, numbers and lines."""
        return LongBoard(self.board, self.layout)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The head's block and those of the modules, from hole 1 on."""
        module, head = circuits(self.board)
        lefts = [left for _, left in self.long_board.boards]
        pairs = [("hall-head-top", head), *((f"hall-module-{i}-top", module) for i in range(1, len(lefts)))]
        beyond = lefts[0] + BLOCK_GAP - (self.long_board.outline[0] + END_WALL + WINDOW_GAP)
        return tuple(
            Block(name, circuit, left, circuit.origin_mm[1], beyond if circuit is head else 0.0)
            for (name, circuit), left in zip(pairs, lefts, strict=True)
        )

    @property
    def pcb_top(self) -> float:
        """Height of the circuit boards' upper side above the table."""
        return FEET + BASE + m.PCB

    @property
    def height(self) -> float:
        """From the circuit board's upper side to the top of a block."""
        return round(self.layout.board_top_mm - self.pcb_top, 3)

    @property
    def depth(self) -> float:
        """Of a hole, down to its floor."""
        return round(self.height - LEDGE - FLOOR, 3)

    @property
    def peg_length(self) -> float:
        """Of a dowel with its magnet."""
        return round(self.depth + PEG_OUT, 1)

    @property
    def window(self) -> Box:
        """The opening of the frame, in which the blocks lie."""
        x0, *_ = self.long_board.outline
        ys = [y for block in self.blocks for y in (block.top, block.top - block.circuit.size_mm[1])]
        right = max(block.outline[2] for block in self.blocks)
        return x0 + END_WALL, min(ys) - WINDOW_GAP, round(right + WINDOW_GAP, 3), max(ys) + WINDOW_GAP

    @property
    def rabbet(self) -> Box:
        """What is routed from below for the base, as deep as the base is thick."""
        x0, _, x1, _ = self.window
        return x0, -BASE_REACH - BASE_GAP, x1, BASE_REACH + BASE_GAP

    @property
    def base(self) -> Box:
        """The base's outline."""
        x0, y0, x1, y1 = self.rabbet
        return x0 + BASE_GAP, y0 + BASE_GAP, x1 - BASE_GAP, y1 - BASE_GAP

    def base_screws(self) -> list[tuple[float, float]]:
        """Screws that hold the base in the frame: at the middle of three modules, where no plug is."""
        middles = [
            block.left + block.circuit.size_mm[0] / 2
            for block in (self.blocks[1], self.blocks[3], self.blocks[-1])
        ]
        return [(round(x, 3), y) for x in middles for y in (BASE_SCREW_Y, -BASE_SCREW_Y)]

    def block_screws(self) -> list[tuple[float, float]]:
        """Screws that hold the blocks, their circuit boards between."""
        return [at for block in self.blocks for at in block.parts("screw")]

    def plug_rooms(self) -> list[Box]:
        """Room in the frame beside the blocks for plugs and the bend of their wires; the last is the Pi's."""
        _, y0, _, y1 = self.window
        out = []
        lower = sorted(x for block in self.blocks for x, _ in block.parts("plug8"))
        reach = -BASE_REACH + 1.0
        # J2 of one board and J1 of the next, and their cable
        for a, b in zip(lower[::2], lower[1::2], strict=False):
            out.append((round(a - 8.0, 3), reach, round(b + 8.0, 3), y0))
        if len(lower) % 2:
            out.append((round(lower[-1] - 8.0, 3), reach, round(lower[-1] + 8.0, 3), y0))
        x = next(iter(self.blocks[0].parts("plug13")))[0]
        return [*out, (round(x - 11.0, 3), y1, round(x + 11.0, 3), self.long_board.outline[3])]


def holes(block: Block) -> list[tuple[float, float]]:
    """The holes of a block: over the middle of every switch."""
    return list(block.parts("hall"))


def rooms(block: Block) -> list[tuple[str, Box, float]]:
    """What is left free in a block for parts that the ledge is too low for: reference, box, height above the circuit
    board. Plugs and buttons are open to the edge that they look out of."""
    _, y0, _, y1 = block.outline
    out = []
    for component in block.circuit.components:
        height = PARTS[component.part].height_mm
        if component.part == "hall" or height + 0.2 <= LEDGE:
            continue
        (x, y), (w, h) = block.at(component), body(component)
        a0, b0, a1, b1 = (
            x - w / 2 - ROOM_BESIDE, y - h / 2 - ROOM_BESIDE, x + w / 2 + ROOM_BESIDE, y + h / 2 + ROOM_BESIDE
        )  # fmt: skip
        if component.part.startswith("plug"):
            b0, b1 = (b0, y1 + 1) if y > 0 else (y0 - 1, b1)
        if component.part == "button":  # and for its pin's collar
            half = m.PIN_COLLAR[0] / 2 + ROOM_BESIDE
            a0, b0, a1, b1 = block.left - 2, y - half, block.left + BUTTON_ROOM, y + half
            height = m.PIN_HEIGHT + m.PIN_COLLAR[0] / 2
        out.append((component.ref, (a0, b0, a1, b1), height + ROOM_ABOVE))
    return out


def grooves(top: HallTop, block: Block) -> list[Shape]:
    """Numbers and lines of the board that lie on a block; a line on the seam to the block before is at its edge."""
    x0, _, x1, _ = block.outline
    out = []
    for shape in engraved(top.long_board):
        points = tuple((x0 + EDGE if x0 - SEAM < x < x0 + EDGE else x, y) for x, y in shape.points)
        if all(x0 + EDGE <= x < x1 - SEAM for x, _ in points):
            out.append(dataclasses.replace(shape, points=points))
    return out


_SEGMENTS: Final = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc", "7": "abc",
    "8": "abcdefg", "9": "abcdfg", "A": "abcefg", "B": "cdefg",
}  # fmt: skip
DIGIT: Final = (1.2, NUMBER_HIGH)


def strokes(words: str, at: tuple[float, float]) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Words as lines, seven for each sign, about their middle; of ``A START`` the A."""
    words = words.split()[0]
    w, h = DIGIT
    step = w + 0.8
    out = []
    for k, sign in enumerate(words):
        x, y = at[0] + (k - (len(words) - 1) / 2) * step - w / 2, at[1] - h / 2
        ends = {
            "a": ((0, h), (w, h)), "b": ((w, h), (w, h / 2)), "c": ((w, h / 2), (w, 0)), "d": ((0, 0), (w, 0)),
            "e": ((0, 0), (0, h / 2)), "f": ((0, h / 2), (0, h)), "g": ((0, h / 2), (w, h / 2)),
        }  # fmt: skip
        for segment in _SEGMENTS[sign]:
            (ax, ay), (bx, by) = ends[segment]
            out.append(((x + ax, y + ay), (x + bx, y + by)))
    return out


def lines(top: HallTop, block: Block) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Every groove of a block as a line."""
    out = []
    for shape in grooves(top, block):
        if shape.words:
            out += strokes(shape.words, shape.points[0])
        else:
            out.append((shape.points[0], shape.points[1]))
    return out


# --- what is cut and routed


def frame_shapes(top: HallTop) -> list[Shape]:
    """The frame from below, as it lies on the router: mirrored about its middle."""
    x0, y0, x1, y1 = top.long_board.outline
    thick = top.layout.board_top_mm - FEET
    out = [_box("cut through", (x0, y0, x1, y1)), _box("cut through", top.window)]
    a0, b0, a1, b1 = top.window
    # the blocks' corners are square, a cutter's are not
    corners = ((a0, b0), (a1, b0), (a1, b1), (a0, b1))
    out += [Shape("cut through", (corner,), radius=RELIEF) for corner in corners]
    out.append(_box(f"pocket {BASE:g} mm deep", top.rabbet))
    out += [_box(f"pocket {FRAME_ROOF - FEET:g} mm deep", room) for room in top.plug_rooms()]
    out += [
        Shape(f"bore {m.SCREW_PILOT:g} mm, {thick - 6:g} mm deep", (at,), radius=m.SCREW_PILOT / 2)
        for at in top.base_screws()
    ]
    for _, y, z in button_bores(top):
        out.append(
            Shape(
                f"mark end bore {m.PIN_HOLE:g} mm, {z - FEET:.1f} mm from below",
                ((x0, y), (x0 + END_WALL, y)),
            )
        )
    middle = top.long_board.middle_x
    return [
        Shape(s.layer, tuple((round(2 * middle - x, 3), y) for x, y in s.points), s.closed, s.radius, s.words)
        for s in out
    ]


def base_shapes(top: HallTop) -> list[Shape]:
    """The base, seen from above."""
    out = [_box("cut through", top.base)]
    out += [
        Shape(f"drill {SCREW[0] + 0.3:g} mm, countersunk below", (at,), radius=(SCREW[0] + 0.3) / 2)
        for at in top.block_screws()
    ]
    return out + [
        Shape(f"drill {m.SCREW_HOLE:g} mm, countersunk below", (at,), radius=m.SCREW_HOLE / 2)
        for at in top.base_screws()
    ]


def drawings(top: HallTop) -> dict[str, list[Shape]]:
    """Every flat drawing by name."""
    return {"hall-frame-below": frame_shapes(top), "hall-base": base_shapes(top)}


def _box(layer: str, box: Box) -> Shape:
    x0, y0, x1, y1 = box
    return Shape(layer, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), closed=True)


def button_bores(top: HallTop) -> list[tuple[float, float, float]]:
    """Where the pins that press the buttons go through the frame's end: x of the outside, y, z above the table."""
    x0 = top.long_board.outline[0]
    return [(x0, y, top.pcb_top + m.PIN_HEIGHT) for _, y in top.blocks[0].parts("button")]


# --- does it fit?


def faults(top: HallTop) -> list[str]:
    """What is wrong with the measures: every sentence names one thing."""
    return [*_stack(top), *_blocks(top), *_wood(top)]


def _stack(top: HallTop) -> Iterator[str]:
    if top.depth < DESIGN.hole_depth:
        yield f"a hole is {top.depth:g} mm deep; the sums ask for {DESIGN.hole_depth:g} mm"
    if PARTS["hall"].height_mm > LEDGE:
        yield "the floor presses on the switches"
    grip = SCREW[1] - BASE - m.PCB
    if not 2 * SCREW[0] <= grip <= PILOT_DEPTH - 0.5:
        yield f"a screw holds {grip:g} mm in a block"
    if not 0.7 * SCREW[0] <= PILOT <= 0.88 * SCREW[0]:
        yield "a block's bore does not hold its screw, or splits"
    if DESIGN.magnet_diameter >= MAGNET_BORE[0] or MAGNET_BORE[0] > DESIGN.peg - 0.8:
        yield "a magnet does not go into its peg, or the peg splits"
    if DESIGN.peg >= HOLE:
        yield "a peg does not go into its hole"


def _blocks(top: HallTop) -> Iterator[str]:
    placed: dict[tuple[float, float], str] = {}
    for block in top.blocks:
        x0, y0, x1, y1 = block.outline
        bores = holes(block)
        placed |= dict.fromkeys(bores, block.name)
        for ref, (a0, b0, a1, b1), high in rooms(block):
            if high > top.height - 3.0:
                yield f"{block.name}: room for {ref} comes near the top"
            for x, y in bores:
                if high > LEDGE and _apart((a0, b0, a1, b1), x, y) < HOLE / 2 + LEAST_SKIN:
                    yield f"{block.name}: room for {ref} opens the hole at {x:g}, {y:g}"
            for x, y in block.parts("screw"):
                if _apart((a0, b0, a1, b1), x, y) < PILOT / 2 + LEAST_SKIN:
                    yield f"{block.name}: room for {ref} opens the bore at {x:g}, {y:g}"
        for x, y in block.parts("screw"):
            if any(math.dist((x, y), hole) < (HOLE + PILOT) / 2 + LEAST_SKIN for hole in bores):
                yield f"{block.name}: the screw at {x:g}, {y:g} meets a hole"
            if not (x0 + POST / 2 <= x <= x1 - POST / 2 and y0 + POST / 2 <= y <= y1 - POST / 2):
                yield f"{block.name}: the post at {x:g}, {y:g} hangs over the edge"
        for x, y in block.parts("led"):
            if any(math.dist((x, y), hole) < (HOLE + LAMP_HOLE) / 2 + LEAST_SKIN for hole in bores):
                yield f"{block.name}: the lamp's hole meets another"
        for a, b in lines(top, block):
            if any(_from_line(a, b, hole) < HOLE / 2 + GROOVE[0] / 2 for hole in bores):
                yield f"{block.name}: a groove runs into a hole near {a[0]:.1f}, {a[1]:.1f}"
    for name, (x, y) in top.board.positions_mm.items():
        if not any(math.dist((x, y), at) < 0.02 for at in placed):
            yield f"{name} has no hole"
    if len(placed) != len(top.board.positions_mm):
        yield f"{len(placed)} holes, not {len(top.board.positions_mm)}"


def _wood(top: HallTop) -> Iterator[str]:
    x0, _, x1, y1 = top.long_board.outline
    a0, b0, a1, b1 = top.window
    if min(a0 - x0, x1 - a1) < m.LEAST_WALL:
        yield "the frame's ends are too thin"
    if y1 - BASE_REACH - BASE_GAP < m.LEAST_WALL:
        yield "the frame is too thin beside the base"
    plug = PARTS["plug8"].height_mm
    if top.pcb_top + plug + ROOM_ABOVE > FRAME_ROOF:
        yield "a plug meets the frame"
    for block in top.blocks:
        if not (
            a0 < block.outline[0]
            and block.outline[2] < a1
            and b0 < block.outline[1]
            and block.outline[3] < b1
        ):
            yield f"{block.name} does not go into the frame"
        for key, half in (("plug8", 7.3), ("plug13", 10.4)):
            for x, y in block.parts(key):
                edge = b1 if y > 0 else b0
                if not any(
                    r0 <= x - half and x + half <= r1 and edge in (s0, s1)
                    for r0, s0, r1, s1 in top.plug_rooms()
                ):
                    yield f"{block.name}: no room in the frame for the plug at {x:g}, {y:g}"
    for x, y in top.base_screws():
        if any(_apart(room, x, y) < m.SCREW_PILOT / 2 + m.LEAST_AROUND for room in top.plug_rooms()):
            yield f"the base's screw at {x:g}, {y:g} finds no wood"
        if not b1 + m.LEAST_AROUND < abs(y) < BASE_REACH - m.SCREW_HEAD / 2:
            yield f"the base's screw at {x:g}, {y:g} finds no wood"
    for marker in top.layout.markers:
        cx, cy = marker.center_mm
        half = marker.size_mm / 2 + m.MARKER_RIM
        if any(
            max(abs(cx - a), abs(cy - b)) < half + HOLE / 2
            for a, b in (top.long_board.to_table(*at) for at in top.board.positions_mm.values())
        ):
            yield f"marker {marker.id} covers a hole"


def _apart(box: Box, x: float, y: float) -> float:
    """From a point to a box; 0 inside."""
    x0, y0, x1, y1 = box
    return math.hypot(max(x0 - x, 0.0, x - x1), max(y0 - y, 0.0, y - y1))


def _from_line(a: tuple[float, float], b: tuple[float, float], at: tuple[float, float]) -> float:
    """From a point to a line between two others."""
    (ax, ay), (bx, by) = a, b
    long = (bx - ax) ** 2 + (by - ay) ** 2
    t = 0.0 if long == 0 else max(0.0, min(1.0, ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / long))
    return math.dist(at, (ax + t * (bx - ax), ay + t * (by - ay)))
