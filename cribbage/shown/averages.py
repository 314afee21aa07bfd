"""How a game went: the course of the score, its turning points, and averages of a player against the known means.

Pure functions of the deals of a review (`cribbage.shown.reveal.review`), so they can say nothing that the review
may not say. All points are points pegged; missed points are counted apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, TypeAlias

from cribbage.log.observations import Player

Json: TypeAlias = Mapping[str, Any]
SEATS: Final[tuple[Player, ...]] = ("A", "B")  # the known means are those of a game of two
KINDS: Final = ("hand-dealer", "hand-pone", "crib", "play-dealer", "play-pone")
KNOWN: Final[Mapping[str, float]] = {
    "hand-dealer": 8.0,
    "hand-pone": 8.1,
    "crib": 4.7,
    "play-dealer": 3.5,
    "play-pone": 2.0,
}
"""What strong players average in a deal: the figures of J. Chambers in the ACC's tips on averages."""
_PAR: Final = {True: KNOWN["hand-dealer"] + KNOWN["crib"] + KNOWN["play-dealer"],
               False: KNOWN["hand-pone"] + KNOWN["play-pone"]}  # fmt: skip
_LOSSES: Final = frozenset({"underpeg", "heels-forfeit", "muggins-refused"})


@dataclass(slots=True)
class Tally:
    """Points of one kind and how often they were counted."""

    points: int = 0
    times: int = 0

    @property
    def mean(self) -> float | None:
        """The average of each time; None where there was none."""
        return self.points / self.times if self.times else None


@dataclass(slots=True)
class Figures:
    """One player's figures: a tally of each of `KINDS`, the best hand, points missed and points pegged too many."""

    tallies: dict[str, Tally] = field(default_factory=lambda: {kind: Tally() for kind in KINDS})
    best_hand: int = 0
    missed: int = 0
    too_many: int = 0
    deals: int = 0

    def __add__(self, other: Figures) -> Figures:
        """Both together."""
        tallies = {
            kind: Tally(mine.points + other.tallies[kind].points, mine.times + other.tallies[kind].times)
            for kind, mine in self.tallies.items()
        }
        return Figures(
            tallies,
            max(self.best_hand, other.best_hand),
            self.missed + other.missed,
            self.too_many + other.too_many,
            self.deals + other.deals,
        )

    def add(self, deal: Json, seat: Player) -> None:
        """Count one deal."""
        role = "dealer" if deal.get("dealer") == seat else "pone"
        mine = [item for item in deal["items"] if item["player"] == seat]
        self.deals += 1
        played = sum(item["pegged"] or 0 for item in mine if item["what"] in ("play", "heels"))
        self._tally(f"play-{role}", played)
        for item in mine:
            if item["what"] == "hand" and item["earned"] is not None:
                self._tally(f"hand-{role}", item["pegged"] or 0)
                self.best_hand = max(self.best_hand, item["earned"])
            elif item["what"] == "crib" and item["earned"] is not None:
                self._tally("crib", item["pegged"] or 0)
        for verdict in deal["verdicts"]:
            if verdict["player"] == seat and verdict["points"]:
                if verdict["code"] in _LOSSES:
                    self.missed += verdict["points"]
                elif verdict["code"] == "overpeg":
                    self.too_many += verdict["points"]

    def _tally(self, kind: str, points: int) -> None:
        self.tallies[kind].points += points
        self.tallies[kind].times += 1


def figures(deals: Iterable[Json], seat: Player) -> Figures:
    """One player's figures over these deals."""
    found = Figures()
    for deal in deals:
        if deal.get("dealer") is not None and deal["items"]:
            found.add(deal, seat)
    return found


@dataclass(frozen=True, slots=True)
class Step:
    """The score after a deal; deal 0 is the start."""

    deal: int
    scores: Mapping[Player, int]


def course(deals: Sequence[Json], start: Mapping[Player, int] | None = None) -> list[Step]:
    """The score after each deal that is told, from the start on."""
    steps = [Step(0, dict(start or dict.fromkeys(SEATS, 0)))]
    steps += [Step(int(deal["deal"]), deal["scores"]) for deal in deals if deal.get("scores")]
    return steps


@dataclass(frozen=True, slots=True)
class Turn:
    """A turning point: `lead` (the lead changed hands for good) or `swing` (the deal that gave the winner most).

    `points` is how much more than usual the deal gave `player` against the opponent, with par for dealer and for
    pone taken into account.
    """

    kind: str
    deal: int
    player: Player
    points: int


def turning_points(
    deals: Sequence[Json], winner: Player | None, start: Mapping[Player, int] | None = None
) -> list[Turn]:
    """Where the game was decided; nothing for a game without a winner or with a deal that is not told."""
    steps = course(deals, start)
    if winner is None or len(steps) < 2:
        return []
    loser = "B" if winner == "A" else "A"
    dealers = {int(deal["deal"]): deal.get("dealer") for deal in deals}
    swings = {}
    for before, after in pairwise(steps):
        gain = {seat: after.scores[seat] - before.scores[seat] for seat in SEATS}
        dealer = dealers.get(after.deal)
        par = {seat: _PAR[dealer == seat] for seat in SEATS}
        swings[after.deal] = round((gain[winner] - par[winner]) - (gain[loser] - par[loser]))
    found = []
    for before, after in zip(reversed(steps[:-1]), reversed(steps[1:]), strict=True):
        if before.scores[winner] <= before.scores[loser]:
            found.append(Turn("lead", after.deal, winner, swings[after.deal]))
            break
    best = max(swings, key=lambda deal: swings[deal])
    if swings[best] > 0 and all(turn.deal != best for turn in found):
        found.append(Turn("swing", best, winner, swings[best]))
    return found
