"""How a simulated table is set: light, ground, deck, how cards are laid, and what its players are like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from pegwatch.failure import PegwatchError
from pegwatch.simulated.plants import HONEST, OFTEN, Plants
from vision.scene.lights import GROUNDS, LIGHTS

if TYPE_CHECKING:
    from vision.scene.art import DeckArt

Pitch: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Laying:
    """How much of a card shows beside the next one laid on it, from - to, mm: cards played, a hand, the crib."""

    played: Pitch
    hand: Pitch
    crib: Pitch


LAYINGS: Final[Mapping[str, Laying]] = {
    "spread": Laying((24.0, 30.0), (40.0, 66.0), (32.0, 46.0)),
    "close": Laying((19.0, 25.0), (24.0, 36.0), (22.0, 30.0)),
    "stacked": Laying((0.0, 6.0), (40.0, 66.0), (32.0, 46.0)),  # each squarely on the last
    "overlapped": Laying((15.0, 20.0), (15.0, 21.0), (15.0, 20.0)),  # a corner index of each, hardly more
}
PLAYERS: Final[Mapping[str, Plants]] = {"honest": HONEST, "usual": Plants(), "often": OFTEN}


@dataclass(frozen=True, slots=True)
class Setting:
    """What the table looks like, by name; `deck` is a folder of pictures, empty for the project's own deck."""

    light: str = "day"
    ground: str = "oak"
    laying: str = "spread"
    players: str = "usual"
    deck: str = ""

    def __post_init__(self) -> None:
        for what, name, known in (
            ("light", self.light, LIGHTS),
            ("ground", self.ground, GROUNDS),
            ("laying", self.laying, LAYINGS),
            ("players", self.players, PLAYERS),
        ):
            if name not in known:
                raise PegwatchError(f"no {what} called {name}: there are {', '.join(known)}")

    @property
    def plants(self) -> Plants:
        """How often the players do something wrong."""
        return PLAYERS[self.players]

    @property
    def pitches(self) -> Laying:
        """How much of each card shows."""
        return LAYINGS[self.laying]

    def art(self) -> DeckArt:
        """The deck; raises `PegwatchError` if its folder holds none."""
        from vision.scene.art import deck_art  # OpenCV, which only those who draw need

        try:
            return deck_art(self.deck)
        except ValueError as error:
            raise PegwatchError(f"--deck: {error}; give a folder of pictures AS.png ... KC.png") from error
