"""Names for the kinds of arrays in use, and conversions that give OpenCV's results a definite type."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Picture: TypeAlias = NDArray[np.uint8]
Field: TypeAlias = NDArray[np.float32]
Matrix: TypeAlias = NDArray[np.float64]


def as_u8(array: Any) -> Picture:
    """The same array as uint8, copied only where it is not."""
    return np.asarray(array, np.uint8)


def as_f32(array: Any) -> Field:
    """The same array as float32, copied only where it is not."""
    return np.asarray(array, np.float32)


def as_f64(array: Any) -> Matrix:
    """The same array as float64, copied only where it is not."""
    return np.asarray(array, np.float64)
