"""Which indices can be of one card, and where its corners are."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.geometry import (
    Spot,
    card_from_one,
    card_from_two,
    on_one_card,
    same_place,
    side_by_side,
    surely_two_corners,
    turn_between,
    two_corners,
)

WIDTH, HEIGHT = 301.0, 420.0
INDEX = (25.0, 60.0, 88.0)  # middle from the card's corner, height; px of a card of 301 x 420


def turned(x: float, y: float, turn: float) -> tuple[float, float]:
    """A point of a card whose middle lies at (500, 400), turned clockwise."""
    dx, dy = x - WIDTH / 2, y - HEIGHT / 2
    c, s = math.cos(turn), math.sin(turn)
    return 500 + c * dx - s * dy, 400 + s * dx + c * dy


def indices(turn: float) -> tuple[Spot, Spot]:
    across, down, tall = INDEX
    first = turned(across, down, turn)
    second = turned(WIDTH - across, HEIGHT - down, turn)
    return Spot(*first, tall, turn - math.pi / 2), Spot(*second, tall, turn + math.pi / 2)


@pytest.mark.parametrize("degrees", range(0, 360, 30))
def test_two_indices_give_the_corners_at_any_turn(degrees: int) -> None:
    turn = math.radians(degrees)
    a, b = indices(turn)
    truth = np.array([turned(x, y, turn) for x, y in ((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT))])
    assert two_corners(a, b)
    assert surely_two_corners(a, b)
    assert np.abs(card_from_two(a, b) - truth).max() < 15
    # The other way round the card's own top left is the other end.
    assert np.abs(card_from_two(b, a) - np.roll(truth, 2, axis=0)).max() < 15


@pytest.mark.parametrize("degrees", [0, 75, 190, 301])
def test_one_index_extrapolates_a_card_of_usual_shape(degrees: int) -> None:
    turn = math.radians(degrees)
    first, _ = indices(turn)
    truth = np.array([turned(x, y, turn) for x, y in ((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT))])
    quad = card_from_one(first)
    assert quad.shape == (4, 2)
    assert quad.dtype == np.float32
    assert np.abs(quad - truth).max() < 0.08 * HEIGHT


def test_corners_run_clockwise() -> None:
    quad = card_from_one(indices(0.4)[0])
    sides = np.roll(quad, -1, axis=0) - quad
    turns = sides[:, 0] * np.roll(sides, -1, axis=0)[:, 1] - sides[:, 1] * np.roll(sides, -1, axis=0)[:, 0]
    assert (turns > 0).all()  # y points down


def test_indices_of_neighbours_are_not_one_card() -> None:
    a, b = indices(0.0)
    beside = Spot(b.x + 3 * WIDTH, b.y, b.height, b.angle)
    same_way = Spot(b.x, b.y, b.height, a.angle)
    above = Spot(a.x, a.y - 200, a.height, b.angle)
    larger = Spot(b.x, b.y, 2 * b.height, b.angle)
    for other in (beside, same_way, above, larger):
        assert not two_corners(a, other)


def test_four_corner_decks() -> None:
    a, _ = indices(0.0)
    right = Spot(a.x + 250, a.y, a.height, a.angle)
    assert side_by_side(a, right)
    assert on_one_card(a, right)
    assert not two_corners(a, right)


def test_of_four_indices_one_may_be_found_turned_by_twenty_degrees() -> None:
    a, _ = indices(0.0)
    askew = math.radians(20)
    right = Spot(a.x + 250, a.y, a.height, a.angle + askew)
    below = Spot(a.x, a.y + 300, a.height, a.angle + math.pi - askew)
    assert on_one_card(a, right)
    assert on_one_card(a, below)
    assert not on_one_card(right, below), "the other diagonal: only through the others are they of one card"
    for far in (Spot(a.x + 600, a.y, a.height, a.angle), Spot(a.x, a.y + 700, a.height, a.angle + math.pi)):
        assert not on_one_card(a, far), "no card is that long"


def test_same_place_means_near_and_the_same_way_up() -> None:
    a, _ = indices(0.0)
    assert same_place(a, Spot(a.x + 20, a.y, a.height, a.angle + 0.3))
    assert not same_place(a, Spot(a.x + 60, a.y, a.height, a.angle))
    assert not same_place(a, Spot(a.x, a.y, a.height, a.angle + math.pi))


def test_turn_between_goes_round_the_short_way() -> None:
    assert turn_between(math.radians(179), math.radians(-179)) == pytest.approx(math.radians(2))
    assert turn_between(0.0, math.pi) == pytest.approx(math.pi)
