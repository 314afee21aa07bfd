"""One game seen badly: which game it is, by a name that plays it again, and what the referee makes of it.

A game is named `MAKER FORM muggins|plain honest|crooked SEED: KIND + KIND`, for example
``many hoyle/3/61 plain crooked 17: unread + dead holes``. Makers: `table` (`SimulatedTable`, two players to 121,
false claims, lost heels), `many` (`CrookedMany`, all forms, words tapped, muggins called),
`crowd` (`Crowd`, the same with false claims, lost heels and faults of rule 8),
`rules` (`Crooked`, two players to 121: the faults of rules 4, 7.3, 8 and 9.2 too, and rulings).
"""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import process_time
from typing import Any, Final

from cribbage.log.events import Event
from cribbage.log.logreader import LogReader
from cribbage.profiles import PROFILES
from cribbage.replay.transcript import verdict_line
from cribbage.worlds.referee import Referee
from pegwatch.simulated.acts import Planted
from pegwatch.simulated.blind import KINDS, blinded_by
from pegwatch.simulated.crooked import Crooked
from pegwatch.simulated.crookedmany import CrookedMany
from pegwatch.simulated.crowd import Crowd
from pegwatch.simulated.manyhanded import FORMS
from pegwatch.simulated.moreblind import TAPPED_LATE, UNTAPPED
from pegwatch.simulated.plants import CHALLENGED, HONEST, Plants
from pegwatch.simulated.table import SimulatedTable
from pegwatch.simulated.truth import TimedPlant, Truth
from pegwatch.simulated.verify import Outcome, compare

HONEST_TABLE: Final = "table"
MANY: Final = "many"
CROWD: Final = "crowd"
RULES: Final = "rules"
_MOST_KINDS: Final = 5
_TALKS: Final = 0.5
_A_FAULT: Final = 0.8  # of the deals of a crooked game by the rules
_TABLES: Final = 0.25  # of the games are those of the simulated table
_RULES: Final = 0.25  # of the games have every fault that a rule names
_CROWDS: Final = (
    0.5  # of the crooked games of any form have false claims, lost heels and faults of rule 8 too
)
_CROWD: Final[Mapping[str, float]] = {"heels_lost": 0.3, "peg_faults": 0.1}
_NAME: Final = re.compile(r"(table|many|crowd|rules) (\S+) (muggins|plain) (honest|crooked) (\d+): (.+)")


@dataclass(frozen=True, slots=True)
class PairGame:
    """Which game, seen how."""

    maker: str
    form: str
    muggins: bool
    honest: bool
    seed: int
    kinds: tuple[str, ...]

    @property
    def name(self) -> str:
        """What `named` reads."""
        muggins, players = "muggins" if self.muggins else "plain", "honest" if self.honest else "crooked"
        return f"{self.maker} {self.form} {muggins} {players} {self.seed}: {' + '.join(self.kinds)}"


def named(name: str) -> PairGame:
    """The game of a name; raises `ValueError` with one line where there is none."""
    found = _NAME.fullmatch(name.strip())
    if found is None:
        raise ValueError(
            f"{name!r:.80} is no game: MAKER FORM muggins|plain honest|crooked SEED: KIND + KIND"
        )
    maker, form, muggins, players, seed, text = found.groups()
    kinds = tuple(kind.strip() for kind in text.split("+"))
    forms = [one for one in FORMS if maker in (MANY, CROWD) or one in _TABLE_FORMS]
    if form not in forms:
        raise ValueError(f"no form {form!r:.40}: there are {', '.join(forms)}")
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise ValueError(f"no kind {unknown[0]!r:.40}: there are {', '.join(KINDS)}")
    return PairGame(maker, form, muggins == "muggins", players == "honest", int(seed), kinds)


_TABLE_FORMS: Final = tuple(f"{book}/2" for book in PROFILES)


def drawn(number: int, pair: tuple[str, str], mixtures: float = 0.0) -> PairGame:
    """The game of a number: all but its pair is drawn, always alike; `mixtures` of them have more kinds at once."""
    chance = random.Random(f"pairs/{number}")
    maker = chance.choices((HONEST_TABLE, RULES, MANY), (_TABLES, _RULES, 1 - _TABLES - _RULES))[0]
    form = chance.choice(tuple(FORMS) if maker == MANY else _TABLE_FORMS)
    muggins = PROFILES[FORMS[form].book].muggins and chance.random() < 0.5
    honest = chance.random() < 0.5
    if maker == MANY and not honest and random.Random(f"crowd/{number}").random() < _CROWDS:
        maker = CROWD
    kinds: tuple[str, ...] = pair
    if chance.random() < mixtures:
        some = chance.sample(KINDS, chance.randint(len(pair) + 1, _MOST_KINDS))
        kinds = tuple(sorted(some, key=KINDS.index))  # a contact that is dead shows with no neighbour either
    return PairGame(maker, form, muggins, honest, number, kinds)


@dataclass(slots=True)
class Cost:
    """What judging cost: processor seconds of all observations, the worst of them, histories at most at a time."""

    observations: int = 0
    seconds: float = 0.0
    worst_s: float = 0.0
    worst_game: str = ""
    most_histories: int = 0
    open_deals: int = 0

    def add(self, more: Cost) -> None:
        """Another game's."""
        self.observations += more.observations
        self.seconds += more.seconds
        self.most_histories = max(self.most_histories, more.most_histories)
        self.open_deals += more.open_deals
        if more.worst_s > self.worst_s:
            self.worst_s, self.worst_game = more.worst_s, more.worst_game

    def as_json(self) -> dict[str, Any]:
        """In numbers; times in ms of processor time."""
        return {
            "observations": self.observations,
            "mean ms": round(1e3 * self.seconds / max(self.observations, 1), 4),
            "worst ms": round(1e3 * self.worst_s, 2),
            "worst game": self.worst_game,
            "most histories": self.most_histories,
            "bound reached": self.open_deals,
        }

    def said(self) -> str:
        """In one line."""
        body = self.as_json()
        return (
            f"{body['observations']} observations, {body['mean ms']:.3f} ms of processor time each, the worst "
            f"{body['worst ms']:.1f} ms ({self.worst_game}); at most {self.most_histories} histories, the bound "
            f"reached in {self.open_deals} deals"
        )


@dataclass(frozen=True, slots=True)
class Seen:
    """One game: which, seen how, and what the referee said of it beside what is true; its log is left to ask for."""

    game: PairGame
    outcome: Outcome
    cost: Cost = field(default_factory=Cost)
    lines: Sequence[str] = field(default=(), repr=False)


def play_game(game: PairGame, *, plants: Plants | None = None, until_t: float = math.inf) -> Seen:
    """Play it, see it badly, judge it. `plants`: what the players do, other than the name says; `until_t`: only what
    was seen by then is judged."""
    lines, truth = _perfect(game, plants)
    lines = blinded_by(lines, game.kinds, game.seed)
    if not math.isinf(until_t):
        lines, truth = (
            [line for line in lines if json.loads(line).get("t", 0.0) <= until_t],
            truth.until(until_t),
        )
    if {UNTAPPED, TAPPED_LATE} & set(game.kinds):
        truth = replace(truth, planted=tuple(map(_unheard, truth.planted)))
    events, cost = judged(lines, game.name)
    verdicts = [verdict_line(event, "") for event in events if event.kind == "verdict"]
    return Seen(game, compare(truth, verdicts), cost, lines)


def _perfect(game: PairGame, plants: Plants | None) -> tuple[list[str], Truth]:
    usual = HONEST if game.honest else Plants()
    if game.maker in (MANY, CROWD):
        maker, more = (CrookedMany, {}) if game.maker == MANY else (Crowd, {} if game.honest else _CROWD)
        players = plants or replace(_talking(usual), **more)
        many = maker(game.seed, FORMS[game.form], players, muggins=game.muggins)
        many.play()
        return many.log, many.truth
    if game.maker == RULES:
        often = 0.0 if game.honest else _A_FAULT
        rules = Crooked(game.seed, FORMS[game.form].book, often, muggins=game.muggins)
        lines, _ = rules.play()
        return lines, rules.timed
    talks = {UNTAPPED, TAPPED_LATE} & set(game.kinds)
    players = plants or (_talking(usual) if talks else usual)
    table = SimulatedTable(game.seed, 1, players, FORMS[game.form].book, with_scenes=False)
    header, *seen = table.as_log(1)
    truth = table.truth(1)
    if game.muggins:
        truth = replace(
            truth, planted=tuple(one for plant in truth.planted for one in _perhaps_called(plant, truth))
        )
    return [json.dumps(json.loads(header) | {"muggins": game.muggins}), *seen], truth


def _perhaps_called(plant: TimedPlant, truth: Truth) -> list[TimedPlant]:
    """A peg too far that is by chance just what an opponent has missed in that deal is a call (10.4.a): what is too
    many alone, or with what was earned."""
    fault = plant.fault
    missed = {
        other.fault.points
        for other in truth.planted
        if "underpeg" in other.fault.codes and other.t < plant.t
        if other.fault.deal == fault.deal and other.fault.player != fault.player
    }
    pegged = [move.points for move in truth.moves if move.player == fault.player and move.t <= plant.t][-1:]
    calls = missed & {fault.points, *pegged} - {None} if "overpeg" in fault.codes else set()
    return [
        plant,
        *(replace(plant, fault=replace(fault, points=n, codes=(), may=("muggins",))) for n in calls),
    ]


def _talking(plants: Plants) -> Plants:
    return replace(plants, tap_go=_TALKS)


def _unheard(plant: TimedPlant) -> TimedPlant:
    """A player who is challenged aloud only puts it right unasked, as far as a log goes."""
    fault: Planted = plant.fault
    return (
        replace(plant, fault=replace(fault, may=(*fault.may, "corrected")))
        if fault.kind == CHALLENGED
        else plant
    )


def judged(lines: Sequence[str], name: str = "") -> tuple[list[Event], Cost]:
    """Judge a log observation by observation: what is said of it, and what that costs."""
    reader, cost = LogReader(), Cost(worst_game=name)
    referee: Referee | None = None
    events: list[Event] = []
    for seen in reader.read(lines):
        referee = referee or Referee(reader.header_of_game)
        began = process_time()
        events += referee.receive(seen)
        took = process_time() - began
        cost.observations += 1
        cost.seconds += took
        cost.worst_s = max(cost.worst_s, took)
        cost.most_histories = max(cost.most_histories, referee.history_count)
    if referee is not None:
        events += referee.finish()
        cost.open_deals = referee.open_deals
    return events, cost
