"""A person says that a card was read wrongly: in the play, of a hand that is counted, or of the crib.

The play goes on with the right card where nothing that was judged depends on it. Where the right card laid last earns
just what was pegged for it, that was too much only by the wrong reading: nothing is held against it any more. In all
other cases nobody knows what has been pegged for what.

Rule: ACC 7.2, 8.4.c.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cribbage.book.blame import withdraw
from cribbage.book.game import Game
from cribbage.book.items import Item, What
from cribbage.book.playline import Laid
from cribbage.book.reneges import check_reneges
from cribbage.book.show import hand_of, worth
from cribbage.log.observations import CRIB, Player, Zone
from cribbage.log.verdicts import Code
from cribbage.score.cards import Card

PUT_RIGHT: Final = "a person has put right what was read of it"
OTHERWISE: Final = "a card was read as another then"


def forget_reading(game: Game, zone: Zone) -> None:
    """What was read of a hand or the crib at the show is not so, says a person: its worth is not known any more until
    it is read again. What has been pegged for it has its verdict already."""
    game.deal.reread.add(zone)
    if zone == CRIB:
        game.deal.crib = None
    else:
        game.deal.hands.pop(zone, None)
    what, seat = (What.CRIB, game.dealer) if zone == CRIB else (What.HAND, zone)
    for item in game.items:
        is_it = item.what is what and item.seat == seat and item.is_open
        if is_it and item.pegged is None and item.earned is not None:
            item.earned, item.parts, item.text, item.cards = None, (), "", ""
            game.tell_item(item)


def put_right(game: Game, zone: Zone) -> None:
    """A hand or the crib was read again, as a person wished: where all that was pegged for it was earned after all,
    nothing is held against the move any more; where it is all of it, nothing is missing."""
    is_crib = zone == CRIB
    cards = game.deal.crib if is_crib else hand_of(game, zone)
    points, parts, text = worth(game, cards, crib=is_crib)
    what, seat = (What.CRIB, game.dealer) if is_crib else (What.HAND, zone)
    for item in game.items:
        judged = game.judged.get(item.player)
        is_it = item.what is what and item.seat == seat and item.is_open and item.pegged
        is_wrong = item.excess or item.pegged == points
        if not (is_it and is_wrong) or judged is None or item.player in game.remedies:
            continue
        if (points or 0) < (item.pegged or 0):
            continue
        for event in [one for one in judged.blame.verdicts if one.body.get("item") == item.id]:
            withdraw(game, event, judged.move, PUT_RIGHT)
        item.earned, item.parts, item.text, item.excess = points, parts, text, 0
        item.cards = " ".join(map(str, cards or ()))
        game.tell_item(item)


def correct_card(game: Game, player: Player, seen: Sequence[Card | None], turned: int, t: float) -> bool:
    """Take the cards that lie before a player, from the one after the first `turned` on, as a person reads them.

    Returns whether one of them had been read as another, and the count of the play is known all the same.
    """
    line = game.deal.line
    mine = line.of(player)[turned:]
    wrong = [(laid, card) for laid, card in zip(mine, seen, strict=False) if laid.card != card]
    if len(seen) != len(mine) or not wrong or any(None in (laid.card, card) for laid, card in wrong):
        return False
    was, lost, (old, card) = list(line.laid), line.lost, wrong[0]
    index = next(index for index, laid in enumerate(was) if laid is old)
    if len(wrong) > 1 or any(laid.card == card for laid in was):
        for laid, card in wrong:
            laid.card = card
        lost = True
    else:
        now = [replace(laid, card=card) if laid is old else laid for laid in was]
        line.rewind(now, frozenset(game.deal.go_after))
    new = line.laid[index]
    if (
        lost
        or not _stands(was, line.laid, index)
        or (new.points != old.points and not _earns(game, old, new))
    ):
        for side in game.players:
            withdraw_too_many(game, side, old.t, OTHERWISE)
        return False
    game.deal.goes = [go for go in game.deal.goes if go.t < old.t]
    game.deal.passes = [one for one in game.deal.passes if one.t < old.t]
    check_reneges(game, player, t)
    game.tell_phase()
    return True


def _stands(was: Sequence[Laid], now: Sequence[Laid], index: int) -> bool:
    """Whether the series are the same with the right card, and so is what every card earned that others lie on."""
    same = all(a.opens == b.opens and a.points == b.points for a, b in zip(was[:-1], now[:-1], strict=True))
    return (
        same
        and was[-1].opens == now[-1].opens
        and (index == len(was) - 1 or was[-1].points == now[-1].points)
    )


def _earns(game: Game, old: Laid, new: Laid) -> bool:
    """The card laid last earns something else than as it was read. Returns whether it is known what was pegged for
    it."""
    side = game.side(new.player)
    items = [item for item in game.open_items(side, What.PLAY) if item.cards == str(old.card)]
    judged = game.judged.get(side)
    if game.holds or new.points is None or side in game.remedies:
        return False
    if judged is None or judged.move.t < old.t:
        for item in items:
            _is_worth(game, item, new)
        if not items and new.points:
            game.earn(What.PLAY, new.player, new.points, [new.card] if new.card else (), new.parts)
        return True
    too_many = withdraw_too_many(game, side, old.t, PUT_RIGHT) if judged.move.points == new.points else []
    for item in [item for item in game.items if item.id in too_many]:
        item.excess = 0
        _is_worth(game, item, new)
    return bool(too_many)


def withdraw_too_many(game: Game, side: Player, since: float, why: str) -> list[str]:
    """Withdraw what is held against a side since then: it was too much only by a wrong reading of a card.

    Returns the names of the items that it was about.
    """
    judged = game.judged.get(side)
    if judged is None or judged.move.t < since or side in game.remedies:
        return []
    blamed = [event for event in judged.blame.verdicts if event.body["code"] == Code.OVERPEG]
    for event in blamed:
        withdraw(game, event, judged.move, why)
    return [event.body["item"] for event in blamed]


def _is_worth(game: Game, item: Item, laid: Laid) -> None:
    item.earned, item.parts, item.cards = laid.points, laid.parts, str(laid.card)
    game.tell_item(item)
