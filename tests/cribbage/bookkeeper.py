"""Whole games in which anything may go wrong that a bookkeeper can foresee, and the books that have to come out.

The bookkeeper sees the cards, the pegs and the judges' words, and knows the rules without help: its counting is its
own, and nothing here imports the referee's. For each fault it writes down the verdict that it has to bring, and in
the end the scores.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

from honest import Game

from cribbage.book.claims import WITH_OWN
from cribbage.book.saidaloud import ALOUD
from cribbage.replay.transcript import ReplayResult
from cribbage.score.cards import DECK, Card
from cribbage.worlds.waiting import WHY


def worth(hand: list[Card], starter: Card, crib: bool = False) -> int:
    """A hand counted the slowest way: every set of its cards is asked what it is."""
    cards = [*hand, starter]
    sets = [some for size in range(2, 6) for some in combinations(cards, size)]
    points = sum(2 for some in sets if sum(card.value for card in some) == 15)
    points += sum(2 for some in sets if len(some) == 2 and some[0].rank == some[1].rank)
    for size in (5, 4, 3):
        runs = [s for s in sets if len(s) == size and len({c.rank for c in s}) == size == _reach(s)]
        points += size * len(runs)
        if runs:
            break
    if len({card.suit for card in hand}) == 1:
        whole = starter.suit == hand[0].suit
        points += len(cards) if whole else 0 if crib else len(hand)
    return points + sum(card.rank == 11 and card.suit == starter.suit for card in hand)


def _reach(some: tuple[Card, ...]) -> int:
    ranks = [card.rank for card in some]
    return max(ranks) - min(ranks) + 1


class Books(Game):
    """A game with faults, by an edition of the ACC's; `expected`: the points of each verdict by code and player."""

    def __init__(self, rng: random.Random, muggins: bool, profile: str = "acc-2025") -> None:
        perfect = {"since": True}  # an eye that says so, and is never late
        super().__init__(rng.randrange(10**6), mode="club", muggins=muggins, profile=profile, sight=perfect)
        self.rng = rng
        self.muggins = muggins
        self.expected: Counter[tuple[str, str | None]] = Counter()
        self.mindful = self.uncalled = False
        self.forgotten: tuple[str, int] | None = None
        self.standing: list[tuple[str, int, bool]] = []
        self.excess = 0  # pegged too much for the hand that was counted last
        self.by_chance = False  # whether a wrong peg of the show is just what its player forgot of the play
        self.missed: set[str] = set()  # who has missed points in this deal
        self.short_hand = 0  # what the dealer's hand was worth, if it was pegged short

    # --- one deal ------------------------------------------------------------------------------------------

    def _deal(self) -> None:
        before = {player: list(pegs) for player, pegs in self.table.pegs.items()}
        cards = self.rng.sample(DECK, 14)
        pone = self._other(self.dealer)
        self.hands = {pone: cards[:4], self.dealer: cards[4:8]}
        self.starter, crib = cards[12], cards[8:12]
        self.true = {"starter": [self.starter], "A": [], "B": [], "crib": []}
        self.uncalled, self.missed, self.short_hand = False, set[str](), 0
        self._see("starter")
        if self.starter.rank == 11:
            self._heels()
        self._play(pone)
        if not self.over and self.rng.random() < 0.1:
            self.forgotten = None
            self._one_card_too_many(cards[13], before)
            return
        for player in (pone, self.dealer):
            self._count(player, worth(self.hands[player], self.starter), last=player == self.dealer)
        if not self.over:
            self._stands(pone_only=True)
            self.true["crib"] = crib
            self._see("crib")
            none = not worth(
                self.hands[self.dealer], self.starter
            )  # then that peg may have been for the crib
            self.by_chance |= none and self.excess == worth(crib, self.starter, crib=True)
            self._count(self.dealer, worth(crib, self.starter, crib=True), last=True)
        if not self.over:
            self._stands()
            self._clear()
            if self.rng.random() < 0.15:
                self._ruled_award()

    def _heels(self) -> None:
        """Pegged, or forgotten until the dealer has played (6.3.c)."""
        if self.rng.random() < 0.7 or self.score[self.dealer] >= 119:
            self._exactly(self.dealer, 2)
        else:
            self._expect("heels-forfeit", self.dealer, 2)

    def _one_card_too_many(self, card: Card, before: dict[str, list[int]]) -> None:
        """A fifth card lies in front of somebody (4.4): judges rule the deal dead, and it is dealt again."""
        zone = self.rng.choice("AB")
        self.true[zone].append(card)
        self._see(zone)
        self._expect("wrong-count", None, 0)
        again = {"again": self.dealer}
        moves = [
            {"player": player, "front": max(before[player][0], 0)}
            for player in "AB"
            if max(before[player][0], 0) != self.score[player]
        ]
        self.table.see(ruling={"judges": ["J1", "J2"], "rule": "4.4", "moves": moves, "deal": again})
        for player in "AB":
            if max(before[player][0], 0) != self.score[player]:
                self.score[player] = max(before[player][0], 0)
                self._stand(player, before[player])
        self._clear()
        self.dealer = self._other(self.dealer)  # `play` gives the deal on: it comes back

    def _ruled_award(self) -> None:
        """Judges give somebody points (11.5)."""
        player, points = self.rng.choice("AB"), self.rng.randint(1, 4)
        if self.score[player] + points < 121:
            self.table.see(
                ruling={
                    "judges": ["J1", "J2"],
                    "rule": "11.5",
                    "moves": [{"player": player, "points": points}],
                }
            )
            self._exactly(player, points)

    def _peg_last(self, player: str, due: dict[str, int]) -> None:
        """The go or last card, together with what was nearly forgotten."""
        due[player] += self._remembered(player)
        self.mindful = True
        super()._peg_last(player, due)
        self.mindful = False

    def _remembered(self, player: str) -> int:
        points = self.forgotten[1] if self.forgotten and self.forgotten[0] == player else 0
        if points:
            self.forgotten = None
        return points

    def _see(self, zone: str) -> None:
        if not (self.forgotten and self.forgotten[0] == zone):
            self._too_late()  # the player's own next card, with the opponent out, takes nothing (7.2.b)
        super()._see(zone)

    def _too_late(self) -> None:
        if self.forgotten:
            self._expect("underpeg", *self.forgotten)
            self.forgotten = None

    # --- one score -----------------------------------------------------------------------------------------

    def _peg(self, player: str, points: int) -> None:
        """A score of the play: exact, or something is left of it."""
        points += self._remembered(player)
        if not points or self.over:
            return
        if points > 1 and not self.mindful and self.rng.random() < 0.1 and self.score[player] + points < 121:
            self.forgotten = player, points  # the next card takes it (7.2.b)
            return
        self._exactly(player, points)

    def _count(self, player: str, points: int, last: bool) -> None:
        """A hand or crib: right, too few, or too many with what may follow (8.3, 8.4.c, 9.2, 10.4)."""
        if self.over:
            return
        forgotten = self.forgotten[1] if self.forgotten and self.forgotten[0] == player else 0
        self._too_late()
        if last and points:
            self._stands(pone_only=True)
        other, room = self._other(player), 121 - self.score[player] - points
        hand, self.short_hand = self.short_hand, 0
        fault = self.rng.choice(["no", "no", "short", "long"]) if room > 6 else "no"
        self.excess = 0
        if fault == "short" and points > 1:
            missed, before = self.rng.randint(1, points - 1), set(self.missed)
            self._pegged(player, points - missed)
            self._expect("underpeg", player, missed)
            self.by_chance |= (
                points - missed == hand
            )  # a crib counted wrong that is just what the hand was worth
            self.short_hand = points if last else 0
            self.by_chance |= points - missed == forgotten
            if self.muggins and self.rng.random() < 0.6 and self.score[other] + missed < 121:
                called = self.rng.randint(1, missed + (0 if self.uncalled else 2))
                self.table.do(f"{other}!muggins{called}")
                self._expect("muggins", other, min(called, missed))
                self.missed = before
                self._exactly(other, min(called, missed))
            else:
                self.uncalled = last  # what the dealer's hand lacked may be called with the crib (10.4.c(2))
        elif fault == "long":
            self.excess = self.rng.randint(1, 3)
            self.by_chance |= points + self.excess in (forgotten, hand)
            self._too_many(player, points, self.excess, last)
        else:
            self._exactly(player, points)
            wrong = (
                points > 0 or player not in self.missed
            )  # a score pegged since: nobody can call those before it
            calls = self.muggins and not self.uncalled and wrong and self.rng.random() < 0.1
            if calls and self.score[player] < 110 and not self.over:
                called = self.rng.randint(1, 3)
                self.table.do(f"{other}!muggins{called}")
                award = 0 if player in self.missed else called  # else perhaps it is what was missed, too late
                self._expect("muggins-refused", other, award)
                self._exactly(player, award)

    def _too_many(self, player: str, points: int, excess: int, last: bool) -> None:
        other = self._other(player)
        self.table.do(f"{player}+{points + excess}")
        self._expect("overpeg", player, excess)
        what = self.rng.choice(["stands", "confessed", "claimed"])
        if what == "claimed" and self.score[other] + excess < 121:
            self.table.do(f"{other}!overpeg {player}-{excess}")
            self.score[player] += points
            self._exactly(other, excess)
        elif what == "confessed":
            self.table.do(f"{player}-{excess}")
            self._expect("corrected", player, excess)
            self.score[player] += points
        else:
            self.standing.append((player, excess, last))
            self.score[player] += points + excess

    def _stands(self, pone_only: bool = False) -> None:
        """What nobody claimed stands: pone's hand when the dealer counts, the rest when cards are mixed (9.2)."""
        for player, excess, last in self.standing:
            if not (pone_only and last):
                self._expect("overpeg-stands", player, excess)
        self.standing = [entry for entry in self.standing if pone_only and entry[2]]

    def _exactly(self, player: str, points: int) -> None:
        if not points:
            return
        points = min(points, 121 - self.score[player])
        self._pegged(player, points)
        self._expect("scored", player, points)
        if self.score[player] == 121:
            self.over = True
            self._expect("game", player, self.score[self._other(player)])

    def _pegged(self, player: str, points: int) -> None:
        self.score[player] += points
        self.table.do(f"{player}+{points}")

    def _stand(self, player: str, pegs: list[int]) -> None:
        self.table.do(f"{player}={','.join(map(str, pegs))}")

    def _expect(self, code: str, player: str | None, points: int) -> None:
        self.expected[code, player] += points
        if code == "underpeg" and player is not None:
            self.missed.add(player)


def delivered_again(log: list[str], rng: random.Random) -> list[str]:
    """The same log with some observations delivered twice, as after a line that broke and came back."""
    lines = [log[0]]
    for line in log[1:]:
        lines.append(line)
        if rng.random() < 0.2 and ('"holes"' in line or '"cards"' in line):
            lines.append(line)
    return lines


def agrees(found: Counter[Any], expected: Counter[Any], result: ReplayResult) -> bool:
    """Whether the verdicts are those of the books; where only the smallest that is certain is told, at most."""
    least = {(v["code"], v["player"]) for v in result.verdicts if v.get("least")}
    keys = found.keys() | (+expected).keys()
    return all(found[key] <= expected[key] if key in least else found[key] == expected[key] for key in keys)


def may_have_been_said_aloud(result: ReplayResult) -> bool:
    """Whether a wrong peg was by chance what others had missed, or a part of it, or what a challenge of what they put
    right would have brought: the books know what was meant, nobody else."""
    put_right = {v["player"] for v in result.verdicts if v["code"] == "corrected"}
    missed = Counter[str]()
    for verdict in result.verdicts:
        side = verdict["player"]
        if verdict["code"] == "underpeg":
            missed[side] += verdict["points"]
        of_others = sum(points for other, points in missed.items() if other != side)
        is_open = verdict.get("why") == WHY and result.header.muggins
        called = is_open and 0 < (verdict.get("pegged") or 0) <= of_others
        challenged = verdict.get("why") == WHY and put_right - {side}
        if verdict.get("assumed") or verdict.get("why") in (ALOUD, WITH_OWN) or challenged or called:
            return True
    return False
