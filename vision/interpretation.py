"""Interprets a look at a place by what is known of it: gives the likely list of cards, and what is in doubt.

Pure. Nothing is decided here: `vision.placememory` counts how many looks agree.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from cribbage.log.observations import CRIB, STARTER
from cribbage.score.cards import Card
from vision.layout import Place
from vision.placelook import (
    SAME_CARD_MM,
    Doubt,
    Look,
    Quad,
    Sighting,
    distance_mm,
    from_left,
    same_index,
)

CRIB_CARDS: Final = 4
LOOKS_TO_AGREE: Final = 2  # looks that must agree
LOOKS_TO_OVERTURN: Final = 4  # looks that must agree to overturn an earlier reading
_INDEX_MM, _INDEX_DEG = 8.0, 20.0
_COVERING_MM: Final = 75.0
_LIKELY: Final = 0.8  # calibrated for 52 cards; if one of four cards is expected this becomes 0.98


@dataclass(frozen=True, slots=True)
class Known:
    """A card known to lie in the place; `corners_mm` is None after a restart, until it is seen again.

    `seen`: whether the last look showed it. `confidence`: of the best look at it.
    """

    card: Card
    corners_mm: Quad | None
    seen: bool = True
    confidence: float = 1.0

    @property
    def is_lost(self) -> bool:
        """Whether it is known from before a restart and was not seen since: it may have gone, or lie under another
        card."""
        return self.corners_mm is None


@dataclass(slots=True)
class Hints:
    """What makes some readings of a place more likely than others.

    Attributes:
        read: the cards read for certain since the place has been still.
        votes: the variants of the picture in which each of them was read.
        apart: pairs of them that one look showed side by side.
        earlier: the cards that were known here at some time in this deal.
    """

    read: dict[Card, Sighting] = field(default_factory=dict)
    votes: dict[Card, set[int]] = field(default_factory=dict)
    apart: set[frozenset[Card]] = field(default_factory=set)
    earlier: set[Card] = field(default_factory=set)

    def keep_only(self, cards: set[Card]) -> None:
        """Forget cards other than these: the place is not still, and they may have been taken away."""
        for card in set(self.read) - cards:
            del self.read[card], self.votes[card]

    def forget_looks(self) -> None:
        """Something has moved, or everything is explained: earlier looks say nothing about later ones."""
        self.read.clear()
        self.votes.clear()
        self.apart.clear()


@dataclass(frozen=True, slots=True)
class Meaning:
    """The cards that a look makes likely, in the order in which they were laid; those it showed; what stays in doubt.

    `count`: how many cards lie there, None where that is not known. `needs_witnesses`: some new card has too few
    witnesses yet (many are needed to overturn an earlier reading). `is_witnessed`: all that is new has enough, and no
    card has left.
    """

    cards: tuple[Card, ...]
    seen: Mapping[Card, Sighting]
    doubts: tuple[Doubt, ...] = ()
    count: int | None = 0
    needs_witnesses: bool = False
    is_witnessed: bool = False

    @property
    def why(self) -> str:
        """The reason to report if nothing changes."""
        return self.doubts[0].reason if self.doubts else "cards are seen at times only, or too many of them"


def interpret(
    place: Place,
    known: Sequence[Known],
    look: Look,
    conflicts: Mapping[Card, str],
    hints: Hints,
    was_touched: bool = False,
) -> Meaning:
    """Combine a look with what is known; `conflicts`: why some cards cannot be here.

    `was_touched`: something has moved here since the cards were known, so that one may have been laid.
    """
    seen, doubts = _seen_once(look, conflicts)
    doubts += _tally(seen, look, hints)
    _expect_same_cards(seen, look, conflicts, hints)
    doubts += _unexplained(look, seen, known)
    new = [sighting for card, sighting in seen.items() if card not in {k.card for k in known}]
    kept, overturns = [], False
    perhaps_on_top: list[Doubt] = []
    for one in known:
        if one.card in seen:
            kept.append(one.card)
        elif one.card in look.gone or (one.is_lost and not seen and not look.doubts):
            continue
        elif place.zone == STARTER and new:
            overturns = True
        elif (other := _other_reading(one, new, look)) is None:
            kept.append(one.card)
            if one.is_lost:
                doubts.append(Doubt(f"the {one.card} has not been seen since the restart"))
        elif was_touched and new == [other]:  # an arm was here, and nothing else is new
            kept.append(one.card)
            new.remove(other)
            why = f"the {other.card} may lie squarely on the {one.card}: lay them apart"
            perhaps_on_top.append(Doubt(why, other.corners_mm, about=other.card))
        elif other.confidence > one.confidence:
            overturns = True
        else:  # the earlier reading was the better one
            kept.append(one.card)
            new.remove(other)
    new.sort(key=lambda s: from_left(s, place.view_from))
    cards = (*kept, *(s.card for s in new))
    few: list[Doubt] = []
    if place.zone == CRIB:
        # It lies face down until it is shown, and then all of it is shown.
        doubts = doubts if cards else []
        few = _crib_too_small(seen)
    # A card that is not seen and whose old spot looks different is probably one of those in doubt.
    covered = sum(card not in seen and card in look.same | look.same_index | look.hidden for card in kept)
    in_doubt = sum(doubt.corners_mm is not None for doubt in doubts)
    count = None if few or perhaps_on_top else max(len(seen) + in_doubt + covered, len(cards))
    doubts += few + perhaps_on_top
    needed = LOOKS_TO_OVERTURN if overturns else LOOKS_TO_AGREE
    doubts += _perhaps_gone(known, kept, seen, look)
    thin = {s.card for s in new if len(hints.votes.get(s.card, ())) < needed}
    is_witnessed = bool(new) and not thin and not any(one.card in look.gone for one in known)
    return Meaning(cards, seen, tuple(doubts), count, bool(thin - hints.earlier), is_witnessed)


def _seen_once(look: Look, conflicts: Mapping[Card, str]) -> tuple[dict[Card, Sighting], list[Doubt]]:
    """The cards seen for certain, each once, and doubts for cards seen at two spots or known to lie elsewhere."""
    seen: dict[Card, Sighting] = {}
    doubts: list[Doubt] = []
    for sighting in look.seen:
        card = sighting.card
        if card in conflicts:
            doubts.append(Doubt(conflicts[card], sighting.corners_mm))
        elif card not in seen:
            seen[card] = sighting
        elif distance_mm(seen[card].corners_mm, sighting.corners_mm) > SAME_CARD_MM:
            doubts.append(Doubt(f"the {card} is seen twice", sighting.corners_mm))
    return seen, doubts


def _tally(seen: dict[Card, Sighting], look: Look, hints: Hints) -> list[Doubt]:
    """Count the looks that showed each card since the place has been still; add or remove cards of `seen` by them.

    A card with enough of them counts as seen even in a look that is in doubt about it. Where one spot was read as two
    cards neither counts, unless one has far more looks; otherwise a doubt is returned.
    """
    hints.apart |= {
        frozenset((a.card, b.card)) for a, b in combinations(seen.values(), 2) if not _on_one_card(a, b)
    }
    for card, sighting in seen.items():
        hints.votes.setdefault(card, set()).add(look.variant)
        if card not in hints.read or hints.read[card].confidence <= sighting.confidence:
            hints.read[card] = sighting
    doubts = []
    for card, sighting in hints.read.items():
        votes = len(hints.votes[card])
        rivals = [len(hints.votes[r.card]) for r in hints.read.values() if _is_rival(sighting, r, hints)]
        if not rivals:
            if votes >= LOOKS_TO_AGREE:
                seen.setdefault(card, sighting)
            continue
        if _outvotes(votes, max(rivals)):
            seen.setdefault(card, sighting)
            continue
        seen.pop(card, None)
        if not _outvotes(max(rivals), votes):
            why = f"one corner is read as {card} and as another card"
            doubts.append(Doubt(why, sighting.corners_mm, about=card))
    return doubts


def _outvotes(votes: int, rival: int) -> bool:
    return votes >= LOOKS_TO_OVERTURN and votes >= 3 * rival


def _is_rival(one: Sighting, other: Sighting, hints: Hints) -> bool:
    """Whether two readings are different readings of the same corner index."""
    return frozenset((one.card, other.card)) not in hints.apart and is_same_corner(one, other)


def is_same_corner(one: Sighting, other: Sighting) -> bool:
    """Whether two readings differ and may be of the same corner index."""
    return one.card != other.card and is_at(one.corners_mm, other.corners_mm)


def is_at(one: Quad, other: Quad) -> bool:
    """Whether two cards, or supposed cards, have an index on the same spot."""
    return same_index(one, other, _INDEX_MM, _INDEX_DEG)


def _on_one_card(one: Sighting, other: Sighting) -> bool:
    """Whether two sightings of one look may be of one card: the same corner, or one corner each.

    Where cards overlap the corner of one may be just where the hidden corner of the other is assumed.
    """
    a, b = one.corners_mm, other.corners_mm
    seen = [(a[i], b[j]) for i in _corners_seen(one) for j in _corners_seen(other)]
    if any(math.dist(*pair) <= _INDEX_MM for pair in seen):
        return True
    return max(math.dist(a[0], b[2]), math.dist(a[2], b[0])) <= 2 * _INDEX_MM


def _corners_seen(sighting: Sighting) -> tuple[int, ...]:
    return (0, 2) if sighting.both else (0,)


def _expect_same_cards(
    seen: dict[Card, Sighting], look: Look, conflicts: Mapping[Card, str], hints: Hints
) -> None:
    """Count a doubt as seen if it is probably a card of this deal: the hand shown is the hand that was played
    here."""
    for doubt in look.doubts:
        card, quad = doubt.guess, doubt.corners_mm
        if card is None or quad is None or card in seen or card in conflicts:
            continue
        if card in hints.earlier and doubt.confidence >= _LIKELY:
            seen[card] = Sighting(card, quad, doubt.confidence)


def _crib_too_small(seen: Mapping[Card, Sighting]) -> list[Doubt]:
    """A doubt if fewer than four cards are seen, so close together that another may show only a narrow strip.

    A crib with too few cards voids the deal (Rule: ACC 4.4), so that must not be concluded while a card may be
    hidden.
    """
    quads = [sighting.corners_mm for sighting in seen.values()]
    if len(quads) >= CRIB_CARDS or not any(
        distance_mm(one, other) < _COVERING_MM for one, other in combinations(quads, 2)
    ):
        return []
    return [Doubt("fewer cards are seen than the crib has: spread them apart")]


def _perhaps_gone(
    known: Sequence[Known], kept: Sequence[Card], seen: Mapping[Card, Sighting], look: Look
) -> list[Doubt]:
    """Doubts for known cards that nothing covers and that are neither seen nor gone, though their spot looks
    different.

    Also where other cards have gone and these have not: that may be a shadow, so look again.
    """
    some_gone = bool(look.gone.intersection(one.card for one in known))
    unchanged = frozenset() if some_gone else look.same | look.same_index
    quads = [sighting.corners_mm for sighting in seen.values()]
    quads += [one.corners_mm for one in known if one.card in unchanged and one.corners_mm is not None]
    return [
        Doubt(f"it is not clear whether the {one.card} has gone", one.corners_mm, about=one.card)
        for one in known
        if one.card in kept
        and one.card not in seen
        and one.card not in unchanged | look.hidden
        and one.corners_mm is not None
        and not any(distance_mm(one.corners_mm, quad) < _COVERING_MM for quad in quads)
    ]


def _unexplained(look: Look, seen: Mapping[Card, Sighting], known: Sequence[Known]) -> list[Doubt]:
    """The doubts of a look that are not about a card that is seen, or known to lie just there."""
    quads = [sighting.corners_mm for sighting in seen.values()]
    quads += [k.corners_mm for k in known if k.corners_mm is not None and k.card not in look.gone]

    def is_explained(doubt: Doubt) -> bool:
        if doubt.corners_mm is None:
            return bool(quads)
        return any(distance_mm(doubt.corners_mm, quad) < SAME_CARD_MM for quad in quads)

    return [doubt for doubt in look.doubts if not is_explained(doubt)]


def _other_reading(one: Known, new: Sequence[Sighting], look: Look) -> Sighting | None:
    """A new card that is read where a known one lies and nothing has changed: one of the two readings is wrong."""
    if one.corners_mm is None or one.card not in look.same_index:
        return None  # its corner shows other print than before: the new card lies on it
    for sighting in new:
        if is_at(one.corners_mm, sighting.corners_mm):
            return sighting
    return None
