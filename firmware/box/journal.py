"""The journal: the append-only record of a table, and the inbox through which others reach its one writer.

Contract (`Journal`), kept by `MemoryJournal` here and by `SqliteJournal` in its own module; one test suite
runs over both:

* `append` stores the events of one game in order, numbers them 1, 2, 3 ... without a gap over all games, and
  marks inbox items as taken, all of it or nothing. Numbers never come again, events never change.
* `put` leaves an item in the inbox; `pending` lists those not taken yet, in order of table time, then of
  arrival. Any process may put; only the board process appends.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from cribbage.events import Event

GAME_KIND = "game"


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
    """One game of the journal: its number, wall time of its start, header, and whether it is over."""

    game: int
    began: float
    header: Mapping[str, Any]
    over: bool


class Journal(Protocol):
    """What every store of a table offers; see the module's contract."""

    def append(self, game: int, events: Sequence[Event], taken: Sequence[int] = ()) -> int:
        """Store events and take inbox items in one transaction; return the last number."""
        ...

    def events(self, after: int = 0, game: int | None = None) -> Iterator[Stored]:
        """Events with a number greater than `after`, of one game or of all."""
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

    def close(self) -> None:
        """Let go of the store; twice is fine."""
        ...


def is_over(event: Event) -> bool:
    """Whether this event ends a game."""
    return event.kind == "phase" and event.body.get("phase") == "over"


@dataclass
class MemoryJournal:
    """A journal that forgets: for tests and for replays."""

    _events: list[Stored] = field(default_factory=list)
    _inbox: list[InboxItem] = field(default_factory=list)
    _taken: set[int] = field(default_factory=set)

    def append(self, game: int, events: Sequence[Event], taken: Sequence[int] = ()) -> int:
        """Store events and take inbox items."""
        for event in events:
            self._events.append(Stored(len(self._events) + 1, game, event, time.time()))
        self._taken.update(taken)
        return self.last()

    def events(self, after: int = 0, game: int | None = None) -> Iterator[Stored]:
        """Events numbered above `after`."""
        for stored in self._events[after:]:
            if game is None or stored.game == game:
                yield stored

    def last(self) -> int:
        """The last event's number."""
        return len(self._events)

    def games(self) -> list[GameInfo]:
        """All games, oldest first."""
        over = {s.game for s in self._events if is_over(s.event)}
        return [
            GameInfo(s.game, s.at, s.event.body, s.game in over)
            for s in self._events
            if s.event.kind == GAME_KIND
        ]

    def put(self, source: str, t: float, body: Mapping[str, Any]) -> int:
        """Leave an item in the inbox."""
        self._inbox.append(InboxItem(len(self._inbox) + 1, source, t, dict(body)))
        return len(self._inbox)

    def pending(self) -> list[InboxItem]:
        """Items not taken yet, by (t, id)."""
        waiting = [item for item in self._inbox if item.id not in self._taken]
        return sorted(waiting, key=lambda item: (item.t, item.id))

    def table_time(self) -> float:
        """The latest table time that the inbox carries."""
        return max((item.t for item in self._inbox), default=0.0)

    def close(self) -> None:
        """Nothing to let go of."""
