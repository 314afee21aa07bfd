"""Serving the club's pages with waitress."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from typing import Final

from flask import Flask

from webui.club.app import MAX_POST_BYTES
from webui.connections import make_server
from webui.guard import MAX_HEADER_BYTES
from webui.listening import listen

OPTIONS: Final = {
    "threads": 16,
    "max_request_body_size": MAX_POST_BYTES,
    "max_request_header_size": MAX_HEADER_BYTES,
}
_LOOK_S: Final = 0.2
_HALF_S: Final = 60.0  # a list of a large tournament over a hall's Wi-Fi


def serve_club(
    app: Flask,
    host: str,
    port: int,
    ended: Callable[[], bool],
    began: Callable[[], None],
    proxies: Collection[str] = (),
) -> None:
    """Serve until `ended`; `began` is called once the port is ours. Connections of `proxies` are many
    people's. `WebError` where the port cannot be had."""
    server = make_server(app, listen(host, port), proxies, _HALF_S, **OPTIONS)
    worker = threading.Thread(target=server.run, name="club-page", daemon=True)
    worker.start()
    try:
        began()
        while not ended() and worker.is_alive():
            worker.join(_LOOK_S)
    finally:
        server.close()
        worker.join(_LOOK_S)
