"""Two to four players who hurry, talk, touch their pegs and err, with the truth about it: any form of any book.

They play as `ManyHanded` does. What they do wrong (`Plants`): points pegged too many at the show, left to stand, put
right or challenged; points pegged too few, and with muggins in force the call for them. A fault is done only where
it cannot be taken for something else that is open. `pegwatch.simulated.crowd` adds false claims of game, lost heels
and faults of rule 8.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from cribbage.log.observations import STARTER, Player
from cribbage.profiles import PROFILES
from cribbage.score.cards import Card
from cribbage.score.counting import show_points
from pegwatch.simulated.acts import Planted
from pegwatch.simulated.manyhanded import Form, ManyHanded
from pegwatch.simulated.plants import CHALLENGED, CORRECTED, STANDS, UNDERPEG, Plants
from pegwatch.simulated.truth import PegMove, TimedPlant, Truth, left_open

MUGGINS: Final = "points called by the opponent"
_SAYS_TOTAL: Final = 0.3  # of the hands; and the opponent says that they accept it as often
_CALLED: Final = 0.6  # of the points missed, where muggins is in force
_GAPS_S: Final[Mapping[str, tuple[float, float]]] = {
    "starter": (5.0, 9.0),
    "lay": (1.1, 3.2),
    "clear": (0.3, 0.9),
    "lift": (0.7, 1.6),
    "down": (0.4, 1.2),
    "say": (0.7, 1.8),
    "wrong": (0.2, 0.6),
}


class CrookedMany(ManyHanded):
    """One game under one form; `log` is its log when it has been played, `truth` what is true of it."""

    def __init__(self, seed: int, form: Form, plants: Plants, *, muggins: bool = False) -> None:
        header: dict[str, Any] = {**form.header, "muggins": muggins}
        super().__init__(seed, form.seats, form.hand, form.target, **header)
        self.book = PROFILES[form.book]
        self.chance = random.Random(f"{seed}/{form}/{muggins}")
        self.plants = plants
        self.muggins = muggins
        self._moves: list[PegMove] = []
        self._planted: list[TimedPlant] = []
        self._erred: set[Player] = set()  # whose count of this deal was wrong, and so may still be corrected

    @property
    def truth(self) -> Truth:
        """What really happened; the deals and hands are left out."""
        winner = max(self.score, key=self.score.__getitem__)
        return Truth(winner, dict(self.score), 0.0, (), (), tuple(self._moves), tuple(self._planted))

    # --- the clock -----------------------------------------------------------------------------------------

    def see(self, after_s: float | None = None, **body: Any) -> None:
        """Write one observation, as much later as people need for what it shows."""
        if after_s is None:
            cards = body.get("cards")
            what = "say" if cards is None else "clear" if not cards["seen"] else "lay"
            after_s = self.chance.uniform(*_GAPS_S[STARTER if cards and cards["zone"] == STARTER else what])
        super().see(after_s, **body)

    def _gap(self, what: str) -> float:
        return self.chance.uniform(*_GAPS_S[what])

    # --- pegs ----------------------------------------------------------------------------------------------

    def peg(self, seat: int, points: int) -> None:
        """What was earned is pegged."""
        self._move(seat, points, points)

    def _move(self, seat: int, points: int, earned: int | None, what: str = "score") -> None:
        side = self.side(seat)
        front = self.score[side]
        if points <= 0 or self.over:
            return
        if self.chance.random() < self.plants.touch:
            self._touch(self.chance.choice(self.sides))
        landed = min(front + points, self.target)
        self.holes(side, [front], self._gap("lift"))
        if self.chance.random() < self.plants.second_thought and landed < self.target - 1:
            self.holes(side, [landed + 1, front], self._gap("down"))
            self.holes(side, [front], self._gap("wrong"))
        self.holes(side, [landed, front], self._gap("wrong" if landed == self.target else "down"))
        due = None if earned is None else min(earned, self.target - front)
        self._moves.append(PegMove(self.t, self.deal, side, landed - front, due, what))
        self.score[side], self.rear[side] = landed, front
        if landed == self.target:
            self.over = True
            self._planted = left_open(self._planted, self.deal)

    def _touch(self, side: Player) -> None:
        """A peg is lifted and put back where it stood (Rule: ACC 8.6)."""
        self.holes(side, [self.score[side]], self._gap("lift"))
        self.holes(side, [self.score[side], self.rear[side]], self._gap("down"))

    def _plant(
        self, kind: str, player: Player, points: int | None, codes: tuple[str, ...], may: tuple[str, ...] = ()
    ) -> None:
        self._planted.append(TimedPlant(self.t, Planted(kind, self.deal, player, points, codes, 0, may)))

    # --- words ---------------------------------------------------------------------------------------------

    def say(self, seat: int, what: str, n: int | None = None) -> None:
        """A word is said, and tapped in at once."""
        self.see(said={"by": self.seats[seat], "what": what} | ({} if n is None else {"n": n}))

    def cannot_go_on(self, seats: Sequence[int]) -> None:
        """A player who holds cards, none of which fits, says go; not everybody taps it."""
        for seat in seats:
            if not self.over and self.chance.random() < self.plants.tap_go:
                self.say(seat, "go")

    def opponent(self, seat: int) -> int:
        """The next seat of another side."""
        return (seat + 1) % len(self.seats)

    # --- the show ------------------------------------------------------------------------------------------

    def _deal(self) -> None:
        self._erred.clear()
        super()._deal()

    def count(self, seat: int, points: int, crib: bool = False) -> None:
        """A hand or crib is counted aloud and pegged, now and then wrongly."""
        if self.over:
            return
        side, chance, plants = self.side(seat), self.chance, self.plants
        tells = chance.random() < _SAYS_TOTAL
        room = self.target - self.score[side] - points
        fault = chance.random()
        if fault < plants.overpeg_show:
            excess = chance.randint(1, 4)
            if excess < room and not self._looks_like_more(seat, points, excess, crib):
                self._overpeg(seat, points, excess)
                return
        elif fault < plants.overpeg_show + plants.underpeg and points and room > 0 and not self._erred:
            self._underpeg(seat, points, min(points, chance.choice((1, 2, 2, 3))))
            return
        if tells:
            self.say(seat, "claim" if points else "none", points or None)
        self.peg(seat, points)
        if tells and points and not self.over and chance.random() < _SAYS_TOTAL and not self._erred:
            self.say(self.opponent(seat), "accept")

    def worth(self, seat: int, seats: Iterable[int], crib: bool) -> list[int]:
        """What the hands of these seats are worth that are of one side with a seat, and its crib unless that is what
        is counted."""
        side = self.side(seat)
        worth = [show_points(self.hands[one], self.starter).points for one in seats if self.side(one) == side]
        if not crib and self.side(self.dealer) == side:
            worth.append(show_points(self.crib, self.starter, crib=True).points)
        return worth

    def _looks_like_more(self, seat: int, points: int, excess: int, crib: bool) -> bool:
        """Whether so many could be pegged for something else of that side as well, or were called."""
        worth = self.worth(seat, self.hands, crib)
        sums = {sum(some) for size in range(1, len(worth) + 1) for some in combinations(worth, size)}
        return bool(self._erred) or excess in sums or points + excess in sums

    def _overpeg(self, seat: int, points: int, excess: int) -> None:
        side, opponent = self.side(seat), self.opponent(seat)
        before = self.score[side], self.rear[side]
        fate = self.chance.random()
        award = excess if self.book.overpeg_award is None else self.book.overpeg_award
        kind = STANDS if fate < self.plants.stands else CORRECTED
        if fate >= self.plants.stands + self.plants.corrected:
            kind = CHALLENGED if self.score[self.side(opponent)] + award < self.target else CORRECTED
        self._erred.add(side)
        self._move(seat, points + excess, points)
        codes = {STANDS: ("overpeg", "overpeg-stands"), CORRECTED: ("overpeg", "corrected")}
        self._plant(kind, side, excess, codes.get(kind, ("overpeg",)))
        if kind == STANDS:
            return
        if kind == CHALLENGED:
            self.say(opponent, "overpeg")
        else:
            self.t += self._gap("say")
        self.holes(side, [self.rear[side]], self._gap("lift"))
        self.score[side], self.rear[side] = (before[0] + points, before[0]) if points else before
        self.holes(side, [self.score[side], self.rear[side]], self._gap("down"))
        self._moves.append(PegMove(self.t, self.deal, side, -excess, None, "back"))
        if kind == CHALLENGED:
            self._move(opponent, award, None, "penalty")

    def _underpeg(self, seat: int, points: int, missed: int) -> None:
        side, opponent = self.side(seat), self.opponent(seat)
        self._erred.add(side)
        if points == missed:
            self.say(seat, "none")
        self._move(seat, points - missed, points)
        self._plant(UNDERPEG, side, missed, ("underpeg",))
        friend = self.side(opponent)
        callable_ = self.muggins and self.score[friend] + missed < self.target
        if callable_ and self.chance.random() < _CALLED:
            self.say(opponent, "muggins", missed)
            self._plant(MUGGINS, friend, missed, ("muggins",))
            self._move(opponent, missed, None, "penalty")

    # --- the play ------------------------------------------------------------------------------------------

    def peg_card(self, seat: int, points: int, count: int, held: Mapping[int, Sequence[Card]]) -> None:
        """What a card earned; too much is pegged for it only while more cards have to follow."""
        more = count <= 21 and any(cards for other, cards in held.items() if other != seat)
        side = self.side(seat)
        excess = self.chance.randint(2, 4)
        safe = more and not self._erred and self.score[side] + points + excess < self.target
        if safe and not self.over and self.chance.random() < self.plants.overpeg_play:
            self._overpeg(seat, points, excess)
            return
        self.peg(seat, points)
