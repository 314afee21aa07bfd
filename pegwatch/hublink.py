"""The hub's line to the tables: what comes over the broker goes to the receiver, and its answers go back."""

from __future__ import annotations

import logging

from club.desk import Desk
from club.receive import Receiver
from cribbage import wire
from firmware.broker import Address, Line

CLIENT = "pegwatch-hub"


def listen_to_tables(desk: Desk, address: Address) -> Line:
    """Follow the tables from now on; the broker may come later. Stop the line when it is done."""
    log = logging.getLogger(__name__)

    def send(topic: str, payload: bytes) -> None:
        line.publish(topic, payload, retain=True)

    receiver = Receiver(desk, send, log.warning)

    def connected() -> None:
        for what in wire.FROM_TABLE:
            line.subscribe(f"{wire.ROOT}/+/{what}")
        receiver.confirm_all()

    # The session is kept by the broker: what tables send while the hub is away waits for it.
    line = Line(address, CLIENT, connected, receiver.take, clean=False)
    line.start()
    return line
