"""Points that go back and are pegged again: too many (8.4.c), a count out of turn (9.2.c, 9.2.e), by a ruling."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tables import CRIB, CUT, PLAY, Table, after_play, verdicts
from test_more_than_two import Doubles, codes
from test_rule_9_order_of_four import Show

from cribbage.replay.transcript import replay

ALBERTA, CORPORATE, HOYLE = ({"profile": name} for name in ("alberta-55plus", "corporate-challenge", "hoyle"))
BOOKS: list[dict[str, Any]] = [{}, {"profile": "acc-2020"}, ALBERTA, CORPORATE, HOYLE, {"muggins": True}]
# Another deal: Bob's hand is worth nine, Ann's eight, her crib three; Ann's last card made one.
NINE = "cut:9H B:5S A:3S B:6C A:3C B:7H B+1 A:9D B:8D A:QH A+1"
OF_NINE = "crib:TS,JC,KD,AC"


def done(table: Any, words: str) -> Any:
    """Do what the words say; ``R9.2.c:A=1`` judges rule by this rule that Ann's front peg goes to hole 1."""
    for word in words.split():
        if found := re.fullmatch(r"R([\d.a-e]+):([AB])=(\d+)", word):
            ruled = {"player": found[2], "front": int(found[3])}
            table.see(ruling={"judges": ["J1", "J2"], "rule": found[1], "moves": [ruled]})
        else:
            table.do(word)
    return table


def of_nine(words: str, **more: Any) -> list[str]:
    """The verdicts on what follows the play of the deal of nine."""
    return list(done(Table(**more).do(NINE), words).verdicts)[2:]


# --- too many, all of it taken back and pegged again -------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_8_4_c_2_a_hand_is_taken_back_whole_and_pegged_again(book: dict[str, Any]) -> None:
    assert after_play("B+11 B-11 B+9 A+5", **book) == [
        "overpeg B 2",
        "corrected B 2",
        "scored B 9",
        "scored A 5",
    ]


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_8_4_c_2_back_too_far_and_on_again_to_the_right_hole(book: dict[str, Any]) -> None:
    assert after_play("B+11 B-4 B+2 A+5", **book) == ["overpeg B 2", "corrected B 2", "scored A 5"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (f"{CUT} B:5H A:TC A+4 A-4 A+2 B:2D", ["overpeg A 2", "corrected A 2", "scored A 2"]),
        (f"{CUT} B:5H A:TC A+4 A-3 A+1 B:2D", ["overpeg A 2", "corrected A 2"]),
        ("cut:JD A+3 A-3 A+2 B:TC", ["overpeg A 1", "corrected A 1", "scored A 2"]),
    ],
)
def test_8_4_c_2_heels_and_points_of_the_play_are_pegged_again(words: str, found: list[str]) -> None:
    assert verdicts(words) == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (f"A+7 A-7 A+5 {CRIB} A+6 clear", ["overpeg A 2", "corrected A 2", "scored A 5", "scored A 6"]),
        (f"A+7 A-3 {CRIB} A+1 A+6 clear", ["overpeg A 2", "corrected A 2", "scored A 6"]),
        (f"A+5 {CRIB} A+8 A-8 A+6 clear", ["scored A 5", "overpeg A 2", "corrected A 2", "scored A 6"]),
        (f"A+5 {CRIB} A+8 A-3 A=15,9 clear", ["scored A 5", "overpeg A 2", "corrected A 2"]),
    ],
)
def test_8_4_c_2_the_dealers_hand_and_crib_are_pegged_again(words: str, found: list[str]) -> None:
    assert after_play(f"B+9 {words}") == ["scored B 9", *found]


def test_8_4_c_2_of_three_players_too() -> None:
    found = Doubles(seats="ABC", dealer="C", profile="hoyle").do("cut:4D A:5H B:TC B+4 B-4 B+2 C:2D")
    assert found == ["overpeg B 2", "corrected B 2", "scored B 2"]


def test_8_4_c_2_what_is_pegged_again_may_be_too_many_or_too_few_once_more() -> None:
    assert after_play("B+11 B-11 B+11")[2:] == ["overpeg B 2"]
    assert after_play("B+11 B-11 B+7 A+5")[2:] == ["underpeg B 2", "scored A 5"]
    assert after_play("B+11 B-4 B+4") == ["overpeg B 2", "overpeg B 2"]
    assert after_play("B+11 B-4 B+1 A+5") == ["overpeg B 2", "underpeg B 1", "scored A 5"]


DOWN_UP_AND_DOWN = {
    "B+11 B+1 A!overpeg B=17,16 B=17,15 A+3 A+5": "overpeg B 2, overpeg B 1, scored A 3, scored A 5",
    "B+11 B-1 B+1 B-2 A+5": "overpeg B 2, corrected B 1, overpeg B 1, corrected B 2, scored A 5",
    "B+11 B-1 B+2 B-3 A+5": "overpeg B 2, corrected B 1, overpeg B 2, corrected B 3, scored A 5",
    "B+11 B+1 B-3 A+5": "overpeg B 2, overpeg B 1, corrected B 3, scored A 5",
    "B+11 B-1 B+1 A!overpeg B-2 A+2 A+5": "overpeg B 2, corrected B 1, overpeg B 1, scored A 2, scored A 5",
    "B+11 B-1 B+2 A!overpeg A+3 B-3 A+5": "overpeg B 2, corrected B 1, overpeg B 2, scored A 3, scored A 5",
    "B+11 B+1 A!overpeg B-3 A+3 A+5": "overpeg B 2, overpeg B 1, scored A 3, scored A 5",
    "B+12 B-1 B+1 B-2 B=17,15": "overpeg B 3, corrected B 1, overpeg B 1, corrected B 2, corrected B 1",
    "B+12 A!overpeg B-1 B+1 B-2 B=17,15": "overpeg B 3, overpeg B 1, corrected B 2, corrected B 1",
    "B+12 B-1 B+1 A!overpeg B-2 B=17,15": "overpeg B 3, corrected B 1, overpeg B 1",
    "B+11 A!overpeg B-1 B+1 B-2 A+2 A+5": "overpeg B 2, overpeg B 1, corrected B 2, scored A 2, scored A 5",
}


@pytest.mark.parametrize("words", DOWN_UP_AND_DOWN)
def test_8_4_c_a_peg_that_goes_down_up_and_down_again_to_the_right_hole_stands_right(words: str) -> None:
    """The hole where it belongs lies behind the other peg, which was pegged too far meanwhile."""
    assert after_play(words) == DOWN_UP_AND_DOWN[words].split(", ")


@pytest.mark.parametrize("pegs", ["A+7 A-1 A+1 A-2", "A+8 A-2 A+1 A-2"])
def test_8_4_c_a_peg_that_stands_right_behind_the_other_one_shows_the_score(pegs: str) -> None:
    """Ann's peg is in 9, the other one in 10: her crib of six goes to 15; from the other peg it is too many."""
    right = after_play(f"B+9 {pegs} {CRIB} A=15,10 clear")
    assert right[-2:] == ["corrected A 2", "scored A 6"]
    wrong = after_play(f"B+9 {pegs} {CRIB} A=16,10 clear")
    assert wrong[-3:] == ["corrected A 2", "overpeg A 1", "overpeg-stands A 1"]


def test_8_4_c_a_peg_behind_the_other_one_and_past_the_right_hole_shows_nothing() -> None:
    assert after_play("B+11 B-1 B+1 B-1 A+5")[3:] == ["corrected B 1", "overpeg-stands B 1", "scored A 5"]
    assert after_play("B+11 B-1 B+1 A+5")[3:] == ["overpeg-stands B 2", "scored A 5"]


def test_8_3_what_is_not_pegged_again_is_too_few_when_the_window_closes() -> None:
    found = after_play(f"B+11 B-11 A+5 {CRIB} A+6 clear")
    assert found == ["overpeg B 2", "corrected B 2", "underpeg B 9", "scored A 5", "scored A 6"]
    table = Table().do(f"{CUT} {PLAY} B+11 B-4 A+5")
    assert table.times[-2] == (table.t - 1.5, "underpeg"), "when the dealer counts"
    assert verdicts(f"{CUT} B:5H A:TC A+4 A-3 B:2D A:9S", **ALBERTA) == ["overpeg A 2", "underpeg A 1"]
    assert after_play("B+11 B-12 A+5 clear")[1:] == ["corrected B 2", "underpeg B 9", "scored A 5"]


def test_8_4_c_1_a_challenge_aloud_before_it_is_pegged_again_is_no_fault_of_the_caller() -> None:
    assert after_play("B+11 B-4 B+2 A+2 A+5")[2] == "unverified A 2"


def test_10_3_d_what_went_back_too_far_cannot_be_called() -> None:
    found = after_play("B+11 B-4 A!muggins2 A+5", muggins=True)
    assert found == ["overpeg B 2", "muggins-refused A 2", "underpeg B 2", "scored A 5"]


# --- out of turn and too many ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+7 A-7 B+9 A+5", ["overpeg A 2", "corrected A 2", "scored B 9", "scored A 5"]),
        ("A+7 B+9 A-7 A+5", ["overpeg A 2", "scored B 9", "corrected A 2", "scored A 5"]),
        (
            "A+7 A-2 A-5 B+9 A+5",
            ["overpeg A 2", "corrected A 2", "unverified A 5", "scored B 9", "scored A 5"],
        ),
        (
            f"B+9 {CRIB} A+8 A-8 A+5 A+6",
            ["scored B 9", "overpeg A 3", "corrected A 3", "scored A 5", "scored A 6"],
        ),
    ],
)
def test_9_2_c_e_a_count_out_of_turn_with_too_many_is_retracted_and_pegged_in_its_turn(
    words: str, found: list[str]
) -> None:
    assert after_play(words) == found


def test_9_2_c_out_of_turn_and_too_many_by_one() -> None:
    found = of_nine(f"A+9 A-9 B+9 A+8 {OF_NINE} A+3 clear")
    assert found == ["overpeg A 1", "corrected A 1", "scored B 9", "scored A 8", "scored A 3"]
    found = of_nine("A+9 A-1 A-8 B+9 A+8")
    assert found == ["overpeg A 1", "corrected A 1", "unverified A 8", "scored B 9", "scored A 8"]


def test_9_2_c_of_four_players_too() -> None:
    found = Show().then("B+9 B-9 A+5 B+7 A+6 B+8")
    assert found == ["overpeg B 2", "corrected B 2", "scored A 5", "scored B 7", "scored A 6", "scored B 8"]


# --- by a ruling -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (
            f"A+8 R9.2.c:A=1 A-8 B+9 A+8 {OF_NINE} A+3",
            ["out-of-order A 8", "scored B 9", "scored A 8", "scored A 3"],
        ),
        ("A+8 R9.2.c:A=1 B+9 A-8 A+8", ["out-of-order A 8", "scored B 9", "scored A 8"]),
        ("A+8 B+9 R9.2.c:A=1 A-3 A-5 A+8", ["out-of-order A 8", "scored B 9", "scored A 8"]),
        (
            f"B+9 {OF_NINE} A+3 R9.2.e:A=1 A-3 A+8 A+3",
            ["scored B 9", "out-of-order A 3", "scored A 8", "scored A 3"],
        ),
        ("A+8 R9.2.c:A=1 A-8 A+8 B+9", ["out-of-order A 8", "out-of-order A 8", "scored B 9"]),
        ("A+8 B+9 R8.4.b:A=5 A-4 clear", ["out-of-order A 8", "scored B 9"]),
        ("B+9 A+8 R9.4.a:A=1 A-8 clear", ["scored B 9", "scored A 8"]),
    ],
)
def test_9_2_c_e_what_judges_send_back_is_pegged_in_its_turn(words: str, found: list[str]) -> None:
    assert of_nine(words) == found


def test_9_2_c_judges_send_a_peg_back_from_the_game_hole() -> None:
    found = of_nine("A+8 R9.2.c:A=113 A-8 B+9 A+8", a=(112, 100))
    assert found == ["out-of-order A 8", "scored B 9", "scored A 8", "game A 10"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B+7 R9.2.c:B=9 B-7 A+5 B+7", ["out-of-order B 7", "scored A 5", "scored B 7"]),
        ("B+7 A+5 R9.2.c:B=9 B-7 B+7", ["scored A 5", "out-of-order B 7", "scored B 7"]),
    ],
)
def test_9_2_c_of_four_players_what_judges_send_back_is_pegged_in_its_turn(
    words: str, found: list[str]
) -> None:
    table = Show()
    assert codes(replay(done(table, f"{words} A+6 B+8").log))[table.before :] == [
        *found,
        "scored A 6",
        "scored B 8",
    ]


# --- what has to be retracted is not the loser's -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "pegs", "found"),
    [
        ("A+8 B+9", (83, 111), "game B 84"),
        ("A+9 B+9", (83, 111), "game B 84"),
        ("A+8 A-8 B+9", (83, 111), "game B 84"),
        ("A+8 B+9", (112, 112), "game B 113"),
        ("B+9 A+8", (112, 80), "game A 90"),
    ],
)
def test_9_2_c_a_count_out_of_turn_is_none_of_the_losers_points(
    words: str, pegs: tuple[int, int], found: str
) -> None:
    assert of_nine(words, a=(pegs[0], 70), b=(pegs[1], 70))[-1] == found


def test_9_2_c_where_the_book_does_not_judge_the_order_the_loser_keeps_them() -> None:
    assert of_nine("A+8 B+9", a=(83, 70), b=(111, 100), **HOYLE)[-1] == "game B 92"


def test_9_2_c_of_four_players_a_move_that_waits_is_none_of_the_losers_points() -> None:
    assert Show(pegs={"A": [113, 100], "B": [80, 70]}).then("B+7 A+5")[-1] == "game A 89"


# --- challenged, though it was right -----------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_8_4_c_challenged_though_it_was_right_and_pegged_again(book: dict[str, Any]) -> None:
    assert after_play("B+9 A!overpeg B-2 B+2 A+5", **book) == ["scored B 9", "scored A 5"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (f"{CUT} B:5H A:TC A+2 B!overpeg A-2 A+2 B:2D", ["scored A 2"]),
        ("cut:JD A+2 B!overpeg A-2 A+2 B:TC", ["scored A 2"]),
        (f"{CUT} B:5H A:TC A+2 B!overpeg A-2 B:2D", ["scored A 2", "backward A 2"]),
        (f"{CUT} B:5H A:TC A+2 B!overpeg A-2 A+4 B:2D", ["scored A 2", "overpeg A 2", "overpeg-stands A 2"]),
        (f"{CUT} B:5H A:TC A+2 A-2 A+2 B:2D", ["scored A 2", "backward A 2", "scored A 2"]),
    ],
)
def test_8_4_c_points_of_the_play_challenged_though_they_were_right(words: str, found: list[str]) -> None:
    assert verdicts(words) == found


def test_8_4_c_hand_and_crib_challenged_though_they_were_right() -> None:
    found = after_play(f"B+9 A+5 B!overpeg A-2 A+2 {CRIB} A+6 B!overpeg A-2 A=15,9 clear")
    assert found == ["scored B 9", "scored A 5", "scored A 6"]
    found = after_play(f"B+9 A+5 {CRIB} B!overpeg A-2 A=9,4 A+6")
    assert found == ["scored B 9", "scored A 5", "scored A 6"], "the front peg went on again"
    assert after_play("B+9 A!overpeg B-2 A+5") == ["scored B 9", "backward B 2", "scored A 5"]
    found = Show().then("A+5 B!overpeg A-2 A+2 B+7 A+6 B+8")
    assert found == ["scored A 5", "scored B 7", "scored A 6", "scored B 8"]


def test_8_4_c_what_went_back_is_not_what_another_score_is_pegged_for() -> None:
    """Ann's hand lacks two that went back; two more are her penalty points, and six her crib."""
    found = after_play(f"B+9 A+5 B!overpeg A-2 rule:A+2 A+2 {CRIB} A+6 clear")
    assert found == ["scored B 9", "scored A 5", "scored A 2", "scored A 6", "backward A 2"]
