"""Keeps the figures in `hardware/circuit.md` in step: ``<!-- sum NAME -->1.2 mA<!-- / -->`` with the sums, and
``<!-- spice NAME -->3.8 V<!-- / -->`` with the clock's simulation (where ngspice is there to be asked)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from firmware.boardmap import BoardMap
from hardware.sums.circuit import results
from hardware.sums.clock import Edge

_QUOTE = re.compile(r"<!-- sum ([a-z-]+) -->(.*?)<!-- / -->", re.S)
_SPICE = re.compile(r"<!-- spice ([a-z-]+) -->(.*?)<!-- / -->", re.S)


def figure(value: float, unit: str) -> str:
    """A figure as the document writes it: three digits that count."""
    digits = f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}".replace(",", " ")
    return f"{digits} {unit}"


def quoted(text: str) -> set[str]:
    """The names of the figures that a text quotes."""
    return {name for name, _ in _QUOTE.findall(text)}


def simulated(text: str, edges: Sequence[Edge], bare: Sequence[Edge]) -> str:
    """The text with every figure of the simulation as it is now; `bare` is the line without its 33 Ohm."""
    known = {
        "edges": f"{max(edge.edges for edge in edges)}",
        "low": f"{min(edge.lowest_v for edge in edges):.2f} V",
        "high": f"{max(edge.highest_v for edge in edges):.2f} V",
        "delay": f"{edges[-1].delay_ns:.0f} ns",
        "bare-low": f"{min(edge.lowest_v for edge in bare):.1f} V",
    }
    return _SPICE.sub(lambda match: f"<!-- spice {match[1]} -->{known[match[1]]}<!-- / -->", text)


def update(text: str, board: BoardMap) -> str:
    """The text with every quoted figure as the sums give it now; `KeyError` for a figure that there is not."""
    known = results(board)

    def written(match: re.Match[str]) -> str:
        result = known[match[1]]
        return f"<!-- sum {match[1]} -->{figure(result.value, result.unit)}<!-- / -->"

    return _QUOTE.sub(written, text)
