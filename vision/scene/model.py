"""What is on a simulated table at one moment, as frozen values; `vision.scene.render` draws it.

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

    `x_mm`, `y_mm`: the middle of the card. At `angle_deg` 0 its top points away from player A (a card that player B
    laid has about 180). `card` may be None only for a card that lies face down. Of two cards that overlap the one
    with the higher `order` is on top.
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
class ArmOver:
    """An arm over the table, with its fingertips at `x_mm`, `y_mm`.

    `angle_deg`: where the fingers point, 90 for player A reaching straight across the table, 270 (or -90) for player
    B. The forearm runs back the other way, out of the picture.
    """

    x_mm: float
    y_mm: float
    angle_deg: float = 90.0


@dataclass(frozen=True, slots=True)
class Prop:
    """An object other than a card, its middle at (x, y); at `angle_deg` 0 upright as player A sees it."""

    kind: PropKind
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything the camera can see at one moment; equal scenes look the same.

    `arms` are over the table. `pack`: whether the rest of the pack lies in the starter zone, face down, under
    the starter. `pegs`: the occupied holes of each track, by player, as in the table log. `props` lie below the
    cards.
    """

    cards: tuple[LaidCard, ...] = ()
    arms: tuple[ArmOver, ...] = ()
    pack: bool = True
    pegs: Mapping[str, frozenset[int]] = field(default_factory=dict)
    props: tuple[Prop, ...] = ()

    def face_up(self) -> tuple[LaidCard, ...]:
        """The cards that lie face up, lowest first."""
        return tuple(sorted((c for c in self.cards if c.face_up), key=lambda c: c.order))
