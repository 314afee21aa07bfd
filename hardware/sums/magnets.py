"""The field of a magnet in a peg's tip: a cylinder magnetised along its axis, as two charged discs.

Lengths in mm, fields in mT, angles in degrees. The frame is that of a Hall element: z up, the element at the origin,
its sensitive axis along z. Outside the magnet the field of the two charged end faces is exact for a uniform
magnetisation; the discs are summed over rings by Gauss and around each ring evenly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
_RINGS, _AROUND = 6, 16
"""Enough for a millionth at half a diameter from a face."""


@dataclass(frozen=True, slots=True)
class Magnet:
    """A cylinder: diameter and length (mm), remanence (mT)."""

    diameter: float
    length: float
    remanence: float

    @property
    def volume_mm3(self) -> float:
        """Its volume."""
        return math.pi * self.diameter**2 / 4 * self.length


@cache
def _disc(diameter: float) -> tuple[Vector, Vector]:
    """Points (n, 2) on a disc and the area that each stands for (n)."""
    nodes, weights = np.polynomial.legendre.leggauss(_RINGS)
    radius = diameter / 2
    r = (nodes + 1) / 2 * radius
    turn = 2 * np.pi * (np.arange(_AROUND) + 0.5) / _AROUND
    points = np.stack([np.outer(r, np.cos(turn)), np.outer(r, np.sin(turn))], axis=-1).reshape(-1, 2)
    area = np.repeat(weights * radius / 2 * r * 2 * np.pi / _AROUND, _AROUND)
    return points, area


def field(magnet: Magnet, at: Vector) -> Vector:
    """The field (mT) at places `at` (..., 3), in the frame of a magnet whose middle is the origin and whose north
    face looks up. Only outside the magnet."""
    points, area = _disc(magnet.diameter)
    total = np.zeros(at.shape)
    for sign in (1.0, -1.0):
        away = at[..., None, :] - np.concatenate(
            [points, np.full((len(points), 1), sign * magnet.length / 2)], axis=1
        )
        square = np.einsum("...k,...k->...", away, away)
        total += sign * np.einsum("...nk,...n->...k", away, area / (square * np.sqrt(square)))
    scaled: Vector = magnet.remanence / (4 * np.pi) * total
    return scaled


def on_axis(magnet: Magnet, gap: float) -> float:
    """The field on the axis, `gap` mm from a face: the closed form that every maker prints."""
    r, end = magnet.diameter / 2, gap + magnet.length
    return magnet.remanence / 2 * (end / math.hypot(end, r) - gap / math.hypot(gap, r))


def seen(
    magnet: Magnet,
    gap: float | Vector,
    aside: float | Vector,
    tilt_deg: float | Vector = 0.0,
    steel: float | None = None,
) -> Vector:
    """What a Hall element sees (mT along its axis) of a peg's magnet; numbers or arrays that broadcast.

    `gap` is the height of the magnet's lower face above the element, `aside` its distance in the plane, `tilt_deg`
    the peg's lean. `steel` is how far below the element a sheet of iron lies: then the magnet's mirror image in it is
    added, which is the most that any iron there can do.
    """
    own = _leaning(magnet, gap, aside, tilt_deg)
    if steel is None:
        return own
    return own + _leaning(magnet, -(gap + magnet.length) - 2 * steel, aside, -np.asarray(tilt_deg))


def _leaning(magnet: Magnet, low: float | Vector, aside: float | Vector, tilt_deg: float | Vector) -> Vector:
    lean = np.radians(tilt_deg)
    c, s = np.cos(lean), np.sin(lean)
    # the element as the magnet sees it: moved to the magnet's middle, then turned by the lean
    x, z = -np.asarray(aside, dtype=float), -(np.asarray(low, dtype=float) + magnet.length / 2)
    at = np.stack(np.broadcast_arrays(c * x - s * z, 0.0, s * x + c * z), axis=-1)
    found = field(magnet, at)
    along: Vector = -s * found[..., 0] + c * found[..., 2]
    return along
