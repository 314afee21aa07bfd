"""Serving: the port, and a viewer on a real socket."""

from __future__ import annotations

import http.client
import json
import re
import socket
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from browsing import Server

from firmware.box.sqlite_journal import SqliteJournal
from webui.app import create_app
from webui.errors import WebError
from webui.serve import serve


@pytest.fixture
def port(server: Server) -> int:
    """A page of an empty table in its own process, the way it runs on a table."""
    return server.port


def test_a_busy_port_is_one_clear_line(tmp_path: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        busy = holder.getsockname()[1]
        app = create_app(tmp_path / "journal.sqlite", tmp_path / "run")
        with pytest.raises(WebError, match=rf"port {busy} .*--port") as raised:
            serve(app, "127.0.0.1", busy)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("port", [-1, 70000])
def test_an_impossible_port_is_one_clear_line(port: int, tmp_path: Path) -> None:
    app = create_app(tmp_path / "journal.sqlite", tmp_path / "run")
    with pytest.raises(WebError, match="--port"):
        serve(app, "127.0.0.1", port)


def test_an_event_reaches_a_viewer_over_the_wire(port: int, tmp_path: Path, make_story: Any) -> None:
    with closing(SqliteJournal(tmp_path / "journal.sqlite")) as journal:
        story = make_story(journal).begin()
        wire = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        wire.request("GET", "/api/v1/live")
        answer = wire.getresponse()
        assert answer.getheader("Content-Type", "").startswith("text/event-stream")
        assert answer.getheader("Server") is None
        assert until_score(answer, 0)
        story.peg("B", 8)
        assert until_score(answer, 8)
        wire.close()


def until_score(answer: http.client.HTTPResponse, score: int) -> bool:
    while line := answer.readline():
        if line.startswith(b"data: ") and b"players" in line:
            players = json.loads(line[6:])["players"]
            if players and players[1]["score"] == score:
                return True
    return False


def test_viewers_who_go_away_give_their_places_back(port: int) -> None:
    """Without asking whether a viewer is still there, each reload would hold a thread and a place for ever."""
    for _ in range(40):
        watch_at(port).close()
    held: list[http.client.HTTPResponse] = []
    end = time.monotonic() + 60
    while len(held) < 60 and time.monotonic() < end:  # 60 from one address: the 40 must have left
        answer = watch_at(port)
        if answer.status == 200:
            held.append(answer)
        else:
            answer.close()
            time.sleep(0.1)
    for answer in held:
        answer.close()
    assert len(held) == 60


def watch_at(port: int) -> http.client.HTTPResponse:
    wire = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    wire.request("GET", "/api/v1/live", headers={"Connection": "close"})
    answer = wire.getresponse()
    answer.readline()
    return answer


# --- floods


def raw(port: int, sent: bytes) -> socket.socket:
    wire = socket.create_connection(("127.0.0.1", port), 60)
    wire.sendall(sent)
    return wire


def first_line(wire: socket.socket) -> bytes:
    with wire.makefile("rb") as answer:
        return answer.readline()


def test_a_body_too_long_is_refused_before_it_has_come(port: int) -> None:
    """Not a byte of the gigabyte that is announced is sent: nothing may wait for it, or make room for it."""
    head = b"POST /api/v1/said HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with closing(raw(port, head + b"Content-Length: 1000000000\r\n\r\n{")) as wire:
        assert b" 413 " in first_line(wire)


def test_a_body_without_a_length_is_refused_when_it_is_too_long(port: int) -> None:
    head = b"POST /api/v1/said HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with closing(raw(port, head + (b"1000\r\n" + b"x" * 4096 + b"\r\n") * 6)) as wire:
        assert b" 413 " in first_line(wire)


def test_headers_without_end_are_refused(port: int) -> None:
    with closing(raw(port, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X-A: " + b"x" * 40_000)) as wire:
        assert b" 431 " in first_line(wire)


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    ],
)
def test_requests_that_two_servers_would_read_differently_get_no_page(sent: bytes, port: int) -> None:
    """Request smuggling past a proxy, TLS on a plain port, requests meant for a proxy."""
    with closing(raw(port, sent)) as wire:
        wire.shutdown(socket.SHUT_WR)
        assert not re.match(rb"HTTP/1\.[01] 2", first_line(wire))


def test_half_sent_requests_keep_nobody_waiting(port: int) -> None:
    """Slow lorises: four hundred connections that never finish their request hold no thread of the page."""
    held = [raw(port, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ") for _ in range(400)]
    try:
        wire = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        wire.request("GET", "/healthz")
        assert wire.getresponse().status == 200
        wire.close()
    finally:
        for one in held:
            one.close()


@pytest.mark.parametrize(
    "hosts",
    [
        (b"localhost", b"evil.example"),
        (b"evil.example", b"table.local"),
        (b"localhost", b"localhost"),
        (b"a b",),
    ],
)
def test_two_host_lines_get_no_page(hosts: tuple[bytes, ...], port: int) -> None:
    """A proxy in front may have decided by the other one."""
    lines = b"".join(b"Host: " + host + b"\r\n" for host in hosts)
    with closing(raw(port, b"GET /healthz HTTP/1.1\r\n" + lines + b"Connection: close\r\n\r\n")) as wire:
        assert re.match(rb"HTTP/1\.[01] 4", first_line(wire))
