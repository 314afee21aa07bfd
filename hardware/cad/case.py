"""The Pi's case as measures: where the Pi stands in it, what sticks out of each model of Pi, where the openings are.

The frame is the case's own, in mm: x along the Pi's long side, y across it (power and screens at negative y), z up,
the middle of the case's underside at 0. Pure; the model is built from this.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

INSIDE: Final = (97.0, 68.0, 34.0)
WALL: Final = 2.0
POST_HEIGHT: Final = 4.0
PI_SIZE: Final = (85.0, 56.0)
PI_THICK: Final = 1.4
PI_LEFT: Final = -INSIDE[0] / 2 + 4.0
"""The Pi's left edge (where its memory card is)."""
PI_HOLES: Final = (58.0, 49.0)
PI_CORNER: Final = 3.5
PI_TOP: Final = WALL + POST_HEIGHT + PI_THICK
"""Height of the Pi's upper side."""
LIP: Final = 3.0
"""How far the lid reaches into the case."""


@dataclass(frozen=True, slots=True)
class Plug:
    """A plug that somebody puts in: the side it comes from, its middle along that side from the Pi's corner with the
    power plug, the width of its body, and from where to where that reaches above the Pi's upper side."""

    name: str
    side: str
    middle: float
    width: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Opening:
    """A hole in a wall: the side, from where to where along it and in height, in the case's frame."""

    side: str
    along: tuple[float, float]
    height: tuple[float, float]


_USB_C: Final = Plug("USB-C, power", "front", 11.2, 12.5, -1.9, 5.1)
_CARD: Final = Plug("memory card", "left", 28.0, 12.0, -3.4, -1.4)
PI_MODELS: Final = {
    "Raspberry Pi 4": (
        _USB_C,
        Plug("micro HDMI 0", "front", 26.0, 12.0, -2.6, 5.9),
        Plug("micro HDMI 1", "front", 39.5, 12.0, -2.6, 5.9),
        Plug("sound", "front", 54.0, 8.0, -1.0, 7.0),
        Plug("USB 2", "right", 9.0, 15.0, 0.0, 16.5),
        Plug("USB 3", "right", 27.0, 15.0, 0.0, 16.5),
        Plug("network", "right", 45.75, 16.0, 0.0, 14.0),
        _CARD,
    ),
    "Raspberry Pi 5": (
        _USB_C,
        Plug("micro HDMI 0", "front", 25.8, 12.0, -2.6, 5.9),
        Plug("micro HDMI 1", "front", 39.2, 12.0, -2.6, 5.9),
        Plug("network", "right", 10.2, 16.0, 0.0, 14.0),
        Plug("USB 3", "right", 29.1, 15.0, 0.0, 16.5),
        Plug("USB 2", "right", 47.0, 15.0, 0.0, 16.5),
        _CARD,
    ),
}
"""From the makers' drawings; plug bodies as they are sold, a little on the large side."""
HEADER: Final = (7.1, 57.9, 17.0)
"""From where to where along the Pi its header with a socket on it reaches, and how high above the Pi."""
OPENINGS: Final = (
    Opening("front", (PI_LEFT + 3.5, PI_LEFT + 60.0), (WALL + 2.0, 16.0)),
    Opening("right", (-28.0, 28.0), (WALL + 3.0, 27.0)),
    Opening("left", (-8.0, 8.0), (WALL, WALL + 6.0)),
    Opening("back", (PI_LEFT + 4.0, PI_LEFT + 60.0), (WALL + 16.0, WALL + INSIDE[2])),
)


def pi_posts() -> list[tuple[float, float]]:
    """Where the Pi is screwed down."""
    first, half = PI_LEFT + PI_CORNER, PI_HOLES[1] / 2
    return [(first + dx, y) for dx in (0.0, PI_HOLES[0]) for y in (-half, half)]


def faults() -> list[str]:
    """What does not fit: a Pi that is too large, a plug that meets a wall, a socket under the lid."""
    w, d, h = INSIDE
    found = []
    if -w / 2 + 1 > PI_LEFT or PI_LEFT + PI_SIZE[0] > w / 2 - 1 or PI_SIZE[1] > d - 2:
        found.append("the Pi does not fit into the case")
    if PI_TOP + HEADER[2] > WALL + h - LIP:
        found.append("the socket on the header meets the lid")
    for model, plugs in PI_MODELS.items():
        for plug in plugs:
            middle = PI_LEFT + plug.middle if plug.side == "front" else plug.middle - PI_SIZE[1] / 2
            low, high = PI_TOP + plug.low, PI_TOP + plug.high
            if not any(_through(o, plug.side, middle, plug.width / 2, low, high) for o in OPENINGS):
                found.append(f"{model}: the plug {plug.name} meets the {plug.side} wall")
    return found


def _through(hole: Opening, side: str, middle: float, half: float, low: float, high: float) -> bool:
    return (
        hole.side == side
        and hole.along[0] <= middle - half
        and middle + half <= hole.along[1]
        and hole.height[0] <= low
        and high <= hole.height[1]
    )
