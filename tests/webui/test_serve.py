"""Serving: the port, and a viewer on a real socket."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware.box.sqlite_journal import SqliteJournal
from webui.app import create_app
from webui.errors import WebError
from webui.serve import serve

SERVE = """
import sys
from pathlib import Path
from webui.app import create_app
from webui.config import WebConfig
from webui.serve import serve
data, port = Path(sys.argv[1]), int(sys.argv[2])
serve(create_app(data / "journal.sqlite", data / "run", WebConfig(poll_s=0.05)), "127.0.0.1", port)
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """A page of an empty table in its own process, the way it runs on a table."""
    number = free_port()
    process = subprocess.Popen([sys.executable, "-c", SERVE, str(tmp_path), str(number)])
    try:
        wait_for(number)
        yield number
    finally:
        process.terminate()
        process.wait(10)


def wait_for(port: int) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the page did not start")


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
        wire = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
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
    end = time.monotonic() + 20
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
    wire = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    wire.request("GET", "/api/v1/live", headers={"Connection": "close"})
    answer = wire.getresponse()
    answer.readline()
    return answer
