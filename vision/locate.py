"""Finds the corner indices of a picture, at one size or several, and has each read a second time."""

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

BEST_HEIGHT = 26.0  # px, the index height at which the finder is best
KNOWN_HEIGHT = 20.0  # px, the index height used where the size is known: as good, and less work
LEAST_HEAT = 0.15  # peaks below it are dropped
FIRM = 0.5  # finder's score above which a peak counts when sizes are compared
LARGE_ENOUGH = 25.0  # px; once all firm indices are this tall larger pictures add nothing
SEARCH_SIDES = (448, 704, 1088, 1664)  # px of the longer side, when the size of the cards is not known
HALF = 0.5
STRETCH_WITHIN = 0.03  # of a side: a picture is stretched by no more than this
MOST_ENLARGED = 3.2  # a picture is never enlarged by more than this
MOST_KNOWN_ENLARGED = 2.5
LARGEST_SIDE = 2560  # px; larger pictures are reduced first
MOST_INDICES = 160  # in one picture; those with the lowest scores are dropped


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """One corner index, read by both networks.

    Attributes:
        spot: where it is, in px of the given picture.
        card: the most likely card by both networks together.
        found: the finder's result at the best size.
        checked: the checker's result.
        scales: how many sizes of the picture showed the same card.
        rival: the highest score of a different reading of the same place at another size, 0 to 1.
    """

    spot: Spot
    card: str
    found: Found
    checked: Checked
    scales: int
    rival: float


@dataclass(frozen=True, slots=True, eq=False)
class _Peak:
    """A peak at one size of the picture; `height_px`: px of the index at that size; `spot`: in the picture."""

    found: Found
    spot: Spot
    height_px: float

    @property
    def score(self) -> float:
        return self.found.heat * float(self.found.ranks.max()) * float(self.found.suits.max())

    @property
    def card(self) -> str:
        return card_name(self.found.ranks, self.found.suits)


def card_name(ranks: NDArray[np.floating[Any]], suits: NDArray[np.floating[Any]]) -> str:
    """The most probable card, from the probabilities of the 13 ranks and the 4 suits."""
    return RANKS[int(ranks.argmax())] + SUITS[int(suits.argmax())]


def likeliest(found: Found, checked: Checked, taken: Collection[str] = ()) -> str:
    """The most likely card by both networks together, except those `taken`."""
    both = np.outer(found.ranks * checked.ranks, found.suits * checked.suits)
    for card in taken:
        both[RANKS.index(card[0]), SUITS.index(card[1])] = -1.0
    rank, suit = np.unravel_index(int(both.argmax()), both.shape)
    return RANKS[int(rank)] + SUITS[int(suit)]


def resized(picture: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    """The picture resized (to at least 1 px each way), without skipping pixels; unchanged if `scale` is within 2 % of
    1."""
    if abs(scale - 1) < 0.02:
        return picture
    high, wide = picture.shape[:2]
    return _to_size(picture, (max(1, round(wide * scale)), max(1, round(high * scale))))


def _to_size(picture: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """The picture at this width and height. It is halved as often as possible: that is far cheaper than other
    factors."""
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
    """A side length close to `side`: a multiple of what the finder takes, where one is close enough.

    Otherwise the finder also works on a grey rim: a tenth more work on a picture of the table.
    """
    fits = MULTIPLE * round(side / MULTIPLE)
    return fits if abs(fits - side) <= STRETCH_WITHIN * side else max(1, round(side))


def _find_at_scale(
    finder: Finder, picture: NDArray[np.uint8], scale: float, *, is_to_scale: bool = False
) -> list[_Peak]:
    size = fitting(picture.shape[1] * scale), fitting(picture.shape[0] * scale)
    small = _to_size(picture, size)
    fx, fy = picture.shape[1] / small.shape[1], picture.shape[0] / small.shape[0]
    taller = math.sqrt(fx * fy)
    peaks = []
    for found in finder.find(small, LEAST_HEAT, is_to_scale=is_to_scale):
        s = found.spot
        peaks.append(_Peak(found, Spot(s.x * fx, s.y * fy, s.height * taller, s.angle), s.height))
    return peaks


def _search(finder: Finder, picture: NDArray[np.uint8]) -> list[_Peak]:
    """Search larger and larger pictures until every firm index was seen large enough."""
    long_side = max(picture.shape[:2])
    peaks: list[_Peak] = []
    for side in SEARCH_SIDES:
        scale = side / long_side
        if scale > MOST_ENLARGED:
            break
        new = _find_at_scale(finder, picture, scale)
        peaks += new
        firm = [s.height_px for s in new if s.score > FIRM]
        if firm and min(firm) >= LARGE_ENOUGH:
            break
    return peaks


def _merge(peaks: list[_Peak]) -> list[tuple[_Peak, int, float]]:
    """One entry an index: its best sighting, how many sizes agree, the hottest rival reading."""

    def value(s: _Peak) -> float:
        away = abs(np.log(s.height_px / BEST_HEIGHT))
        return s.score - 0.15 * float(max(0.0, away - 0.4))

    kept: list[tuple[_Peak, list[_Peak]]] = []
    for peak in sorted(peaks, key=value, reverse=True):
        for best, others in kept:
            if same_place(best.spot, peak.spot):
                others.append(peak)
                break
        else:
            kept.append((peak, []))
    merged = []
    for best, others in kept:
        scales = 1 + len(
            {
                round(o.height_px / o.spot.height, 3)
                for o in others
                if o.card == best.card and o.score > FIRM / 2
            }
        )
        rival = max((o.score for o in others if o.card != best.card), default=0.0)
        merged.append((best, scales, rival))
    return merged


def find_indices(
    finder: Finder, checker: Checker, picture: NDArray[np.uint8], index_height: float | None = None
) -> list[Index]:
    """Find and read every corner index.

    Args:
        picture: (H, W, 3) BGR.
        index_height: height of an index in this picture (px), where it is known; the picture is then searched once,
            at the size that suits the finder. Otherwise several sizes are tried.
    Returns:
        the indices, best first; weak ones are included, for the caller to judge.
    """
    shrink = min(1.0, LARGEST_SIDE / max(picture.shape[:2]))
    working = resized(picture, shrink)
    if index_height is None:
        peaks = _search(finder, working)
    else:
        scale = min(MOST_KNOWN_ENLARGED, KNOWN_HEIGHT / (index_height * shrink))
        # An enlarged picture is blurred: in it print stands out less from a patterned ground.
        peaks = _find_at_scale(finder, working, scale, is_to_scale=scale <= 1)
    merged = sorted(_merge(peaks), key=lambda m: -m[0].score)[:MOST_INDICES]
    finder_says = [(int(best.found.ranks.argmax()), int(best.found.suits.argmax())) for best, _, _ in merged]
    checks = checker.look(working, [best.spot for best, _, _ in merged], finder_says)
    indices = []
    for (best, scales, rival), checked in zip(merged, checks, strict=True):
        spot, back = best.spot, 1 / shrink
        spot = Spot(spot.x * back, spot.y * back, spot.height * back, spot.angle)
        card = likeliest(best.found, checked)
        indices.append(Index(spot, card, best.found, checked, scales, rival))
    return indices
