"""A backup of the hub goes back whole, into SQLite and PostgreSQL alike, or not at all."""

from __future__ import annotations

import base64
import gzip
import io
import json
import random
import subprocess
import sys
import tracemalloc
from contextlib import closing
from pathlib import Path

import pytest
from browsers import Browser, said, seat_of
from halls import served
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect
from screens import keep

from club.backup import read_backup, write_backup
from club.desk import Desk
from club.errors import StoreError
from club.lists import EntryRow
from club.season import Season
from club.store import Store, open_store
from cribbage.log.wire import FinishedGame
from webui.club.app import MAX_POST_BYTES, build_club_app
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


@pytest.mark.parametrize("kept", ["call", "member", "season", "game"])
def test_what_is_kept_beside_events_is_not_written_over_and_said_by_its_name(store: Store, kept: str) -> None:
    desk = Desk(store)
    if kept == "call":
        desk.call("room", "7")
    elif kept == "member":
        desk.put_member("Dora", "Ann")
    elif kept == "season":
        desk.put_season("Dora", Season(0, "Autumn", (), (1,)))
    else:
        store.tell("7", "s", 1, {"x": 1})
    before, data = store.everything(), io.BytesIO()
    write_backup(store, data)
    data.seek(0)
    with pytest.raises(StoreError, match="already, and a backup goes into an empty place only") as caught:
        read_backup(store, data)
    assert "has events" not in str(caught.value), "it has none"
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
    answer = dora.client.post("/do/restore", data={"token": dora.token, "file": (io.BytesIO(data), "b.gz")})
    assert "has events already" in said(dora.get(answer.headers["Location"]))
    with closing(open_store(str(tmp_path / "empty.sqlite"))) as empty:
        site = ClubSite(Desk(empty), b"k" * 32, None)
        site.accounts.put("director", "Dora", "739205")
        other = Browser(build_club_app(site).test_client())
        other.get("/login")
        other.post("/login", {"name": "Dora", "pin": "739205"})
        for sent, says in ((data[:40], "Nothing was restored"), (data, "Restored")):
            answer = other.client.post(
                "/do/restore", data={"token": other.token, "file": (io.BytesIO(sent), "b.gz")}
            )
            assert says in said(other.get(answer.headers["Location"]))
        assert "Monday — é" in other.get("/")


def test_the_page_offers_no_restore_that_would_be_refused(dora: Browser, desk: Desk) -> None:
    assert 'id="restore"' in dora.get("/")
    desk.call("room", "7")
    page = dora.get("/")
    assert 'id="restore"' not in page
    assert "backup.js" not in page
    assert "on which nothing was ever kept" in page
    assert 'href="/backup"' in page, "what is kept can be saved"


def empty_hub(folder: Path) -> tuple[Browser, ClubSite]:
    """A director at a new hub whose things lie in a folder."""
    site = ClubSite(Desk(open_store(str(folder / "empty.sqlite"))), b"k" * 32, folder)
    site.accounts.put("director", "Dora", "739205")
    browser = Browser(build_club_app(site).test_client())
    browser.get("/login")
    browser.post("/login", {"name": "Dora", "pin": "739205"})
    return browser, site


def send(browser: Browser, at: int, piece: bytes, last: bool) -> tuple[int, dict[str, object]]:
    answer = browser.client.post(
        "/api/v1/backup/piece",
        json={"at": at, "data": base64.b64encode(piece).decode(), "last": last},
        headers={"X-CSRF-Token": browser.token},
    )
    return answer.status_code, answer.get_json()


def test_a_backup_of_more_than_a_megabyte_comes_back_by_the_page(
    desk: Desk, dora: Browser, tmp_path: Path
) -> None:
    """Above what one form may bring, the page sends pieces; a national event is more."""
    fill(desk.store)
    chance = random.Random(1)
    with desk.store.together():
        for n in range(1500):
            desk.store.tell("8", "s", n + 1, {"noise": chance.randbytes(600).hex()})
    data = dora.client.get("/backup").data
    assert len(data) > MAX_POST_BYTES
    (tmp_path / "new").mkdir()
    other, site = empty_hub(tmp_path / "new")
    with closing(site.desk.store):
        for at in range(0, len(data), 9000):
            status, told = send(other, at, data[at : at + 9000], at + 9000 >= len(data))
            assert status == 200, told
        assert told["records"] == len(desk.store.everything())
        assert site.desk.store.everything() == desk.store.everything()
        assert "Restored" in said(other.get("/"))
        assert send(other, 0, data[:9000], False)[0] == 409, "it has events now"
        assert not (tmp_path / "new/restore-incoming.gz").exists()


def test_a_backup_beyond_every_bound_is_one_clear_line_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webui.club.backup.LARGEST", 10_000)
    other, site = empty_hub(tmp_path)
    with closing(site.desk.store):
        assert send(other, 0, b"x" * 9000, False) == (200, {"there": 9000, "say": ""})
        status, told = send(other, 9000, b"x" * 9000, False)
        assert (status, told["say"]) == (413, "This file is too large for a backup of a hub.")
        status, told = send(other, 0, b"no backup", True)
        assert (status, str(told["say"]).partition(":")[0]) == (400, "Nothing was restored")
        (tmp_path / "restore-incoming.gz").mkdir()  # what cannot be written, no matter who runs the test
        assert send(other, 0, b"x", False)[0] == 507
        (tmp_path / "restore-incoming.gz").rmdir()
        assert site.desk.store.is_empty()
        assert not (tmp_path / "restore-incoming.gz").exists()


def test_only_a_director_sends_a_backup(guest: Browser) -> None:
    assert send(guest, 0, b"x", False)[0] == 403


def test_a_store_that_holds_more_than_a_backup_takes_is_said_when_it_is_made(
    desk: Desk, dora: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(desk.store)
    monkeypatch.setattr("club.backup._MOST_BYTES", 500)
    answer = dora.client.get("/backup")
    assert "No backup was made" in said(dora.get(answer.headers["Location"]))


def test_a_large_backup_goes_both_ways_without_lying_in_memory(tmp_path: Path) -> None:
    """Looked at by what Python allocates: 40 MB of records, in a fraction of it."""
    body = {"noise": "x" * 4000}
    first, second = (open_store(str(tmp_path / name)) for name in ("first.sqlite", "second.sqlite"))
    with closing(first), closing(second), (tmp_path / "b.gz").open("w+b") as file:
        with first.together():
            for n in range(10_000):
                first.tell("8", "s", n + 1, body)
        tracemalloc.start()
        try:
            write_backup(first, file)
            file.seek(0)
            assert read_backup(second, file) == 10_000
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < 12_000_000, peak
        assert sum(1 for _ in second.in_order(second.extent())) == 10_000


@pytest.mark.browser
def test_a_backup_is_read_into_a_new_hub_on_a_phone(
    browser: Chromium, desk: Desk, dora: Browser, tmp_path: Path
) -> None:
    fill(desk.store)
    chance = random.Random(1)
    desk.store.tell("8", "s", 1, {"noise": chance.randbytes(20_000).hex()})
    (tmp_path / "hub.gz").write_bytes(dora.client.get("/backup").data)
    (tmp_path / "new").mkdir()
    _, site = empty_hub(tmp_path / "new")
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-CA")
    with closing(site.desk.store), served(site) as url:
        page = context.new_page()
        page.goto(f"{url}/login")
        page.get_by_label("Name").fill("Dora")
        page.get_by_label("PIN").fill("739205")
        page.get_by_role("main").get_by_role("button").first.click()
        page.goto(f"{url}/")
        page.get_by_label("Backup to read in").set_input_files(tmp_path / "hub.gz")
        keep(page, "hub-restore")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.get_by_role("button", name="Restore").click()
        expect(page.get_by_text("Restored: ")).to_be_visible()
        expect(page.get_by_role("link", name="Monday — é")).to_be_visible()
    context.close()
