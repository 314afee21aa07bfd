"""Pictures of a drawn deck laid open, and a first reader that knows what lies there."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.deck.store import CARDS
from vision.geometry import Spot
from vision.readresult import Reading, SeenCard, Unsure
from vision.scene.deck import HEIGHT_PX, PX_PER_MM, WIDTH_PX, face

Pixels = NDArray[np.uint8]
CARD_PX = 180
_SCALE = CARD_PX / HEIGHT_PX
_WIDE = 8
_STEP = (165, 220)
# Of the drawn deck: the middle of an index from the card's corner, and its height, mm.
_INDEX_MM, _TALL_MM = (6.6, 12.95), 16.7


@dataclass
class Page:
    """Cards laid in rows; a picture of them, and where each lies."""

    cards: tuple[str, ...]
    light: float = 1.0
    blur: float = 0.0
    picture: Pixels = field(init=False)

    def __post_init__(self) -> None:
        rows = -(-len(self.cards) // _WIDE)
        shape = (40 + rows * _STEP[1], 40 + min(len(self.cards), _WIDE) * _STEP[0], 3)
        rng = np.random.default_rng(len(self.cards))
        page = np.full(shape, (60, 90, 50), np.float32) + rng.normal(0, 3, shape)
        for number, card in enumerate(self.cards):
            x, y = self.corner(number)
            small = cv2.resize(face(card), None, fx=_SCALE, fy=_SCALE, interpolation=cv2.INTER_AREA)
            high, wide = small.shape[:2]
            alpha = small[:, :, 3:] / 255
            page[y : y + high, x : x + wide] *= 1 - alpha
            page[y : y + high, x : x + wide] += small[:, :, :3] * alpha
        flat = np.clip(page * self.light, 0, 255).astype(np.uint8)
        self.picture = np.asarray(cv2.GaussianBlur(flat, (0, 0), self.blur) if self.blur else flat, np.uint8)

    def corner(self, number: int) -> tuple[int, int]:
        return 20 + number % _WIDE * _STEP[0], 20 + number // _WIDE * _STEP[1]

    def spots(self, number: int) -> tuple[Spot, Spot]:
        x, y = self.corner(number)
        mm = PX_PER_MM * _SCALE
        dx, dy, tall = _INDEX_MM[0] * mm, _INDEX_MM[1] * mm, _TALL_MM * mm
        first = Spot(x + dx, y + dy, tall, -np.pi / 2)
        other = Spot(x + WIDTH_PX * _SCALE - dx, y + HEIGHT_PX * _SCALE - dy, tall, np.pi / 2)
        return first, other

    def corners(self, number: int) -> NDArray[np.float32]:
        x, y = self.corner(number)
        w, h = WIDTH_PX * _SCALE, HEIGHT_PX * _SCALE
        return np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], np.float32)


@dataclass
class ScriptedReader:
    """A first opinion: what lies on the page, as `say` changes it: card -> (what is read, how sure, why not)."""

    page: Page = field(default_factory=lambda: Page(()))
    say: dict[str, tuple[str, float, str]] = field(default_factory=dict)
    one_corner: bool = False
    threshold: float = 0.99
    heights: list[float | None] = field(default_factory=list)

    def read(
        self,
        picture: Pixels,
        *,
        index_height_px: float | None = None,
        card_height_px: float | None = None,  # noqa: ARG002
    ) -> Reading:
        assert picture is self.page.picture
        self.heights.append(index_height_px)
        cards, unsure = [], []
        for number, card in enumerate(self.page.cards):
            read, sure, why = self.say.get(card, (card, 0.999, ""))
            spots = self.page.spots(number)[: 1 if self.one_corner else 2]
            corners = self.page.corners(number)
            if sure >= self.threshold:
                cards.append(SeenCard(read, sure, corners, spots))
            else:
                unsure.append(Unsure(why, corners, read, sure, spots))
        return Reading(tuple(cards), tuple(unsure), 1.0)


def pages(each: int = 26) -> list[Page]:
    """The whole deck, so many cards to a page."""
    return [Page(CARDS[k : k + each]) for k in range(0, len(CARDS), each)]
