"""Since when the cards of a place have lain there: what was seen of them before they were known. Pure.

A card is told with the time at which it was first there as far as was seen: when it was first read, or when
something that could not be read lay in its spot. One thing seen is one card: it dates no second one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from cribbage.score.cards import Card
from vision.interpretation import Known, Meaning, is_at, is_same_corner
from vision.placelook import Doubt, Look, Sighting, distance_mm

Step: TypeAlias = tuple[float, tuple[Card, ...]]
"""Since when these cards and no others lay there."""

_SAME_CARD_MM, _SAME_PATCH_MM = 18.0, 45.0
_APART_S: Final = 1.0  # one player lays no two cards within so short a time
_FLUKE_LOOKS: Final = 8  # looks at a place where nothing has moved, against a card that a single one saw


@dataclass(slots=True)
class Awaited:
    """A card that was read, first at `t`, and is not known to lie there yet; `missed`: looks without it since.

    `t` is infinite once it was said that the place could not be read: it is dated when it is seen next.
    """

    t: float
    sighting: Sighting
    missed: int = 0


class NewCards:
    """What was seen of new cards since a place was last explained."""

    def __init__(self) -> None:
        self._awaited: dict[Card, Awaited] = {}
        self._doubts: list[tuple[float, Doubt]] = []

    @property
    def awaited(self) -> tuple[Sighting, ...]:
        """The cards that were read, and of which it is not certain yet that they lie there."""
        return tuple(one.sighting for one in self._awaited.values())

    def clear(self) -> None:
        """Everything is explained, or will not be."""
        self._awaited.clear()
        self._doubts.clear()

    def forget(self, cards: Iterable[Card]) -> None:
        """These cards are known by now: nothing is waited for any more."""
        for card in cards:
            self._awaited.pop(card, None)

    def forget_times(self) -> None:
        """It has been said that the place cannot be read: from now on everything has a new time."""
        self._doubts.clear()
        for awaited in self._awaited.values():
            awaited.t = math.inf

    def add_look(self, t: float, meaning: Meaning, known: Sequence[Known]) -> None:
        """Take down what a look showed of cards that are not known, and of what may be some."""
        cards = {one.card for one in known}
        for card, sighting in meaning.seen.items():
            if card not in cards:
                awaited = self._awaited.setdefault(card, Awaited(t, sighting))
                awaited.t, awaited.sighting, awaited.missed = min(t, awaited.t), sighting, 0
        self._doubts += [
            (t, doubt)
            for doubt in meaning.doubts
            if doubt.corners_mm is not None and not _is_about_known(doubt, known)
        ]

    def missing(self, look: Look, meaning: Meaning, still_since: float) -> tuple[Doubt, ...]:
        """The cards that were read, are not seen now, and whose place shows no ground: something may lie over them.

        Forgotten are those that never lay there: another card shows that corner, or nothing has moved since
        `still_since`, before the card was read, and look after look denies it.
        """
        doubts = []
        for card, awaited in list(self._awaited.items()):
            if card in meaning.cards:
                continue
            awaited.missed += 1
            is_fluke = still_since <= awaited.t < math.inf and awaited.missed >= _FLUKE_LOOKS
            was_other = any(is_same_corner(awaited.sighting, other) for other in meaning.seen.values())
            if is_fluke or was_other or card in look.gone:
                del self._awaited[card]
            else:
                why = f"the {card} was read here once and is not seen now"
                doubts.append(
                    Doubt(why, awaited.sighting.corners_mm, card, awaited.sighting.confidence, card)
                )
        return tuple(doubts)

    def groups(self, meaning: Meaning) -> list[Step]:
        """The new cards, those together that were laid together as far as is known, and since when the last lay."""
        since = self._first_seen(meaning)
        groups: list[Step] = []
        for card in sorted((card for card in meaning.cards if card in since), key=lambda card: since[card]):
            if groups and since[card] - groups[-1][0] <= _APART_S:
                groups[-1] = (since[card], (*groups[-1][1], card))
            else:
                groups.append((since[card], (card,)))
        return [(t, tuple(card for card in meaning.cards if card in group)) for t, group in groups]

    def _first_seen(self, meaning: Meaning) -> dict[Card, float]:
        new = {card: s for card, s in meaning.seen.items() if card in self._awaited}
        since = {card: self._awaited[card].t for card in new}
        for t, doubt in self._doubts:
            mine = [card for card, sighting in new.items() if is_about(doubt, sighting)]
            if mine:
                card = min(mine, key=lambda card: (card != doubt.guess, _distance_mm(doubt, new[card])))
                since[card] = min(since[card], t)
        return since


def _is_about_known(doubt: Doubt, known: Sequence[Known]) -> bool:
    """Whether it is a known card of which a doubt is about what card it is."""
    return doubt.about is not None and any(
        doubt.about == one.card
        or (
            one.corners_mm is not None
            and doubt.corners_mm is not None
            and is_at(doubt.corners_mm, one.corners_mm)
        )
        for one in known
    )


def is_about(doubt: Doubt, sighting: Sighting) -> bool:
    """Whether a doubt was about this card. Of a card without a readable corner only a part may be known."""
    if doubt.corners_mm is None:
        return True
    if doubt.about == sighting.card:
        return True
    return _distance_mm(doubt, sighting) < (_SAME_PATCH_MM if doubt.guess is None else _SAME_CARD_MM)


def _distance_mm(doubt: Doubt, sighting: Sighting) -> float:
    assert doubt.corners_mm is not None
    return distance_mm(doubt.corners_mm, sighting.corners_mm)
