"""What is known of one place of the table, and how sure a change must be before it counts. Pure.

A place is *settled* when what is known explains what is seen. A look that does not fit makes a candidate,
and a candidate counts once enough looks agree on it. A known card stays known when it is merely not seen:
another card or a hand may lie over it. It goes only when its place shows bare ground, or when its place has
not changed at all and is now read otherwise, time after time (then the first reading was wrong).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from cribbage.cards import Card
from cribbage.observations import CRIB, STARTER
from vision.layout import Place
from vision.looks import Doubt, Look, Quad, Sighting, distance_mm, from_left, same_pose

AGREE: Final = 2  # looks that must agree
AGREE_AGAINST: Final = 4  # looks that must agree to overturn an earlier reading
PATIENCE_S: Final = 2.5  # still and yet unsure for so long: say so
LOOK_AGAIN_S: Final = 1.0  # when given up, read again so often
HOLD_S: Final = 3.0  # a candidate outlives a hand passing over it for so long
_ON_TOP_MM, _ON_TOP_DEG = 6.0, 10.0
_SAME_CARD_MM: Final = 14.0
_SAME_SPOT_MM: Final = 8.0
_COVERING_MM: Final = 75.0


@dataclass(frozen=True, slots=True)
class Known:
    """A card known to lie in the place; `corners_mm` is None after a restart, until it is seen again.

    `seen`: at the last look.
    """

    card: Card
    corners_mm: Quad | None
    seen: bool = True

    @property
    def is_lost(self) -> bool:
        """Known from before a restart and not seen since: it may have gone, or lie under another card."""
        return self.corners_mm is None


@dataclass(slots=True)
class Candidate:
    """A list of cards on its way to being known: since when, and how many looks have agreed on it."""

    cards: tuple[Card, ...]
    t: float
    floor: float
    needed: int
    count: int = 1
    last: float = 0.0


@dataclass(frozen=True, slots=True)
class Change:
    """The place's cards are known anew (`cards`), or cannot be read (`cards` is None; `count` may be)."""

    t: float
    cards: tuple[Card, ...] | None
    count: int | None = None
    why: str = ""
    confidence: float = 1.0


class PlaceMemory:
    """The memory of one place. Feed it one of `busy`, `quiet` and `look` for every picture, in order."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.known: tuple[Known, ...] = ()
        self.settled = False
        self.unread: int | None = None
        self.is_unread = False
        self._candidate: Candidate | None = None
        self._since: float | None = None
        self._floor = float("-inf")
        self._before = float("-inf")
        self._given_up = False
        self._looked = float("-inf")
        self._read: dict[Card, Sighting] = {}  # for certain, since the place has been still
        self._contradicted = False
        self._clean = AGREE  # looks without a doubt since the last doubtful one

    @property
    def cards(self) -> tuple[Card, ...]:
        """The known cards in laying order."""
        return tuple(known.card for known in self.known)

    def floor(self) -> float | None:
        """The time after which something may still be reported for the past; None: nothing is pending."""
        if self._candidate is not None:
            return self._candidate.floor
        if self._since is not None and not self.settled and not self._given_up:
            return self._floor
        return None

    def wants_look(self, t: float, changed: bool) -> bool:
        """Whether a still picture of this time is worth reading: less often once it was given up."""
        if self.settled and not changed:
            return False
        return not self._given_up or self._candidate is not None or t - self._looked >= LOOK_AGAIN_S

    def begin(self, t: float) -> None:
        """Nothing before this time will be reported."""
        self._before = t

    def busy(self, t: float) -> None:
        """Something moves here, or a hand is in the way."""
        self.settled = False
        self._since = None
        self._given_up = False
        self._read.clear()
        self._contradicted = False
        if self._candidate is not None and t - self._candidate.last > HOLD_S:
            self._candidate = None
        self._before = t

    def quiet(self, t: float) -> None:
        """Still, and it looks as when it was settled (or nobody had the time to look)."""
        if self.settled:
            self._candidate = None
            self._since = None
        self._before = t

    def look(self, look: Look, conflicts: Mapping[Card, str]) -> Change | None:
        """Take a reading into account; `conflicts` says of cards why they cannot be here."""
        if self._since is None:
            self._since, self._floor = look.t, self._before
        self._looked = look.t
        cards, against, doubts = self._explain(look, conflicts)
        change = self._unsure(look, cards, doubts) if doubts else self._agreed(look, cards, against)
        self._before = look.t
        return change

    def move_out(self, card: Card) -> None:
        """The card has been seen elsewhere."""
        self.known = tuple(known for known in self.known if known.card != card)

    def is_hidden(self, card: Card) -> bool:
        """Whether a known card was not seen at the last look although nothing known lies over it."""
        for i, known in enumerate(self.known):
            if known.card == card:
                over = [k.corners_mm for k in self.known[i + 1 :] if k.corners_mm is not None]
                quad = known.corners_mm
                covered = quad is not None and any(distance_mm(quad, o) < _COVERING_MM for o in over)
                return not known.seen and not covered
        return False

    def restore(self, cards: tuple[Card, ...] | None, count: int | None = None) -> None:
        """What was reported last, before a restart: the cards, or None for Unread."""
        if cards is None:
            self.is_unread, self.unread = True, count
        else:
            self.known = tuple(Known(card, None, False) for card in cards)

    # What the look says

    def _explain(
        self, look: Look, conflicts: Mapping[Card, str]
    ) -> tuple[tuple[Card, ...], bool, list[Doubt]]:
        """The list that the look makes likely, whether it overturns a reading, and what it cannot explain."""
        seen, doubts = self._sorted_out(look, conflicts)
        new = [s for card, s in seen.items() if card not in self.cards]
        single = self.place.zone == STARTER
        kept, against = [], False
        for known in self.known:
            if known.card in seen:
                kept.append(known.card)
                continue
            if known.card in look.gone or (known.is_lost and not seen and not look.doubts):
                continue
            if known.is_lost:
                doubts.append(Doubt(f"the {known.card.name} has not been seen since the restart"))
            if (single and new) or (known.card in look.same and _lies_on(new, known.corners_mm)):
                against = True
                continue
            kept.append(known.card)
        new.sort(key=lambda s: from_left(s, self.place.view_from))
        cards = (*kept, *(s.card for s in new))
        if self.place.zone == CRIB and not cards:
            doubts = []  # the crib lies face down until it is shown
        return cards, against, doubts

    def _sorted_out(
        self, look: Look, conflicts: Mapping[Card, str]
    ) -> tuple[dict[Card, Sighting], list[Doubt]]:
        """What was seen, each card once, and the doubts that no card seen or known explains."""
        seen: dict[Card, Sighting] = {}
        doubts: list[Doubt] = []
        for sighting in look.seen:
            card = sighting.card
            if card in conflicts:
                doubts.append(Doubt(conflicts[card], sighting.corners_mm))
            elif card not in seen:
                seen[card] = sighting
            elif distance_mm(seen[card].corners_mm, sighting.corners_mm) > _SAME_CARD_MM:
                doubts.append(Doubt(f"the {card.name} is seen twice", sighting.corners_mm))
        self._remember(look, seen)
        quads = [s.corners_mm for s in seen.values()]
        quads += [k.corners_mm for k in self.known if k.corners_mm and k.card not in look.gone]
        for doubt in look.doubts:
            if doubt.corners_mm is None:
                explained = bool(quads)
            else:
                explained = any(distance_mm(doubt.corners_mm, quad) < _SAME_CARD_MM for quad in quads)
            if not explained:
                doubts.append(doubt)
        return seen, doubts

    def _remember(self, look: Look, seen: dict[Card, Sighting]) -> None:
        """A card in doubt now that was certain a moment ago, in the same still place, counts as seen.

        Two certain readings of one spot that differ make the place suspicious: then nothing is filled in.
        """
        for card, old in self._read.items():
            others = [s for s in seen.values() if s.card != card]
            if card not in seen and _lies_on(others, old.corners_mm):
                self._contradicted = True
        self._read.update(seen)
        if self._contradicted:
            return
        for card, old in self._read.items():
            near = [d.corners_mm for d in look.doubts if d.corners_mm is not None]
            if card not in seen and any(distance_mm(quad, old.corners_mm) < _SAME_SPOT_MM for quad in near):
                seen[card] = old

    # How sure it must be

    def _unsure(self, look: Look, cards: tuple[Card, ...], doubts: list[Doubt]) -> Change | None:
        self.settled = False
        self._clean = 0
        if self._candidate is not None and look.t - self._candidate.last > HOLD_S:
            self._candidate = None
        assert self._since is not None
        if self._given_up or look.t - self._since < PATIENCE_S:
            return None
        t, self._given_up = self._since, True
        self._candidate = None
        self._since, self._floor = look.t, self._before
        count = len(cards) + len([d for d in doubts if d.corners_mm is not None])
        if self.is_unread and self.unread == count:
            return None
        self.is_unread, self.unread = True, count
        return Change(t, None, count, doubts[0].reason)

    def _agreed(self, look: Look, cards: tuple[Card, ...], against: bool) -> Change | None:
        self._clean += 1
        if cards == self.cards and not self.is_unread:
            if self._clean >= AGREE:
                self._know(look, cards)
            return None
        candidate = self._candidate
        if candidate is None or candidate.cards != cards or look.t - candidate.last > HOLD_S:
            assert self._since is not None
            t, floor = (look.t, self._before) if self._given_up else (self._since, self._floor)
            needed = AGREE_AGAINST if against or self._contradicted else AGREE
            candidate = Candidate(cards, t, floor, needed, 0)
            self._candidate = candidate
        candidate.count += 1
        candidate.last = look.t
        if candidate.count < candidate.needed:
            self.settled = False
            return None
        self._know(look, cards)
        self.is_unread, self.unread = False, None
        sure = min((s.confidence for s in look.seen), default=1.0)
        return Change(candidate.t, cards, confidence=sure)

    def _know(self, look: Look, cards: tuple[Card, ...]) -> None:
        quads = {s.card: s.corners_mm for s in look.seen}
        old = {k.card: k.corners_mm for k in self.known}
        self.known = tuple(Known(c, quads.get(c, old.get(c)), c in quads) for c in cards)
        self.settled = True
        self._candidate, self._since, self._given_up = None, None, False
        self._read.clear()
        self._contradicted = False
        self._clean = AGREE


def _lies_on(sightings: Iterable[Sighting], quad: Quad | None) -> bool:
    """Whether one of the cards lies exactly on a spot."""
    return quad is not None and any(same_pose(quad, s.corners_mm, _ON_TOP_MM, _ON_TOP_DEG) for s in sightings)
