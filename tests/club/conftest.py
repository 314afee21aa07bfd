"""Both stores, and a club night to try things on. Tests here may import `brokers`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from glob import glob
from pathlib import Path

import pytest

from club.desk import Desk
from club.lists import EntryRow
from club.store import Store, open_store

sys.path.insert(0, str(Path(__file__).parent))


def program(name: str) -> str | None:
    """A server program, where it lies beside the others or in Debian's own place."""
    places = sorted(glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)
    return shutil.which(name) or shutil.which(name, path="/usr/sbin") or (places[0] if places else None)


@pytest.fixture(autouse=True)
def cheap_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing a PIN takes a third of a second on purpose; how strong it is, tests/webui/test_door.py looks after."""
    monkeypatch.setattr("webui.door.accounts._N", 2**4)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server of our own in a temporary folder; its address without a database's name."""
    pytest.importorskip("psycopg")
    initdb, pg_ctl = program("initdb"), program("pg_ctl")
    if initdb is None or pg_ctl is None:
        pytest.skip("PostgreSQL is not installed: sudo apt install postgresql")
    # It refuses to run as root, as tests in a container do.
    user = {"user": "nobody"} if os.getuid() == 0 else {}
    folder = Path(tempfile.mkdtemp(prefix="pegwatch-pg-", dir="/tmp"))
    folder.chmod(0o777)
    data, log = folder / "data", folder / "log"
    try:
        subprocess.run(
            [initdb, "-D", data, "-U", "hub", "-A", "trust", "-N"],
            check=True,
            capture_output=True,
            cwd=folder,
            **user,
        )
        start = [pg_ctl, "-D", data, "-l", log, "-w", "-o", f"-k {folder} -c listen_addresses=", "start"]
        subprocess.run(start, check=True, stdout=subprocess.DEVNULL, cwd=folder, **user)
        try:
            yield f"postgresql://hub@/{{name}}?host={folder}"
        finally:
            subprocess.run(
                [pg_ctl, "-D", data, "-m", "fast", "-w", "stop"],
                check=True,
                capture_output=True,
                cwd=folder,
                **user,
            )
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty place for a store, in each database."""
    if request.param == "sqlite":
        return str(tmp_path / "hub.sqlite")
    import psycopg

    address: str = request.getfixturevalue("postgres")
    with psycopg.connect(address.format(name="postgres"), autocommit=True) as db:
        db.execute("DROP DATABASE IF EXISTS club")
        db.execute("CREATE DATABASE club")
    return address.format(name="club")


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
