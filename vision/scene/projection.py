"""A pinhole camera over a tilted table: from table millimetres (x, y, height z) to pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Matrix
from vision.layout import BoxMm

FIELD_OF_VIEW_DEG: Final = 66.0
"""Horizontal field of view of a Camera Module 3 with its ordinary lens."""


def focal_px(width_px: int, field_of_view_deg: float = FIELD_OF_VIEW_DEG) -> float:
    """Focal length in pixels of a picture of this width."""
    return width_px / 2 / math.tan(math.radians(field_of_view_deg) / 2)


@dataclass(frozen=True, slots=True, eq=False)
class Pinhole:
    """A camera without distortion: `matrix` (3, 4) takes (x, y, z, 1) in mm to homogeneous pixels."""

    size_px: tuple[int, int]
    matrix: Matrix

    def plane(self, z_mm: float = 0.0) -> Matrix:
        """The homography (3, 3) from (x, y) in mm at height `z_mm` to pixels."""
        p = self.matrix
        return np.stack([p[:, 0], p[:, 1], p[:, 3] + z_mm * p[:, 2]], axis=1)

    def project(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points (n, 3) in mm to pixels (n, 2)."""
        homogeneous = np.concatenate([points_mm, np.ones((len(points_mm), 1))], axis=1) @ self.matrix.T
        result: NDArray[np.float64] = homogeneous[:, :2] / homogeneous[:, 2:]
        return result

    def px_per_mm(self) -> float:
        """Scale at the middle of the table."""
        a, b = self.project(np.array([(-10.0, 0, 0), (10.0, 0, 0)]))
        return float(np.linalg.norm(b - a)) / 20


def over_table(
    size_px: tuple[int, int],
    box_mm: BoxMm,
    tilt_deg: float = 9.0,
    roll_deg: float = 1.2,
    shift_mm: tuple[float, float] = (0.0, 0.0),
    margin: float = 0.03,
) -> Pinhole:
    """A camera above a rectangle of the table, tilted towards player A, as near as it can be and still show all of
    it.

    `shift_mm` moves it sideways without turning it, as when somebody knocks its stand. `margin`: the share of the
    picture that stays free around the rectangle.
    """
    focal = focal_px(size_px[0])
    width, height = size_px
    k = np.array([(focal, 0, width / 2), (0, focal, height / 2), (0, 0, 1.0)])
    tilt, roll = math.radians(tilt_deg), math.radians(roll_deg)
    right = np.array([1.0, 0, 0])
    forward = np.array([0, math.sin(tilt), -math.cos(tilt)])
    down = np.cross(forward, right)
    turn = np.array([(math.cos(roll), -math.sin(roll), 0), (math.sin(roll), math.cos(roll), 0), (0, 0, 1.0)])
    rotation = turn @ np.stack([right, down, forward])
    x0, y0, x1, y1 = box_mm
    middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2, 0.0])
    corners = np.array([(x, y, 0.0) for x in (x0, x1) for y in (y0, y1)])

    def standing(at: float, aim: NDArray[np.float64]) -> Pinhole:
        position = aim - forward * at
        return Pinhole(size_px, k @ np.concatenate([rotation, (-rotation @ position)[:, None]], axis=1))

    distance = 300.0
    for _ in range(400):
        pinhole = standing(distance, middle)
        px = pinhole.project(corners)
        slack_x, slack_y = margin * width, margin * height
        low, high = px.min(axis=0), px.max(axis=0)
        if low[0] > slack_x and low[1] > slack_y and high[0] < width - slack_x and high[1] < height - slack_y:
            break
        # Move the rectangle towards the middle of the picture, and step back.
        to_mm = np.linalg.inv(pinhole.plane())
        seen = to_mm @ np.array([*(low + high) / 2, 1.0])
        aimed = to_mm @ np.array([width / 2, height / 2, 1.0])
        off = seen[:2] / seen[2] - aimed[:2] / aimed[2]
        middle = middle + np.array([off[0], off[1], 0.0]) * 0.5
        distance += 5.0
    return standing(distance, middle + np.array([shift_mm[0], shift_mm[1], 0.0]))
