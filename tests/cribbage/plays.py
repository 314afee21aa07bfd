"""Plays of one deal: scores are miscounted, put right, claimed by the other side or not, and seen by weak sensors.

``python -m plays FIRST LAST`` (from the repository, with it and tests/cribbage in PYTHONPATH) plays the deals of
these numbers and prints those in which somebody is blamed for what they have not done.

Tables, pegs and sensors are those of `outsider`, whose players miscount hands only; here one or two scores of the
play are pegged too high, too low or not at all, and now and then somebody says go who could play. In seven deals of
ten the show is counted right; where the starter is a Jack nothing is played, and the deal is not counted.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Final

import click
from outsider.counting import count
from outsider.defects import DRAWN, drawn
from outsider.hunting import TOGETHER, TOO_MANY, Blame, Game, form_of, knowable, wrongly_held
from outsider.pegs import Pegs
from outsider.play import Play
from outsider.players import dealt_cards, header_of
from outsider.sensors import log_of
from outsider.show import Show, put_right
from outsider.table import TARGET, GameOver, Table
from outsider.truth import Miscount, Truth

from cribbage.log.verdicts import Code

MUST_PLAY: Final = 21
"""Up to this count every card fits, and nobody can renege (7.3)."""
UNLESS: Final = "unless it leads a new series"
_KINDS: Final = tuple(kind for kind in TOGETHER if kind in DRAWN)


def _reneged(side: str | None) -> str:
    return f"renege {side}"


class Careless(Play):
    """The play of people who miscount: `slips` says which scores are pegged wrong (by number), and by how much."""

    def __init__(
        self, table: Table, pegs: Pegs, hands: dict[str, list[str]], his_heels: bool, slips: dict[int, int]
    ) -> None:
        super().__init__(table, pegs, hands, his_heels)
        self.slips = slips
        self.scores = 0
        self.missed: tuple[str, int] | None = None  # whose points may be claimed yet, and how many
        self.reneges = 0  # how many of these players may renege yet
        self.reneging = set[str]()

    def _fitting(self, seat: str) -> list[str]:
        return [] if seat in self.reneging else super()._fitting(seat)

    def _lay_card(self) -> None:
        seat = self.turn
        if self.reneges and count(self.series) > MUST_PLAY and self.table.chance(0.5):
            self._renege(seat)
            return
        self.last_seat = seat
        super()._lay_card()
        self._claim(self.table.side(seat))

    def _peg_due(self, side: str, lift_at: float | None = None) -> float:
        points, self.due[side] = self.due[side], 0
        if not points:
            return self.table.now
        if self.table.chance(0.5):
            self._claim(side)
            lift_at = None if lift_at is None else max(lift_at, self.table.now)
        by = self.slips.get(self.scores, 0)
        self.scores += 1
        too_near = self.pegs.score(side) + points + max(by, 0) >= TARGET
        if not by or too_near:
            self._forget(side)
            return self.pegs.peg(side, points, lift_at)
        return self._slip(side, points, max(by, -points), lift_at)

    def _renege(self, seat: str) -> None:
        """Who could play says go (7.3), and nobody notices."""
        self.reneges -= 1
        self.reneging.add(seat)
        self.table.note(_reneged(self.table.side(seat)))
        self.table.say(seat, "go")
        self.said_go.add(seat)
        self.table.wait(0.3, 1.2)
        if any(map(self._fitting, self.table.seats)):
            self.turn = self.table.after(seat)
        else:
            self.turn = self.last_seat
            self._go_or_last_card(self.table.side(self.turn))

    def _next_series(self, at_once: bool = False) -> None:
        self.reneging.clear()
        super()._next_series(at_once)

    def _slip(self, side: str, points: int, by: int, lift_at: float | None) -> float:
        table = self.table
        let_go = table.now
        if points + by:
            self._forget(side)
            let_go = self.pegs.peg(side, points + by, lift_at, "plain")
        at = table.truth.landings[-1] if points + by else table.now
        wrong = Miscount(at, side, by)
        table.truth.miscounts.append(wrong)
        claims = table.form.muggins and table.chance(0.8)
        if by < 0:
            self.missed = (side, -by) if claims else None
            if claims and points + by:
                table.now = let_go + table.rng.uniform(0.8, 2)
                self._claim(table.side(table.opponent(side)))
        elif table.chance(0.7):
            table.now = let_go + table.rng.uniform(0.8, 2)
            self._call_overpeg(wrong, points)
        return max(let_go, table.now)

    def _call_overpeg(self, wrong: Miscount, points: int) -> None:
        caller = self.table.opponent(wrong.side)
        if award := put_right(self.table, self.pegs, wrong, points):
            self.table.now = self.pegs.peg(self.table.side(caller), award, habit="plain") + 1

    def _forget(self, side: str) -> None:
        """Who pegs on has closed the claim of what they missed before (10.4.b)."""
        if self.missed and self.missed[0] == side:
            self.missed = None

    def _claim(self, side: str) -> None:
        """The other side takes what was missed (10.4.b)."""
        if self.missed is None or self.missed[0] == side or len(self.table.sides) != 2:
            return
        table, points = self.table, self.missed[1]
        self.missed = None
        table.wait(0.2, 0.8)
        table.say(side, "muggins", points)
        table.pause(0.3, 1.2)
        table.now = self.pegs.peg(side, points, habit="plain") + table.rng.uniform(0.6, 1.5)


class Right(Show):
    """A show in which all is counted right."""

    def _peg_hand(self, seat: str, points: int) -> float:
        return self.pegs.peg(self.table.side(seat), points)


def play_deal(number: int) -> Truth:
    """The deal of a number, always the same."""
    rng = random.Random(f"slips {number}")
    form = replace(form_of(number), habits=rng.choice([0, 0, 0.5]))
    table = Table(form, number)
    pegs = Pegs(table)
    table.settle_in()
    table.truth.header = header_of(table, pegs)
    slips = {rng.randrange(8): rng.choice([-1, -2, -9, -9, 1, 2]) for _ in range(rng.choice([1, 1, 2]))}
    try:
        hands, crib, starter = dealt_cards(table)
        table.wait(2, 5)
        table.lay("starter", [starter])
        if starter[0] == "J":
            raise GameOver
        table.wait(0.5, 2)
        play = Careless(table, pegs, hands, False, slips)
        others = random.Random(f"others {number}")
        play.reneges = int(others.random() < 0.15)
        play.run()
        (Show if others.random() < 0.3 else Right)(table, pegs, hands, crib, starter).run()
    except GameOver:
        pass
    table.truth.end = max(table.now, *pegs.free.values()) + 8
    return table.truth


def deal(number: int) -> Game:
    """The deal of a number as weak sensors tell of it: up to two kinds of defects."""
    rng = random.Random(f"weak {number}")
    truth = play_deal(number)
    kinds = rng.sample(_KINDS, rng.choice([0, 1, 1, 2, 2]))
    defects = knowable(truth, [one for kind in kinds for one in drawn(kind, truth, rng)])
    return Game(number, truth, defects, False, log_of(truth, defects, number))


def wronged(game: Game) -> list[Blame]:
    """What is held against somebody and is not so. Several slips of a side may be held against it in one. Where a go
    was forgotten, and nobody has said it, a card that is led may be one over thirty-one: that this is asked blames
    nobody, nor does a call that came too late and costs nothing."""
    missed, excess = Counter[str](), Counter[str]()
    for slip in game.truth.miscounts:
        missed[slip.side] += max(-slip.by, 0)
        excess[slip.side] += max(slip.by, 0)
    return [
        blame
        for blame in wrongly_held(game)
        if UNLESS not in blame.what
        and not (blame.what == Code.UNDERPEG and (blame.points or 0) <= missed[blame.player or ""])
        and not (blame.what == Code.MUGGINS_REFUSED and not blame.points)
        and not (blame.what == Code.RENEGE and _reneged(blame.player) in game.truth.habits)
        and not (blame.what in TOO_MANY and (blame.points or 0) <= excess[blame.player or ""])
    ]


@click.command()
@click.argument("first", type=int)
@click.argument("last", type=int)
def main(first: int, last: int) -> None:
    """Play the deals of these numbers, and print what is wrong."""
    deals = wrong = 0
    for number in range(first, last):
        game = deal(number)
        deals += bool(game.truth.landings)
        if held := wronged(game):
            wrong += 1
            for line in (game.name, *(f"  {blame}" for blame in held), f"  {game.truth.miscounts}"):
                click.echo(line)
    click.echo(f"{deals} deals, {wrong} wrong")


if __name__ == "__main__":
    main()
