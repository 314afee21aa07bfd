"""Events that belong to another one: a consolation for those who did not qualify, satellites beside it."""

from __future__ import annotations

from typing import Final

from club.book import Book
from club.editing import event_body
from club.errors import ClubError
from club.evening import Evening
from cribbage.tournament.formats import find_format

CONSOLATION: Final = "consolation"
SATELLITE: Final = "satellite"
KINDS: Final = (CONSOLATION, SATELLITE)
REST: Final = "rest"
ALL: Final = "all"
NOBODY: Final = "nobody"
WHO: Final = (REST, ALL, NOBODY)
"""Who is entered at once: those who did not qualify, everybody, or nobody."""


class LinkedEvents(Book):
    """What the desk does with events that belong together."""

    def create_linked(
        self, main: int, who: str, kind: str, takes: str, name: str, form: str, date: str = "", games: int = 0,
        edition: str = "",
    ) -> int:  # fmt: skip
        """A new event that belongs to `main`, with its entries taken from there (`takes`: see `WHO`), all or nothing;
        returns its number. Those who did not qualify are known once the bracket is drawn."""
        with self._lock:
            evening = self.evening(main)
            if kind not in KINDS or takes not in WHO:
                raise ClubError("club.error.order", f"{kind!r} is no kind of event")
            body = event_body(name, form, date, games, edition)
            if takes != NOBODY and find_format(form).team != evening.format.team:
                raise ClubError(
                    "club.error.teams", "teams have entered: single players cannot be made of them"
                )
            entries = [] if takes == NOBODY else _entries(evening, takes)
            with self.whole(main):
                event = self.store.append(0, who, "event", body)
                things = [("entry", entry | {"id": str(n)}) for n, entry in enumerate(entries, 1)]
                self.add(event, who, ("link", {"to": main, "kind": kind}), *things)
                self.add(main, who, ("linked", {"event": event, "kind": kind}))
            return event


def rest_of(evening: Evening) -> list[str]:
    """Entries that did not qualify and are still there."""
    seeds = set(evening.seeds)
    return [
        entry.id
        for entry in evening.entries.values()
        if entry.id not in seeds and entry.left_after is None and not entry.removed
    ]


def _entries(evening: Evening, takes: str) -> list[dict[str, object]]:
    if takes == REST and not evening.seeds:
        raise ClubError("club.error.no-rest", "who did not qualify is known once the bracket is drawn")
    ids = rest_of(evening) if takes == REST else list(evening.entries)
    return [
        {"name": evening.entries[one].name if evening.is_company else evening.name_of(one),
         "players": list(evening.entries[one].players), "number": evening.entries[one].number}
        for one in ids
    ]  # fmt: skip
