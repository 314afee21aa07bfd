"""Leads out of turn: what may be put right, and until when.

The dealer leads the first card, or the player who took a go leads the next series. While only one card of each lies
there, the cards go back and their points are retracted; a third card makes the order right.

Rule: ACC 7.1.b; the editions differ after a go.
"""

from __future__ import annotations

from cribbage.book.game import Game
from cribbage.book.items import Item, What
from cribbage.book.playline import MAX_VALUE, Laid
from cribbage.log.observations import Player
from cribbage.score.cards import Card
from cribbage.score.pegging import LIMIT

RULE = "7.1.b"


def check_lead(game: Game, laid: Laid) -> None:
    """A card has been laid: is it a wrong lead, is one played on, does one stand now?"""
    deal = game.deal
    index = len(deal.line.laid) - 1
    if deal.led is None or index <= deal.led:  # or it was taken back
        deal.led = index if _out_of_turn(game, laid, index) else None
    elif index == deal.led + 1 and laid.player == deal.line.laid[deal.led].player:
        deal.led = None  # two cards of one player: nobody has played on it
    elif index == deal.led + 1:
        leader = deal.line.laid[deal.led].player
        game.remark(
            "lead",
            "played-on",
            RULE,
            leader,
            "led out of turn and played on: both cards go back, their points too",
        )
    else:
        leader, deal.led = deal.line.laid[deal.led].player, None
        game.remark("lead", "late", RULE, leader, "play has gone on: the order stands, and points count")


def to_retract(game: Game, player: Player) -> list[Item]:
    """What a side has pegged for cards that go back, as one of them was led out of turn and no third lies there."""
    laid, led = game.deal.line.laid, game.deal.led
    if led is None or len(laid) > led + 2:
        return []
    cards = {str(one.card) for one in laid[led:]}
    return [item for item in game.open_items(player, What.PLAY) if item.pegged and item.cards in cards]


def note_out_of_turn(game: Game, player: Player, card: Card | None) -> None:
    """A card is about to be laid: out of turn it is odd, and other histories may do without that (7.1)."""
    deal, line = game.deal, game.deal.line
    last = line.last
    if line.lost or game.hidden:
        return
    if last is None:
        odd = deal.sure_dealer and player != game.pone
    elif line.ended or line.fits(card) is False:
        odd = game.next_to_play() != player and not line.goes_on(player, card)
    else:
        others = [seat for seat in game.others(last.player) if seat not in deal.said_go]
        fits_all = line.count is not None and line.count <= LIMIT - MAX_VALUE
        odd = fits_all and any(line.held(seat) for seat in others) and game.next_to_play() != player
    if odd:
        deal.odd.add(("turn", player, card))


def _out_of_turn(game: Game, laid: Laid, index: int) -> bool:
    deal, book = game.deal, game.profile
    if deal.patchy or deal.line.lost or game.hidden or not deal.sure_dealer:
        return False
    if index == 0:
        return book.wrong_lead and laid.player != game.pone
    took_go = (
        index - 1 in deal.go_after and deal.line.laid[index - 1].player == laid.player and not laid.after_go
    )
    return (
        book.wrong_lead_after_go
        and took_go
        and any(deal.line.held(other) for other in game.others(laid.player))
    )
