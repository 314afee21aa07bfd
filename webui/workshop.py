"""The workshop: hole walk, live scan, ignored holes and contact quality, for anyone who builds or repairs the board.

During a sanctioned game it is closed, and closed here, on the server: a live hole number would let a player verify a
count (reveal policy, P5).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, jsonify, request

from cribbage.shown.policy import is_settled
from webui.errors import PostError
from webui.pages import show_page
from webui.site import Site, body_of, guarded, refuse, words_of

_WITH_HOLES: Final = frozenset({"mask", "unmask", "dead"})
_ORDERS: Final = frozenset({"walk", "end"}) | _WITH_HOLES


def workshop(site: Site) -> Blueprint:
    """The blueprint of the workshop's page and its data."""
    bp = Blueprint("workshop", __name__)

    guarded(bp, site)

    @bp.get("/workshop")
    def page() -> Response:
        """The workshop's page: it holds nothing of the game, and asks for the rest."""
        return show_page(
            site, "workshop.html", drawing=site.drawing, holes=sorted(site.config.holes, key=by_track)
        )

    @bp.get("/api/v1/workshop")
    def state() -> Response:
        """What every contact reads and what the walk has found; ``state`` is null until the board answers."""
        if site.in_sanctioned_game():
            return refuse(request, HTTPStatus.FORBIDDEN, "workshop.closed")
        return jsonify({"state": site.table.workshop()})

    @bp.post("/api/v1/workshop")
    def order() -> Response | tuple[Response, int]:
        """An order: begin or end a walk, a dead hole, holes to ignore or to watch again."""
        if not site.door.who(request).may_set_up:
            return refuse(request, HTTPStatus.FORBIDDEN, "error.keeper")
        wanted = order_of(body_of(request), site.config.holes)
        if site.in_sanctioned_game():
            return refuse(request, HTTPStatus.FORBIDDEN, "workshop.closed")
        if wanted["do"] == "walk" and _is_playing(site):
            return refuse(request, HTTPStatus.CONFLICT, "workshop.walk.busy")
        number = site.table.put({"workshop": wanted})
        return jsonify({"taken": number, "say": words_of(request)("workshop.sent")}), HTTPStatus.ACCEPTED

    return bp


def _is_playing(site: Site) -> bool:
    board = site.hub.shown.board
    return board.has_game and not is_settled(board)


def order_of(body: Any, holes: Collection[str]) -> dict[str, Any]:
    """An order for the board's workshop; `PostError` says why it is none."""
    if not isinstance(body, Mapping):
        raise PostError("error.json")
    act, named = body.get("do"), body.get("holes")
    if not isinstance(act, str) or act not in _ORDERS:
        raise PostError("error.order")
    if act not in _WITH_HOLES:
        return {"do": act}
    if not isinstance(named, list) or not named or not all(isinstance(n, str) and n in holes for n in named):
        raise PostError("error.hole")
    return {"do": act, "holes": sorted(set(named))}


def by_track(hole: str) -> tuple[str, int]:
    """Holes in the order in which they are listed: by track, then by number."""
    return (hole[0], int(hole[1:])) if hole[1:].lstrip("-").isdigit() else (hole, 0)
