"""Companies of a Corporate Challenge: who may be registered, and what a company's points come to.

Rule: Corporate, team participants, challenge points, team cancellation and no show.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from cribbage.tournament.standings import LATE_CANCEL, NO_SHOW, challenge_points

TEAM: Final = 4
MOST_REGISTERED: Final = 6
"""Four players and two alternates: once six are registered nobody else is."""
MEDALS: Final = ("gold", "silver", "bronze")


class Absence(Enum):
    """Why a company takes no part; the value is how a record names it."""

    LATE_CANCEL = "late-cancel"
    NO_SHOW = "no-show"
    TOO_FEW = "too-few"

    @property
    def points(self) -> int:
        """What it costs. Fewer than four at the start counts as a late cancellation."""
        return NO_SHOW if self is Absence.NO_SHOW else LATE_CANCEL


def company_points(place: int | None, absence: Absence | None = None) -> int:
    """Challenge points of a company: for taking part and for its place, or what its absence costs."""
    if absence is not None:
        return absence.points
    return 0 if place is None else challenge_points(place)


def medal(place: int) -> str:
    """The medal of a place; "" from the fourth on."""
    return MEDALS[place - 1] if 1 <= place <= len(MEDALS) else ""
