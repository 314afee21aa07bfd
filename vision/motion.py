"""The cheap check of the small picture: is it a good picture, what moves, where is an arm, what has changed.

Each place is compared as a *thumb* (thumbnail): its upright picture at half a pixel per millimetre. A place is busy
while its thumb changes or an arm over it may hide a card; an arm is what differs from the table at rest and comes
from the edge of the picture. The part that an arm leaves free is checked all the same. A place has changed when its
thumb differs from that of when it was last settled, apart from a change of light.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from vision.arm import arms
from vision.armcover import ArmCover, arm_cover
from vision.arrays import Field, Matrix, Picture, as_f32, as_f64, as_u8, grey_counts
from vision.frames import SmallFrame
from vision.layout import LONG_BOARD, Place, TableLayout
from vision.lightchange import LightChange
from vision.stabiliser import Stabiliser
from vision.tableatrest import Lit, TableAtRest, relit
from vision.zones import TableFix, crop_matrix

THUMB_PX_PER_MM: Final = 0.5
_MOVED_STEP: Final = (
    9.0,
    14.0,
)  # grey levels by which a pixel must differ to have moved, in poor and in good light
_CHANGED_STEP: Final = (7.0, 9.0)  # the same, to have changed since the place was settled
_ARM_STEP: Final = (4.5, 14.0)  # the same, to belong to an arm, in the tiny picture, which has less noise
_LEAST_MOVED_PX: Final = 4  # fewer such pixels in all are not motion
_AT_REST_S: Final = 0.8  # the whole picture still for this long: the table is at rest
_CARD_MM2: Final = 63.0 * 88.0
_SAME_FIX_PX: Final = 0.8  # a fix that shifts nothing by more pixels of the small picture is the same
_FROZEN_S: Final = 1.0  # exactly the same picture, noise included, for this long: frozen
_FREE_SHARE: Final = 0.35  # a place of which an arm leaves less free is not read
_RESTLESS_S, _RESTLESS_SHARE = 1.6, 0.3  # a place that moves in this share of this time, without an arm
_LEAST_SLACK_PX: Final = 0.03
_STEEPEST: Final = 40  # so many of the steepest edges tell how sharp a picture is
_STEPS: Final = np.arange(255, -1, -1)
_SLACK: Final = 0.35  # share of the camera's shaking that remains at edges after stabilising


@dataclass(frozen=True, slots=True)
class Sight:
    """The result for the small picture of time `t`.

    Attributes:
        fault: empty, or ``covered``, ``dark``, ``out-of-focus`` or ``frozen``; with a fault nothing else counts.
        busy: the keys of the places where something moves or an arm is.
        covered: those of them over which an arm reaches.
        restless: places that have been busy so often without an arm that it may be the light; they are in neither of
            the others.
        changed: the quiet places that do not look as when they were last settled.
        covers: what an arm covers, of the places that it leaves partly free; where no card can vanish under it they
            are busy, changed or quiet like any other.
        free_changed: the busy places whose free part is still, and has changed.
        moving: whether something moves anywhere in the picture.
        wavering: what disturbs the whole picture (``flicker``, ``banding``, ``shaking``), or an empty text.
        brightness: mean grey level.
        sharpness: steepness of the edges, see `steepness`.
    """

    t: float
    fault: str = ""
    busy: frozenset[str] = frozenset()
    covered: frozenset[str] = frozenset()
    restless: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    covers: Mapping[str, ArmCover] = field(default_factory=dict)
    free_changed: frozenset[str] = frozenset()
    moving: bool = False
    wavering: str = ""
    brightness: float = 0.0
    sharpness: float = 0.0


@dataclass(frozen=True, slots=True)
class Limits:
    """A picture below one of these is not good: mean brightness, contrast over brightness, steepness of edges."""

    dark: float = 16.0
    flat: float = 0.09
    soft: float = 0.33


class Watch:
    """Checks one small picture after the other; see `Sight`. Time comes with the pictures."""

    def __init__(self, layout: TableLayout = LONG_BOARD, limits: Limits = Limits()) -> None:
        self._layout = layout
        self._limits = limits
        self._thumbs: dict[str, Lit] = {}
        self._settled: dict[str, Lit] = {}
        self._warps: dict[str, tuple[Matrix, tuple[int, int]]] = {}
        self._footprints: dict[str, Picture] = {}
        self._fix: TableFix | None = None
        self._raw: Picture | None = None
        self._raw_since = 0.0
        self._tiny: Lit | None = None
        self._table_at_rest: TableAtRest | None = None
        self._last_arms: Picture | None = None
        self._all_places: Picture | None = None  # the mask of all places, in the tiny picture
        self._card_px = 0.0  # the area of a card in it
        self._still_since = 0.0
        self._stabiliser = Stabiliser()
        self._light_change = LightChange()
        self._differing: Picture | None = None  # what differed from the table at rest in the last picture
        self._moved: dict[str, deque[tuple[float, bool]]] = {}
        self._free: dict[
            str, Picture
        ] = {}  # mask of the free part of the thumb, where an arm covers the rest

    def look(self, small: SmallFrame, fix: TableFix | None) -> Sight:
        """Check the next small picture; `fix`: where the table is, None while that is unknown."""
        fault, brightness, sharpness = self._fault(small)
        if fault:
            return Sight(small.t, fault, brightness=brightness, sharpness=sharpness)
        grey = self._stabiliser.take(small.grey, small.t, self._differing)
        slack = _SLACK * self._stabiliser.shake_px
        moving, arm = self._arm(grey, small.t, slack)
        if fix is None:
            return Sight(small.t, moving=moving, brightness=brightness, sharpness=sharpness)
        self._locate_places(fix, small.size_px)
        busy, changed, covered, armed, free_changed = set(), set(), set(), set(), set()
        covers: dict[str, ArmCover] = {}
        cover = None if arm is None else arm_cover(arm)
        for place in self._layout.places:
            key = place.key
            thumb = self._thumb(grey, key)
            before = self._thumbs.get(key)
            self._thumbs[key] = thumb
            free, was_free = None, self._free.pop(key, None)
            if self._under_arm(arm, key):
                armed.add(key)
                free = self._free_part(key, cover)
                if cover is None or free is None:
                    covered.add(key)
                    continue
                covers[key], self._free[key] = cover, free
            both = free if free is None or was_free is None else as_u8(free & was_free)
            is_moving = before is None or _differs(thumb, before, slack_px=slack, where=both)
            has_changed = not is_moving and (
                key not in self._settled
                or _differs(thumb, self._settled[key], _CHANGED_STEP, slack_px=slack, where=free)
            )
            if cover is not None and free is not None and (is_moving or self._may_hide(key, cover)):
                covered.add(key)
                if has_changed:
                    free_changed.add(key)
            elif is_moving:
                busy.add(key)
            elif has_changed:
                changed.add(key)
        restless = self._restless(busy, armed, small.t)
        busy = (busy | covered) - restless
        return Sight(
            small.t, "", frozenset(busy), frozenset(covered), restless, frozenset(changed - restless),
            covers, frozenset(free_changed), moving or bool(busy or restless),
            self._stabiliser.wavering, brightness, sharpness,
        )  # fmt: skip

    def _free_part(self, key: str, cover: ArmCover | None) -> Picture | None:
        """The mask of the part of a place's thumb that no arm covers; None where it is too small."""
        if cover is None or self._fix is None:
            return None
        to_part, size = crop_matrix(self._layout.place(key), THUMB_PX_PER_MM, 0.0)
        free = as_u8(1 - cover.in_part(self._fix, to_part, size))
        return free if free.mean() > _FREE_SHARE else None

    def _may_hide(self, key: str, cover: ArmCover) -> bool:
        assert self._fix is not None
        wide = self._fix.size_px[0] / cover.mask.shape[1]
        return cover.can_hide_a_card(self._footprints[key], wide / self._fix.px_per_mm())

    def _restless(self, busy: set[str], covered: set[str], t: float) -> frozenset[str]:
        """The places that moved often in the last seconds while no arm was over them."""
        found = set()
        for place in self._layout.places:
            moved = self._moved.setdefault(place.key, deque())
            if place.key in covered:
                moved.clear()
            moved.append((t, place.key in busy))
            while moved[0][0] < t - _RESTLESS_S:
                moved.popleft()
            is_long = t - moved[0][0] >= 0.6 * _RESTLESS_S
            if is_long and sum(was_busy for _, was_busy in moved) >= _RESTLESS_SHARE * len(moved):
                found.add(place.key)
        return frozenset(found - covered)

    def settle(self, key: str) -> None:
        """The place has been read as it looks now: it has changed once it looks different.

        The part that an arm covers keeps its earlier look; without one it looks like the arm, and changes once that
        goes.
        """
        if key in self._thumbs:
            thumb, was = self._thumbs[key], self._settled.get(key)
            if key in self._free and was is not None and was.picture.shape == thumb.picture.shape:
                thumb = Lit.of(as_u8(np.where(self._free[key], thumb.picture, was.picture)))
            self._settled[key] = thumb

    def forget(self) -> None:
        """Forget everything: after a fault, or when the board has moved."""
        self._settled.clear()
        self._thumbs.clear()
        self._free.clear()
        self._table_at_rest = self._tiny = self._last_arms = None
        self._stabiliser.forget()
        self._light_change.forget()
        self._differing = None
        self._moved.clear()
        self._fix = None

    # Is it a good picture?

    def _fault(self, small: SmallFrame) -> tuple[str, float, float]:
        if self._raw is None or not np.array_equal(self._raw, small.grey):
            self._raw, self._raw_since = small.grey, small.t
        quarter = cv2.resize(small.grey, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        mean, deviation = (float(np.ravel(v)[0]) for v in cv2.meanStdDev(quarter))
        sharpness = steepness(small.grey)
        if small.t - self._raw_since > _FROZEN_S:
            return "frozen", mean, sharpness
        if deviation < self._limits.flat * max(mean, 4.0):
            return "covered", mean, sharpness
        if mean < self._limits.dark:
            return "dark", mean, sharpness
        if sharpness < self._limits.soft:
            return "out-of-focus", mean, sharpness
        return "", mean, sharpness

    # What moves, and where is an arm?

    def _arm(self, grey: Picture, t: float, slack_px: float) -> tuple[bool, Picture | None]:
        """Whether anything moves, and the mask (quarter size) of the arms, None without any."""
        lit = Lit.of(as_u8(cv2.resize(grey, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)))
        tiny = lit.picture
        before, self._tiny = self._tiny, lit
        moving = before is None or _differs(lit, before, least_px=2, slack_px=slack_px / 4)
        if moving or before is None:
            self._still_since = t
        if self._table_at_rest is None or self._table_at_rest.shape != tiny.shape:
            self._table_at_rest = TableAtRest(tiny, t)
            return moving, None
        step = _step_in_light(lit, _ARM_STEP)
        mask = self._light_change.without_light(self._table_at_rest.differing(lit, t, step), grey)
        self._differing = as_u8(cv2.dilate(mask, np.ones((3, 3), np.uint8)))
        arm = self._last_arms = arms(mask, self._last_arms, self._all_places, self._card_px)
        if arm is None and t - self._still_since >= _AT_REST_S:
            self._table_at_rest.learn(tiny, t, step)
        return moving, arm

    def _under_arm(self, arm: Picture | None, key: str) -> bool:
        if arm is None:
            return False
        return bool((cv2.bitwise_and(arm, self._footprints[key])).any())

    # The thumbs

    def _locate_places(self, fix: TableFix, size_px: tuple[int, int]) -> None:
        """Work out where the places are in the small picture, if the fix is a new one.

        A fix that is only more exact than the last is ignored: the thumbs would shift by a fraction of a pixel, and
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
            self._footprints[place.key] = _footprint(place, fix, (size_px[0] // 4, size_px[1] // 4))
        masks = list(self._footprints.values())
        self._all_places = as_u8(np.maximum.reduce(masks))
        places_mm2 = sum(place.width_mm * place.height_mm for place in self._layout.places)
        self._card_px = sum(int(mask.sum()) for mask in masks) * _CARD_MM2 / places_mm2
        self._fix = fix

    def _thumb(self, grey: Picture, key: str) -> Lit:
        matrix, size = self._warps[key]
        thumb = cv2.warpPerspective(grey, matrix, size, flags=cv2.INTER_LINEAR)
        return Lit.of(as_u8(cv2.blur(thumb, (3, 3))))


def steepness(grey: Picture) -> float:
    """How steep the steepest edges are, as a share of the picture's range per pixel: 0.5 and more is sharp.

    Of pictures of 13 px a side and more; smaller ones have fewer edges than are asked for.
    """
    soft = cv2.blur(grey, (2, 2))
    across = cv2.absdiff(np.ascontiguousarray(soft[::2, 2::2]), np.ascontiguousarray(soft[::2, :-2:2]))
    # Counted by step, which costs a sixth of sorting them.
    counts = grey_counts(as_u8(across))[::-1]
    steepest = np.diff(np.minimum(np.cumsum(counts), _STEEPEST), prepend=0)
    range_ = float(np.ptp(soft[::4, ::4]))
    return float(steepest @ _STEPS) / _STEEPEST / max(range_, 8.0)


def _step_in_light(lit: Lit, steps: tuple[float, float]) -> float:
    """A threshold between `steps` (poor light, good light), by the brightness of the picture."""
    bright = min(max((lit.grey - 20) / 60, 0.0), 1.0)
    return steps[0] + (steps[1] - steps[0]) * bright


def _differs(
    now: Lit,
    before: Lit,
    steps: tuple[float, float] = _MOVED_STEP,
    least_px: int = _LEAST_MOVED_PX,
    slack_px: float = 0.0,
    where: Picture | None = None,
) -> bool:
    """Whether a picture differs from an earlier one, in the light of now, by more than noise, and by more than a
    shift of `slack_px` explains.

    `where`: 1 in the part that counts; all of it if None.
    """
    was = relit(before, now)
    if now.picture.shape != was.shape:
        return True
    by, step = cv2.absdiff(now.picture, was), _step_in_light(now, steps)
    differs = by > step
    if where is not None:
        differs &= where > 0
    if slack_px > _LEAST_SLACK_PX and differs.any():
        differs &= as_f32(by) > step + slack_px * _steepest_near(was)
    return bool(cv2.countNonZero(as_u8(differs)) >= least_px)


def _steepest_near(picture: Picture) -> Field:
    """The steepest slope at or beside each pixel, in grey levels per pixel."""
    across, along = (cv2.Sobel(picture, cv2.CV_32F, x, 1 - x, scale=1 / 8) for x in (1, 0))
    return as_f32(cv2.dilate(cv2.magnitude(across, along), np.ones((3, 3), np.uint8)))


def _shift_px(old: TableFix, new: TableFix, layout: TableLayout) -> float:
    x0, y0, x1, y1 = layout.bounds_mm()
    corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    return float(np.abs(old.px(corners) - new.px(corners)).max())


def _footprint(place: Place, fix: TableFix, size_px: tuple[int, int]) -> Picture:
    """The mask of a place in a picture of this size: 1 inside."""
    x0, y0, x1, y1 = place.box_mm
    corners = fix.scaled(size_px).px(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))
    mask = np.zeros((size_px[1], size_px[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    return mask
