"""Whether a page of ours answers: what a watchdog is fed by."""

from __future__ import annotations

import time
import urllib.request
from http import HTTPStatus
from typing import Final

from firmware.box.notify import notify

ASK_EVERY_S: Final = 5.0
_ANSWER_S: Final = 3.0


def answers(host: str, port: int) -> bool:
    """Whether the page answers a real request: a process whose server hangs is alive, and of no use to anybody."""
    address = "127.0.0.1" if host in ("", "0.0.0.0", "::") else host
    try:
        with urllib.request.urlopen(f"http://{address}:{port}/healthz", timeout=_ANSWER_S) as answer:
            answer.read()
            return bool(answer.status == HTTPStatus.OK)
    except (OSError, ValueError):
        return False


class Watched:
    """Feeds the watchdog while the page answers; asked again and again whether to end, it never says so."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._asked_at = float("-inf")

    def __call__(self) -> bool:
        if time.monotonic() - self._asked_at >= ASK_EVERY_S:
            self._asked_at = time.monotonic()
            if answers(self._host, self._port):
                notify("WATCHDOG=1")
        return False
