"""A board without contacts: its pegs are read by the camera, or by nobody. Stands where a `BoardReader` stands.

The board process scans nothing then. It judges and writes as ever; what stands in the holes comes through the inbox.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from firmware.boardmap import BoardMap
from firmware.decoder import Decoded
from firmware.drivers.base import Closing, RawScan
from firmware.reader import BoardReader, ReaderItem

_NOTHING: Final = Decoded(0, frozenset())


class NoContacts(Closing):
    """A driver of no chain at all: nothing to open, nothing to read."""

    factory: Any = None

    def scan(self) -> RawScan:
        """A scan without a chip."""
        return RawScan(b"", b"", b"")

    def close(self) -> None:
        """Nothing to give back."""


class NoContactsReader(BoardReader):
    """Reads nothing, is never at fault, and holds nobody up."""

    has_contacts = False

    def __init__(self, board_map: BoardMap) -> None:
        super().__init__(NoContacts(), board_map)

    def look(self) -> Decoded:
        """No contact is closed, and none could be."""
        return _NOTHING

    def feed(self, t: float, decoded: Decoded) -> Sequence[ReaderItem]:  # noqa: ARG002 - as of a reader
        """Nothing follows from no contacts: an empty board least of all."""
        return ()

    def next_wake(self, t: float) -> float | None:  # noqa: ARG002
        """No scan is ever wanted."""
        return None

    def watermark(self, t: float) -> float:
        """All that it will ever say has been said."""
        return t
