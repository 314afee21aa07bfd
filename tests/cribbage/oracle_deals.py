"""Deals for the oracle: two players at a quick table, one fault at most, and what was wrong in it.

A small player of its own: it shares nothing with the referee, the oracle or the simulated table but the counting of
cards. Everything follows from the seed. `main` asks the oracle and the referee about thousands of them:

    PYTHONPATH=.:tests/cribbage python tests/cribbage/oracle_deals.py 6000 [first seed] [how often it is not seen]
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

from oracle import Answer, ask
from oracle_evidence import NotThisDeal

from cribbage.log.verdicts import NEUTRAL, not_withdrawn
from cribbage.replay.transcript import replay
from cribbage.score.cards import DECK, Card
from cribbage.score.counting import show_points
from cribbage.score.pegging import LIMIT, rank_points
from pegwatch.simulated.blind import (
    AFTER_PEG,
    BOARD,
    CAMERA,
    HIDDEN,
    LATE,
    RESTING,
    SLOW,
    UNREAD,
    blinded_by,
)

BOOKS: Final = ("acc-2025", "alberta-55plus", "acc-2020", "hoyle")
SIGHTS: Final = (UNREAD, LATE, HIDDEN, CAMERA, BOARD, AFTER_PEG, RESTING, SLOW)
"""Kinds of blindness that the oracle follows: dead, sticking and bridged contacts tell what is not so."""
WAYS: Final = tuple((kind,) for kind in SIGHTS) + tuple(combinations(SIGHTS, 2))
MANY, FEW, NONE = "too many in the play", "too few in the play", "nothing in the play"
MANY_SHOWN, FEW_SHOWN, NONE_SHOWN = "too many in the show", "too few in the show", "nothing in the show"
FIRST, RENEGE, HEELS = "dealer first", "go with a card that fits", "heels forgotten"
EARLY: Final = (
    "a go that nobody said"  # not among the faults below: the referee takes it for said (`test_oracle`)
)
ACC_ONLY: Final = (FIRST, HEELS, RENEGE)
FAULTS: Final = (MANY, FEW, NONE, MANY_SHOWN, FEW_SHOWN, NONE_SHOWN, *ACC_ONLY)


@dataclass(frozen=True)
class Deal:
    """One deal as perfect sensors tell it, and the fault in it: whose (None: nobody's), which, and when (s)."""

    lines: list[str]
    player: str | None
    fault: str
    t: float


@dataclass
class _Deal:
    """A deal being played."""

    chance: random.Random
    book: str
    fault: str
    dealer: str
    pegs: dict[str, list[int]]
    t: float = 0.0
    lines: list[str] = field(default_factory=list)
    lie: dict[str, list[Card]] = field(default_factory=dict)
    at_fault: str | None = None
    fault_t: float = 0.0
    is_over: bool = False

    # --- what the sensors tell -----------------------------------------------------------------------------------

    def tell(self, least_s: float, most_s: float, **body: Any) -> None:
        self.t = round(self.t + self.chance.uniform(least_s, most_s), 3)
        since = {"since": round(self.t - 0.1, 3)} if "cards" in body else {}
        self.lines.append(json.dumps({"t": self.t} | body | since))

    def show(self, zone: str, cards: Iterable[Card], least_s: float = 0.7, most_s: float = 3.0) -> None:
        self.lie[zone] = list(cards)
        self.tell(least_s, most_s, cards={"zone": zone, "seen": [str(card) for card in self.lie[zone]]})

    def peg(self, player: str, points: int) -> None:
        """The rear peg goes over the front one; now and then it is put into a wrong hole first and not let go of."""
        front = self.pegs[player][0]
        landed = min(front + points, 121)
        if not points or self.is_over:
            return
        self._holes(player, [front], 0.3, 1.6)
        if self.chance.random() < 0.04 and landed < 119:
            self._holes(player, [landed + 1, front], 0.3, 0.8)
            self._holes(player, [front], 0.1, 0.5)
        self.pegs[player] = [landed, max(front, 0)]
        self._holes(player, self.pegs[player], 0.3, 1.2)
        self.is_over = landed == 121
        self.t += 0.6 if self.chance.random() < 0.5 else 1.2

    def _holes(self, player: str, holes: list[int], least_s: float, most_s: float) -> None:
        self.tell(least_s, most_s, holes={**self.pegs, player: holes})

    def errs(self, player: str, *faults: str, often: float = 0.35) -> bool:
        """Whether the fault of this deal is done now."""
        if (
            self.at_fault is None
            and self.fault in faults
            and self.chance.random() < often
            and not self.is_over
        ):
            self.at_fault, self.fault_t = player, self.t
            return True
        return False

    # --- the play ------------------------------------------------------------------------------------------------

    def play(self, hands: dict[str, list[Card]], pone: str) -> None:
        held = {player: list(hand) for player, hand in hands.items()}
        pile: list[int] = []
        due = {"A": 0, "B": 0}
        gone: set[str] = set()
        turn = last = pone
        while any(held.values()) and not self.is_over:
            other = "B" if turn == "A" else "A"
            count = sum(min(rank, 10) for rank in pile)
            fitting = [] if turn in gone else [card for card in held[turn] if count + card.value <= LIMIT]
            if fitting and pile and last == other and count > 21 and self.errs(turn, RENEGE, often=0.8):
                fitting = []
            if fitting:
                card = self.chance.choice(fitting)
                held[turn].remove(card)
                pile.append(card.rank)
                self.show(turn, [*self.lie[turn], card])
                count += card.value
                due[turn] += rank_points(pile, count)
                last = turn
                alone = not held[other] or other in gone
                goes_on = alone and any(count + one.value <= LIMIT for one in held[turn])
                if count == LIMIT:
                    pile, gone = [], set()
                    goes_on = not held[other] and bool(held[turn])
                answers = any(count + one.value <= LIMIT for one in held[other]) and other not in gone
                if 21 < count < LIMIT and answers and held[turn] and self.errs(turn, EARLY, often=0.8):
                    due[turn] += 1
                if not (goes_on and self.chance.random() < 0.5) and any(held.values()):
                    self._score(turn, due, held[other] and (count <= 21 or count == LIMIT))
                turn = other
                continue
            if held[turn] and turn not in gone and pile:
                if self.chance.random() < 0.25:
                    self.tell(0.5, 1.5, said={"by": turn, "what": "go"})
                gone.add(turn)
            if (
                any(count + card.value <= LIMIT for card in held[other])
                and other not in gone
                and (pile or held[other])
            ):
                turn = other
                continue
            due[last] += 1
            self._score(last, due, False)
            pile, gone, turn = [], set(), "B" if last == "A" else "A"
        if pile:
            due[last] += 1
        self._score(last, due, True)

    def _score(self, player: str, due: dict[str, int], is_certain: object) -> None:
        points, due[player] = due[player], 0
        if is_certain and points < 4 and self.errs(player, MANY, often=0.2):
            points += self.chance.randint(2, 4)
        elif points > 1 and self.errs(player, FEW, often=0.6):
            points -= 1
        elif points and self.errs(player, NONE):
            points = 0
        self.peg(player, points)

    # --- the show ------------------------------------------------------------------------------------------------

    def count(self, player: str, points: int) -> None:
        front = self.pegs[player][0]
        if front + points < 116 and self.errs(player, MANY_SHOWN):
            points += self.chance.randint(1, 4)
        elif points > 1 and self.errs(player, FEW_SHOWN):
            points -= self.chance.randint(1, points - 1)
        elif points and self.errs(player, NONE_SHOWN):
            points = 0
        self.t += self.chance.uniform(1.0, 4.0)
        self.peg(player, points)

    def deal(self) -> None:
        pone = "B" if self.dealer == "A" else "A"
        cards = self.chance.sample(DECK, 13)
        hands = {pone: cards[:4], self.dealer: cards[4:8]}
        crib, starter = cards[8:12], cards[12]
        worth = {player: show_points(hand, starter).points for player, hand in hands.items()}
        self.show("starter", [starter])
        is_barred = self.book == "alberta-55plus" and self.pegs[self.dealer][0] > 115
        if starter.rank == 11 and not is_barred and not self.errs(self.dealer, HEELS, often=1.0):
            self.peg(self.dealer, 2)
        self.lie |= {"A": [], "B": [], "crib": []}
        self.play(hands, pone)
        order = [pone, self.dealer]
        if worth[pone] and worth[self.dealer] and self.errs(self.dealer, FIRST, often=0.9):
            order.reverse()
        for player in order:
            self.count(player, worth[player])
        if self.chance.random() < 0.3:
            self._take_up(pone, self.dealer)
        if not self.is_over:
            self.show("crib", crib, 1.0, 3.0)
            self.count(self.dealer, show_points(crib, starter, crib=True).points)
        self.t += 1.0
        self._take_up("A", "B", "crib", "starter")

    def _take_up(self, *zones: str) -> None:
        for zone in zones:
            if self.lie[zone] and not self.is_over:
                self.show(zone, [], 0.3, 1.2)


def deal_of(seed: int, book: str = "acc-2025", fault: str = "") -> Deal:
    """The deal of this seed, in which this fault is done if there is an occasion for it."""
    chance = random.Random(f"{seed}/{book}")
    pegs = {}
    for player in "AB":
        front = chance.choice((0, chance.randint(8, 80), chance.randint(80, 112)))
        pegs[player] = [front, front - chance.randint(1, 8) if front else -1]
    game = _Deal(chance, book, fault, chance.choice("AB"), pegs)
    header = {"log": "table/1", "profile": book, "mode": "club", "dealer": game.dealer, "pegs": dict(pegs)}
    line = json.dumps(header | {"sight": {"since": True}})
    game.deal()
    return Deal([line, *game.lines], game.at_fault, fault if game.at_fault else "", game.fault_t)


def next_starter(lines: list[str]) -> list[str]:
    """The same log with the starter of the next deal, no card of this one; not where the camera is covered."""
    covered = [
        body["fault"]["what"] != "ok"
        for body in map(json.loads, lines)
        if body.get("fault", {}).get("part") == "camera"
    ]
    is_seen = '"zone": "starter", "seen": []' in "".join(lines)
    if not is_seen or (covered and covered[-1]):
        return lines
    card = next(str(card) for card in DECK if f'"{card}"' not in "".join(lines) and card.rank != 11)
    t = json.loads(lines[-1])["t"] + 15.0
    return [*lines, json.dumps({"t": t, "cards": {"zone": "starter", "seen": [card]}})]


def blamed(lines: list[str]) -> dict[str, list[dict[str, Any]]]:
    """What the referee holds against each player, and does not take back."""
    stands = [v for v in not_withdrawn(replay(next_starter(lines)).verdicts) if v["code"] not in NEUTRAL]
    return {player: [dict(v) for v in stands if v["player"] == player] for player in "AB"}


@dataclass(frozen=True)
class Asked:
    """One deal as it was seen: what the oracle and the referee say of it."""

    name: str
    deal: Deal
    lines: list[str]
    answer: Answer | None  # None: the oracle does not follow it
    blamed: dict[str, list[dict[str, Any]]]

    @property
    def accused(self) -> list[str]:
        """Who is blamed although there is an honest history for it."""
        return [p for p in "AB" if self.answer and self.answer.honest[p] and self.blamed[p]]


def asked(seed: int, often: float = 0.08) -> Asked:
    """The deal of a seed: book, fault and blindness take turns."""
    book = BOOKS[seed % len(BOOKS)]
    faults = [fault for fault in FAULTS if book.startswith("acc-") or fault not in ACC_ONLY]
    fault = "" if seed % 3 == 0 else faults[seed // 3 % len(faults)]
    ways = WAYS[seed // 2 % len(WAYS)]
    deal = deal_of(seed, book, fault)
    lines = blinded_by(deal.lines, ways, seed, often) if often else deal.lines
    try:
        answer = ask(lines)
    except NotThisDeal:
        answer = None
    name = f"seed {seed}, {book}, {' and '.join(ways)}: {deal.fault or 'honest'} {deal.player or ''}"
    return Asked(name, deal, lines, answer, blamed(lines))


def added_up(deals: Iterable[Asked]) -> Iterator[tuple[str, Counter[str]]]:
    """By fault: how many, of how many there is no honest history, and how many of these the referee blames."""
    sums: dict[str, Counter[str]] = {}
    for one in deals:
        line = sums.setdefault(one.deal.fault or "honest", Counter())
        line["deals"] += 1
        if one.answer is None:
            line["not followed"] += 1
            continue
        line["gave up"] += None in one.answer.honest.values()
        line["accused"] += len(one.accused)
        line["honest players"] += sum(honest is True for honest in one.answer.honest.values())
        if one.deal.player:
            honest = one.answer.honest[one.deal.player]
            line["explained"] += honest is True
            line["proved"] += honest is False
            line["caught"] += honest is False and bool(one.blamed[one.deal.player])
    yield from sums.items()
    yield "all", sum(sums.values(), Counter())


COLUMNS: Final = (
    "deals",
    "not followed",
    "gave up",
    "honest players",
    "accused",
    "explained",
    "proved",
    "caught",
)


def main(number: int, first: int = 0, often: float = 0.08) -> int:
    """Ask about so many deals and print the figures; 1 if anybody was blamed against an honest history."""
    accused: list[Asked] = []

    def each() -> Iterator[Asked]:
        for seed in range(first, first + number):
            one = asked(seed, often)
            if one.accused:
                accused.append(one)
            yield one

    begun = time.monotonic()
    print(f"{'fault':<26}" + "".join(f"{title:>15}" for title in COLUMNS))
    for name, line in added_up(each()):
        print(f"{name:<26}" + "".join(f"{line[title]:>15}" for title in COLUMNS))
    for one in accused:
        said = [f"{v['t']} {v['code']} {v['points']}" for p in one.accused for v in one.blamed[p]]
        print(f"accused: {one.name}; {', '.join(one.accused)}: {', '.join(said)}")
    print(f"{time.monotonic() - begun:.0f} s")
    return 1 if accused else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), *(int(a) for a in sys.argv[2:3]), *(float(a) for a in sys.argv[3:4])))
