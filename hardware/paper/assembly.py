"""Which part goes where: a large drawing of each circuit board, with every reference, and the parts by value."""

from __future__ import annotations

import re
from typing import Final

from hardware.cad.measures import A4
from hardware.electronics.circuits import Circuit, Component
from hardware.electronics.parts import PARTS
from hardware.paper.pdf import Page

SCALE: Final = 2.5
_SIZES: Final = {
    "chip": (4.4, 5.0), "buffer": (2.8, 2.95), "tvs": (1.6, 2.9), "10u": (2.0, 1.25), "fuse": (2.0, 1.25),
    "contact": (2.2, 4.6), "plug8": (14.5, 6.0), "plug13": (20.7, 6.0), "button": (3.4, 3.0), "plate": (2.5, 2.5),
    "bridge": (2.3, 1.5), "screw": (2.7, 2.7), "fiducial": (1.0, 1.0),
}  # fmt: skip
"""Width and height (mm) of a part's body as it lies at 0 degrees; 0603 for the rest."""
_CHIP_0603: Final = (1.6, 0.8)


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
        for a, b, c, d in ((x0, y0, x1, y0), (x1, y0, x1, y1), (x1, y1, x0, y1), (x0, y1, x0, y0)):
            page.line(left + a * SCALE, top - b * SCALE, left + c * SCALE, top - d * SCALE, width)

    rectangle(0, 0, w, h, 0.3)
    for component in circuit.components:
        x, y = component.at
        wide, high = body(component)
        if component.part in ("screw", "fiducial", "plate"):
            page.circle(left + x * SCALE, top - y * SCALE, wide / 2 * SCALE)
        else:
            rectangle(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2, 0.12)
        if component.part == "chip":
            page.words(left + (x - wide / 2) * SCALE + 0.8, top - (y + high / 2) * SCALE + 0.8, "1", 2.0)
        _name(page, component, left + x * SCALE, top - y * SCALE, wide < high and wide < 4)
    page.words(15, page.height - 14, f"{circuit.title}: which part goes where (2.5 : 1, seen from above)", 4)
    for i, line in enumerate(_legend(circuit)):
        page.words(15, top - h * SCALE - 9 - 4.2 * i, line, 2.6)
    return page


def _name(page: Page, component: Component, x: float, y: float, upright: bool) -> None:
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
    return [f"{PARTS[key].what}: {', '.join(_runs(refs))}" for key, refs in kinds.items()]


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
