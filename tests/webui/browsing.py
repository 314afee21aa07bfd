"""What the browser tests share: the page of a table in a process of its own, and a few moves."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SCREENS = Path(__file__).parents[2] / "out" / "screens"
MARKS = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: sudo apt install chromium"),
]
SERVE = """
import sys
from pathlib import Path
from webui.app import create_app
from webui.config import WebConfig
from webui.serve import serve
data, port = Path(sys.argv[1]), int(sys.argv[2])
config = WebConfig(poll_s=0.05, tick_s=0.5, url="http://192.168.7.9:8080", posts_each_minute=6000)
serve(create_app(data / "journal.sqlite", data / "run", config), "127.0.0.1", port)
"""
WAIT_MS = 15_000


class Server:
    """The page of a table in its own process; it can be stopped and started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}/"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", SERVE, str(self.data), str(self.port)])
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the page did not start")

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(10)
            self.process = None


def is_trouble(text: str, kind: str) -> bool:
    """A connection that is lost on purpose, or a picture that is not there yet, is no trouble."""
    return kind == "error" and "Failed to load resource" not in text


def visit(page: Page, server: Server, query: str = "") -> None:
    page.goto(server.url + query, wait_until="domcontentloaded")
    expect(page.locator("#link")).to_have_attribute("data-link", "live", timeout=WAIT_MS)


def points(page: Page, seat: str) -> Any:
    return page.locator(f'[data-side="{seat}"] [data-points]')


def keep(page: Page, name: str) -> None:
    """Screenshots are results of the build."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(SCREENS / f"{name}.png"), full_page=True)
