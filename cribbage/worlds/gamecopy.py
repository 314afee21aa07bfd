"""Fast deep copies of a game: what may change is copied, what cannot change is shared.

The result is that of `copy.deepcopy` for everything in a game (containers, data classes, plain objects), in about a
tenth of the time. That matters: `history` copies a game for each place that a card told late may have had.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from operator import attrgetter, is_
from types import MappingProxyType
from typing import Any, Final, TypeAlias, TypeVar

from cribbage.book.deal import Pass
from cribbage.book.items import Item
from cribbage.book.playline import Laid
from cribbage.log.events import Event
from cribbage.score.cards import Card
from cribbage.score.track import PegPair
from cribbage.sight.pegmoves import Move

Thing = TypeVar("Thing")
_Memo: TypeAlias = dict[int, Any]
_Copier: TypeAlias = Callable[[Any, _Memo], Any]
_SHARED: Final[set[type]] = {
    type(None), str, int, float, bool, frozenset, MappingProxyType, Card, Event, Move, PegPair, Pass,
}  # fmt: skip
"""Types whose objects never change, nor does anything in them; every `Enum` is added when it is first met."""
_FLAT: Final = (Item, Laid)
"""Data classes whose objects change, but nothing in them does: a new one with the same fields is their copy."""
_CONTAINERS: Final = frozenset((list, dict, set))
"""Where one of these is empty a new one is its copy, whatever else it may be: no two parts of a game are the same
container."""
_COPIERS: Final[dict[type, _Copier]] = {}


def copy_of(thing: Thing, shared: tuple[object, ...] = ()) -> Thing:
    """A deep copy; only what cannot change is shared with the original, and the objects in `shared`."""
    copied: Thing = _copy(thing, {id(part): part for part in shared})
    return copied


def _copy(thing: Any, memo: _Memo) -> Any:
    kind = thing.__class__
    if kind in _SHARED:
        return thing
    known = memo.get(id(thing))
    if known is not None:
        return known
    copier = _COPIERS.get(kind)
    if copier is None:
        copier = _copier_for(kind)
    return copier(thing, memo)


def _copier_for(kind: type) -> _Copier:
    """How objects of a type are copied; found out once for each type."""
    if issubclass(kind, Enum):
        _SHARED.add(kind)
        return _same
    copier: _Copier = _copy_object
    if is_dataclass(kind):
        names = tuple(part.name for part in fields(kind))
        if kind in _FLAT:
            copier = _flat_copier(kind, names)
        elif kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            copier = _frozen_copier(names)
        else:
            copier = _fields_copier(names)
    _COPIERS[kind] = copier
    return copier


def _same(thing: Any, _: _Memo) -> Any:
    return thing


def _copy_list(thing: list[Any], memo: _Memo) -> list[Any]:
    memo[id(thing)] = copied = []
    copied += [part if part.__class__ in _SHARED else _copy(part, memo) for part in thing]
    return copied


def _copy_dict(thing: dict[Any, Any], memo: _Memo) -> dict[Any, Any]:
    """Keys are shared: they never change."""
    memo[id(thing)] = copied = {
        key: part if part.__class__ in _SHARED else _copy(part, memo) for key, part in thing.items()
    }
    return copied


def _copy_set(thing: set[Any], memo: _Memo) -> set[Any]:
    """What is in a set is shared: it never changes."""
    memo[id(thing)] = copied = thing.copy()
    return copied


def _copy_tuple(thing: tuple[Any, ...], memo: _Memo) -> tuple[Any, ...]:
    for part in thing:
        if part.__class__ not in _SHARED:
            break
    else:
        return thing
    copied = tuple([part if part.__class__ in _SHARED else _copy(part, memo) for part in thing])
    return thing if all(map(is_, copied, thing)) else copied


def _flat_copier(kind: type, names: tuple[str, ...]) -> _Copier:
    fields_of = attrgetter(*names)

    def copier(thing: Any, memo: _Memo) -> Any:
        memo[id(thing)] = copied = kind(*fields_of(thing))
        return copied

    return copier


def _fields_copier(names: tuple[str, ...]) -> _Copier:
    def copier(thing: Any, memo: _Memo) -> Any:
        kind = thing.__class__
        memo[id(thing)] = copied = kind.__new__(kind)
        for name in names:
            part = getattr(thing, name)
            kind_of_part = part.__class__
            if kind_of_part in _CONTAINERS and not part:
                part = kind_of_part()
            elif kind_of_part not in _SHARED:
                part = _copy(part, memo)
            setattr(copied, name, part)
        return copied

    return copier


def _frozen_copier(names: tuple[str, ...]) -> _Copier:
    def copier(thing: Any, memo: _Memo) -> Any:
        parts = [getattr(thing, name) for name in names]
        copied = [_copy(part, memo) for part in parts]
        if all(map(is_, parts, copied)):
            return thing
        memo[id(thing)] = other = thing.__class__(*copied)
        return other

    return copier


def _copy_object(thing: Any, memo: _Memo) -> Any:
    kind = thing.__class__
    memo[id(thing)] = copied = kind.__new__(kind)
    kept = copied.__dict__
    for name, part in thing.__dict__.items():
        kind = part.__class__
        if kind in _SHARED:
            kept[name] = part
        elif kind in _CONTAINERS and not part:
            kept[name] = kind()
        else:
            kept[name] = _copy(part, memo)
    return copied


_COPIERS.update({list: _copy_list, dict: _copy_dict, set: _copy_set, tuple: _copy_tuple})
