"""What a kit would tell of the pegs of a simulated game, without a picture: a model of the peg reader.

Contract. In: a simulated table. Out: looks at its board as `vision.pegs.reader` would give them, and from these, by
the real `PegFollower`, the table log of a game. A hole is hidden where an arm lies over it or near it; a track is
seen by the reader's own rule. The model sees no more than the reader does (tests/whole/test_kit_sight.py holds the
two together on drawn pictures), and never wrongly.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np

from cribbage.log.codec import observation_from
from cribbage.log.observations import Holes, Observation
from cribbage.replay.transcript import replay
from pegwatch.pegsbyeye import ALERT_S, PegFollower
from pegwatch.plan import CAMERA
from pegwatch.report import blindness
from pegwatch.simulated.logtime import in_log_time
from pegwatch.simulated.table import SimulatedTable
from pegwatch.simulated.verify import Outcome, compare
from vision.arrays import Field, as_f32
from vision.pegs.board import GAME, PegBoard
from vision.pegs.reader import PegLook
from vision.pegs.standing import PEGS
from vision.scene.hand import PX_PER_MM, TIP_MM, hand_picture
from vision.scene.kitboards import SHAPES
from vision.scene.model import ArmOver

_HIDES_MM: Final = 18.0
"""How near to an arm nothing is believed: the reader's own 12 mm, a peg's lean, and the arm's height and shadow."""
_PAD_MM: Final = 60
UNSURE: Final = 0.12
"""Of places in which pegs stand, so many are never read for certain: as once measured on kinds of board kept apart.
The reader misses fewer now (vision/notes/pegs-measured.md)."""


@lru_cache(maxsize=1)
def _far_mm() -> Field:
    """How far each point around the picture of an arm, right or left, is from it, in mm."""
    mask = hand_picture()[:, :, 3]
    both = np.maximum(mask, mask[:, ::-1])
    clear = np.pad(both, _PAD_MM * PX_PER_MM) < 128
    return as_f32(cv2.distanceTransform(clear.astype(np.uint8), cv2.DIST_L2, 5) / PX_PER_MM)


def is_hidden(hand: ArmOver, x_mm: float, y_mm: float) -> bool:
    """Whether an arm hides a point of the board from the reader."""
    side = 1.0 if hand.angle_deg > 0 else -1.0
    right, on = side * (x_mm - hand.x_mm), side * (y_mm - hand.y_mm)
    far = _far_mm()
    column = round((TIP_MM[0] + right + _PAD_MM) * PX_PER_MM)
    row = round((TIP_MM[1] - on + _PAD_MM) * PX_PER_MM)
    inside = 0 <= row < far.shape[0] and 0 <= column < far.shape[1]
    return inside and bool(far[row, column] <= _HIDES_MM)


class KitSight:
    """Looks at the board of a simulated table, with no picture. `unsure`: the share of places never read."""

    def __init__(
        self, table: SimulatedTable, shape: str = "long-2", unsure: float = UNSURE, seed: int = 1
    ) -> None:
        self.board: PegBoard = SHAPES[shape]()
        self._table = table
        self._unsure = unsure
        self._seed = seed
        self._hidden = lru_cache(maxsize=64)(self._hidden_by)

    def look(self, t: float) -> PegLook:
        """What the reader would say of the board at table time `t`."""
        scene = self._table.scene_at(t)
        hidden = frozenset[str]().union(*(self._hidden(hand) for hand in scene.arms))
        tracks: dict[str, frozenset[int]] = {}
        seen: set[str] = set()
        for player in self.board.players:
            standing = frozenset(n for n in scene.pegs.get(player, ()) if n < self.board.game_hole)
            plain = frozenset(n for n in standing if f"{player}{n}" not in hidden)
            doubtful = self._is_unsure(player, standing)
            tracks[player] = frozenset() if doubtful else plain
            is_open = not any(name[0] == player for name in hidden if name != GAME)
            if not doubtful and (len(plain) == PEGS or (is_open and len(plain) < PEGS)):
                seen.add(player)
        game = any(n >= self.board.game_hole for holes in scene.pegs.values() for n in holes)
        return PegLook(t, tracks, frozenset(seen), None if GAME in hidden else game, hidden)

    def _is_unsure(self, player: str, standing: frozenset[int]) -> bool:
        place = f"{self._seed} {player} {sorted(standing)}"
        return random.Random(place).random() < self._unsure

    def _hidden_by(self, hand: ArmOver) -> frozenset[str]:
        names = zip(self.board.names, self.board.points, strict=True)
        return frozenset(name for name, (x, y) in names if is_hidden(hand, float(x), float(y)))


def pegs_told(sight: KitSight, table: SimulatedTable, begin: float, end: float) -> list[Observation]:
    """What the follower of pegs makes of all looks from `begin` to `end`, in order of time."""
    follower = PegFollower(sight.board)
    told: list[Observation] = []
    now, changes = begin, begin
    while now < end:
        told += follower.look(now, sight.look(now))
        if changes <= now:
            changes = table.next_change(now) or math.inf
        step = round(now + ALERT_S, 3)
        if follower.is_settled and changes > step:
            follower.rested(math.nextafter(min(changes, end), now))
            step = max(step, round(min(changes, end), 3))
        now = step
    return sorted(told, key=lambda one: one.t)


def kit_log(table: SimulatedTable, game: int, unsure: float = UNSURE) -> list[str]:
    """The table log of a game with its cards as they were and its pegs as a kit's camera tells them."""
    tape = table.tape(game)
    begin = tape.log_begin
    pegs = pegs_told(KitSight(table, unsure=unsure, seed=game), table, tape.begin, tape.end)
    before = [one for one in pegs if one.t < begin and isinstance(one, Holes)]
    opening = [replace(before[-1], t=begin)] if before else []
    lines = table.as_log(game)
    bodies: list[Mapping[str, Any]] = [
        body for line in lines[1:] if "holes" not in (body := json.loads(line))
    ]
    mine = [in_log_time(one, begin) for one in (*opening, *pegs) if one.t >= begin]
    header = json.loads(lines[0]) | {"table": {"pegs": CAMERA, "cards": CAMERA}}
    return [json.dumps(one) for one in (header, *sorted([*bodies, *mine], key=lambda body: float(body["t"])))]


def judged(table: SimulatedTable, game: int, unsure: float = UNSURE) -> Outcome:
    """What the referee makes of a game of the kit, held against the truth."""
    log = kit_log(table, game, unsure)
    seen = [observation_from(json.loads(line)) for line in log[1:]]
    return compare(table.truth(game), replay(log).verdicts, f"game {game}: ", blindness(seen))
