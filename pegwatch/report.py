"""The demo's report: what was seen and said, held against what really happened."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from typing import Final

import click

from cribbage.log.codec import observation_from
from cribbage.log.observations import Cards, Fault, Observation, Unread
from firmware.box.gamelog import TABLE_T0
from firmware.box.journal import GAME_KIND, Journal, Stored
from pegwatch.simulated.table import SimulatedTable
from pegwatch.simulated.truth import ShownHand
from pegwatch.simulated.verify import IsBlind, Outcome, compare

_SETTLED_S = 1.0  # a hand is judged as it was read this long after it was counted
_LAYING_S = 1.0  # a card may be seen so long before the fingers that lay it have let go of it
_MOVING_S = 3.0  # how long a peg is on its way
_STOPPED = "stopped before its end"


@dataclass(frozen=True, slots=True)
class GameReport:
    """One game: hands read `right`, `unsure` or `wrong`, cards shown that did not lie there, and verdicts."""

    game: int
    right: int
    unsure: int
    wrong: int
    wrong_cards: tuple[str, ...]
    outcome: Outcome
    winner: str
    played: str

    @classmethod
    def of(cls, journal: Journal, table: SimulatedTable, game: int, until: float = math.inf) -> GameReport:
        """Compare the journal's record of a game with the simulated players' truth, which came so far (table s)."""
        stored = list(journal.events(game=game))
        begin = _table_t0(stored)
        seen = [(begin + o.t, o) for o in _observations(stored)]
        verdicts = [{"t": s.event.t, **s.event.body} for s in stored if s.event.kind == "verdict"]
        won = next((v["player"] for v in verdicts if v["code"] == "game"), None)
        truth = table.truth(game)
        is_whole = truth.moves[-1].t <= until
        if not is_whole:
            truth = truth.until(until)
        hands = [_hand_as_read(hand, seen) for hand in truth.hands]
        return cls(
            game,
            right=hands.count("right"),
            unsure=hands.count("unsure"),
            wrong=hands.count("wrong"),
            wrong_cards=tuple(_wrong_cards(table, seen)),
            outcome=compare(truth, verdicts, f"game {game}: ", blindness(o for _, o in seen)),
            winner=_who(won),
            played=f"{_who(truth.winner)} won {truth.scores['A']}-{truth.scores['B']}"
            if is_whole
            else _STOPPED,
        )


KEYS: Final = tuple(one.name for one in fields(GameReport))
"""Those of a game in JSON."""


def _who(player: str | None) -> str:
    return "nobody yet" if player is None else f"player {player}"


def _table_t0(stored: Iterable[Stored]) -> float:
    return next((float(s.event.body[TABLE_T0]) for s in stored if s.event.kind == GAME_KIND), 0.0)


def _observations(stored: Iterable[Stored]) -> Iterator[Observation]:
    return (observation_from(s.event.body) for s in stored if s.event.kind == "seen")


def _hand_as_read(hand: ShownHand, seen: list[tuple[float, Observation]]) -> str:
    """How the eye had read a hand when it was counted."""
    last: Observation | None = None
    for t, observation in seen:
        if t > hand.t + _SETTLED_S:
            break
        if isinstance(observation, Cards | Unread) and observation.zone == hand.zone:
            last = observation
    if not isinstance(last, Cards):
        return "unsure"
    if set(last.seen) == set(hand.cards):
        return "right"
    return "unsure" if set(last.seen) < set(hand.cards) else "wrong"


def blindness(seen: Iterable[Observation]) -> IsBlind:
    """When the table said that it could not see a player's pegs, or cards that they are pegged for; log times."""
    since: dict[tuple[str, str | None], float] = {}
    spans: list[tuple[str | None, float, float]] = []
    for one in seen:
        match one:
            case Fault() if one.is_over:
                over = [key for key in since if key[0] == one.part and one.track in (None, key[1])]
                spans += [(key[1], since.pop(key), one.t) for key in over]
            case Fault():
                since.setdefault((one.part, one.track), one.t)
            case Unread():
                since.setdefault(_place(one.zone), one.t)
            case Cards() if (key := _place(one.zone)) in since:
                spans.append((key[1], since.pop(key), one.t))
    spans += [(player, begin, math.inf) for (_, player), begin in since.items()]
    return lambda player, t: any(
        of in (None, player) and begin <= t and t - _MOVING_S <= until for of, begin, until in spans
    )


def _place(zone: str) -> tuple[str, str | None]:
    """A zone, and the player whose pegs it is about (None: anybody's)."""
    return zone, None if zone in ("crib", "starter") else zone


def _wrong_cards(table: SimulatedTable, seen: list[tuple[float, Observation]]) -> Iterator[str]:
    """Cards recorded as seen that did not lie face up on the table at that moment."""
    for t, observation in seen:
        if isinstance(observation, Cards):
            scenes = (table.scene_at(t), table.scene_at(t + _LAYING_S))
            lying = {laid.card for scene in scenes for laid in scene.cards if laid.face_up and laid.card}
            for card in observation.seen:
                if str(card) not in lying:
                    yield f"{t:.2f} s: {card} in zone {observation.zone}"


def print_report(reports: list[GameReport], as_json: bool = False) -> int:
    """Print every game and the two sums that count (JSON: the games alone); 0 if both sums are 0, else 1."""
    for report in reports:
        if as_json:
            click.echo(json.dumps(asdict(report), ensure_ascii=False))
        else:
            _print_game(report)
    total = Outcome()
    for report in reports:
        total.add(report.outcome)
    wrong = sum(len(report.wrong_cards) for report in reports)
    if not as_json:
        click.echo(f"wrong cards shown as verified: {wrong}")
        click.echo(f"false accusations: {len(total.false)}")
    return 0 if wrong == 0 and not total.false else 1


def _print_game(report: GameReport) -> None:
    outcome = report.outcome
    saw = "" if report.played == _STOPPED else f"; Pegwatch saw {report.winner} win"
    click.echo(f"game {report.game}: {report.played}{saw}")
    click.echo(f"  hands read: {report.right} right, {report.unsure} unsure, {report.wrong} wrong")
    click.echo(
        f"  peg moves: {outcome.judged} of {outcome.moves} honest ones judged right, "
        f"{outcome.unverified} not verified"
    )
    planted, caught = sum(outcome.planted.values()), sum(outcome.caught.values())
    by_code = ", ".join(
        f"{code} {outcome.caught.get(code, 0)}/{due}" for code, due in sorted(outcome.planted.items())
    )
    click.echo(
        f"  cheats and slips: {planted} planted, {caught} caught" + (f" ({by_code})" if by_code else "")
    )
    click.echo(f"  false accusations: {len(outcome.false)}")
    wrong = (f"wrong score: {text}" for text in outcome.wrong_scores)
    missed = (f"missed: {text}" for text in outcome.missed)
    for line in [*report.wrong_cards, *wrong, *outcome.false, *missed]:
        click.echo(f"    {line}")
