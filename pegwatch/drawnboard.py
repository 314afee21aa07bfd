"""The board that the page draws: the one that the table has. Contacts have the map of their board; where a camera
reads the pegs it is the board that was learnt, as long as none was that of the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from firmware.boardfile import load_board
from pegwatch.plan import CAMERA, Plan

Holes: TypeAlias = Mapping[str, tuple[float, float]]


class DrawnBoard:
    """`holes` says where every hole of a plan's board lies (mm, y away from player A); learning one changes it."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._stood: object = None
        self._holes: Holes = load_board(plan.board).positions_mm

    def holes(self) -> Holes:
        """The same mapping until another board is learnt."""
        if self._plan.pegs != CAMERA:
            return self._holes
        stands = self._plan.shape if self._plan.simulated else self._changed()
        if stands is not None and stands != self._stood:
            self._stood = stands
            self._holes = self._learnt() or self._holes
        return self._holes

    def _changed(self) -> int | None:
        try:
            return self._plan.board_file.stat().st_mtime_ns
        except OSError:
            return None

    def _learnt(self) -> Holes | None:
        """Where its holes lie; None where its file cannot be read, which the process that follows the pegs says."""
        # Only a table of this kind pays for them.
        from vision.pegs.board import PegBoardError, load_pegboard
        from vision.scene.kitboards import SHAPES

        if self._plan.simulated:
            return SHAPES[self._plan.shape]().positions_mm
        try:
            return load_pegboard(self._plan.board_file).positions_mm
        except PegBoardError:
            return None
