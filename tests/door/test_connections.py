"""Connections on real sockets: nobody takes the page away from the others by holding many, or by doing nothing."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from ending import end
from flask import Flask, Response
from proxies import until

from cribbage.log.events import Event
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.ports import free_port
from webui import connections
from webui.app import close_app, create_app, site_of
from webui.config import WebConfig
from webui.connections import MOST_OF_ONE, make_server
from webui.serve import listen

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
GUEST, OTHER, SCREEN = "127.0.0.66", "127.0.0.67", "127.0.0.1"


@contextmanager
def served(app: Flask, half_s: float = 600.0, **options: int) -> Iterator[int]:
    """The port of an application that is served as the page is."""
    port = free_port()
    server = make_server(app, listen("127.0.0.1", port), (), half_s, **{"threads": 8} | options)
    worker = threading.Thread(target=server.run, daemon=True)
    worker.start()
    try:
        yield port
    finally:
        end(server)
        worker.join(60)
    assert not worker.is_alive()


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


def test_a_crowd_of_half_requests_makes_room_for_a_guest_who_holds_fewer(
    table: Flask, call: Callable[..., socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 40)
    monkeypatch.setattr(connections, "RESERVE", 10)
    with served(table, connection_limit=40) as port:
        held = [call(port, f"127.0.1.{n % 3 + 1}") for n in range(30)]
        guest = call(port, OTHER)
        until(lambda: sum(map(is_closed, held)) == 1, "one of the crowd had to go")
        more = call(port, "127.0.1.1")
        until(lambda: is_closed(more), "the crowd itself gets no more than it has")
        assert not is_closed(guest)
        assert sum(map(is_closed, held)) == 1


LIVE = b"GET /api/v1/live HTTP/1.1\r\nHost: localhost\r\n\r\n"


def frames(wire: socket.socket) -> Iterator[bytes]:
    """Line by line what a live view tells."""
    with wire.makefile("rb") as answer:
        yield from answer


def test_viewers_hold_no_thread_and_are_told_what_is_new(
    call: Callable[..., socket.socket], tmp_path: Path
) -> None:
    app = create_app(tmp_path / "journal.sqlite", tmp_path / "run")
    try:
        with served(app, threads=2) as port, closing(SqliteJournal(tmp_path / "journal.sqlite")) as journal:
            lines = [frames(call(port, f"127.0.2.{n}", LIVE)) for n in range(1, 13)]
            for told in lines:
                assert any(line.startswith(b"event: view") for line in told)
            assert answers(port, OTHER), "they have taken no worker"
            assert site_of(app).seats.count == 12
            journal.append(1, [Event("game", 0.0, {"players": {"A": "Zoe", "B": "Bob"}})])
            for told in lines:
                assert any(b"Zoe" in line for line in told)
    finally:
        close_app(app)


def test_those_who_leave_give_their_place_back(call: Callable[..., socket.socket], table: Flask) -> None:
    with served(table) as port:
        wire = call(port, GUEST, LIVE)
        until(lambda: site_of(table).seats.count == 1, "a place is taken")
        wire.close()
        until(lambda: site_of(table).seats.count == 0, "and given back")


def test_what_is_sent_behind_the_request_for_a_live_view_is_not_answered_into_it(
    call: Callable[..., socket.socket], table: Flask
) -> None:
    with served(table) as port:
        wire = call(port, GUEST, LIVE + b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        told = frames(wire)
        assert any(line.startswith(b"event: view") for line in told)
        wire.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        lines = [next(told) for _ in range(8)]
        assert any(line.startswith(b"event: beat") for line in lines)
        assert not [line for line in lines if line.startswith(b"HTTP/1.1")]


def test_one_address_full_of_viewers_makes_room_for_another(
    call: Callable[..., socket.socket], tmp_path: Path
) -> None:
    config = WebConfig(streams=6, streams_each=6, trust_loopback=False)
    app = create_app(tmp_path / "journal.sqlite", tmp_path / "run", config)
    try:
        with served(app) as port:
            deaf = [call(port, GUEST, LIVE) for _ in range(6)]
            until(lambda: site_of(app).seats.count == 6, "every place is taken")
            for n in range(1, 6):
                told = frames(call(port, f"127.0.2.{n}", LIVE))
                assert b" 200 " in next(told)
            assert site_of(app).seats.count == 6
            until(lambda: sum(map(hung_up, deaf)) == 5, "five who take nothing are let go")
            assert b" 503 " in next(frames(call(port, "127.0.2.9", LIVE))), (
                "all hold one: nobody holds too many"
            )
    finally:
        close_app(app)


def hung_up(wire: socket.socket) -> bool:
    """Whether the other side has ended what it sends, or does within a moment; what came before is thrown away."""
    wire.settimeout(0.3)
    try:
        while wire.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


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
