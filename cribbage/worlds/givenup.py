"""Hands that may have been given up by a word nobody tapped, before a call for them (Rule: ACC 10.4.d)."""

from __future__ import annotations

from cribbage.book.game import Game
from cribbage.book.items import Item, What
from cribbage.log.events import Event
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code


def given_up_of(game: Game, verdict: Event) -> Item | None:
    """The hand that its player may have given up by a word before a call that was refused, if there is one."""
    hand = game.to_count
    if (
        verdict.body["code"] != Code.MUGGINS_REFUSED
        or hand is None
        or hand.pegged is not None
        or not hand.owed
    ):
        return None
    return None if hand.player == verdict.body["player"] else hand


def has_counted(game: Game, given_up: tuple[Player, int] | None) -> bool:
    """Whether a hand (whose, of which deal) has been pegged just as it was worth, and nothing else of its side's was
    worth as much."""
    if given_up is None:
        return False
    mine = [item for item in game.open_items(given_up[0], What.HAND, What.CRIB) if item.deal == given_up[1]]
    hand = next((item for item in mine if item.what is What.HAND and item.seat == given_up[0]), None)
    if hand is None or not hand.pegged or hand.pegged != hand.earned:
        return False
    return not any(item.earned in (None, hand.pegged) for item in mine if item is not hand)
