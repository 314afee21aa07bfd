"""Muggins called for a score of the play that was pegged right: what was called is its player's then.

Rule: ACC 10.4.a.
"""

from __future__ import annotations

from cribbage.book.game import Game, Phase
from cribbage.log.observations import Player


def may_be_called_wrongly(game: Game, player: Player) -> bool:
    """Whether muggins may have been called, aloud, for what this player has pegged for their last card, and did not
    miss. Nobody else has pegged since that card."""
    is_known = game.phase is Phase.PLAY and not (game.blind or game.deal.line.lost)
    mine = [laid for laid in game.deal.line.laid if game.side(laid.player) == player]
    if not (game.plays_muggins and game.profile.muggins_wrong_call and is_known and mine):
        return False
    pegged = [item for item in game.items if item.player == player and item.pegged and not item.missed]
    is_scored = any(item.is_go or item.cards == str(mine[-1].card) for item in pegged)
    return is_scored and all(game.pegged_at(one) < mine[-1].t for one in game.players if one != player)
