"""What to throw, and the hints: for learners, and shut to everybody who could be helped in a game (row 35)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

ASK = "/api/v1/discards?cards=5H,5S,TD,JC,2D,9S&dealer="


def test_fifteen_ways_the_best_first_for_dealer_and_pone(client: FlaskClient) -> None:
    dealer = client.get(ASK + "1").get_json()["discards"]
    pone = client.get(ASK + "0").get_json()["discards"]
    assert len(dealer) == len(pone) == 15
    assert set(pone[0]["thrown"]) == {"2D", "9S"}
    assert dealer[0]["worth"] == pytest.approx(dealer[0]["hand"] + dealer[0]["crib"], abs=0.011)


@pytest.mark.parametrize("mode", ["sanctioned", "club"])
def test_row_35_no_advice_while_a_game_is_on(mode: str, make_app: Callable[..., Flask], story: Any) -> None:
    client = make_app(tick_s=1e-9).test_client()
    story.begin(mode)
    assert client.get(ASK + "1").get_json()["error"] == "advice"
    assert "no advice" in client.get("/learn").get_data(as_text=True)
    assert 'id="learn"' not in client.get("/learn").get_data(as_text=True)
    story.win()
    assert client.get(ASK + "1").status_code == (200 if mode == "club" else 403)
    story.said("A", "accept")
    assert client.get(ASK + "1").status_code == 200


def test_row_35_live_in_a_teaching_game(client: FlaskClient, story: Any) -> None:
    story.begin("teaching")
    assert client.get(ASK + "1").status_code == 200


@pytest.mark.parametrize("cards", ["", "5H,5S", "5H,5S,TD,JC,2D,2D", "5H,5S,TD,JC,2D,ZZ", "5H," * 40])
def test_other_than_six_cards_are_refused_with_a_sentence(cards: str, client: FlaskClient) -> None:
    answer = client.get(f"/api/v1/discards?cards={cards}")
    assert answer.status_code == 400
    assert answer.get_json()["say"]


def played(story: Any, mode: str) -> None:
    story.begin(mode).phase("play", "A", "play")
    story.tell("played", {"player": "B", "card": "7H", "count": 7, "points": 0, "parts": []})


def test_while_learning_the_cards_that_would_score_are_said(client: FlaskClient, story: Any) -> None:
    played(story, "teaching")
    hints = {one["rank"]: one["points"] for one in client.get("/api/v1/view").get_json()["hints"]}
    assert hints == {"7": 2, "8": 2}
    story.tell("played", {"player": "A", "card": "8S", "count": 15, "points": 2, "parts": []})
    hints = {one["rank"]: one["points"] for one in client.get("/api/v1/view").get_json()["hints"]}
    assert hints == {"6": 3, "8": 2, "9": 3}


@pytest.mark.parametrize("mode", ["club", "sanctioned"])
def test_p6_no_hint_in_any_other_game(mode: str, client: FlaskClient, story: Any) -> None:
    played(story, mode)
    assert not client.get("/api/v1/view").get_json().get("hints")
