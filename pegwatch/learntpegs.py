"""The pegs of a learnt board: followed as soon as a board was learnt, and again when another one was.

Contract. In: a plan, table time. Out: what follows the pegs, or None while there is no learnt board; the fault that
says so, once. Costs two looks at the disk every `LOOK_EVERY_S`; a board that has changed costs tenths of a second.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from cribbage.log.observations import Fault, Observation
from firmware.box.journal import Journal
from firmware.recorder import reported
from pegwatch.failure import PegwatchError
from pegwatch.pegsbyeye import BOARD, PegWatch
from pegwatch.pegssetup import PEGS

NOT_LEARNT: Final = "not-learnt"
LOOK_EVERY_S: Final = 2.0


class LearntPegs:
    """`make` makes what follows the pegs (`PegwatchError`: why it cannot); `file`: the board's, where it is real.

    `players` says who pegs: it is made again where that changes.
    """

    def __init__(
        self,
        make: Callable[[], PegWatch],
        file: Path | None,
        journal: Journal,
        players: Callable[[], object] = lambda: None,
    ) -> None:
        self._make = make
        self._players = players
        self._file = file
        self._known: object = None
        self._looked_at = float("-inf")
        self.watch: PegWatch | None = None
        """What follows the pegs; None while there is no learnt board."""
        self.why = ""
        """Why there is none, for people."""
        said = [
            seen.what for seen in reported(journal, PEGS) if isinstance(seen, Fault) and seen.track is None
        ]
        self._said = said[-1] if said else "ok"

    def look(self, now: float) -> list[Observation]:
        """Make it, if a board was learnt since the last look; what there is to say of that."""
        if 0 <= now - self._looked_at < LOOK_EVERY_S:
            return []
        self._looked_at = now
        stands = self._stands()
        if stands == self._known:
            return []
        self._known = stands
        try:
            self.watch, self.why = self._make(), ""
        except PegwatchError as error:
            self.watch, self.why = None, str(error)
        what = NOT_LEARNT if self.watch is None else "ok"
        before, self._said = self._said, what
        return [] if before == what else [Fault(now, BOARD, what)]

    def _stands(self) -> object:
        """What tells one learnt board from another."""
        files = () if self._file is None else (self._file, self._file.with_suffix(".png"))
        return self._players(), *map(_changed, files)


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
