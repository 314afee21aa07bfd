"""When the cards of a place came, from what was seen of them before they were known. Pure.

A card is reported with the earliest time at which it was seen: when it was first read, or when something that could
not be read lay in its spot. Each thing that was seen dates one card only.
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
"""The time (s) since when these cards, and no others, have lain there."""

_SAME_CARD_MM, _SAME_PATCH_MM = 18.0, 45.0
_APART_S: Final = 1.0  # nobody lays two cards one after the other faster than this
_FLUKE_LOOKS: Final = 8  # looks without a card, at a place where nothing moved, that outweigh a look with it
_NO_FLUKE: Final = 3  # looks with a card, after which another that shows its corner was laid on it since


@dataclass(slots=True)
class Awaited:
    """A card that was first read at `t` and is not known yet; `missed`: looks without it since the last with it, at
    `last_t`; `looks`: those with it.

    `t` is infinite once the place was reported as unread: the card gets a time when it is seen next.
    """

    t: float
    sighting: Sighting
    missed: int = 0
    looks: int = 0
    last_t: float = -math.inf


class NewCards:
    """What was seen of new cards since the known cards last explained the place."""

    def __init__(self) -> None:
        self._awaited: dict[Card, Awaited] = {}
        self._doubts: list[tuple[float, Doubt]] = []

    @property
    def awaited(self) -> tuple[Sighting, ...]:
        """Cards that were read, but are not yet certain to lie there."""
        return tuple(one.sighting for one in self._awaited.values())

    def clear(self) -> None:
        """Forget everything: it is explained, or never will be."""
        self._awaited.clear()
        self._doubts.clear()

    def forget(self, cards: Iterable[Card]) -> None:
        """These cards are known by now: no longer wait for them."""
        for card in cards:
            self._awaited.pop(card, None)

    def forget_times(self) -> None:
        """The place was reported as unread: everything gets a new time from now on."""
        self._doubts.clear()
        for awaited in self._awaited.values():
            awaited.t = math.inf

    def add_look(self, t: float, meaning: Meaning, known: Sequence[Known]) -> None:
        """Remember what a look showed of new cards, and of doubts that may be new cards."""
        cards = {one.card for one in known}
        for card, sighting in meaning.seen.items():
            if card not in cards:
                awaited = self._awaited.setdefault(card, Awaited(t, sighting))
                awaited.t, awaited.sighting, awaited.missed = min(t, awaited.t), sighting, 0
                awaited.looks, awaited.last_t = awaited.looks + 1, t
        self._doubts += [
            (t, doubt)
            for doubt in meaning.doubts
            if doubt.corners_mm is not None and not _is_about_known(doubt, known)
        ]

    def missing(self, look: Look, meaning: Meaning, still_since: float) -> tuple[Doubt, ...]:
        """Doubts for the cards that were read, are not seen now and whose spot is not bare: something may cover them.

        Cards that never lay there are forgotten: another card shows that corner, or nothing has moved since before
        the card was read (`still_since`) and many looks do not show it. Where it was read several times, and
        something moved here since, the other one was laid on it.
        """
        doubts = []
        for card, awaited in list(self._awaited.items()):
            if card in meaning.cards:
                continue
            awaited.missed += 1
            is_fluke = still_since <= awaited.t < math.inf and awaited.missed >= _FLUKE_LOOKS
            is_other = any(is_same_corner(awaited.sighting, other) for other in meaning.seen.values())
            is_covered = awaited.looks >= _NO_FLUKE and awaited.last_t < still_since
            if is_fluke or (is_other and not is_covered) or card in look.gone:
                del self._awaited[card]
            else:
                why = f"the {card} was read here once and is not seen now: show it, or lay the cards apart"
                doubts.append(
                    Doubt(why, awaited.sighting.corners_mm, card, awaited.sighting.confidence, card)
                )
        return tuple(doubts)

    def groups(self, meaning: Meaning) -> list[Step]:
        """The new cards in groups that came together, as far as is known, each with the time of its last card."""
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
    """Whether a doubt is about which card a known card is."""
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
    """Whether a doubt was about this card; without a guess the doubt may be about a part of the card only."""
    if doubt.corners_mm is None:
        return True
    if doubt.about == sighting.card:
        return True
    return _distance_mm(doubt, sighting) < (_SAME_PATCH_MM if doubt.guess is None else _SAME_CARD_MM)


def _distance_mm(doubt: Doubt, sighting: Sighting) -> float:
    assert doubt.corners_mm is not None
    return distance_mm(doubt.corners_mm, sighting.corners_mm)
