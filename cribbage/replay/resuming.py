"""A game goes on under another version of the referee than the one that began it.

What was said stays said: recorded events are never rewritten, and are read as always. `Resumed` compares
the events that were recorded with those that this version makes of the same observations. Blame that it does not
find is `withdrawn`; nobody is newly blamed for a move made before (`follow`): a move that has no verdict yet is
unverified. Scores that are open go on under the names they were recorded by; those that this version does not know
are closed, so that their deal does not stay open for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cribbage.log.events import Event
from cribbage.log.verdicts import NEUTRAL, Code, not_withdrawn
from cribbage.shown.scoreboard import Item, Scoreboard

VERSION: Final = 2
"""The referee's version: counts up when it judges something differently. 2: histories with their proofs."""
REFEREE: Final = "referee"
"""Key of a game's header (its first event) and kind of the event with which another version goes on with it."""
JUDGED_AGAIN: Final = "judged-again"
"""Why a score was closed that this version does not know."""
WHY: Final = "another version of the referee judged it again"


def version_in(body: Mapping[str, Any]) -> int:
    """The version that a header or an event names; 1 where none is named, because it is older than the key."""
    version = body.get(REFEREE)
    return version if isinstance(version, int) and not isinstance(version, bool) else 1


class Resumed:
    """What has to be written when a game is resumed, and how it goes on.

    `recorded`: its events so far; `judged`: what this version makes of the same observations, the header and the
    observations among them; `to_come`: what it would still say if nothing else happened; `t`: log time in s.
    """

    def __init__(
        self, recorded: Sequence[Event], judged: Sequence[Event], to_come: Sequence[Event], t: float
    ) -> None:
        self._t = t
        self._before, self._now = Scoreboard.fold(recorded), Scoreboard.fold(judged)
        verdicts = [event for event in recorded if event.kind == "verdict"]
        self._standing = not_withdrawn({"t": event.t, **event.body} for event in verdicts)
        self._moves = {(one["player"], one["t"]) for one in self._standing if one.get("move") is not None}
        self._found = {_key(event) for event in (*judged, *to_come) if event.kind == "verdict"}
        self._names = dict(self._same_items())

    @property
    def events(self) -> list[Event]:
        """What is written before the game goes on, the change of the version first."""
        of = version_in(self._before.header)
        return [
            Event(REFEREE, self._t, {REFEREE: VERSION, "of": of}),
            *self._withdrawn(), *self._items(), *self._place(),
        ]  # fmt: skip

    def follow(self, events: Iterable[Event]) -> list[Event]:
        """What the referee says from then on, as it is to be written."""
        said = (self._follow(event) for event in events)
        return [event for event in said if event is not None]

    # --- what was said ---------------------------------------------------------------------------------------

    def _withdrawn(self) -> list[Event]:
        """Blame that does not hold by this version."""
        gone = [
            one
            for one in self._standing
            if one["code"] not in NEUTRAL and (one["t"], one["code"], one["player"]) not in self._found
        ]
        return [
            Event(
                "verdict",
                self._t,
                {"code": Code.WITHDRAWN.value, "player": one["player"], "points": one["points"]}
                | ({"move": one["move"]} if one.get("move") is not None else {})
                | {"of": one["code"], "since": one["t"], "why": WHY, "said_t": self._t},
            )
            for one in gone
        ]

    def _follow(self, event: Event) -> Event | None:
        body = event.body
        for key in ("id", "item"):
            if event.kind in ("item", "verdict") and body.get(key) in self._names:
                body = {**body, key: self._names[body[key]]}
        event = replace(event, body=body)
        if event.kind != "verdict":
            return event
        about = body.get("player"), event.t
        if body["code"] == Code.WITHDRAWN:
            stood = {(one["code"], one["player"], one["t"]) for one in self._standing}
            known = (body["of"], body["player"], body["since"]) in stood
            return event if known or body["since"] > self._t else None
        if body["code"] == Code.OVERPEG_STANDS:
            return event if self._was_said(body) else None
        if event.t > self._t:
            return event
        if "move" not in body or about in self._moves:
            return None  # it has its verdict, or is of a window that had closed
        self._moves.add(about)
        return event if body["code"] in NEUTRAL else _unverified(event)

    def _was_said(self, stands: Mapping[str, Any]) -> bool:
        """Whether an overpeg was told of the points that stand now: of an old peg, or of one since."""
        told = [
            one for one in self._standing if (one["code"], one["player"]) == (Code.OVERPEG, stands["player"])
        ]
        old = {item.id for item in self._before.items.values()}
        return bool(told) or stands.get("item") not in old

    # --- where it stands -------------------------------------------------------------------------------------

    def _same_items(self) -> Iterable[tuple[str, str]]:
        """Scores that are open by both versions, by the name that they have now and the one recorded."""
        old = [item for item in self._before.items.values() if not item.is_closed]
        for item in self._now.items.values():
            same = next((one for one in old if _likeness(one) == _likeness(item)), None)
            if same is not None and not item.is_closed:
                old.remove(same)
                yield item.id, same.id

    def _items(self) -> list[Event]:
        known, t = set(self._names.values()), self._t
        gone = [one for one in self._before.items.values() if not one.is_closed and one.id not in known]
        new = [one for one in self._now.items.values() if not one.is_closed and one.id not in self._names]
        closed = [_body(item) | {"state": "closed", "reason": JUDGED_AGAIN} for item in gone]
        return [Event("item", t, body) for body in (*closed, *map(_body, new))]

    def _place(self) -> list[Event]:
        """Deal, phase, pegs, questions and orders where this version has others."""
        old, now, t = self._before, self._now, self._t
        told: list[Event] = []
        if (old.deal, old.dealer) != (now.deal, now.dealer):
            told.append(Event("deal", t, {"deal": now.deal, "dealer": now.dealer}))
        if told or (old.phase, old.turn, old.to) != (now.phase, now.turn, now.to):
            body = {"phase": now.phase, "deal": now.deal, "turn": now.turn, "to": now.to}
            told.append(Event("phase", t, body))
        if (old.pegs, old.certain) != (now.pegs, now.certain):
            pegs = {side: [one.front, one.rear] for side, one in now.pegs.items()}
            told.append(Event("pegs", t, {**pegs, "certain": now.certain}))
        open_asks = {ask.about for ask in now.asks}
        told += [Event("told", t, {"about": ask.about}) for ask in old.asks if ask.about not in open_asks]
        if old.orders != now.orders:
            none = {"rule": (old.orders or {}).get("rule", ""), "steps": [], "done": True}
            told.append(Event("orders", t, now.orders or none))
        return told


def _key(event: Event) -> tuple[float, Any, Any]:
    return event.t, event.body.get("code"), event.body.get("player")


def _unverified(event: Event) -> Event:
    body = event.body
    kept = {
        key: body[key]
        for key in ("player", "pegged", "move", "what", "item", "seat", "said_t")
        if key in body
    }
    points = abs(body.get("pegged") or body["points"] or 0)
    return replace(event, body={"code": Code.UNVERIFIED.value, "points": points, "why": WHY} | kept)


def _likeness(item: Item) -> tuple[Any, ...]:
    return item.what, item.seat, item.deal, item.earned, item.pegged, item.cards


def _body(item: Item) -> dict[str, Any]:
    return {
        "id": item.id, "what": item.what, "player": item.player, "deal": item.deal, "state": item.state,
        "earned": item.earned, "pegged": item.pegged, "cards": list(item.cards),
        "parts": [list(part) for part in item.parts], "text": item.text, "reason": item.reason, "seat": item.seat,
    }  # fmt: skip
