"""What goes wrong on purpose in a demo: which faults, and when.

The text of ``--faults`` is a list of ``NAME[=VALUE][@FROM[-TO]]``: board faults as `SimFaults` names them
(``break=12``, ``flip=0.001``, ``stuck-closed=A57``), camera faults with ``camera-`` in front (``camera-covered``),
what disturbs the camera's view with ``table-`` in front (``table-flicker=0.08``, ``table-arm=A``), faults of the
machine (``undervoltage``, ``throttled``, ``disk=0.96``, ``clock-jump=-3600``), ``power-cut`` (every process is
killed at FROM), and ``setup-...`` for a board that cannot be opened at all.
FROM and TO are table seconds; without them a fault lasts from 20 s on.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from firmware.boardfile import load_board
from firmware.boardmap import BoardMap
from firmware.drivers.sim_faults import NAMES as BOARD_NAMES
from firmware.drivers.sim_faults import SimFaults
from firmware.faults import FAULTS, fault_text
from pegwatch.failure import PegwatchError
from pegwatch.terminal.guessing import nearest
from vision.cameras.sim import FAULTS as CAMERA_FAULTS
from vision.layout import TABLE_ZONES
from vision.scene.disturb import IN_A_PLACE, KINDS, Part

_FROM_S: Final = 20.0
_STRONGEST: Final = 100.0
_CAMERA: Final = "camera-"
_TABLE: Final = "table-"
POWER_CUT: Final = "power-cut"
MACHINE_FAULTS: Final = ("undervoltage", "throttled", "disk", "clock-jump")
_NUMBERS: Final = {
    "disk": (0.0, 1.0, "give how full the disk is, 0 to 1"),
    "clock-jump": (-1e9, 1e9, "give by how many seconds the time of day jumps"),
}
SETUP_FAULTS: Final = tuple(code for code in FAULTS if code.startswith("setup-"))
_ITEM: Final = re.compile(r"(?P<what>[^@]+)(?:@(?P<begin>\d+(?:\.\d+)?)(?:-(?P<end>\d+(?:\.\d+)?))?)?")


@dataclass(frozen=True, slots=True)
class TimedFault:
    """One fault and the table time, s, during which it lasts."""

    what: str
    begin: float
    end: float

    @property
    def name(self) -> str:
        """Its name without a value."""
        return self.what.partition("=")[0]

    @property
    def value(self) -> str:
        """What stands behind the ``=``."""
        return self.what.partition("=")[2]

    def number(self) -> float:
        """Its value as a number, 0 where it takes none; raise `PegwatchError` if it cannot have that value."""
        if self.name not in _NUMBERS:
            return 0.0
        low, high, usage = _NUMBERS[self.name]
        try:
            number = float(self.value)
        except ValueError:
            number = math.nan
        if not low <= number <= high:
            raise PegwatchError(f"--faults {self.what}: {usage}")
        return number

    @property
    def is_of_board(self) -> bool:
        """Whether it is one of the simulated chain's."""
        return not self.name.startswith((_CAMERA, _TABLE, "setup-")) and self.name not in (
            POWER_CUT,
            *MACHINE_FAULTS,
        )

    def lasts_at(self, t: float) -> bool:
        """Whether it is there at table time `t`."""
        return self.begin <= t < self.end


def parse_faults(items: Sequence[str]) -> list[TimedFault]:
    """Read the items of a fault list; raise `PegwatchError` for one that does not exist."""
    return [_parse(item) for item in items]


def check_faults(text: str) -> tuple[str, ...]:
    """The items of ``--faults``, each known to be good."""
    items = tuple(item.strip() for item in text.split(",") if item.strip())
    board_map = load_board("longboard")
    for fault in parse_faults(items):
        if fault.name in SETUP_FAULTS:
            raise PegwatchError(_refusal(fault.name))
        if fault.name in MACHINE_FAULTS:
            fault.number()
        elif fault.name.startswith(_TABLE):
            _part(fault)
        elif fault.is_of_board:
            _board_faults(fault.what, board_map, seed=1)
    return items


def _refusal(code: str) -> str:
    """What `pegwatch run` says of a board that cannot be opened."""
    text = fault_text(code)
    return f"No board: {text.what} {text.fix}"


def _parse(item: str) -> TimedFault:
    match = _ITEM.fullmatch(item)
    if match is None:
        raise PegwatchError(f"--faults {item!r}: write NAME[=VALUE][@FROM[-TO]], for example break=12@60-90")
    what = match["what"]
    unknown_camera = what.startswith(_CAMERA) and what.removeprefix(_CAMERA) not in CAMERA_FAULTS
    unknown_table = what.startswith(_TABLE) and what.partition("=")[0].removeprefix(_TABLE) not in KINDS
    if unknown_camera or unknown_table or (what.startswith("setup-") and what not in SETUP_FAULTS):
        raise PegwatchError(f"--faults {item!r}: no such fault; there are {all_names()}{_guess(item)}")
    begin = float(match["begin"]) if match["begin"] else _FROM_S
    return TimedFault(what, begin, float(match["end"]) if match["end"] else math.inf)


def _guess(item: str) -> str:
    """A question for a name that is nearly one."""
    guess = nearest(re.split("[=@]", item)[0], all_names().split(", "))
    return f".{guess}" if guess else ""


def all_names() -> str:
    camera = (_CAMERA + name for name in CAMERA_FAULTS)
    table = (_TABLE + kind for kind in KINDS)
    return ", ".join([*sorted(BOARD_NAMES), *camera, *table, *MACHINE_FAULTS, POWER_CUT, *SETUP_FAULTS])


def _board_faults(text: str, board_map: BoardMap, seed: int) -> SimFaults:
    try:
        return SimFaults.parse(text, board_map, seed)
    except ValueError as error:
        raise PegwatchError(f"--faults: {error}{_guess(text)}") from error


def board_faults(
    items: Sequence[str], board_map: BoardMap, seed: int
) -> tuple[SimFaults, Callable[[float], None]]:
    """The board's faults, and what brings them up to a table time."""
    timed = [fault for fault in parse_faults(items) if fault.is_of_board]
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


def _part(fault: TimedFault) -> Part:
    """A ``table-`` fault as what disturbs the drawn table; `PegwatchError` if it cannot have that value."""
    kind = fault.name.removeprefix(_TABLE)
    if kind in IN_A_PLACE:
        places = [place.key for place in TABLE_ZONES]
        if fault.value not in places:
            raise PegwatchError(f"--faults {fault.what}: {KINDS[kind]}; give one of {', '.join(places)}")
        return Part(kind, place=fault.value, begin=fault.begin, end=fault.end)
    try:
        strength = float(fault.value)
    except ValueError:
        strength = math.nan
    if not 0.0 <= strength <= _STRONGEST:
        raise PegwatchError(f"--faults {fault.what}: {KINDS[kind]}; give a number, as in {fault.name}=0.1")
    return Part(kind, strength, begin=fault.begin, end=fault.end)


def table_parts(items: Sequence[str]) -> tuple[Part, ...]:
    """What disturbs the camera's view of the table, and when."""
    return tuple(_part(fault) for fault in parse_faults(items) if fault.name.startswith(_TABLE))


def power_cuts(items: Sequence[str]) -> list[float]:
    """The table times at which the power is cut, in order."""
    return sorted(fault.begin for fault in parse_faults(items) if fault.name == POWER_CUT)


def instants(items: Sequence[str]) -> list[float]:
    """The table times at which some fault begins or ends."""
    times = {t for fault in parse_faults(items) for t in (fault.begin, fault.end)}
    return sorted(t for t in times if math.isfinite(t))
