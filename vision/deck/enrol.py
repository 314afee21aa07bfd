"""Enrolling a deck: from pictures in which its cards lie open to what is stored of them.

A card is taken where both its corners are read for certain as the same card, or where a person says which card lies
there alone. As long as cards are missing or doubtful they are listed, and no deck is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from cribbage.errors import UnknownCard
from cribbage.score.cards import Card
from vision.arrays import Picture
from vision.deck.deckreader import FirstReader, confidence_by_card
from vision.deck.likeness import DeckCorners, corner_pictures, corner_print, face_picture, prints_alike
from vision.deck.store import CARDS, ClubDeck, DeckError, check_name
from vision.geometry import INDEX_OF_CARD, Spot
from vision.readresult import Corners, Reading, SeenCard, Unsure

CORNERS_NEEDED: Final = 2  # of each card, before it is taken
CORNERS_KEPT: Final = 4  # of each card in the deck: those most like each other
_MOST_CORNERS: Final = 10  # of each card that these are chosen from, the latest
_LEAST_SELF_LIKENESS: Final = 0.55  # corners of one card that are less alike than this are doubtful
_TYPICAL_FIRST_OPINION: Final = 0.9  # of the networks, neither sure nor lost: shown is what the deck adds


@dataclass(frozen=True, slots=True)
class AddResult:
    """What one picture gave: the cards taken, and what was not taken, with the reason."""

    cards: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class _CardSoFar:
    """The pictures taken of one card so far."""

    corners: list[Picture] = field(default_factory=list)
    face: Picture | None = None

    def best(self) -> list[Picture]:
        """The corners that are most like the others of this card, so that a half hidden or blurred one is left
        out."""
        made = [(one, corner_print(one)) for one in self.corners]
        prints = [(one, print_) for one, print_ in made if print_ is not None]
        ranked = []
        for number, (one, print_) in enumerate(prints):
            others = sorted(
                (prints_alike(print_, p) for k, (_, p) in enumerate(prints) if k != number), reverse=True
            )
            ranked.append((sum(others[: CORNERS_KEPT - 1]), number, one))
        return [one for _, _, one in sorted(ranked, key=lambda item: -item[0])[:CORNERS_KEPT]]


class Enrolment:
    """The enrolment of one deck: `add` pictures until no card is `wanted`, then `finish`."""

    def __init__(self, name: str, reader: FirstReader) -> None:
        """Raises `DeckError` if the name cannot be used."""
        self.name = check_name(name)
        self._reader = reader
        self._seen: dict[str, _CardSoFar] = {card: _CardSoFar() for card in CARDS}
        self._ratios: list[float] = []

    def add(
        self, picture: Picture, *, named: str | None = None, card_height_px: float | None = None
    ) -> AddResult:
        """Take the cards of one picture, uint8 (h, w, 3); `named`: the one card in it, as a person says."""
        reading = self._reader.read(picture, card_height_px=card_height_px)
        if named is not None:
            return self._add_named(picture, reading, named)
        taken = []
        for seen in reading.cards:
            if len(seen.spots) > 1:
                self._take(picture, seen.card, seen.spots, seen.corners)
                taken.append(seen.card)
        refused = [f"{s.card}: only one corner shows; lay it open" for s in reading.cards if len(s.spots) < 2]
        refused += [f"{u.guess or 'a card'}: {u.reason}" for u in reading.unsure]
        return AddResult(tuple(taken), tuple(refused))

    def _add_named(self, picture: Picture, reading: Reading, named: str) -> AddResult:
        try:
            card = str(Card.parse(named))
        except UnknownCard as error:
            raise DeckError(f"{named!r} is no card: write rank and suit, as in 5H or TD") from error
        others = [seen.card for seen in reading.cards if seen.card != card]
        if others:
            return AddResult(refused=(f"this is read as {' '.join(others)} for certain: is it the {card}?",))
        found: list[SeenCard | Unsure] = [*reading.cards, *reading.unsure]
        fitting = [one for one in found if _card_of(one) == card] or (found if len(found) == 1 else [])
        best = max(fitting, key=lambda one: (len(one.spots), one.confidence), default=None)
        if best is None or not best.spots or best.corners is None:
            why = "several cards lie there" if len(found) > 1 else "no corner of a card is found there"
            return AddResult(refused=(f"{card}: {why}; lay it alone, whole and well lit",))
        if all(_readable_corner(picture, spot) is None for spot in best.spots[:2]):
            return AddResult(refused=(f"{card}: its corners are not clear enough; more light, and nearer",))
        self._take(picture, card, best.spots, best.corners)
        return AddResult((card,))

    def _take(self, picture: Picture, card: str, spots: tuple[Spot, ...], corners: Corners) -> None:
        seen = self._seen[card]
        clear = (_readable_corner(picture, spot) for spot in spots[:2])
        seen.corners = (seen.corners + [corner for corner in clear if corner is not None])[-_MOST_CORNERS:]
        if len(spots) > 1:
            seen.face = face_picture(picture, corners)
            height = float(np.linalg.norm(corners[3] - corners[0]))
            self._ratios.append(float(np.mean([spot.height for spot in spots[:2]])) / max(height, 1.0))

    # --- what is missing ------------------------------------------------------------------------------------

    @property
    def wanted(self) -> tuple[str, ...]:
        """The cards of which too few corners were taken."""
        return tuple(card for card in CARDS if len(self._seen[card].corners) < CORNERS_NEEDED)

    def doubts(self) -> dict[str, str]:
        """The cards that were taken and may be another, with the reason."""
        taken = {
            card: seen.best() for card, seen in self._seen.items() if len(seen.corners) >= CORNERS_NEEDED
        }
        corners = DeckCorners(taken)
        found: dict[str, str] = {}
        for number, (card, one) in enumerate(corners.prints):
            look = corners.of(one, leave_out=number)
            if look.card != card and look.margin(look.card) > 0:
                found[card] = f"it looks like {look.card}; take it away and show it again"
            elif look.own(card) < _LEAST_SELF_LIKENESS:
                found.setdefault(card, "its corners look unlike each other; show it again in better light")
        return {card: found[card] for card in CARDS if card in found}

    def forget(self, card: str) -> None:
        """Drop what was taken of this card: it is wanted again."""
        self._seen[card] = _CardSoFar()

    def finish(self) -> ClubDeck:
        """The deck. Raises `DeckError` that names the cards that are missing or doubtful."""
        wanted, doubts = self.wanted, self.doubts()
        problems = []
        if wanted:
            problems.append(f"{len(wanted)} of 52 cards are missing: {' '.join(wanted)}")
        problems += [f"{card}: {why}" for card, why in doubts.items()]
        if problems:
            raise DeckError(f"the deck {self.name!r} is not made: {'; '.join(problems)}")
        ratio = float(np.clip(np.median(self._ratios), 0.1, 0.4)) if self._ratios else INDEX_OF_CARD
        corners = {card: tuple(seen.best()) for card, seen in self._seen.items()}
        faces = {card: seen.face for card, seen in self._seen.items() if seen.face is not None}
        deck = ClubDeck(self.name, corners, faces, ratio, {})
        return ClubDeck(self.name, corners, faces, ratio, confidence_by_card(deck, _TYPICAL_FIRST_OPINION))


def _readable_corner(picture: Picture, spot: Spot) -> Picture | None:
    """A picture of the corner in which rank and suit stand free; None where they do in none."""
    return next((c for c in corner_pictures(picture, spot) if corner_print(c) is not None), None)


def _card_of(one: SeenCard | Unsure) -> str | None:
    return one.card if isinstance(one, SeenCard) else one.guess


def weak_cards(sure: Mapping[str, float], threshold: float) -> tuple[str, ...]:
    """The cards that the deck would not make certain of a typical first opinion, the weakest first."""
    return tuple(sorted((card for card in sure if sure[card] < threshold), key=lambda card: sure[card]))
