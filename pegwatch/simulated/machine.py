"""The machine under a simulated board: its power, its disk and its time of day, as the faults of a demo have them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from pegwatch.simulated.faults import MACHINE_FAULTS, parse_faults

_BITS: Final = {"undervoltage": 0x1, "throttled": 0x6}
_ROOM: Final = 0.5  # how full a disk is of which nothing is said


class SimulatedMachine:
    """Answers what `firmware.machine` asks; a pure function of the faults and table time."""

    def __init__(self, items: Sequence[str], now: Callable[[], float]) -> None:
        self._faults = [fault for fault in parse_faults(items) if fault.name in MACHINE_FAULTS]
        self._now = now

    def throttled(self) -> int:
        """The bits of get_throttled: what is so now, and 16 places higher what has ever been so."""
        now, bits = self._now(), 0
        for fault in self._faults:
            if fault.begin <= now:
                bit = _BITS.get(fault.name, 0)
                bits |= bit << 16 | (bit if fault.lasts_at(now) else 0)
        return bits

    def disk_share(self) -> float:
        """How full the disk is."""
        return self._value("disk", _ROOM)

    def wall_clock(self) -> float:
        """The time of day, wrong by the jump that is asked for."""
        return time.time() + self._value("clock-jump", 0.0)

    def _value(self, name: str, otherwise: float) -> float:
        lasting = [fault for fault in self._faults if fault.name == name and fault.lasts_at(self._now())]
        return lasting[-1].number() if lasting else otherwise
