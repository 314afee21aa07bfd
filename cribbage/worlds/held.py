"""Pegs that may still have been held: what seems to show that one was let go of may have happened before it landed.

A peg counts as let go of a second after it came down, or at the next act of a person (Rule: ACC 8.2 to 8.4). Where
a card or a word may be told later than it was laid or said, it shows nothing of the kind: whoever takes the peg up
again within its second had perhaps never let go, and both landings are one move of which nobody knows the end.
"""

from __future__ import annotations

from typing import Final

from cribbage.log.observations import REREAD, Cards, Holes, Observation, Player, Said
from cribbage.sight.contract import lay_since
from cribbage.sight.pegmoves import RELEASE_S

_KEPT: Final = 8


class Held:
    """The latest landings of one game. `late_s`: how late a card may be told in it."""

    def __init__(self, late_s: float) -> None:
        self._late_s = late_s
        self._holes: dict[Player, frozenset[int]] = {}
        self._landed: dict[Player, float] = {}
        self._let_go: set[Player] = set()  # so it seems, by an act that may have come before the landing
        self._up: set[Player] = set()  # taken up again since, within the second
        self._first: dict[Player, float] = {}
        self._doubtful: dict[tuple[Player, float], int | None] = {}

    def see(self, seen: Observation) -> None:
        """One observation more."""
        if isinstance(seen, Holes):
            for side, holes in seen.holes.items():
                self._move(side, seen.t, holes)
        elif isinstance(seen, Cards) or (isinstance(seen, Said) and seen.what != REREAD):
            since = lay_since(seen, self._late_s)
            self._let_go |= {side for side in self._landed if self._is_fresh(side, seen.t, since)}

    def may_be(self, side: Player, t: float, now: float) -> bool:
        """Whether it is not known yet that the peg which came down at `t` was let go of then (s)."""
        if (side, t) in self._doubtful and side in self._up:
            return True
        return side in self._let_go and self._landed.get(side) == t and now < t + RELEASE_S

    def was_perhaps(self, side: Player, t: float) -> bool:
        """Whether a peg that came down at `t` was taken up again before it is certain that it had been let go of, or
        is where such a peg came down at last."""
        return (side, t) in self._doubtful

    def came_down(self, side: Player, t: float) -> int | None:
        """In which hole a peg came down at last that was perhaps held when it came down at `t` first."""
        return self._doubtful.get((side, t))

    def _is_fresh(self, side: Player, t: float, since: float) -> bool:
        landed = self._landed[side]
        return since < landed and t < landed + RELEASE_S

    def _move(self, side: Player, t: float, holes: frozenset[int]) -> None:
        before, self._holes[side] = self._holes.get(side, holes), holes
        if len(holes) == len(before):
            return
        if len(holes) < len(before):
            if side in self._let_go and t < self._landed[side] + RELEASE_S:
                self._up.add(side)
                self._first[side] = self._landed[side]
                self._doubtful[side, self._landed[side]] = None
        else:
            if side in self._up:
                self._doubtful[side, self._first[side]] = max(holes)
                self._doubtful[side, t] = None
            self._up.discard(side)
            self._landed[side] = t
        self._let_go.discard(side)
        for old in list(self._doubtful)[:-_KEPT]:
            del self._doubtful[old]
