"""The announced count against the cards: a wrong one may be corrected, challenged, or accepted.

Once the opponent plays on, or says go, a wrong count holds for the rest of its series, and what was pegged by it
is earned.

Rule: ACC 7.4.
"""

from __future__ import annotations

from cribbage.book.claims import judge_exact
from cribbage.book.game import Announced, Doubt, Game, Phase
from cribbage.book.items import Item, What
from cribbage.book.overplay import announced_over
from cribbage.log.observations import Player, Said
from cribbage.score.pegging import LIMIT


def announce_count(game: Game, said: Said) -> None:
    """A count is tapped in, by the player of the last card or against them."""
    deal, line = game.deal, game.deal.line
    last = line.last
    if announced_over(game, said):
        return
    if game.phase is not Phase.PLAY or last is None or line.count is None or line.ended:
        return
    if said.n is None or said.n > LIMIT:
        return
    if said.by != last.player:
        if said.n == line.count:
            challenge_count(game, last.player)
    elif said.n == line.count:
        challenge_count(game, said.by)
    else:
        deal.announced = Announced(said.by, said.n, line.points_at(said.n))


def accept_count(game: Game, by: Player) -> None:
    """The opponent goes on: the announced count holds for this series (7.4.a)."""
    deal = game.deal
    announced = deal.announced
    if announced is None or announced.player == by:
        return
    deal.announced = None
    deal.line.agree(announced.count)
    item = _item(game, announced.player) or game.earn(What.PLAY, announced.player, 0)
    item.earned = announced.points
    for hold in game.take_holds(Doubt.COUNT):
        judge_exact(game, hold.move, [item])


def challenge_count(game: Game, player: Player) -> None:
    """The count is corrected in time: what only the wrong count earned was pegged too much (7.4.b)."""
    if game.deal.announced is None or game.side(game.deal.announced.player) != game.side(player):
        return
    game.deal.announced = None
    item = _item(game, player)
    for hold in game.take_holds(Doubt.COUNT):
        judge_exact(game, hold.move, [] if item is None else [item])


def _item(game: Game, player: Player) -> Item | None:
    """The open score of the player's last card."""
    items = [item for item in game.open_items(player, What.PLAY) if item.cards]
    last = game.deal.line.last
    return next((item for item in items if last is not None and item.cards == str(last.card)), None)
