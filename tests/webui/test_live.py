"""The live stream, read as raw frames: what comes at once, what comes on change, what never comes."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from cribbage.shown.policy import Viewer
from webui.app import close_app, site_of
from webui.audience import stream
from webui.live import Eyes

PUBLIC_LANG = "lang=en"


def scores(view: dict[str, Any]) -> list[int]:
    return [player["score"] for player in view["players"]]


def test_a_viewer_gets_a_beat_and_the_view_at_once(client: FlaskClient, story: Any, watch: Any) -> None:
    story.begin()
    stream = watch(client)
    first = stream.next()
    assert first["event"] == "beat"
    assert first["retry"] == "1000"
    assert stream.view()["players"][0]["name"] == "Ann"
    assert stream.response.mimetype == "text/event-stream"


def test_a_change_comes_by_itself(client: FlaskClient, story: Any, watch: Any) -> None:
    story.begin()
    stream = watch(client)
    assert stream.view()["players"][1]["score"] == 0
    story.peg("B", 8)
    assert stream.until(lambda view: view["players"][1]["score"] == 8)


@pytest.mark.parametrize("error", [RuntimeError, OSError])
def test_what_is_worked_out_ahead_may_fail_and_changes_still_come(
    make_app: Callable[..., Flask], error: type[Exception]
) -> None:
    """The thread that follows the journal had ended by it, and the page showed the same for ever."""
    tried: list[bool] = []

    def fail() -> None:
        tried.append(True)
        raise error("the journal")

    hub = site_of(make_app()).hub
    hub.idle = fail
    hub.start()
    until = time.monotonic() + 30
    while not tried:
        assert time.monotonic() < until
        time.sleep(0.01)
    time.sleep(0.05)
    assert not hub.is_stuck


def test_the_id_of_a_view_is_its_content_not_a_number_that_counts_events(
    client: FlaskClient, story: Any, watch: Any
) -> None:
    story.begin()
    first, second = watch(client).view(), watch(client).view()
    assert first["_id"] == second["_id"]
    assert re.fullmatch(r"[0-9a-f]{16}", first["_id"])


def test_who_knows_the_view_already_waits_for_the_next(client: FlaskClient, story: Any, watch: Any) -> None:
    story.begin()
    known = watch(client).view()["_id"]
    again = watch(client, known=known)
    story.peg("B", 8)
    assert again.view()["players"][1]["score"] == 8  # the very first that comes


def test_who_comes_back_with_an_old_view_catches_up_at_once(
    client: FlaskClient, story: Any, watch: Any
) -> None:
    story.begin()
    known = watch(client).view()["_id"]
    story.peg("B", 8).peg("A", 3)
    assert watch(client, known=known).until(lambda view: view["players"][0]["score"] == 3)


def test_what_may_not_be_told_does_not_move_the_id(client: FlaskClient, story: Any, watch: Any) -> None:
    """Why the id is no event number: a verdict that is kept back would show as a number that is left out."""
    story.begin().show().peg("B", 4)
    known = watch(client).view()["_id"]
    before = client.get("/api/v1/view").headers["ETag"]
    story.verdict("underpeg", "B", 2, item="h")
    assert client.get("/api/v1/view").headers["ETag"] == before
    again = watch(client, known=known)
    story.peg("A", 3)
    assert again.view()["players"][0]["score"] == 3  # the very first that comes


def test_a_long_sleep_costs_one_view_and_not_every_event(client: FlaskClient, story: Any, watch: Any) -> None:
    story.begin()
    known = watch(client).view()["_id"]
    for _ in range(30):
        story.peg("A", 1).peg("B", 2)
    assert watch(client).until(lambda view: scores(view) == [30, 60])  # the page has followed: now wake
    back = watch(client, known=known)
    assert scores(back.view()) == [30, 60]
    assert back.raw.count(b"event: view") == 1


@pytest.mark.parametrize("known", ["", "0", "12", "x" * 4000, "\u00e9", "../../journal.sqlite"])
def test_an_id_that_never_was_gets_the_view_of_now(
    known: str, client: FlaskClient, story: Any, watch: Any
) -> None:
    story.begin().peg("A", 5)
    assert watch(client, known=known).view()["players"][0]["score"] == 5


def test_polling_gives_the_same_view_and_costs_nothing_when_it_is_known(
    client: FlaskClient, story: Any
) -> None:
    story.begin()
    first = client.get("/api/v1/view")
    assert first.get_json()["players"][0]["name"] == "Ann"
    again = client.get("/api/v1/view", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    story.peg("A", 5)
    assert client.get("/api/v1/view").get_json()["players"][0]["score"] == 5


def test_a_page_that_starts_late_shows_the_latest_game_only(
    story: Any, make_app: Callable[..., Flask]
) -> None:
    story.begin(players={"A": "Old", "B": "Older"}).peg("A", 9)
    story.begin()
    view = make_app().test_client().get("/api/v1/view").get_json()
    assert view["players"][0]["name"] == "Ann"
    assert view["players"][0]["score"] == 0


def test_a_new_game_takes_over(client: FlaskClient, story: Any, watch: Any) -> None:
    story.begin()
    stream = watch(client)
    stream.view()
    story.begin(players={"A": "Cleo", "B": "Dan"})
    assert stream.until(lambda view: [player["name"] for player in view["players"]] == ["Cleo", "Dan"])


def test_a_stream_ends_when_its_viewer_has_gone(make_app: Callable[..., Flask], story: Any) -> None:
    story.begin()
    hub = site_of(make_app()).hub
    eyes = Eyes(viewer=Viewer.public(), lang="en")
    gone = iter([False, True])
    frames = list(stream(hub, eyes, None, lambda: next(gone)))
    assert [b"event: view" in frame for frame in frames] == [False, True]


def test_streams_end_when_the_page_is_closed(make_app: Callable[..., Flask], story: Any) -> None:
    story.begin()
    app = make_app()
    close_app(app)
    hub = site_of(app).hub
    assert len(list(stream(hub, Eyes(Viewer.public(), "en"), None, lambda: False))) == 1


def test_too_many_viewers_are_told_so_and_places_come_free(
    make_app: Callable[..., Flask], story: Any, watch: Any
) -> None:
    story.begin()
    client = make_app(streams=1).test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.7.66"  # the table's own screen always has a place
    first = watch(client)
    assert first.view()
    refused = client.get("/api/v1/live")
    assert refused.status_code == 503
    assert refused.get_json()["error"] == "full"
    first.close()
    assert watch(client).view()


def test_asking_for_the_head_only_takes_no_place(
    make_app: Callable[..., Flask], story: Any, watch: Any
) -> None:
    story.begin()
    client = make_app(streams=1).test_client()
    for _ in range(3):
        with client.head("/api/v1/live") as answer:
            assert answer.status_code == 200
    assert watch(client).view()


# --- sanctioned: the tick ----------------------------------------------------------------------------------


def test_sanctioned_changes_come_on_the_tick_and_not_before(
    make_app: Callable[..., Flask], story: Any
) -> None:
    """Section 3.5: neither the stream nor polling nor a new connection sees past the tick."""
    client = make_app(tick_s=3600.0).test_client()
    story.begin("sanctioned")
    assert client.get("/api/v1/view").get_json()["players"][1]["score"] == 0
    story.show().peg("B", 6).hand("pegged", pegged=6).hand("closed", pegged=6).next_deal(2)
    for query in ("", "?as=A", "?as=B", "?lang=fr"):
        assert client.get(f"/api/v1/view{query}").get_json()["players"][1]["score"] == 0


def test_sanctioned_changes_do_come(make_app: Callable[..., Flask], story: Any, watch: Any) -> None:
    client = make_app(tick_s=0.1).test_client()
    story.begin("sanctioned")
    stream = watch(client)
    stream.view()
    story.show().peg("B", 6).hand("pegged", pegged=6).hand("closed", pegged=6).next_deal(2)
    assert stream.until(lambda view: view["players"][1]["score"] == 6)


@pytest.mark.parametrize("query", ["", "as=A", "as=B"])
def test_sanctioned_raw_stream_carries_nothing_but_the_bare_view(
    query: str, make_app: Callable[..., Flask], story: Any, watch: Any
) -> None:
    client = make_app(tick_s=0.05).test_client()
    story.begin("sanctioned").overpeg()
    stream = watch(client, query)
    story.verdict("underpeg", "A", 3).tell("ask", {"about": "crib", "why": "glare", "question": "?"})
    story.hand("closed", pegged=8).next_deal(2)
    view = stream.until(lambda view: view["players"][1]["score"] == 8)
    bare = {
        "_id",
        "seats",
        "may",
        "target",
        "game",
        "schema",
        "mode",
        "profile",
        "state",
        "dealer",
        "players",
        "lamp",
        "line",
        "lamp_says",
    }
    assert set(view) == bare
    for betrayal in (
        b"overpeg",
        b"underpeg",
        b"8.4.c",
        b"fifteen",
        b"earned",
        b"glare",
        b"5H",
        b"hand",
        b"crib",
    ):
        assert betrayal not in stream.raw.replace(b"2025", b"")


def test_club_raw_stream_keeps_the_value_of_a_hand_until_its_window_has_shut(
    client: FlaskClient, story: Any, watch: Any
) -> None:
    story.begin().show()
    stream = watch(client, PUBLIC_LANG)
    stream.view()
    story.peg("B", 6).hand("pegged", pegged=6).verdict("scored", "B", 6, item="h")
    stream.until(lambda view: view["players"][1]["score"] == 6)
    assert b"fifteen" not in stream.raw
    assert b"earned" not in stream.raw
    story.hand("closed", pegged=6)
    view = stream.until(lambda view: any("earned" in hand for hand in view["hands"]))
    assert view["hands"][0]["text"] == "fifteen two, fifteen four, and a pair is six"


def test_club_raw_stream_calls_an_overpeg_at_the_release(client: FlaskClient, story: Any, watch: Any) -> None:
    story.begin().overpeg()
    view = watch(client).view()
    (told,) = view["verdicts"]
    assert told["say"] == "Bob pegged 2 too many for the hand (8 for 6)."
    assert told["rule_says"] == "Rule 8.4.c"
    assert told["live"]
    story.verdict("corrected", "B", 2)
    again = watch(client).until(lambda view: len(view["verdicts"]) == 2)["verdicts"]
    assert [verdict["live"] for verdict in again] == [False, False]


def test_teaching_prompts_for_points_of_the_play_but_not_for_a_hand(client: FlaskClient, story: Any) -> None:
    story.begin("teaching").show()
    assert client.get("/api/v1/view").get_json()["notices"] == []
    heels = {
        "id": "j",
        "what": "heels",
        "player": "A",
        "deal": 1,
        "state": "earned",
        "earned": 2,
        "pegged": None,
    }
    story.tell("item", heels | {"cards": ["JD"], "parts": [], "text": ""})
    (notice,) = client.get("/api/v1/view").get_json()["notices"]
    assert notice["say"] == "Ann has 2 points to peg for his heels."


def test_a_view_is_small(client: FlaskClient, story: Any) -> None:
    """The whole view goes out on every change: it has to stay a matter of a few kilobytes."""
    story.begin()
    for deal in range(1, 10):
        story.next_deal(deal)
        for number in range(12):
            story.hand("closed", pegged=6, key=f"{deal}-{number}").verdict("scored", "B", 6)
    assert len(json.dumps(client.get("/api/v1/view").get_json())) < 12_000
