"""What the players of a crooked game do with their pegs, and what has to come of it.

A fault is done only where nobody could take it for something honest: what the referee may not blame cannot test what
it must blame. The bookkeeping here knows nothing of the referee; only hands are counted by the tested scorer.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from cribbage.log.observations import CRIB, Player
from cribbage.profiles import PROFILES
from cribbage.score.cards import DECK, Card
from cribbage.score.track import GAME_HOLE, score_of
from pegwatch.simulated.acts import OF_A_MOVE, Planted
from pegwatch.simulated.handwritten import HandwrittenLog
from pegwatch.simulated.plants import CHALLENGED, CORRECTED, FALSE_CLAIM
from pegwatch.simulated.truth import LEFT_OPEN, PegMove, TimedPlant, left_open
from pegwatch.simulated.truth import Truth as TimedTruth

LIMIT: Final = 31
NEAR: Final = 100  # nothing is planted beyond: the game might end before it shows
NO_GO_UP_TO: Final = 21
BACK: Final = 15
OVER_AT_MOST: Final = 6

Due = tuple[str, Player | None, int | None]


@dataclass
class Truth:
    """What has to be said of a game, what may be, and how often each fault was done."""

    due: Counter[Due] = field(default_factory=Counter)
    may: Counter[Due] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)


class CrookedPegs:
    """The state of one game, and everything that is done wrong with pegs."""

    def __init__(
        self, seed: int, profile: str = "acc-2025", chance: float = 0.6, muggins: bool | None = None
    ) -> None:
        self.rng = random.Random(f"{seed}/{profile}")
        self.book = PROFILES[profile]
        self.chance = chance
        drawn = self.book.muggins and self.rng.random() < 0.5
        self.muggins = drawn if muggins is None else muggins
        self.dealer: Player = self.rng.choice("AB")
        self.paper = HandwrittenLog(profile, self.dealer, muggins=self.muggins)
        self.score = {"A": 0, "B": 0}
        self.truth = Truth()
        self.until_cut: list[Due] = []
        self.moves: list[PegMove] = []
        self.planted: list[TimedPlant] = []
        self.deal = 0
        self.began_t = 0.0  # when the fault that is done last began
        self.fault = ""
        self.over = self.again = self.fine_open = False
        self.hands: dict[Player, list[Card]] = {}
        self.crib: list[Card] = []
        self.starter = DECK[0]

    @property
    def pone(self) -> Player:
        """The nondealer."""
        return other(self.dealer)

    # --- the books -----------------------------------------------------------------------------------------

    @property
    def timed(self) -> TimedTruth:
        """The same with times, for a game that is seen badly; the deals and hands are left out."""
        winner = max(self.score, key=self.score.__getitem__)
        return TimedTruth(winner, dict(self.score), 0.0, (), (), tuple(self.moves), tuple(self.planted))

    def due(self, code: str, player: Player | None, points: int | None, kind: str = "") -> None:
        """This verdict has to come; late in the game its window may not close any more, and no call is refused
        where something was not seen before. `kind` of fault, where the players' own (`Plants`) has a name."""
        late = self.over or (max(self.score.values()) > NEAR and code in LEFT_OPEN)
        late = late or (code == "muggins-refused" and self.truth.faults["starter not read"] > 0)
        (self.truth.may if late else self.truth.due)[(code, player, points)] += 1
        if code not in ("scored", "unverified"):
            self._plant(kind or code, player, points, code, late=late)
        if not late and code in LEFT_OPEN and self.book.windows != "acc":
            self.until_cut.append((code, player, points))

    def _plant(self, kind: str, player: Player | None, points: int | None, code: str, *, late: bool) -> None:
        codes, may = ((), (code,)) if late else ((code,), ())
        began = self.paper.t if code in OF_A_MOVE else self.began_t
        fault = Planted(kind, self.deal, player, points, codes, 0, may)
        self.planted.append(TimedPlant(began, fault))

    def moved(self, player: Player, points: int, earned: int | None, what: str = "score") -> None:
        """A player's pegs have just been let go of, so many holes on."""
        self.moves.append(PegMove(self.paper.t, self.deal, player, points, earned, what))

    def peg(self, player: Player, points: int, what: str = "score") -> None:
        """An honest score, or what a remedy brings: the pegs, the books, and the game if it is one."""
        if not points or self.over:
            return
        self.paper.leap(player, points)
        points = min(points, GAME_HOLE - self.score[player])
        self.moved(player, points, points if what == "score" else None, what)
        self.score[player] += points
        self.due("scored", player, points)
        if self.score[player] == GAME_HOLE:
            self._win(player)

    def _win(self, player: Player) -> None:
        """The game is over, and with it the deal: where everything is open until the next cut, nothing of this deal
        is final before it (Rule: Alberta 13; elsewhere a house default)."""
        self.over = True
        self.truth.due[("game", player, self.score[other(player)])] += 1
        for left in self.until_cut:
            self.truth.due[left] -= 1
            self.truth.may[left] += 1
        if self.until_cut:
            self.planted = left_open(self.planted, self.deal)

    def planting(self, fault: str) -> bool:
        """Whether this fault is to be done now; each only once in a deal."""
        if self.fault != fault or self.over:
            return False
        self.fault = ""
        self.began_t = self.paper.t
        self.truth.faults[fault] += 1
        return True

    # --- the deal ------------------------------------------------------------------------------------------

    def _count_hand(self, player: Player, points: int, crib: bool = False) -> None:
        both = (
            player == self.dealer and not crib and self.paper.zones[CRIB]
        )  # hand and crib may be pegged as one
        if points and not both and self._claims_game(player, points):
            return
        if points and self._peg_faults(player, points):
            return
        short_enough = self.score[player] + points + OVER_AT_MOST < GAME_HOLE
        for kind in ("stands", "corrected", "challenged") if short_enough else ():
            if self.planting(f"too many pegged, {kind}"):
                self._overpeg(player, points, self.rng.randint(1, 4), kind)
                return
        least = max(
            1, self.score[player] + points - GAME_HOLE + 1
        )  # what is left must not reach the game hole
        if points > least and self.planting("too few pegged"):
            self._underpeg(player, points, self.rng.randint(least, points - 1))
        elif points and self.planting("nothing pegged"):
            self.due("underpeg", player, points)
            if player == self.pone and not crib:
                self.paper.say(player, "none")
        elif points and self.planting("muggins"):
            missed = self.rng.randint(least, points)
            self._underpeg(player, points, missed) if missed < points else self._say_none(player, points)
            self._muggins(other(player), self.rng.randint(1, 6), missed)
        elif points and self.planting("wrong muggins"):
            self.peg(player, points)
            self._muggins(other(player), self.rng.randint(1, 6), 0)
        else:
            self.peg(player, points)

    def _say_none(self, player: Player, points: int) -> None:
        self.paper.say(player, "none")
        self.due("underpeg", player, points)

    def _underpeg(self, player: Player, points: int, missed: int) -> None:
        self.paper.leap(player, points - missed)
        self.moved(player, points - missed, points)
        self.score[player] += points - missed
        self.due("underpeg", player, missed)

    def _muggins(self, caller: Player, claimed: int, missed: int) -> None:
        """Rule: ACC 10.4.a."""
        self.paper.say(caller, "muggins", claimed)
        if missed:
            self.due("muggins", caller, min(claimed, missed))
            self.peg(caller, min(claimed, missed), "penalty")
            return
        award = claimed if self.book.muggins_wrong_call else 0
        self.due("muggins-refused", caller, award)
        self.peg(other(caller), award, "penalty")

    def _overpeg(self, player: Player, points: int, excess: int, kind: str) -> None:
        _, rear = self.paper.pegs[player]
        self.paper.leap(player, points + excess)
        self.moved(player, points + excess, points)
        self.score[player] += points + excess
        self.due("overpeg", player, excess, {"challenged": CHALLENGED, "corrected": CORRECTED}.get(kind, ""))
        if kind == "stands":
            self.due("overpeg-stands", player, excess)
            return
        if kind == "challenged":
            self.paper.say(other(player), "overpeg")
        else:
            self.due("corrected", player, excess)
        self.score[player] -= excess
        self.paper.back(player, excess, rear)
        self.moved(player, -excess, None, "back")
        if kind == "challenged":
            award = excess if self.book.overpeg_award is None else self.book.overpeg_award
            self.peg(other(player), award, "penalty")

    def _claims_game(self, player: Player, points: int) -> bool:
        """Rule: ACC 8.4.a, 8.4.b: the three steps, one after the other."""
        short = GAME_HOLE - self.score[player] - points
        friend = other(player)
        if not 0 < short <= OVER_AT_MOST or self.score[friend] + short >= GAME_HOLE:
            return False
        if self.fine_open:  # points of a penalty that nobody has pegged would count as earned
            return False
        if self.book.false_claim_back is None or not self.chance or self.rng.random() < 0.5:
            return False
        self.truth.faults["false claim of game"] += 1
        before, correct = self.score[player], self.score[player] + points
        self.paper.leap(player, GAME_HOLE - before)
        self.moved(player, GAME_HOLE - before, points)
        self.truth.due[("false-claim", player, short)] += 1
        self._plant(FALSE_CLAIM, player, short, "false-claim", late=False)
        self.paper.rule(
            "8.4.b", [{"player": player, "front": correct - BACK}, {"player": friend, "points": short}]
        )
        self.paper.stand(player, correct, before)
        self.moved(player, -short, None, "ruling")
        self.peg(friend, short, "penalty")
        self.paper.stand(player, correct - BACK, correct - BACK - 1)
        self.moved(player, -BACK, None, "ruling")
        self.score[player] = correct - BACK
        return True

    # --- pegs ----------------------------------------------------------------------------------------------

    def _peg_faults(self, player: Player, points: int) -> bool:
        """The wrong peg, the wrong track; whether one of them was done."""
        act = PEG_FAULTS.get(self.fault)
        front, rear = self.paper.pegs[player]
        if (
            act is None
            or rear <= 1
            or front + points >= NEAR
            or (not self.book.peg_faults and self.fault != TRACK)
        ):
            return False
        return act(self, player, points)

    def wrong_track(self, player: Player, points: int) -> bool:
        """Rule: ACC 8.8."""
        front, _rear = self.paper.pegs[player]
        theirs = self.paper.pegs[other(player)]
        if (
            front + points in theirs
            or abs(front + points - score_of(theirs[0])) < 30
            or not self.planting(TRACK)
        ):
            return False
        self.paper.holes({player: [front]})
        self.paper.holes({player: [front], other(player): [front + points, *theirs]})
        self.paper.t += 10
        self.paper.holes({player: [front]})
        self.paper.stand(player, front + points, front)
        self.moved(player, points, points)
        self.score[player] += points
        self.due("wrong-track", player, points)
        return True

    def opponents_peg(self, player: Player, points: int) -> bool:
        """Rule: ACC 8.7."""
        front, rear = self.paper.pegs[player]
        friend = other(player)
        theirs = self.paper.pegs[friend]
        if abs(front + points - score_of(theirs[0])) < 30 or not self.planting("the opponent's peg"):
            return False
        self.paper.holes({friend: [theirs[0]]})
        self.paper.holes({friend: [theirs[0]], player: [front + points, front, rear]})
        self.paper.t += 10
        self.paper.holes({friend: [theirs[0]]})
        self.paper.holes()
        self.due("opponent-peg", player, 2)
        self.fine_open = True
        self.peg(player, points)
        return True

    def front_peg(self, player: Player, points: int) -> bool:
        """Rule: ACC 8.5.a(1)."""
        front, rear = self.paper.pegs[player]
        if rear + points <= front or not self.planting("the front peg"):
            return False
        self.paper.holes({player: [rear]})
        self.paper.stand(player, rear + points, rear)
        self.moved(player, rear + points - front, None, "ruling")
        self.score[player] = rear + points
        self.due("front-peg-removed", player, front - rear)
        return True

    def both_pegs(self, player: Player, points: int) -> bool:
        """Rule: ACC 8.5.b."""
        front, _ = self.paper.pegs[player]
        if not self.planting("both pegs"):
            return False
        self.paper.holes({player: [front]})
        self.paper.holes({player: []})
        self.paper.stand(player, front + points, front)
        self.moved(player, points, points)
        self.score[player] += points
        self.due("both-pegs-removed", player, None)
        return True

    def _goes_back(self) -> None:
        """The front peg goes back for no reason, and stays there."""
        player = self.rng.choice("AB")
        front, rear = self.paper.pegs[player]
        if front - rear > 3 and rear > 0:
            self.paper.back(player, 2, rear)
            self.moved(player, -2, None, "back")
            self.score[player] -= 2
            self.due("backward", player, 2)
        else:
            self.truth.faults["a peg goes back"] -= 1


TRACK: Final = "the wrong track"
PEG_FAULTS: Final[Mapping[str, Callable[[CrookedPegs, Player, int], bool]]] = {
    TRACK: CrookedPegs.wrong_track,
    "the opponent's peg": CrookedPegs.opponents_peg,
    "the front peg": CrookedPegs.front_peg,
    "both pegs": CrookedPegs.both_pegs,
}


def other(player: Player) -> Player:
    """The opponent."""
    return "B" if player == "A" else "A"
