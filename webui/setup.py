"""Setting a table up by phone: one page that says what is in place, and lets the keeper do what is not.

Name of the table, PIN of the keeper, judges: kept in the data folder, so they override the settings. Camera
view, hole walk and the first game have pages of their own; this one leads to them.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, jsonify, request

from firmware.box.joined import Joined
from webui.door.accounts import JUDGE, KEEPER, AccountError, clean_name
from webui.door.secretfile import SecretFile
from webui.errors import PostError
from webui.pages import show_page
from webui.site import Site, body_of, guarded, refuse, words_of
from webui.wizard import read_progress, steps_of

_LONGEST_NAME = 24
_KEEPER: Final = "/api/v1/setup/keeper"
_JUDGE: Final = "/api/v1/setup/judge"
_NO_JUDGE: Final = "/api/v1/setup/judge/remove"
_ACCOUNTS: Final = (_KEEPER, _JUDGE, _NO_JUDGE)
"""What makes or changes an account or a PIN; closed while a sanctioned game runs."""
_CODE: Final = "account.name"
"""What programs are told of a name that cannot be used, whosever it is; people are told what is wrong with it."""


def setup(site: Site, first_run: SecretFile, club: Callable[[], Joined | None]) -> Blueprint:
    """The blueprint of the set-up page; `club`: the one that the table has joined by a code."""
    bp = Blueprint("setup", __name__)
    own = steps_of(site.config)
    guarded(bp, site)

    @bp.before_request
    def keeper_only() -> Response | None:
        if request.method == "GET":
            return None
        if not site.door.who(request).may_set_up:
            return refuse(request, HTTPStatus.FORBIDDEN, "error.keeper")
        # Not even the keeper: one who plays might be, and a PIN could be set at the table's own screen.
        if request.path in _ACCOUNTS and site.in_sanctioned_game():
            return refuse(request, HTTPStatus.FORBIDDEN, "error.sanctioned.accounts")
        return None

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
            locked=site.in_sanctioned_game(),
            lacks=site.lacks(),
            health=health,
            kept=read_progress(first_run, own),
            steps=own,
            club=club(),
        )

    @bp.post("/api/v1/setup/name")
    def name() -> Response:
        """``{"name": "Table 7"}``: what the table is called."""
        wanted = body_of(request).get("name")
        try:
            named = clean_name(wanted) if isinstance(wanted, str) else ""
        except AccountError:
            named = ""
        if not 0 < len(named) <= _LONGEST_NAME:
            return refuse(request, HTTPStatus.BAD_REQUEST, "error.table.name", _CODE, n=_LONGEST_NAME)
        site.rename(named)
        return _done()

    @bp.post(_KEEPER)
    def keeper() -> Response:
        """``{"pin": "..."}``: from now on only the keeper sets the table up."""
        site.door.accounts.put(KEEPER, KEEPER, _pin())
        return _done()

    @bp.post(_JUDGE)
    def judge() -> Response:
        """``{"name": "...", "pin": "..."}``: a judge, or a new PIN for one."""
        wanted = body_of(request).get("name")
        if not isinstance(wanted, str):
            raise PostError("error.account.name")
        site.door.accounts.put(JUDGE, wanted, _pin())
        return _done()

    @bp.post(_NO_JUDGE)
    def remove() -> Response:
        """``{"name": "..."}``: a judge no longer."""
        if not site.door.accounts.remove(JUDGE, str(body_of(request).get("name"))):
            return refuse(request, HTTPStatus.BAD_REQUEST, "error.account.nobody", _CODE)
        return _done()

    def _pin() -> str:
        pin: Any = body_of(request).get("pin")
        if not isinstance(pin, str):
            raise PostError("error.account.pin")
        return pin

    def _done() -> Response:
        return jsonify({"say": words_of(request)("act.sent")})

    return bp
