"""The journal: the append-only record of a table, and the inbox through which others reach its one writer.

Contract (`Journal`), kept by `MemoryJournal` here and by `SqliteJournal` in its own module; one test suite
runs over both:

* `append` stores the events of one game in order, numbers them 1, 2, 3 ... without a gap over all games, and
  marks inbox items as taken, all of it or nothing. Numbers never come again, events never change.
* Taking an item that was taken before, or never put, is refused with `JournalError`, and nothing is stored.
* A number that is not finite (NaN, infinity) is no JSON, half a character no text: `append` and `put` refuse both
  with `JournalError`.
* `events` hands out events in their present form, whatever version wrote them (`upcast`).
* `put` leaves an item in the inbox; `pending` lists those not taken yet, in order of table time, then of
  arrival. Any process may put; only the board process appends.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from cribbage.log.events import Event
from firmware.box.errors import JournalError
from firmware.box.upcast import UPCASTS, Upcasts

GAME_KIND = "game"
CALL_KIND = "call"
"""A step of a judges' call, put into the inbox by the page: noted in the game as it is, judged by nobody."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An event with its number and the game it belongs to; `at` is wall time in s, for people only."""

    n: int
    game: int
    event: Event
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class InboxItem:
    """Something another process reported: an observation in log form, or ``{"new_game": header}``."""

    id: int
    source: str
    t: float
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class GameInfo:
    """One game of the journal: its number, wall time of its start, header, and whether it is over.

    `damaged`: its header is not what was written; then the header is empty. That the rest of a game is damaged shows
    when its events are read.
    """

    game: int
    began: float
    header: Mapping[str, Any]
    over: bool
    damaged: bool = False


class Journal(Protocol):
    """What every store of a table offers; see the module's contract."""

    def append(self, game: int, events: Sequence[Event], taken: Sequence[int] = ()) -> int:
        """Store events and take inbox items in one transaction; return the last number."""
        ...

    def events(self, after: int = 0, game: int | None = None) -> Iterator[Stored]:
        """Events with a number greater than `after`, of one game or of all; `DamagedRecord` where one of them is not
        what was written, or of a game one is missing."""
        ...

    def last(self) -> int:
        """The last event's number, 0 in an empty journal."""
        ...

    def games(self) -> list[GameInfo]:
        """All games, oldest first."""
        ...

    def put(self, source: str, t: float, body: Mapping[str, Any]) -> int:
        """Leave an item in the inbox; durable when this returns."""
        ...

    def pending(self) -> list[InboxItem]:
        """Items not taken yet, by (t, id)."""
        ...

    def table_time(self) -> float:
        """The latest table time that anything here carries, s; 0 in an empty journal."""
        ...

    def last_put(self, source: str) -> list[InboxItem]:
        """The newest item a source put of each kind and place, oldest first: how it picks up after a restart."""
        ...

    def told_until(self, source: str) -> float:
        """The latest table time of anything a source put, s; -1 if it never put anything."""
        ...

    def code(self, game: int) -> str:
        """What people may write down of a game that is over, to compare with the record later; "" of any other."""
        ...

    def check(self, *, quick: bool = False) -> list[str]:
        """What is wrong with the store; empty when it is sound."""
        ...

    def close(self) -> None:
        """Let go of the store; twice is fine."""
        ...


def is_finite(value: Any) -> bool:
    """Whether every number in a value of JSON is one that JSON can say: not NaN, nor infinite."""
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, Mapping):
        return all(map(is_finite, value.values()))
    return all(map(is_finite, value)) if isinstance(value, list | tuple) else True


def is_text(value: Any) -> bool:
    """Whether no text in a value of JSON, keys included, holds half a character (a lone surrogate)."""
    if isinstance(value, str):
        return value.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in value)
    if isinstance(value, Mapping):
        return all(map(is_text, value)) and all(map(is_text, value.values()))
    return all(map(is_text, value)) if isinstance(value, list | tuple) else True


def check_can_be_kept(what: str, t: float, body: Mapping[str, Any]) -> None:
    """Raise `JournalError` that names what is to be kept if a number in it is not finite, or a text not whole."""
    if not (math.isfinite(t) and is_finite(body)):
        raise JournalError(
            f"cannot write the journal: {what} holds a number that is not finite (NaN or infinity)"
        )
    if not is_text(body):
        raise JournalError(f"cannot write the journal: {what} holds half a character (a lone surrogate)")


def is_over(event: Event) -> bool:
    """Whether this event ends a game."""
    return event.kind == "phase" and event.body.get("phase") == "over"


def is_again_on(event: Event) -> bool:
    """Whether by this event a game goes on that seemed over: judges have said so."""
    return event.kind == "phase" and event.body.get("was") == "over"


@dataclass
class MemoryJournal:
    """A journal in memory: for tests and for replays."""

    _events: list[Stored] = field(default_factory=list)
    _inbox: list[InboxItem] = field(default_factory=list)
    _taken: set[int] = field(default_factory=set)
    upcasts: Upcasts = UPCASTS

    def append(self, game: int, events: Sequence[Event], taken: Sequence[int] = ()) -> int:
        """Store events and take inbox items."""
        if len({*taken}) < len(taken) or any(
            item in self._taken or item > len(self._inbox) for item in taken
        ):
            raise JournalError("cannot write the journal: an item was taken before, or never put")
        for event in events:
            check_can_be_kept(f"a {event.kind} event", event.t, event.body)
        for event in events:
            self._events.append(Stored(len(self._events) + 1, game, event, time.time()))
        self._taken.update(taken)
        return self.last()

    def events(self, after: int = 0, game: int | None = None) -> Iterator[Stored]:
        """Events numbered above `after`."""
        for stored in self._events[after:]:
            if game is None or stored.game == game:
                yield replace(stored, event=self.upcasts.lift(stored.event))

    def last(self) -> int:
        """The last event's number."""
        return len(self._events)

    def games(self) -> list[GameInfo]:
        """All games, oldest first."""
        over = set[int]()
        for stored in self._events:
            if is_over(stored.event):
                over.add(stored.game)
            elif is_again_on(stored.event):
                over.discard(stored.game)
        return [
            GameInfo(s.game, s.at, s.event.body, s.game in over)
            for s in self._events
            if s.event.kind == GAME_KIND
        ]

    def put(self, source: str, t: float, body: Mapping[str, Any]) -> int:
        """Leave an item in the inbox."""
        check_can_be_kept(f"what {source} reports", t, body)
        self._inbox.append(InboxItem(len(self._inbox) + 1, source, t, dict(body)))
        return len(self._inbox)

    def pending(self) -> list[InboxItem]:
        """Items not taken yet, by (t, id)."""
        waiting = [item for item in self._inbox if item.id not in self._taken]
        return sorted(waiting, key=lambda item: (item.t, item.id))

    def table_time(self) -> float:
        """The latest table time that the inbox carries."""
        return max((item.t for item in self._inbox), default=0.0)

    def last_put(self, source: str) -> list[InboxItem]:
        """The newest item a source put of each kind and place, oldest first."""
        newest = {_place(item.body): item for item in self._inbox if item.source == source}
        return sorted(newest.values(), key=lambda item: item.id)

    def told_until(self, source: str) -> float:
        """The latest table time of anything a source put, s; -1 if it never put anything."""
        return max((item.t for item in self._inbox if item.source == source), default=-1.0)

    def code(self, game: int) -> str:  # noqa: ARG002
        """A journal in memory has nothing to compare with."""
        return ""

    def check(self, *, quick: bool = False) -> list[str]:  # noqa: ARG002
        """Memory is sound."""
        return []

    def close(self) -> None:
        """Nothing to let go of."""


def _place(body: Mapping[str, Any]) -> tuple[Any, ...]:
    """What an item is about: cards or unread of a zone, the fault of a part, or something else."""
    about = (("cards", "zone"), ("unread", "zone"), ("fault", "part"))
    said = ((body.get(kind), key) for kind, key in about)
    return tuple(repr(one.get(key)) if isinstance(one, Mapping) else None for one, key in said)
