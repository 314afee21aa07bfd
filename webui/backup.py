"""Backup and restore of the table on its page, for the keeper; `pegwatch journal` does the same.

The journal is saved as one file. A file is read in piece by piece, looked at as a whole, and put in place when the
table starts next. Shut while a sanctioned game runs: the record says what the page may not (9.5). The hub's pages
have the same for the hub (`webui.club.backup`).
"""

from __future__ import annotations

import time
from http import HTTPStatus
from itertools import chain
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, jsonify, request

from firmware.box.errors import BoxError, JournalError
from firmware.box.handover import Incoming, offered, packed, withdraw
from webui.pages import show_page
from webui.pieces import keeper_only, piece_of
from webui.site import Site, body_of, refuse, words_of

_PIECE: Final = "/api/v1/backup/piece"
_PAGE: Final = "/setup/backup"


def backup(site: Site, data: Path | None) -> Blueprint:
    """The blueprint of backup and restore; without a data folder there is nothing to save or to read in."""
    bp = Blueprint("backup", __name__)

    def shut() -> Response | None:
        is_shut = site.in_sanctioned_game()
        return refuse(request, HTTPStatus.FORBIDDEN, "error.sanctioned.backup") if is_shut else None

    keeper_only(bp, site, page=_PAGE, piece=_PIECE, there=data is not None, shut=shut)

    @bp.errorhandler(BoxError)
    def unreadable(_error: BoxError) -> Response:
        return refuse(request, HTTPStatus.SERVICE_UNAVAILABLE, "error.storage")

    @bp.get(_PAGE)
    def page() -> Response:
        """Save the table's record, or give one back."""
        may = site.door.who(request).may_set_up and data is not None
        waits = offered(data) if may and data is not None else None
        return show_page(site, "backup.html", may=may, locked=site.in_sanctioned_game(), waits=waits)

    @bp.get("/setup/backup/file")
    def file() -> Response:
        """The journal as one gzip file."""
        assert data is not None  # the keeper's
        pieces = packed(data / "journal.sqlite")
        try:
            first = next(pieces)  # a journal that cannot be copied is said before the file begins
        except (JournalError, OSError) as error:  # OSError: no room for the copy's folder
            return _failed(HTTPStatus.SERVICE_UNAVAILABLE, "error.backup.save", error)
        response = Response(chain((first,), pieces), mimetype="application/gzip")
        name = time.strftime("pegwatch-table-%Y-%m-%d.sqlite.gz")
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    @bp.post(_PIECE)
    def piece() -> Response:
        """``{"at": 0, "data": "base64", "last": false}``: a piece; answered with ``{"there": bytes}``, the
        last with the offer."""
        assert data is not None
        body = body_of(request)
        at, what = piece_of(body)
        incoming = Incoming(data)
        try:
            there = incoming.take(at, what)
            if body.get("last") is not True or there != at + len(what):
                return jsonify({"there": there, "say": ""})
            found = incoming.finish()
        except JournalError as error:
            return _failed(HTTPStatus.BAD_REQUEST, "error.backup", error)
        said = words_of(request)("backup.waits", n=found.games)
        return jsonify({"there": there, "games": found.games, "events": found.last, "say": said})

    @bp.post("/api/v1/backup/withdraw")
    def take_back() -> Response:
        """What waits for the next start is not wanted after all."""
        assert data is not None
        withdraw(data)
        return jsonify({"say": words_of(request)("act.sent")})

    return bp


def _failed(status: HTTPStatus, text: str, error: Exception) -> Response:
    """What could not be done, in the visitor's words, with the journal's own line beside it."""
    response = refuse(request, status, text)
    told = {"error": text.removeprefix("error."), "say": words_of(request)(text), "why": str(error)}
    response.data = jsonify(told).data
    return response
