"""Event formats as data: how many games, who meets whom, what is written down, what breaks ties, who goes on.

Where a book leaves something to the organizer of the event it is None here and must be chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from cribbage.errors import CribbageError

Chart = Literal["circle", "round-robin", "pairs", "odd-even", "winners-stay", "free"]
Record = Literal["spread", "scores"]
Ties = Literal["acc", "alberta", "alberta-provincial", "corporate"]


class UnknownFormat(CribbageError):
    """An event format that does not exist."""


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of event.

    ==============  =====================================================================================
    `profile`       the rule set of its games
    `games`         games each plays; None: as announced, or as the chart gives
    `chart`         how they meet (`cribbage.tournament.rotation`)
    `times`         how often each opponent is met in a round robin, one after the other
    `record`        ``spread``: game points and spread on scorecards; ``scores``: both raw scores
    `ties`          which tie-breaks order the field
    `skunk_margin`  a win by so many is worth three
    `first_deal`    ``cut``, or ``alternate``
    `team`          players in a team
    `playoffs`      one in four goes on into a bracket
    `minutes`       time limit of a game
    `rules`         where each choice stands, by field name
    ==============  =====================================================================================
    """

    name: str
    profile: str = "acc-2025"
    games: int | None = None
    chart: Chart = "circle"
    times: int = 1
    record: Record = "spread"
    ties: Ties = "acc"
    skunk_margin: int | None = 31
    first_deal: str = "cut"
    team: int = 1
    playoffs: bool = False
    minutes: int | None = None
    rules: Mapping[str, str] = field(default_factory=dict, compare=False)


_ALL: Final = (
    Format(
        "grass-roots",
        games=9,
        rules={
            "games": "house default: the custom of Grass Roots clubs, in no rule book",
            "ties": "ACC App. A.20",
            "skunk_margin": "ACC 1.6",
        },
    ),
    Format(
        "acc-cut",
        playoffs=True,
        rules={
            "games": "as announced",
            "first_deal": "ACC 4.1.a",
            "playoffs": "ACC 13.2.b",
            "ties": "ACC App. A.20",
        },
    ),
    Format(
        "acc-alternate",
        first_deal="alternate",
        playoffs=True,
        rules={
            "games": "as announced",
            "first_deal": "ACC 4.1.a",
            "playoffs": "ACC 13.2.b",
            "ties": "ACC App. A.20",
        },
    ),
    Format(
        "alberta-round-robin",
        profile="alberta-55plus",
        chart="round-robin",
        record="scores",
        ties="alberta",
        skunk_margin=None,
        minutes=25,
        rules={
            "chart": "Alberta 15",
            "ties": "Alberta 15",
            "minutes": "courtesies 1",
            "skunk_margin": "Alberta 11",
        },
    ),
    Format(
        "alberta-provincial",
        profile="alberta-55plus",
        chart="round-robin",
        times=2,
        record="scores",
        ties="alberta-provincial",
        skunk_margin=None,
        minutes=25,
        rules={"chart": "Alberta 15", "times": "Alberta 15", "ties": "Alberta 15", "minutes": "courtesies 1"},
    ),
    Format(
        "corporate",
        profile="corporate-challenge",
        games=6,
        chart="pairs",
        record="scores",
        ties="corporate",
        skunk_margin=None,
        team=2,
        minutes=17,
        rules={"games": "event format", "chart": "set up", "minutes": "time to play", "ties": "tie breaker"},
    ),
    Format("doubles-round-robin", chart="round-robin", team=2, rules={"chart": "ACC App. B, rotation a"}),
    Format("doubles-captains", chart="circle", team=2, rules={"chart": "ACC App. B, rotation b"}),
    Format("doubles-odd-even", chart="odd-even", team=2, rules={"chart": "ACC App. B, rotation b"}),
    Format("doubles-winners-stay", chart="winners-stay", team=2, rules={"chart": "ACC App. B, rotation c"}),
    Format("free", chart="free", rules={"chart": "no chart: who wants to, plays"}),
)
FORMATS: Final[Mapping[str, Format]] = {each.name: each for each in _ALL}


def find_format(name: str) -> Format:
    """The format of this name; `UnknownFormat` names those there are."""
    if name not in FORMATS:
        raise UnknownFormat(f"there is no event format {name!r}; choose one of {', '.join(FORMATS)}")
    return FORMATS[name]
