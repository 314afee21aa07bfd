"""Who really asks, where a proxy stands in front of the page.

What a proxy says of its guests (``X-Forwarded-For``, ``X-Forwarded-Proto``) is believed from the addresses in the
settings and from nobody else; no other header of that kind is ever believed. Everything behind this sees the guest's
own address, so every limit counts it, and none of these headers.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Final

from flask import Flask, Request
from werkzeug.middleware.proxy_fix import ProxyFix

from firmware.box.addresses import read_address

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_log: Final = logging.getLogger(__name__)
_MARK: Final = "pegwatch.forwarded"
_FOR: Final = "HTTP_X_FORWARDED_FOR"
_PROTO: Final = "HTTP_X_FORWARDED_PROTO"
_SCHEMES: Final = ("http", "https")


def stand_behind(app: Flask, proxies: Collection[str]) -> None:
    """Put the application behind these proxies, by their addresses; behind none where there are none."""
    app.wsgi_app = _Forwarded(app.wsgi_app, proxies)  # type: ignore[method-assign]


def is_forwarded(request: Request) -> bool:
    """Whether somebody spoke for somebody else in this request, believed or not."""
    return _MARK in request.environ


class _Forwarded:
    def __init__(self, app: WSGIApplication, proxies: Collection[str]) -> None:
        self._app = app
        self._believed = ProxyFix(self._bare, x_for=1, x_proto=1)
        self._proxies = {read_address(proxy) for proxy in proxies} - {None}
        self._told = False

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not _spoken(environ):
            return self._app(environ, start_response)
        environ[_MARK] = True
        if read_address(environ.get("REMOTE_ADDR", "")) in self._proxies:
            return self._believed(_sensible(environ), start_response)
        if not self._told:
            self._told = True
            _log.warning(
                "%s speaks for others and is not believed: if it is your proxy, name it in the settings (proxies)",
                environ.get("REMOTE_ADDR", "somebody"),
            )
        return self._bare(environ, start_response)

    def _bare(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The application, without the headers that nobody behind this is to read."""
        for name in _spoken(environ):
            del environ[name]
        return self._app(environ, start_response)


def _spoken(environ: WSGIEnvironment) -> list[str]:
    """The headers by which somebody speaks for somebody else."""
    known = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP")
    return [name for name in environ if name.startswith("HTTP_X_FORWARDED") or name in known]


def _sensible(environ: WSGIEnvironment) -> WSGIEnvironment:
    """The request without what a proxy can only have passed on unread: a guest that is no address, a scheme that is
    none."""
    if read_address(environ.get(_FOR, "").rpartition(",")[2].strip()) is None:
        environ.pop(_FOR, None)
    if environ.get(_PROTO, "").rpartition(",")[2].strip() not in _SCHEMES:
        environ.pop(_PROTO, None)
    return environ
