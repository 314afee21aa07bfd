"""What a history has to hold against a player so that it acquits them of nothing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from cribbage.log.events import Event
from cribbage.log.verdicts import Code
from cribbage.worlds.acquittal import FOLLOW_UPS, answer_of, faults_in
from cribbage.worlds.history import History
from cribbage.worlds.judged import Found

OVERPEG = Event("verdict", 9.0, {"code": "overpeg", "player": "A", "points": 2, "move": "A 0/-1>2/0"})
MATTER = ("move", "A", 9.0)
LAID, LATE_S = 11.0, 4.0


def found(
    player: str = "A", matter: tuple[Any, ...] = MATTER, points: int = 2, code: str = "overpeg"
) -> Found:
    return Found(code, player, points, matter, 1, 0, points)


def history(
    *faults_: Found, odd: Any = (), right: Found | None = None, challenger: str | None = None
) -> History:
    made = SimpleNamespace(
        found=list(faults_),
        settled_found=lambda now, after: [one for one in faults_ if one.t <= max(after, now - LATE_S)],
        settled_odd=lambda now: set(odd) if now > LAID + LATE_S else set(),
        told_late=(),
        challenger=challenger,
        gave_up=None,
        odd=frozenset(),
        right={MATTER: right}.get,
    )
    return cast("History", made)


TOLD = history(found())


def said(other: History) -> tuple[Found | None, str]:
    answer = answer_of(other, TOLD, OVERPEG, MATTER, 1)
    return answer.found, answer.statement["says"]


def test_a_history_in_which_the_move_is_right_acquits() -> None:
    assert said(history(right=found(code="scored"))) == (None, "right")
    assert said(history()) == (None, "open")


def test_one_that_holds_less_against_it_acquits_of_the_rest() -> None:
    less = found(points=1)
    assert said(history(less)) == (less, "same")


def test_one_with_more_faults_still_holds_less_of_the_same_against_it() -> None:
    """How much of it is certain does not depend on what else was done in that history."""
    less = found(points=1)
    assert said(history(less, found("B", ("move", "B", 4.0)))) == (less, "same")


@pytest.mark.parametrize(
    ("other", "says"),
    [
        (history(found(points=3), found("B", ("move", "B", 4.0))), "same"),
        (history(found(points=1, code=Code.UNDERPEG), found("B", ("move", "B", 4.0))), "same"),
        (history(odd=[("turn", "A", None)]), "odd"),
        (history(found("B", ("move", "B", 4.0)), found("B", ("move", "B", 6.0))), "more"),
    ],
)
def test_nobody_is_acquitted_by_a_history_that_is_no_better(other: History, says: str) -> None:
    as_told, proof = said(other)
    assert as_told is not None
    assert (as_told.points, proof) == (2, says)


def test_one_in_which_they_did_something_else_acquits_of_this() -> None:
    """The player has done something wrong in both, but nobody knows which of the two."""
    else_ = found(matter=("missed", "A", 4.0), code=Code.UNDERPEG)
    assert said(history(else_)) == (None, "other")
    as_told, says = said(history(else_, challenger="A"))  # words that nobody tapped are no excuse
    assert (as_told and as_told.points, says) == (2, "other")


def test_one_in_which_another_move_was_as_many_too_many_does_not_acquit_and_one_with_fewer_does() -> None:
    fewer = found(matter=("move", "A", 4.0), points=1)
    assert said(history(fewer)) == (None, "other")
    as_many = found(matter=("move", "A", 4.0), points=2)
    assert said(history(as_many)) == (as_many, "other")


def test_where_one_peg_came_down_twice_too_far_both_times_the_fewer_are_too_many() -> None:
    again = Found("overpeg", "A", 1, ("move", "A", 9.8), 1, 0, 1, 9.8)
    assert said(history(again)) == (again, "other")


def test_an_odd_card_of_somebody_else_acquits_all_the_same() -> None:
    assert said(history(odd=[("turn", "B", None)])) == (None, "open")


def test_a_card_just_laid_is_not_odd_before_one_that_lay_there_earlier_can_be_told_no_more() -> None:
    other = history(odd=[("passed over", "A", None)])
    assert answer_of(other, TOLD, OVERPEG, MATTER, 1, LAID + 1).found is None
    assert answer_of(other, TOLD, OVERPEG, MATTER, 1, LAID + LATE_S + 1).statement["says"] == "odd"


def test_what_follows_from_a_fault_is_none_of_its_own() -> None:
    stands = found(matter=("overpeg-stands", "A", 1, "1-play-A"), code=Code.OVERPEG_STANDS)
    assert stands.code in FOLLOW_UPS
    assert faults_in(history(found(), stands).found, 1) == 1
    assert faults_in(history(found(), found("B", ("move", "B", 4.0))).found, 1, "B") == 1
    assert faults_in(history(found()).found, 2) == 0
