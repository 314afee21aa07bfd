"""Indices of other nations: right or unsure, never another card where its face lies open."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from vision.group import _is_of_another
from vision.pips import Face
from vision.read import Reader
from vision.train.art import RANKS, prepare_own
from vision.train.decks import Press
from vision.train.national import NATIONS, Sample, Tally, decks_in, measure, openly, scenes, total


def face(**log_likely: float) -> Face:
    """A face with these logarithms of how likely its rank is; all others are at -30."""
    ranks = np.full(13, -30.0)
    for rank, value in log_likely.items():
        ranks[RANKS.index(rank.strip("_"))] = value
    return Face(ranks, np.zeros(4))


@pytest.mark.parametrize(
    ("card", "shown", "is_open", "doubted"),
    [
        ("8H", face(J=-0.1), False, True),
        ("8H", face(_8=-0.1, J=-6.0), True, False),
        ("8H", face(_8=-0.5, J=-1.0), False, False),
        ("8H", face(_8=-0.5, J=-1.0), True, True),
        ("7S", face(A=-0.1, _7=-3.0), False, True),
        ("TD", face(Q=-0.4, K=-1.2, _9=-4.0), False, True),
        ("TD", face(_9=-0.1, _8=-2.0), True, False),  # another number: pips may be hidden
        ("KD", face(J=-0.1, K=-4.0), True, True),
        ("KD", face(J=-0.1, K=-4.0), False, False),  # the picture may be another card's
        ("QD", face(J=-0.1, Q=-4.0), True, False),
        ("QD", face(J=-0.1, Q=-8.0), True, True),
    ],
)
def test_a_face_speaks_against_an_index(card: str, shown: Face, is_open: bool, doubted: bool) -> None:
    assert _is_of_another(card, shown, is_open) is doubted


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sample]:
    """Our own deck in the letters of other nations, in OpenCV's strokes: that needs no card art."""
    work = prepare_own(tmp_path_factory.mktemp("art"))
    decks = decks_in(work)
    return openly(decks, Press(work, decks))


def test_a_german_jack_laid_openly_is_no_eight(samples: Iterator[Sample]) -> None:
    german = (
        sample for sample in samples if sample.name in ("German", "Dutch") and "JH" in sample.truth.cards
    )
    found = total(measure(Reader(), islice(german, 6)))
    assert found.cards == 24
    assert not found.wrong, found.row()


def test_what_is_read_as_another_card_counts_as_wrong() -> None:
    from vision.geometry import Spot
    from vision.reading import Reading, SeenCard
    from vision.train.judge import Truth

    cards = frozenset({"JH", "JS"})
    sample = Sample(
        "German", NATIONS["German"], np.zeros((8, 8, 3), np.uint8), Truth("", "", cards, cards), 20.0
    )
    corners, spot = np.zeros((4, 2), np.float32), (Spot(5, 5, 20, 0),)
    said = tuple(SeenCard(card, 0.99, corners, spot) for card in ("8H", "JS"))
    tally = Tally()
    tally.add(sample, Reading(said, (), 1.0))
    assert (tally.cards, tally.right, dict(tally.wrong)) == (2, 1, {("B", "8H"): 1})


def test_scenes_are_drawn_in_every_nation_s_letters(tmp_path: Path) -> None:
    work = prepare_own(tmp_path)
    decks = decks_in(work)
    names = {sample.name for sample in islice(scenes(decks, Press(work, decks)), len(NATIONS))}
    assert names == set(NATIONS)
