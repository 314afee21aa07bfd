"""What is printed on the circuit boards: hole numbers and plugs above, the tables that a builder needs below.

Places are in mm as in `circuits`: x to the right, y down, seen from above, also for what stands on the underside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from firmware.boardmap import CHIP_BITS, BoardMap, Part
from firmware.geometry import Row
from firmware.wiring import HEADER_PIN

REVISION: Final = "r1"
"""Printed on the boards; counts up when boards that were ordered and boards of these files would differ."""


@dataclass(frozen=True, slots=True)
class Label:
    """A line of print on the board's top, or on its underside, to be read from there."""

    text: str
    at: tuple[float, float]
    size_mm: float = 1.0
    turn_deg: float = 0.0
    below: bool = False


def number_rule(row: Row, columns: int) -> str:
    """How the hole of a row is found from the module's number m (from 1) and the column n that is printed at the
    switch: ``10m + n - 10`` where numbers rise along the board."""
    first = row.first + (1 - row.column) * row.step
    if row.step > 0:
        return f"{columns}m + n - {columns + 1 - first}"
    return f"{first + columns + 1} - {columns}m - n"


def module_top(rows: Sequence[Row], columns: int, ties: int, width: float, low: float) -> Iterator[Label]:
    """The module's upper side, its columns' numbers aside."""
    places = ((14.5, 9.0), (14.5, 31.2), (14.5, 40.9), (34.8, 61.8))
    for row, place in zip(rows, places, strict=True):
        yield Label(f"{row.id}: {number_rule(row, columns)}", place, 0.9)
    for k in range(ties):
        yield Label(f"JP{k + 1}", (28.0 + 7.5 * k, 1.2), 0.8)
    yield Label("m = module, 1 next to the head", (13.4, 7.4), 0.8)
    yield Label("JP: see underside", (58.5, 6.0), 0.8)
    yield Label("m =", (width - 13.8, 8.4), 1.2)
    yield Label("J1 IN (Pi)", (15.5, low - 9.6), 1.0)
    yield Label("J2 OUT", (width - 15.5, low - 9.6), 1.0)
    for x in (15.5, width - 15.5):
        yield Label("1=3V3   8=GND", (x, low - 8.1), 0.8)
    yield Label("END", (width - 26.2, low - 4.4), 0.8)
    yield Label(f"Pegwatch Hall {REVISION}", (43.0, 9.2), 1.0)
    yield Label("CERN-OHL-P-2.0", (28.4, 9.2), 0.8)


def bridges(board: BoardMap, part: Part, ties: Sequence[int]) -> list[str]:
    """The solder bridges that one module must have closed: those whose known bit is 0."""
    first = (part.first_chip - 1) * CHIP_BITS
    return [f"JP{k}" for k, bit in enumerate(ties, 1) if board.bits[first + bit] == 0]


def module_below(
    board: BoardMap, parts: Sequence[Part], ties: Sequence[int], width: float
) -> Iterator[Label]:
    """The module's underside: which bridges each module has closed, and which holes are its own."""
    lines = [("module m", "holes of each track", "bridges to close")]
    for m, part in enumerate(parts, 1):
        bits = board.bits[(part.first_chip - 1) * CHIP_BITS :][: part.chips * CHIP_BITS]
        numbers = sorted({int(bit[1:]) for bit in bits if isinstance(bit, str)})
        half = len(numbers) // 2
        spans = f"{numbers[0]}-{numbers[half - 1]}, {numbers[half]}-{numbers[-1]}"
        lines.append((str(m), spans, " ".join(bridges(board, part, ties))))
    yield from _table(lines, (width / 2 + 22.0, width / 2 + 1.0, width / 2 - 21.0), 26.0, 2.6, 1.2)
    last = f"module {len(parts)}: close END, too; all other bridges stay open"
    yield Label(last, (width / 2, 26.0 + 2.6 * (len(parts) + 1)), 1.2, below=True)


def _table(
    lines: Sequence[Sequence[str]], columns: Sequence[float], y: float, step: float, size: float
) -> Iterator[Label]:
    """Rows of words below each other on the underside, each column about its own middle."""
    for k, line in enumerate(lines):
        for words, x in zip(line, columns, strict=True):
            yield Label(words, (x, round(y + step * k, 3)), size, below=True)


def head_top(width: float) -> Iterator[Label]:
    """The head's upper side, its holes' names aside."""
    yield Label(f"Pegwatch Hall {REVISION}", (width - 1.4, 37.5), 1.0, 90.0)
    yield Label("CERN-OHL-P", (width - 1.2, 56.8), 0.8, 90.0)
    yield Label("J1 PI", (6.6, 8.1), 0.8)
    yield Label("1", (18.65, 8.1), 0.8)
    yield Label("J2 CHAIN 1=3V3", (8.7, 63.4), 0.8)


def head_below(
    ways: Sequence[tuple[str, str, int | str]], buttons: Mapping[str, tuple[str, float]]
) -> Iterator[Label]:
    """The head's underside: where each way of the plug to the Pi goes, and what each button is."""
    lines = [("J1", "signal", "Pi pin")]
    for k, (signal, _, at) in enumerate(ways, 1):
        lines.append((str(k), signal, at.split()[1] if isinstance(at, str) else str(HEADER_PIN[at])))
    yield from _table(lines, (16.8, 11.8, 7.0), 2.4, 1.65, 0.9)
    for ref, (what, y) in buttons.items():
        yield Label(f"{ref} {what}", (6.6, y), 0.9, below=True)


__all__ = ["Label", "bridges", "head_below", "head_top", "module_below", "module_top", "number_rule"]
