"""The ways in which the simulated board can misbehave: knobs that may be turned at any time.

`SimFaults.parse` reads the text of ``--faults``: names with values, separated by commas, for example
``break=12,flip=0.001,stuck-closed=A57,bridge=A22+A23,bounce=3``.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from firmware.boardmap import BoardMap

NO_FLIPS: Final[frozenset[int]] = frozenset()


@dataclass
class SimFaults:
    """What is wrong with the simulated board right now. Stuck lines are None (sound), 0 or 1."""

    break_after: int | None = None
    """The wire into this chip (from 1) from the one behind it is open."""
    break_level: int = 1
    """What the open wire reads: the level of its pull resistor."""
    load_stuck: int | None = None
    clock_stuck: int | None = None
    select_stuck: int | None = None
    data_in_stuck: int | None = None
    data_out_stuck: int | None = None
    flip_rate: float = 0.0
    """The chance that one bit on the wire is read wrong."""
    stuck_closed: frozenset[str] = frozenset()
    stuck_open: frozenset[str] = frozenset()
    bridged: tuple[frozenset[str], ...] = ()
    """Groups of holes that close together."""
    lifted: frozenset[str] = frozenset()
    """Players whose front peg is in the air."""
    bounce_scans: int = 0
    """How many scans long a contact chatters after it changed."""
    seed: int = 1
    _random: random.Random = field(init=False, repr=False, compare=False)
    _last_levels: int | None = field(init=False, default=None, repr=False, compare=False)
    _chatter: dict[int, int] = field(init=False, default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def clear(self) -> None:
        """Fix everything; the random sequence goes on."""
        for name, plain in SimFaults.__dataclass_fields__.items():
            if plain.init and name != "seed":
                setattr(self, name, plain.default)

    def take_over(self, other: SimFaults) -> None:
        """Have exactly the faults of another from now on; the random sequence goes on."""
        for name, plain in SimFaults.__dataclass_fields__.items():
            if plain.init and name != "seed":
                setattr(self, name, getattr(other, name))

    def unplug(self, board_map: BoardMap, part: str) -> None:
        """Take one part (``module 3``) out of the chain: everything from its first chip on is gone."""
        place = next(p for p in board_map.parts if p.name == part)
        if place.first_chip == 1:
            self.data_in_stuck = self.break_level
        else:
            self.break_after = place.first_chip - 1

    def holes_key(self) -> object:
        """Changes whenever the contacts must be worked out again."""
        return (self.stuck_closed, self.stuck_open, self.bridged, self.lifted)

    def draw_flips(self, clocks: int) -> frozenset[int]:
        """Which of the next bits are read wrong."""
        rate = self.flip_rate
        if not rate:
            return NO_FLIPS
        roll = self._random.random
        return frozenset(i for i in range(clocks) if roll() < rate)

    def bounce(self, levels: int, holes_mask: int) -> int:
        """The levels with chatter on the contacts that have just changed."""
        last, self._last_levels = self._last_levels, levels
        if last is not None:
            changed = (levels ^ last) & holes_mask
            while changed:
                low = changed & -changed
                self._chatter[low] = self.bounce_scans
                changed ^= low
        for bit, left in list(self._chatter.items()):
            if self._random.random() < 0.5:
                levels ^= bit
            if left <= 1:
                del self._chatter[bit]
            else:
                self._chatter[bit] = left - 1
        return levels

    @classmethod
    def parse(cls, text: str, board_map: BoardMap, seed: int = 1) -> SimFaults:
        """Read a list of faults; raise ValueError that names the wrong one and lists those there are."""
        faults = cls(seed=seed)
        for item in filter(None, (part.strip() for part in text.split(","))):
            name, _, value = item.partition("=")
            setter = _SETTERS.get(name)
            if setter is None:
                raise ValueError(f"unknown board fault {name!r}; there are: {', '.join(sorted(_SETTERS))}")
            try:
                setter(faults, value, board_map)
            except (ValueError, KeyError, StopIteration) as error:
                raise ValueError(f"board fault {item!r}: {_USAGE[name]}") from error
        return faults


def _level(value: str) -> int:
    return {"0": 0, "low": 0, "1": 1, "high": 1}[value]


def _holes(value: str, board_map: BoardMap) -> frozenset[str]:
    holes = frozenset(value.split("+"))
    board_map.mask_of(holes)
    return holes


def _break(faults: SimFaults, value: str, board_map: BoardMap) -> None:
    faults.break_after = int(value)
    if not 1 <= faults.break_after <= board_map.stages:
        raise ValueError(value)


def _flip(faults: SimFaults, value: str, _board_map: BoardMap) -> None:
    faults.flip_rate = float(value)
    if not 0 <= faults.flip_rate <= 1:
        raise ValueError(value)


def _bounce(faults: SimFaults, value: str, _board_map: BoardMap) -> None:
    faults.bounce_scans = int(value)


def _line(attribute: str) -> Callable[[SimFaults, str, BoardMap], None]:
    def set_line(faults: SimFaults, value: str, _board_map: BoardMap) -> None:
        setattr(faults, attribute, _level(value))

    return set_line


def _closed(faults: SimFaults, value: str, board_map: BoardMap) -> None:
    faults.stuck_closed |= _holes(value, board_map)


def _open(faults: SimFaults, value: str, board_map: BoardMap) -> None:
    faults.stuck_open |= _holes(value, board_map)


def _bridge(faults: SimFaults, value: str, board_map: BoardMap) -> None:
    faults.bridged = (*faults.bridged, _holes(value, board_map))


def _lift(faults: SimFaults, value: str, board_map: BoardMap) -> None:
    faults.lifted = frozenset(value.split("+"))
    if not faults.lifted <= set(board_map.players):
        raise ValueError(value)


def _unplug(faults: SimFaults, value: str, board_map: BoardMap) -> None:
    faults.unplug(board_map, value)


_SETTERS: Final[dict[str, Callable[[SimFaults, str, BoardMap], None]]] = {
    "break": _break,
    "load": _line("load_stuck"),
    "clock": _line("clock_stuck"),
    "select": _line("select_stuck"),
    "data-in": _line("data_in_stuck"),
    "data-out": _line("data_out_stuck"),
    "flip": _flip,
    "bounce": _bounce,
    "stuck-closed": _closed,
    "dead": _open,
    "bridge": _bridge,
    "lift": _lift,
    "unplug": _unplug,
}
_LINE_USAGE: Final = "give the level it is stuck at: 0 or 1"
_USAGE: Final[dict[str, str]] = {
    "break": "give the last chip that still answers, from 1",
    "load": _LINE_USAGE,
    "clock": _LINE_USAGE,
    "select": _LINE_USAGE,
    "data-in": _LINE_USAGE,
    "data-out": _LINE_USAGE,
    "flip": "give the chance that a bit is read wrong, 0 to 1",
    "bounce": "give how many scans a contact chatters",
    "stuck-closed": "give holes, joined by +: A57 or A57+B3",
    "dead": "give holes, joined by +: A57 or A57+B3",
    "bridge": "give the holes that close together: A22+A23",
    "lift": "give the players whose front peg is in the air: A or A+B",
    "unplug": "give the name of a part: module 3",
}
NAMES: Final = tuple(sorted(_SETTERS))
"""The names of all board faults, as `SimFaults.parse` takes them."""
