"""Bad pictures over time: a short fault is ignored, a lasting one is reported with the time at which it began."""

from __future__ import annotations

from typing import Final

_SURE_S: Final = 1.0  # bad for this long it is a fault
_GOOD_PICTURES: Final = 2  # so many in a row end a fault
_OLD_S: Final = 2.0  # a picture older than this says nothing about now


class BadPictures:
    """Counts good and bad pictures. `bad_since`, `good_since`: the times (s) of the first of each."""

    def __init__(self) -> None:
        self.is_bad = False
        self.is_fault = False
        self.bad_since = 0.0
        self.good_since = 0.0
        self._good = 0
        self._what = ""

    @staticmethod
    def is_old(t: float, now: float) -> bool:
        """Whether a picture of time `t` is too old to say anything about `now`."""
        return now - t > _OLD_S

    def take_bad(self, t: float, what: str) -> bool:
        """Count a bad picture, or a missing one; returns whether this is a fault by now."""
        if not self.is_bad or (what != self._what and not self.is_fault):
            if not self.is_bad:
                self.bad_since = t
            self._what = what
        self.is_bad = True
        self._good = 0
        if t - self.bad_since >= _SURE_S:
            self.is_fault = True
        return self.is_fault

    def take_good(self, t: float) -> bool:
        """Count a good picture; returns whether it ends a spell of bad ones (once)."""
        if not self.is_bad:
            return False
        if self._good == 0:
            self.good_since = t
        self._good += 1
        if self._good < _GOOD_PICTURES:
            return False
        self.is_bad = self.is_fault = False
        self._good = 0
        return True
