"""A table to look at: a journal that is written event by event, and the page that follows it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).parent))  # the tests here import `browsing`
from browsing import NURSERY, WAIT_MS, Server, is_trouble

from cribbage.log.events import Event
from firmware.boardfile import load_board
from firmware.box.journal import Journal, MemoryJournal
from firmware.box.sqlite_journal import SqliteJournal
from webui.app import build_app, close_app
from webui.config import WebConfig
from webui.door import accounts
from webui.table import Table

KEY = b"k" * 32
HAND = ["5H", "5S", "JD", "KC"]
SPOKEN = "fifteen two, fifteen four, and a pair is six"


class Story:
    """Writes a made-up game into a journal; Ann (A) deals first, so Bob's hand counts first."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.game = 0
        self.deal = 1
        self.t = 0.0
        self.pegs = {"A": [0, -1], "B": [0, -1]}

    def tell(self, kind: str, body: Mapping[str, Any]) -> Story:
        self.t += 1.0
        self.journal.append(self.game, [Event(kind, self.t, dict(body))])
        return self

    def begin(self, mode: str = "club", **header: Any) -> Story:
        self.game, self.t, self.deal = self.game + 1, 0.0, 1
        self.pegs = {"A": [0, -1], "B": [0, -1]} | header.get("pegs", {})
        names = {"A": "Ann", "B": "Bob"}
        base = {"log": "table/1", "profile": "acc-2025", "mode": mode, "muggins": False}
        self.tell("game", base | {"players": names, "dealer": "A", "table_t0": 9.5} | header)
        return self.next_deal(1)

    def next_deal(self, deal: int) -> Story:
        self.deal = deal
        return self.tell("deal", {"deal": deal, "dealer": "AB"[(deal - 1) % 2]})

    def phase(self, phase: str, turn: str | None = None, to: str | None = None) -> Story:
        return self.tell("phase", {"phase": phase, "deal": self.deal, "turn": turn, "to": to})

    def cards(self, zone: str, *cards: str) -> Story:
        return self.tell("seen", {"t": self.t, "cards": {"zone": zone, "seen": list(cards)}})

    def said(self, by: str, what: str) -> Story:
        return self.tell("seen", {"t": self.t, "said": {"by": by, "what": what}})

    def peg(self, player: str, points: int) -> Story:
        front = max(self.pegs[player][0], 0)
        self.pegs[player] = [front + points, front]
        return self.tell("pegs", self.pegs | {"certain": True})

    def hand(self, state: str, earned: int = 6, pegged: int | None = None, key: str = "h") -> Story:
        body = {"id": key, "what": "hand", "player": "B", "deal": self.deal, "state": state, "earned": earned}
        return self.tell("item", body | {"pegged": pegged, "cards": HAND, "parts": [], "text": SPOKEN})

    def verdict(self, code: str, player: str | None, points: int | None, **more: Any) -> Story:
        return self.tell("verdict", {"code": code, "player": player, "points": points} | more)

    def show(self) -> Story:
        """Bob's hand lies face up, not pegged yet."""
        self.cards("starter", "5D").phase("show", "B", "count-hand").cards("B", *HAND)
        return self.hand("earned")

    def overpeg(self) -> Story:
        """Bob pegs eight for his six."""
        self.show().peg("B", 8).hand("pegged", pegged=8)
        return self.verdict("overpeg", "B", 2, item="h", earned=6, pegged=8, remedy={"front": 6})

    def win(self) -> Story:
        """Bob pegs out, rightly."""
        self.peg("B", 121 - max(self.pegs["B"][0], 0)).verdict("game", "B", self.pegs["A"][0])
        return self.phase("over")


@pytest.fixture
def journal() -> Iterator[MemoryJournal]:
    with closing(MemoryJournal()) as journal:
        yield journal


@pytest.fixture
def story(journal: MemoryJournal) -> Story:
    return Story(journal)


@pytest.fixture
def make_story() -> type[Story]:
    return Story


@pytest.fixture
def real_pins() -> None:
    """For tests about how PINs are kept: their hashes are as strong as they are at a table."""


@pytest.fixture(autouse=True)
def quick_pins(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that cost nothing, for tests about something else."""
    if "real_pins" not in request.fixturenames:
        monkeypatch.setattr(accounts, "_NOBODY", accounts._NOBODY.replace(f"${accounts._N}$", "$16$"))
        monkeypatch.setattr(accounts, "_N", 16)


@pytest.fixture
def make_app(journal: MemoryJournal, tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    """Make the page of the journal; whatever was made is closed afterwards."""
    made: list[Flask] = []

    def make(**settings: Any) -> Flask:
        usual = {
            "poll_s": 0.02,
            "url": "http://192.168.7.9:8080",
            "holes": load_board("longboard").positions_mm,
        }
        config = WebConfig(**usual | settings)
        made.append(build_app(Table(journal, tmp_path), config, KEY))
        return made[-1]

    yield make
    for app in made:
        close_app(app)


@pytest.fixture
def client(make_app: Callable[..., Flask]) -> FlaskClient:
    return make_app().test_client()


class Stream:
    """The raw frames of one live viewer, read as they come."""

    def __init__(self, client: FlaskClient, query: str = "", known: str | None = None) -> None:
        headers = {"Last-Event-ID": known} if known else {}
        self.response = client.get(f"/api/v1/live?{query}", headers=headers, buffered=False)
        self.frames = iter(self.response.response)
        self.raw = b""

    def next(self) -> dict[str, str]:
        """The next frame as its fields."""
        frame = next(self.frames)
        assert isinstance(frame, bytes)
        self.raw += frame
        lines = [line for line in frame.decode().split("\n") if line]
        return dict(line.split(": ", 1) for line in lines)

    def view(self) -> dict[str, Any]:
        """The next view; beats are passed over."""
        while True:
            frame = self.next()
            if frame["event"] == "view":
                view: dict[str, Any] = json.loads(frame["data"])
                return view | {"_id": frame["id"]}

    def until(self, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first view of which something is true."""
        while not wanted(view := self.view()):
            pass
        return view

    def close(self) -> None:
        self.response.close()


@pytest.fixture
def watch() -> Iterator[Callable[..., Stream]]:
    """Open streams; they are closed afterwards."""
    opened: list[Stream] = []

    def open_stream(client: FlaskClient, query: str = "", known: str | None = None) -> Stream:
        opened.append(Stream(client, query, known))
        return opened[-1]

    yield open_stream
    for stream in opened:
        stream.close()


@pytest.fixture
def post(client: FlaskClient) -> Callable[..., Any]:
    """Post as our own page does: with its cookie and its token."""
    page = client.get("/").get_data(as_text=True)
    token = page.split('data-token="')[1].split('"')[0]

    def send(path: str, body: Any, **headers: str) -> Any:
        return client.post(f"/api/v1/{path}", json=body, headers={"X-CSRF-Token": token} | headers)

    return send


# --- in a real browser


@pytest.fixture(scope="session", autouse=True)
def nursery() -> Iterator[None]:
    yield
    NURSERY.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def live_story(tmp_path: Path, server: Server, make_story: Any) -> Iterator[Any]:  # noqa: ARG001 - it makes the file
    """A game written into the journal that the server's page follows."""
    with closing(SqliteJournal(tmp_path / "journal.sqlite")) as journal:
        yield make_story(journal)


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A page that fails its test if anything goes wrong in it or leaves the table."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda told: troubles.append(told.text) if is_trouble(told.text, told.type) else None)
    page.on(
        "request",
        lambda request: None if request.url.startswith(server.url) else troubles.append(request.url),
    )
    page.set_default_timeout(WAIT_MS)
    yield page
    context.close()
    assert troubles == []
