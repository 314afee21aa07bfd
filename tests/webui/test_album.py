"""The pictures of readings on the page: handed out to those who may see them, by no other way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from firmware.box.gamelog import game_log
from firmware.box.journal import MemoryJournal
from firmware.box.pictures import PictureStore
from webui.app import build_app, close_app
from webui.config import WebConfig
from webui.table import Table

JPEG = b"\xff\xd8 the hand \xff\xd9"


@pytest.fixture
def key(tmp_path: Path) -> str:
    """Of a picture that is kept."""
    with closing(PictureStore(tmp_path / "pictures.sqlite", 4_000_000)) as store:
        return store.put("B", 1.0, JPEG)


@pytest.fixture
def app(journal: MemoryJournal, tmp_path: Path) -> Iterator[Flask]:
    table = Table(journal, tmp_path, pictures=tmp_path / "pictures.sqlite")
    app = build_app(table, WebConfig(poll_s=0.02, tick_s=1e-6), b"k" * 32)
    yield app
    close_app(app)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def lay(story: Any, key: str, zone: str = "B") -> None:
    body = {"t": story.t, "cards": {"zone": zone, "seen": ["5H", "5S", "JD", "KC"]}, "picture": key}
    story.tell("seen", body)


def listed(client: FlaskClient, game: int = 1, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/api/v1/games/{game}/pictures{query}").get_json()["pictures"]
    return found


def test_in_club_play_the_picture_of_what_lies_there_is_listed_and_served(
    client: FlaskClient, story: Any, key: str
) -> None:
    lay(story.begin("club"), key)
    (shot,) = listed(client)
    assert (shot["zone"], shot["cards"], shot["deal"]) == ("B", ["5H", "5S", "JD", "KC"], 1)
    answer = client.get(shot["url"])
    assert (answer.data, answer.mimetype) == (JPEG, "image/jpeg")
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("query", ["", "?as=A", "?as=B", "?as=judge"])
def test_rule_9_5_in_sanctioned_play_nobody_is_served_even_with_the_key(
    client: FlaskClient, story: Any, key: str, query: str
) -> None:
    lay(story.begin("sanctioned"), key)
    assert listed(client, 1, query) == []
    kept = client.get(f"/api/v1/games/1/pictures/{key}.jpg{query}")
    never = client.get(f"/api/v1/games/1/pictures/{'0' * 32}.jpg{query}")
    assert kept.status_code == never.status_code == 404
    assert kept.data == never.data, "what may not be seen looks like what is not there"


def test_row_31_after_the_game_its_players_may_look_and_the_public_may_not(
    client: FlaskClient, story: Any, key: str
) -> None:
    lay(story.begin("sanctioned"), key)
    story.win().said("A", "accept")
    assert [len(listed(client, 1, query)) for query in ("?as=A", "?as=B", "")] == [1, 1, 0]
    assert client.get(listed(client, 1, "?as=A")[0]["url"] + "?as=A").data == JPEG
    assert client.get(f"/api/v1/games/1/pictures/{key}.jpg").status_code == 404


def test_a_picture_of_another_game_is_not_reached_through_this_one(
    client: FlaskClient, story: Any, key: str
) -> None:
    """A sanctioned game followed by a club game: the open one is no door to the other."""
    lay(story.begin("sanctioned"), key)
    story.begin("club")
    assert listed(client, 2) == []
    assert client.get(f"/api/v1/games/2/pictures/{key}.jpg").status_code == 404


def test_a_picture_that_had_to_make_room_is_simply_not_there(client: FlaskClient, story: Any) -> None:
    lay(story.begin("club"), "1" * 32)
    (shot,) = listed(client)
    assert client.get(shot["url"]).status_code == 404


@pytest.mark.parametrize("path", ["../page", "..%2fpage.key", "a/b", "' OR 1=1 --"])
def test_no_path_and_no_trick_leads_to_a_file(
    client: FlaskClient, story: Any, key: str, path: str, tmp_path: Path
) -> None:
    (tmp_path / "page.key").write_text("secret")
    lay(story.begin("club"), key)
    answer = client.get(f"/api/v1/games/1/pictures/{path}.jpg")
    assert answer.status_code == 404
    assert b"secret" not in answer.data


def test_the_page_says_nothing_of_pictures_and_the_log_leaves_without_them(
    client: FlaskClient, story: Any, key: str, journal: MemoryJournal
) -> None:
    lay(story.begin("club"), key)
    assert key not in client.get("/api/v1/view").get_data(as_text=True)
    log = "\n".join(game_log(journal.events(game=1)))
    assert "5H" in log
    assert "picture" not in log


def test_what_is_amiss_with_the_eye_stands_under_health(
    make_app: Callable[..., Flask], tmp_path: Path
) -> None:
    note = '[{"code": "pictures", "severity": "warning", "part": "eye", "sentence": "Not kept.", "mend": "Look."}]'
    (tmp_path / "eye.json").write_text(note)
    health = make_app().test_client().get("/api/v1/view").get_json()["health"]
    assert {"part": "eye", "state": "degraded", "note": "Not kept.", "mend": "Look."}.items() <= health[
        -1
    ].items()


def test_who_holds_no_seat_is_the_public_whatever_the_address_says(
    client: FlaskClient, story: Any, key: str
) -> None:
    lay(story.begin("sanctioned"), key)
    story.win().said("A", "accept")
    stranger = {"REMOTE_ADDR": "192.168.7.55"}
    url = f"/api/v1/games/1/pictures/{key}.jpg?as=A"
    assert client.get(url).status_code == 200, "the table's own screen"
    assert client.get(url, environ_base=stranger).status_code == 404
