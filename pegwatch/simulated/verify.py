"""Holds the verdicts on a simulated game against what really happened in it.

Every fault that was planted must bring its verdicts; every other verdict that holds something against a
player, and was not withdrawn, is a false accusation. Every honest peg move must be found right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from cribbage.log.verdicts import not_withdrawn
from pegwatch.simulated.acts import OF_A_MOVE, Planted
from pegwatch.simulated.plants import CORRECTED, FALSE_CLAIM
from pegwatch.simulated.truth import PegMove, TimedPlant, Truth

NOT_BLAME: Final = frozenset({"scored", "game", "unverified"})
"""Codes that say nothing against anybody; `corrected` does: it says that there was an overpeg."""
_REMEDIES: Final = ("penalty", "back", "ruling", "new game")
_ABOUT_S: Final = 6.0  # a verdict this near to an act is about its move
_IN_ONE: Final = 3  # how many moves may be told as one
_EARLY_S: Final = 2.0  # a verdict's time may lie so much before the end of the act it is about
IsBlind: TypeAlias = Callable[[str, float], bool]
"""Whether the table said of itself that it could not follow a player's pegs or cards at a log time."""


@dataclass(slots=True)
class Outcome:
    """One game, or several added up. `missed` and `false` are texts that say what, where and when."""

    moves: int = 0  # honest peg moves that scored something
    judged: int = 0  # of these, found right
    unverified: int = 0  # verdicts that say the cards behind a move were not seen
    planted: dict[str, int] = field(default_factory=dict)  # code -> how many were due
    caught: dict[str, int] = field(default_factory=dict)
    unsure: dict[str, int] = field(default_factory=dict)  # missed, but the move was said to be unverified
    missed: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    awards: list[str] = field(
        default_factory=list
    )  # not said, and may have been for a challenge that nobody tapped
    wrong_scores: list[str] = field(
        default_factory=list
    )  # said to be right, though it was never earned like this
    blind: dict[str, int] = field(default_factory=dict)  # missed, and the table said that it was blind there

    def add(self, more: Outcome) -> None:
        """Add another game's outcome to this one."""
        self.moves += more.moves
        self.judged += more.judged
        self.unverified += more.unverified
        for mine, theirs in (
            (self.planted, more.planted),
            (self.caught, more.caught),
            (self.unsure, more.unsure),
            (self.blind, more.blind),
        ):
            for code, number in theirs.items():
                mine[code] = mine.get(code, 0) + number
        self.missed += more.missed
        self.awards += more.awards
        self.false += more.false
        self.wrong_scores += more.wrong_scores


def compare(
    truth: Truth,
    verdicts: Iterable[Mapping[str, Any]],
    game: str = "",
    is_blind: IsBlind = lambda _player, _t: False,
) -> Outcome:
    """Compare verdicts (`t` in log time, code, player, points) with the truth; `game` begins each text."""
    outcome = Outcome()
    verdicts = not_withdrawn(verdicts)
    blame = [v for v in verdicts if v["code"] not in NOT_BLAME]
    unverified = [(v["player"], v["t"]) for v in verdicts if v["code"] == "unverified"]
    for plant in truth.planted:
        done = plant.t - truth.log_begin
        asked = any(who == plant.fault.player and abs(t - done) < _ABOUT_S for who, t in unverified)
        if asked and may_be_an_award(truth, plant):
            outcome.awards.append(_text(plant.fault, done, plant.fault.kind, game))
            continue
        blind = plant.fault.player is not None and is_blind(plant.fault.player, done)
        _expect(plant.fault, done, blame, outcome, game, asked=asked, blind=blind)
    for plant in truth.planted:
        for code in plant.fault.may:
            _take(blame, code, plant.fault, plant.t - truth.log_begin)
    outcome.false += [
        f"{game}t {v['t']}: {v['code']} {v['player']} {v['points']} ({v.get('why') or v.get('item') or ''})"
        for v in blame
    ]
    _count_moves(truth, verdicts, outcome)
    outcome.wrong_scores += _wrong_scores(truth, verdicts, game)
    return outcome


def _expect(
    fault: Planted, done: float, blame: list[Mapping[str, Any]], outcome: Outcome, game: str, *,
    asked: bool, blind: bool,
) -> None:  # fmt: skip
    for code in fault.codes:
        outcome.planted[code] = outcome.planted.get(code, 0) + 1
        if _take(blame, code, fault, done):
            outcome.caught[code] = outcome.caught.get(code, 0) + 1
        else:
            why = "said to be unverified" if asked else "said to be blind" if blind else ""
            for count, is_so in ((outcome.unsure, asked), (outcome.blind, blind)):
                if is_so:
                    count[code] = count.get(code, 0) + 1
            text = _text(fault, done, code, game)
            outcome.missed.append(f"{text[:-1]}, {why})" if why else text)


def _text(fault: Planted, done: float, code: str, game: str) -> str:
    return f"{game}t {done:.3f}: {code} {fault.player} {fault.points} ({fault.kind}, deal {fault.deal})"


def may_be_an_award(truth: Truth, plant: TimedPlant) -> bool:
    """Whether a wrong peg is by chance what a challenge said aloud would have brought (Rule: ACC 8.4.c(1)): an
    opponent corrected just so many unasked in this deal, and it is the player's next move since."""
    player, deal = plant.fault.player, plant.fault.deal
    mine = [move for move in truth.moves if move.player == player and move.t <= plant.t]
    if not mine:
        return False
    since = mine[-2].t if len(mine) > 1 else -math.inf
    wrong = mine[-1]
    lacks = wrong.points - (wrong.earned or 0)
    is_game = plant.fault.kind == FALSE_CLAIM  # nobody pegs beyond the game hole
    return any(
        put_right.fault.kind == CORRECTED
        and put_right.fault.deal == deal
        and put_right.fault.player != player
        and since < put_right.t < wrong.t
        and (
            put_right.fault.points in (wrong.points, lacks)
            or (is_game and (put_right.fault.points or 0) > lacks)
        )
        for put_right in truth.planted
    )


def _take(blame: list[Mapping[str, Any]], code: str, fault: Planted, done: float) -> bool:
    """Take the first verdict of this code that fits the fault off the list; whether there was one.

    What is said of a move bears its time; what is said when a window closes comes later.
    """
    last = done + _ABOUT_S if code in OF_A_MOVE else math.inf
    for i, v in enumerate(blame):
        points = v["points"]
        if v.get("least") and fault.points is not None and points < fault.points:
            points = fault.points
        fits = (v["code"], v["player"], points) == (code, fault.player, fault.points)
        if fits and done - _EARLY_S <= v["t"] <= last:
            del blame[i]
            return True
    return False


def _count_moves(truth: Truth, verdicts: list[Mapping[str, Any]], outcome: Outcome) -> None:
    outcome.unverified = sum(v["code"] == "unverified" for v in verdicts)
    found = [(v["player"], v["points"], v["t"]) for v in verdicts if v["code"] == "scored"]
    for move in truth.moves:
        if move.what in _REMEDIES or move.points != move.earned:
            continue
        outcome.moves += 1
        done = move.t - truth.log_begin
        fits = [
            f
            for f in found
            if f[:2] == (move.player, move.points) and done - _EARLY_S <= f[2] <= done + _ABOUT_S
        ]
        if fits:
            outcome.judged += 1
            found.remove(fits[0])


def _wrong_scores(truth: Truth, verdicts: Iterable[Mapping[str, Any]], game: str) -> Iterator[str]:
    """Moves said to be right that nobody made so, or that were not worth as much.

    Where a table was blind in between, some moves are told as the one that they come to.
    """
    for v in verdicts:
        if v["code"] != "scored":
            continue
        mine = [move for move in truth.moves if move.player == v["player"]]
        ends = [
            i for i, move in enumerate(mine) if -_EARLY_S <= v["t"] - (move.t - truth.log_begin) <= _ABOUT_S
        ]
        runs = [mine[max(0, i - n) : i + 1] for i in ends for n in range(_IN_ONE)]
        if not any(_comes_to(run, v["points"]) for run in runs):
            yield f"{game}t {v['t']}: {v['player']} {v['points']} for {v.get('what') or 'a move'}"


def _comes_to(run: Sequence[PegMove], points: int) -> bool:
    """Whether these moves together are so many points, all of them earned or pegged by a remedy."""
    due = sum(move.points if move.what == "penalty" else move.earned or 0 for move in run)
    return sum(move.points for move in run) == points <= due
