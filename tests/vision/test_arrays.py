"""What is computed of arrays otherwise than NumPy does it gives the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.arrays import median_grey


@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 40), st.integers(1, 256))
def test_the_median_by_counting_is_numpys(seed: int, height: int, width: int, levels: int) -> None:
    picture = np.random.default_rng(seed).integers(0, levels, (height, width, 3), np.uint8)
    for part in (picture, picture[..., 0], picture[::2, ::2]):
        assert median_grey(part) == np.median(part)


def test_a_picture_without_pixels_has_no_median() -> None:
    with pytest.raises(ValueError, match="without pixels"):
        median_grey(np.zeros((0, 3), np.uint8))
