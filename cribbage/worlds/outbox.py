"""What the referee says, in the order in which it came about, whether it is asked at every tick or once.

Blame that waits holds its place for the moment in which it came about; said later, it comes before all that comes
about then and after all that was said earlier, as where that had been returned already.
"""

from __future__ import annotations

from collections.abc import Iterable

from cribbage.log.events import Event
from cribbage.worlds.waiting import Waiting


class Outbox:
    """Events to be returned, and verdicts that wait, which are left out unless they are `said` by then.

    Cost: a few steps for each event; what waits is searched for among the events of one moment.
    """

    def __init__(self) -> None:
        self._out: list[Event | Waiting] = []
        self._overdue = 0  # where what had waited since an earlier moment is put

    def append(self, one: Event | Waiting) -> None:
        self._out.append(one)

    def extend(self, events: Iterable[Event]) -> None:
        self._out.extend(events)

    def say(self, one: Waiting) -> None:
        """A verdict that waited is `said`: in its place, or, where it had waited since an earlier moment, before
        what has come about in this one."""
        if one not in self._out:
            self._out.insert(self._overdue, one)
            self._overdue += 1

    def begin_moment(self) -> None:
        """Time has moved on, or something is observed."""
        self._out = [one for one in self._out if not (isinstance(one, Waiting) and one.said is None)]
        self._overdue = len(self._out)

    def drain(self) -> list[Event]:
        """All that was said, which is forgotten here."""
        self.begin_moment()
        events = [one.said if isinstance(one, Waiting) else one for one in self._out]
        self._out, self._overdue = [], 0
        return [event for event in events if event is not None]
