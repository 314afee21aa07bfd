"""Boards as people own them, for drawn tables: holes by shape, and what wood, paint and pegs look like. Data only.

`BUILDING` is what the reader of pegs was made with. `APART` is kept for measuring it (`make bench-pegs`): woods,
paints, pegs and lights that nothing was chosen or adjusted by.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from vision.layout import TABLE_ZONES, Marker, TableLayout
from vision.pegs.board import PegBoard, Point, track_of
from vision.scene.lights import Light

Color: TypeAlias = tuple[int, int, int]  # blue, green, red


@dataclass(frozen=True, slots=True)
class Finish:
    """A board's top: its colour, how strong its figure is, its holes, and the strips along the tracks (or none)."""

    wood: Color
    figure: float = 0.10
    hole: Color = (14, 18, 24)
    rim: Color | None = (92, 128, 162)
    strips: tuple[Color, ...] = ()
    seed: int = 12


@dataclass(frozen=True, slots=True)
class PegKind:
    """A kind of peg: mm above the board, radius at the foot and at the head, how it shines, the players' colours."""

    height_mm: float
    foot_mm: float
    head_mm: float
    gloss: float
    colors: tuple[Color, ...]
    is_round: bool = True


@dataclass(frozen=True, slots=True)
class Kinds:
    """What one may draw with."""

    finishes: Mapping[str, Finish]
    pegs: Mapping[str, PegKind]
    lights: Mapping[str, Light]


def _straight(y: float, columns: range, pitch: float, gap: float, middle: float) -> Iterator[Point]:
    for column in columns:
        steps = column - 1
        yield (middle - (steps * pitch + steps // 5 * gap), y)


def long_board(tracks: int = 2, pitch: float = 6.35, gap: float = 3.18) -> PegBoard:
    """60 holes up and 60 down for two or three players, lying as the sensor board does."""
    players = "ABC"[:tracks]
    rows = {"A": (-19.05, -9.53), "B": (19.05, 9.53)}
    if tracks == 3:
        rows = {"A": (-28.0, -21.0), "B": (28.0, 21.0), "C": (-3.5, 3.5)}
    middle = 193.7
    made = {}
    for player in players:
        up, down = rows[player]
        holes = [
            *_straight(up, range(-2, 61), pitch, gap, middle),
            *_straight(down, range(60, 0, -1), pitch, gap, middle),
        ]
        made[player] = track_of(holes)
    game_y = 0.0 if tracks == 2 else 12.0
    return PegBoard(f"long-{tracks}", f"Long board, {tracks} tracks", made, (middle + pitch + gap, game_y))


def _along(
    path: Callable[[float], Point], length: float, count: int, gap_every: int, gap: float
) -> list[Point]:
    """So many holes along a path of this length, three start holes first, wider between groups from hole 1 on."""
    units = [i + ((i - 3) // gap_every + 1) * gap for i in range(count)]
    return [path(u / units[-1] * length) for u in units]


def _stadium(half: float, radius: float) -> tuple[Callable[[float], Point], float]:
    """Once round a stadium, from its lower right end clockwise as seen by player A, open at the start."""
    bend = math.pi * radius

    def path(s: float) -> Point:
        if s < 2 * half:
            return half - s, -radius
        s -= 2 * half
        if s < bend:
            a = -math.pi / 2 - s / radius
            return -half + radius * math.cos(a), radius * math.sin(a)
        s -= bend
        return -half + min(s, 2 * half), radius

    return path, 4 * half + bend


def loop_board() -> PegBoard:
    """121 holes once along a horseshoe, the tracks beside each other, the game hole in their middle."""
    made = {}
    for player, radius in (("A", 48.0), ("B", 40.0)):
        path, length = _stadium(160.0, radius)
        made[player] = track_of(_along(path, length, 123, 5, 0.35))
    return PegBoard("loop", "Horseshoe of 121 holes", made, (173.0, 44.0))


def s_board() -> PegBoard:
    """121 holes along an S: out, back and out again."""
    made = {}
    for player, off in (("A", -4.0), ("B", 4.0)):
        half, radius = 150.0, 22.0

        def path(s: float, off: float = off, half: float = half, radius: float = radius) -> Point:
            first = math.pi * (radius + off)
            second = math.pi * (radius - off)
            if s < 2 * half:
                return half - s, -2 * radius - off
            s -= 2 * half
            if s < first:
                a = -math.pi / 2 - s / (radius + off)
                return -half + (radius + off) * math.cos(a), -radius + (radius + off) * math.sin(a)
            s -= first
            if s < 2 * half:
                return -half + s, off
            s -= 2 * half
            if s < second:
                a = -math.pi / 2 + s / (radius - off)
                return half + (radius - off) * math.cos(a), radius + (radius - off) * math.sin(a)
            s -= second
            return half - s, 2 * radius - off

        made[player] = track_of(_along(path, 6 * half + 2 * math.pi * radius, 123, 5, 0.4))
    return PegBoard("s-shape", "S of 121 holes", made, (-160.0, 44.0))


def twice_board() -> PegBoard:
    """60 holes a player, 30 up and 30 down, walked twice; the game hole is the 61st."""
    made = {}
    for player, (up, down) in {"A": (-20.0, -9.0), "B": (20.0, 9.0)}.items():
        out = _straight(up, range(-1, 31), 7.2, 3.6, 110.0)
        back = _straight(down, range(30, 0, -1), 7.2, 3.6, 110.0)
        made[player] = track_of([*out, *back], -1)
    return PegBoard("twice", "60 holes walked twice", made, (120.8, 0.0), laps=2)


KIT_LAYOUT: Final = TableLayout(
    TABLE_ZONES,
    tuple(
        Marker(i, (sx * 219.0, sy * 50.0), 20.0)
        for i, (sx, sy) in enumerate(((-1, 1), (1, 1), (1, -1), (-1, -1)))
    ),
    (466.0, 128.0),
    20.0,
)
"""The table around such a board: larger than the sensor board, its markers farther out."""

SHAPES: Final[Mapping[str, Callable[[], PegBoard]]] = {
    "long-2": lambda: long_board(2),
    "long-3": lambda: long_board(3),
    "loop": loop_board,
    "s-shape": s_board,
    "twice": twice_board,
}

RED_BLUE: Final = ((52, 48, 196), (190, 120, 40), (60, 160, 60))
BRASS_STEEL: Final = ((60, 140, 170), (150, 150, 150), (70, 90, 150))

BUILDING: Final = Kinds(
    finishes={
        "walnut": Finish((38, 62, 98), strips=((56, 66, 156), (125, 102, 78), (80, 120, 80))),
        "maple": Finish((140, 184, 214), 0.06, rim=None),
        "black": Finish((34, 34, 36), 0.03, rim=(80, 80, 84)),
        "cherry": Finish((52, 86, 146), 0.12, rim=None, seed=4),
        "padauk": Finish((34, 52, 128), 0.10, rim=(40, 70, 120), seed=32),
        "birch": Finish((176, 206, 226), 0.05, rim=None, seed=51),
        "mahogany": Finish((44, 62, 120), 0.12, rim=(50, 80, 130), seed=52),
        "ebony": Finish((26, 28, 33), 0.10, rim=None, seed=53),
        "bamboo": Finish((120, 178, 206), 0.16, rim=(90, 140, 170), seed=54),
        "navy": Finish((96, 52, 28), 0.03, rim=(140, 110, 90), seed=55),
        "marblewood": Finish((84, 122, 152), 0.30, rim=None, seed=56),
        "rosewood": Finish((34, 42, 72), 0.24, rim=None, seed=57),
        "cream": Finish((190, 214, 226), 0.02, hole=(50, 54, 60), rim=None, seed=58),
        "crimson": Finish((40, 34, 150), 0.03, rim=(90, 90, 180), seed=59),
        "slate": Finish((92, 88, 84), 0.06, hole=(24, 24, 24), rim=(130, 128, 126), seed=60),
        "olive": Finish(
            (50, 110, 112), 0.05, rim=None, strips=((60, 60, 200), (200, 140, 60), (60, 180, 220)), seed=61
        ),
        "violet": Finish((110, 60, 110), 0.08, rim=None, seed=62),
    },
    pegs={
        "plastic": PegKind(14.0, 1.5, 2.2, 0.9, RED_BLUE),
        "metal": PegKind(18.0, 1.3, 2.0, 1.0, BRASS_STEEL, is_round=False),
        "wood": PegKind(22.0, 1.4, 2.5, 0.2, ((96, 140, 178), (40, 52, 70), (60, 70, 120))),
        "acrylic": PegKind(12.5, 1.5, 2.0, 1.0, ((80, 180, 60), (220, 180, 60), (60, 60, 220))),
        "bone": PegKind(15.0, 1.6, 2.3, 0.5, ((200, 226, 236), (34, 34, 36), (90, 60, 50))),
        "bronze": PegKind(
            20.0, 1.4, 1.8, 1.0, ((60, 110, 160), (172, 174, 176), (50, 80, 110)), is_round=False
        ),
        "spire": PegKind(25.0, 1.5, 2.6, 0.4, ((160, 80, 40), (40, 50, 180), (60, 140, 60))),
        "dowel": PegKind(18.0, 1.5, 1.7, 0.1, ((130, 170, 200), (60, 86, 120), (40, 50, 60)), is_round=False),
    },
    lights={
        "day": Light(1.08),
        "warm": Light(1.02, (0.74, 0.93, 1.06), 0.40, 2.6, shadow=0.55),
        "dim": Light(0.45, (0.86, 0.97, 1.02), 0.45, 4.5, shadow=0.5),
        "noon": Light(1.05, (1.04, 1.0, 0.95), 0.45, 2.2, shadow=0.7, direction=(0.9, 0.2)),
        "desk": Light(0.9, (0.66, 0.9, 1.1), 0.55, 3.0, shadow=0.65, direction=(-0.3, -0.9)),
        "overcast": Light(1.1, (1.0, 1.0, 1.0), 0.15, 2.0, shadow=0.3, direction=(0.3, 0.2)),
        "night": Light(0.5, (0.72, 0.92, 1.05), 0.5, 4.0, shadow=0.55, direction=(0.5, -0.7)),
    },
)
APART: Final = Kinds(
    finishes={
        "oak": Finish((84, 132, 172), 0.14, rim=None, seed=31),
        "bloodwood": Finish((36, 38, 116), 0.09, rim=(44, 50, 110), seed=41),
        "purpleheart": Finish((84, 46, 96), 0.08, rim=None, seed=42),
        "wenge": Finish((34, 44, 60), 0.22, rim=None, seed=43),
        "teal": Finish((118, 108, 30), 0.03, rim=(150, 150, 90), seed=44),
        "white": Finish((216, 220, 222), 0.02, hole=(40, 44, 50), rim=None, seed=33),
        "green": Finish(
            (62, 96, 48),
            0.04,
            rim=(120, 160, 130),
            strips=((60, 60, 190), (190, 180, 60), (40, 160, 200)),
            seed=34,
        ),
        "zebrano": Finish((96, 138, 168), 0.30, rim=None, seed=35),
        "grey": Finish((120, 122, 124), 0.05, hole=(22, 22, 24), rim=(150, 150, 152), seed=36),
    },
    pegs={
        "glass": PegKind(12.0, 1.5, 1.9, 1.0, ((60, 170, 80), (40, 190, 230), (170, 60, 150))),
        "ivory": PegKind(16.0, 1.6, 2.4, 0.6, ((196, 222, 234), (30, 30, 34), (60, 60, 160))),
        "copper": PegKind(
            20.0, 1.4, 1.8, 1.0, ((70, 110, 190), (168, 172, 176), (60, 130, 150)), is_round=False
        ),
        "tall": PegKind(25.0, 1.5, 2.6, 0.4, ((40, 40, 170), (150, 90, 30), (40, 120, 200))),
    },
    lights={
        "window": Light(1.0, (1.05, 1.0, 0.94), 0.5, 2.2, shadow=0.7, direction=(-0.8, 0.3)),
        "lamp": Light(0.9, (0.66, 0.9, 1.1), 0.55, 3.0, shadow=0.65, direction=(0.2, -0.9)),
        "ceiling": Light(1.1, (0.98, 1.0, 0.98), 0.15, 2.0, shadow=0.3, direction=(0.4, 0.1)),
        "evening": Light(0.5, (0.7, 0.92, 1.06), 0.5, 4.0, shadow=0.55, direction=(-0.5, -0.7)),
    },
)
