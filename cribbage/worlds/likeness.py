"""Two histories of which nobody will ever be able to tell the one from the other again are one.

`likeness` is what the future of a game can still depend on, as a value that compares: the cards of each player, the
series that is open, the scores that may still be pegged, called or taken back, the pegs. What it leaves out is only
of interest looking back: when a card was laid, in what order those of a finished series came, scores that are closed.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Final

from cribbage.book.deal import Deal
from cribbage.book.game import Game
from cribbage.book.items import Item
from cribbage.book.playline import Go, PlayLine
from cribbage.sight.pegmoves import Watch

_OF_THE_PAST: Final = {
    Game: {
        "header",
        "profile",
        "out",
        "now",
        "lies_since",
        "judged",
        "judged_astray",
        "names",
        "irregular",
        "items",
        "_told_turn",
    },
    Deal: {"passes", "told", "moves", "remarked", "odd", "patchy"},
    Watch: {"lifted_t"},
    Item: {"text", "parts", "cleared_t"},
    Go: {"how", "t"},
}
"""Attributes on which nothing that is still to come depends, or that follow from the others."""


def likeness(game: Game) -> Hashable:
    """What may still come of a game, as a value: equal for histories that cannot be told apart any more."""
    items = [item for item in game.items if item.is_open or item.missed]
    return _parts(game, _OF_THE_PAST[Game]), frozenset(map(_value, items))


def _value(thing: Any) -> Hashable:
    if thing is None or isinstance(thing, str | int | float | bool | Enum):
        return thing
    if isinstance(thing, PlayLine):
        return _line(thing)
    if isinstance(thing, Item):
        return (
            thing.id,
            thing.earned,
            thing.pegged,
            thing.settled,
            thing.excess,
            thing.missed,
            thing.state,
            (
                thing.doubtful,
                thing.claimed,
                thing.total,
                thing.is_go,
                thing.for_last,
            ),
        )
    if isinstance(thing, Mapping):
        return frozenset((key, _value(value)) for key, value in thing.items())
    if isinstance(thing, Set):
        return frozenset(map(_value, thing))
    if isinstance(thing, list | tuple):
        return tuple(map(_value, thing))
    return _parts(thing, _OF_THE_PAST.get(type(thing), set()))


def _parts(thing: Any, but: set[str]) -> Hashable:
    names = [one.name for one in fields(thing)] if is_dataclass(thing) else sorted(vars(thing))
    return tuple((name, _value(getattr(thing, name))) for name in names if name not in but)


def _line(line: PlayLine) -> Hashable:
    """Of the play: what each player has laid, and the series that is open, in its order."""
    laid = tuple((player, tuple(one.card for one in line.of(player))) for player in line.players)
    begins = max((index for index, one in enumerate(line.laid) if one.opens), default=0)
    series = () if line.ended else tuple((one.player, one.card) for one in line.laid[begins:])
    last = (line.last.player, line.last.count) if line.last else None
    known = (line.ended, line.counts, None if line.pile is None else tuple(line.pile), line.lost, line.blind)
    return laid, series, last, known, _value(line.sizes), _value(line.dead)
