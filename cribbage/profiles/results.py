"""The result of a game in game points and spread, and how many go on to the playoffs.

Rule: ACC 1.6, 11.4, 11.5, 13.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any, Final

from cribbage.profiles import Profile

FORFEIT_SPREAD: Final = 10
"""By how much a game is given for coming late from lunch or refusing a ruling (Rule: ACC 2025 11.4, 11.5.b)."""
SKUNK_MARGIN: Final = 31


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game as it goes on the scorecards."""

    spread: int
    winner_points: int
    loser_points: int = 0

    @property
    def skunk(self) -> bool:
        """Whether the winner gets the extra game point."""
        return self.winner_points == 3


def game_result(winner: int, loser: int, skunk_margin: int | None = SKUNK_MARGIN) -> Result:
    """Two game points for a win, three for a skunk (Rule: ACC 1.6)."""
    spread = winner - loser
    return Result(spread, 3 if skunk_margin is not None and spread >= skunk_margin else 2)


@dataclass(frozen=True, slots=True)
class Ended:
    """A game as its book counts it: by game points, or (`games`) by games, two for a lurch; `spread` in holes."""

    spread: int
    skunk: bool = False
    game_points: int | None = None
    games: int | None = None

    def body(self) -> dict[str, Any]:
        """For the verdict: what does not apply is None."""
        return {
            "spread": self.spread,
            "skunk": self.skunk or None,
            "game_points": self.game_points,
            "games": self.games,
        }


def result_of(profile: Profile, winner: int, loser: int) -> Ended:
    """What a game counts in a book (Rule: ACC 1.6; Alberta tournament play; Hoyle: the lurch)."""
    spread = winner - loser
    if profile.lurch_games is not None:
        return _by_games(profile, profile.lurch_games, spread, loser)
    if profile.win_points is None:
        return Ended(spread, games=1)
    if profile.skunk_points is None:
        return Ended(spread, game_points=profile.win_points)
    result = game_result(winner, loser, profile.skunk_margin)
    return Ended(spread, result.skunk, result.winner_points)


def _by_games(profile: Profile, lurch_games: int, spread: int, loser: int) -> Ended:
    """Games won: more than one against a loser who is not half way round, or with skunks not three quarters."""
    skunked = profile.skunk_games is not None and loser <= profile.target * 3 // 4
    if loser <= profile.target // 2:
        return Ended(spread, skunked, games=lurch_games)
    return Ended(spread, skunked, games=profile.skunk_games if skunked else 1)


@dataclass(frozen=True, slots=True)
class Playoff:
    """How many qualify, the size of the bracket, and who plays in its first round."""

    qualifiers: int
    bracket: int

    @property
    def byes(self) -> int:
        """How many go straight to the second round."""
        return self.bracket - self.qualifiers

    @property
    def first_round_players(self) -> int:
        """How many play in the first round."""
        return self.qualifiers - self.byes


def playoff(entrants: int) -> Playoff:
    """A quarter of the field, never rounded down, in the next power of two (Rule: ACC 13.2)."""
    qualifiers = ceil(entrants / 4)
    bracket = 1
    while bracket < qualifiers:
        bracket *= 2
    return Playoff(qualifiers, bracket)
