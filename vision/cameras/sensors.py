"""The cameras of Raspberry Pi, and which of a sensor's modes shows most of the table. Pure.

In: the modes as `Picamera2.sensor_modes` lists them, each a mapping with ``size`` (width, height in px),
``crop_limits`` (x, y, width, height in px of the whole sensor), ``fps`` and ``bit_depth``; entries without these
belong to cameras that have no such modes, and are skipped. Out: the mode to ask for, or None.

By default picamera2 takes the mode nearest to the picture in size and shape. On a Camera Module 2 that is 1920 x
1080, the middle 58 % of its width, in which the table does not fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

_WHOLE_SHARE: Final = 0.99  # of the widest and highest crop; such a mode shows the whole field


@dataclass(frozen=True, slots=True)
class Mode:
    """One way to read out a sensor: size of the picture, the part of the sensor it shows (px of the sensor), rate."""

    size_px: tuple[int, int]
    crop_px: tuple[int, int]
    frames_per_s: float
    bits: int

    @property
    def as_asked(self) -> dict[str, Any]:
        """In the form that `create_video_configuration(sensor=...)` takes."""
        return {"output_size": self.size_px, "bit_depth": self.bits}

    def picture_px(self, widest_px: int) -> tuple[int, int]:
        """Width and height of the picture to ask for: the shape of the mode, and no larger than it."""
        width, height = self.size_px
        across = min(widest_px, width) // 2 * 2
        return across, max(2, round(across * height / width / 2) * 2)


def modes_of(listed: Iterable[Mapping[str, Any]]) -> tuple[Mode, ...]:
    """The modes that are listed with all their data; the others are left out."""
    found = []
    for mode in listed:
        if {"size", "crop_limits", "fps", "bit_depth"} <= mode.keys():
            width, height = (int(n) for n in mode["size"])
            across, down = (int(n) for n in tuple(mode["crop_limits"])[2:])
            found.append(Mode((width, height), (across, down), float(mode["fps"]), int(mode["bit_depth"])))
    return tuple(found)


def choose(modes: Iterable[Mode], frames_per_s: float, width_px: int) -> Mode | None:
    """The mode to use: of those that show the whole field and are fast enough the smallest that is `width_px` wide,
    else the widest.

    Where no mode that shows everything is fast enough the fastest of them is taken: fewer pictures are better than a
    part of the table. None where there are no modes.
    """
    modes = [mode for mode in modes if min(mode.crop_px) > 0]
    if not modes:
        return None
    across, down = max(m.crop_px[0] for m in modes), max(m.crop_px[1] for m in modes)
    whole = [
        m for m in modes if m.crop_px[0] >= _WHOLE_SHARE * across and m.crop_px[1] >= _WHOLE_SHARE * down
    ]
    whole = whole or [max(modes, key=lambda m: m.crop_px[0] * m.crop_px[1])]
    fast = [m for m in whole if m.frames_per_s >= frames_per_s] or [max(whole, key=lambda m: m.frames_per_s)]
    wide = [m for m in fast if m.size_px[0] >= width_px]
    if wide:
        return min(wide, key=lambda m: (m.size_px[0] * m.size_px[1], -m.bits))
    return max(fast, key=lambda m: (m.size_px[0] * m.size_px[1], m.bits))


@dataclass(frozen=True, slots=True)
class Module:
    """A camera for the Pi: its name, and its field of view across and down (degrees; None: it has exchangeable
    lenses)."""

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
"""By libcamera's name of the sensor. Fields of view (of the whole sensor) from Raspberry Pi's camera
documentation."""


def name_of(model: str) -> str:
    """The camera's name for people, from libcamera's name of its sensor."""
    known = MODULES.get(model)
    return f"{known.name} ({model})" if known else model
