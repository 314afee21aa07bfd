"""The camera's page: how it stands, and the club's own decks, for anyone who sets the table up.

What there is to see comes from the eye while this page asks for it; orders go to the eye. During a sanctioned game
the page is closed, and closed here, on the server: a picture of the table is an aid to memory (reveal policy, P6).
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, jsonify, request

from cribbage.errors import UnknownCard
from cribbage.score.cards import Card
from webui.errors import PostError
from webui.pages import show_page
from webui.site import Site, body_of, guarded, refuse, words_of
from webui.words import Words

_PLAIN: Final = frozenset({"keep", "forget", "finish", "cancel"})
_WITH_CARD: Final = frozenset({"card", "again"})
_WITH_NAME: Final = frozenset({"enrol", "use", "remove"})
_LONGEST_NAME: Final = 24


def camera(site: Site) -> Blueprint:
    """The blueprint of the camera's page and its data."""
    bp = Blueprint("camera", __name__)

    guarded(bp, site)

    @bp.get("/camera")
    def page() -> Response:
        """The page: it holds nothing of the game, and asks for the rest."""
        return show_page(site, "camera.html", ranks="A23456789TJQK", suits="CDHS")

    @bp.get("/api/v1/camera")
    def state() -> Response:
        """What the eye says of camera and deck; ``state`` is null until it answers."""
        if site.in_sanctioned_game():
            return refuse(request, HTTPStatus.FORBIDDEN, "camera.closed")
        shown = site.table.setup()
        return jsonify({"state": None if shown is None else _in_words(shown, words_of(request))})

    @bp.get("/api/v1/camera.jpg")
    def picture() -> Response:
        """What the camera sees, with the zones."""
        jpeg = None if site.in_sanctioned_game() else site.table.setup_picture()
        if jpeg is None:
            return refuse(request, HTTPStatus.NOT_FOUND, "error.404")
        return Response(jpeg, mimetype="image/jpeg")

    @bp.post("/api/v1/camera")
    def order() -> Response | tuple[Response, int]:
        """An order: keep the position, take a deck in, choose one."""
        if not site.door.who(request).may_set_up:
            return refuse(request, HTTPStatus.FORBIDDEN, "error.keeper")
        wanted = order_of(body_of(request))
        if site.in_sanctioned_game():
            return refuse(request, HTTPStatus.FORBIDDEN, "camera.closed")
        number = site.table.order_eye(wanted)
        if number is None:
            return refuse(request, HTTPStatus.SERVICE_UNAVAILABLE, "error.storage")
        return jsonify({"taken": number, "say": words_of(request)("camera.sent")}), HTTPStatus.ACCEPTED

    return bp


def _in_words(state: dict[str, Any], w: Words) -> dict[str, Any]:
    """What the eye says, with its reasons in the visitor's language."""
    taking, said = state.get("enrolment"), state.get("said")
    if isinstance(taking, Mapping):
        doubts = {card: w.phrase(str(why)) for card, why in (taking.get("doubts") or {}).items()}
        refused = [w.phrase(str(why)) for why in taking.get("refused") or ()]
        state = state | {"enrolment": {**taking, "doubts": doubts, "refused": refused}}
    if isinstance(said, Mapping) and said.get("why"):
        state = state | {"said": {**said, "why": w.phrase(str(said["why"]))}}
    return state


def order_of(body: Any) -> dict[str, Any]:
    """An order for the eye; `PostError` says why it is none."""
    if not isinstance(body, Mapping):
        raise PostError("error.json")
    act, name = body.get("do"), body.get("name", "")
    if not isinstance(act, str) or act not in _PLAIN | _WITH_CARD | _WITH_NAME:
        raise PostError("error.order")
    if act in _PLAIN:
        return {"do": act}
    if not isinstance(name, str) or len(name) > _LONGEST_NAME or (not name.strip() and act != "use"):
        raise PostError("error.deck")
    if act in _WITH_CARD:
        try:
            return {"do": act, "name": str(Card.parse(name))}
        except UnknownCard as error:
            raise PostError("error.deck") from error
    return {"do": act, "name": name.strip()}
