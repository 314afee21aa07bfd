"""Cross-checking: what becomes of two cards that tell different things of one game (Rule: ACC 12.2, a to i).

The book lists nine cases without saying in which order they are taken. Here it is: who won (d, e), a missing
spread (c), the column (f), differing spreads (a, b, h), and the totals follow of themselves (g). Players are
never asked, and no card of an apparent qualifier ever gets better by a differing spread. What the book does not
cover is left as written and flagged for the director.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from cribbage.profiles.results import SKUNK_MARGIN
from cribbage.tournament.scorecards import LOSS, WIN, Card, Line, Totals, is_transposed

SILENT_NO_QUALIFIER: Final = "no-qualifier"
SILENT_NO_RESULT: Final = "no-result"
SILENT_NO_COLUMN: Final = "no-column"
SILENT_NO_SPREAD: Final = "no-spread"
SILENT_CROSSED: Final = "crossed-columns"


@dataclass(frozen=True, slots=True)
class Settlement:
    """What two lines become. `steps`: letters of rule 12.2 in the order applied; `silent`: what the rule does
    not cover, None where it covers all."""

    one: Line
    other: Line
    steps: tuple[str, ...]
    silent: str | None = None

    @property
    def agrees(self) -> bool:
        """Whether there was nothing to settle."""
        return not self.steps and self.silent is None


def settle(one: Line, other: Line, one_qualifies: bool, other_qualifies: bool) -> Settlement:
    """Two lines of the same game; whether each card's owner is an apparent qualifier (Rule: ACC 12.2)."""
    if one.is_blank and other.is_blank:
        return Settlement(one, other, ())
    mine, theirs = one.result, other.result
    if mine is None or theirs is None:
        return Settlement(one, other, (), SILENT_NO_RESULT)
    steps: list[str] = []
    if mine == theirs:
        if one.column is None or other.column is None:
            return Settlement(one, other, (), SILENT_NO_COLUMN)
        if one.column == other.column:
            one, other = one.as_result(LOSS), other.as_result(LOSS)
            steps.append("e")
        else:
            one, other = (
                (one.as_result(WIN), other.as_result(LOSS))
                if one.column == "+"
                else (one.as_result(LOSS), other.as_result(WIN))
            )
            steps.append("d")
    elif one.column is not None and other.column is not None:
        if one.column == other.column:
            one, other = one.as_result(mine), other.as_result(theirs)
            steps.append("f")
        elif not one.is_right:
            return Settlement(one, other, (), SILENT_CROSSED)
    if one.spread is None and other.spread is None:
        return Settlement(one, other, tuple(steps), SILENT_NO_SPREAD)
    if one.spread is None or other.spread is None:
        spread = other.spread if one.spread is None else one.spread
        one, other = _of(one, spread), _of(other, spread)
        steps.append("c")
    return _spreads(one, other, one_qualifies, other_qualifies, steps)


def _spreads(one: Line, other: Line, q_one: bool, q_other: bool, steps: list[str]) -> Settlement:
    """Each apparent qualifier takes the worse of the two (Rule: ACC 12.2 a, b, h)."""
    if one.spread == other.spread:
        return Settlement(one, other, tuple(steps))
    if not (q_one or q_other):
        return Settlement(one, other, tuple(steps), SILENT_NO_QUALIFIER)
    after_one = _worse(one, other) if q_one else one
    after_other = _worse(other, one) if q_other else other
    changed = after_one != one or after_other != other
    steps.append(("b" if q_one and q_other else "a") if changed else "h")
    return Settlement(after_one, after_other, tuple(steps))


def _worse(mine: Line, theirs: Line) -> Line:
    pick = min if mine.result == WIN else max
    return replace(mine, spread=pick(s for s in (mine.spread, theirs.spread) if s is not None))


def _of(line: Line, spread: int | None) -> Line:
    """A line with this spread in the column of its result."""
    filled = replace(line, spread=spread, column="+")
    return filled.as_result(WIN if line.result == WIN else LOSS)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One game of which two cards disagree: what stood there, what it becomes, by which letters.

    `hint`: the two spreads have the same figures in the other order.
    """

    game: int
    one: str
    other: str
    before: tuple[Line, Line]
    settlement: Settlement
    qualifies: tuple[bool, bool]

    @property
    def hint(self) -> bool:
        """Whether a transposition is likely: it explains the slip, it decides nothing."""
        return is_transposed(self.before[0].spread, self.before[1].spread)

    @property
    def changes(self) -> tuple[str, ...]:
        """Whose cards are written again."""
        after = (self.settlement.one, self.settlement.other)
        pairs = zip((self.one, self.other), self.before, after, strict=True)
        return tuple(owner for owner, before, now in pairs if before != now)


@dataclass(frozen=True, slots=True)
class Change:
    """What cross-checking did to one card: its totals and its place, before and after (Rule: ACC 12.2.g, i).

    A place is None where the card does not qualify; `is_told`: the director tells this player, cards in hand.
    """

    owner: str
    before: Totals
    after: Totals
    place_before: int | None
    place_after: int | None

    @property
    def is_told(self) -> bool:
        """Whether the fact or the position of qualifying has changed."""
        return self.place_before != self.place_after


@dataclass(frozen=True, slots=True)
class Checked:
    """A field of cards after cross-checking."""

    cards: Mapping[str, Card]
    disagreements: tuple[Disagreement, ...]
    changes: tuple[Change, ...]
    apparent: frozenset[str] = field(default_factory=frozenset)

    @property
    def open(self) -> tuple[Disagreement, ...]:
        """What the rule does not cover and the director must look at."""
        return tuple(one for one in self.disagreements if one.settlement.silent is not None)


Order = Callable[[Mapping[str, Card]], Sequence[str]]
"""Puts cards in order of rank, best first."""


def cross_check(
    cards: Mapping[str, Card],
    games: Iterable[tuple[int, str, str]],
    qualifiers: int,
    order: Order,
    skunk_margin: int | None = SKUNK_MARGIN,
) -> Checked:
    """Settle a whole field: `games` is who met whom in which game, `qualifiers` how many go on.

    A settled card may push somebody else among the qualifiers: they are then an apparent qualifier too and the field
    is gone through again, from the cards as written. Nobody ceases to be one, so this ends (Rule: ACC App. A.21).
    """
    played = [game for game in games if game[1] in cards and game[2] in cards]
    first = tuple(order(cards)[:qualifiers])
    apparent = frozenset(first)
    while True:
        after, found = _settle_all(cards, played, apparent)
        last = tuple(order(after)[:qualifiers])
        if apparent.issuperset(last):
            break
        apparent |= set(last)
    changed = [
        Change(
            owner,
            cards[owner].totals(skunk_margin),
            after[owner].totals(skunk_margin),
            place_in(first, owner),
            place_in(last, owner),
        )
        for owner in cards
        if cards[owner] != after[owner] or place_in(first, owner) != place_in(last, owner)
    ]
    return Checked(after, tuple(found), tuple(changed), apparent)


def _settle_all(
    cards: Mapping[str, Card], games: Sequence[tuple[int, str, str]], apparent: Collection[str]
) -> tuple[dict[str, Card], list[Disagreement]]:
    after, found = dict(cards), []
    for game, one, other in games:
        before = (cards[one].line(game), cards[other].line(game))
        qualifies = (one in apparent, other in apparent)
        settlement = settle(*before, *qualifies)
        if settlement.agrees:
            continue
        found.append(Disagreement(game, one, other, before, settlement, qualifies))
        for owner, line, was in ((one, settlement.one, before[0]), (other, settlement.other, before[1])):
            if line != was:
                after[owner] = after[owner].with_line(game, line)
    return after, found


def place_in(order: Sequence[str], owner: str) -> int | None:
    """The place of somebody in an order, from 1; None where they are not in it."""
    return order.index(owner) + 1 if owner in order else None
