"""Whole games under any of the five books, in any form it has, with faults, and what the book says of them.

The bookkeeper of `bookkeeper.py` speaks the ACC's rules between two players. This one has two to four seats and the
rules of all books, restated below from the books themselves; nothing here asks the referee, its windows or its
counting. For each fault it writes down what has to be said, and it keeps what everybody earned.

Only what a book settles is done here: a go that hangs on cards nobody has seen, or points that may be for either of
two things, are for other tests.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from bookkeeper import worth
from honest import earned

from cribbage.score.cards import DECK, Card


@dataclass(frozen=True)
class Law:
    """What a book says of pegs set wrong.

    `lost_by`: what ends the time in which points of the play that were not pegged may still be: any next card (ACC
    7.2.b), one's own next card (Alberta 13, Corporate 4), or the cut for the next deal (no rule: house default).
    `final`: a hand pegged short stays so (ACC 8.3); else it may be put right until the next cut. `overlooked_final`:
    it stays so where no more was announced (Corporate 4). `award`: what a claimed overpeg brings the opponent, -1:
    the error (ACC 8.4.c); `award_miscount`: the same where just that was announced (Alberta 13 knows only more than
    announced). `heels_until`: no heels with the peg beyond it (Alberta 7.c). `wrong_call`: a wrong call of muggins
    costs what was called (ACC 10.4.a). `ordered`: whose hand is counted first is judged (ACC 9.2).
    """

    lost_by: str
    final: bool = False
    overlooked_final: bool = False
    award: int = 0
    award_miscount: int = 0
    heels_until: int = 121
    wrong_call: bool = False
    ordered: bool = False


ACC = Law("any card", final=True, award=-1, award_miscount=-1, wrong_call=True, ordered=True)
LAWS = {
    "acc-2025": ACC,
    "acc-2020": ACC,
    "alberta-55plus": Law("own card", award=2, heels_until=115),
    "corporate-challenge": Law("own card", overlooked_final=True),
    "hoyle": Law("cut"),
}


@dataclass(frozen=True)
class Form:
    """A book in one of the forms in which it may be played."""

    book: str
    seats: str = "AB"
    muggins: bool = False
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def target(self) -> int:
        """The game hole."""
        return int(self.options.get("target", 121))

    @property
    def hand(self) -> int:
        """Cards that each keeps: three of the five in that game, four in any other."""
        return 3 if self.options.get("five_card") else 4

    def __str__(self) -> str:
        more = "-".join(f"{key}={value}" for key, value in self.options.items())
        return "-".join(filter(None, (self.book, self.seats, more, "muggins" * self.muggins)))


FORMS = [
    *(Form(book, muggins=muggins) for book in ("acc-2025", "acc-2020") for muggins in (False, True)),
    Form("acc-2025", "ABCD"),
    Form("acc-2025", "ABCD", muggins=True, options={"doubles": "canadian"}),
    Form("alberta-55plus"),
    Form("alberta-55plus", "ABCD"),
    Form("corporate-challenge", "ABCD"),
    *(Form("hoyle", seats, muggins) for seats in ("AB", "ABC", "ABCD") for muggins in (False, True)),
    Form("hoyle", options={"target": 61}),
    Form("hoyle", options={"five_card": True, "target": 61}),
    Form("hoyle", muggins=True, options={"five_card": True}),
    Form("hoyle", "ABC", options={"target": 61}),
]  # fmt: skip


@dataclass
class Short:
    """Points that a side has not pegged yet, and may peg until its book says that they are lost."""

    side: str
    points: int
    of_play: bool


class Ledger:
    """One game to its end. `log` is what was seen; `said` what has to be said, points by code and side; `times` how
    often; `worth` what each side's cards were worth; `moves` the pegs that went forward; `score` the board."""

    def __init__(self, rng: random.Random, form: Form, faults: float = 0.35) -> None:
        self.rng, self.form, self.law, self.faults = rng, form, LAWS[form.book], faults
        seats = form.seats
        self.sides = seats[:2] if len(seats) == 4 else seats
        self.pegs = {side: [0, -1] for side in self.sides}
        self.before = dict.fromkeys(self.sides, -2)
        self.said: Counter[tuple[str, str]] = Counter()
        self.times: Counter[tuple[str, str]] = Counter()
        self.worth: Counter[str] = Counter()
        self.moves: list[str] = []
        self.short: list[Short] = []
        self.long: dict[str, tuple[int, int]] = {}  # what a side has too much, and what a claim of it brings
        self.uncalled: Counter[str] = Counter()  # what the dealer's hand lacked may be called with the crib
        self.missed: set[str] = set()  # who has missed points in this deal
        self.lacks: dict[str, list[int]] = {side: [] for side in self.sides}  # points not pegged in this deal
        self.by_chance = False  # whether a wrong peg, or a call, is by chance what an opponent lacked as well
        self.zones: dict[str, list[str]] = {}
        self.t, self.over, self.dealer = 0.0, False, rng.randrange(len(seats))
        header = {"log": "table/1", "mode": "club", "profile": form.book, "dealer": seats[self.dealer]}
        header |= {"players": {seat: seat for seat in seats}, "muggins": form.muggins}
        self.log = [json.dumps(header | ({"options": form.options} if form.options else {}))]

    @property
    def score(self) -> dict[str, int]:
        """The front pegs."""
        return {side: max(pegs[0], 0) for side, pegs in self.pegs.items()}

    def side(self, seat: int) -> str:
        """Whose track a seat pegs on."""
        return self.sides[seat % len(self.sides)]

    def play(self) -> Ledger:
        """Play to the end of the game."""
        while not self.over:
            self._deal()
            self.dealer = (self.dealer + 1) % len(self.form.seats)
        return self

    # --- one deal ------------------------------------------------------------------------------------------

    def _deal(self) -> None:
        seats = range(len(self.form.seats))
        pack = self.rng.sample(DECK, 21)
        self.hands = {seat: [pack.pop() for _ in range(self.form.hand)] for seat in seats}
        crib, self.starter = [pack.pop() for _ in range(4)], pack.pop()
        self.to_count = set(seats)
        self.zones = {zone: [] for zone in ("crib", *self.form.seats, "starter")}
        self.uncalled.clear()
        self.missed.clear()
        self._forget_lacks()
        self._lie("starter", [self.starter])
        self._the_cut_closes()
        if self.starter.rank == 11 and self.score[self.side(self.dealer)] <= self.law.heels_until:
            self._heels()
        self._play()
        in_order = [(self.dealer + step) % len(seats) for step in range(1, len(seats) + 1)]
        regular = self.law.ordered or self.rng.random() < 0.7
        for seat in in_order if regular else self.rng.sample(in_order, len(in_order)):
            self._count(seat, worth(self.hands[seat], self.starter), regular)
        if not self.over:
            self._lie("crib", crib)
            points = worth(crib, self.starter, crib=True)
            self.worth[self.side(self.dealer)] += points
            self._count(self.dealer, points, regular)
        if not self.over:
            for zone in self.zones:
                self._lie(zone, [])
            self._before_the_cut()

    def _lie(self, zone: str, cards: list[Card]) -> None:
        self.zones[zone] = [str(card) for card in cards]
        self._see(cards={"zone": zone, "seen": self.zones[zone]})

    def _play(self) -> None:
        held = {seat: list(cards) for seat, cards in self.hands.items()}
        turn, last, pile = (self.dealer + 1) % len(held), -1, list[Card]()
        while any(held.values()) and not self.over:
            count = sum(card.value for card in pile)
            fits = [card for card in held[turn] if count + card.value <= 31]
            if fits:
                card = self.rng.choice(fits)
                held[turn].remove(card)
                out = all(not cards for one, cards in held.items() if self.side(one) != self.side(turn))
                goes_on = bool(pile) and last >= 0 and self.side(last) == self.side(turn)
                pile.append(card)
                self._lay(turn, card, together=out or goes_on, last_of_all=not any(held.values()))
                made = sum(one.value for one in pile)
                if not any(held.values()):
                    self.worth[self.side(turn)] += made != 31  # for the last card
                # after the last card it may as well be for the hand
                no_go = (made == 31 or made < 22) and any(held.values())
                self._scored(turn, earned(pile), surely_no_go=no_go)
                last = turn
                if made == 31:
                    pile = []
            elif pile and not any(count + card.value <= 31 for cards in held.values() for card in cards):
                self._scored(last, 1)
                pile, turn = [], last
            turn = (turn + 1) % len(held)
        if pile and not self.over:
            self.worth[self.side(last)] -= 1
            self._scored(last, 1)

    def _lay(self, seat: int, card: Card, together: bool, last_of_all: bool) -> None:
        """A card of the play. `together`: nobody else can play, so its points may be pegged with those before."""
        if self.law.lost_by == "any card":
            self._put_right()
        self._lie_more(self.form.seats[seat], card)
        if self.law.lost_by == "own card" and not together:
            self._are_lost([s for s in self.short if s.of_play and s.side == self.side(seat)])
        if last_of_all:
            for one, cards in self.hands.items():
                self.worth[self.side(one)] += worth(cards, self.starter)

    def _lie_more(self, name: str, card: Card) -> None:
        self.zones[name].append(str(card))
        self._see(cards={"zone": name, "seen": list(self.zones[name])})

    # --- one score -----------------------------------------------------------------------------------------

    def _heels(self) -> None:
        side = self.side(self.dealer)
        self.worth[side] += 2
        if self._is_faulty(side, 2) and self.law.lost_by == "own card":
            self.lacks[side].append(2)
            self.short.append(
                Short(side, 2, of_play=True)
            )  # lost with the dealer's own card, as any other score
        else:
            self._up(side, 2)

    def _is_faulty(self, side: str, points: int) -> bool:
        """Whether a fault is done now: one at a time for each side, and well before the game hole."""
        named = len(self.sides) == 2 or not self.long  # of three, a claim does not say whose pegs it is about
        free = named and side not in self.long and not any(short.side == side for short in self.short)
        return free and self.score[side] + points + 8 < self.form.target and self.rng.random() < self.faults

    def _scored(self, seat: int, points: int, surely_no_go: bool = False) -> None:
        """Points of the play: pegged, forgotten, pegged short, or too many."""
        side = self.side(seat)
        self.worth[side] += 0 if self.over else points
        if not points or self.over:
            return
        if not self._is_faulty(side, points):
            self._up(side, points)
        elif surely_no_go and self.rng.random() < 0.4:
            self._too_many(seat, points, announced=None)
        elif self.law.lost_by == "any card":
            self._up(side, points)
        else:
            missing = self.rng.randint(1, points)
            self._notes_chance(side, points - missing)
            self._up(side, points - missing)
            callable = surely_no_go and points > missing  # else a point for the last card may be due with it
            self._fell_short(seat, missing, of_play=True, may_be_called=callable)

    def _count(self, seat: int, points: int, regular: bool) -> None:
        """A hand or crib: right, too few, or too many; now and then it is announced first."""
        if self.over:
            return
        side, partner = self.side(seat), (seat + 2) % 4
        alone = (
            len(self.form.seats) < 4 or partner not in self.to_count
        )  # else which hand it is for is not known
        self.to_count.discard(seat)
        says = regular and points > 0 and self.rng.random() < 0.4
        nothing = not points and seat == self.dealer  # what the dealer pegs may be for the crib
        if not alone or nothing or not self._is_faulty(side, points):
            if says:
                self._say(seat, "claim", points)
            self._up(side, points)
            if self.form.muggins and not self.over and not self.uncalled[side] and self.rng.random() < 0.1:
                self._wrong_call(seat)
        elif points > 1 and self.rng.random() < 0.5:
            pegged = self.rng.randint(1, points - 1)
            announced = self.rng.choice([points, pegged]) if says else None
            if announced:
                self._say(seat, "claim", announced)
            self._notes_chance(side, pegged)
            self._up(side, pegged)
            overlooked = self.law.overlooked_final and announced == pegged
            self._fell_short(seat, points - pegged, of_play=False, may_be_called=True, final=overlooked)
        else:
            excess = self.rng.randint(1, 3)
            announced = self.rng.choice([points, points + excess]) if says else None
            if announced:
                self._say(seat, "claim", announced)
            self._too_many(seat, points, announced, excess)

    def _fell_short(
        self, seat: int, missing: int, of_play: bool, may_be_called: bool, final: bool = False
    ) -> None:
        """Points were not pegged: final, called by the opponent, put right, or left open."""
        side = self.side(seat)
        short = Short(side, missing, of_play)
        self.short.append(short)
        self.lacks[side].append(missing)
        if self.form.muggins and may_be_called and self.rng.random() < 0.6:
            self._are_lost([short])
            caller, missing = self._opponent(seat), missing + self.uncalled.pop(side, 0)
            called = self.rng.randint(1, missing + 2)
            self.lacks[side].clear()
            if called > missing:  # of three, it may as well be about the other who lacks just that
                self._notes_chance(self.side(caller), called)
            self._say(caller, "muggins", called)
            self._expect("muggins", self.side(caller), min(called, missing))
            self._up(self.side(caller), min(called, missing))
        elif final or self.law.final:
            self._are_lost([short])
            self.uncalled[side] += missing if seat == self.dealer else 0
        elif self.rng.random() < 0.4:
            self._put_right()

    def _forget_lacks(self) -> None:
        for points in self.lacks.values():
            points.clear()

    def _notes_chance(self, side: str, points: int) -> None:
        """So many points are pegged wrongly, or called: whether an opponent lacks just that many, in all or in part.

        What is meant only the ledger knows: the player forgot or took too much, and did not say muggins aloud.
        """
        for other, lacks in self.lacks.items():
            some = {0}
            for one in lacks:
                some |= {total + one for total in some}
            self.by_chance |= self.form.muggins and other != side and points in some - {0}

    def _wrong_call(self, seat: int) -> None:
        """Muggins is called, and nothing was missed."""
        side, caller, called = self.side(seat), self._opponent(seat), self.rng.randint(1, 3)
        if self.score[side] + called >= self.form.target or self.short or side in self.missed:
            return  # or it may be what was missed before, too late
        self._say(caller, "muggins", called)
        self._expect("muggins-refused", self.side(caller), called if self.law.wrong_call else 0)
        if self.law.wrong_call:
            self._up(side, called)

    def _too_many(self, seat: int, points: int, announced: int | None, excess: int = 0) -> None:
        """More than was earned: claimed, confessed, or left standing."""
        side = self.side(seat)
        excess = excess or self.rng.randint(1, 3)
        self._notes_chance(side, points + excess)
        self._up(side, points + excess)
        self._expect("overpeg", side, excess)
        award = self.law.award_miscount if announced == points + excess else self.law.award
        self.long[side] = excess, excess if award < 0 else award
        what = self.rng.choice(["claimed", "confessed", "stands"])
        if what == "stands" and self.law.lost_by != "any card":
            return
        self._back(side, claimed_by=self._opponent(seat) if what == "claimed" else None)

    def _back(self, side: str, claimed_by: int | None) -> None:
        """What was pegged too much goes back."""
        excess, award = self.long.pop(side)
        if claimed_by is None:
            self._down(side, excess)
            self._expect("corrected", side, excess)
            return
        self._say(claimed_by, "overpeg")
        self._down(side, excess)
        self._up(self.side(claimed_by), award)

    def _opponent(self, seat: int) -> int:
        """Somebody of another side."""
        others = [one for one in range(len(self.form.seats)) if self.side(one) != self.side(seat)]
        return self.rng.choice(others)

    # --- what becomes of it --------------------------------------------------------------------------------

    def _put_right(self) -> None:
        """What is still missing is pegged."""
        for short in list(self.short):
            self.short.remove(short)
            self.lacks[short.side].remove(short.points)
            self._up(short.side, short.points)

    def _are_lost(self, shorts: list[Short]) -> None:
        for short in shorts:
            self.short.remove(short)
            self._expect("underpeg", short.side, short.points)
            self.missed.add(short.side)

    def _before_the_cut(self) -> None:
        """The cards are taken up. Until the next deal is cut for, much may still be put right (Alberta 13)."""
        for side in self.sides:
            front, rear = self.pegs[side]
            apart = side in self.long and self.long[side][0] <= front - rear  # the pegs stay in their order
            if apart and self.rng.random() < 0.4 and not self.over:
                seat = self.sides.index(side)
                self._back(side, claimed_by=self._opponent(seat) if self.rng.random() < 0.7 else None)
        if self.rng.random() < 0.3 and all(short.points != 2 for short in self.short):  # two may be for heels
            self._put_right()

    def _the_cut_closes(self) -> None:
        """The next deal is cut for: what was missed is lost, what was too much stands."""
        self._are_lost(list(self.short))
        for side, (excess, _) in self.long.items():
            self._expect("overpeg-stands", side, excess)
        self.long.clear()

    # --- pegs and words ------------------------------------------------------------------------------------

    def _up(self, side: str, points: int) -> None:
        if not points or self.over:
            return
        front, rear = self.pegs[side]
        landed = min(front + points, self.form.target)
        self._holes(side, [front])
        self.pegs[side], self.before[side] = [landed, front], rear
        self._holes(side, [landed, front])
        self.moves.append(f"{side} {front}/{rear}>{landed}/{front}")
        if landed == self.form.target:
            self.over = True
            self._expect("game", side, max(score for one, score in self.score.items() if one != side))

    def _down(self, side: str, points: int) -> None:
        """The front peg goes back; where that is the hole of the other one it goes behind it, where it came from."""
        front, rear = self.pegs[side]
        self._holes(side, [rear])
        self.pegs[side] = [front - points, rear] if front - points != rear else [rear, self.before[side]]
        self._holes(side, self.pegs[side])

    def _holes(self, side: str, holes: list[int]) -> None:
        self._see(holes={one: list(pegs) for one, pegs in self.pegs.items()} | {side: holes})

    def _say(self, seat: int, what: str, n: int | None = None) -> None:
        self._see(said={"by": self.form.seats[seat], "what": what} | ({} if n is None else {"n": n}))

    def _see(self, **body: Any) -> None:
        """As by an eye that has just looked: nothing of it was there before."""
        self.t = round(self.t + 2.0, 1)
        if "cards" in body:
            body["since"] = self.t
        self.log.append(json.dumps({"t": self.t} | body))

    def _expect(self, code: str, side: str, points: int) -> None:
        self.said[code, side] += points
        self.times[code, side] += 1
