"""What somebody may claim, and how much of it, when something else went wrong just before: each by its rule."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, PLAY, Table
from test_more_than_two import Doubles
from test_pegged_for_nothing import FOUR

RENEGE = "cut:KS B:TC A:QH B:5D A!go B+1"  # on twenty-five Ann says go, and holds a six
CARD = f"{CUT} B:5H A:TC"  # Ann's card makes fifteen
SHOW = f"{CUT} {PLAY}"  # Bob's hand is worth nine, Ann's five, her crib six


def said(words: str, **more: object) -> list[str]:
    return Table(**{"late_s": 0} | more).do(words).verdicts  # type: ignore[arg-type]


def four(words: str, **more: object) -> list[str]:
    return Doubles(**{"late_s": 0} | more).do(f"{FOUR} {words}")[6:]


# --- reneges -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["acc-2025", "acc-2020"])
@pytest.mark.parametrize("word", ["B!renege ", ""])
def test_7_3_a_a_renege_is_claimed_whichever_card_of_its_player_shows_it(book: str, word: str) -> None:
    """It is Ann's third card, when neither holds more than one."""
    found = said(f"{RENEGE} A:9C B:KD A:6S {word}B+2 B:4H B+1 A:QS A+1", profile=book)
    assert found == ["scored B 1", "scored B 2", "scored B 1", "renege A 2", "scored A 1"]


@pytest.mark.parametrize("peg", ["A+2", "B+7"])
def test_7_3_b_nobody_but_the_others_claims_a_renege_and_for_no_other_points(peg: str) -> None:
    found = said(f"{RENEGE} A:9C B:KD A:6S {peg} B:4H B+1 A:QS A+1")
    assert f"overpeg {peg.replace('+', ' ')}" in found


@pytest.mark.parametrize(
    ("front", "points", "found"),
    [(119, 1, ["scored B 1", "game B 60"]), (118, 2, ["scored B 2", "game B 60"]), (117, 2, ["scored B 2"])],
)
def test_7_3_b_11_1_points_for_a_renege_may_win_the_game(front: int, points: int, found: list[str]) -> None:
    """What is left to the game hole is counted from where Bob stood before he pegged for it."""
    assert said(f"{RENEGE} A:6C B!renege B+{points} wait", a=(60, 50), b=(front, 110)) == [
        "scored B 1",
        *found,
    ]


@pytest.mark.parametrize("words", ["A!muggins3 A!overpeg B-2 A+2 B+3", "A!overpeg B-2 A+2 A!muggins3 B+3"])
def test_10_4_a_a_wrong_call_gives_its_points_where_too_many_of_the_caller_s_opponent_go_back(
    words: str,
) -> None:
    """Bob stands on 120, two too far: the three that Ann forfeits win from 118, whichever is said first."""
    found = said(f"{SHOW} B+11 {words} wait", muggins=True, a=(60, 50), b=(103, 95))[5:]
    assert sorted(found[:3]) == ["muggins-refused A 3", "overpeg B 2", "scored A 2"]
    assert found[3:] == ["scored B 3", "game B 66"]


# --- muggins -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("back", ["", "A-2 "])
def test_1_6_10_4_b_points_pegged_too_late_are_no_later_score_and_close_no_call(back: str) -> None:
    found = said(f"{CARD} B:2D A+2 {back}B!muggins2 B+2 A:3C", muggins=True)
    assert found[:2] == ["underpeg A 2", "overpeg A 2"]
    assert found[-2:] == ["muggins B 2", "scored B 2"]


# --- accepted counts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("pegs", ["B+4", "B+2 B+2"])
def test_7_4_a_7_2_b_what_an_accepted_count_earns_may_be_pegged_in_parts(pegs: str) -> None:
    """Twenty-eight called thirty-one, and a pair."""
    found = said(f"cut:4D B:TC A:9H B:9D B!count31 {pegs} A:3S")
    assert found == [f"scored B {peg[2:]}" for peg in pegs.split()]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+2 B:2D", ["scored A 2"]),
        ("A+3 B:2D", ["overpeg A 1", "overpeg-stands A 1"]),
        ("A+4 A-2 B:2D", ["overpeg A 2", "corrected A 2"]),
        ("A+4 A-1 B:2D", ["overpeg A 2", "corrected A 1", "overpeg-stands A 1"]),
        ("A+4 A-4 B:2D", ["overpeg A 4", "corrected A 4"]),
        ("A+3 A!count16 B:2D", ["overpeg A 3", "overpeg-stands A 3"]),
    ],
)
def test_7_4_a_more_than_an_accepted_count_earns_is_too_many_by_the_rest(
    words: str, found: list[str]
) -> None:
    """Sixteen called fifteen, for two."""
    assert said(f"cut:4D B:6H A:TC A!count15 {words}") == found


def test_7_4_b_who_takes_back_what_a_wrong_count_earned_has_corrected_it() -> None:
    """Before Bob plays on; that it was too much is withdrawn, as the word may be tapped late."""
    found = said("cut:4D B:6H A:TC A!count15 A+2 A-2")
    assert found == ["overpeg A 2", "corrected A 2"]
    assert "backward A 2" not in said("cut:4D B:6H A:TC A!count15 A+2 A-2 B:2D")


# --- pegs ----------------------------------------------------------------------------------------------------


def test_8_5_a_2_the_front_peg_may_go_the_wrong_way_from_the_other_one() -> None:
    """Ann stands on 22 and 10, and has two to peg: the front peg goes two behind the other, and both stay there."""
    found = said(f"{CARD} holes:10|0,-1 holes:10,8|0,-1 wait B:2D", a=(22, 10))
    assert found == ["front-peg-removed A 14"]


# --- the crib lies open ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+6 A-1 A+6", ["overpeg A 1", "corrected A 1", "scored A 6"]),
        ("A+6 B!overpeg A-1 B+1 A+6", ["overpeg A 1", "scored B 1", "scored A 6"]),
        ("A+6 B!overpeg B+1 A-1 A+6", ["overpeg A 1", "scored B 1", "scored A 6"]),
        ("A+6 A+5", ["out-of-order A 6", "scored A 5"]),
        ("A+6 B!overpeg A-6 A+5 A+6", ["out-of-order A 6", "scored A 5", "scored A 6"]),
        ("A+6 B!overpeg B+2 A+5", ["overpeg B 2", "out-of-order A 6", "overpeg-stands B 2", "scored A 5"]),
    ],
)
def test_8_4_c_a_hand_pegged_too_far_may_be_worth_the_open_crib(words: str, found: list[str]) -> None:
    """Ann's hand is worth five and she pegs six, which is what her crib is worth, and it lies open."""
    assert said(f"{SHOW} B+9 {CRIB} {words} clear")[5:] == ["scored B 9", *found]


@pytest.mark.parametrize("first", ["A", "B"])
@pytest.mark.parametrize("gap", [0.05, 0.3, 0.8, 1.5])
def test_9_2_c_who_pegs_at_the_same_time_as_the_pone_is_not_out_of_order(first: str, gap: float) -> None:
    """Bob has lifted his peg first, and his nine take longer than Ann's five; or not."""
    table = Table().do(SHOW)
    table.see(2.0, holes={"A": [4, 3], "B": [6]})
    table.see(0.8, holes={"A": [4], "B": [6]})
    table.see(0.7, holes={"A": [9, 4], "B": [6]} if first == "A" else {"A": [4], "B": [15, 6]})
    table.see(gap, holes={"A": [9, 4], "B": [15, 6]})
    table.pegs = {"A": [9, 4], "B": [15, 6]}
    table.t += 1.5
    found = table.do(f"{CRIB} A+6 clear").verdicts[5:]
    assert sorted(found) == ["scored A 5", "scored A 6", "scored B 9"]


@pytest.mark.parametrize("words", [f"{CRIB} A+6", f"{CRIB} holes:9|15,6 wait wait"])
def test_9_3_a_the_starter_is_not_taken_up_too_soon_where_the_crib_may_be_pegged(words: str) -> None:
    assert not Table().do(f"{SHOW} B+9 A+5 {words} starter0 clear").remarks


# --- hands of a pair -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["hoyle", "corporate-challenge", "alberta-55plus"])
def test_8_4_c_2_too_many_put_right_at_once_were_not_for_the_partners_hand(book: str) -> None:
    """Ann's hand is worth four, Cy's six: Ann pegs six, and puts two back."""
    found = four("A+6 A-2 B+2 A+6 B+5", profile=book)
    assert found == ["scored A 6", "corrected A 2", "scored B 2", "scored A 6", "scored B 5"]


@pytest.mark.parametrize("words", ["A+6 A-1 B+2", "A+4 A-2 B+2"])
def test_8_6_what_leaves_no_hand_of_the_pair_is_no_correction(words: str) -> None:
    found = four(words, profile="hoyle")
    assert found[1] == f"backward A {words[6]}"


def test_7_4_b_a_count_that_held_a_moment_ago_may_be_tapped_late() -> None:
    """Ann says twenty as she lays her three, and taps it when twenty-nine lie there: no count is known from there on,
    and Bob's card is not one to be pegged for a go."""
    table = Table(profile="acc-2025", dealer="B", a=(0, -1), b=(42, 41))
    table.do("cut:AD A:7D B:KD A:3H B:AC A:8D A!count20 A+1 B:JC A:6D B!go B:9C B+1 wait")
    assert table.verdicts == ["unverified A 1", "unverified B 1"]


# --- the game hole -------------------------------------------------------------------------------------------


def test_8_4_c_1_8_4_a_what_was_challenged_and_not_put_back_wins_no_game() -> None:
    """Ann's hand was two too many, Bob has called and scored that; with the crib she would be on 119."""
    found = said(f"{SHOW} B+9 A+7 B!overpeg B+2 {CRIB} A+6 wait", a=(104, 99), b=(60, 50))[5:]
    assert found == ["scored B 9", "overpeg A 2", "scored B 2", "false-claim A 2"]


def test_8_4_c_1_what_was_put_back_after_all_does_not_count_against_the_claim() -> None:
    found = said(f"{SHOW} B+9 A+7 B!overpeg B+2 A-2 {CRIB} A+6 wait", a=(106, 99), b=(60, 50))[5:]
    assert found[-2:] == ["scored A 6", "game A 77"]


# --- his heels ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["acc-2025", "hoyle", "alberta-55plus"])
def test_6_3_c_whoever_turns_out_to_deal_has_his_heels_until_they_lay_a_card(book: str) -> None:
    """The camera was covered in the deal before, so nobody knows who deals until Ann leads; Bob pegs for the Jack,
    and a moment later for his pair."""
    covered = PLAY.replace("B:5H", "camera! camera. B:5H")
    table = Table(profile=book).do(f"{CUT} {covered} B+9 A+5 {CRIB} A+6 starter0 clear cut:JC A:5H B+2")
    table.zone("B", ["5D"], 0.2)
    assert table.do("B+2 A:4H wait").verdicts[-2:] == ["unverified B 2", "unverified B 2"]
