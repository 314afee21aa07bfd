"""Taking a deck in: from pictures in which its cards lie open to what is remembered of them.

A card is taken where both its corners are read for certain as the same card, or where a person says which card it is
that lies there alone. What is missing or doubtful at the end is said card by card, and no deck is made of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from cribbage.errors import UnknownCard
from cribbage.score.cards import Card
from vision.arrays import Picture
from vision.deck.likeness import Corners52, corner_pictures, corner_print, face_picture, prints_alike
from vision.deck.opinion import FirstReader, how_sure
from vision.deck.store import CARDS, ClubDeck, DeckError, check_name
from vision.geometry import INDEX_OF_CARD, Spot
from vision.reading import Corners, Reading, SeenCard, Unsure

NEEDED: Final = 2  # corners of each card,
KEPT: Final = 4  # and so many are kept, those most like each other ...
_LOOKED_AT: Final = 10  # ... of so many
_LIKE_ITSELF: Final = 0.55  # corners of one card are at least so much alike
_TYPICAL_FIRST: Final = (
    0.9  # an ordinary first opinion, neither sure nor lost: what the deck makes of it is shown
)


@dataclass(frozen=True, slots=True)
class Taken:
    """What one picture gave: the cards taken, and what was not taken and why."""

    cards: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class _Seen:
    """All that is known of one card so far."""

    corners: list[Picture] = field(default_factory=list)
    face: Picture | None = None

    def best(self) -> list[Picture]:
        """The corners most like the others of this card: one that was half hidden or blurred is left out."""
        made = [(one, corner_print(one)) for one in self.corners]
        prints = [(one, print_) for one, print_ in made if print_ is not None]
        worth = []
        for number, (one, print_) in enumerate(prints):
            others = sorted(
                (prints_alike(print_, p) for k, (_, p) in enumerate(prints) if k != number), reverse=True
            )
            worth.append((sum(others[: KEPT - 1]), number, one))
        return [one for _, _, one in sorted(worth, key=lambda item: -item[0])[:KEPT]]


class Enrolment:
    """One deck being taken in. `add` pictures until nothing is `wanted`, then `finish`."""

    def __init__(self, name: str, reader: FirstReader) -> None:
        """`DeckError` if the name will not do."""
        self.name = check_name(name)
        self._reader = reader
        self._seen: dict[str, _Seen] = {card: _Seen() for card in CARDS}
        self._ratios: list[float] = []

    def add(
        self, picture: Picture, *, named: str | None = None, card_height_px: float | None = None
    ) -> Taken:
        """Take in what one picture shows; `named`: the one card that lies in it, as a person says."""
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
        return Taken(tuple(taken), tuple(refused))

    def _add_named(self, picture: Picture, reading: Reading, named: str) -> Taken:
        try:
            card = str(Card.parse(named))
        except UnknownCard as error:
            raise DeckError(f"{named!r} is no card: write rank and suit, as in 5H or TD") from error
        others = [seen.card for seen in reading.cards if seen.card != card]
        if others:
            return Taken(refused=(f"this is read as {' '.join(others)} for certain: is it the {card}?",))
        found: list[SeenCard | Unsure] = [*reading.cards, *reading.unsure]
        fitting = [one for one in found if _name_of(one) == card] or (found if len(found) == 1 else [])
        best = max(fitting, key=lambda one: (len(one.spots), one.confidence), default=None)
        if best is None or not best.spots or best.corners is None:
            why = "several cards lie there" if len(found) > 1 else "no corner of a card is found there"
            return Taken(refused=(f"{card}: {why}; lay it alone, whole and well lit",))
        if all(_clear_corner(picture, spot) is None for spot in best.spots[:2]):
            return Taken(refused=(f"{card}: its corners are not clear enough; more light, and nearer",))
        self._take(picture, card, best.spots, best.corners)
        return Taken((card,))

    def _take(self, picture: Picture, card: str, spots: tuple[Spot, ...], corners: Corners) -> None:
        seen = self._seen[card]
        clear = (_clear_corner(picture, spot) for spot in spots[:2])
        seen.corners = (seen.corners + [corner for corner in clear if corner is not None])[-_LOOKED_AT:]
        if len(spots) > 1:
            seen.face = face_picture(picture, corners)
            height = float(np.linalg.norm(corners[3] - corners[0]))
            self._ratios.append(float(np.mean([spot.height for spot in spots[:2]])) / max(height, 1.0))

    # --- how far it is ------------------------------------------------------------------------------------

    @property
    def wanted(self) -> tuple[str, ...]:
        """The cards that have not been seen well enough."""
        return tuple(card for card in CARDS if len(self._seen[card].corners) < NEEDED)

    def doubts(self) -> dict[str, str]:
        """Of the cards that were seen well enough those that may be another, and why."""
        taken = {card: seen.best() for card, seen in self._seen.items() if len(seen.corners) >= NEEDED}
        corners = Corners52(taken)
        found: dict[str, str] = {}
        for number, (card, one) in enumerate(corners.prints):
            look = corners.of(one, but=number)
            if look.card != card and look.margin(look.card) > 0:
                found[card] = f"it looks like {look.card}; take it away and show it again"
            elif look.own(card) < _LIKE_ITSELF:
                found.setdefault(card, "its corners look unlike each other; show it again in better light")
        return {card: found[card] for card in CARDS if card in found}

    def forget(self, card: str) -> None:
        """Show it again: what was taken of this card does not count."""
        self._seen[card] = _Seen()

    def finish(self) -> ClubDeck:
        """The deck; `DeckError` names the cards that are missing or doubtful."""
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
        return ClubDeck(self.name, corners, faces, ratio, how_sure(deck, _TYPICAL_FIRST))


def _clear_corner(picture: Picture, spot: Spot) -> Picture | None:
    """A picture of a corner whose rank and suit stand free; None where they do not."""
    return next((c for c in corner_pictures(picture, spot) if corner_print(c) is not None), None)


def _name_of(one: SeenCard | Unsure) -> str | None:
    return one.card if isinstance(one, SeenCard) else one.guess


def weak_cards(sure: Mapping[str, float], threshold: float) -> tuple[str, ...]:
    """The cards of which an ordinary first opinion and the deck together do not make certain, the weakest first."""
    return tuple(sorted((card for card in sure if sure[card] < threshold), key=lambda card: sure[card]))
