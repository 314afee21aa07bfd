"""When two histories have become one: nothing that can still happen will ever tell them apart.

`comparable_state` is everything in a game that its future can still depend on, as a value with equality and a hash:
the cards of each player, the open series, the pegs, the scores that may still be pegged, called or taken back. It
leaves out what matters only looking back: when a card was laid, the order within a finished series, closed scores.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cached_property
from operator import attrgetter
from typing import Any, Final, TypeAlias

from cribbage.book.deal import Deal
from cribbage.book.game import Game, Phase
from cribbage.book.items import Item
from cribbage.book.playline import Go
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
        "is_shown",
        "lost_at",
        "unseen_pegs",
        "_told_turn",
    },
    Deal: {"passes", "told", "moves", "remarked", "odd", "patchy", "line", "is_lead_unsure"}
    | {"goes", "said_go", "gone", "go_after", "unsure_go"},
    Watch: {"lifted_t"},
    Item: {"text", "parts", "cleared_t"},
    Go: {"how", "t"},
}
"""Attributes on which nothing to come depends, that follow from the others, or of which only a part matters."""


def comparable_state(game: Game) -> Hashable:
    """What the future of a game can depend on, as a value: equal for histories that can no longer be told apart."""
    return _value(game), _in_short(game)


class Comparable:
    """The `comparable_state` of a game, while that stands still: most of it is worked out only to compare it with one
    that is the same in short. Histories mostly differ in how the cards were laid, or in what is owed."""

    def __init__(self, game: Game) -> None:
        self._game, self._in_short = game, _in_short(game)

    @cached_property
    def _at_length(self) -> Hashable:
        return _value(self._game)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Comparable)
            and self._in_short == other._in_short
            and self._at_length == other._at_length
        )

    def __hash__(self) -> int:
        return hash(self._in_short)


def _in_short(game: Game) -> Hashable:
    items = [item for item in game.items if item.is_open or item.missed]
    return _line_value(game), _unseen_value(game), frozenset(map(_item_value, items))


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
        item.put_back,
        item.to_go_back,
        item.called,
        item.missed,
        item.state,
        (
            item.doubtful,
            item.perhaps_led,
            item.claimed,
            item.passed and item.owed > 0,
            item.total,
            item.is_go,
            item.for_last,
        ),
        item.gone_back and (item.gone_back.points, item.gone_back.code, item.gone_back.excess),
    )


def _line_value(game: Game) -> Hashable:
    """Of the play: which cards each player has laid, and those of the open series in their order, unless cards may
    have been laid among them unseen; who has said go, or may have. When the play is over that does not matter, nor
    who laid the last card, as long as all of them were read: the points for it are owed or not."""
    deal, line = game.deal, game.deal.line
    laid = tuple((player, tuple(one.card for one in line.of(player))) for player in line.players)
    hands = laid, _value(line.sizes), _value(line.dead), line.lost, line.blind, line.hidden
    if game.phase is Phase.SHOW and all(one.card for one in line.laid):
        return hands
    begins = max((index for index, one in enumerate(line.laid) if one.opens), default=0)
    is_open = not (line.ended or (line.lost and line.blind))
    series = tuple((one.player, one.card) for one in line.laid[begins:]) if is_open else ()
    last = (line.last.player, line.last.count) if line.last else None
    known = (
        line.ended,
        None if line.lost else line.counts,
        None if line.pile is None else tuple(line.pile),
        line.before_go,
    )
    after = frozenset(index for index in deal.go_after if index >= begins)
    goes = tuple(map(_value, (deal.goes, deal.said_go, deal.gone, deal.unsure_go)))
    return hands, series, last, known, after, goes


def _unseen_value(game: Game) -> Hashable:
    """Of pegs that were not seen: since when each that is still lost was; of the latest unverified move of a player,
    where it left the pegs, unless they have come on since."""
    number, watches = game.deal.number, game.watches
    lost = ((one, at) for one, at in game.lost_at.items() if one in game.lost_pegs and at[0] == number)
    latest = ((one, pegs) for one, pegs in game.unseen_pegs.items() if pegs == watches[one].rest)
    return frozenset(lost), frozenset(latest)


_CONVERTERS[Item] = _item_value
