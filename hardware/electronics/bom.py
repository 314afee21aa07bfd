"""The parts list of a whole long board, counted from the circuits: no price or number is written twice."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from firmware.boardmap import BoardMap
from hardware.electronics.circuits import Circuit, circuits
from hardware.electronics.parts import PARTS, Part

ASSEMBLY_COLUMNS = (
    "Comment", "Designator", "Footprint", "JLCPCB Part #", "Quantity", "Manufacturer", "MPN", "Second source",
)  # fmt: skip
"""Of the list for the assembly house: headings that such houses read without being told."""
COLUMNS = (
    "count",
    "part",
    "maker",
    "number",
    "LCSC",
    "DigiKey or Mouser",
    "seen in",
    "second source",
    "each USD",
    "sum USD",
    "on module",
    "on head",
)


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of part: how many a module, the head and the whole board need."""

    part: Part
    on_module: int
    on_head: int
    count: int

    @property
    def sum_usd(self) -> float:
        """The estimate for all of them."""
        return round(self.count * self.part.price_usd, 2)


def lines(board: BoardMap) -> Iterator[Line]:
    """Every kind of bought part, in the order of the catalogue."""
    module, head = (Counter(c.part for c in circuit.components) for circuit in circuits(board))
    modules = sum(part.kind != "inputs" for part in board.parts)
    for key, part in PARTS.items():
        count = modules * module[key] + head[key]
        if part.bought and count:
            yield Line(part, module[key], head[key], count)


def bom(board: BoardMap) -> str:
    """The list as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for line in lines(board):
        part = line.part
        writer.writerow(
            (line.count, part.what, part.maker, part.number, part.lcsc, part.order.other, part.order.seen,
             part.second, f"{part.price_usd:.2f}",
             f"{line.sum_usd:.2f}", line.on_module, line.on_head)
        )  # fmt: skip
    return out.getvalue()


def assembly_list(circuit: Circuit) -> str:
    """What an assembly house solders on one circuit board, with every reference, as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(ASSEMBLY_COLUMNS)
    for key, part in PARTS.items():
        refs = [c.ref for c in circuit.components if c.part == key]
        if part.bought and refs:
            footprint = part.footprint.split(":")[1]
            bought = (part.lcsc, len(refs), part.maker, part.number, part.second)
            writer.writerow((part.value, ",".join(refs), footprint, *bought))
    return out.getvalue()
