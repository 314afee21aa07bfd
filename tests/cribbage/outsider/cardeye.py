"""A camera over one place: what it reads there, and when it says so."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from outsider.defects import (
    CoveredCamera,
    Defect,
    HiddenPlace,
    LateCard,
    LostOrder,
    SlowCamera,
    UnreadPlace,
    of_kind,
)
from outsider.truth import Truth

LATEST_S = 2.4
"""A camera that is slow tells a card so long after it was laid at most: a little less than the contract allows."""


@dataclass(frozen=True)
class Reading:
    """What a look at a place gives: its cards, or that they cannot be read; `count`, if known, says how many."""

    cards: tuple[str, ...] | None
    count: int | None = None
    blind: bool = False

    def body(self, place: str) -> dict[str, Any]:
        """The reading as an observation."""
        if self.cards is not None:
            return {"cards": {"zone": place, "seen": list(self.cards)}}
        blind = {"blind": True} if self.blind else {}
        return {"unread": {"zone": place, "count": self.count}} | blind


class CardEye:
    """Looks at one place whenever something may have changed there."""

    def __init__(self, truth: Truth, place: str, defects: Sequence[Defect], rng: random.Random) -> None:
        self._truth, self._place, self._rng = truth, place, rng
        self._lies = truth.places[place]
        self._prompt = [rng.uniform(0.15, 0.5) for _ in self._lies]  # drawn first, whatever the defects
        self._covers = of_kind(defects, CoveredCamera)
        self._hides = [one for one in of_kind(defects, HiddenPlace) if one.place == place]
        self._unread = [one for one in of_kind(defects, UnreadPlace) if one.place == place]
        self._late = {one.change: one.late_s for one in of_kind(defects, LateCard) if one.place == place}
        self._slow = next(iter(of_kind(defects, SlowCamera)), None)
        self._order_lost = bool(of_kind(defects, LostOrder)) and place in truth.header["players"]

    def readings(self, says_since: bool) -> Iterator[tuple[float, dict[str, Any]]]:
        """What is told of this place, and when (s); only what has changed, and all again after a cover."""
        told, read_at = Reading(()), 0.0
        for at, uncovered in self._looks():
            if any(one.since <= at < one.until for one in self._covers):
                continue
            new, since = self._look(at), read_at
            read_at = at if new.cards is not None else read_at
            if new == told and not (uncovered and (self._shows_cards(new) or self._rng.random() < 0.3)):
                continue
            told = self._in_any_order(told, new)
            yield at, told.body(self._place) | ({"since": round(since, 3)} if says_since else {})

    @staticmethod
    def _shows_cards(reading: Reading) -> bool:
        return bool(reading.cards or reading.count)

    def _looks(self) -> list[tuple[float, bool]]:
        """When the place is looked at (s), and whether that is because a cover was taken away."""
        rng = self._rng
        looks = [(lying.at + self._delay(number), False) for number, lying in enumerate(self._lies)]
        for hide in self._hides:
            looks += [(hide.until + rng.uniform(0.1, 0.4), False), (hide.since + 0.05, False)]
        looks += [(cover.until + rng.uniform(0.1, 1.8), True) for cover in self._covers]
        looks += [(at, False) for one in self._unread if (at := self._read_again(one)) is not None]
        return sorted(looks)

    def _delay(self, change: int) -> float:
        """How long after a change the place is looked at (s)."""
        delay = self._prompt[change]
        if self._slow is not None:
            delay = min(LATEST_S, max(0.15, self._rng.gauss(self._slow.late_s, 0.4)))
        return self._late.get(change, delay)

    def _read_again(self, unread: UnreadPlace) -> float | None:
        if unread.read_after_s is None or unread.change >= len(self._lies):
            return None
        return self._lies[unread.change].at + unread.read_after_s

    def _look(self, at: float) -> Reading:
        cards = self._truth.in_place(self._place, at)
        hide = next((one for one in self._hides if one.since <= at < one.until), None)
        if hide is not None and hide.blind:
            return Reading(None, blind=True)
        if not cards:
            return Reading(())
        if hide is not None:
            return Reading(None)
        unread = next((one for one in self._unread if self._cannot_read(one, at)), None)
        if unread is not None:
            return Reading(None, len(cards) if unread.counted else None)
        return Reading(cards)

    def _cannot_read(self, unread: UnreadPlace, at: float) -> bool:
        change = sum(lying.at <= at + 1e-9 for lying in self._lies) - 1
        again = self._read_again(unread)
        return unread.change <= change < unread.change + unread.changes and (again is None or at < again)

    def _in_any_order(self, told: Reading, new: Reading) -> Reading:
        """Where the order is lost, cards that are new together come in any order behind those that lay there."""
        if not self._order_lost or new.cards is None:
            return new
        before = told.cards or ()
        stayed = [card for card in new.cards if card in before]
        fresh = [card for card in new.cards if card not in before]
        if len(fresh) > 1 and len(stayed) == len(before):
            self._rng.shuffle(fresh)
        return Reading((*stayed, *fresh))
