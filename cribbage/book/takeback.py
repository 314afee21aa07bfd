"""Cards that go back to a hand, and the scores that go with them.

Rule: ACC 7.1.b (led out of turn), 7.1.e (over thirty-one), 7.1.f (two at once).
"""

from __future__ import annotations

from collections.abc import Sequence

from cribbage.book.game import Game, TakenBack
from cribbage.book.items import Item, Reason, What
from cribbage.book.playline import Laid
from cribbage.book.reneges import note_retrieved
from cribbage.log.observations import Player
from cribbage.score.cards import Card


def one_of_two(mine: Sequence[Laid], before: Sequence[Card | None], seen: Sequence[Card | None]) -> bool:
    """Whether of two cards that were laid together the first was taken back, and the other stays (7.1.f)."""
    together = len(mine) > 1 and mine[-1].t == mine[-2].t
    return together and len(before) > 1 and tuple(seen) == (*before[:-2], before[-1])


def take_back(game: Game, player: Player, how_many: int) -> None:
    """Cards are taken back: out of turn, over thirty-one, two at once (Rule: ACC 7.1.b, e, f)."""
    if game.waiting_card is not None and game.waiting_card[0] == player:
        game.waiting_card = None
        how_many -= 1
    deal, line = game.deal, game.deal.line
    mine = [index for index, laid in enumerate(line.laid) if laid.player == player]
    gone = mine[max(len(mine) - how_many, 0) :]
    cards = [(line.laid[index].card, index in deal.go_after) for index in gone]
    note_retrieved(game, player, [card for card, _ in cards])
    for index in gone:
        if index and line.laid[index].opens:
            _no_go_yet(game, line.laid[index - 1].player)
    if any(line.laid[index].after_go for index in gone):
        deal.led_after_go = None
    deal.go_after = {i - sum(index < i for index in gone) for i in deal.go_after if i not in gone}
    line.rewind([laid for i, laid in enumerate(line.laid) if i not in gone], frozenset(deal.go_after))
    for card, go in cards:
        deal.taken_back = _take_points_back(game, player, card, go)
    game.tell_phase()


def _no_go_yet(game: Game, player: Player) -> None:
    """The card that had shown a go to be due is gone, and its player may play on: the go comes after their last card
    (Rule: ACC 7.2.a(6), 7.3)."""
    for item in game.open_items(game.side(player), What.PLAY):
        if item.is_go and item.seat == player and item.pegged is None:
            game.close(item, Reason.TAKEN_BACK)


def _take_points_back(game: Game, player: Player, card: Card | None, go: bool) -> TakenBack | None:
    """A card went back: its points are no longer earned, and may be retracted if they were pegged."""
    found: Item | None = None
    settled, excess = False, 0
    for item in game.open_items(player, What.PLAY):
        if item.cards == str(card) or (card is None and item.unseen):
            found, settled, excess = item, item.settled, item.excess
            game.allow_back(item.player, item.pegged or 0)
            item.settled, item.excess = True, 0
            game.close(item, Reason.TAKEN_BACK)
    return None if card is None else TakenBack(player, card, found, settled, excess, go)
