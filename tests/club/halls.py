"""What the browser tests of the club share: a served site, and where pictures go."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from club.errors import ClubError
from pegwatch.ports import free_port
from webui.club.app import build_club_app
from webui.club.serve import serve_club
from webui.club.site import ClubSite

PIN = "739205"
CA = "-----BEGIN CERTIFICATE-----\n"


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
        assert began.wait(120)
        yield f"http://127.0.0.1:{port}"
    finally:
        ended.set()
        server.join()


class FakeBroker:
    """What the page sees of a broker; `why`: why it cannot be set up."""

    port, ca = 8883, CA

    def __init__(self, why: str = "") -> None:
        self.why = why
        self.is_set_up = False
        self.let: list[str] = []

    def begin(self) -> None:
        if self.why:
            raise ClubError("club.error.broker", self.why)
        self.is_set_up = True

    def let_in(self, table: str) -> str:
        self.let.append(table)
        return f"secret-{len(self.let)}"

    def tables(self) -> list[str]:
        return self.let
