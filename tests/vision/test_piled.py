"""How large a card is, so that one on another that nobody saw is noticed by its rim."""

from __future__ import annotations

import numpy as np
import pytest

from vision.layout import CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.piled import CardSize, bright_area_px

POKER_MM2 = CARD_WIDTH_MM * CARD_HEIGHT_MM
BRIDGE_MM2 = 57.0 * 88.0


def test_a_deck_of_narrow_cards_is_learned_and_a_rim_of_them_is_more() -> None:
    size = CardSize()
    assert not size.is_more(1.06 * BRIDGE_MM2), "as far as is known it is a wide card"
    for _ in range(3):
        size.learn(BRIDGE_MM2)
    assert size.is_more(1.06 * BRIDGE_MM2)
    assert not size.is_more(BRIDGE_MM2)
    assert not size.is_less(BRIDGE_MM2)


def test_a_card_that_is_cut_off_is_less() -> None:
    size = CardSize()
    assert size.is_less(0.85 * POKER_MM2)
    assert not size.is_less(0.95 * POKER_MM2), "outlines are measured somewhat too small"


def test_of_a_card_with_one_corner_in_sight_a_rim_may_make_up_for_what_is_hidden() -> None:
    size = CardSize()
    assert size.is_less(POKER_MM2, both=False), "as far as is known any card may be larger"
    for _ in range(3):
        size.learn(POKER_MM2)
    assert size.is_less(0.97 * POKER_MM2, both=False)
    assert not size.is_less(0.97 * POKER_MM2)
    assert not size.is_less(0.99 * POKER_MM2, both=False)


class TestBrightArea:
    """A card of 60 by 80 px on dark ground, and what lies beside it."""

    def area(self, ground: float = 90.0, rim: slice = slice(0)) -> float | None:
        soft = np.full((200, 200), ground, np.float32)
        soft[60:140, 70:130] = 220.0
        soft[80:100, 90:110] = 40.0  # print
        soft[60:140, rim] = 215.0
        inside, around = (np.zeros((200, 200), np.uint8) for _ in range(2))
        inside[65:135, 75:125] = 255
        around[40:160, 50:150] = 255
        return bright_area_px(soft, inside, around)

    def test_of_one_card_and_of_one_with_a_rim(self) -> None:
        one, two = self.area(), self.area(rim=slice(130, 134))
        assert one is not None
        assert two is not None
        assert one == pytest.approx(60 * 80, rel=0.05)
        assert two - one == pytest.approx(4 * 80, rel=0.05)

    def test_what_goes_on_beyond_has_no_end(self) -> None:
        assert self.area(rim=slice(130, 180)) == np.inf

    def test_on_white_ground_nobody_can_tell(self) -> None:
        assert self.area(200.0) is None
