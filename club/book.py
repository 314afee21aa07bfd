"""The club's events as they stand, and how something is added to them: what every desk begins with."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from club.charts import Meeting
from club.errors import ClubError
from club.evening import Evening
from club.store import Record, Store
from club.undo import UNDO

LONGEST_NAME: Final = 60
_HIGHEST: Final = 2**31 - 1  # what both databases take as a number of an event


class Book:
    """The store, with the events folded from it. Thread-safe: one order at a time."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = threading.RLock()
        self._folded: dict[int, Evening] = {}
        self._dirty: set[int] = set()
        self._register: object = None
        self.version = 0
        """Grows with every record that is added to an event."""

    def events(self) -> list[Record]:
        """The first record of every event, newest first."""
        return self.store.events()

    def evening(self, event: int) -> Evening:
        """An event as it stands; `ClubError` where there is none."""
        with self._lock:
            if not 0 < event <= _HIGHEST:
                raise ClubError("club.error.event", f"there is no event {event}")
            known = self._folded.get(event)
            if known is None:
                records = self.store.records(event)
                if not records or records[0].kind != "event" or records[0].n != event:
                    raise ClubError("club.error.event", f"there is no event {event}")
                self._folded[event] = Evening.fold(records)
            elif event in self._dirty:
                self._folded[event] = self._after(known, self.store.records(event, known.last))
            self._dirty.discard(event)
            return self._folded[event]

    def _after(self, known: Evening, records: list[Record]) -> Evening:
        """An event after further records; where they take something back, all of it is read again."""
        if any(record.kind == UNDO for record in records):
            return Evening.fold(self.store.records(known.id))
        return known.followed_by(records)

    def add(self, event: int, who: str, *things: tuple[str, Mapping[str, Any]]) -> None:
        self.store.append_all(event, who, list(things))
        self._dirty.add(event)
        self.version += 1

    @contextmanager
    def whole(self, event: int) -> Iterator[None]:
        """Within this, all that is added to an event is kept or nothing."""
        with self._lock:
            before = self.evening(event)
            try:
                with self.store.together():
                    yield
            except BaseException:
                self._folded[event] = before
                self._dirty.discard(event)
                raise

    def is_as_seen(self, evening: Evening, what: str, seen: int | None) -> None:
        """Refuse what was decided on a page that shows another drawing than the present one. `seen`: the number
        of the drawing (of `SEATS` or `BRACKET`; 0 none) that the page showed; None where there was no page."""
        drawn = evening.drawn.get(what)
        if seen is not None and seen != (drawn.n if drawn else 0):
            raise stale()

    def may_correct(self, evening: Evening, who: str, owner: str) -> None:
        """Refuse a correction by the one whose card it is (Rule: ACC 2025 judge protocol g)."""
        if evening.entry_of(owner).is_owner(who):
            raise own()

    def may_decide(self, evening: Evening, who: str, *owners: str) -> None:
        """Refuse a decision about a game by one of those who play it: somebody who gives a game away or says who has
        won is no party to it, as with a card. `owners`: everybody whose game it is."""
        for owner in owners:
            self.may_correct(evening, who, owner)

    def known(self, evening: Evening, owner: str) -> None:
        if owner not in evening.owners:
            raise ClubError("club.error.owner", f"there is no card {owner!r} in this event")

    def entry(self, evening: Evening, entry: str) -> None:
        if entry not in evening.entries:
            raise ClubError("club.error.owner", f"there is no entry {entry!r} in this event")

    def met(self, evening: Evening, game: int, owner: str) -> Meeting:
        self.known(evening, owner)
        meeting = evening.meeting(owner, game)
        if meeting is None:
            raise ClubError("club.error.game", f"{evening.name_of(owner)} does not play game {game}", n=game)
        return meeting


def own() -> ClubError:
    return ClubError(
        "club.error.own",
        "nobody corrects a card of their own or decides about a game of their own: another director must",
    )


def stale() -> ClubError:
    return ClubError(
        "club.error.stale",
        "this page is older than what was decided since: nothing was changed, look at it again and then decide",
    )


def clean_name(text: str) -> str:
    name = " ".join(text.split())
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise ClubError(
            "club.error.name", f"a name needs 1 to {LONGEST_NAME} printable characters", n=LONGEST_NAME
        )
    return name
