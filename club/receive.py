"""What comes in from the tables: each message is decoded, kept once, and confirmed. Knows no broker.

`Receiver.take` gets topics and payloads; `send` is how it answers (topic, payload; retained). It stands at the edge
of the broker's thread: whatever a message does, it raises nothing, so the message is acknowledged and the next one is
heard. What could not be used is counted, set aside in the store where a director can look at it, and told to `say`.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, Final

from club.desk import Desk
from club.errors import StoreError
from club.store import Told
from cribbage.log import wire

Send = Callable[[str, bytes], None]
_KEPT: Final = (wire.STATE, wire.LIVE, wire.HEALTH)


class Receiver:
    """Records what tables say, and has the desk put finished games on the cards."""

    def __init__(self, desk: Desk, send: Send, say: Callable[[str], None]) -> None:
        self._desk = desk
        self._send = send
        self._say = say
        self._lock = threading.Lock()
        self._streams: dict[str, set[str]] = {}
        self.refused = 0
        for told in desk.store.told():
            self._streams.setdefault(told.table, set()).add(told.stream)

    def take(self, topic: str, payload: bytes) -> None:
        """One message. Raises nothing: what cannot be stored is not confirmed, so the table sends it again."""
        try:
            self._take(topic, payload)
        except wire.BadMessage as error:
            self._set_aside(topic, payload, str(error))
        except StoreError as error:
            self._say(f"not kept, and not confirmed: {error}")
        except Exception as error:  # the edge of the thread: a fault of ours must not make the hub deaf
            logging.getLogger(__name__).exception("a message could not be used")
            self._set_aside(topic, payload, f"a fault in Pegwatch itself ({type(error).__name__}: {error})")

    def _take(self, topic: str, payload: bytes) -> None:
        table, what = wire.read_topic(topic)
        if what in (wire.HAVE, wire.SEAT):
            return
        body = wire.read(payload)
        if what == wire.GAME:
            self._game(table, wire.read_game(body))
        elif what in _KEPT:
            self._post(table, what, wire.read_kept(what, body))

    def _set_aside(self, topic: str, payload: bytes, why: str) -> None:
        self.refused += 1
        topic, why = topic[:200], why[:300]
        self._say(f"refused from {topic}: {why}")
        try:
            self._desk.store.set_aside(topic, why, payload)
        except StoreError as error:
            self._say(f"and not set aside: {error}")

    def _game(self, table: str, game: wire.FinishedGame) -> None:
        self._desk.keep(table, game.stream, game.n, game.body())
        with self._lock:
            self._streams.setdefault(table, set()).add(game.stream)
        self.confirm(table)

    def _post(self, table: str, what: str, body: dict[str, Any]) -> None:
        self._desk.store.post(table, what, body)
        if what == wire.HEALTH:
            self._desk.device_call(table, body["calling"])
        if what == wire.STATE and body["state"] == wire.HERE:
            self.confirm(table)

    def confirm(self, table: str) -> None:
        """Tell a table up to which number of each of its streams nothing is missing."""
        have, sums = {}, {}
        with self._lock:
            streams = sorted(self._streams.get(table, ()))
        for stream in streams:
            n = self._desk.store.have(table, stream)
            have[stream] = n
            last = self._desk.store.told_game(table, stream, n) if n else None
            if last is not None:
                sums[stream] = _sum(last)
        self._send(wire.topic(table, wire.HAVE), wire.write({"have": have, "sums": sums}))

    def confirm_all(self) -> None:
        """The line is new: tell every table that is known. Raises nothing; a table that is not told sends again."""
        with self._lock:
            tables = list(self._streams)
        try:
            for table in tables:
                self.confirm(table)
        except StoreError as error:
            self._say(f"not confirmed: {error}")


def _sum(told: Told) -> str:
    """The check sum of a game that is here; "" for one that was kept before messages had bounds."""
    try:
        return wire.read_game(told.body).sum
    except wire.BadMessage:
        return ""
