"""A line between two brokers that can be cut: a forwarder of TCP connections on this machine."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

_BYTES: Final = 65_536


class Wire:
    """Anyone who connects to `port` is connected to another port of this machine, until the line is cut: then every
    connection breaks, and nobody gets through before it is restored."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._is_cut = False
        self.broken = 0
        """Connections that broke because the line was cut."""
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self.cut()
        # Closing alone would leave the thread waiting in accept.
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()

    @property
    def is_used(self) -> bool:
        """Whether somebody is connected."""
        with self._lock:
            return bool(self._open)

    def cut(self) -> None:
        """From now on nothing comes through."""
        with self._lock:
            self._is_cut = True
            self.broken += len(self._open) // 2
            for one in self._open:
                _hang_up(one)
            self._open.clear()

    def restore(self) -> None:
        """From now on everything comes through again."""
        with self._lock:
            self._is_cut = False

    def _serve(self) -> None:
        while True:
            try:
                here, _ = self._door.accept()
            except OSError:
                return
            self._connect(here)

    def _connect(self, here: socket.socket) -> None:
        with self._lock:
            there = None
            if not self._is_cut:
                with suppress(OSError):
                    there = socket.create_connection(("127.0.0.1", self._to), 5.0)
            if there is None:
                here.close()
                return
            there.settimeout(None)
            self._open |= {here, there}
        for one, other in ((here, there), (there, here)):
            threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(_BYTES):
                other.sendall(data)
        with self._lock:
            for end in (one, other):
                self._open.discard(end)
                _hang_up(end)


def _hang_up(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
