"""What is remarked of the play is told as blame is: once every history holds it, and nothing was badly seen.

There is no verdict for a lead out of turn or for a card over thirty-one (Rule: ACC 7.1.b, 7.1.e); a remark says it,
and that a card has to go back. It accuses its player like a verdict, so it waits like one: a card told late may make
it untrue. Where the sensors were weak in this game it is not told, for no points are left over to prove it by.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from math import inf
from typing import Final

from cribbage.log.events import Event
from cribbage.worlds.history import History
from cribbage.worlds.judged import remark_key

_OF_THE_PLAY: Final = frozenset({"lead", "over"})


@dataclass(slots=True, eq=False)
class _Waiting:
    event: Event
    deal: int
    due: float  # nothing that is told from then on (s) can make it untrue
    is_untrue: bool = False  # in a history that is no longer told apart


class RemarksSaid:
    """The remarks of the game as it was told, without those that another history leaves open."""

    def __init__(self) -> None:
        self._waiting: list[_Waiting] = []

    def take(self, event: Event, deal: int, due: float) -> bool:
        """An event of a deal, as told; whether it is a remark that waits until `due` (s): one that blames does."""
        if event.kind != "remark" or event.body["about"] not in _OF_THE_PLAY:
            return False
        self._waiting.append(_Waiting(event, deal, due))
        return True

    def drop(self) -> None:
        """Something was badly seen: none of them is told."""
        self._waiting = []

    def deadlines(self, now: float) -> list[float]:
        """When those that wait are told (s), of times after `now`."""
        return [one.due for one in self._waiting if one.due > now]

    def give_up(self, history: History) -> None:
        """A history is told apart no longer."""
        for one in self._waiting:
            one.is_untrue = one.is_untrue or not _holds(history, one)

    def told(
        self, others: Iterable[History], open_deals: Container[int], now: float, since: float = inf
    ) -> list[Event]:
        """Those that may be told at the time `now` (s), given the histories besides the one as told.

        `open_deals`: in which not all histories were tried. What is told next may have been there since `since` (s).
        """
        due = [one for one in self._waiting if one.due <= now and one.event.t <= since]
        self._waiting = [one for one in self._waiting if one not in due]
        histories = [history for history in others if not history.breaks_contract]
        return [
            one.event
            for one in due
            if one.deal not in open_deals and not one.is_untrue
            if all(_holds(history, one) for history in histories)
        ]


def _holds(history: History, one: _Waiting) -> bool:
    return remark_key(one.event, one.deal) in history.remarked
