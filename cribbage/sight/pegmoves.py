"""From hole changes to peg moves: which peg went where, and when the fingers left it.

`explain` is a pure function: the pegs as they stood and the holes as they are now give a `Move` with its
shape. `Watch` follows one track through the holes observations and says when a move is whole and when it
counts as released (one second later, or at the next observation of another kind).

Rule: ACC 8.1 (the rear peg leapfrogs), 8.2-8.4 (release), 8.5 (pegs wrongly removed), 8.6 (put back: nothing).
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from cribbage.log.observations import Player
from cribbage.score.track import PegPair, score_of

RELEASE_S: Final = 1.0
"""How long both pegs have to stand before a move counts as released."""


class Shape(Enum):
    """What the two pegs of one track did between one rest and the next."""

    LEAP = "the rear peg went ahead of the front peg"
    REAR_UP = "the rear peg moved up behind the front peg"
    REAR_BACK = "the rear peg moved back"
    FRONT_ON = "the front peg went on"
    FRONT_BACK = "the front peg went back"
    BOTH = "both pegs moved"


@dataclass(frozen=True, slots=True)
class Move:
    """One whole peg move; `t` is the time of the holes observation that completed it."""

    player: Player
    t: float
    shape: Shape
    before: PegPair
    after: PegPair
    both_lifted: bool = False

    @property
    def points(self) -> int:
        """By how much the score on the board changed; negative when it went back."""
        return self.after.score - self.before.score

    def __str__(self) -> str:
        return f"{self.player} {self.before}>{self.after}"


def explain(player: Player, t: float, before: PegPair, holes: Set[int]) -> Move | None:
    """The move that leads from `before` to two occupied holes, or None where nothing moved.

    Pegs in the start holes are interchangeable, and moving about there is no move.
    """
    now = PegPair.of(holes)
    if now.holes == before.holes or (before.at_start and now.at_start):
        return None
    if before.at_start and now.rear <= 0:
        return Move(player, t, Shape.LEAP, before, now)
    if before.rear > before.front and before.rear in now.holes:
        return _behind_moved(player, t, before, now)
    if before.front in now.holes:
        return _rear_moved(player, t, before, now)
    if before.rear in now.holes:
        shape = Shape.FRONT_ON if now.front > before.front else Shape.FRONT_BACK
        return Move(player, t, shape, before, now)
    return Move(player, t, Shape.BOTH, before, now)


def _behind_moved(player: Player, t: float, before: PegPair, now: PegPair) -> Move:
    """After a remedy the front peg stood behind the other one, and it moved: it still shows the score."""
    (landed,) = now.holes - {before.rear}
    shape = Shape.LEAP if landed > before.front else Shape.FRONT_BACK
    return Move(player, t, shape, before, PegPair(landed, before.rear))


def _rear_moved(player: Player, t: float, before: PegPair, now: PegPair) -> Move | None:
    """The front peg stayed: a leap, or the rear peg moved about behind it."""
    (landed,) = now.holes - {before.front}
    if landed > before.front:
        return Move(player, t, Shape.LEAP, before, PegPair(landed, before.front))
    if score_of(landed) == score_of(before.rear):
        return None
    shape = Shape.REAR_UP if landed > before.rear else Shape.REAR_BACK
    return Move(player, t, shape, before, PegPair(before.front, landed))


class Watch:
    """Follows one track. `rest` is where the pegs stood when the last move was released."""

    def __init__(self, player: Player, rest: PegPair) -> None:
        self.player = player
        self.rest = rest
        self.lifted_t: float | None = None
        self.put_back_t: float | None = None  # when a peg that was taken up came back into its own hole
        self._holes: frozenset[int] = rest.holes
        self._whole: Move | None = None
        self._whole_t = 0.0
        self._both_lifted = False

    @property
    def holes(self) -> frozenset[int]:
        """The holes that were last seen occupied."""
        return self._holes

    @property
    def busy(self) -> bool:
        """A peg is in the air, or was put down and may still be changed."""
        return len(self._holes) != 2 or self._whole is not None

    @property
    def in_air(self) -> bool:
        """Whether a peg of this track is off the board now."""
        return len(self._holes) < 2

    @property
    def front_is_up(self) -> bool:
        """Whether a peg of this track is off the board, or stands where none is seen, and the front peg is not seen
        where it stood: what was pegged last is not known."""
        return self.in_air and self.rest.front not in self._holes

    @property
    def deadline(self) -> float | None:
        """When the whole move counts as released if nothing else happens."""
        return None if self._whole is None or self.in_air else self._whole_t + RELEASE_S

    def was_up_before(self, other: Watch) -> bool:
        """Whether a peg of this track was taken up before one of another came down, and was not let go of since."""
        return self.lifted_t is not None and other._whole is not None and self.lifted_t < other._whole_t

    def reaches(self, hole: int) -> bool:
        """Whether the move that stands whole now ends in that hole, or beyond it."""
        return self._whole is not None and self._whole.after.front >= hole

    @property
    def held_until(self) -> float | None:
        """Until when a peg that was put back may still be held, to be taken up again."""
        return None if self.put_back_t is None else self.put_back_t + RELEASE_S

    def see(self, t: float, holes: frozenset[int]) -> Move | None:
        """Take in the occupied holes; returns a move that this shows to have been let go of before."""
        if holes == self._holes:
            return None
        released = self._let_go(holes)
        if not self.busy:
            self.lifted_t = t
        self._holes = holes
        self.put_back_t = t if holes == self.rest.holes else None
        self._both_lifted = self._both_lifted or not holes
        if len(holes) == 2:
            move = explain(self.player, t, self.rest, holes)
            self._whole = move and replace(move, both_lifted=self._both_lifted)
            self._whole_t = t
            if move is None:
                self._settle(self.rest if holes == self.rest.holes else PegPair.of(holes))
        return released

    def _let_go(self, holes: frozenset[int]) -> Move | None:
        """Fingers that lift the other peg have let go of the one it put down."""
        whole = self._whole
        if whole is None or whole.shape is not Shape.LEAP or len(self._holes) != 2:
            return None
        if holes != frozenset((whole.after.front,)):
            return None
        return self.release()

    def release(self) -> Move | None:
        """The move that stands whole now counts as released; None where there is none."""
        move = self._whole
        if move is None or len(self._holes) != 2:
            return None
        self._settle(move.after)
        return move

    def take_as_front(self, front: int) -> None:
        """After a remedy: the peg in this hole shows the score, though the other may stand ahead of it."""
        if self.rest.rear == front:
            self.rest = PegPair(self.rest.rear, self.rest.front)

    def rebase(self, rest: PegPair) -> None:
        """Start again from the pegs as found (after a fault, a repair)."""
        self._holes = rest.holes
        self._settle(rest)

    def _settle(self, rest: PegPair) -> None:
        self.rest = rest
        self.lifted_t = None
        self._whole = None
        self._both_lifted = False
