"""From one scan after another to changes of holes that really happened, and faults of the chain. Pure.

* A contact has changed when it reads the same in three scans in a row; the time of the change is that of
  the first. While bits on the wire are being read wrong, six are asked for: with that, noise at any rate
  makes less than one false change in a thousand hours (the sums stand in
  `tests/firmware/test_debounce.py`).
* Hall switches look less often than they are asked, so equal scans may be one look repeated: on a board with them
  the level must also have stood as long as the board file says (`settle_ms`, three looks of the slowest switch).
* A scan whose known bits are wrong is counted and skipped. The chain is faulty when many are wrong at once,
  when the same one is wrong twice within three scans, or when a fifth of the last hundred scans were wrong.
* After a fault three good scans in a row are asked for before anything is believed again.

Idle time may be skipped: `next_wake` says whether another scan is wanted soon.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from firmware.boardmap import BoardMap
from firmware.decoder import Decoded, FaultInfo

SCAN_PERIOD_S: Final = 0.010
LEVELS_EQUAL: Final = 3
LEVELS_EQUAL_NOISY: Final = 6
NOISE_WINDOW_SCANS: Final = 100
NOISE_LIMIT: Final = 20
NOISE_OVER: Final = 10
GOOD_SCANS: Final = 3
NEVER: Final = 1 << 30
_EPS_S: Final = 1e-6


@dataclass(frozen=True, slots=True)
class HoleChange:
    """A peg went into a hole or out of it, at table time `t` (s)."""

    t: float
    hole: str
    occupied: bool


@dataclass(frozen=True, slots=True)
class ChainFault:
    """From `t` on the chain cannot be believed; `code` is one of `firmware.faults`."""

    t: float
    code: str
    detail: str
    chip: int | None = None


@dataclass(frozen=True, slots=True)
class ChainOk:
    """From `t` on the chain is read; also the first item after the start."""

    t: float


ChainItem = HoleChange | ChainFault | ChainOk
_NOTHING: Final[tuple[ChainItem, ...]] = ()


@dataclass(slots=True)
class ChainCounters:
    """What happened on the wire since the start."""

    scans: int = 0
    bad_scans: int = 0
    wrong_bits: int = 0
    faults: int = 0
    chatter: Counter[str] = field(default_factory=Counter)
    """For each hole how often its contact changed and went back before it counted."""


class Debouncer:
    """Takes in scans in order of time and hands out what changed."""

    def __init__(self, board_map: BoardMap, levels_equal: int = LEVELS_EQUAL) -> None:
        self.board_map = board_map
        self.counters = ChainCounters()
        self.fault: ChainFault | None = None
        """The fault that lasts, or None."""
        self._levels_equal = levels_equal
        self._settle_s = board_map.sensor.settle_s - _EPS_S
        self._closed = 0
        self._pending: dict[int, tuple[int, float]] = {}
        self._calm: Decoded | None = None
        self._ready = False
        self._started: float | None = None
        self._good = 0
        self._good_since = 0.0
        self._bad_since = 0.0
        self._wrong = (0, 0)  # the wrong bits of the last scan and of the one before
        self._noise: deque[int] = deque(
            [0]
        )  # as if there had just been noise: the first look is a careful one
        self._nature = ("", 0)

    @property
    def occupied(self) -> frozenset[str]:
        """The holes that are occupied as far as is known."""
        return frozenset(self.board_map.holes_in(self._closed))

    def feed(self, t: float, decoded: Decoded) -> Sequence[ChainItem]:
        """Take in one scan made at `t`; what it made certain, in order of time."""
        self.counters.scans += 1
        if decoded is self._calm:
            return _NOTHING
        self._calm = None
        if self._started is None:
            self._started = t
        if decoded.fault is not None:
            return self._bad(t, decoded, decoded.fault)
        self._wrong = (0, self._wrong[0])
        noisy = self._noisy()
        if not self._ready:
            return self._recover(t, decoded.closed, noisy)
        items = self._levels(t, decoded.closed, LEVELS_EQUAL_NOISY if noisy else self._levels_equal)
        if not self._pending and self._wrong == (0, 0) and not noisy:
            self._calm = decoded
        return items

    def next_wake(self, t: float) -> float | None:
        """When another scan is wanted, `t` being the time of the last; None while nothing is going on."""
        if self._ready and not self._pending and self._wrong == (0, 0):
            return None
        return t + SCAN_PERIOD_S

    def watermark(self, t: float) -> float:
        """Everything before this time has been handed out, `t` being the time of the last scan."""
        if not self._ready:
            if self.fault is None:
                return t if self._started is None else self._started
            return self._good_since if self._good else t
        since = [first for _, first in self._pending.values()]
        if self._wrong != (0, 0):
            since.append(self._bad_since)
        return min(since, default=t)

    # --- good scans

    def _noisy(self) -> bool:
        """Whether bits were read wrong lately; forgets what is older than the window."""
        noise, oldest = self._noise, self.counters.scans - NOISE_WINDOW_SCANS
        while noise and noise[0] < oldest:
            noise.popleft()
        return bool(noise)

    def _levels(self, t: float, closed: int, enough: int) -> list[ChainItem]:
        """Count how long every contact has differed from what is known; hand out those with enough scans."""
        changed = closed ^ self._closed
        pending = self._pending
        for bit in [bit for bit in pending if not bit & changed]:
            del pending[bit]
            self.counters.chatter.update(self.board_map.holes_in(bit))
        done: list[HoleChange] = []
        while changed:
            bit = changed & -changed
            changed ^= bit
            count, first = pending.get(bit, (0, t))
            if count + 1 < enough or t - first < self._settle_s:
                pending[bit] = (count + 1, first)
                continue
            pending.pop(bit, None)
            self._closed ^= bit
            hole = next(self.board_map.holes_in(bit))
            done.append(HoleChange(first, hole, bool(self._closed & bit)))
        done.sort(key=lambda change: (change.t, change.occupied, change.hole))
        return [*done]

    def _recover(self, t: float, closed: int, noisy: bool) -> Sequence[ChainItem]:
        """Good scans after a fault, or at the start: nothing is handed out before there are enough."""
        self._good += 1
        if self._good == 1:
            self._good_since = t
        enough = GOOD_SCANS if self.fault is not None else LEVELS_EQUAL_NOISY
        settled = t - self._good_since >= self._settle_s
        if self._good < enough or not settled or len(self._noise) > NOISE_OVER:
            self._levels(t, closed, NEVER)
            return _NOTHING
        self._ready, self.fault, self._nature = True, None, ("", 0)
        items = self._levels(t, closed, LEVELS_EQUAL_NOISY if noisy else self._levels_equal)
        return [ChainOk(self._good_since), *items]

    # --- bad scans

    def _bad(self, t: float, decoded: Decoded, fault: FaultInfo) -> Sequence[ChainItem]:
        counters = self.counters
        counters.bad_scans += 1
        counters.wrong_bits += decoded.wrong.bit_count()
        before = self._wrong
        self._wrong = (decoded.wrong, before[0])
        if before == (0, 0):
            self._bad_since = t
        self._noisy()
        again = decoded.wrong & (before[0] | before[1])
        if not fault.hard and not again:
            self._noise.append(counters.scans)
        self._good = 0
        noise = len(self._noise) >= NOISE_LIMIT
        certain = noise or fault.hard or again
        if not certain:
            if not self._ready:
                self._pending.clear()
            return _NOTHING
        return self._faulty(t, "chain-noise" if noise else fault.code, fault)

    def _faulty(self, t: float, code: str, fault: FaultInfo) -> Sequence[ChainItem]:
        """The chain is faulty: say so when that is news, or when the fault's nature has changed for good."""
        self._pending.clear()
        last, count = self._nature
        self._nature = (code, count + 1 if code == last else 1)
        if self.fault is not None and (code == self.fault.code or self._nature[1] < GOOD_SCANS):
            return _NOTHING
        self.counters.faults += self.fault is None
        since = self._bad_since if self._ready else t
        self._ready = False
        self.fault = ChainFault(since, code, fault.detail, fault.chip)
        return [self.fault]
