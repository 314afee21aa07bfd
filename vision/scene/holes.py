"""Where the holes of the long board lie on the table. Plain numbers: no pictures are needed for it."""

from __future__ import annotations

from typing import Final

# As in the board file (a test holds the two together): where the middle of the holes is along the board, its rows
# and its steps. The board lies turned around on the table: player A's rows on A's side, hole 1 at A's right.
_PITCH_MM, _GROUP_MM = 6.35, 9.53
_MIDDLE_MM: Final = 193.7
ROWS_MM: Final = {"A": (-19.05, -9.53), "B": (19.05, 9.53)}


def hole_mm(player: str, hole: int) -> tuple[float, float]:
    """Where a hole of a track (-2 to 121, numbered as in the table log) lies on the board, in table mm."""
    outer, inner = ROWS_MM.get(player, ROWS_MM["A"])
    if hole > 120:
        return _table_x(0), 0.0
    column = hole if hole <= 60 else 121 - hole
    return _table_x(column), outer if hole <= 60 else inner


def _table_x(column: int) -> float:
    steps = column - 1
    return _MIDDLE_MM - (steps * _PITCH_MM + steps // 5 * (_GROUP_MM - _PITCH_MM))
