"""Places that nobody can see: an arm rests on them, or the light flickers there. Nothing known there is forgotten.

Of a player's place it is not known how many cards lie there: what is pegged meanwhile waits until it is read again
(`pegbeforecard`). The starter may have been turned there, the crib may have been shown. Where all players' places
were hidden for so long that a deal may have passed, it is as if the camera had been covered.
"""

from __future__ import annotations

from typing import Final

from cribbage.book.game import Game, Phase
from cribbage.log.observations import CRIB, STARTER, Unread, Zone

DEAL_S: Final = 20.0
"""No deal is dealt, played and counted in less."""


def lose_sight(game: Game) -> None:
    """Nobody knows what lies anywhere: it may even be another deal."""
    game.gap = {*game.seats, CRIB, STARTER}
    game.may_have_missed_a_deal = game.deal.patchy = True
    game.deal.sure_dealer = game.deal.sure_dealer and game.phase is not Phase.STARTER


def hide(game: Game, seen: Unread) -> None:
    """A place was said to be unread, with nobody knowing how many cards lie there, or whether any do."""
    zone = seen.zone
    if seen.is_blind:
        game.blind_since.setdefault(zone, seen.t)
    else:  # cards do lie there
        game.saw_cards = game.deal.patchy = True
    line = game.deal.line
    if len(line.laid) == 1 and not line.of(zone):
        # It may have been led here, however long ago that one card was told: histories are not told apart by that.
        game.deal.sure_dealer = game.deal.sure_dealer and not game.deal.dealer_by_lead
    if zone in game.seats and game.phase is not Phase.SHOW:
        game.hidden.setdefault(zone, (len(game.deal.line.laid), game.deal.moves))


def seen_again(game: Game, zone: Zone, cards: int, t: float) -> bool:
    """A place is read: whether it was hidden, and more may have happened meanwhile than that one card was laid."""
    if zone in game.seats and all(t - game.blind_since.get(seat, t) >= DEAL_S for seat in game.seats):
        lose_sight(game)
        game.sees_since = t
    game.blind_since.pop(zone, None)
    since = game.hidden.pop(zone, None)
    if since is None:
        return False
    more = cards - len(game.deal.line.of(zone))
    if since == (len(game.deal.line.laid), game.deal.moves) and 0 <= more <= 1:
        return False
    game.deal.patchy = True
    return True
