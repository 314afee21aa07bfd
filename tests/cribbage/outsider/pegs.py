"""How people move pegs: straight, hole by hole, into a wrong hole first, in two minds, or with a peg that wobbles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from outsider.table import TARGET, GameOver, Table
from outsider.truth import Standing


@dataclass(frozen=True)
class Hand:
    """A rear peg that was lifted at `at` (s), and what its player wants of it: from `front` on to `goal`."""

    side: str
    at: float
    front: int
    rear: int
    goal: int


class Pegs:
    """The pegs of all sides, and when each side has let go of its own (s)."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.at: dict[str, tuple[int, int]] = {side: self._somewhere() for side in table.sides}
        self.free: dict[str, float] = dict.fromkeys(table.sides, 0.0)
        self._lifted = 0.0
        self._habit = "plain"

    def _somewhere(self) -> tuple[int, int]:
        rng = self.table.rng
        front = rng.choice([0, 0, rng.randrange(1, 100), rng.randrange(90, 120)])
        return (front, max(front - rng.randrange(1, 9), -1)) if front else (0, -1)

    def score(self, side: str) -> int:
        """What stands on the board for a side."""
        return self.at[side][0]

    def stand(self, at: float, side: str, *holes: int) -> None:
        """From then on (s) the pegs of the side stand there."""
        self.table.truth.pegs.append(Standing(at, side, tuple(sorted(holes, reverse=True))))

    def peg(self, side: str, points: int, lift_at: float | None = None, habit: str | None = None) -> float:
        """Peg points, and say when the peg is let go of (s). Raise `GameOver` in the game hole."""
        if not points:
            return self.table.now
        at = max(self.table.now if lift_at is None else lift_at, self.free[side] + 0.15)
        front, rear = self.at[side]
        hand = Hand(side, at, front, rear, min(front + points, TARGET))
        self._lifted, self._habit = at, habit or self._drawn_habit()
        self.stand(at, side, front)
        landed = _HABITS[self._habit](self, hand)
        self.stand(landed, side, hand.goal, front)
        self.at[side] = (hand.goal, front)
        self.free[side] = landed + self.table.rng.uniform(0.1, 0.4)
        self.table.truth.landings.append(landed)
        if hand.goal == TARGET:
            self.table.truth.winner = side
            raise GameOver
        return self.free[side]

    def wait_for(self, let_go: float, hasty: bool = True) -> None:
        """The others wait until the peg is let go of (s), or the hasty only until it is in the air (7.2.b)."""
        table = self.table
        if hasty and self._habit != "wrong hole" and table.chance(0.25 * table.form.habits):
            table.now = max(table.now, self._lifted + table.rng.uniform(0.1, 0.4))
            table.note("hasty")
        else:
            table.now = max(table.now, let_go)

    def put_back(self, side: str, holes: tuple[int, int]) -> None:
        """Take the front peg back to where it belongs: `holes`, front and rear, are where they stand then."""
        table = self.table
        self.stand(table.now, side, self.at[side][1])
        landed = table.now + table.rng.uniform(0.5, 1.2)
        self.stand(landed, side, *holes)
        self.at[side] = holes
        self.free[side] = landed + 0.3
        table.now = landed + table.rng.uniform(0.8, 1.5)

    def knock(self) -> None:
        """Now and then somebody knocks a peg out of its hole in the play, and puts it back."""
        table = self.table
        if not table.chance(0.08):
            return
        side = table.rng.choice(table.sides)
        front, rear = self.at[side]
        if front <= 0:
            return
        at = max(table.now, self.free[side] + 0.2)
        which = table.rng.choice(["rear", "front"])
        back = at + table.rng.uniform(0.4, 4)
        self.stand(at, side, front if which == "rear" else rear)
        self.stand(back, side, front, rear)
        self.free[side] = back + 1.1
        table.note(f"{which} peg knocked")
        if table.chance(0.5):
            table.now = back + table.rng.uniform(0.3, 1)

    def tidy(self) -> None:
        """Now and then a rear peg is set straight after the show, or a front peg falls and is put back."""
        for which, share in (("rear", 0.2), ("front", 0.12)):
            if not self.table.chance(share):
                continue
            side = self.table.rng.choice(self.table.sides)
            front, rear = self.at[side]
            if which == "rear" or front > 0:
                self._straighten(side, front if which == "rear" else rear)
                self.table.note(f"{which} peg put back")

    def _straighten(self, side: str, left: int) -> None:
        self.stand(self.table.now, side, left)
        self.table.pause(0.3, 1.5)
        self.stand(self.table.now, side, *self.at[side])
        self.table.now += 1.2

    # --- habits: each says when the peg stands where its player wants it (s) ----------------------------------

    def _drawn_habit(self) -> str:
        if not self.table.chance(self.table.form.habits):
            return "plain"
        return self.table.rng.choice(["plain", "plain", *_HABITS])

    def _plainly(self, hand: Hand) -> float:
        return hand.at + self.table.rng.uniform(0.35, 1.8)

    def _hole_by_hole(self, hand: Hand) -> float:
        """The peg stands for a moment in each hole on its way."""
        at, rng = hand.at, self.table.rng
        for hole in range(hand.front + 1, hand.goal):
            at += rng.uniform(0.1, 0.25)
            self.stand(at, hand.side, hand.front, hole)
            at += rng.uniform(0.1, 0.25)
            self.stand(at, hand.side, hand.front)
        return at + rng.uniform(0.1, 0.25)

    def _wrong_hole_first(self, hand: Hand) -> float:
        rng = self.table.rng
        wrong = hand.goal + rng.choice([-1, 1, 2, -2])
        if not hand.front < wrong < TARGET:
            return hand.at + rng.uniform(0.4, 1.5)
        down = hand.at + rng.uniform(0.4, 1.2)
        up = down + rng.uniform(0.3, 0.75)
        self.stand(down, hand.side, hand.front, wrong)
        self.stand(up, hand.side, hand.front)
        return up + rng.uniform(0.15, 0.5)

    def _hesitating(self, hand: Hand) -> float:
        """The peg is put back into its old hole, and lifted again."""
        rng = self.table.rng
        down = hand.at + rng.uniform(0.2, 0.6)
        up = down + rng.uniform(0.2, 0.6)
        self.stand(down, hand.side, hand.front, hand.rear)
        self.stand(up, hand.side, hand.front)
        return up + rng.uniform(0.4, 1.2)

    def _wobbling(self, hand: Hand) -> float:
        """The peg loses its contact for a moment when it lands."""
        down = hand.at + self.table.rng.uniform(0.4, 1.2)
        self.stand(down, hand.side, hand.front, hand.goal)
        self.stand(down + 0.12, hand.side, hand.front)
        return down + 0.27


_HABITS: Final[dict[str, Callable[[Pegs, Hand], float]]] = {
    "plain": Pegs._plainly,
    "hole by hole": Pegs._hole_by_hole,
    "wrong hole": Pegs._wrong_hole_first,
    "hesitating": Pegs._hesitating,
    "wobbling": Pegs._wobbling,
}
