"""Serving the page with waitress: a few threads for requests, one for all live viewers, nothing else to install."""

from __future__ import annotations

from typing import Final

from flask import Flask

from webui.app import close_app, site_of
from webui.connections import make_server
from webui.guard import MAX_HEADER_BYTES, MAX_POST_BYTES
from webui.listening import listen

OPTIONS: Final = {
    "threads": 24,  # live viewers need none: `webui.audience`
    "channel_timeout": 300,
    # What is too long is refused while it comes in: waitress would put up to a gigabyte on the disk first.
    "max_request_body_size": MAX_POST_BYTES,
    "max_request_header_size": MAX_HEADER_BYTES,
}
_SLOWEST: Final = ("base.html", "board.html", "review.html")


def serve(app: Flask, host: str = "0.0.0.0", port: int = 8080) -> None:
    """Serve until the process is ended; raise `WebError`, one line, where the port cannot be had."""
    try:
        server = make_server(app, listen(host, port), site_of(app).config.proxies, **OPTIONS)
    except BaseException:
        close_app(app)
        raise
    compile_first(app)
    site_of(app).hub.start()
    try:
        server.run()
    finally:
        close_app(app)
        server.close()


def compile_first(app: Flask) -> None:
    """Compile the templates of the slowest page now: on a Pi its first guest would wait for that."""
    for name in _SLOWEST:
        app.jinja_env.get_template(name)
