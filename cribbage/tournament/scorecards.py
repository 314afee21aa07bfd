"""Scorecards as the paper looks: one line a game, totals below, figures with a leading zero (Rule: ACC 12.1).

A `Line` is what stands on the card, right or wrong; nothing here decides which of two cards is right
(`cribbage.tournament.crosscheck` does).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from cribbage.errors import CribbageError
from cribbage.profiles.results import SKUNK_MARGIN

Result: TypeAlias = Literal["W", "L"]
Column: TypeAlias = Literal["+", "-"]

WIN: Final = "W"
LOSS: Final = "L"
PLUS: Final = "+"
MINUS: Final = "-"
MOST: Final = 121
"""No spread is larger: the loser has not left the start holes."""


class BadCard(CribbageError):
    """A line that no scorecard can hold."""


@dataclass(frozen=True, slots=True)
class Line:
    """One game on one card: who won, by how much, in which column; all None where nothing is written.

    A spread stands in a column, so the two are given together or not at all. Raises `BadCard`.
    """

    result: Result | None = None
    spread: int | None = None
    column: Column | None = None

    def __post_init__(self) -> None:
        if self.result not in (WIN, LOSS, None):
            raise BadCard(f"a result is W or L, not {self.result!r}")
        if self.column not in (PLUS, MINUS, None):
            raise BadCard(f"a column is + or -, not {self.column!r}")
        if (self.spread is None) != (self.column is None):
            raise BadCard("a spread needs its column, and a column its spread")
        if self.spread is not None and not 1 <= self.spread <= MOST:
            raise BadCard(f"a spread lies between 1 and {MOST}, not {self.spread}")

    @classmethod
    def of(cls, net: int) -> Line:
        """The right line for a game won (`net` above 0) or lost by so many points."""
        return cls(WIN, net, PLUS) if net > 0 else cls(LOSS, -net, MINUS)

    @property
    def is_blank(self) -> bool:
        """Whether nothing is written."""
        return self.result is None and self.spread is None

    @property
    def is_right(self) -> bool:
        """Whether the line is whole and agrees with itself: a win in plus, a loss in minus."""
        return (self.result, self.column) in ((WIN, PLUS), (LOSS, MINUS))

    def game_points(self, skunk_margin: int | None = SKUNK_MARGIN) -> int:
        """Two for a win, three for a skunk, none for a loss (Rule: ACC 1.6, 12.1)."""
        if self.result != WIN:
            return 0
        skunk = skunk_margin is not None and self.spread is not None and self.spread >= skunk_margin
        return 3 if skunk else 2

    @property
    def plus(self) -> int:
        """Points in the plus column."""
        return self.spread or 0 if self.column == PLUS else 0

    @property
    def minus(self) -> int:
        """Points in the minus column."""
        return self.spread or 0 if self.column == MINUS else 0

    def turned(self) -> Line:
        """The line that the opponent's card should show."""
        result: Result | None = None if self.result is None else LOSS if self.result == WIN else WIN
        column: Column | None = None if self.column is None else MINUS if self.column == PLUS else PLUS
        return Line(result, self.spread, column)

    def as_result(self, result: Result) -> Line:
        """The same spread as a win or a loss, in the column where it belongs."""
        column: Column = PLUS if result == WIN else MINUS
        return Line(result, self.spread, None if self.spread is None else column)


BLANK: Final = Line()


@dataclass(frozen=True, slots=True)
class Totals:
    """The bottom of a card, and what cards are ranked by."""

    game_points: int
    games_won: int
    plus: int
    minus: int

    @property
    def net(self) -> int:
        """Plus less minus."""
        return self.plus - self.minus


@dataclass(frozen=True, slots=True)
class Card:
    """One player's card: a line for each game by its number; `owner` is the player (or team) it belongs to."""

    owner: str
    lines: Mapping[int, Line] = field(default_factory=dict)

    def line(self, game: int) -> Line:
        """What is written for a game; a blank line where nothing is."""
        return self.lines.get(game, BLANK)

    def with_line(self, game: int, line: Line) -> Card:
        """The card with one line written again."""
        return replace(self, lines={**self.lines, game: line})

    def totals(self, skunk_margin: int | None = SKUNK_MARGIN) -> Totals:
        """The sums of what is written."""
        lines = self.lines.values()
        return Totals(
            sum(line.game_points(skunk_margin) for line in lines),
            sum(line.result == WIN for line in lines),
            sum(line.plus for line in lines),
            sum(line.minus for line in lines),
        )


def two_figures(number: int) -> str:
    """A number as cards show it: a single figure has a zero before it (Rule: ACC 12.1)."""
    return f"{number:02d}"


def written_game_points(line: Line, skunk_margin: int | None = SKUNK_MARGIN) -> str:
    """The game-points column: 2, 3, 0 for a loss, empty where nothing is known (Rule: ACC 12.1)."""
    return "" if line.result is None else str(line.game_points(skunk_margin))


@dataclass(frozen=True, slots=True)
class Slip:
    """A total that does not follow from the lines; `swapped`: game points and games won change places."""

    what: str
    written: int
    right: int
    swapped: bool = False


def wrong_totals(
    card: Card, written: Mapping[str, int], skunk_margin: int | None = SKUNK_MARGIN
) -> tuple[Slip, ...]:
    """Totals on the card that are not the sums of its lines (Rule: ACC App. A.10, A.12; 2020 app. 4 to 6).

    `written` has any of ``game_points``, ``games_won``, ``plus``, ``minus``, ``net``.
    """
    totals = card.totals(skunk_margin)
    right = {name: getattr(totals, name) for name in ("game_points", "games_won", "plus", "minus", "net")}
    swapped = (
        written.get("game_points") == totals.games_won
        and written.get("games_won") == totals.game_points
        and totals.games_won != totals.game_points
    )
    return tuple(
        Slip(name, written[name], value, swapped and name in ("game_points", "games_won"))
        for name, value in right.items()
        if name in written and written[name] != value
    )


def is_transposed(one: int | None, other: int | None) -> bool:
    """Whether two numbers have the same two figures in the other order, 14 and 41: a likely slip of the pen."""
    if one is None or other is None or one == other:
        return False
    return two_figures(one) == two_figures(other)[::-1]


def cards_of(results: Iterable[tuple[int, str, str, int]]) -> dict[str, Card]:
    """Cards filled from games of which the truth is known: (game, one, other, net points of the first)."""
    cards: dict[str, Card] = {}
    for game, one, other, net in results:
        for owner, line in ((one, Line.of(net)), (other, Line.of(-net))):
            cards[owner] = cards.get(owner, Card(owner)).with_line(game, line)
    return cards
