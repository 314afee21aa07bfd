"""How a table stands by its events: the game, the pegs, what is at fault, which holes are ignored. Pure.

A fold: the recorder notes every event it writes, and after a restart those that are in the journal already.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cribbage.log.events import Event
from firmware.box.gamelog import TABLE_T0
from firmware.box.journal import is_again_on, is_over
from firmware.position import Position

NO_GAME: Final = 0  # the number under which things are kept that were seen before any game began
MASKS_KIND: Final = "masks"
CONTACTS_KIND: Final = "contacts"

Body = Mapping[str, Any]


class TableState:
    """What is known of the table beside the rules of the game."""

    def __init__(self) -> None:
        self.game = NO_GAME
        self.header: Body = {}
        self.t0 = 0.0
        """Table time at which the game began."""
        self.last_t = 0.0
        """Game time of the last thing seen."""
        self.over = False
        self.judge_called = False
        self.holes: Body | None = None
        """The pegs as last recorded, in log form."""
        self.faults: dict[str, Body] = {}
        """Part -> its fault, in log form."""
        self.unfollowed: dict[str, Body] = {}
        """Player whose pegs are not followed -> why, in log form."""
        self.masked: frozenset[str] = frozenset()
        self.position = Position()
        self.contacts: Body | None = None
        """How well the holes made contact in the last game that ended."""

    @property
    def is_running(self) -> bool:
        """Whether a game is in progress."""
        return self.game != NO_GAME and not self.over

    @property
    def is_sanctioned(self) -> bool:
        """Whether a sanctioned game is in progress: then nothing of the holes may be told (reveal policy, P5)."""
        return self.is_running and self.header.get("mode", "sanctioned") == "sanctioned"

    def begin(self, game: int, header: Body) -> None:
        """A game begins; pegs, faults and masks stay as they are."""
        self.game, self.header = game, header
        self.t0 = float(header.get(TABLE_T0, 0.0))
        self.last_t = 0.0
        self.position.begin(game, header)
        self.over = self.judge_called = False

    def note(self, event: Event) -> None:
        """Take in one event of the game."""
        self.position.note(event)
        if event.kind == "seen":
            self._seen(event.body)
        elif event.kind == MASKS_KIND:
            self.masked = frozenset(map(str, event.body["holes"]))
        elif event.kind == CONTACTS_KIND:
            self.contacts = event.body
        elif event.kind == "deal":
            self.judge_called = False
        self.over = is_over(event) or (self.over and not is_again_on(event))
        if event.kind in ("seen", "time"):
            self.last_t = max(self.last_t, event.t)

    def _seen(self, body: Body) -> None:
        if "holes" in body:
            self.holes = body
        elif "fault" in body:
            track = body["fault"].get("track")
            known, key = (self.faults, body["fault"]["part"]) if track is None else (self.unfollowed, track)
            known.pop(key, None)
            if body["fault"]["what"] != "ok":
                known[key] = body
        elif "ruling" in body:
            self.judge_called = False
        elif "said" in body and body["said"]["what"] == "judge":
            self.judge_called = True
