"""Attacks from a phone in the club's network that no other test makes: paths, floods, other people's names."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from firmware.box.journal import MemoryJournal
from webui.app import build_app, close_app, site_of
from webui.config import WebConfig
from webui.table import Table

SECRET = "only for the table's own eyes"
FILES = (
    "journal.sqlite", "accounts.json", "table-code.json", "visitors.json", "call.json", "page.key", "pictures.sqlite",
)  # fmt: skip
STEPS = ("", "../", "..%2f", "%2e%2e/", "....//", "..\\", "%252e%252e%252f", "/")
ROOMS = ("/", "/static/", "/evidence/", "/games/", "/api/v1/games/1/pictures/", "/api/v1/judge/pictures/")


@pytest.fixture
def client(tmp_path: Path, journal: MemoryJournal, story: Any) -> Iterator[FlaskClient]:
    """A guest of a table whose data folder holds what must not leave it."""
    story.begin()
    for name in FILES:
        (tmp_path / name).write_text(SECRET)
    app = build_app(Table(journal, tmp_path / "run"), WebConfig(), b"k" * 32, tmp_path)
    guest = app.test_client()
    guest.environ_base["REMOTE_ADDR"] = "192.168.7.66"
    yield guest
    close_app(app)


@pytest.mark.parametrize("room", ROOMS)
def test_neither_journal_nor_pictures_nor_secrets_are_reached_by_path(room: str, client: FlaskClient) -> None:
    for name in FILES:
        for step in STEPS:
            for times in (1, 3):
                for tail in ("", ".jpg"):
                    answer = client.get(f"{room}{step * times}{name}{tail}")
                    assert answer.status_code in (302, 308, 400, 403, 404, 405, 421), (
                        room,
                        step,
                        name,
                        answer.status_code,
                    )
                    assert SECRET.encode() not in answer.data


def test_no_page_lists_a_folder(client: FlaskClient) -> None:
    for path in (
        "/static/",
        "/static",
        "/evidence/",
        "/api/",
        "/api/v1/",
        "/templates/table.html",
        "/webui/app.py",
    ):
        assert client.get(path).status_code in (308, 404)


def test_work_that_costs_is_rationed_by_address(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    guest, other = app.test_client(), app.test_client()
    guest.environ_base["REMOTE_ADDR"] = "192.168.7.66"
    other.environ_base["REMOTE_ADDR"] = "192.168.7.67"
    asked = "/api/v1/discards?cards=5H,5S,TD,JC,2D,9S&dealer=1"
    statuses = [guest.get(asked).status_code for _ in range(40)]
    assert statuses[0] == 200
    assert statuses[-1] == 429
    assert other.get(asked).status_code == 200


def test_guesses_cost_the_table_one_hash_at_a_time(make_app: Callable[..., Flask], monkeypatch: Any) -> None:
    """Sixteen megabytes a hash: many at once would take a small Pi down."""
    accounts = site_of(make_app()).door.accounts
    accounts.put("judge", "Ruth", "271828")
    running: list[int] = []
    most: list[int] = []

    def slow(_pin: str, _kept: str) -> bool:
        running.append(1)
        most.append(len(running))
        time.sleep(0.01)
        running.pop()
        return False

    monkeypatch.setattr("webui.door.accounts.is_pin", slow)
    with ThreadPoolExecutor(8) as together:
        list(together.map(lambda _: accounts.check("judge", "Ruth", "000000"), range(16)))
    assert max(most) == 1


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "POST"])
def test_no_other_method_changes_or_echoes_anything(
    method: str, client: FlaskClient, journal: MemoryJournal
) -> None:
    for path in ("/", "/games/1", "/api/v1/view", "/api/v1/games/1", "/camera.jpg", "/judge", "/metrics"):
        answer = client.open(path, method=method, headers={"X-Echo": "me"})
        assert answer.status_code in (403, 405, 429)
        assert b"me" not in answer.headers.get("X-Echo", "").encode()
    assert journal.pending() == []


def test_a_table_name_is_text_and_never_markup(make_app: Callable[..., Flask]) -> None:
    app = make_app(table_name="<script>alert(1)</script>")
    for path in ("/", "/join", "/overlay", "/setup"):
        assert "<script>alert" not in app.test_client().get(path).get_data(as_text=True)
