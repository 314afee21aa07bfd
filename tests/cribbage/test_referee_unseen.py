"""Unread cards, a covered camera, a blind board: never held against anybody, and taken up again when it can be."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, PLAY, PLAY_VERDICTS, Table, after_play, verdicts

DEAL = f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear"
NEXT = "cut:JH B+2 A:2D B:2H B+2"


def test_before_any_card_was_seen_nothing_is_judged() -> None:
    assert verdicts("B+7 A+3") == ["unverified B 7", "unverified A 3"]


def test_a_card_that_was_not_read_hides_the_count() -> None:
    assert verdicts(f"{CUT} B:TC A?1 A+5") == ["unverified A 5"]
    assert verdicts(f"{CUT} B:TC A? A+5") == ["unverified A 5"]


def test_two_unread_cards_at_once_do_not_prove_their_order() -> None:
    assert verdicts(f"{CUT} B:TC A:5H A+2 A?3 B:KD B+2") == ["scored A 2", "unverified B 2"]


def test_an_unread_card_that_is_read_later_is_counted_after_all() -> None:
    table = Table().do(f"{CUT} B:TC A?1")
    table.do("A:5H A+2 B:5D B+2")
    assert table.verdicts == ["scored A 2", "scored B 2"]
    table = Table().do(f"{CUT} B:TC A?1 B:KD A:5H,6S A+2")
    assert table.verdicts[-1] != "overpeg A 2", "31 on 25"


def test_what_was_pegged_meanwhile_leaves_the_count_unknown() -> None:
    assert verdicts(f"{CUT} B:TC A?1 A+2 B:KD A:5H,6C A+3") == ["unverified A 2", "unverified A 3"]


def test_when_every_reading_of_a_card_opens_a_series_the_count_is_known_again() -> None:
    table = Table().do("cut:4D B:TC A:QH")
    table.see(unread={"zone": "B", "count": 2})
    table.zones["B"] = ["TC", "XX"]
    table.log.append('{"t": 20, "cards": {"zone": "A", "seen": ["QH", "KH"]}}')
    table.t = 20
    table.zones["A"] = ["QH", "KH"]
    table.do("A+1")
    assert table.verdicts == ["unverified A 1"]


def test_an_unread_starter() -> None:
    assert verdicts("starter?1 A+2 B:TC A:5H A+2") == ["unverified A 2", "scored A 2"]
    assert after_play("B+9")[-1] == "scored B 9"
    show = PLAY + f" B+9 A+5 {CRIB} A+6 clear"
    found = verdicts(f"starter?1 {show} {NEXT}")
    assert found[5:8] == ["unverified B 9", "unverified A 5", "unverified A 6"]
    assert found[8:] == ["scored B 2", "scored B 2"], "the next deal is seen again"


def test_a_starter_read_late_is_counted() -> None:
    assert verdicts(f"starter?1 {PLAY} {CUT} B+9") == [*PLAY_VERDICTS, "scored B 9"]


def test_a_starter_that_became_another_card() -> None:
    found = after_play("B+9") + verdicts(f"{CUT} B:TC A:QH cut:5D")
    assert found == ["scored B 9"]
    table = Table().do(f"{CUT} B:TC A:QH cut:5D")
    assert [e.body["about"] for e in table.judge().events if e.kind == "ask"] == ["starter"]


def test_an_unread_crib() -> None:
    assert after_play("B+9 A+5 crib?4 A+6 clear")[2:] == ["unverified A 6"]
    assert after_play("B+9 A+5 crib? A+8 clear")[2:] == ["unverified A 8"]
    assert after_play(f"B+9 A+5 crib?4 {CRIB} A+6 clear")[2:] == ["scored A 6"]
    assert after_play(f"B+9 A+5 crib?4 clear {NEXT}")[2:] == ["scored B 2", "scored B 2"]


def test_a_hand_not_read_whole_is_unverified_and_a_hand_read_at_the_show_is_counted() -> None:
    play = PLAY.replace("A:9S A+1", "A?4")
    assert verdicts(f"{CUT} {play} A+1 B+9 A+5")[4:] == ["unverified A 1", "scored B 9", "unverified A 5"]
    table = Table().do(f"{CUT} {play} A+1")
    table.zone("A", ["8D", "QH", "9S", "7C"])
    table.do("B+9 A+5")
    assert table.verdicts[4:] == ["unverified A 1", "scored B 9", "scored A 5"]


def test_a_covered_camera() -> None:
    assert verdicts(f"{CUT} B:TC camera! A+5 camera.") == ["unverified A 5"]
    assert after_play("camera! B+9 camera. A+5")[:1] == ["unverified B 9"]
    assert verdicts(f"{CUT} B:TC camera! A+5 camera. clear")[0] == "unverified A 5"


def test_8_4_c_a_peg_put_down_before_the_camera_has_read_the_hands_again_is_no_overpeg() -> None:
    """The last cards were laid while it was covered: the nine that Bob counts for his hand is none in the play."""
    covered = f"{CUT} B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+3 camera! B+5 A+1 camera."
    expected = ["scored B 1", "scored A 3", "unverified B 5", "unverified A 1"]
    assert verdicts(f"{covered} B+9 A:9S B:5H wait")[:5] == [*expected, "unverified B 9"]
    assert verdicts(f"{covered} A:9S B+9 B:5H wait")[:5] == [*expected, "unverified B 9"]
    assert verdicts(f"{covered} A:9S B:5H B+9 A+5") == [*expected, "scored B 9", "scored A 5"]


def test_after_a_covered_camera_the_next_deal_is_judged_again() -> None:
    found = verdicts(
        f"{CUT} B:TC A:QH camera! camera. {' '.join(PLAY.split()[2:])} B+9 A+5 {CRIB} A+6 clear {NEXT}"
    )
    assert found[-1] == "scored B 2"
    assert {v.split()[0] for v in found} == {"unverified", "scored"}


def test_a_blind_board() -> None:
    assert after_play("board! B+9 board. A+5 wait")[0] == "unverified B 9"
    assert after_play("board! board. holes:4,3|15,6 A+5") == ["unverified B 9", "scored A 5"]
    assert after_play("board! board. holes:4,3|6,5 B+9 A+5") == ["scored B 9", "scored A 5"]
    assert after_play("board! board. holes:4,3|15,6 A+5 B-2")[-1] == "unverified B 2"


def test_nothing_is_missed_for_certain_while_the_board_is_blind() -> None:
    assert verdicts(f"{CUT} B:5H A:TC board! B:2D board.") == []


def test_a_hole_too_many_is_waited_for() -> None:
    assert after_play("holes:4,3|6,5,77 wait holes:4,3|6,5 B+9") == ["scored B 9"]


def test_a_peg_in_the_other_track_that_could_be_anybodys_is_nobodys_fault() -> None:
    assert after_play("holes:4,3|6 holes:99,4,3|6 wait") == ["unverified B 93"]
    assert after_play("camera! holes:4,3|6 holes:15,4,3|6 wait") == ["unverified B 9"]


def test_cards_that_lie_otherwise_than_they_were_laid() -> None:
    table = Table().do(f"{CUT} B:TC A:QH B:KD")
    table.zone("B", ["2C", "3D"])
    table.do("B+3")
    assert table.verdicts == ["unverified B 3"]
    assert "ask" in [e.kind for e in table.judge().events]


def test_a_log_that_begins_in_the_middle_of_a_deal() -> None:
    table = Table(a=(40, 38), b=(51, 50))
    table.zone("A", ["QH", "7C", "8D"])
    table.zone("B", ["TC", "KD", "6S"])
    table.do("A+3 B:5H B+4 B+1")
    assert {v.split()[0] for v in table.verdicts} == {"unverified"}


def test_both_pegs_moved_where_nobody_saw_which() -> None:
    assert after_play("B=20,15 A+5") == ["unverified B 14", "scored A 5"]


def test_an_unread_starter_hides_heels_until_the_dealer_plays() -> None:
    assert verdicts("starter?1 B:TC A+2 A:QH") == ["unverified A 2"]
    assert verdicts("cut:JD B:TC cut:5D A+2 A:QH") == ["unverified A 2"], "it became another card"
    assert verdicts(f"{CUT} B:5H A:TC cut:6D A+2 B:2H") == ["scored A 2"], "the play does not hang on it"


def test_a_crib_read_twice_counts_once() -> None:
    table = Table().do(f"{CUT} {PLAY} B+9 A+5 {CRIB}")
    table.zone("crib", ["2H", "2C", "9D", "JC"])
    table.do("A+6 clear")
    assert table.verdicts[5:] == ["scored B 9", "scored A 5", "scored A 6"]


def test_both_pegs_out_while_nothing_can_be_known() -> None:
    assert after_play("camera! B^ B^^ B=15,6") == ["unverified B 9"]
    assert after_play("B+9 A+5 B^ B^^ B=12,7") == ["scored B 9", "scored A 5", "backward B 3"]


def test_a_part_that_nobody_knows_changes_nothing() -> None:
    table = Table().do(f"{CUT} {PLAY}")
    table.see(fault={"part": "lamp", "what": "dark"})
    table.see(fault={"part": "lamp", "what": "ok"})
    table.do("B+9")
    assert table.verdicts[5:] == ["scored B 9"]


def test_a_zone_whose_cards_cannot_be_counted() -> None:
    """Bob's cards are hidden: while they are, nobody knows what was laid; read again at once nothing was missed."""
    assert verdicts(f"{CUT} B:TC A:QH B? A:7C A+2 B+1") == ["unverified A 2", "unverified B 1"]
    table = Table().do(f"{CUT} B:TC A:5H A+2 B?")
    table.do("B:5D B+2")
    assert table.verdicts == ["scored A 2", "scored B 2"]
    table = Table().do(f"{CUT} B:TC A:5H A+2 B? B+2")
    table.do("B:5D A:5C A+6")
    assert table.verdicts == ["scored A 2", "unverified B 2", "unverified A 6"]


def test_taking_back_what_was_not_verified_is_no_fault_and_neither_is_its_award() -> None:
    found = after_play("B+9 A+5 crib?4 A+8 B!overpeg A-2 B+2 clear")
    assert found == ["scored B 9", "scored A 5", "unverified A 8", "unverified A 2", "unverified B 2"]
    found = verdicts(f"{CUT} B:TC A?1 A+4 B!overpeg A-2 B+2")
    assert found == ["unverified A 4", "unverified A 2", "unverified B 2"]


def test_a_starter_that_cannot_be_read_any_more_stays_known() -> None:
    assert verdicts(f"{CUT} starter?1 {PLAY} B+9") == [*PLAY_VERDICTS, "scored B 9"]


def test_a_starter_first_read_after_the_camera_was_covered_may_be_the_next_deals() -> None:
    assert verdicts("starter?1 B:TC A:QH camera! camera. cut:4D B:KD A:7C")[-1:] == []


def test_a_starter_laid_down_again_and_not_read_is_still_the_one_that_was_turned() -> None:
    found = verdicts(f"{CUT} B:TC A:QH clear:starter starter?1 {' '.join(PLAY.split()[2:])} B+9 A+5")
    assert found == [*PLAY_VERDICTS, "scored B 9", "scored A 5"]


@pytest.mark.parametrize(("place", "found"), [("starter#", "unverified B 2"), ("starter0", "scored B 2")])
def test_6_3_the_starter_of_the_deal_before_lies_there_until_its_place_is_seen_without_it(
    place: str, found: str
) -> None:
    """The same Jack in the next deal: it has not been taken up, or it was turned again."""
    table = Table().do(
        f"cut:JD A+2 {PLAY} {CRIB} starter# clear:crib clear:A clear:B {place} cut:JD B+2 A:2C"
    )
    assert table.verdicts[-1] == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("crib# A+3 A+5", ["scored A 5", "unverified A 3"]),
        ("crib# A+5 A+3", ["scored A 5", "underpeg A 3"]),
    ],
)
def test_9_2_too_few_for_a_crib_that_was_hidden_may_be_for_the_hand_that_is_counted_first(
    words: str, found: list[str]
) -> None:
    """Ann's hand is worth five and her crib six, with which nobody began: three may be too few for either."""
    assert verdicts(f"{CUT} {PLAY} B+9 {words} {CRIB} clear cut:KS")[6:] == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (f"crib# A+11 {CRIB} A+6", ["scored A 11", "unverified A 6"]),
        (f"A+11 {CRIB} A+6", ["overpeg A 6", "scored A 6", "overpeg-stands A 6"]),
    ],
)
def test_9_2_just_the_crib_is_not_too_many_where_it_may_have_been_turned_up_after_the_peg_before(
    words: str, found: list[str]
) -> None:
    """Eleven are hand and crib, or six too many for the hand."""
    assert verdicts(f"{CUT} {PLAY} B+9 {words} clear cut:KS")[6:] == found


def test_4_4_whether_a_hand_of_three_has_a_flush_is_not_said_by_any_rule() -> None:
    table = Table().do("cut:4D B:TC A:QH")
    table.see(ruling={"judges": ["J1", "J2"], "rule": "4.4", "moves": [], "deal": {"hands": {"B": 3}}})
    table.do("B:KC B+1 A:7C B:6C A:8D A+3 A:9S A+1 B+7")
    assert table.verdicts[-2:] == ["unverified B 7", "scored A 1"]


def test_7_1_b_a_card_taken_back_does_not_make_known_what_was_laid_unseen() -> None:
    """The camera was covered for a moment: nobody knows the count, before the card went back or after."""
    found = verdicts("cut:KS B:TC camera! camera. A:QH B:5D A:6C A<1 A:4C A+5")
    assert found == ["unverified A 5"]


def test_a_zone_read_again_with_the_same_number_of_cards_and_not_their_faces() -> None:
    """While the camera was covered cards may have been exchanged for others."""
    assert verdicts("cut:4D B:TC A:QH camera! camera. B?1 A:9C A+1") == ["unverified A 1"]


def test_two_cards_that_appear_together_and_unread_leave_the_count_unknown() -> None:
    assert verdicts("cut:4D B:TC A?2 A+2") == ["unverified A 2"]


def test_what_follows_a_challenge_of_pegs_that_nobody_saw_is_held_against_nobody() -> None:
    """The peg was moved, and challenged, while the board was not read (8.4.c)."""
    found = after_play(f"B+9 A+5 {CRIB} board! B!overpeg board. A+8 A-2 B+2 clear")
    assert found == ["scored B 9", "scored A 5", "unverified A 8", "unverified A 2", "unverified B 2"]


def test_taking_back_in_the_next_deal_what_was_not_verified_is_no_fault() -> None:
    found = after_play("B+9 A+5 camera! A+8 camera. clear cut:JH A-2")
    assert found == ["scored B 9", "scored A 5", "unverified A 8", "unverified A 2"]


def test_a_rear_peg_that_goes_back_unseen_or_from_ahead_of_a_ruled_front_peg_is_no_fault() -> None:
    assert verdicts(f"{CUT} B:TC A:QH camera! B=45,30", b=(45, 38)) == []
    ruled = f"{CUT} B:TC A:QH camera! B=121,113 rule:B=105,A+1 B=113,105 camera. B=105,104 A+1"
    found = verdicts(ruled, a=(91, 90), b=(113, 111))
    assert [verdict for verdict in found if not verdict.startswith(("unverified", "scored"))] == []


CHALLENGED = f"{CUT} B:TC A:5H A+5 B!overpeg"


@pytest.mark.parametrize(
    ("remedied", "board", "pegged"), [(" A-3", "5,2", 3), (" A-3", "6,2", 4), ("", "5,2", 0), ("", "6,2", 1)]
)
def test_8_4_c_a_peg_ahead_of_the_ruled_hole_after_the_board_stopped_may_have_scored(
    remedied: str, board: str, pegged: int
) -> None:
    """Ann was to go back to two; before or after that the board stopped, and then a peg stands farther on."""
    found = verdicts(f"{CHALLENGED}{remedied} board! board. holes:{board}|0,-1 B:QS A:6S A+2")
    assert found == ["overpeg A 3", f"unverified A {pegged}", "scored A 2"]


def test_8_9_what_may_have_been_too_much_may_have_been_put_right_while_the_board_stopped() -> None:
    go = f"{CUT} B:KC A:8H B:7C A:5H A+3"
    assert verdicts(f"{go} B:QS") == ["overpeg A 2", "overpeg-stands A 2"]
    assert verdicts(f"{go} board! board. holes:1,0|0,-1 B:QS") == ["unverified A 3", "unverified A 2"]


def test_8_4_c_1_what_a_challenger_pegs_may_be_the_error_in_a_move_that_nobody_saw() -> None:
    unseen = f"{CUT} B:TC A:5H board! A+5 board. holes:5,0|0,-1"
    table = Table().do(f"{unseen} B!overpeg B+3")
    assert table.verdicts == ["unverified A 5", "unverified B 3"]
    assert table.verdict("unverified")["why"] == "it may be the error in a move that was not verified"


@pytest.mark.parametrize("back", [3, 4])
def test_8_4_c_2_what_goes_back_after_a_move_that_nobody_saw_is_not_taken_for_an_older_error(
    back: int,
) -> None:
    words = f"{CUT} B:TC A:KH B:QS A+3 A? A+6 A-{back} B+2 A?0"
    found = Table(profile="hoyle").do(f"{words} clear cut:5H B:2C").verdicts
    assert found[:3] == ["overpeg A 3", "unverified A 6", f"unverified A {back}"]
    assert not [
        verdict for verdict in found if verdict.split()[0] in ("overpeg-stands", "underpeg", "corrected")
    ]


def test_8_4_c_1_a_challenge_after_a_move_that_nobody_saw_may_be_of_that_one() -> None:
    """Ann's hand was pegged two too high; then her crib, which could not be read, is challenged and goes back one."""
    found = after_play("B+9 A+7 crib?4 A+6 B!overpeg A-1 B+1")
    assert found == ["scored B 9", "overpeg A 2", "unverified A 6", "unverified A 1", "unverified B 1"]


def test_8_9_a_go_of_the_play_is_not_what_goes_back_after_a_move_that_nobody_saw() -> None:
    assert after_play("B+9 camera! A+5 camera. A-1")[-1] == "unverified A 1"


def test_alberta_13_what_the_next_peg_would_have_shown_is_not_guessed_when_the_board_stops() -> None:
    """Ann has one for the last card and a hand of five, and pegs seven: what comes next shows for which."""
    last = f"{CUT} {PLAY.rsplit(' ', 1)[0]} A+7"
    alberta = {"profile": "alberta-55plus"}
    assert Table(**alberta).do(f"{last} {CRIB}").verdicts[-1] == "overpeg A 1"
    assert Table(**alberta).do(f"{last} board! {CRIB}").verdicts[-1] == "unverified A 7"


def test_9_2_d_a_crib_that_was_pegged_before_it_was_read_is_not_missed() -> None:
    """Ann's ace was never read, and an earlier move may be for anything; she pegs her crib under a cover."""
    table = Table(a=(94, 89)).do("cut:2S B:3C A:7C B:4S A?2 A+2 B:TC")
    table.zones["A"] = ["7C", "AS"]
    table.do("A:5C A+1 B:KC A:2D A+1 B+7 A+6 clear:B clear:A camera! A^ A~108,104")
    table.see(0.3, fault={"part": "camera", "what": "ok"})
    table.zone("crib", ["JH", "AH", "5S", "KD"], 0.0)
    assert table.do("clear:crib clear:starter").verdicts[3:] == ["scored B 7", "scored A 6", "unverified A 4"]
    late = Table(a=(94, 89)).do("cut:2S B:3C A:7C B:4S A?2 A+2 B:TC")
    late.zones["A"] = ["7C", "AS"]
    late.do("A:5C A+1 B:KC A:2D A+1 B+7 A+6 crib:JH,AH,5S,KD A+3")
    assert late.verdicts[-1] == "unverified A 3", "with the crib in view as well"
