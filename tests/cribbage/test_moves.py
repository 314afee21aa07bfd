"""Pegs on a track: what moved, and when it counts as let go of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribbage.score.track import PegPair, score_of
from cribbage.sight.pegmoves import RELEASE_S, Shape, Watch, explain

holes = st.integers(-2, 121)
pairs = st.lists(holes, min_size=2, max_size=2, unique=True)


def test_a_pair_prints_as_front_and_rear() -> None:
    assert str(PegPair.of([10, 22])) == "22/10"
    assert PegPair(22, 10).score == 22
    assert PegPair(0, -1).at_start
    assert [score_of(hole) for hole in (-2, -1, 0, 1, 121)] == [0, 0, 0, 1, 121]


@pytest.mark.parametrize(
    ("before", "now", "shape", "points"),
    [
        ((22, 10), (34, 22), Shape.LEAP, 12),
        ((22, 10), (22, 15), Shape.REAR_UP, 0),
        ((22, 10), (22, 4), Shape.REAR_BACK, 0),
        ((22, 10), (30, 10), Shape.FRONT_ON, 8),
        ((22, 10), (20, 10), Shape.FRONT_BACK, -2),
        ((22, 10), (10, 4), Shape.FRONT_BACK, -12),
        ((22, 10), (40, 30), Shape.BOTH, 18),
        ((0, -1), (5, 0), Shape.LEAP, 5),
        ((0, -1), (5, -1), Shape.LEAP, 5),
        ((7, 0), (9, 7), Shape.LEAP, 2),
    ],
)
def test_shapes_of_moves(before: tuple[int, int], now: tuple[int, int], shape: Shape, points: int) -> None:
    move = explain("A", 1.0, PegPair(*before), frozenset(now))
    assert move is not None
    assert (move.shape, move.points) == (shape, points)
    assert move.after.holes == frozenset(now)


@pytest.mark.parametrize(
    ("before", "now"), [((22, 10), (10, 22)), ((0, -1), (-1, -2)), ((5, 0), (5, -2)), ((5, -1), (5, -2))]
)
def test_what_is_no_move(before: tuple[int, int], now: tuple[int, int]) -> None:
    assert explain("A", 1.0, PegPair(*before), frozenset(now)) is None


@given(pairs, pairs)
def test_a_move_ends_where_the_pegs_stand(before: list[int], now: list[int]) -> None:
    pegs = PegPair.of(before)
    move = explain("A", 0.0, pegs, frozenset(now))
    if move is None:
        assert PegPair.of(now).score == pegs.score
    else:
        assert move.after.holes == frozenset(now)
        assert move.points == PegPair.of(now).score - pegs.score


def watch(front: int = 22, rear: int = 10) -> Watch:
    return Watch("A", PegPair(front, rear))


def test_a_move_is_released_one_second_after_it_is_whole() -> None:
    pegs = watch()
    assert pegs.see(5.0, frozenset({22})) is None
    assert pegs.in_air
    assert pegs.deadline is None
    pegs.see(5.5, frozenset({22, 34}))
    assert pegs.deadline == 5.5 + RELEASE_S
    move = pegs.release()
    assert move is not None
    assert (str(move), move.t) == ("A 22/10>34/22", 5.5)
    assert pegs.release() is None
    assert not pegs.busy


def test_while_it_is_in_the_air_again_nothing_is_released() -> None:
    pegs = watch()
    pegs.see(5.0, frozenset({22, 34}))
    pegs.see(5.4, frozenset({22}))
    assert pegs.deadline is None
    assert pegs.release() is None
    pegs.see(5.8, frozenset({22, 32}))
    move = pegs.release()
    assert move is not None
    assert move.points == 10


def test_a_hand_that_takes_the_other_peg_has_let_go_of_the_first() -> None:
    pegs = watch()
    pegs.see(5.0, frozenset({22, 34}))
    first = pegs.see(5.4, frozenset({34}))
    assert first is not None
    assert first.points == 12
    pegs.see(5.8, frozenset({34, 40}))
    second = pegs.release()
    assert second is not None
    assert second.points == 6


def test_put_back_is_no_move_and_the_same_again_is_nothing() -> None:
    pegs = watch()
    pegs.see(5.0, frozenset({22}))
    assert pegs.lifted_t == 5.0
    assert pegs.see(5.1, frozenset({22})) is None
    pegs.see(5.4, frozenset({22, 10}))
    assert not pegs.busy
    assert pegs.lifted_t is None


def test_both_pegs_out_is_remembered() -> None:
    pegs = watch()
    pegs.see(5.0, frozenset({22}))
    pegs.see(5.2, frozenset())
    pegs.see(5.4, frozenset({30, 22}))
    move = pegs.release()
    assert move is not None
    assert move.both_lifted


def test_a_start_peg_may_change_its_start_hole() -> None:
    pegs = watch(5, -1)
    pegs.see(5.0, frozenset({5, -2}))
    assert pegs.rest == PegPair(5, -2)


def test_the_front_peg_is_the_one_that_was_ruled_to_be() -> None:
    pegs = watch(110, 103)
    pegs.take_as_front(103)
    assert pegs.rest == PegPair(103, 110)
    pegs.take_as_front(103)
    assert pegs.rest == PegPair(103, 110)
    pegs.see(6.0, frozenset({103, 107}))
    move = pegs.release()
    assert move is not None
    assert move.points == 4
    pegs.rebase(PegPair(50, 40))
    assert pegs.holes == frozenset({50, 40})
