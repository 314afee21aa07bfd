"""A refusal says what is so: no sanctioned game where none is on, no restore where something was to be saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from test_backup_page import on_disk  # noqa: F401 - a fixture
from test_desk import Judge
from test_door import GAME, Phone

from firmware.box.errors import JournalError
from webui import backup as backup_page
from webui.app import site_of
from webui.words import words


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app(posts_each_minute=60_000)


def said(answer: Any) -> str:
    """The sentence of a refusal."""
    assert answer.status_code >= 400
    return str(answer.get_json()["say"])


# --- who asks, not what is on ------------------------------------------------------------------------------------


def test_a_guest_who_asks_for_the_way_in_is_told_to_join_and_nothing_of_a_sanctioned_game(app: Flask) -> None:
    refused = Phone(app).get("/join.svg")
    assert (refused.status_code, refused.get_json()["error"]) == (403, "role")
    assert "sanctioned" not in said(refused)


def test_a_picture_of_a_call_is_refused_to_a_judge_without_one_in_words_about_the_call(
    app: Flask, story: Any
) -> None:
    url = "/api/v1/judge/pictures/aa.jpg"
    story.begin("club").overpeg()
    assert Phone(app).get(url).get_json()["error"] == "judge"
    ruth = Judge(app, "Ruth")
    none_yet = ruth.client.get(url)
    ruth.step("open", matter="overpeg", about="hand-B")
    alone = ruth.client.get(url)
    Judge(app, "Jo", "192.168.7.51").step("join")
    stranger = Judge(app, "Max", "192.168.7.52").client.get(url)
    for refused in (none_yet, alone, stranger):
        assert (refused.status_code, refused.get_json()["error"]) == (403, "desk.evidence")
        assert "sanctioned" not in said(refused)
    assert ruth.client.get(url).status_code == 404, "to the judges of the call it is a picture like any other"


# --- a backup ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("why", [JournalError("cannot copy the journal"), OSError(28, "no space left")])
def test_a_backup_that_cannot_be_made_says_that_nothing_was_saved_and_nothing_of_a_restore(
    why: Exception,
    on_disk: Flask,  # noqa: F811 - the fixture
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(_path: Path) -> Iterator[bytes]:
        raise why
        yield b""

    monkeypatch.setattr(backup_page, "packed", fails)
    screen = Phone(on_disk, "127.0.0.1", Host="localhost")
    for lang, begins in (("en", "Nothing was saved"), ("fr", "Rien n’a été enregistré")):
        answer = screen.get(f"/setup/backup/file?lang={lang}")
        assert (answer.status_code, answer.get_json()["error"]) == (503, "backup.save")
        assert said(answer).startswith(begins)
        assert answer.get_json()["why"] == str(why)


def test_a_journal_that_cannot_be_read_is_not_told_as_a_restore_that_failed(
    on_disk: Flask,  # noqa: F811 - the fixture
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = Phone(on_disk, "127.0.0.1", Host="localhost")
    with closing(screen.get("/setup/backup")) as page:
        assert page.status_code == 200

    def fails() -> None:
        raise JournalError("the disk is gone")

    monkeypatch.setattr(site_of(on_disk), "freshen", fails)
    answer = screen.get("/setup/backup")
    assert (answer.status_code, answer.get_json()["error"]) == (503, "storage")


# --- names and orders --------------------------------------------------------------------------------------------


def test_a_table_name_that_is_too_long_is_told_its_own_limit(app: Flask) -> None:
    screen = Phone(app, "127.0.0.1")
    for name in ("x" * 25, "x" * 40, "", 7):
        assert "1 to 24" in said(screen.post("setup/name", {"name": name}))
    assert screen.post("setup/name", {"name": "x" * 24}).status_code == 200
    assert screen.post("setup/name", {"name": "  Table" + " " * 30 + "7 "}).status_code == 200, (
        "as it is kept"
    )
    assert "1 to 40" in said(screen.post("setup/judge", {"name": "x" * 41, "pin": "271828"}))


def test_removing_a_judge_who_is_not_there_says_so(app: Flask) -> None:
    refused = said(Phone(app, "127.0.0.1").post("setup/judge/remove", {"name": "Nobody"}))
    assert "No judge of that name" in refused
    assert "characters" not in refused


@pytest.mark.parametrize(("lang", "workshop"), [("en", "workshop"), ("fr", "atelier")])
def test_an_order_that_the_camera_does_not_know_is_not_told_of_the_workshop(
    lang: str, workshop: str, app: Flask
) -> None:
    refused = said(Phone(app, "127.0.0.1").post(f"camera?lang={lang}", {"do": "format-disk"}))
    assert refused
    assert workshop not in refused


# --- texts that hold for every table -----------------------------------------------------------------------------


@pytest.mark.parametrize("pegs", ["camera", "none"])
def test_a_table_without_sanctioned_games_says_why_whoever_reads_its_pegs_or_nobody(
    pegs: str, make_app: Callable[..., Flask]
) -> None:
    app = make_app(pegs=pegs, modes=("club", "teaching"))
    refused = said(Phone(app, "127.0.0.1").post("games", GAME | {"mode": "sanctioned"}))
    assert "camera alone" in refused
    assert "by nobody" in refused
    assert "sanctioned = true" in refused


def test_a_seat_that_is_taken_says_in_each_language_when_and_where_it_becomes_free(app: Flask) -> None:
    Phone(app).join(app, "A")
    body = {"code": site_of(app).door.code.read(), "seat": "A"}
    for lang, where in (("en", "Players’ phones"), ("fr", "Téléphones des joueurs")):
        refused = said(Phone(app, "192.168.7.32").post(f"join?lang={lang}", body))
        assert "10 minutes" in refused
        assert where in refused


@pytest.mark.parametrize(("lang", "seat"), [("en", "holds a seat"), ("fr", "occupe une place")])
def test_who_may_see_a_sanctioned_game_afterwards_is_told_as_it_is_checked(lang: str, seat: str) -> None:
    for text in ("games.hidden", "error.players"):
        assert seat in words(lang)(text)
