"""Awards, muggins points and points for calls in vain that are pegged wrong, and calls of what was missed."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, PLAY, Table, after_play, verdicts
from test_more_than_two import Doubles

TO_SHOW = "cut:9H B:5S A:3S B:6C A:3C B:7H B+1 A:9D B:8D A:QH A+1"
OPEN = "crib:TS,JC,KD,AC"
"""Bob's hand is worth nine, Ann's eight, and the crib, which lies open, three."""
FOUR_PLAY = (
    "cut:4S A:TC B:KD C:QH D!go A!go B!go A+1 D:9C A:JD B:2C C:TD A+2 D:6C A:KH B:3C C:JC D:2D B+2 "
    "A:QS B:8C C:KS D:3D B+2"
)
FALSE = "B+12 A!judge rule:B=103,A+3 B=118,109 B=109,103"
BOOKS = ("acc-2025", "acc-2020", "alberta-55plus", "corporate-challenge", "hoyle")


def in_show(words: str, **more: object) -> list[str]:
    return verdicts(f"{TO_SHOW} {words}", **more)[2:]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+3 A+5", ["overpeg A 1", "scored A 5"]),
        ("A+4 A+5", ["overpeg A 2", "scored A 5"]),
        ("A+1 A+5", ["underpeg A 1", "scored A 5"]),
        ("A+3 A-1 A+5", ["overpeg A 1", "corrected A 1", "scored A 5"]),
        ("A+3 A-3 A+2 A+5", ["unverified A 3", "scored A 2", "scored A 5"]),
        ("A+3 B!overpeg A-1 B+1 A+5", ["overpeg A 1", "scored B 1", "scored A 5"]),
        ("A+3 A!claim5 A+5", ["overpeg A 1", "scored A 5"]),
        ("A+3 A!claim3 wait", ["underpeg A 2"]),
        ("A+3 wait", ["underpeg A 2"]),
        ("A+4 A+2", ["underpeg A 1", "scored A 2"]),
        ("A+6 A+2", ["overpeg A 1", "scored A 2"]),
        ("A+6 wait", ["underpeg A 1"]),
        (f"A+3 {CRIB} A+6 clear", ["underpeg A 2", "scored A 6"]),
        ("A+3 clear:A", ["underpeg A 2"]),
    ],
)
def test_11_2_what_a_peg_beside_an_award_was_for_the_next_one_shows(words: str, found: list[str]) -> None:
    """Two for an overpeg, and a hand of five: the fewest faults, then the fewest points are wrong."""
    assert after_play(f"B+11 A!overpeg B-2 {words}")[1:] == found


@pytest.mark.parametrize(("pegged", "found"), [(2, "underpeg A 1"), (4, "overpeg A 1"), (1, "underpeg A 2")])
def test_11_2_points_of_a_false_claim_are_no_hand(pegged: int, found: str) -> None:
    assert after_play(f"{FALSE} A+{pegged} A+5", b=(103, 99))[1:] == [found, "scored A 5"]


def test_11_2_the_peg_stays_where_it_belongs() -> None:
    assert Table().do(f"{CUT} {PLAY} B+11 A!overpeg B-2 A+3 A+5").verdict("overpeg")["remedy"] == {"front": 6}


def test_11_2_an_overpegged_award_stands_when_the_deal_is_over() -> None:
    found = in_show(f"B+11 A!overpeg B-2 A+3 A+8 {OPEN} A+3 clear")
    assert found == ["overpeg B 2", "overpeg A 1", "scored A 8", "scored A 3", "overpeg-stands A 1"]


def test_10_4_a_muggins_points_are_pegged_like_an_award() -> None:
    found = in_show("B+7 A!muggins4 A+4 A+8", muggins=True)
    assert found == ["underpeg B 2", "muggins A 2", "overpeg A 2", "scored A 8"]
    less = in_show("B+7 A!muggins1 A+2 A+8", muggins=True)
    assert less == ["underpeg B 2", "muggins A 1", "unverified A 2", "scored A 8"], "two may have been called"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+4 A+2 B:2D", ["overpeg A 1", "scored A 2"]),
        ("A+4 B:2D", ["underpeg A 1"]),
        ("A+1 A+2 B:2D", ["underpeg A 2", "scored A 2"]),
        ("A+4 A+3 B:2D", ["overpeg A 2", "scored A 3", "overpeg-stands A 2"]),
        ("A+4 B!overpeg A-1 B+1 A+2 B:2D", ["overpeg A 1", "scored B 1", "scored A 2"]),
        ("A+1 B!overpeg A+2 B:2D", ["underpeg A 2", "scored A 2"]),
    ],
)
def test_11_2_an_award_beside_a_score_of_the_play(words: str, found: list[str]) -> None:
    """Ann has three by a ruling and two for her fifteen."""
    assert verdicts(f"cut:4D B:5H A:TC rule:A+3 {words}") == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("rule:B+2 B+3 B+9 A+5", ["overpeg B 1", "scored B 9", "scored A 5"]),
        ("rule:B+2 B+3 A+5", ["underpeg B 6", "scored A 5"]),
        ("rule:A+2 A+3 B+9 A+5", ["overpeg A 1", "scored B 9", "scored A 5"]),
        ("rule:A+2 A+3 B!claim9 B+9 A+5", ["overpeg A 1", "scored B 9", "scored A 5"]),
        ("rule:A+2 rule:B+1 A+3 B+1 B+9 A+5", ["scored B 1", "overpeg A 1", "scored B 9", "scored A 5"]),
        ("rule:A+2 rule:A+1 A+4 B+9 A+5", ["overpeg A 1", "scored B 9", "scored A 5"]),
        ("rule:A+2 rule:A+1 A+3 B+9 A+5", ["scored A 3", "scored B 9", "scored A 5"]),
    ],
)
def test_11_2_anothers_hand_shows_what_a_peg_before_it_was_for(words: str, found: list[str]) -> None:
    assert sorted(after_play(words)) == sorted(found)


@pytest.mark.parametrize(
    "unseen", ["board! wait", "A^ B!go clear"], ids=["the board failed", "a peg is up at the end"]
)
def test_11_2_what_the_next_peg_would_have_shown_stays_open_where_pegs_are_not_seen(unseen: str) -> None:
    assert after_play(f"B+11 A!overpeg B-2 A+3 {unseen}") == ["overpeg B 2", "unverified A 3"]


@pytest.mark.parametrize(("call", "found"), [("B+11 A!overpeg B-2", 1), ("B+9 A!overpeg", 3)])
def test_4_4_a_hand_that_is_ruled_dead_was_not_pegged(call: str, found: int) -> None:
    table = Table().do(f"{CUT} {PLAY} {call} A+3")
    table.see(ruling={"judges": ["J1", "J2"], "rule": "4.4", "moves": [], "deal": {"dead": ["A"]}})
    assert table.do(f"{CRIB} A+6").verdicts[6:] == [f"overpeg A {found}", "scored A 6"]


@pytest.mark.parametrize(("points", "found"), [(3, "overpeg B 1"), (1, "underpeg B 1")])
def test_11_2_doubles_an_award_is_not_out_of_order(points: int, found: str) -> None:
    words = f"{FOUR_PLAY} A+6 D!overpeg A-2 B+{points} B+7 A+4 B+9"
    assert Doubles(profile="acc-2025").do(words)[4:] == [
        "overpeg A 2", found, "scored B 7", "scored A 4", "scored B 9",
    ]  # fmt: skip


# --- calls that brought nothing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", BOOKS)
@pytest.mark.parametrize("call", ["B+9 A!overpeg", "B+7 A!muggins2"])
def test_8_4_c_what_is_pegged_for_a_call_in_vain_is_no_short_hand(profile: str, call: str) -> None:
    found = after_play(f"{call} A+2 A-2 A+5", profile=profile)
    assert [one for one in found if " A " in one and "muggins" not in one] == [
        "overpeg A 2", "corrected A 2", "scored A 5",
    ]  # fmt: skip


def test_9_2_a_what_is_pegged_for_a_call_that_came_too_late_is_no_short_hand() -> None:
    found = after_play("B+11 A!claim5 A!overpeg B-2 A+2 A+5")
    assert found[-2:] == ["overpeg A 2", "scored A 5"]


def test_8_4_c_a_book_without_an_award_for_an_overpeg_has_nothing_to_peg_for_it() -> None:
    found = after_play("B+11 A!overpeg B-2 A+3 A+5", profile="hoyle")
    assert found == ["overpeg B 2", "overpeg A 3", "scored A 5"]


def test_8_3_a_short_hand_after_a_call_in_vain_is_short() -> None:
    assert after_play(f"B+9 A!overpeg A+3 {CRIB} A+6 clear")[1:] == ["underpeg A 2", "scored A 6"]
    found = after_play("B+9 A!overpeg A+3 B!muggins2 B+2", muggins=True)
    assert found[1:] == ["underpeg A 2", "muggins B 2", "scored B 2"]
    assert after_play("B+9 A!overpeg A+5")[1:] == ["scored A 5"]
