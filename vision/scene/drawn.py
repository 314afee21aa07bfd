"""What of drawn tables is kept, as many tables look alike: the light on them, the sensor's noise, empty tables,
and the faces of our own deck.

Each costs some megabytes and tenths of a second. A simulated table needs one of each; who draws many tables, one
after another, may keep more of them (`keep`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

MOST: Final = 2
MOST_FACES: Final = 14


class Kept:
    """The arrays that were asked for last, each by all that it depends on; read-only. Any thread may ask."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = Lock()
        self._by_key: OrderedDict[Hashable, NDArray[Any]] = OrderedDict()

    def of(self, key: Hashable, draw: Callable[[], NDArray[np.generic]]) -> NDArray[Any]:
        """What is kept for a key; else it is drawn, and the one that was asked for longest ago is dropped."""
        with self._lock:
            if key not in self._by_key:
                while len(self._by_key) >= self._most:
                    self._by_key.popitem(last=False)
                drawn = draw()
                drawn.flags.writeable = False
                self._by_key[key] = drawn
            self._by_key.move_to_end(key)
            return self._by_key[key]

    def keep(self, most: int) -> None:
        """Forget all, and keep so many from here on."""
        with self._lock:
            self._most = most
            self._by_key.clear()


TABLES: Final = Kept()
NOISES: Final = Kept()
LIT: Final = Kept()
FACES: Final = Kept(MOST_FACES)


def keep(most: int = MOST) -> None:
    """Forget all that was drawn but the faces, and keep so many of each from here on."""
    for kept in (TABLES, NOISES, LIT):
        kept.keep(most)
