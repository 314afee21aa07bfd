"""What the browser tests of the club share: a served site, and where pictures go."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from pegwatch.ports import free_port
from webui.club.app import build_club_app
from webui.club.serve import serve_club
from webui.club.site import ClubSite

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SCREENS = Path(__file__).parents[2] / "out" / "screens"
PIN = "739205"


@contextmanager
def served(site: ClubSite) -> Iterator[str]:
    """The site on a free port; its address."""
    port = free_port()
    began, ended = threading.Event(), threading.Event()
    server = threading.Thread(
        target=serve_club, args=(build_club_app(site), "127.0.0.1", port, ended.is_set, began.set)
    )
    server.start()
    try:
        assert began.wait(30)
        yield f"http://127.0.0.1:{port}"
    finally:
        ended.set()
        server.join()


def keep(page: Page, name: str) -> None:
    """Screenshots are results of the build."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(SCREENS / f"{name}.png"), full_page=True)
