"""A person says that a card was read wrongly: what was observed of its deal, as if it had been read rightly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cribbage.book.game import Game
from cribbage.log.observations import PAGE, REREAD, Cards, Observation, Said, Zone
from cribbage.score.cards import Card
from cribbage.sight.corrections import changed, with_fixes


def put_right_by(seen: Observation, game: Game) -> Mapping[Card, Card]:
    """The cards of the deal that a person says are others, by what they were read as; `seen`: not received yet."""
    if not isinstance(seen, Cards):
        return {}
    deal = game.deal
    by_person = seen.extra.get("by") == PAGE or seen.zone in deal.reread
    fixes = changed(deal.zones.get(seen.zone, ()), seen.seen) if by_person else {}
    return {**with_fixes(deal.put_right.get(seen.zone, {}), fixes), **fixes} if fixes else {}


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
