"""What people send: taken into the journal's inbox as what it is, or refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from cribbage.log.codec import header_from, observation_from
from cribbage.log.observations import Cards, Holes, Said
from cribbage.profiles import PROFILES
from firmware.box.errors import JournalError
from firmware.box.files import READ_AGAIN, read_json
from firmware.box.journal import MemoryJournal
from pegwatch.plan import CAMERA, Plan
from pegwatch.web_process import modes_of
from webui.errors import PostError
from webui.posted import forms, new_game
from webui.words import LANGUAGES, words

GAME = {
    "players": {"A": " Ann  Lee ", "B": "Bob"},
    "dealer": "B",
    "mode": "club",
    "profile": "acc-2025",
    "muggins": False,
}


def test_a_button_becomes_something_said(post: Any, journal: MemoryJournal) -> None:
    answer = post("said", {"by": "A", "what": "accept"})
    assert answer.status_code == 202
    (item,) = journal.pending()
    assert item.source == "page"
    assert observation_from({"t": item.t} | dict(item.body)) == Said(item.t, "A", "accept")


def test_a_table_whose_pegs_a_camera_reads_begins_no_sanctioned_game(
    make_app: Callable[..., Flask], journal: MemoryJournal
) -> None:
    assert "sanctioned" in modes_of(Plan("demo", "", ""))
    client = make_app(modes=modes_of(Plan("demo", "", "", pegs=CAMERA))).test_client()
    token = client.get("/").get_data(as_text=True).split('data-token="')[1].split('"')[0]
    headers = {"X-CSRF-Token": token}
    refused = client.post("/api/v1/games", json=GAME | {"mode": "sanctioned"}, headers=headers)
    assert refused.status_code == 400
    assert "not sure enough for sanctioned games" in refused.get_data(as_text=True)
    assert journal.pending() == []
    assert client.post("/api/v1/games", json=GAME, headers=headers).status_code == 202


def test_a_claim_carries_its_number(post: Any, journal: MemoryJournal) -> None:
    post("said", {"by": "B", "what": "claim", "n": 12})
    (item,) = journal.pending()
    assert item.body == {"said": {"by": "B", "what": "claim", "n": 12}}


def test_a_place_is_read_again_and_the_word_says_who_wants_it(
    post: Any, journal: MemoryJournal, story: Any, tmp_path: Path
) -> None:
    story.begin().show()
    answer = post("reread", {"zone": "B"})
    assert (answer.status_code, answer.json["say"]) == (202, "The camera reads it again.")
    (item,) = journal.pending()
    assert item.body == {"said": {"what": "reread", "zone": "B"}, "by": "page", "who": "both"}
    assert read_json(tmp_path / READ_AGAIN) == {"B": item.t}
    assert post("reread", {"zone": "starter"}).status_code == 202
    assert read_json(tmp_path / READ_AGAIN).keys() == {"B", "starter"}


@pytest.mark.parametrize("body", [{}, {"zone": "C"}, {"zone": "table"}, {"zone": ["B"]}, {"zone": 3}, []])
def test_only_a_place_of_this_game_is_read_again(
    post: Any, journal: MemoryJournal, story: Any, tmp_path: Path, body: Any
) -> None:
    story.begin()
    assert post("reread", body).status_code == 400
    assert journal.pending() == []
    assert not (tmp_path / READ_AGAIN).exists()


def test_9_5_in_a_sanctioned_game_nobody_has_a_place_read_again(
    post: Any, journal: MemoryJournal, story: Any, tmp_path: Path
) -> None:
    story.begin("sanctioned").show()
    assert post("reread", {"zone": "B"}).status_code == 403
    assert journal.pending() == []
    assert not (tmp_path / READ_AGAIN).exists()


def test_without_game_or_camera_nothing_can_be_read_again(
    post: Any, journal: MemoryJournal, story: Any
) -> None:
    assert post("reread", {"zone": "B"}).status_code == 409
    story.begin().tell("seen", {"t": 1.0, "fault": {"part": "camera", "what": "none"}})
    answer = post("reread", {"zone": "B"})
    assert (answer.status_code, answer.json["say"]) == (
        409,
        "No camera looks at this table: enter the cards by hand.",
    )
    assert journal.pending() == []


def test_while_a_place_is_read_again_the_page_says_so(client: FlaskClient, story: Any) -> None:
    story.begin().show().tell("seen", {"t": 9.0, "said": {"what": "reread", "zone": "B"}, "by": "page"})
    assert "The camera is reading this place again." in client.get("/api/v1/view").get_data(as_text=True)
    story.cards("B", "5H", "5S", "JD", "KS")
    assert "reading this place again" not in client.get("/api/v1/view").get_data(as_text=True)


def test_cards_by_hand_say_who_read_them(post: Any, journal: MemoryJournal) -> None:
    assert post("cards", {"zone": "crib", "seen": ["5h", "10S", "KC", "AD"]}).status_code == 202
    (item,) = journal.pending()
    assert item.body == {
        "cards": {"zone": "crib", "seen": ["5H", "TS", "KC", "AD"]},
        "by": "page",
        "who": "both",
    }
    assert isinstance(observation_from({"t": item.t} | dict(item.body)), Cards)


def test_a_new_game_becomes_a_header_that_the_log_knows(post: Any, journal: MemoryJournal) -> None:
    assert post("games", GAME).status_code == 202
    (item,) = journal.pending()
    header = header_from(item.body["new_game"])
    assert header.players == {"A": "Ann Lee", "B": "Bob"}
    assert (header.dealer, header.mode, header.profile) == ("B", "club", "acc-2025")


def test_a_running_game_is_ended_only_on_purpose(post: Any, story: Any, journal: MemoryJournal) -> None:
    story.begin()
    refused = post("games", GAME)
    assert refused.status_code == 409
    assert refused.get_json()["error"] == "running"
    assert journal.pending() == []
    assert post("games", GAME | {"end": True}).status_code == 202


def test_after_a_game_the_next_may_begin(post: Any, story: Any) -> None:
    story.begin().win()
    assert post("games", GAME).status_code == 202


@pytest.mark.parametrize(
    ("path", "body", "error"),
    [
        ("said", {"by": "C", "what": "go"}, "seat"),
        ("said", {"by": ["A"], "what": "go"}, "seat"),
        ("said", {"by": "A", "what": "checkmate"}, "what"),
        ("said", {"by": "A", "what": {"go": 1}}, "what"),
        ("said", {"by": "A", "what": "claim"}, "number"),
        ("said", {"by": "A", "what": "claim", "n": True}, "number"),
        ("said", {"by": "A", "what": "claim", "n": 122}, "number"),
        ("said", ["A"], "json"),
        ("cards", {"zone": "sleeve", "seen": ["5H"]}, "zone"),
        ("cards", {"zone": ["A"], "seen": ["5H"]}, "zone"),
        ("cards", {"zone": "A", "seen": "5H"}, "json"),
        ("cards", {"zone": "A", "seen": [5]}, "json"),
        ("cards", {"zone": "A", "seen": ["5H", "5H"]}, "cards"),
        ("cards", {"zone": "A", "seen": ["1X"]}, "cards"),
        ("cards", {"zone": "starter", "seen": ["5H", "6H"]}, "cards"),
        ("dealer", {"player": "C"}, "seat"),
        ("games", GAME | {"players": {"A": "", "B": "Bob"}}, "name"),
        ("games", GAME | {"players": {"A": "x" * 25, "B": "Bob"}}, "name"),
        ("games", GAME | {"players": {"A": "bob", "B": "Bob"}}, "name"),
        ("games", GAME | {"players": {"A": "a\u202eb", "B": "Bob"}}, "name"),
        ("games", GAME | {"players": None}, "name"),
        ("games", GAME | {"dealer": "C"}, "dealer"),
        ("games", GAME | {"dealer": ["A"]}, "dealer"),
        ("games", GAME | {"mode": "secret"}, "mode"),
        ("games", GAME | {"profile": "house"}, "profile"),
        ("games", GAME | {"muggins": "yes"}, "muggins"),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_sentence(
    path: str, body: Any, error: str, post: Any, journal: MemoryJournal
) -> None:
    answer = post(path, body)
    assert answer.status_code == 400
    assert answer.get_json()["error"] == error
    assert "…" not in answer.get_json()["say"]
    assert not answer.get_json()["say"].startswith("error.")
    assert journal.pending() == []


THREE = {"A": "Ann", "B": "Bob", "C": "Cy"}
FOUR = THREE | {"D": "Dee"}
ALL = tuple(PROFILES)


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"profile": "corporate-challenge", "players": FOUR, "muggins": True}, "option.muggins"),
        ({"profile": "alberta-55plus", "muggins": True}, "option.muggins"),
        ({"profile": "corporate-challenge"}, "option.players"),
        ({"profile": "acc-2025", "players": THREE}, "option.players"),
        ({"profile": "acc-2020", "players": FOUR}, "option.players"),
        ({"options": {"target": 61}}, "option.target"),
        ({"options": {"five_card": True}}, "option.five-card"),
        ({"profile": "hoyle", "players": FOUR, "options": {"five_card": True}}, "option.five-card-two"),
        ({"options": {"doubles": "canadian"}}, "option.doubles-four"),
        ({"profile": "hoyle", "players": FOUR, "options": {"doubles": "canadian"}}, "option.doubles"),
        ({"options": {"skunks": True}}, "option.skunks"),
        ({"profile": "hoyle", "options": {"skunks": True, "target": 61}}, "option.skunks-target"),
        ({"options": {"rule_5_1_b": True}}, "option.retrieve"),
        ({"options": {"skunks": "yes"}}, "json"),
        ({"options": {"target": "61"}}, "json"),
        ({"options": {"house": 1}}, "json"),
        ({"options": [61]}, "json"),
        ({"players": FOUR | {"D": "cy"}}, "name"),
        ({"players": THREE | {"D": "Dee", "E": "Eve"}, "dealer": "E"}, "dealer"),
        ({"profile": "hoyle", "players": THREE, "dealer": "D"}, "dealer"),
    ],
)
def test_what_a_book_does_not_have_is_refused_in_a_line_with_its_rule(more: Any, error: str) -> None:
    with pytest.raises(PostError) as refused:
        new_game(GAME | more, ALL)
    assert refused.value.text == f"error.{error}"
    for lang in LANGUAGES:
        said = words(lang)(refused.value.text, **refused.value.fill)
        assert "…" not in said
        assert not error.startswith("option.") or refused.value.fill["rule"] in said


@pytest.mark.parametrize(
    "more",
    [
        {"profile": "corporate-challenge", "players": FOUR, "dealer": "D"},
        {"profile": "acc-2025", "players": FOUR, "options": {"doubles": "canadian"}},
        {"profile": "alberta-55plus", "players": FOUR},
        {"profile": "hoyle", "players": THREE, "dealer": "C", "options": {"target": 61}},
        {"profile": "hoyle", "options": {"five_card": True, "target": 61}, "muggins": True},
        {"profile": "hoyle", "options": {"skunks": True, "target": 121}},
        {"profile": "acc-2020", "options": {"rule_5_1_b": True}},
    ],
)
def test_every_form_that_a_book_has_becomes_a_header_that_the_log_knows(more: Any) -> None:
    header = header_from(new_game(GAME | more, ALL)["new_game"])
    wanted = (GAME | more)["players"]
    assert list(header.players) == list(wanted)
    assert header.rules.target == more.get("options", {}).get("target", 121)


def test_what_the_page_offers_is_what_is_taken() -> None:
    """Each number of players that the form offers for a book is taken, and no other."""
    names = (GAME["players"], THREE, FOUR)
    for profile, book in forms(ALL).items():
        taken = []
        for players in names:
            with suppress(PostError):
                new_game(GAME | {"profile": profile, "players": players}, ALL)
                taken.append(len(players))
        assert taken == book["players"]


def test_a_refusal_names_the_rules_in_the_visitors_words(post: Any) -> None:
    say = post(
        "games",
        GAME | {"players": FOUR | {"D": "Dee"}, "profile": "acc-2025", "options": {"doubles": "partners"}},
    )
    assert (
        say.get_json()["say"]
        == "ACC 2025 has no such doubles, only: traditional / Canadian (rule: 1.2, App. B)."
    )


def test_in_doubles_a_partner_may_speak_for_the_other_and_nobody_for_a_seat_that_is_not_there(
    post: Any, story: Any, journal: MemoryJournal
) -> None:
    assert post("said", {"by": "C", "what": "go"}).get_json()["error"] == "seat"
    story.begin(players=FOUR)
    assert post("said", {"by": "C", "what": "claim", "n": 8}).status_code == 202
    assert post("cards", {"zone": "D", "seen": ["5H"]}).status_code == 202
    assert post("dealer", {"player": "D"}).status_code == 202
    assert post("pegs", {"player": "C", "front": 5, "rear": 0}).get_json()["error"] == "seat", (
        "they peg on A's track"
    )
    assert [next(iter(item.body)) for item in journal.pending()] == ["said", "cards", "said"]


def test_a_peg_that_was_not_seen_is_entered_for_one_player_and_the_other_stays(
    post: Any, story: Any, journal: MemoryJournal
) -> None:
    story.begin().peg("B", 8)
    assert post("pegs", {"player": "A", "front": 5, "rear": 0}).status_code == 202
    (item,) = journal.pending()
    assert item.body == {"holes": {"A": [0, 5], "B": [0, 8]}, "by": "page", "who": "both"}
    assert observation_from({"t": item.t} | dict(item.body)) == Holes(
        item.t, {"A": frozenset({0, 5}), "B": frozenset({0, 8})}
    )


@pytest.mark.parametrize(
    "pegs",
    [
        {"front": 5, "rear": 5},
        {"front": 2, "rear": 5},
        {"front": 122, "rear": 5},
        {"front": True, "rear": 0},
        {},
    ],
)
def test_pegs_that_cannot_stand_so_are_refused(pegs: dict[str, Any], post: Any, story: Any) -> None:
    story.begin()
    assert post("pegs", {"player": "A"} | pegs).get_json()["error"] == "pegs"


def test_there_are_no_pegs_to_put_right_before_a_game(post: Any) -> None:
    assert post("pegs", {"player": "A", "front": 5, "rear": 0}).status_code == 409


def test_who_deals_is_said_by_a_person_and_kept_as_that(post: Any, journal: MemoryJournal) -> None:
    assert post("dealer", {"player": "B"}).status_code == 202
    (item,) = journal.pending()
    assert item.body == {"said": {"by": "B", "what": "deals"}, "by": "page", "who": "both"}


# --- who may send --------------------------------------------------------------------------------------------


def test_nothing_is_taken_without_the_token_of_the_own_page(
    client: FlaskClient, journal: MemoryJournal
) -> None:
    body = {"by": "A", "what": "accept"}
    assert client.post("/api/v1/said", json=body).status_code == 403
    client.get("/")
    assert client.post("/api/v1/said", json=body).status_code == 403
    forged = client.post("/api/v1/said", json=body, headers={"X-CSRF-Token": "0" * 64})
    assert forged.get_json()["error"] == "csrf"
    assert journal.pending() == []


def test_a_token_belongs_to_one_browser(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    mine, theirs = app.test_client(), app.test_client()
    token = mine.get("/").get_data(as_text=True).split('data-token="')[1].split('"')[0]
    theirs.get("/")
    body = {"by": "A", "what": "accept"}
    assert theirs.post("/api/v1/said", json=body, headers={"X-CSRF-Token": token}).status_code == 403
    assert mine.post("/api/v1/said", json=body, headers={"X-CSRF-Token": token}).status_code == 202


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}]
)
def test_other_sites_are_refused(headers: dict[str, str], post: Any, journal: MemoryJournal) -> None:
    answer = post("said", {"by": "A", "what": "accept"}, **headers)
    assert answer.get_json()["error"] == "origin"
    assert journal.pending() == []


def test_the_own_origin_is_welcome(post: Any) -> None:
    own = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert post("said", {"by": "A", "what": "accept"}, **own).status_code == 202


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8080", 200),
        ("pegwatch.local", 200),
        ("pegwatch", 200),
        ("192.168.1.20:8080", 200),
        ("[fe80::1]:8080", 200),
        ("table.club.example", 200),
        ("evil.example", 421),
        ("192.168.1.20.evil.example", 421),
        ("pegwatch.local.evil.example:8080", 421),
    ],
)
def test_only_names_of_this_table_are_answered(
    host: str, status: int, make_app: Callable[..., Flask]
) -> None:
    """DNS rebinding: another site's name may point here, but it is not ours."""
    client = make_app(hosts=("table.club.example",)).test_client()
    for path in ("/", "/api/v1/view"):
        assert client.get(path, headers={"Host": host}).status_code == status


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(client: FlaskClient) -> None:
    cookie = client.get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_one_guest_cannot_crowd_out_the_others(make_app: Callable[..., Flask]) -> None:
    client = make_app(posts_each_minute=4).test_client()
    token = client.get("/").get_data(as_text=True).split('data-token="')[1].split('"')[0]
    statuses = [
        client.post(
            "/api/v1/said", json={"by": "A", "what": "go"}, headers={"X-CSRF-Token": token}
        ).status_code
        for _ in range(3)
    ]
    assert statuses == [202, 429, 429]
    other = {"REMOTE_ADDR": "127.0.0.9"}
    client.environ_base.update(other)
    assert (
        client.post(
            "/api/v1/said", json={"by": "A", "what": "go"}, headers={"X-CSRF-Token": token}
        ).status_code
        == 202
    )


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_number_that_is_not_finite_is_refused_at_the_page(client: FlaskClient, number: str) -> None:
    text = f'{{"players": {{"A": "Ann", "B": "Bob"}}, "dealer": "A", "options": {{"x": [{number}]}}}}'
    token = client.get("/").get_data(as_text=True).split('data-token="')[1].split('"')[0]
    headers = {"X-CSRF-Token": token}
    answer = client.post("/api/v1/games", data=text, content_type="application/json", headers=headers)
    assert (answer.status_code, answer.get_json()["error"]) == (400, "json")


def test_what_is_too_big_or_no_json_is_refused(post: Any, client: FlaskClient) -> None:
    answer = post("said", {"by": "A", "what": "x" * 20_000})
    assert answer.status_code == 413
    assert answer.get_json()["say"]
    assert client.put("/api/v1/said").status_code in (403, 405)


def test_a_journal_that_cannot_be_written_is_said_so(
    post: Any, journal: MemoryJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> int:
        raise JournalError("disk full")

    monkeypatch.setattr(journal, "put", full)
    answer = post("said", {"by": "A", "what": "go"})
    assert answer.status_code == 503
    assert answer.get_json()["error"] == "storage"


# --- words out of their place --------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["sanctioned", "club", "teaching"])
def test_10_1_muggins_is_refused_in_a_line_where_it_is_not_played(
    mode: str, post: Any, story: Any, journal: MemoryJournal
) -> None:
    story.begin(mode).show()
    answer = post("said", {"by": "A", "what": "muggins", "n": 2})
    assert (answer.status_code, answer.get_json()["error"]) == (409, "say.muggins")
    assert answer.get_json()["say"] == "This game is played without muggins."
    assert journal.pending() == []


@pytest.mark.parametrize(
    ("phase", "word", "error"),
    [
        ("starter", "muggins", "late"),
        ("starter", "none", "starter"),
        ("play", "none", "play"),
        ("show", "go", "show"),
    ],
)
def test_a_word_out_of_its_phase_is_refused_in_a_line(
    phase: str, word: str, error: str, post: Any, story: Any, journal: MemoryJournal
) -> None:
    story.begin(muggins=True).show().phase(phase)
    said = post("said", {"by": "A", "what": word} | ({"n": 2} if word == "muggins" else {})).get_json()
    assert said["error"] == f"say.{error}"
    for lang in LANGUAGES:
        assert words(lang).has(f"error.say.{error}")
    assert journal.pending() == []
    story.begin("sanctioned", muggins=True).show().phase(phase)
    assert post("said", {"by": "A", "what": "none"}).status_code == 202, "there no answer shows the phase"


@pytest.mark.parametrize("word", ["muggins", "overpeg", "concede", "none"])
def test_the_words_of_the_buttons_reach_the_log_as_they_are_written_there(
    word: str, post: Any, story: Any, journal: MemoryJournal
) -> None:
    story.begin(muggins=True).show()
    body: dict[str, Any] = {"by": "A", "what": word} | ({"n": 2} if word == "muggins" else {})
    assert post("said", body).status_code == 202
    (item,) = journal.pending()
    assert item.body == {"said": body}
    assert observation_from({"t": item.t} | dict(item.body)) == Said(item.t, "A", word, body.get("n"))
