"""What has to be done after a fault is told when the fault is said, and not before.

An order (`book.orders`) that judges gave is told at once. Any other follows from blame, or from a call: while that
waits the order waits with it, and where it is not said, or only as the least, nobody is sent anywhere.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Final

from cribbage.log.events import Event
from cribbage.log.verdicts import Code
from cribbage.worlds.waiting import Waiting

_CALLS: Final = frozenset({Code.MUGGINS, Code.MUGGINS_REFUSED})
_SENDS_BACK: Final = frozenset({Code.FALSE_CLAIM, Code.OVERPEG, Code.FRONT_PEG_REMOVED})
"""Faults after which pegs go back and others may score."""


class OrdersSaid:
    """The orders of the game as it was told, with those left out that follow from what is not said."""

    def __init__(self) -> None:
        self._told: Event | None = None  # the orders as the game has them
        self._said: Mapping[str, Any] | None = None  # as they were told last, if any were
        self._blame: list[Waiting] = []  # of this deal and the one before it, the latest last
        self._follows: dict[Hashable, Waiting | None] = {}  # each order's blame or call

    def note(self, one: Waiting) -> None:
        """Blame or a call that an order may follow from waits to be said."""
        if one.verdict.body["code"] in _CALLS | _SENDS_BACK:
            self._blame = [*(old for old in self._blame if old.deal >= one.deal - 1), one]

    def take(self, event: Event) -> None:
        """The orders have changed in the game as it was told."""
        self._told = event
        for step in event.body["steps"]:
            self._follows.setdefault(_key(step), None if step["ruled"] else self._blame_for(step))

    def changed(self, now: float) -> list[Event]:
        """The orders, as they may be told at the time `now` (s), where that is not how they were told last."""
        if self._told is None:
            return []
        steps = [step for step in self._told.body["steps"] if _is_said(self._follows[_key(step)])]
        body = {**self._told.body, "steps": steps, "done": all(step["done"] for step in steps)}
        is_over = self._told.body["done"]
        is_open = self._said is not None and not self._said["done"]
        changed = body != self._said if steps else is_open
        self._said = body if steps else None
        if is_over:
            self._told, self._said, self._follows = None, None, {}
        return [Event("orders", now, body)] if changed else []

    def _blame_for(self, step: Mapping[str, Any]) -> Waiting | None:
        """What a step follows from: the latest fault of who goes back; the call, or fault, by which others score."""
        is_score, player = step["do"] == "score", step["player"]
        for one in reversed(self._blame):
            code, is_own = one.verdict.body["code"], one.verdict.body["player"] == player
            if is_own is (code == Code.MUGGINS) if is_score else is_own and code in _SENDS_BACK:
                return one
        return None


def _key(step: Mapping[str, Any]) -> Hashable:
    return step["do"], step["rule"], step.get("player"), step.get("to"), step.get("points")


def _is_said(one: Waiting | None) -> bool:
    """Whether what an order follows from was said, as it was told."""
    if one is None:
        return True
    said = None if one.acquitted else one.said
    return said is not None and said.body.get("code") == one.verdict.body["code"] and "least" not in said.body
