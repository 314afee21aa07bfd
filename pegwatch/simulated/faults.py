"""What goes wrong on purpose in a demo: which faults, and when.

The text of ``--faults`` is a list of ``NAME[=VALUE][@FROM[-TO]]``: board faults as `SimFaults` names them
(``break=12``, ``flip=0.001``, ``stuck-closed=A57``), camera faults with ``camera-`` in front (``camera-covered``).
FROM and TO are table seconds; without them a fault lasts from 20 s on.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from firmware.boardmap import BoardMap, load_board
from firmware.drivers.sim_faults import NAMES as BOARD_NAMES
from firmware.drivers.sim_faults import SimFaults
from pegwatch.failure import PegwatchError
from vision.cameras.sim import FAULTS as CAMERA_FAULTS

_FROM_S: Final = 20.0
_CAMERA: Final = "camera-"
_ITEM: Final = re.compile(r"(?P<what>[^@]+)(?:@(?P<begin>\d+(?:\.\d+)?)(?:-(?P<end>\d+(?:\.\d+)?))?)?")


@dataclass(frozen=True, slots=True)
class TimedFault:
    """One fault and the table time, s, during which it lasts."""

    what: str
    begin: float
    end: float

    def lasts_at(self, t: float) -> bool:
        """Whether it is there at table time `t`."""
        return self.begin <= t < self.end


def parse_faults(items: Sequence[str]) -> list[TimedFault]:
    """Read the items of a fault list; raise `PegwatchError` for one that does not exist."""
    return [_parse(item) for item in items]


def check_faults(text: str) -> tuple[str, ...]:
    """The items of ``--faults``, each known to be good; ``list`` is answered with all the names."""
    items = tuple(item.strip() for item in text.split(",") if item.strip())
    if items == ("list",):
        raise PegwatchError(f"the faults are: {_all_names()}")
    board_map = load_board("longboard")
    for fault in parse_faults(items):
        if not fault.what.startswith(_CAMERA):
            _board_faults(fault.what, board_map, seed=1)
    return items


def _parse(item: str) -> TimedFault:
    match = _ITEM.fullmatch(item)
    if match is None:
        raise PegwatchError(f"--faults {item!r}: write NAME[=VALUE][@FROM[-TO]], for example break=12@60-90")
    what = match["what"]
    if what.startswith(_CAMERA) and what.removeprefix(_CAMERA) not in CAMERA_FAULTS:
        raise PegwatchError(f"--faults {item!r}: no such fault; there are {_all_names()}")
    begin = float(match["begin"]) if match["begin"] else _FROM_S
    return TimedFault(what, begin, float(match["end"]) if match["end"] else math.inf)


def _all_names() -> str:
    return ", ".join([*sorted(BOARD_NAMES), *(_CAMERA + name for name in CAMERA_FAULTS)])


def _board_faults(text: str, board_map: BoardMap, seed: int) -> SimFaults:
    try:
        return SimFaults.parse(text, board_map, seed)
    except ValueError as error:
        raise PegwatchError(f"--faults: {error}") from error


def board_faults(
    items: Sequence[str], board_map: BoardMap, seed: int
) -> tuple[SimFaults, Callable[[float], None]]:
    """The board's faults, and what brings them up to a table time."""
    timed = [fault for fault in parse_faults(items) if not fault.what.startswith(_CAMERA)]
    faults = SimFaults(seed=seed)
    active: list[TimedFault] = []

    def at(t: float) -> None:
        nonlocal active
        now = [fault for fault in timed if fault.lasts_at(t)]
        if now != active:
            active = now
            faults.take_over(_board_faults(",".join(fault.what for fault in now), board_map, seed))

    return faults, at


def camera_fault_at(items: Sequence[str]) -> Callable[[float], str]:
    """The camera's fault at a table time, an empty text when there is none."""
    timed = [fault for fault in parse_faults(items) if fault.what.startswith(_CAMERA)]

    def at(t: float) -> str:
        return next((fault.what.removeprefix(_CAMERA) for fault in timed if fault.lasts_at(t)), "")

    return at


def instants(items: Sequence[str]) -> list[float]:
    """The table times at which some fault begins or ends."""
    times = {t for fault in parse_faults(items) for t in (fault.begin, fault.end)}
    return sorted(t for t in times if math.isfinite(t))
