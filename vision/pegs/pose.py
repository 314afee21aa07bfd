"""Where the lens is over the board, and the board's top seen straight from above.

The markers give the plane of the table (`vision.zones.TableFix`); with the lens's field of view that is enough to
know where the lens stands. A peg leans away from the point of the board that lies under the lens: its top at height z
is seen over the point that lies farther from there by z / (h - z), h being the lens's height over the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.arrays import Matrix, Picture, as_f64, as_u8
from vision.pegs.board import PegBoard
from vision.zones import FIELD_OF_VIEW_DEG, TableFix

FLAT_PX_PER_MM: Final = 2.5
MARGIN_MM: Final = 14.0  # shown around the holes: the outermost pegs lean out by this much


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """How a camera sees a board's top: `to_px` (3, 3) takes its mm to pixels; the lens is over `under_mm`."""

    to_px: Matrix
    under_mm: tuple[float, float]
    height_mm: float

    @classmethod
    def of(cls, fix: TableFix, top_mm: float, field_of_view_deg: float = FIELD_OF_VIEW_DEG) -> Pose:
        """From the table's place in the picture and the height of the board's top over the table."""
        width, height = fix.size_px
        focal = width / 2 / float(np.tan(np.radians(field_of_view_deg) / 2))
        k = np.array([(focal, 0, width / 2), (0, focal, height / 2), (0, 0, 1.0)])
        columns = np.linalg.inv(k) @ fix.to_px
        columns = columns / ((np.linalg.norm(columns[:, 0]) + np.linalg.norm(columns[:, 1])) / 2)
        if columns[2, 2] < 0:
            columns = -columns
        up = np.cross(columns[:, 0], columns[:, 1])
        lens = -np.linalg.inv(np.stack([columns[:, 0], columns[:, 1], up], axis=1)) @ columns[:, 2]
        raised = columns.copy()
        raised[:, 2] += top_mm * up
        return cls(as_f64(k @ raised), (float(lens[0]), float(lens[1])), float(abs(lens[2])) - top_mm)

    def lean(self, points_mm: Matrix, z_mm: float) -> Matrix:
        """Over which points (n, 2) of the board the tops of pegs of this height are seen, standing in these."""
        under = np.array(self.under_mm)
        return as_f64(points_mm + (points_mm - under) * (z_mm / max(self.height_mm - z_mm, 1.0)))


class Flat:
    """The picture of a board seen straight from above: a rectangle around its holes, player A below."""

    def __init__(self, board: PegBoard) -> None:
        x0, y0, x1, y1 = board.bounds_mm(MARGIN_MM)
        s = FLAT_PX_PER_MM
        self.size_px = (round((x1 - x0) * s), round((y1 - y0) * s))
        self.matrix = np.array([(s, 0, -x0 * s), (0, -s, y1 * s), (0, 0, 1.0)])

    def px(self, points_mm: Matrix) -> Matrix:
        """Points (n, 2) in mm to pixels of the flat picture."""
        return as_f64(points_mm @ self.matrix[:2, :2].T + self.matrix[:2, 2])

    def picture(self, bgr: Picture, to_px: Matrix) -> Picture:
        """The flat picture, uint8 (h, w, 3), of a camera's picture whose board lies at `to_px`."""
        warp = to_px @ np.linalg.inv(self.matrix)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return as_u8(
            cv2.warpPerspective(bgr, warp, self.size_px, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        )
