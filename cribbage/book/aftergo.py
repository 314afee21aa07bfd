"""The player who took the go lays the next card too: they play on in that series, or lead out of turn.

A card that fits goes on with the series, for who gains a go plays all cards that can be played (ACC 7.2.b, Hoyle,
Corporate 5). The go counts once: thirty-one is worth one more. It may have been a lead out of turn all the same, on
which the others played; then the counts are others. As long as that makes a difference nobody is blamed by it.

Rule: ACC 7.1.b, 7.2.b.
"""

from __future__ import annotations

from typing import Final

from cribbage.book.deal import Led
from cribbage.book.game import Game, Phase
from cribbage.book.playline import Laid
from cribbage.log.observations import Player
from cribbage.score.pegging import LIMIT, play_points

PERHAPS_LED: Final = "the card after the go may have begun a series"


def follow_lead(game: Game, laid: Laid, withdraws_go: bool = False) -> None:
    """A card is laid: what it makes if the card after the go was a lead out of turn, or a lead of who had said go
    (`withdraws_go`, if it is none), for which nobody pegged the go."""
    deal, led, side = game.deal, game.deal.led_after_go, game.side(laid.player)
    if laid.card is None or laid.card in (() if led is None else led.pile):
        deal.led_after_go = None
    elif withdraws_go and not laid.opens:
        deal.led_after_go = Led(side, (laid.card,), 0)
    elif laid.after_go:
        again = deal.line.laid[-2].after_go  # two cards in a row are no lead
        deal.led_after_go = None if again else Led(side, (laid.card,), 0)
    elif led is None:
        return
    elif sum(card.value for card in led.pile) + laid.card.value <= LIMIT:
        pile = (*led.pile, laid.card)
        deal.led_after_go = Led(side, pile, play_points(pile).points)
    else:
        deal.led_after_go = None if laid.opens else Led(side, (laid.card,), 0)


def makes_otherwise(game: Game, laid: Laid) -> bool:
    """Whether a card earned something else if the card after the go was a lead."""
    led = game.deal.led_after_go
    return led is not None and led.points != laid.points


def may_be_for_lead(game: Game, player: Player, points: int) -> bool:
    """Whether points are what the last card earned if the card after the go was a lead; with a go, perhaps, or with
    the point for the last card of all."""
    led = game.deal.led_after_go
    if led is None or led.player != player or not points:
        return False
    count = sum(card.value for card in led.pile)
    is_over = game.phase is Phase.SHOW
    ends = (is_over or game.profile.renege_min_count <= count) and count < LIMIT
    return points in {led.points, led.points + ends}
