"""The real page and the real hub on real sockets, and what comes over a line that is no browser's.

A server's loop is stepped here, so that all bytes have come in and every answer is out before anything is looked at.
"""

from __future__ import annotations

import atexit
import re
import shutil
import socket
import tempfile
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from flask import Flask

from club.desk import Desk
from club.lists import EntryRow
from club.store import open_store
from firmware.box.sqlite_journal import SqliteJournal
from firmware.recorder import Recorder
from pegwatch.ports import free_port
from webui.app import create_app, site_of
from webui.club import serve as club_serve
from webui.club.app import build_club_app
from webui.club.site import ClubSite
from webui.config import WebConfig
from webui.connections import Channel, make_server
from webui.door.accounts import DIRECTOR
from webui.guard import COOKIE, HUB_COOKIE, TOKEN_HEADER, token_for
from webui.serve import OPTIONS, listen

KEY: Final = b"k" * 32
VISITOR: Final = "ann-ann-ann-ann"
HONEST: Final = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
_STATUS: Final = re.compile(rb"HTTP/1\.[01] (\d{3}) [A-Z]")
_STEP_S: Final = 0.05
_PATIENCE_S: Final = 60.0
"""After so long a server hangs."""


class Counting(Channel):
    """A connection that knows how much of what was sent has come in."""

    taken = 0

    def received(self, data: bytes) -> bool:
        self.taken += len(data)
        return super().received(data)


class Wire:
    """One server, its loop stepped by anyone who asks something of it."""

    def __init__(self, app: Flask, options: dict[str, int]) -> None:
        self.port = free_port()
        options = options | {"threads": 2}  # of each the memory stays that one PIN took
        self._server = make_server(app, listen("127.0.0.1", self.port), half_s=600.0, **options)
        self._server.channel_class = Counting

    def ask(self, sent: bytes) -> bytes:
        """Send some bytes and give back all that came, once nothing more is to be done with them."""
        answer, began = bytearray(), time.monotonic()
        with socket.create_connection(("127.0.0.1", self.port), 10) as wire:
            wire.setblocking(False)
            taken, came = len(sent), False
            left = memoryview(sent)
            while self._is_patient(began):
                left, is_over = self._give(wire, left), self._take(wire, answer)
                self._step()
                channel = self._channel(wire)
                came = came or channel is not None
                if is_over or (came and channel is None):
                    break
                if b"\r\nContent-Type: text/event-stream" in answer:
                    break  # it goes on for as long as somebody looks
                if channel is not None and not left and self._is_idle(channel, taken):
                    break
            self._take(wire, answer)
        self._let_go()
        return bytes(answer)

    def _give(self, wire: socket.socket, left: memoryview) -> memoryview:
        try:
            return left[wire.send(left) :] if left else left
        except BlockingIOError:
            return left
        except OSError:  # it hung up on us
            return left[:0]

    def _take(self, wire: socket.socket, answer: bytearray) -> bool:
        try:
            while part := wire.recv(1 << 20):
                answer += part
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    def _step(self) -> None:
        self._server.asyncore.poll2(_STEP_S, self._server._map)

    def _channel(self, wire: socket.socket) -> Counting | None:
        mine = wire.getsockname()[1]
        return next((one for one in self._server.active_channels.values() if one.addr[1] == mine), None)

    def _is_idle(self, channel: Counting, taken: int) -> bool:
        if channel.taken < taken and channel.readable():
            return False
        return not (
            channel.requests or channel.total_outbufs_len or channel.will_close or channel.close_when_flushed
        )

    def _let_go(self) -> None:
        """Wait until the connection that we closed is gone there too."""
        began = time.monotonic()
        while self._server.active_channels and self._is_patient(began):
            self._step()

    def _is_patient(self, began: float) -> bool:
        assert time.monotonic() - began < _PATIENCE_S, "the server hangs"
        return True


@cache
def page_wire() -> Wire:
    """The page of a table on which a game is played; a browser of this machine may do everything."""
    data = _folder()
    (data / "page.key").write_bytes(KEY)
    journal = SqliteJournal(data / "journal.sqlite")
    header = {"log": "table/1", "profile": "acc-2025", "mode": "club", "muggins": False, "dealer": "A",
              "players": {"A": "Ann", "B": "Bob"}}  # fmt: skip
    journal.put("page", 0.0, {"new_game": header})
    Recorder(journal).take(1.0)
    journal.close()
    app = create_app(data / "journal.sqlite", data / "run", WebConfig(posts_each_minute=10**9))
    site_of(app).hub.start()
    return Wire(app, OPTIONS)


@cache
def hub_wire() -> Wire:
    """A club's hub with an event whose seats are drawn; the visitor is its director."""
    data = _folder()
    desk = Desk(open_store(str(data / "hub.sqlite")), lambda _order: None)
    event = desk.create("Dora", "Monday", "grass-roots", games=3)
    desk.enter(event, "Dora", [EntryRow(name) for name in ("Ann", "Bob", "Cy", "Dee")])
    desk.draw(event, "Dora")
    site = ClubSite(desk, KEY, data, "Riverside")
    site.sessions.give(VISITOR, "", directors=("Dora",), known=())
    site.accounts.put(DIRECTOR, "Dora", "739205")
    wire = Wire(build_club_app(site), club_serve.OPTIONS)
    wire.ask(HONEST.replace(b"/healthz", b"/events/1/chart.pdf"))  # what makes PDFs is loaded once
    return wire


def _folder() -> Path:
    found = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, found, ignore_errors=True)
    return found


def requests(cookie: str, paths: Sequence[str], posts: Sequence[tuple[str, bytes, str]]) -> list[bytes]:
    """What browsers and programs send: GET of these paths, POST of these bodies, in the forms that HTTP has."""
    token = token_for(KEY, VISITOR)
    head = f"Host: localhost\r\nCookie: {cookie}={VISITOR}\r\n"
    found = [f"GET {path} HTTP/1.1\r\n{head}Accept-Language: fr\r\n\r\n".encode() for path in paths]
    for path, body, kind in posts:
        said = f"POST {path} HTTP/1.1\r\n{head}{TOKEN_HEADER}: {token}\r\nContent-Type: {kind}\r\n"
        found.append(f"{said}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        found.append(f"{said}Transfer-Encoding: chunked\r\n\r\n".encode() + chunks)
    return found


def page_requests() -> list[bytes]:
    """Of the page, which is running then: starting it is no input's time."""
    page_wire()
    json = "application/json"
    return requests(
        COOKIE,
        ("/", "/join", "/games/1", "/games/1/review", "/api/v1/games?of=Ann", "/api/v1/games/1/log", "/players",
         "/static/page.js", "/evidence/A.jpg", "/api/v1/discards?cards=5H,5S,JD,KC,2C,3C", "/setup/steps/name",
         "/api/v1/games/1/pictures/" + "0" * 64 + ".jpg", "/overlay?theme=light", "/qr.svg", "/camera.jpg"),
        (("/api/v1/said", b'{"by": "A", "what": "accept"}', json),
         ("/api/v1/cards", b'{"zone": "A", "seen": ["5H"]}', json),
         ("/api/v1/join", b'{"code": "1234", "seat": "A"}', json),
         ("/api/v1/login", b'{"name": "Ruth", "pin": "271828"}', json),
         ("/api/v1/setup/name", b'{"name": "Table 7"}', json)),
    )  # fmt: skip


def hub_requests() -> list[bytes]:
    """Of the hub, which is running then."""
    hub_wire()
    form = "application/x-www-form-urlencoded"
    token = token_for(KEY, VISITOR).encode()
    part = b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
    parts = (
        part % (b"token", b"", token) + part % (b"file", b'; filename="a.csv"', b"name\nEve\n") + b"--x--\r\n"
    )
    return requests(
        HUB_COOKIE,
        ("/", "/login", "/events/1", "/events/1/standings", "/events/1/cards/1", "/events/1/chart.pdf",
         "/events/1/standings.csv", "/api/v1/club/events/1", "/members", "/room?x=1", "/static/club.css"),
        (("/login", b"token=%s&name=Dora&pin=739205&then=/" % token, form),
         ("/events/1/do/rename", b"token=%s&name=&then=/events/1" % token, form),
         ("/do/create", b"token=%s&name=x&form=none&games=3&then=/" % token, form),
         ("/events/1/preview", parts, "multipart/form-data; boundary=x")),
    )  # fmt: skip


def entered(wire: Wire, sent: bytes) -> None:
    """Send it, then ask as a browser would: nothing is answered with a fault of ours, and the honest are served."""
    assert b"500" not in (found := _STATUS.findall(wire.ask(sent))), found
    honest = wire.ask(HONEST)
    assert honest.startswith(b"HTTP/1.1 200 "), honest[:200]
