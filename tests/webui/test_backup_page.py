"""Backup and restore on the table's page: who may, when not, and in a real browser, from one table to another."""

from __future__ import annotations

import base64
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from browsing import WAIT_MS, Server
from flask import Flask
from playwright.sync_api import Browser, expect
from screens import keep
from test_door import Phone

from firmware.box.backup import FOLDER
from firmware.box.handover import offered, take_in
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from webui.app import close_app, create_app
from webui.config import WebConfig


@pytest.fixture
def on_disk(tmp_path: Path) -> Any:
    """The page of a table with a data folder."""
    with closing(SqliteJournal(tmp_path / "journal.sqlite")):
        pass
    Pulse.open(tmp_path / "run").close()
    app = create_app(tmp_path / "journal.sqlite", tmp_path / "run", WebConfig(trust_loopback=True))
    yield app
    close_app(app)


def test_only_the_keeper_saves_and_restores(on_disk: Flask) -> None:
    guest, screen = Phone(on_disk), Phone(on_disk, "127.0.0.1", Host="localhost")
    assert guest.get("/setup/backup/file").status_code == 403
    piece = {"at": 0, "data": "", "last": True}
    assert guest.post("backup/piece", piece).status_code == 403
    assert guest.post("backup/withdraw", {}).status_code == 403
    assert "Save a backup" not in guest.get("/setup/backup").get_data(as_text=True)
    assert "Save a backup" in screen.get("/setup/backup").get_data(as_text=True)
    assert screen.get("/setup/backup/file").status_code == 200
    without = screen.client.post("/api/v1/backup/piece", json=piece, headers=screen.headers)
    assert without.status_code == 403, "the token of our own page is missing"


def test_nothing_goes_out_or_in_while_a_sanctioned_game_runs(
    on_disk: Flask, tmp_path: Path, make_story: Callable[[Any], Any]
) -> None:
    screen = Phone(on_disk, "127.0.0.1", Host="localhost")
    with closing(SqliteJournal(tmp_path / "journal.sqlite")) as journal:
        make_story(journal).begin("sanctioned")
        answer = screen.get("/setup/backup/file")
        assert answer.status_code == 403
        assert answer.get_json()["error"] == "sanctioned.backup"
        assert screen.post("backup/piece", {"at": 0, "data": "", "last": True}).status_code == 403
        assert "Save a backup" not in screen.get("/setup/backup").get_data(as_text=True)


@pytest.mark.parametrize(
    "body",
    [{}, {"at": -1, "data": ""}, {"at": "0", "data": ""}, {"at": True, "data": ""}, {"at": 0}, {"at": 0, "data": "%"},
     {"at": 0, "data": 5}],
)  # fmt: skip
def test_a_piece_that_is_none_is_refused(on_disk: Flask, body: dict[str, Any]) -> None:
    screen = Phone(on_disk, "127.0.0.1", Host="localhost")
    assert screen.post("backup/piece", body).status_code == 400


def test_a_file_that_is_no_backup_is_refused_in_words(on_disk: Flask, tmp_path: Path) -> None:
    screen = Phone(on_disk, "127.0.0.1", Host="localhost")
    answer = screen.post(
        "backup/piece", {"at": 0, "data": base64.b64encode(b"a photo").decode(), "last": True}
    )
    assert answer.status_code == 400
    assert answer.get_json()["say"].startswith("Nothing was restored")
    assert offered(tmp_path) is None


@pytest.mark.browser
def test_from_one_table_to_another_in_french_on_a_phone(
    browser: Browser, server: Server, live_story: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for _ in range(120):  # of more than one piece
        live_story.begin("club").cards("A", "5H", "5S", "JD", "KC").peg("A", 6)
    other = Server(tmp_path_factory.mktemp("other"))
    other.start()
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, locale="fr-CA", accept_downloads=True
    )
    context.set_default_timeout(WAIT_MS)
    try:
        page = context.new_page()
        page.goto(server.url.replace("127.0.0.1", "localhost") + "setup")
        page.get_by_role("link", name="Sauvegarde").click()
        with page.expect_download() as coming:
            page.get_by_role("link", name="Enregistrer une sauvegarde").click()
        file = tmp_path_factory.mktemp("saved") / coming.value.suggested_filename
        coming.value.save_as(file)
        assert file.name.endswith(".sqlite.gz")
        assert file.stat().st_size > 9000, "of more than one piece"

        page.goto(other.url.replace("127.0.0.1", "localhost") + "setup/backup")
        wrong = tmp_path_factory.mktemp("wrong") / "photo.jpg"
        wrong.write_bytes(b"\xff\xd8 a photograph")
        page.get_by_label("Sauvegarde à lire").set_input_files(wrong)
        page.get_by_role("button", name="Lire la sauvegarde").click()
        expect(page.locator("#restore .answer")).to_contain_text("Rien n’a été restauré")
        page.get_by_label("Sauvegarde à lire").set_input_files(file)
        page.get_by_role("button", name="Lire la sauvegarde").click()
        expect(page.get_by_text("Une bonne sauvegarde de 120 parties attend")).to_be_visible()
        # the page may just be loaded again
        page.wait_for_function("document.documentElement.scrollWidth <= 360")
        keep(page, "backup-waits")
        page.get_by_role("button", name="Ne pas la restaurer").click()
        expect(page.get_by_label("Sauvegarde à lire")).to_be_visible()
        assert offered(other.data) is None
        page.get_by_label("Sauvegarde à lire").set_input_files(file)
        page.get_by_role("button", name="Lire la sauvegarde").click()
        expect(page.get_by_text("Une bonne sauvegarde de 120 parties attend")).to_be_visible()
        keep(page, "backup")
    finally:
        context.close()
        other.stop()
    assert take_in(other.data / "journal.sqlite", other.data / FOLDER) is not None
    with closing(SqliteJournal(other.data / "journal.sqlite")) as journal:
        assert len(journal.games()) == 120
