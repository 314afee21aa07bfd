"""What an event of the club is put together from: entries, lines, calls, games level at time, absent qualifiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, Self, TypeAlias

from cribbage.tournament.companies import Absence
from cribbage.tournament.forfeits import AtTime, games_forfeited, next_forfeit_min
from cribbage.tournament.scorecards import Line

Game: TypeAlias = tuple[int, str, str]
"""A game of the chart: its number, and whose it is."""
Source: TypeAlias = tuple[str, str, int]
"""A game that a table told: table, stream, number."""


class _Done(Protocol):
    """What a record says of itself."""

    @property
    def n(self) -> int: ...
    @property
    def at(self) -> float: ...
    @property
    def who(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Act:
    """Something that was done: the number of its record, when (wall time, s), by whom."""

    n: int
    at: float
    who: str

    @classmethod
    def of(cls, record: _Done) -> Self:
        """The act of a record."""
        return cls(record.n, record.at, record.who)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a director said about a table's game: taken, in spite of these doubts (their keys), or left."""

    act: Act
    taken: bool
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A game of a playoff match as a table saw it: the winner's seed, by how much, which game, when it came in, and
    its number in the match, 0 where the hub had not seated it."""

    winner: int
    spread: int
    source: Source
    at: float
    number: int = 0


@dataclass(frozen=True, slots=True)
class Seating:
    """The tables with Pegwatch that an event has, in the order of its own tables, and in which mode they play."""

    tables: tuple[str, ...] = ()
    mode: str = "club"


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who takes part: a player, a team or a company.

    ==============  ====================================================================================
    `since_game`    the first game played, if late
    `left_after`    the last game played, if gone
    `removed`       taken out of the event: does not qualify (Rule: ACC 11.5.b)
    `floats_from`   from this game on the one who sits out plays in this place (Rule: ACC 2025 11.4)
    `absence`       a company that takes no part, and why
    `formerly`      names it was entered under before somebody corrected them
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
    since_game: int = 1

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
class Claim:
    """A result as one player has it: by whom, the net points of the game's first player, when (wall time, s), and
    whether the other side has said that it is not right."""

    by: str
    net: int
    at: float
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Level:
    """A game that was level when time was called: at how many points, what follows (Rule: Corporate, game ties)."""

    score: int
    what: AtTime


@dataclass(frozen=True, slots=True)
class Awaited:
    """A qualifier who is not there for their match: since when it should have begun (wall time, s), and the games
    lost once they have come; None as long as they have not (Rule: ACC 13.1)."""

    since: float
    games: int | None = None

    def lost(self, now: float, best_of: int) -> int:
        """Games lost by now."""
        return self.games if self.games is not None else games_forfeited((now - self.since) / 60, best_of)

    def next_at(self, now: float, best_of: int) -> float | None:
        """When the next game is lost (wall time, s); None once the match is, or once they have come."""
        minutes = None if self.games is not None else next_forfeit_min(self.lost(now, best_of), best_of)
        return None if minutes is None else self.since + 60 * minutes

    def is_match_lost(self, now: float, best_of: int) -> bool:
        """Whether the match is over without them."""
        return self.lost(now, best_of) > best_of // 2


def plain(name: str) -> str:
    """A name as names are compared: capitals and spaces do not count."""
    return " ".join(name.split()).casefold()
