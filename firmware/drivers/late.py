"""A board that may not be there yet: opened when it can be, and until then a fault of a table that goes on.

Contract. In: a way to open the real board, the seconds that go by. Out: the board's own scans, or `BoardFault` with
the code of what is missing. It is looked for again every `EVERY_S`, by whatever scans; that costs a few ms each time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, Protocol

from firmware.drivers.base import BoardDriver, BoardFault, BoardMissing, Closing, RawScan

EVERY_S: Final = 3.0


class PinnedDriver(BoardDriver, Protocol):
    """A driver whose pins other devices beside the chain may use too."""

    factory: Any


class LateBoard(Closing):
    """Stands for a board; `open_it` raises `BoardMissing` while it is not there."""

    def __init__(
        self, open_it: Callable[[], PinnedDriver], now: Callable[[], float] = time.monotonic
    ) -> None:
        self._open_it = open_it
        self._now = now
        self._driver: PinnedDriver | None = None
        self._looked_at = float("-inf")
        self._why: BoardMissing | None = None

    @property
    def factory(self) -> Any:
        """The board's pins; None while it is not there."""
        return None if self._driver is None else self._driver.factory

    @property
    def missing(self) -> BoardMissing | None:
        """Why the board is not there; None when it is. Looks for it when that is due."""
        if self._driver is None and self._now() - self._looked_at >= EVERY_S:
            self._looked_at = self._now()
            try:
                self._driver, self._why = self._open_it(), None
            except BoardMissing as error:
                self._why = error
        return self._why

    def scan(self) -> RawScan:
        """The board's scan; raise `BoardFault` while there is none."""
        missing = self.missing
        if self._driver is None:
            assert missing is not None
            raise BoardFault(missing.code, missing.what)
        return self._driver.scan()

    def close(self) -> None:
        """Give the pins back; closing again does nothing."""
        if self._driver is not None:
            self._driver.close()
