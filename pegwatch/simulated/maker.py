"""A simulated maker: nobody plays, and a peg goes into one hole after the other, for the hole walk."""

from __future__ import annotations

from typing import Final

from cribbage.log.observations import Observation
from firmware.boardfile import load_board
from firmware.boardmap import BoardMap
from firmware.walktest import HoleWalk
from vision.scene.model import Scene

EACH_S: Final = 0.8  # how long after the one before a peg goes into the next hole,
IN_S: Final = 0.5  # and stays for so long
_EPS_S: Final = 1e-6


class MakersTable:
    """A board without a game; a pure function of table time, as `SimulatedTable` is."""

    def __init__(self, board: BoardMap) -> None:
        self._holes: Final = HoleWalk(board).report().left

    def holes_at(self, t: float) -> frozenset[str]:
        """The hole in which the maker's peg stands at table time `t`; none between two."""
        number, since_s = divmod(t, EACH_S)
        return frozenset({self._holes[int(number) % len(self._holes)]} if since_s < IN_S else ())

    def scene_at(self, _t: float) -> Scene:
        """What a camera would see: an empty table."""
        return Scene(pack=False)

    def next_change(self, after_t: float) -> float | None:
        """The next instant at which the peg goes in or comes out."""
        number = int(after_t / EACH_S)
        coming = (number * EACH_S + IN_S, (number + 1) * EACH_S, (number + 1) * EACH_S + IN_S)
        return next(t for t in coming if t > after_t + _EPS_S)

    def messages_between(self, _t0: float, _t1: float) -> list[tuple[float, Observation | dict[str, object]]]:
        """Nothing is tapped in."""
        return []


def makers_table(board: str) -> MakersTable:
    """The maker at a board of this name."""
    return MakersTable(load_board(board))
