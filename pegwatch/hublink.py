"""The hub's line to the tables: what comes over the broker goes to the receiver, and its answers go back."""

from __future__ import annotations

import logging

from club.desk import Desk
from club.nextgames import NextGames
from club.receive import Receiver
from cribbage.log import wire
from firmware.broker import Address, Line
from pegwatch import echo
from pegwatch.echo import Echo

CLIENT = "pegwatch-hub"
_KEEPALIVE_S = 10


class HubLine(Line):
    """The hub's line, with an echo by which it knows that it hears."""

    def __init__(self, desk: Desk, address: Address) -> None:
        self._receiver = Receiver(desk, self._answer, logging.getLogger(__name__).warning)
        self._echo = Echo()
        self._next_games = NextGames(desk, lambda topic, payload: self.publish(topic, payload, retain=True))
        # The session is kept by the broker: what tables send while the hub is away waits for it.
        super().__init__(
            address, CLIENT, self._follow, self._take, clean=False, keepalive_s=_KEEPALIVE_S
        )  # fmt: skip

    def step(self) -> None:
        """Say the next word to ourselves where it is time to, and tell tables their next games; called again and
        again."""
        self._echo.step(self)
        if self.is_up:
            self._next_games.step()

    @property
    def is_deaf(self) -> bool:
        """Whether the line hangs on our side, or our own word does not come back."""
        return super().is_deaf or self._echo.is_missing(self)

    def _answer(self, topic: str, payload: bytes) -> None:
        self.publish(topic, payload, retain=True)

    def _follow(self) -> None:
        self._echo.connected(self)
        for what in wire.FROM_TABLE:
            self.subscribe(f"{wire.ROOT}/+/{what}")
        self._receiver.confirm_all()
        self._next_games.again()

    def _take(self, topic: str, payload: bytes) -> None:
        if topic == echo.TOPIC:
            self._echo.heard(payload)
        else:
            self._receiver.take(topic, payload)


def listen_to_tables(desk: Desk, address: Address) -> HubLine:
    """Follow the tables from now on; the broker may come later. Stop the line when it is done."""
    line = HubLine(desk, address)
    line.start()
    return line
