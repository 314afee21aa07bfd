"""Hands that may have been given up aloud, by a word nobody tapped, before the call for them (Rule: ACC 10.4.d)."""

from __future__ import annotations

from cribbage.book.game import Game
from cribbage.book.items import Item, What
from cribbage.log.events import Event
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code


def hand_perhaps_given_up(game: Game, verdict: Event) -> Item | None:
    """The hand that its player may have given up aloud before a call that was refused; None where there is none."""
    hand = game.to_count
    if (
        verdict.body["code"] != Code.MUGGINS_REFUSED
        or hand is None
        or hand.pegged is not None
        or not hand.owed
    ):
        return None
    return None if hand.player == verdict.body["player"] else hand


def was_pegged(game: Game, given_up: tuple[Player, int] | None) -> bool:
    """Whether a hand that one history holds to be given up (seat and deal; None: no hand) was pegged all the same:
    for just what it was worth, while nothing else of that side was worth as much, nor as much as its latest move,
    which may have been for that alone."""
    if given_up is None:
        return False
    seat, deal = given_up
    mine = [item for item in game.open_items(seat, What.HAND, What.CRIB) if item.deal == deal]
    hand = next((item for item in mine if item.what is What.HAND and item.seat == seat), None)
    if hand is None or not hand.pegged or hand.pegged != hand.earned:
        return False
    latest = game.judged.get(hand.player)
    worth = {None, hand.pegged, *([latest.move.points] if latest else [])}
    return not any(item.earned in worth for item in mine if item is not hand)
