"""What the parts of the page share: one table, its live views and its history, and how a request is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Request, Response, abort, current_app, jsonify, request

from cribbage.shown.policy import House, Viewer, is_settled
from firmware.box.errors import BoxError
from firmware.box.journal import is_finite
from webui.album import Album
from webui.audience import Audience
from webui.boardview import Drawing, Holes, draw
from webui.config import WebConfig
from webui.desk.desk import Desk
from webui.door.accounts import JUDGE, KEEPER
from webui.door.roles import Door
from webui.door.secretfile import SecretFile
from webui.errors import PostError, WebError
from webui.guard import Rate, Seats, is_ours, is_same_origin
from webui.history import DAMAGED, History
from webui.live import Eyes, Hub
from webui.table import Table
from webui.viewtext import add_text
from webui.words import Words, choose, words

SITE = "pegwatch"  # under this name the application keeps its `Site`
JUDGES_NEEDED: Final = 2
"""How many judges together open a call (judge protocol a)."""
_HEAVY_EACH_MINUTE: Final = 60  # questions that cost the table tenths of a second, from one address


@dataclass
class Site:
    """One table's page. Made by `create_app`, handed to every blueprint."""

    table: Table
    config: WebConfig
    key: bytes
    door: Door
    desk: Desk
    names: SecretFile
    hub: Hub = field(init=False)
    history: History = field(init=False)
    album: Album = field(init=False)
    seats: Seats = field(init=False)
    audience: Audience = field(init=False)
    posts: Rate = field(init=False)
    heavy: Rate = field(init=False)
    _drawn: tuple[Mapping[str, Holes], Drawing] | None = None

    def __post_init__(self) -> None:
        config = self.config
        house = House(config.alerts)
        self.hub = Hub(self.table, house, add_text, config.poll_s, config.tick_s)
        self.history = History(self.table, self.hub, house)
        self.hub.idle = self.history.look_ahead
        self.album = Album(self.table, self.history, house)
        self.audience = Audience(self.hub)
        self.seats = Seats(config.streams, config.streams_each, self.audience.send_away)
        self.posts = Rate(config.posts_each_minute)
        self.heavy = Rate(_HEAVY_EACH_MINUTE)

    @property
    def drawing(self) -> Drawing:
        """The board that the table has, drawn; drawn once for each board."""
        holes = self.config.holes
        if self._drawn is None or self._drawn[0] is not holes:
            self._drawn = holes, draw(holes)
        return self._drawn[1]

    @property
    def name(self) -> str:
        """What the table is called: as its keeper named it on the page, else as the settings say."""
        kept = self.names.read()
        return kept if isinstance(kept, str) and kept else self.config.table_name

    def rename(self, name: str) -> None:
        """Call the table something else."""
        self.names.write(name)

    def close(self) -> None:
        """Stop the live views and let go of the table."""
        self.hub.close()
        self.audience.close()
        self.table.close()

    def in_sanctioned_game(self) -> bool:
        """Whether a sanctioned game runs and is not settled: judged by what may be shown of it, so nothing leaks.

        While it does no account, PIN or right over the table is made or changed on the page (Rule: ACC 9.5).
        """
        self.freshen()
        board = self.hub.shown.board
        return board.has_game and board.mode == "sanctioned" and not is_settled(board)

    def lacks(self) -> dict[str, int]:
        """What a sanctioned game that began now would lack: how many of two judges' accounts, and a keeper's PIN."""
        judges = len(self.door.accounts.names(JUDGE))
        missing = {
            "judges": max(0, JUDGES_NEEDED - judges),
            "keeper": int(not self.door.accounts.names(KEEPER)),
        }
        return {what: count for what, count in missing.items() if count}

    def freshen(self) -> None:
        """Look at the journal now where no thread does it."""
        if not self.hub.follows:
            self.hub.refresh()


def viewer_of(site: Site, request: Request) -> Viewer:
    """Whose eyes a request looks with: those of the seat it holds (``?as=A`` where several), or the public's."""
    seats = site.door.who(request).seats
    seat = request.args.get("as") or (seats[0] if len(seats) == 1 else None)
    return Viewer.player(seat) if seat in seats and seat is not None else Viewer.public()


def lang_of(request: Request) -> str:
    """The language of a request: asked for, remembered, or the browser's."""
    site: Site | None = current_app.extensions.get(SITE)
    asked = (
        request.args.get("lang") or request.cookies.get("lang") or (site.config.language if site else None)
    )
    return choose(asked, request.accept_languages.values())


def eyes_of(site: Site, request: Request) -> Eyes:
    """Viewer and language of a request."""
    return Eyes(viewer_of(site, request), lang_of(request))


def words_of(request: Request) -> Words:
    """The words for a request."""
    return words(lang_of(request))


def refused_post(site: Site, request: Request, *, counted: bool = True) -> Response | None:
    """Whatever changes something must come from our own page, and (`counted`) not too often: the answer if it
    does not."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    if counted and not site.posts.allows(request.remote_addr or ""):
        return refuse(request, HTTPStatus.TOO_MANY_REQUESTS, "error.rate")
    if not is_same_origin(request):
        return refuse(request, HTTPStatus.FORBIDDEN, "error.origin")
    if not is_ours(request, site.key):
        return refuse(request, HTTPStatus.FORBIDDEN, "error.csrf")
    return None


def guarded(bp: Blueprint, site: Site) -> None:
    """Guard what a blueprint lets visitors change, and answer what cannot be done in their language."""

    @bp.before_request
    def guard() -> Response | None:
        return refused_post(site, request)

    @bp.errorhandler(PostError)
    def bad(error: PostError) -> Response:
        return refuse(request, HTTPStatus.BAD_REQUEST, error.text, **_said(words_of(request), error.fill))

    @bp.errorhandler(BoxError)
    @bp.errorhandler(WebError)
    def unwritable(_error: Exception) -> Response:
        return refuse(request, HTTPStatus.SERVICE_UNAVAILABLE, "error.storage")


def _said(words: Words, fill: dict[str, Any]) -> dict[str, Any]:
    """What fills a sentence, in the visitor's words: a rule book by its name, a choice as a list."""
    said = fill | {"why": words.sentence(fill["why"])}
    if "profile" in fill:
        said["profile"] = words(f"profile.{fill['profile']}")
    if "allowed" in fill:
        said["allowed"] = " / ".join(
            words(f"doubles.{one}") if isinstance(one, str) else str(one) for one in fill["allowed"]
        )
    return said


def body_of(request: Request) -> dict[str, Any]:
    """The JSON object that was posted; `PostError` if it is none."""
    try:
        body = request.get_json(silent=True)
    except RecursionError as error:  # a few kilobytes of brackets are enough
        raise PostError("error.json") from error
    if not isinstance(body, dict) or not is_finite(body):  # NaN is no JSON, though Python reads it
        raise PostError("error.json")
    return body


def refuse(request: Request, status: HTTPStatus, text: str, code: str = "", **fill: Any) -> Response:
    """An error as JSON: a code for programs, a sentence for people. `code`: one that programs know already, where
    the sentence has become another; else the code is the text's path."""
    told = code or text.removeprefix("error.")
    response = jsonify({"error": told, "say": words_of(request)(text, **fill)})
    response.status_code = status
    return response


def entry_asked_for(site: Site, game: int, *, damaged_too: bool = False) -> dict[str, Any]:
    """A game's entry in the list, for the interface; ends the request with 404 where there is no such game, and with
    409 where it is damaged, unless that is wanted too."""
    site.freshen()
    entry = site.history.find(game)
    if entry is None:
        abort(refuse(request, HTTPStatus.NOT_FOUND, "error.404"))
    if entry["state"] == DAMAGED and not damaged_too:
        abort(refuse(request, HTTPStatus.CONFLICT, "error.damaged"))
    return entry


def as_file(body: str, mimetype: str, name: str) -> Response:
    """An answer that a browser keeps as a file of this name."""
    response = Response(body, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
