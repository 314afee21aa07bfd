"""Learning a board on the page: for anyone who sets up a table whose pegs the camera reads.

The work is the eye's (`pegwatch.boarddesk`); this page shows what it found and sends what was tapped. Closed while a
sanctioned game runs, as every picture of the table is (reveal policy, P6), and orders wait until no game is on.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any, Final, Literal

from flask import Blueprint, Response, abort, jsonify, request
from msgspec import Meta, Struct

from cribbage.shown.policy import is_settled
from webui.pages import show_page
from webui.posted import decode
from webui.site import Site, body_of, guarded, refuse, words_of

MOST_HOLES: Final = 1000
Number = Annotated[int, Meta(ge=1, le=MOST_HOLES)]
LastNumber = Annotated[int, Meta(ge=0, le=MOST_HOLES)]


class Ends(Struct):
    """The tapped holes: of each track the first start hole and the last hole, and the game hole; they count from 1.

    From the third track on the last hole may be 0: it has as many holes as the others.
    """

    tracks: Annotated[
        dict[Literal["A", "B", "C", "D"], tuple[Number, LastNumber]], Meta(min_length=2, max_length=4)
    ]
    game: Number


class Turn(Struct):
    """A track that was tapped the wrong way round."""

    track: Literal["A", "B", "C", "D"]


class Lap(Struct):
    """On a board that is walked twice: the score at which the front peg of a track is."""

    track: Literal["A", "B", "C", "D"]
    front: Annotated[int, Meta(ge=1, le=MOST_HOLES)]


class Order(Struct):
    """What the eye is asked to do."""

    do: Literal["look", "ends", "turn", "keep", "drop", "lap"]


def board_learning(site: Site) -> Blueprint:
    """The blueprint of the page and its data; none of it is there where the camera reads no pegs."""
    bp = Blueprint("boardlearn", __name__)
    guarded(bp, site)

    def only_here() -> None:
        if not site.config.has_pegs_by_eye:
            abort(HTTPStatus.NOT_FOUND)

    @bp.get("/board")
    def page() -> Response:
        """The page: it holds nothing of the game, and asks for the rest."""
        only_here()
        return show_page(site, "boardlearn.html", may=site.door.who(request).may_set_up)

    @bp.get("/api/v1/board")
    def state() -> Response:
        """How far the eye is with the board; ``state`` is null until it answers."""
        only_here()
        if site.in_sanctioned_game():
            return refuse(request, HTTPStatus.FORBIDDEN, "camera.closed")
        shown = site.table.setup()
        if shown is None:
            return jsonify({"state": None})
        said = shown.get("said") or {}
        if isinstance(said, Mapping) and said.get("why"):
            said = {**said, "why": words_of(request).phrase(str(said["why"]))}
        return jsonify({"state": {"camera": shown.get("camera"), "board": shown.get("board"), "said": said}})

    @bp.get("/api/v1/board.jpg")
    def picture() -> Response:
        """The top of the empty board, with its numbering once that was made."""
        jpeg = None if site.in_sanctioned_game() else site.table.learn_picture()
        if jpeg is None:
            return refuse(request, HTTPStatus.NOT_FOUND, "error.404")
        return Response(jpeg, mimetype="image/jpeg")

    @bp.post("/api/v1/board")
    def order() -> Response | tuple[Response, int]:
        """``{"do": "look"}``, ``keep``, ``drop``; ``ends`` with ``tracks`` ({"A": [3, 118], ...}) and ``game``;
        ``turn`` with ``track``; ``lap`` with ``track`` and ``front``, which alone may be sent while a game is on.
        """
        if not site.door.who(request).may_set_up:
            return refuse(request, HTTPStatus.FORBIDDEN, "error.keeper")
        wanted = order_of(body_of(request))
        only_here()
        if site.in_sanctioned_game():
            return refuse(request, HTTPStatus.FORBIDDEN, "camera.closed")
        board = site.hub.shown.board
        if wanted["do"] != "board-lap" and board.has_game and not is_settled(board):
            return refuse(request, HTTPStatus.CONFLICT, "learnboard.busy")
        number = site.table.order_eye(wanted)
        if number is None:
            return refuse(request, HTTPStatus.SERVICE_UNAVAILABLE, "error.storage")
        return jsonify({"taken": number, "say": words_of(request)("camera.sent")}), HTTPStatus.ACCEPTED

    return bp


def order_of(body: Mapping[str, Any]) -> dict[str, Any]:
    """An order for the eye; `PostError` says why it is none."""
    act = decode(body, Order).do
    if act == "turn":
        return {"do": "board-turn", "track": decode(body, Turn).track}
    if act == "lap":
        said = decode(body, Lap)
        return {"do": "board-lap", "track": said.track, "front": said.front}
    if act != "ends":
        return {"do": f"board-{act}"}
    told = decode(body, Ends)
    return {
        "do": "board-ends",
        "tracks": {who: list(ends) for who, ends in told.tracks.items()},
        "game": told.game,
    }
