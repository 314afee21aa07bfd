"""Rule 8: pegs, one test for each sentence that the referee acts on."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, PLAY, PLAY_VERDICTS, Table, after_play, verdicts

# After the play of the usual deal Ann's pegs stand in 4/3 and Bob's in 6/5; the hands are worth 9 and 5, the crib 6.


def test_8_1_the_rear_peg_leapfrogs_and_any_start_hole_will_do() -> None:
    assert verdicts(f"{CUT} B:5H A:TC A=2,-1") == ["scored A 2"]
    assert verdicts(f"{CUT} B:5H A:TC A=2,0") == ["scored A 2"]
    assert verdicts(f"{CUT} B:5H A=0,-2 A:TC A=2,-2") == ["scored A 2"]


def test_8_2_a_zero_hand_is_not_pegged() -> None:
    """Bob holds 2 4 6 8 with a queen: nothing."""
    deal = "cut:QS B:2C A:KD B:4H A:KS A+1 B:6H A:9S A+2 B:8D B+1 A:9D A+1"
    pegged = ["scored A 1", "scored A 2", "scored B 1", "scored A 1"]
    assert verdicts(f"{deal} A+4") == [*pegged, "scored A 4"], "there is nothing to wait for"
    assert verdicts(f"{deal} B+2 A+4") == [*pegged, "overpeg B 2", "overpeg-stands B 2", "scored A 4"]


@pytest.mark.parametrize(("pegged", "missed"), [(7, 2), (1, 8)])
def test_8_3_too_few_is_lost_when_the_fingers_are_off(pegged: int, missed: int) -> None:
    table = Table().do(f"{CUT} {PLAY} B+{pegged}")
    assert table.verdicts[5:] == [f"underpeg B {missed}"]
    assert table.times[-1][0] == table.t - 1.5, "at the release, with the time of the move"


def test_8_3_what_was_missed_cannot_be_added() -> None:
    assert after_play("B+7 B+2") == ["underpeg B 2", "overpeg B 2"]


def test_8_4_c_too_many_at_once_and_they_stand_when_the_dealer_counts() -> None:
    table = Table().do(f"{CUT} {PLAY} B+11")
    released = table.t - 1.5
    table.do("A+5")
    assert table.verdicts[5:] == ["overpeg B 2", "overpeg-stands B 2", "scored A 5"]
    assert table.times[5:] == [
        (released, "overpeg"),
        (table.t - 1.5, "overpeg-stands"),
        (table.t - 1.5, "scored"),
    ]


@pytest.mark.parametrize(
    "closing",
    ["A!claim5", "A!accept", "A!none", CRIB, "clear"],
    ids=["claim", "accept", "none", "crib", "clear"],
)
def test_8_4_c_acceptance_closes_the_window_of_the_pones_hand(closing: str) -> None:
    table = Table().do(f"{CUT} {PLAY} B+11 {closing}")
    if closing == "clear":
        table.do("cut:2S")
    assert table.verdicts[5:][:2] == ["overpeg B 2", "overpeg-stands B 2"]


def test_8_4_c_the_dealers_hand_is_open_until_the_pone_accepts_or_mixes_it() -> None:
    assert after_play(f"B+9 A+7 {CRIB} A+6") == ["scored B 9", "overpeg A 2", "scored A 6"]
    assert after_play("B+9 A+7 B!accept") == ["scored B 9", "overpeg A 2", "overpeg-stands A 2"]
    table = Table().do(f"{CUT} {PLAY} B+9 A+7 {CRIB} A+6 clear:A")
    assert table.times[-1] == (table.t, "overpeg-stands")


@pytest.mark.parametrize(("back", "found"), [("A-1", []), ("wait", ["overpeg-stands A 1"])])
@pytest.mark.parametrize("after_s", [0.9, 1.9])
def test_9_2_d_a_challenge_does_not_settle_what_a_late_word_accepted(
    after_s: float, back: str, found: list[str]
) -> None:
    """Bob's first word may be about the hand before, his second of before the point went back, let go of or not."""
    table = Table().do(f"{CUT} {PLAY} B+9 A+5 {CRIB} A+7")
    table.t -= 1.0
    table.see(0.5, said={"by": "B", "what": "accept"})
    table.do(back)
    table.t -= 1.5 if back == "A-1" else 0.0
    table.see(after_s, said={"by": "B", "what": "overpeg"})
    told = table.do("clear").verdicts
    assert [one for one in told if one.startswith(("overpeg-stands", "backward"))] == found


def test_8_4_c_the_crib_is_open_until_it_is_taken_up() -> None:
    assert after_play(f"B+9 A+5 {CRIB} A+7 clear:A clear:B") == ["scored B 9", "scored A 5", "overpeg A 1"]
    assert after_play(f"B+9 A+5 {CRIB} A+7 clear:crib")[-1] == "overpeg-stands A 1"


def test_8_4_c_1_the_opponent_claims_it() -> None:
    found = after_play("B+11 A!overpeg B-2 A+2 A+5")
    assert found == ["overpeg B 2", "scored A 2", "scored A 5"]


def test_8_4_c_1_the_error_may_be_pegged_before_the_peg_goes_back() -> None:
    assert after_play("B+11 A!overpeg A+2 B-2 A+5") == ["overpeg B 2", "scored A 2", "scored A 5"]


def test_8_4_c_2_the_player_takes_it_back_unasked() -> None:
    assert after_play("B+11 B-2 A+5") == ["overpeg B 2", "corrected B 2", "scored A 5"]
    assert after_play("B+11 B!overpeg B-2 A+5") == ["overpeg B 2", "corrected B 2", "scored A 5"]


def test_8_4_c_2_taken_back_in_two_steps_or_too_far() -> None:
    assert after_play("B+12 B-1 B-2 A+5")[:3] == ["overpeg B 3", "corrected B 1", "corrected B 2"]
    assert after_play("B+11 B-4 A+5")[:2] == ["overpeg B 2", "underpeg B 2"]


def test_8_4_d_points_of_the_play_stand_after_the_next_card() -> None:
    words = f"{CUT} B:5H A:TC A+4 B:2D"
    assert verdicts(words) == ["overpeg A 2", "overpeg-stands A 2"]


def test_8_4_d_points_of_the_play_stand_when_a_hand_is_pegged() -> None:
    found = verdicts(f"{CUT} {PLAY.removesuffix('A+1')} A+3 B+9")
    assert found[4:] == ["overpeg A 2", "overpeg-stands A 2", "scored B 9"]


def test_8_4_a_a_false_claim_of_game() -> None:
    assert after_play("B+12", b=(103, 99)) == ["false-claim B 3"]


def test_8_4_a_with_enough_points_it_is_the_game() -> None:
    assert after_play("B+9", b=(106, 99)) == ["scored B 9", "game B 4"]
    assert after_play("B+3", b=(112, 99)) == ["scored B 3", "game B 4"]


def test_8_4_b_the_three_steps_are_followed_without_new_verdicts() -> None:
    found = after_play("B+12 B=118,109 A+3 B=109,103 B=103,102 A+5", b=(103, 99))
    assert found == ["false-claim B 3", "scored A 3", "scored A 5"]


def test_8_4_b_the_peg_may_go_to_its_last_hole_at_once() -> None:
    found = after_play("B+12 A+3 B=109,103 A+5", b=(103, 99))
    assert found == ["false-claim B 3", "scored A 3", "scored A 5"]


def test_8_4_b_3_the_award_may_end_the_game() -> None:
    found = after_play("B+12 B=118,109 A+3", a=(114, 110), b=(103, 99))
    assert found == ["false-claim B 3", "scored A 3", "game A 103"]


def test_8_4_b_ruled_by_judges() -> None:
    words = "B+12 A!judge rule:B=103,A+3 B=109,103 A+3 A+5"
    assert after_play(words, b=(103, 99)) == ["false-claim B 3", "scored A 3", "scored A 5"]


def test_8_5_a_1_noticed_before_the_release() -> None:
    """Front 6, rear 5: the peg in the hand goes nine past the rear one; the score of one before is lost."""
    assert after_play("B^f B=14,5 A+5") == ["front-peg-removed B 1", "scored A 5"]


def test_8_5_a_2_recorded_in_the_wrong_direction() -> None:
    """Bob's pegs stand in 47 and 46; he pegs his nine backward from 47: it and the one before it are lost."""
    found = after_play("B^f B=46,38 A+5", b=(41, 36))
    assert found == ["front-peg-removed B 10", "scored A 5"]


def test_8_5_a_2_from_first_street_back_to_fourth() -> None:
    """The peg on fourth street goes behind the one on first street: all of the latest scores are lost."""
    assert after_play("B^f B=118,5 B=5,4 A+5") == ["front-peg-removed B 10", "scored A 5"]


@pytest.mark.parametrize("too_many", [1, 6, 7])
def test_8_5_a_2_what_is_put_back_too_late_was_not_taken_for_the_crib(too_many: int) -> None:
    """Bob has accepted Ann's hand, and then she puts back what was too many: not her crib in the wrong direction, not
    even where that is worth just as much."""
    found = after_play(f"B+9 A+{5 + too_many} B!accept {CRIB} A-{too_many} A+6 clear")
    stands = [f"overpeg A {too_many}", f"overpeg-stands A {too_many}"]
    assert found == ["scored B 9", *stands, f"backward A {too_many}", "scored A 6"]


def test_8_5_a_2_only_the_score_that_was_to_be_pegged_is_recorded_in_the_wrong_direction() -> None:
    """Ann's front peg goes two or six back while six are due for the crib."""
    counted = f"B+9 A+5 B!accept {CRIB}"
    assert after_play(f"{counted} A-2 A+6 clear")[2:] == ["backward A 2", "scored A 6"]
    assert after_play(f"{counted} A-6 clear", a=(20, 18))[2:] == ["front-peg-removed A 11"]


def test_8_5_a_3_the_front_peg_went_forward() -> None:
    assert after_play("B^f B=15,5 B=5,4 B=14,5 A+5") == ["front-peg-removed B 1", "scored A 5"]


def test_8_5_b_both_pegs_removed() -> None:
    assert after_play("B^ B^^ B=15,6 A+5") == ["both-pegs-removed B", "scored A 5"]
    assert after_play("B^ B^^ B=6,3 B+9 A+5") == ["both-pegs-removed B", "scored B 9", "scored A 5"]


def test_8_6_both_pegs_put_back_where_they_stood_is_nothing() -> None:
    assert after_play("B^ B^^ B=6,5 B+9") == ["scored B 9"]


def test_8_5_c_the_back_peg_moved_up_between_deals() -> None:
    deal = f"B+9 A+5 {CRIB} A+6"
    counted = ["scored B 9", "scored A 5", "scored A 6"]
    assert after_play(f"{deal} clear B=15,13") == [*counted, "back-peg-moved B 2"]
    assert after_play(f"{deal} B=15,13 B=15,6 A+2 clear") == [*counted, "back-peg-moved B 2", "scored A 2"]


def test_8_5_c_a_back_peg_moved_while_pegs_had_to_go_back_may_return_in_the_next_deal() -> None:
    deal = f"B+11 A!overpeg B-2 A+2 A+5 {CRIB} A+6"
    said = ["overpeg B 2", "scored A 2", "scored A 5", "scored A 6"]
    assert after_play(f"{deal} B=15,9 clear cut:KS B=15,6") == said
    assert after_play(f"{deal} clear cut:KS B=15,9 B=15,6") == [*said, "back-peg-moved B 2"]


def test_8_6_a_peg_put_back_where_it_stood_is_no_move() -> None:
    assert after_play("B^ B=6,5 B^f B=6,5 B+9") == ["scored B 9"]


def test_8_3_until_the_release_a_peg_may_still_be_changed() -> None:
    assert after_play("B^ B~18,6 B^f B~16,6 B^f B=15,6") == ["scored B 9"]
    table = Table().do(f"{CUT} {PLAY} B^ B~18,6 B^f B=15,6")
    assert table.times[-1] == (table.t - 1.5, "scored")


def test_another_observation_releases_a_peg_at_once() -> None:
    assert after_play("B^ B~17,6 A!judge B^f B=15,6") == ["overpeg B 2", "corrected B 2"]


def test_8_7_the_opponents_peg_was_used() -> None:
    """Bob pegs his nine with Ann's rear peg; he has to give it back, and Ann scores two."""
    found = after_play("holes:4|6,5 holes:4|15,6,5 wait holes:4|6,5 holes:4,3|6,5 B+9 A+2 A+5")
    assert found == ["opponent-peg B 2", "scored B 9", "scored A 2", "scored A 5"]


ASTRAY = "cut:4D B:7C A:7D holes:10,5|8 holes:12,10,5|8"  # Ann pegs her pair with Bob's rear peg
BACK = "holes:10,5|8 holes:10,5|8,3"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (f"{BACK} A+2 B+2", ["opponent-peg A 2", "scored A 2", "scored B 2"]),
        (f"B:7H {BACK} A+2 B+6 B+2", ["scored A 2", "opponent-peg A 2", "scored B 6", "scored B 2"]),
        (f"wait B:7H {BACK} A+2 B+6 B+2", ["opponent-peg A 2", "scored A 2", "scored B 6", "scored B 2"]),
        (
            f"wait B:7H {BACK} B+6 A+2 B+2 A:2C",
            ["opponent-peg A 2", "scored B 6", "scored A 2", "scored B 2"],
        ),
        (f"wait B:7H {BACK} B+6 B+2 A:2C", ["opponent-peg A 2", "scored B 6", "scored B 2", "underpeg A 2"]),
        (f"wait {BACK} B:7H B+6 B+2 A:2C", ["opponent-peg A 2", "underpeg A 2", "scored B 6", "scored B 2"]),
    ],
)
def test_8_7_who_used_the_opponents_peg_may_then_peg_with_his_own_also_when_it_is_found_later(
    words: str, found: list[str]
) -> None:
    """His score is not missed by the next card, nor too much then: that card came before he could put it right."""
    assert verdicts(f"{ASTRAY} {words}", a=(10, 5), b=(8, 3)) == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+2 B+9 A+2", ["scored A 2", "scored B 9", "scored A 2"]),
        ("B+9 A+2 A+2", ["scored B 9", "scored A 2", "scored A 2"]),
        ("B+9 A+4", ["scored B 9", "scored A 4"]),
    ],
)
def test_9_2_c_a_penalty_worth_as_much_as_the_own_hand_is_not_out_of_order(
    words: str, found: list[str]
) -> None:
    """Bob pegs his nine with Ann's peg: her two may be taken at once, though her hand is worth two as well."""
    play = "cut:4D B:TC A:QH B:KD B+1 A:KS B:6S A:8D B:5H B+1 A:3S A+1"
    astray = "holes:11|10,9 holes:11|19,10,9 wait holes:11|10,9 holes:11,10|10,9"
    assert verdicts(f"{play} {astray} {words}", a=(10, 5), b=(8, 3))[3:] == ["opponent-peg B 2", *found]


def test_8_8_the_right_score_in_the_wrong_track() -> None:
    found = after_play("holes:4,3|6 holes:15,4,3|6 wait holes:4,3|6 holes:4,3|15,6 A+5")
    assert found == ["wrong-track B 9", "scored A 5"]


def test_8_8_a_peg_that_goes_on_into_a_dead_hole_hides_no_moves_of_others() -> None:
    """Hole 15 of Bob's track shows nothing, so that one peg of his is seen from then on."""
    wrong = "holes:4,3|6 holes:15,4,3|6 wait holes:4,3|6 wait"
    assert after_play(f"{wrong} holes:4|6 holes:9,4|6 wait")[-1] == "scored A 5"


def test_backward_with_nothing_to_explain_it() -> None:
    assert after_play("B+9 A+5 B-3") == ["scored B 9", "scored A 5", "backward B 3"]
    assert verdicts(f"{CUT} B:5H A:TC A=30,25", a=(30, 28)) == ["backward A 3"]


def test_points_for_nothing_are_an_overpeg() -> None:
    assert verdicts(f"{CUT} B+3") == ["overpeg B 3"]
    assert after_play(f"B+9 A+5 {CRIB} A+6 clear B+3")[-1] == "overpeg B 3"


def test_every_row_of_the_usual_deal() -> None:
    found = verdicts(f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear")
    assert found == [*PLAY_VERDICTS, "scored B 9", "scored A 5", "scored A 6"]


THIRTY = "cut:4D B:TC A:QH B:KD"
TENNER = "cut:4D B:5C A:5D B!go A:5H"


def test_8_5_a_1_the_front_peg_taken_for_a_go() -> None:
    found = verdicts(f"{THIRTY} B^f B=16,15 A:7C B:6S A:8D A+3", b=(20, 15))
    assert found == ["front-peg-removed B 5", "scored A 3"], (
        "from 20 to 16 with a point earned: five are lost"
    )


def test_8_5_a_2_a_go_in_the_wrong_direction_only_with_a_score() -> None:
    assert verdicts(f"{THIRTY} B^f B=19,15 A:7C", b=(20, 15))[:1] == ["backward B 1"]
    three_alike = "cut:4D B:TC A:5H A+2 B:5C B+2 A:5D B!go A^f A=18,13 B:KS"  # six and the go, from 20
    assert verdicts(three_alike, a=(18, 3))[2:] == ["front-peg-removed A 9"]


def test_8_5_b_both_pegs_out_while_a_go_was_due() -> None:
    found = verdicts(f"{THIRTY} B^ B^^ B=21,20 A:7C B:6S A:8D A+3", b=(20, 15))
    assert found == ["both-pegs-removed B", "scored A 3"]


def test_8_5_a_of_several_scores_the_hole_says_which_was_being_pegged() -> None:
    """Ann earned two and eight while Bob was out; she takes the front peg for the two, then pegs the eight."""
    found = verdicts(f"{TENNER} A^f A=17,15 A+8", a=(20, 15))
    assert found == ["front-peg-removed A 5", "scored A 8"]


def test_8_5_a_a_front_peg_set_ahead_with_nothing_earned_is_too_much() -> None:
    assert verdicts("cut:4D B:TC B^f B=25,15", b=(20, 15)) == ["overpeg B 5"]


def test_8_5_a_what_the_peg_was_taken_for_was_not_seen() -> None:
    assert verdicts(f"{THIRTY} camera! B^f B=16,15", b=(20, 15)) == ["unverified B 4"]


def test_8_8_one_of_several_scores_in_the_wrong_track() -> None:
    other = "holes:20|0,-1 holes:20|22,0,-1 wait holes:20|0,-1 holes:22,20|0,-1"
    assert verdicts(f"{TENNER} {other} A+8", a=(20, 15)) == ["wrong-track A 2", "scored A 8"]


def test_8_4_d_2_a_hand_pegged_though_it_is_worth_nothing_closes_the_points_of_the_play() -> None:
    """Ann had two for her last card. Bob pegs four for a hand of nothing; then she pegs her hand of three short."""
    play = "cut:QS B:6D A:KC B:KS B+2 A:2S A+1 B:TS A:4S B:7H A:JC"
    found = Table(muggins=True, mode="club").do(f"{play} B+4 B-4 A+1 B!muggins3").verdicts
    assert sorted(found[2:]) == [
        "corrected B 4",
        "muggins B 2",
        "overpeg B 4",
        "underpeg A 2",
        "underpeg A 2",
    ]


def test_8_4_a_of_hand_and_crib_in_one_the_hand_may_have_been_given_up() -> None:
    """Eleven of the seventeen that Ann needs are earned, or only the six of her crib: six are too many at least, and
    what Bob pegs beyond them holds nobody up to anything."""
    table = Table(a=(100, 99), b=(60, 50)).do(f"{CUT} {PLAY} B+9 {CRIB} A+17 B+12 clear cut:2S")
    said = table.verdict("false-claim")
    assert (said["points"], said["least"], said["remedy"]["front"]) == (6, True, 115)
    assert table.verdicts[-1] == "unverified B 12"
