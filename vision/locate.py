"""Find the corner indices of a picture, over one size or several, and have each read a second time."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Spot, same_place
from vision.network import MULTIPLE, Checked, Checker, Finder, Found

RANKS = "A23456789TJQK"
SUITS = "CDHS"

BEST_HEIGHT = 26.0  # px, the index height that suits the finder best
KNOWN_HEIGHT = (
    20.0  # px, the index height at which it is asked where the size is known: as good, and less work
)
LEAST_HEAT = 0.15  # below it a peak is forgotten
FIRM = 0.5  # finder's score above which a place counts when sizes are compared
LARGE_ENOUGH = 25.0  # px; once all firm indices are this tall, larger pictures tell nothing new
SEARCH_SIDES = (448, 704, 1088, 1664)  # px of the longer side, when the size of the cards is not known
HALF = 0.5
FITS_WITHIN = 0.03  # of a side: so little is a picture stretched
MOST_ENLARGED = 3.2  # a picture is never blown up more than this
MOST_KNOWN_ENLARGED = 2.5
LARGEST_SIDE = 2560  # px; larger pictures are made smaller before anything else
MOST_INDICES = 160  # in one picture; the rest, the least hot, is dropped


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """One corner index, read by both networks.

    Attributes:
        spot: where, in px of the picture as given.
        card: what both together hold for the most likely.
        found: the finder's word at the best size.
        checked: the checker's word.
        scales: how many sizes of the picture showed it as the same card.
        rival: the hottest different reading of the same place at another size, 0 to 1.
    """

    spot: Spot
    card: str
    found: Found
    checked: Checked
    scales: int
    rival: float


@dataclass(frozen=True, slots=True, eq=False)
class _Sighting:
    """A peak at one size of the picture; `tall`: px of the index at that size; `spot`: in the picture."""

    found: Found
    spot: Spot
    tall: float

    @property
    def score(self) -> float:
        return self.found.heat * float(self.found.ranks.max()) * float(self.found.suits.max())

    @property
    def card(self) -> str:
        return card_name(self.found.ranks, self.found.suits)


def card_name(ranks: NDArray[np.floating[Any]], suits: NDArray[np.floating[Any]]) -> str:
    """The most probable card, by how likely the 13 ranks and the 4 suits are."""
    return RANKS[int(ranks.argmax())] + SUITS[int(suits.argmax())]


def likeliest(found: Found, checked: Checked, taken: Collection[str] = ()) -> str:
    """The card that both networks together hold for the most likely, but for those `taken`."""
    both = np.outer(found.ranks * checked.ranks, found.suits * checked.suits)
    for card in taken:
        both[RANKS.index(card[0]), SUITS.index(card[1])] = -1.0
    rank, suit = np.unravel_index(int(both.argmax()), both.shape)
    return RANKS[int(rank)] + SUITS[int(suit)]


def resized(picture: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    """The picture at another size (at least 1 px each way), without skipping pixels; as it is within 2 %."""
    if abs(scale - 1) < 0.02:
        return picture
    high, wide = picture.shape[:2]
    return _to_size(picture, (max(1, round(wide * scale)), max(1, round(high * scale))))


def _to_size(picture: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """The picture so many pixels wide and high. To halve is far cheaper than to shrink by another number."""
    high, wide = picture.shape[:2]
    halves = False
    while size[0] <= HALF * wide and size[1] <= HALF * high:
        wide, high, halves = wide // 2, high // 2, True
        even = picture[: 2 * high, : 2 * wide]
        picture = np.asarray(cv2.resize(even, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
    if size == (wide, high):
        return picture
    shrinks = not halves and size[0] * size[1] < wide * high
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, size, interpolation=how), np.uint8)


def fitting(side: float) -> int:
    """A number of pixels near this one: a multiple of what the finder takes where that is near enough.

    Else the finder would be given a grey rim to look at: a tenth more of work on a picture of the table.
    """
    fits = MULTIPLE * round(side / MULTIPLE)
    return fits if abs(fits - side) <= FITS_WITHIN * side else max(1, round(side))


def _look(
    finder: Finder, picture: NDArray[np.uint8], scale: float, *, is_to_scale: bool = False
) -> list[_Sighting]:
    size = fitting(picture.shape[1] * scale), fitting(picture.shape[0] * scale)
    small = _to_size(picture, size)
    fx, fy = picture.shape[1] / small.shape[1], picture.shape[0] / small.shape[0]
    taller = math.sqrt(fx * fy)
    sightings = []
    for found in finder.find(small, LEAST_HEAT, is_to_scale=is_to_scale):
        s = found.spot
        sightings.append(_Sighting(found, Spot(s.x * fx, s.y * fy, s.height * taller, s.angle), s.height))
    return sightings


def _search(finder: Finder, picture: NDArray[np.uint8]) -> list[_Sighting]:
    """Look at larger and larger pictures until every firm index was seen large enough."""
    long_side = max(picture.shape[:2])
    sightings: list[_Sighting] = []
    for side in SEARCH_SIDES:
        scale = side / long_side
        if scale > MOST_ENLARGED:
            break
        new = _look(finder, picture, scale)
        sightings += new
        firm = [s.tall for s in new if s.score > FIRM]
        if firm and min(firm) >= LARGE_ENOUGH:
            break
    return sightings


def _merge(sightings: list[_Sighting]) -> list[tuple[_Sighting, int, float]]:
    """One entry an index: its best sighting, how many sizes agree, the hottest rival reading."""

    def worth(s: _Sighting) -> float:
        away = abs(np.log(s.tall / BEST_HEIGHT))
        return s.score - 0.15 * float(max(0.0, away - 0.4))

    kept: list[tuple[_Sighting, list[_Sighting]]] = []
    for sighting in sorted(sightings, key=worth, reverse=True):
        for best, others in kept:
            if same_place(best.spot, sighting.spot):
                others.append(sighting)
                break
        else:
            kept.append((sighting, []))
    merged = []
    for best, others in kept:
        agree = 1 + len(
            {round(o.tall / o.spot.height, 3) for o in others if o.card == best.card and o.score > FIRM / 2}
        )
        rival = max((o.score for o in others if o.card != best.card), default=0.0)
        merged.append((best, agree, rival))
    return merged


def find_indices(
    finder: Finder, checker: Checker, picture: NDArray[np.uint8], index_height: float | None = None
) -> list[Index]:
    """Find and read every corner index.

    Args:
        picture: (H, W, 3) BGR.
        index_height: px that an index is tall in this picture, where it is known; the picture is then looked
            at once, at the size that suits the finder. Otherwise several sizes are tried.
    Returns:
        the indices, surest first; weak ones included, for the caller to judge.
    """
    shrink = min(1.0, LARGEST_SIDE / max(picture.shape[:2]))
    working = resized(picture, shrink)
    if index_height is None:
        sightings = _search(finder, working)
    else:
        scale = min(MOST_KNOWN_ENLARGED, KNOWN_HEIGHT / (index_height * shrink))
        # What is enlarged is blurred: there print does not stand out as plainly from a figured ground.
        sightings = _look(finder, working, scale, is_to_scale=scale <= 1)
    merged = sorted(_merge(sightings), key=lambda m: -m[0].score)[:MOST_INDICES]
    said = [(int(best.found.ranks.argmax()), int(best.found.suits.argmax())) for best, _, _ in merged]
    checks = checker.look(working, [best.spot for best, _, _ in merged], said)
    indices = []
    for (best, agree, rival), checked in zip(merged, checks, strict=True):
        spot, back = best.spot, 1 / shrink
        spot = Spot(spot.x * back, spot.y * back, spot.height * back, spot.angle)
        card = likeliest(best.found, checked)
        indices.append(Index(spot, card, best.found, checked, agree, rival))
    return indices
