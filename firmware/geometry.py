"""Where the holes of a board lie: rows, columns, groups; all lengths in millimetres.

x runs along the board from hole 1 (0.0), y across it with 0 in the middle. Columns count from 1; columns
below 1 carry the start holes and the game hole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

GAME: str = "game"
"""The name of the game hole, which all tracks share."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """The measures of a board."""

    pitch_mm: float
    group_size: int
    group_gap_mm: float
    hole_diameter_mm: float

    def x_mm(self, column: int) -> float:
        """Where a column lies: `group_size` holes at the pitch, then one wider gap."""
        steps = column - 1
        gaps = steps // self.group_size
        return round(steps * self.pitch_mm + gaps * (self.group_gap_mm - self.pitch_mm), 3)


class Tracks(Protocol):
    """What following pegs asks of a board, however they are read."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players that have a track here, in order."""
        ...

    @property
    def game_hole(self) -> int:
        """The number of the hole that all tracks share."""
        ...

    @property
    def neighbours(self) -> Mapping[str, frozenset[str]]:
        """The holes near each hole, by name."""
        ...


@dataclass(frozen=True, slots=True)
class Row:
    """One straight row of holes of one player, numbered from `first` to `last`."""

    id: str
    player: str
    first: int
    last: int
    column: int
    step: int
    y_mm: float

    def hole(self, column: int) -> str | None:
        """The name of the hole in a column; None where the row has none."""
        number = self.first + (column - self.column) * self.step
        return f"{self.player}{number}" if self.first <= number <= self.last else None

    def column_of(self, number: int) -> int:
        """The column of one of the row's holes."""
        return self.column + (number - self.first) * self.step


def split_hole(name: str) -> tuple[str, int]:
    """``A22`` -> ("A", 22), ``B-1`` -> ("B", -1); the game hole belongs to no player and is refused."""
    if name == GAME or len(name) < 2:
        raise ValueError(f"{name!r} is not a hole of one track")
    return name[0], int(name[1:])
