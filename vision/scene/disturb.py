"""Disturbances of a drawn table, such as real tables have: parts that can be combined, each with its time.

A part changes what is on or over the table (`Disturbance.scene`), or the light and the camera's position
(`Disturbance.apply`). Everything is a function of the seed, the table time and the scenes, so that a small and a full
picture of the same instant agree. Strengths are in the units that `KINDS` names.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.arrays import Field, Picture, as_f32, as_u8
from vision.layout import LONG_BOARD, TableLayout
from vision.scene.model import ArmOver, Prop, Scene
from vision.scene.projection import Pinhole

FLICKER, BANDING, SHAKE, SUN, SHADOW, EXPOSURE = "flicker", "banding", "shake", "sun", "shadow", "exposure"
ARM, CUP, PHONE = "arm", "cup", "phone"
KINDS: Final[Mapping[str, str]] = {
    FLICKER: "the whole light goes up and down by this share, three times a second",
    BANDING: "bands of mains light on the rolling shutter, bright and dark by this share",
    SHAKE: "the camera shakes by so many pixels of a picture 2304 wide",
    SUN: "a stripe of sun creeps over the table, mm/s",
    SHADOW: "somebody's shadow goes to and fro and takes this share of the light",
    EXPOSURE: "the exposure follows the hands by this share",
    ARM: "an arm rests in this place",
    CUP: "a coaster lies in this place",
    PHONE: "a phone lies in this place and lights up every other second",
}
IN_A_PLACE: Final = frozenset({ARM, CUP, PHONE})
_WIDE_PX: Final = 2304  # a shake is given in pixels of a picture this wide
_MAINS_HZ, _READ_OUT_S = (
    100.0,
    0.03,
)  # the light flickers at twice the mains' rate; read-out from first to last row
_FLICKER_HZ: Final = 3.1
_SHAKE_HZ: Final = (7.3, 9.1)
_STRIPE_MM, _STRIPE_GAIN, _STRIPE_EDGE_MM, _STRIPE_DEG = 70.0, 0.6, 5.0, 15.0
_SHADOW_MM, _SHADOW_EDGE_MM, _SHADOW_HZ = 130.0, 30.0, 0.17
_EXPOSURE_LAG_S: Final = 0.6
_PHONE_MM: Final = (72.0, 150.0)
_PHONE_GAIN: Final = 1.8
_COARSE: Final = 4  # light is computed at a picture this much smaller


@dataclass(frozen=True, slots=True)
class Part:
    """One disturbance from `begin` to `end` (table s), with a `strength` as `KINDS` says or the key of a `place`."""

    kind: str
    strength: float = 0.0
    place: str = ""
    begin: float = 0.0
    end: float = math.inf

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"no disturbance called {self.kind}: there are {', '.join(KINDS)}")
        if (self.kind in IN_A_PLACE) != bool(self.place):
            what = "the key of a place" if self.kind in IN_A_PLACE else "a strength"
            raise ValueError(f"{self.kind} takes {what}: {KINDS[self.kind]}")

    def is_active(self, t: float) -> bool:
        """Whether it disturbs at table time `t`."""
        return self.begin <= t < self.end


class Disturbance:
    """The parts that disturb one table; see `scene` and `apply`."""

    def __init__(
        self,
        parts: Sequence[Part],
        scene_at: Callable[[float], Scene],
        seed: int = 0,
        layout: TableLayout = LONG_BOARD,
    ) -> None:
        self._parts = tuple(parts)
        self._scene_at = scene_at
        self._seed = seed
        self._layout = layout
        chance = random.Random(f"disturbance {seed}")
        self._phases = {kind: chance.uniform(0, math.tau) for kind in KINDS}
        self._table_mm_of: dict[tuple[int, int], tuple[Pinhole, Field, Field]] = {}

    def is_active(self, t: float) -> bool:
        """Whether any part is active at table time `t`: every picture may then differ from the last."""
        return any(part.is_active(t) for part in self._parts)

    def scene(self, t: float) -> Scene:
        """The scene at table time `t`, with what the parts add to it."""
        scene = self._scene_at(t)
        for part in self._active(t):
            if part.kind == ARM:
                scene = replace(scene, arms=(*scene.arms, self._arm(part.place)))
            elif part.kind in (CUP, PHONE):
                scene = replace(scene, props=(*scene.props, self._prop(part)))
        return scene

    def apply(self, picture: Picture, t: float, pinhole: Pinhole) -> Picture:
        """A picture, uint8 (h, w, 3), without the sensor's noise, in the light of `t` from a camera that shakes."""
        gain = self._light(t, pinhole)
        if gain is not None:
            picture = _relit(picture, gain)
        for part in self._active(t):
            if part.kind == SHAKE:
                picture = self._shaken(picture, part.strength, t)
        return picture

    def _active(self, t: float) -> list[Part]:
        return [part for part in self._parts if part.is_active(t)]

    # On and over the table

    def _arm(self, key: str) -> ArmOver:
        """A resting forearm: it comes from the place's own side, its fingers in the middle of the place."""
        place = self._layout.place(key)
        x, y = place.center_mm
        return ArmOver(round(x - 0.22 * place.width_mm, 1), y, 78.0 if place.view_from == "A" else -102.0)

    def _prop(self, part: Part) -> Prop:
        place = self._layout.place(part.place)
        x1, y = place.box_mm[2], place.center_mm[1]
        return Prop("coaster" if part.kind == CUP else "phone", x1 - 50.0, y, 5.0)

    # Light

    def _light(self, t: float, pinhole: Pinhole) -> Field | None:
        """The gain of the light at each pixel of a coarse picture, float32 (h, w); None where no part changes it."""
        w, h = (max(2, side // _COARSE) for side in pinhole.size_px)
        gain = np.ones((h, w), np.float32)
        parts = [part for part in self._active(t) if part.kind not in (SHAKE, ARM, CUP)]
        for part in parts:
            gain *= self._gain(part, t, pinhole, (w, h))
        return gain if parts else None

    def _gain(self, part: Part, t: float, pinhole: Pinhole, size: tuple[int, int]) -> Field | float:
        phase = self._phases[part.kind]
        if part.kind == FLICKER:
            return 1.0 + part.strength * math.sin(math.tau * _FLICKER_HZ * t + phase)
        if part.kind == BANDING:  # pictures are not in step with the mains
            first_row = random.Random(f"{self._seed}/{round(t * 1000)}").random()
            rows = np.linspace(0, _MAINS_HZ * _READ_OUT_S, size[1], dtype=np.float32)[:, None]
            return as_f32(1.0 + part.strength * np.sin(math.tau * (rows + first_row)))
        if part.kind == EXPOSURE:
            before = [self._scene_at(t - _EXPOSURE_LAG_S * k / 6) for k in range(1, 7)]
            return 1.0 + part.strength * sum(bool(scene.arms) for scene in before) / 6
        x, y = self._table_mm(pinhole, size)
        x0, _, x1, _ = self._layout.bounds_mm()
        if part.kind == SUN:
            across = x + y * math.tan(math.radians(_STRIPE_DEG))
            at = x0 + (part.strength * (t - part.begin)) % (x1 - x0)
            inside = _STRIPE_MM / 2 - np.abs(across - at)
            return as_f32(1.0 + _STRIPE_GAIN * np.clip(inside / _STRIPE_EDGE_MM + 0.5, 0, 1))
        if part.kind == SHADOW:
            swing = math.sin(math.tau * _SHADOW_HZ * t + phase)
            sx, sy = 0.45 * (x1 - x0) * swing, 150.0 * math.cos(math.tau * _SHADOW_HZ * 0.7 * t + phase)
            inside = _SHADOW_MM - np.hypot(x - sx - (x0 + x1) / 2, y - sy)
            return as_f32(1.0 - part.strength * np.clip(inside / _SHADOW_EDGE_MM + 0.5, 0, 1))
        assert part.kind == PHONE
        prop = self._prop(part)
        half_w, half_h = _PHONE_MM[0] / 2, _PHONE_MM[1] / 2
        screen = (np.abs(x - prop.x_mm) < half_w) & (np.abs(y - prop.y_mm) < half_h)
        is_lit = (t + phase) % 2.0 < 1.0
        return as_f32(np.where(screen, _PHONE_GAIN if is_lit else 1.0, 1.0))

    def _table_mm(self, pinhole: Pinhole, size: tuple[int, int]) -> tuple[Field, Field]:
        """x and y on the table (mm) of each pixel of a coarse picture, float32 (h, w) each."""
        known = self._table_mm_of.get(size)
        if known is None or known[0] is not pinhole:
            w, h = size
            full_w, full_h = pinhole.size_px
            u, v = np.meshgrid((np.arange(w) + 0.5) * full_w / w, (np.arange(h) + 0.5) * full_h / h)
            to_mm = np.linalg.inv(pinhole.plane())
            points = to_mm @ np.stack([u.ravel(), v.ravel(), np.ones(u.size)])
            x, y = (as_f32((row / points[2]).reshape(h, w)) for row in points[:2])
            known = self._table_mm_of[size] = (pinhole, x, y)
        return known[1], known[2]

    # The camera's position

    def _shaken(self, picture: Picture, strength_px: float, t: float) -> Picture:
        h, w = picture.shape[:2]
        amplitude_px = strength_px * w / _WIDE_PX
        phase = self._phases[SHAKE]
        dx, dy = (amplitude_px * math.sin(math.tau * hz * t + k * phase) for k, hz in enumerate(_SHAKE_HZ, 1))
        move = np.array([(1, 0, dx), (0, 1, dy)], np.float64)
        return as_u8(
            cv2.warpAffine(picture, move, (w, h), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        )


def _relit(picture: Picture, gain: Field) -> Picture:
    """A picture with the gain of the light applied, clipped at white."""
    h, w = picture.shape[:2]
    fine = cv2.resize(gain, (w, h), interpolation=cv2.INTER_LINEAR)
    return as_u8(cv2.multiply(picture, cv2.merge([fine, fine, fine]), dtype=cv2.CV_8U))
