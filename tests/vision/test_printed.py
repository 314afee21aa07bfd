"""The finder leaves out even ground, and reads all the same."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest
from samples import sample

from vision import network
from vision.arrays import Picture
from vision.locate import resized
from vision.networkreader import NetworkReader
from vision.printed import HALO, LEAST_CONTRAST, TABLE_AREA, WORTH, Box, Part, printed_parts
from vision.train.drawntable import TABLE_CARD_HEIGHT, TABLE_SIZE, drawn_table, grained_wood, winding_wood

MULTIPLE = network.MULTIPLE


def ground(size: tuple[int, int], noise: int = 12) -> Picture:
    """Cloth (H, W, 3) with the noise of a camera."""
    return np.random.default_rng(3).integers(60, 60 + noise, (*size, 3), np.uint8)


def looked_at(picture: Picture, multiple: int = MULTIPLE, *, is_to_scale: bool = False) -> list[Box]:
    """The boxes that are looked at."""
    return [part.box for part in printed_parts(picture, multiple, is_to_scale=is_to_scale)]


def whole(high: int, wide: int) -> list[Part]:
    return [Part((0, high, 0, wide), (0, high, 0, wide))]


def area(boxes: list[Box]) -> int:
    return sum((bottom - top) * (right - left) for top, bottom, left, right in boxes)


def test_even_ground_is_not_looked_at() -> None:
    assert printed_parts(ground((480, 864)), MULTIPLE) == []


def test_ground_with_a_figure_all_over_is_looked_at_as_a_whole() -> None:
    picture = ground((480, 864))
    picture[::6] = picture[:, ::6] = 120
    assert printed_parts(picture, MULTIPLE) == whole(480, 864)


def small(picture: Picture) -> Picture:
    """A picture of the table at the size at which the finder looks at it."""
    return resized(picture, 864 / TABLE_SIZE[0])


@pytest.mark.parametrize("turn_deg", sample([30.0], [0.0, 30.0, 90.0]))
def test_grain_runs_one_way_and_is_hardly_looked_at(turn_deg: float) -> None:
    wood = small(grained_wood(TABLE_SIZE, turn_deg))
    assert np.ptp(wood) > 4 * LEAST_CONTRAST
    assert area(looked_at(wood, MULTIPLE)) < 0.05 * 486 * 864
    wood[200:206, 300:306] = wood[206:212, 306:312] = 240
    boxes = looked_at(wood, MULTIPLE)
    assert any(t <= 200 - HALO and b >= 212 + HALO and lt <= 300 - HALO for t, b, lt, _ in boxes)
    assert area(boxes) < 0.25 * 486 * 864


@pytest.mark.parametrize("wind_px", sample([28.0], [17.0, 28.0, 57.0]))
def test_grain_that_winds_is_told_from_print_on_a_table_of_known_size(wind_px: float) -> None:
    """It turns as print does, so that all of the table was looked at: a third more time."""
    wood = small(np.asarray(drawn_table(TABLE_SIZE, winding_wood(TABLE_SIZE, wind_px)), np.uint8))
    assert printed_parts(wood, MULTIPLE) == whole(486, 864)
    boxes = looked_at(wood, MULTIPLE, is_to_scale=True)
    assert area(boxes) < WORTH * 486 * 864
    for card in range(9):
        x, y = 0.375 * (120 + (card % 5) * 230), 0.375 * (120 + (card // 5) * 400)
        high, wide = 0.375 * TABLE_CARD_HEIGHT, 0.375 * TABLE_CARD_HEIGHT * 63 / 88
        assert any(t <= y and y + high <= b and lt <= x and x + wide <= r for t, b, lt, r in boxes)


def test_a_picture_that_cards_may_fill_is_looked_at_as_a_whole_for_all_its_print() -> None:
    wood = small(np.asarray(drawn_table(TABLE_SIZE, winding_wood(TABLE_SIZE)), np.uint8))[:, :600]
    assert wood.size / 3 < TABLE_AREA
    assert printed_parts(wood, MULTIPLE, is_to_scale=True) == whole(486, 600)


def test_what_is_printed_lies_in_a_part_with_all_that_bears_on_it() -> None:
    picture = ground((475, 861))
    picture[200:220, 300:310] = 200
    picture[470:475, 855:861] = 10
    boxes = looked_at(picture, MULTIPLE)
    assert len(boxes) == 2
    assert area(boxes) < 0.3 * 475 * 861
    for y, x in ((200, 300), (219, 309)):
        assert any(
            t <= y - HALO and y + HALO <= b and x - HALO >= lt and x + HALO <= r for t, b, lt, r in boxes
        )
    assert any(bottom == 475 and right == 861 for _, bottom, _, right in boxes)
    assert all(top % MULTIPLE == 0 and left % MULTIPLE == 0 for top, _, left, _ in boxes)


def test_what_lies_apart_has_a_box_of_its_own_with_all_that_bears_on_it() -> None:
    """One box round both would have half the picture; what lies between them, near both, is told once."""
    picture = ground((480, 864))
    picture[50:60, 60:800:20] = 220
    picture[180:190, 60:70] = 220
    parts = printed_parts(picture, MULTIPLE)
    assert len(parts) == 2
    assert area([part.box for part in parts]) < 0.5 * 480 * 864
    for y, x in ((50, 60), (59, 799), (180, 60), (189, 69)):
        (one,) = [p for p in parts if p.own[0] <= y < p.own[1] and p.own[2] <= x < p.own[3]]
        top, bottom, left, right = one.box
        assert top <= max(0, y - HALO)
        assert left <= max(0, x - HALO)
        assert bottom >= min(480, y + HALO)
        assert right >= min(864, x + HALO)


@pytest.mark.parametrize("seed", range(8))
def test_no_two_parts_tell_of_the_same_place(seed: int) -> None:
    rng, picture = np.random.default_rng(seed), ground((1024, 1536))
    for y, x in zip(rng.integers(0, 1000, 7), rng.integers(0, 1500, 7), strict=True):
        picture[y : y + 20, x : x + 20] = 220
    parts = printed_parts(picture, MULTIPLE)
    for a, b in itertools.combinations([part.own for part in parts], 2):
        assert a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2]


def test_the_parts_say_what_the_whole_picture_says(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.asarray(drawn_table(TABLE_SIZE), np.uint8)
    dark = np.asarray(cv2.convertScaleAbs(table, alpha=0.4), np.uint8)
    wood = np.asarray(drawn_table(TABLE_SIZE, grained_wood(TABLE_SIZE)), np.uint8)
    reader = NetworkReader()
    winding = np.asarray(drawn_table(TABLE_SIZE, winding_wood(TABLE_SIZE)), np.uint8)
    for picture in (table, dark, wood, winding):
        assert area(looked_at(small(picture), MULTIPLE, is_to_scale=True)) < 0.6 * 864 * 486
        by_parts = reader.read(picture, card_height_px=TABLE_CARD_HEIGHT)
        with monkeypatch.context() as patch:
            patch.setattr(network, "printed_parts", lambda p, _, **__: whole(*p.shape[:2]))
            by_whole = reader.read(picture, card_height_px=TABLE_CARD_HEIGHT)
        assert {c.card for c in by_parts.cards} == {c.card for c in by_whole.cards}
        assert len(by_parts.unsure) == len(by_whole.unsure)
        sure = {c.card: c.confidence for c in by_whole.cards}
        assert all(abs(c.confidence - sure[c.card]) < 0.005 for c in by_parts.cards)


def test_in_the_dark_less_contrast_is_enough_for_something_printed() -> None:
    """White is 15 there and ink 1: no twenty levels, and yet a card, of which the eye says why it reads none."""
    picture = np.full((640, 640, 3), 2, np.uint8)
    picture[200:330, 200:290] = 15
    picture[215:240, 210:222] = 1
    (box,) = looked_at(picture, 32)
    top, bottom, left, right = box
    assert (top <= 200, bottom >= 330, left <= 200, right >= 290) == (True, True, True, True)
