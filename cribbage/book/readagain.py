"""A card is read again: by a person, who is right, or by an eye that could not read it before.

When a card of the play that could not be read when it was laid can be read now, the play is counted again: then it
is known what that card earned, what the cards after it made, and whether it opened a series, so that somebody had
earned a go before it. A player who pegged meanwhile did so unseen, and nothing is held against them for it.

Rule: ACC 7.2, 7.3.
"""

from __future__ import annotations

from collections.abc import Sequence

from cribbage.book.doubtfulorder import note_passed_over
from cribbage.book.game import Game
from cribbage.book.items import Item, What
from cribbage.book.playline import Laid
from cribbage.book.reneges import check_reneges
from cribbage.log.observations import Player, Zone
from cribbage.score.cards import Card
from cribbage.score.pegging import LIMIT
from cribbage.sight.corrections import changed, with_fixes


def keep_put_right(game: Game, zone: Zone, seen: Sequence[Card | None]) -> None:
    """A person says what lies there: where the eye reads another card, this one is meant from now on."""
    fixes = changed(game.deal.zones.get(zone, ()), seen)
    game.deal.put_right[zone] = with_fixes(game.deal.put_right.get(zone, {}), fixes)


def fill(game: Game, player: Player, seen: Sequence[Card | None], turned: int, t: float) -> None:
    """The cards that lie before a player, from the one after the `turned` first on, as they can be read now."""
    line = game.deal.line
    mine = line.of(player)[turned:]
    news = [(laid, card) for laid, card in zip(mine, seen, strict=False) if laid.card is None and card]
    for laid, card in news:
        laid.card = card
    if not news:
        return
    lost = line.lost or game.deal.unsure_pegs
    unknown = [index for index, laid in enumerate(line.laid) if laid.points is None]
    line.rewind(list(line.laid), frozenset(game.deal.go_after))
    if lost:
        line.lose()
    else:
        _earn_late(game, unknown)
        note_passed_over(game, unknown)
    check_reneges(game, player, t)


def _earn_late(game: Game, unknown: list[int]) -> None:
    """`unknown`: the cards of the play of which nobody knew what they had earned."""
    line = game.deal.line
    for item in game.items:
        if item.for_last and item.unseen and line.laid[-1].count is not None:
            has_it = game.side(line.laid[-1].player) == item.player and line.laid[-1].count != LIMIT
            _is_worth(game, item, int(has_it), (("last card", 1),) if has_it else ())
    for seat in game.seats:
        mine = [line.laid[index] for index in unknown if line.laid[index].player == seat]
        for item, laid in zip(reversed(_unseen(game, seat)), reversed(mine), strict=False):
            if laid.points is not None:  # the windows of the first ones may have closed
                item.cards = str(laid.card)
                _is_worth(game, item, laid.points, laid.parts)
    for index in unknown:
        if (
            index
            and _had_gone(line.laid[index - 1], line.laid[index])
            and index - 1 not in game.deal.go_after
        ):
            go = game.earn(What.PLAY, line.laid[index - 1].player, 1, parts=(("go", 1),))
            go.is_go = go.doubtful = True  # it may have been pegged while nobody knew of it


def _unseen(game: Game, seat: Player) -> list[Item]:
    items = game.open_items(seat, What.PLAY)
    return [item for item in items if item.unseen and item.seat == seat and not item.for_last]


def _is_worth(game: Game, item: Item, points: int, parts: tuple[tuple[str, int], ...]) -> None:
    item.earned, item.parts = points, parts
    game.tell_item(item)


def _had_gone(before: Laid, opener: Laid) -> bool:
    """Whether a card opened a series because it did not fit on the one before, which had not made thirty-one."""
    return opener.opens and before.count not in (None, LIMIT)
