"""Cards that go back to a hand, and the scores that go with them.

Rule: ACC 7.1.b (led out of turn), 7.1.e (over thirty-one), 7.1.f (two at once).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from cribbage.book import unsaidgo
from cribbage.book.game import Game, TakenBack
from cribbage.book.items import Item, Reason, What
from cribbage.book.leadtakenback import lead_goes_back
from cribbage.book.playline import Laid, PlayLine
from cribbage.book.reneges import note_retrieved
from cribbage.book.renegeundone import series_goes_on
from cribbage.log.observations import Player
from cribbage.score.cards import Card


def laid_with_kept(line: PlayLine, before: Sequence[Card | None], seen: Sequence[Card | None]) -> int:
    """How many cards were laid last, together, of which all but one, whichever, were taken back; else 0 (7.1.f)."""
    last = line.last
    together = sum(last is not None and (laid.player, laid.t) == (last.player, last.t) for laid in line.laid)
    first = len(before) - together
    is_one = together > 1 and tuple(seen) in [(*before[:first], card) for card in before[first:] if card]
    return together if is_one else 0


def went_back(card: Card | None, before: Sequence[Card | None], seen: Sequence[Card | None]) -> bool:
    """Whether the last of the cards that lay there `before` has gone back to the hand, and another lies there now:
    it would have carried the count past thirty-one (Rule: ACC 7.1.e)."""
    same = len(seen) == len(before) > 0 and tuple(seen[:-1]) == tuple(before[:-1])
    return same and card is not None and before[-1] == card and seen[-1] not in (card, None)


def take_back(game: Game, player: Player, how_many: int) -> None:
    """Cards are taken back: out of turn, over thirty-one, two at once (Rule: ACC 7.1.b, e, f)."""
    if game.waiting_card is not None and game.waiting_card[0] == player:
        game.waiting_card = None
        how_many -= 1
    deal, line = game.deal, game.deal.line
    mine = [index for index, laid in enumerate(line.laid) if laid.player == player]
    gone = mine[max(len(mine) - how_many, 0) :]
    if len(gone) > 1 and deal.seemed_lead is not None:  # first that one, which was laid last
        take_back(game, player, 1)
        take_back(game, player, len(gone) - 1)
        return
    cards = [line.laid[index].card for index in gone]
    had = [(line.laid[index], index in deal.go_after) for index in gone]
    note_retrieved(game, player, cards)
    for index in gone:
        if index and line.laid[index].opens:
            _no_go_yet(game, line.laid[index - 1].player)
    if any(line.laid[index].after_go for index in gone):
        deal.led_after_go = None
    first_t = min((line.laid[index].t for index in gone), default=inf)
    deal.passes = [one for one in deal.passes if one.t < first_t]  # they were shown by these cards alone
    deal.go_after = {i - sum(index < i for index in gone) for i in deal.go_after if i not in gone}
    line.rewind([laid for i, laid in enumerate(line.laid) if i not in gone], frozenset(deal.go_after))
    for laid, go in had:
        deal.taken_back = _take_points_back(game, laid, go)
    if gone == [len(line.laid)]:
        unsaidgo.goes_back(game)
    series_goes_on(game)
    lead_goes_back(game, player, cards)
    game.tell_phase()


def _no_go_yet(game: Game, player: Player) -> None:
    """The card that had shown a go to be due is gone, and its player may play on: the go comes after their last card
    (Rule: ACC 7.2.a(6), 7.3)."""
    for item in game.open_items(game.side(player), What.PLAY):
        if item.is_go and item.seat == player and item.pegged is None:
            game.close(item, Reason.TAKEN_BACK)


def _take_points_back(game: Game, laid: Laid, go: bool) -> TakenBack | None:
    """A card went back: its points are no longer earned, and may be retracted if they were pegged. What it had earned
    by a count that was not known is among the others that nobody knew."""
    found: Item | None = None
    settled, excess = False, 0
    plays = game.open_items(laid.player, What.PLAY)
    unknown = [item for item in plays if item.unseen and not item.cards][-1:] if laid.points is None else []
    for item in [item for item in plays if item.cards == str(laid.card)] or unknown:
        found, settled, excess = item, item.settled, item.excess
        game.allow_back(item.player, item.pegged or 0)
        item.settled, item.excess = True, 0
        game.close(item, Reason.TAKEN_BACK)
    return None if laid.card is None else TakenBack(laid.player, laid.card, found, settled, excess, go)
