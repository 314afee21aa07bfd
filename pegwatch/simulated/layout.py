"""Where simulated people put things: card places in the zones, and where arms are. Table mm, degrees.

The zones are those of `vision.layout`; see there for the axes.
"""

from __future__ import annotations

import random
from typing import Final

from cribbage.log.observations import Player
from vision.layout import CARD_WIDTH_MM, LONG_BOARD, Place
from vision.scene.model import ArmOver, LaidCard

PITCH_HEAP_MM: Final = (0.0, 2.0)  # cards in one heap, face down
_CROOKED_DEG: Final = 4.0
_CROOKED_MM: Final = 4.0
_MARGIN_MM: Final = 9.0  # from the edge of the zone to the first card
_HAND_OUT_MM: Final = 290.0  # an arm on its way is half here, outside everything


def place_of(zone: str, dealer: Player) -> Place:
    """The rectangle of a zone; the crib lies at its dealer's right."""
    return LONG_BOARD.place(f"crib-{dealer}" if zone == "crib" else zone)


class Spot:
    """A row of cards being laid in a place, from the left of the player who sits there."""

    def __init__(self, place: Place, pitch_mm: tuple[float, float], chance: random.Random) -> None:
        self._chance = chance
        self._pitch_mm = pitch_mm
        self._turned = place.view_from == "B"
        x0, y0, x1, y1 = place.box_mm
        half = CARD_WIDTH_MM / 2 + _MARGIN_MM
        self._x_mm = (x1 - half) if self._turned else (x0 + half)
        self._y_mm = (y0 + y1) / 2 + chance.uniform(-10, 10)

    def next(self, card: str | None, order: int, *, face_up: bool = True) -> LaidCard:
        """The next card of the row, a little crooked."""
        off = self._chance.uniform
        laid = LaidCard(
            card,
            round(self._x_mm, 1),
            round(self._y_mm + off(-_CROOKED_MM, _CROOKED_MM), 1),
            round((180.0 if self._turned else 0.0) + off(-_CROOKED_DEG, _CROOKED_DEG), 1),
            face_up,
            order,
        )
        step = off(*self._pitch_mm)
        self._x_mm += -step if self._turned else step
        return laid


def starter_on_pack(card: str, order: int, chance: random.Random) -> LaidCard:
    """The starter, face up on the pack."""
    x, y = LONG_BOARD.place("starter").center_mm
    off = chance.uniform
    return LaidCard(
        card, round(x + off(-2, 2), 1), round(y + off(-2, 2), 1), round(off(-3, 3), 1), True, order
    )


def hand_over(player: Player, x_mm: float, y_mm: float) -> ArmOver:
    """A player's arm with its fingertips at a point."""
    return ArmOver(round(x_mm, 1), round(y_mm, 1), 90.0 if player == "A" else -90.0)


def hand_on_its_way(player: Player, x_mm: float, y_mm: float) -> ArmOver:
    """The same arm half-way between that point and its player's lap."""
    edge = -_HAND_OUT_MM if player == "A" else _HAND_OUT_MM
    return hand_over(player, x_mm, (y_mm + edge) / 2)
