"""Pages of other origins: none reads unless the settings name it, and none changes anything or is anybody."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from chromium import MARKS
from ending import end
from flask import Flask, request
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from club.desk import Desk
from club.store import open_store
from firmware.box.addresses import origins, why_no_origins
from webui.api import NAMELESS, READABLE
from webui.app import site_of
from webui.club.api import NAMELESS as HUB_NAMELESS
from webui.club.api import READABLE as HUB_READABLE
from webui.club.app import Front, build_club_app
from webui.club.site import ClubSite
from webui.door.roles import Who

SITE = "https://club.example"
OTHER = "https://evil.example"
ALLOWED = "Access-Control-Allow-Origin"


def ask(client: FlaskClient, path: str, origin: str = SITE, method: str = "GET", **headers: str) -> Any:
    return client.open(path, method=method, headers={"Origin": origin, **headers}, buffered=False)


def of_cors(answer: Any) -> set[str]:
    return {name for name, _ in answer.headers if name.startswith("Access-Control-")}


def rules_of(app: Flask) -> list[tuple[str, str, set[str]]]:
    """Every address that needs no number: its endpoint, path and methods."""
    return [
        (
            rule.endpoint,
            rule.rule.replace("<int:game>", "1").replace("<int:event>", "1"),
            set(rule.methods or ()),
        )
        for rule in app.url_map.iter_rules()
        if not rule.arguments - {"game", "event"}
    ]


def test_by_default_no_page_of_another_origin_may_read_anything(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    for _, path, methods in rules_of(app):
        for method in methods & {"GET", "OPTIONS"}:
            if path != "/api/v1/live":
                assert of_cors(ask(app.test_client(), path, method=method)) == set(), path


@pytest.mark.parametrize(
    ("listed", "open_to"), [((SITE,), READABLE), (("*",), NAMELESS), ((SITE, "*"), READABLE)]
)
def test_only_what_is_listed_as_readable_is_let_out(
    listed: tuple[str, ...], open_to: frozenset[str], make_app: Callable[..., Flask], story: Any
) -> None:
    story.begin()
    app = make_app(readers=listed)
    seen = set()
    for _, path, methods in rules_of(app):
        for method in methods & {"GET", "OPTIONS"}:
            answer = ask(app.test_client(), path, method=method)
            if ALLOWED in answer.headers:
                seen.add(app.url_map.bind("").match(path, "GET")[0])
                assert answer.headers[ALLOWED] == (SITE if SITE in listed else "*")
                assert "Origin" in answer.headers["Vary"]
                assert method == "GET" or answer.headers["Access-Control-Allow-Methods"] == "GET"
            assert "Access-Control-Allow-Credentials" not in answer.headers
            answer.close()
    assert seen == open_to


def test_an_origin_that_is_not_listed_gets_nothing(make_app: Callable[..., Flask]) -> None:
    client = make_app(readers=(SITE,)).test_client()
    for origin in (
        OTHER,
        "null",
        "http://club.example",
        SITE + ":8443",
        SITE + ".evil.example",
        "https://[",
        "*",
    ):
        for method in ("GET", "OPTIONS"):
            answer = ask(client, "/api/v1/view", origin, method)
            assert answer.status_code == 200
            assert of_cors(answer) == set(), origin


def test_a_preflight_is_told_that_reading_is_all(make_app: Callable[..., Flask]) -> None:
    client = make_app(readers=(SITE,)).test_client()
    asks = {"Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "if-none-match"}
    answer = ask(client, "/api/v1/view", method="OPTIONS", **asks)
    assert answer.headers["Access-Control-Allow-Methods"] == "GET"
    assert "If-None-Match" in answer.headers["Access-Control-Allow-Headers"]
    writes = {"Access-Control-Request-Method": "POST"}
    assert of_cors(ask(client, "/api/v1/games", method="OPTIONS", **writes)) == set()
    assert of_cors(ask(client, "/api/v1/games", method="POST")) == set()
    for path in ("/api/v1/said", "/api/v1/cards", "/api/v1/games/1/log", "/api/v1/judge"):
        assert of_cors(ask(client, path, method="OPTIONS", **asks)) == set(), path


def test_a_page_of_another_origin_is_a_guest_on_the_tables_own_screen(
    make_app: Callable[..., Flask], story: Any
) -> None:
    """A browser on the machine needs no cookie to be the table's own screen: neither may what it opens elsewhere."""
    story.begin()
    app = make_app(readers=(SITE,))
    door = site_of(app).door
    for headers, screen in (({}, True), ({"Origin": SITE}, False), ({"Origin": "http://["}, False)):
        with app.test_request_context(
            "/api/v1/view?as=A", headers=headers, environ_base={"REMOTE_ADDR": "127.0.0.1"}
        ):
            assert door.who(request) == (Who(("A", "B", "C"), True, keeper=True) if screen else Who())


def test_any_origin_gets_the_overlay_without_names(make_app: Callable[..., Flask], story: Any) -> None:
    story.begin()
    client = make_app(readers=(SITE, "*")).test_client()

    def names(origin: str) -> list[str]:
        answer = ask(client, "/api/v1/overlay", origin)
        return [player["name"] for player in answer.get_json()["players"]]

    assert names(SITE) == ["Ann", "Bob"]
    assert names(OTHER) == ["", ""]
    assert [p["name"] for p in client.get("/api/v1/overlay").get_json()["players"]] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    "text", ["https://club.example", "http://192.168.7.9:8081, https://b.example", "*", ""]
)
def test_origins_are_taken_as_browsers_tell_them(text: str) -> None:
    assert why_no_origins(text) == ""
    assert ", ".join(origins(text)) == text


def test_an_origin_is_read_as_a_browser_would_write_it() -> None:
    assert origins("HTTPS://Club.Example:443/, http://a.example:80") == (
        "https://club.example",
        "http://a.example",
    )
    for wrong in (
        "club.example",
        "https://a.example/x",
        "https://u@a.example",
        "ftp://a.example",
        "https://*.a.example x",
    ):
        assert why_no_origins(wrong), wrong


def test_the_hub_lets_listed_origins_read_what_everyone_may(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "hub.sqlite"))
    desk = Desk(store)
    event = desk.create("Dora", "Monday", "grass-roots")
    site = ClubSite(desk, b"k" * 32, None, "Riverside")
    for listed, open_to in (((), frozenset()), ((SITE,), HUB_READABLE), (("*",), HUB_NAMELESS)):
        app = build_club_app(site, Front(readers=listed))
        seen = set()
        for endpoint, path, methods in rules_of(app):
            for method in methods & {"GET", "OPTIONS"}:
                answer = ask(app.test_client(), path.replace("/1", f"/{event}"), method=method)
                assert "Access-Control-Allow-Credentials" not in answer.headers
                if ALLOWED in answer.headers:
                    seen.add(endpoint)
        assert seen == open_to
    store.close()


def test_a_directors_browser_is_nobody_special_to_a_page_from_elsewhere(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "hub.sqlite"))
    desk = Desk(store)
    event = desk.create("Dora", "Monday", "grass-roots")
    site = ClubSite(desk, b"k" * 32, None, "Riverside")
    site.accounts.put("director", "Dora", "739205")
    client = build_club_app(site, Front(readers=(SITE,))).test_client()
    token = client.get("/login").get_data(as_text=True).split('name="token" value="')[1].split('"')[0]
    client.post("/login", data={"name": "Dora", "pin": "739205", "token": token})
    path = f"/api/v1/club/events/{event}/standings"
    assert client.get(path).status_code == 200
    assert ask(client, path).status_code == 403, "not announced"
    store.close()


class _Elsewhere(BaseHTTPRequestHandler):
    """An empty page of another origin."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Club</title>")

    def log_message(self, *_: object) -> None:
        """Quiet."""


class _Quick(ThreadingHTTPServer):
    """Waits for no connection that a browser holds open in advance."""

    daemon_threads = True
    block_on_close = False


@contextmanager
def elsewhere() -> Iterator[str]:
    with _Quick(("127.0.0.1", 0), _Elsewhere) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


READS = """async (table) => {
  const got = {};
  const view = await fetch(table + "api/v1/view?as=A", { headers: { "If-None-Match": "x" } });
  got.view = (await view.json()).state;
  got.live = await new Promise((done) => {
    const stream = new EventSource(table + "api/v1/live");
    stream.addEventListener("view", () => { stream.close(); done("view"); });
    stream.onerror = () => { if (stream.readyState === EventSource.CLOSED) done("refused"); };
  });
  for (const [name, path, options] of [
    ["said", "api/v1/said", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }],
    ["plain", "api/v1/said", { method: "POST", body: "{}" }],
    ["log", "api/v1/games/1/log", {}],
    ["cookie", "api/v1/view", { credentials: "include" }],
  ]) got[name] = await fetch(table + path, options).then(() => "read", () => "refused");
  return got;
}"""


@pytest.mark.usefixtures("story")
class TestInABrowser:
    """What a real browser makes of the headers."""

    pytestmark = MARKS

    def test_a_listed_page_reads_and_does_nothing_else(
        self, browser: Browser, make_app: Callable[..., Flask], story: Any
    ) -> None:
        story.begin()
        with (
            elsewhere() as listed,
            elsewhere() as other,
            served(make_app(readers=(listed,))) as table,
            closing(browser.new_page()) as page,
        ):
            page.goto(listed)
            assert page.evaluate(READS, table) == {
                "view": "starter", "live": "view", "said": "refused", "plain": "refused", "log": "refused",
                "cookie": "refused",
            }  # fmt: skip
            page.goto(other)
            look = "table => fetch(table + 'api/v1/view').then(() => 'read', () => 'refused')"
            assert page.evaluate(look, table) == "refused"


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """An application on a free port. A browser keeps its connections open: it does not end them, the server does."""
    from waitress import create_server

    server = create_server(app, host="127.0.0.1", port=0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}/"
    finally:
        end(server)
        thread.join(60)
    assert not thread.is_alive()
