"""Pages and pictures: they render, they say what may be said, and they carry the headers that keep them safe."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from cribbage.log.logreader import LogReader
from firmware.box.pulse import Pulse
from webui.app import build_app, close_app, create_app
from webui.config import WebConfig
from webui.table import Table

JPEG = b"\xff\xd8 not looked into \xff\xd9"
SHOWN = [
    "/",
    "/games",
    "/games/1",
    "/games/1/sheet",
    "/players",
    "/overlay",
    "/join",
    "/login",
    "/setup",
    "/learn",
    "/login?role=keeper",
]
API = ["/api/v1/view", "/api/v1/games", "/api/v1/nowhere"]
PATHS = [*SHOWN, "/qr.svg", "/healthz", "/nowhere", *API]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_carries_the_headers(path: str, client: FlaskClient, story: Any) -> None:
    story.begin()
    headers = client.get(path).headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("path", SHOWN)
def test_pages_need_nothing_from_elsewhere_and_nothing_inline(
    path: str, client: FlaskClient, story: Any
) -> None:
    story.begin().win()
    html = client.get(path).get_data(as_text=True)
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', html)
    assert "<style" not in html
    assert " style=" not in html
    assert not re.findall(r"<script(?![^>]* src=)", html)
    assert not re.findall(r'\son\w+="', html)


@pytest.mark.parametrize("path", [*SHOWN, "/nowhere"])
def test_every_text_of_a_page_is_in_the_language_file(path: str, client: FlaskClient, story: Any) -> None:
    story.begin().win()
    html = client.get(path).get_data(as_text=True)
    assert not re.findall(r">\s*[a-z_]+\.[a-z_.]+\s*<", html)
    assert not re.findall(r'="(?:mode|profile|page|act|fix|new|games|health|error)\.[a-z.]+"', html)


@pytest.mark.parametrize("path", [path for path in SHOWN if path not in ("/", "/overlay")])
def test_the_mode_of_the_game_that_is_on_stands_on_every_page(
    path: str, client: FlaskClient, story: Any
) -> None:
    """The table page and the judge desk say it with their live data; a stream's strip shows the score alone."""
    story.begin().win()
    assert 'class="badge"' in client.get(path).get_data(as_text=True)
    story.begin("sanctioned")
    client.get("/api/v1/view")
    assert 'data-mode="sanctioned">Sanctioned<' in client.get(path).get_data(as_text=True)


def test_names_are_text_and_never_markup(client: FlaskClient, story: Any) -> None:
    story.begin(players={"A": "<script>alert(1)</script>", "B": 'x" onload="y'}).win()
    html = client.get("/games").get_data(as_text=True) + client.get("/games/1").get_data(as_text=True)
    assert "<script>alert" not in html
    assert 'x" onload' not in html


def test_the_board_is_drawn_hole_by_hole(client: FlaskClient) -> None:
    html = client.get("/").get_data(as_text=True)
    assert len(re.findall(r'data-hole="', html)) == 247
    assert len(re.findall(r'data-hole="game"', html)) == 1


def test_the_qr_code_reads_back_as_the_address(client: FlaskClient) -> None:
    svg = client.get("/qr.svg").get_data(as_text=True)
    size = int(re.search(r'width="(\d+)"', svg)[1]) // 4  # type: ignore[index]
    dark = np.full((size, size), 255, np.uint8)
    x, y = 0.0, 0.0
    path = re.findall(r'd="([^"]+)"', svg)[-1]
    for command, values in re.findall(r"([Mmh])([-0-9. ]+)", path):
        numbers = [float(value) for value in values.split()]
        if command == "h":
            dark[int(y), int(x) : int(x + numbers[0])] = 0
            x += numbers[0]
        else:
            x, y = (numbers[0], numbers[1]) if command == "M" else (x + numbers[0], y + numbers[1])
    picture = cv2.resize(dark, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == "http://192.168.7.9:8080"


def test_without_an_address_there_is_no_qr_code(make_app: Callable[..., Flask]) -> None:
    client = make_app(url=None).test_client()
    assert client.get("/qr.svg").status_code == 404
    assert "/qr.svg" not in client.get("/").get_data(as_text=True)


# --- the camera picture ------------------------------------------------------------------------------------


def test_the_picture_of_a_silent_eye_is_stale(client: FlaskClient, tmp_path: Path) -> None:
    assert client.get("/camera.jpg").status_code == 404
    (tmp_path / "eye.jpg").write_bytes(JPEG)
    answer = client.get("/camera.jpg")
    assert answer.data == JPEG
    assert answer.headers["X-Stale"] == "1"
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_picture_is_fresh_while_the_eye_works_and_no_fault_is_known(
    story: Any, journal: Any, tmp_path: Path, pulse: Pulse
) -> None:
    (tmp_path / "eye.jpg").write_bytes(JPEG)
    pulse.beat("eye", done=1.0, until=1.0)
    app = build_app(Table(journal, tmp_path, pulse), WebConfig(), b"k" * 32)
    try:
        client = app.test_client()
        story.begin()
        client.get("/api/v1/view")
        assert client.get("/camera.jpg").headers["X-Stale"] == "0"
        story.tell("seen", {"t": 5.0, "fault": {"part": "camera", "what": "dark"}})
        client.get("/api/v1/view")
        assert client.get("/camera.jpg").headers["X-Stale"] == "1"
    finally:
        close_app(app)


def test_the_last_reading_of_a_zone_can_be_looked_at(client: FlaskClient, tmp_path: Path) -> None:
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence" / "crib.jpg").write_bytes(JPEG)
    (tmp_path / "secret.jpg").write_bytes(b"not for anybody")
    assert client.get("/evidence/crib.jpg").data == JPEG
    for path in (
        "/evidence/A.jpg",
        "/evidence/secret.jpg",
        "/evidence/..%2fsecret.jpg",
        "/evidence/../secret.jpg",
    ):
        assert client.get(path).status_code == 404


def test_there_is_no_picture_during_a_sanctioned_game(
    make_app: Callable[..., Flask], story: Any, tmp_path: Path
) -> None:
    (tmp_path / "eye.jpg").write_bytes(JPEG)
    story.begin("sanctioned")
    client = make_app().test_client()
    for path in ("/camera.jpg", "/evidence/crib.jpg"):
        assert client.get(path).status_code == 403


@pytest.mark.parametrize(
    "path", ["/../journal.sqlite", "/static/../page.key", "/static/..%2fapp.py", "/run/eye.jpg"]
)
def test_files_cannot_be_reached_by_path(path: str, client: FlaskClient) -> None:
    assert client.get(path).status_code in (404, 400)


# --- health ------------------------------------------------------------------------------------------------


@pytest.fixture
def pulse(tmp_path: Path) -> Any:
    with Pulse.open(tmp_path) as pulse:
        yield pulse


def view_with(table: Table) -> dict[str, Any]:
    app = build_app(table, WebConfig(), b"k" * 32)
    try:
        view: dict[str, Any] = app.test_client().get("/api/v1/view").get_json()
        return view
    finally:
        close_app(app)


def test_a_part_without_a_sign_of_life_is_stale(
    story: Any, journal: Any, tmp_path: Path, pulse: Pulse, monkeypatch: pytest.MonkeyPatch
) -> None:
    story.begin()
    now = time.monotonic()
    monkeypatch.setattr("firmware.box.pulse.time.monotonic", lambda: now)
    pulse.beat("board", done=1.0, until=1.0)
    pulse.beat("eye", done=1.0, until=1.0)
    healthy = view_with(Table(journal, tmp_path, pulse))["health"]
    assert [(part["part"], part["state"]) for part in healthy] == [("board", "ok"), ("eye", "ok")]
    with Pulse.open(tmp_path) as again:
        monkeypatch.setattr("firmware.box.pulse.time.monotonic", lambda: now + 6)
        view = view_with(Table(journal, tmp_path, again))
    stale, told = view["health"], [notice["say"] for notice in view["notices"]]
    assert [part["state"] for part in stale] == ["stale", "stale"]
    assert told[0].startswith("Board: Not responding")
    assert stale[0]["say"]


MASKED = {
    "code": "hole-masked",
    "severity": "warning",
    "part": "board",
    "sentence": "Hole A17 is ignored.",
    "mend": "Fix it.",
}
THIRD = MASKED | {
    "code": "third-peg",
    "sentence": "Three pegs in track A: 5, 9, 12.",
    "mend": "Take one out.",
    "doubt": True,
}
FULL = MASKED | {
    "code": "disk-full",
    "severity": "alarm",
    "part": "machine",
    "sentence": "The disk is nearly full.",
}


def test_what_the_board_says_of_its_holes_is_shown(story: Any, journal: Any, tmp_path: Path) -> None:
    story.begin()
    (tmp_path / "board.json").write_text(json.dumps([FULL, MASKED, THIRD]))
    view = view_with(Table(journal, tmp_path))
    assert [(part["part"], part["state"]) for part in view["health"][2:]] == [
        ("machine", "fault"),
        ("board", "degraded"),
        ("board", "doubt"),
    ]
    assert view["health"][3]["say"] == "Hole A17 is ignored. Fix it."
    assert [(n["kind"], n["say"]) for n in view["notices"]] == [
        ("fault", "The disk is nearly full."),
        ("ask", "Three pegs in track A: 5, 9, 12."),
    ]


@pytest.mark.parametrize(
    ("notes", "lamp"), [([THIRD], "steady"), ([FULL], "attention"), ([MASKED], "attention")]
)
def test_no_lamp_depends_on_doubts_in_a_sanctioned_game(
    notes: list[Any],
    lamp: str,
    story: Any,
    journal: Any,
    tmp_path: Path,
    pulse: Pulse,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Section 3.6: a doubt about a peg could betray a mistake."""
    monkeypatch.setattr("webui.table.STALE_S", 600.0)  # whether a part is silent is not asked here
    story.begin("sanctioned")
    for part in ("board", "eye"):
        pulse.beat(part, done=1.0, until=1.0)
    (tmp_path / "board.json").write_text(json.dumps(notes))
    view = view_with(Table(journal, tmp_path, pulse))
    assert view["lamp"] == lamp
    assert "health" not in view


@pytest.mark.parametrize("text", ["", "{", "7", '{"a": 1}', "[1, null]"])
def test_a_broken_health_file_breaks_nothing(text: str, story: Any, journal: Any, tmp_path: Path) -> None:
    story.begin()
    (tmp_path / "board.json").write_text(text)
    assert len(view_with(Table(journal, tmp_path))["health"]) == 2


def test_a_place_that_nobody_can_see_is_said_to_be_hidden(client: FlaskClient, story: Any) -> None:
    """Not that cards lie there which cannot be read, nor nothing at all."""
    story.begin().tell("seen", {"t": 5.0, "unread": {"zone": "A", "count": None}, "blind": True})
    for lang, says in (("en", "Something hides this place"), ("fr", "Quelque chose cache cette place")):
        view = client.get("/api/v1/view", headers={"Accept-Language": lang}).get_json()
        assert [hand["says"].startswith(says) for hand in view["hands"]] == [True]
    story.tell("seen", {"t": 9.0, "cards": {"zone": "A", "seen": []}})
    assert client.get("/api/v1/view").get_json()["hands"] == []


def test_a_fault_is_a_notice_in_words(client: FlaskClient, story: Any) -> None:
    story.begin().tell("seen", {"t": 5.0, "fault": {"part": "camera", "what": "covered"}})
    (notice,) = client.get("/api/v1/view").get_json()["notices"]
    assert notice["say"].startswith("Camera: covered.")


def test_healthz_tells_watchers_nothing_of_the_game(client: FlaskClient, story: Any) -> None:
    story.begin("sanctioned").overpeg()
    assert client.get("/healthz").get_json() == {
        "alive": True,
        "page": "ok",
        "journal": "ok",
        "parts": {"board": "off", "eye": "off"},
    }


# --- games -------------------------------------------------------------------------------------------------


def test_the_list_of_games(client: FlaskClient, story: Any) -> None:
    story.begin().win()
    story.begin(players={"A": "Cleo", "B": "Dan"})
    latest, first = client.get("/api/v1/games").get_json()["games"]
    assert (latest["game"], latest["state"]) == (2, "on")
    assert (first["state"], first["result"]["winner"]) == ("over", "B")
    assert "Cleo – Dan" in client.get("/games").get_data(as_text=True)


def test_a_club_game_can_be_reviewed_deal_by_deal(client: FlaskClient, story: Any) -> None:
    story.begin().overpeg()
    assert client.get("/api/v1/games/1").get_json()["deals"] == []
    story.hand("closed", pegged=8).next_deal(2)
    (deal,) = client.get("/api/v1/games/1").get_json()["deals"]
    assert deal["items"][0]["value_says"] == "worth 6, pegged 8"
    assert deal["verdicts"][0]["say"] == "Bob pegged 2 too many for the hand (8 for 6)."
    assert "8 for 6" in client.get("/games/1").get_data(as_text=True)


def test_a_sanctioned_game_is_reviewed_by_its_players_when_it_has_been_accepted(
    make_app: Callable[..., Flask], story: Any
) -> None:
    client = make_app(tick_s=1e-9).test_client()
    story.begin("sanctioned").overpeg().hand("closed", pegged=8).win()
    for query in ("", "?as=A"):
        assert client.get(f"/api/v1/games/1{query}").get_json()["deals"] == []
    assert client.get("/api/v1/games").get_json()["games"][0]["state"] == "ended"
    story.said("A", "accept")
    assert client.get("/api/v1/games/1").get_json()["deals"] == []
    assert client.get("/api/v1/games/1?as=A").get_json()["deals"]
    assert client.get("/api/v1/games").get_json()["games"][0]["result"]["loser_score"] == 0


def test_a_finished_game_is_exported_as_a_table_log(client: FlaskClient, story: Any) -> None:
    story.begin().show()
    assert client.get("/api/v1/games/1/log").status_code == 409
    story.win()
    answer = client.get("/api/v1/games/1/log")
    assert "game-1.jsonl" in answer.headers["Content-Disposition"]
    lines = answer.get_data(as_text=True).splitlines(keepends=True)
    assert "table_t0" not in json.loads(lines[0])
    reader = LogReader()
    assert len(list(reader.read(lines))) == 2
    assert reader.header is not None
    assert reader.header.players == {"A": "Ann", "B": "Bob"}


def test_there_is_no_log_of_a_sanctioned_game_that_may_still_be_disputed_and_later_none_for_guests(
    make_app: Callable[..., Flask], story: Any
) -> None:
    client = make_app(tick_s=1e-9).test_client()
    story.begin("sanctioned").win()
    assert client.get("/api/v1/games/1/log?as=A").status_code == 409
    story.begin("club")
    assert client.get("/api/v1/games/1/log?as=A").status_code == 200
    answer = client.get("/api/v1/games/1/log")
    assert (answer.status_code, "for its players" in answer.get_data(as_text=True)) == (403, True)
    assert client.get("/api/v1/games/2/log").status_code == 409, "that one is not over"


def test_a_long_list_of_games_comes_in_pages(client: FlaskClient, story: Any) -> None:
    for _ in range(53):
        story.begin()
    first = client.get("/api/v1/games").get_json()["games"]
    assert (first[0]["game"], len(first)) == (53, 50)
    older = client.get(f"/api/v1/games?before={first[-1]['game']}").get_json()["games"]
    assert [game["game"] for game in older] == [3, 2, 1]
    assert "?before=4" in client.get("/games").get_data(as_text=True)
    assert "?before" not in client.get("/games?before=4").get_data(as_text=True)


@pytest.mark.parametrize("path", ["/games/7", "/api/v1/games/7", "/api/v1/games/7/log"])
def test_games_that_never_were(path: str, client: FlaskClient) -> None:
    assert client.get(path).status_code == 404


# --- a table on disk ---------------------------------------------------------------------------------------


def test_the_page_of_a_table_on_disk_keeps_its_key_over_a_restart(tmp_path: Path) -> None:
    def token() -> str:
        app = create_app(tmp_path / "journal.sqlite", tmp_path / "run")
        try:
            client = app.test_client()
            client.set_cookie("pegwatch", "the-same-browser")
            return client.get("/").get_data(as_text=True).split('data-token="')[1].split('"')[0]
        finally:
            close_app(app)

    assert token() == token()
    assert (tmp_path / "page.key").stat().st_mode & 0o077 == 0
