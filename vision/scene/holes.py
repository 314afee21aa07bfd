"""Where the holes of the long board lie on the table, as plain numbers: importing it loads no OpenCV."""

from __future__ import annotations

from typing import Final

# As in the board file (a test compares the two): the position of the middle hole, the rows and the steps. The board
# lies turned around on the table: player A's rows are on A's side, and hole 1 is at A's right.
_PITCH_MM, _GROUP_MM = 6.35, 9.53
_MIDDLE_MM: Final = 193.7
ROWS_MM: Final = {"A": (-19.05, -9.53), "B": (19.05, 9.53)}


def hole_mm(player: str, hole: int) -> tuple[float, float]:
    """Where a hole of a track is, in table mm; holes are numbered -2 to 121 as in the table log."""
    outer, inner = ROWS_MM.get(player, ROWS_MM["A"])
    if hole > 120:
        return _table_x(0), 0.0
    column = hole if hole <= 60 else 121 - hole
    return _table_x(column), outer if hole <= 60 else inner


def _table_x(column: int) -> float:
    steps = column - 1
    return _MIDDLE_MM - (steps * _PITCH_MM + steps // 5 * (_GROUP_MM - _PITCH_MM))
