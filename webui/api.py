"""The JSON interface, version 1: the view, live and on request, the games, and what may be posted."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, jsonify, request
from werkzeug.wsgi import ClosingIterator

from cribbage.shown.broadcast import broadcast
from cribbage.shown.policy import is_settled
from cribbage.shown.reveal import NO_SUCH_PART
from cribbage.shown.sayings import refusal
from firmware.box.addresses import one_guest
from webui import posted, seated
from webui.audience import HAND_OVER, Opening, Watching, stream
from webui.crossorigin import is_foreign, is_listed
from webui.gameview import as_csv, summary
from webui.history import DAMAGED
from webui.live import Eyes
from webui.openapi import describe
from webui.pages import show_page
from webui.site import (
    Site,
    as_file,
    body_of,
    entry_asked_for,
    eyes_of,
    guarded,
    lang_of,
    refuse,
    viewer_of,
    words_of,
)

NAMELESS: Final = frozenset({"api.description", "api.overlay"})
READABLE: Final = NAMELESS | {"api.view", "api.live", "api.games", "api.game", "api.counts", "api.players"}
"""What pages of the origins that the settings name may read, and, where the settings say so, pages of any origin of
`NAMELESS`. Table logs and pictures are for this page only."""


def api(site: Site) -> Blueprint:
    """The blueprint of ``/api/v1``."""
    bp = Blueprint("api", __name__, url_prefix="/api/v1")
    _watching(bp, site)
    _games(bp, site)
    _pictures(bp, site)
    _posting(bp, site)
    return bp


def about(site: Site) -> Blueprint:
    """The blueprint of the page about the interface, for people."""
    bp = Blueprint("about", __name__)

    @bp.get("/api")
    def interface() -> Response:
        """What can be asked, and how."""
        return show_page(site, "api.html", api=describe(site.name, site.config.profiles))

    return bp


# --- watching ------------------------------------------------------------------------------------


def _watching(bp: Blueprint, site: Site) -> None:
    @bp.get("/view")
    def view() -> Response:
        """The view as it is now; an unchanged one costs nothing."""
        site.freshen()
        snapshot = site.hub.look(eyes_of(site, request))
        response = Response(snapshot.data, mimetype="application/json")
        response.set_etag(snapshot.id)
        response.headers["Cache-Control"] = "no-cache"
        return response.make_conditional(request)  # type: ignore[return-value]

    @bp.get("/openapi.json")
    def description() -> Response:
        """What this interface is, for programs and those who write them."""
        return jsonify(describe(site.name, site.config.profiles))

    @bp.get("/overlay")
    def overlay() -> Response:
        """The score for streams and big boards, at least one deal late (row 34 of the reveal policy); without names
        for pages of origins that the settings do not name."""
        site.freshen()
        told = broadcast(site.hub.shown.board)
        if is_foreign(request) and not is_listed(request, site.config.readers):
            told["players"] = [player | {"name": ""} for player in told["players"]]
        return jsonify(told)

    @bp.get("/live")
    def live() -> Response:
        """The view at once and whenever it changes, as server-sent events."""
        address = request.remote_addr or ""
        if not site.seats.enter(address, site.door.who(request).screen):
            return refuse(request, HTTPStatus.SERVICE_UNAVAILABLE, "error.full")
        site.freshen()
        site.hub.start()
        eyes, known = eyes_of(site, request), request.headers.get("Last-Event-ID")
        response = Response(_live_body(site, address, eyes, known), mimetype="text/event-stream")
        response.headers["X-Accel-Buffering"] = "no"
        return response


def _live_body(site: Site, address: str, eyes: Eyes, known: str | None) -> Iterable[bytes]:
    def leave() -> None:
        site.seats.leave(address)

    hand_over = request.environ.get(HAND_OVER)
    if hand_over is not None:
        return Opening(one_guest(address), Watching(site.hub, eyes, known), site.audience, hand_over, leave)
    body = stream(site.hub, eyes, known, lambda: False)
    return ClosingIterator(body, [leave])


# --- games ----------------------------------------------------------------------------------------


def _games(bp: Blueprint, site: Site) -> None:
    @bp.get("/games")
    def games() -> Response:
        """The newest games; ``?before=N`` for those before game N."""
        site.freshen()
        return jsonify({"games": site.history.entries(request.args.get("before", type=int))})

    @bp.get("/games/<int:game>")
    def game(game: int) -> Response:
        """One game with the closed deals that may be shown."""
        entry = entry_asked_for(site, game, damaged_too=True)
        if entry["state"] == DAMAGED:
            return jsonify(entry | {"deals": []} | summary([], {}, None))
        viewer = viewer_of(site, request)
        deals = site.history.review(game, viewer, lang_of(request))
        return jsonify(entry | {"deals": deals} | site.history.summary(game, viewer))

    @bp.get("/games/<int:game>/counts.csv")
    def counts(game: int) -> Response:
        """Every count of a game that may be shown, for a spreadsheet."""
        entry = entry_asked_for(site, game)
        text = as_csv(game, entry["players"], site.history.deals(game, viewer_of(site, request)))
        return as_file(text, "text/csv", f"game-{game}.csv")

    @bp.get("/players")
    def players() -> Response:
        """Averages of everybody who played one of the last games."""
        site.freshen()
        told = {"players": site.history.players(), "table": site.history.whole_table()}
        return jsonify(told | {"left_out": site.history.left_out()})

    @bp.get("/games/<int:game>/log")
    def log(game: int) -> Response:
        """A finished game as a table log."""
        entry_asked_for(site, game)
        if not site.history.is_settled(game):
            return refuse(request, HTTPStatus.CONFLICT, "error.unfinished")
        if not site.history.may_export(game, viewer_of(site, request)):
            return refuse(request, HTTPStatus.FORBIDDEN, "error.players")
        return as_file(site.history.log(game), "application/x-ndjson", f"game-{game}.jsonl")


# --- pictures -------------------------------------------------------------------------------------


def _pictures(bp: Blueprint, site: Site) -> None:
    @bp.get("/games/<int:game>/pictures")
    def pictures(game: int) -> Response:
        """The pictures kept of a game's readings that this viewer may see; empty where there are none."""
        site.freshen()
        return jsonify({"pictures": site.album.listing(game, viewer_of(site, request))})

    @bp.get("/games/<int:game>/pictures/<key>.jpg")
    def picture(game: int, key: str) -> Response:
        """One of them. One that may not be seen, one that is not kept and one that never was get one answer."""
        site.freshen()
        jpeg = site.album.jpeg(game, viewer_of(site, request), key)
        if jpeg is None:
            return refuse(request, HTTPStatus.NOT_FOUND, "error.404")
        return Response(jpeg, mimetype="image/jpeg")


# --- posting --------------------------------------------------------------------------------------


def _posting(bp: Blueprint, site: Site) -> None:
    guarded(bp, site)

    @bp.post("/said")
    def said() -> Response | tuple[Response, int]:
        """A button: go, accept, judge, a claim; in the name of one's own seat."""
        body = body_of(request)
        site.freshen()
        seating = site.hub.shown.board.seating
        wanted = posted.said(body, seating.seats)
        if not site.door.who(request).may_speak(seating.side(body["by"])):
            return refuse(request, HTTPStatus.FORBIDDEN, "error.role")
        why = refusal(site.hub.shown.board, wanted["said"]["what"])
        if why is not None:
            return refuse(request, HTTPStatus.CONFLICT, f"error.say.{why}")
        return _taken(site, wanted)

    @bp.post("/cards")
    def cards() -> Response | tuple[Response, int]:
        """The cards of a zone, entered by hand."""
        site.freshen()
        wanted = posted.cards(body_of(request), site.hub.shown.board.seating.seats)
        who = site.door.who(request)
        if not who.may_correct(site.hub.shown.is_sanctioned):
            return refuse(request, HTTPStatus.FORBIDDEN, "error.role")
        return _taken(site, wanted | {"who": who.label})

    @bp.post("/reread")
    def reread() -> Response | tuple[Response, int]:
        """A zone that the camera has read wrongly, or not at all: it reads it again."""
        site.freshen()
        board = site.hub.shown.board
        wanted = posted.reread(body_of(request), board.seating.seats)
        who = site.door.who(request)
        if not who.may_correct(site.hub.shown.is_sanctioned):
            return refuse(request, HTTPStatus.FORBIDDEN, "error.role")
        if not board.has_game:
            return refuse(request, HTTPStatus.CONFLICT, "error.nogame")
        if board.faults.get("camera") == NO_SUCH_PART:
            return refuse(request, HTTPStatus.CONFLICT, "error.nocamera")
        number = site.table.read_again(wanted["said"]["zone"], wanted | {"who": who.label})
        return jsonify({"taken": number, "say": words_of(request)("fix.again.sent")}), HTTPStatus.ACCEPTED

    @bp.post("/pegs")
    def pegs() -> Response | tuple[Response, int]:
        """Where a player's pegs stand, read by a person: a peg that was not seen."""
        site.freshen()
        who, shown = site.door.who(request), site.hub.shown
        if not who.may_correct(shown.is_sanctioned):
            return refuse(request, HTTPStatus.FORBIDDEN, "error.role")
        if not shown.board.has_game:
            return refuse(request, HTTPStatus.CONFLICT, "error.nogame")
        board = site.hub.latest[1]
        standing = {side: (board.pegs[side].front, board.pegs[side].rear) for side in board.sides}
        return _taken(site, posted.pegs(body_of(request), standing) | {"who": who.label})

    @bp.post("/dealer")
    def dealer() -> Response | tuple[Response, int]:
        """Who deals: said before the starter is turned."""
        site.freshen()
        wanted = posted.dealer(body_of(request), site.hub.shown.board.seating.seats)
        who = site.door.who(request)
        if not who.may_correct(site.hub.shown.is_sanctioned):
            return refuse(request, HTTPStatus.FORBIDDEN, "error.role")
        return _taken(site, wanted | {"who": who.label})

    @bp.post("/games")
    def new_game() -> Response | tuple[Response, int]:
        """A new game; one in progress is ended only where ``"end": true`` says so."""
        body = body_of(request)
        return begun(body, posted.new_game(body, site.config.profiles, modes=site.config.modes))

    @bp.get("/seats")
    def seats() -> Response:
        """The games that the club's hub seats at this table, the next one first."""
        return jsonify({"seats": [seated.shown(seat, words_of(request)) for seat in site.table.seats()]})

    @bp.post("/games/seated")
    def new_seated() -> Response | tuple[Response, int]:
        """A game as the club's hub has seated it."""
        body = body_of(request)
        wanted = seated.begin(body, site.table.seats(), site.config.profiles, site.config.modes)
        if wanted is None:
            return refuse(request, HTTPStatus.CONFLICT, "error.seated")
        return begun(body, wanted)

    @bp.post("/games/rematch")
    def rematch() -> Response | tuple[Response, int]:
        """The game that has just ended once more: the same players, and the loser deals."""
        body = body_of(request)
        site.freshen()
        if not site.door.who(request).may_begin(False):
            return refuse(request, HTTPStatus.FORBIDDEN, "error.role")
        shown = site.hub.shown.board
        if not is_settled(shown):
            return refuse(request, HTTPStatus.CONFLICT, "error.running")
        return begun(body, posted.rematch(shown, site.config.modes))

    def begun(body: dict[str, Any], wanted: dict[str, Any]) -> Response | tuple[Response, int]:
        site.freshen()
        running = any(entry["state"] != "over" for entry in site.history.entries()[:1])
        if not site.door.who(request).may_begin(running and site.hub.shown.is_sanctioned):
            return refuse(request, HTTPStatus.FORBIDDEN, "error.role")
        if running and body.get("end") is not True:
            return refuse(request, HTTPStatus.CONFLICT, "error.running")
        if site.table.is_full:
            return refuse(request, HTTPStatus.INSUFFICIENT_STORAGE, "error.disk")
        return _taken(site, wanted)


def _taken(site: Site, body: dict[str, Any]) -> tuple[Response, int]:
    number = site.table.put(body)
    return jsonify({"taken": number, "say": words_of(request)("act.sent")}), HTTPStatus.ACCEPTED
