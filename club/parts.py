"""What an event of the club is put together from: entries, lines, calls, games level at time, absent qualifiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from cribbage.tournament.companies import Absence
from cribbage.tournament.forfeits import AtTime, games_forfeited, next_forfeit_min
from cribbage.tournament.scorecards import Line

Game: TypeAlias = tuple[int, str, str]
"""A game of the chart: its number, and whose it is."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who takes part: a player, a team or a company.

    ==============  ====================================================================================
    `left_after`    the last game played, if gone
    `removed`       taken out of the event: does not qualify (Rule: ACC 11.5.b)
    `floats_from`   from this game on whoever sits out plays in this place (Rule: ACC 2025 11.4)
    `absence`       a company that takes no part, and why
    `formerly`      names it was entered under before somebody mended them
    ==============  ====================================================================================
    """

    id: str
    name: str
    players: tuple[str, ...]
    number: str = ""
    left_after: int | None = None
    substitutes: tuple[tuple[int, str], ...] = ()
    removed: bool = False
    floats_from: int | None = None
    absence: Absence | None = None
    formerly: tuple[str, ...] = ()

    def is_owner(self, name: str) -> bool:
        """Whether a person is, or was, one of those whose card this is."""
        everybody = (self.name, *self.players, *(who for _, who in self.substitutes), *self.formerly)
        return plain(name) in {plain(one) for one in everybody}


@dataclass(frozen=True, slots=True)
class Written:
    """A line of a card with where it came from: ``device``, ``hand`` or ``corrected``, who wrote it, and why."""

    line: Line
    source: str
    who: str
    at: float
    why: str = ""
    was: Line | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A call for a judge: which table, since when, whether somebody has gone there."""

    n: int
    table: str
    at: float
    who: str
    done: bool = False


@dataclass(frozen=True, slots=True)
class Level:
    """A game that was level when time was called: at how many points, what follows (Rule: Corporate, game ties)."""

    score: int
    what: AtTime


@dataclass(frozen=True, slots=True)
class Awaited:
    """A qualifier who is not there for his match: since when it should have begun (wall time, s), and the games lost
    once he has come; None while he is awaited (Rule: ACC 13.1)."""

    since: float
    games: int | None = None

    def lost(self, now: float, best_of: int) -> int:
        """Games lost by now."""
        return self.games if self.games is not None else games_forfeited((now - self.since) / 60, best_of)

    def next_at(self, now: float, best_of: int) -> float | None:
        """When the next game is lost (wall time, s); None once the match is, or once he has come."""
        minutes = None if self.games is not None else next_forfeit_min(self.lost(now, best_of), best_of)
        return None if minutes is None else self.since + 60 * minutes

    def is_match_lost(self, now: float, best_of: int) -> bool:
        """Whether the match is over without him."""
        return self.lost(now, best_of) > best_of // 2


def plain(name: str) -> str:
    """A name as names are compared: capitals and spaces do not count."""
    return " ".join(name.split()).casefold()
