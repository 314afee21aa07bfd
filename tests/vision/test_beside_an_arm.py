"""Only what an arm covers is blocked: the rest of its place is read on."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from tabletop import LAYOUT, Tabletop, draw_no_print, looked_at, row, short

from cribbage.log.observations import Cards, Unread
from cribbage.score.cards import Card, parse_cards
from vision.armcover import ArmCover, arm_cover
from vision.besidearm import CardsBesideArm
from vision.interpretation import Known
from vision.placelook import Look, Quad, Sighting
from vision.placememory import ARM, CANDIDATE_S, PILED
from vision.scene.model import ArmOver, LaidCard

RESTING = ArmOver(-190, -110, 90)  # over the left of A's place
FINGERTIPS = ArmOver(-100, -216, 90)  # a little of the hand reaches in
FREE = LaidCard("5H", 40, -150, 1, order=1)
BESIDE = LaidCard("9C", 75, -150, 1, order=2)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Tabletop:
    draw_no_print(monkeypatch)
    return looked_at(20.0)


def test_a_card_beside_an_arm_that_rests_is_told_and_the_place_stays_blind(table: Tabletop) -> None:
    table.hand(RESTING)
    assert short(table.run(CANDIDATE_S + 1.0)) == ["A ?None"]
    table.lay(FREE)
    told, blind = table.run(1.2)
    assert isinstance(told, Cards)
    assert short([told, blind]) == ["A 5H", "A ?None"]
    assert isinstance(blind, Unread)
    assert (blind.is_blind, blind.extra["why"], blind.extra["known"]) == (True, ARM, ["5H"])
    assert told.t - told.extra["since"] > CANDIDATE_S, "it was laid at some time since the arm came"
    table.lay(BESIDE)
    assert short(table.run(1.2)) == ["A 5H 9C", "A ?None"]
    assert table.run(8.0) == []
    assert table.steps[-1].watermark == table.t
    table.hand()
    assert short(table.run(1.5)) == ["A 5H 9C"]


def test_before_it_was_said_the_place_is_waited_for(table: Tabletop) -> None:
    """The hand may be laying a card just now: nothing is told of a place of which not all is seen."""
    table.hand(RESTING)
    table.run(0.5)
    table.lay(FREE)
    assert table.run(CANDIDATE_S - 1.0) == []
    table.hand()
    assert short(table.run(1.0)) == ["A 5H"]


@pytest.mark.parametrize("before_s", [0.1, 0.2, 0.3])
def test_a_card_seen_once_before_the_arm_came_is_told_at_a_time_that_was(
    table: Tabletop, before_s: float
) -> None:
    """It was waited for when the place was said to be blind, and told beside the arm: it had no time after that."""
    table.lay(FREE)
    said = list(table.run(before_s))
    table.hand(RESTING)
    said += table.run(CANDIDATE_S + 3.0)
    table.hand()
    said += table.run(2.0)
    assert short(said)[-1] == "A 5H"
    assert all(20.0 <= one.t <= table.t for one in said)


def test_what_lies_under_the_arm_is_told_when_it_has_gone_and_comes_after(table: Tabletop) -> None:
    table.hand(RESTING)
    table.run(CANDIDATE_S + 1.0)
    hidden = LaidCard("KD", -190, -150, 2, order=0)
    table.lay(hidden)
    table.run(1.0)
    table.lay(FREE)
    table.run(1.2)
    table.hand()
    table.run(1.5)
    assert short(table.seen) == ["A ?None", "A 5H", "A ?None", "A 5H KD"]


def test_a_hand_too_small_to_hide_a_card_blocks_nothing(table: Tabletop) -> None:
    table.hand(FINGERTIPS)
    table.run(1.0)
    table.lay(FREE)
    assert short(table.run(1.0)) == ["A 5H"]
    assert table.steps[-1].watermark == table.t
    table.run(CANDIDATE_S)
    table.hand()
    table.run(2.0)
    assert short(table.seen) == ["A 5H"]


def test_a_card_under_the_edge_of_a_hand_has_not_gone(table: Tabletop) -> None:
    table.lay(*row("5H TS", -110, -180, 30), BESIDE)
    assert short(table.run(1.0)) == ["A 5H TS 9C"]
    table.hand(FINGERTIPS)
    table.run(1.0)
    assert table.run(CANDIDATE_S + 2.0) == []
    table.hand()
    assert table.run(2.0) == []


UNDER = LaidCard("4H", -190, -150, 0, order=1)
SQUARELY = LaidCard("JH", -187, -154, 2, order=2)


class TestSquarelyOnACardThatNobodySaw:
    """Both were laid under a resting arm: of the lower one only a rim is ever seen, and it would not be missed."""

    def test_that_is_said_and_lasts_whatever_is_laid_on_them(self, table: Tabletop) -> None:
        self._laid_under_an_arm(table, UNDER, SQUARELY)
        said = table.run(4.0)[-1]
        assert isinstance(said, Unread)
        assert (said.extra["why"], said.is_blind) == (PILED.format("JH"), False)
        table.lay(LaidCard("3D", -172, -156, -1, order=3))  # too far off for one shape to tell
        assert table.run(3.0) == []
        assert table.steps[-1].watermark == table.t

    def test_taken_up_all_of_them_have_gone(self, table: Tabletop) -> None:
        """Of the one that was on top first nothing was seen any more, and nobody waited for it to go."""
        self._laid_under_an_arm(table, UNDER, SQUARELY)
        table.run(4.0)
        table.lay(replace(SQUARELY, card="3D", order=3))
        table.run(3.0)
        table.take()
        assert short(table.run(3.0)) == ["A"]
        assert table.steps[-1].watermark == table.t

    def test_laid_apart_both_are_read(self, table: Tabletop) -> None:
        self._laid_under_an_arm(table, UNDER, SQUARELY)
        table.run(4.0)
        table.take("JH")
        table.lay(LaidCard("JH", -100, -150, 2, order=2))
        assert short(table.run(2.0))[-1] in {"A 4H JH", "A JH 4H"}

    def test_a_card_that_lies_alone_is_read(self, table: Tabletop) -> None:
        self._laid_under_an_arm(table, SQUARELY)
        assert short(table.run(2.0)) == ["A JH"]

    @staticmethod
    def _laid_under_an_arm(table: Tabletop, *cards: LaidCard) -> None:
        table.hand(RESTING)
        table.run(CANDIDATE_S + 1.0)
        table.lay(*cards)
        table.run(1.0)
        table.hand()


def test_a_card_in_the_hand_lies_nowhere_yet(table: Tabletop) -> None:
    table.hand(RESTING)
    table.run(CANDIDATE_S + 1.0)
    table.lay(LaidCard("QS", -190, -100, 3, order=5))  # the drawn hand lies over it, the reader reads it
    assert short(table.run(2.0)) == []


def test_a_card_that_vanishes_beside_a_resting_arm_is_told_when_the_place_is_seen(table: Tabletop) -> None:
    table.lay(FREE)
    table.run(1.0)
    table.hand(RESTING)
    table.run(CANDIDATE_S + 1.0)
    table.take()
    assert short(table.run(2.0)) == []
    table.hand()
    assert short(table.run(2.0)) == ["A"]


def test_an_arm_in_a_crib_s_place_adds_nothing_to_the_crib(table: Tabletop) -> None:
    box = next(place for place in LAYOUT.places if place.key == "crib-A").box_mm
    table.hand(ArmOver(box[0] + 20, box[1] + 60, 90))
    table.run(CANDIDATE_S + 1.0)
    said = len(table.seen)
    table.lay(LaidCard("5H", box[2] - 40, box[3] - 60, 1, order=1))
    table.run(2.0)
    assert not any(isinstance(one, Cards) and one.seen for one in table.seen[said:])


class TestCover:
    """What an arm covers, in a picture whose pixels are 8 mm."""

    def arm(self, *boxes: tuple[int, int, int, int]) -> ArmCover | None:
        mask = np.zeros((72, 128), np.uint8)
        for y0, y1, x0, x1 in boxes:
            mask[y0:y1, x0:x1] = 1
        return arm_cover(mask)

    def test_an_arm_covers_what_its_outline_encloses(self) -> None:
        cover = self.arm((40, 72, 30, 32), (40, 72, 35, 37))
        assert cover is not None
        assert cover.mask[60, 33] == 1
        assert cover.mask[60, 45] == cover.mask[30, 33] == 0

    def test_two_arms_do_not_cover_what_lies_between_them(self) -> None:
        cover = self.arm((40, 72, 20, 28), (40, 72, 80, 88))
        assert cover is not None
        assert cover.mask[60, 24] == cover.mask[60, 84] == 1
        assert cover.mask[60, 54] == 0

    def test_a_hand_whose_sleeve_is_like_the_table_may_cover_anything(self) -> None:
        assert self.arm((40, 60, 30, 40)) is None

    @pytest.mark.parametrize(("width_px", "hides"), [(2, False), (12, True)])
    def test_a_card_vanishes_only_under_what_is_as_wide(self, width_px: int, hides: bool) -> None:
        cover = self.arm((40, 72, 30, 30 + width_px))
        assert cover is not None
        assert cover.can_hide_a_card(np.ones((72, 128), np.uint8), 8.0) is hides

    def test_nor_does_one_in_a_place_that_the_arm_only_touches(self) -> None:
        cover = self.arm((40, 72, 30, 42))
        assert cover is not None
        place = np.zeros((72, 128), np.uint8)
        place[:, 42:] = 1
        assert not cover.can_hide_a_card(place, 8.0)


def quad(x: float, y: float = -150.0) -> Quad:
    return ((x - 31, y + 44), (x + 31, y + 44), (x + 31, y - 44), (x - 31, y - 44))


def sight(name: str, x: float) -> Sighting:
    return Sighting(Card.parse(name), quad(x), 0.99, both=True)


class TestCardsBesideArm:
    """Only new cards, and only those of which looks agree."""

    def take(self, *looks: list[Sighting], known: tuple[Known, ...] = ()) -> list[list[str]]:
        beside_arm = CardsBesideArm()
        return [
            [str(s.card) for s in beside_arm.take(Look(k, tuple(seen), variant=k), known, {})]
            for k, seen in enumerate(looks)
        ]

    def test_two_looks_must_agree(self) -> None:
        five = sight("5H", 0)
        assert self.take([five], [five], [five]) == [[], ["5H"], []]

    def test_looks_of_the_same_kind_are_one(self) -> None:
        beside_arm, five = CardsBesideArm(), sight("5H", 0)
        for _ in range(5):
            assert beside_arm.take(Look(1.0, (five,), variant=3), (), {}) == ()

    def test_one_corner_read_in_two_ways_waits_for_the_whole_place(self) -> None:
        five, six = sight("5H", 0), sight("6H", 0)
        assert self.take([five], [six], [five], [six]) == [[], [], [], []]

    def test_a_card_on_a_known_one_waits_for_the_whole_place(self) -> None:
        (card,) = parse_cards(["TS"])
        five = sight("5H", 2)
        assert self.take([five], [five], known=(Known(card, quad(0)),)) == [[], []]

    def test_a_card_that_lies_elsewhere_is_no_new_one(self) -> None:
        beside_arm, five = CardsBesideArm(), sight("5H", 0)
        for k in range(4):
            look = Look(k, (five,), variant=k)
            assert beside_arm.take(look, (), {five.card: "it lies in zone B"}) == ()

    def test_a_card_is_not_told_before_one_that_was_seen_first(self) -> None:
        five, ten = sight("5H", 0), sight("TS", 90)
        assert self.take([five], [ten], [ten], [five]) == [[], [], [], ["5H", "TS"]]
