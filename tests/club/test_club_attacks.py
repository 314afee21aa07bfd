"""Attacks on the club's desk from a phone in the hall: roles, foreign forms, other methods, floods, paths, markup;
and the JSON interface held against its description."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from club.desk import MOST_CALLS, Desk
from club.lists import EntryRow
from webui.club import orders
from webui.club.app import MAX_POST_BYTES, build_club_app, create_club_app
from webui.club.site import ClubSite
from webui.guard import HUB_COOKIE, token_for

KEY = b"k" * 32
CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance,
]  # fmt: skip
SECRET = "only for the directors' own eyes"
FILES = ("hub.sqlite", "accounts.json", "visitors.json", "page.key")
Night = Callable[..., int]


@pytest.fixture
def app(desk: Desk) -> Flask:
    site = ClubSite(desk, KEY, None, "Riverside")
    site.sessions.give("dora" * 8, "", directors=("Dora",), known=())
    site.accounts.put("director", "Dora", "739205")
    return build_club_app(site)


@pytest.fixture
def event(night: Night) -> int:
    """An event with a chart and nothing written."""
    return night()


def client_of(app: Flask, visitor: str) -> tuple[FlaskClient, str]:
    """A browser with this cookie, and the token that its pages carry."""
    client = app.test_client()
    client.set_cookie(HUB_COOKIE, visitor)
    return client, token_for(KEY, visitor)


def records(desk: Desk, event: int) -> int:
    return len(desk.store.records(event))


# --- roles ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", sorted(orders.ORDERS))
def test_no_order_is_taken_from_a_guest(order: str, app: Flask, desk: Desk, event: int) -> None:
    client, token = client_of(app, "guest" * 7)
    before = records(desk, event)
    answer = client.post(
        f"/events/{event}/do/{order}", data={"token": token, "then": "/", "owner": "1", "game": "1"}
    )
    assert answer.status_code == 403
    assert records(desk, event) == before


@pytest.mark.parametrize("path", ["/do/create", "/do/answer"])
def test_nothing_of_the_club_is_changed_by_a_guest(path: str, app: Flask, desk: Desk) -> None:
    client, token = client_of(app, "guest" * 7)
    call = desk.call("room", "7")
    form = {"token": token, "name": "X", "format": "free", "call": call}
    assert client.post(path, data=form).status_code == 403
    assert desk.events() == []
    assert len(desk.calls()) == 1


@pytest.mark.parametrize(
    "what", ["cards", "cards/1", "check", "games/1", "results.csv", "standings.csv", "entries.csv"]
)
def test_rows_32_and_33_what_is_not_announced_is_no_guests_business(
    what: str, app: Flask, event: int
) -> None:
    client, _ = client_of(app, "guest" * 7)
    assert client.get(f"/events/{event}/{what}").status_code == 403
    for data in ("cards", "standings", "bracket"):
        assert client.get(f"/api/v1/club/events/{event}/{data}").status_code == 403


def test_a_director_who_was_logged_out_is_a_guest(app: Flask, desk: Desk, event: int) -> None:
    client, token = client_of(app, "dora" * 8)
    assert client.get(f"/events/{event}/check").status_code == 200
    client.post("/logout", data={"token": token, "then": "/"})
    client.set_cookie(HUB_COOKIE, "dora" * 8)
    before = records(desk, event)
    assert client.post(f"/events/{event}/do/draw", data={"token": token}).status_code == 403
    assert records(desk, event) == before


# --- foreign forms --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("token", "headers"),
    [
        ("", {}),
        ("0" * 64, {}),
        ("theirs", {}),
        ("ours", {"Origin": "http://evil.example"}),
        ("ours", {"Sec-Fetch-Site": "cross-site"}),
    ],
)
def test_a_form_of_another_page_is_refused_though_the_director_is_logged_in(
    token: str, headers: dict[str, str], app: Flask, desk: Desk, event: int
) -> None:
    client, ours = client_of(app, "dora" * 8)
    sent = {"ours": ours, "theirs": token_for(KEY, "guest" * 7)}.get(token, token)
    before = records(desk, event)
    answer = client.post(
        f"/events/{event}/do/announce", data={"token": sent, "on": "1", "then": "/"}, headers=headers
    )
    assert answer.status_code == 409
    assert records(desk, event) == before
    good = client.post(f"/events/{event}/do/announce", data={"token": ours, "on": "1", "then": "/"})
    assert good.status_code == 303
    assert records(desk, event) == before + 1


@pytest.mark.parametrize(
    "then", ["//evil.example", "https://evil.example/", "/\\evil.example", "/\nX: y", "javascript:x"]
)
def test_no_form_leads_off_the_page(then: str, app: Flask, event: int) -> None:
    client, token = client_of(app, "dora" * 8)
    answer = client.post(f"/events/{event}/do/announce", data={"token": token, "then": then})
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "HEAD"])
def test_only_a_post_changes_anything(method: str, app: Flask, desk: Desk, event: int) -> None:
    client, token = client_of(app, "dora" * 8)
    before = records(desk, event)
    for path in (f"/events/{event}/do/announce", "/do/create", "/do/call", "/logout"):
        assert client.open(f"{path}?token={token}&on=1", method=method).status_code in (404, 405)
    assert records(desk, event) == before
    assert desk.calls() == []


@pytest.mark.parametrize("host", ["evil.example", "192.168.7.9.evil.example"])
def test_a_name_that_is_not_ours_is_refused_before_anything_else(host: str, app: Flask) -> None:
    assert app.test_client().get("/", headers={"Host": host}).status_code == 421


# --- limits ---------------------------------------------------------------------------------------------


def test_orders_are_rationed(desk: Desk, event: int) -> None:
    site = ClubSite(desk, KEY, None)
    client, token = client_of(build_club_app(site), "guest" * 7)
    statuses = [
        client.post("/do/call", data={"token": token, "table": str(n)}).status_code for n in range(300)
    ]
    assert statuses[0] == 303
    assert statuses[-1] == 429
    assert len(desk.calls()) < 300
    assert records(desk, event) > 0


def test_a_list_without_end_is_refused(app: Flask, desk: Desk, event: int) -> None:
    client, token = client_of(app, "dora" * 8)
    before = records(desk, event)
    form = {"token": token, "then": "/", "list": "Name\n" + "x\n" * MAX_POST_BYTES}
    assert client.post(f"/events/{event}/do/import", data=form).status_code == 413
    assert records(desk, event) == before


@pytest.mark.parametrize("number", ["0", "99999999999", "9" * 40])
def test_a_number_beyond_all_numbers_is_no_event(number: str, app: Flask) -> None:
    client, token = client_of(app, "dora" * 8)
    for path in (f"/events/{number}", f"/api/v1/club/events/{number}", f"/events/{number}/results.csv"):
        assert client.get(path).status_code == 404
    answer = client.post(f"/events/{number}/do/draw", data={"token": token, "then": "/"})
    assert answer.status_code == 303


NONSENSE = ("", "-1", "0", "1e9", "NaN", "\x00", "９", "999999999", "1" * 400, "<script>")


@pytest.mark.parametrize("order", sorted(orders.ORDERS))
def test_nonsense_in_a_form_is_a_sentence_and_never_a_fault(order: str, app: Flask, event: int) -> None:
    client, token = client_of(app, "dora" * 8)
    fields = (
        "owner", "game", "one", "winner", "loser", "spread", "column", "result", "entry", "name", "after", "round",
        "line", "seed", "match", "since", "score", "one_cribs", "other_cribs", "rule", "step", "list", "why",
        "best_of",
    )  # fmt: skip
    for value in NONSENSE:
        form = dict.fromkeys(fields, value) | {"token": token, "then": f"/events/{event}"}
        assert client.post(f"/events/{event}/do/{order}", data=form).status_code == 303, value
    for page in ("", "/entries", "/standings", "/cards", "/check"):
        assert client.get(f"/events/{event}{page}").status_code == 200


# --- paths and markup -----------------------------------------------------------------------------------


def test_neither_store_nor_secrets_are_reached_by_path(desk: Desk, tmp_path: Path) -> None:
    data = tmp_path / "secrets"
    app = create_club_app(desk, data)
    for name in FILES:
        if name != "page.key":
            (data / name).write_text(SECRET)
    client = app.test_client()
    for room in ("/", "/static/", "/events/", "/api/v1/club/"):
        for name in FILES:
            for step in ("", "../", "..%2f", "%2e%2e/", "....//", "..\\", "%252e%252e%252f", "/"):
                answer = client.get(f"{room}{step * 3}{name}")
                assert answer.status_code in (308, 400, 404, 405, 421), (room, step, name)
                assert SECRET.encode() not in answer.data


def test_names_are_text_and_never_markup(app: Flask, desk: Desk) -> None:
    bad = "<script>alert(1)</script>"
    event = desk.create("Dora", bad, "grass-roots")
    desk.enter(event, "Dora", [EntryRow(bad), EntryRow('"><img src=x onerror=alert(1)>')])
    desk.draw(event, "Dora")
    desk.write_game(event, "Dora", 1, "1", 5)
    desk.substitute(event, "Dora", "1", "<b>Sue</b>", 2)
    desk.store.post("7", "live", {"players": [{"seat": "A", "name": bad, "score": 1}]})
    desk.store.post("7", "state", {"state": "here"})
    desk.store.post("7", "health", {"parts": [{"part": bad, "state": "failed", "note": bad}]})
    client, _ = client_of(app, "dora" * 8)
    here = f"/events/{event}"
    pages = ("", "/entries", "/chart", "/cards", "/cards/1", "/check", "/standings", "/games/2")
    for path in ("/", "/room", "/tables", *(here + page for page in pages)):
        text = client.get(path).get_data(as_text=True)
        assert "<script>alert" not in text, path
        assert "<img src=x" not in text, path
        assert "<b>Sue" not in text, path


def test_a_cell_never_begins_a_formula(app: Flask, desk: Desk) -> None:
    event = desk.create("Dora", "Monday", "grass-roots")
    desk.enter(event, "Dora", [EntryRow("=HYPERLINK(1)"), EntryRow("@SUM(1)")])
    client, _ = client_of(app, "dora" * 8)
    text = client.get(f"/events/{event}/entries.csv").get_data(as_text=True)
    assert ",=HYPER" not in text
    assert ",@SUM" not in text


# --- the description ------------------------------------------------------------------------------------


@pytest.fixture
def described(app: Flask, desk: Desk, night: Night) -> Flask:
    """A club with events of both kinds, one announced with its bracket drawn."""
    event = night(14, "acc-cut", 13)
    for meeting in desk.evening(event).meetings:
        net = 2 * (int(str(meeting.other)) - int(meeting.one))
        desk.write_game(event, "Dora", meeting.game, meeting.one, net)
    desk.start_playoffs(event, "Dora")
    desk.announce(event, "Dora")
    scores = night(6, "corporate", 6)
    desk.absent(scores, "Dora", "6", "no-show")
    desk.write_scores(scores, "Dora", 1, "2A", (121, 90))
    desk.announce(scores, "Dora")
    night(4)
    desk.store.post("7", "state", {"state": "here"})
    desk.call("room", "7")
    return app


def test_every_answer_of_the_club_is_as_described(described: Flask) -> None:
    description = schemathesis.openapi.from_wsgi("/api/v1/club/openapi.json", described)
    operations = [found.ok() for found in description.get_all_operations()]
    assert len(operations) == 6
    for operation in operations:
        assert operation is not None
        _held_against_it(operation)


def _held_against_it(operation: Any) -> None:
    @settings(max_examples=8, deadline=None, derandomize=True, database=None)
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        case.call_and_validate(checks=CHECKS)

    check()


def test_whole_answers_are_as_described(described: Flask, desk: Desk) -> None:
    """Drawn numbers seldom hit an event: every event is asked for all it has."""
    description = schemathesis.openapi.from_wsgi("/api/v1/club/openapi.json", described)
    events = [record.n for record in desk.events()]
    statuses = set()
    for found in description.get_all_operations():
        operation = found.ok()
        assert operation is not None
        for event in events:
            case = operation.Case(path_parameters={"event": event} if "{event}" in operation.path else {})
            statuses.add(case.call_and_validate(checks=CHECKS).status_code)
    assert statuses == {200, 403}


def test_every_route_of_the_interface_is_described(app: Flask) -> None:
    told = app.test_client().get("/api/v1/club/openapi.json").get_json()
    assert told["servers"] == [{"url": "/api/v1/club"}]
    rules = {
        rule.rule.removeprefix("/api/v1/club").replace("<int:event>", "{event}")
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/club/")
    }
    assert rules - {"/openapi.json"} == set(told["paths"])


def test_what_the_hubs_own_scripts_send_is_for_directors_alone(app: Flask) -> None:
    """Not a part of the interface: no program but our own page has its token."""
    own = {rule.rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/")}
    own = {rule for rule in own if not rule.startswith("/api/v1/club/")}
    doors = {f"/api/v1/update{end}" for end in ("", "/piece", "/begin", "/back")}
    assert own == {*doors, "/api/v1/backup/piece"}
    client, token = client_of(app, "guest" * 7)
    for path in sorted(own - {"/api/v1/update"}):
        assert client.post(path, json={}).status_code == 409, "without our token"
        assert client.post(path, json={}, headers={"X-CSRF-Token": token}).status_code == 403, path
    assert client.get("/api/v1/update").status_code == 403


def test_calls_from_nobody_are_rationed_and_leave_a_tables_own_heard(desk: Desk, event: int) -> None:  # noqa: ARG001
    app = build_club_app(ClubSite(desk, KEY, None))
    client, token = client_of(app, "guest" * 7)
    for n in range(60):
        client.post("/do/call", data={"token": token, "table": str(n)})
    assert len(desk.calls()) <= 4, "from one address"
    for n in range(60):
        client.environ_base["REMOTE_ADDR"] = f"192.168.7.{n}"
        client.post("/do/call", data={"token": token, "table": f"r{n}"})
    assert len(desk.calls()) == MOST_CALLS, "from all of them together"
    desk.device_call("77", True)
    desk.call("Dora", "78")
    assert {"77", "78"} <= {call.table for call in desk.calls()}
