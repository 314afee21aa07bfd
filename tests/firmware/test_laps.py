"""A board of 60 holes walked twice: its holes become scores by history; what is unclear is asked."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribbage.log.observations import Holes
from firmware.laps import UNSEEN, Laps, hole_of, scores_of


@dataclass(frozen=True)
class Twice:
    """What is asked of a board."""

    game_hole: int = 121
    lap: int = 60


BOARD = Twice()
START = frozenset({0, -1})


def seen(t: float, a: frozenset[int], b: frozenset[int] = START) -> Holes:
    """What a reader of the board's own holes tells, from scores."""
    return Holes(
        t, {who: frozenset(hole_of(BOARD, s) for s in scores) for who, scores in (("A", a), ("B", b))}
    )


def told(laps: Laps, a: set[int], b: frozenset[int] = START) -> frozenset[int]:
    return laps.take(seen(1.0, frozenset(a), b)).holes["A"]


@given(st.integers(-2, 121))
def test_a_score_is_among_those_of_its_hole(score: int) -> None:
    hole = hole_of(BOARD, score)
    assert score in scores_of(BOARD, hole)
    assert {hole_of(BOARD, one) for one in scores_of(BOARD, hole)} == {hole}


def test_a_board_walked_once_is_left_as_it_is() -> None:
    once = Twice(lap=120)
    assert [scores_of(once, hole_of(once, score)) for score in range(-2, 122)] == [
        (s,) for s in range(-2, 122)
    ]


@settings(max_examples=300)
@given(st.lists(st.integers(1, 29), min_size=1, max_size=40), st.data())
def test_a_whole_game_is_told_in_scores_with_every_peg_in_the_air_and_put_back(
    points: list[int], data: st.DataObject
) -> None:
    laps, front, rear = Laps(BOARD), 0, -1
    assert told(laps, {front, rear}) == {front, rear}
    for more in points:
        if data.draw(st.booleans()):  # a peg is touched and put back
            lifted = data.draw(st.sampled_from([front, rear]))
            told(laps, {front, rear} - {lifted})
            assert told(laps, {front, rear}) == {front, rear}
        if data.draw(st.booleans()):
            assert told(laps, {front}) == {front}
        front, rear = min(front + more, 121), front
        assert told(laps, {front, rear}) == {front, rear}
        if front == 121:
            break
    assert told(laps, {0, rear}) <= {0, rear}
    assert told(laps, {0, -1}) == {0, -1}, "the next game"
    assert laps.unclear == frozenset()


@given(st.integers(0, 100), st.integers(1, 29), st.integers(1, 29), st.integers(1, 20))
def test_a_peg_put_back_between_where_both_stood_is_a_correction_and_no_lap(
    rear: int, gap: int, more: int, back: int
) -> None:
    front = min(rear + gap, 120)
    over = min(front + more, 120)
    right = max(over - back, front + 1)
    if front >= over:
        return
    laps = Laps(BOARD, Holes(0.0, {"A": frozenset({front, rear}), "B": START}))
    assert told(laps, {over, front}) == {over, front}
    assert told(laps, {front}) == {front}
    assert told(laps, {right, front}) == {right, front}


@given(st.integers(1, 120), st.integers(1, 120))
def test_what_is_told_stands_in_the_holes_seen_or_is_said_to_be_unclear(a: int, b: int) -> None:
    laps = Laps(BOARD, Holes(0.0, {"A": frozenset({50, 40}), "B": START}))
    holes = frozenset(hole_of(BOARD, s) for s in (a, b))
    scores = laps.take(Holes(1.0, {"A": holes, "B": START})).holes["A"]
    if "A" in laps.unclear:
        assert scores == {50, 40}
    elif len(holes) == 2:
        assert {hole_of(BOARD, s) for s in scores} == holes
        assert max(scores) - min(scores) < BOARD.lap


def test_without_history_the_lap_is_asked_for_and_taken_from_the_answer() -> None:
    laps = Laps(BOARD)
    assert told(laps, {12, 30}) == frozenset()
    assert laps.unclear == {"A"}
    assert laps.question("A") == (30, 72, 90)
    assert laps.question("B") == ()
    assert not laps.say("A", 31)
    assert not laps.say("B", 0)
    assert laps.say("A", 90)
    assert laps.unclear == frozenset()
    assert told(laps, {72, 90}) == {72, 90}
    assert told(laps, {95, 90}) == {95, 90}


@pytest.mark.parametrize("known", [{0, 7}, {121, 112}, {-1, 0}], ids=str)
def test_a_peg_in_a_start_hole_or_the_game_hole_places_the_other(known: set[int]) -> None:
    laps = Laps(BOARD)
    told(laps, {12, 30})
    assert laps.unclear == {"A"}
    assert told(laps, {12}) == frozenset()
    assert laps.unclear == {"A"}, "one peg in the air answers nothing"
    assert told(laps, known) == known
    assert laps.unclear == frozenset()


def test_a_peg_that_can_have_gone_back_or_a_lap_ahead_is_unclear() -> None:
    behind = Laps(BOARD, Holes(0.0, {"A": frozenset({80, 48}), "B": START}))
    told(behind, {80})
    told(behind, {80, 48})
    assert behind.unclear == {"A"}, "28 forward, or back where it was: 32 behind"
    front_moved = Laps(BOARD, Holes(0.0, {"A": frozenset({70, 50}), "B": START}))
    told(front_moved, {50})
    assert told(front_moved, {50, 99}) == {50}, "as told last"
    assert front_moved.unclear == {"A"}, "29 on from the front peg, or 11 back from the rear one"


def test_both_pegs_moved_under_an_arm_are_ahead_unless_that_lasted_too_long() -> None:
    last = Holes(0.0, {"A": frozenset({50, 45}), "B": START})
    laps = Laps(BOARD, last)
    assert told(laps, {58, 70}) == {58, 70}
    far = Laps(BOARD, last)
    assert told(far, {58, 50 + UNSEEN + 1}) == {50, 45}
    assert far.unclear == {"A"}
    long = Laps(BOARD, last)
    long.missed("A")
    assert told(long, {58, 70}) == {50, 45}
    assert long.unclear == {"A"}
    one_stays = Laps(BOARD, last)
    one_stays.missed("A")
    assert told(one_stays, {50, 70}) == {50, 70}


def test_a_peg_in_the_other_players_track_has_a_score_of_its_owners() -> None:
    last = Holes(0.0, {"A": frozenset({80, 75}), "B": frozenset({40, 35})})
    laps = Laps(BOARD, last)
    laps.take(seen(1.0, frozenset({80, 75}), frozenset({40})))
    out = laps.take(seen(2.0, frozenset({80, 75, 46}), frozenset({40})))
    assert out.holes == {"A": {80, 75, 46}, "B": {40}}
    nobodys = Laps(BOARD, last)
    out = nobodys.take(seen(2.0, frozenset({80, 75, 46}), frozenset({40, 35})))
    assert out.holes["A"] == {80, 75}
    assert nobodys.unclear == {"A"}


def test_after_a_restart_it_goes_on_from_the_scores_that_were_told() -> None:
    laps = Laps(BOARD, Holes(9.0, {"A": frozenset({95, 90}), "B": frozenset({62})}))
    out = laps.take(seen(10.0, frozenset({95, 90}), frozenset({62, 70})))
    assert out.holes == {"A": {95, 90}, "B": {62, 70}}
