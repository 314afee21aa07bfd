"""Games in figures: the review's drawing and sheet, players' averages, CSV, and the late score for streams."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

GUEST = {"REMOTE_ADDR": "192.168.7.31"}


def whole_deal(story: Any) -> Any:
    """Bob counts six, and the next deal begins."""
    key = f"h{story.deal}"
    story.cards("B", "5H", "5S", "JD", "KC").hand("earned", key=key).peg("B", 6)
    return story.hand("closed", pegged=6, key=key).next_deal(story.deal + 1)


def test_a_review_shows_the_course_the_averages_and_the_turning_points(
    client: FlaskClient, story: Any
) -> None:
    whole_deal(story.begin())
    story.win()
    body = client.get("/api/v1/games/1").get_json()
    assert [step["scores"] for step in body["course"]] == [
        {"A": 0, "B": 0},
        {"A": 0, "B": 6},
        {"A": 0, "B": 121},
    ]
    assert body["averages"]["B"]["means"]["hand-pone"] == {"mean": 6.0, "times": 1, "known": 8.1}
    assert [turn["kind"] for turn in body["turning_points"]] == ["lead", "swing"]
    html = client.get("/games/1").get_data(as_text=True)
    assert "took the lead for good" in html
    assert html.count("<polyline") == 2


def test_of_a_sanctioned_game_a_guest_gets_neither_course_nor_averages(
    make_app: Callable[..., Flask], story: Any
) -> None:
    client = make_app(tick_s=1e-9).test_client()
    whole_deal(story.begin("sanctioned"))
    story.win().said("A", "accept")
    client.environ_base.update(GUEST)
    body = client.get("/api/v1/games/1").get_json()
    assert (body["deals"], body["turning_points"]) == ([], [])
    assert [step["deal"] for step in body["course"]] == [0]
    assert body["averages"]["B"]["deals"] == 0
    counted = client.get("/api/v1/players").get_json()
    assert (counted["players"], counted["table"]["games"], counted["table"]["deals"]) == ([], 0, 0)
    assert counted["table"]["best_hand"] == 0
    assert len(client.get("/api/v1/games/1/counts.csv").get_data(as_text=True).splitlines()) == 1
    assert "5H" not in client.get("/games/1/sheet").get_data(as_text=True)


def test_the_counts_of_a_game_as_csv(client: FlaskClient, story: Any) -> None:
    whole_deal(story.begin())
    answer = client.get("/api/v1/games/1/counts.csv")
    assert "game-1.csv" in answer.headers["Content-Disposition"]
    (row,) = csv.DictReader(io.StringIO(answer.get_data(as_text=True)))
    assert row == {
        "game": "1", "deal": "1", "dealer": "A", "player": "B", "name": "Bob", "what": "hand",
        "cards": "5H 5S JD KC", "earned": "6", "pegged": "6", "score_A": "0", "score_B": "6", "starter": "",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["=cmd|' /C calc'!A1", "+1", "-1", "@SUM(A1)"])
def test_a_name_is_no_formula_in_a_spreadsheet(name: str, client: FlaskClient, story: Any) -> None:
    whole_deal(story.begin(players={"A": "Ann", "B": name}))
    (row,) = csv.DictReader(io.StringIO(client.get("/api/v1/games/1/counts.csv").get_data(as_text=True)))
    assert row["name"] == f"'{name}"


def test_a_game_sheet_has_a_line_for_each_deal(client: FlaskClient, story: Any) -> None:
    whole_deal(whole_deal(story.begin()))
    html = client.get("/games/1/sheet").get_data(as_text=True)
    assert html.count('<th scope="row">') == 2


def test_averages_are_kept_by_player_over_all_games(client: FlaskClient, story: Any) -> None:
    whole_deal(story.begin())
    story.win()
    whole_deal(story.begin(players={"A": "Cleo", "B": "bob"}))
    players = {one["name"]: one for one in client.get("/api/v1/players").get_json()["players"]}
    assert {name.casefold() for name in players} == {"ann", "bob", "cleo"}
    bob = next(one for name, one in players.items() if name.casefold() == "bob")
    assert (bob["games"], bob["won"], bob["means"]["hand-pone"]["times"]) == (2, 1, 2)
    whole = client.get("/api/v1/players").get_json()["table"]
    assert (whole["games"], whole["means"]["hand-pone"]["times"]) == (2, 2)
    assert whole["deals"] == sum(one["deals"] for one in players.values())
    assert "Whole table: Table 1" in client.get("/players").get_data(as_text=True)


def test_row_34_the_score_for_streams_is_a_deal_late_and_waits_for_the_tick(
    make_app: Callable[..., Flask], story: Any
) -> None:
    client = make_app(tick_s=3600.0).test_client()
    whole_deal(whole_deal(story.begin("club")))
    shown = client.get("/api/v1/overlay").get_json()
    assert (shown["after_deal"], [one["score"] for one in shown["players"]]) == (1, [0, 6])
    story.begin("sanctioned")
    assert client.get("/api/v1/overlay").get_json()["after_deal"] == 0
    whole_deal(whole_deal(story))
    assert client.get("/api/v1/overlay").get_json()["after_deal"] == 0


@pytest.mark.parametrize(("query", "theme", "only"), [
    ("", "", ""), ("theme=light", "light", ""), ("theme=clear&only=score", "clear", "score"),
    ("theme=%22onload&only=all", "", ""),
])  # fmt: skip
def test_the_strip_for_streams_has_themes_and_a_form_without_names(
    query: str, theme: str, only: str, client: FlaskClient
) -> None:
    html = client.get(f"/overlay?{query}").get_data(as_text=True)
    assert f'data-theme="{theme}" data-only="{only}"' in html


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_interface_has_a_page_for_people(lang: str, client: FlaskClient) -> None:
    html = client.get(f"/api?lang={lang}").get_data(as_text=True)
    told = client.get("/api/v1/openapi.json").get_json()
    for path in told["paths"]:
        assert f"<code>/api/v1{path}</code>" in html
    assert 'href="/api/v1/view"' in html
    assert 'href="/api/v1/live"' not in html  # a stream has no end
