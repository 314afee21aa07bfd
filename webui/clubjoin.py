"""A table joins its club by a code, on its set-up page: the page asks the hub, and keeps what it is told where the
line to the club finds it. For anyone who may set the table up."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, jsonify, request

from firmware.box.errors import BoxError
from firmware.box.joined import Joined, join, joined, leave
from webui.errors import PostError
from webui.site import Site, body_of, guarded, refuse, words_of

_PORT: Final = 8090
_WITHIN_S: Final = 10.0
_MOST_BYTES: Final = 65_536
_LONGEST: Final = 200


def club_joining(site: Site, data: Path | None) -> Blueprint:
    """The blueprint of joining and leaving a club; without a data folder there is nowhere to keep it."""
    bp = Blueprint("clubjoin", __name__)
    guarded(bp, site)

    @bp.before_request
    def keeper_only() -> Response | None:
        return (
            None
            if site.door.who(request).may_set_up
            else refuse(request, HTTPStatus.FORBIDDEN, "error.keeper")
        )

    @bp.post("/api/v1/setup/club")
    def enter() -> Response:
        """``{"hub": "hub.local:8090", "code": "ABCD-EFGH"}``: the table belongs to that club from now on."""
        body = body_of(request)
        hub, code = body.get("hub"), body.get("code")
        if (
            data is None
            or not isinstance(hub, str)
            or not isinstance(code, str)
            or len(hub) + len(code) > _LONGEST
        ):
            raise PostError("error.json")
        try:
            join(data, _asked(address_of(hub), code))
        except BoxError:
            raise PostError("error.club.answer") from None
        return jsonify({"say": words_of(request)("act.sent")})

    @bp.post("/api/v1/setup/club/leave")
    def out() -> Response:
        """``{"leave": "yes"}``: the table belongs to no club any more; what it has not told stays in its journal."""
        if body_of(request).get("leave") != "yes":
            raise PostError("error.json")
        if data is not None:
            leave(data)
        return jsonify({"say": words_of(request)("act.sent")})

    return bp


def club_there(data: Path | None) -> Joined | None:
    """The club that the table has joined, for its page."""
    return None if data is None else joined(data)


def address_of(text: str) -> str:
    """The hub's address as people type it: ``hub.local``, ``192.168.1.5:8090``, ``https://hub.club.example``."""
    text = text.strip().rstrip("/")
    try:
        found = urlsplit(text if "://" in text else f"http://{text}")
        port = found.port
    except ValueError:
        raise PostError("error.club.hub") from None
    if found.scheme not in ("http", "https") or not found.hostname or found.path or found.username:
        raise PostError("error.club.hub")
    usual = _PORT if "://" not in text else None
    host = f"[{found.hostname}]" if ":" in found.hostname else found.hostname
    ends = port or usual
    return f"{found.scheme}://{host}{f':{ends}' if ends else ''}"


class _Stay(urllib.request.HTTPRedirectHandler):
    """The code is told to nobody but the hub."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _asked(address: str, code: str) -> Any:
    asked = urllib.request.Request(
        f"{address}/join",
        json.dumps({"code": code}).encode(),
        {"Content-Type": "application/json"},
    )
    try:
        with urllib.request.build_opener(_Stay).open(asked, timeout=_WITHIN_S) as answer:
            return json.loads(answer.read(_MOST_BYTES))
    except urllib.error.HTTPError as error:
        text = {HTTPStatus.FORBIDDEN: "error.club.code", HTTPStatus.TOO_MANY_REQUESTS: "error.club.rate"}
        raise PostError(text.get(HTTPStatus(error.code), "error.club.answer")) from None
    except (OSError, http.client.HTTPException):
        raise PostError("error.club.hub") from None
    except (ValueError, RecursionError):
        raise PostError("error.club.answer") from None
