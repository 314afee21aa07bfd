"""Muggins called for a score of the play that was pegged right: what was called is its player's then.

Rule: ACC 10.4.a.
"""

from __future__ import annotations

from math import inf

from cribbage.book.game import Game
from cribbage.book.items import BY_ITSELF
from cribbage.log.observations import Player


def last_score_may_be_called(game: Game, player: Player, at: float = inf) -> bool:
    """Whether muggins may have been called, aloud, for what this player has pegged for their last card, and did not
    miss. Nobody else has pegged since that card, until they pegged again (`at`, time in s)."""
    is_known = not (game.blind or game.deal.line.lost)
    mine = [laid for laid in game.deal.line.laid if game.side(laid.player) == player]
    if not (game.plays_muggins and game.profile.muggins_wrong_call and is_known and mine):
        return False
    pegged = [item for item in game.items if item.player == player and item.pegged and not item.missed]
    is_scored = any(item.parts in BY_ITSELF or item.cards == str(mine[-1].card) for item in pegged)
    theirs = (game.pegged_at(one) for one in game.players if one != player)
    return is_scored and all(t < mine[-1].t or t > at for t in theirs)
