"""The socket on which a page listens, and why it cannot be had."""

from __future__ import annotations

import errno
import socket
from typing import Final

from webui.errors import WebError

_NOT_OURS: Final = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


def listen(host: str, port: int) -> socket.socket:
    """A bound socket for the page; raise `WebError` with the reason and what to do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError, UnicodeError) as error:  # UnicodeError: no name of a machine
        listener.close()
        raise WebError(_refusal(host, port, error)) from error
    return listener


def _refusal(host: str, port: int, error: Exception) -> str:
    reason = getattr(error, "strerror", None) or str(error)
    if isinstance(error, socket.gaierror | UnicodeError) or getattr(error, "errno", None) in _NOT_OURS:
        return (
            f"the page cannot listen on {host!r} ({reason}): give an address of this machine with --host, 0.0.0.0 "
            "for all it has"
        )
    return f"the page cannot use port {port} on {host} ({reason}): stop what uses it, or choose another with --port"
