"""Backup and restore of the hub on its page; `pegwatch hub --backup` and `--restore` do the same.

A backup is read in piece by piece (`webui.pieces`), so it may be as large as this hub's own may become. A browser
without scripts sends a form, which takes what any form may bring.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus
from itertools import chain
from typing import IO, Final

from flask import Blueprint, Response, jsonify, request

from club.backup import LARGEST, read_backup, write_backup
from club.errors import StoreError
from firmware.box.pieces import TooLarge, add_piece
from webui.club.site import ClubSite, Said, club_words
from webui.pieces import answer_bad_posts, piece_of
from webui.site import body_of, lang_of

_PIECE: Final = "/api/v1/backup/piece"
_INCOMING: Final = "restore-incoming.gz"
_BLOCK: Final = 1 << 16
_IN_MEMORY: Final = 4 << 20


def backup_pages(site: ClubSite) -> Blueprint:
    """The blueprint of backups; for directors."""
    bp = Blueprint("keeping", __name__)

    answer_bad_posts(bp)

    @bp.errorhandler(TooLarge)
    @bp.errorhandler(OSError)
    def unfit(error: Exception) -> Response:
        _forget(site)
        is_large = isinstance(error, TooLarge)
        status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE if is_large else HTTPStatus.INSUFFICIENT_STORAGE
        return _said(status, "club.error.backup-large" if is_large else "club.error.backup-room")

    @bp.get("/backup")
    def backup() -> Response:
        """Everything as one file."""
        site.need_director()
        pieces = _packed(site)
        try:
            first = next(pieces)  # one that cannot be made is said before the file begins
        except StoreError as error:
            site.say(Said("alert", "club.error.backup", {"why": str(error)}))
            return site.back("/")
        response = Response(chain((first,), pieces), mimetype="application/gzip")
        name = time.strftime("pegwatch-hub-%Y-%m-%d.jsonl.gz")
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    @bp.post("/do/restore")
    def restore() -> Response:
        """A hub on which nothing is kept yet is filled from a backup that a form brings."""
        site.need_director()
        site.check_form()
        file = request.files.get("file")
        with tempfile.SpooledTemporaryFile(_IN_MEMORY) as sent:
            sent.write(b"" if file is None else file.read())
            try:
                _fill(site, sent)
            except StoreError as error:
                site.say(Said("alert", "club.error.restore", {"why": str(error)}))
        return site.back("/")

    @bp.post(_PIECE)
    def piece() -> Response:
        """``{"at": 0, "data": "base64", "last": false}``: a piece; answered with ``{"there": bytes}``, the last with
        ``{"records"}``."""
        is_director = bool(site.director(request))
        site.check_form(counted=not is_director)  # the pieces of one file come quickly, from a director alone
        site.need_director()
        body = body_of(request)
        at, what = piece_of(body)
        if site.data is None or not site.desk.store.is_empty():
            return _said(HTTPStatus.CONFLICT, "club.backup.not-empty")
        path = site.data / _INCOMING
        there = add_piece(path, at, what, LARGEST)
        if body.get("last") is not True or there != at + len(what):
            return jsonify({"there": there, "say": ""})
        try:
            with path.open("rb") as sent:
                count = _fill(site, sent)
        except StoreError as error:
            return _said(HTTPStatus.BAD_REQUEST, "club.error.restore", why=str(error))
        finally:
            _forget(site)
        return jsonify({"there": there, "records": count, "say": ""})

    return bp


def _fill(site: ClubSite, sent: IO[bytes]) -> int:
    """Read a backup in; how many records it had."""
    sent.seek(0)
    count = read_backup(site.desk.store, sent)
    site.desk.version += 1
    site.say(Said("good", "club.said.restore", {"n": count}))
    return count


def _forget(site: ClubSite) -> None:
    """Drop what came, so that it does not stay for ever."""
    if site.data is not None:
        with suppress(OSError):
            (site.data / _INCOMING).unlink(missing_ok=True)


def _packed(site: ClubSite) -> Iterator[bytes]:
    """A whole backup, on the disk where it is not small."""
    folder = None if site.data is None else str(site.data)
    with tempfile.SpooledTemporaryFile(_IN_MEMORY, dir=folder) as out:
        write_backup(site.desk.store, out)
        out.seek(0)
        while block := out.read(_BLOCK):
            yield block


def _said(status: HTTPStatus, text: str, **fill: str) -> Response:
    """A refusal as JSON, in the words of the club's pages."""
    response = jsonify({"error": text.rpartition(".")[2], "say": club_words(lang_of(request))(text, **fill)})
    response.status_code = status
    return response
