"""What the browser tests share: the page of a table in a process of its own, and a few moves.

PEGWATCH_SLOW_PAGE=0.35 makes that page answer everything 0.35 s late, as a busy machine or a far phone has it: a test
that looks at what a tap has done before it is done, and a page that lets itself be tapped before it can hear it, fail
then every time and not once in twenty.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from pegwatch.ports import free_port
from webui.door.accounts import JUDGE, Accounts
from webui.door.roles import ACCOUNTS_FILE

SERVE = """
import os, signal, sys, time
from pathlib import Path
from cribbage.profiles import PROFILES
from firmware.boardfile import load_board
from firmware.box.journal import MemoryJournal
from firmware.box.network.dry import DryWifi
from firmware.box.updatedoor import UpdateDoor
from vision.pegs.board import load_pegboard
from webui.app import build_app, create_app
from webui.config import WebConfig
from webui.serve import serve
from webui.table import Table
sys.path.append(sys.argv[1])
from compiled import compile_all, compile_once
holes = load_board("longboard").positions_mm
def slow(answer):
    seconds = float(os.environ.get("PEGWATCH_SLOW_PAGE", "0"))
    def slowly(environ, start):
        time.sleep(seconds)
        return answer(environ, start)
    return slowly if seconds else answer
compile_once()
compile_all(build_app(Table(MemoryJournal(), Path("nowhere")), WebConfig(), b"k" * 32))  # no thread begins
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    port, data = line.rstrip("\\n").split(" ", 1)
    if child := os.fork():
        print(child, flush=True)
        continue
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    learnt = Path(data) / "pegboard.toml"
    if learnt.is_file():
        holes = load_pegboard(learnt).positions_mm
    config = WebConfig(
        poll_s=0.05, tick_s=0.5, url="http://192.168.7.9:8080", posts_each_minute=6000, holes=holes,
        profiles=tuple(PROFILES),
    )
    box = Path(data) / "box"
    updated = UpdateDoor(box / "update", box / "said/told.json", box / "etc/release.pub", box / "opt")
    app = create_app(Path(data) / "journal.sqlite", Path(data) / "run", config, DryWifi(), updated)
    app.wsgi_app = slow(app.wsgi_app)
    serve(app, "127.0.0.1", int(port))
"""
HELPERS = str(Path(__file__).parents[1] / "helpers")
WAIT_MS = 60_000


class Nursery:
    """A process that has imported the page once and makes a fresh one by forking, in hundredths of a second."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def serve(self, data: Path, port: int) -> int:
        """Start the page of a data folder; its process id."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-c", SERVE, HELPERS],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{port} {data}\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """No more pages; those that run go on."""
        if self._process is not None:
            self._process.communicate(timeout=300)
            self._process = None


NURSERY = Nursery()


class Server:
    """The page of a table in its own process; it can be stopped and started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self._pid: int | None = None

    def start(self) -> None:
        self._pid = NURSERY.serve(self.data, self.port)
        end = time.monotonic() + 120
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), 10).close()
                return
            except OSError:
                time.sleep(0.01)
        raise AssertionError("the page did not start")

    def stop(self) -> None:
        """Kill it, as a lost plug would: nobody is told."""
        if self._pid is None:
            return
        os.kill(self._pid, signal.SIGKILL)
        end = time.monotonic() + 60
        while _lives(self._pid) and time.monotonic() < end:
            time.sleep(0.005)
        self._pid = None


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def log_in_judges(page: Page, server: Server) -> None:
    """Two judges at one screen, in whatever language the page is."""
    for name, pin in (("Ruth", "271828"), ("Jo", "314159")):
        Accounts(server.data / ACCOUNTS_FILE).put(JUDGE, name, pin)
        page.goto(server.url + "login", wait_until="domcontentloaded")
        page.locator("[name=name]").fill(name)
        page.locator("[name=pin]").fill(pin)
        page.locator("#login .main").click()
        expect(page.locator("#open")).to_be_visible()


def is_trouble(text: str, kind: str) -> bool:
    """A connection that is lost on purpose, or a picture that is not there yet, is no trouble."""
    return kind == "error" and "Failed to load resource" not in text


def visit(page: Page, server: Server, query: str = "") -> None:
    page.goto(server.url + query, wait_until="domcontentloaded")
    expect(page.locator("#link")).to_have_attribute("data-link", "live", timeout=WAIT_MS)


def points(page: Page, seat: str) -> Any:
    return page.locator(f'[data-side="{seat}"] [data-points]')
