"""Muggins called for a go that nobody has pegged: the word comes before the card that shows that it was due.

Rule: ACC 7.2.a(6), 7.2.b, 10.4.b(1).
"""

from __future__ import annotations

from cribbage.book.claims import leave_award_open
from cribbage.book.game import Game, Phase
from cribbage.book.items import What, sums_within
from cribbage.book.muggins import NOT_ALL_SEEN
from cribbage.book.playpegs import end_by_go, go_is
from cribbage.book.saidaloud import is_in_force
from cribbage.log.observations import Player, Said


def call_for_go(game: Game, said: Said) -> bool:
    """A call may be for the go: where it was due that is missed now, and may be called like any score.

    Returns whether the call is left to judges: nobody said go, or its player may yet lay a card.
    """
    last = game.deal.line.last
    if last is None or game.phase is not Phase.PLAY or not is_in_force(game):
        return False
    scorer, caller = game.side(last.player), game.side(said.by)
    due = go_is(game, scorer)
    if scorer == caller or due is False:
        return False
    scores = {player: _missed(game, player) for player in game.players if player != caller}
    if any(said.n in sums_within(one) or (said.n is None and any(one)) for one in scores.values()):
        return False  # it is for scores of the cards
    if due and (last.player in game.deal.said_go or not game.deal.line.held(last.player)):
        end_by_go(game, last.player, said.t)
        return False
    others = sum(scores[scorer])
    if said.n not in (None, 1, others + 1) and (others or not (due and said.n)):
        return False  # where go was said more than it is worth may be called as well (Rule: ACC 10.4.a)
    game.deal.awarded.add(caller)
    if game.profile.muggins_wrong_call:
        leave_award_open(game, caller, said.n or 1)  # it may be wrong, and no go be due
    game.remark("muggins", "unseen", "10.4.a", caller, NOT_ALL_SEEN)
    return True


def _missed(game: Game, player: Player) -> list[int]:
    """What a player has missed, or not pegged yet, of the play."""
    items = (item for item in game.items if item.player == player and item.what is What.PLAY)
    return [item.missed or item.owed for item in items]
