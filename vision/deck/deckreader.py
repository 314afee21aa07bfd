"""A card reader that compares what the networks read with the club's own deck.

Where the deck agrees the card is surer, where it disagrees the card becomes Unsure, and where it says nothing little
changes. The deck never names a card: it only confirms or doubts what was read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import cv2

from vision.arrays import Picture
from vision.calibration import CLUBS, SPADES, logit, sigmoid
from vision.deck.likeness import DeckCorners, DeckFaces, Likeness, corner_pictures, face_picture
from vision.deck.store import ClubDeck
from vision.geometry import Spot
from vision.readresult import Corners, Reading, SeenCard, Unsure
from vision.reasons import FAINT, GLARE, HIDDEN, NOT_WHOLE, OUT_OF_FOCUS, TOO_DARK, TOO_SMALL, TWICE

FEATURES: Final = ("first opinion", "print seen", "margin", "likeness", "face margin", "face seen")
ALIKE: Final = 0.75  # likeness from which a corner counts, for the card that was read or for another
LEAST_MARGIN: Final = 0.05  # ... if it is more like that card than like any other by this much
# Where a club was read and the corner is like a spade it counts from here: blur fills the notches of clubs.
ALIKE_BLURRED_CLUB: Final = 0.95
LEAST_FIRST_OPINION: Final = 0.5  # a card that the networks hold less likely than this is never made certain
MOST_CORNERS: Final = 2
# With these reasons the card could not be seen well enough. Any other reason is about the reading itself: likeness
# does not remove it.
_PICTURE_REASONS: Final = frozenset({FAINT, GLARE, HIDDEN, NOT_WHOLE, OUT_OF_FOCUS, TOO_DARK, TOO_SMALL})


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a logistic model over `FEATURES`, fitted on rendered decks (`python -m
    vision.train.enrolled`)."""

    each: tuple[float, ...] = (0.78, 0.47, 0.31, 1.98, 0.83, 0.74)
    bias: float = 0.23

    def probability(self, features: Sequence[float]) -> float:
        """The probability that the card is right, 0 to 1."""
        return sigmoid(sum(w * f for w, f in zip(self.each, features, strict=True)) + self.bias)


WEIGHTS: Final = Weights()


@dataclass(frozen=True, slots=True)
class DeckOpinion:
    """What the deck says of a card that was read: its `FEATURES`, whether it agrees, and which other card it looks
    like."""

    features: tuple[float, ...]
    agrees: bool
    other_card: str | None


class FirstReader(Protocol):
    """What the deck reader needs of `vision.networkreader.NetworkReader`."""

    @property
    def threshold(self) -> float:
        """The probability from which a card is certain."""
        ...

    def read(
        self,
        picture: Picture,
        *,
        index_height_px: float | None = None,
        card_height_px: float | None = None,
    ) -> Reading:
        """The cards in a picture, uint8 (h, w, 3)."""
        ...


def looks_like_other(card: str) -> str:
    """The reason given when a corner looks like another card of the deck."""
    return f"in your deck this corner looks like {card}"


class DeckReader:
    """Satisfies `vision.readresult.CardReader`, for one deck. Not to be shared between threads."""

    def __init__(self, reader: FirstReader, deck: ClubDeck, weights: Weights = WEIGHTS) -> None:
        self.deck = deck
        self._reader = reader
        self._weights = weights
        self._corners = DeckCorners(deck.corners)
        self._faces = DeckFaces(deck.faces)

    @property
    def threshold(self) -> float:
        """The probability from which a card is certain."""
        return self._reader.threshold

    def read(
        self,
        picture: Picture,
        *,
        index_height_px: float | None = None,
        card_height_px: float | None = None,
    ) -> Reading:
        """As `vision.networkreader.NetworkReader.read`; the height of an index is worked out from a card's by this
        deck's own ratio."""
        began = cv2.getTickCount()
        if index_height_px is None and card_height_px is not None:
            index_height_px = self.deck.index_of_card * card_height_px
        first = self._reader.read(picture, index_height_px=index_height_px)
        cards: list[SeenCard] = []
        unsure: list[Unsure] = []
        for seen in first.cards:
            self._check_certain(picture, seen, cards, unsure)
        for doubt in first.unsure:
            self._try_unsure(picture, doubt, cards, unsure)
        cards, unsure = _without_duplicates(cards, unsure)
        ms = 1000 * (cv2.getTickCount() - began) / cv2.getTickFrequency()
        return Reading(tuple(cards), tuple(unsure), ms)

    def opinion(
        self, picture: Picture, card: str, confidence: float, spots: Sequence[Spot], corners: Corners | None
    ) -> DeckOpinion:
        """What the deck says of a card that was read with this confidence."""
        looks = [self._corners.likeness(corner_pictures(picture, spot)) for spot in spots[:MOST_CORNERS]]
        found = [look for look in looks if look is not None]
        others = [
            look.card
            for look in found
            if look.card != card
            and look.own(look.card) >= _alike_needed(card, look)
            and look.margin(look.card) >= LEAST_MARGIN
        ]
        face = None
        if corners is not None and len(spots) > 1:
            face = self._faces.margin(face_picture(picture, corners), card)
        features = _features(confidence, found, card, face)
        agrees = bool(found) and all(look.margin(card) > 0 and look.own(card) >= ALIKE for look in found)
        return DeckOpinion(features, agrees, others[0] if others else None)

    def _check_certain(
        self, picture: Picture, seen: SeenCard, cards: list[SeenCard], unsure: list[Unsure]
    ) -> None:
        """Keep a card that was read for certain, unless the deck says that it is another."""
        opinion = self.opinion(picture, seen.card, seen.confidence, seen.spots, seen.corners)
        if opinion.other_card is not None:
            reason = looks_like_other(opinion.other_card)
            unsure.append(Unsure(reason, seen.corners, seen.card, 1 - self.threshold, seen.spots))
            return
        together = self._weights.probability(opinion.features) if opinion.agrees else 0.0
        cards.append(replace(seen, confidence=max(seen.confidence, together)))

    def _try_unsure(
        self, picture: Picture, doubt: Unsure, cards: list[SeenCard], unsure: list[Unsure]
    ) -> None:
        """Make a card that was not seen well enough certain, if the deck confirms it."""
        if doubt.guess is None or doubt.corners is None or doubt.reason not in _PICTURE_REASONS:
            unsure.append(doubt)
            return
        opinion = self.opinion(picture, doubt.guess, doubt.confidence, doubt.spots, doubt.corners)
        if opinion.other_card is not None:
            unsure.append(replace(doubt, reason=looks_like_other(opinion.other_card)))
            return
        together = self._weights.probability(opinion.features)
        if opinion.agrees and doubt.confidence >= LEAST_FIRST_OPINION and together >= self.threshold:
            cards.append(SeenCard(doubt.guess, together, doubt.corners, doubt.spots))
        else:
            unsure.append(doubt)


def _alike_needed(card: str, look: Likeness) -> float:
    """How alike a corner must be to its own card to count against the card that was read."""
    blurred = card[1] == CLUBS and look.card == card[0] + SPADES
    return ALIKE_BLURRED_CLUB if blurred else ALIKE


def _without_duplicates(cards: list[SeenCard], unsure: list[Unsure]) -> tuple[list[SeenCard], list[Unsure]]:
    """Put a card in doubt that is certain at two places: each card is in the deck once."""
    names = [seen.card for seen in cards]
    twice = {name for name in names if names.count(name) > 1}
    doubts = [Unsure(TWICE, s.corners, s.card, 0.5, s.spots) for s in cards if s.card in twice]
    return [seen for seen in cards if seen.card not in twice], [*unsure, *doubts]


def confidence_by_card(deck: ClubDeck, first: float, weights: Weights = WEIGHTS) -> dict[str, float]:
    """By card, the probability (0 to 1) that the reader would give it if the networks gave `first`.

    Worked out from the deck's own corners, each compared with all the others: a card whose rank or suit is drawn like
    another comes out less sure, and so does one of which no corner shows a free-standing index.
    """
    corners = DeckCorners(deck.corners)
    by_card = dict.fromkeys(deck.corners, 1.0)
    for number, (card, one) in enumerate(corners.prints):
        look = corners.of(one, leave_out=number)
        features = _features(first, [look], card, None)
        by_card[card] = min(by_card[card], weights.probability(features))
    seen = {card for card, _ in corners.prints}
    unseen = weights.probability(_features(first, [], "AC", None))
    return {card: value if card in seen else unseen for card, value in by_card.items()}


def _features(first: float, looks: Sequence[Likeness], card: str, face: float | None) -> tuple[float, ...]:
    """The evidence for a card being right, in the order of `FEATURES`."""
    margin = sum(look.margin(card) for look in looks) / len(looks) if looks else 0.0
    own = sum(look.own(card) for look in looks) / len(looks) if looks else 0.0
    return (
        logit(first),
        float(bool(looks)),
        10 * min(max(margin, -0.3), 0.06),
        10 * max(0.0, own - 0.7) if margin > 0 else 0.0,
        0.0 if face is None else 10 * min(max(face, -0.3), 0.3),
        float(face is not None),
    )
