"""The club's application. The store stays the caller's, who closes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, jsonify, request
from werkzeug.exceptions import HTTPException

from club.desk import Desk
from club.errors import StoreError
from firmware.box.updatedoor import UpdateDoor
from webui.club.api import NAMELESS, READABLE, api
from webui.club.backup import backup_pages
from webui.club.joining import joining
from webui.club.money import money_pages
from webui.club.orders import orders
from webui.club.pages import pages
from webui.club.players import players
from webui.club.seasons import seasons
from webui.club.sheets import sheets
from webui.club.site import LETTER, ClubSite, OwnBroker, club_words
from webui.club.updating import updating
from webui.crossorigin import let_read
from webui.door.forwarded import stand_behind
from webui.guard import BoundedRequest, harden, host_of, is_our_name, read_key
from webui.pages import ADDRESS
from webui.site import lang_of

MAX_POST_BYTES: Final = 1_000_000  # an entry list of a large tournament
_SITE: Final = "pegwatch-club"


@dataclass(frozen=True, slots=True)
class Front:
    """How guests come to the pages: the `address` they are told ("": this machine's own), `hosts`, further names they
    may call them by, `proxies`, the addresses whose word is taken for who their guests are, and `readers`, the
    origins whose pages may read what everyone may see."""

    address: str = ""
    hosts: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    readers: tuple[str, ...] = ()


_DIRECT: Final = Front()


def create_club_app(
    desk: Desk,
    data: Path,
    name: str = "",
    line: Callable[[], str] = str,
    paper: str = LETTER,
    front: Front = _DIRECT,
    deaf: Callable[[], bool] = bool,
    broker: OwnBroker | None = None,
    updates: UpdateDoor | None = None,
) -> Flask:
    """The pages of a club whose secrets (directors' PINs, sessions, key) lie in this data folder; `line` says why no
    table can be heard, "" when all is well, and `deaf` whether that is the hub's own fault; `paper` is what the
    printer takes; `front` how guests come to the pages; `broker` the one that the director may set up
    by a button; `updates` the door through which this machine takes another version."""
    data.mkdir(parents=True, exist_ok=True)
    site = ClubSite(desk, read_key(data / "page.key"), data, name, line, paper, deaf)
    site.broker, site.updates = broker, updates
    return build_club_app(site, front)


def build_club_app(site: ClubSite, front: Front = _DIRECT) -> Flask:
    """The pages of any club."""
    app = Flask("webui")  # templates and pictures are those of the page beside this package
    app.request_class = BoundedRequest
    app.config["MAX_CONTENT_LENGTH"] = MAX_POST_BYTES
    app.config[ADDRESS] = front.address
    own = {urlsplit(front.address).hostname or "", *front.hosts}
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.extensions[_SITE] = site
    for part in (pages, orders, api, sheets, seasons, backup_pages, players, money_pages, joining, updating):
        app.register_blueprint(part(site))

    @app.before_request
    def misdirected() -> Response | None:
        if is_our_name(host_of(request), own):
            return None
        return _failed_with(site, HTTPStatus.MISDIRECTED_REQUEST, "error.host")

    @app.errorhandler(HTTPException)
    def failed(error: HTTPException) -> Response:
        status = HTTPStatus(error.code or 500)
        known = {
            403: "club.error.director",
            409: "error.csrf",
            404: "error.404",
            405: "error.405",
            413: "error.big",
            429: "error.rate",
        }
        return _failed_with(site, status, known.get(status, "error.500" if status >= 500 else "error.json"))

    @app.errorhandler(StoreError)
    def unwritable(error: StoreError) -> Response:
        text, fill = site.why_unkept(error)
        return _failed_with(site, HTTPStatus.SERVICE_UNAVAILABLE, text, **fill)

    app.after_request(harden)
    let_read(app, lambda: front.readers, READABLE, NAMELESS)
    stand_behind(app, front.proxies)
    return app


def _failed_with(site: ClubSite, status: HTTPStatus, text: str, **fill: str) -> Response:
    """An error in the visitor's language: JSON for programs, and where the address asked for is none of ours, with
    which a page could not name its parts; a page for people."""
    if request.path.startswith("/api/") or status == HTTPStatus.MISDIRECTED_REQUEST:
        response = jsonify(
            {"error": text.rpartition(".")[2], "say": club_words(lang_of(request))(text, **fill)}
        )
        response.status_code = status
        return response
    return site.show("error.html", status=status, text=text, fill=fill)
