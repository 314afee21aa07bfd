"""The long board as a drawing: where every hole lies, in millimetres, and what is printed on the wood.

The holes come from outside (hole name -> x, y in mm, x along the board, y up: those of the board file), so the page
draws the board that is really there and knows no measures itself. `Drawing` turns them into numbers for the template.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

Holes: TypeAlias = tuple[float, float]
GAME: Final = "game"
_STREET: Final = 60
_EDGE_MM: Final = 12.0
_LABEL_MM: Final = 6.2
_OVERLAP_MM: Final = 4.0  # the two halves of a narrow screen share this much wood


@dataclass(frozen=True, slots=True)
class Dot:
    """One hole of the drawing."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Label:
    """One number printed beside a hole."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """All that the template needs to draw a board; y runs down, as in SVG."""

    left: float
    top: float
    width: float
    height: float
    dots: tuple[Dot, ...]
    labels: tuple[Label, ...]
    skunk_x: float | None
    tracks: tuple[tuple[float, float, float], ...]

    def part(self, name: str) -> str:
        """The SVG viewBox of the ``full`` board, or of its ``left`` or ``right`` half for narrow screens."""
        half = self.width / 2 + _OVERLAP_MM
        if name == "left":
            return f"{self.left:g} {self.top:g} {half:g} {self.height:g}"
        if name == "right":
            return f"{self.left + self.width - half:g} {self.top:g} {half:g} {self.height:g}"
        return f"{self.left:g} {self.top:g} {self.width:g} {self.height:g}"

    @property
    def grain(self) -> tuple[str, ...]:
        """A few long curves that read as wood."""
        left, right = self.left + 3, self.left + self.width - 3
        return tuple(
            f"M{left:g} {y:.1f}C{left + self.width * 0.3:.1f} {y - bend:.1f} "
            f"{left + self.width * 0.6:.1f} {y + bend:.1f} {right:g} {y - bend / 2:.1f}"
            for y, bend in (
                (self.top + self.height * share, 2.2 - 4 * (index % 2))
                for index, share in enumerate((0.09, 0.2, 0.34, 0.45, 0.57, 0.68, 0.8, 0.92))
            )
        )


def draw(holes: Mapping[str, Holes]) -> Drawing:
    """The drawing of a board with these holes; an empty one of a board without any."""
    if not holes:
        return Drawing(0.0, 0.0, 1.0, 1.0, (), (), None, ())
    dots = tuple(Dot(name, x, -y) for name, (x, y) in holes.items())
    xs, ys = [dot.x for dot in dots], [dot.y for dot in dots]
    left, top = min(xs) - _EDGE_MM, min(ys) - _EDGE_MM
    width, height = max(xs) + _EDGE_MM - left, max(ys) + _EDGE_MM - top
    return Drawing(left, top, width, height, dots, _labels(holes), _skunk_x(holes), _tracks(holes))


def _labels(holes: Mapping[str, Holes]) -> tuple[Label, ...]:
    """Every tenth hole is numbered, on the side of its row that is free."""
    labels = []
    for number in range(10, 2 * _STREET + 1, 10):
        for player in ("A", "B"):
            if (found := holes.get(f"{player}{number}")) is not None:
                x, y = found
                outward = 1 if y > 0 else -1
                away = outward * _LABEL_MM * (1 if number <= _STREET else -1)
                labels.append(Label(str(number), x, -(y + away)))
    return tuple(labels)


def _skunk_x(holes: Mapping[str, Holes]) -> float | None:
    """Between 90 and 91: who stays behind it is skunked."""
    before, after = holes.get("A90"), holes.get("A91")
    return None if before is None or after is None else (before[0] + after[0]) / 2


def _tracks(holes: Mapping[str, Holes]) -> tuple[tuple[float, float, float], ...]:
    """The groove of each row as (x from, x to, y)."""
    rows: dict[float, list[float]] = {}
    for name, (x, y) in holes.items():
        if name != GAME and int(name[1:]) >= 1:
            rows.setdefault(y, []).append(x)
    return tuple((min(xs), max(xs), -y) for y, xs in rows.items())
