"""Drawings for the guide: the order of bring-up, what belongs to one hole."""

from __future__ import annotations

from hardware.cad.measures import LongBoard
from hardware.electronics.circuits import Circuit, circuits
from hardware.paper.assembly import body
from hardware.paper.pdf import Page


def bring_up(board: LongBoard) -> Page:
    """What is plugged in at which step."""
    names = ["Raspberry Pi", "head", *(f"module {i}" for i in range(1, len(board.boards)))]
    page = Page(24 * len(names) + 10, 46)
    for i, name in enumerate(names):
        x = 6.0 + 24 * i
        page.shade(x, 18, 20, 14, 0.92)
        page.frame(x, 18, 20, 14, 0.3)
        page.words(x + 1.2, 24, name, 2.9)
        page.words(x + 4, 13, f"step {i + 1 if i < 3 else 3}", 3.0)
        if i:
            page.line(x - 4, 25, x, 25, 0.9)
            ends = ("", "J1") if i == 1 else ("J2", "J1")
            page.words(x - 8.4, 33.2, ends[0], 2.4)
            page.words(x + 0.6, 33.2, ends[1], 2.4)
    page.words(
        6, 40, "Plug in from left to right, one board more each time; run pegwatch doctor after each.", 3.4
    )
    last = 6.0 + 24 * (len(names) - 1)
    page.words(last - 18, 5, "END closed here, and only here", 2.9)
    page.line(last + 17, 8, last + 17, 18, 0.3)
    return page


def one_hole(board: LongBoard) -> Page:
    """What belongs to one hole: where it lies on the module, and how it is joined."""
    circuit, _ = circuits(board.board)
    page, k = Page(170, 78), 7.0
    ref = "H3"
    x0, y0 = circuit.component(ref).at
    left, top = 34.0, 34.0
    for component in circuit.components:
        dx, dy = component.at[0] - x0, component.at[1] - y0
        if abs(dx) < 4.2 and -5.6 < dy < 4.2:
            w, h = body(component)
            x, y = left + dx * k, top - dy * k
            page.shade(x - w * k / 2, y - h * k / 2, w * k, h * k, 0.9)
            page.frame(x - w * k / 2, y - h * k / 2, w * k, h * k, 0.25)
            page.words(x - len(component.ref) * 1.0, y - 1.2, component.ref, 3.4)
    page.circle(left, top, board.board.geometry.hole_diameter_mm / 2 * k, 0.2)
    page.words(left + 13, top - 10, "circle: the hole above", 3.0)
    _joined(page, circuit, ref)
    return page


def _joined(page: Page, circuit: Circuit, ref: str) -> None:
    """The four parts of a hole as a small circuit."""
    number = int(ref[1:])
    net = circuit.component(ref).nets["2"]
    chip = next(c for c in circuit.components if c.part == "chip" and net in c.nets.values())
    pin = next(pin for pin, name in chip.nets.items() if name == net)
    x, y = 92.0, 30.0
    page.words(x - 3, y + 33, "+3V3", 3.4)
    page.line(x, y + 32, x, y + 25, 0.3)
    page.frame(x - 3, y + 11, 6, 14, 0.3)
    page.words(x - 22, y + 17, f"R{200 + number} 10k", 3.2)
    page.line(x, y + 11, x, y - 6, 0.3)
    page.frame(x - 6, y - 16, 12, 10, 0.3)
    page.words(x - 4, y - 12, ref, 3.4)
    page.words(x + 8, y - 12, "Hall switch: a peg pulls the line to ground", 3.0)
    page.words(x - 6, y - 22, f"C{100 + number} 100n beside it, from its supply to ground", 3.0)
    page.line(x, y, x + 20, y, 0.3)
    page.words(x + 21, y - 1, f"{chip.ref} pin {pin}", 3.4)


def drawings(board: LongBoard) -> dict[str, Page]:
    """Name -> drawing."""
    return {"bring-up": bring_up(board), "one-hole": one_hole(board)}
