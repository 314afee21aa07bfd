"""What weak sensors tell of a game, as the lines of a table log (`log_of`); of cards it is what `CardEye` reads."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

from outsider.cardeye import CardEye
from outsider.defects import (
    BridgedHole,
    CoveredCamera,
    DeadHole,
    Defect,
    LateWord,
    NobodyTaps,
    SilentWord,
    StickingContact,
    StoppedBoard,
    of_kind,
)
from outsider.truth import Truth

Told = tuple[float, dict[str, Any]]
"""One observation: when it is told (s), and its body."""
_CHANGES: Final = {"peg": 0, "contact": 2, "stops": 3, "works": 4}
"""What changes on a board, and what comes first where two do so at once."""


def log_of(truth: Truth, defects: Sequence[Defect], number: int, says_since: bool = False) -> list[str]:
    """The log of a game. `number` draws what is never twice the same, such as how long a camera takes.

    `says_since`: the camera says of each reading when the place was last read before.
    """
    told = list(_camera_faults(defects))
    for place in truth.places:
        told += CardEye(truth, place, defects, _draws(number, place)).readings(says_since)
    told += Board(truth, defects, _draws(number, "board")).told()
    told += _words(truth, defects, _draws(number, "words"))
    sight = {"sight": {"since": True}} if says_since else {}
    lines = [json.dumps(truth.header | sight)]
    lines += [json.dumps({"t": round(t, 3), **body}) for t, body in sorted(told, key=lambda one: one[0])]
    return lines


def _draws(number: int, part: str) -> random.Random:
    """Each part has its own, so that a defect of one changes nothing of what another tells."""
    return random.Random(f"{number} {part}")


def _camera_faults(defects: Sequence[Defect]) -> Iterator[Told]:
    for cover in of_kind(defects, CoveredCamera):
        yield cover.since, {"fault": {"part": "camera", "what": "covered"}}
        yield cover.until, {"fault": {"part": "camera", "what": "ok"}}


def _words(truth: Truth, defects: Sequence[Defect], rng: random.Random) -> Iterator[Told]:
    """The words that are tapped; most of them at once."""
    late = {one.word: one.late_s for one in of_kind(defects, LateWord)}
    silent = {one.word for one in of_kind(defects, SilentWord)}
    if of_kind(defects, NobodyTaps):
        return
    for number, word in enumerate(truth.words):
        at_once = rng.uniform(0.05, 0.4)
        if number in silent:
            continue
        points = {} if word.points is None else {"n": word.points}
        tapped = word.at + late.get(number, at_once)
        yield tapped, {"said": {"by": word.by, "what": word.what, **points}}


class Board:
    """The contacts under the holes."""

    def __init__(self, truth: Truth, defects: Sequence[Defect], rng: random.Random) -> None:
        self._pegs = {side: set(holes) for side, holes in truth.header["pegs"].items()}
        self._told = self._sorted(self._pegs)
        self._truth, self._rng = truth, rng
        self._dead = of_kind(defects, DeadHole)
        self._bridged = of_kind(defects, BridgedHole)
        self._sticking = of_kind(defects, StickingContact)
        self._stops = of_kind(defects, StoppedBoard)
        self._stopped: list[str | None] = []  # tracks that tell nothing; None: all of them

    def told(self) -> Iterator[Told]:
        """The holes whenever another contact is felt, and that a part stops and works again."""
        for at, what, side, holes in self._changes():
            if what == "peg" and side is not None:
                self._pegs[side] = set(holes)
            elif what == "stops":
                self._stopped.append(side)
                yield at, self._fault("contacts", side)
            elif what == "works":
                self._stopped.remove(side)
                yield at, self._fault("ok", side)
            yield from self._if_changed(at, at_once=what != "works")

    def _changes(self) -> list[tuple[float, str, str | None, tuple[int, ...]]]:
        """What happens on the board, in the order of time: when (s), what, on which track, and which holes."""
        found: list[tuple[float, str, str | None, tuple[int, ...]]] = []
        at = 0.0
        for one in sorted(self._truth.pegs, key=lambda one: one.at):
            at = max(at + 0.001, one.at + self._rng.uniform(0.03, 0.08))
            found.append((at, "peg", one.side, one.holes))
        found += [(one.until, "contact", one.side, ()) for one in self._sticking]
        for stop in self._stops:
            found += [(stop.since, "stops", stop.track, ()), (stop.until, "works", stop.track, ())]
        return sorted(found, key=lambda one: (one[0], _CHANGES[one[1]]))

    @staticmethod
    def _fault(what: str, track: str | None) -> dict[str, Any]:
        return {"fault": {"part": "board", "what": what} | ({"track": track} if track else {})}

    def _if_changed(self, at: float, at_once: bool) -> Iterator[Told]:
        """The holes, if they are felt to be others; a part that works again tells them anyway, a little later."""
        if None in self._stopped:
            return
        felt = {side: self._felt(side, at) for side in self._pegs if side not in self._stopped}
        if at_once and all(self._told[side] == holes for side, holes in felt.items()):
            return
        self._told = self._told | felt
        yield (at if at_once else at + 0.1), {"holes": felt}

    def _felt(self, side: str, at: float) -> list[int]:
        holes = set(self._pegs[side])
        holes |= {one.hole for one in self._sticking if one.side == side and one.since <= at < one.until}
        for one in self._bridged:
            pair = {one.hole, one.hole + 1}
            if one.side == side and pair & self._pegs[side]:
                holes |= pair
        return sorted(holes - {one.hole for one in self._dead if one.side == side}, reverse=True)

    @staticmethod
    def _sorted(pegs: dict[str, set[int]]) -> dict[str, list[int]]:
        return {side: sorted(holes, reverse=True) for side, holes in pegs.items()}
