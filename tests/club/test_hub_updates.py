"""Updates on the hub's page: the table's own way, for a director; and what root takes up of it."""

from __future__ import annotations

import base64
import json
import re
import sys
import time
from pathlib import Path

import pytest
from browsers import PIN, Browser
from halls import served
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect
from screens import keep

from club.desk import Desk
from firmware.box.updatedoor import ARCHIVE, FOLDERS, REQUEST, SIGNED, Going, UpdateDoor, tell
from pegwatch.commands.hub import _updates
from webui.club.app import build_club_app
from webui.club.site import ClubSite

sys.path.insert(0, str(Path(__file__).parents[1] / "webui"))

from browsing import WAIT_MS
from test_update_page import ORDERS, installed, left


@pytest.fixture
def door(tmp_path: Path) -> UpdateDoor:
    return installed(tmp_path)


@pytest.fixture
def site(desk: Desk, door: UpdateDoor) -> ClubSite:
    site = ClubSite(desk, b"k" * 32, None, "Riverside")
    site.updates = door
    return site


def send(browser: Browser, path: str, body: object) -> tuple[int, dict[str, object]]:
    answer = browser.client.post(f"/api/v1/{path}", json=body, headers={"X-CSRF-Token": browser.token})
    return answer.status_code, answer.get_json()


def test_only_a_director_sends_asks_and_goes_back(guest: Browser, dora: Browser, door: UpdateDoor) -> None:
    for path, body in ORDERS:
        assert send(guest, path, body)[0] == 403
        without = dora.client.post(f"/api/v1/{path}", json=body)
        assert without.status_code == 409, "the token of our own page is missing"
    guest.get("/setup/update", 403)
    guest.get("/api/v1/update", 403)
    assert "/setup/update" not in guest.get("/")
    assert left(door) == []


def test_what_a_director_sends_lies_in_the_hubs_folder_and_root_is_asked(
    dora: Browser, door: UpdateDoor
) -> None:
    assert "/setup/update" in dora.get("/")
    page = dora.get("/setup/update")
    assert "Version 1.1 runs." in page
    assert "Tables play on" in page
    for part in ("signed", "archive"):
        whole, at = part.encode() * 3, 0
        for piece in (whole[:5], whole[5:]):
            body = {"part": part, "at": at, "data": base64.b64encode(piece).decode()}
            status, told = send(dora, "update/piece", body)
            assert status == 200
            at = int(str(told["there"]))
    assert left(door) == [ARCHIVE, SIGNED]
    status, told = send(dora, "update/begin", {})
    assert (status, told["state"]) == (202, "asked")
    assert (door.folder / REQUEST).read_text() == "install\n"
    assert send(dora, "update/back", {})[1]["error"] == "update.busy"


def test_the_pieces_of_a_release_are_not_counted_as_a_directors_orders(
    dora: Browser, door: UpdateDoor
) -> None:
    for at in range(400):
        body = {"part": "archive", "at": at, "data": "YQ=="}
        assert send(dora, "update/piece", body)[0] == 200, at
    assert (door.folder / ARCHIVE).stat().st_size == 400


def test_a_hub_that_is_not_installed_or_has_no_key_takes_none(
    dora: Browser, site: ClubSite, door: UpdateDoor, tmp_path: Path
) -> None:
    door.key.unlink()
    for path, body in ORDERS:
        assert send(dora, path, body)[1]["error"] == "update.shut"
    assert "sudo pegwatch update" in dora.get("/setup/update")
    assert _updates(tmp_path / "elsewhere") is None, "where nobody would look"
    assert not (tmp_path / "elsewhere").exists()
    assert FOLDERS[1] == Path("/var/lib/pegwatch-hub/update")
    site.updates = None
    site.accounts.put("director", "Dora", PIN)
    other = Browser(build_club_app(site).test_client())
    other.get("/login")
    other.post("/login", {"name": "dora", "pin": PIN})
    assert "takes no updates" in other.get("/setup/update")
    assert json.loads(other.get("/api/v1/update"))["state"] == "none"


@pytest.mark.browser
def test_a_director_sends_a_release_in_french_on_a_phone(
    browser: Chromium, site: ClubSite, door: UpdateDoor, tmp_path: Path
) -> None:
    site.accounts.put("director", "Dora", PIN)
    archive, signed = tmp_path / "pegwatch-1.2.tar.gz", tmp_path / "pegwatch-1.2.tar.gz.signed"
    archive.write_bytes(b"x" * 20_000)
    signed.write_text("signed")
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="fr-CA")
    context.set_default_timeout(WAIT_MS)
    with served(site) as url:
        page = context.new_page()
        page.goto(f"{url}/login")
        page.get_by_label("Nom").fill("Dora")
        page.get_by_label("Code PIN").fill(PIN)
        page.get_by_role("main").get_by_role("button").first.click()
        page.goto(f"{url}/")
        page.get_by_role("link", name="Mise à jour").click()
        expect(page.get_by_text("La version 1.1 tourne.")).to_be_visible()
        keep(page, "hub-update")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.get_by_label("Archive").set_input_files(archive)
        page.get_by_label("Somme signée").set_input_files(signed)
        page.get_by_role("button", name="Envoyer et essayer").click()
        expect(page.get_by_text("la machine commence dans un instant")).to_be_visible()
        assert (door.folder / ARCHIVE).stat().st_size == 20_000
        tell(door.told, Going("refused", why="older", version="1.1", at=time.time()))
        (door.folder / REQUEST).unlink()
        expect(
            page.get_by_text(re.compile("plus ancienne qu’une autre que cette machine a eue"))
        ).to_be_visible()
        keep(page, "hub-update-older")
    context.close()
