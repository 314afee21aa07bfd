"""What is cut, drilled, routed and engraved, as lines, circles and words (mm): the DXF files and the blocks' grooves
are made from it. Here are the numbers and lines of the playing surface. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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


def engraved(board: LongBoard) -> Iterator[Shape]:
    """Numbers, lines and words of the playing surface: every fifth hole, skunk lines, start and game."""
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
