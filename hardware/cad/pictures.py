"""Pictures for the guide, drawn from the models: flat shading, far faces first. Needs build123d and Pillow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from build123d import Align, Box, Part, Pos, Rot
from PIL import Image, ImageDraw, ImageFont

from hardware.cad import measures as m
from hardware.cad import models
from hardware.cad.make import build, long_board
from hardware.cad.measures import LongBoard, camera_place, mast_x

HERE: Final = Path(__file__).parent
Color = tuple[int, int, int]
WOOD: Final[Color] = (190, 140, 90)
METAL: Final[Color] = (190, 195, 202)
RUBBER: Final[Color] = (70, 70, 78)
GREEN: Final[Color] = (40, 120, 70)
WHITE: Final[Color] = (235, 235, 230)
PRINT: Final[Color] = (90, 130, 190)
FELT: Final[Color] = (60, 95, 75)
_SMOOTH: Final = 2


@dataclass(frozen=True)
class Thing:
    """A solid with its colour."""

    part: Part
    color: Color


def box(low: Sequence[float], high: Sequence[float]) -> Part:
    """A block by two corners."""
    size = [b - a for a, b in zip(low, high, strict=True)]
    return Pos(*[(a + b) / 2 for a, b in zip(low, high, strict=True)]) * Box(
        *size, align=(Align.CENTER, Align.CENTER, Align.CENTER)
    )


def draw(
    things: Sequence[Thing],
    path: Path,
    turn_deg: float,
    lift_deg: float,
    labels: Sequence[tuple[tuple[float, float, float], str]] = (),
    width: int = 1400,
    tolerance: float = 0.3,
) -> None:
    """One picture: seen from `turn_deg` around z and `lift_deg` above the table, without perspective. Hidden faces
    are settled point by point (a depth map), so that nothing shines through."""
    import numpy as np

    a, e = math.radians(turn_deg), math.radians(lift_deg)
    right = np.array((math.cos(a), math.sin(a), 0.0))
    back = np.array((-math.sin(a) * math.cos(e), math.cos(a) * math.cos(e), -math.sin(e)))
    up = np.cross(right, back)
    meshes = []
    for thing in things:
        points, faces = thing.part.tessellate(tolerance, 0.4)
        corners = np.array([(p.X, p.Y, p.Z) for p in points])
        meshes.append((corners @ np.stack([right, up, back]).T, np.array(faces), thing.color))
    spots = np.concatenate([mesh[0][:, :2] for mesh in meshes])
    low, high = spots.min(axis=0), spots.max(axis=0)
    rim = 60
    scale = (width - 2 * rim) / (high[0] - low[0])
    height = int((high[1] - low[1]) * scale) + 2 * rim
    size = (width * _SMOOTH, height * _SMOOTH)
    picture = np.full((size[1], size[0], 3), 255, np.uint8)
    depth = np.full((size[1], size[0]), np.inf)
    light = np.array((-0.35, 0.8, -0.5)) / np.linalg.norm((-0.35, 0.8, -0.5))

    def px(p: np.ndarray) -> np.ndarray:
        flat = np.stack(
            [(p[..., 0] - low[0]) * scale + rim, height - rim - (p[..., 1] - low[1]) * scale], axis=-1
        )
        return flat * _SMOOTH

    for corners, faces, color in meshes:
        flat = px(corners)
        for face in faces:
            normal = np.cross(corners[face[1]] - corners[face[0]], corners[face[2]] - corners[face[0]])
            length = np.linalg.norm(normal)
            if length < 1e-12 or normal[2] < 0:  # turned away (right, up, back is a left-handed frame)
                continue
            shade = 0.55 + 0.45 * max(0.0, -float(normal @ light) / length)
            _fill(picture, depth, flat[face], corners[face][:, 2], [min(255, int(c * shade)) for c in color])
    image = Image.fromarray(picture).resize((width, height), Image.Resampling.LANCZOS)
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=26)
    for place, words in labels:
        spot = px(np.array(place) @ np.stack([right, up, back]).T) / _SMOOTH
        pen.text(
            (float(spot[0]), float(spot[1])),
            words,
            fill=(20, 20, 20),
            font=font,
            anchor="lm",
            stroke_width=3,
            stroke_fill=(255, 255, 255),
        )
    image.quantize(128).save(path, optimize=True)


def _fill(picture, depth, corners, depths, color) -> None:  # type: ignore[no-untyped-def]
    import numpy as np

    (x0, y0), (x1, y1) = (
        np.floor(corners.min(axis=0)).astype(int),
        np.ceil(corners.max(axis=0)).astype(int) + 1,
    )
    x0, y0 = max(x0, 0), max(y0, 0)
    if x1 <= x0 or y1 <= y0:
        return
    (ax, ay), (bx, by), (cx, cy) = corners
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if abs(area) < 1e-9:
        return
    xs, ys = np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
    u = ((bx - xs) * (cy - ys) - (cx - xs) * (by - ys)) / area
    v = ((cx - xs) * (ay - ys) - (ax - xs) * (cy - ys)) / area
    w = 1 - u - v
    z = u * depths[0] + v * depths[1] + w * depths[2]
    here = depth[y0:y1, x0:x1]
    inside = ((u >= -1e-6) & (v >= -1e-6) & (w >= -1e-6))[: here.shape[0], : here.shape[1]]
    nearer = inside & (z[: here.shape[0], : here.shape[1]] < here)
    here[nearer] = z[: here.shape[0], : here.shape[1]][nearer]
    picture[y0:y1, x0:x1][nearer] = color


def electronics(board: LongBoard) -> list[Thing]:
    """The circuit boards with what stands on them, as boxes."""
    things = []
    for slab in board.slabs():
        if slab.name.startswith("board"):
            things.append(Thing(box(slab.low, slab.high), GREEN))
        elif slab.name.endswith("plug"):
            things.append(Thing(box(slab.low, slab.high), WHITE))
    for _, x, y in board.placed("contact"):
        z = board.pcb_top
        things.append(Thing(box((x - 1.1, y - 2.3, z), (x + 1.1, y + 2.3, z + 3.5)), METAL))
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
    below = [
        Thing(Rot(180, 0, 0) * t.part, t.color) for t in [Thing(parts["board"], WOOD), *electronics(board)]
    ]
    draw(below, folder / "underside.png", 15, 50)
    section(board, folder / "section.png")
    case = [
        Thing(parts["pi-case"], PRINT),
        Thing(Pos(0, 0, 75) * Rot(180, 0, 0) * parts["pi-lid"], PRINT),
        Thing(box((-44.5, -28, 6), (40.5, 28, 7.4)), GREEN),
    ]
    draw(case, folder / "case.png", 30, 35, width=900)
    table(board, parts, folder / "table.png")


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
    for marker in layout.markers:
        (x, y), h = marker.center_mm, marker.size_mm / 2
        things.append(Thing(box((x - h - 3, y - h - 3, 20), (x + h + 3, y + h + 3, 20.2)), WHITE))
        things.append(Thing(box((x - h, y - h, 20.2), (x + h, y + h, 20.4)), (20, 20, 20)))
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
