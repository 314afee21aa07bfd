"""Which places the page wants read again: the last wish for each lies in the run folder, with its table time."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final

from firmware.box.files import READ_AGAIN, read_json

_TWICE_S: Final = 5.0


class Wishes:
    """What the page has asked the eye to read again since this was asked last."""

    def __init__(self, run: Path, until: float) -> None:
        """`until`: the table time (s) up to which an eye before this one has reported; it took older wishes.

        One of the last seconds may not have been taken: to read a place once more than asked does no harm.
        """
        self._file: Final = run / READ_AGAIN
        self._taken = {zone: t for zone, t in self._all().items() if t < until - _TWICE_S}

    def new(self) -> dict[str, float]:
        """The zones asked for, each with the table time (s) of the wish."""
        found = {zone: t for zone, t in self._all().items() if self._taken.get(zone) != t}
        self._taken |= found
        return found

    def _all(self) -> dict[str, float]:
        told = read_json(self._file)
        pairs = told.items() if isinstance(told, dict) else ()
        return {zone: float(t) for zone, t in pairs if _is_time(t)}


def _is_time(t: Any) -> bool:
    return isinstance(t, int | float) and not isinstance(t, bool) and math.isfinite(t)
