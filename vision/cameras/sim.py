"""A camera over a drawn table: its pictures depend only on the scene and the table time.

It can have a fault on purpose, one at a time: ``covered``, ``dark``, ``blur``, ``frozen`` (the same picture again and
again), ``hung`` (no picture in time), ``unplugged``, and ``stuck``: a call of the driver never returns, until the
whole process is started again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture, as_u8
from vision.cameras.base import (
    PICTURE_WITHIN_S,
    CameraLost,
    CameraMissing,
    CameraTimeout,
    Clock,
    OpenClose,
    small_size,
)
from vision.frames import Frame, SmallFrame
from vision.layout import LONG_BOARD, TableLayout
from vision.scene.art import OWN_DECK, DeckArt
from vision.scene.disturb import Disturbance, Part
from vision.scene.kit import Kit
from vision.scene.lights import LIGHTS, Light
from vision.scene.model import Scene
from vision.scene.projection import over_table
from vision.scene.render import Renderer

BAD_PICTURES: Final = ("covered", "dark", "blur")
"""The faults that still give a picture as of now, but a bad one."""
FAULTS: Final = (*BAD_PICTURES, "frozen", "hung", "unplugged", "stuck")

_STUCK_STEP_S: Final = 3600.0


def _no_fault(_t: float) -> str:
    return ""


class SimCamera(OpenClose):
    """Satisfies `vision.cameras.base.Camera`.

    `scene_at` and `fault_at` take the table time; `fault_at` gives one of `FAULTS` or an empty text. Setting `fault`
    overrides it. `parts` disturb the table (`vision.scene.disturb`). `kit`: a board and pegs as people own them.
    `knock` moves the camera sideways. The same seed, times and scenes give the same pictures.
    """

    def __init__(
        self,
        scene_at: Callable[[float], Scene],
        clock: Clock,
        size_px: tuple[int, int] = (1536, 864),
        seed: int = 0,
        light: Light | str = "day",
        ground: str = "oak",
        layout: TableLayout = LONG_BOARD,
        fault_at: Callable[[float], str] = _no_fault,
        art: DeckArt = OWN_DECK,
        parts: Sequence[Part] = (),
        kit: Kit | None = None,
    ) -> None:
        self._disturbance = Disturbance(parts, scene_at, seed, layout)
        self._clock = clock
        self._size_px = size_px
        self._small_px = small_size(size_px)
        self._seed = seed
        self._light = LIGHTS[light] if isinstance(light, str) else light
        self._ground = ground
        self._layout = layout
        self._fault_at = fault_at
        self._art = art
        self._kit = kit
        self.fault = ""
        self._opened_stuck = False
        self._number = 0
        self._last: dict[tuple[int, int], Picture] = {}
        self._renderers: dict[tuple[tuple[int, int], str], Renderer] = {}
        self._shift_mm = (0.0, 0.0)

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the full picture."""
        return self._size_px

    def knock(self, shift_mm: tuple[float, float]) -> None:
        """Move the camera sideways, as when somebody knocks its stand: mm from where it stood at first."""
        self._shift_mm = shift_mm
        self._renderers.clear()
        self._last.clear()

    def grab(self, timeout_s: float = PICTURE_WITHIN_S) -> Frame:
        """The table as of now, in full size."""
        t = self._clock()
        return Frame(self._take(t, self._size_px, timeout_s), t, self._number, "sim")

    def lores(self, timeout_s: float = PICTURE_WITHIN_S) -> SmallFrame:
        """The table as of now, small and grey."""
        t = self._clock()
        picture = self._take(t, self._small_px, timeout_s)
        return SmallFrame(as_u8(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)), t, self._number)

    def _start(self) -> None:
        fault = self._fault_now(self._clock())
        self._opened_stuck = fault == "stuck"
        if fault == "unplugged":
            raise CameraMissing("no camera is there", "Plug the camera's ribbon cable in at both ends")

    def _stop(self) -> None:
        self._renderers.clear()
        self._last.clear()

    def _fault_now(self, t: float) -> str:
        return self.fault or self._fault_at(t)

    def _take(self, t: float, size_px: tuple[int, int], timeout_s: float) -> Picture:
        self._must_be_open()
        fault = self._fault_now(t)
        if fault == "unplugged":
            raise CameraLost("the camera is gone", "Plug the camera's ribbon cable in at both ends")
        if fault == "stuck" and not self._opened_stuck:  # once opened again it works
            while True:
                time.sleep(_STUCK_STEP_S)
        if fault == "hung":
            raise CameraTimeout(
                f"no picture came within {timeout_s:g} s", "Check the camera's cable; it is opened again"
            )
        if fault == "frozen" and size_px in self._last:
            return self._last[size_px]
        self._number += 1
        picture = self._with_fault(fault, size_px, t)
        self._last[size_px] = picture
        return picture

    def _with_fault(self, fault: str, size_px: tuple[int, int], t: float) -> Picture:
        """The picture with a fault applied: ``covered``, ``dark``, ``blur``, or none (empty)."""
        number = round(t * 1000)
        if fault == "covered":
            w, h = size_px
            rng = np.random.default_rng((self._seed, number))
            noise = rng.normal(0, 2.0, (h, w, 1)) + np.array((26, 30, 46))
            return as_u8(np.clip(noise, 0, 255).astype(np.uint8))
        kind = fault if fault in ("dark", "blur") else ""
        renderer, disturbance = self._renderer(size_px, kind), self._disturbance
        scene = disturbance.scene(t)
        if not disturbance.is_active(t):
            return renderer.draw(scene, number)
        return renderer.draw(scene, number, lambda picture: disturbance.apply(picture, t, renderer.pinhole))

    def _renderer(self, size_px: tuple[int, int], kind: str) -> Renderer:
        key = (size_px, kind)
        if key not in self._renderers:
            light = self._light
            if kind == "dark":
                light = replace(light, level=light.level * 0.07, noise=light.noise * 1.4)
            if kind == "blur":
                light = replace(light, blur_px=size_px[0] / 200)
            pinhole = over_table(size_px, self._layout.bounds_mm(), shift_mm=self._shift_mm)
            self._renderers[key] = Renderer(
                size_px, light, self._ground, self._layout, pinhole, self._seed, self._art, self._kit
            )
        return self._renderers[key]
