"""The two circuit boards as data, made from the board file: which pin is on which net, and where each part sits.

Lengths are in mm, x to the right and y down as in KiCad, the origin at the board's top left corner seen from above
(player A's outer row at the top, hole 1 to the left). Nothing here needs KiCad.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from firmware.boardmap import CHIP_BITS, Bit, BoardMap, Part
from firmware.wiring import CHIP_PIN
from hardware.electronics import prints
from hardware.electronics.parts import PARTS
from hardware.electronics.prints import Label

SUPPLY: Final = "+3V3"
GROUND: Final = "GND"
CLAMP: Final = "CLAMP"
"""The upper end of every TVS array: 10 kOhm from the supply, so that a supply that is shorted behind the fuse draws
nothing through the arrays from the Pi's pins."""
CHIP_CONTROL: Final = {"1": "PL#", "2": "SCLK", "15": "CE#"}
"""Pins of a 74HC165 -> the signal on them."""
CHIP_Q7, CHIP_DS, CHIP_Q7N = "9", "10", "7"
CHAIN_PLUG: Final = (SUPPLY, GROUND, "SCLK", "CE#", "PL#", "DATA", "MOSI", GROUND)
"""The eight ways of every plug of the chain, way 1 first; DATA runs towards the Pi, all else away from it."""
MODULE_HEIGHT_MM: Final = 72.0
MODULE_EDGE_MM: Final = 4.6
HEAD_LEFT_MM: Final = 5.0
HEAD_RIGHT_MM: Final = 4.6
MODULE, HEAD = "hall-module", "hall-head"
"""Names of the two circuit boards and of their files."""


@dataclass(frozen=True, slots=True)
class Component:
    """One part on a board: pin number -> net; pins that are left out are not connected."""

    ref: str
    part: str
    nets: Mapping[str, str]
    at: tuple[float, float]
    turn_deg: float = 0.0
    value: str = ""


@dataclass(frozen=True)
class Circuit:
    """One circuit board; `origin_mm` is the board-map place (x, y up) of its top left corner when it is the first."""

    name: str
    title: str
    size_mm: tuple[float, float]
    origin_mm: tuple[float, float]
    components: tuple[Component, ...]
    labels: tuple[Label, ...]
    switches: Mapping[str, str] = field(default_factory=dict)
    """Reference of a Hall switch -> the hole above it (on a module: of the first module)."""

    def component(self, ref: str) -> Component:
        """The component of a reference; `KeyError` when there is none."""
        for component in self.components:
            if component.ref == ref:
                return component
        raise KeyError(ref)

    def nets(self) -> dict[str, frozenset[tuple[str, str]]]:
        """Net -> the (reference, pin) on it."""
        nets: dict[str, set[tuple[str, str]]] = {}
        for component in self.components:
            for pin, net in component.nets.items():
                nets.setdefault(net, set()).add((component.ref, pin))
        return {net: frozenset(pins) for net, pins in nets.items()}


HEAD_END: Final = Component("JP1", "bridge", {"1": "DS", "2": "MOSI"}, (20.0, 46.0), 0.0)
"""Closed on a head that is alone: what was sent through the chain comes back from its one chip."""


def circuits(board: BoardMap) -> tuple[Circuit, Circuit]:
    """The sensor module and the head board of a board."""
    return module(board), head(board)


def same_module(board: BoardMap) -> tuple[tuple[tuple[str, int] | int | None, ...], tuple[Part, ...]]:
    """What every module of the board has on its bits: (row id, column from 1), a known level, or None where
    the level tells the module's number. `ValueError` when two modules differ in anything else."""
    parts = tuple(part for part in board.parts if part.kind != "inputs")
    patterns = []
    for part in parts:
        bits = board.bits[(part.first_chip - 1) * CHIP_BITS :][: part.chips * CHIP_BITS]
        columns = sorted({board.positions_mm[bit][0] for bit in bits if isinstance(bit, str)})
        patterns.append([_place(board, bit, columns) for bit in bits])
    common: list[tuple[str, int] | int | None] = []
    for i, places in enumerate(zip(*patterns, strict=True)):
        if all(place == places[0] for place in places):
            common.append(places[0])
        elif all(isinstance(place, int) for place in places):
            common.append(None)
        else:
            raise ValueError(f"modules differ at bit {i}: {sorted(map(str, set(places)))}")
    return tuple(common), parts


def _place(board: BoardMap, bit: Bit, columns: list[float]) -> tuple[str, int] | int:
    if isinstance(bit, int):
        return bit
    x_mm, y_mm = board.positions_mm[bit]
    row = next(row for row in board.rows if row.y_mm == y_mm and row.hole(_column(board, x_mm)) == bit)
    return row.id, columns.index(x_mm) + 1


def _column(board: BoardMap, x_mm: float) -> int:
    return next(c for c in range(-20, 400) if board.geometry.x_mm(c) == x_mm)


def _small(ref: str, part: str, a: str, b: str, x: float, y: float, turn: float = 90.0) -> Component:
    """A part of two pins; at 90 degrees pin 1 is at the bottom, at 270 at the top."""
    return Component(ref, part, {"1": a, "2": b}, (x, y), turn)


def _chip(ref: str, cap: str, x: float, y: float, nets: Mapping[str, str]) -> Iterator[Component]:
    yield Component(ref, "chip", {**nets, "8": GROUND, "16": SUPPLY}, (x, y), 90.0)
    yield _small(cap, "100n", SUPPLY, GROUND, x + 4.25, y, 270.0)


def _hole(
    number: int, net: str, x: float, y: float, outward: float, beside_mm: float = 4.08
) -> Iterator[Component]:
    """A Hall switch, its capacitor, and the pull-up of the chip's input that it pulls low; the two stand on the side
    given by `outward` (-1: above)."""
    turn = 90.0 if outward < 0 else 270.0
    yield Component(f"H{number}", "hall", {"1": SUPPLY, "2": f"{net}_IN", "3": GROUND}, (x, y), 90.0)
    yield _small(f"C{100 + number}", "100n", SUPPLY, GROUND, x - 0.85, y + outward * beside_mm, turn)
    yield _small(f"R{200 + number}", "10k", f"{net}_IN", SUPPLY, x + 0.85, y + outward * beside_mm, turn)


def _buffer(
    ref: str, cap: str, x: float, y: float, ways: Mapping[str, tuple[str, str]]
) -> Iterator[Component]:
    """The Schmitt buffer: its three ways 1-7, 6-2, 3-5, each (input net, output net)."""
    nets = {"8": SUPPLY, "4": GROUND}
    for pins, (source, drain) in ways.items():
        a, b = pins.split("-")
        nets |= {a: source, b: drain}
    yield Component(ref, "buffer", nets, (x, y))
    yield _small(cap, "100n", SUPPLY, GROUND, x, y - 3.0, 180.0)


def _plug(ref: str, part: str, ways: tuple[str, ...], x: float, y: float, turn: float) -> Component:
    nets = {str(i): net for i, net in enumerate(ways, 1) if net}
    return Component(ref, part, {**nets, "MP": GROUND}, (x, y), turn, PARTS[part].value)


def module(board: BoardMap) -> Circuit:
    """The sensor module, one of the equal ones: its holes are called by row and column."""
    bits, parts = same_module(board)
    first = parts[0]
    holes = [
        bit for bit in board.bits[(first.first_chip - 1) * CHIP_BITS :][: len(bits)] if isinstance(bit, str)
    ]
    xs = sorted({board.positions_mm[hole][0] for hole in holes})
    width = round(xs[-1] - xs[0] + 2 * MODULE_EDGE_MM, 3)
    origin = (round(xs[0] - MODULE_EDGE_MM, 3), MODULE_HEIGHT_MM / 2)
    rows = sorted({row.id: row for row in board.rows}.values(), key=lambda row: -row.y_mm)
    rows = [row for row in rows if any(isinstance(bit, tuple) and bit[0] == row.id for bit in bits)]
    middle = MODULE_HEIGHT_MM / 2
    parts_list: list[Component] = []
    labels: list[Label] = []
    switches: dict[str, str] = {}
    for k, row in enumerate(rows):
        outward = -1.0 if row.y_mm > 0 else 1.0  # away from the chips, which stand in the middle
        y = middle - row.y_mm
        for column, x_mm in enumerate(xs, 1):
            number = k * len(xs) + column
            x = round(x_mm - origin[0], 3)
            parts_list += _hole(number, f"{row.id}{column}", x, y, outward)
            switches[f"H{number}"] = next(h for h in holes if board.positions_mm[h] == (x_mm, row.y_mm))
            labels.append(Label(str(column), (x, y - outward * 3.1), 1.0))
    pitch = width / first.chips
    spots = [round(pitch * (i + 0.5) - 0.9, 2) for i in range(first.chips)]
    for i in range(first.chips):
        nets = {pin: f"{signal}_M" for pin, signal in CHIP_CONTROL.items()}
        nets[CHIP_Q7] = f"Q{i + 1}"
        nets[CHIP_DS] = f"Q{i + 2}" if i + 1 < first.chips else "DS"
        for j in range(CHIP_BITS):
            bit = bits[i * CHIP_BITS + j]
            pin = str(CHIP_PIN[7 - j])
            if isinstance(bit, tuple):
                nets[pin] = f"{bit[0]}{bit[1]}_IN"
            elif bit is None:
                nets[pin] = f"ID{i + 1}"
            else:
                nets[pin] = SUPPLY if bit else GROUND
        parts_list += _chip(f"U{i + 1}", f"C{i + 1}", spots[i], middle, nets)
    parts_list += _module_edge(bits, width)
    ties = [i for i, bit in enumerate(bits) if bit is None]
    labels += prints.module_top(rows, len(xs), len(ties), width, MODULE_HEIGHT_MM)
    labels += prints.module_below(board, parts, ties, width)
    return Circuit(
        MODULE, "Pegwatch Hall sensor module, 40 holes", (width, MODULE_HEIGHT_MM), origin, tuple(parts_list),
        tuple(labels), switches,
    )  # fmt: skip


def _module_edge(bits: tuple[tuple[str, int] | int | None, ...], width: float) -> Iterator[Component]:
    """Plugs, buffer, protection, bridges and bores of a module."""
    low = MODULE_HEIGHT_MM
    yield _plug(
        "J1", "plug8", ("+3V3", "GND", "SCLK", "CE#", "PL#", "DATA_OUT", "MOSI", "GND"), 15.5, low - 3.9, 0
    )
    yield _plug(
        "J2", "plug8", ("+3V3", "GND", "SCLK", "CE#", "PL#", "DS", "MOSI", "GND"), width - 15.5, low - 3.9, 0
    )
    yield Component(
        "D1",
        "tvs",
        {"1": "SCLK", "2": GROUND, "3": "CE#", "4": "PL#", "5": CLAMP, "6": "MOSI"},
        (26.6, low - 3.6),
        90.0,
    )
    yield _small("R306", "10k", CLAMP, SUPPLY, 26.7, low - 6.6, 0)
    ways = {"1-7": ("SCLK", "SCLK_B"), "6-2": ("CE#", "CE#_B"), "3-5": ("PL#", "PL#_B")}
    yield from _buffer("U7", "C7", 33.0, low - 4.0, ways)
    for k, signal in enumerate(("SCLK", "CE#", "PL#")):
        yield _small(f"R{301 + k}", "33R", f"{signal}_B", f"{signal}_M", 37.0 + 1.7 * k, low - 4.0)
    yield _small("R304", "33R", "Q1", "DATA_OUT", 6.2, low - 9.6, 0)
    yield _small("R305", "100k", "DS", SUPPLY, width - 6.2, low - 9.6, 0)
    yield _small("C8", "10u", SUPPLY, GROUND, 25.0, low - 8.6, 0)
    yield Component("JP5", "bridge", {"1": "DS", "2": "MOSI"}, (width - 26.2, low - 2.4), 0.0)
    for k, bit in enumerate(i for i, bit in enumerate(bits) if bit is None):
        net = f"ID{bit // CHIP_BITS + 1}"
        x = 28.0 + 7.5 * k
        yield Component(f"JP{k + 1}", "bridge", {"1": net, "2": GROUND}, (x, 3.2), 0.0)
        yield _small(f"R{311 + k}", "100k", net, SUPPLY, x, 6.4, 180.0)
    spots = ((4.0, 4.0), (width - 4.0, 4.0), (4.0, low - 4.0), (width - 4.0, low - 4.0))
    for k, spot in enumerate((*spots, (width / 2, 19.0), (width / 2, low - 19.0)), 1):
        yield Component(f"MH{k}", "screw", {}, spot)
    for k, spot in enumerate(((19.0, 3.0), (width - 1.63, 22.0), (1.7, 50.0)), 1):
        yield Component(f"FID{k}", "fiducial", {}, spot)


PI_PLUG: Final = (
    ("3V3", "3V3", "1"), ("GND", GROUND, "6"), ("SCLK", "SCLK_PI", ""), ("MISO", "MISO_PI", ""),
    ("MOSI", "MOSI_PI", ""), ("CE0", "CE#_PI", ""), ("PL#", "PL#_PI", ""), ("GND", GROUND, "25"),
)  # fmt: skip
"""The first eight ways of the head's plug to the Pi: signal, net, header pin where it is a supply."""


def pi_ways(board: BoardMap) -> tuple[tuple[str, str, int | str], ...]:
    """Every way of the head's plug to the Pi, way 1 first: (signal, net, BCM number or ``pin N`` of a supply)."""
    pins = board.pins
    bcm = {
        "SCLK": pins.clock,
        "MISO": pins.data_in,
        "MOSI": pins.data_out,
        "CE0": pins.select,
        "PL#": pins.load,
    }
    ways: list[tuple[str, str, int | str]] = [
        (signal, net, f"pin {pin}" if pin else bcm[signal]) for signal, net, pin in PI_PLUG
    ]
    if board.panel.status_led is not None:
        ways.append(("LED", "LED_PI", board.panel.status_led))
    for (player, what), pin in board.panel.buttons.items():
        ways.append((f"{player} {what}", f"{player}_{what.upper()}_PI", pin))
    return tuple(ways)


def head(board: BoardMap) -> Circuit:
    """The head board: the start holes, the game hole, the first chip, the plug to the Pi, lamp and buttons."""
    part = next(part for part in board.parts if part.kind == "inputs")
    bits = board.bits[(part.first_chip - 1) * CHIP_BITS :][: part.chips * CHIP_BITS]
    holes = [bit for bit in bits if isinstance(bit, str)]
    xs = [board.positions_mm[hole][0] for hole in holes]
    left, middle = min(xs) - HEAD_LEFT_MM, MODULE_HEIGHT_MM / 2
    width = round(max(xs) + HEAD_RIGHT_MM - left, 3)
    parts_list: list[Component] = []
    labels: list[Label] = []
    switches: dict[str, str] = {}
    nets = dict(CHIP_CONTROL) | {CHIP_Q7: "Q1", CHIP_DS: "DS"}
    for j, bit in enumerate(bits):
        nets[str(CHIP_PIN[7 - j])] = f"{bit}_IN" if isinstance(bit, str) else (SUPPLY if bit else GROUND)
    for number, hole in enumerate(holes, 1):
        x_mm, y_mm = board.positions_mm[hole]
        x, y = round(x_mm - left, 3), middle - y_mm
        parts_list += _hole(number, hole, x, y, 1.0)
        switches[f"H{number}"] = hole
        labels.append(Label(hole, (x, y - 3.3), 0.9))
    parts_list += _chip("U1", "C1", 10.0, 28.0, nets)
    parts_list += _head_rest(board, width)
    buttons = {
        c.ref: (" ".join(name), c.at[1])
        for c, name in zip((c for c in parts_list if c.part == "button"), board.panel.buttons, strict=True)
    }
    labels += prints.head_top(width)
    labels += prints.head_below(pi_ways(board), buttons)
    labels.append(Label("END", (20.0, 47.7), 0.8))
    return Circuit(
        HEAD, "Pegwatch Hall head board", (width, MODULE_HEIGHT_MM), (round(left, 3), middle), tuple(parts_list),
        tuple(labels), switches,
    )  # fmt: skip


def _head_rest(board: BoardMap, width: float) -> Iterator[Component]:
    low = MODULE_HEIGHT_MM
    yield _plug("J1", "plug13", tuple(net for _, net, _ in pi_ways(board)), width / 2, 3.9, 180.0)
    yield _plug("J2", "plug8", ("+3V3", "GND", "SCLK", "CE#", "PL#", "DS", "MOSI", "GND"), 8.7, low - 3.9, 0)
    yield Component("F1", "fuse", {"1": "3V3", "2": SUPPLY}, (20.2, 11.2), 90.0)
    bus = {"1": "SCLK_PI", "2": GROUND, "3": "CE#_PI", "4": "PL#_PI", "5": CLAMP, "6": "MOSI_PI"}
    yield Component("D1", "tvs", bus, (8.2, 11.2), 90.0)
    buttons = [f"{player}_{what.upper()}" for player, what in board.panel.buttons]
    lines = dict(zip(("1", "3", "4", "6"), (f"{name}_PI" for name in buttons), strict=False))
    yield Component("D2", "tvs", {**lines, "2": GROUND, "5": CLAMP}, (12.3, 11.2), 90.0)
    rest = {"1": "MISO_PI", "2": GROUND, "3": "DS", "5": CLAMP}
    if board.panel.status_led is not None:
        rest["4"] = "LED_PI"
        yield Component("D4", "led", {"1": GROUND, "2": "LED_A"}, (2.0, 36.0), 90.0)
        yield _small("R330", "330R", "LED_PI", "LED_A", 5.7, 36.0, 180.0)
    yield Component("D3", "tvs", rest, (16.4, 11.2), 90.0)
    for k, name in enumerate(buttons):
        y = (26.2, 31.4, 40.6, 45.8)[k]
        yield Component(f"SW{k + 1}", "button", {"1": name, "2": GROUND}, (2.3, y), 90.0)
        yield _small(f"R{321 + k}", "1k", f"{name}_PI", name, 5.7, y + (7.6 if k == 0 else 0), 180.0)
    ways = {"1-7": ("SCLK_PI", "SCLK_B"), "6-2": ("CE#_PI", "CE#_B"), "3-5": ("PL#_PI", "PL#_B")}
    yield from _buffer("U2", "C2", 11.6, 40.2, ways)
    for k, signal in enumerate(("SCLK", "CE#", "PL#")):
        yield _small(f"R{301 + k}", "33R", f"{signal}_B", signal, 9.6 + 1.7 * k, 45.0)
    yield _small("R304", "1k", "MOSI_PI", "MOSI", 14.7, 45.0)
    yield _small("R331", "10k", CLAMP, SUPPLY, 8.2, 14.2, 0)
    yield _small("R305", "33R", "Q1", "MISO_PI", 16.2, 24.3, 0)
    yield _small("R306", "100k", "DS", SUPPLY, 16.4, 45.0)
    yield _small("C3", "10u", SUPPLY, GROUND, 15.2, 48.6, 0)
    for k, spot in enumerate(((3.0, 11.2), (19.3, 27.9), (8.2, 49.5), (width - 3.2, low - 3.4)), 1):
        yield Component(f"MH{k}", "screw", {}, spot)
    for k, spot in enumerate(((1.9, 21.6), (width - 2.0, 51.0), (width - 2.0, 62.5)), 1):
        yield Component(f"FID{k}", "fiducial", {}, spot)
    yield HEAD_END
