"""Honest games of two, three or four seats, by a bookkeeper of its own: the log, and what each side scored.

Every score is pegged by itself as soon as it is earned, hands in order from the dealer's left. Four sit as two
pairs, A and C against B and D, who peg on the tracks A and B.
"""

from __future__ import annotations

import json
import random
from typing import Any

from honest import earned

from cribbage.score.cards import DECK, Card
from cribbage.score.counting import show_points


class ManyHanded:
    """One game to its end; `log` is what was seen, `score` what each side has by its own book."""

    def __init__(
        self, seed: int, seats: str = "ABCD", hand: int = 4, target: int = 121, **header: Any
    ) -> None:
        self.rng = random.Random(seed)
        self.seats, self.hand, self.target = seats, hand, target
        self.sides = seats[:2] if len(seats) == 4 else seats
        self.score = dict.fromkeys(self.sides, 0)
        self.rear = dict.fromkeys(self.sides, -1)
        self.zones: dict[str, list[str]] = {seat: [] for seat in seats}
        self.dealer = self.rng.randrange(len(seats))
        self.t = 0.0
        self.over = False
        self.heels_until = 115 if header.get("profile") == "alberta-55plus" else target
        names = {seat: seat for seat in seats}
        first = {"log": "table/1", "mode": "club", "players": names, "dealer": seats[self.dealer]} | header
        self.log = [json.dumps(first)]

    def side(self, seat: int) -> str:
        """The track on which a seat pegs."""
        return self.sides[seat % len(self.sides)]

    def see(self, **body: Any) -> None:
        """Write one observation."""
        self.t = round(self.t + 2.0, 1)
        self.log.append(json.dumps({"t": self.t} | body))

    def _zone(self, name: str, cards: list[str]) -> None:
        self.see(cards={"zone": name, "seen": cards})

    def peg(self, seat: int, points: int) -> None:
        """A side pegs what one of its seats has earned; in the game hole the game is over."""
        if not points or self.over:
            return
        side = self.side(seat)
        front = self.score[side]
        landed = min(front + points, self.target)
        pegs = {one: [self.score[one], self.rear[one]] for one in self.sides}
        self.see(holes=pegs | {side: [front]})
        self.see(holes=pegs | {side: [landed, front]})
        self.score[side], self.rear[side] = landed, front
        self.over = landed == self.target

    def play(self) -> ManyHanded:
        """Play to the end of the game."""
        while not self.over:
            self._deal()
            self.dealer = (self.dealer + 1) % len(self.seats)
        return self

    def _deal(self) -> None:
        pack = list(DECK)
        self.rng.shuffle(pack)
        held = {seat: [pack.pop() for _ in range(self.hand)] for seat in range(len(self.seats))}
        hands = {seat: list(cards) for seat, cards in held.items()}
        crib, starter = [pack.pop() for _ in range(4)], pack.pop()
        self._zone("starter", [str(starter)])
        if starter.rank == 11 and self.score[self.side(self.dealer)] <= self.heels_until:
            self.peg(self.dealer, 2)
        self._play(held)
        for step in range(1, len(self.seats) + 1):
            seat = (self.dealer + step) % len(self.seats)
            self.peg(seat, show_points(hands[seat], starter).points)
        if not self.over:
            self._zone("crib", [str(card) for card in crib])
            self.peg(self.dealer, show_points(crib, starter, crib=True).points)
        for zone in ("crib", *self.seats, "starter"):
            self.zones[zone] = []
            self._zone(zone, [])

    def _play(self, held: dict[int, list[Card]]) -> None:
        turn, last, pile = (self.dealer + 1) % len(self.seats), -1, [self.rng.choice(DECK)][:0]
        while any(held.values()) and not self.over:
            count = sum(card.value for card in pile)
            fits = [card for card in held[turn] if count + card.value <= 31]
            if fits:
                card = self.rng.choice(fits)
                held[turn].remove(card)
                pile.append(card)
                self._lay(turn, card)
                self.peg(turn, earned(pile))
                last = turn
                if sum(one.value for one in pile) == 31:
                    pile = []
            elif pile and not any(count + card.value <= 31 for cards in held.values() for card in cards):
                self.peg(last, 1)
                pile, turn = [], last
            turn = (turn + 1) % len(self.seats)
        if pile:
            self.peg(last, 1)

    def _lay(self, seat: int, card: Card) -> None:
        if not self.over:
            name = self.seats[seat]
            self.zones[name].append(str(card))
            self._zone(name, list(self.zones[name]))
