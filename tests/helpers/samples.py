"""How much is tried where one more game or example proves the same: a sample in `make test`, all of it in
`make torture`. What once went wrong is named; the sample holds of it what meets each rule, book and blindness."""

from __future__ import annotations

import os
from collections.abc import Collection, Hashable, Mapping
from typing import Final, TypeVar

_T = TypeVar("_T")
_N = TypeVar("_N", bound=Hashable)
IS_HOUR: Final = "PEGWATCH_TORTURE" in os.environ
"""Whether there is an hour for it: `make torture`."""
TIMES: Final = int(os.environ.get("PEGWATCH_TORTURE", "1"))
"""So many times as much is tried of what has no end."""


def sample(few: _T, everything: _T) -> _T:
    """What to try now."""
    return everything if IS_HOUR else few


def met_by_few(shown: Mapping[_N, Collection[Hashable]], newest: int = 0) -> list[_N]:
    """Of what shows this or that those few between which all of it is met, and the `newest` at the end whatever they
    show. Always the same ones, in their order."""
    names = list(shown)
    some = set(names[len(names) - newest :])
    met = {one for name in some for one in shown[name]}
    while missing := {one for every in shown.values() for one in every} - met:
        most = max(names, key=lambda name: len(missing & set(shown[name])))
        some.add(most)
        met |= set(shown[most])
    return [name for name in names if name in some]
