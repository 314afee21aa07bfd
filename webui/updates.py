"""Updates from the page, for the keeper: a release goes into a folder, and root looks at it there.

The page itself can install nothing, and takes nobody's word for it that it may: what is signed is for root to decide
(`firmware.box.updatedoor`, `pegwatch.rootupdate`). Shut while a game is on. The hub's pages have the same for a
director (`webui.club.updating`), by the same `update_routes`.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, jsonify, request

from firmware.box.pieces import TooLarge
from firmware.box.updatedoor import ARCHIVE, GOING, SIGNED, Going, UpdateDoor, Want, is_game_on
from webui.errors import PostError
from webui.pages import show_page
from webui.pieces import keeper_only, piece_of
from webui.site import Site, body_of, refuse, words_of
from webui.words import Words

PIECE: Final = "/api/v1/update/piece"
PAGE: Final = "/setup/update"


def updates(site: Site, door: UpdateDoor | None) -> Blueprint:
    """The blueprint of updates; without a door this machine takes none from the page."""
    bp = Blueprint("updates", __name__)

    def is_on() -> bool:
        return is_game_on(site.table, quiet_s=site.table.quiet_s())

    def shut() -> Response | None:
        return refused_update(door, is_on)

    keeper_only(bp, site, page=PAGE, piece=PIECE, shut=shut)

    @bp.get(PAGE)
    def page() -> Response:
        """Which version runs, how the last update went, and the way to another one and back."""
        may = site.door.who(request).may_set_up
        is_open = door is not None and door.is_open()
        going = told(door.going(), words_of(request)) if may and door is not None and is_open else None
        return show_page(
            site,
            "update.html",
            may=may,
            open=is_open,
            locked=is_on(),
            going=going,
            version=door.version() if door is not None else "",
            previous=door.previous() if door is not None else "",
        )

    update_routes(bp, door)
    return bp


def refused_update(door: UpdateDoor | None, is_on: Callable[[], bool] = bool) -> Response | None:
    """The answer where nothing may be sent or begun: on a machine that takes none from its page, while players
    are in a game, beside another update."""
    if request.method == "GET":
        return None
    if door is None or not door.is_open():
        return refuse(request, HTTPStatus.CONFLICT, "error.update.shut")
    if is_on():
        return refuse(request, HTTPStatus.FORBIDDEN, "error.update.game")
    if door.going().state in GOING:
        return refuse(request, HTTPStatus.CONFLICT, "error.update.busy")
    return None


def update_routes(bp: Blueprint, door: UpdateDoor | None) -> None:
    """How an update is sent, begun, followed and gone back from. Who may do it is for the blueprint to say, and what
    `refused_update` refuses."""

    @bp.errorhandler(TooLarge)
    def large(_error: TooLarge) -> Response:
        return refuse(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "error.update.large")

    @bp.errorhandler(OSError)
    def full(_error: OSError) -> Response:
        return refuse(request, HTTPStatus.INSUFFICIENT_STORAGE, "error.update.room")

    @bp.get("/api/v1/update")
    def state() -> Response:
        """How the update goes: ``{"state", "say", "version", "going"}``; asked while one is under way."""
        going = Going() if door is None or not door.is_open() else door.going()
        return jsonify(told(going, words_of(request)))

    @bp.post(PIECE)
    def piece() -> Response:
        """``{"part": "archive"|"signed", "at": 0, "data": "base64"}``; answered with ``{"there": bytes}``."""
        assert door is not None  # the keeper's
        body = body_of(request)
        part = body.get("part")
        at, what = piece_of(body)
        if part == ARCHIVE:
            there = door.take("archive", at, what)
        elif part == SIGNED:
            there = door.take("signed", at, what)
        else:
            raise PostError("error.json")
        return jsonify({"there": there, "say": ""})

    @bp.post("/api/v1/update/begin")
    def begin() -> Response | tuple[Response, int]:
        """What came is looked at and tried."""
        return asked("install")

    @bp.post("/api/v1/update/back")
    def back() -> Response | tuple[Response, int]:
        """The version before this one again."""
        return asked("back")

    def asked(want: Want) -> Response | tuple[Response, int]:
        assert door is not None
        door.ask(want)
        return jsonify(told(door.going(), words_of(request))), HTTPStatus.ACCEPTED


def told(going: Going, w: Words) -> dict[str, Any]:
    """How an update goes as data, with a sentence; what the installer said stands behind it, in its own words."""
    text = f"update.refused.{going.why or 'failed'}" if going.state == "refused" else f"update.{going.state}"
    if going.state == "done" and going.want == "back":
        text = "update.done.back"
    say = "" if going.state == "none" else w(text, version=going.version)
    return {
        "state": going.state,
        "going": going.state in GOING,
        "bad": going.state == "refused",
        "say": say,
        "line": going.line,
        "version": going.version,
    }
