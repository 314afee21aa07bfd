"""A card that did not fit, and so seemed to lead a series, goes back to its hand: it was one over thirty-one.

Nothing that it seemed to show was so: no go had been due, its player had not passed, no window had closed. What was
said because of it is withdrawn, and what was pegged too much by it is judged again. The rule sets no time within
which such a card has to go back.

Rule: ACC 7.1.e.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from typing import Final

from cribbage.book.blame import WENT_BACK, Judged, blame_of, not_too_many, withdraw
from cribbage.book.deal import SeemedLead
from cribbage.book.game import Game
from cribbage.book.items import Reason
from cribbage.book.playline import Go
from cribbage.book.playpegs import end_series_by_go, judge_in_play, sees_play
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.score.cards import Card

_OF_LEADS: Final = (
    *("goes", "said_go", "gone", "unsure_go", "claimed", "played_on", "led_after_go"),
    *("go_challenged", "given_in", "is_lead_unsure", "unseen_pegs"),
)
"""What a lead changes in a deal."""
_OF_WINDOWS: Final = (Code.UNDERPEG, Code.OVERPEG_STANDS)


def keep_for_lead(game: Game, player: Player, card: Card | None, lay: Callable[[], None]) -> None:
    """Lay a card. Where it does not fit keep what that changes, until one is laid that is not told with it."""
    deal, line, lead = game.deal, game.deal.line, game.deal.seemed_lead
    deal.pegged_on_lead = []
    is_early = (
        deal.claimed is not None and player not in deal.said_go
    )  # perhaps, the go that was pegged (8.9)
    if line.fits(card) is not False or (line.ended and not is_early):
        lay()
        is_with_it = lead is not None and (lead.player, lead.t) == (player, game.now)
        deal.seemed_lead = lead if is_with_it else None  # one of the two may go back (7.1.f)
        return
    kept = {name: copy(getattr(deal, name)) for name in _OF_LEADS}
    items, known = [(item, copy(item)) for item in game.items if item.is_open], list(game.items)
    holds, odd = list(game.holds), set(deal.odd)
    closed = [event for event in blame_of(game, lay).verdicts if event.body["code"] in _OF_WINDOWS]
    goes = [item for item in game.items if item.is_go and item not in known]
    deal.seemed_lead = SeemedLead(player, card, game.now, kept, items, goes, holds, deal.odd - odd, closed)


def lead_goes_back(game: Game, player: Player, cards: Sequence[Card | None]) -> None:
    """Cards of a player have gone back. If that was one which had seemed to lead, all is as it was before it, but
    for what was said and pegged since."""
    deal, line, lead = game.deal, game.deal.line, game.deal.seemed_lead
    if lead is None or lead.player != player or list(cards) != [lead.card]:
        lies_there = lead is not None and line.last is not None and line.last.card == lead.card
        deal.seemed_lead = lead if lies_there else None
        return
    deal.seemed_lead = None
    said = deal.said_go.get(player)
    for name, value in lead.kept.items():
        setattr(deal, name, value)
    deal.odd -= lead.odd
    deal.taken_back = None
    for event in lead.closed:
        withdraw(game, event, None, WENT_BACK)
    moves = {event.body.get("move") for event in lead.closed}
    game.holds += [hold for hold in lead.holds if str(hold.move) in moves]
    for item, was in lead.items:
        if item.reason is Reason.NEXT_CARD:
            item.be_as(was)
            game.tell_item(item)
    for item in lead.goes:
        if item.pegged:
            end_series_by_go(game, item.player, game.pegged_at(item.player))
        else:
            item.missed = 0
            game.close(item, Reason.TAKEN_BACK)
    if said is not None and line.count:
        deal.said_go[player] = Go(player, line.count, len(line.of(player)), sees_play(game), "said", said.t)
    _judge_again(game, lead)


def _judge_again(game: Game, lead: SeemedLead) -> None:
    """What its player pegged on it may be right for the card that comes instead; what others have pegged since, and
    was too many, is judged as if it had not lain there."""
    deal = game.deal
    deal.pegged_over, deal.over, deal.pegged_on_lead = deal.pegged_on_lead, deal.announced_on_lead, []
    for side in [side for side in game.players if side != game.side(lead.player)]:
        judged = game.judged.get(side)
        if judged is None or judged.move.t <= lead.t:
            continue
        if not_too_many(game, side, judged.blame.verdicts):
            judge = partial(judge_in_play, game, judged.move, all_told=True)
            game.judged[side] = Judged(judged.move, blame_of(game, judge))
