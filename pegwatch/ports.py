"""Ports for processes that are started to be measured or tested: one that was only looked at may be taken by somebody
else before the process that it was meant for has it."""

from __future__ import annotations

import atexit
import random
import socket
from typing import Final

_RANGE: Final = range(20_000, 32_000)
"""Below those that systems give to anyone who connects: nobody is given such a port who did not ask for it by
number."""
_HELD: Final[list[socket.socket]] = []


def free_port() -> int:
    """A port of this machine that stays ours until this program ends: a socket of ours is bound to it and never
    listens. Anyone who asks for it by number (with SO_REUSEADDR, as servers do) can listen there.

    Raises:
        OSError: none is free.
    """
    for port in random.SystemRandom().sample(_RANGE, len(_RANGE)):
        held = socket.socket()
        try:
            held.bind(("", port))  # for us alone: fails where anybody else has it
        except OSError:
            held.close()
            continue
        held.setsockopt(
            socket.SOL_SOCKET, socket.SO_REUSEADDR, 1
        )  # and from now on for the one it is meant for
        _HELD.append(held)
        return port
    raise OSError("no port of this machine is free: end some of the programs that listen")


@atexit.register
def _let_go() -> None:
    while _HELD:
        _HELD.pop().close()
