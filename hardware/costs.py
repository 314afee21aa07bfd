"""What one long board costs, to plan with: electronics from the parts list, the rest from estimates kept here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from firmware.boardmap import BoardMap
from hardware.cables import CHAIN_CABLE_MM, PI_CABLE_MM, PI_SERIES, PI_SERIES_OHM
from hardware.cad import hall_top
from hardware.cad import measures as m
from hardware.cad.hall_top import HallTop
from hardware.cad.measures import LongBoard, profiles, strip_way
from hardware.electronics.bom import lines
from hardware.electronics.circuits import CHAIN_PLUG, circuits, pi_ways
from hardware.electronics.parts import PARTS
from hardware.sums.hall_values import DESIGN
from vision.layout import LONG_BOARD

FULL, CAMERA, BOARD = "whole table", "camera only", "board only"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what, what to look for in a shop, US dollars (rounded, 2026), which builds need it."""

    what: str
    look_for: str
    usd: float
    builds: tuple[str, ...]


def others(board: BoardMap) -> Iterator[Row]:
    """What is not on the circuit boards; whatever can be counted is counted from the models and the pin map."""
    wood = LongBoard(board, LONG_BOARD)
    links, ways = len(wood.boards) - 1, len(pi_ways(board))
    crimps = 2 * links * len(CHAIN_PLUG) + ways
    post, arm = profiles(LONG_BOARD).values()
    both, camera = (FULL, BOARD), (FULL, CAMERA)
    yield Row(
        "circuit boards, 10 modules and 5 heads, with postage",
        "4 layers, 1.6 mm, ENIG; the two gerber zips", 60.0, both,
    )  # fmt: skip
    plugs = f"{2 * links} GHR-{len(CHAIN_PLUG):02d}V-S, 1 GHR-{ways}V-S, {crimps} SSHL-002T-P0.2"
    cables = f"{links} of {CHAIN_CABLE_MM} mm, 1 of {PI_CABLE_MM} mm to the Pi"
    socket = "1 socket 2 x 20, 2.54 mm"
    resistors = f"{len(PI_SERIES)} resistors {PI_SERIES_OHM:g} Ohm with wires, 1/4 W, and sleeve"
    yield Row(
        f"cables: {cables}",
        f"JST GH: {plugs} on 28 AWG (or bought with wires); {socket}; {resistors}",
        18.0,
        both,
    )
    yield Row(
        "Raspberry Pi, supply, card",
        "4 or 5 with 2 GB; its own USB-C supply; 32 GB card; a cooler (Pi 5: SC1148); 4 screws M2.5 x 6",
        80.0,
        (FULL, CAMERA, BOARD),
    )
    yield Row(
        "camera",
        f"Raspberry Pi Camera Module 3, SC0872 (not Wide); strip of {m.STRIP_BOUGHT / 1000:g} m that fits the Pi (its"
        f" way is {strip_way(LONG_BOARD) / 1000:.2f} m); 2 screws M2 x 8 with nuts, 4 washers of 1 mm",
        40.0,
        camera,
    )
    profile = f"aluminium profile 20 x 20 mm, slot 6: {post:.0f} and {arm:.0f} mm"
    rest = "4 screws M5 x 10 with slot nuts; steel plate of 2 kg, 4 screws M4 x 30 with 8 nuts; a small spirit level"
    yield Row("mast", f"{profile}; {rest}", 20.0, camera)
    yield Row("filament", "PETG or PLA, 250 g", 4.0, (FULL, CAMERA, BOARD))


def rows(board: BoardMap) -> Iterator[Row]:
    """Every line of the table."""
    found = list(lines(board))
    switches = next(line for line in found if line.part.key == "hall")
    top = HallTop(board, LONG_BOARD)
    both = (FULL, BOARD)
    look_for = f"{switches.part.maker} {switches.part.number}, LCSC {switches.part.lcsc}"
    yield Row(f"{switches.count} Hall switches", look_for, switches.sum_usd, both)
    rest = sum(line.sum_usd for line in found) - switches.sum_usd
    yield Row("all other electronic parts", "[`bom.csv`](electronics/bom.csv)", rest, both)
    x0, y0, x1, y1 = top.long_board.outline
    high = LONG_BOARD.board_top_mm - hall_top.FEET
    yield Row(
        f"plywood {x1 - x0:.0f} x {y1 - y0:.0f}, {high:g} and {hall_top.BASE:g} mm", "birch", 12.0, both
    )
    yield Row("filament for seven blocks", "PETG or PLA, 500 g, light in colour", 12.0, both)
    size = f"{DESIGN.magnet_diameter:g} x {DESIGN.magnet_length:g} mm"
    which = "supermagnete S-02-02-N has that size, its grade was not read"
    magnets = (
        f"dowel {DESIGN.peg:g} mm; magnets {size}, N35, within {DESIGN.magnet_spread:g} mm ({which}); glue"
    )
    yield Row("6 pegs and spare ones", magnets, 6.0, both)
    thread, long = hall_top.SCREW
    count, below = len(top.block_screws()), len(top.base_screws())
    screws = f"{count} of brass {thread:g} x {long:g} mm, countersunk; {below} ST2.2 x {m.SCREW:g} mm"
    yield Row("screws, feet", f"{screws}; 4 feet of {hall_top.FEET:g} mm", 8.0, both)
    placed = sum(line.count for line in found)
    yield Row(
        f"assembly of {placed} pieces on {len(top.blocks)} circuit boards",
        f"{assembly(board).words()}; ask for a quotation",
        assembly(board).usd,
        both,
    )
    yield from others(board)


@dataclass(frozen=True, slots=True)
class Assembly:
    """What an assembly house counts: designs, kinds of parts that it loads for this order, joints."""

    designs: int
    kinds: int
    joints: int

    @property
    def usd(self) -> float:
        """What it asks, about: JLCPCB's setup and stencil for each design, a fee for each kind it has not loaded, so
        much a joint. From public notes of 2021 to 2026 about its prices, not a quotation."""
        return self.designs * _DESIGN_USD + self.kinds * _KIND_USD + self.joints * _JOINT_USD

    def words(self) -> str:
        """The sum, for the reader to check."""
        return (
            f"{self.designs} designs x {_DESIGN_USD:g} + {self.kinds} kinds x {_KIND_USD:g}"
            f" + {self.joints} joints x {_JOINT_USD:g}"
        )


def assembly(board: BoardMap) -> Assembly:
    """What there is to assemble on all circuit boards of the board. Resistors and capacitors are loaded already."""
    module, head = circuits(board)
    modules = sum(part.kind != "inputs" for part in board.parts)
    joints = [
        sum(len(c.nets) for c in circuit.components if PARTS[c.part].bought) for circuit in (module, head)
    ]
    loaded = sum(1 for line in lines(board) if not line.part.footprint.startswith(("Resistor", "Capacitor")))
    return Assembly(2, loaded, modules * joints[0] + joints[1])


_DESIGN_USD, _KIND_USD, _JOINT_USD = 33.0, 3.0, 0.0017
_BLOCK = re.compile(r"<!-- costs -->.*<!-- /costs -->", re.S)


def table(board: BoardMap) -> str:
    """The table in Markdown, with a sum for each build."""
    builds = (FULL, BOARD, CAMERA)
    out = [f"| what | look for | {' | '.join(builds)} |", "|---|---|" + "---:|" * len(builds)]
    sums = dict.fromkeys(builds, 0.0)
    for row in rows(board):
        for build in row.builds:
            sums[build] += row.usd
        cells = " | ".join(f"{row.usd:.0f}" if b in row.builds else "" for b in builds)
        out.append(f"| {row.what} | {row.look_for} | {cells} |")
    out.append("| **US dollars, about** | | " + " | ".join(f"**{sums[b]:.0f}**" for b in builds) + " |")
    return "\n".join(out)


def update(text: str, board: BoardMap) -> str:
    """The guide with its cost table as it is now."""
    return _BLOCK.sub(lambda _: f"<!-- costs -->\n{table(board)}\n<!-- /costs -->", text)
