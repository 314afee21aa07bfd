"""Which part goes where: a large drawing of each circuit board, with every reference, and the parts by value."""

from __future__ import annotations

import math
import re
from typing import Final

from hardware.cad.measures import A4
from hardware.electronics.circuits import Circuit, Component
from hardware.electronics.parts import PARTS
from hardware.paper.pdf import Page

SCALE: Final = 2.5
_SIZES: Final = {
    "chip": (4.4, 5.0), "buffer": (2.8, 2.95), "tvs": (1.6, 2.9), "10u": (2.0, 1.25), "fuse": (2.0, 1.25),
    "hall": (1.3, 2.9), "plug8": (14.5, 6.0), "plug13": (20.7, 6.0), "button": (3.4, 3.0),
    "bridge": (2.3, 1.5), "screw": (2.7, 2.7), "fiducial": (1.0, 1.0),
}  # fmt: skip
"""Width and height (mm) of a part's body as it lies at 0 degrees; 0603 for the rest."""
_CHIP_0603: Final = (1.6, 0.8)
MARKED: Final = ("chip", "buffer", "tvs", "plug8", "plug13", "led", "hall")
"""Parts that fit in one way only."""


def body(component: Component) -> tuple[float, float]:
    """Width and height (mm) of a part as it lies on its board."""
    w, h = _SIZES.get(component.part, _CHIP_0603)
    return (h, w) if component.turn_deg in (90.0, 270.0) else (w, h)


def assembly(circuit: Circuit) -> Page:
    """The drawing, two and a half times as large as the board."""
    page = Page(*A4[::-1])
    w, h = circuit.size_mm
    left, top = (page.width - w * SCALE) / 2, page.height - 28

    def rectangle(x0: float, y0: float, x1: float, y1: float, width: float) -> None:
        page.frame(left + x0 * SCALE, top - y1 * SCALE, (x1 - x0) * SCALE, (y1 - y0) * SCALE, width)

    rectangle(0, 0, w, h, 0.3)
    for component in circuit.components:
        x, y = component.at
        wide, high = body(component)
        if component.part in ("screw", "fiducial"):
            page.circle(left + x * SCALE, top - y * SCALE, wide / 2 * SCALE)
        else:
            rectangle(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2, 0.12)
        if component.part in MARKED:
            mark_x, mark_y = pin_1(component)
            half = 0.28 * SCALE
            page.box(left + mark_x * SCALE - half, top - mark_y * SCALE - half, 2 * half, 2 * half)
        _name(page, component, left + x * SCALE, top - y * SCALE, wide < high and wide < 4)
    page.words(15, page.height - 14, f"{circuit.title}: which part goes where (2.5 : 1, seen from above)", 4)
    for i, line in enumerate(_legend(circuit)):
        page.words(15, top - h * SCALE - 9 - 4.2 * i, line, 2.6)
    return page


def pin_1(component: Component) -> tuple[float, float]:
    """Where pin 1 of a part lies on its board, a little inside the part's corner (an LED's cathode: its end)."""
    w, h = _SIZES.get(component.part, _CHIP_0603)
    x, y = -w / 2 + 0.35, (0.0 if component.part == "led" else -h / 2 + 0.35)
    turn = math.radians(component.turn_deg)
    dx, dy = x * math.cos(turn) + y * math.sin(turn), -x * math.sin(turn) + y * math.cos(turn)
    return component.at[0] + dx, component.at[1] + dy


def _name(page: Page, component: Component, x: float, y: float, upright: bool) -> None:
    if component.part == "led":
        x += 1.6 * SCALE  # beside the mark of its cathode
        upright = False
    size = 2.6 if component.part in ("chip", "plug8", "plug13") else 1.6
    half = len(component.ref) * size * 0.28
    if upright:
        page.words(x + size * 0.36, y - half, component.ref, size, upright=True)
    else:
        page.words(x - half, y - size * 0.36, component.ref, size)


def _legend(circuit: Circuit) -> list[str]:
    kinds: dict[str, list[str]] = {}
    for component in circuit.components:
        if PARTS[component.part].bought:
            kinds.setdefault(component.part, []).append(component.ref)
    lines = [f"{PARTS[key].what}: {', '.join(_runs(refs))}" for key, refs in kinds.items()]
    return ["Black corner: pin 1 or way 1; on an LED the cathode. The rest: either way.", *lines]


def _runs(refs: list[str]) -> list[str]:
    """``R1, R2, R3`` as ``R1-R3``."""
    split = sorted((re.sub(r"\d", "", ref), int(re.sub(r"\D", "", ref))) for ref in refs)
    out: list[tuple[str, int, int]] = []
    for letter, number in split:
        if out and out[-1][0] == letter and out[-1][2] == number - 1:
            out[-1] = (letter, out[-1][1], number)
        else:
            out.append((letter, number, number))
    return [f"{a}{b}" if b == c else f"{a}{b}-{a}{c}" for a, b, c in out]
