"""Honest games of two, three or four seats, by a bookkeeper of its own: the log, and what each side scored.

Every score is pegged by itself as soon as it is earned, hands in order from the dealer's left. Four sit as two
pairs, A and C against B and D, who peg on the tracks A and B. `pegwatch.simulated.crookedmany` makes the same
players err, talk and hurry.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from cribbage.log.observations import CRIB, STARTER, Player
from cribbage.profiles import PROFILES
from cribbage.score.cards import DECK, Card
from cribbage.score.counting import JACK, show_points
from cribbage.score.pegging import LIMIT
from pegwatch.simulated.crooked import earned

_ACT_S: Final = 2.0
_PAIRS: Final = 4


@dataclass(frozen=True, slots=True)
class Form:
    """How a book is played: who sits there, how many cards a hand has, up to which hole."""

    book: str
    seats: str
    hand: int = 4
    target: int = 121
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def header(self) -> dict[str, Any]:
        """The keys of a log's header that say so."""
        return {"profile": self.book} | ({"options": dict(self.options)} if self.options else {})


FORMS: Final[Mapping[str, Form]] = {
    **{f"{book}/2": Form(book, "AB") for book in PROFILES},
    "hoyle/2/61": Form("hoyle", "AB", 4, 61, {"target": 61}),
    "hoyle/2/five-card": Form("hoyle", "AB", 3, 61, {"five_card": True, "target": 61}),
    "hoyle/3": Form("hoyle", "ABC"),
    "hoyle/3/61": Form("hoyle", "ABC", 4, 61, {"target": 61}),
    "acc-2025/4": Form("acc-2025", "ABCD"),
    "acc-2025/4/canadian": Form("acc-2025", "ABCD", options={"doubles": "canadian"}),
    "alberta-55plus/4": Form("alberta-55plus", "ABCD"),
    "corporate-challenge/4": Form("corporate-challenge", "ABCD"),
    "hoyle/4": Form("hoyle", "ABCD"),
    "hoyle/4/61": Form("hoyle", "ABCD", 4, 61, {"target": 61}),
}
"""Every number of players that a book has, and every length of its game."""


class ManyHanded:
    """One game to its end; `log` is what was seen, `score` what each side has by its own book."""

    def __init__(
        self, seed: int, seats: str = "ABCD", hand: int = 4, target: int = 121, **header: Any
    ) -> None:
        self.rng = random.Random(seed)
        self.seats, self.hand, self.target = seats, hand, target
        self.sides = seats[:2] if len(seats) == _PAIRS else seats
        self.score = dict.fromkeys(self.sides, 0)
        self.rear = dict.fromkeys(self.sides, -1)
        self.zones: dict[str, list[str]] = {seat: [] for seat in seats}
        self.dealer = self.rng.randrange(len(seats))
        self.deal = 0
        self.t = 0.0
        self.over = False
        book = PROFILES[header.get("profile", "acc-2025")]
        self.heels_until = book.heels_max_before or target
        names = {seat: seat for seat in seats}
        first = {"log": "table/1", "mode": "club", "players": names, "dealer": seats[self.dealer]} | header
        self.log = [json.dumps(first)]

    def side(self, seat: int) -> Player:
        """The track on which a seat pegs."""
        return self.sides[seat % len(self.sides)]

    def see(self, after_s: float = _ACT_S, **body: Any) -> None:
        """Write one observation, so many seconds after the last."""
        self.t = round(self.t + after_s, 3)
        self.log.append(json.dumps({"t": self.t} | body))

    def show(self, name: str, cards: Sequence[object]) -> None:
        """A place is read."""
        self.see(cards={"zone": name, "seen": [str(card) for card in cards]})

    def holes(self, side: Player, standing: Sequence[int], after_s: float = _ACT_S) -> None:
        """The pegs of all sides, those of one of them in these holes."""
        self.holes_of({side: list(standing)}, after_s)

    def holes_of(self, some: Mapping[Player, list[int]], after_s: float = _ACT_S) -> None:
        """The pegs of all sides, those of some of them in these holes."""
        pegs = {one: [self.score[one], self.rear[one]] for one in self.sides}
        self.see(after_s, holes=pegs | dict(some))

    def peg(self, seat: int, points: int) -> None:
        """A side pegs what one of its seats has earned; in the game hole the game is over."""
        if not points or self.over:
            return
        side = self.side(seat)
        front = self.score[side]
        landed = min(front + points, self.target)
        self.holes(side, [front])
        self.holes(side, [landed, front])
        self.score[side], self.rear[side] = landed, front
        self.over = landed == self.target

    def heels(self) -> None:
        """The dealer pegs two for his heels."""
        self.peg(self.dealer, 2)

    def count(self, seat: int, points: int, crib: bool = False) -> None:
        """A hand or crib of these points is counted."""
        del crib
        self.peg(seat, points)

    def cannot_go_on(self, seats: Sequence[int]) -> None:
        """These seats hold cards, and none that fits: they say go."""

    def play(self) -> ManyHanded:
        """Play to the end of the game."""
        while not self.over:
            self._deal()
            self.dealer = (self.dealer + 1) % len(self.seats)
        return self

    def _deal(self) -> None:
        self.deal += 1
        pack = list(DECK)
        self.rng.shuffle(pack)
        held = {seat: [pack.pop() for _ in range(self.hand)] for seat in range(len(self.seats))}
        self.hands = {seat: list(cards) for seat, cards in held.items()}
        self.crib, self.starter = [pack.pop() for _ in range(4)], pack.pop()
        self.show(STARTER, [self.starter])
        if self.starter.rank == JACK and self.score[self.side(self.dealer)] <= self.heels_until:
            self.heels()
        self._play(held)
        for step in range(1, len(self.seats) + 1):
            if not self.over:
                seat = (self.dealer + step) % len(self.seats)
                self.count(seat, show_points(self.hands[seat], self.starter).points)
        if not self.over:
            self.show(CRIB, self.crib)
            self.count(self.dealer, show_points(self.crib, self.starter, crib=True).points, crib=True)
        for zone in (CRIB, *self.seats, STARTER):
            self.zones[zone] = []
            self.show(zone, [])

    def _play(self, held: dict[int, list[Card]]) -> None:
        turn, last = (self.dealer + 1) % len(self.seats), -1
        pile: list[Card] = [self.rng.choice(DECK)][:0]
        while any(held.values()) and not self.over:
            count = sum(card.value for card in pile)
            fits = [card for card in held[turn] if count + card.value <= LIMIT]
            if fits:
                card = self.rng.choice(fits)
                held[turn].remove(card)
                pile.append(card)
                self.lay(turn, card)
                self.peg_card(turn, earned(pile), sum(one.value for one in pile), held)
                last = turn
                if sum(one.value for one in pile) == LIMIT:
                    pile = []
            elif pile and not any(count + card.value <= LIMIT for cards in held.values() for card in cards):
                order = [(turn + step) % len(self.seats) for step in range(len(self.seats))]
                self.cannot_go_on([seat for seat in order if held[seat] and seat != last])
                self.peg(last, 1)
                pile, turn = [], last
            elif held[turn]:
                self.cannot_go_on([turn])
            turn = (turn + 1) % len(self.seats)
        if pile:
            self.peg(last, 1)

    def peg_card(self, seat: int, points: int, count: int, held: Mapping[int, Sequence[Card]]) -> None:
        """What a card of the play earned is pegged; `held` are the cards that each seat has left."""
        del count, held
        self.peg(seat, points)

    def lay(self, seat: int, card: Card) -> None:
        """A card is laid, unless the game is over."""
        if not self.over:
            name = self.seats[seat]
            self.zones[name].append(str(card))
            self.show(name, self.zones[name])
