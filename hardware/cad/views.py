"""Pictures for the guide, drawn from the models. Needs build123d and Pillow."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from build123d import Cylinder, Part, Pos, Rot
from PIL import Image, ImageDraw, ImageFont

from hardware.cad import case as measures
from hardware.cad import measures as m
from hardware.cad import models
from hardware.cad.make import build, long_board
from hardware.cad.measures import LongBoard, camera_place, mast_x
from hardware.cad.models import LOW
from hardware.cad.render import Color, Thing, box, draw

HERE: Final = Path(__file__).parent
WOOD: Final[Color] = (190, 140, 90)
METAL: Final[Color] = (190, 195, 202)
RUBBER: Final[Color] = (70, 70, 78)
GREEN: Final[Color] = (40, 120, 70)
WHITE: Final[Color] = (235, 235, 230)
PRINT: Final[Color] = (90, 130, 190)
CABLE: Final[Color] = (225, 150, 60)
FELT: Final[Color] = (60, 95, 75)


def electronics(board: LongBoard) -> list[Thing]:
    """The circuit boards with what stands on them, as boxes."""
    things = []
    for slab in board.slabs():
        if slab.name.startswith("board"):
            things.append(Thing(box(slab.low, slab.high), GREEN))
        elif slab.name.endswith("plug"):
            things.append(Thing(box(slab.low, slab.high), WHITE))
    finger = models.spring(board)
    things += [Thing(Pos(x, y, board.pcb_top) * finger, METAL) for _, x, y in board.placed("contact")]
    for _, x, y in board.placed("chip"):
        things.append(
            Thing(box((x - 2.5, y - 2.2, board.pcb_top), (x + 2.5, y + 2.2, board.pcb_top + 1.2)), RUBBER)
        )
    return things


def moved(things: Sequence[Thing], z: float) -> list[Thing]:
    """The same, higher up."""
    return [Thing(Pos(0, 0, z) * thing.part, thing.color) for thing in things]


def pictures(folder: Path = HERE / "pictures") -> None:
    """All of them."""
    folder.mkdir(exist_ok=True)
    board = long_board()
    parts = build()
    x1 = board.outline[2]
    stack = [
        *moved([Thing(parts["cover"], RUBBER)], -90),
        *moved(electronics(board), -50),
        Thing(parts["board"], WOOD),
        *moved([Thing(parts["grip"], RUBBER)], 45),
        *moved([Thing(parts["top-plate"], METAL)], 85),
    ]
    pegs = [("A22", (200, 40, 40)), ("A17", (200, 40, 40)), ("B9", (40, 80, 190)), ("B4", (40, 80, 190))]
    for name, color in pegs:
        x, y = board.board.positions_mm[name]
        stack.append(Thing(Pos(x, y, board.top + 130) * parts["peg"], color))
    labels = [
        ((x1 + 6, 0, board.top + 85), "top plate, grounded"), ((x1 + 6, 0, board.top + 43), "silicone grip"),
        ((x1 + 6, 0, 12), "wood"), ((x1 + 6, 0, -45), "head and 6 modules"), ((x1 + 6, 0, -90), "cover"),
        ((board.board.positions_mm["A22"][0] + 10, 19, board.top + 140), "pegs"),
    ]  # fmt: skip
    stack.append(Thing(box((x1 + 130, 0, 0), (x1 + 130.1, 0.1, 0.1)), (255, 255, 255)))  # room for the words
    draw(stack, folder / "exploded.png", 20, 28, labels)
    from_below(board, parts, folder)
    section(board, folder / "section.png")
    finished(board, parts, folder / "finished.png")
    case(parts, folder / "case.png")
    camera(parts, folder / "camera.png")
    table(board, parts, folder / "table.png")


def turned_over(things: Sequence[Thing]) -> list[Thing]:
    """The same, seen from below: turned about the long side."""
    return [Thing(Rot(180, 0, 0) * thing.part, thing.color) for thing in things]


def from_below(board: LongBoard, parts: dict[str, Part], folder: Path) -> None:
    """The pocket as it is milled, and with circuit boards and cables in it."""
    wood = [Thing(parts["board"], WOOD)]
    x0, y1 = board.outline[0], board.outline[3]
    room = [
        Thing(box((x0 + k, -y1 - 110, -20), (x0 + k + 0.1, -y1 - 109.9, -19.9)), (255, 255, 255))
        for k in (0, 60)
    ]
    post = next(b for b in board.bosses() if b.name == "2:MH1")
    block_x, block_y = board.cover_posts()[5]
    spots = (
        ((x0 + 1, -10, -6), (x0 + 1, -y1 - 112), "4 bores: the buttons' pins"),
        ((-16, -y1, -6), (0, -y1 - 84), "slot: the cable to the Pi"),
        ((post.x, -post.y, -board.pcb_top), (post.x + 30, -y1 - 56), "posts for the circuit boards"),
        ((block_x, -block_y, -m.COVER), (block_x - 75, -y1 - 30), "6 blocks for the cover"),
    )
    labels = [((x + 2, y - 6, 0), words) for _, (x, y), words in spots]
    pointers = [((x + 12, y, 0), spot) for spot, (x, y), _ in spots]
    draw([*turned_over(wood), *room], folder / "pocket.png", 15, 50, labels, pointers=pointers)
    things = [*wood, *electronics(board), *cables(board)]
    names = []
    for number, (circuit, left) in enumerate(board.boards):
        name = f"module {number}" if number else "head"
        names.append(
            ((left + circuit.size_mm[0] / 2 - (22 if number else 10), 4.0, -board.pcb_top + 6), name)
        )
    draw(turned_over(things), folder / "underside.png", 15, 50, names)


def cables(board: LongBoard) -> list[Thing]:
    """The cables of the chain and the plate's two wires, as straight pieces."""
    z = board.pcb_top + 1.0
    plugs = {name.split()[0]: slab for slab in board.slabs() for name in [slab.name] if name.endswith("plug")}
    things = []
    for number in range(len(board.boards) - 1):
        a, b = plugs[f"{number}:J2"], plugs[f"{number + 1}:J1"]
        y = a.low[1] + 1.0
        things.append(
            Thing(box(((a.low[0] + a.high[0]) / 2, y, z), (b.high[0] - 7.0, y + 4.0, z + 1.5)), CABLE)
        )
    out = plugs["0:J1"]
    middle = (out.low[0] + out.high[0]) / 2
    things.append(
        Thing(box((middle - 8, out.high[1] - 4, z), (middle + 8, out.high[1] + 22, z + 1.5)), CABLE)
    )
    for name, x, y in board.placed("plate"):
        if name.startswith("0:"):
            things.append(Thing(box((x - 0.6, y - 0.6, z - 4), (x + 0.6, y + 0.6, z + 4)), METAL))
    return things


def finished(board: LongBoard, parts: dict[str, Part], path: Path) -> None:
    """The board as it is played on: plate with its screws, markers, pins, the cable."""
    turned = Rot(0, 0, 180) * Pos(-board.middle_x, 0, 0)
    things = [Thing(turned * parts[name], color) for name, color in (("board", WOOD), ("top-plate", METAL))]
    things += [Thing(turned * thing.part, thing.color) for thing in cables(board)[-3:-2]]
    for x, y in board.plate_screws():
        a, b = board.to_table(x, y)
        things.append(Thing(Pos(a, b, board.top) * Cylinder(m.SCREW_HEAD / 2, 0.3), RUBBER))
    for x, y, z in board.button_pins():
        a, b = board.to_table(x, y)
        things.append(Thing(Pos(a, b, z) * Rot(0, -90, 0) * parts["button-pin"], PRINT))
    things += stickers(board)
    x, y = board.outline[2] - board.middle_x, board.outline[3]
    labels = [
        ((-x + 40, -y - 34, 0), "player A sits here"), ((x - 60, -y - 40, 0), "to the Pi"),
        ((x + 14, 4, 10), "buttons"), ((-x + 5, 90, 0), "marker 0"), ((x - 45, 90, 0), "marker 1"),
        ((x + 8, -y + 8, 20), "marker 2"), ((-x + 30, -y + 12, 20), "marker 3"),
    ]  # fmt: skip
    things.append(Thing(box((x + 90, 0, 0), (x + 90.1, 0.1, 0.1)), (255, 255, 255)))
    draw(things, path, -12, 45, labels, tolerance=0.4)


def stickers(board: LongBoard) -> list[Thing]:
    """The markers as they are stuck on the plate, in the table's frame."""
    top, things = board.top, []
    for marker in board.layout.markers:
        (x, y), h = marker.center_mm, marker.size_mm / 2
        things.append(Thing(box((x - h - 3, y - h - 3, top), (x + h + 3, y + h + 3, top + 0.2)), WHITE))
        things.append(Thing(box((x - h, y - h, top + 0.2), (x + h, y + h, top + 0.4)), (20, 20, 20)))
    return things


def case(parts: dict[str, Part], path: Path) -> None:
    """The case, open, with a Pi's board and what stands on its edges."""
    left, half, top = measures.PI_LEFT, measures.PI_SIZE[1] / 2, measures.PI_TOP
    things = [
        Thing(parts["pi-case"], PRINT),
        Thing(Pos(0, 0, 75) * Rot(180, 0, 0) * parts["pi-lid"], PRINT),
        Thing(box((left, -half, top - measures.PI_THICK), (left + measures.PI_SIZE[0], half, top)), GREEN),
        Thing(box((left + 7, half - 6, top), (left + 58, half - 1, top + 8.5)), RUBBER),
    ]
    for plug in measures.PI_MODELS["Raspberry Pi 5"]:
        w, high = plug.width / 2 - 1.5, top + plug.high - 1.0
        if plug.side == "front":
            x = left + plug.middle
            things.append(Thing(box((x - w, -half - 1.5, top), (x + w, -half + 6, high)), METAL))
        elif plug.side == "right":
            x, y = left + measures.PI_SIZE[0], plug.middle - half
            things.append(Thing(box((x - 16, y - w, top), (x + 3, y + w, high)), METAL))
    labels = [
        ((-50, -36, 52), "lid"), ((20, -50, 0), "power, screens"), ((46, 8, -8), "USB, network"),
    ]  # fmt: skip
    draw(things, path, 30, 35, labels, width=900)


def camera(parts: dict[str, Part], path: Path) -> None:
    """The arm's end with the camera on it, lens down."""
    things = [
        Thing(parts["camera-head"], PRINT),
        Thing(box((-5.0, -10, 5), (60, 10, 25)), METAL),
        Thing(box((-45.5, -9.5, 4.0), (-20.5, 14.5, 5.0)), GREEN),
        Thing(box((-38.0, -5.0, -3.0), (-28.0, 5.0, 4.0)), RUBBER),
        Thing(box((-41, 9.5, 5.0), (-25, 14.5, 7.0)), WHITE),
    ]
    things += [
        Thing(Pos(-33 + x, y, 3) * Cylinder(2.2, 1, align=LOW), METAL)
        for x in (-models.CAMERA_HOLES[0] / 2, models.CAMERA_HOLES[0] / 2)
        for y in (0, models.CAMERA_HOLES[1])
    ]
    labels = [((-52, -20, 0), "lens down through the window"), ((38, -14, 30), "arm")]
    draw(things, path, -40, 30, labels, width=900)


def table(board: LongBoard, parts: dict[str, Part], path: Path) -> None:
    """The whole: board, places for the cards, mast and camera."""
    layout = board.layout
    place = camera_place(layout)
    bx0, by0, _, by1 = layout.bounds_mm()
    post_x = mast_x(layout)
    post = place.height + m.ARM_OVER_LENS
    things = [Thing(box((bx0 - 40, by0 - 40, -12), (post_x + 80, by1 + 40, -2)), FELT)]
    for spot in layout.places:
        a, b, c, d = spot.box_mm
        things.append(Thing(box((a, b, -2), (c, d, -1)), (86, 130, 102)))
    turned = Rot(0, 0, 180) * Pos(-board.middle_x, 0, 0)
    things += [Thing(turned * parts["board"], WOOD), Thing(turned * parts["top-plate"], METAL)]
    things += stickers(board)
    arm = models.POST
    half = arm / 2
    things += [
        Thing(Pos(post_x, 0, -2) * parts["mast-foot"], PRINT),
        Thing(box((post_x - half, -half, 4), (post_x + half, half, post)), METAL),
        Thing(Pos(post_x, 0, post - 37) * parts["mast-corner"], PRINT),
        Thing(box((place.x + 41, -half, post - 20), (post_x - 17, half, post)), METAL),
        Thing(Pos(place.x + 33, 0, post - 25) * parts["camera-head"], PRINT),
    ]
    labels = [
        ((place.x - 330, 0, place.height + 10), f"lens {place.height:.0f} mm above the table"),
        ((-200, by0 + 60, 0), "cards of A"), ((-200, by1 - 60, 0), "cards of B"), ((240, 0, 0), "pack"),
    ]  # fmt: skip
    draw(things, path, -25, 30, labels, width=1300, tolerance=0.6)


def section(board: LongBoard, path: Path) -> None:
    """A cut through one hole, ten times as large."""
    k = 32.0
    width, height = 1100, int((board.top + 15) * k)
    image = Image.new("RGB", (width, height), (255, 255, 255))
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(size=26)
    middle = 330

    def bar(x0: float, x1: float, z0: float, z1: float, color: Color) -> None:
        pen.rectangle(
            (middle + x0 * k, height - (z1 + 2) * k, middle + x1 * k, height - (z0 + 2) * k),
            fill=color,
            outline=(40, 40, 40),
        )

    upper = board.top - m.PLATE - m.GRIP
    hole = board.board.geometry.hole_diameter_mm / 2
    for low, high, radius, color in (
        (m.ROOF, upper, m.WOOD_HOLE / 2, WOOD),
        (upper, upper + m.GRIP, m.PEG_SHANK / 2, RUBBER),
        (board.top - m.PLATE, board.top, hole, METAL),
    ):
        bar(-8, -radius, low, high, color)
        bar(radius, 8, low, high, color)
    bar(-8, 8, board.pcb_top - m.PCB, board.pcb_top, GREEN)
    bar(-8, 8, 0, m.COVER, RUBBER)
    tip = board.top - board.shank_length
    bar(-1.1, 1.1, board.pcb_top, board.pcb_top + 0.3, METAL)
    pen.line(
        [(middle - 1.0 * k, height - (board.pcb_top + 2.3) * k), (middle + 1.0 * k, height - (tip + 2) * k)],
        fill=(150, 110, 40),
        width=8,
    )
    bar(-m.PEG_SHANK / 2, m.PEG_SHANK / 2, tip, board.top, (205, 170, 80))
    bar(-m.PEG_HEAD / 2, m.PEG_HEAD / 2, board.top, board.top + 12, (205, 170, 80))
    for z, words in (
        (board.top + 6, "peg, metal: shoulder on the plate"), (board.top - 0.5, "top plate 1 mm, to ground"),
        (upper + 0.5, "silicone 1 mm, hole 2.8 mm: grips"), (14, "wood 8 mm, hole 3.6 mm"),
        (tip - 0.7, f"spring pressed from 4 to {m.CONTACT_PRESSED:g} mm"),
        (board.pcb_top - 0.8, "circuit board"), (1, "cover"),
    ):  # fmt: skip
        y = height - (z + 2) * k
        pen.line([(middle + 8.1 * k, y), (middle + 9 * k, y)], fill=(40, 40, 40), width=2)
        pen.text((middle + 9.2 * k, y), words, fill=(20, 20, 20), font=font, anchor="lm")
    image.quantize(32).save(path, optimize=True)


if __name__ == "__main__":
    pictures()
