"""Two witnesses of the pegs, contacts and camera: where they disagree a contact is doubted, nobody is judged by it.

Contract. In: the holes that the contacts tell, and what the eye says of the same tracks (`WITNESS_FILE` in the run
folder: ``t``, ``holes``, ``changed``, ``lost``). Out: from when on nothing may be judged yet (`holds_from`), faults
of tracks whose witnesses disagree, and the holes to name on the page. While the camera sees nothing of a track the
contacts are believed alone. Costs a look at a small file each time.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

import msgspec

from cribbage.log.observations import Fault, Holes, Observation
from firmware.box.files import read_json
from firmware.faults import fault_text

WITNESS_FILE: Final = "witness.json"
DOUBTED: Final = "contact-doubted"
DOUBT_S: Final = 1.5
"""How long both have to stand still and differ: a peg is told by its contact a moment before the camera sees it."""
_BOARD: Final = "board"
_BEFORE_S: Final = 0.001


class Told(msgspec.Struct, frozen=True):
    """What the eye's file says: up to when (table time, s), and of each track its holes and when they changed."""

    t: float
    holes: dict[str, list[int]]
    changed: dict[str, float]
    lost: list[str]

    def of(self, player: str) -> frozenset[int] | None:
        """The pegs of a track as the camera sees them; None where it does not."""
        holes = self.holes.get(player)
        return None if holes is None or player in self.lost else frozenset(holes)


class Witness:
    """Holds the contacts of one board against what its camera sees."""

    def __init__(self, run_dir: Path) -> None:
        self._file = run_dir / WITNESS_FILE
        self._contacts: dict[str, frozenset[int]] = {}
        self._changed: dict[str, float] = {}
        self.doubted: dict[str, frozenset[int]] = {}
        """The holes at which a track's witnesses disagree."""
        self.holds_from = math.inf
        """Nothing from this table time on may be judged yet."""

    def told(self, seen: Holes) -> None:
        """Take in what the contacts tell."""
        for player, holes in seen.holes.items():
            if self._contacts.get(player) != holes:
                self._contacts[player] = holes
                self._changed[player] = seen.t

    def look(self, now: float, *, asks: bool, closed: Collection[str] = ()) -> list[Observation]:
        """Hear the camera; what that makes certain. `asks`: whether the eye is followed, and so waited for; `closed`
        are the holes whose contacts are closed right now, to name those that differ."""
        said = self._said() if asks else None
        self.holds_from = math.inf
        if said is None:
            return []
        out: list[Observation] = []
        for player, contacts in self._contacts.items():
            seen = said.of(player)
            if seen is None:
                continue
            if seen == contacts:
                out += self._agree(now, player)
                continue
            since = max(self._changed[player], said.changed.get(player, 0.0))
            if player in self.doubted:
                self.doubted[player] = _differing(player, closed, seen) or contacts ^ seen
            elif min(now, said.t) >= since + DOUBT_S:
                self.doubted[player] = _differing(player, closed, seen) or contacts ^ seen
                out.append(Fault(since - _BEFORE_S, _BOARD, DOUBTED, track=player))
            else:
                self.holds_from = min(self.holds_from, since - 2 * _BEFORE_S)
        return out

    def _said(self) -> Told | None:
        """What the camera says; None where that is nothing of this shape: then the contacts are believed alone."""
        try:
            return msgspec.convert(read_json(self._file), Told)
        except msgspec.ValidationError:
            return None

    def _agree(self, now: float, player: str) -> list[Observation]:
        if player not in self.doubted:
            return []
        del self.doubted[player]
        return [Fault(now, _BOARD, "ok", track=player), Holes(now, dict(self._contacts))]

    def notes(self) -> list[dict[str, Any]]:
        """What is to be looked at, as `firmware.health` says it."""
        text = fault_text(DOUBTED)
        return [
            {
                "code": DOUBTED,
                "severity": text.severity,
                "part": _BOARD,
                "sentence": text.sentence(", ".join(f"{player}{n}" for n in sorted(holes))),
                "mend": text.fix,
                "holes": [f"{player}{n}" for n in sorted(holes)],
                "doubt": True,
            }
            for player, holes in sorted(self.doubted.items())
        ]


def _differing(player: str, closed: Collection[str], seen: frozenset[int]) -> frozenset[int]:
    """The holes of a track at which its contacts and the camera differ."""
    mine = frozenset(int(hole[1:]) for hole in closed if hole[0] == player)
    return mine ^ seen if mine else frozenset()
