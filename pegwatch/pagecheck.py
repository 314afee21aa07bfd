"""Whether a page of ours answers: what a watchdog is fed by.

A page is alive if it answered just now: a process whose server hangs runs on, and is of no use to anybody.
"""

from __future__ import annotations

import http.client
import io
import json
import socket
import time
from collections.abc import Callable
from typing import Any, Final

from firmware.box.notify import notify

ASK_EVERY_S: Final = 2.0
PATIENCE_S: Final = 5.0
"""How long a page has to answer in full; later counts as no answer."""
_MOST_BYTES: Final = 65_536
_REQUEST: Final = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def ask_page(host: str, port: int, within_s: float = PATIENCE_S) -> tuple[int, bytes]:
    """Status and body of what the page says of its health, over the socket that it listens on.

    Raises `OSError` where no whole answer has come in time: it waits for a worker, is cut off, or comes by the drop.
    No proxy of the environment is ever asked in its place.
    """
    end = time.monotonic() + within_s
    with socket.create_connection((_nearest(host), port), within_s) as wire:
        wire.sendall(_REQUEST)
        came = bytearray()
        while True:
            left = end - time.monotonic()
            if left <= 0 or len(came) > _MOST_BYTES:
                raise TimeoutError(f"no whole answer within {within_s:g} s")
            wire.settimeout(left)
            part = wire.recv(4096)
            if not part:
                return _read(bytes(came))
            came += part


def _nearest(host: str) -> str:
    """The address by which this machine reaches what listens on `host`."""
    return {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


class _Came:
    """What has come, in the shape in which `HTTPResponse` wants a socket."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def makefile(self, *_: Any) -> io.BytesIO:
        return io.BytesIO(self._data)


def _read(data: bytes) -> tuple[int, bytes]:
    if b"\r\n\r\n" not in data:
        raise OSError("an answer that was cut off before it began")
    response = http.client.HTTPResponse(_Came(data))  # type: ignore[arg-type]
    try:
        response.begin()
        return response.status, response.read()
    except http.client.HTTPException as error:
        raise OSError(f"no answer that can be read: {error!r}") from error


def answers(host: str, port: int) -> bool:
    """Whether the page answers, in full and in time, that it is alive; what is wrong behind it is another matter."""
    try:
        told = json.loads(ask_page(host, port)[1])
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(told, dict) and told.get("alive") is True


class Watched:
    """Feeds the watchdog while the page answers that it works; asked whether to end, it never says so.

    `step` is done beside it, at least every `PATIENCE_S`.
    """

    def __init__(self, host: str, port: int, step: Callable[[], None] | None = None) -> None:
        self._host, self._port = host, port
        self._step = step
        self._asked_at = float("-inf")

    def __call__(self) -> bool:
        if self._step is not None:
            self._step()
        if time.monotonic() - self._asked_at >= ASK_EVERY_S:
            self._asked_at = time.monotonic()
            if answers(self._host, self._port):
                notify("WATCHDOG=1")
        return False
