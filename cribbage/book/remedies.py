"""What the rules order after a mistake, as arithmetic: which hole, which points, to whom.

Pure functions of scores; nothing here knows how the mistake was found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from cribbage.score.cards import Card
from cribbage.score.pegging import LIMIT
from cribbage.score.track import GAME_HOLE

FALSE_CLAIM_BACK: Final = 15
WRONG_COUNT_BACK: Final = 10
RENEGE_EACH: Final = 2
NO_GO_BELOW: Final = 22


def ahead(score: int, points: int, game_hole: int = GAME_HOLE) -> int:
    """A score after so many points, never beyond the game hole."""
    return min(score + points, game_hole)


def behind(score: int, points: int) -> int:
    """A score after so many points back, never off the board (where the rule is silent: house default)."""
    return max(score - points, 0)


@dataclass(frozen=True, slots=True)
class Settled:
    """Both scores after a remedy, and the points the opponent got by it."""

    offender: int
    opponent: int
    points: int


@dataclass(frozen=True, slots=True)
class FalseClaim:
    """The three steps after a false claim of game (Rule: ACC 8.4.b).

    `correct` is the hole of the points really scored, `overclaimed` goes to the opponent, and `offender` is
    where the offender stands after going back, even if the opponent is out by then.
    """

    correct: int
    overclaimed: int
    offender: int
    opponent: int


def false_claim(
    before: int, earned: int, opponent: int, back: int = FALSE_CLAIM_BACK, game_hole: int = GAME_HOLE
) -> FalseClaim:
    """From the score before the claim, the points really earned and the opponent's score (Rule: ACC 8.4.b)."""
    correct = before + earned
    claimed = game_hole - correct
    return FalseClaim(correct, claimed, behind(correct, back), ahead(opponent, claimed, game_hole))


def overpeg_claimed(
    before: int, earned: int, pegged: int, opponent: int, award: int | None = None
) -> Settled:
    """The opponent found it: the peg goes back, and the error is theirs to score (Rule: ACC 8.4.c(1)).

    `award`: a fixed award instead of the error (Rule: Alberta 13).
    """
    points = pegged - earned if award is None else award
    return Settled(before + earned, ahead(opponent, points), points)


def overpeg_confessed(before: int, earned: int, opponent: int) -> Settled:
    """The player found it unasked and said so: the peg goes back, and that is all (Rule: ACC 8.4.c(2))."""
    return Settled(before + earned, opponent, 0)


def wrong_count_hidden(offender: int, opponent: int) -> Settled:
    """A wrong deal that the opponent was not allowed to see: ten back as far as there are points, the opponent
    pegs the rest of the ten (Rule: ACC 4.4.a(3))."""
    back = min(WRONG_COUNT_BACK, offender)
    points = WRONG_COUNT_BACK - back
    return Settled(offender - back, ahead(opponent, points), points)


def reneged(count: int, held: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that could have been played when a player said go (Rule: ACC 7.3): two points each."""
    if count < NO_GO_BELOW:
        return ()
    return tuple(card for card in held if count + card.value <= LIMIT)


def muggins(claimed: int, missed: int, holes_left: int) -> int:
    """What a call brings: the lesser of claim and truth, within the board (Rule: ACC 10.4.a); 0: refused."""
    return max(min(claimed, missed, holes_left), 0)


@dataclass(frozen=True, slots=True)
class Call:
    """What follows a call of muggins: points for the caller, or for the scorer; `late`: for nobody, since points
    were missed and the time to call them was over."""

    caller: int = 0
    scorer: int = 0
    late: bool = False


def muggins_call(
    claimed: int, missed: int, holes_left: int, in_time: bool = True, costs: bool = True
) -> Call:
    """A call judged (Rule: ACC 10.4): `missed` points that were really missed, `in_time` while they could be called.

    A call is wrong, and `costs` what was called where the book says so, if there was nothing to call. Points that
    were missed and called too late were no false claim: nothing follows.
    """
    points = muggins(claimed, missed, holes_left)
    if points and in_time:
        return Call(caller=points)
    if missed and not in_time:
        return Call(late=True)
    return Call(scorer=claimed if costs else 0)
