"""Connections of the page: how many one address may hold, how long half a request may take, how slowly one may read.

waitress itself bounds only their sum. Here one address cannot take the others' places, the machine's own screen and
the proxies keep a reserve, half a request ends after a while, and a reader who does not take what is sent is let go.
"""

from __future__ import annotations

import logging
import resource
import socket
import time
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any, Final

from flask import Flask
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from firmware.box.addresses import one_guest, read_address
from webui.audience import HAND_OVER

MOST: Final = 2_000
RESERVE: Final = 200
"""How many connections are kept for the table's own screen and the proxies."""
MOST_OF_ONE: Final = 120
HALF_S: Final = 20.0
"""How long a request may take to come in, and a new connection to ask for anything."""
SLOW_S: Final = 20.0
LEAST: Final = 64 * 1024
"""How many of the bytes that wait for them a reader has to take in `SLOW_S`, unless they take all."""
UNSENT: Final = 256 * 1024
"""Bytes that wait for one reader; the answer waits with more until some are taken."""
_SEND_BUFFER: Final = 64 * 1024
_LOOK_S: Final = 2
_TOGETHER: Final = 100
_FILES: Final = 8_192
OPTIONS: Final = {
    "connection_limit": MOST,
    "cleanup_interval": _LOOK_S,
    "asyncore_use_poll": True,
    "channel_request_lookahead": 1,  # a stream learns that its viewer has gone
    "outbuf_high_watermark": UNSENT,
    "outbuf_overflow": 4 * UNSENT,  # what waits stays in memory: it is bounded
    "ident": "",
    "clear_untrusted_proxy_headers": False,  # who is believed is decided in `webui.door.forwarded`
}
_OWN: Final = ("127.0.0.1", "::1")


class Handed:
    """A connection whose answer goes on after its request was dealt with: a `webui.audience.Wire`."""

    def __init__(self, channel: Channel, task: Task) -> None:
        self._channel = channel
        self._task = task

    @property
    def is_open(self) -> bool:
        """Whether somebody is at its other end."""
        channel = self._channel
        return bool(channel.connected and not channel.will_close and not channel.close_when_flushed)

    @property
    def is_clear(self) -> bool:
        """Whether all that was sent has been taken."""
        return not self._channel.total_outbufs_len

    def send(self, frame: bytes) -> None:
        """Send; `ClientDisconnected` where nobody is there any more. Never waits while `is_clear`."""
        self._task.write(frame)

    def end(self) -> None:
        """Hang up, once what waits is taken."""
        self._channel.close_when_flushed = True
        self._channel.server.pull_trigger()


class Task(WSGITask):  # type: ignore[misc]
    """One request; the application may hand its connection over instead of ending the answer."""

    _taker: Callable[[Handed], None] | None = None

    def get_environment(self) -> dict[str, Any]:
        """What the application is told of the request."""
        environ: dict[str, Any] = super().get_environment()
        environ[HAND_OVER] = self._hand_over
        return environ

    def _hand_over(self, taker: Callable[[Handed], None]) -> None:
        self._taker = taker

    def finish(self) -> None:
        """End the answer, or leave it open and hand the connection over to its taker."""
        if self._taker is None:
            super().finish()
            return
        self.close_on_finish = False
        self.channel.hand_over()
        self._taker(Handed(self.channel, self))


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """One request; waitress lets an address that cannot be (``http://[::1/``) end its connection with a traceback."""

    def parse_header(self, header_plus: bytes) -> None:
        """The first line and the headers; `ParsingError` is answered with 400."""
        try:
            super().parse_header(header_plus)
        except ValueError as error:
            raise ParsingError("Invalid address") from error


class Channel(HTTPChannel):  # type: ignore[misc]
    """One connection."""

    server: Server
    task_class = Task

    parser_class = Parser

    def __init__(self, server: Server, sock: socket.socket, addr: Any, adj: Adjustments, map: Any) -> None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        self.guest = one_guest(str(addr[0]))
        self.asks_since: float | None = time.monotonic()
        """Since when a request has been waited for or coming in, monotonic s; None between two requests."""
        self._reads_since: float | None = None
        self._read = 0
        self._is_handed_over = False
        server.held[self.guest] += 1
        super().__init__(server, sock, addr, adj, map=map)

    def received(self, data: bytes) -> bool:
        """Take in a part of a request; where an answer goes on, nothing behind its request is heard."""
        if self._is_handed_over:
            return False
        if self.asks_since is None:
            self.asks_since = time.monotonic()
        taken = bool(super().received(data))
        if self.request is None:
            self.asks_since = None
        return taken

    def hand_over(self) -> None:
        """From now on the connection only sends; called while its request is dealt with."""
        with self.requests_lock:
            self._is_handed_over = True
            self.asks_since = None
            self.request = None
            del self.requests[1:]

    @property
    def is_half(self) -> bool:
        """Whether nothing whole has been asked on it, or what comes next is not whole."""
        return self.asks_since is not None and not self.requests

    def is_overdue(self, now: float) -> bool:
        """Whether it is to be let go: half a request for too long, or a reader who does not take what they asked for.
        `now` is monotonic, s; called every few seconds."""
        if self.is_half and self.asks_since is not None:
            return now - self.asks_since > self.server.half_s
        if not self.total_outbufs_len:
            return False
        if self._reads_since is None:
            self._reads_since, self._read = now, 0
        elif now - self._reads_since > SLOW_S:
            if self._read < LEAST:
                return True
            self._reads_since, self._read = now, 0
        return False

    def _flush_some(self, do_close: bool = True) -> bool:
        with self.outbuf_lock:  # of a connection that is handed over another thread sends too
            before = self.total_outbufs_len
            sent = bool(super()._flush_some(do_close))
            self._read += before - self.total_outbufs_len
            if not self.total_outbufs_len:
                self._reads_since = None
            return sent

    def del_channel(self, map: Any = None) -> None:
        """It is closed: its place is free."""
        if self._fileno is not None and self.server.active_channels.get(self._fileno) is self:
            self.server.held[self.guest] -= 1
            if self.server.held[self.guest] <= 0:
                del self.server.held[self.guest]
        super().del_channel(map)


class Server(TcpWSGIServer):  # type: ignore[misc]
    """waitress with places for everybody."""

    channel_class = Channel

    def __init__(self, *args: Any, spared: Collection[str], half_s: float, **more: Any) -> None:
        self.held: Counter[str] = Counter()
        self.half_s = half_s
        self._somebody_waits = False
        self._spared = {str(read_address(one)) for one in (*_OWN, *spared)}
        super().__init__(*args, **more)

    def handle_accept(self) -> None:
        """Take in those who wait, some at a time: one for each look at all connections leaves honest guests waiting
        behind a crowd for seconds."""
        self._somebody_waits = True
        for _ in range(_TOGETHER):
            super().handle_accept()
            if not self._somebody_waits:
                return

    def pull_trigger(self) -> None:
        """Wake the thread that looks at the connections; one that has ended is woken no more."""
        with suppress(OSError):
            super().pull_trigger()

    def accept(self) -> tuple[socket.socket, Any] | None:
        """The next connection; one that has no place here is closed at once."""
        found: tuple[socket.socket, Any] | None = super().accept()
        self._somebody_waits = found is not None
        if found is not None and not self._has_room(str(found[1][0])):
            found[0].close()
            return None
        return found

    def _has_room(self, address: str) -> bool:
        if str(read_address(address)) in self._spared:
            return True
        guest = one_guest(address)
        if self.held[guest] >= MOST_OF_ONE:
            return False
        return len(self.active_channels) < MOST - RESERVE or self._make_room(guest)

    def _make_room(self, guest: str) -> bool:
        """Let the oldest half request go of the address that holds most of all, if this guest holds fewer."""
        busiest = max(self.held.values(), default=0)
        if self.held[guest] + 1 >= busiest:
            return False
        half = [
            one
            for one in self.active_channels.values()
            if one.is_half and self.held[one.guest] > self.held[guest] + 1
        ]
        if not half:
            return False
        longest = min(half, key=lambda one: (-self.held[one.guest], one.asks_since))
        longest.handle_close()
        return True

    def maintenance(self, now: float) -> None:
        """Let go of connections that keep a place and do nothing with it; called every few seconds."""
        super().maintenance(now)
        at = time.monotonic()
        for channel in list(self.active_channels.values()):
            if channel.is_overdue(at):
                channel.handle_close()  # a socket that takes nothing never becomes writable


def make_server(
    app: Flask, listener: socket.socket, proxies: Collection[str] = (), half_s: float = HALF_S, **options: Any
) -> Server:
    """A server on a bound socket. `proxies`: addresses whose connections are many people's; `half_s`: how long
    a request may take to come in; `options` are waitress's own, over those here."""
    _room_for_files()
    logging.getLogger("waitress.queue").setLevel(
        logging.ERROR
    )  # a line for every request that waits for a worker
    settings = Adjustments(sockets=[listener], **(OPTIONS | options))
    threads = ThreadedTaskDispatcher()
    threads.set_thread_count(settings.threads)
    return Server(
        app, {}, True, listener, dispatcher=threads, adj=settings, bind_socket=False, half_s=half_s, spared=proxies,
        sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
    )  # fmt: skip


def _room_for_files() -> None:
    """As many open files as connections need: many systems give 1,024 unless asked."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
