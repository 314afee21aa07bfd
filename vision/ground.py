"""Remembers the bare ground of a place, to tell whether a card that is not seen has gone or is covered.

Pictures here are small, grey and soft (`soft_picture`): a place at 1 px/mm, blurred so that neither the pattern of a
card's back nor a slight shift matters. A place can have several grounds: the table top, the pack, the face-down crib.
Where a card lies the remembered ground stays as it was.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Picture, as_f32, as_f64, as_u8, median_grey
from vision.placelook import Quad, index_spots
from vision.zones import CROP_PX_PER_MM, Crop

PX_PER_MM: Final = 1.0
_SOFT_MM: Final = 3.0
_KEPT: Final = 3  # grounds that are remembered of a place
_GONE_SHARE: Final = 0.86  # share of a card's spot that must look like the ground,
_SAME_SHARE: Final = 0.92
_KNOWN_SHARE: Final = 0.55  # ... and share of it where the ground must be known
_LEAST_MM2, _WIDEST_MM, _LONGEST_MM = 800, 78, 104  # bounds of a card, or of its visible part
_STRAIGHT: Final = 0.65  # share of the rectangle around a card that it fills
_LEAST_AROUND_PX: Final = 500  # of the soft picture; less tells nothing of the ground
_BESIDE_MM: Final = (4.0, 15.0)  # what is beside something: from here to there
_MOST_STEPS: Final = 3.0  # what is like it differs by no more than so many times what is noise
_INDEX_MM: Final = 7.0  # radius around the middle of an index
_SHAKE_MM: Final = 1.2  # shift by a shaking camera, at most
_SAME_PRINT: Final = 0.9  # correlation from which two sharp pictures show the same print,
_SAME_FACE: Final = 0.7  # ... and the same face, of which something may cover a corner
_INSIDE: Final = 0.8  # of a card's size, as its edges may be off by some millimetres


def soft_picture(crop: Crop) -> Field:
    """A crop as a soft grey picture at `PX_PER_MM`, float32 (h, w)."""
    scale = PX_PER_MM / CROP_PX_PER_MM
    grey = cv2.cvtColor(crop.bgr, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return as_f32(cv2.GaussianBlur(small.astype(np.float32), (0, 0), _SOFT_MM * PX_PER_MM))


class GroundMemory:
    """How a place looks without cards, and how its cards looked when they were read."""

    def __init__(self) -> None:
        self._grounds: list[tuple[Field, Picture]] = []
        self._settled: Field | None = None
        self._sharp: Picture | None = None  # the same picture, grey and sharp

    def settle(self, crop: Crop, soft: Field, quads: Iterable[Quad], covered: Picture | None = None) -> None:
        """The place has been read: what is outside its cards is ground, except where an arm covers it (`covered` is
        1)."""
        sharp = as_u8(cv2.cvtColor(crop.bgr, cv2.COLOR_BGR2GRAY))
        free = np.full(soft.shape, 255, np.uint8)
        if covered is not None:
            free[covered > 0] = 0
            if self._settled is not None and self._sharp is not None and self._settled.shape == soft.shape:
                hidden = cv2.resize(covered, sharp.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0
                sharp[hidden] = self._sharp[hidden]
                soft = as_f32(np.where(covered > 0, self._settled, soft))
        self._settled, self._sharp = soft, sharp
        for quad in quads:
            cv2.fillConvexPoly(free, grown_px(crop, quad, 1.12), 0)
        for i, (ground, known) in enumerate(self._grounds):
            both = (free > 0) & (known > 0)
            if not both.any() or _alike_share(soft, ground, both) > 0.97:
                merged = np.where(free > 0, soft, ground)
                self._grounds[i] = as_f32(merged), as_u8(cv2.bitwise_or(free, known))
                return
        self._grounds.append((soft.copy(), free))
        if len(self._grounds) > _KEPT:
            del self._grounds[1]

    def is_gone(self, crop: Crop, soft: Field, quad: Quad, others: Iterable[Quad]) -> bool:
        """Whether the ground shows again where a card lay; `others`: the cards that still lie there."""
        inside = np.zeros(soft.shape, np.uint8)
        cv2.fillConvexPoly(inside, grown_px(crop, quad, _INSIDE), 255)
        whole = max(1, cv2.countNonZero(inside))
        for other in others:
            cv2.fillConvexPoly(inside, grown_px(crop, other, 1.1), 0)
        if cv2.countNonZero(inside) < 0.12 * whole:
            return False
        if self.is_same(crop, soft, quad):
            return False
        for ground, known in self._grounds:
            both = (inside > 0) & (known > 0)
            enough = both.sum() >= _KNOWN_SHARE * (inside > 0).sum()
            if enough and _alike_share(soft, ground, both) >= _GONE_SHARE:
                return True
        return self._looks_like_surroundings(soft, inside, crop, quad, others)

    def is_same(self, crop: Crop, soft: Field, quad: Quad) -> bool:
        """Whether the spot of a card looks exactly as when it was read, including its print.

        Without the print: sunlit wood in a soft picture is as bright as the paper of a card that has gone.
        """
        if self._sharp is None or not self.is_as_before(crop, soft, quad):
            return False
        grey = as_u8(cv2.cvtColor(crop.bgr, cv2.COLOR_BGR2GRAY))
        around = crop.px(as_f64(quad))
        low, high = around.min(axis=0), around.max(axis=0)
        half = (high - low) / 2 * _INSIDE
        return _shows_same_print(grey, self._sharp, (low + high) / 2, (half[0], half[1]), _SAME_FACE)

    def is_as_before(self, crop: Crop, soft: Field, quad: Quad) -> bool:
        """Whether a spot of the place is as bright everywhere as when the place was read."""
        if self._settled is None or self._settled.shape != soft.shape:
            return False
        inside = np.zeros(soft.shape, np.uint8)
        cv2.fillConvexPoly(inside, grown_px(crop, quad, _INSIDE), 255)
        return _alike_share(soft, self._settled, inside > 0) >= _SAME_SHARE

    def is_same_index(self, crop: Crop, soft: Field, quad: Quad) -> bool:
        """Whether the spot of one of a card's indices looks exactly as when it was read.

        The sharp picture is compared too: in a soft one the index of a card that was thrown squarely on a similar one
        looks like the one below.
        """
        if self._settled is None or self._sharp is None or self._settled.shape != soft.shape:
            return False
        grey = as_u8(cv2.cvtColor(crop.bgr, cv2.COLOR_BGR2GRAY))
        half = _INDEX_MM * CROP_PX_PER_MM
        inside = np.zeros(soft.shape, np.uint8)
        for spot in crop.px(as_f64(index_spots(quad))) * (PX_PER_MM / CROP_PX_PER_MM):
            inside[:] = 0
            cv2.circle(inside, (round(spot[0]), round(spot[1])), round(_INDEX_MM * PX_PER_MM), 255, -1)
            at = spot * (CROP_PX_PER_MM / PX_PER_MM)
            is_as_bright = _alike_share(soft, self._settled, inside > 0) >= _SAME_SHARE
            if is_as_bright and _shows_same_print(grey, self._sharp, at, (half, half), _SAME_PRINT):
                return True
        return False

    def unexplained_cards(
        self, crop: Crop, soft: Field, quads: Sequence[Quad], covered: Picture | None = None
    ) -> list[Quad]:
        """Card-like objects on the known ground that are none of the cards read or in doubt (`quads`).

        Card-like means no larger than a card, straight-sided and mostly white; backs, phones, arms and pads are not.
        So a card of which the reader saw nothing is not ignored. `covered`: 1 where an arm is.
        """
        if not self._grounds:
            return []
        unexplained, step = np.full(soft.shape, 255, np.uint8), _step(soft)
        for ground, known in self._grounds:
            bare = (np.abs(soft - ground) < step) | (known == 0)
            unexplained[bare] = 0
        if covered is not None:
            unexplained[covered > 0] = 0
        for quad in quads:
            cv2.fillConvexPoly(unexplained, grown_px(crop, quad, 1.12), 0)
        unexplained = as_u8(cv2.morphologyEx(unexplained, cv2.MORPH_OPEN, np.ones((13, 13), np.uint8)))
        outlines, _ = cv2.findContours(unexplained, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        found = []
        for outline in outlines:
            box = cv2.minAreaRect(outline)
            short_mm, long_mm = sorted(side / PX_PER_MM for side in box[1])
            area_mm2 = cv2.contourArea(outline) / PX_PER_MM**2
            if area_mm2 < _LEAST_MM2 or short_mm > _WIDEST_MM or long_mm > _LONGEST_MM:
                continue
            if area_mm2 < _STRAIGHT * short_mm * long_mm:
                continue
            if _is_mostly_white(crop, outline) and not self._shows_what_lay_under_it(
                crop, soft, outline, quads
            ):
                points = crop.mm(as_f64(cv2.boxPoints(box)) * (CROP_PX_PER_MM / PX_PER_MM))
                found.append(tuple((float(x), float(y)) for x, y in points))
        return found

    def forget_cards(self) -> None:
        """What was read here is wrong: forget how the cards looked, but not the bare ground."""
        self._settled = self._sharp = None

    def forget(self) -> None:
        """Forget everything: the board has moved, or the pictures were bad."""
        self._grounds.clear()
        self._settled = self._sharp = None

    def _looks_like_surroundings(
        self, soft: Field, inside: Picture, crop: Crop, quad: Quad, others: Iterable[Quad]
    ) -> bool:
        """Whether ground that was never seen bare (cards, a heap or the pack lay there) looks like the rest of the
        place."""
        return _is_like_around(soft, inside > 0, _outside(crop, soft, (quad, *others)) > 0)

    def _shows_what_lay_under_it(self, crop: Crop, soft: Field, outline: Any, others: Iterable[Quad]) -> bool:
        """Whether a part of the place that differs from every ground is the table under a heap or the pack that was
        taken away: it looks like what is beside it now, and in no known ground did."""
        inside = np.zeros(soft.shape, np.uint8)
        cv2.drawContours(inside, [outline], -1, 255, cv2.FILLED)
        near, far = (cv2.dilate(inside, _square(mm)) > 0 for mm in _BESIDE_MM)
        beside = far & ~near & (_outside(crop, soft, others) > 0)
        most = _MOST_STEPS * _step(soft)
        return _is_like_around(soft, inside > 0, beside, most) and not any(
            _is_like_around(ground, (inside > 0) & (known > 0), beside & (known > 0), most)
            for ground, known in self._grounds
        )


def _square(reach_mm: float) -> Picture:
    side = 2 * round(reach_mm * PX_PER_MM) + 1
    return np.ones((side, side), np.uint8)


def _outside(crop: Crop, soft: Field, cards: Iterable[Quad]) -> Picture:
    """255 where none of these cards lies."""
    rest = np.full(soft.shape, 255, np.uint8)
    for card in cards:
        cv2.fillConvexPoly(rest, grown_px(crop, card, 1.2), 0)
    return rest


def _is_like_around(
    soft: Field, inside: NDArray[np.bool_], around: NDArray[np.bool_], most: float = math.inf
) -> bool:
    """Whether one part of a picture is as bright as another is, for the most part; `most` grey levels may differ,
    however much the other part varies."""
    other = soft[around]
    if other.size < _LEAST_AROUND_PX or not inside.any():
        return False
    middle = float(np.median(other))
    spread = 1.5 * float(np.median(np.abs(other - middle)))
    near = np.abs(soft[inside] - middle) < min(most, max(_step(soft), 3.5 * spread))
    return bool(near.mean() > _GONE_SHARE)


def _alike_share(a: Field, b: Field, where: NDArray[np.bool_]) -> float:
    """The share of pixels that are alike, apart from a change of light over the whole place."""
    if a.shape != b.shape or not where.any():
        return 0.0
    now = float(np.median(a[::4, ::4]))
    gain = now / max(1.0, float(np.median(b[::4, ::4])))
    if not 0.8 < gain < 1.25:
        gain = 1.0
    return float((np.abs(a[where] - b[where] * np.float32(gain)) < _step(a)).mean())


def _shows_same_print(
    now: Picture,
    was: Picture,
    at: NDArray[np.float64],
    half_px: tuple[float, float],
    least: float,
) -> bool:
    """Whether two sharp grey pictures show the same print around a pixel, apart from a slight shift."""
    x, y = round(float(at[0])), round(float(at[1]))
    across, down = round(float(half_px[0])), round(float(half_px[1]))
    reach = round(_SHAKE_MM * CROP_PX_PER_MM)
    h, w = was.shape
    x0, y0, x1, y1 = max(0, x - across), max(0, y - down), min(w, x + across), min(h, y + down)
    if x1 - x0 < across or y1 - y0 < down or now.shape != was.shape:
        return False
    part = was[y0:y1, x0:x1]
    around = now[max(0, y0 - reach) : y1 + reach, max(0, x0 - reach) : x1 + reach]
    return float(cv2.matchTemplate(around, part, cv2.TM_CCOEFF_NORMED).max()) >= least


def _step(soft: Field) -> float:
    """Grey levels within which two soft pictures are alike: fewer in dim light."""
    return float(np.clip(0.12 * np.median(soft[::4, ::4]), 5.0, 13.0))


def _is_mostly_white(crop: Crop, outline: Any) -> bool:
    """Whether the inside of an outline (in px of the soft picture) is mostly paper, with some print."""
    scale = CROP_PX_PER_MM / PX_PER_MM
    x, y, w, h = (round(v * scale) for v in cv2.boundingRect(outline))
    mask = np.zeros(crop.bgr.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(outline * scale).astype(np.int32)], 255)
    inside = crop.bgr[y : y + h, x : x + w][mask[y : y + h, x : x + w] > 0].astype(np.float32)
    if len(inside) < 50:
        return False
    grey = inside.mean(axis=1)
    paper = float(np.percentile(grey, 95))
    around = median_grey(crop.bgr)
    white = grey > 0.82 * paper
    return bool(white.mean() > 0.5 and paper > 1.25 * around and paper > 60)


def grown_px(crop: Crop, quad: Quad, grow: float) -> NDArray[np.int32]:
    """The corners of a card in px of the soft picture, enlarged about its middle by `grow`: int32 (4, 2)."""
    points = crop.px(as_f64(quad)) * (PX_PER_MM / CROP_PX_PER_MM)
    middle = points.mean(axis=0)
    return np.asarray(np.round(middle + (points - middle) * grow), np.int32)
