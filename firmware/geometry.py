"""Where the holes of a board lie: rows, columns, groups; all lengths in millimetres.

x runs along the board from hole 1 (0.0), y across it with 0 in the middle. Columns count from 1; columns
below 1 carry the start holes and the game hole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Protocol, TypeAlias

from msgspec import Meta

GAME: str = "game"
"""The name of the game hole, which all tracks share."""
LONGEST_MM: Final = 10_000
Length: TypeAlias = Annotated[float, Meta(gt=0, le=LONGEST_MM)]
Along: TypeAlias = Annotated[float, Meta(ge=-LONGEST_MM, le=LONGEST_MM)]
"""A place in mm, either way from the middle."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Column: TypeAlias = Annotated[int, Meta(ge=-99, le=999)]
Number: TypeAlias = Annotated[int, Meta(ge=-9, le=999)]
"""Of a hole within its track."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """The measures of a board."""

    pitch_mm: Length
    group_size: Annotated[int, Meta(ge=1, le=100)]
    group_gap_mm: Length
    hole_diameter_mm: Length

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

    id: Name
    player: Annotated[str, Meta(pattern=r"\A[A-Z]\Z", title="one capital letter")]
    first: Number
    last: Number
    column: Column
    step: Annotated[int, Meta(ge=-1, le=1)]
    y_mm: Along

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
