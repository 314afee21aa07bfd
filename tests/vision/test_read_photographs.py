"""The reader on real photographs, where there are any. They are for measuring and were never trained on."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.networkreader import NetworkReader
from vision.train.judge import Judge, photo_folder, photographs

EVERY = 4  # one photograph of so many is read here; `python -m vision.train.measure` reads them all
RIGHT_FLOOR = 0.85  # of the cards of separate photographs
WRONG_CEILING = 0


@pytest.fixture(scope="module")
def folder() -> Path:
    found = photo_folder()
    if found is None:
        pytest.skip("no labelled photographs: set PEGWATCH_PHOTOS to a folder with labels.csv")
    return found


@pytest.mark.slow
def test_separate_cards_of_the_dev_half(folder: Path) -> None:
    reader, judge = NetworkReader(), Judge()
    chosen = [p for p in photographs(folder, "dev") if p[0].kind in ("single", "separate")][::EVERY]
    for truth, picture in chosen:
        wrong = judge.add(truth, reader.read(picture))
        assert len(wrong) == 0, f"{truth.name}: {wrong} read for certain"
    tally = judge.by_kind["all"]
    assert tally.right >= RIGHT_FLOOR * tally.cards, judge.report()
    assert tally.wrong <= WRONG_CEILING, judge.report()
