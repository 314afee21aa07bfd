"""The review of a game: finished deals as data, step by step in words, graded when it may be, and the rematch."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webui import grading
from webui.grading import Grades
from webui.serve import compile_first
from webui.words import words

GUEST = {"REMOTE_ADDR": "192.168.7.31"}
PLAY = [("B", "QD", 10), ("A", "8S", 18), ("B", "5C", 23), ("A", "7H", 30), ("B", "TH", 10), ("A", "KC", 20),
        ("B", "5D", 25), ("A", "9C", 9)]  # fmt: skip
HANDS = {"A": ["8S", "7H", "KC", "9C"], "B": ["QD", "5C", "TH", "5D"]}
CRIB = ["2S", "AH", "AC", "9D"]


def item(story: Any, what: str, player: str, cards: list[str], earned: int) -> Any:
    key = f"{story.deal}-{what}-{player}"
    body = {
        "id": key,
        "what": what,
        "player": player,
        "deal": story.deal,
        "state": "closed",
        "earned": earned,
    }
    story.tell("item", body | {"pegged": earned, "cards": cards, "parts": [], "text": "so many"})
    story.peg(player, earned) if earned else None
    return story.verdict("scored", player, earned, item=key, what=what)


def dealt(story: Any) -> Any:
    """One deal, seen from the starter to the crib; Ann deals."""
    story.cards("starter", "2C").phase("play", "B", "play")
    for player, card, count in PLAY:
        story.tell("played", {"player": player, "card": card, "count": count, "points": 0, "parts": []})
    item(story, "hand", "B", HANDS["B"], 10)
    item(story, "hand", "A", HANDS["A"], 5)
    return item(story, "crib", "A", CRIB, 6)


def deals(client: FlaskClient, game: int = 1, query: str = "") -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = client.get(f"/api/v1/games/{game}/deals?{query}").get_json()["deals"]
    return told


def test_a_finished_deal_has_its_starter_its_play_and_its_steps_in_words(
    client: FlaskClient, story: Any
) -> None:
    dealt(story.begin()).next_deal(2)
    (deal,) = deals(client)
    assert (deal["starter"], deal["discards"]["together"]) == ("2C", CRIB)
    assert [(one["player"], one["card"], one["count"]) for one in deal["play"]] == PLAY
    said = [step["say"] for step in deal["steps"]]
    assert said[:3] == ["2♣ is the starter.", "Bob plays Q♦: 10.", "Ann plays 8♠: 18."]
    assert said[9:] == [f"{who} points for the {what}." for who, what in
                        (("Bob pegged 10", "hand"), ("Ann pegged 5", "hand"), ("Ann pegged 6", "crib"))]  # fmt: skip
    assert [step["laid"] for step in deal["steps"]] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8]
    assert deal["steps"][9]["item"] == "1-hand-B"


def test_row_35_a_club_game_is_graded_when_it_is_over_and_not_before(client: FlaskClient, story: Any) -> None:
    dealt(story.begin()).next_deal(2)
    assert "grades" not in client.get("/api/v1/games/1/deals").get_data(as_text=True)
    story.win()
    graded = deals(client)[0]["grades"]
    assert len(graded["discards"]["ways"]) == 6
    assert client.get("/api/v1/games/1/deals").get_json()["tally"]["deals"] == 1


def test_row_35_one_learns_from_the_grades_at_once(client: FlaskClient, story: Any) -> None:
    dealt(story.begin("teaching"))
    assert deals(client)[0]["grades"]["play"]


def test_row_31_of_a_sanctioned_game_a_guest_gets_no_deal_and_no_player_gets_one_before_its_end(
    make_app: Callable[..., Flask], story: Any
) -> None:
    client = make_app(tick_s=1e-9).test_client()
    dealt(story.begin("sanctioned")).next_deal(2)
    for query in ("", "as=A"):
        assert deals(client, query=query) == []
    story.win()
    assert deals(client, query="as=A") == []  # the peg in the game hole is not accepted yet
    story.said("A", "accept")
    assert deals(client, query="as=A")[0]["starter"] == "2C"
    client.environ_base.update(GUEST)
    for path in ("review", "review.html"):
        html = client.get(f"/games/1/{path}?as=A").get_data(as_text=True)
        assert "8S" not in html
        assert "8♠" not in html
    assert client.get("/api/v1/games/1/plays.csv").get_data(as_text=True).count("\n") == 1
    assert deals(client, query="as=A") == []


def test_a_loss_worth_a_word_is_said_with_its_number_and_the_estimate_is_called_one(
    client: FlaskClient, story: Any
) -> None:
    dealt(story.begin()).next_deal(2).win()
    deal = deals(client)[0]
    says = [way[seat]["say"] for way in deal["grades"]["discards"]["ways"] for seat in "AB"]
    assert any("more on average" in say for say in says)
    assert any("on average nothing is better" in say for say in says)
    grades = [step["grade"]["say"] for step in deal["steps"] if "grade" in step]
    assert grades
    assert all(say.startswith("Estimate") for say in grades)
    assert {one["big"] for way in deal["grades"]["discards"]["ways"] for one in way.values()} == {True, False}


def test_what_was_not_seen_of_a_deal_is_said_and_not_graded(client: FlaskClient, story: Any) -> None:
    story.begin()
    for card, count in ((None, None), ("8S", None), ("5S", 23)):
        points = 2 if count else 0
        body = {"player": "B", "card": card, "count": count, "points": points, "parts": []}
        story.tell("played", body)
    item(story, "hand", "B", HANDS["B"], 10).win()
    deal = deals(client)[0]
    said = [step["say"] for step in deal["steps"]]
    assert said[:3] == [
        "Bob plays a card that was not read.",
        "Bob plays 8♠.",
        "Bob plays 5♠: 23, for 2 points.",
    ]
    assert deal["grades"]["ungraded"].startswith("Not graded")
    assert client.get("/api/v1/games/1/deals").get_json()["tally"] is None


def test_a_deal_of_an_older_game_shows_its_counts_as_steps(client: FlaskClient, story: Any) -> None:
    story.begin().hand("closed", pegged=6).next_deal(2)
    (deal,) = deals(client)
    assert [step["say"] for step in deal["steps"]] == ["Bob’s hand"]


def test_what_was_said_and_ruled_has_its_step_and_other_words_have_none(
    client: FlaskClient, story: Any
) -> None:
    story.begin().said("A", "go").said("B", "deals").tell("seen", {"ruling": {"rule": "9.3"}})
    story.hand("closed", pegged=6).next_deal(2)
    (deal,) = deals(client)
    assert [step["say"] for step in deal["steps"]] == ["Ann says go.", "The judges have ruled."]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_word_that_can_be_said_by_button_has_a_sentence(lang: str) -> None:
    for what in ("go", "accept", "judge", "none", "count", "claim", "muggins", "overpeg", "concede"):
        assert words(lang).has(f"review.said.{what}")


def test_the_plays_of_a_game_as_csv(client: FlaskClient, story: Any) -> None:
    dealt(story.begin(players={"A": "=Ann", "B": "Bob"})).next_deal(2)
    rows = list(csv.DictReader(io.StringIO(client.get("/api/v1/games/1/plays.csv").get_data(as_text=True))))
    assert len(rows) == 8
    assert (rows[0]["starter"], rows[0]["card"], rows[0]["count"], rows[1]["name"]) == (
        "2C",
        "QD",
        "10",
        "'=Ann",
    )


def test_the_review_is_one_file_that_asks_for_nothing(client: FlaskClient, story: Any) -> None:
    dealt(story.begin()).next_deal(2).win()
    answer = client.get("/games/1/review.html")
    html = answer.get_data(as_text=True)
    assert "game-1.html" in answer.headers["Content-Disposition"]
    for wanted in ("Bob plays Q♦: 10.", "Luck of the cards", "discarded"):
        assert wanted in html
    assert "src=" not in html
    assert "href=" not in html


@pytest.mark.parametrize(
    "path", ["games/7/review", "games/7/review.html", "api/v1/games/7/deals", "api/v1/games/7/plays.csv"]
)
def test_of_a_game_that_there_is_not_there_is_no_review(path: str, client: FlaskClient) -> None:
    assert client.get(f"/{path}").status_code == 404


def test_the_french_review_is_french(client: FlaskClient, story: Any) -> None:
    dealt(story.begin()).next_deal(2).win()
    said = [step["say"] for step in deals(client, query="lang=fr")[0]["steps"]]
    assert said[1] == "Bob joue Q♦\u00a0: 10."
    assert "Luck" not in client.get("/games/1/review.html?lang=fr").get_data(as_text=True)


# --- worked out once


def test_a_deal_is_graded_when_it_closes_and_not_again_when_it_is_asked_for(
    make_app: Callable[..., Flask], story: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked: list[Any] = []
    monkeypatch.setattr(
        grading, "graded", lambda deal: worked.append(deal["deal"]) or {"discards": None, "play": []}
    )
    app = make_app()
    hub = app.extensions["pegwatch"].hub
    dealt(story.begin())
    hub.refresh()
    hub.idle()
    assert worked == [1]  # its last window has shut: it is closed before the next one begins
    story.next_deal(2).win()
    hub.refresh()
    hub.idle()
    deals(app.test_client())
    assert worked.count(1) == 1


def test_the_last_games_are_made_ready_one_deal_at_a_time(
    make_app: Callable[..., Flask], story: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked: list[Any] = []
    monkeypatch.setattr(
        grading, "graded", lambda deal: worked.append(deal["starter"]) or {"discards": None, "play": []}
    )
    for _ in range(2):
        dealt(story.begin()).next_deal(2).win()
    hub = make_app().extensions["pegwatch"].hub
    hub.refresh()
    done = []
    for _ in range(6):
        hub.idle()
        done.append(len(worked))
    assert done[:2] == [1, 2]
    assert done[-1] == done[-2] == len(worked)


def test_grades_are_kept_by_the_deal_itself_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grading, "KEPT", 1)
    one, other = ({"dealer": seat, "items": []} for seat in "AB")
    grades = Grades()
    first = grades.of(one)
    assert grades.of(one) is first
    assert not grades.work_out_one([one])
    assert grades.work_out_one([one, other])
    assert grades.of(one) is not first


# --- rematch


def test_a_rematch_has_the_same_players_and_the_loser_deals(
    story: Any, post: Callable[..., Any], journal: Any
) -> None:
    story.begin(muggins=True, options={"skunks": True}).win()
    assert post("games/rematch", {}).status_code == 202
    (wanted,) = [one.body["new_game"] for one in journal.pending()]
    assert wanted["dealer"] == "A"  # Bob has won
    assert (wanted["players"], wanted["muggins"], wanted["options"]) == (
        {"A": "Ann", "B": "Bob"}, True, {"skunks": True},
    )  # fmt: skip
    assert not {"table_t0", "pegs", "seat"} & wanted.keys()


def test_a_game_that_is_on_is_not_ended_by_a_rematch(story: Any, post: Callable[..., Any]) -> None:
    story.begin()
    assert post("games/rematch", {}).status_code == 409


def test_without_a_game_or_a_winner_there_is_no_rematch(story: Any, post: Callable[..., Any]) -> None:
    assert post("games/rematch", {}).status_code == 409
    story.begin().phase("over")
    assert post("games/rematch", {}).get_json()["error"] == "rematch"


def test_of_a_pair_that_has_lost_its_first_player_deals(
    story: Any, post: Callable[..., Any], journal: Any
) -> None:
    story.begin(players={"A": "Ann", "B": "Bob", "C": "Cleo", "D": "Dan"}).win()
    assert post("games/rematch", {}).status_code == 202
    assert journal.pending()[0].body["new_game"]["dealer"] == "A"


def test_a_guest_begins_no_rematch(client: FlaskClient, story: Any, post: Callable[..., Any]) -> None:
    story.begin().win()
    client.environ_base.update(GUEST)
    assert post("games/rematch", {}).status_code == 403


def test_the_game_page_leads_to_the_review(client: FlaskClient, story: Any) -> None:
    dealt(story.begin()).next_deal(2)
    html = client.get("/games/1").get_data(as_text=True)
    assert 'href="/games/1/review"' in html
    assert "K♣<small> 20" in html
    assert 'id="stepping"' in client.get("/games/1/review").get_data(as_text=True)


def test_the_first_guest_of_a_review_waits_for_no_template(
    make_app: Callable[..., Flask], story: Any
) -> None:
    dealt(story.begin()).next_deal(2).win()
    app = make_app()
    compile_first(app)
    cache = app.jinja_env.cache
    assert cache is not None
    before = {name for _, name in cache}
    assert app.test_client().get("/games/1/review").status_code == 200
    assert {name for _, name in cache} == before
