"""What really happened at a table: acts with their true times, and what somebody did wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Lying:
    """From `at` (s) on just these cards lie in a place, in the order in which they were laid."""

    at: float
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Standing:
    """From `at` (s) on the pegs of a side stand in these holes; one hole: the other peg is in the hand."""

    at: float
    side: str
    holes: tuple[int, ...]


@dataclass(frozen=True)
class Word:
    """Something said aloud at `at` (s). `points`: the count or the total that was said."""

    at: float
    by: str
    what: str
    points: int | None = None


@dataclass(frozen=True)
class Miscount:
    """A hand that was pegged wrongly: `by` points too many, or too few where it is negative.

    `at` is when the peg landed (s). `challenge` is the number of the word by which the other side called it, and
    `put_right` the holes between which the peg then went back: both are there only where it was called.
    """

    at: float
    side: str
    by: int
    challenge: int | None = None
    put_right: frozenset[int] = frozenset()


@dataclass
class Truth:
    """A game as it was played. `header` is the first line of its log; times are seconds since the log began."""

    header: dict[str, Any]
    places: dict[str, list[Lying]] = field(default_factory=dict)
    pegs: list[Standing] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    landings: list[float] = field(default_factory=list)  # when a peg came down for a score
    miscounts: list[Miscount] = field(default_factory=list)
    went_over: bool = False  # somebody laid a card over thirty-one, and took it back
    habits: set[str] = field(default_factory=set)  # what was done in more than one way, and how
    winner: str | None = None  # the side that reached the game hole
    end: float = 0.0

    def in_place(self, place: str, at: float) -> tuple[str, ...]:
        """The cards that lie in a place at that time (s)."""
        return next((lying.cards for lying in reversed(self.places[place]) if lying.at <= at + 1e-9), ())

    def changes_at(self) -> list[float]:
        """When something changed that a sensor could miss (s)."""
        return [lying.at for place in self.places.values() for lying in place] + self.landings

    def moves_of(self, side: str) -> Iterable[Standing]:
        """What the pegs of a side did, in the order of time."""
        return sorted((one for one in self.pegs if one.side == side), key=lambda one: one.at)
