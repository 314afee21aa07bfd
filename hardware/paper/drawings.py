"""Drawings for the guide: a peg, the order of bring-up, what belongs to one hole, a wooden board cut through."""

from __future__ import annotations

from hardware.cad import measures as m
from hardware.cad.measures import LongBoard
from hardware.electronics.circuits import Circuit, circuits
from hardware.paper.assembly import body
from hardware.paper.pdf import Page


def peg(board: LongBoard) -> Page:
    """A peg with its measures."""
    page, k, x, y = Page(95, 80), 3.0, 28.0, 42.0
    head, shank = m.PEG_HEAD * k, m.PEG_SHANK * k
    low = y - board.shank_length * k
    high = y + m.PEG_HEAD_LENGTH * k * 0.55
    page.frame(x - head / 2, y, head, high - y, 0.4)
    page.frame(x - shank / 2, low, shank, y - low, 0.4)
    right = x + head / 2 + 6
    for text, at in (
        (f"handle {m.PEG_HEAD:g} mm across, {m.PEG_HEAD_LENGTH:g} mm long", y + 18),
        ("the shoulder rests on the plate", y + 0.5),
        (f"shank {m.PEG_SHANK:g} mm across,", low + 19),
        (f"{board.shank_length:g} mm long (keep to 0.1 mm)", low + 14),
        ("tip rounded 0.8 mm; metal, bare", low + 1),
    ):
        page.line(x + 5, at + 1, right - 1, at + 1, 0.15)
        page.words(right, at, text, 3.2)
    return page


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
    circuit = next(c for c in circuits(board.board) if c.name == "module")
    page, k = Page(150, 78), 7.0
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
    """The three parts of a hole as a small circuit."""
    net = circuit.component(ref).nets["1"]
    parts = {c.part: c for c in circuit.components if c.ref != ref and net in c.nets.values()}
    chip = next(c for c in circuit.components if c.part == "chip" and f"{net}_IN" in c.nets.values())
    pin = next(pin for pin, name in chip.nets.items() if name == f"{net}_IN")
    x, y = 92.0, 30.0
    page.words(x - 3, y + 33, "+3V3", 3.4)
    page.line(x, y + 32, x, y + 25, 0.3)
    page.frame(x - 3, y + 11, 6, 14, 0.3)
    page.words(x - 22, y + 17, f"{parts['10k'].ref} 10k", 3.2)
    page.line(x, y + 11, x, y - 12, 0.3)
    page.words(x - 5, y - 17, f"{ref}: spring contact", 3.4)
    page.line(x, y, x + 10, y, 0.3)
    page.frame(x + 10, y - 3, 14, 6, 0.3)
    page.words(x + 11, y + 5, f"{parts['1k'].ref} 1k", 3.2)
    page.line(x + 24, y, x + 34, y, 0.3)
    page.words(x + 35, y - 1, f"{chip.ref} pin {pin}", 3.4)


def wooden_board(board: LongBoard) -> Page:
    """A bought wooden board, cut across at one hole, as it is and as it becomes."""
    page, k = Page(205, 96), 3.2
    upper = board.top - m.PLATE - m.GRIP
    for left, title, thick, changed in (
        (8.0, "as you bought it", 18.0, False),
        (84.0, "as it becomes", upper, True),
    ):
        base = 14.0
        page.words(left, base + 22.5 * k, title, 4)
        floor = base + (m.ROOF * k if changed else 0)
        hole = (m.WOOD_HOLE if changed else 3.2) * k
        if changed:
            page.shade(left, base, 4 * k, floor - base, 0.75)
            page.shade(left + 16 * k, base, 4 * k, floor - base, 0.75)
        page.shade(left, floor, 20 * k, base + thick * k - floor, 0.75)
        bottom = floor if changed else base + 6 * k
        page.box(left + 10 * k - hole / 2, bottom, hole, base + thick * k - bottom + 0.01, black=False)
        if changed:
            top = base + thick * k
            page.shade(left, top, 20 * k, m.GRIP * k, 0.35)
            page.shade(left, top + m.GRIP * k, 20 * k, m.PLATE * k, 0.6)
            page.box(left + 10 * k - hole / 2, top, hole, (m.GRIP + m.PLATE) * k, black=False)
            z = base + board.pcb_top * k
            page.shade(left + 4.5 * k, z - m.PCB * k, 11 * k, m.PCB * k, 0.2)
            page.line(left + 9 * k, z, left + 11 * k, z + m.CONTACT_FREE * k, 0.5)
    right = 84.0 + 20 * k + 3
    for z, words in (
        (board.top - 0.7, "plate, to ground"), (upper + 0.2, "rubber"),
        (14.0, f"at least 8 mm of wood, bored {m.WOOD_HOLE:g} mm"), (8.0, "spring under the hole"),
        (4.0, "circuit board"), (0.5, "pocket from below"),
    ):  # fmt: skip
        page.words(right, 14.0 + z * k, words, 3.0)
    page.words(8, 5, "A thinner board gets a frame of the missing height below it.", 3.4)
    return page


def drawings(board: LongBoard) -> dict[str, Page]:
    """Name -> drawing."""
    return {
        "peg": peg(board),
        "bring-up": bring_up(board),
        "one-hole": one_hole(board),
        "wooden-board": wooden_board(board),
    }
