"""A crib that was pegged before the dealer's own hand: that hand follows, or was given up.

Rule: ACC 9.2.d, 9.2.e, 10.4.d.
"""

from __future__ import annotations

from typing import Final

from cribbage.book.claims import judge_exact, unverified
from cribbage.book.game import Doubt, Game, Hold, needed, reaches_game
from cribbage.book.items import Item, What, owed
from cribbage.book.outoforder import say_out_of_order
from cribbage.book.saidaloud import ALOUD, is_in_force
from cribbage.book.show import close_before
from cribbage.log.verdicts import Code
from cribbage.sight.pegmoves import Move

ONE_OF_TWO: Final = "one of two moves was for the hand"


def settle_crib_first(game: Game, out_of_order: bool, by: Move | None = None, back: int = 0) -> None:
    """The dealer pegged the crib before the hand: the hand follows, or was given up (Rule: ACC 9.2.e).

    Where they had said none before, it came in its turn unless that hand is pegged (`by`) or the crib goes back.
    """
    for hold in game.take_holds(Doubt.CRIB_FIRST):
        if by is not None and (hand := _hand_before(game, hold, by)):
            close_before(game, hold.move, hand)
            judge_exact(game, hold.move, hand)
        elif out_of_order and by is not None and _may_be_with_either(game, hold, by):
            _was_for_either(game, hold.move, *_own_hands(game))
        elif out_of_order and by is not None and _is_perhaps_wrong_call(game, by):
            unverified(game, hold.move, why=ALOUD)
        elif out_of_order and (by is not None or back or not hold.in_turn):
            say_out_of_order(game, hold, "9.2.e", by, back)
        else:
            close_before(game, hold.move, hold.items)
            judge_exact(game, hold.move, hold.items)


def _hand_before(game: Game, hold: Hold, by: Move) -> list[Item]:
    """The dealer's hand, if the next peg is just the crib, as what seemed to be the crib was, and not the hand, nor
    wins with a part of it: they counted the hand wrong, and it came first. Otherwise nothing."""
    hands = _own_hands(game)
    is_crib = by.player == game.side(game.dealer) and by.points == owed(hold.items) != owed(hands)
    may_be_hand = reaches_game(game, by) and by.points < owed(hands)
    return hands if is_crib and not (hold.in_turn or may_be_hand) and owed(hands) else []


def _is_perhaps_wrong_call(game: Game, by: Move) -> bool:
    """Whether what the dealer pegs after the crib is not the hand, which was given up aloud then, but may be for a
    wrong call (Rule: ACC 10.4.a)."""
    hands = _own_hands(game)
    is_hand = by.points == owed(hands) or reaches_game(game, by)
    return is_in_force(game) and game.profile.muggins_wrong_call and bool(hands) and not is_hand


def _may_be_with_either(game: Game, hold: Hold, by: Move) -> bool:
    """Whether the next peg is more than the dealer's hand and than the crib, or too little for the hand and for the
    crib, or wins with less than the hand, and would with the crib, if what seemed to be the crib was the hand counted
    wrong: nobody knows which came first."""
    hands = _own_hands(game)
    if by.player != game.side(game.dealer) or not hands or hold.in_turn:
        return False
    if not reaches_game(game, by):
        is_too_little = by.points < owed(hands) >= hold.move.points and by.points < owed(hold.items)
        return is_too_little or by.points > max(owed(hands), owed(hold.items))
    too_many = max(hold.move.points - owed(hands), 0)
    return needed(game, by) < owed(hands) and needed(game, by) <= owed(hold.items) - too_many


def _was_for_either(game: Game, move: Move, hand: Item) -> None:
    """Nobody knows whether a move was for the hand or the crib; what comes next is for the other."""
    facts = {"pegged": move.points, "move": str(move), "what": hand.what.value, "item": hand.id}
    why = ONE_OF_TWO
    game.say(Code.UNVERIFIED, move.player, move.points, move.t, why=why, **facts)
    game.peg(hand, min(move.points, hand.owed))


def _own_hands(game: Game) -> list[Item]:
    """The dealer's own hand, if it has not been pegged."""
    hands = game.open_items(game.dealer, What.HAND)
    return [hand for hand in hands if hand.seat == game.dealer and hand.pegged is None]


def settle_crib_by_call(game: Game) -> None:
    """Muggins was called for a hand that had been stated as none: it cannot be pegged any more, and the crib came in
    its turn (Rule: ACC 9.2.d, 10.4.d)."""
    hold = game.hold_of(game.side(game.dealer), Doubt.CRIB_FIRST)
    hands = [item for item in game.open_items(game.dealer, What.HAND) if item.seat == game.dealer]
    if hold is not None and hold.in_turn and all(hand.settled for hand in hands):
        settle_crib_first(game, out_of_order=False)
