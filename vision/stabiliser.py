"""Removes wavering light, mains bands and the camera's shaking from the small pictures.

Cheap lamps flicker, a rolling shutter turns that into bands, and a table that is leant on shakes the camera by a
fraction of a pixel. Each picture is compared with a slow mean of those before it: row by row for the light, then as a
whole for the shift. What remains is what changed on the table. How much had to be removed tells what is wrong.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.arrays import Field, Picture, as_f32, as_u8

FLICKER, BANDS, SHAKES = "flicker", "banding", "shaking"
_BLEND: Final = 0.05  # weight of each picture in the mean,
_WARM: Final = 20  # ... more at first
_STRIDE: Final = 4  # the light is measured in every fourth column and every second row
_LEAST_GAIN, _MOST_GAIN = 0.4, 2.5
_SAME_GAIN: Final = 0.006  # a smaller difference is the sensor's noise
_SAME_PX, _FARTHEST_PX = 0.03, 3.0
_SHRINK: Final = 3
_SMOOTH_PX: Final = 1.2
_ITERATIONS: Final = 2
_LEAST_SLOPE: Final = 3.0  # grey levels per pixel
_TILES: Final = (4, 6)  # parts of the picture, down and across
_LEAST_TILES: Final = 4
_BRIGHT_GREY: Final = 110.0  # pictures are scaled to this mean grey before grey levels are compared
_LEAST_EVIDENCE: Final = 250.0  # a tile needs this much slope in both directions to tell its shift
_DISAGREEMENT_PX: Final = 0.05  # if the tiles' shifts differ by more it is not the camera
_OUTLIER: Final = 16.0  # grey levels; pixels that differ by more count less: that is no shift
_STILL_STEP, _STILL_PX = 14, 30  # grey levels, and pixels that may differ by more: noise
_WHITE: Final = 250  # a pixel this bright is clipped: its true brightness is not known
_WINDOW_S: Final = 8.0  # the time over which deviations are judged
_FLICKER_SHARE, _BANDS_SHARE, _SHAKE_PX = 0.012, 0.008, 0.10


@dataclass(frozen=True, slots=True)
class Deviation:
    """How one picture differed from the mean: gain of the light, standard deviation of the bands, shift (px)."""

    t: float
    gain: float
    bands: float
    dx: float
    dy: float


class Stabiliser:
    """Stabilises small pictures; pass every one to `take`, in order."""

    def __init__(self) -> None:
        self._mean: Field | None = None
        self._last: Field | None = None
        self._raw: Picture | None = None
        self._taken = 0
        self._recent: deque[Deviation] = deque()

    def take(self, grey: Picture, t: float, hidden: Picture | None = None) -> Picture:
        """The small picture of time `t` as it would be in steady light from a steady camera, uint8 (h, w).

        `hidden`: a mask of any size, 1 where something hid the table in the picture before.
        """
        if self._mean is None or self._mean.shape != grey.shape:
            self._mean = self._last = as_f32(grey).copy()
            self._taken = 1
            return grey
        rows = _row_gains(grey, self._mean)
        gain = float(np.median(rows))
        bands = float(np.std(rows / gain))
        level = as_it_came = as_f32(grey)
        if abs(gain - 1) > _SAME_GAIN or bands > _SAME_GAIN:
            level = as_f32(level / rows[:, None])
            assert self._last is not None
            white = (grey >= _WHITE) & (self._last > level)
            level[white] = self._last[white]
        h, w = grey.shape
        is_still, self._raw = self._is_unchanged(grey), grey
        mask = (
            None if hidden is None else cv2.resize(hidden, _shift_size(grey), interpolation=cv2.INTER_NEAREST)
        )
        dx, dy = (0.0, 0.0) if is_still else _shift(level, self._mean, None if mask is None else as_u8(mask))
        if max(abs(dx), abs(dy)) <= _SAME_PX:
            dx = dy = 0.0
        elif max(abs(dx), abs(dy)) < _FARTHEST_PX:
            move = np.array([(1, 0, -dx), (0, 1, -dy)], np.float64)
            level = as_f32(
                cv2.warpAffine(level, move, (w, h), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
            )
        self._remember(Deviation(t, gain, bands, dx, dy))
        self._taken += 1
        self._last = level
        # The picture as it came: a mean of stabilised pictures would drift with every small error.
        shown = None if hidden is None else cv2.resize(1 - hidden, (w, h), interpolation=cv2.INTER_NEAREST)
        cv2.accumulateWeighted(as_it_came, self._mean, max(_BLEND, 1 / min(self._taken, _WARM)), shown)
        return grey if level is as_it_came else as_u8(np.clip(np.round(level), 0, 255))

    def forget(self) -> None:
        """Start again: the camera was moved, or gave no good pictures."""
        self._mean = self._last = self._raw = None
        self._recent.clear()

    @property
    def shake_px(self) -> float:
        """How much the camera shook lately: standard deviation in pixels of the small picture."""
        if len(self._recent) < 2:
            return 0.0
        return float(np.hypot(np.std([w.dx for w in self._recent]), np.std([w.dy for w in self._recent])))

    @property
    def wavering(self) -> str:
        """What disturbs the pictures most: ``flicker``, ``banding`` or ``shaking``; empty if nothing does."""
        if len(self._recent) < 2 or self._recent[-1].t - self._recent[0].t < _WINDOW_S / 4:
            return ""
        gains = np.array([w.gain for w in self._recent])
        shares = {
            FLICKER: float(np.abs(np.diff(gains)).mean()) / _FLICKER_SHARE,
            BANDS: float(np.median([w.bands for w in self._recent])) / _BANDS_SHARE,
            SHAKES: self.shake_px / _SHAKE_PX,
        }
        worst = max(shares, key=lambda what: shares[what])
        return worst if shares[worst] >= 1 else ""

    def _is_unchanged(self, grey: Picture) -> bool:
        """Whether nothing has changed since the last picture, and that was not shifted: then this one is not
        either."""
        if self._raw is None or self._raw.shape != grey.shape or not self._recent:
            return False
        before = self._recent[-1]
        differ = cv2.countNonZero(as_u8(cv2.absdiff(grey, self._raw) > _STILL_STEP))
        return differ < _STILL_PX and before.dx == before.dy == 0.0

    def _remember(self, deviation: Deviation) -> None:
        self._recent.append(deviation)
        while self._recent[0].t < deviation.t - _WINDOW_S:
            self._recent.popleft()


def _row_gains(grey: Picture, mean: Field) -> Field:
    """By which factor each row is brighter than it was; a median, since most of a row shows the same as before."""
    now, was = as_f32(grey[::2, ::_STRIDE]), np.maximum(mean[::2, ::_STRIDE], 6.0)
    some = as_f32(np.median(now / was, axis=1))
    rows = cv2.resize(some[:, None], (1, grey.shape[0]), interpolation=cv2.INTER_LINEAR)
    smooth = as_f32(cv2.blur(rows, (1, 5), borderType=cv2.BORDER_REPLICATE))[:, 0]
    return as_f32(np.clip(smooth, _LEAST_GAIN, _MOST_GAIN))


def _shift(now: Field, mean: Field, hidden: Picture | None) -> tuple[float, float]:
    """By how many pixels a picture is shifted against the mean, judged by its edges; (0, 0) where they do not tell.

    `hidden`: 1 where the table is hidden, in a mask of `_shift_size`. Each tile of the picture is judged by itself: a
    shaking camera shifts all alike, the edge of a shadow only those that it crosses.
    """
    size = _shift_size(now)
    b, a = (
        _smooth(as_f32(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))) for picture in (now, mean)
    )
    brighten = np.float32(_BRIGHT_GREY / max(float(a.mean()), _BRIGHT_GREY / 4))
    a, b = a * brighten, b * brighten
    gx, gy = cv2.Sobel(a, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(a, cv2.CV_32F, 0, 1, scale=1 / 8)
    usable = as_f32(np.abs(gx) + np.abs(gy) > _LEAST_SLOPE)
    if hidden is not None:
        usable *= hidden == 0
    diff = b - a
    dx = dy = 0.0
    for _ in range(_ITERATIONS):
        weight = usable / (1.0 + ((diff + dx * gx + dy * gy) / _OUTLIER) ** 2)
        wx, wy = weight * gx, weight * gy
        xx, xy, yy = (_tiles(product) for product in (wx * gx, wx * gy, wy * gy))
        bx, by = -_tiles(wx * diff), -_tiles(wy * diff)
        det = xx * yy - xy * xy
        some = (np.minimum(xx, yy) > _LEAST_EVIDENCE) & (det > 0.02 * xx * yy)
        if some.sum() < _LEAST_TILES:
            return 0.0, 0.0
        xs = ((bx * yy - by * xy)[some]) / det[some]
        ys = ((by * xx - bx * xy)[some]) / det[some]
        dx, dy = float(np.median(xs)), float(np.median(ys))
    disagreement_px = max(float(np.median(np.abs(xs - dx))), float(np.median(np.abs(ys - dy))))
    if disagreement_px > _DISAGREEMENT_PX + 0.3 * max(abs(dx), abs(dy)):
        return 0.0, 0.0  # something else has changed
    return _SHRINK * dx, _SHRINK * dy


def _shift_size(picture: Field | Picture) -> tuple[int, int]:
    """Width and height at which the shift is measured."""
    return picture.shape[1] // _SHRINK, picture.shape[0] // _SHRINK


def _tiles(picture: Field) -> Field:
    """The sum over each tile of a picture."""
    rows, columns = _TILES
    mean = cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_AREA)
    return as_f32(mean * (picture.size / (rows * columns)))


def _smooth(picture: Field) -> Field:
    """Blurred so that an edge is a slope some pixels wide."""
    return as_f32(cv2.GaussianBlur(picture, (0, 0), _SMOOTH_PX))
