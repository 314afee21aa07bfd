"""Updates on the table's page: who may, when not, what goes into the folder, and in a real browser on a phone."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from browsing import WAIT_MS, Server
from flask import Flask
from playwright.sync_api import Browser, expect
from screens import keep
from test_door import Phone

from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from firmware.box.updatedoor import ARCHIVE, GOING, REQUEST, SIGNED, Going, State, UpdateDoor, Why, tell
from webui.app import close_app, create_app
from webui.config import WebConfig
from webui.updates import told
from webui.words import LANGUAGES, words

ORDERS = (
    ("update/piece", {"part": "archive", "at": 0, "data": "YQ=="}),
    ("update/begin", {}),
    ("update/back", {}),
)


def installed(folder: Path) -> UpdateDoor:
    """The door of a table that was installed as an appliance, and whose owner has put a key there."""
    door = UpdateDoor(
        folder / "update", folder / "said/told.json", folder / "etc/release.pub", folder / "opt"
    )
    for made in (door.folder, door.told.parent, door.key.parent, door.opt / "1.1", door.opt / "1.0"):
        made.mkdir(parents=True)
    door.key.touch()
    for name, version in (("current", "1.1"), ("previous", "1.0")):
        (door.opt / version / "VERSION").write_text(f"{version}\n")
        (door.opt / name).symlink_to(version)
    return door


@pytest.fixture
def door(tmp_path: Path) -> UpdateDoor:
    return installed(tmp_path)


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[[UpdateDoor | None], Flask]]:
    made: list[Flask] = []

    def build(updated: UpdateDoor | None) -> Flask:
        with closing(SqliteJournal(tmp_path / "journal.sqlite")):
            pass
        Pulse.open(tmp_path / "run").close()
        config = WebConfig(trust_loopback=True, posts_each_minute=60_000)
        made.append(create_app(tmp_path / "journal.sqlite", tmp_path / "run", config, updated=updated))
        return made[-1]

    yield build
    for app in made:
        close_app(app)


def screen_of(app: Flask) -> Phone:
    return Phone(app, "127.0.0.1", Host="localhost")


def left(door: UpdateDoor) -> list[str]:
    return sorted(path.name for path in door.folder.iterdir())


def test_only_the_keeper_sends_asks_and_goes_back(
    make: Callable[[UpdateDoor | None], Flask], door: UpdateDoor
) -> None:
    app = make(door)
    guest = Phone(app)
    for path, body in ORDERS:
        assert guest.post(path, body).status_code == 403
    assert guest.get("/api/v1/update").status_code == 403
    assert "1.1" not in guest.get("/setup/update").get_data(as_text=True)
    without = screen_of(app).client.post("/api/v1/update/begin", json={}, headers=screen_of(app).headers)
    assert without.status_code == 403, "the token of our own page is missing"
    assert left(door) == []


def test_what_the_keeper_sends_lies_in_the_folder_and_root_is_asked(
    make: Callable[[UpdateDoor | None], Flask], door: UpdateDoor
) -> None:
    screen = screen_of(make(door))
    for part in ("signed", "archive"):
        whole, at = part.encode() * 3, 0
        for piece in (whole[:5], whole[5:]):
            body = {"part": part, "at": at, "data": base64.b64encode(piece).decode()}
            at = screen.post("update/piece", body).get_json()["there"]
        assert at == len(whole)
    assert left(door) == [ARCHIVE, SIGNED], "the page starts nothing by itself"
    begun = screen.post("update/begin", {})
    assert (begun.status_code, begun.get_json()["state"]) == (202, "asked")
    assert (door.folder / REQUEST).read_text() == "install\n"
    assert screen.post("update/back", {}).get_json()["error"] == "update.busy"
    (door.folder / REQUEST).unlink()
    assert screen.post("update/back", {}).status_code == 202
    assert (door.folder / REQUEST).read_text() == "back\n"


@pytest.mark.parametrize("mode", ["club", "sanctioned"])
def test_nothing_is_sent_or_begun_while_a_game_is_on(
    mode: str, make: Callable[[UpdateDoor | None], Flask], door: UpdateDoor, tmp_path: Path,
    make_story: Callable[[Any], Any],
) -> None:  # fmt: skip
    screen = screen_of(make(door))
    with closing(SqliteJournal(tmp_path / "journal.sqlite")) as journal:
        make_story(journal).begin(mode)
        for path, body in ORDERS:
            answer = screen.post(path, body)
            assert (answer.status_code, answer.get_json()["error"]) == (403, "update.game")
        page = screen.get("/setup/update").get_data(as_text=True)
        assert "A game is on" in page
        assert "Send and try it" not in page
    assert left(door) == []


def test_a_table_whose_owner_put_no_key_there_takes_none_and_says_how_it_goes_by_hand(
    make: Callable[[UpdateDoor | None], Flask], door: UpdateDoor
) -> None:
    door.key.unlink()
    for closed in (None, door):
        screen = screen_of(make(closed))
        for path, body in ORDERS:
            assert screen.post(path, body).get_json()["error"] == "update.shut"
        assert screen.get("/api/v1/update").get_json()["state"] == "none"
        page = screen.get("/setup/update").get_data(as_text=True)
        assert "sudo pegwatch update" in page
        assert "Send and try it" not in page
    assert left(door) == []


@pytest.mark.parametrize(
    "body",
    [{}, {"part": "request", "at": 0, "data": "YQ=="}, {"part": "../archive", "at": 0, "data": ""},
     {"part": ["archive"], "at": 0, "data": ""}, {"part": "archive", "at": -1, "data": ""},
     {"part": "archive", "at": True, "data": ""}, {"part": "archive", "at": 0, "data": "%"},
     {"part": "archive", "at": 0, "data": 5}],
)  # fmt: skip
def test_a_piece_that_is_none_is_refused(
    make: Callable[[UpdateDoor | None], Flask], door: UpdateDoor, body: dict[str, Any]
) -> None:
    assert screen_of(make(door)).post("update/piece", body).status_code == 400
    assert left(door) == []


def test_a_file_that_is_too_large_and_a_card_without_room_are_said(
    make: Callable[[UpdateDoor | None], Flask], door: UpdateDoor
) -> None:
    screen = screen_of(make(door))
    piece = {"part": "signed", "at": 0, "data": base64.b64encode(b"x" * 5000).decode()}
    assert screen.post("update/piece", piece).get_json()["error"] == "update.large"
    (door.folder / ARCHIVE).mkdir()  # what cannot be written, no matter who runs the test
    answer = screen.post("update/piece", {"part": "archive", "at": 0, "data": "YQ=="})
    assert (answer.status_code, answer.get_json()["error"]) == (507, "update.room")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_however_it_goes_there_is_a_sentence_for_it(lang: str) -> None:
    states: tuple[State, ...] = (*GOING, "done")  # type: ignore[assignment]
    whys: tuple[Why, ...] = (
        "key",
        "signed",
        "archive",
        "version",
        "older",
        "same",
        "game",
        "back",
        "failed",
        "",
    )
    said = {told(Going(state, version="1.2"), words(lang))["say"] for state in states}
    said |= {told(Going("refused", why=why), words(lang))["say"] for why in whys}
    said.add(told(Going("done", "back", version="1.2"), words(lang))["say"])
    assert len(said) == len(states) + len(whys) - 1 + 1, "an empty why is a failed one"
    assert all(said)
    assert told(Going(), words(lang))["say"] == ""


@pytest.mark.browser
def test_sent_followed_to_its_end_and_back_in_french_on_a_phone(
    browser: Browser, server: Server, tmp_path_factory: pytest.TempPathFactory
) -> None:
    door = installed(server.data / "box")
    files = tmp_path_factory.mktemp("files")
    (files / "pegwatch-1.2.tar.gz").write_bytes(b"x" * 20_000)
    (files / "pegwatch-1.2.tar.gz.signed").write_text("signed")
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="fr-CA")
    context.set_default_timeout(WAIT_MS)
    try:
        page = context.new_page()
        page.goto(server.url.replace("127.0.0.1", "localhost") + "setup")
        page.get_by_role("link", name="Mise à jour").click()
        expect(page.get_by_text("La version 1.1 tourne.")).to_be_visible()
        keep(page, "update")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.get_by_label("Archive").set_input_files(files / "pegwatch-1.2.tar.gz")
        page.get_by_label("Somme signée").set_input_files(files / "pegwatch-1.2.tar.gz.signed")
        page.get_by_role("button", name="Envoyer et essayer").click()
        expect(page.get_by_text("la machine commence dans un instant")).to_be_visible()
        assert (door.folder / ARCHIVE).stat().st_size == 20_000
        assert (door.folder / SIGNED).read_text() == "signed"
        tell(door.told, Going("trying", at=time.time(), version="1.1"))
        (door.folder / REQUEST).unlink()
        expect(page.get_by_text("est installée et essayée")).to_be_visible()
        keep(page, "update-trying")
        tell(
            door.told, Going("refused", why="failed", line="version 1.2 did not prove itself", version="1.1")
        )
        expect(page.get_by_text("n’a pas fait ses preuves")).to_be_visible()
        expect(page.get_by_text("version 1.2 did not prove itself")).to_be_visible()
        keep(page, "update-refused")
        page.get_by_role("button", name="Revenir à 1.0").click()
        expect(page.get_by_text("la machine commence dans un instant")).to_be_visible()
        (door.opt / "current").unlink()
        (door.opt / "current").symlink_to("1.0")
        tell(door.told, Going("done", "back", version="1.0"))
        (door.folder / REQUEST).unlink()
        expect(page.get_by_text("La version 1.0 tourne de nouveau.")).to_be_visible()
        expect(page.get_by_text("La version 1.0 tourne.", exact=True)).to_be_visible()
    finally:
        context.close()
