"""The board as a drawing: where every hole lies, in millimetres, and what is printed on the wood.

The holes come from outside (hole name -> x, y in mm, x along the board, y up: those of the board file, or of the
board that was learnt), so the page draws the board that is really there and knows no measures itself: rows, loops and
S shapes, two or three tracks, holes walked once or twice. `Drawing` turns them into numbers for the template.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final, TypeAlias

Holes: TypeAlias = tuple[float, float]
GAME: Final = "game"
_ONCE: Final = 120  # holes of a track that is walked once
_SKUNK: Final = 90
_APART: Final = 2.5  # times the usual step from hole to hole: there the groove ends
_TICK_MM: Final = 3.4
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
    """All that the template needs to draw a board; y runs down, as in SVG.

    `grooves` are the paths of the tracks; `skunk` the line or lines between 90 and 91 (from x, y to x, y), with one S
    at `skunk_at`; `lap` how many holes of a track are walked before the first comes again.
    """

    left: float
    top: float
    width: float
    height: float
    dots: tuple[Dot, ...]
    labels: tuple[Label, ...]
    grooves: tuple[str, ...]
    skunk: tuple[tuple[float, float, float, float], ...] = ()
    skunk_at: Holes | None = None
    lap: int = _ONCE

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
        return Drawing(0.0, 0.0, 1.0, 1.0, (), (), ())
    dots = tuple(Dot(name, x, -y) for name, (x, y) in holes.items())
    xs, ys = [dot.x for dot in dots], [dot.y for dot in dots]
    left, top = min(xs) - _EDGE_MM, min(ys) - _EDGE_MM
    width, height = max(xs) + _EDGE_MM - left, max(ys) + _EDGE_MM - top
    tracks = _tracks(holes)
    lap = max((max(track) for track in tracks.values()), default=_ONCE)
    skunk = tuple(_skunk(tracks))
    at = _middle_of(skunk) if len(skunk) == 1 else None
    grooves = tuple(path for track in tracks.values() for path in _grooves(track))
    return Drawing(
        left, top, width, height, dots, tuple(_labels(holes, tracks)), grooves, skunk, at, min(lap, _ONCE)
    )


def _tracks(holes: Mapping[str, Holes]) -> dict[str, dict[int, Holes]]:
    """The holes of each track from hole 1 on, in the order of play; y runs down."""
    tracks: dict[str, dict[int, Holes]] = {}
    for name, (x, y) in sorted(holes.items(), key=lambda hole: (hole[0][0], _number(hole[0]))):
        if _number(name) >= 1:
            tracks.setdefault(name[0], {})[_number(name)] = (x, -y)
    return tracks


def _number(name: str) -> int:
    return 0 if name == GAME else int(name[1:])


def _labels(holes: Mapping[str, Holes], tracks: Mapping[str, Mapping[int, Holes]]) -> Iterator[Label]:
    """Every tenth hole is numbered, on the side of its track that is free."""
    all_holes = [(x, -y) for x, y in holes.values()]
    for track in tracks.values():
        for number, (x, y) in track.items():
            if number % 10 == 0:
                across = _across(track, number)
                sides = [(x + s * across[0] * _LABEL_MM, y + s * across[1] * _LABEL_MM) for s in (1, -1)]
                free = max(sides, key=lambda side: _nearest(side, all_holes))
                yield Label(str(number), round(free[0], 2), round(free[1], 2))


def _nearest(to: Holes, holes: Collection[Holes]) -> float:
    """How far the nearest hole is, the numbered one left out, rounded so that equal sides stay equal."""
    return round(sorted(math.dist(to, hole) for hole in holes)[1], 3) if len(holes) > 1 else 0.0


def _across(track: Mapping[int, Holes], number: int) -> Holes:
    """The direction across a track at one of its holes, of length 1: square to its nearer neighbour."""
    here = track[number]
    beside = [track[n] for n in (number - 1, number + 1) if n in track]
    x, y = min(beside, key=lambda one: math.dist(here, one), default=(here[0] + 1, here[1]))
    far = math.dist(here, (x, y)) or 1.0
    return (y - here[1]) / far, (here[0] - x) / far


def _grooves(track: Mapping[int, Holes]) -> Iterator[str]:
    """The paths along a track, one for each stretch without a wide gap."""
    places = list(track.values())
    steps = [math.dist(a, b) for a, b in pairwise(places)]
    widest = _APART * median(steps) if steps else 0.0
    begin = 0
    for i in range(1, len(places) + 1):
        if i == len(places) or steps[i - 1] > widest:
            yield "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in places[begin:i])
            begin = i


def _skunk(tracks: Mapping[str, Mapping[int, Holes]]) -> Iterator[tuple[float, float, float, float]]:
    """Between 90 and 91: a player who stays behind it is skunked. One line where the tracks have these holes side by
    side."""
    marks = []
    for track in tracks.values():
        if _SKUNK in track and _SKUNK + 1 in track:
            (x, y), (next_x, next_y) = track[_SKUNK], track[_SKUNK + 1]
            across = _across(track, _SKUNK + 1)
            marks.append(((x + next_x) / 2, (y + next_y) / 2, *across))
    xs = {round(x, 1) for x, *_ in marks}
    if len(marks) > 1 and len(xs) == 1 and all(abs(across[0]) < 0.1 for _, _, *across in marks):
        ys = [y for _, y, *_ in marks]
        yield marks[0][0], min(ys) - _TICK_MM, marks[0][0], max(ys) + _TICK_MM
        return
    for x, y, dx, dy in marks:
        yield x - dx * _TICK_MM, y - dy * _TICK_MM, x + dx * _TICK_MM, y + dy * _TICK_MM


def _middle_of(lines: Sequence[tuple[float, float, float, float]]) -> Holes:
    x1, y1, x2, y2 = lines[0]
    return (x1 + x2) / 2, (y1 + y2) / 2
