"""For learners: what to discard. In a sanctioned or club game that is on, this door is shut (reveal policy, row
35)."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, jsonify, request

from cribbage.errors import CribbageError
from cribbage.score.advice import DEALT, Discard, discards
from cribbage.score.cards import parse_cards
from cribbage.shown.policy import is_settled
from webui.errors import PostError
from webui.pages import show_page
from webui.site import Site, guarded, refuse

_LONGEST = 40


def learn(site: Site) -> Blueprint:
    """The blueprint of the learner's page."""
    bp = Blueprint("learn", __name__)
    guarded(bp, site)

    @bp.get("/learn")
    def page() -> Response:
        """Six cards in, the fifteen ways to discard two of them."""
        return show_page(site, "learn.html", closed=not may_advise(site))

    @bp.get("/api/v1/discards")
    def advise() -> Response:
        """``?cards=5H,6S,...&dealer=1``: the fifteen ways, the best first."""
        if not may_advise(site):
            return refuse(request, HTTPStatus.FORBIDDEN, "error.advice")
        if not site.heavy.allows(request.remote_addr or ""):
            return refuse(request, HTTPStatus.TOO_MANY_REQUESTS, "error.rate")
        text = request.args.get("cards", "")
        if len(text) > _LONGEST:
            raise PostError("error.cards", str(DEALT))
        try:
            found = discards(parse_cards(text.replace(",", " ").split()), request.args.get("dealer") == "1")
        except CribbageError as error:
            raise PostError("error.cards", str(error)) from error
        return jsonify({"discards": [_plain(one) for one in found]})

    return bp


def may_advise(site: Site) -> bool:
    """Whether nobody can be helped in a game by it: no game is on, or one to learn by."""
    site.freshen()
    board = site.hub.shown.board
    return not board.has_game or board.mode == "teaching" or is_settled(board)


def _plain(one: Discard) -> dict[str, Any]:
    return {
        "thrown": [str(card) for card in one.thrown],
        "kept": [str(card) for card in one.kept],
        "hand": round(one.hand, 2),
        "crib": round(one.crib, 2),
        "worth": round(one.worth, 2),
        "least": one.least,
        "most": one.most,
    }
