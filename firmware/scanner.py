"""Scans the board in a thread of its own, so that whatever the table's writer waits for costs no scan.

A commit waits for the disk, and an SD card that tidies up may keep it waiting for a second. Contract: every scan is
handed out once, in order, with the table time at which it was made; nothing is judged here. The thread that scans is
the only one that uses the driver and the buttons while it runs. A driver that hangs is waited for without end:
the writer then does nothing either, and its watchdog ends the process.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Final, NamedTuple, Self

from firmware.debounce import SCAN_PERIOD_S
from firmware.decoder import Decoded
from firmware.panel import Button

KEPT_SCANS: Final = 6000
"""A minute: the watchdog ends a writer that waits for longer long before."""
_TOLD_EVERY_S: Final = 60.0
_END_S: Final = 1.0
_log: Final = logging.getLogger(__name__)


class Scan(NamedTuple):
    """What board and buttons showed at table time `t` (s)."""

    t: float
    decoded: Decoded
    down: frozenset[Button]


class Scanner:
    """Scans every `SCAN_PERIOD_S`; called, it hands out what was scanned since, at least one scan.

    `look` makes a scan at a table time, `now` tells it; `begin` is called first in the scanning thread.
    """

    def __init__(
        self,
        look: Callable[[float], Scan],
        now: Callable[[], float],
        begin: Callable[[], object] = lambda: None,
    ) -> None:
        self._look = look
        self._now = now
        self._begin = begin
        self._scans: deque[Scan] = deque(maxlen=KEPT_SCANS)
        self._came = threading.Condition()
        self._failure: BaseException | None = None
        self._ending = False
        self.missed = 0
        """Scans that were not made, because the next was due already."""
        self._thread = threading.Thread(target=self._run, name="scanner", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the thread; one that hangs in its driver is left to the end of the process."""
        self._ending = True
        self._thread.join(_END_S)

    def __call__(self, now: float) -> Sequence[Scan]:  # noqa: ARG002 - each scan has a time of its own
        """All scans since the last call, waiting for the first; what ended the thread is raised here."""
        with self._came:
            self._came.wait_for(lambda: self._scans or self._failure is not None)
            scans = list(self._scans)
            self._scans.clear()
        if not scans and self._failure is not None:
            raise self._failure
        return scans

    def _run(self) -> None:
        try:
            self._begin()
            self._scan_on()
        except BaseException as error:  # told to the writer, which ends the process with it
            with self._came:
                self._failure = error
                self._came.notify()

    def _scan_on(self) -> None:
        due = told_at = time.monotonic()
        told = 0
        while not self._ending:
            scan = self._look(self._now())
            with self._came:
                self._scans.append(scan)
                self._came.notify()
            due += SCAN_PERIOD_S
            pause = due - time.monotonic()
            if pause > 0:
                time.sleep(pause)
            elif pause < -SCAN_PERIOD_S:
                skipped = int(-pause / SCAN_PERIOD_S)
                self.missed += skipped
                due += skipped * SCAN_PERIOD_S
            if due - told_at >= _TOLD_EVERY_S:
                if self.missed > told:
                    _log.warning("%d scans of the last minute were not made in time", self.missed - told)
                told_at, told = due, self.missed
