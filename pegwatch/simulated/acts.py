"""What people do at the table, in order and without time: the script of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from cribbage.log.observations import Player
from cribbage.score.cards import Card


@dataclass(frozen=True, slots=True)
class Deal:
    """The pack is dealt; both players have given their cards to the crib."""

    deal: int
    dealer: Player


@dataclass(frozen=True, slots=True)
class Turn:
    """The starter is turned."""

    card: Card


@dataclass(frozen=True, slots=True)
class Lay:
    """A card is played."""

    player: Player
    card: Card


@dataclass(frozen=True, slots=True)
class Count:
    """A hand or the crib is counted aloud: `cards` as they lie, left to right; a crib is turned up first."""

    player: Player
    what: str
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Move:
    """A peg goes from one hole to another.

    `points` is what that pegs, `earned` what was due (null: a remedy). `first` is a wrong hole into which it was
    put before, without being let go.
    """

    player: Player
    lift: int
    put: int
    what: str
    points: int
    earned: int | None
    first: int | None = None


@dataclass(frozen=True, slots=True)
class Touch:
    """A peg is lifted and put back where it stood (Rule: ACC 8.6)."""

    player: Player
    hole: int


@dataclass(frozen=True, slots=True)
class Tap:
    """Something is tapped in."""

    player: Player
    what: str


@dataclass(frozen=True, slots=True)
class Judged:
    """Two judges came, looked, and entered their ruling."""

    rule: str
    moves: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Collect:
    """The cards of some zones are taken up; with the starter the deal is over."""

    zones: tuple[str, ...] = ("A", "B", "crib", "starter")


OF_A_MOVE: Final = frozenset({"overpeg", "false-claim"})
"""Codes whose verdict has the time of the move that it is about."""
Act: TypeAlias = Deal | Turn | Lay | Count | Move | Touch | Tap | Judged | Collect


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault that was done on purpose, and the verdicts that it must bring, in order.

    `player` and `points` as the verdict has them (null: of nobody, no points). `may` lists verdicts that fit as
    well: the game ended before the window of the fault had closed. `at` is the number of the act that was the fault.
    """

    kind: str
    deal: int
    player: Player | None
    points: int | None
    codes: tuple[str, ...]
    at: int
    may: tuple[str, ...] = ()
