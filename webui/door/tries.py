"""How often one may guess: a few wrong answers at once, then ever longer pauses.

For wrong PINs and wrong table codes alike. A browser that has been let in before has a count of its own, so that
nobody can lock a judge out by guessing at his name from another phone (OWASP's device cookies).
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

FREE: Final = 5
FIRST_PAUSE_S: Final = 30.0
LONGEST_PAUSE_S: Final = 900.0
FORGOTTEN_AFTER_S: Final = 3600.0
_KEPT: Final = 2_000


class Tries:
    """Wrong answers by key; each beyond the free ones doubles the pause before the next may be given."""

    def __init__(self, free: int = FREE, clock: Callable[[], float] = time.monotonic) -> None:
        self._free = free
        self._clock = clock
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: str) -> float:
        """Take one try, counted as wrong until `right` is said of it: guesses sent side by side count each.

        Returns 0, or how long this key has to wait; then nothing was taken, and the answer must not be looked at.
        """
        now = self._clock()
        with self._lock:
            wrong, at = self._wrong.pop(key, (0, now))
            if now - at > FORGOTTEN_AFTER_S:
                wrong = 0
            wait = max(0.0, at + self._pause_s(wrong) - now)
            self._wrong[key] = (wrong, at) if wait else (wrong + 1, now)
            while len(self._wrong) > _KEPT:
                self._wrong.popitem(last=False)
            return wait

    def right(self, key: str) -> None:
        """A right answer: this key starts anew."""
        with self._lock:
            self._wrong.pop(key, None)

    def _pause_s(self, wrong: int) -> float:
        if wrong < self._free:
            return 0.0
        return float(min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2.0 ** min(wrong - self._free, 10)))
