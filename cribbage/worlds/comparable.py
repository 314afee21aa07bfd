"""When two histories have become one: nothing that can still happen will ever tell them apart.

`comparable_state` is everything in a game that its future can still depend on, as a value with equality and a hash:
the cards of each player, the open series, the pegs, the scores that may still be pegged, called or taken back. It
leaves out what matters only looking back: when a card was laid, the order within a finished series, closed scores.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from operator import attrgetter
from typing import Any, Final, TypeAlias

from cribbage.book.deal import Deal
from cribbage.book.game import Game
from cribbage.book.items import Item
from cribbage.book.playline import Go, PlayLine
from cribbage.score.cards import Card
from cribbage.sight.pegmoves import Watch

_PAST_ONLY: Final = {
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
"""Attributes on which nothing to come depends, or that follow from the others."""


def comparable_state(game: Game) -> Hashable:
    """What the future of a game can depend on, as a value: equal for histories that can no longer be told apart."""
    items = [item for item in game.items if item.is_open or item.missed]
    return _value(game), frozenset(map(_item_value, items))


_Converter: TypeAlias = Callable[[Any], Hashable]
_ALREADY_VALUES: Final[set[type]] = {type(None), str, int, float, bool, type, Card}
"""Types whose objects are compared as they are; every `Enum` is added when it is first met."""
_CONVERTERS: Final[dict[type, _Converter]] = {}


def _value(thing: Any) -> Hashable:
    """`thing` is of none of the types that are values already."""
    kind = thing.__class__
    return (_CONVERTERS.get(kind) or _converter_for(kind))(thing)


def _converter_for(kind: type) -> _Converter:
    """How objects of a type become values; found out once for each type."""
    if issubclass(kind, Enum):
        _ALREADY_VALUES.add(kind)
        return _same
    converter: _Converter
    if issubclass(kind, Mapping):
        converter = _mapping_value
    elif issubclass(kind, Set):
        converter = _set_value
    elif issubclass(kind, list | tuple):
        converter = _sequence_value
    else:
        converter = _attributes_converter(kind)
    _CONVERTERS[kind] = converter
    return converter


def _same(thing: Any) -> Hashable:
    known: Hashable = thing
    return known


def _mapping_value(thing: Mapping[Any, Any]) -> Hashable:
    return frozenset(
        [(key, one if one.__class__ in _ALREADY_VALUES else _value(one)) for key, one in thing.items()]
    )


def _set_value(thing: Set[Any]) -> Hashable:
    return frozenset([one if one.__class__ in _ALREADY_VALUES else _value(one) for one in thing])


def _sequence_value(thing: Iterable[Any]) -> Hashable:
    return tuple([one if one.__class__ in _ALREADY_VALUES else _value(one) for one in thing])


def _attributes_converter(kind: type) -> _Converter:
    """A converter that takes all attributes but those of the past."""
    left_out = _PAST_ONLY.get(kind, set())
    field_names = (
        [one.name for one in fields(kind) if one.name not in left_out] if is_dataclass(kind) else None
    )

    def of_all_that_are_there(thing: Any) -> Hashable:
        return _sequence_value(one for name, one in vars(thing).items() if name not in left_out)

    if field_names is None:
        return of_all_that_are_there
    of_its_fields = attrgetter(*field_names, "__class__")  # of one attribute it would give no tuple
    return lambda thing: _sequence_value(of_its_fields(thing))


def _item_value(item: Item) -> Hashable:
    return (
        item.id,
        item.earned,
        item.pegged,
        item.settled,
        item.excess,
        item.missed,
        item.state,
        (item.doubtful, item.perhaps_led, item.claimed, item.total, item.is_go, item.for_last),
    )


def _line_value(line: PlayLine) -> Hashable:
    """Of the play: which cards each player has laid, and those of the open series in their order."""
    laid = tuple((player, tuple(one.card for one in line.of(player))) for player in line.players)
    begins = max((index for index, one in enumerate(line.laid) if one.opens), default=0)
    series = () if line.ended else tuple((one.player, one.card) for one in line.laid[begins:])
    last = (line.last.player, line.last.count) if line.last else None
    known = (line.ended, line.counts, None if line.pile is None else tuple(line.pile), line.lost, line.blind)
    return laid, series, last, known, _value(line.sizes), _value(line.dead)


_CONVERTERS.update({Item: _item_value, PlayLine: _line_value})
