"""Games given without play: absent from the playoffs, late from lunch, rulings refused; ties at time.

Minutes are counted from the time scheduled. Nothing here looks at a clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

NO_SHOW_GRACE_MIN: Final = 5.0
NO_SHOW_EACH_MIN: Final = 15.0
DEFAULT_SCORE: Final = (121, 0)
"""A game that one side could not or must not play (Rule: Corporate, set up, scoring, 4)."""


def games_forfeited(minutes: float, best_of: int) -> int:
    """Games of a match that an absent qualifier has lost by now: one after five minutes, one more for each further
    fifteen, until the match is lost (Rule: ACC 13.1). They keep the prize of a loser of that round."""
    if minutes <= NO_SHOW_GRACE_MIN:
        return 0
    return min(1 + int((minutes - NO_SHOW_GRACE_MIN) // NO_SHOW_EACH_MIN), best_of // 2 + 1)


def next_forfeit_min(games: int, best_of: int) -> float | None:
    """Minutes after the time scheduled at which the next game is lost; None once the match is (Rule: ACC 13.1)."""
    return NO_SHOW_GRACE_MIN + games * NO_SHOW_EACH_MIN if games <= best_of // 2 else None


@dataclass(frozen=True, slots=True)
class Remedy:
    """A game that may be given by ten: `key` names the occasion, `rule` is its number in the edition."""

    key: str
    rule: str


LUNCH: Final = "lunch"
REFUSAL: Final = "refusal"
_BY_EDITION: Final = {
    "acc-2025": (Remedy(LUNCH, "11.4"), Remedy(REFUSAL, "11.5.b")),
    "acc-2020": (Remedy(REFUSAL, "11.4.b"),),
}


def remedies_of(edition: str) -> tuple[Remedy, ...]:
    """For what an edition gives a game by ten: 2020 knows no late return from lunch, and its 11.4 is about refusal
    (Rule: ACC 2025 11.4, 11.5.b; ACC 2020 11.4.b). Nothing for other books."""
    return _BY_EDITION.get(edition, ())


class AtTime(Enum):
    """What follows when time is called (Rule: Corporate, time to play and game ties)."""

    DECIDED = "the higher score wins"
    ONE_MORE_HAND = "one more hand with its crib, because it evens the cribs"
    CUT = "the captains cut, the high card wins by one point; king high, ace low"


def at_time(one: int, other: int, one_cribs: int, other_cribs: int, after_extra_hand: bool = False) -> AtTime:
    """What is to be done with these scores and cribs when the time is over (Rule: Corporate, game ties)."""
    if one != other:
        return AtTime.DECIDED
    if not after_extra_hand and abs(one_cribs - other_cribs) == 1:
        return AtTime.ONE_MORE_HAND
    return AtTime.CUT
