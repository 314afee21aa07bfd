"""A person says that the starter was read wrongly: the deal goes on with the right one.

What has not been pegged is counted with it. What has been pegged has its verdict; where it was too much only by the
wrong reading, or heels were forfeited that there were not, nothing is held against anybody any more.

Rule: ACC 6.3, 9.3.
"""

from __future__ import annotations

from cribbage.book.blame import withdraw
from cribbage.book.correctedcard import OTHERWISE, PUT_RIGHT, put_right, withdraw_too_many
from cribbage.book.game import Game, Phase
from cribbage.book.items import Item, Reason, What
from cribbage.book.laying import earn_heels
from cribbage.book.show import recount
from cribbage.log.observations import CRIB, STARTER
from cribbage.score.cards import Card


def is_put_right(game: Game, card: Card, by_person: bool) -> bool:
    """Whether this card is what a person says of a starter that was read as another, and not the next deal's: of that
    one the cards to be counted have gone."""
    deal = game.deal
    says = STARTER in deal.reread or (by_person and not deal.starter_gone)
    is_over = game.phase is Phase.SHOW and deal.taken_up and not game.lie_open((*game.seats, CRIB))
    return says and not is_over and deal.starter not in (None, card)


def put_starter_right(game: Game, card: Card) -> None:
    """The starter is this card, and was from the beginning."""
    deal = game.deal
    deal.starter, deal.starter_unread = card, False
    deal.reread.discard(STARTER)
    _heels_put_right(game, card)
    for item in game.items:
        if item.is_open and item.pegged is None and item.what in (What.HAND, What.CRIB):
            item.earned = None
    recount(game)
    for zone in (*game.seats, CRIB):
        put_right(game, zone)
    game.tell_phase()


def _heels_put_right(game: Game, card: Card) -> None:
    """His heels are there only with the right card, or only with the wrong one (Rule: ACC 6.3)."""
    deal = game.deal
    for item in game.open_items(game.dealer, What.HEELS):
        game.allow_back(item.player, item.pegged or 0)
        game.close(item, Reason.TAKEN_BACK)
    if deal.heels_forfeit is not None:
        withdraw(game, deal.heels_forfeit, None, OTHERWISE)
        deal.heels_forfeit = None
    if deal.sure_dealer and (heels := earn_heels(game, card)) is not None:
        _pegged_before(game, heels)


def _pegged_before(game: Game, heels: Item) -> None:
    """What was too much for nothing is his heels, if it is just so many."""
    judged = game.judged.get(heels.player)
    if judged is None or judged.move.points != heels.earned:
        return
    too_many = withdraw_too_many(game, heels.player, judged.move.t, PUT_RIGHT)
    for item in [item for item in game.items if item.id in too_many]:
        item.excess = 0
    if too_many:
        game.peg(heels, judged.move.points)
