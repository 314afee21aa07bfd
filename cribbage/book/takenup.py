"""Cards of the show that are taken up: mixed with the others, or only carried to where they lie face up again.

The dealer lays the hand, and later the crib, face up on the pone's side of the board; until the pone mixes them they
may be corrected, challenged or called. So what hangs on cards that are taken up waits until they are seen again, or
until somebody does something else: then they are mixed.

Rule: ACC 8.4.c, 9.2.b, 9.2.d, 10.4.c(2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cribbage.book.awardpegs import settle_awards
from cribbage.book.deal import TakenUp
from cribbage.book.fornothing import settle_as_short, settle_in_one
from cribbage.book.game import Game, Phase
from cribbage.book.items import What
from cribbage.book.misplaced import CRIB_SIZE
from cribbage.book.muggins import shut
from cribbage.book.nextdeal import end_deal, wrong_count
from cribbage.book.pendingshow import settle_order_for, settle_show
from cribbage.book.saidaloud import settle_as_call
from cribbage.book.show import hand_of
from cribbage.book.windows import Act, close_windows
from cribbage.log.observations import CRIB, STARTER, Cards, Fault, Holes, Observation, Said, Unread, Zone
from cribbage.score.cards import Card

MIXED_S: Final = 10.0
"""Cards that are not seen again so soon are mixed, also where nobody does anything else."""


def take_up(game: Game, zone: Zone, before: Sequence[Card | None], t: float) -> None:
    """The cards of a hand or the crib are taken up in the show, and with them what was laid there beside it."""
    deal = game.deal
    homes = [home for home, where in deal.carried.items() if where == zone]
    for home in dict.fromkeys((zone, *homes)):
        deal.carried.pop(home, None)
        cards = _cards_of(game, home)
        if home == zone:
            cards |= {card for card in before if card is not None}
        deal.taken_up[home] = TakenUp(frozenset(cards), len(before), t)
        for where in game.seats:
            if cards & set(deal.zones.get(where, ())):
                _lie_at(game, home, where)  # it was seen there before it was told that nothing lies here
                break
    if game.gap or any(watch.in_air for watch in game.watches.values()):
        mix(game)  # not all is seen, or somebody pegs already: a peg that is up was lifted in time


def is_mixing(game: Game, seen: Observation) -> bool:
    """Whether something was done after which cards that were taken up will not be seen again."""
    is_crib = isinstance(seen, Cards) and seen.zone == CRIB
    if (is_crib or isinstance(seen, Holes | Said)) and _may_lie_unseen(game):
        return False
    if isinstance(seen, Holes):
        return any(seen.holes.get(who, watch.holes) != watch.holes for who, watch in game.watches.items())
    if isinstance(seen, Unread):
        return not (seen.is_blind or seen.zone in (*game.seats, *game.deal.taken_up))
    if isinstance(seen, Fault):
        return False  # no person's act
    if not isinstance(seen, Cards):
        return True
    now = game.deal.zones.get(seen.zone, ())
    return bool(seen.seen) and seen.seen != now and not any(_seen_again(game, seen.zone, seen.seen))


def may_be_for_crib(game: Game, seen: Observation) -> bool:
    """Whether only the dealer's pegs move, who has not pegged the crib yet: where the pone has mixed it its value may
    be pegged all the same, and who did is not seen (Rule: ACC 9.4.c)."""
    side = game.side(game.dealer)
    cribs = [crib for crib in game.open_items(side, What.CRIB) if crib.owed and crib.pegged is None]
    if not cribs or not isinstance(seen, Holes):
        return False
    return all(
        seen.holes.get(who, watch.holes) == watch.holes for who, watch in game.watches.items() if who != side
    )


def _may_lie_unseen(game: Game) -> bool:
    """Whether cards that were taken up may lie again where nobody sees them now."""
    return "camera" in game.faults or not game.blind_since.keys().isdisjoint(game.seats)


def lie_again(game: Game, zone: Zone, seen: Sequence[Card | None]) -> bool:
    """Cards that had been taken up lie face up again, on the pone's side or where they lay: they are not mixed."""
    there = [home for home, where in game.deal.carried.items() if where == zone]
    homes = list(_seen_again(game, zone, seen))
    for home in homes:
        _lie_at(game, home, zone)
    if homes and STARTER in game.blind_since and len(seen) < game.deal.line.hand:
        game.deal.sure_dealer = False  # it may be the next deal's
    known = set(seen) <= set(game.deal.zones.get(zone, ())).union(*(_cards_of(game, home) for home in there))
    return zone not in homes and bool(homes or (there and known))


def lie_unread(game: Game, zone: Zone, cards: int) -> None:
    """Several cards lie in front of a player and cannot be read: it is what was taken up last."""
    _lie_at(game, next(reversed(game.deal.taken_up)), zone)
    game.deal.zones[zone] = (None,) * cards


def mix(game: Game) -> None:
    """What has been taken up is mixed: its windows close, and the deal is over with the last of it."""
    deal = game.deal
    taken_up, deal.taken_up = deal.taken_up, {}
    for zone, gone in taken_up.items():
        if not game.over:
            _mixed(game, zone, gone)
    if taken_up and not game.over:
        end_if_gone(game, max(gone.t for gone in taken_up.values()))


def end_if_gone(game: Game, t: float) -> None:
    """The deal is over where all its cards have been taken up."""
    deal = game.deal
    counted = deal.crib_shown or deal.crib_lay or (deal.void and game.phase is not Phase.STARTER)
    if game.nothing_lies and counted:
        end_seen_deal(game, t, is_on=game.profile.turns_cards)


def end_seen_deal(game: Game, t: float, is_on: bool) -> None:
    """The next deal begins; some of its cards may have been read as this one's, if its play `is_on`: others may have
    been laid and turned over again."""
    some_unseen = game.deal.next_begun and is_on
    end_deal(game, t)
    if some_unseen:
        game.deal.patchy = True
        game.deal.line.lose(hidden=True)


def deadline(game: Game) -> float | None:
    """When what was taken up counts as mixed if nothing else happens; None if nothing was."""
    if _may_lie_unseen(game):
        return None
    return min((max(gone.t, game.sees_since) + MIXED_S for gone in game.deal.taken_up.values()), default=None)


def _mixed(game: Game, zone: Zone, gone: TakenUp) -> None:
    deal = game.deal
    if zone == CRIB and not deal.crib_shown and gone.number < CRIB_SIZE:
        wrong_count(game, gone.t)
    settle_order_for(game, zone)
    settle_as_short(game, player=game.side(game.dealer if zone == CRIB else zone))
    if deal.crib_shown and zone in game.seats:
        settle_awards(game, player=game.side(zone))
    if deal.crib_shown and not game.over:
        settle_in_one(game)
        settle_show(game)
        settle_as_call(game, zone)
    if not game.over:
        shut(game, Act.CLEARED, zone=zone)
        close_windows(game, Act.CLEARED, gone.t, zone=zone)


def _seen_again(game: Game, zone: Zone, seen: Sequence[Card | None]) -> Iterator[Zone]:
    """Whose cards are seen again at a place: those of a hand or the crib that were taken up, and no others."""
    deal = game.deal
    fresh = set(seen).difference(deal.zones.get(zone, ()))
    gone = {home: up.cards for home, up in deal.taken_up.items() if zone in (*game.seats, home)}
    if fresh <= set().union(*gone.values()):
        yield from (home for home, cards in gone.items() if cards & fresh)


def _cards_of(game: Game, home: Zone) -> set[Card]:
    """The cards of a hand or the crib, as far as they are known."""
    return set((game.deal.crib if home == CRIB else hand_of(game, home)) or ())


def _lie_at(game: Game, home: Zone, zone: Zone) -> None:
    """What was taken up lies there again. Or it is the next deal's, where nobody sees whether a starter was turned: a
    card may come up again."""
    del game.deal.taken_up[home]
    game.deal.next_begun = game.deal.next_begun or STARTER in game.blind_since
    if home != zone:
        game.deal.carried[home] = zone
