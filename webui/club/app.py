"""The club's application. The store stays the caller's, who closes it."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Final

from flask import Flask, Response, jsonify, request
from werkzeug.exceptions import HTTPException

from club.desk import Desk
from club.errors import StoreError
from webui.club.api import api
from webui.club.orders import orders
from webui.club.pages import pages
from webui.club.sheets import sheets
from webui.club.site import LETTER, ClubSite, club_words
from webui.guard import harden, is_our_name, read_key
from webui.site import lang_of

MAX_POST_BYTES: Final = 1_000_000  # an entry list of a large tournament
_SITE: Final = "pegwatch-club"


def create_club_app(
    desk: Desk, data: Path, name: str = "", line: Callable[[], str] = str, paper: str = LETTER
) -> Flask:
    """The pages of a club whose secrets (directors' PINs, sessions, key) lie in this data folder; `line` says why no
    table can be heard, "" when all is well; `paper` is what the printer takes."""
    data.mkdir(parents=True, exist_ok=True)
    return build_club_app(ClubSite(desk, read_key(data / "page.key"), data, name, line, paper))


def build_club_app(site: ClubSite, hosts: tuple[str, ...] = ()) -> Flask:
    """The pages of any club."""
    app = Flask("webui")  # templates and pictures are those of the page beside this package
    app.config["MAX_CONTENT_LENGTH"] = MAX_POST_BYTES
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.extensions[_SITE] = site
    for part in (pages, orders, api, sheets):
        app.register_blueprint(part(site))

    @app.before_request
    def misdirected() -> Response | None:
        if is_our_name(request.host, hosts):
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
    def unwritable(_error: StoreError) -> Response:
        return _failed_with(site, HTTPStatus.SERVICE_UNAVAILABLE, "error.storage")

    app.after_request(harden)
    return app


def _failed_with(site: ClubSite, status: HTTPStatus, text: str) -> Response:
    """An error in the visitor's language: JSON for programs, a page for people."""
    if request.path.startswith("/api/"):
        response = jsonify({"error": text.rpartition(".")[2], "say": club_words(lang_of(request))(text)})
        response.status_code = status
        return response
    return site.show("error.html", status=status, text=text)
