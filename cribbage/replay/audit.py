"""A log judged again and held against the verdicts that were recorded with it.

An exported log may carry, on each line of an observation, the verdicts that the table gave before the next one
(``"verdicts": [{"t", "code", "player", "points"}, ...]``). The same observations must give the same verdicts; where
they do not, the program has changed, or the log has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cribbage.errors import BadLog
from cribbage.log.events import Event
from cribbage.log.logreader import LogReader
from cribbage.replay.resuming import VERSION, version_in
from cribbage.replay.transcript import steps

VERDICTS_KEY: Final = "verdicts"
_FIXED: Final = ("t", "code", "player", "points")


@dataclass(frozen=True, slots=True, order=True)
class Given:
    """A verdict by its fixed keys."""

    t: float
    code: str
    player: str
    points: int | None

    def __str__(self) -> str:
        points = "" if self.points is None else f" {self.points}"
        return f"{self.t:g} s {self.code}{f' {self.player}' if self.player else ''}{points}"


@dataclass(frozen=True, slots=True)
class Audit:
    """What came out: `gone` were recorded and are not given now, `new` the other way round.

    `open`: given only because the log ends here, so they cannot have been recorded.
    """

    recorded: int
    same: int
    gone: tuple[Given, ...]
    new: tuple[Given, ...]
    open: tuple[Given, ...] = ()
    older: int | None = None
    """The oldest version of the referee by which a game of the log was recorded; None: by this one."""

    def __add__(self, other: Audit) -> Audit:
        """Two games of one log."""
        return Audit(
            self.recorded + other.recorded, self.same + other.same,
            self.gone + other.gone, self.new + other.new, self.open + other.open,
            min((one for one in (self.older, other.older) if one is not None), default=None),
        )  # fmt: skip

    @property
    def agrees(self) -> bool:
        """Whether every recorded verdict is given again, and no others."""
        return not self.gone and not self.new

    def lines(self) -> list[str]:
        """The result in words, one line for each difference."""
        said = [f"{self.recorded} verdicts recorded, {self.same} given again"]
        said += [f"recorded and not given now: {given}" for given in self.gone]
        said += [f"given now and not recorded: {given}" for given in self.new]
        said += [f"open when the log ends: {given}" for given in self.open]
        if self.older is not None and not self.agrees:
            said.append(f"recorded by version {self.older} of the referee, judged again by version {VERSION}")
        return [*said, "nothing differs" if self.agrees else f"{len(self.gone) + len(self.new)} differ"]


def audit(lines: Iterable[str]) -> Audit:
    """Judge the lines of a log again; raise `BadLog` where they cannot be read or carry no verdicts.

    A log may hold several games: what agrees is only counted, so its length does not matter.
    """
    reader, result, one = LogReader(many=True), Audit(0, 0, (), ()), _Game()
    carries = False
    for step in steps(reader, lines):
        if step.seen is None:
            result += one.ended(step.said)
            one = _Game()
            continue
        one.version = version_in(reader.header_of_game.extra)
        if VERDICTS_KEY in step.seen.extra:
            carries = True
            one.recorded.update(_recorded(step.seen.extra[VERDICTS_KEY], reader.line))
        one.judged.update(_given(step.said))
    if not carries:
        raise BadLog(1, "no verdicts were recorded in this log: `pegwatch export` writes them")
    return result


@dataclass(slots=True)
class _Game:
    """The verdicts of one game, recorded and given now."""

    recorded: Counter[Given] = field(default_factory=Counter)
    judged: Counter[Given] = field(default_factory=Counter)
    version: int = VERSION
    """The version of the referee that recorded it."""

    def ended(self, said: Iterable[Event]) -> Audit:
        """The log of the game has ended: verdicts that come only of that need not have been recorded."""
        at_end = Counter(_given(said))
        late = at_end & (self.recorded - self.judged)
        judged = self.judged + late
        gone, new, left = self.recorded - judged, judged - self.recorded, at_end - late
        same = (self.recorded & judged).total()
        older = None if self.version == VERSION else self.version
        return Audit(self.recorded.total(), same, _sorted(gone), _sorted(new), _sorted(left), older)


def _given(events: Iterable[Event]) -> list[Given]:
    return [_one({"t": event.t, **event.body}) for event in events if event.kind == "verdict"]


def _one(body: Mapping[str, Any]) -> Given:
    return Given(float(body["t"]), str(body["code"]), str(body["player"] or ""), body["points"])


def _recorded(told: Any, line: int) -> list[Given]:
    if not isinstance(told, list) or not all(
        isinstance(one, dict) and set(_FIXED) <= one.keys() for one in told
    ):
        raise BadLog(line, f'"{VERDICTS_KEY}" must be a list of objects with {", ".join(_FIXED)}')
    try:
        return [_one(one) for one in told]
    except (TypeError, ValueError) as error:
        raise BadLog(line, f'"{VERDICTS_KEY}": "t" must be a number') from error


def _sorted(given: Counter[Given]) -> tuple[Given, ...]:
    return tuple(sorted(given.elements(), key=lambda one: (one.t, one.code, one.player)))
