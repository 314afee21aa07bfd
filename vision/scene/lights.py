"""The lights and grounds of drawn tables, as plain data: importing it loads no OpenCV."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Light:
    """How a table is lit: level (1 = good), colour gains (blue, green, red), unevenness, noise, blur.

    `fall_off`: how much darker the far corner is than the brightest one, 0 to 1. `noise`: the standard deviation of a
    pixel in grey levels. `blur_px`: the standard deviation of the lens's blur. `shadow`: how dark shadows are, 0 to
    1. `direction`: in which they fall, in the picture.
    """

    level: float = 1.0
    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    fall_off: float = 0.28
    noise: float = 2.0
    blur_px: float = 0.0
    shadow: float = 0.45
    direction: tuple[float, float] = (0.55, 0.8)


LIGHTS: Final[dict[str, Light]] = {
    "day": Light(1.08),
    "warm": Light(1.02, (0.74, 0.93, 1.06), 0.40, 2.6, shadow=0.55),
    "cold": Light(1.02, (1.08, 1.0, 0.90), 0.30),
    "dim": Light(0.45, (0.86, 0.97, 1.02), 0.45, 4.5, shadow=0.5),
}
GROUNDS: Final = ("oak", "felt", "cloth")
