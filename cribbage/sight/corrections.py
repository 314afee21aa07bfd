"""What a person says lies in a place, where the eye keeps reading another card there."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, TypeVar

_C = TypeVar("_C", bound=Hashable)


def changed(known: Sequence[_C | None], seen: Sequence[_C | None]) -> dict[_C, _C]:
    """The cards that a person says are others, by what they were taken for; none where there are more or fewer
    now."""
    if len(known) != len(seen):
        return {}
    return {old: new for old, new in zip(known, seen, strict=True) if old and new and old != new}


def with_fixes(right: Mapping[_C, _C], fixes: Mapping[_C, _C]) -> dict[_C, _C]:
    """Maps each card that the eye reads to the one that a person says it is; a fix may correct an earlier fix."""
    read_as = {said: read for read, said in right.items()}
    return {**right, **{read_as.get(old, old): new for old, new in fixes.items()}}


def as_put_right(right: Mapping[Any, Any], seen: Sequence[Any]) -> tuple[Any, ...]:
    """What the eye reads, with the cards that a person has corrected."""
    return tuple(
        right[card] if card is not None and card in right and right[card] not in seen else card
        for card in seen
    )
