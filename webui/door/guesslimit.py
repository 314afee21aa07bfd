"""How often one may guess: a few wrong answers at once, then ever longer pauses.

For wrong PINs and wrong table codes alike. The one who guesses is slowed down, never the one whose secret is guessed
at: each address has a count of its own for each account and for the code, and where many addresses guess at one
thing, each of them has one try instead of five. A browser that was let in before has a count apart from its address
(OWASP's device cookies)."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from firmware.box.addresses import one_guest

FREE: Final = 5
CROWD: Final = 20
"""After how many wrong answers about one thing, from all addresses together, each address has only one try."""
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

    def take(self, key: str, free: int | None = None) -> float:
        """Take one try, counted as wrong until `right` is said of it: guesses sent side by side count each. `free`:
        how many are free this time.

        Returns 0, or how long this key has to wait; then nothing was taken, and the answer must not be looked at.
        """
        now, free = self._clock(), self._free if free is None else free
        with self._lock:
            wrong, at = self._wrong.pop(key, (0, now))
            if now - at > FORGOTTEN_AFTER_S:
                wrong = 0
            wait = max(0.0, at + _pause_s(wrong, free) - now)
            self._wrong[key] = (wrong, at) if wait else (wrong + 1, now)
            while len(self._wrong) > _KEPT:
                self._wrong.popitem(last=False)
            return wait

    def right(self, key: str) -> None:
        """A right answer: this key starts over."""
        with self._lock:
            self._wrong.pop(key, None)

    def wrong(self, key: str) -> int:
        """How many wrong answers are remembered under a key."""
        with self._lock:
            wrong, at = self._wrong.get(key, (0, 0.0))
            return 0 if self._clock() - at > FORGOTTEN_AFTER_S else wrong

    def note(self, key: str) -> None:
        """One more wrong answer under a key that nobody has to wait for."""
        now = self._clock()
        with self._lock:
            wrong, at = self._wrong.pop(key, (0, now))
            self._wrong[key] = (1 if now - at > FORGOTTEN_AFTER_S else wrong + 1, now)

    def take_back(self, key: str) -> None:
        """One answer that was noted under a key was right after all; those of others stay noted."""
        with self._lock:
            wrong, at = self._wrong.pop(key, (0, 0.0))
            if wrong > 1:
                self._wrong[key] = (wrong - 1, at)


def _pause_s(wrong: int, free: int) -> float:
    if wrong < free:
        return 0.0
    return float(min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2.0 ** min(wrong - free, 10)))


class Guesses:
    """Tries of many guessers at many things: the code, or the PIN of an account."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._each = Tries(clock=clock)
        self._all = Tries(clock=clock)

    def take(self, about: str, address: str, device: str = "") -> float:
        """Take one try, as `Tries.take`. `device`: a browser that this account has come in from before, "" for any
        other."""
        if device:
            return self._each.take(f"{about} device {device}")
        crowded = self._all.wrong(about) >= CROWD
        wait = self._each.take(f"{about} from {one_guest(address)}", 1 if crowded else None)
        if not wait:
            self._all.note(about)
        return wait

    def right(self, about: str, address: str, device: str = "") -> None:
        """The answer was right: this guesser starts over, and it is not counted against the others (thirty phones
        that join at the beginning of an evening are no crowd of guessers)."""
        if device:
            self._each.right(f"{about} device {device}")
            return
        self._each.right(f"{about} from {one_guest(address)}")
        self._all.take_back(about)
