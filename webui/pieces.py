"""What a keeper's page that takes a file asks before anything else, and the pieces in which the file comes
(`static/pieces.js` sends them).

The server takes 16 kB at a time and no more, from anybody: a backup and a release come piece by piece.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, request

from webui.errors import PostError
from webui.site import Site, refuse, refused_post


def keeper_only(
    bp: Blueprint,
    site: Site,
    *,
    page: str,
    piece: str,
    there: bool = True,
    shut: Callable[[], Response | None],
) -> None:
    """Only the keeper comes past this page, and nobody while it is shut; pieces come quickly and are not counted.

    ``there`` says whether there is anything to take a file for, ``shut`` answers a keeper who comes at a wrong time.
    """

    @bp.before_request
    def guard() -> Response | None:
        is_keeper = site.door.who(request).may_set_up and there
        refused = refused_post(site, request, counted=not is_keeper or request.path != piece)
        if refused is not None or request.path == page:
            return refused
        if not is_keeper:
            return refuse(request, HTTPStatus.FORBIDDEN, "error.keeper")
        return shut()

    answer_bad_posts(bp)


def answer_bad_posts(bp: Blueprint) -> None:
    """What is posted here and cannot be read is answered with one line that says why."""

    @bp.errorhandler(PostError)
    def bad(error: PostError) -> Response:
        return refuse(request, HTTPStatus.BAD_REQUEST, error.text, **error.fill)


def piece_of(body: Mapping[str, Any]) -> tuple[int, bytes]:
    """Where in the file a piece belongs (bytes from its beginning), and the piece; `PostError` if it is none."""
    at, text = body.get("at"), body.get("data")
    if not isinstance(at, int) or isinstance(at, bool) or at < 0 or not isinstance(text, str):
        raise PostError("error.json")
    try:
        return at, base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:  # ValueError: letters that are not ASCII
        raise PostError("error.json") from error
