"""Cards that lie where they do not belong: the starter in a hand or the crib, a hand among the crib, a card twice.

The log tells which cards are too many there, so a hand is counted without them. Nobody sees who put them there: that
is kept for judges, and held against no player.

Rule: ACC 9.3 (the starter), 9.4 (a hand), 9.2.b and d (hands are laid on the pone's side), 4.5.b (a card twice).
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final, TypeAlias

from cribbage.book.game import Game, Phase
from cribbage.book.items import What
from cribbage.book.nextdeal import imperfect_pack
from cribbage.book.show import hand_of
from cribbage.log.observations import CRIB, STARTER, Player, Zone
from cribbage.score.cards import Card

Seen: TypeAlias = tuple[Card | None, ...]
CRIB_SIZE: Final = 4
ABOUT: Final = "mixed"


def without_misplaced(game: Game, zone: Zone, seen: Seen) -> Seen:
    """A reading of a hand or the crib with too many cards, without those known to belong elsewhere.

    Unchanged where that leaves nothing, or still too many: then nobody knows what lies there (4.4).
    """
    size = _size(game, zone)
    if len(seen) <= size or game.phase not in (Phase.PLAY, Phase.SHOW):
        return seen
    own = {laid.card for laid in game.deal.line.of(zone)}
    misplaced = {card: where for card, where in _known(game, zone).items() if card not in own}
    rest = tuple(card for card in seen if card is None or card not in misplaced)
    if not rest or len(rest) == len(seen) or len(rest) > size:
        return seen
    for where in sorted({misplaced[card] for card in seen if card is not None and card in misplaced}):
        _note(game, where, zone)
    return rest


def may_be_starter(game: Game, cards: int, size: int) -> bool:
    """Whether the one card too many of a hand or the crib may be the starter, which was not read."""
    return cards == size + 1 and game.deal.starter is None


def starter_taken_up(game: Game) -> None:
    """Nothing lies where the starter lay (Rule: ACC 9.3.a; the pone may take the pack away from under it, 9.3.b)."""
    left = game.lie_open((*game.seats, CRIB))  # else it went with the last of the cards
    if game.phase is Phase.SHOW and game.profile.starter_apart and left and _is_to_be_counted(game):
        _remark(
            game, "starter-up", "9.3.a", None, "the starter was taken up before all hands had been counted"
        )


def look_for_duplicates(game: Game, t: float) -> None:
    """The same card twice in one deal (Rule: ACC 4.5.b).

    Several cards that lie in two zones of the show have been moved: the old place has not been read again yet. Where
    nobody knows which deal this is, what was read in one place before something hid it may be of the last one; and
    from a place that cannot be read its cards may have been taken up.
    """
    is_one_deal = game.deal.sure_dealer and not game.deal.mixed
    not_read = game.gap | game.blind_since.keys() | game.unread_in_show
    first: dict[Card, Zone] = {}
    duplicates: dict[tuple[Zone, Zone], list[Card]] = defaultdict(list)
    for zone, cards in game.deal.zones.items():
        for card in cards if zone not in not_read else ():
            if card is not None and first.setdefault(card, zone) != zone:
                duplicates[first[card], zone].append(card)
            elif card is not None and cards.count(card) > 1:
                duplicates[zone, zone].append(card)
    found = [
        str(card)
        for pair, cards in duplicates.items()
        if pair[0] == pair[1] or (is_one_deal and not _are_moved(game, pair, len(cards)))
        for card in cards
    ]
    if found:
        imperfect_pack(game, t, list(dict.fromkeys(found)))


def _are_moved(game: Game, zones: tuple[Zone, Zone], cards: int) -> bool:
    """Whether cards seen in two zones have gone from one to the other: several at the show, or the starter beside a
    whole hand."""
    (other, *_) = [zone for zone in zones if zone != STARTER]
    one_more = STARTER in zones and len(game.deal.zones.get(other, ())) > _size(game, other)
    return game.phase is Phase.SHOW and (cards > 1 or one_more)


def _size(game: Game, zone: Zone) -> int:
    return CRIB_SIZE if zone == CRIB else game.deal.line.size(zone)


def _known(game: Game, zone: Zone) -> dict[Card, Zone]:
    """Which cards belong to other zones."""
    deal = game.deal
    known: dict[Card, Zone] = dict.fromkeys(deal.crib or (), CRIB) if zone != CRIB else {}
    for seat in game.seats:
        if seat != zone:
            known |= dict.fromkeys(hand_of(game, seat) or (), seat)
    return known if deal.starter is None else known | {deal.starter: STARTER}


def _note(game: Game, what: Zone, zone: Zone) -> None:
    """The starter, or a hand that is not settled yet, lies in another zone."""
    name = None if zone == CRIB else zone
    if what == STARTER and game.profile.starter_apart and _is_to_be_counted(game):
        case, where = ("starter-in-crib", "the crib") if name is None else ("starter-in-hand", "a hand")
        _remark(game, case, "9.3.a", name, f"the starter lies in {where} before all hands have been counted")
    elif zone == CRIB and game.profile.mixed_points is not None and _is_uncounted(game, what):
        _remark(game, "hand-in-crib", "9.4.a", what, "a hand lies in the crib before it has been counted")


def _is_uncounted(game: Game, seat: Zone) -> bool:
    hands = [item for item in game.items if item.what is What.HAND and item.seat == seat and item.is_open]
    return any(item.pegged is None and item.earned != 0 for item in hands)


def _is_to_be_counted(game: Game) -> bool:
    due = game.to_count
    if due is None:
        return not game.deal.crib_shown
    return not game.may_have_pegged_unseen(due.player)


def _remark(game: Game, case: str, rule: str, player: Player | None, why: str) -> None:
    """Tell it once a deal: `player` is whose hand it is about, not who did it."""
    if (case, player) not in game.deal.remarked:
        game.deal.remarked.add((case, player))
        game.remark(ABOUT, case, rule, player, why)
