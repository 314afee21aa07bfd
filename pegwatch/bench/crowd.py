"""Who comes to a page under load: honest viewers as browsers are, and company that holds connections for nothing.

Every honest viewer has an address of its own, like the phones of a club; the company shares a few others. All are of
the loopback network, where any address of 127.0.0.0/8 may be bound.
"""

from __future__ import annotations

import asyncio
import json
import resource
import select
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

HONEST_NET, HALF_NET, DEAF_NET = "127.1", "127.2", "127.3"
OF_ONE: Final = {HONEST_NET: 1, HALF_NET: 100, DEAF_NET: 60}
"""Connections of one address: as many of the company as one may hold, or nearly."""
HALF: Final = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
LIVE: Final = b"GET /api/v1/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
_SMALL: Final = 4096
_PATIENCE_S: Final = 30.0
_AGAIN_S: Final = 1.0
"""How long a browser waits before it asks again for a stream that broke off, as the stream told it to."""
_LOOK_S: Final = 0.5
_FILES: Final = 8192


def sources(net: str, count: int) -> Iterator[str]:
    """The address of each of `count` connections of one of the nets above."""
    for n in range(count):
        host = n // OF_ONE[net]
        yield f"{net}.{host // 250}.{host % 250 + 1}"


def room_for_files() -> None:
    """As many open files as the system gives: each connection is one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(_FILES, hard) if hard > 0 else _FILES, hard))


class Company:
    """Half requests and viewers that never read. What is closed comes again, half a second later."""

    def __init__(self, port: int, half: int, deaf: int) -> None:
        self._port = port
        self._wanted = [(address, HALF) for address in sources(HALF_NET, half)]
        self._wanted += [(address, LIVE) for address in sources(DEAF_NET, deaf)]
        self._held: dict[int, tuple[socket.socket, str, bytes]] = {}
        self._poll = select.poll()
        self.opened = 0
        """Connections made up to now."""
        self.is_there = False
        """Whether each of them was tried and the page had answered the first."""

    def come(self) -> None:
        """Open what is not open; those that the page takes no more are tried again at the next look."""
        waiting, self._wanted = self._wanted, []
        for address, sent in waiting:
            wire = socket.socket()
            wire.setsockopt(
                socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALL
            )  # what waits for the deaf waits at the page
            wire.settimeout(_PATIENCE_S)
            try:
                wire.bind((address, 0))
                wire.connect(("127.0.0.1", self._port))
                wire.sendall(sent)
            except OSError:
                wire.close()
                self._wanted.append((address, sent))
                continue
            self.opened += 1
            self._held[wire.fileno()] = wire, address, sent
            self._poll.register(wire, select.POLLRDHUP)
        self.is_there = self.is_there or self.opened > 0 or not waiting

    def look(self) -> int:
        """Let go of what the page has closed, to open it again; how many are open."""
        for number, _ in self._poll.poll(0):
            wire, address, sent = self._held.pop(number)
            self._poll.unregister(number)
            wire.close()
            self._wanted.append((address, sent))
        return len(self._held)

    def stay(self, until: select.poll) -> None:
        """Come again and again until `until` reports something."""
        while not until.poll(_LOOK_S * 1000):
            self.look()
            self.come()

    def close(self) -> None:
        """Hang up."""
        for wire, _, _ in self._held.values():
            wire.close()
        self._held.clear()


class Viewers:
    """Honest viewers of the live view, as browsers do it: what breaks off is asked for again."""

    def __init__(self, port: int, count: int) -> None:
        self._port = port
        self.seen: list[dict[int, float]] = [{} for _ in range(count)]
        """For each of them, when each score of the first player was first seen (monotonic s)."""
        self.again = 0
        """How often one had to ask again since all were there."""
        self._tasks: list[asyncio.Task[None]] = []

    async def come(self) -> None:
        """Return once everybody sees the table, or half a minute after."""
        addresses = sources(HONEST_NET, len(self.seen))
        for address, seen in zip(addresses, self.seen, strict=True):
            self._tasks.append(asyncio.create_task(self._watch(address, seen)))
        end = time.monotonic() + _PATIENCE_S
        while not all(self.seen) and time.monotonic() < end:
            await asyncio.sleep(0.1)
        self.again = 0

    async def leave(self) -> None:
        """Hang up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _watch(self, address: str, seen: dict[int, float]) -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", self._port, local_addr=(address, 0)
                )
                try:
                    writer.write(LIVE)
                    await _read(reader, seen)
                finally:
                    writer.close()
            self.again += 1
            await asyncio.sleep(_AGAIN_S)


async def _read(reader: asyncio.StreamReader, seen: dict[int, float]) -> None:
    while line := await reader.readline():
        if line.startswith(b"data: {") and b'"players"' in line:
            players = json.loads(line[6:])["players"]
            if players:
                seen.setdefault(int(players[0]["score"]), time.monotonic())


async def ask(port: int, asked: list[float]) -> None:
    """Somebody opens a page now and then; how long each took, s. One that was not answered counts with its wait."""
    while True:
        began = time.monotonic()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(_PATIENCE_S):
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.4.0.1", 0))
                try:
                    writer.write(b"GET /games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    await reader.readline()
                finally:
                    writer.close()
        asked.append(time.monotonic() - began)
        await asyncio.sleep(0.2)
