"""Companies of a Corporate Challenge in an event: games given without play, and how many are registered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from club.charts import Meeting
from club.parts import Entry, Game
from cribbage.tournament.companies import TEAM
from cribbage.tournament.forfeits import DEFAULT_SCORE
from cribbage.tournament.standings import Score


def default_scores(
    chart: Sequence[Sequence[Meeting]], played: Collection[Game], is_away: Callable[[str, int], bool]
) -> tuple[Score, ...]:
    """Games of which one side is not there: 121 to 0 (Rule: Corporate, scoring). Where both are gone nobody has won,
    and what was played stands."""
    found = []
    for meeting in (meeting for each in chart for meeting in each):
        if meeting.other is None or (meeting.game, meeting.one, meeting.other) in played:
            continue
        gone = (is_away(meeting.one, meeting.game), is_away(meeting.other, meeting.game))
        if gone[0] != gone[1]:
            points = DEFAULT_SCORE if gone[1] else DEFAULT_SCORE[::-1]
            found.append(Score(meeting.game, meeting.one, meeting.other, *points, default=True))
    return tuple(found)


def registered(company: Entry) -> int:
    """How many of a company are registered: those named, four at least, and those who came in for them."""
    came_in = {name for _, name in company.substitutes}
    return max(len(company.players), TEAM) + len(came_in.difference(company.players))
