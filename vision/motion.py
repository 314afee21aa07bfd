"""The cheap look at the small picture: is it a good picture, what moves, where is a hand, what has changed.

Each place is looked at as a *thumb*: its upright picture at half a pixel per millimetre. A place is busy
while its thumb moves or an arm reaches over it: an arm is whatever differs from the table at rest and comes
from the edge of the picture. It has changed when its thumb differs from the one it had when it was last
settled, a change of the light apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.arm import arms
from vision.arrays import Matrix, Picture, as_f64, as_u8
from vision.frames import SmallFrame
from vision.layout import LONG_BOARD, Place, TableLayout
from vision.rest import Rest, relit
from vision.zones import TableFix, crop_matrix

THUMB_PX_PER_MM: Final = 0.5
_STEP: Final = (9.0, 14.0)  # grey steps by which a pixel must differ to have moved, in poor and in good light
_FINE_STEP: Final = (7.0, 9.0)  # ... and to have changed since it was settled
_ARM_STEP: Final = (4.5, 14.0)  # ... and to belong to an arm, in the tiny picture, which has less noise
_MOVED_PX: Final = 4  # so many of them, together, are motion
_REST_S: Final = 0.8  # the whole picture still for so long: the table at rest
_CARD_MM2: Final = 63.0 * 88.0
_SAME_FIX_PX: Final = 0.8  # a fix that moves nothing by more of the small picture's pixels is the same
_SAME_S: Final = 1.0  # the same picture, noise and all, for so long: frozen


@dataclass(frozen=True, slots=True)
class Sight:
    """What the small picture of time `t` says.

    `fault` is empty or one of ``covered``, ``dark``, ``out-of-focus``, ``frozen``; with a fault nothing else
    counts. `busy`: the keys of the places where something moves or a hand is. `changed`: the quiet places
    that do not look as when last settled. `moving`: something moves somewhere in the picture.
    """

    t: float
    fault: str = ""
    busy: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    moving: bool = False
    brightness: float = 0.0
    sharpness: float = 0.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a picture stops being good: mean brightness, contrast relative to it, edge steepness."""

    dark: float = 16.0
    flat: float = 0.09
    soft: float = 0.33


class Watch:
    """Looks at one small picture after the other; see `Sight`. Time comes with the pictures."""

    def __init__(self, layout: TableLayout = LONG_BOARD, limits: Limits = Limits()) -> None:
        self._layout = layout
        self._limits = limits
        self._thumbs: dict[str, Picture] = {}
        self._settled: dict[str, Picture] = {}
        self._warps: dict[str, tuple[Matrix, tuple[int, int]]] = {}
        self._outside: dict[str, Picture] = {}
        self._fix: TableFix | None = None
        self._raw: Picture | None = None
        self._raw_since = 0.0
        self._tiny: Picture | None = None
        self._rest: Rest | None = None
        self._arm_was: Picture | None = None
        self._where_cards: Picture | None = None  # all places, in the tiny picture
        self._card_px = 0.0  # so many of its pixels is a card
        self._still_since = 0.0

    def look(self, small: SmallFrame, fix: TableFix | None) -> Sight:
        """Take the next small picture; `fix` says where the table is, None while that is unknown."""
        fault, brightness, sharpness = self._fault(small)
        if fault:
            return Sight(small.t, fault, brightness=brightness, sharpness=sharpness)
        moving, arm = self._arm(small)
        if fix is None:
            return Sight(small.t, moving=moving, brightness=brightness, sharpness=sharpness)
        self._point(fix, small.size_px)
        busy, changed = set(), set()
        for place in self._layout.places:
            key = place.key
            thumb = self._thumb(small.grey, key)
            before = self._thumbs.get(key)
            self._thumbs[key] = thumb
            if before is None or _differs(thumb, before) or self._under_arm(arm, key):
                busy.add(key)
            elif key not in self._settled or _differs(thumb, relit(self._settled[key], thumb), _FINE_STEP):
                changed.add(key)
        return Sight(
            small.t, "", frozenset(busy), frozenset(changed), moving or bool(busy), brightness, sharpness
        )

    def settle(self, key: str) -> None:
        """The place has been read as it looks now: it has changed only when it looks different from this."""
        if key in self._thumbs:
            self._settled[key] = self._thumbs[key]

    def forget(self) -> None:
        """Everything may have changed: after a fault, or when the board has moved."""
        self._settled.clear()
        self._thumbs.clear()
        self._rest = self._tiny = self._arm_was = None
        self._fix = None

    # Is it a good picture?

    def _fault(self, small: SmallFrame) -> tuple[str, float, float]:
        if self._raw is None or not np.array_equal(self._raw, small.grey):
            self._raw, self._raw_since = small.grey, small.t
        quarter = cv2.resize(small.grey, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        mean, deviation = (float(np.ravel(v)[0]) for v in cv2.meanStdDev(quarter))
        sharpness = steepness(small.grey)
        if small.t - self._raw_since > _SAME_S:
            return "frozen", mean, sharpness
        if deviation < self._limits.flat * max(mean, 4.0):
            return "covered", mean, sharpness
        if mean < self._limits.dark:
            return "dark", mean, sharpness
        if sharpness < self._limits.soft:
            return "out-of-focus", mean, sharpness
        return "", mean, sharpness

    # What moves, and where is an arm?

    def _arm(self, small: SmallFrame) -> tuple[bool, Picture | None]:
        """Whether anything moves, and the mask (quarter size) of what reaches in from the picture's edge."""
        tiny = as_u8(cv2.resize(small.grey, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA))
        before, self._tiny = self._tiny, tiny
        moving = before is None or before.shape != tiny.shape or _differs(tiny, before, least_px=2)
        if moving or before is None:
            self._still_since = small.t
        if self._rest is None or self._rest.shape != tiny.shape:
            self._rest = Rest(tiny, small.t)
            return moving, None
        step = _in_light(tiny, _ARM_STEP)
        mask = self._rest.unlike(tiny, small.t, step)
        arm = self._arm_was = arms(mask, self._arm_was, self._where_cards, self._card_px)
        if arm is None and small.t - self._still_since >= _REST_S:
            self._rest.take(tiny, small.t, step)
        return moving, arm

    def _under_arm(self, arm: Picture | None, key: str) -> bool:
        if arm is None:
            return False
        return bool((cv2.bitwise_and(arm, self._outside[key])).any())

    # The thumbs

    def _point(self, fix: TableFix, size_px: tuple[int, int]) -> None:
        """Work out where the places are in the small picture, when the fix is a new one.

        A fix that is merely steadier than the last is not taken over: the thumbs would shift by a hair, and
        every edge in them would seem to move.
        """
        if fix is self._fix:
            return
        small = fix.scaled(size_px)
        if self._fix is not None and _shift_px(self._fix.scaled(size_px), small, self._layout) < _SAME_FIX_PX:
            return
        for place in self._layout.places:
            matrix, size = crop_matrix(place, THUMB_PX_PER_MM, 0.0)
            self._warps[place.key] = as_f64(matrix @ small.to_mm), size
            self._outside[place.key] = _footprint(place, fix, (size_px[0] // 4, size_px[1] // 4))
        masks = list(self._outside.values())
        self._where_cards = as_u8(np.maximum.reduce(masks))
        places_mm2 = sum(place.width_mm * place.height_mm for place in self._layout.places)
        self._card_px = sum(int(mask.sum()) for mask in masks) * _CARD_MM2 / places_mm2
        self._fix = fix

    def _thumb(self, grey: Picture, key: str) -> Picture:
        matrix, size = self._warps[key]
        thumb = cv2.warpPerspective(grey, matrix, size, flags=cv2.INTER_LINEAR)
        return as_u8(cv2.blur(thumb, (3, 3)))


def steepness(grey: Picture) -> float:
    """How steep the steepest edges are, as a part of the picture's range per pixel: 0.5 and more is sharp."""
    soft = cv2.blur(grey, (2, 2))
    across = np.abs(np.subtract(soft[::2, 2::2], soft[::2, :-2:2], dtype=np.int16))
    edges = np.partition(across.ravel(), -40)[-40:]
    range_ = float(np.ptp(soft[::4, ::4]))
    return float(edges.mean()) / max(range_, 8.0)


def _in_light(picture: Picture, steps: tuple[float, float]) -> float:
    """A threshold between the two, by how bright the picture is."""
    bright = float(np.clip((np.median(picture[::2, ::2]) - 20) / 60, 0, 1))
    return steps[0] + (steps[1] - steps[0]) * bright


def _differs(a: Picture, b: Picture, steps: tuple[float, float] = _STEP, least_px: int = _MOVED_PX) -> bool:
    if a.shape != b.shape:
        return True
    step = _in_light(a, steps)
    return bool(cv2.countNonZero(as_u8(cv2.absdiff(a, b) > step)) >= least_px)


def _shift_px(old: TableFix, new: TableFix, layout: TableLayout) -> float:
    x0, y0, x1, y1 = layout.bounds_mm()
    corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    return float(np.abs(old.px(corners) - new.px(corners)).max())


def _footprint(place: Place, fix: TableFix, size_px: tuple[int, int]) -> Picture:
    """The mask of a place in a picture of this size."""
    x0, y0, x1, y1 = place.box_mm
    corners = fix.scaled(size_px).px(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))
    mask = np.zeros((size_px[1], size_px[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    return mask
