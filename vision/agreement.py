"""Turns looks at single places into observations of the table. Pure: time comes with the looks.

For every picture, in order: `begin` with its time, then for each place one of `busy` (and `look_beside_arm` after
it), `quiet` or `look`, then `take`. Every observation carries the time of the first still picture that showed it;
`watermark` is the time up to which nothing more will be reported: up to then every place was read, or was said to be
blind.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from cribbage.log.observations import AGAIN, BLIND, CRIB, STARTER, Cards, Fault, Observation, Unread
from cribbage.score.cards import Card
from vision.interpretation import Known
from vision.layout import LONG_BOARD, TableLayout
from vision.placelook import Look, Sighting
from vision.placememory import ARM, Change, PlaceMemory

CAMERA: Final = "camera"
_BEHIND: Final = 2  # cards by which no player is behind another for long, as they lay in turn


class Agreement:
    """The memory of all places, and the observations that follow from it."""

    def __init__(self, layout: TableLayout = LONG_BOARD) -> None:
        self._layout = layout
        self._places = {place.key: PlaceMemory(place) for place in layout.places}
        self._reported: dict[str, tuple[Card, ...]] = dict.fromkeys(layout.zones, ())
        self._unread: dict[str, tuple[int | None, bool]] = {}  # how many lie there, and whether it is blind
        self._zones_to_compare: set[str] = set()
        self._out: list[Observation] = []
        self.now = float("-inf")
        self.fault = ""

    # One picture after the other

    def begin(self, t: float) -> None:
        """Start with the picture of this time (s); raises ValueError if it is older than the last."""
        if t < self.now:
            raise ValueError(f"pictures come in order: {t} after {self.now}")
        if self.now == float("-inf"):
            for memory in self._places.values():
                memory.begin(math.nextafter(t, -math.inf))
        self.now = t

    def rested(self, t: float) -> None:
        """The table has not changed up to this time, though no picture was looked at."""
        for memory in self._places.values():
            memory.rested(t)

    def busy(self, key: str, why: str = ARM) -> None:
        """This place cannot be looked at: something moves, or an arm is in the way; `why` says what."""
        memory = self._places[key]
        change = memory.busy(self.now, why)
        if change is not None:
            self._report(memory.place.zone, change, holds=bool(memory.cards))

    def quiet(self, key: str) -> None:
        """This place is still and looks as when it was read last."""
        self._places[key].quiet(self.now)

    def look(self, key: str, look: Look) -> None:
        """This place is still and has been read."""
        memory = self._places[key]
        change = memory.look(look, self._conflicts(memory, look))
        if change is None:
            self._report_after_restart(memory.place.zone)
        else:
            self._report(memory.place.zone, change, holds=bool(memory.cards))

    def look_beside_arm(self, key: str, look: Look) -> None:
        """The part of this place that an arm leaves free is still and has been read; call it after `busy`."""
        memory = self._places[key]
        change = memory.look_beside_arm(look, self._conflicts(memory, look))
        if change is not None:
            zone = memory.place.zone
            self._reported[zone] = self._cards_in(zone)
            extra = {"confidence": round(change.confidence, 3), **_since(change)}
            self._out.append(Cards(change.t, zone, self._reported[zone], extra))
            self._unread.pop(zone, None)
            self._report_unread(zone, replace(change, cards=None, why=ARM, is_blind=True), holds=True)

    def read_again(self, zone: str) -> None:
        """A person says that a zone was reported wrong: nothing is known of it until it is read again."""
        for memory in self._places_of(zone):
            memory.read_again()
        self._zones_to_compare.discard(zone)
        self._unread[zone] = None, True
        self._out.append(Unread(self.now, zone, None, {"why": AGAIN, "known": [], BLIND: True}))

    def reads_beside_arm(self, key: str) -> bool:
        """Whether new cards beside a resting arm are reported: once this place was reported as blind."""
        return self._places[key].reads_beside_arm

    def waits_for_arm(self, key: str, look: Look) -> bool:
        """Whether new cards can be told by this look, and that the place is read only once an arm has gone."""
        return self._places[key].waits_for_arm(look)

    def take(self) -> tuple[Observation, ...]:
        """The observations since the last call, in order of time."""
        out = tuple(sorted(self._out, key=lambda o: o.t))
        self._out.clear()
        return out

    @property
    def watermark(self) -> float:
        """Everything up to this table time has been reported."""
        return min(memory.sure_t for memory in self._places.values())

    # What the eye wants to know

    def wants_look(self, key: str, changed: bool = False) -> bool:
        """Whether to read this place now; `changed`: it looks different from when it was settled."""
        return self._places[key].wants_look(self.now, changed)

    def read_at(self, key: str) -> float:
        """When (s) a place was last read: seen, and everything in it reported."""
        return self._places[key].read_t

    def is_settled(self, key: str) -> bool:
        """Whether the known cards of the place explain what was seen last."""
        return self._places[key].settled

    def known(self, key: str) -> tuple[Known, ...]:
        """The cards known to lie in a place."""
        return self._places[key].known

    def awaited(self, key: str) -> tuple[Sighting, ...]:
        """Cards that were read in a place, but are not yet certain to lie there."""
        return self._places[key].awaited

    def reported(self, zone: str) -> tuple[Card, ...] | None:
        """The cards that were last reported of a zone; None if it could not be read."""
        return None if zone in self._unread else self._reported[zone]

    # Faults and restarts

    def no_good_picture(self) -> None:
        """A bad picture: nothing is certain since the last good one, until places are read again, or
        `report_fault`."""
        for memory in self._places.values():
            memory.no_picture(self.now)

    def report_fault(self, t: float, what: str) -> None:
        """The pictures are certainly bad since `t`: report the fault once."""
        for memory in self._places.values():
            memory.camera_blind(self.now)
        if self.fault != what:
            self.fault = what
            self._out.append(Fault(t, CAMERA, what))

    def report_good(self, t: float) -> None:
        """The pictures are good (again) since `t`: report it once."""
        if self.fault:
            self.fault = ""
            self._out.append(Fault(t, CAMERA, "ok"))

    def restore(self, observations: Iterable[Observation]) -> None:
        """Continue after a restart, from the observations before it."""
        for seen in observations:
            if isinstance(seen, Fault) and seen.part == CAMERA:
                self.fault = "" if seen.is_over else seen.what
            elif isinstance(seen, Cards) and seen.zone in self._reported:
                self._reported[seen.zone] = seen.seen
                self._unread.pop(seen.zone, None)
            elif isinstance(seen, Unread) and seen.zone in self._reported:
                self._unread[seen.zone] = seen.count, bool(seen.extra.get(BLIND))
        for zone, cards in self._reported.items():
            places = self._places_of(zone)
            if len(places) > 1:
                self._zones_to_compare.add(zone)  # it has to be seen in which of its places the cards lie
            elif zone in self._unread:
                places[0].restore(None, self._unread[zone][0])
            else:
                places[0].restore(cards)

    # Inside

    def _places_of(self, zone: str) -> list[PlaceMemory]:
        return [memory for memory in self._places.values() if memory.place.zone == zone]

    def _cards_in(self, zone: str) -> tuple[Card, ...]:
        return tuple(card for memory in self._places_of(zone) for card in memory.cards)

    def _report_after_restart(self, zone: str) -> None:
        """After a restart: once all places of a zone are settled, report what has changed."""
        if zone in self._zones_to_compare and all(memory.settled for memory in self._places_of(zone)):
            self._report(zone, Change(self.now, self._cards_in(zone)))

    def _conflicts(self, memory: PlaceMemory, look: Look) -> dict[Card, str]:
        """The new cards of a look that are known to lie in another place, with the reason why they cannot be here."""
        new = {s.card for s in look.seen} | {d.guess for d in look.doubts if d.guess is not None}
        new -= set(memory.cards)
        return {
            card: f"the {card} lies elsewhere already"
            for other in self._places.values()
            if other is not memory
            for card in new.intersection(other.cards)
        }

    def _report(self, zone: str, change: Change, *, holds: bool = False) -> None:
        """Report a change; `holds`: known cards of the zone lie in the place that has changed."""
        if change.cards is None:
            self._report_unread(zone, change, holds=holds)
            return
        self._zones_to_compare.discard(zone)
        if zone == STARTER and not change.cards:
            for memory in self._places.values():
                memory.end_deal()
        if any(
            memory.is_unread and (memory.cards or not memory.is_blind) for memory in self._places_of(zone)
        ):
            return  # the zone's other place is unread: what was known there may have gone
        cards = self._cards_in(zone)
        hidden = not cards and any(memory.is_blind for memory in self._places_of(zone))
        if cards != self._reported[zone] or (zone in self._unread and not hidden):
            self._reported[zone] = cards
            self._unread.pop(zone, None)
            extra = {"confidence": round(change.confidence, 3), **_since(change)}
            self._out += [Cards(t, zone, some, extra) for t, some in change.steps]
            self._out.append(Cards(change.t, zone, cards, extra))
            self._look_who_is_behind()
        if hidden:  # of the two places of the zone one is bare, the other cannot be seen
            self._report_unread(zone, replace(change, cards=None, why=ARM, is_blind=True))

    def _look_who_is_behind(self) -> None:
        """Have each place where too few cards lie say so: a player lays in turn, so one who is `_BEHIND` either could
        not play, or has a card under another that came unseen."""
        laid = {zone: len(self._cards_in(zone)) for zone in self._layout.zones if zone not in (CRIB, STARTER)}
        most = max(laid.values())
        for zone, count in laid.items():
            if most - count >= _BEHIND:
                for memory in self._places_of(zone):
                    change = memory.fall_behind(self.now)
                    if change is not None:
                        self._report(zone, change, holds=True)

    def _report_unread(self, zone: str, change: Change, *, holds: bool = False) -> None:
        known = self._cards_in(zone)
        if change.is_blind and known and not holds and len(self._places_of(zone)) > 1:
            return  # the cards lie in the zone's other place, so nothing is hidden here
        state = change.count, change.is_blind
        if self._unread.get(zone) != state:
            self._unread[zone] = state
            extra: dict[str, Any] = {"why": change.why, "known": [str(card) for card in known]} | _since(
                change
            )
            if change.is_blind:
                extra[BLIND] = True
            self._out.append(Unread(change.t, zone, change.count, extra))


def _since(change: Change) -> dict[str, float]:
    """When the place was last read before the change, which happened after that; left out if never."""
    return {"since": round(change.since, 3)} if math.isfinite(change.since) else {}
