"""Players of any form who err as two do: false claims of game, his heels forfeited, the faults of rule 8 with judges.

They are `CrookedMany`, and do besides what a chance of their own gives them, so that a game of `CrookedMany` stays
what it was. A fault is done only where nothing else of that deal is open, far enough from the game hole, and where
no other score explains it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from cribbage.log.observations import Player
from cribbage.score.cards import Card
from pegwatch.simulated.crookedmany import CrookedMany
from pegwatch.simulated.manyhanded import Form
from pegwatch.simulated.plants import FALSE_CLAIM, HEELS, Plants
from pegwatch.simulated.truth import PegMove

_HEELS: Final = 2  # Rule: ACC 6.3
_OPPONENTS_PEG: Final = 2  # Rule: ACC 8.7
_CLAIMED_SHORT: Final = 6  # nobody errs by more
_FAR: Final = 30  # holes between tracks that are taken for each other by nobody
_LET_GO_S: Final = 1.5  # until what was pegged last has been let go of for certain
_JUDGES_S: Final = 10.0  # until they have come, or somebody has seen it


class Crowd(CrookedMany):
    """One game under one form; `log` is its log when it has been played, `truth` what is true of it."""

    def __init__(self, seed: int, form: Form, plants: Plants, *, muggins: bool = False) -> None:
        super().__init__(seed, form, plants, muggins=muggins)
        self.luck = random.Random(f"crowd/{seed}/{form}/{muggins}")
        self._heels_lost = False

    # --- his heels -----------------------------------------------------------------------------------------

    def heels(self) -> None:
        """Pegged, or now and then forgotten; of pairs nobody knows for which of them two were pegged."""
        alone = len(self.sides) == len(self.seats)
        self._heels_lost = alone and self.book.heels_lapse and self.luck.random() < self.plants.heels_lost
        if not self._heels_lost:
            super().heels()

    def lay(self, seat: int, card: Card) -> None:
        """With the dealer's first card his heels are forfeited (Rule: ACC 6.3.c)."""
        super().lay(seat, card)
        if self._heels_lost and seat == self.dealer and not self.over:
            self._heels_lost = False
            self._plant(HEELS, self.side(seat), _HEELS, ("heels-forfeit",))

    # --- the show ------------------------------------------------------------------------------------------

    def count(self, seat: int, points: int, crib: bool = False) -> None:
        """A hand or crib is counted, and now and then the wrong peg moved, or game claimed."""
        if points and not self.over and not self._erred:
            if self._claims_game(seat, points, crib):
                return
            if self.luck.random() < self.plants.peg_faults:
                self.t += _LET_GO_S
                faults = list(PEG_FAULTS if self.book.peg_faults else _OF_EVERY_BOOK)
                if PEG_FAULTS[self.luck.choice(faults)](self, seat, points):
                    self._erred.add(self.side(seat))
                    return
        super().count(seat, points, crib)

    def _claims_game(self, seat: int, points: int, crib: bool) -> bool:
        """Into the game hole with too few points, where its side has nothing left to count with them: judges come,
        and their ruling is carried out (Rule: ACC 8.4.b)."""
        side, opponent = self.side(seat), self.opponent(seat)
        front = self.score[side]
        right = front + points
        short = self.target - right
        gain = 0 if self.book.false_claim_back is None else short
        is_near = (
            not self._left_to_count(seat, crib)
            and 0 < short <= _CLAIMED_SHORT
            and self.score[self.side(opponent)] + gain < self.target
        )
        if not is_near or self.luck.random() >= self.plants.false_claim:
            return False
        self._erred.add(side)
        self.holes(side, [front], self._gap("lift"))
        self._stand(side, (self.target, front), points)
        self._plant(FALSE_CLAIM, side, short, ("false-claim",))
        back = max(0, right - (self.book.false_claim_back or 0))
        moves: list[dict[str, Any]] = [{"player": side, "front": back}]
        moves += [{"player": self.side(opponent), "points": gain}] if gain else []
        self.see(_JUDGES_S, ruling={"judges": ["J1", "J2"], "rule": "8.4.b" if gain else "", "moves": moves})
        stays = front in (back, back - 1)
        first = back - 1 if front == back else back
        self.holes(side, [front], self._gap("lift"))
        self._stand(side, (max(first, front), min(first, front)), None, "ruling")
        if not stays:
            self.holes(side, [back], self._gap("lift"))
            self._stand(side, (back, back - 1), None, "ruling")
        self._move(opponent, gain, None, "penalty")
        return True

    def _left_to_count(self, seat: int, crib: bool) -> int:
        """What the side of a seat has left to count after a hand, or its crib: hands from the dealer's left."""
        place = (seat - self.dealer - 1) % len(self.seats) + 1
        later = range(self.dealer + place + 1, self.dealer + len(self.seats) + 1)
        return sum(self.worth(seat, (one % len(self.seats) for one in later), crib))

    def _stand(self, side: Player, pegs: tuple[int, int], earned: int | None, what: str = "score") -> None:
        """The pegs of a side stand in these holes (the front one first), and are let go of."""
        came = pegs[0] - self.score[side]
        self.score[side], self.rear[side] = pegs
        self.holes(side, list(pegs), self._gap("down"))
        self._moves.append(PegMove(self.t, self.deal, side, came, earned, what))
        self.t += self._gap("say")

    # --- the faults of rule 8 ------------------------------------------------------------------------------

    def _may_err(self, seat: int, points: int) -> bool:
        """Whether both pegs have left the start, and the end is far."""
        side = self.side(seat)
        return self.rear[side] > 1 and self.score[side] + points < self.target - 2 * _CLAIMED_SHORT

    def _other_track(self, seat: int, points: int) -> Player | None:
        """Another side's track in which nothing of theirs stands near where this peg would come down."""
        side, landed = self.side(seat), self.score[self.side(seat)] + points
        far = [one for one in self.sides if one != side and abs(self.score[one] - landed) >= _FAR]
        free = [one for one in far if landed not in (self.score[one], self.rear[one])]
        return self.luck.choice(free) if free else None

    def wrong_track(self, seat: int, points: int) -> bool:
        """The peg comes down in another track, and is put right when somebody sees it (Rule: ACC 8.8)."""
        side, track = self.side(seat), self._other_track(seat, points)
        if track is None or not self._may_err(seat, points):
            return False
        front = self.score[side]
        theirs = [front + points, self.score[track], self.rear[track]]
        self._plant("the wrong track", side, points, ("wrong-track",))
        self.holes(side, [front], self._gap("lift"))
        self.holes_of({side: [front], track: theirs}, self._gap("down"))
        self.t += _JUDGES_S
        self.holes(side, [front], self._gap("lift"))
        self._stand(side, (front + points, front), points)
        return True

    def opponents_peg(self, seat: int, points: int) -> bool:
        """Another side's peg is pegged with, and put back before one's own (Rule: ACC 8.7)."""
        side, track = self.side(seat), self._other_track(seat, points)
        if track is None or not self._may_err(seat, points) or self.rear[track] < 0:
            return False
        front, rear, theirs = self.score[side], self.rear[side], self.score[track]
        self._plant("the opponent's peg", side, _OPPONENTS_PEG, ("opponent-peg",))
        self.holes(track, [theirs], self._gap("lift"))
        self.holes_of({track: [theirs], side: [front + points, front, rear]}, self._gap("down"))
        self.t += _JUDGES_S
        self.holes(track, [theirs], self._gap("lift"))
        self.holes_of({}, self._gap("down"))
        self.peg(seat, points)
        return True

    def front_peg(self, seat: int, points: int) -> bool:
        """The front peg is taken for the rear one: the other one is the front peg now (Rule: ACC 8.5.a(1))."""
        side = self.side(seat)
        front, rear = self.score[side], self.rear[side]
        if rear + points <= front or not self._may_err(seat, points):
            return False
        self.holes(side, [rear], self._gap("lift"))
        self._plant("the front peg", side, front - rear, ("front-peg-removed",))
        self._stand(side, (rear + points, rear), None, "ruling")
        return True

    def both_pegs(self, seat: int, points: int) -> bool:
        """Both pegs are out at once (Rule: ACC 8.5.b)."""
        side = self.side(seat)
        front = self.score[side]
        if not self._may_err(seat, points):
            return False
        self.holes(side, [front], self._gap("lift"))
        self.holes(side, [], self._gap("lift"))
        self._plant("both pegs", side, None, ("both-pegs-removed",))
        self._stand(side, (front + points, front), points)
        return True


_OF_EVERY_BOOK: Final = ("the wrong track",)
PEG_FAULTS: Final[Mapping[str, Callable[[Crowd, int, int], bool]]] = {
    "the wrong track": Crowd.wrong_track,
    "the opponent's peg": Crowd.opponents_peg,
    "the front peg": Crowd.front_peg,
    "both pegs": Crowd.both_pegs,
}
