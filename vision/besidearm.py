"""New cards that are read beside a resting arm, and nothing else. Pure.

A place where an arm may hide a card is pending, then blind; what is read beside the arm can only add cards. That
cards have gone, or are in doubt, is reported once the whole place is seen.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from cribbage.score.cards import Card
from vision.interpretation import LOOKS_TO_AGREE, Known, is_at, is_same_corner
from vision.placelook import Look, Sighting


@dataclass(slots=True)
class _NewCard:
    """A card that is not known yet: its best sighting, and the variants of the picture in which it was seen."""

    sighting: Sighting
    variants: set[int] = field(default_factory=set)


class CardsBesideArm:
    """The new cards seen beside one arm so far."""

    def __init__(self) -> None:
        self._new: dict[Card, _NewCard] = {}

    def clear(self) -> None:
        """Start again: the whole place is seen, or nothing of it."""
        self._new.clear()

    def take(self, look: Look, known: Sequence[Known], conflicts: Collection[Card]) -> tuple[Sighting, ...]:
        """Add a look; returns the new cards that enough looks agree on, in the order in which they were first seen.

        A card that is read where a known one lies is left until the whole place is seen, and so is one that another
        look read as something else. Of several new cards none is returned before all are sure, so that no card is
        reported after one that was laid later.
        """
        cards = {one.card for one in known}
        for sighting in look.seen:
            if sighting.card in cards or sighting.card in conflicts or _lies_on(sighting, known):
                continue
            new = self._new.setdefault(sighting.card, _NewCard(sighting))
            new.sighting = max(new.sighting, sighting, key=lambda s: s.confidence)
            new.variants.add(look.variant)
        if not self._new or not all(self._is_sure(new) for new in self._new.values()):
            return ()
        found = tuple(new.sighting for new in self._new.values())
        self._new.clear()
        return found

    def _is_sure(self, new: _NewCard) -> bool:
        has_rival = any(
            is_same_corner(new.sighting, other.sighting) for other in self._new.values() if other is not new
        )
        return not has_rival and len(new.variants) >= LOOKS_TO_AGREE


def _lies_on(sighting: Sighting, known: Sequence[Known]) -> bool:
    return any(one.corners_mm is None or is_at(one.corners_mm, sighting.corners_mm) for one in known)
