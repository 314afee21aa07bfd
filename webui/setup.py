"""Setting a table up by phone: one page that says what is in place, and lets the keeper do what is not.

Name of the table, PIN of the keeper, judges: kept in the data folder, so they go over what the settings say. Camera
view, hole walk and the first game have pages of their own; this one leads to them.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, jsonify, request

from webui.door.accounts import JUDGE, KEEPER, AccountError, clean_name
from webui.door.pages import is_strict
from webui.door.secretfile import SecretFile
from webui.errors import PostError
from webui.pages import show_page
from webui.site import Site, body_of, guarded, refuse, words_of
from webui.wizard import STEPS, read_progress

_LONGEST_NAME = 24


def setup(site: Site, first_run: SecretFile) -> Blueprint:
    """The blueprint of the set-up page."""
    bp = Blueprint("setup", __name__)
    guarded(bp, site)

    @bp.before_request
    def keeper_only() -> Response | None:
        if request.method == "GET" or site.door.who(request).may_set_up:
            return None
        return refuse(request, HTTPStatus.FORBIDDEN, "error.keeper")

    @bp.errorhandler(AccountError)
    def wrong(error: AccountError) -> Response:
        return refuse(request, HTTPStatus.BAD_REQUEST, error.text)

    @bp.get("/setup")
    def page() -> Response:
        """What is in place and what is not."""
        may = site.door.who(request).may_set_up
        names = site.door.accounts.names(JUDGE) if may else []
        health = {one.part: one.state for one in site.table.health()}
        return show_page(
            site,
            "setup.html",
            may=may,
            judges=names,
            has_keeper=bool(site.door.accounts.names(KEEPER)),
            has_games=bool(site.table.games()),
            health=health,
            kept=read_progress(first_run),
            steps=STEPS,
        )

    @bp.post("/api/v1/setup/name")
    def name() -> Response:
        """``{"name": "Table 7"}``: what the table is called."""
        wanted = body_of(request).get("name")
        if not isinstance(wanted, str) or len(wanted) > _LONGEST_NAME:
            raise PostError("error.account.name")
        site.rename(clean_name(wanted))
        return _done()

    @bp.post("/api/v1/setup/keeper")
    def keeper() -> Response:
        """``{"pin": "..."}``: from now on only the keeper sets the table up."""
        site.door.accounts.put(KEEPER, KEEPER, _pin())
        return _done()

    @bp.post("/api/v1/setup/judge")
    def judge() -> Response:
        """``{"name": "...", "pin": "..."}``: a judge, or a new PIN for one."""
        if _players_could():
            return refuse(request, HTTPStatus.FORBIDDEN, "error.sanctioned.judge")
        wanted = body_of(request).get("name")
        if not isinstance(wanted, str):
            raise PostError("error.account.name")
        site.door.accounts.put(JUDGE, wanted, _pin())
        return _done()

    @bp.post("/api/v1/setup/judge/remove")
    def remove() -> Response:
        """``{"name": "..."}``: a judge no longer."""
        if _players_could():
            return refuse(request, HTTPStatus.FORBIDDEN, "error.sanctioned.judge")
        if not site.door.accounts.remove(JUDGE, str(body_of(request).get("name"))):
            raise PostError("error.account.name")
        return _done()

    def _players_could() -> bool:
        """Without a keeper's PIN the players' own screen is the keeper: it makes no judges for a sanctioned game."""
        return is_strict(site) and not site.door.accounts.names(KEEPER)

    def _pin() -> str:
        pin: Any = body_of(request).get("pin")
        if not isinstance(pin, str):
            raise PostError("error.account.pin")
        return pin

    def _done() -> Response:
        return jsonify({"say": words_of(request)("act.sent")})

    return bp
