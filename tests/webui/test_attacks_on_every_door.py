"""The same attacks on every address the page has, found in its own map: one that is added is attacked as well.

Headers and cookies after OWASP's ASVS 4.0: 3.2 to 3.4 (sessions), 4.2 (CSRF), 13.2 (what is sent), 14.4 (headers).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from firmware.box.journal import MemoryJournal
from webui.app import site_of

FILL = {"game": "1", "zone": "A", "key": "0" * 64, "step": "name", "filename": "page.js"}
FOR_GUESTS = {"/api/v1/join", "/api/v1/login", "/api/v1/leave"}  # the doors themselves
ENDLESS = "/api/v1/live"
NOISE = {"by": "A", "what": "accept", "seat": "A", "name": "Ruth", "pin": "271828", "do": "walk", "step": "name",
         "players": {"A": "Ann", "B": "Bob"}, "dealer": "A", "mode": "club", "profile": "acc-2025", "zone": "A",
         "seen": ["5H"], "player": "A", "front": 5, "rear": 0, "matter": "overpeg", "about": "pegs", "agrees": True,
         "answers": {}, "password": "fifteen-two", "rule": "8.4", "moves": [], "end": True}  # fmt: skip


@pytest.fixture
def app(make_app: Callable[..., Flask], story: Any) -> Flask:
    story.begin("club").overpeg()
    return make_app(posts_each_minute=60_000)


@pytest.fixture
def guest(app: Flask) -> FlaskClient:
    """A phone in the club's network that has joined nothing."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.7.66"
    return client


def paths(app: Flask, method: str) -> Iterator[str]:
    for rule in app.url_map.iter_rules():
        if method in (rule.methods or ()):
            yield address(rule)


def address(rule: Rule) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: FILL[found[1]], rule.rule)


def token_of(client: FlaskClient) -> dict[str, str]:
    page = client.get("/join").get_data(as_text=True)
    return {"X-CSRF-Token": page.split('data-token="')[1].split('"')[0]}


def state(app: Flask, journal: MemoryJournal) -> Any:
    """All that a request could have changed."""
    site = site_of(app)
    return (
        [item.body for item in journal.pending()], [one.n for one in journal.events()], site.name,
        site.door.accounts.names("judge"), site.door.accounts.names("keeper"), site.desk.call(1),
    )  # fmt: skip


def test_there_are_many_doors(app: Flask) -> None:
    assert len(set(paths(app, "POST"))) >= 25
    assert len(set(paths(app, "GET"))) >= 30


def test_a_guest_gets_nothing_done_at_any_door(
    app: Flask, guest: FlaskClient, journal: MemoryJournal
) -> None:
    token, before = token_of(guest), state(app, journal)
    for path in set(paths(app, "POST")) - FOR_GUESTS:
        answer = guest.post(path, json=NOISE, headers=token)
        assert answer.status_code in (403, 409), (path, answer.status_code, answer.get_json())
    assert state(app, journal) == before


def test_a_player_of_one_seat_gets_no_keepers_or_judges_work_done(
    app: Flask, guest: FlaskClient, journal: MemoryJournal
) -> None:
    code = site_of(app).door.code.read()
    assert (
        guest.post("/api/v1/join", json={"code": code, "seat": "B"}, headers=token_of(guest)).status_code
        == 200
    )
    site_of(app).door.accounts.put("keeper", "keeper", "271828")
    token, before = token_of(guest), state(app, journal)
    for path in set(paths(app, "POST")):
        if re.search(r"/(setup|workshop|camera|judge|code|seats)", path):
            answer = guest.post(path, json=NOISE, headers=token)
            assert answer.status_code == 403, (path, answer.status_code)
    assert state(app, journal) == before


@pytest.mark.parametrize(
    ("headers", "error"),
    [
        ({}, "csrf"),
        ({"X-CSRF-Token": "0" * 64}, "csrf"),
        ({"X-CSRF-Token": "\u00e9"}, "csrf"),
        ({"Origin": "http://evil.example"}, "origin"),
        ({"Origin": "null"}, "origin"),
        ({"Sec-Fetch-Site": "cross-site"}, "origin"),
        ({"Sec-Fetch-Site": "same-site"}, "origin"),
    ],
)
def test_no_door_opens_to_another_site_in_the_tables_own_browser(
    headers: dict[str, str], error: str, app: Flask, journal: MemoryJournal
) -> None:
    """The browser on the machine itself may do everything: its rights are what a hostile page would use."""
    screen = app.test_client()
    token, before = token_of(screen), state(app, journal)
    sent = headers if error == "csrf" else token | headers
    for path in paths(app, "POST"):
        answer = screen.post(path, json=NOISE, headers=sent)
        assert (answer.status_code, answer.get_json()["error"]) == (403, error), path
    assert state(app, journal) == before


@pytest.mark.parametrize(
    "form", ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x", ""]
)
def test_no_door_takes_what_a_plain_form_can_send(form: str, app: Flask, journal: MemoryJournal) -> None:
    screen = app.test_client()
    token, before = token_of(screen), state(app, journal)
    for path in set(paths(app, "POST")) - {"/api/v1/leave", "/api/v1/code"}:  # these two look at nothing sent
        answer = screen.post(path, data=b'{"by":"A","what":"accept"}', content_type=form, headers=token)
        assert answer.status_code in (400, 403, 409), (path, answer.status_code)
    assert state(app, journal) == before


def test_no_door_takes_too_much(app: Flask, journal: MemoryJournal) -> None:
    screen = app.test_client()
    token, before = token_of(screen), state(app, journal)
    for path in set(paths(app, "POST")) - {"/api/v1/leave", "/api/v1/code"}:
        answer = screen.post(path, json=NOISE | {"name": "x" * 20_000}, headers=token)
        shut = (
            {409} if path.startswith("/api/v1/update/") else set()
        )  # without the owner's key it takes nothing
        assert answer.status_code in {403, 413} | shut, (path, answer.status_code)
    assert state(app, journal) == before


@pytest.mark.parametrize("body", [b"", b"[]", b"7", b"null", b'"x"', b"{", b"\xff\xfe", b'{"a":' * 3000])
def test_no_door_breaks_on_what_is_no_object(body: bytes, app: Flask, journal: MemoryJournal) -> None:
    screen = app.test_client()
    token, before = token_of(screen), state(app, journal)
    for path in set(paths(app, "POST")) - {"/api/v1/leave", "/api/v1/code"}:
        answer = screen.post(path, data=body, content_type="application/json", headers=token)
        assert answer.status_code in (400, 403, 409), (path, answer.status_code)
    assert state(app, journal) == before


def test_looking_changes_nothing(app: Flask, guest: FlaskClient, journal: MemoryJournal) -> None:
    before = state(app, journal)
    for path in paths(app, "GET"):
        if path != ENDLESS:
            for query in ("", "?as=A&lang=fr&before=-1", "?as=both&before=x&role=keeper&cards=5H&dealer=7"):
                answer = guest.get(path + query, buffered=True)
                assert answer.status_code < 500, (path, answer.status_code)
    assert state(app, journal) == before


# --- headers and cookies


def answers(app: Flask, client: FlaskClient) -> Iterator[tuple[str, Any]]:
    """An answer of every kind: what is there, what is not, what is refused."""
    for path in paths(app, "GET"):
        if path != ENDLESS:
            yield path, client.get(path, buffered=True)
    yield "404", client.get("/nowhere")
    yield "404 api", client.get("/api/v1/nowhere")
    yield "405", client.put("/")
    yield "403", client.post("/api/v1/said", json={})
    yield "421", client.get("/", headers={"Host": "evil.example"})
    yield "413", client.post("/api/v1/said", data=b"x" * 20_000, content_type="application/json")


def test_every_answer_of_every_kind_carries_the_headers(app: Flask, guest: FlaskClient) -> None:
    for path, answer in answers(app, guest):
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self';"), path
        for needed in ("base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"):
            assert needed in policy, path
        assert not re.search(r"unsafe|data:|https?:|\*", policy), path
        assert answer.headers["X-Content-Type-Options"] == "nosniff", path
        assert answer.headers["X-Frame-Options"] == "DENY", path
        assert answer.headers["Referrer-Policy"] == "no-referrer", path
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", path
        assert "camera=()" in answer.headers["Permissions-Policy"], path
        assert "Access-Control-Allow-Origin" not in answer.headers, path
        assert not {"Server", "X-Powered-By"} & set(answer.headers.keys()), path
        assert answer.headers.get("Cache-Control"), path
        kind = answer.headers.get("Content-Type", "")
        if kind.startswith("text/"):
            assert "charset=utf-8" in kind.lower(), (path, kind)


def test_nothing_that_is_somebodys_own_is_kept_by_a_cache(app: Flask, guest: FlaskClient) -> None:
    for path, answer in answers(app, guest):
        if not path.startswith("/static"):
            assert re.search("no-store|no-cache", answer.headers["Cache-Control"]), path


def test_a_fault_of_ours_tells_nothing_of_itself(app: Flask, guest: FlaskClient, monkeypatch: Any) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("/home/pi/secret.py line 7")

    monkeypatch.setattr(site_of(app).table, "games", broken)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    for path in ("/games", "/api/v1/games", "/healthz", "/"):
        answer = guest.get(path)
        if answer.status_code == 500:
            assert b"secret" not in answer.data
            assert b"Traceback" not in answer.data
            assert answer.headers["Content-Security-Policy"]
    assert guest.get("/games").status_code == 500


def test_cookies_are_for_this_page_alone_and_hard_to_guess(app: Flask) -> None:
    names = set()
    for _ in range(20):
        (cookie,) = app.test_client().get("/").headers.getlist("Set-Cookie")
        for flag in ("HttpOnly", "SameSite=Strict", "Path=/"):
            assert flag in cookie
        assert "Domain=" not in cookie
        names.add(cookie.split(";")[0].partition("=")[2])
    assert len(names) == 20
    assert all(len(name) >= 22 for name in names)  # 128 bits in base 64


@pytest.mark.parametrize(
    ("url", "secure"), [("https://table.club.example", True), ("http://192.168.7.9:8080", False)]
)
def test_behind_https_the_cookie_goes_over_nothing_else(
    url: str, secure: bool, make_app: Callable[..., Flask]
) -> None:
    for path in ("/", "/?lang=fr"):
        for cookie in make_app(url=url).test_client().get(path).headers.getlist("Set-Cookie"):
            assert ("Secure" in cookie) is secure


def test_nothing_sent_becomes_a_header_or_a_line_of_the_log(guest: FlaskClient, capfd: Any) -> None:
    for value in ("x\r\nSet-Cookie: a=b", "x%0d%0aSet-Cookie:%20a=b", "\x1b[2J"):
        answer = guest.get("/", query_string={"lang": value, "as": value, "before": value})
        assert "a=b" not in str(answer.headers)
    assert "\x1b" not in capfd.readouterr().err


def test_no_address_sends_people_elsewhere(guest: FlaskClient) -> None:
    for path in ("//evil.example", "/\\evil.example", "/login?then=//evil.example", "/judge?next=http://evil.example",
                 "/setup/steps?then=//evil.example"):  # fmt: skip
        where = guest.get(path).headers.get("Location", "")
        assert "evil" not in where, path


def test_viewers_from_one_address_leave_room_for_others(
    make_app: Callable[..., Flask], story: Any, watch: Any
) -> None:
    story.begin()
    app = make_app(streams=3, streams_each=2)
    crowd, other = app.test_client(), app.test_client()
    crowd.environ_base["REMOTE_ADDR"], other.environ_base["REMOTE_ADDR"] = "192.168.7.66", "192.168.7.67"
    assert [watch(crowd).view()["game"] for _ in range(2)] == [1, 1]
    assert crowd.get(ENDLESS).status_code == 503
    assert watch(other).view()["game"] == 1


def test_the_tables_own_screen_watches_when_guests_have_every_place(
    make_app: Callable[..., Flask], story: Any, watch: Any
) -> None:
    story.begin()
    app = make_app(streams=2, streams_each=2)
    crowd, screen = app.test_client(), app.test_client()
    crowd.environ_base["REMOTE_ADDR"] = "192.168.7.66"
    assert [watch(crowd).view()["game"] for _ in range(2)] == [1, 1]
    assert crowd.get(ENDLESS).status_code == 503
    assert watch(screen).view()["game"] == 1


def test_an_address_of_ipv6_counts_with_its_whole_network(
    make_app: Callable[..., Flask], story: Any, watch: Any
) -> None:
    """A machine may give itself any of 2**64 addresses."""
    story.begin()
    app = make_app(streams=9, streams_each=1)
    first, second = app.test_client(), app.test_client()
    first.environ_base["REMOTE_ADDR"], second.environ_base["REMOTE_ADDR"] = "2001:db8::1", "2001:db8::2"
    assert watch(first).view()["game"] == 1
    assert second.get(ENDLESS).status_code == 503
