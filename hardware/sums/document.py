"""Keeps the figures in `hardware/circuit.md` in step with the sums: ``<!-- sum NAME -->1.2 mA<!-- / -->``."""

from __future__ import annotations

import re

from firmware.boardmap import BoardMap
from hardware.sums.circuit import results

_QUOTE = re.compile(r"<!-- sum ([a-z-]+) -->(.*?)<!-- / -->", re.S)


def figure(value: float, unit: str) -> str:
    """A figure as the document writes it: three digits that count."""
    digits = f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}".replace(",", " ")
    return f"{digits} {unit}"


def quoted(text: str) -> set[str]:
    """The names of the figures that a text quotes."""
    return {name for name, _ in _QUOTE.findall(text)}


def update(text: str, board: BoardMap) -> str:
    """The text with every quoted figure as the sums give it now; `KeyError` for a figure that there is not."""
    known = results(board)

    def written(match: re.Match[str]) -> str:
        result = known[match[1]]
        return f"<!-- sum {match[1]} -->{figure(result.value, result.unit)}<!-- / -->"

    return _QUOTE.sub(written, text)
