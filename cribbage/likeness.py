"""Two histories of which nobody will ever be able to tell the one from the other again are one.

`likeness` is what the future of a game can still depend on, as a value that compares: the cards of each player, the
series that is open, the scores that may still be pegged, called or taken back, the pegs. What it leaves out is only
of interest looking back: when a card was laid, in what order those of a finished series came, scores that are closed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Final, TypeAlias

from cribbage.cards import Card
from cribbage.deal import Deal
from cribbage.game import Game
from cribbage.items import Item
from cribbage.moves import Watch
from cribbage.play import PlayLine

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
}
"""Attributes on which nothing that is still to come depends, or that follow from the others."""


def likeness(game: Game) -> Hashable:
    """What may still come of a game, as a value: equal for histories that cannot be told apart any more."""
    items = [item for item in game.items if item.is_open or item.missed]
    return _value(game), frozenset(map(_item, items))


_Way: TypeAlias = Callable[[Any], Hashable]
_AS_IT_IS: Final[set[type]] = {type(None), str, int, float, bool, Card}
"""Kinds of things that are values already; every `Enum` is added when it is first met."""
_WAYS: Final[dict[type, _Way]] = {}


def _value(thing: Any) -> Hashable:
    kind = thing.__class__
    if kind in _AS_IT_IS:
        known: Hashable = thing
        return known
    return (_WAYS.get(kind) or _way_of(kind))(thing)


def _way_of(kind: type) -> _Way:
    """How things of a kind become values: found out once."""
    if issubclass(kind, Enum):
        _AS_IT_IS.add(kind)
        return _itself
    way: _Way
    if issubclass(kind, Mapping):
        way = _mapping
    elif issubclass(kind, Set):
        way = _set
    elif issubclass(kind, list | tuple):
        way = _sequence
    else:
        way = _parts(kind)
    _WAYS[kind] = way
    return way


def _itself(thing: Any) -> Hashable:
    known: Hashable = thing
    return known


def _mapping(thing: Mapping[Any, Any]) -> Hashable:
    return frozenset(
        [(key, one if one.__class__ in _AS_IT_IS else _value(one)) for key, one in thing.items()]
    )


def _set(thing: Set[Any]) -> Hashable:
    return frozenset([one if one.__class__ in _AS_IT_IS else _value(one) for one in thing])


def _sequence(thing: Iterable[Any]) -> Hashable:
    return tuple([one if one.__class__ in _AS_IT_IS else _value(one) for one in thing])


def _parts(kind: type) -> _Way:
    """All attributes but those of the past."""
    but = _OF_THE_PAST.get(kind, set())
    named = [one.name for one in fields(kind) if one.name not in but] if is_dataclass(kind) else None

    def way(thing: Any) -> Hashable:
        names = [name for name in vars(thing) if name not in but] if named is None else named
        return tuple([_value(getattr(thing, name)) for name in names])

    return way


def _item(item: Item) -> Hashable:
    return (
        item.id,
        item.earned,
        item.pegged,
        item.settled,
        item.excess,
        item.missed,
        item.state,
        (item.doubtful, item.claimed, item.total, item.is_go, item.for_last),
    )


def _line(line: PlayLine) -> Hashable:
    """Of the play: what each player has laid, and the series that is open, in its order."""
    laid = tuple((player, tuple(one.card for one in line.of(player))) for player in line.players)
    begins = max((index for index, one in enumerate(line.laid) if one.opens), default=0)
    series = () if line.ended else tuple((one.player, one.card) for one in line.laid[begins:])
    last = (line.last.player, line.last.count) if line.last else None
    known = (line.ended, line.counts, None if line.pile is None else tuple(line.pile), line.lost, line.blind)
    return laid, series, last, known, _value(line.sizes), _value(line.dead)


_WAYS.update({Item: _item, PlayLine: _line})
