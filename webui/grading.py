"""The grades of finished deals, worked out once: when a deal closes, or, of older games, while nothing else happens.

A grade is a function of the deal alone, so what is kept is found by the deal itself and can never be out of date.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from cribbage.shown.grades import graded

Json: TypeAlias = dict[str, Any]
KEPT: Final = 240
"""How many deals are kept graded: some twenty-five games, 3 kB each."""
_PARTS: Final = ("dealer", "starter", "discards", "items", "play")


class Grades:
    """The grades of deals; thread-safe."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Json] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, deal: Mapping[str, Any]) -> Json:
        """The grades of a deal; a few hundredths of a second where they are not known yet."""
        key = _key(deal)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        found = graded(deal)
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    def work_out_one(self, deals: Iterable[Mapping[str, Any]]) -> bool:
        """Grade the first of these deals that is not graded yet; whether there was one."""
        for deal in deals:
            with self._lock:
                known = _key(deal) in self._kept
            if not known:
                self.of(deal)
                return True
        return False


def _key(deal: Mapping[str, Any]) -> str:
    known = json.dumps([deal.get(part) for part in _PARTS], sort_keys=True)
    return hashlib.sha256(known.encode()).hexdigest()
