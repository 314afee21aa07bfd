"""Serving the club's pages with waitress."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from flask import Flask
from waitress.server import create_server

from webui.club.app import MAX_POST_BYTES
from webui.guard import MAX_HEADER_BYTES
from webui.serve import listen

OPTIONS: Final = {
    "threads": 16,
    "connection_limit": 2000,
    "asyncore_use_poll": True,
    "ident": "",
    "clear_untrusted_proxy_headers": False,  # who is believed is decided in `webui.door.forwarded`
    "max_request_body_size": MAX_POST_BYTES,
    "max_request_header_size": MAX_HEADER_BYTES,
}
_LOOK_S: Final = 0.2


def serve_club(
    app: Flask, host: str, port: int, ended: Callable[[], bool], began: Callable[[], None]
) -> None:
    """Serve until `ended`; `began` is called once the port is ours. `WebError` where it cannot be had."""
    server = create_server(app, sockets=[listen(host, port)], **OPTIONS)
    worker = threading.Thread(target=server.run, name="club-page", daemon=True)
    worker.start()
    try:
        began()
        while not ended() and worker.is_alive():
            worker.join(_LOOK_S)
    finally:
        server.close()
        worker.join(_LOOK_S)
