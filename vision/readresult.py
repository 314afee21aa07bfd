"""The result of reading one picture: the cards read for certain, and the ones in doubt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.geometry import Spot

Corners = NDArray[np.float32]
"""(4, 2) px of the picture as given, clockwise from the card's own top left corner."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenCard:
    """A card read for certain.

    Attributes:
        card: rank and suit, e.g. "5H"; ten is T.
        confidence: calibrated probability that the card is right, 0 to 1.
        corners: of the card; extrapolated by usual proportions where only one index was seen.
        spots: where its corner indices are in the picture, the surest first.
    """

    card: str
    confidence: float
    corners: Corners
    spots: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Unsure:
    """A card, or what may be one, that could not be read for certain.

    Attributes:
        reason: a sentence that a person can act on.
        corners: of the card, where they are known.
        guess: the most likely card; it must never count as read.
        confidence: of the guess, 0 to 1.
        spots: where its corner indices are in the picture, the surest first.
    """

    reason: str
    corners: Corners | None = None
    guess: str | None = None
    confidence: float = 0.0
    spots: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Everything that was read in one picture, and how long that took, in milliseconds."""

    cards: tuple[SeenCard, ...]
    unsure: tuple[Unsure, ...]
    ms: float


class CardReader(Protocol):
    """What the eye needs of `vision.networkreader.NetworkReader`."""

    def read(self, picture: Picture, *, card_height_px: float | None = None) -> Reading:
        """The cards in a picture, uint8 (h, w, 3); `card_height_px`: the height of a card in it, where it is
        known."""
        ...
