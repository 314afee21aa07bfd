"""The hub and its tables: a broker that was named, or one of the hub's own that the director sets up by a button."""

from __future__ import annotations

import threading
from typing import Any

from club.desk import Desk
from club.errors import ClubError
from firmware.broker import Address
from pegwatch.failure import PegwatchError
from pegwatch.hublink import HubLine, listen_to_tables
from pegwatch.ownbroker import OwnBroker


class HubTables:
    """The line to the tables, if there is one; pages and the hub's own loop both ask it."""

    def __init__(self, desk: Desk, named: Address | None, own: OwnBroker) -> None:
        """`named`: the broker that the hub was started with; then its own one is left alone."""
        self._desk = desk
        self._own = own
        self._named = named
        self._line: HubLine | None = None
        self._trouble = ""
        self._lock = threading.Lock()

    def start(self) -> None:
        """Listen, if there is a broker. One of our own that does not start leaves the pages alive, and says why."""
        if self._named is not None:
            self._line = listen_to_tables(self._desk, self._named)
        elif self._own.is_set_up:
            try:
                self._begin()
            except PegwatchError as error:
                self._trouble = str(error)

    def _begin(self) -> None:
        with self._lock:
            self._own.set_up()
            if self._line is None:
                self._line = listen_to_tables(self._desk, self._own.address)
            self._trouble = ""

    @property
    def trouble(self) -> str:
        """Why no table can be heard; "" where all is well or nobody wants any."""
        return self._line.trouble if self._line is not None else self._trouble

    @property
    def is_deaf(self) -> bool:
        """Whether that is the hub's own fault."""
        return self._line is not None and self._line.is_deaf

    def step(self) -> None:
        """Look after both; called again and again."""
        try:
            self._own.step()
        except PegwatchError as error:
            self._trouble = str(error)
        if self._line is not None:
            self._line.step()

    def stop(self) -> None:
        """Hang up, and end the broker of our own."""
        if self._line is not None:
            self._line.stop()
        self._own.stop()

    # --- what the page asks (`webui.club.site.OwnBroker`) ---------------------------------------------

    @property
    def is_set_up(self) -> bool:
        return self._own.is_set_up and self._line is not None

    @property
    def port(self) -> int:
        return self._own.port

    @property
    def ca(self) -> str:
        return self._own.ca

    def begin(self) -> None:
        self._told(self._begin)

    def let_in(self, table: str) -> str:
        password: str = self._told(lambda: self._own.let_in(table))
        return password

    def tables(self) -> list[str]:
        found: list[str] = self._told(self._own.tables)
        return found

    def _told(self, do: Any) -> Any:
        try:
            return do()
        except PegwatchError as error:
            raise ClubError("club.error.broker", str(error)) from error
