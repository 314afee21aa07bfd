"""A person says that a card was read wrongly, or that a peg stands elsewhere than it was seen.

Of cards it is known what lay there all the time: what was observed of the deal can be judged as if they had been read
rightly. Of pegs nobody knows since when they stand where they are said to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cribbage.book.deal import Deal
from cribbage.book.game import Game
from cribbage.book.unseenpegs import told_elsewhere
from cribbage.log.observations import PAGE, REREAD, STARTER, Cards, Holes, Observation, Player, Said, Zone
from cribbage.log.verdicts import Code
from cribbage.score.cards import Card
from cribbage.sight.corrections import changed, with_fixes


def put_right_by(seen: Observation, game: Game) -> Mapping[Card, Card]:
    """The cards of the deal that a person says are others, by what they were read as; `seen`: not received yet. So
    does the eye by itself, where it reads another card now instead of one that lies elsewhere as well."""
    if not isinstance(seen, Cards):
        return {}
    deal = game.deal
    fixes = changed(deal.zones.get(seen.zone, ()), seen.seen)
    by_person = seen.extra.get("by") == PAGE or seen.zone in deal.reread
    if not fixes or not (by_person or _lay_twice(deal, seen.zone, fixes)):
        return {}
    return {**with_fixes(deal.put_right.get(seen.zone, {}), fixes), **fixes}


def _lay_twice(deal: Deal, zone: Zone, fixes: Mapping[Card, Card]) -> bool:
    """Whether a deal is void as these cards of a zone lie in another one too, and those that are read now do not
    (Rule: ACC 4.5.b). Another starter may be the next deal's."""
    others = {card for other, cards in deal.zones.items() if other != zone for card in cards}
    is_other = fixes.keys() <= others and others.isdisjoint(fixes.values())
    return Code.IMPERFECT_PACK in deal.void_since and zone != STARTER and is_other


def pegs_put_right(seen: Observation, game: Game) -> set[Player]:
    """Whose pegs stand elsewhere than they were seen, as a person says, but for those that were called back.

    `seen`: not received yet."""
    if not isinstance(seen, Holes) or seen.extra.get("by") != PAGE or "board" in game.faults:
        return set()
    return told_elsewhere(game, seen) - game.remedies.keys()


def read_rightly(
    observed: Sequence[Observation], zone: Zone, right: Mapping[Card, Card]
) -> list[Observation]:
    """The same observations with the cards that lay in a zone as they are, and nobody asked for them."""
    return [
        replace(one, seen=tuple(card and right.get(card, card) for card in one.seen))
        if isinstance(one, Cards) and one.zone == zone
        else one
        for one in observed
        if not (isinstance(one, Said) and one.what == REREAD and one.zone == zone)
    ]
