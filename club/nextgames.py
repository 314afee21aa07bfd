"""Telling tables which game they play next. Knows no broker: `send` is how a table is told (topic, payload;
retained), and says whether that went out."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from club.desk import Desk
from cribbage.log import wire

_EVERY_S: Final = 1.0
"""How often seats are worked out at most: forty games a second need no forty seatings."""


class NextGames:
    """Called again and again; says what has changed."""

    def __init__(
        self, desk: Desk, send: Callable[[str, bytes], bool], now: Callable[[], float] = time.monotonic
    ) -> None:
        self._desk = desk
        self._send = send
        self._now = now
        self._told: dict[str, bytes] = {}
        self._version = -1
        self._looked_at = float("-inf")

    def again(self) -> None:
        """The line is new: every table is told again."""
        self._told = {}
        self._version = -1

    def step(self) -> None:
        """Tell the tables whose next games have changed."""
        if self._version == self._desk.version or self._now() - self._looked_at < _EVERY_S:
            return
        self._looked_at, version = self._now(), self._desk.version
        whole = True
        for table, games in sorted(self._desk.seats().items()):
            first, *further = games or [{"token": ""}]
            payload = wire.write({**first, "next": further})
            if self._told.get(table) != payload:
                if self._send(wire.topic(table, wire.SEAT), payload):
                    self._told[table] = payload
                else:
                    whole = False
        if whole:
            self._version = version
