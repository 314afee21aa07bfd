"""Telling systemd how we are: READY, WATCHDOG and STATUS over its datagram socket, or nothing without it."""

from __future__ import annotations

import contextlib
import os
import socket


def notify(message: str) -> bool:
    """Send one message (``READY=1``, ``WATCHDOG=1``, ``STATUS=...``); False where nobody listens."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return False
    if address.startswith("@"):
        address = "\0" + address[1:]
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.sendto(message.encode(), address)
        return True
    return False
