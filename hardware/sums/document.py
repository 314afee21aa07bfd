"""Keeps the figures in `hardware/circuit.md` in step: ``<!-- sum NAME -->1.2 mA<!-- / -->`` with the sums, and
``<!-- spice NAME -->3.8 V<!-- / -->`` with the clock's simulation (where ngspice is there to be asked)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from firmware.boardmap import BoardMap
from hardware.sums import hall, hall_values
from hardware.sums.circuit import results
from hardware.sums.clock import Edge
from hardware.sums.result import Result

_QUOTE = re.compile(r"<!-- sum ([a-z-]+) -->(.*?)<!-- / -->", re.S)
_MAGNETS = re.compile(r"<!-- magnets -->.*<!-- /magnets -->", re.S)
_SOURCES = re.compile(r"<!-- sources -->.*<!-- /sources -->", re.S)
_SPICE = re.compile(r"<!-- spice ([a-z-]+) -->(.*?)<!-- / -->", re.S)


def figure(value: float, unit: str) -> str:
    """A figure as the document writes it: three digits that count."""
    digits = f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}".replace(",", " ")
    return f"{digits} {unit}"


def quoted(text: str) -> set[str]:
    """The names of the figures that a text quotes."""
    return {name for name, _ in _QUOTE.findall(text)}


def simulated(
    text: str,
    edges: Sequence[Edge],
    bare: Sequence[Edge],
    pi: Mapping[str, Edge],
    pi_bare: Mapping[str, Edge],
) -> str:
    """The text with every figure of the simulation as it is now; `bare` is the line without its 33 Ohm, `pi` the
    cable to the Pi, `pi_bare` that cable without its 100 Ohm."""
    known = {
        "pi-low": f"{pi['clock'].lowest_v:.2f} V",
        "pi-high": f"{pi['clock'].highest_v:.2f} V",
        "pi-data-high": f"{pi['data'].highest_v:.2f} V",
        "pi-bare-low": f"{pi_bare['clock'].lowest_v:.1f} V",
        "pi-bare-high": f"{pi_bare['clock'].highest_v:.1f} V",
        "edges": f"{max(edge.edges for edge in edges)}",
        "low": f"{min(edge.lowest_v for edge in edges):.2f} V",
        "high": f"{max(edge.highest_v for edge in edges):.2f} V",
        "delay": f"{edges[-1].delay_ns:.0f} ns",
        "bare-low": f"{min(edge.lowest_v for edge in bare):.1f} V",
    }
    return _SPICE.sub(lambda match: f"<!-- spice {match[1]} -->{known[match[1]]}<!-- / -->", text)


def update(text: str, board: BoardMap, known: Mapping[str, Result] | None = None) -> str:
    """The text with every quoted figure as the sums give it now; `KeyError` for a figure that there is not. The
    figures are those of the circuit, or `known`."""
    known = results(board) if known is None else known

    def written(match: re.Match[str]) -> str:
        result = known[match[1]]
        return f"<!-- sum {match[1]} -->{figure(result.value, result.unit)}<!-- / -->"

    return _QUOTE.sub(written, text)


def _magnets(board: BoardMap) -> str:
    rows = ["| magnet | floors that hold, each within 10 % |", "|---|---|"]
    for diameter, length, grade, floors in hall.compared(board):
        good = f"{floors[0]:.1f} to {floors[-1]:.1f} mm" if floors else "none"
        rows.append(f"| {diameter:g} x {length:g} mm, {grade} | {good} |")
    return "\n".join(rows)


def update_hall(text: str, board: BoardMap) -> str:
    """`hardware/hall.md` with its figures, the magnets compared and the table of sources as they are now."""
    rows = [
        f"| {what} | {where} | {'yes' if read else '**no**'} |"
        for what, (where, read) in hall_values.SOURCES.items()
    ]
    table = "\n".join(["| figure | source | read |", "|---|---|---|", *rows])
    text = _MAGNETS.sub(lambda _: f"<!-- magnets -->\n{_magnets(board)}\n<!-- /magnets -->", text)
    text = _SOURCES.sub(lambda _: f"<!-- sources -->\n{table}\n<!-- /sources -->", text)
    return update(text, board, hall.results(board))
