"""What the eye says of the pegs where contacts tell of them too: put where only the board process hears it.

Contract. In: what a `PegFollower` would have told, its watermark and the tracks it cannot see. Out: `WITNESS_FILE` in
the run folder, written when something in it has changed, and now and then anyway.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from cribbage.log.observations import Holes, Observation
from firmware.box.files import put_json
from firmware.witness import WITNESS_FILE
from pegwatch.pegsbyeye import PegFollower

_EVERY_S: Final = 0.25


class WitnessFile:
    """The eye's word on the pegs of one board."""

    def __init__(self, run_dir: Path) -> None:
        self._file = run_dir / WITNESS_FILE
        self._holes: dict[str, frozenset[int]] = {}
        self._changed: dict[str, float] = {}
        self._put: tuple[object, float] = (None, float("-inf"))
        self._file.unlink(missing_ok=True)  # of an eye before this one

    def hear(self, told: Iterable[Observation], follower: PegFollower) -> None:
        """Take in what the follower tells, and put it down."""
        for seen in told:
            if isinstance(seen, Holes):
                for player, holes in seen.holes.items():
                    if self._holes.get(player) != holes:
                        self._holes[player], self._changed[player] = holes, seen.t
        t, lost = follower.watermark(), sorted(follower.unfollowed)
        says = (dict(self._holes), lost)
        if says == self._put[0] and 0 <= t - self._put[1] < _EVERY_S:
            return
        body = {
            "t": t,
            "holes": {player: sorted(holes) for player, holes in self._holes.items()},
            "changed": self._changed,
            "lost": lost,
        }
        if put_json(self._file, body):
            self._put = (says, t)
