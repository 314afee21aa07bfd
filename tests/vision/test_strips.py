"""The finder takes a large picture strip by strip, and says the same of it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import network
from vision.network import Finder
from vision.networkreader import FINDER_FILE, MODELS
from vision.train.drawntable import drawn_table


@pytest.mark.parametrize("size", [(1088, 832), (832, 1120), (1085, 801)])
def test_strips_say_what_the_whole_picture_says(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    picture = np.asarray(cv2.resize(drawn_table((1600, 1200)), size, interpolation=cv2.INTER_AREA), np.uint8)
    finder = Finder(MODELS / FINDER_FILE)
    assert size[0] * size[1] > network.MOST_AT_ONCE
    in_strips = finder._maps(picture)
    monkeypatch.setattr(network, "MOST_AT_ONCE", 10 * size[0] * size[1])
    whole = finder._maps(picture)
    assert in_strips.shape == whole.shape
    assert np.abs(in_strips - whole).max() < 1e-3
