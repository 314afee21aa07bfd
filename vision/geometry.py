"""Where a card's indices are on it: which two can belong to one card, and where its corners must be."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

POKER_ASPECT = 63 / 88  # width to height
INDEX_OF_CARD = 0.21  # usual height of an index over the height of its card
INDEX_INSET = (0.27, 0.65)  # from the card's corner to its index's middle: index heights across, down

SAME_PLACE = 0.4  # index heights; detections nearer than this are of one index
OPPOSITE_WITHIN = math.radians(45)
SIDE_WITHIN = math.radians(26)  # of cards with four indices; one is sometimes found turned by 11 degrees
SIDE_APART, BELOW_APART = (1.7, 5.5), (1.9, 7.0)  # index heights between two beside, and below, each other
# Direction to the other index, from "down" towards the right.
DIAGONAL = (math.radians(14), math.radians(68))
DISTANCE = (1.5, 9.0)  # index heights between the two indices of a card
SIZE_RATIO = 1.9  # of the two indices of one card in perspective, at most

# Tighter bounds: two indices within them hardly belong to two different cards.
TIGHT_OPPOSITE = math.radians(25)
TIGHT_DIAGONAL = (math.radians(31), math.radians(49))
TIGHT_DISTANCE = (3.0, 6.0)
TIGHT_RATIO = 1.6


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an index is: its middle (px), its height (px) and the direction of its top (radians)."""

    x: float
    y: float
    height: float
    angle: float


def turn_between(a: float, b: float) -> float:
    """The angle between two directions, 0 to pi."""
    return abs((a - b + math.pi) % (2 * math.pi) - math.pi)


def same_place(a: Spot, b: Spot) -> bool:
    """Whether two detections are of the same index."""
    near = math.hypot(a.x - b.x, a.y - b.y) < SAME_PLACE * min(a.height, b.height)
    return near and turn_between(a.angle, b.angle) < math.pi / 2


def _mean_up(a: Spot, b: Spot, opposite: bool) -> float:
    """The direction of the card's top, the mean of both indices; `opposite`: b is upside down."""
    sign = -1 if opposite else 1
    x = math.cos(a.angle) + sign * math.cos(b.angle)
    y = math.sin(a.angle) + sign * math.sin(b.angle)
    return math.atan2(y, x)


def _distance(a: Spot, b: Spot) -> float:
    """Between two indices, in index heights."""
    return math.hypot(b.x - a.x, b.y - a.y) / math.sqrt(a.height * b.height)


def _way(a: Spot, b: Spot, up: float) -> float:
    """The direction from index a to b, from "down" towards the right, where `up` is the direction of the card's
    top."""
    dx, dy = b.x - a.x, b.y - a.y
    ux, uy = math.cos(up), math.sin(up)
    return math.atan2(-dx * uy + dy * ux, -dx * ux - dy * uy)


def _stand(
    a: Spot,
    b: Spot,
    opposite: float,
    diagonal: tuple[float, float],
    distance: tuple[float, float],
    ratio: float,
) -> bool:
    """Whether b is upside down at the lower right of a, within these bounds."""
    if turn_between(a.angle, b.angle + math.pi) > opposite:
        return False
    if max(a.height, b.height) > ratio * min(a.height, b.height):
        return False
    if not distance[0] < _distance(a, b) < distance[1]:
        return False
    return diagonal[0] < _way(a, b, _mean_up(a, b, opposite=True)) < diagonal[1]


def two_corners(a: Spot, b: Spot) -> bool:
    """Whether two indices can be the opposite corners of one card."""
    return _stand(a, b, OPPOSITE_WITHIN, DIAGONAL, DISTANCE, SIZE_RATIO)


def surely_two_corners(a: Spot, b: Spot) -> bool:
    """Whether two indices are placed so exactly like one card's corners that different readings contradict each
    other."""
    return _stand(a, b, TIGHT_OPPOSITE, TIGHT_DIAGONAL, TIGHT_DISTANCE, TIGHT_RATIO)


def side_by_side(a: Spot, b: Spot) -> bool:
    """Whether two indices can be the left and right ones of a card with indices in all four corners."""
    if turn_between(a.angle, b.angle) > SIDE_WITHIN or not SIDE_APART[0] < _distance(a, b) < SIDE_APART[1]:
        return False
    return abs(abs(_way(a, b, _mean_up(a, b, opposite=False))) - math.pi / 2) < SIDE_WITHIN


def one_below_other(a: Spot, b: Spot) -> bool:
    """Whether two indices can be the upper and lower left ones of a card with indices in all four corners."""
    if (
        turn_between(a.angle, b.angle + math.pi) > SIDE_WITHIN
        or not BELOW_APART[0] < _distance(a, b) < BELOW_APART[1]
    ):
        return False
    return abs(_way(a, b, _mean_up(a, b, opposite=True))) < SIDE_WITHIN


def on_one_card(a: Spot, b: Spot) -> bool:
    """Whether two indices of the same reading can be on one card."""
    return two_corners(a, b) or side_by_side(a, b) or one_below_other(a, b)


def _rectangle(
    origin: tuple[float, float], up: tuple[float, float], width: float, height: float
) -> NDArray[np.float32]:
    right, down = np.array([-up[1], up[0]]), -np.array(up)
    first = np.array(origin)
    corners = [first, first + right * width, first + right * width + down * height, first + down * height]
    return np.asarray(corners, np.float32)


def card_from_one(
    index: Spot, index_of_card: float = INDEX_OF_CARD, aspect: float = POKER_ASPECT
) -> NDArray[np.float32]:
    """The corners of a card of which one index is seen.

    Args:
        index: the index seen.
        index_of_card: its height over the card's height, where other cards of the picture tell it.
        aspect: width over height of the card.
    Returns:
        (4, 2) px, clockwise from the card's own top left.
    """
    up = (math.cos(index.angle), math.sin(index.angle))
    across, down = INDEX_INSET[0] * index.height, INDEX_INSET[1] * index.height
    origin = (index.x + up[0] * down + up[1] * across, index.y + up[1] * down - up[0] * across)
    height = index.height / index_of_card
    return _rectangle(origin, up, height * aspect, height)


def card_from_two(a: Spot, b: Spot) -> NDArray[np.float32]:
    """The corners of a card of which two opposite indices are seen; a counts as the top left one.

    Returns:
        (4, 2) px, clockwise from the card's own top left.
    """
    up_x, up_y = math.cos(a.angle) - math.cos(b.angle), math.sin(a.angle) - math.sin(b.angle)
    length = math.hypot(up_x, up_y) or 1.0
    up = (up_x / length, up_y / length)
    size = math.sqrt(a.height * b.height)
    across, down = INDEX_INSET[0] * size, INDEX_INSET[1] * size
    dx, dy = b.x - a.x, b.y - a.y
    width = abs(-dx * up[1] + dy * up[0]) + 2 * across
    height = abs(dx * up[0] + dy * up[1]) + 2 * down
    origin = (a.x + up[0] * down + up[1] * across, a.y + up[1] * down - up[0] * across)
    return _rectangle(origin, up, width, height)
