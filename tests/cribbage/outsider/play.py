"""The play: cards laid in turn, and everybody pegs at once, later together with the next score, or in two parts."""

from __future__ import annotations

from outsider.counting import LIMIT, count, play_points, value
from outsider.pegs import Pegs
from outsider.table import ALBERTA, Table


class Play:
    """The play of one deal. `his_heels`: the dealer's two are not pegged yet."""

    def __init__(self, table: Table, pegs: Pegs, hands: dict[str, list[str]], his_heels: bool) -> None:
        self.table = table
        self.pegs = pegs
        self.his_heels = his_heels
        self.held = {seat: list(hand) for seat, hand in hands.items()}
        for hand in self.held.values():
            table.rng.shuffle(hand)
        self.due = dict.fromkeys(table.sides, 0)  # earned, and not pegged yet
        self.series: list[str] = []
        self.open: dict[str, list[str]] = {seat: [] for seat in table.seats}  # what lies face up before each
        self.said_go: set[str] = set()
        self.turn = table.after(table.dealer)
        self.turns_over = table.form.profile == ALBERTA and table.chance(0.7)

    def run(self) -> None:
        """Play all cards."""
        while self._cards_left():
            if self._fitting(self.turn):
                self._lay_card()
            else:
                self._pass()
        self.table.wait(0.5, 1.5)

    def _cards_left(self) -> bool:
        return any(self.held.values())

    def _fitting(self, seat: str) -> list[str]:
        room = LIMIT - count(self.series)
        return [card for card in self.held[seat] if value(card) <= room]

    def _lay_card(self) -> None:
        seat, side = self.turn, self.table.side(self.turn)
        card = self._chosen()
        self._peg_his_heels()
        self.pegs.knock()
        self.held[seat].remove(card)
        self.series.append(card)
        self.open[seat].append(card)
        self.table.lay(seat, self.open[seat])
        if self.table.chance(self.table.talk * 0.15):
            self.table.now += 0.6
            self.table.say(seat, "count", count(self.series))
        self.due[side] += play_points(self.series)
        if count(self.series) == LIMIT:
            self._thirty_one(side)
        elif not any(map(self._fitting, self.table.seats)):
            self._go_or_last_card(side)
        else:
            self._peg_or_leave_it(side)
            self.table.wait(0.5, 2.2)
            self.turn = self.table.after(seat)

    def _chosen(self) -> str:
        """The card that earns most, or any."""
        fitting = self._fitting(self.turn)
        if self.table.chance(0.6):
            return max(fitting, key=lambda card: play_points([*self.series, card]))
        return fitting[0]

    def _peg_his_heels(self) -> None:
        """The dealer's own card would close the window of his heels (6.3.c), so they are pegged before it."""
        side = self.table.side(self.table.dealer)
        if self.his_heels and self.table.side(self.turn) == side:
            self.his_heels = False
            self.table.note("his heels late")
            self.pegs.wait_for(self.pegs.peg(side, 2), hasty=False)
            self.table.wait(0.2, 1)

    def _peg_due(self, side: str, lift_at: float | None = None) -> float:
        points, self.due[side] = self.due[side], 0
        return self.pegs.peg(side, points, lift_at)

    def _thirty_one(self, side: str) -> None:
        self.table.note("31")
        self.table.wait(0.2, 1.2)
        self.pegs.wait_for(self._peg_due(side))
        self._next_series()

    def _go_or_last_card(self, side: str) -> None:
        table = self.table
        is_last = not self._cards_left()
        table.note("last card" if is_last else "go")
        apart = self.due[side] > 0 and table.chance(0.4)
        table.wait(0.2, 1.0)
        if apart:
            table.now = max(table.now, self._peg_due(side))
            table.wait(0.1, 0.8)
        self._others_say_go(side)
        self.due[side] += 1
        alone = self.held[self.turn] and not any(
            hand for seat, hand in self.held.items() if seat != self.turn
        )
        if alone and table.chance(0.6):  # who plays on alone may peg the go with what comes next
            table.note("go pegged later")
            table.wait(0.3, 1.2)
            self._next_series(at_once=True)
            return
        table.wait(0.1, 0.9)
        self.pegs.wait_for(self._peg_due(side))
        self._next_series()

    def _others_say_go(self, side: str) -> None:
        for seat in self.table.seats:
            if self.table.side(seat) != side and self.held[seat] and seat not in self.said_go:
                if self.table.chance(0.5 + self.table.talk):
                    self.table.say(seat, "go")
                    self.table.now += 0.1
                self.said_go.add(seat)

    def _peg_or_leave_it(self, side: str) -> None:
        """Points that another side's next card would close are pegged now; else they may wait (7.2.b)."""
        table = self.table
        if not self.due[side]:
            return
        others_fit = any(self._fitting(seat) for seat in table.seats if table.side(seat) != side)
        if not others_fit and not table.chance(0.5):
            table.note("pegged later")
            return
        hurried = table.chance(0.3)
        later = table.rng.uniform(0, 0.3) if hurried else table.rng.uniform(0.3, 1.4) * table.pace
        let_go = self._peg_due(side, table.now + later)
        if others_fit:
            self.pegs.wait_for(let_go)
        else:
            table.now = max(table.now, let_go)

    def _pass(self) -> None:
        """No card fits: who still holds some says go, now and then after a card that is over thirty-one."""
        table, seat = self.table, self.turn
        if self.held[seat] and seat not in self.said_go:
            if table.chance(0.25):
                self._lay_too_high(seat)
            table.say(seat, "go")
            self.said_go.add(seat)
            table.wait(0.3, 1.2)
        self.turn = table.after(seat)

    def _lay_too_high(self, seat: str) -> None:
        table = self.table
        table.lay(seat, [*self.open[seat], table.rng.choice(self.held[seat])])
        table.pause(0.5, 1.8)
        table.lay(seat, self.open[seat])
        table.pause(0.1, 0.5)
        table.note("over thirty-one")
        table.truth.went_over = True

    def _next_series(self, at_once: bool = False) -> None:
        """In Alberta the cards may be turned over. Who sits behind the last card leads, if they have cards."""
        if self.turns_over:
            self._turn_over()
        self.series = []
        self.said_go.clear()
        if not self._cards_left():
            return
        self.turn = self.table.after(self.turn)
        while not self.held[self.turn]:
            self.turn = self.table.after(self.turn)
        if not at_once:
            self.table.wait(0.4, 2)

    def _turn_over(self) -> None:
        self.table.note("turned over")
        for seat, cards in self.open.items():
            if cards:
                self.table.pause(0.1, 0.6)
                cards.clear()
                self.table.lay(seat, [])
