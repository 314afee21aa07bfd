"""The result of one look at a place of the table: values in table millimetres, no pictures."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from cribbage.score.cards import Card
from vision.layout import Seat

SAME_CARD_MM: Final = 14.0
"""Cards whose middles are farther apart lie apart; nearer, they may be one card, read twice."""

Quad: TypeAlias = tuple[tuple[float, float], ...]
"""Four corners in table mm, clockwise as the card is read, from its top left."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card read for certain, and where it lies.

    `both`: both corner indices were seen. Otherwise only that of its first corner was, and the rest is worked out:
    the opposite corner may be off by a centimetre or two.
    """

    card: Card
    corners_mm: Quad
    confidence: float = 1.0
    both: bool = False


@dataclass(frozen=True, slots=True)
class Doubt:
    """A card that could not be read; `corners_mm` only where the reader knows them.

    `guess`: what it most likely is, with `confidence` 0 to 1, to be used only together with other evidence. `about`:
    a card that was read there, where it is in doubt whether that is right.
    """

    reason: str
    corners_mm: Quad | None = None
    guess: Card | None = None
    confidence: float = 0.0
    about: Card | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a still place at table time `t`.

    `variant`: how the picture was turned and zoomed for the reader. Looks of different variants make different
    errors, so they count as independent; looks of the same variant at the same cards do not.

    Of the known cards `gone` are those whose spot shows the bare ground again, `same` those whose spot looks exactly
    as when they were read, `same_index` those of which at least one corner does. Something covers the others.

    `hidden`: those over or near which an arm reaches: of them it is only known whether they were seen.

    Of the cards seen `beside` are those over or near which an arm or something else reaches, so that nobody can tell
    whether they lie on another, `piled` those that seem to, as more than one card shows there, and `single` those
    that do not.

    `restless`: why the place is never still and was looked at all the same; empty if it was still.
    """

    t: float
    seen: tuple[Sighting, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    gone: frozenset[Card] = field(default_factory=frozenset)
    same: frozenset[Card] = field(default_factory=frozenset)
    same_index: frozenset[Card] = field(default_factory=frozenset)
    variant: int = 0
    restless: str = ""
    hidden: frozenset[Card] = field(default_factory=frozenset)
    beside: frozenset[Card] = field(default_factory=frozenset)
    piled: frozenset[Card] = field(default_factory=frozenset)
    single: frozenset[Card] = field(default_factory=frozenset)


def center(corners_mm: Quad) -> tuple[float, float]:
    """The middle of a quad."""
    return sum(x for x, _ in corners_mm) / 4, sum(y for _, y in corners_mm) / 4


def angle_deg(corners_mm: Quad) -> float:
    """How far a card is turned counter-clockwise, 0 to below 180: half a turn makes no difference."""
    (x0, y0), (x1, y1) = corners_mm[0], corners_mm[1]
    return math.degrees(math.atan2(y1 - y0, x1 - x0)) % 180.0


def distance_mm(a: Quad, b: Quad) -> float:
    """The distance between the middles of two quads."""
    (ax, ay), (bx, by) = center(a), center(b)
    return math.hypot(ax - bx, ay - by)


def same_index(a: Quad, b: Quad, near_mm: float, near_deg: float) -> bool:
    """Whether two quads have a corner index on the same spot, so that they may be of one card.

    Where only one index was seen the rest of the card is worked out from it, so its middle may be wrong.
    """
    turn = abs(angle_deg(a) - angle_deg(b))
    return min(turn, 180.0 - turn) <= near_deg and any(
        math.dist(a[i], b[j]) <= near_mm for i in (0, 2) for j in (0, 2)
    )


def index_spots(corners_mm: Quad) -> tuple[tuple[float, float], tuple[float, float]]:
    """The middles of a card's two indices: in from its top left and its bottom right corner."""
    mx, my = center(corners_mm)
    spots = [(x + (mx - x) * 0.22, y + (my - y) * 0.22) for x, y in (corners_mm[0], corners_mm[2])]
    return spots[0], spots[1]


def from_left(sighting: Sighting, seat: Seat) -> tuple[float, float]:
    """Sort key: from left to right as the player on that side sees it, then from far to near."""
    x, y = center(sighting.corners_mm)
    return (x, -y) if seat == "A" else (-x, y)
