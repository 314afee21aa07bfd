"""Both stores, and a club night to try things on. Tests here may import `brokers`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from club.desk import Desk
from club.lists import EntryRow
from club.store import Store, open_store
from pegwatch.bench.postgres import fresh_database, own_postgres, program
from webui.club.app import build_club_app
from webui.club.site import ClubSite

sys.path.insert(0, str(Path(__file__).parent))

from browsers import PIN, Browser


@pytest.fixture(autouse=True)
def cheap_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing a PIN takes a third of a second on purpose; how strong it is, tests/webui/test_door.py looks after."""
    monkeypatch.setattr("webui.door.accounts._N", 2**4)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server of our own in a temporary folder; its address without a database's name."""
    pytest.importorskip("psycopg")
    if program("initdb") is None:
        pytest.skip("PostgreSQL is not installed: sudo apt install postgresql")
    with own_postgres() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty place for a store, in each database."""
    if request.param == "sqlite":
        return str(tmp_path / "hub.sqlite")
    return fresh_database(request.getfixturevalue("postgres"), "club")


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    with closing(open_store(where)) as store:
        yield store


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk whose lots leave everybody in the order of entry."""
    with closing(open_store(str(tmp_path / "hub.sqlite"))) as store:
        yield Desk(store, lambda _order: None)


@pytest.fixture
def night(desk: Desk) -> Callable[..., int]:
    """Set up an event with so many players, seats drawn."""

    def make(players: int = 4, form: str = "grass-roots", games: int = 3, drawn: bool = True) -> int:
        event = desk.create("Dora", "Monday", form, games=games)
        names = [
            *("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Max", "Ned")
        ]
        names += [f"Player {number}" for number in range(15, players + 1)]
        desk.enter(event, "Dora", [EntryRow(name) for name in names[:players]])
        if drawn:
            desk.draw(event, "Dora")
        return event

    return make


@pytest.fixture
def site(desk: Desk) -> ClubSite:
    return ClubSite(desk, b"k" * 32, None, "Riverside")


@pytest.fixture
def guest(site: ClubSite) -> Browser:
    browser = Browser(build_club_app(site).test_client())
    browser.get("/login")
    return browser


@pytest.fixture
def dora(site: ClubSite) -> Browser:
    site.accounts.put("director", "Dora", PIN)
    browser = Browser(build_club_app(site).test_client())
    browser.get("/login")
    assert "Dora" in browser.post("/login", {"name": "dora", "pin": PIN})
    return browser
