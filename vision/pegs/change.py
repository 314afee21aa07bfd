"""What differs on a board from the picture of it when it was empty: pixel by pixel, and hole by hole. Pure.

Light may be stronger, weaker, of another colour, and unevenly so: what changes alike over 30 mm is taken for light. A
shadow takes the same share of all three colours; as logarithms with something added that is less of a faint colour
than of a strong one, so how each darkens is foretold from the empty board (red wood would seem to change its colour).
Whether a pixel merely lies in shadow cannot be told from it alone, so it says nothing. A hole is *open* where the
figure of the empty hole shows: then nothing stands in it, whatever the light.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Matrix, Picture, as_f32, as_u8
from vision.pegs.pose import FLAT_PX_PER_MM

_DARK: Final = 10.0  # grey steps added before logarithms are taken: noise counts for less in the dark
_MIDDLE: Final = 0.75  # of the light: halfway between the open board and a shadow
_LIGHT_MM: Final = 30.0
_COARSE: Final = 6
_HUE: Final = 0.075  # the colours' logarithms apart by so much: something else, not light
_LEVEL: Final = 0.20  # brighter by so much, and
_SHADE: Final = 0.36  # no shadow of one thing leaves less of the light
_SHADED: Final = 0.12  # darker in all colours by so much: perhaps a shadow
_OPEN_MM: Final = 2.9  # around a hole, what is compared of its figure
_DEEP: Final = 0.4  # of the light: how strong a hole's figure is there is foretold, and in between
_STRONG: Final = 0.8  # so much of what is foretold is as strong as ever
_FLAT: Final = 0.035  # spread of logarithms below which a hole has no figure to speak of
_DOWN, _ACROSS = 3, 5  # a sample of the pixels, for the noise
_DOUBT: Final = 0.5  # five times how `open` spreads where noise is as strong as a hole's figure
_NOISY: Final = 2.6  # times the noise: what may differ by chance
_SOFT: Final = cv2.getGaussianKernel(5, 1.0, cv2.CV_32F)


def logs_of(picture: Picture) -> Field:
    """The logarithms of a flat picture's light, float32 (h, w, 3): what is compared.

    Not by whole grey steps: on dark wood a step is as much as a hole's figure.
    """
    soft = cv2.sepFilter2D(picture, cv2.CV_32F, _SOFT, _SOFT, delta=_DARK)
    return as_f32(cv2.log(soft, dst=soft))


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """What differs: `weight` float32 (h, w), 1 = certainly something, -1 = certainly as when empty, 0 = not known.

    `open` float32 (holes,): how well the figure of each empty hole shows, 1 = wholly, 0 or less = not at all; NaN
    where it has none. `doubt`: by so much it may seem to show less by noise alone.
    """

    weight: Field
    open: Field
    doubt: Field


class Empty:
    """The picture of the empty board, ready to be compared with; `flat` is uint8 (h, w, 3), `holes_px` (n, 2)."""

    def __init__(self, flat: Picture, holes_px: Matrix) -> None:
        self._logs = logs_of(flat)
        h, w = flat.shape[:2]
        reach = round(_OPEN_MM * FLAT_PX_PER_MM)
        dy, dx = np.mgrid[-reach : reach + 1, -reach : reach + 1]
        inside = dx**2 + dy**2 <= (reach + 0.3) ** 2
        dx, dy = dx[inside], dy[inside]
        at = np.round(holes_px).astype(int)
        around = np.clip(at[:, 1, None] + dy, 0, h - 1) * w + np.clip(at[:, 0, None] + dx, 0, w - 1)
        self._green = around * 3 + 1
        x, y = dx.astype(np.float64), dy.astype(np.float64)
        # A round hole has nothing of these; a shadow's edge, and a lit strip between two shadows, have.
        self._slopes = as_f32(np.linalg.qr(np.stack([np.ones_like(x), x, y, x * y, x**2 - y**2], axis=1))[0])
        self._around = self._logs.ravel()[self._green]
        self._figure = self._without_slope(self._around)
        self._strength = self._figure.std(axis=1)
        deep = np.log(_DEEP * np.maximum(np.exp(self._around) - _DARK, 0.0) + _DARK)
        self._deep = self._without_slope(as_f32(deep)).std(axis=1)
        soft = cv2.blur(flat, (3, 3))
        grey = as_f32(cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY))
        self._fine = as_f32(1.0 / (grey + _DARK))
        """What one grey step is in logarithms, pixel by pixel."""
        self._fine_around = self._fine.ravel()[around].mean(axis=1)
        self._sample = 1.0 / self._fine[::_DOWN, ::_ACROSS]
        dims = 1.0 / (1.0 + _DARK / (_MIDDLE * as_f32(soft) + 1.0))
        self._dims = cv2.split(as_f32(dims / dims.mean(axis=2, keepdims=True)))
        """By how much each colour of it darkens in a shadow, against all three: `_DARK` keeps a faint one up."""
        self._shade = as_f32(-np.log((_SHADE * grey + _DARK) * self._fine))
        """By how much the deepest shadow would darken it."""
        # Large arrays are asked for once: to get them from the system costs as much as to fill them.
        self._diff, self._broad = np.empty_like(self._logs), np.empty_like(self._logs)
        self._half = np.empty_like(self._logs[::2, ::2])
        self._room = [np.empty((h, w), np.float32) for _ in range(7)]

    def change(self, logs: Field) -> Change:
        """What differs on the board of now, given as `logs_of` its flat picture or the mean of several.

        Good until the next one.
        """
        h, w = logs.shape[:2]
        diff = cv2.subtract(logs, self._logs, dst=self._diff)
        noise = self._noise(as_f32(diff))
        opened, doubt = self._opened(logs, noise)
        light = cv2.resize(self._light(as_f32(diff)), (w, h), dst=self._broad, interpolation=cv2.INTER_LINEAR)
        cv2.subtract(diff, light, dst=diff)
        planes, (level, part, most, least) = self._room[:3], self._room[3:]
        for i, plane in enumerate(planes):
            cv2.extractChannel(diff, i, dst=plane)
        np.add(planes[0], planes[1], out=level)
        level += planes[2]
        level *= 1 / 3
        for plane, dims in zip(planes, self._dims, strict=True):
            np.subtract(plane, np.multiply(level, dims, out=part), out=plane)
        hue = cv2.max(cv2.max(planes[0], planes[1], dst=most), planes[2], dst=most)
        cv2.min(cv2.min(planes[0], planes[1], dst=least), planes[2], dst=least)
        np.subtract(hue, least, out=most)
        grain = np.multiply(self._fine, _NOISY * noise, out=least)
        return Change(_weight(level, most, grain, self._shade, planes), opened, doubt)

    def _noise(self, diff: Field) -> float:
        """How far two pictures of the same are apart, grey steps: from a sample of pixel to pixel differences."""
        part = diff[::_DOWN, ::_ACROSS, 1] * self._sample
        return float(np.median(np.abs(part[:, 1:] - part[:, :-1]))) * 1.05

    def _light(self, diff: Field) -> Field:
        h, w = diff.shape[:2]
        part, even = self._half, diff[: h // 2 * 2, : w // 2 * 2]
        # Every other pixel, as `diff[::2, ::2]`, in a fourth of the time.
        part[: h // 2, : w // 2] = cv2.resize(even, (w // 2, h // 2), interpolation=cv2.INTER_NEAREST)
        part[-1], part[:, -1] = diff[(h - 1) // 2 * 2, ::2], diff[::2, (w - 1) // 2 * 2]
        small = cv2.resize(part, (max(2, w // _COARSE), max(2, h // _COARSE)), interpolation=cv2.INTER_AREA)
        steps = as_u8(np.clip(np.round(small * 80 + 128), 0, 255))
        reach = int(_LIGHT_MM * FLAT_PX_PER_MM / _COARSE) | 1
        return as_f32(cv2.blur((as_f32(cv2.medianBlur(steps, reach)) - 128) / 80, (5, 5)))

    def _opened(self, logs: Field, noise: float) -> tuple[Field, Field]:
        """How well the figure of each hole shows, and how much of that may be noise."""
        around = logs.ravel()[self._green]
        now = self._without_slope(around)
        spread = now.std(axis=1)
        like = (now * self._figure).mean(axis=1) / np.maximum(spread * self._strength, 1e-6)
        # As alike as the noise allows: both pictures have it.
        grainy = noise * self._fine_around
        possible = self._strength / np.sqrt(self._strength**2 + grainy**2)
        # As strong as light lets it be: weaker, and what fills the hole is merely dark as well.
        light = np.clip(np.exp((around - self._around).mean(axis=1)), _DEEP, 1)
        shaded = self._strength + (self._deep - self._strength) * (1 - light) / (1 - _DEEP)
        strong = np.clip(like * spread / np.maximum(shaded, 1e-6) / _STRONG, 0, 1)
        faint = self._strength < np.maximum(_FLAT, 1.5 * grainy)
        grainy = noise * np.exp(-around.mean(axis=1)) / np.maximum(shaded, 1e-6)
        return as_f32(np.where(faint, np.nan, like / possible * strong)), as_f32(_DOUBT * grainy**2)

    def _without_slope(self, around: Field) -> Field:
        """What is around each hole (holes, pixels) less level and slopes: shadows' edges are no figure."""
        return as_f32(around - (around @ self._slopes) @ self._slopes.T)


def _weight(level: Field, hue: Field, noise: Field, shade: Field, room: list[Field]) -> Field:
    """Into `room`, three arrays as large: this is the dearest part of a look."""
    much, part, out = room
    np.divide(level, np.add(noise, _LEVEL, out=part), out=much)  # brighter
    np.divide(level, np.add(shade, noise, out=part), out=part)
    np.maximum(much, np.negative(part, out=part), out=much)  # blacker than shadows are
    np.maximum(much, np.divide(hue, np.add(noise, _HUE, out=part), out=part), out=much)
    much *= 1 / 0.6
    np.divide(level, np.add(noise, _SHADED, out=part), out=part)
    part += 1.0
    same = _within(np.subtract(1.0, much, out=out))
    same *= _within(part)  # lit
    much -= 1.0
    return as_f32(np.subtract(_within(much), same, out=same))


def _within(values: Field) -> Field:
    """Held between 0 and 1, in place: several times as fast as `numpy.clip`."""
    return np.minimum(np.maximum(values, 0.0, out=values), 1.0, out=values)


def solid(weight: Field, width_mm: float) -> NDArray[np.uint8]:
    """Where what differs is wider than so many mm both ways: 1 in a mask like `weight`, as far as it reaches."""
    side = round(width_mm * FLAT_PX_PER_MM)
    mask = as_u8(weight > 0.3)
    kernel = np.ones((side, side), np.uint8)
    core = cv2.erode(mask, kernel)
    return as_u8(cv2.dilate(core, kernel) if cv2.countNonZero(core) else core)
