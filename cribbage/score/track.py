"""Holes, pegs and scores of one player's track.

Holes are numbered once, here: -2, -1 and 0 are the three start holes (two are used; all of them score 0),
1 to 120 are scoring holes and 121 is the game hole. A pair of pegs prints as ``45/38``: front, then rear.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

GAME_HOLE: Final = 121
FIRST_HOLE: Final = -2
FIRST_STREET_END: Final = 30
FOURTH_STREET: Final = 91
START: Final = (0, -1)


def score_of(hole: int) -> int:
    """The score that a hole stands for: start holes score 0."""
    return max(hole, 0)


@dataclass(frozen=True, slots=True)
class PegPair:
    """Where one player's two pegs stand. The front peg shows the score, the rear peg the score before it."""

    front: int
    rear: int

    @classmethod
    def of(cls, holes: Iterable[int]) -> PegPair:
        """The pair for two occupied holes in any order: the peg that is further on is the front one."""
        rear, front = sorted(holes)
        return cls(front, rear)

    @property
    def score(self) -> int:
        """Points on the board."""
        return score_of(self.front)

    @property
    def holes(self) -> frozenset[int]:
        """The two occupied holes."""
        return frozenset((self.front, self.rear))

    @property
    def at_start(self) -> bool:
        """Whether neither peg has moved off the start holes yet."""
        return self.front <= 0 and self.rear <= 0

    def __str__(self) -> str:
        return f"{self.front}/{self.rear}"


def case_of(front: int, rear: int, landed: int, due: int) -> tuple[int, int]:
    """Which case of 8.5.a it is, and where the front peg has to stand in the end."""
    if landed == rear + due:
        return 1, landed
    wrong_way = landed < front or (rear <= FIRST_STREET_END and landed >= FOURTH_STREET)
    if wrong_way:
        return 2, max(score_of(landed), rear) if landed < front else rear
    return 3, rear + due
