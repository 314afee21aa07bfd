"""A court's letter is weighed by both corners and the face together, by the weights that the reader comes with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from vision.calibration import Calibration, Odds
from vision.facereader import Face
from vision.geometry import Spot
from vision.group import FOREIGN_LETTER, KNOWN, Group, check_letters
from vision.letters import LETTER_FEATURES, NUMBER_FEATURES, letter_features, number_features
from vision.locate import RANKS, Index
from vision.network import Checked, Found
from vision.networkreader import CALIBRATION_FILE, MODELS
from vision.train.art import prepare_own
from vision.train.letters import Collector, Row, english, fit_letters, foreign

THRESHOLD = 0.985
QUEENLY = {"Q": -0.3, "J": -1.7, "K": -3.9}  # the picture of a jack that the networks take for a queen's


@pytest.fixture(scope="module")
def calibration() -> Calibration:
    return Calibration.load(MODELS / CALIBRATION_FILE)


def by_rank(values: Mapping[str, float], other: float) -> np.ndarray:
    return np.array([values.get(rank, other) for rank in RANKS], np.float32)


def court(card: str, x: float, scores: Mapping[str, float], found: Mapping[str, float], tall: float) -> Group:
    """A card read for certain at both corners, four looks each, with these scores of ranks."""
    looks = np.zeros((4, 18), np.float32)
    looks[:, :13] = by_rank(scores, -2.5)
    indices = []
    for spot in (Spot(x, 60, tall, -np.pi / 2), Spot(x + 2.2 * tall, 60 + 3.6 * tall, tall, np.pi / 2)):
        one = Found(spot, 0.9, by_rank(found, 0.01), np.full(4, 0.25, np.float32))
        indices.append(Index(spot, card, one, Checked(looks, 0.4), 1, 0.0))
    return Group(indices, Odds(9.0, 9.0, 9.0), 9.0)


def jack(card: str = "JH", x: float = 60) -> Group:
    """A J that leads by 5.2; next it looks like a 3."""
    return court(card, x, {"J": 7.6, "3": 2.4, "A": -0.8, "5": -1.5}, {"J": 0.7, "Q": 0.1}, 50.0)


def icelandic(card: str = "QC", x: float = 360) -> Group:
    """A G: read as a Q by a lead of 1.5, next it looks like a 6 and a ten."""
    scores = {"Q": 6.5, "6": 5.0, "T": 4.0, "K": 3.0, "9": -3.0}
    return court(card, x, scores, {"Q": 0.4, "K": 0.5}, 50.0)


def face(shown: Mapping[str, float]) -> Face:
    return Face(by_rank(shown, -5.0).astype(np.float64), np.zeros(4))


def face_check(
    groups: list[Group], faces: Mapping[str, Mapping[str, float]], calibration: Calibration | None
) -> None:
    by_place = {group.indices[0].spot.x: faces[group.card] for group in groups}
    check_letters(groups, lambda spots: face(by_place[spots[0].x]), THRESHOLD, calibration)


def test_a_jack_whose_picture_is_taken_for_a_queen_s_is_lost_no_more(calibration: Calibration) -> None:
    lost, read = jack(), jack()
    face_check([lost], {"JH": QUEENLY}, None)
    face_check([read], {"JH": QUEENLY}, calibration)
    assert lost.doubts
    assert not read.doubts


def test_a_french_one_read_as_a_jack_is_doubted_for_the_ace_on_its_face(calibration: Calibration) -> None:
    one = jack()
    face_check([one], {"JH": {"A": -0.01, "3": -8.0, "J": -9.0}}, calibration)
    assert one.doubts == ["its corner looks like JH, its face like AC"]


def test_an_icelandic_letter_is_doubted_though_its_picture_is_as_good_as_a_queen_s(
    calibration: Calibration,
) -> None:
    believed, doubted = icelandic(), icelandic()
    shown = {"Q": -0.1, "J": -4.5, "K": -4.8}  # ahead by 4, which was enough
    face_check([believed], {"QC": shown}, None)
    face_check([doubted], {"QC": shown}, calibration)
    assert not believed.doubts
    assert doubted.doubts


def test_a_polish_w_that_leads_by_little_as_a_king_is_not_believed_before_its_face(
    calibration: Calibration,
) -> None:
    """As it was read: ahead by 3.8 in large, sharp print, and its picture is hardly a king's."""
    scores = {"K": 5.4, "8": 1.6, "T": 0.4, "Q": -0.2, "J": -0.6, "6": -1.7, "4": -2.4, "5": -3.3}
    scores |= {"A": -4.1, "9": -4.1, "7": -5.2, "3": -6.7, "2": -7.9}
    one = court("KD", 60, scores, {"K": 0.5, "Q": 0.3}, 37.0)
    shown = {"K": -0.6, "J": -1.2, "Q": -2.0} | dict.fromkeys("A23456789T", -10.3)
    assert calibration.letter_odds("KD", one.indices, face(shown), is_open=True) > KNOWN
    face_check([one], {"KD": shown}, calibration)
    assert one.doubts


def test_where_one_open_card_bears_a_foreign_letter_no_letter_is_believed_against_its_face(
    calibration: Calibration,
) -> None:
    one, other = jack(), icelandic()
    face_check([one, other], {"JH": QUEENLY, "QC": {"J": -0.01, "Q": -8.0}}, calibration)
    assert other.doubts
    assert one.doubts == ["its corner looks like JH, its face like QC"]


def four() -> Group:
    """A four in plain print, whose pips the networks take for a five's: one of them lies under another card."""
    scores = {"4": 12.0, "6": 0.4, "8": -1.3, "5": -1.7, "J": -2.8, "Q": -4.2, "K": -6.6, "2": -7.7}
    return court("4S", 60, scores, {"5": 0.8, "6": 0.1}, 40.0)


def german() -> Group:
    """A B, read as an 8 by a lead of 8; next it looks like a king and a jack."""
    scores = {"8": 9.5, "K": 1.7, "Q": 0.3, "J": -1.0, "T": -1.2, "6": -1.3, "2": -6.8, "7": -7.2, "4": -6.5}
    return court("8H", 60, scores, {"J": 0.5, "K": 0.3}, 44.0)


@pytest.mark.parametrize("rest", [-3.6, -9.0])
def test_a_number_in_plain_print_is_believed_before_pips_that_are_taken_for_others(
    calibration: Calibration, rest: float
) -> None:
    shown = {"5": -0.05, "4": -3.6, "6": rest} | dict.fromkeys("AJQK", -14.0)
    lost, read = four(), four()
    face_check([lost], {"4S": shown}, None)
    face_check([read], {"4S": shown}, calibration)
    assert lost.doubts
    assert not read.doubts


def test_a_german_b_is_doubted_though_its_face_speaks_as_much_for_a_number(calibration: Calibration) -> None:
    shown = dict.fromkeys("456789T", -2.6) | dict.fromkeys("JQK", -2.8)
    believed, doubted = german(), german()
    for one in (believed, doubted):
        one.indices = one.indices[:1]  # its other corner is covered
    face_check([believed], {"8H": shown}, None)
    face_check([doubted], {"8H": shown}, calibration)
    assert not believed.doubts
    assert doubted.doubts


def test_of_aces_no_letter_is_known(calibration: Calibration) -> None:
    one = replace(jack().indices[0], card="AH")
    assert calibration.letter_odds("AH", [one], face({"A": -0.1}), is_open=False) < FOREIGN_LETTER < KNOWN


def test_the_marks_of_a_letter_have_their_names() -> None:
    features = dict(
        zip(LETTER_FEATURES, letter_features("JH", jack().indices, face(QUEENLY), is_open=True), strict=True)
    )
    assert features["lead"] == pytest.approx(5.2)
    assert features["face"] == pytest.approx(-1.4)
    assert features["open"] == 1.0
    assert features["detail"] == pytest.approx(np.log(20.0))
    assert len(features) == len(LETTER_FEATURES)


def test_the_marks_of_a_number_have_their_names() -> None:
    five = court("5H", 60, {"5": 7.6, "6": 2.4, "8": 1.4}, {"5": 0.7, "6": 0.1}, 50.0)
    shown = face({"Q": -0.2, "5": -1.9})
    made = number_features("5H", five.indices, shown, is_open=True)
    features = dict(zip(NUMBER_FEATURES, made, strict=True))
    assert features["lead"] == pytest.approx(5.2)
    assert (features["next 5"], features["next 6"]) == (0.0, 0.0)
    assert features["next 8"] == pytest.approx(1.0)
    assert features["face"] == pytest.approx(-1.7)
    assert features["picture"] == pytest.approx(1.4, abs=0.2) == features["open picture"]
    assert features["ace"] < -2.0


def rows(ranks: str, features: int) -> Iterator[Row]:
    rng = np.random.default_rng(1)
    for rank in ranks:
        for known in (True, False):
            for _ in range(30):
                values = rng.normal(0, 1, features)
                values[0] += 6 if known else 0
                yield Row(rank, values, known, not known)


def test_letters_are_known_by_rows_of_them(calibration: Calibration) -> None:
    made = fit_letters(list(rows("JQK", len(LETTER_FEATURES))), calibration)
    for weights in (made.letter_j, made.letter_q, made.letter_k):
        assert len(weights) == len(LETTER_FEATURES) + 1
        assert weights[0] == max(weights[:-1])
    assert made.threshold == calibration.threshold
    assert made.number_8 == calibration.number_8


def test_numbers_are_known_by_rows_of_them(calibration: Calibration) -> None:
    made = fit_letters(list(rows("8T5", len(NUMBER_FEATURES))), calibration)
    for weights in (made.number_8, made.number_t, made.number_other):
        assert len(weights) == len(NUMBER_FEATURES) + 1
        assert weights[0] == max(weights[:-1])
    assert made.letter_j == calibration.letter_j


def test_pictures_of_letters_are_drawn_and_read(tmp_path: Path) -> None:
    work = prepare_own(tmp_path)
    first, small, *_ = islice(foreign(work, 3), 3)
    assert first.letters == small.letters
    assert first.picture.shape[0] > small.picture.shape[0]
    found = [row for sample in islice(english(work, 3, 8), 8) for row in Collector().rows(sample)]
    assert all(row.known and row.rank != "A" for row in found)
