"""Every window of a score, by the act that closes it and by the acts that do not: who did it matters, and when.

Rule: ACC 6.3.c, 7.2.b, 8.4.d, 9.2, 10.4; Alberta 13. What is closed is shown by what can no longer be done.
"""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, PLAY, Table, after_play, verdicts

BUT_LAST = PLAY.rsplit(" ", 1)[0]  # Ann has not pegged her last card yet
ALBERTA = "alberta-55plus"


def closing(words: str, code: str, **more: object) -> tuple[str, str | None]:
    """Rule and reason of the last verdict of this code."""
    found = Table(**more).do(words).verdict(code)  # type: ignore[arg-type]
    return found["rule"], found.get("window")


# --- the play ----------------------------------------------------------------------------------------------------


def test_7_2_b_the_play_closes_with_a_hand_total_of_either() -> None:
    for word in ("B!claim9", "A!claim5"):
        assert verdicts(f"{CUT} {BUT_LAST} {word}")[-1] == "underpeg A 1", word
    assert closing(f"{CUT} {BUT_LAST} B!claim9", "underpeg") == ("7.2.b", "dealer-counted")


def test_8_4_d_2_the_play_closes_with_a_hand_pegged_by_either() -> None:
    assert closing(f"{CUT} {BUT_LAST} B+9", "underpeg") == ("7.2.b", "pegged-next")
    assert verdicts(f"{CUT} {BUT_LAST} A+1 B+9")[-2:] == ["scored A 1", "scored B 9"]


def test_10_4_b_the_play_closes_with_the_opponents_call_and_not_with_ones_own() -> None:
    missed = "cut:4D B:5H A:TC"
    assert closing(f"{missed} B!muggins2", "underpeg", muggins=True) == ("7.2.b", "dealer-counted")
    assert verdicts(f"{missed} A!muggins2 A+2", muggins=True)[-1] == "scored A 2"
    found = verdicts(f"{missed} A+3 B!muggins1", muggins=True)
    assert found == ["overpeg A 1", "overpeg-stands A 1", "muggins-refused B 1"], (
        "no overpeg can be claimed now"
    )


def test_8_4_d_1_what_was_pegged_too_much_in_the_play_stands_with_the_next_card() -> None:
    assert closing("cut:4D B:5H A:TC A+3 B:2D", "overpeg-stands") == ("8.4.d", "next-card")


# --- pone's hand ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "reason"),
    [("A+5", "dealer-counted"), ("A!claim5", "dealer-counted"), ("A!accept", "accepted"), ("clear:B", "cleared"),
     (CRIB, "dealer-counted")],
)  # fmt: skip
def test_9_2_a_pones_hand_closes_when_the_dealer_counts_accepts_or_it_is_mixed(
    word: str, reason: str
) -> None:
    assert closing(f"{CUT} {PLAY} B+11 {word}", "overpeg-stands") == ("9.2.a", reason)


@pytest.mark.parametrize("word", ["B!claim9", "B!accept", "clear:A", "B!none"])
def test_9_2_a_pones_hand_does_not_close_by_pones_own_word_or_the_dealers_cards(word: str) -> None:
    assert after_play(f"B+11 {word} B-2") == ["overpeg B 2", "corrected B 2"]


# --- dealer's hand and crib ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "reason"), [("B!accept", "accepted"), ("clear:A", "cleared")])
def test_9_2_b_the_dealers_hand_closes_when_pone_accepts_or_mixes_it(word: str, reason: str) -> None:
    assert closing(f"{CUT} {PLAY} B+9 A+7 {word}", "overpeg-stands") == ("9.2.b", reason)


@pytest.mark.parametrize(("word", "reason"), [("B!accept", "accepted"), ("clear:crib", "cleared")])
def test_9_2_d_the_crib_closes_when_pone_accepts_or_mixes_it(word: str, reason: str) -> None:
    assert closing(f"{CUT} {PLAY} B+9 A+5 {CRIB} A+8 {word}", "overpeg-stands") == ("9.2.d", reason)


@pytest.mark.parametrize("word", ["A!accept", "B!claim9", "clear:B"])
def test_9_2_b_and_d_neither_closes_by_anything_else(word: str) -> None:
    assert after_play(f"B+9 A+7 {word} A-2")[1:] == ["overpeg A 2", "corrected A 2"]
    assert after_play(f"B+9 A+5 {CRIB} A+8 {word} A-2")[2:] == ["overpeg A 2", "corrected A 2"]


# --- a peg in the air ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("act", ["clear:crib", "clear:crib clear:A clear:B", "clear", "clear cut:5S"])
def test_9_2_d_a_peg_lifted_for_the_crib_before_the_cards_are_swept_up_lands_in_time(act: str) -> None:
    assert after_play(f"B+9 A+5 {CRIB} A^ {act} A=15,9 wait")[2:] == ["scored A 6"]


def test_9_2_d_a_peg_lifted_in_time_that_pegs_something_else_is_held_against_nobody() -> None:
    assert after_play(f"B+9 A+5 {CRIB} A^ clear A=13,9 wait")[2:] == ["unverified A 4"]


def test_9_2_d_a_peg_lifted_and_put_back_has_pegged_nothing() -> None:
    assert after_play(f"B+9 A+5 {CRIB} A^ clear A=9,4 wait")[2:] == ["underpeg A 6"]


def test_7_2_b_a_peg_lifted_before_the_opponents_card_lands_in_time() -> None:
    assert verdicts("cut:4D B:5H A:TC holes:0|0,-1 B:2D holes:2,0|0,-1 wait") == ["scored A 2"]


# --- books that leave it open until the next cut -------------------------------------------------------------------


@pytest.mark.parametrize("book", [ALBERTA, "hoyle"])
def test_alberta_13_an_error_may_be_put_right_until_the_next_cut_and_not_after(book: str) -> None:
    deal = f"B+11 A+5 {CRIB} A+6 clear"
    assert after_play(deal, profile=book) == ["overpeg B 2", "scored A 5", "scored A 6"]
    assert after_play(f"{deal} B-2", profile=book)[-1] == "corrected B 2"
    assert after_play(f"{deal} cut:5S", profile=book)[-1] == "overpeg-stands B 2"


@pytest.mark.parametrize("book", ["acc-2025", ALBERTA])
def test_11_1_what_was_given_before_the_cut_is_not_closed_by_it(book: str) -> None:
    deal = f"B+9 A+5 {CRIB} A+6 clear rule:B+3 cut:5S B+3"
    assert after_play(deal, profile=book)[-1] == "scored B 3"


def test_alberta_13_a_score_of_the_play_is_missed_with_ones_own_next_card_not_with_the_opponents() -> None:
    assert verdicts("cut:4D B:5H A:TC B:2D A+2", profile=ALBERTA) == ["scored A 2"]
    assert verdicts("cut:4D B:5H A:TC B:2D A:3C", profile=ALBERTA) == ["underpeg A 2"]


def test_alberta_13_too_many_pegged_in_the_play_may_be_claimed_after_ones_own_next_card_too() -> None:
    """The card ends the time for points that were missed, and for nothing else."""
    found = verdicts("cut:4D B:5H A:TC A+4 B:2D A:3D B!overpeg A-2 B+2", profile=ALBERTA)
    assert found == ["overpeg A 2", "scored B 2"]


def test_7_2_b_with_the_opponent_out_of_cards_points_wait_across_a_new_series() -> None:
    """Bob has no card left: three kings, a go and the last card may be pegged together."""
    play = "cut:4D B:TC A:TD A+2 B:2C B:3C B+1 A:KD B:KC B+2 A:KH A:QD A+8"
    assert verdicts(play)[-1] == "scored A 8"


def test_7_2_b_the_verdict_on_missed_points_says_what_they_were_for() -> None:
    hand = Table().do(f"{CUT} {PLAY} B!none A+5").verdict("underpeg")
    assert hand["breakdown"].startswith("fifteen two")
    assert "breakdown" not in Table().do("cut:4D B:5H A:TC B:2D").verdict("underpeg")
