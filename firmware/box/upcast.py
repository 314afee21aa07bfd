"""Lifting events that an older program wrote to the form that this one reads. The file is never changed.

An event's body has a version of its own, by kind. Anyone who changes the body of a kind raises its version where it
is written and puts one step here; the steps are taken one after the other when an event is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from cribbage.log.events import Event
from firmware.box.errors import JournalError

Step = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""The body of one version -> the same in the next version. Pure."""


class Upcasts:
    """Steps by (kind, version they start from)."""

    def __init__(self, steps: Mapping[tuple[str, int], Step]) -> None:
        self._steps = dict(steps)

    def current(self, kind: str) -> int:
        """The version of a kind that this program writes and reads."""
        version = 1
        while (kind, version) in self._steps:
            version += 1
        return version

    def lift(self, event: Event) -> Event:
        """The event in its present form; `JournalError` if a newer program wrote it."""
        current = self.current(event.kind)
        if event.version == current:
            return event
        if not 1 <= event.version < current:
            raise JournalError(
                f"an event {event.kind!r} of version {event.version} was written by a newer Pegwatch (this one "
                f"reads {current}): install the newer version"
            )
        body = event.body
        for version in range(event.version, current):
            body = self._steps[event.kind, version](body)
        return Event(event.kind, event.t, body, current)


UPCASTS: Final = Upcasts({})
"""Every kind is at its first version as yet."""
