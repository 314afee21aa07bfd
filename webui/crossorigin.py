"""Pages of other origins that may read: the club's website, a big board. They read what the public may see, by GET,
and change nothing.

A browser tells the origin of a page in ``Origin``. What such a request asks is answered as to a guest, no matter who
uses that browser: the table's own screen and a director are nobody special to a page from elsewhere. Credentials are
never allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request

ANY: Final = "*"
_READS: Final = ("GET", "HEAD", "OPTIONS")
_KEPT_S: Final = "600"
"""How long a browser need not ask again whether it may."""


def is_foreign(request: Request) -> bool:
    """Whether a page of another origin asks; a program, and our own page when it reads, tell no origin."""
    origin = request.headers.get("Origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc != request.host
    except ValueError:  # no browser of ours says that
        return True


def is_listed(request: Request, readers: Collection[str]) -> bool:
    """Whether the origin that asks is named among those that may read; ``*`` names nobody."""
    origin = request.headers.get("Origin", "")
    return origin != ANY and origin in readers


def let_read(
    app: Flask, readers: Callable[[], Collection[str]], readable: Collection[str], nameless: Collection[str]
) -> None:
    """Let pages of the origins in `readers` read the answers of these endpoints; where ``*`` is among them, any page
    may read those of `nameless`, which tell nothing of people."""

    @app.after_request
    def allow(response: Response) -> Response:
        listed = readers()
        if not listed or request.method not in _READS or request.endpoint not in readable:
            return response
        response.vary.add("Origin")
        asks = request.headers.get("Access-Control-Request-Method", "GET")
        # Browsers let a POST pass whatever is allowed.
        if not is_foreign(request) or asks not in ("GET", "HEAD"):
            return response
        if is_listed(request, listed):
            origin = request.headers["Origin"]
        elif ANY in listed and request.endpoint in nameless:
            origin = ANY
        else:
            return response
        response.headers["Access-Control-Allow-Origin"] = origin
        if request.method == "OPTIONS":
            response.headers["Access-Control-Allow-Methods"] = "GET"
            response.headers["Access-Control-Allow-Headers"] = "If-None-Match, Last-Event-ID"
            response.headers["Access-Control-Max-Age"] = _KEPT_S
        else:
            response.headers["Access-Control-Expose-Headers"] = "ETag"
        return response
