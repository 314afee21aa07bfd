"""Playoff brackets: the approved charts, byes, and who meets whom after each round (Rule: ACC 13.2).

The five charts are one: each folds out of the smaller one, and `CHARTS` holds them as printed. A match is known
by its round and its line, both from 0; the winners of lines 2k and 2k + 1 meet on line k of the next round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cribbage.errors import CribbageError
from cribbage.profiles.results import Playoff, playoff

FEWEST: Final = 12
MOST: Final = 256

CHARTS: Final[Mapping[int, tuple[int, ...]]] = {
    4: (1, 2),
    8: (1, 4, 3, 2),
    16: (1, 8, 5, 4, 3, 6, 7, 2),
    32: (1, 16, 9, 8, 5, 12, 13, 4, 3, 14, 11, 6, 7, 10, 15, 2),
    64: (
        1, 32, 16, 17, 9, 24, 25, 8, 5, 28, 12, 21, 13, 20, 29, 4, 3, 30, 14, 19, 11, 22, 27, 6, 7, 26, 10, 23,
        15, 18, 31, 2,
    ),
}  # fmt: skip
"""Size -> the better qualifier of each line, top to bottom; the two of a line sum to the size plus one."""


class NoChart(CribbageError):
    """The book has no bracket for so many."""


@dataclass(frozen=True, slots=True)
class Match:
    """One match; a side is None while it is not known. `bye`: the first goes on without playing."""

    round: int
    line: int
    high: int | None
    low: int | None
    bye: bool = False
    winner: int | None = None

    @property
    def is_ready(self) -> bool:
        """Whether it can be played."""
        return not self.bye and self.high is not None and self.low is not None and self.winner is None


@dataclass(frozen=True, slots=True)
class Bracket:
    """The bracket of a tournament."""

    entrants: int
    numbers: Playoff

    @property
    def size(self) -> int:
        """Places in the first round."""
        return self.numbers.bracket

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The lines of the printed chart."""
        return tuple((min(a, b), max(a, b)) for a, b in ((a, self.size + 1 - a) for a in CHARTS[self.size]))

    @property
    def byes(self) -> tuple[int, ...]:
        """Qualifiers who go straight to the second round: the highest (Rule: ACC 13.2.d)."""
        return tuple(range(1, self.numbers.byes + 1))

    def rounds(self, winners: Mapping[tuple[int, int], int] | None = None) -> tuple[tuple[Match, ...], ...]:
        """All matches, round by round, as far as the winners known (by round and line) fill them.

        A winner who does not play in that match is not believed.
        """
        known = winners or {}
        last = self.numbers.qualifiers
        first = [
            _match(0, line, high, low if low <= last else None, low > last, known)
            for line, (high, low) in enumerate(self.pairs)
        ]
        rounds = [tuple(first)]
        while len(rounds[-1]) > 1:
            above, number = rounds[-1], len(rounds)
            rounds.append(
                tuple(
                    _match(number, line, above[2 * line].winner, above[2 * line + 1].winner, False, known)
                    for line in range(len(above) // 2)
                )
            )
        return tuple(rounds)

    def champion(self, winners: Mapping[tuple[int, int], int]) -> int | None:
        """Who won it all, once that is known."""
        return self.rounds(winners)[-1][0].winner


def _match(
    number: int, line: int, high: int | None, low: int | None, bye: bool, known: Mapping[tuple[int, int], int]
) -> Match:
    winner = high if bye else known.get((number, line))
    return Match(number, line, high, low, bye, winner if winner in (high, low) else None)


def bracket(entrants: int) -> Bracket:
    """The bracket for so many entrants; `NoChart` below 12 and above 256 (Rule: ACC 13.2.c).

    Nine to eleven entrants would give three qualifiers as twelve do, but no chart is printed for them and only the
    printed ones are approved: they are refused like any other number outside.
    """
    if not FEWEST <= entrants <= MOST:
        raise NoChart(
            f"there is no approved playoff chart for {entrants} entrants (rule 13.2.c: {FEWEST} to {MOST}); "
            "ask the tournament commissioner, or play without playoffs"
        )
    return Bracket(entrants, playoff(entrants))
