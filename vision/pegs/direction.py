"""Which tracks of a learnt board look numbered from their wrong end. Pure.

Contract. In: a numbered board. Out: the players whose tracks look tapped the wrong way round, by any of these signs.
A board without signs has none, so a person is asked in any case (``Is this hole number 1?``).

* Holes stand in groups of five, counted from hole 1: seen from the wrong end the gaps come after other numbers.
* The last hole lies by the game hole, which a track's start does not.
* Tracks that run beside each other run the same way.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from vision.pegs.board import PegBoard

_GROUP: Final = 5
_WIDER: Final = 1.2  # than the usual step: the gap between two groups
_GAPS, _MOSTLY = 8, 0.8  # so many gaps, and this share of them where they belong, are a sign
_NEARER: Final = 0.75
_BESIDE: Final = 0.6  # so much nearer to each other, hole by hole, if one of them were turned


def backwards(board: PegBoard) -> tuple[str, ...]:
    """The tracks that look numbered from the wrong end, in order."""
    by_groups = {player: _by_groups(board, player) for player in board.players}
    found = {player for player, is_backward in by_groups.items() if is_backward}
    open_ones = [player for player, is_backward in by_groups.items() if is_backward is None]
    found |= {player for player in open_ones if _starts_at_the_game_hole(board, player)}
    found |= {player for player in open_ones if any(_is_against(board, player, o) for o in board.players)}
    return tuple(sorted(found))


def _by_groups(board: PegBoard, player: str) -> bool | None:
    """Whether the gaps between groups say that a track is backward; None where they say nothing."""
    holes = board.tracks[player]
    first, last = min(holes), max(holes)
    steps = {n: math.dist(holes[n], holes[n + 1]) for n in range(first, last)}
    usual = float(np.median(list(steps.values())))
    gaps = [n for n, step in steps.items() if step > _WIDER * usual]
    if len(gaps) < _GAPS:
        return None
    ahead = sum(n % _GROUP == 0 for n in gaps) / len(gaps)
    behind = sum((first + last - n - 1) % _GROUP == 0 for n in gaps) / len(gaps)
    return behind > ahead if max(ahead, behind) >= _MOSTLY and ahead != behind else None


def _starts_at_the_game_hole(board: PegBoard, player: str) -> bool:
    holes = board.tracks[player]
    to_start, to_end = (math.dist(holes[n], board.game_mm) for n in (min(holes), max(holes)))
    return to_start < _NEARER * to_end


def _is_against(board: PegBoard, player: str, other: str) -> bool:
    """Whether two tracks that lie beside each other are numbered against each other."""
    if player == other:
        return False
    mine, theirs = board.tracks[player], board.tracks[other]
    numbers = range(1, board.lap + 1)
    along = float(np.mean([math.dist(mine[n], theirs[n]) for n in numbers]))
    against = float(np.mean([math.dist(mine[n], theirs[board.lap + 1 - n]) for n in numbers]))
    return against < _BESIDE * along
