"""The show: hands and the crib are counted in their order, pegged rightly or wrongly, and taken up."""

from __future__ import annotations

from dataclasses import replace

from outsider.counting import show_points
from outsider.pegs import Pegs
from outsider.table import ALBERTA, TARGET, Table
from outsider.truth import Miscount

NO_AWARDS = ("hoyle", "corporate-challenge")
"""Books by which an overpeg that is called brings the other side nothing."""


def put_right(table: Table, pegs: Pegs, wrong: Miscount, points: int) -> int:
    """The other side calls the newest miscount, of which `points` were right, and the peg goes back. Returns how many
    points that brings by the book."""
    challenge = table.say(table.opponent(wrong.side), "overpeg")
    table.pause(0.5, 1.5)
    too_far, before = pegs.at[wrong.side]
    right = before + points
    holes = frozenset({too_far, right, before})
    table.truth.miscounts[-1] = replace(wrong, challenge=challenge, put_right=holes)
    pegs.put_back(wrong.side, (right, before))
    if table.form.profile in NO_AWARDS:
        return 0
    return 2 if table.form.profile == ALBERTA else wrong.by


class Show:
    """The show of one deal."""

    def __init__(
        self, table: Table, pegs: Pegs, hands: dict[str, list[str]], crib: list[str], starter: str
    ) -> None:
        self.table = table
        self.pegs = pegs
        self.hands = hands
        self.crib = crib
        self.starter = starter
        self.order = [table.after(table.dealer)]
        while self.order[-1] != table.dealer:
            self.order.append(table.after(self.order[-1]))

    def run(self) -> None:
        """Count everything and take the cards up."""
        table = self.table
        early = (
            table.rng.random()
        )  # when the crib is turned up: before the show, before the dealer's hand, in its turn
        if early < 0.1:
            self._turn_crib_up(0.3)
        if table.chance(0.2):  # all lay their hands out at once
            for seat in table.rng.sample(self.order, len(self.order)):
                self._lay_again(seat)
        let_go = table.now
        for seat in self.order:
            let_go = self._count_hand(seat, let_go, crib_first=0.1 <= early < 0.3)
        table.now = max(table.now, let_go)
        if early >= 0.3:
            table.wait(0.4, 1.5)
            table.lay("crib", self.crib)
        table.wait(0.6, 2.5)
        self._count_crib()
        table.wait(0.4, 2)
        self.pegs.tidy()
        self._clear()

    def _turn_crib_up(self, least: float) -> None:
        self.table.lay("crib", self.crib)
        self.table.note("crib early")
        self.table.wait(least, 1)

    def _lay_again(self, seat: str) -> None:
        """A hand may be taken up and laid down in another order, at once or one by one, or slid apart."""
        table, cards = self.table, list(self.hands[seat])
        how = table.rng.choice(["at once", "slid", "left", "left", "one by one"])
        if sorted(table.lying(seat)) != sorted(cards):
            how = "one by one" if table.chance(0.5) else "at once"
        if how == "left":
            return
        table.rng.shuffle(cards)
        if how == "slid":
            table.pause(0.1, 0.5)
        else:
            table.lay(seat, [])
        if how == "one by one":
            for number in range(1, 4):
                table.pause(0.2, 0.7)
                table.lay(seat, cards[:number])
            table.pause(0.2, 0.7)
        elif how == "at once":
            table.pause(0.6, 2.5)
        table.lay(seat, cards)
        table.wait(0.2, 0.8)

    def _count_hand(self, seat: str, let_go: float, crib_first: bool) -> float:
        """Count a hand; when the last peg is let go of (s), which may be a little after the next player begins."""
        table = self.table
        points = show_points(self.hands[seat], self.starter)
        self._lay_again(seat)
        table.wait(0.8, 3)
        if seat == table.dealer and crib_first:
            self._turn_crib_up(0.2)
        self._announce(seat, points)
        if points:
            let_go = self._peg_hand(seat, points)
            impatient = 0.25 if table.chance(0.3 * table.form.habits) else 0.0
            table.now = max(table.now, let_go - impatient)
        if table.chance(table.talk * 0.4):
            table.now = max(table.now, let_go) + 0.2
            table.say(table.opponent(table.side(seat)), "accept")
        return let_go

    def _announce(self, seat: str, points: int) -> None:
        table = self.table
        if not points:
            table.note("nothing to count")
            if table.chance(table.talk):
                table.say(seat, "none")
        elif table.chance(table.talk * 0.7):
            table.say(seat, "claim", points)
            table.wait(0.1, 0.6)

    def _count_crib(self) -> None:
        points = show_points(self.crib, self.starter, crib=True)
        self._announce(self.table.dealer, points)
        if points:
            let_go = self.pegs.peg(self.table.side(self.table.dealer), points)
            self.table.now = max(self.table.now, let_go)

    def _clear(self) -> None:
        """All is taken up; the starter may be first, since all was counted (9.3.a)."""
        table = self.table
        places = [place for place in ["crib", *table.seats] if table.lying(place)]
        table.rng.shuffle(places)
        for place in [*places, "starter"] if table.chance(0.8) else ["starter", *places]:
            table.pause(0.1, 0.5)
            table.lay(place, [])
        table.wait(1.5, 4)

    # --- miscounts --------------------------------------------------------------------------------------------

    def _peg_hand(self, seat: str, points: int) -> float:
        """Peg a hand, now and then wrongly; when the last peg for it is let go of (s)."""
        table, side = self.table, self.table.side(seat)
        near = self.pegs.score(side) + points + 4 >= TARGET
        if len(table.sides) != 2 or not table.chance(0.25) or near:
            return self.pegs.peg(side, points)
        by = table.rng.choice([-2, -1, -2, 1, 2, 2])
        if points + by <= 0:
            return self.pegs.peg(side, points)
        return self._miscount(side, points, by)

    def _miscount(self, side: str, points: int, by: int) -> float:
        """Points too many may be called and go back, points that are missing may be claimed where that is played."""
        table = self.table
        let_go = self.pegs.peg(side, points + by, habit="plain")
        wrong = Miscount(table.truth.landings[-1], side, by)
        table.truth.miscounts.append(wrong)
        table.now = let_go + table.rng.uniform(0.8, 2)
        if by > 0 and table.chance(0.7):
            self._call_overpeg(wrong, points)
        elif by < 0 and table.form.muggins and table.chance(0.8):
            self._call_muggins(wrong)
        return table.now

    def _call_overpeg(self, wrong: Miscount, points: int) -> None:
        caller = self.table.opponent(wrong.side)
        if award := put_right(self.table, self.pegs, wrong, points):
            self._peg_claim(caller, award, 1)

    def _call_muggins(self, wrong: Miscount) -> None:
        table, caller = self.table, self.table.opponent(wrong.side)
        table.say(caller, "muggins", -wrong.by)
        table.pause(0.3, 1.2)
        self._peg_claim(caller, -wrong.by, 1.1)

    def _peg_claim(self, caller: str, points: int, rest: float) -> None:
        table = self.table
        let_go = self.pegs.peg(table.side(caller), points, habit="plain")
        table.now = let_go + table.rng.uniform(rest, 2)
