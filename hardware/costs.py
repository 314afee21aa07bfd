"""What one long board costs, to plan with: electronics from the parts list, the rest from estimates kept here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from firmware.boardmap import BoardMap
from hardware.electronics.bom import lines

FULL, CAMERA, BOARD = "whole table", "camera only", "board only"
OTHER: Final = (
    ("circuit boards, 4 layers, 10 modules and 5 heads with postage", 60.0, (FULL, BOARD)),
    ("wood 450 x 100 x 18 mm", 12.0, (FULL, BOARD)),
    ("aluminium 450 x 100 x 1 mm, cut and drilled", 35.0, (FULL, BOARD)),
    ("silicone sheet 450 x 100 x 1 mm, cut", 15.0, (FULL, BOARD)),
    ("cover, screws M2.5, ring terminals, wire", 10.0, (FULL, BOARD)),
    ("brass or aluminium rod for 6 pegs", 6.0, (FULL, BOARD)),
    ("cables: 6 GH 8-way 100 mm, 1 GH 13-way with housing for the Pi", 18.0, (FULL, BOARD)),
    ("Raspberry Pi 4 or 5 (2 GB), supply, card", 75.0, (FULL, CAMERA, BOARD)),
    ("Camera Module 3 with a strip of 0.5 to 1 m", 30.0, (FULL, CAMERA)),
    ("profile 20 x 20 mm, 1 m, screws, steel plate for the foot", 20.0, (FULL, CAMERA)),
    ("filament", 4.0, (FULL, CAMERA, BOARD)),
)
"""(what, US dollars, which builds need it): rounded, 2026, to plan with."""
_BLOCK = re.compile(r"<!-- costs -->.*<!-- /costs -->", re.S)


def rows(board: BoardMap) -> Iterator[tuple[str, float, tuple[str, ...]]]:
    """Every line of the table."""
    contacts = sum(line.sum_usd for line in lines(board) if line.part.key == "contact")
    rest = sum(line.sum_usd for line in lines(board)) - contacts
    yield "spring contacts", contacts, (FULL, BOARD)
    yield "all other electronic parts", rest, (FULL, BOARD)
    yield from OTHER


def table(board: BoardMap) -> str:
    """The table in Markdown, with a sum for each build."""
    builds = (FULL, BOARD, CAMERA)
    out = [f"| what | {' | '.join(builds)} |", "|---|" + "---:|" * len(builds)]
    sums = dict.fromkeys(builds, 0.0)
    for what, usd, needed in rows(board):
        for build in needed:
            sums[build] += usd
        out.append(f"| {what} | " + " | ".join(f"{usd:.0f}" if b in needed else "" for b in builds) + " |")
    out.append("| **US dollars, about** | " + " | ".join(f"**{sums[b]:.0f}**" for b in builds) + " |")
    return "\n".join(out)


def update(text: str, board: BoardMap) -> str:
    """A document with its cost table as it is now."""
    return _BLOCK.sub(lambda _: f"<!-- costs -->\n{table(board)}\n<!-- /costs -->", text)
