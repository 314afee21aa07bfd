"""Live views: one thread looks at the journal, everybody who watches waits for it.

A `Snapshot` is the whole view that one kind of viewer is allowed, ready as bytes, made once for all who look
with the same eyes. Its id is made of its content, never of an event's number: numbers would betray that
something happened which must not be told yet (reveal policy, P1). For the same reason a sanctioned table is
looked at on a fixed tick only, and reconnecting or polling cannot see past it (section 3.5).
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from cribbage.shown.policy import Health, House, Viewer
from cribbage.shown.reveal import view
from cribbage.shown.scoreboard import Scoreboard
from firmware.box.errors import BoxError
from firmware.box.journal import Stored
from webui.table import Table

Dress: TypeAlias = Callable[[dict[str, Any], str], dict[str, Any]]
"""Puts a view into words of a language: (view, language) -> view with sentences."""

_log: Final = logging.getLogger(__name__)
IDLE_EVERY_S: Final = 0.5
"""How often work is done that nobody waits for."""
STUCK_S: Final = 15.0
"""How long one look at the journal may take; a card that is slow takes tenths of a second."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One view as bytes of JSON; two with the same id are the same."""

    id: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Shown:
    """What viewers may be shown something of: in sanctioned mode the state at the last tick."""

    game: int
    board: Scoreboard
    health: tuple[Health, ...]

    @property
    def is_sanctioned(self) -> bool:
        """Whether a sanctioned game is on."""
        return self.board.has_game and self.board.mode == "sanctioned"


@dataclass(frozen=True, slots=True)
class Eyes:
    """Who looks, and in which language."""

    viewer: Viewer
    lang: str


class Hub:
    """The shared state of all viewers of one table."""

    def __init__(self, table: Table, house: House, dress: Dress, poll_s: float, tick_s: float) -> None:
        self._table = table
        self._house = house
        self._dress = dress
        self._poll_s = poll_s
        self._tick_s = tick_s
        self._began = time.monotonic()
        self._changed = threading.Condition()
        self._board = Scoreboard.empty()
        self._game = 0
        self._last_n = 0
        self._shown = Shown(0, self._board, ())
        self._ready: dict[Eyes, Snapshot] = {}
        self._version = 0
        self._tick = -1
        self._thread: threading.Thread | None = None
        self._looked_at = self._began
        self._ending = threading.Event()
        self.idle: Callable[[], None] = lambda: None
        """What the thread does after each look at the journal: a little work that nobody waits for."""
        self._catch_up()
        self._shown = Shown(self._game, self._board, table.health())

    # --- following the journal --------------------------------------------------------------------

    def _catch_up(self) -> None:
        """Fold the latest game only: the ones before it are history."""
        games = self._table.games()
        if games:
            self._take(self._table.events(game=games[-1].game))
        self._take(self._table.events(after=self._last_n))

    def _take(self, stored: list[Stored]) -> None:
        for one in stored:
            if one.n <= self._last_n:
                continue
            if one.event.kind == "game":
                self._game = one.game
            if one.game == self._game:
                self._board = self._board.apply(one.event)
            self._last_n = one.n

    def refresh(self) -> None:
        """Look at the journal and the parts once, and wake those who wait if there is news."""
        health = self._table.health()
        fresh = self._table.events(after=self._last_n)
        with self._changed:
            self._take(fresh)
            latest = Shown(self._game, self._board, health)
            tick = int((time.monotonic() - self._began) / self._tick_s)
            on_the_tick, self._tick = tick != self._tick, tick
            waits = self._shown.is_sanctioned and latest.game == self._shown.game and not on_the_tick
            if latest != self._shown and not waits:
                self._shown = latest
                self._ready.clear()
                self._version += 1
                self._changed.notify_all()

    # --- looking ----------------------------------------------------------------------------------

    def look(self, eyes: Eyes) -> Snapshot:
        """What these eyes may see now."""
        with self._changed:
            return self._look(eyes)

    def _look(self, eyes: Eyes) -> Snapshot:
        snapshot = self._ready.get(eyes)
        if snapshot is None:
            shown = view(self._shown.board, eyes.viewer, self._house, self._shown.health)
            shown = self._dress({"game": self._shown.game} | shown, eyes.lang)
            data = json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode()
            snapshot = Snapshot(hashlib.sha256(data).hexdigest()[:16], data)
            self._ready[eyes] = snapshot
        return snapshot

    def wait(self, eyes: Eyes, known: str | None, longest_s: float) -> Snapshot | None:
        """The view once it differs from the one known; None if it does not within `longest_s`."""
        with self._changed:
            if self._look(eyes).id == known:
                self._changed.wait(longest_s)
            snapshot = self._look(eyes)
            return None if snapshot.id == known else snapshot

    def wait_for_news(self, known: int, longest_s: float) -> int:
        """Wait until what is shown differs from what it was at `known`, or the time is over; the number of now."""
        with self._changed:
            if self._version == known and not self.is_closed:
                self._changed.wait(longest_s)
            return self._version

    @property
    def shown(self) -> Shown:
        """What is being shown. Only `cribbage.shown.reveal` may decide what leaves of it."""
        with self._changed:
            return self._shown

    @property
    def latest(self) -> tuple[int, Scoreboard]:
        """The latest game as it is, ahead of any tick. For the judges of an open call only: JP h wants live pegs."""
        with self._changed:
            return self._game, self._board

    # --- the thread -------------------------------------------------------------------------------

    @property
    def ticks_from(self) -> float:
        """When the fixed ticks of sanctioned mode began, monotonic s."""
        return self._began

    @property
    def follows(self) -> bool:
        """Whether the thread is running."""
        return self._thread is not None

    def start(self) -> None:
        """Follow the journal from now on; once is enough."""
        with self._changed:
            if self._thread is None and not self._ending.is_set():
                self._looked_at = time.monotonic()
                self._thread = threading.Thread(target=self._follow, name="journal-follower", daemon=True)
                self._thread.start()

    def _follow(self) -> None:
        failing, idle_from = False, 0.0
        while not self._ending.wait(self._poll_s):
            self._looked_at = time.monotonic()
            try:
                self.refresh()
                failing = False
            except (BoxError, OSError) as error:
                if not failing:
                    _log.warning("the journal cannot be read just now: %s", error)
                failing = True
            if not failing and self._looked_at >= idle_from:
                idle_from = self._looked_at + IDLE_EVERY_S
                self._be_idle()

    def _be_idle(self) -> None:
        """Do work that nobody waits for: it may fail, and the journal is followed all the same."""
        try:
            self.idle()
        except (BoxError, OSError):
            pass  # who asks for it is told
        except Exception:
            _log.exception("what is worked out ahead is given up")
            self.idle = lambda: None

    def close(self) -> None:
        """Stop following and wake everybody who waits."""
        self._ending.set()
        with self._changed:
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    @property
    def is_stuck(self) -> bool:
        """Whether the thread has ended by a fault or hangs: then the page answers, and nobody sees anything new."""
        if self._thread is None or self._ending.is_set():
            return False
        return not self._thread.is_alive() or time.monotonic() - self._looked_at > STUCK_S

    @property
    def is_closed(self) -> bool:
        """Whether the hub has been closed: streams end then."""
        return self._ending.is_set()
