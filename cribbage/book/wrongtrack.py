"""A peg of one track stands in the other: three holes occupied here, one there.

Either its owner pegged in the wrong track, or the other player took it for their own; the hole tells which, if
what was earned leaves only one of them. Until the peg is out of the other track again, no track is followed.

Rule: ACC 8.7 (opponent's peg), 8.8 (wrong track).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations

from cribbage.book.claims import award, doubt_all, leave_award_open
from cribbage.book.game import Game
from cribbage.book.items import What, uncertain
from cribbage.book.nextscore import Meant, meant_by
from cribbage.book.windows import Act, close_windows
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.sight.pegmoves import RELEASE_S


@dataclass(slots=True)
class Astray:
    """A peg of `owner` stands in `hole` of another `track` since `t`; `judged` once its verdict is out, `is_known` if
    that says whose score it is."""

    owner: Player
    track: Player
    hole: int
    t: float
    judged: bool = False
    is_known: bool = False

    @property
    def deadline(self) -> float | None:
        """When it counts as let go of."""
        return None if self.judged else self.t + RELEASE_S


def find_astray(game: Game, t: float, holes: Mapping[Player, frozenset[int]]) -> Astray | None:
    """The peg that stands in the wrong track, if the numbers of pegs prove that there is one."""
    for owner, track in permutations(game.players, 2):
        rest = game.pegs(track).holes
        if len(holes[owner]) == 1 and len(holes[track]) == 3 and rest < holes[track]:
            (hole,) = holes[track] - rest
            return Astray(owner, track, hole, t)
    return None


def judge_astray(game: Game, astray: Astray) -> None:
    """Whose fault it is, by the score that the hole stands for."""
    astray.judged = True
    owner, other = astray.owner, astray.track
    points = astray.hole - game.score(owner)
    if game.blind or game.deal.void:
        game.say(Code.UNVERIFIED, owner, max(points, 0), astray.t, why="not seen")
        return
    own = meant_by(game, owner, {points})
    theirs = meant_by(game, other, {astray.hole - game.score(other)})
    if own and not theirs and not uncertain(game.open_items(other)):
        _wrong_track(game, astray, own)
    elif theirs and not own and game.profile.peg_faults and not _has_own_to_peg(game, owner):
        astray.is_known = True
        game.say(Code.OPPONENT_PEG, other, 2, astray.t, rule="8.7", remedy={"opponent": 2})
        award(game, other, 2, "8.7", claimed=False)
        game.pegged_astray = other
    else:
        why = "a peg stands in the other track, and its hole does not tell whose score it is"
        game.say(Code.UNVERIFIED, owner, max(points, 0), astray.t, why=why)
        doubt_all(game, owner)
        doubt_all(game, other)
        if game.profile.peg_faults:
            leave_award_open(game, other, 2)


def _has_own_to_peg(game: Game, owner: Player) -> bool:
    """Whether the owner of the peg had something to peg for the play, or for what was not seen: it may have gone into
    a dead hole of their track, and what shows in the other one may be a contact that a peg has left."""
    return uncertain(game.open_items(owner)) or any(
        item.owed for item in game.open_items(owner) if item.what in (What.PLAY, What.HEELS)
    )


def _wrong_track(game: Game, astray: Astray, meant: Meant) -> None:
    astray.is_known = True
    points, items = meant.points, meant.taken(game)
    facts = {"rule": "8.8", "remedy": {"front": astray.hole}}
    game.say(Code.WRONG_TRACK, astray.owner, points, astray.t, **facts)
    game.moved_over[astray.owner] = points
    game.deal.pegged(astray.owner)
    if items[-1].what in (What.HAND, What.CRIB):
        close_windows(game, Act.PEGGED, astray.t, by=astray.owner)
    for item in items:
        share = min(item.owed, points)
        points -= share
        if share:
            game.peg(item, share, done=share == item.owed)
