"""Indices of other nations: right or unsure, never another card where its face lies open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from samples import sample

from vision.calibration import Odds
from vision.facereader import Face
from vision.geometry import Spot
from vision.group import FINE, Group, Letter, _is_another_cards_face, _letter, check_letters
from vision.locate import Index
from vision.network import Checked, Found
from vision.networkreader import NetworkReader
from vision.reasons import FAINT
from vision.train.art import RANKS, prepare_own
from vision.train.decks import Press
from vision.train.national import NATIONS, Sample, Tally, decks_in, measure, open_pages, scenes, total


def face(**log_likely: float) -> Face:
    """A face with these logarithms of how likely its rank is; all others are at -30."""
    ranks = np.full(13, -30.0)
    for rank, value in log_likely.items():
        ranks[RANKS.index(rank.strip("_"))] = value
    return Face(ranks, np.zeros(4))


@pytest.mark.parametrize(
    ("card", "shown", "is_open", "letter", "doubted"),
    [
        ("8H", face(J=-0.1), False, 9.0, True),
        ("8H", face(_8=-0.1, J=-6.0), True, 9.0, False),
        ("8H", face(_8=-0.5, J=-1.0), False, 9.0, False),
        ("8H", face(_8=-0.5, J=-1.0), True, 9.0, True),
        ("8S", face(_5=-0.1, _8=-2.0), True, 9.0, True),  # an open card has to show its own pips
        ("8S", face(_5=-0.1, _8=-2.0), False, 9.0, False),  # of another number pips may be hidden
        ("7S", face(A=-0.1, _7=-3.0), False, 9.0, True),
        ("TD", face(Q=-0.4, K=-1.2, _9=-4.0), False, 9.0, True),
        ("6C", face(J=-0.1), False, 9.0, True),  # an Icelandic G
        ("9C", face(_9=-2.0, K=-0.5), False, 9.0, False),  # no letter is read as a nine
        ("KD", face(J=-0.1, K=-4.0), True, 9.0, False),  # a plain letter: pictures are not always told apart
        ("KD", face(J=-0.1, K=-4.0), True, 5.0, True),
        ("KD", face(J=-0.1, K=-4.0), False, 5.0, False),  # the picture may be another card's
        (
            "JS",
            face(J=-0.1, Q=-5.0),
            False,
            1.4,
            True,
        ),  # ... and bears out no letter that hardly leads: a Dutch V
        ("KD", face(J=-0.1, K=-7.0), False, np.inf, True),
        ("QD", face(J=-1.0, Q=-0.5), True, 5.0, True),  # the letter left a doubt: the face must leave none
        ("QD", face(J=-3.0, Q=-0.5), True, 5.0, False),
        ("QH", face(J=-1.4, Q=-0.4), True, 1.8, True),  # an Icelandic G: hardly a lead, and no plain queen
        ("QH", face(J=-4.9, Q=-0.4), True, 1.8, False),
    ],
)
def test_a_face_speaks_against_an_index(
    card: str, shown: Face, is_open: bool, letter: float, doubted: bool
) -> None:
    assert _is_another_cards_face(card, shown, is_open, Letter(letter, is_fine=True)) is doubted


@pytest.mark.parametrize(("face_of_queen", "doubted"), [(-1.9, False), (-3.9, True)])
def test_a_small_or_blurred_letter_leads_by_little_and_needs_no_plain_face(
    face_of_queen: float, doubted: bool
) -> None:
    shown = face(Q=-0.1, J=face_of_queen - 0.1)
    assert _is_another_cards_face("JH", shown, True, Letter(3.1, is_fine=True))
    assert _is_another_cards_face("JH", shown, True, Letter(3.1, is_fine=False)) is doubted


@pytest.mark.parametrize(
    ("card", "lead", "is_open", "doubted"),
    [("JC", 9.6, False, False), ("JC", 4.0, False, True), ("JC", 9.6, True, True), ("8C", 9.6, False, True)],
    ids=["plain when looked at closely", "with little lead", "open", "as a German jack is read"],
)
def test_a_letter_with_a_long_lead_is_believed_before_a_face_that_may_be_another_card_s(
    card: str, lead: float, is_open: bool, doubted: bool
) -> None:
    shown = face(_3=-0.1, J=-6.6, _8=-6.6)
    assert _is_another_cards_face(card, shown, is_open, Letter(lead, is_fine=True)) is doubted


@pytest.mark.parametrize(("height", "sharp", "is_fine"), [(40.0, 0.4, True), (15.0, 0.3, False)])
def test_print_is_fine_where_it_is_large_and_sharp(height: float, sharp: float, is_fine: bool) -> None:
    one = group("QC", 40, 40)
    one.indices = [
        replace(i, spot=replace(i.spot, height=height), checked=replace(i.checked, sharp=sharp))
        for i in one.indices
    ]
    assert (height * sharp >= FINE) is is_fine
    assert _letter(one) == Letter(np.inf, is_fine)


def group(card: str, x: float, y: float, looks: int = 1) -> Group:
    """A card read for certain at its two corners, so many looks each."""
    found = Found(Spot(x, y, 20.0, -np.pi / 2), 0.9, np.ones(13, np.float32), np.ones(4, np.float32))
    checked = Checked(np.zeros((looks, 18), np.float32), 0.3)
    other = Found(
        Spot(x + 45.0, y + 75.0, 20.0, np.pi / 2), 0.9, np.ones(13, np.float32), np.ones(4, np.float32)
    )
    indices = [Index(one.spot, card, one, checked, 1, 0.0) for one in (found, other)]
    return Group(indices, Odds(9.0, 9.0, 9.0), 9.0)


def test_a_letter_that_one_face_belies_is_doubted_on_every_card_whose_face_does_not_bear_it_out() -> None:
    """Polish jacks bear a W, which is read as a queen: of one the picture is as good as a queen's."""
    face_contradicts, like_it, borne_out = group("QC", 40, 40), group("QS", 240, 40), group("QH", 440, 40)
    faces = {40: face(J=-0.1, Q=-7.0), 240: face(Q=-0.5, J=-1.2), 440: face(Q=-0.1, J=-6.0)}
    doubtful = group("QD", 640, 40, looks=4)
    doubtful.indices[0].checked.looks[:, 11] = 9.0
    faces[640] = faces[440]
    check_letters(
        [like_it, face_contradicts, borne_out, doubtful], lambda spots: faces[int(spots[0].x)], 0.985
    )
    assert face_contradicts.doubts == ["its corner looks like QC, its face like JC"]
    assert like_it.doubts == [FAINT] == doubtful.doubts
    assert not borne_out.doubts
    assert borne_out.score == 9.0


@pytest.mark.parametrize(
    ("other", "score", "doubted"), [("QC", -3.3, True), ("QC", 3.0, False), ("KC", -3.3, False)]
)
def test_a_card_lies_open_though_its_other_corner_is_read_faintly(
    other: str, score: float, doubted: bool
) -> None:
    """A Polish W was read as a queen at one corner, and at the other as one that nobody would have believed."""
    one = group("QC", 40, 40, looks=4)
    large = [replace(i, spot=replace(i.spot, height=40.0)) for i in one.indices]
    one.indices, rest = large[:1], large[1:]
    one.indices[0].checked.looks[:, RANKS.index("Q")] = 3.2
    faint = Group([replace(rest[0], card=other)], Odds(score, score, score), score)
    check_letters([one, faint], lambda _: face(_5=-0.9, _8=-1.7, _4=-2.2, Q=-3.2), 0.985)
    assert bool(one.doubts) is doubted


@pytest.mark.parametrize("card", ["6H", "5C", "KC"], ids=["Icelandic G", "Spanish S", "Polish W"])
def test_a_foreign_letter_that_looks_plain_is_doubted_for_the_picture_of_a_jack(card: str) -> None:
    one = group(card, 40, 40)
    check_letters([one], lambda _: face(J=-0.1, Q=-2.5, K=-8.0), 0.985)
    assert one.doubts == [f"its corner looks like {card}, its face like JC"]


@pytest.mark.parametrize(("lead", "doubted"), [(1.8, True), (4.1, True), (9.0, False)])
def test_a_dutch_h_that_leads_by_little_as_an_ace_is_doubted_for_the_king_it_shows(
    lead: float, doubted: bool
) -> None:
    one = group("AC", 40, 40, looks=4)
    one.indices = [replace(index, spot=replace(index.spot, height=40.0)) for index in one.indices]
    for index in one.indices:
        index.checked.looks[:, RANKS.index("A")] = lead
    check_letters([one], lambda _: face(K=-0.1, A=-9.0), 0.985)
    assert bool(one.doubts) is doubted, (
        "makers draw aces as they like: where the letter is plain it is believed"
    )


def test_no_face_is_asked_where_the_first_look_is_plain_and_no_letter_looks_like_that() -> None:
    asked: list[float] = []

    def look(spots: list[Spot]) -> Face:
        asked.append(spots[0].x)
        return face(_9=-0.1, _3=-0.1)

    check_letters(
        [group("9C", 40, 40), group("3C", 240, 40, looks=4), group("AS", 440, 40, looks=4)], look, 0.985
    )
    assert asked == [240.0]


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sample]:
    """Our own deck in the letters of other nations, in OpenCV's strokes: that needs no card art."""
    work = prepare_own(tmp_path_factory.mktemp("art"))
    decks = decks_in(work)
    return open_pages(decks, Press(work, decks))


def test_a_german_jack_laid_openly_is_no_eight(samples: Iterator[Sample]) -> None:
    german = (page for page in samples if page.name in ("German", "Dutch") and "JH" in page.truth.cards)
    pages = sample(2, 6)
    found = total(measure(NetworkReader(), islice(german, pages)))
    assert found.cards == 4 * pages
    assert not found.wrong, found.row()


def test_what_is_read_as_another_card_counts_as_wrong() -> None:
    from vision.readresult import Reading, SeenCard
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
