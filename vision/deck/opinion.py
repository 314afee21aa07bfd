"""A reader with a second opinion: what the networks read is held against the club's own deck.

Agreement makes surer, contradiction makes Unsure, silence changes nothing much. A card is never named because of the
deck: it only confirms or doubts what was read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import cv2

from vision.arrays import Picture
from vision.deck.likeness import Corners52, Faces52, Likeness, corner_pictures, face_picture
from vision.deck.store import ClubDeck
from vision.doubts import FAINT, GLARE, HIDDEN, NOT_WHOLE, OUT_OF_FOCUS, TOO_DARK, TOO_SMALL, TWICE
from vision.evidence import CLUBS, SPADES, logit, sigmoid
from vision.geometry import Spot
from vision.reading import Corners, Reading, SeenCard, Unsure

FEATURES: Final = ("first opinion", "print seen", "margin", "likeness", "face margin", "face seen")
LIKE: Final = 0.75  # likeness from which a corner speaks: for a card, or against what was read
CLEAR_MARGIN: Final = 0.05  # ... and by so much it must be more like that card than like any other
# ... or, for a spade against a club, from this: blur fills the notches of clubs.
LIKE_SHARP: Final = 0.95
LEAST_FIRST: Final = 0.5  # a card that the first opinion holds for less likely than this is not made certain
MOST_CORNERS: Final = 2
# Reasons of the picture: the card could not be seen well enough. Any other reason is about the reading itself, and
# no likeness takes it away.
_OF_THE_PICTURE: Final = frozenset({FAINT, GLARE, HIDDEN, NOT_WHOLE, OUT_OF_FOCUS, TOO_DARK, TOO_SMALL})


@dataclass(frozen=True, slots=True)
class Weights:
    """Of a logistic model over `FEATURES`, fitted on rendered decks (`python -m vision.train.enrolled`)."""

    each: tuple[float, ...] = (0.78, 0.47, 0.31, 1.98, 0.83, 0.74)
    bias: float = 0.23

    def probability(self, features: Sequence[float]) -> float:
        """That the card is right."""
        return sigmoid(sum(w * f for w, f in zip(self.each, features, strict=True)) + self.bias)


WEIGHTS: Final = Weights()


@dataclass(frozen=True, slots=True)
class Word:
    """What the deck says of one card that was read: see `FEATURES`; `against` is the card it holds it for."""

    features: tuple[float, ...]
    agrees: bool
    against: str | None


class FirstReader(Protocol):
    """What is needed of `vision.read.Reader`."""

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
        """The cards in a picture."""
        ...


def no_such_card(card: str) -> str:
    """The reason given when a corner looks like another card of the deck."""
    return f"in your deck this corner looks like {card}"


class DeckReader:
    """Satisfies `vision.reading.CardReader`; of one deck. Not to be shared between threads."""

    def __init__(self, reader: FirstReader, deck: ClubDeck, weights: Weights = WEIGHTS) -> None:
        self.deck = deck
        self._reader = reader
        self._weights = weights
        self._corners = Corners52(deck.corners)
        self._faces = Faces52(deck.faces)

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
        """As `vision.read.Reader.read`; where only the card's height is known, the deck tells that of its index."""
        began = cv2.getTickCount()
        if index_height_px is None and card_height_px is not None:
            index_height_px = self.deck.index_of_card * card_height_px
        first = self._reader.read(picture, index_height_px=index_height_px)
        cards: list[SeenCard] = []
        unsure: list[Unsure] = []
        for seen in first.cards:
            self._weigh_certain(picture, seen, cards, unsure)
        for doubt in first.unsure:
            self._weigh_unsure(picture, doubt, cards, unsure)
        cards, unsure = _each_once(cards, unsure)
        ms = 1000 * (cv2.getTickCount() - began) / cv2.getTickFrequency()
        return Reading(tuple(cards), tuple(unsure), ms)

    def word(
        self, picture: Picture, card: str, confidence: float, spots: Sequence[Spot], corners: Corners | None
    ) -> Word:
        """What the deck says of a card that was read with this confidence."""
        looks = [self._corners.likeness(corner_pictures(picture, spot)) for spot in spots[:MOST_CORNERS]]
        found = [look for look in looks if look is not None]
        against = [
            look.card
            for look in found
            if look.card != card
            and look.own(look.card) >= _like(card, look)
            and look.margin(look.card) >= CLEAR_MARGIN
        ]
        face = None
        if corners is not None and len(spots) > 1:
            face = self._faces.margin(face_picture(picture, corners), card)
        features = _features(confidence, found, card, face)
        agrees = bool(found) and all(look.margin(card) > 0 and look.own(card) >= LIKE for look in found)
        return Word(features, agrees, against[0] if against else None)

    def _weigh_certain(
        self, picture: Picture, seen: SeenCard, cards: list[SeenCard], unsure: list[Unsure]
    ) -> None:
        """A card read for certain stays so unless the deck says that it is another."""
        word = self.word(picture, seen.card, seen.confidence, seen.spots, seen.corners)
        if word.against is not None:
            reason = no_such_card(word.against)
            unsure.append(Unsure(reason, seen.corners, seen.card, 1 - self.threshold, seen.spots))
            return
        surer = self._weights.probability(word.features) if word.agrees else 0.0
        cards.append(replace(seen, confidence=max(seen.confidence, surer)))

    def _weigh_unsure(
        self, picture: Picture, doubt: Unsure, cards: list[SeenCard], unsure: list[Unsure]
    ) -> None:
        """A card that was not seen well enough becomes certain where the deck bears it out."""
        if doubt.guess is None or doubt.corners is None or doubt.reason not in _OF_THE_PICTURE:
            unsure.append(doubt)
            return
        word = self.word(picture, doubt.guess, doubt.confidence, doubt.spots, doubt.corners)
        if word.against is not None:
            unsure.append(replace(doubt, reason=no_such_card(word.against)))
            return
        sure = self._weights.probability(word.features)
        if word.agrees and doubt.confidence >= LEAST_FIRST and sure >= self.threshold:
            cards.append(SeenCard(doubt.guess, sure, doubt.corners, doubt.spots))
        else:
            unsure.append(doubt)


def _like(card: str, look: Likeness) -> float:
    """How much like its own card a corner must be to speak against what was read."""
    blurred = card[1] == CLUBS and look.card == card[0] + SPADES
    return LIKE_SHARP if blurred else LIKE


def _each_once(cards: list[SeenCard], unsure: list[Unsure]) -> tuple[list[SeenCard], list[Unsure]]:
    """No card is certain twice: two corners that were far apart and are now both sure of the same card are not."""
    names = [seen.card for seen in cards]
    twice = {name for name in names if names.count(name) > 1}
    doubts = [Unsure(TWICE, s.corners, s.card, 0.5, s.spots) for s in cards if s.card in twice]
    return [seen for seen in cards if seen.card not in twice], [*unsure, *doubts]


def how_sure(deck: ClubDeck, first: float, weights: Weights = WEIGHTS) -> dict[str, float]:
    """How sure the reader would be of each card, its first opinion being `first` (0 to 1), by the deck's own corners.

    Each corner is compared with all the others: a card whose rank or suit is drawn like another comes out less sure,
    and so does one of which no corner shows its index free.
    """
    corners = Corners52(deck.corners)
    sure = dict.fromkeys(deck.corners, 1.0)
    for number, (card, one) in enumerate(corners.prints):
        look = corners.of(one, but=number)
        features = _features(first, [look], card, None)
        sure[card] = min(sure[card], weights.probability(features))
    seen = {card for card, _ in corners.prints}
    unseen = weights.probability(_features(first, [], "AC", None))
    return {card: value if card in seen else unseen for card, value in sure.items()}


def _features(first: float, looks: Sequence[Likeness], card: str, face: float | None) -> tuple[float, ...]:
    """The numbers that bear on a card being right, in the order of `FEATURES`."""
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
