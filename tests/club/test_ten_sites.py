"""One event on ten sites with brokers of their own, bridged to the hub's, on PostgreSQL: whatever line is cut,
nothing is lost, nothing comes twice, and the standings are right. `make bench-sites` is the long form."""

from __future__ import annotations

import socket
import threading

import pytest
from brokers import program

from pegwatch.bench.postgres import fresh_database
from pegwatch.bench.sites import Play, run
from pegwatch.bench.wires import Wire


@pytest.mark.slow
def test_ten_sites_whose_lines_are_cut_lose_nothing_and_double_nothing(postgres: str) -> None:
    program("mosquitto", "mosquitto")
    found = run(Play(sites=10, tables=1, games=3, each_s=3.0, away_s=2.0), fresh_database(postgres, "sites"))
    assert found["every_game_once"], found
    assert found["standings_right"], found
    assert (found["games"], found["broker_forgot"], found["hub_killed"]) == (30, True, True)
    assert found["bridges_broken"] >= 10, "every line was really cut"
    assert found["ended_while_cut_off"] > 0, "and games ended meanwhile"


def test_a_wire_carries_both_ways_until_it_is_cut() -> None:
    door = socket.create_server(("127.0.0.1", 0))
    heard: list[bytes] = []

    def echo() -> None:
        while True:
            try:
                there, _ = door.accept()
            except OSError:
                return
            while data := there.recv(100):
                heard.append(data)
                there.sendall(data)
            there.close()

    threading.Thread(target=echo, daemon=True).start()
    with Wire(door.getsockname()[1]) as wire:
        one = socket.create_connection(("127.0.0.1", wire.port), 60)
        one.sendall(b"ann")
        assert one.recv(100) == b"ann"
        wire.cut()
        assert one.recv(100) == b"", "the connection broke"
        one.close()
        with socket.create_connection(("127.0.0.1", wire.port), 60) as shut:
            assert shut.recv(100) == b"", "nobody gets through"
        wire.restore()
        with socket.create_connection(("127.0.0.1", wire.port), 60) as again:
            again.sendall(b"bob")
            assert again.recv(100) == b"bob"
        assert (heard, wire.broken) == ([b"ann", b"bob"], 1)
    door.shutdown(socket.SHUT_RDWR)
    door.close()
