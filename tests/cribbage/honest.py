"""Two honest players and a bookkeeper of their own, seen by eyes that may be bad.

They play real cribbage and peg what they earn, in any of the ways the rules allow: each score by itself or
together where that is allowed, the go said or not, cards taken up in any order, hands gathered before they
are shown. The bookkeeper knows nothing of the referee's code; only hands are counted by the tested scorer.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from tables import Table

from cribbage.score.cards import DECK, Card
from cribbage.score.counting import show_points


@dataclass
class Eyes:
    """How badly the table is seen: chances for each observation."""

    unread: float = 0.0
    cover: float = 0.0
    board: float = 0.0


def earned(pile: list[Card]) -> int:
    """What the last card of a series earns, counted the slow way (no go, no last card)."""
    points = 2 * (sum(card.value for card in pile) in (15, 31))
    ranks = [card.rank for card in pile]
    same = 1
    while same < len(ranks) and ranks[-same - 1] == ranks[-1]:
        same += 1
    points += same * (same - 1)
    for size in range(len(ranks), 2, -1):
        if sorted(ranks[-size:]) == list(range(min(ranks[-size:]), min(ranks[-size:]) + size)):
            return points + size
    return points


class Game:
    """Plays one game to its end and writes its log into `table`."""

    def __init__(self, seed: int, eyes: Eyes | None = None, **header: object) -> None:
        self.rng = random.Random(seed)
        self.eyes = eyes or Eyes()
        self.dealer = self.rng.choice("AB")
        self.table = Table(dealer=self.dealer, **header)  # type: ignore[arg-type]
        self.score = {"A": 0, "B": 0}
        self.over = False
        self.covered = self.blind_board = False
        self.true: dict[str, list[Card]] = {}
        self.unclear: set[str] = set()

    def play(self, deals: int = 40) -> Table:
        """Play until the game is over, or so many deals."""
        for _ in range(deals):
            self._deal()
            if self.over:
                break
            self.dealer = self._other(self.dealer)
        return self.table

    def _other(self, player: str) -> str:
        return "B" if player == "A" else "A"

    def _deal(self) -> None:
        cards = self.rng.sample(DECK, 13)
        pone = self._other(self.dealer)
        self.hands = {pone: cards[:4], self.dealer: cards[4:8]}
        self.starter, crib = cards[12], cards[8:12]
        self.true = {"starter": [self.starter], "A": [], "B": [], "crib": []}
        self._see("starter")
        alberta = self.table.header["profile"] == "alberta-55plus"
        if self.starter.rank == 11 and not (alberta and self.score[self.dealer] > 115):
            self._peg(self.dealer, 2)
        self._play(pone)
        if self.rng.random() < 0.3:
            self._gather()
        for player in (pone, self.dealer):
            self._peg(player, show_points(self.hands[player], self.starter).points)
        if not self.over:
            self.true["crib"] = crib
            self._see("crib")
            self._peg(self.dealer, show_points(crib, self.starter, crib=True).points)
        if not self.over:
            self._clear()

    def _play(self, first: str) -> None:
        held = {player: list(cards) for player, cards in self.hands.items()}
        pile: list[Card] = []
        self.turns = self.table.header["profile"] == "alberta-55plus" and self.rng.random() < 0.7
        due = {"A": 0, "B": 0}
        turn, last = first, ""
        while any(held.values()) and not self.over:
            count = sum(card.value for card in pile)
            fitting = [card for card in held[turn] if count + card.value <= 31]
            other = self._other(turn)
            if fitting:
                card = self.rng.choice(fitting)
                held[turn].remove(card)
                pile.append(card)
                self.true[turn].append(card)
                self._see(turn)
                due[turn] += earned(pile)
                last = turn
                count += card.value
                stuck = not any(count + one.value <= 31 for one in held[other])
                if count == 31:
                    self._peg(turn, due[turn])
                    due[turn], pile = 0, []
                    self._turn_over()
                elif not (stuck and self.rng.random() < 0.5) and any(held.values()):
                    self._peg(turn, due[turn])
                    due[turn] = 0
                turn = other
            elif any(count + card.value <= 31 for card in held[other]):
                if held[turn] and self.rng.random() < 0.3 and not self.covered:
                    self.table.do(f"{turn}!go")
                turn = other
            else:
                self._peg_last(last, due)
                pile, turn = [], self._other(last)
                self._turn_over()
        if pile and not self.over:
            self._peg_last(last, due)
        if self.turns and not self.over:
            for player in "AB":
                self.true[player] = list(self.hands[player])
                self._see(player)

    def _turn_over(self) -> None:
        """Where that is the rule, the cards of a series are turned over."""
        for player in "AB":
            if self.turns and self.true[player] and not self.over:
                self.true[player] = []
                self._see(player)

    def _peg_last(self, player: str, due: dict[str, int]) -> None:
        """The go or last card: with what else is due, or by itself afterwards."""
        if due[player] and self.rng.random() < 0.5:
            self._peg(player, due[player])
            due[player] = 0
        self._peg(player, due[player] + 1)
        due[player] = 0

    def _peg(self, player: str, points: int) -> None:
        if not points or self.over:
            return
        reached = self.score[player] + points
        self.score[player] = min(reached, 121)
        self.over = reached >= 121
        if self.rng.random() < self.eyes.board and not self.blind_board:
            self.blind_board = True
            self.table.do("board!")
        quiet = len(self.table.log)
        if self.rng.random() < 0.1:
            self._touch(player, points)
        self.table.do(f"{player}+{points}")
        if self.blind_board:
            del self.table.log[quiet:]
            if self.rng.random() < 0.5:
                self.blind_board = False
                self.table.do("board.")
                self.table.see(holes={who: list(pegs) for who, pegs in self.table.pegs.items()})

    def _touch(self, player: str, points: int) -> None:
        """Lift the peg and put it back, or put it into a wrong hole first without letting go of it."""
        front, rear = self.table.pegs[player]
        if front <= 0:
            self.table.do(f"{player}^ {player}={front},{rear}")
            return
        wrong = front + (points + 1 if front + points < 120 else 1)
        self.table.do(f"{player}^ {player}~{wrong},{front}")
        self.table.pegs[player] = self.table.history[player].pop()
        self.table.do(f"{player}^")

    def _see(self, zone: str) -> None:
        """The camera reports a zone, or does not."""
        roll = self.rng.random()
        if self.covered:
            if roll < 0.5:
                self._uncover()
            else:
                self.table.t += 2
            return
        if roll < self.eyes.cover:
            self.covered = True
            self.table.do("camera!")
            return
        if roll < self.eyes.cover + self.eyes.unread:
            self.unclear.add(zone)
            self.table.see(unread={"zone": zone, "count": len(self.true[zone])})
            return
        self.unclear.discard(zone)
        self.table.zone(zone, [str(card) for card in self.true[zone]])

    def _uncover(self) -> None:
        """After the camera was covered everything is read again, in any order."""
        self.covered = False
        self.table.do("camera.")
        zones = [zone for zone in self.true if self.true[zone] or self.table.zones[zone]]
        self.rng.shuffle(zones)
        for zone in zones:
            self.table.zone(zone, [str(card) for card in self.true[zone]], 0.1)

    def _gather(self) -> None:
        """The hands are gathered and laid down again, in another order."""
        for player in self.rng.sample("AB", 2):
            cards = self.true[player]
            self.true[player] = []
            if self.rng.random() < 0.8:
                self._see(player)
            self.rng.shuffle(cards)
            self.true[player] = cards
            self._see(player)

    def _clear(self) -> None:
        zones = ["A", "B", "crib", "starter"]
        self.rng.shuffle(zones)
        for zone in zones:
            self.true[zone] = []
            if not self.covered:
                self.table.zone(zone, [], 0.3)
