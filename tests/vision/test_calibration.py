"""How sure the networks' numbers make the reader, and the reasons it gives."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.calibration import (
    CLIP,
    INDEX_FEATURES,
    LENGTHS,
    MAYBE_CLUBS,
    NO_CLUBS,
    PLAINLY_SPADES,
    RANK_FEATURES,
    SUIT_FEATURES,
    Calibration,
    Odds,
    index_features,
    logit,
    may_be_clubs,
    sigmoid,
)
from vision.facereader import INDEX_AT, Face, face_crop
from vision.geometry import Spot
from vision.group import Group, _surest, check_suits, gather, rule_out, weigh_faces
from vision.locate import RANKS, SUITS, Index, fitting
from vision.network import CROP_HEIGHT, CROP_WIDTH, MORE_LOOKS, Checked, Checker, Found, upright_crop
from vision.reasons import (
    FAINT,
    GLARE,
    HIDDEN,
    NOT_WHOLE,
    OUT_OF_FOCUS,
    TOO_DARK,
    TOO_SMALL,
    corners_disagree,
    face_disagrees,
    reason_for,
)

UP = -math.pi / 2
SURE = 0.9985
CLOSER = 0.25  # what each score of a scripted closer look is


def index(x: float = 100, y: float = 100, height: float = 40, sure: float = 0.9, card: str = "5H") -> Index:
    """An index that both networks hold for this card, so surely."""
    rank, suit = RANKS.index(card[0]), SUITS.index(card[1])
    ranks, suits = np.full(13, (1 - sure) / 12, np.float32), np.full(4, (1 - sure) / 3, np.float32)
    ranks[rank], suits[suit] = sure, sure
    looks = np.zeros((3, 18), np.float32)
    looks[:, rank] = looks[:, 13 + suit] = looks[:, 17] = logit(sure)
    spot = Spot(x, y, height, UP)
    return Index(spot, card, Found(spot, sure, ranks, suits), Checked(looks, 0.4), 1, 0.0)


def calibration(threshold: float = 0.99) -> Calibration:
    """One in which every mark but the size speaks for a card, and two agree better than one."""

    def even(name: str) -> tuple[float, ...]:
        return (*(0.3 for _ in range(LENGTHS[name] - 1)), -1.0)

    return Calibration(
        index=even("index"),
        rank=even("rank"),
        suit=even("suit"),
        pair_rank=(0.9, 0.6, 0.1),
        pair_suit=(0.9, 0.6, 0.1),
        face_rank=(1.0, 0.6, 0.0),
        face_suit=(1.0, 0.6, 0.0),
        bend=(1.0, 0.5, 0.0, 0.0),
        threshold=threshold,
    )


def test_surer_networks_make_a_surer_card() -> None:
    odds = [calibration().card_odds(calibration().index_odds(index(sure=s))) for s in (0.3, 0.6, 0.9, 0.99)]
    assert odds == sorted(odds)
    assert odds[0] < 0 < odds[-1]


def test_two_indices_that_agree_are_surer_than_one() -> None:
    one = calibration().index_odds(index(sure=0.9))
    both = calibration().pair_odds(one, one)
    assert calibration().card_odds(both) > calibration().card_odds(one)
    assert calibration().pair_odds(one, Odds(-9, -9, -9)) == one, "a weak second index takes nothing away"


def test_a_doubtful_suit_is_not_outvoted_by_a_plain_rank() -> None:
    doubtful = Odds(index=20.0, rank=20.0, suit=0.5)
    assert doubtful.all == pytest.approx(0.5, abs=1e-3)
    assert Odds(1.0, 1.0, 1.0).all < 1.0, "three chances of being wrong are more than one"
    assert Odds(-60.0, 5.0, 5.0).all < -40


def test_marks_are_finite_at_the_ends() -> None:
    for sure in (0.0, 1.0):
        found = index_features(index(sure=sure, height=0.5))
        for name in ("index", "rank", "suit"):
            numbers = getattr(found, name)
            assert np.isfinite(numbers).all()
            assert len(numbers) == LENGTHS[name] - 1
    assert sigmoid(logit(0.7)) == pytest.approx(0.7)
    assert sigmoid(-1e4) == 0.0


def test_one_look_that_says_something_else_counts() -> None:
    sure = index(sure=0.99)
    looks = sure.checked.looks.copy()
    looks[1, 4], looks[1, 5] = 0.0, 3.0
    torn = Index(sure.spot, sure.card, sure.found, Checked(looks, 0.4), 1, 0.0)
    assert index_features(torn).rank[5] < 0 < index_features(sure).rank[5]


def torn(card: str, other: str, x: float = 100, y: float = 100) -> Index:
    """An index plain but for its suit, which may as well be another card's."""
    sure, rival = index(x, y, sure=0.999, card=card), SUITS.index(other[1])
    suits, looks = sure.found.suits.copy(), sure.checked.looks.copy()
    suits[rival], looks[:, 13 + rival] = suits[SUITS.index(card[1])] - 0.01, 6.0
    found = Found(sure.spot, sure.found.heat, sure.found.ranks, suits)
    return Index(sure.spot, card, found, Checked(looks, 0.4), 1, 0.0)


def face(card: str, lead: float) -> Face:
    """A face that shows this card, so far ahead of all others."""
    ranks, suits = np.full(13, -lead - 0.1), np.full(4, -lead - 0.1)
    ranks[RANKS.index(card[0])] = suits[SUITS.index(card[1])] = -0.1
    return Face(ranks, suits)


class TestTheFaceIsASecondOpinion:
    def asked(self, one: Index, shown: Face) -> Group:
        (group,) = groups = gather([one], calibration())
        weigh_faces(groups, lambda _spots: shown, calibration(), SURE)
        return group

    def test_what_it_confirms_is_surer_and_what_it_denies_is_not(self) -> None:
        doubtful = torn("7D", "7H")
        before = gather([doubtful], calibration())[0].score
        assert (
            self.asked(doubtful, face("7D", 3.0)).score > before > self.asked(doubtful, face("7H", 3.0)).score
        )
        assert self.asked(doubtful, face("7D", 0.0)).score == pytest.approx(before), (
            "a hidden face says nothing"
        )

    def test_a_contradiction_is_given_as_the_reason(self) -> None:
        assert self.asked(torn("7D", "7H"), face("7H", 6.0)).doubts == [face_disagrees("7H", "7D")]
        assert self.asked(torn("7D", "7H"), face("7D", 6.0)).doubts == []

    def test_a_spade_is_made_surer_only_by_a_face_that_plainly_shows_spades(self) -> None:
        """Blurred clubs look like spades, in the index and in the pips alike."""
        for card, other, surer in (("7S", "7C", False), ("7C", "7S", True)):
            alone = gather([torn(card, other)], calibration())[0].score
            assert (self.asked(torn(card, other), face(card, PLAINLY_SPADES - 0.5)).score > alone) == surer
            assert self.asked(torn(card, other), face(card, PLAINLY_SPADES + 0.5)).score > alone

    def test_of_an_index_too_small_to_read_the_size_is_the_reason(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        doubtful = torn("7D", "7H")
        monkeypatch.setattr("vision.group.SMALLEST_HEIGHT", doubtful.spot.height + 1)
        assert self.asked(doubtful, face("7H", 6.0)).doubts == [TOO_SMALL]

    @pytest.mark.parametrize(("other", "counts"), [("QC", False), ("KS", False), ("7C", True)])
    def test_the_ornament_of_an_ace_of_spades_is_no_picture(self, other: str, counts: bool) -> None:
        """Makers sign that card: what looks like a court there says nothing, another number does."""
        alone = gather([torn("AS", "AC")], calibration())[0].score
        asked = self.asked(torn("AS", "AC"), face(other, 6.0))
        assert (asked.score < alone, bool(asked.doubts)) == (counts, counts)
        assert self.asked(torn("AC", "AS"), face("QS", 6.0)).doubts, "only that ace carries one"

    def test_a_certain_card_is_not_asked(self) -> None:
        groups = gather([index(sure=0.9999)], calibration())
        weigh_faces(groups, lambda _spots: pytest.fail("asked"), calibration(), SURE)
        assert groups[0].face is None


@pytest.mark.parametrize(
    ("card", "ahead", "taken", "doubtful"),
    [
        ("7S", NO_CLUBS - 0.1, (), True),
        ("7S", NO_CLUBS + 0.1, (), False),
        ("7S", NO_CLUBS - 0.1, ("7C",), False),
        ("7C", NO_CLUBS - 0.1, (), False),
    ],
    ids=[
        "one look sees clubs nearly as well",
        "none does",
        "the club lies elsewhere",
        "clubs do not become spades",
    ],
)
def test_a_spade_is_certain_only_if_every_closer_look_rules_out_clubs(
    card: str, ahead: float, taken: tuple[str, ...], doubtful: bool
) -> None:
    """Blur fills the notches of a club; in nine of ten wrong cards a club was taken for a spade."""
    sure, other = index(sure=0.9999, card=card), "CS"["SC".index(card[1])]
    looks = sure.checked.looks.copy()
    looks[1, 13 + SUITS.index(other)] = looks[1, 13 + SUITS.index(card[1])] - ahead
    one = replace(sure, checked=Checked(looks, 0.4))
    assert may_be_clubs(one, taken) == doubtful
    assert (calibration().index_odds(one, taken).suit <= MAYBE_CLUBS) == doubtful


@pytest.mark.parametrize(
    ("club_ahead", "taken", "counts"),
    [(0.6, (), True), (0.4, (), False), (0.6, ("7C",), False)],
    ids=["the other corner says clubs", "hardly", "the club lies elsewhere"],
)
def test_a_spade_is_certain_only_where_no_corner_says_clubs(
    club_ahead: float, taken: tuple[str, ...], counts: bool
) -> None:
    """One corner is plainly a spade; in a closer look the other is a club."""
    plain, other = index(sure=0.9999, card="7S"), index(sure=0.9999, card="7S")
    looks = other.checked.looks.copy()
    looks[1, 13 + SUITS.index("C")] = looks[1, 13 + SUITS.index("S")] + club_ahead
    corners = [plain, replace(other, checked=Checked(looks, 0.4))]
    odds = [calibration().index_odds(one, taken) for one in corners]
    assert (_surest(corners, odds, calibration(), taken).odds.suit <= MAYBE_CLUBS) == counts
    assert _surest(corners[:1], odds[:1], calibration(), taken).odds.suit > MAYBE_CLUBS


@pytest.mark.parametrize(
    ("card", "shown", "finder_says", "taken", "doubted"),
    [
        ("3S", -0.9, -0.6, (), True),
        ("3S", 3.0, -0.6, (), False),
        ("3S", -0.9, 4.0, (), False),
        ("3S", -0.9, -0.6, ("3C",), False),
        ("3C", -0.9, -0.6, (), False),
    ],
    ids=[
        "all speak against it",
        "its pips are spades",
        "the finder says spades",
        "the club lies elsewhere",
        "a club",
    ],
)
def test_a_spade_of_which_closer_looks_finder_and_pips_each_say_little_is_in_doubt(
    card: str, shown: float, finder_says: float, taken: tuple[str, ...], doubted: bool
) -> None:
    """A blurred three of clubs, each closer look 3.4 ahead for spades, was certain though all else said clubs."""
    one, other = index(sure=0.9999, card=card), "CS"["SC".index(card[1])]
    looks = one.checked.looks.copy()
    looks[1:, 13 + SUITS.index(other)] = looks[1:, 13 + SUITS.index(card[1])] - 3.4
    suits = np.full(4, 0.01, np.float32)
    suits[SUITS.index(other)] = 0.3
    suits[SUITS.index(card[1])] = 0.3 * math.exp(finder_says)
    corner = replace(one, found=replace(one.found, suits=suits), checked=Checked(looks, 0.4))
    pips = Face(np.zeros(13), np.array([{card[1]: shown, other: 0.0}.get(suit, -9.0) for suit in SUITS]))
    group = Group([corner], Odds(9.0, 9.0, 9.0), 9.0, frozenset(taken), face=pips)
    check_suits([group], SURE)
    assert bool(group.doubts) is doubted
    assert (group.confidence < SURE) is doubted


@pytest.mark.parametrize(
    ("suit", "lead", "closer"), [("HEARTS", 4.5, 0), ("SPADES", 5.5, 3), ("SPADES", 6.5, 0)]
)
def test_the_first_look_at_a_spade_is_plain_only_far_ahead_of_clubs(
    suit: str, lead: float, closer: int
) -> None:
    number = {"HEARTS": HEARTS, "SPADES": SPADES}[suit]
    checker = Closer(leads(4, number, 9, lead), leads(4, number, 9, 5))
    checker.look(np.zeros((300, 600, 3), np.uint8), [LARGE], [(4, number)])
    assert checker.asked["closer"] == closer


def test_the_first_look_alone_rules_out_clubs_where_it_is_plain() -> None:
    sure = index(sure=0.999, card="7S")
    assert not may_be_clubs(replace(sure, checked=Checked(sure.checked.looks[:1], 0.4)), ())


def test_four_indices_are_one_card_though_one_fits_to_its_neighbours_only() -> None:
    def corner(x: float, y: float, angle: float, sure: float) -> Index:
        one = index(x, y, sure=sure, card="KC")
        return Index(Spot(x, y, 40, angle), "KC", one.found, one.checked, 1, 0.0)

    four = [
        corner(100, 100, UP, 0.97),
        corner(220, 100, UP, 0.96),
        corner(100, 250, -UP, 0.98),  # the surest; the other end of its diagonal is no ordinary card's
        corner(220, 250, -UP, 0.95),
    ]
    (king,) = gather(four, calibration())
    assert len(king.indices) == 4
    assert len(gather([*four, corner(900, 100, UP, 0.9)], calibration())) == 2, "far away is another card"


class TestNoCardLiesTwice:
    def read(self, *indices: Index) -> dict[str, float]:
        groups = gather(list(indices), calibration())
        rule_out(groups, calibration(), SURE)
        return {group.card: group.confidence for group in groups}

    def test_what_lies_elsewhere_for_certain_is_no_rival(self) -> None:
        alone = self.read(torn("7C", "7S"))["7C"]
        other = self.read(torn("7C", "7S"), index(900, 100, sure=0.999, card="8S"))["7C"]
        beside = self.read(torn("7C", "7S"), index(900, 100, sure=0.999, card="7S"))["7C"]
        assert alone == other < SURE <= beside

    def test_its_other_corner_may_be_that_very_card(self) -> None:
        corner = index(220, 260, sure=0.999, card="7S")
        turned = Index(
            Spot(220, 260, 40, -UP), "7S", corner.found, corner.checked, corner.scales, corner.rival
        )
        assert self.read(torn("7C", "7S"), turned)["7C"] == self.read(torn("7C", "7S"))["7C"]

    def test_what_it_was_read_as_may_lie_elsewhere_and_is_then_left_to_its_face(self) -> None:
        cards = [torn("7C", "7S"), index(900, 100, sure=0.9999, card="7C")]
        groups = gather(cards, calibration())
        rule_out(groups, calibration(), SURE)
        (doubtful,) = (group for group in groups if group.confidence < SURE)
        assert doubtful.card == "7S"
        weigh_faces([doubtful], lambda _spots: face("7S", 6.0), calibration(), SURE)
        assert doubtful.confidence >= SURE

    def test_what_its_face_shows_to_be_that_very_card_stays_in_doubt(self) -> None:
        groups = gather([torn("7C", "7S"), index(900, 100, sure=0.9999, card="7C")], calibration())
        rule_out(groups, calibration(), SURE)
        (doubtful,) = (group for group in groups if group.confidence < SURE)
        weigh_faces([doubtful], lambda _spots: face("7C", 6.0), calibration(), SURE)
        assert doubtful.confidence < SURE
        assert doubtful.doubts == [], "its corner never looked like the card it was read as last"

    def test_what_is_certain_twice_rules_out_nothing(self) -> None:
        twice = [index(x, 100, sure=0.999, card="7S") for x in (900, 1700)]
        assert self.read(torn("7C", "7S"), *twice)["7C"] == self.read(torn("7C", "7S"))["7C"]

    def test_one_that_became_certain_rules_out_the_next(self) -> None:
        chain = torn("7D", "7C", 1700), torn("7C", "7S"), index(900, 100, sure=0.999, card="7S")
        assert self.read(*chain)["7D"] >= SURE > self.read(*chain[:2])["7D"]

    def test_to_be_of_another_rank_as_well_costs_the_lead_of_the_rank(self) -> None:
        taken = {f"7{suit}" for suit in SUITS if suit != "C"}
        plain, ruled_out = index_features(torn("7C", "7S")), index_features(torn("7C", "7S"), taken)
        lead = SUIT_FEATURES.index("checker")
        assert plain.suit[lead] < 1.0 < plain.rank[lead] <= ruled_out.suit[lead] == pytest.approx(CLIP)


def test_clubs_and_spades_are_weighed_by_themselves() -> None:
    black = SUIT_FEATURES.index("black")
    assert index_features(index(card="5S")).suit[black] == 1.0
    assert (index_features(index(card="5H")).suit[black:] == 0.0).all()


def test_every_mark_has_its_number() -> None:
    made = index_features(index())
    assert (len(made.index), len(made.rank), len(made.suit)) == (
        len(INDEX_FEATURES),
        len(RANK_FEATURES),
        len(SUIT_FEATURES),
    )


def test_the_same_lead_is_another_number_where_the_index_is_larger() -> None:
    lead, detailed = RANK_FEATURES.index("checker"), RANK_FEATURES.index("checker by detail")
    small, large = index_features(index(height=12)).rank, index_features(index(height=40)).rank
    assert small[lead] == large[lead]
    assert small[detailed] < large[detailed]


class Scripted(Checker):
    """Says of each crop what it is told to, and counts those of the first and of the closer looks."""

    def __init__(self, first: np.ndarray) -> None:
        self.first, self.asked = first, dict[str, int]()
        self._net, self._closer = "first", "closer"  # type: ignore[assignment]

    def _scores(self, net: object, crops: list[np.ndarray]) -> np.ndarray:
        self.asked[str(net)] = len(crops)
        return self.first if net == "first" else np.full((len(crops), 18), CLOSER, np.float32)


def one_look(rank: int, suit: int, lead: float) -> np.ndarray:
    scores = np.zeros(18, np.float32)
    scores[rank] = scores[13 + suit] = scores[17] = lead
    return scores


CORNER, OTHER_CORNER = Spot(100, 100, 30, -np.pi / 2), Spot(180, 200, 30, np.pi / 2)


@pytest.mark.parametrize(
    ("second", "spots", "looked_at_again"),
    [
        (one_look(4, 2, 9), (CORNER, OTHER_CORNER), 0),
        (one_look(4, 2, 3), (CORNER, OTHER_CORNER), 0),
        (one_look(5, 2, 3), (CORNER, OTHER_CORNER), 1),
        (one_look(4, 1, 3), (CORNER, OTHER_CORNER), 1),
        (one_look(4, 2, 3), (CORNER, Spot(500, 120, 30, 0.2)), 1),
    ],
    ids=["plain", "borne out", "another rank", "another suit", "not of that card"],
)
def test_what_the_other_corner_plainly_shows_needs_no_more_looks(
    second: np.ndarray, spots: tuple[Spot, Spot], looked_at_again: int
) -> None:
    checker = Scripted(np.stack([one_look(4, 2, 9), second]))
    checker.look(np.zeros((300, 600, 3), np.uint8), list(spots), [(4, 2), (4, 2)])
    assert checker.asked == {"first": 2, "closer": looked_at_again * len(MORE_LOOKS)}


def test_the_further_looks_at_an_index_are_closer_ones() -> None:
    doubtful = np.stack([one_look(4, 2, 9), one_look(5, 2, 3)])
    plain, other = Scripted(doubtful).look(
        np.zeros((300, 600, 3), np.uint8), [CORNER, OTHER_CORNER], [(4, 2), (4, 2)]
    )
    assert plain.looks.tolist() == doubtful[:1].tolist()
    assert other.looks[0].tolist() == doubtful[1].tolist()
    assert (other.looks[1:] == CLOSER).all()
    assert len(other.looks) == 1 + len(MORE_LOOKS)


class Closer(Scripted):
    """Says the same of every crop that is looked at closely, and counts them all."""

    def __init__(self, first: np.ndarray, closer: np.ndarray) -> None:
        super().__init__(np.stack([first]))
        self.closer, self.asked = closer, {"closer": 0}

    def _scores(self, net: object, crops: list[np.ndarray]) -> np.ndarray:
        if net == "first":
            return self.first
        self.asked["closer"] += len(crops)
        return np.repeat(self.closer[None], len(crops), 0)


def leads(rank: int, suit: int, rank_lead: float, suit_lead: float) -> np.ndarray:
    """Scores of what is an index, with these leads."""
    scores = np.zeros(18, np.float32)
    scores[rank], scores[13 + suit], scores[17] = rank_lead, suit_lead, 6.0
    return scores


FINE_PRINT = np.random.default_rng(1).integers(0, 255, (300, 600, 3), np.uint8)
BLURRED = np.asarray(cv2.GaussianBlur(FINE_PRINT, (0, 0), 20), np.uint8)
HEARTS, SPADES = 2, 3
NEARLY_PLAIN = leads(4, HEARTS, 4.6, 3.0)
LARGE = Spot(200, 150, 40, -np.pi / 2)


@pytest.mark.parametrize(
    ("first", "closer", "said", "picture", "spot", "looks"),
    [
        (NEARLY_PLAIN, leads(4, HEARTS, 7, 6), HEARTS, FINE_PRINT, LARGE, 1),
        (NEARLY_PLAIN, leads(4, HEARTS, 11, 6), 1, FINE_PRINT, LARGE, 1),
        (NEARLY_PLAIN, leads(4, HEARTS, 7, 6), 1, FINE_PRINT, LARGE, 3),
        (NEARLY_PLAIN, leads(4, HEARTS, 5, 6), HEARTS, FINE_PRINT, LARGE, 3),
        (NEARLY_PLAIN, leads(4, HEARTS, 11, 3), HEARTS, FINE_PRINT, LARGE, 3),
        (NEARLY_PLAIN, leads(5, HEARTS, 11, 6), HEARTS, FINE_PRINT, LARGE, 3),
        (leads(4, HEARTS, 3.0, 3.0), leads(4, HEARTS, 11, 6), HEARTS, FINE_PRINT, LARGE, 3),
        (leads(4, SPADES, 4.6, 3.0), leads(4, SPADES, 11, 6.5), SPADES, FINE_PRINT, LARGE, 3),
        (leads(4, SPADES, 4.6, 3.0), leads(4, SPADES, 11, 7.5), SPADES, FINE_PRINT, LARGE, 1),
        (NEARLY_PLAIN, leads(4, HEARTS, 11, 6), HEARTS, BLURRED, LARGE, 3),
        (NEARLY_PLAIN, leads(4, HEARTS, 11, 6), HEARTS, FINE_PRINT, Spot(200, 20, 40, -np.pi / 2), 3),
    ],
    ids=[
        "plain",
        "plainer than what the finder says",
        "the finder says another suit",
        "a little lead",
        "a little lead of the suit",
        "another rank",
        "the first look left a doubt",
        "may be clubs",
        "spades",
        "blurred",
        "cut off by the picture's edge",
    ],
)
def test_one_closer_look_is_enough_where_fine_print_is_plain_by_it(
    first: np.ndarray, closer: np.ndarray, said: int, picture: np.ndarray, spot: Spot, looks: int
) -> None:
    checker = Closer(first, closer)
    (checked,) = checker.look(picture, [spot], [(4, said)])
    assert checker.asked["closer"] == looks == len(checked.looks) - 1
    assert (checked.looks[0] == first).all()
    assert (checked.looks[1:] == closer).all()


@pytest.mark.parametrize(
    ("side", "fits"), [(877.7, 864), (493.7, 480), (640, 640), (65, 64), (48, 48), (100, 100), (0.2, 1)]
)
def test_a_side_is_stretched_by_little_to_fit_the_finder(side: float, fits: int) -> None:
    assert fitting(side) == fits


def test_a_calibration_comes_back_from_its_file(tmp_path: Path) -> None:
    made = calibration(0.98)
    made.save(tmp_path / "c.json")
    assert Calibration.load(tmp_path / "c.json") == made


def test_an_upright_crop_stands_upright() -> None:
    picture = np.zeros((300, 300, 3), np.uint8)
    picture[100:140, 180:220] = 255  # right of the middle: the "top" of an index that lies on its side
    crop = upright_crop(picture, (150, 120), 0.0, 120.0)
    assert crop.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    assert crop[: CROP_HEIGHT // 2].mean() > 10 * max(1.0, crop[CROP_HEIGHT // 2 :].mean())


@pytest.mark.parametrize("height", [12, 30, 250])
def test_the_face_of_a_card_is_shown_upright_without_its_index(height: float) -> None:
    side = round(8 * height)
    picture = np.full((side, side, 3), 200, np.uint8)
    at = (side // 2, side // 2)  # the index of a card that lies on its side: its top points to the right
    picture[
        at[1] - int(0.4 * height) : at[1] + int(0.4 * height),
        at[0] - int(height / 2) : at[0] + int(height / 2),
    ] = 0
    pip = (round(at[0] - 2 * height), round(at[1] + height))  # two index heights below it, one to the right
    cv2.circle(picture, pip, round(0.4 * height), (0, 0, 255), -1)
    crop = face_crop(picture, at, 0.0, height).astype(int)
    red = (crop[:, :, 2] - crop[:, :, 1]) > 100
    rows, columns = np.nonzero(red)
    assert rows.mean() == pytest.approx(INDEX_AT[1] + 2 * 21, abs=1.5)
    assert columns.mean() == pytest.approx(INDEX_AT[0] + 21, abs=1.5)
    assert not (crop.max(axis=2) < 90).any(), "no ink of the index is left"


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
    assert corners_disagree("6H", "5H") == "its two corners disagree: 5H and 6H"
