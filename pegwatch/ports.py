"""Ports for processes that are started to be measured or tested: one that was only looked at may be taken by somebody
else before the process that it was meant for has it."""

from __future__ import annotations

import atexit
import socket
from typing import Final

_HELD: Final[list[socket.socket]] = []


def free_port() -> int:
    """A port of this machine that stays ours until this program ends: a socket of ours is bound to it and
    never listens,
    so nobody is given it, and whoever asks for it by number (with SO_REUSEADDR, as servers do) can listen there."""
    held = socket.socket()
    _HELD.append(held)
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    return int(held.getsockname()[1])


@atexit.register
def _let_go() -> None:
    while _HELD:
        _HELD.pop().close()
