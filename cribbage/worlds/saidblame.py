"""Blame that was said, as long as what is told later may show that it is wrong.

What the sensors tell late is told soon. A person who says that a card was read wrongly may do so as long as its deal
is on: then the deal is judged again as if the card had been read rightly from the beginning, and what does not hold
in that history is withdrawn. Who says where a peg stands says that it was seen wrongly, nobody knows since when.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf

from cribbage.book.game import Game
from cribbage.log.events import Event
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.sight.contract import REACH_S
from cribbage.worlds.balance import Balance
from cribbage.worlds.history import History
from cribbage.worlds.waiting import Waiting, deal_of, key_of


class SaidBlame:
    """What was said against players in one game, and may have to be withdrawn."""

    def __init__(self, balance: Balance) -> None:
        self._balance = balance
        self._said: list[Waiting] = []
        # By their item: what was said of points too many that went back or stand.
        self._follow_ups: dict[object, list[Event]] = {}

    def add(self, one: Waiting) -> None:
        """It was said."""
        self._said.append(one)

    def remove(self, one: Waiting) -> None:
        """It is withdrawn."""
        self._said.remove(one)

    def add_follow_up(self, verdict: Event) -> None:
        """It was said what became of points too many."""
        self._follow_ups.setdefault(verdict.body["item"], []).append(verdict)

    def take_follow_ups(self, one: Waiting) -> Sequence[Event]:
        """What followed from blame that is withdrawn, and is so as well."""
        return self._follow_ups.pop(one.verdict.body.get("item"), ())

    def is_some_late(self, now: float) -> bool:
        """Whether any was said of what came about so lately (log time in s) that it may be told otherwise."""
        return any(now - one.verdict.t <= REACH_S for one in self._said)

    def take(self, key: tuple[str, str, float]) -> Waiting | None:
        """The blame that a withdrawal names, which is withdrawn; None where it is not known any more, or nothing
        follows from it, as from points that are missed."""
        one = next((one for one in self._said if key_of(one.verdict) == key), None)
        if one is not None:
            self._said.remove(one)
        return None if one is None or one.verdict.body["code"] == Code.UNDERPEG else one

    def lately(self, now: float, deal: int) -> Iterator[Waiting]:
        """What the sensors may yet show to be wrong; what nobody may any more, in the `deal` that is on, is
        forgotten."""
        may_show = [one for one in self._said if self._balance.may_show_yet(one.verdict, now)]
        self._said = [one for one in self._said if one in may_show or one.deal == deal]
        yield from may_show

    def take_wrong(self, is_wrong: Callable[[Waiting], bool], told: Game) -> list[Waiting]:
        """What of the deal that is on is wrong, as a person has looked, and is withdrawn: but for what was
        challenged, or put right, as then both have counted it so (Rule: ACC 8.4.c)."""
        some = [one for one in self._said if one.deal == told.deal.number and is_wrong(one)]
        wrong = [
            one
            for one in some
            if not (one.verdict.body["player"] in told.remedies or self._is_put_right(one))
        ]
        self._said = [one for one in self._said if one not in wrong]
        return wrong

    def _is_put_right(self, one: Waiting) -> bool:
        followed = self._follow_ups.get(one.verdict.body.get("item"), ())
        return any(verdict.body["code"] == Code.CORRECTED for verdict in followed)


def is_held_in(history: History, one: Waiting) -> bool:
    """Whether a history holds just this against the same player."""
    body, deal = one.verdict.body, deal_of(one)
    mine = [found for found in history.found if found.player == body["player"] and found.code == body["code"]]
    if "move" in body:
        return any((found.matter, found.points) == (one.matter, body["points"]) for found in mine)
    return any((found.deal, found.points) == (deal, body["points"]) for found in mine)


def is_since(one: Waiting, stood_since: Mapping[Player, float]) -> bool:
    """Whether it is held against a side for what came about since its pegs were seen to stand as they did (s)."""
    return one.verdict.t >= stood_since.get(one.verdict.body["player"], inf)
