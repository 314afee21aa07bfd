"""Reads the pegs of a board from one picture, against a picture of the board when it was empty.

Contract. In: a full picture, where the table is in it (`vision.zones.TableFix`), the board's holes. Out: for each
track the occupied holes, or that it cannot be seen. A track is *seen* where nothing but pegs lies over it or against
its pegs, and either both of its pegs are certain (it has no third) and no more holes unsure than pegs make so, or
each of its other holes plainly is as when empty. It never guesses: what is unsure is not seen. Whose a peg is comes
from its track, so any colour does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture, as_u8
from vision.frames import Frame
from vision.pegs.board import GAME, PegBoard
from vision.pegs.change import Empty, logs_of, solid
from vision.pegs.pose import FLAT_PX_PER_MM, Flat, Pose
from vision.pegs.standing import HEIGHTS_MM, PEGS, Found, Standing
from vision.pegs.still import Still
from vision.zones import TableFix

_HAND_MM: Final = 12.5  # wider both ways than pegs that stand together: a hand, a cup, a card
_ROUND_MM: Final = 12.0  # its edge, and its shadow's
_AGAIN_LOOKS: Final = 5  # of so many with pegs elsewhere one asks whether they are a little higher or lower
_LEARN_LOOKS: Final = 4  # with other pegs in sight: then their height is known
_BESIDE: Final = 2  # so many holes of a track its own pegs make unsure; more, and a thing lies there
_SAME: Final = 1e-4
_FEW: Final = 3  # heights; more are tried once for the same pegs


def _near(height: float) -> tuple[float, ...]:
    """The height, and those next to it."""
    at = HEIGHTS_MM.index(height)
    return HEIGHTS_MM[max(0, at - 1) : at + 2]


@dataclass(frozen=True, slots=True)
class PegLook:
    """One look at time `t` (s): the holes with a peg in each track that is `seen`.

    `tracks` has every player; of one that is not in `seen` it holds what was found for certain, which is not all.
    `game`: whether a peg stands in the game hole; None: not known. `unsure` are the names of doubtful or covered
    holes.
    """

    t: float
    tracks: Mapping[str, frozenset[int]]
    seen: frozenset[str]
    game: bool | None
    unsure: frozenset[str]

    @property
    def is_whole(self) -> bool:
        """Whether every track and the game hole are seen."""
        return self.game is not None and len(self.seen) == len(self.tracks)


class PegReader:
    """Reads one board; it remembers the empty board and how high the pegs are, nothing else."""

    def __init__(self, board: PegBoard, top_mm: float) -> None:
        self.board = board
        self._top_mm = top_mm
        self._flat = Flat(board)
        self._empty: Empty | None = None
        self._still = Still()
        self._standing: Standing | None = None
        self._pose: Pose | None = None
        self._costs: dict[float, float] = {}
        self._looks = 0
        self._tries: tuple[float, ...] = HEIGHTS_MM
        self._learnt_by: frozenset[int] = frozenset()
        self.playing = frozenset(board.players)
        """The tracks in which two pegs stand: those of who plays."""

    @property
    def is_ready(self) -> bool:
        """Whether it knows what the empty board looks like."""
        return self._empty is not None

    def flat(self, frame: Frame, fix: TableFix) -> Picture:
        """The board in a picture, seen straight from above: uint8 (h, w, 3)."""
        return self._flat.picture(frame.bgr, self._posed(frame, fix).to_px)

    def use_empty(self, flat: Picture) -> None:
        """Take a flat picture of the empty board to compare with; `ValueError` if it is of another size."""
        w, h = self._flat.size_px
        if flat.shape != (h, w, 3):
            raise ValueError(
                f"the picture of the empty board is {flat.shape[1]} x {flat.shape[0]}, not {w} x {h}"
            )
        self._empty = Empty(as_u8(flat), self._flat.px(self.board.points))
        self._still.forget()
        self._costs, self._looks = {}, 0

    def look(self, frame: Frame, fix: TableFix) -> PegLook:
        """Read the pegs; `ValueError` before `use_empty`."""
        if self._empty is None:
            raise ValueError("no picture of the empty board: make one with pegwatch board learn")
        logs = logs_of(self.flat(frame, fix))
        change = self._empty.change(self._still.with_look(logs, frame.t))
        if self._still.looks == 1:
            self._tries = self._heights()
        assert self._standing is not None
        covered = solid(change.weight, _HAND_MM)
        if covered.any():
            side = round(2 * _ROUND_MM * FLAT_PX_PER_MM)
            covered = as_u8(cv2.dilate(covered, np.ones((side, side), np.uint8)))
        found = self._standing.find(change, covered, self._tries)
        self._learn_height(found)
        if len(found.costs) > _FEW:
            self._tries = _near(min(found.costs, key=lambda h: found.costs[h]))
        return self._told(frame.t, found)

    @property
    def height_mm(self) -> float:
        """How high its pegs seem to be; 0 before any was seen."""
        return min(self._costs, key=lambda h: self._costs[h]) if self._costs else 0.0

    def _heights(self) -> tuple[float, ...]:
        """All heights until some pegs were seen, then those near what fits best."""
        if self._looks < _LEARN_LOOKS:
            return HEIGHTS_MM
        return _near(self.height_mm) if self._looks % _AGAIN_LOOKS == 0 else (self.height_mm,)

    def _learn_height(self, found: Found) -> None:
        """One look tells little where pegs stand under the lens: what each height costs is added up.

        The same pegs once more tell nothing new.
        """
        if not found.pegs or found.unsure or found.pegs == self._learnt_by:
            return
        self._learnt_by = found.pegs
        self._looks += 1
        if len(found.costs) == 1:
            return
        least = min(found.costs.values())
        most = max(found.costs.values())
        for height in HEIGHTS_MM:
            self._costs[height] = 0.98 * self._costs.get(height, 0.0) + found.costs.get(height, most) - least

    def _posed(self, frame: Frame, fix: TableFix) -> Pose:
        here = fix if fix.size_px == frame.size_px else fix.scaled(frame.size_px)
        pose = Pose.of(here, self._top_mm)
        if self._pose is None or not np.allclose(pose.to_px, self._pose.to_px, rtol=_SAME, atol=_SAME):
            self._pose = pose
            self._still.forget()
            points = self.board.points
            tops = {z: self._flat.px(pose.lean(points, z)) for z in HEIGHTS_MM}
            tracks = [name[0] for name in self.board.names]
            self._standing = Standing(self._flat.px(points), tops, tracks, self._flat.size_px)
        return self._pose

    def _told(self, t: float, found: Found) -> PegLook:
        names = self.board.names
        tracks: dict[str, set[int]] = {player: set() for player in self.board.players}
        doubtful = frozenset(names[i] for i in found.unsure)
        not_empty = doubtful | {names[i] for i in found.dim}
        behind = {names[i][0] for i in found.behind if names[i] != GAME}
        game: bool | None = None if GAME in doubtful else False
        for i in found.pegs:
            if names[i] == GAME:
                game = True
            else:
                tracks[names[i][0]].add(int(names[i][1:]))
        told = {player: frozenset(holes) for player, holes in tracks.items()}
        hidden = {names[i][0] for i in found.hidden if names[i] != GAME}
        seen = frozenset(
            player
            for player, pegs in tracks.items()
            if player not in hidden
            and not (len(pegs) < PEGS and player in behind)
            and not any(names[i][0] == player for i in found.odd if names[i] != GAME)
            and self._is_seen(player, tracks, doubtful, not_empty)
        )
        return PegLook(t, told, seen, game, doubtful)

    def _is_seen(
        self,
        player: str,
        tracks: Mapping[str, set[int]],
        doubtful: frozenset[str],
        not_empty: frozenset[str],
    ) -> bool:
        """Whether all pegs of a track are known. Three are believed only where another track lacks one."""
        pegs = len(tracks[player])
        if pegs == PEGS:
            return sum(name[0] == player for name in doubtful - {GAME}) <= _BESIDE
        plain = not any(name[0] == player for name in not_empty if name != GAME)
        if pegs < PEGS:
            return plain
        all_plain = not not_empty - {GAME}
        others = sum(len(tracks[other]) for other in self.playing if other != player)
        return plain and all_plain and pegs == PEGS + 1 and others == PEGS * (len(self.playing) - 1) - 1
