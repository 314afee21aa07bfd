"""How alike two corners, or two faces, are, whatever the paper, the light and small shifts. Pure.

A corner is cut out upright, its index 40 px tall in 48 x 64 (`vision.network.upright_crop`). Rank and suit are found
in it as ink that stands free of everything else, and each is scaled to one size: so it does not matter how exactly
the finder placed the index, nor what lies around it. Where they do not stand free (blur, darkness, something in the
way) there is no print and no opinion. A face is flattened to `FACE_PX`.

Likeness is 1 for the same print and about 0 for unrelated ones. Measured on decks that were never trained on: of 846
corners whose best likeness among all ranks and suits was 0.75 or more and agreed with the reader, all were read
right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from vision.arrays import Field, Picture, as_f32, as_u8
from vision.geometry import Spot
from vision.locate import RANKS, SUITS
from vision.network import upright_crop
from vision.readresult import Corners

FACE_PX: Final = (72, 100)  # width and height
_VARIANTS: Final = (
    (0.0, 1.0),
    (0.08, 1.08),
    (-0.08, 0.93),
)  # turn (radians) and zoom of each look at a corner

# In px of a corner. Its centre holds the index and little else: paper and ink are measured there.
_CENTRE: Final = (slice(10, 56), slice(12, 38))
_LEAST_CONTRAST: Final = 0.18  # as a share of the paper's brightness; fainter print is not compared
_INK_FROM: Final = 0.45  # ink is what is darker than this share of the way from paper to the darkest
_LEAST_SPECK_PX2: Final = 10  # px
_WIDEST_PX, _TALLEST_PX, _FROM_MIDDLE_PX = 34, 46, 11.0
_INDEX_HEIGHT_PX: Final = (24, 56)
_GAP_RANGE: Final = (0.4, 0.8)  # the gap between rank and suit lies this far down the index
_RANK_PX, _SUIT_PX = (16, 22), (16, 16)
_COLOUR_WEIGHT: Final = 1.5  # weight of colour beside darkness in a suit
_RANK_ASPECT, _SUIT_ASPECT = 0.5, 0.3  # likeness lost if width over height differs by a factor of e

_FACE_SHIFTS: Final = tuple((dx, dy) for dx in (-3, 0, 3) for dy in (-4, 0, 4))
_FACE_RIM: Final = 6  # px left out around a face, which leaves room to shift it
_FACE_COLOUR_WEIGHT: Final = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class CornerPrint:
    """Rank and suit of one corner: each a unit vector, and the logarithm of width over height."""

    rank: Field
    rank_aspect: float
    suit: Field
    suit_aspect: float


def prints_alike(one: CornerPrint, other: CornerPrint) -> float:
    """How alike two prints are: the worse of rank and suit."""
    rank = float(one.rank @ other.rank) - _RANK_ASPECT * abs(one.rank_aspect - other.rank_aspect)
    suit = float(one.suit @ other.suit) - _SUIT_ASPECT * abs(one.suit_aspect - other.suit_aspect)
    return min(rank, suit)


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike a corner is to each rank and each suit of the deck, up to 1."""

    ranks: Mapping[str, float]
    suits: Mapping[str, float]

    @property
    def card(self) -> str:
        """The card it is most like."""
        return max(self.ranks, key=self.ranks.__getitem__) + max(self.suits, key=self.suits.__getitem__)

    def own(self, card: str) -> float:
        """How alike it is to one card: the worse of rank and suit."""
        return min(self.ranks[card[0]], self.suits[card[1]])

    def margin(self, card: str) -> float:
        """By how much it is more like this card than like any other rank or suit; negative if it is not."""
        return min(_margin(self.ranks, card[0]), _margin(self.suits, card[1]))


def _margin(values: Mapping[str, float], own: str) -> float:
    return values[own] - max(value for name, value in values.items() if name != own)


# --- corners ---------------------------------------------------------------------------------------------


def corner_pictures(picture: Picture, spot: Spot) -> list[Picture]:
    """One corner of a card, upright, BGR (64, 48, 3); then the same corner slightly turned and zoomed."""
    return [
        as_u8(upright_crop(picture, (spot.x, spot.y), spot.angle + turn, spot.height * zoom))
        for turn, zoom in _VARIANTS
    ]


def corner_print(corner: Picture) -> CornerPrint | None:
    """The print of a corner (64, 48, 3); None where rank and suit do not stand free."""
    ink, red = _ink(corner)
    middle = ink[_CENTRE]
    paper, dark = (float(v) for v in np.percentile(middle, (50, 97)))
    if dark - paper < _LEAST_CONTRAST:
        return None
    black = as_u8(ink > paper + _INK_FROM * (dark - paper))
    index = _index_ink(black)
    if index is None:
        return None
    top, bottom = index.any(axis=1).nonzero()[0][[0, -1]]
    tall = int(bottom - top + 1)
    if not _INDEX_HEIGHT_PX[0] <= tall <= _INDEX_HEIGHT_PX[1]:
        return None
    rows = index[top : bottom + 1].sum(axis=1)
    low, high = int(_GAP_RANGE[0] * tall), int(_GAP_RANGE[1] * tall)
    thinnest = np.flatnonzero(rows[low:high] == rows[low:high].min())
    cut = int(top) + low + int(thinnest[len(thinnest) // 2])
    both = (
        np.stack([ink, _COLOUR_WEIGHT * red], axis=2) * cv2.dilate(as_u8(index), np.ones((3, 3)))[:, :, None]
    )
    rank = _glyph_vector(both[:, :, :1], index, int(top), cut, _RANK_PX)
    suit = _glyph_vector(both, index, cut, int(bottom) + 1, _SUIT_PX)
    return None if rank is None or suit is None else CornerPrint(*rank, *suit)


def _ink(corner: Picture) -> tuple[Field, Field]:
    """Of each pixel how much darker than the paper it is, and how red: two float32 (64, 48)."""
    soft = corner.astype(np.float32)
    middle = soft[_CENTRE].reshape(-1, 3)
    grey = middle.mean(axis=1)
    paper = np.maximum(np.median(middle[grey >= np.percentile(grey, 60)], axis=0), 10.0)
    share = soft / paper
    ink = np.clip(1 - share.min(axis=2), 0, 1)
    red = np.clip(share[:, :, 2] - share[:, :, 1], -1, 1)
    return as_f32(ink), as_f32(red)


def _index_ink(black: Picture) -> Any:
    """The ink of the index, bool (64, 48), without ink that reaches the rim: a card's edge, a pip, another card."""
    count, labels, stats, middles = cv2.connectedComponentsWithStats(black, connectivity=8)
    high, wide = black.shape
    kept = []
    for number in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[number])
        touches = x <= 0 or y <= 0 or x + w >= wide or y + h >= high
        if area < _LEAST_SPECK_PX2 or touches or w > _WIDEST_PX or h > _TALLEST_PX:
            continue
        if abs(float(middles[number][0]) - wide / 2) <= _FROM_MIDDLE_PX:
            kept.append(number)
    return np.isin(labels, kept) if kept else None


def _glyph_vector(
    values: Any, index: Any, top: int, bottom: int, size: tuple[int, int]
) -> tuple[Field, float] | None:
    """One glyph scaled to `size`, as a unit vector, and the logarithm of its width over height."""
    part = index[top:bottom]
    rows, columns = part.any(axis=1).nonzero()[0], part.any(axis=0).nonzero()[0]
    if len(rows) < 5 or len(columns) < 3:
        return None
    y0, y1, x0, x1 = top + rows[0], top + rows[-1] + 1, columns[0], columns[-1] + 1
    glyph = cv2.resize(as_f32(values[y0:y1, x0:x1]), size, interpolation=cv2.INTER_AREA)
    return _unit(as_f32(glyph).reshape(size[1], size[0], -1)), float(np.log((x1 - x0) / (y1 - y0)))


def _unit(values: Field) -> Field:
    """(h, w, 1 to 3) as a flat vector of length 1, the mean darkness taken off."""
    whole = values.copy()
    whole[:, :, 0] -= whole[:, :, 0].mean()
    flat = whole.ravel()
    return as_f32(flat / max(float(np.linalg.norm(flat)), 1e-6))


class DeckCorners:
    """The stored corners of a deck, ready to compare with."""

    def __init__(self, corners: Mapping[str, Sequence[Picture]]) -> None:
        made = [(card, corner_print(one)) for card, many in corners.items() for one in many]
        self.prints = [(card, one) for card, one in made if one is not None]
        """Each print with its card; corners without a print are left out."""
        prints = [one for _, one in self.prints]
        self._ranks = np.stack([p.rank for p in prints]) if prints else np.zeros((0, 1), np.float32)
        self._suits = np.stack([p.suit for p in prints]) if prints else np.zeros((0, 1), np.float32)
        self._rank_aspects = np.array([p.rank_aspect for p in prints])
        self._suit_aspects = np.array([p.suit_aspect for p in prints])
        self._rank_of = np.array([RANKS.index(card[0]) for card, _ in self.prints], int)
        self._suit_of = np.array([SUITS.index(card[1]) for card, _ in self.prints], int)

    def likeness(self, corner: Sequence[Picture]) -> Likeness | None:
        """How alike a corner is, from pictures of it as `corner_pictures` makes them; None where none gives a
        print."""
        made = [p for p in (corner_print(one) for one in corner) if p is not None]
        looks = [self.of(p) for p in made]
        return max(looks, key=lambda look: look.own(look.card), default=None)

    def of(self, seen: CornerPrint, leave_out: int | None = None) -> Likeness:
        """How alike one print is to each rank and each suit; `leave_out`: the number of a stored print to ignore."""
        ranks, suits = np.full(len(RANKS), -1.0), np.full(len(SUITS), -1.0)
        if len(self.prints):
            off = np.abs(self._rank_aspects - seen.rank_aspect)
            by_rank = self._ranks @ seen.rank - _RANK_ASPECT * off
            off = np.abs(self._suit_aspects - seen.suit_aspect)
            by_suit = self._suits @ seen.suit - _SUIT_ASPECT * off
            if leave_out is not None:
                by_rank[leave_out] = by_suit[leave_out] = -1.0
            np.maximum.at(ranks, self._rank_of, by_rank)
            np.maximum.at(suits, self._suit_of, by_suit)
        return Likeness(
            dict(zip(RANKS, ranks.tolist(), strict=True)), dict(zip(SUITS, suits.tolist(), strict=True))
        )


# --- faces -----------------------------------------------------------------------------------------------


def face_picture(picture: Picture, corners: Corners) -> Picture:
    """A whole card flattened to `FACE_PX`, BGR."""
    wide, high = FACE_PX
    target = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    source, size = as_f32(corners), max(float(np.linalg.norm(corners[3] - corners[0])), 1.0)
    while size > 2.2 * high:  # or the warp would skip pixels
        picture = as_u8(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
        source, size = as_f32(source / 2), size / 2
    matrix = cv2.getPerspectiveTransform(source, target)
    return as_u8(cv2.warpPerspective(picture, matrix, FACE_PX, flags=cv2.INTER_LINEAR))


class DeckFaces:
    """The stored faces of a deck, ready to compare with."""

    def __init__(self, faces: Mapping[str, Picture]) -> None:
        self._cards = tuple(faces)
        self._rows = _face_rows(faces.values(), ((0, 0),)) if faces else None

    def margin(self, face: Picture, card: str) -> float | None:
        """By how much a face is more like this card's than like any other; None where this card's is not stored."""
        if self._rows is None or card not in self._cards or len(self._cards) < 2:
            return None
        best = (_face_rows((face,), _FACE_SHIFTS) @ self._rows.T).max(axis=0)
        own = self._cards.index(card)
        return float(best[own] - np.delete(best, own).max())


def _face_rows(faces: Iterable[Picture], shifts: Sequence[tuple[int, int]]) -> Field:
    """The middles of faces as rows of length 1, one for each face and shift."""
    rim, rows = _FACE_RIM, []
    for values in map(_face_values, faces):
        high, wide = values.shape[:2]
        rows += [
            _unit(as_f32(values[rim + dy : high - rim + dy, rim + dx : wide - rim + dx])) for dx, dy in shifts
        ]
    return as_f32(np.stack(rows))


def _face_values(face: Picture) -> Field:
    """Darkness and colour relative to the paper, float32 (h, w, 3)."""
    soft = cv2.GaussianBlur(face, (3, 3), 0).astype(np.float32)
    grey = soft.mean(axis=2)
    paper = np.maximum(np.median(soft[grey >= np.percentile(grey, 65)], axis=0), 8.0)
    share = np.minimum(soft / paper, 1.3)
    red, blue = share[:, :, 2] - share[:, :, 1], share[:, :, 0] - share[:, :, 1]
    return as_f32(
        np.stack([1 - share.mean(axis=2), _FACE_COLOUR_WEIGHT * red, _FACE_COLOUR_WEIGHT * blue], axis=2)
    )
