"""Connections on real sockets: nobody takes the page away from the others by holding many, or by doing nothing."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from flask import Flask, Response
from proxies import until

from pegwatch.ports import free_port
from webui import connections
from webui.app import close_app, create_app
from webui.connections import MOST_OF_ONE, make_server
from webui.serve import listen

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
GUEST, OTHER, SCREEN = "127.0.0.66", "127.0.0.67", "127.0.0.1"


@contextmanager
def served(app: Flask, half_s: float = 600.0, **options: int) -> Iterator[int]:
    """The port of an application that is served as the page is."""
    port = free_port()
    server = make_server(app, listen("127.0.0.1", port), (), half_s, threads=8, **options)
    worker = threading.Thread(target=server.run, daemon=True)
    worker.start()
    try:
        yield port
    finally:
        server.close()
        for channel in list(server.active_channels.values()):
            channel.handle_close()
        server.task_dispatcher.shutdown(timeout=1)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(tmp_path / "journal.sqlite", tmp_path / "run")
    yield app
    close_app(app)


@pytest.fixture
def call() -> Iterator[Callable[..., socket.socket]]:
    with ExitStack() as held:

        def connect(port: int, source: str, sent: bytes = HALF) -> socket.socket:
            wire = socket.create_connection(("127.0.0.1", port), 60, source_address=(source, 0))
            held.callback(wire.close)
            wire.sendall(sent)
            return wire

        yield connect


def is_closed(wire: socket.socket) -> bool:
    """Whether the other side has hung up; nothing is waited for."""
    wire.setblocking(False)
    try:
        return wire.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def answers(port: int, source: str) -> bool:
    wire = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(source, 0))
    try:
        wire.request("GET", "/healthz")
        return wire.getresponse().status < 500
    except OSError:
        return False
    finally:
        wire.close()


def test_one_address_holds_a_part_of_the_connections_and_no_more(
    table: Flask, call: Callable[..., socket.socket]
) -> None:
    with served(table) as port:
        held = [call(port, GUEST, b"") for _ in range(MOST_OF_ONE + 80)]
        until(lambda: sum(map(is_closed, held)) == 80, "those above its share are closed")
        assert answers(port, OTHER)
        assert answers(port, SCREEN)
        held[0].close()
        until(lambda: answers(port, GUEST), "a place that was given back")


def test_the_tables_own_screen_gets_in_when_guests_have_taken_every_place(
    table: Flask, call: Callable[..., socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 40)
    monkeypatch.setattr(connections, "RESERVE", 10)
    with served(table, connection_limit=40) as port:
        held = [call(port, f"127.0.1.{n}", b"") for n in range(1, 60)]
        until(lambda: sum(map(is_closed, held)) >= 20, "the last ones have no place")
        assert not answers(port, OTHER)
        assert answers(port, SCREEN)


def test_half_a_request_ends(table: Flask, call: Callable[..., socket.socket]) -> None:
    with served(table, half_s=0.2, cleanup_interval=0) as port:
        for sent in (
            b"",
            HALF,
            b"POST /api/v1/said HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
        ):
            assert call(port, GUEST, sent).recv(1) == b""
        assert answers(port, GUEST)


def test_a_viewer_who_takes_nothing_is_let_go_and_costs_no_more_than_is_bounded(
    call: Callable[..., socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "SLOW_S", 0.3)
    app, gone, sent = Flask(__name__), threading.Event(), []

    @app.get("/endless")
    def endless() -> Response:
        def frames() -> Iterator[bytes]:
            try:
                while True:
                    sent.append(10_000)
                    yield b"x" * 10_000
            finally:
                gone.set()

        return Response(frames())

    with served(app, cleanup_interval=0) as port:
        wire = call(port, GUEST, b"GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert gone.wait(60)
        assert sum(sent) < 8_000_000, "the rest lies in the system's buffers"
        wire.close()


def test_a_slow_reader_who_goes_on_reading_gets_everything(
    call: Callable[..., socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "SLOW_S", 2.0)
    app, size = Flask(__name__), 3_000_000
    app.add_url_rule("/list", view_func=lambda: Response(b"x" * size))
    with served(app, cleanup_interval=0) as port:
        wire = call(port, GUEST, b"GET /list HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        got = 0
        while part := wire.recv(4096):
            got += len(part)
        assert got > size


@pytest.mark.parametrize("unit", ["pegwatch-web", "pegwatch-hub"])
def test_a_process_may_open_more_files_than_it_takes_connections(unit: str) -> None:
    text = (Path(__file__).parents[2] / "systemd" / f"{unit}.service").read_text()
    (limit,) = [int(line.partition("=")[2]) for line in text.splitlines() if line.startswith("LimitNOFILE=")]
    assert limit > 2 * connections.MOST
