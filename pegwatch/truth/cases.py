"""Which games are played: every factor evenly, all of it from one seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cribbage.profiles import PROFILES
from pegwatch.simulated.setting import PLAYERS, Setting
from vision.scene.lights import GROUNDS

LIGHTS: Final = ("day", "warm", "dim")
LAYINGS: Final = ("spread", "close", "overlapped")  # stacked cards are looked at by `make hostile`
FACTORS: Final = ("profile", "players", "light", "ground", "laying", "deck")
FULL: Final = "full"
KIT: Final = "kit"
BOTH: Final = "both"
KINDS: Final = (FULL, KIT, BOTH)
"""Kinds of table, as `pegwatch demo --kind` names them."""
_FIRST_SEED: Final = 10_000  # far from the seeds used while the program is worked on


@dataclass(frozen=True, slots=True)
class Case:
    """One game: the seed of its players, its rule book, its setting, and the kind of its table (`KINDS`)."""

    seed: int
    profile: str
    setting: Setting
    kind: str = FULL

    @property
    def name(self) -> str:
        """What the case is called in folders and tables."""
        s = self.setting
        deck = s.deck.rsplit("/", 1)[-1] or "own"
        kind = "" if self.kind == FULL else f"-{self.kind}"
        return f"{self.seed}-{self.profile}-{s.players}-{s.light}-{s.ground}-{s.laying}-{deck}{kind}"

    def level(self, factor: str) -> str:
        """The value of one of `FACTORS` in this case."""
        if factor == "profile":
            return self.profile
        value = str(getattr(self.setting, factor))
        return value.rsplit("/", 1)[-1] or "pegwatch (own)" if factor == "deck" else value


def cases(games: int, seed: int, decks: Sequence[str], kind: str = FULL) -> list[Case]:
    """So many cases; each value of each factor comes equally often, give or take one.

    Tables of another kind play the same games.
    """
    chance = random.Random(f"truth {seed}")
    columns = [
        _evenly(values, games, chance)
        for values in (list(PROFILES), list(PLAYERS), LIGHTS, GROUNDS, list(LAYINGS), list(decks) or [""])
    ]
    return [
        Case(_FIRST_SEED * seed + number, profile, Setting(light, ground, laying, players, deck), kind)
        for number, (profile, players, light, ground, laying, deck) in enumerate(
            zip(*columns, strict=True), 1
        )
    ]


def _evenly(values: Sequence[str], count: int, chance: random.Random) -> Iterator[str]:
    """Shuffled rounds of the values, so that the first games of a long list are spread evenly as well."""
    left: list[str] = []
    for _ in range(count):
        if not left:
            left = chance.sample(values, len(values))
        yield left.pop()
