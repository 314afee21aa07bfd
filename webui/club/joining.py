"""Setting the hub up without a terminal: the first director, the broker, and tables that join by a code.

A code is made for one table, holds for a quarter of an hour and once; anyone who has it gets the table's password for
the broker and the club's certificate. Wrong codes cost ever longer pauses.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, current_app, jsonify, request

from club.errors import ClubError
from club.seating import is_one_table
from webui.club.codes import shown
from webui.club.site import ClubSite, Said, club_words, may_begin
from webui.door.accounts import DIRECTOR, AccountError
from webui.guard import HUB_COOKIE, new_visitor
from webui.pages import keep_cookie
from webui.site import lang_of

_HUB: Final = "hub"
"""The hub's own name at the broker, which no table may have."""


def joining(site: ClubSite) -> Blueprint:
    """The blueprint of the first page, the broker and joining; without a broker of its own (`ClubSite.broker`:
    one was named) only directors are made here."""
    bp = Blueprint("joining", __name__)
    codes, broker = site.codes, site.broker

    @bp.post("/first")
    def first() -> Response:
        """The first director: only while there is none, and once anything is kept on the hub at its own screen
        only."""
        site.check_form()
        if site.accounts.names(DIRECTOR) or not may_begin(site):
            site.say(Said("alert", "club.error.first"))
            return site.back("/login")
        pin = request.form.get("pin", "")
        if pin != request.form.get("again", ""):
            site.say(Said("alert", "club.error.pins"))
            return site.back("/login")
        try:
            named = site.accounts.put(DIRECTOR, request.form.get("name", ""), pin)
        except AccountError as error:
            site.say(Said("alert", error.text))
            return site.back("/login")
        fresh = new_visitor()
        site.sessions.move(request.cookies.get(HUB_COOKIE, ""), fresh)
        site.sessions.give(fresh, "", directors=(named,), known=(f"{DIRECTOR} {named}",))
        response = site.back("/tables" if broker is not None and not broker.is_set_up else "/")
        keep_cookie(response, HUB_COOKIE, fresh)
        return response

    @bp.post("/do/director")
    def director() -> Response:
        """A further director, by one who is logged in."""
        site.need_director()
        site.check_form()
        try:
            if site.accounts.find(DIRECTOR, request.form.get("name", "")):
                raise ClubError("club.error.director-there", "there is a director of this name")
            site.accounts.put(DIRECTOR, request.form.get("name", ""), request.form.get("pin", ""))
            site.say(Said("good", "club.said.director"))
        except AccountError as error:
            site.say(Said("alert", error.text))
        except ClubError as error:
            site.refuse(error)
        return site.back("/tables")

    @bp.post("/do/broker")
    def begin() -> Response:
        """The broker, by one button."""
        site.need_director()
        site.check_form()
        try:
            if broker is None:
                raise ClubError(
                    "club.error.broker-named", "this hub was started with a broker of its own choice"
                )
            broker.begin()
            site.say(Said("good", "club.said.broker"))
        except ClubError as error:
            site.refuse(error)
        return site.back("/tables")

    @bp.post("/do/code")
    def code() -> Response:
        """A code for a table."""
        site.need_director()
        site.check_form()
        table = request.form.get("table", "").strip()
        if broker is None or not broker.is_set_up or not is_one_table(table) or table == _HUB:
            site.say(Said("alert", "club.error.no-code"))
            return site.back("/tables")
        fill = {"name": table, "code": shown(codes.give(table)), "hub": request.host}
        site.say(Said("good", "club.said.code", fill))
        return site.back("/tables")

    @bp.post("/join")
    def join() -> Response:
        """``{"code": "ABCD-EFGH"}`` from a table's own page: where the broker is, and who the table is to it."""
        body: Any = request.get_json(silent=True)
        text = str(body.get("code", ""))[:40] if isinstance(body, dict) else ""
        address = request.remote_addr or ""
        if not site.posts.allows(address) or site.guesses.take("join", address):
            return _refuse(HTTPStatus.TOO_MANY_REQUESTS, "error.rate")
        table = codes.take(text) if broker is not None else ""
        if broker is None or not table:
            return _refuse(HTTPStatus.FORBIDDEN, "club.error.code")
        site.guesses.right("join", address)
        host = request.host.rpartition(":")[0] if request.host.rpartition(":")[2].isdigit() else request.host
        try:
            password = broker.let_in(table)
        except ClubError as error:
            # It names a file of the hub: the log is for those who keep the machine, and a guest has only a code.
            current_app.logger.warning("table %s could not be let in: %s", table, error)
            return _refuse(HTTPStatus.SERVICE_UNAVAILABLE, "club.error.let-in")
        return jsonify({
            "v": 1, "broker": f"mqtts://{host}:{broker.port}", "table": table, "user": table,
            "password": password, "ca": broker.ca, "club": site.name,
        })  # fmt: skip

    return bp


def _refuse(status: HTTPStatus, text: str) -> Response:
    response = jsonify({"error": text.rpartition(".")[2], "say": club_words(lang_of(request))(text)})
    response.status_code = status
    return response
