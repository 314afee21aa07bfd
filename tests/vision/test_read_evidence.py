"""Calibration, reasons, and how readings are judged."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from vision.doubts import (
    FAINT,
    GLARE,
    HIDDEN,
    NOT_WHOLE,
    OUT_OF_FOCUS,
    TOO_DARK,
    TOO_SMALL,
    contradiction,
    reason_for,
)
from vision.evidence import FEATURES, Calibration, features, logit, sigmoid
from vision.geometry import Spot
from vision.locate import Index
from vision.network import CROP_HEIGHT, CROP_WIDTH, Checked, Found, upright_crop
from vision.reading import Reading, SeenCard, Unsure
from vision.train.judge import Judge, Truth

UP = -math.pi / 2


def index(x: float = 100, y: float = 100, height: float = 40, sure: float = 0.9) -> Index:
    ranks, suits = np.full(13, (1 - sure) / 12, np.float32), np.full(4, (1 - sure) / 3, np.float32)
    ranks[4], suits[2] = sure, sure
    spot = Spot(x, y, height, UP)
    return Index(spot, "5H", Found(spot, sure, ranks, suits), Checked(sure, ranks, suits), 1, 0.0)


def test_surer_networks_make_a_surer_index() -> None:
    calibration = Calibration((0.3,) * (len(FEATURES) - 1) + (-1.0,), -1.0, 0.8, 0.2, 0.99)
    odds = [calibration.one(index(sure=s)) for s in (0.3, 0.6, 0.9, 0.99)]
    assert odds == sorted(odds)
    assert calibration.pair(odds[2], odds[2]) > odds[2]
    assert calibration.pair(odds[3], -9.0) >= odds[3]


def test_features_are_finite_at_the_ends() -> None:
    for sure in (0.0, 1.0):
        assert np.isfinite(features(index(sure=sure))).all()
    assert sigmoid(logit(0.7)) == pytest.approx(0.7)
    assert sigmoid(-1e4) == 0.0


def test_a_calibration_comes_back_from_its_file(tmp_path: Path) -> None:
    made = Calibration(tuple(0.1 * n for n in range(len(FEATURES))), -0.5, 0.9, 0.1, 0.98)
    made.save(tmp_path / "c.json")
    assert Calibration.load(tmp_path / "c.json") == made


def test_an_upright_crop_stands_upright() -> None:
    picture = np.zeros((300, 300, 3), np.uint8)
    picture[100:140, 180:220] = 255  # right of the middle: the "top" of an index that lies on its side
    crop = upright_crop(picture, (150, 120), 0.0, 120.0)
    assert crop.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    assert crop[: CROP_HEIGHT // 2].mean() > 10 * max(1.0, crop[CROP_HEIGHT // 2 :].mean())


@pytest.mark.parametrize("height", [8, 40, 300])
def test_a_crop_at_the_rim_or_beyond_is_whole(height: float) -> None:
    picture = np.full((200, 200, 3), 90, np.uint8)
    for at in ((0.0, 0.0), (199.0, 199.0), (-30.0, 260.0)):
        assert upright_crop(picture, at, 0.7, height).shape == (CROP_HEIGHT, CROP_WIDTH, 3)


def paper(ink: int, ground: int) -> np.ndarray:
    picture = np.full((200, 200, 3), ground, np.uint8)
    picture[90:110, 92:108] = ink
    return picture


def test_reasons_name_what_a_person_can_change() -> None:
    one = index()
    assert reason_for(paper(10, 40), one, [one]) == TOO_DARK
    assert reason_for(paper(230, 255), one, [one]) == GLARE
    assert reason_for(paper(20, 200), index(x=5), []) == NOT_WHOLE
    assert reason_for(paper(20, 200), index(height=6), []) == TOO_SMALL
    assert reason_for(paper(20, 200), one, [one, index(x=120)]) == HIDDEN
    assert reason_for(paper(20, 200), one, [one]) == FAINT
    ramp = np.repeat(np.linspace(0, 255, 200).astype(np.uint8)[None, :, None], 200, 0).repeat(3, 2)
    assert reason_for(ramp, one, [one]) == OUT_OF_FOCUS
    assert contradiction("6H", "5H") == "its two corners disagree: 5H and 6H"


def test_the_judge_counts_right_unsure_wrong() -> None:
    quad = np.zeros((4, 2), np.float32)
    reading = Reading(
        (SeenCard("5H", 0.999, quad), SeenCard("6H", 0.992, quad)),
        (Unsure("too dark", quad, "7H", 0.6),),
        1.0,
    )
    judge = Judge()
    present = frozenset({"5H", "7H", "8H"})
    assert judge.add(Truth("p", "separate", frozenset({"5H", "7H"}), present), reading) == ["6H"]
    tally = judge.by_kind["separate"]
    assert (tally.cards, tally.right, tally.unsure, tally.wrong, tally.whole) == (2, 1, 1, 1, 0)
    assert "7H as 6H" in judge.report()
    assert judge.add(Truth("q", "fan", present, present, complete=False), reading) == []
