"""What really happened in a simulated game, for those who check what the sensors made of it."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from typing import Final

from cribbage.log.observations import Player
from cribbage.score.cards import Card
from pegwatch.simulated.acts import Collect, Count, Deal, Lay, Move, Planted, Turn
from pegwatch.simulated.game import Script
from pegwatch.simulated.timeline import Tape

LEFT_OPEN: Final = ("overpeg-stands", "underpeg")
"""Codes that are said when a window closes; the end of a game may leave it open."""
_SETTLED_S: Final = 15.0  # so long after an act its verdict may come


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand or crib as it lay at the show, counted at `t`: `cards` in laying order, `points` their worth."""

    t: float
    deal: int
    zone: str
    player: Player
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class TrueDeal:
    """One deal: the starter and all cards laid in front of each player, in laying order, show or not."""

    deal: int
    dealer: Player
    starter: Card | None
    laid: dict[Player, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class PegMove:
    """A peg put down at `t`: `points` pegged, `earned` what was due (null: carrying out a remedy)."""

    t: float
    deal: int
    player: Player
    points: int
    earned: int | None
    what: str


@dataclass(frozen=True, slots=True)
class TimedPlant:
    """A fault and when it had been done."""

    t: float
    fault: Planted


def left_open(planted: Iterable[TimedPlant], deal: int) -> list[TimedPlant]:
    """The same when the game ends in this deal: what is said when a window closes may or may not be said any more."""
    return [
        replace(plant, fault=_perhaps_said(plant.fault, LEFT_OPEN)) if plant.fault.deal == deal else plant
        for plant in planted
    ]


def _perhaps_said(fault: Planted, which: Container[str]) -> Planted:
    """The same where these of its verdicts may be said, or not."""
    perhaps = tuple(code for code in fault.codes if code in which)
    codes = tuple(code for code in fault.codes if code not in which)
    return replace(fault, codes=codes, may=(*fault.may, *perhaps))


@dataclass(frozen=True, slots=True)
class Truth:
    """One game. Times are table seconds; `log_begin` is where the time of the game's log starts."""

    winner: Player
    scores: dict[Player, int]
    log_begin: float
    deals: tuple[TrueDeal, ...]
    hands: tuple[ShownHand, ...]
    moves: tuple[PegMove, ...]
    planted: tuple[TimedPlant, ...]

    def until(self, t: float) -> Truth:
        """The same of a game that was stopped at `t`: what had happened by then. What was done wrong shortly before
        may have got its verdict, or not."""
        settled = t - _SETTLED_S
        hands = tuple(hand for hand in self.hands if hand.t <= settled)
        moves = tuple(move for move in self.moves if move.t <= t)
        deal = max((move.deal for move in moves), default=1)
        planted = tuple(
            plant
            if plant.t <= settled
            else replace(plant, fault=_perhaps_said(plant.fault, plant.fault.codes))
            for plant in left_open(self.planted, deal)
            if plant.t <= t
        )
        return replace(self, hands=hands, moves=moves, planted=planted)


def truth_of(script: Script, tape: Tape) -> Truth:
    """Put the script of a game and the times on its tape together."""
    deals: list[TrueDeal] = []
    hands: list[ShownHand] = []
    moves: list[PegMove] = []
    acts = [(t, act) for t, act in tape.acts if t >= tape.log_begin]
    for t, act in acts:
        match act:
            case Deal(deal, dealer):
                deals.append(TrueDeal(deal, dealer, None, {"A": (), "B": ()}))
            case Turn(card):
                deals[-1] = TrueDeal(deals[-1].deal, deals[-1].dealer, card, deals[-1].laid)
            case Lay(player, card):
                deals[-1].laid[player] += (card,)
            case Count(player, what, cards, points):
                zone = "crib" if what == "crib" else player
                hands.append(ShownHand(t, len(deals), zone, player, cards, points))
            case Move():
                moves.append(PegMove(t, len(deals), act.player, act.points, act.earned, act.what))
            case Collect() | _:
                pass
    planted = tuple(TimedPlant(acts[fault.at][0], fault) for fault in script.planted)
    scores = {player: front for player, (front, _) in script.pegs.items()}
    return Truth(script.winner, scores, tape.log_begin, tuple(deals), tuple(hands), tuple(moves), planted)
