"""What lies on a simulated table at one moment: plain frozen values, nothing drawn here.

Table millimetres as in `vision.layout`: origin at the centre of the board, x to the right along it, y away
from player A. Angles are degrees counter-clockwise as seen from above.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

PropKind: TypeAlias = Literal["pad", "phone", "coin", "coaster"]


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on the table.

    `x_mm`, `y_mm` is the middle of the card; at `angle_deg` 0 its top points away from player A (a card that
    player B laid has about 180). `card` may be None only for a card that lies face down. Of two that overlap
    the one with the higher `order` lies on top.
    """

    card: str | None
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    face_up: bool = True
    order: int = 0

    def __post_init__(self) -> None:
        if self.face_up and self.card is None:
            raise ValueError("a card that lies face up has a face: give `card`")


@dataclass(frozen=True, slots=True)
class HandOver:
    """A hand with its sleeve over the table: the fingertips at `x_mm`, `y_mm`, reaching that way.

    `angle_deg` is the direction in which the fingers point: 90 for player A reaching straight across the
    table, 270 (or -90) for player B. The forearm runs back the other way, out of the picture.
    """

    x_mm: float
    y_mm: float
    angle_deg: float = 90.0


@dataclass(frozen=True, slots=True)
class Prop:
    """A thing that is no card, its middle at (x, y); at `angle_deg` 0 upright as player A sees it."""

    kind: PropKind
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything the camera could see at one moment.

    `pack`: the rest of the pack lies in the starter zone, face down, under the starter. `pegs`: the occupied
    holes of each track, by player, as in the table log. `props` lie below the cards. Two scenes that are
    equal look alike.
    """

    cards: tuple[LaidCard, ...] = ()
    hands: tuple[HandOver, ...] = ()
    pack: bool = True
    pegs: Mapping[str, frozenset[int]] = field(default_factory=dict)
    props: tuple[Prop, ...] = ()

    def face_up(self) -> tuple[LaidCard, ...]:
        """The cards whose face shows, lowest first."""
        return tuple(sorted((c for c in self.cards if c.face_up), key=lambda c: c.order))
