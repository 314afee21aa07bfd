"""How much is tried where one more game or example proves the same: a sample in `make test`, all of it in
`make torture`. Whatever once went wrong is in the sample by name."""

from __future__ import annotations

import os
from typing import Final, TypeVar

_T = TypeVar("_T")
IS_HOUR: Final = "PEGWATCH_TORTURE" in os.environ
"""Whether there is an hour for it: `make torture`."""
TIMES: Final = int(os.environ.get("PEGWATCH_TORTURE", "1"))
"""So many times as much is tried of what has no end."""


def sample(few: _T, everything: _T) -> _T:
    """What to try now."""
    return everything if IS_HOUR else few
