"""Hands that were given up before, as a peg shows that is for what was called aloud, or for what was missed after.

Nobody hears those words: in a muggins game a peg that is just what an opponent missed is the call (Rule: ACC 10.4.a).
"""

from __future__ import annotations

from cribbage.book.game import Doubt, Game, needed, reaches_game
from cribbage.book.items import Item, What, owed
from cribbage.book.pendingshow import give_up, judge_in_turn
from cribbage.book.saidaloud import is_in_force
from cribbage.sight.pegmoves import Move


def settle_called_before(game: Game, move: Move) -> None:
    """All of a hand is pegged over the open crib, or wins, while a move that seemed to be a part of it waits for a
    hand before it: that was for what this one missed, called aloud (Rule: ACC 10.4.d). So it may be if it is too
    much for the crib, and too little for the hand, or by less too much for that."""
    if not (is_in_force(game) and (game.deal.crib_shown or reaches_game(game, move))):
        return
    points, left = needed(game, move), game.profile.target - move.before.score
    cribs = [item for item in game.open_items(move.player, What.CRIB) if item.owed]
    if points == owed(cribs):
        return
    for hold in [one for one in game.holds if one.doubt is Doubt.ORDER and one.move.player == move.player]:
        is_hand = len(hold.items) == 1 and hold.items[0].what is What.HAND
        is_all = points == min(owed(hold.items), left) or points > owed(cribs) < owed(hold.items)
        if is_hand and is_all and hold.move.points <= owed(hold.waits):
            game.holds.remove(hold)
            give_up(game, hold.waits, hold.move.t)
            judge_in_turn(game, hold)
            return


def settle_called_after(game: Game, move: Move) -> None:
    """The pone pegs what the open crib is worth, or fewer, and not what the own hand is, which the dealer has counted
    past: it was given up, and this is for what the dealer missed, called aloud (Rule: ACC 10.4.a, 10.4.d)."""
    dealer = game.side(game.dealer)
    hands = [item for item in game.open_items(move.player, What.HAND) if item.owed and item.pegged is None]
    due = [item for item in game.open_items(move.player) if item.owed]
    is_other = move.player != dealer and len(game.players) == 2 and not reaches_game(game, move)
    if not (is_in_force(game) and game.deal.crib_shown and is_other and hands and hands == due):
        return
    cribs = [item for item in game.open_items(dealer, What.CRIB) if move.points <= item.owed]
    if move.points == owed(hands) or not cribs or not _has_counted_past(game, hands):
        return
    waiting = game.take_holds(Doubt.ORDER, player=dealer)
    give_up(game, hands, move.t)
    for hold in waiting:
        judge_in_turn(game, hold, waiting)


def _has_counted_past(game: Game, hands: list[Item]) -> bool:
    """Whether all of a hand that comes after these has been pegged, or waits for them."""
    later = [item for item in game.items if item.what is What.HAND and item.player != hands[0].player]
    pegged = any(
        item.pegged == item.earned and item.deal == game.deal.number for item in later if item.earned
    )
    return pegged or any(hold.doubt is Doubt.ORDER and hands[0] in hold.waits for hold in game.holds)
