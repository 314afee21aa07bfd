"""The cameras of Raspberry Pi, and which of a sensor's modes shows the most of the table. Pure.

Data in: the modes as `Picamera2.sensor_modes` lists them, each a mapping with ``size`` (width, height in px),
``crop_limits`` (x, y, width, height in px of the whole sensor), ``fps`` and ``bit_depth``; entries without
these are of
cameras that have no such modes and are passed over. Out: the mode to ask for, or None.
Left to itself picamera2 takes the mode nearest in size and shape to the picture: 1920 x 1080 of a Camera
Module 2, which is
the middle 58 % of its width, where the table does not fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

_WHOLE: Final = 0.99  # of the widest and highest crop there is: the rest is a border of the sensor


@dataclass(frozen=True, slots=True)
class Mode:
    """One way to read a sensor out: its picture, the part of the sensor it shows (px of the sensor), its rate."""

    size_px: tuple[int, int]
    crop_px: tuple[int, int]
    frames_per_s: float
    bits: int

    @property
    def asked_for(self) -> dict[str, Any]:
        """As `create_video_configuration(sensor=...)` wants it."""
        return {"output_size": self.size_px, "bit_depth": self.bits}

    def picture_px(self, widest_px: int) -> tuple[int, int]:
        """Width and height of the picture to ask for: of the mode's shape, and no larger than the mode."""
        width, height = self.size_px
        across = min(widest_px, width) // 2 * 2
        return across, max(2, round(across * height / width / 2) * 2)


def modes_of(told: Iterable[Mapping[str, Any]]) -> tuple[Mode, ...]:
    """The modes that say what they show; what libcamera cannot tell of is left out."""
    found = []
    for mode in told:
        if {"size", "crop_limits", "fps", "bit_depth"} <= mode.keys():
            width, height = (int(n) for n in mode["size"])
            across, down = (int(n) for n in tuple(mode["crop_limits"])[2:])
            found.append(Mode((width, height), (across, down), float(mode["fps"]), int(mode["bit_depth"])))
    return tuple(found)


def choose(modes: Iterable[Mode], frames_per_s: float, width_px: int) -> Mode | None:
    """The mode that shows the whole field fast enough: the smallest that is as wide as the picture wanted,
    else the widest.

    Where none that shows everything is fast enough the fastest of those is taken: fewer pictures show the table, a
    part of it does not. None where there are no modes.
    """
    modes = [mode for mode in modes if min(mode.crop_px) > 0]
    if not modes:
        return None
    across, down = max(m.crop_px[0] for m in modes), max(m.crop_px[1] for m in modes)
    whole = [m for m in modes if m.crop_px[0] >= _WHOLE * across and m.crop_px[1] >= _WHOLE * down]
    whole = whole or [max(modes, key=lambda m: m.crop_px[0] * m.crop_px[1])]
    fast = [m for m in whole if m.frames_per_s >= frames_per_s] or [max(whole, key=lambda m: m.frames_per_s)]
    wide = [m for m in fast if m.size_px[0] >= width_px]
    if wide:
        return min(wide, key=lambda m: (m.size_px[0] * m.size_px[1], -m.bits))
    return max(fast, key=lambda m: (m.size_px[0] * m.size_px[1], m.bits))


@dataclass(frozen=True, slots=True)
class Module:
    """A camera that can be bought: its name, and its field of view across and down (degrees; None: any lens)."""

    name: str
    field_deg: tuple[float, float] | None


MODULES: Final[Mapping[str, Module]] = {
    "imx708": Module("Camera Module 3", (66.0, 41.0)),
    "imx708_noir": Module("Camera Module 3 NoIR", (66.0, 41.0)),
    "imx708_wide": Module("Camera Module 3 Wide", (102.0, 67.0)),
    "imx708_wide_noir": Module("Camera Module 3 Wide NoIR", (102.0, 67.0)),
    "imx219": Module("Camera Module 2", (62.2, 48.8)),
    "ov5647": Module("Camera Module 1", (53.5, 41.4)),
    "imx477": Module("High Quality Camera", None),
    "imx500": Module("AI Camera", (66.0, 52.3)),
    "imx296": Module("Global Shutter Camera", None),
}
"""By libcamera's name of the sensor. Fields of view as Raspberry Pi's camera documentation gives them (whole
sensor)."""


def name_of(model: str) -> str:
    """What a camera is called, by libcamera's name of its sensor."""
    known = MODULES.get(model)
    return f"{known.name} ({model})" if known else model
