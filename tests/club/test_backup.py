"""A backup of the hub goes back whole, into SQLite and PostgreSQL alike, or not at all."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from browsers import Browser, said, seat_of

from club.backup import read_backup, write_backup
from club.desk import Desk
from club.errors import StoreError
from club.lists import EntryRow
from club.season import Season
from club.store import Store, open_store
from cribbage.log.wire import FinishedGame
from webui.club.app import build_club_app
from webui.club.site import ClubSite


def fill(store: Store) -> int:
    """An event with results by hand and by a table, a member, a season, something taken back."""
    desk = Desk(store, lambda _order: None)
    event = desk.create("Dora", "Monday — é", "acc-cut", games=3)
    desk.enter(event, "Dora", [EntryRow(name) for name in ("Ann", "Bob", "Cy", "Zoë")])
    desk.draw(event, "Dora")
    desk.draw(event, "Dora", sure=True)
    desk.take_back(event, "Dora", "seats", sure=True)
    desk.write_game(event, "Dora", 1, "1", 7)
    game = FinishedGame("s", 1, 1, {"A": "Bob", "B": "Cy"}, {"A": 121, "B": 100}, "club", "acc-2025",
                        seat=seat_of(desk, event, 1, "2", "3"))  # fmt: skip
    desk.keep("7", "s", 1, game.body())
    desk.put_member("Dora", "Ann", "CA1", "Riverside")
    desk.put_season("Dora", Season(0, "Autumn", (event,), (3, 2, 1)))
    return event


def backup_of(store: Store) -> bytes:
    out = io.BytesIO()
    assert write_backup(store, out) > 5
    return out.getvalue()


def test_what_is_backed_up_comes_back_the_same_and_goes_on(tmp_path: Path, where: str) -> None:
    with closing(open_store(str(tmp_path / "first.sqlite"))) as first, closing(open_store(where)) as second:
        event = fill(first)
        data = backup_of(first)
        assert read_backup(second, io.BytesIO(data)) == len(first.everything())
        assert second.everything() == first.everything()
        assert backup_of(second) == data, "and so from one database to the other"
        here, there = Desk(second, lambda _order: None), Desk(first)
        assert here.evening(event).cards == there.evening(event).cards
        assert here.members() == there.members()
        assert here.seasons() == there.seasons()
        before = max(row[1] for row in first.everything() if row[0] == "record")
        assert here.create("Dora", "Tuesday", "grass-roots") == before + 1
        assert not here.keep("7", "s", 1, {}), "what a table has sent is known"


@pytest.mark.parametrize("broken", ["empty", "text", "cut", "bit", "line", "other"])
def test_a_backup_that_is_not_whole_is_refused_and_nothing_is_taken(
    store: Store, tmp_path: Path, broken: str
) -> None:
    with closing(open_store(str(tmp_path / "first.sqlite"))) as first:
        fill(first)
        data = backup_of(first)
    lines = gzip.decompress(data).splitlines(keepends=True)
    spoilt = {
        "empty": b"",
        "text": b"no backup",
        "cut": data[: len(data) // 2],
        "bit": gzip.compress(b"".join(lines).replace(b"Ann", b"Amn", 1)),
        "line": gzip.compress(b"".join(lines[:3] + lines[4:])),
        "other": gzip.compress(json.dumps(["something", "else"]).encode()),
    }[broken]
    with pytest.raises(StoreError) as caught:
        read_backup(store, io.BytesIO(spoilt))
    assert "\n" not in str(caught.value)
    assert store.is_empty()


def test_a_backup_does_not_go_over_what_is_there(store: Store) -> None:
    fill(store)
    data, before = backup_of(store), store.everything()
    with pytest.raises(StoreError, match="has events already"):
        read_backup(store, io.BytesIO(data))
    assert store.everything() == before


def hub(*options: str) -> tuple[int, str]:
    """`pegwatch hub` with these options: exit status, and all that it says."""
    run = subprocess.run(
        [sys.executable, "-m", "pegwatch", "hub", *options], capture_output=True, text=True, timeout=300
    )
    assert "Traceback" not in run.stderr
    return run.returncode, run.stdout + run.stderr


def test_the_command_backs_up_and_restores(tmp_path: Path) -> None:
    file, first, second = tmp_path / "hub.gz", tmp_path / "first", tmp_path / "second"
    first.mkdir()
    status, told = hub("--data", str(first), "--backup", str(file))
    assert (status, "no hub's store" in told) == (2, True)
    with closing(open_store(str(first / "hub.sqlite"), alone=True)) as store:
        fill(store)
        status, told = hub("--data", str(first), "--backup", str(file))  # a hub may be running
        assert (status, "Backed up" in told) == (0, True)
    assert hub("--data", str(second), "--restore", str(file))[0] == 0
    status, told = hub("--data", str(second), "--restore", str(file))
    assert (status, "has events already" in told) == (2, True)
    with closing(open_store(str(second / "hub.sqlite"))) as store:
        assert [record.body["name"] for record in store.events()] == ["Monday — é"]
    status, told = hub("--data", str(first), "--backup", str(tmp_path / "no" / "hub.gz"))
    assert (status, "cannot write" in told) == (2, True)


def test_the_page_saves_a_backup_and_an_empty_hub_takes_it(
    dora: Browser, guest: Browser, desk: Desk, tmp_path: Path
) -> None:
    fill(desk.store)
    guest.get("/backup", 403)
    data = dora.client.get("/backup").data
    dora.get("/")
    answer = dora.client.post("/do/restore", data={"token": dora.token, "backup": (io.BytesIO(data), "b.gz")})
    assert "has events already" in said(dora.get(answer.headers["Location"]))
    with closing(open_store(str(tmp_path / "empty.sqlite"))) as empty:
        site = ClubSite(Desk(empty), b"k" * 32, None)
        site.accounts.put("director", "Dora", "739205")
        other = Browser(build_club_app(site).test_client())
        other.get("/login")
        other.post("/login", {"name": "Dora", "pin": "739205"})
        for sent, says in ((data[:40], "Nothing was restored"), (data, "Restored")):
            answer = other.client.post(
                "/do/restore", data={"token": other.token, "backup": (io.BytesIO(sent), "b.gz")}
            )
            assert says in said(other.get(answer.headers["Location"]))
        assert "Monday — é" in other.get("/")
