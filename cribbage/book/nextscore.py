"""Which score a player was about to peg whose peg did something else than leap ahead: the hole where it landed tells.

Rule: ACC 8.5 (pegs removed), 8.7 (opponent's peg), 8.8 (wrong track), 9.2 (order of counting), 11.1 (what was called
for is pegged first).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import chain

from cribbage.book.claims import is_play, sets_owing
from cribbage.book.countorder import exact, not_given_up, timely
from cribbage.book.game import Game, Phase
from cribbage.book.items import Item, What, owed, sums_of
from cribbage.book.playpegs import due_in_play, end_by_go, go_is
from cribbage.book.show import groups_of
from cribbage.log.observations import Player


@dataclass(frozen=True, slots=True)
class Meant:
    """A score that was to be pegged, and so many points of it (of the play some may be pegged alone, 7.2.b); `go`: a
    go is in them."""

    player: Player
    items: list[Item]
    points: int
    go: bool = False

    def taken(self, game: Game, t: float | None = None) -> list[Item]:
        """What is pegged: a go ends the series."""
        return [*self.items, end_by_go(game, self.player, t)] if self.go else self.items


def next_scores(game: Game, player: Player) -> list[list[Item]]:
    """What a player may be about to peg, the likeliest first: an award that was called for, all of the play, one hand
    or crib; then the hands that were given up aloud, and awards that nobody need have called for."""
    awards = _awards(game, player)
    called = [some for some in awards if all(item.comes_first for item in some)]
    if game.phase is Phase.SHOW:
        groups = [group for group in groups_of(game, player) if owed(group)]
        groups = timely(game, groups) or groups
    else:
        groups = [some] if (some := due_in_play(game, player)) else []
    due = not_given_up(game, groups)
    given_up = [group for group in groups if group not in due]
    return [*called, *due, *given_up, *(some for some in awards if some not in called)]


def _awards(game: Game, player: Player) -> list[list[Item]]:
    """The awards that a player may peg, as `sets_owing` has them, without those of a move that waits."""
    held = [item for hold in game.holds for item in hold.items]
    return [some for some in sets_owing(game, player) if not any(item in held for item in some)]


def likeliest(game: Game, player: Player) -> list[Item]:
    """What a player has to peg next, whatever the hole is worth: no award that nobody need have called for."""
    scores = next_scores(game, player)
    return next(
        (some for some in scores if all(one.comes_first or one.what is not What.PENALTY for one in some)), []
    )


def may_go(game: Game, player: Player) -> bool:
    """Whether the player may be about to peg a go."""
    return game.phase is Phase.PLAY and go_is(game, player) is not False


def meant_by(game: Game, player: Player, points: Collection[int], in_one: bool = False) -> Meant | None:
    """The score that is worth one of these numbers of points, all of it or all of a part; None where none is.
    `in_one`: or several that follow each other."""
    scores, awards = next_scores(game, player), _awards(game, player)
    apart = [*awards[-1:], *(some for some in scores if some not in awards)]  # the last one is all of them
    runs = (exact(apart, n) for n in points if in_one)
    for some in (*scores, *(list(chain(*run)) for run in runs if run)):
        if owed(some) in points:
            return Meant(player, some, owed(some))
    play = next((some for some in scores if is_play(some)), [])
    if owed(play) + 1 in points and may_go(game, player):
        return Meant(player, play, owed(play) + 1, go=True)
    parts = sums_of(play).intersection(points)
    return Meant(player, play, max(parts)) if parts else None
