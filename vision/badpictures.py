"""Bad pictures over time: a passing fault is waited out, a lasting one is reported with the time it began."""

from __future__ import annotations

from typing import Final

_SURE_S: Final = 1.0  # bad for so long: a fault
_GOOD_PICTURES: Final = 2  # good pictures in a row: it is over
_OLD_S: Final = 2.0  # a picture older than this shows nothing of now


class BadPictures:
    """Counts good and bad pictures. `bad_since` and `good_since` are the times of the first of each."""

    def __init__(self) -> None:
        self.is_bad = False
        self.is_fault = False
        self.bad_since = 0.0
        self.good_since = 0.0
        self._good = 0
        self._what = ""

    @staticmethod
    def is_old(t: float, now: float) -> bool:
        """Whether a picture of time `t` shows nothing of `now` any more."""
        return now - t > _OLD_S

    def take_bad(self, t: float, what: str) -> bool:
        """A bad picture, or none; whether it is a fault by now."""
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
        """A good picture; whether the trouble is over with it (once)."""
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
