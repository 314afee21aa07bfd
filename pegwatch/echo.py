"""Whether the hub hears what comes over its broker: it says a word to itself there, and the word has to come back.

A broker whose access list is older than this module lets nothing back; then its receipts have to do (`Line.is_deaf`).
"""

from __future__ import annotations

import logging
import secrets
import time
from typing import Final

from cribbage.log import wire
from firmware.broker import Line

TOPIC: Final = f"{wire.ROOT}/_hub/echo"
"""No table can have this name."""
ASK_EVERY_S: Final = 5.0
_log: Final = logging.getLogger(__name__)


class Echo:
    """The words that a hub says to itself. `step` is called again and again, the other methods in the line's own
    thread."""

    def __init__(self) -> None:
        self._word = b""
        self._said_at = 0.0
        self._comes_back = False
        self._told = False

    def connected(self, line: Line) -> None:
        """The line is new: listen to ourselves; what was under way may be lost."""
        self._word, self._comes_back = b"", False
        line.subscribe(TOPIC)

    def heard(self, payload: bytes) -> None:
        """A word has come back; one from before the last start is none of ours."""
        if payload == self._word:
            self._word, self._comes_back = b"", True

    def step(self, line: Line) -> None:
        """Say the next word where it is time to."""
        now = time.monotonic()
        if not line.is_up or now - self._said_at < ASK_EVERY_S:
            return
        if self._word and now - self._said_at <= line.patience_s:
            return
        if self._word and not self._told:
            self._told = True
            _log.warning(
                "the broker lets the hub hear no word of its own: take its access list from docs/broker/acl"
            )
        if not (self._word and self._comes_back):
            self._word, self._said_at = secrets.token_hex(8).encode(), now
            line.publish(TOPIC, self._word)

    def is_missing(self, line: Line) -> bool:
        """Whether words have come back on this line, and the last one does not, nor anything else."""
        late = time.monotonic() - max(self._said_at, line.heard_at) > line.patience_s
        return line.is_up and self._comes_back and bool(self._word) and late
