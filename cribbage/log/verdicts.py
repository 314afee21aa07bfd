"""What is said of a released move or a closed window: the fixed codes of the table log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from cribbage.log.observations import Player

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class Code(StrEnum):
    """Verdict codes, spelt as in the log."""

    SCORED = "scored"
    UNDERPEG = "underpeg"
    OVERPEG = "overpeg"
    OVERPEG_STANDS = "overpeg-stands"
    CORRECTED = "corrected"
    FALSE_CLAIM = "false-claim"
    GAME = "game"
    HEELS_FORFEIT = "heels-forfeit"
    OUT_OF_ORDER = "out-of-order"
    WRONG_TRACK = "wrong-track"
    OPPONENT_PEG = "opponent-peg"
    FRONT_PEG_REMOVED = "front-peg-removed"
    BOTH_PEGS_REMOVED = "both-pegs-removed"
    BACK_PEG_MOVED = "back-peg-moved"
    BACKWARD = "backward"
    RENEGE = "renege"
    WRONG_COUNT = "wrong-count"
    IMPERFECT_PACK = "imperfect-pack"
    MUGGINS = "muggins"
    MUGGINS_REFUSED = "muggins-refused"
    UNVERIFIED = "unverified"
    WITHDRAWN = "withdrawn"


NEUTRAL: Final = frozenset(
    {
        Code.SCORED,
        Code.CORRECTED,
        Code.GAME,
        Code.MUGGINS,
        Code.UNVERIFIED,
        Code.WITHDRAWN,
        Code.WRONG_COUNT,
        Code.IMPERFECT_PACK,
    }
)
"""Codes that hold nothing against anybody; every other code blames its player."""
PEG_FAULTS: Final = frozenset(
    {
        Code.FRONT_PEG_REMOVED,
        Code.BOTH_PEGS_REMOVED,
        Code.BACK_PEG_MOVED,
        Code.OPPONENT_PEG,
        Code.WRONG_TRACK,
        Code.BACKWARD,
    }
)
"""Codes about pegs that did something other than score (Rule: ACC 8.5 to 8.8)."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One verdict; `t` is the time of the observation that made it so."""

    t: float
    code: Code
    player: Player | None
    points: int | None
    more: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)

    @property
    def blames(self) -> bool:
        """Whether it holds something against its player."""
        return self.code not in NEUTRAL

    def body(self) -> dict[str, Any]:
        """The verdict as the body of an event."""
        return {"code": self.code.value, "player": self.player, "points": self.points, **self.more}

    def __str__(self) -> str:
        points = "" if self.points is None else f" {self.points}"
        return f"{self.t:g} {self.code.value}{f' {self.player}' if self.player else ''}{points}"


def not_withdrawn(told: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The verdicts (bodies with their ``t``) that were not withdrawn later, in order."""
    verdicts = list(told)
    taken = {(v["of"], v["player"], v["since"]) for v in verdicts if v["code"] == Code.WITHDRAWN}
    return [
        v
        for v in verdicts
        if v["code"] != Code.WITHDRAWN and (v["code"], v["player"], v.get("t")) not in taken
    ]
