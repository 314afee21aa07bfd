"""What is cut, drilled, routed and engraved, as lines, circles, words (mm). Pure: the DXF files are drawn from it.

Layers: `cut` (through, along the outline), `drill` (through), `pocket` (routed from below to the height it names),
`keep` (left standing in a pocket), `slot` (through a wall), `engrave` (numbers and lines of the top). `board-below`
is seen from below, as the wood lies on the router: mirrored about its middle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.cad import measures as m
from hardware.cad.measures import LongBoard

Box = tuple[float, float, float, float]
NUMBER_HIGH = 2.2
SKUNK, DOUBLE_SKUNK = 90, 60
"""A loser who has not passed this hole is skunked, or doubly."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One thing on a layer: a closed or open line through points, or a circle (one point and a radius), or words at a
    point (their middle)."""

    layer: str
    points: tuple[tuple[float, float], ...]
    closed: bool = False
    radius: float = 0.0
    words: str = ""


def _box(layer: str, box: Box) -> Shape:
    x0, y0, x1, y1 = box
    return Shape(layer, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), closed=True)


def cut_outline(board: LongBoard, kind: str) -> Box:
    """x0, y0, x1, y1 of a flat part."""
    if kind != "cover":
        return board.outline
    x0, y0, x1, y1 = board.pocket
    return x0 + m.COVER_GAP, y0 + m.COVER_GAP, x1 - m.COVER_GAP, y1 - m.COVER_GAP


def drilled(board: LongBoard, kind: str) -> Iterator[tuple[float, float, float]]:
    """Every hole of a flat part: x, y, diameter."""
    if kind == "cover":
        yield from ((x, y, m.SCREW_HOLE) for x, y in board.cover_posts())
        return
    width = {"plate": board.board.geometry.hole_diameter_mm, "grip": m.GRIP_HOLE, "wood": m.WOOD_HOLE}[kind]
    yield from ((x, y, width) for _, x, y in board.peg_holes())
    yield from ((x, y, m.LED_HOLE) for _, x, y in board.placed("led"))
    if kind != "plate":
        yield from ((x, y, m.WIRE_HOLE) for x, y in board.plate_wires())
    screw = m.SCREW_PILOT if kind == "wood" else m.SCREW_HOLE
    yield from ((x, y, screw) for x, y in board.plate_screws())


def routed(board: LongBoard) -> Iterator[Shape]:
    """What is routed into the wood from below, seen from above."""
    yield _box(f"pocket to {m.ROOF:g} mm", board.pocket)
    for bore in board.bosses():
        yield Shape(f"keep to {board.pcb_top:g} mm", ((bore.x, bore.y),), radius=m.BOSS / 2)
        yield Shape(
            f"bore {m.BOSS_HOLE:g} mm, 4 mm into the roof", ((bore.x, bore.y),), radius=m.BOSS_HOLE / 2
        )
    half = m.COVER_POST / 2
    for x, y in board.cover_posts():
        yield _box(f"keep to {m.COVER:g} mm", (x - half, y - half, x + half, y + half))
        yield Shape(f"bore {m.SCREW_PILOT:g} mm", ((x, y),), radius=m.SCREW_PILOT / 2)
    yield _box("slot for the cable", cable_slot(board))


def cable_slot(board: LongBoard) -> Box:
    """The opening in a side wall for the cable to the Pi."""
    _, y0, _, y1 = board.outline
    _, b0, _, b1 = board.pocket
    x, y = next((x, y) for _, x, y in board.placed("plug13"))
    return (x - 11, b1, x + 11, y1) if y > 0 else (x - 11, y0, x + 11, b0)


def engraved(board: LongBoard) -> Iterator[Shape]:
    """Numbers, lines and words of the top: every fifth hole, skunk lines, start and game."""
    rows = {row.id: row for row in board.board.rows}
    ys = sorted({abs(row.y_mm) for row in rows.values()})
    between = sum(ys[-2:]) / 2
    for name, (x, y) in board.board.positions_mm.items():
        if name == "game":
            yield Shape("engrave", ((x, y + 5.0),), words="121")
            continue
        number = int(name[1:])
        if number > 0 and number % 5 == 0:
            side = 1.0 if y > 0 else -1.0
            outer = abs(y) == ys[-1]
            at = (x, side * (between + 1.6)) if outer else (x, side * (between - 1.6))
            yield Shape("engrave", (at,), words=str(number))
    for player in board.board.players:
        for last in (SKUNK, DOUBLE_SKUNK):
            yield _line_after(board, player, last, ys[-1] - between)
        start = board.board.positions_mm[f"{player}-1"]
        yield Shape("engrave", ((start[0], start[1] + 5.0),), words=f"{player} START")


def _line_after(board: LongBoard, player: str, last: int, half: float) -> Shape:
    """The line that a peg passes from one hole to the next."""
    (x0, y0), (x1, y1) = (board.board.positions_mm[f"{player}{number}"] for number in (last, last + 1))
    if y0 == y1:
        x = round((x0 + x1) / 2, 3)
        return Shape("engrave", ((x, round(y0 - half, 3)), (x, round(y0 + half, 3))))
    y = round((y0 + y1) / 2, 3)
    return Shape("engrave", ((round(x0 - 2.5, 3), y), (round(x0 + 2.5, 3), y)))


def shapes(board: LongBoard, kind: str) -> list[Shape]:
    """Everything on the drawing of one flat part."""
    if kind == "below":
        return [_mirrored(board, shape) for shape in (*shapes(board, "wood"), *routed(board))]
    out = [_box("cut", cut_outline(board, kind))]
    out += [Shape("drill", ((x, y),), radius=width / 2) for x, y, width in drilled(board, kind)]
    return out + (list(engraved(board)) if kind == "plate" else [])


def _mirrored(board: LongBoard, shape: Shape) -> Shape:
    turned = tuple((round(2 * board.middle_x - x, 3), y) for x, y in shape.points)
    return Shape(shape.layer, turned, shape.closed, shape.radius, shape.words)


def faults(board: LongBoard) -> list[str]:
    """What the drawings lack or have in the wrong place: everything that the wood has from below is routed, and no
    number or line lies on a hole, a screw or under a marker."""
    below = shapes(board, "below")
    found = []
    for what, wanted in (
        ("pocket", 1), ("keep", len(list(board.bosses())) + len(board.cover_posts())), ("slot", 1),
    ):  # fmt: skip
        if sum(shape.layer.startswith(what) for shape in below) != wanted:
            found.append(f"board-below: not everything of the layer {what} is drawn")
    x0, y0, x1, y1 = board.pocket
    for shape in below:
        if shape.layer.startswith("keep") and not all(
            x0 - 1e-6 <= 2 * board.middle_x - x <= x1 + 1e-6 and y0 - 1e-6 <= y <= y1 + 1e-6
            for x, y in shape.points
        ):
            found.append("board-below: something is left standing outside the pocket")
    holes = [(x, y, width / 2) for x, y, width in drilled(board, "plate")]
    for shape in engraved(board):
        for x, y in shape.points:
            wide = len(shape.words) * NUMBER_HIGH * 0.4 if shape.words else 0.0
            high = NUMBER_HIGH / 2 if shape.words else 0.0
            for a, b, radius in holes:
                if abs(x - a) < wide + radius and abs(y - b) < high + radius:
                    found.append(f"top-plate: {shape.words or 'a line'} lies on the hole at {a:g}, {b:g}")
    return found
