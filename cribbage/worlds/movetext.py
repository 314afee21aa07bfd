"""What a move in log form tells: ``B 39/37>43/39`` is Bob's rear peg leaping from hole 37 to hole 43."""

from __future__ import annotations

from cribbage.score.track import PegPair


def length_of(move: str) -> int:
    """How far the front peg came (holes) in a move in log form: 4 for ``B 39/37>43/39``."""
    before, after = pegs_of(move)
    return after.front - before.front


def is_of_front_peg(move: str | None) -> bool:
    """Whether a move left the rear peg where it was."""
    return move is not None and len({pegs.rear for pegs in pegs_of(move)}) == 1


def moved_both(move: str | None) -> bool:
    """Whether after a move neither peg stands where the front one stood before."""
    before, after = (None, None) if move is None else pegs_of(move)
    return before is not None and after is not None and before.front not in after.holes


def shows_neighbours(move: str | None) -> bool:
    """Whether after a move the pegs of its track seem to stand side by side."""
    after = None if move is None else pegs_of(move)[1]
    return after is not None and after.front - after.rear == 1


def front_after(move: str) -> int:
    """The hole of the front peg after a move in log form: 43 for ``B 39/37>43/39``."""
    _, after = pegs_of(move)
    return after.front


def pegs_of(move: str) -> tuple[PegPair, PegPair]:
    """Where the pegs stood before a move in log form, and after it."""
    before, after = (PegPair(*map(int, pegs.split("/"))) for pegs in move.split()[-1].split(">"))
    return before, after
