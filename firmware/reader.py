"""One board, read: driver, decoder, debouncer and hole tracker in a row. The table loop calls `poll`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cribbage.log.observations import Holes
from firmware.boardmap import BoardMap
from firmware.debounce import ChainItem, Debouncer
from firmware.decoder import Decoded, Decoder, FaultInfo
from firmware.drivers.base import BoardDriver, BoardFault
from firmware.holes import HoleTracker, TrackerItem

ReaderItem = ChainItem | TrackerItem


def look(driver: BoardDriver, decoder: Decoder) -> Decoded:
    """One scan, decoded; an error of the bus is a fault like any other."""
    try:
        return decoder(driver.scan())
    except BoardFault as fault:
        return Decoded(0, frozenset(), FaultInfo(fault.code, fault.detail, fault.chip))


class BoardReader:
    """Reads a board; `last`, `masked`, `was_faulty` and `lost` (tracks) restore what was known before a restart."""

    has_contacts = True
    """Whether there is a chain of contacts to look at, and to walk along in the workshop."""

    def __init__(
        self,
        driver: BoardDriver,
        board_map: BoardMap,
        *,
        last: Holes | None = None,
        masked: Iterable[str] = frozenset(),
        was_faulty: bool = False,
        lost: Iterable[str] = (),
    ) -> None:
        self.driver = driver
        self.decoder = Decoder(board_map)
        self.debouncer = Debouncer(board_map)
        self.tracker = HoleTracker(board_map, last, masked, tell_again=was_faulty, lost=lost)

    def poll(self, t: float) -> Sequence[ReaderItem]:
        """Make one scan at table time `t`; everything that it made certain, hole changes first."""
        return self.feed(t, self.look())

    def look(self) -> Decoded:
        """Make one scan; it is not taken in yet."""
        return look(self.driver, self.decoder)

    def feed(self, t: float, decoded: Decoded) -> Sequence[ReaderItem]:
        """Take in one scan that was made at table time `t`; what it made certain, hole changes first."""
        items = self.debouncer.feed(t, decoded)
        if not items and not self.tracker.busy:
            return items
        return [*items, *self.tracker.feed(t, items)]

    def snapshot(self) -> dict[str, Any]:
        """The live view: what the board shows right now, as plain values for the page."""
        counters, fault = self.debouncer.counters, self.debouncer.fault
        return {
            "occupied": sorted(self.debouncer.occupied),
            "fault": None if fault is None else {"code": fault.code, "detail": fault.detail, "t": fault.t},
            "asked": [
                {"code": i.code, "holes": list(i.holes), "why": i.why} for i in self.tracker.open.values()
            ],
            "masked": sorted(self.tracker.masked),
            "scans": counters.scans,
            "bad_scans": counters.bad_scans,
            "wrong_bits": counters.wrong_bits,
            "faults": counters.faults,
            "chatter": dict(counters.chatter.most_common()),
        }

    def next_wake(self, t: float) -> float | None:
        """When the next scan is wanted, `t` being the time of the last; None: only when a hole changes."""
        times = [w for w in (self.debouncer.next_wake(t), self.tracker.next_wake()) if w is not None]
        return min(times, default=None)

    def watermark(self, t: float) -> float:
        """Everything before this time has been handed out, `t` being the time of the last scan."""
        return min(self.debouncer.watermark(t), self.tracker.watermark(t))
