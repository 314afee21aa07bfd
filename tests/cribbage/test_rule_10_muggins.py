"""Rule 10: what may be called, when, and what it brings."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, LOW_CRIB, LOW_PLAY, PLAY, Table, after_play, verdicts
from test_more_than_two import Doubles

from cribbage.book.remedies import muggins


def called(words: str) -> list[str]:
    return after_play(words, muggins=True)


def test_10_4_d_the_word_that_gave_up_the_hand_may_be_tapped_after_the_call() -> None:
    """Two people tap two words; nothing says which of them was said first. A hand pegged since was never given up."""
    found = called("A+6 A!muggins6 B!none A+5")
    assert found == ["unverified A 6", "underpeg B 9", "scored A 5"], (
        "fewer than missed, pegged before the words"
    )
    assert called("A!muggins9 B+9") == ["scored B 9", "muggins-refused A 9"]
    assert called("A!muggins9 wait B!none A+5") == ["underpeg B 9", "scored A 5"], (
        "he may have said it before, aloud"
    )


def test_10_1_only_where_it_is_in_force() -> None:
    assert after_play("B+7 A!muggins2") == ["underpeg B 2", "muggins-refused A 0"]
    assert after_play("B+9 A!muggins2", muggins=True, profile="alberta-55plus")[-1] == "muggins-refused A 0"


@pytest.mark.parametrize(("dealer", "pone"), [("A", "B"), ("B", "A")])
def test_10_1_d_it_is_played_by_both_or_by_nobody(dealer: str, pone: str) -> None:
    """It stands in the game's header, for either player alike; no header gives it to one of them."""
    seats = str.maketrans("AB", "AB" if dealer == "A" else "BA")

    def last(words: str) -> str:
        return verdicts(f"{CUT} {PLAY} {words}".translate(seats), muggins=True, dealer=dealer)[-1]

    assert last("B+7 A!muggins2") == f"muggins {dealer} 2"
    assert last("B+9 A+3 B!muggins2") == f"muggins {pone} 2"


def test_10_4_c_1_the_pones_hand() -> None:
    assert called("B+7 A!muggins2 A+2 A+5") == ["underpeg B 2", "muggins A 2", "scored A 2", "scored A 5"]
    assert called("B+7 A+5 A!muggins2")[-1] == "muggins-refused A 0", "he has counted his own hand"
    assert called("B+7 A!claim5 A!muggins2")[-1] == "muggins-refused A 0", "he has announced its total"
    assert called("B+7 clear:B A!muggins2")[-1] == "muggins-refused A 0", "it is mixed"


def test_10_4_c_2_the_dealers_hand_and_the_crib() -> None:
    assert called("B+9 A+3 B!muggins2 B+2")[1:] == ["underpeg A 2", "muggins B 2", "scored B 2"]
    assert called(f"B+9 A+5 {CRIB} A+5 B!muggins1")[-1] == "muggins B 1"
    assert called(f"B+9 A+5 {CRIB} A+5 clear:crib B!muggins1")[-1] == "muggins-refused B 0"


def test_10_4_c_2_none_said_of_a_hand_is_not_said_of_the_crib() -> None:
    found = called(f"B+9 A!none {CRIB} B!muggins5 B+5 A+6")
    assert found == ["scored B 9", "underpeg A 5", "muggins B 5", "scored B 5", "scored A 6"]


@pytest.mark.parametrize("then", ["", "wait", "wait B+5", "B+5 clear"])
def test_10_4_c_2_the_hand_is_called_when_the_crib_has_been_pegged_and_that_came_in_its_turn(
    then: str,
) -> None:
    found = called(f"B+9 A!none {CRIB} A+6 B!muggins5 {then}")
    assert found[:4] == ["scored B 9", "underpeg A 5", "muggins B 5", "scored A 6"], "at once (9.2.d, 10.4.d)"
    assert found[4:] == ["scored B 5"] * ("B+5" in then)
    wrong = called(f"B+9 A!none {CRIB} A+6 A!muggins1 A+5")
    assert "out-of-order A 6" in wrong, "it is not the hand that was called: that may yet be pegged"
    first = called(f"B+9 {CRIB} A+6 A!none B!muggins5")
    assert first[-1] == "out-of-order A 6", "none was said only after the crib"


def test_10_4_c_a_hand_of_the_deal_before_cannot_be_called() -> None:
    """Also where its points may be pegged until the next cut: what is missed then is said, and nobody scores it."""
    deal = f"B!none A+5 {CRIB} A+6 clear cut:9H"
    found = after_play(f"{deal} B:8C A!muggins9", muggins=True, profile="hoyle")
    assert found[-2:] == ["underpeg B 9", "muggins-refused A 0"]


def test_10_4_c_2_a_hand_short_by_what_was_missed_in_the_play_may_be_called() -> None:
    """Ann forgot the two of her thirty-one, then pegs two for a hand of four: Bob calls the hand, and is right."""
    words = "cut:4C B:5H A:6D B:3C A:2S B:4S B+5 A:2H B:8H A:AC B+12 A+2 B!muggins2 B+2 crib:3D,QD,7S,AD A+4"
    assert verdicts(words, muggins=True)[1:] == [
        "underpeg A 2", "scored B 12", "underpeg A 2", "muggins B 2", "scored B 2", "scored A 4",
    ]  # fmt: skip


def test_10_4_b_points_of_the_play() -> None:
    missed = f"{CUT} B:5H A:TC"
    assert verdicts(f"{missed} B!muggins2 B+2", muggins=True) == ["underpeg A 2", "muggins B 2", "scored B 2"]
    assert verdicts(f"{missed} B:2D B!muggins2 B+2", muggins=True)[1] == "muggins B 2"
    found = verdicts(f"{missed} B:2D A:2H A+2 B!muggins2", muggins=True)
    assert found[-1] == "muggins-refused B 0", "the scorer has pegged again"


@pytest.mark.parametrize(("claim", "points"), [(2, 2), (4, 2), (1, 1)])
def test_10_4_a_the_lesser_of_claim_and_truth(claim: int, points: int) -> None:
    assert called(f"B+7 A!muggins{claim}")[-1] == f"muggins A {points}"


def test_10_4_a_a_wrong_call_costs_what_was_called() -> None:
    assert called("B+9 A!muggins2 B+2") == ["scored B 9", "muggins-refused A 2", "scored B 2"]


def test_10_4_a_never_more_than_the_holes_that_were_left() -> None:
    assert muggins(8, 8, 2) == 2
    assert after_play("B!none A!muggins9", muggins=True, b=(110, 100))[-1] == "muggins A 5"


def test_10_4_d_no_count_is_claimed() -> None:
    table = Table(muggins=True).do(f"{CUT} {PLAY} B!none A!muggins9 A+9")
    assert table.verdicts[5:] == ["underpeg B 9", "muggins A 9", "scored A 9"]


def test_10_3_c_heels_cannot_be_called() -> None:
    found = verdicts("cut:JD B:4C A:TH B!muggins2", muggins=True)
    assert found == ["heels-forfeit A 2", "muggins-refused B 2"]


def test_a_call_while_the_camera_is_covered_is_not_judged() -> None:
    assert called("B+7 camera! A!muggins2") == ["underpeg B 2"]


def test_10_3_a_b_neither_penalties_nor_muggins_points_can_be_called() -> None:
    assert called("B+7 A!muggins2 A+1 A+5 B!muggins1")[-1] == "muggins-refused B 1"
    found = verdicts(f"{CUT} B:5H A:TC rule:A+3 A+2 A+2 B:2D B!muggins1", muggins=True)
    assert found[-1] == "muggins-refused B 1"


def test_10_3_d_points_lost_by_pegging_backward_cannot_be_called() -> None:
    assert called("B+9 A+5 B-3 A!muggins3")[-1] == "muggins-refused A 3"


def test_10_4_a_where_no_penalty_for_a_wrong_call_is_stated_there_is_none() -> None:
    found = after_play("B+9 A!muggins2 A+5", muggins=True, profile="hoyle")
    assert found == ["scored B 9", "muggins-refused A 0", "scored A 5"]


def test_10_4_a_a_call_about_what_was_not_seen_is_left_to_judges() -> None:
    table = Table(muggins=True).do(f"{CUT} {PLAY} B+9 A+5 crib?4 A+6 B!muggins2")
    assert table.verdicts[-1] == "unverified A 6"
    assert table.remarks == ["muggins 10.4.a B not all that"]


def test_10_4_a_a_peg_for_the_last_card_may_have_been_of_the_hand_of_which_the_call_is() -> None:
    """Bob forgot his thirty-one and pegs two of his five: three are called, nobody saw what the two were for."""
    deal = "cut:6S A:4D B:JH A:KH B:7S B+2 A:3H B:8H A:JC B:TC B+2"
    table = Table(dealer="B", muggins=True).do(f"{deal} A!muggins3 A+3 crib:2C,2H,9D,JD B+4 clear")
    assert table.verdicts == ["scored B 2", "scored B 2", "unverified A 3", "scored B 4"]
    assert table.remarks == ["muggins 10.4.a A not all that"]
    wrong = Table(dealer="B", muggins=True).do(f"{deal} A!muggins4")
    assert wrong.verdicts[-1] == "scored B 2", "he may have given it up, aloud"
    assert "muggins-refused A 4" in wrong.do("B+5").verdicts


def test_10_4_b_both_windows_of_the_play() -> None:
    missed = f"{CUT} B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+1"
    assert verdicts(f"{missed} B!muggins2 B+2", muggins=True)[-2:] == ["muggins B 2", "scored B 2"]
    closed = verdicts(f"{missed} B:5H B+4 B+1 A:9S A+1 B+9 B!muggins2 A+5", muggins=True)
    assert closed[-2:] == ["scored A 5", "muggins-refused B 0"]


def test_10_4_d_a_hand_pegged_short_is_lost_by_the_call_where_it_might_have_been_put_right_later() -> None:
    """Hoyle leaves a short peg open until the next cut: the call ends that, and the peg gets one verdict."""
    found = after_play("B+7 A!muggins2 A+2", profile="hoyle", muggins=True)
    assert found == ["underpeg B 2", "muggins A 2", "scored A 2"]
    moves = [
        v.get("move")
        for v in Table(profile="hoyle", muggins=True).do(f"{CUT} {PLAY} B+7 A!muggins2").judge().verdicts
    ]
    assert moves[-2] == "B 6/5>13/6", "the underpeg is of that move"
    assert moves[-1] is None


def test_10_4_c_a_call_is_worth_nothing_a_second_time() -> None:
    found = called("B+7 A!muggins2 A+2 A!muggins2")
    assert found == ["underpeg B 2", "muggins A 2", "scored A 2", "muggins-refused A 2"]


def test_10_4_b_2_the_play_cannot_be_called_any_more_once_a_hand_has_been_pegged_by_either() -> None:
    missed = "underpeg A 1"
    for hand in ("B+9", "B!none A+5"):
        count = "A+5" if hand == "B+9" else ""
        found = verdicts(f"{CUT} {PLAY.rsplit(' ', 1)[0]} B!claim9 {hand} B!muggins1 {count}", muggins=True)
        assert missed in found
        assert "muggins-refused B 0" in found[-2:], hand


def test_10_4_c_1_pones_hand_is_not_closed_by_pones_own_words_or_pegs() -> None:
    assert called("B+7 B!claim7 A!muggins2")[-1] == "muggins A 2"
    assert called("rule:B+3 B+7 B+3 A!muggins2")[-1] == "muggins A 2"


def test_10_4_c_2_the_dealers_hand_can_be_called_until_it_is_mixed_and_not_after() -> None:
    assert called("B+9 A+3 B!claim9 clear:B B!muggins2")[-1] == "muggins B 2"
    assert called("B+9 A+3 clear:A B!muggins2")[-1] == "muggins-refused B 0"


def test_10_4_a_nobody_calls_their_own_missed_points() -> None:
    assert called("B+7 B!muggins2 A+5")[1:] == ["scored A 5", "muggins-refused B 2"]


def test_10_4_d_the_verdict_names_what_was_earned_and_what_was_pegged() -> None:
    lost = Table(muggins=True).do(f"{CUT} {PLAY} B!none A!muggins9").verdict("underpeg")
    assert (lost["rule"], lost["earned"], lost["pegged"]) == ("10.4.d", 9, 0)
    short = Table(muggins=True, profile="hoyle").do(f"{CUT} {PLAY} B+7 A!muggins2").verdict("underpeg")
    assert (short["earned"], short["pegged"], short["points"]) == (9, 7, 2)


def test_10_4_a_a_hand_that_was_not_seen_refuses_nobody_though_everything_else_was() -> None:
    table = Table(muggins=True).do(f"{CUT} {PLAY.replace('A:9S A+1', 'A?4')} B+9 A+5 B!muggins2")
    assert "muggins-refused" not in {verdict.split()[0] for verdict in table.verdicts}
    assert [remark.split()[0] for remark in table.remarks] == ["muggins"]


def test_10_4_a_call_that_comes_too_late_is_no_wrong_call() -> None:
    """The points were missed, and nobody can have them: nothing follows, as the judges' desk has it."""
    late = Table(muggins=True).do(f"{CUT} {PLAY} B+7 A+5 A!muggins2")
    found = late.verdict("muggins-refused")
    assert (found["rule"], found["points"], found["claimed"]) == ("10.4", 0, 2)
    assert found["why"] == "called too late: nothing follows"
    assert late.do(f"{CRIB} A+6").verdicts[-1] == "scored A 6", "nobody owes anybody anything"


def test_10_4_c_2_too_late_also_between_the_deals_and_wrong_again_once_the_next_is_played() -> None:
    missed = f"B+9 A+3 {CRIB} A+6 clear"
    assert called(f"{missed} B!muggins2")[-1] == "muggins-refused B 0"
    assert called(f"{missed} cut:5S B!muggins2")[-1] == "muggins-refused B 0"
    assert called(f"{missed} cut:5S A:2S B!muggins2")[-1] == "muggins-refused B 2"


def test_10_4_a_a_call_on_what_the_caller_has_taken_already_is_wrong_and_not_late() -> None:
    assert called("B+7 A!muggins2 A+2 A+5 A!muggins2")[-1] == "muggins-refused A 2"


def test_10_4_d_after_the_word_what_was_missed_cannot_be_pegged_where_it_might_have_been_put_right() -> None:
    found = after_play("B+7 A!muggins2 A+2 B+2", profile="hoyle", muggins=True)
    assert found == ["underpeg B 2", "muggins A 2", "scored A 2", "overpeg B 2"]


def test_10_4_d_the_underpeg_is_of_the_scorers_own_move_and_not_of_the_callers() -> None:
    """Ann has pegged her run short by one, and may still put that right: her move is not Bob's."""
    play = PLAY.replace("A+3", "A+2")
    table = Table(muggins=True, profile="hoyle").do(f"{CUT} {play} B+7 A!muggins2")
    assert table.verdict("underpeg")["move"] == "B 6/5>13/6"
    table.do(f"A+2 A+5 {CRIB} A+6 clear cut:2S")
    assert table.verdict("underpeg")["player"] == "A"


def test_10_4_a_a_hand_that_was_not_seen_and_not_pegged_leaves_the_call_to_judges() -> None:
    table = Table(muggins=True).do(f"{CUT} {PLAY.replace('A:9S A+1', 'A?4')} B+9 A!none B!muggins2")
    assert table.remarks == ["muggins 10.4.a B not all that"]


def test_10_4_c_what_the_next_cut_has_closed_is_called_too_late() -> None:
    deal = f"{CUT} {PLAY} B!none A+5 {CRIB} A+6 clear cut:9H A!muggins9"
    late = Table(muggins=True, profile="hoyle").do(deal).verdict("muggins-refused")
    assert late["why"] == "called too late: nothing follows"


def test_10_4_a_where_nothing_was_missed_a_call_between_the_deals_is_wrong_and_not_late() -> None:
    assert called(f"B+9 A+5 {CRIB} A+6 clear B!muggins2")[-1] == "muggins-refused B 2"


# --- said aloud: nobody hears the word, the peg is the call ---------------------------------------------------

BOOKS = ("acc-2025", "acc-2020", "hoyle")


@pytest.mark.parametrize("profile", BOOKS)
def test_10_4_c_1_who_pegs_what_pone_missed_has_called_it_aloud(profile: str) -> None:
    """Two may be too little for a hand of five; the five that follow show that they were for Bob's two."""
    table = Table(muggins=True, profile=profile).do(f"{CUT} {PLAY} B+7 A+2 A+5 {CRIB} A+6")
    found = table.verdicts[5:]
    assert {"muggins A 2", "scored A 5", "scored A 6"} <= set(found)
    assert not [one for one in found if one.startswith(("overpeg", "unverified"))]
    if profile != "hoyle":
        assert found[1:5] == ["underpeg A 3", "muggins A 2", "withdrawn A 3", "scored A 5"]
        taken = table.verdict("withdrawn")
        assert (taken["of"], taken["since"]) == ("underpeg", next(t for t, code in table.times[6:]))
    told = table.verdict("muggins")
    assert (told["assumed"], told["claimed"], told["missed"]) == (True, 2, 2)
    assert "assumed" not in Table(muggins=True).do(f"{CUT} {PLAY} B+7 A!muggins2").verdict("muggins")


def test_10_4_c_1_who_has_a_hand_of_less_has_called_it_at_once() -> None:
    words = "cut:9C B:7S A:2H B:TD A:JH A+1 B:4C A:7C B:8S A:5H A+1 B+2 A+4 A+2"
    assert verdicts(words, muggins=True)[-4:] == ["underpeg B 4", "muggins A 4", "scored A 4", "scored A 2"]


@pytest.mark.parametrize("profile", BOOKS)
def test_10_4_c_2_who_pegs_what_the_dealer_missed_has_called_it_aloud(profile: str) -> None:
    hand = after_play("B+9 A+3 B+2", muggins=True, profile=profile)
    assert "muggins B 2" in hand
    assert "scored B 2" in hand
    crib = after_play(f"B+9 A+5 {CRIB} A+5 B+1 clear", muggins=True, profile=profile)
    assert "muggins B 1" in crib
    assert not [one for one in (*hand, *crib) if one.startswith(("overpeg", "out-of-order", "false-claim"))]


@pytest.mark.parametrize("profile", BOOKS)
def test_10_4_b_who_pegs_what_was_missed_in_the_play_has_called_it_aloud(profile: str) -> None:
    found = verdicts(f"{CUT} B:5H A:TC B:2D B+2 A:3C", muggins=True, profile=profile)
    assert found[-2:] == ["scored B 2", "muggins B 2"] or found[:1] == ["unverified B 2"]
    assert not [one for one in found if one.startswith("overpeg")]


def test_10_4_b_in_the_polite_pause_nobody_knows_yet_that_it_was_missed() -> None:
    for words in ("B+2 B:2D", "B+2 wait wait B:2D"):
        found = verdicts(f"{CUT} B:5H A:TC {words}", muggins=True)
        assert [one.split()[0] for one in found] == ["unverified", "underpeg"], words
    still = verdicts(f"{CUT} B:5H A:TC B+2 wait A+2 B:2D", muggins=True)
    assert still == ["unverified B 2", "scored A 2"]


@pytest.mark.parametrize("profile", BOOKS)
def test_10_4_d_none_was_said_and_the_hand_is_taken_aloud(profile: str) -> None:
    found = after_play("B!none A+9 A+5", muggins=True, profile=profile)
    assert found[-3:] == ["muggins A 9", "scored A 9", "scored A 5"]


@pytest.mark.parametrize("profile", BOOKS)
def test_10_4_d_nothing_and_muggins_both_said_aloud_of_the_crib_are_held_against_nobody(profile: str) -> None:
    crib = after_play(f"B+9 A+5 {CRIB} B+6", muggins=True, profile=profile)
    assert crib[-1] == "unverified B 6"
    late = after_play(f"B+9 A+5 {CRIB} B+6 A+6 clear", muggins=True, profile=profile)
    assert late[2:] == ["unverified B 6", "scored A 6"], (
        "the dealer pegs it after all: nor is the dealer blamed"
    )


@pytest.mark.parametrize("profile", BOOKS)
def test_10_4_d_muggins_called_on_a_crib_that_nobody_pegged_refuses_nobody(profile: str) -> None:
    table = Table(muggins=True, profile=profile).do(f"{CUT} {PLAY} B+9 A+5 {CRIB} B!muggins6 B+6")
    assert table.verdicts[-1] == "unverified B 6"
    assert not [one for one in table.verdicts if one.startswith("muggins-refused")]
    assert [remark.split()[0] for remark in table.remarks] == ["muggins"]


def test_10_4_a_a_hand_pegged_in_the_deal_before_is_not_the_one_that_is_counted_now() -> None:
    """Ann holds nothing, so it is Bob's turn to count: he may have said "nothing", and she have called two of six."""
    show = "A+6 clear cut:QD A:2D B:2H B+2 A:8H B:9D A:KC A+2 B:5C A:TS A+2 B:5D B+1"
    found = after_play(f"B+9 A+5 {CRIB} {show} A+2", profile="hoyle", muggins=True)
    assert found[-1] == "unverified A 2"


def test_10_4_a_a_peg_of_what_was_missed_may_win_the_game() -> None:
    found = after_play("B+9 A+3 B+2", muggins=True, b=(104, 100))
    assert found[-3:] == ["muggins B 2", "scored B 2", "game B 7"]


def test_10_4_c_1_a_peg_that_fits_ones_own_hand_too_may_have_been_for_either() -> None:
    """Ann's hand is worth two and Bob missed two: she pegs two twice, for the one and for the other."""
    words = "cut:9C B:7S A:2H B:TD A:JH A+1 B:4C A:7C B:8S A:5H A+1 B+4 A+2 A+2"
    found = verdicts(words, muggins=True)
    assert found[-4:] == ["underpeg B 2", "scored A 2", "muggins A 2", "scored A 2"]
    once = verdicts(words.removesuffix(" A+2"), muggins=True)
    assert once[-2:] == ["underpeg B 2", "scored A 2"]
    assert verdicts(f"{words} A+2", muggins=True)[-1] != "muggins A 2", "not a third time"
    crib = f"{words.removesuffix(' A+2')} crib:6D,KC,2D,QC A+2 clear"
    assert not [v for v in verdicts(crib, muggins=True) if v.startswith("muggins")], "a crib of two is pegged"


def test_10_4_a_what_may_be_a_part_of_the_crib_is_not_the_hand_pegged_again() -> None:
    """Ann's hand is worth two, Bob missed two and the crib is worth five: her second two may be a part of that."""
    words = "cut:9C B:7S A:2H B:TD A:JH A+1 B:4C A:7C B:8S A:5H A+1 B+4 A+2 crib:9S,JS,KH,QD A+2"
    found = verdicts(f"{words} clear", muggins=True)
    assert found[-3:] == ["underpeg B 2", "scored A 2", "unverified A 2"]


def test_10_4_a_a_word_names_the_peg_before_it_if_it_is_of_just_so_many() -> None:
    """Bob lacks two. Ann pegs one, which is too little for her hand, and says what it was for; or something else."""
    found = after_play("B+7 A+1 A!muggins1 A+5", muggins=True)
    assert found[-3:] == ["muggins A 1", "withdrawn A 4", "scored A 5"]
    assert after_play("B+7 A+1 A!muggins2", muggins=True)[-1] == "muggins-refused A 0", (
        "called after her count"
    )


@pytest.mark.parametrize("words", ["B+7 A+5 B+1", "B+9 A+5 B+2"])
def test_10_4_a_what_is_pegged_after_a_count_may_be_for_a_wrong_call_that_nobody_tapped(words: str) -> None:
    """Where a wrong call costs its caller; where it costs nothing it is a fault as ever."""
    assert after_play(words, muggins=True)[-1].startswith("unverified B")
    found = after_play(words.replace("B+7 ", "B+9 "), muggins=True, profile="hoyle")
    assert [one for one in found if one.startswith("overpeg B")]


@pytest.mark.parametrize("words", ["B+9 A+7", "B+11 A+5", "B+7 A!claim5 A+8"])
def test_what_fits_nothing_that_was_missed_is_a_fault_as_ever(words: str) -> None:
    with_it, without = after_play(words, muggins=True), after_play(words)
    assert with_it == without
    assert any(one.startswith("overpeg") for one in with_it)


@pytest.mark.parametrize("crib", ["crib?", "crib?4", CRIB])
def test_10_4_a_what_may_be_for_a_crib_that_cannot_be_read_is_no_call(crib: str) -> None:
    """Bob gives up his hand; Ann pegs her five twice: her hand, and what nobody knows."""
    table = Table(profile="hoyle", muggins=True, late_s=0).do(f"{CUT} {PLAY} B!none A+5")
    assert table.do(f"{crib} A+5").verdicts[-2:] == ["scored A 5", "unverified A 5"]


def test_10_1_where_muggins_is_not_played_nothing_is_assumed() -> None:
    assert after_play("B+9 A+3 B+2") == ["scored B 9", "underpeg A 2", "overpeg B 2"]
    for profile in ("alberta-55plus", "corporate-challenge"):
        assert not [
            v for v in after_play("B+7 A+2", muggins=True, profile=profile) if v.startswith("muggins")
        ]


def test_10_1_an_overpeg_that_the_opponent_challenges_was_not_agreed_to() -> None:
    found = verdicts(f"{CUT} {PLAY} B+7 A+7 B!overpeg", muggins=True)
    assert found[5:] == ["underpeg B 2", "overpeg A 2"]


def test_10_4_a_who_pegs_too_little_for_a_hand_by_chance_what_was_missed_may_be_called() -> None:
    """Ann pegs two for her five, just what Bob had missed. Bob calls the three that she missed, and pegs them."""
    found = verdicts(f"{CUT} {PLAY} B+7 A+2 B!muggins3 B+3", muggins=True)
    assert found[5:] == ["underpeg B 2", "underpeg A 3", "muggins B 3", "scored B 3"]


def test_10_4_a_a_peg_taken_for_muggins_that_goes_back_is_no_fault_of_the_pegs() -> None:
    found = verdicts(f"{CUT} {PLAY} B+9 A+3 B+2 B-2", muggins=True)
    assert found[5:] == ["scored B 9", "underpeg A 2", "muggins B 2", "scored B 2", "unverified B 2"]


# --- said aloud, and pegged in one with the caller's own score ----------------------------------------------------


@pytest.mark.parametrize("profile", BOOKS)
@pytest.mark.parametrize("pegs", ["B+7 A+7", "B+6 A+8", "B+7 A+6", "B!none A+14"])
def test_10_4_a_what_was_missed_may_be_called_aloud_and_pegged_in_one_with_ones_own_hand(
    pegs: str, profile: str
) -> None:
    """Two that Bob missed and five of Ann's own are seven; fewer may be called than were missed."""
    found = after_play(f"{pegs} {CRIB} A+6 clear cut:9H", muggins=True, profile=profile)
    assert f"unverified {pegs.split()[1].replace('+', ' ')}" in found
    assert "scored A 6" in found
    assert not [one for one in found if one.startswith(("overpeg", "false-claim"))]
    agreed = after_play(f"{pegs} {CRIB} A+6", muggins=True, profile=profile)
    assert not [one for one in agreed if one.startswith("overpeg")], (
        "the log may end before the cards are taken up"
    )


@pytest.mark.parametrize("profile", BOOKS)
def test_10_4_a_the_word_may_be_tapped_after_what_was_called_was_pegged_with_ones_own_hand(
    profile: str,
) -> None:
    def called_then(words: str) -> list[str]:
        return after_play(f"{words} {CRIB} A+6 clear", muggins=True, profile=profile)

    whole = ["underpeg B 2", "muggins A 2", "scored A 7", "scored A 6"]
    assert called_then("B+7 A+7 A!muggins2")[:4] == whole
    assert called_then("B+7 A+7 A!muggins")[:4] == whole
    assert called_then("B+7 A+7 A!muggins3")[:4] == whole, "the lesser of what was called and what was missed"
    assert called_then("B+7 A+6 A!muggins1")[1:3] == ["muggins A 1", "scored A 6"]
    every = ["underpeg B 7", "muggins A 6", "scored A 6", "scored A 5", "scored A 6"]
    assert called_then("B+2 A+6 A!muggins6 A+5") == every, "all of it was the call"
    for words in ("B+7 A+7 wait A!muggins2", "B+7 A+7 A!muggins1", "B+7 A+6 A!muggins2"):
        other = called_then(words)
        assert f"unverified A {words.split()[1][2:]}" in other, "of something else, or too late to tell"
        assert not [one for one in other if one.startswith("overpeg")]


@pytest.mark.parametrize("profile", BOOKS)
def test_8_4_c_what_was_pegged_with_ones_own_hand_and_is_challenged_or_put_right_is_too_many(
    profile: str,
) -> None:
    """Muggins may not be pegged until both agree (10.4.a)."""

    def of_ann(words: str) -> list[str]:
        found = after_play(f"{words} {CRIB} A+6 clear", muggins=True, profile=profile)
        return [one for one in found if " A " in one]

    assert of_ann("B+7 A+7 B!overpeg A-2 B+2") == ["overpeg A 2", "scored A 6"]
    assert of_ann("B+7 A+7 rule:A-2 A-2") == ["overpeg A 2", "scored A 6"]
    assert of_ann("B+7 A+7 A-2") == ["overpeg A 2", "corrected A 2", "scored A 6"]
    assert of_ann("B+7 A+7 A-1") == ["overpeg A 1", "corrected A 1", "scored A 6"], "one may have been called"
    assert of_ann("B+7 A+8 A-1") == ["overpeg A 1", "corrected A 1", "scored A 6"], "two may have been called"
    assert of_ann("B+7 A+8 A-3") == ["overpeg A 1", "corrected A 3", "scored A 6"]


def test_8_4_c_more_than_was_missed_and_ones_own_hand_is_too_many_by_the_rest_at_least() -> None:
    table = Table(muggins=True).do(f"{CUT} {PLAY} B+7 A+8 {CRIB} A+6 clear")
    assert table.verdicts[5:] == ["underpeg B 2", "overpeg A 1", "scored A 6", "overpeg-stands A 1"]
    told = table.verdict("overpeg")
    assert told["least"] is True
    assert table.verdict("overpeg-stands")["least"] is True
    assert "remedy" not in told, "nobody knows where the peg belongs"
    assert called("B+7 A+8 B!overpeg A-3 B+3")[1:] == ["overpeg A 1", "scored B 3"], "nothing was agreed to"


def test_10_4_c_1_what_was_missed_is_not_called_once_the_hand_has_been_counted_with_the_crib_either() -> None:
    for profile in BOOKS:
        found = after_play(f"B+7 A+5 {CRIB} A+8 clear", muggins=True, profile=profile)
        assert "overpeg A 2" in found, profile
    assert "overpeg A 2" in called("B+7 A!muggins2 A+2 A+7"), "called and pegged it is not called again"


@pytest.mark.parametrize("profile", BOOKS)
def test_10_4_b_what_was_missed_in_the_play_may_be_pegged_in_one_with_ones_own_score(profile: str) -> None:
    pair = verdicts("cut:4D B:5H A:TC B:TD B+4 A:KC", muggins=True, profile=profile)
    assert [one for one in pair if " B " in one] == ["unverified B 4"]
    last = f"{CUT} {PLAY.rsplit(' ', 1)[0]} B+10"
    found = verdicts(f"{last} A+5 {CRIB} A+6 clear", muggins=True, profile=profile)
    assert "unverified B 10" in found
    assert not [one for one in found if one.startswith("overpeg")]
    named = verdicts(f"{last} B!muggins1 A+5 {CRIB} A+6 clear", muggins=True, profile=profile)
    assert {"underpeg A 1", "muggins B 1", "scored B 10"} <= set(named)


@pytest.mark.parametrize("profile", BOOKS)
def test_8_4_a_the_game_hole_may_be_reached_with_what_was_called_aloud(profile: str) -> None:
    """Nobody is held to have claimed it falsely, and nobody has won by it: judges decide."""
    found = after_play("B+7 A+7", muggins=True, profile=profile, a=(110, 100))
    assert "unverified A 7" in found
    assert not [one for one in found if one.startswith(("false-claim", "game"))]
    assert "false-claim A 2" in after_play("B+9 A+7", muggins=True, profile=profile, a=(110, 100))


# --- three players: the word does not say of whom ----------------------------------------------------------------

THREE_PLAY = """cut:QC B:7D C:7H C+2 A:TH B:4C C:AD C+1 A:9H B:5S C:8C A:3C A:6C A+2 B:QH C:JC C+1"""


def three_called(pegs: str, n: int, then: str) -> list[str]:
    """Bob's hand is worth six and Cy's three; both have pegged too few when Ann calls `n`."""
    table = Doubles(seats="ABC", dealer="A", profile="hoyle", muggins=True)
    table.do(f"{THREE_PLAY} {pegs}")
    table.see(said={"by": "A", "what": "muggins", "n": n})
    return table.do(then)[4:]


def test_10_4_a_of_several_it_is_called_of_who_pegged_last() -> None:
    """Ann was told to have pegged too many: the call was taken for one of Cy's two."""
    assert three_called("C+1 B+1", 5, "A+5")[:3] == ["underpeg B 5", "muggins A 5", "scored A 5"]
    assert three_called("B+1 C+1", 2, "A+2")[:3] == ["underpeg C 2", "muggins A 2", "scored A 2"]


def test_10_4_a_where_just_what_another_missed_was_called_nobody_is_blamed() -> None:
    found = three_called("B+1 C+1", 5, "A+5")
    assert "unverified A 5" in found
    assert not [one for one in found if one.startswith(("overpeg", "underpeg", "muggins"))]


GIVEN = "cut:KS B:TC A:5H B:JD"
"""Ann has made fifteen and pegged nothing for it when Bob lays his next card."""


@pytest.mark.parametrize("words", ["A!go B+2 wait B:4C", "B+2 B:4C"], ids=["go was said", "go may be due"])
def test_10_4_b_what_was_missed_is_taken_aloud_where_a_go_might_be_pegged_as_well(words: str) -> None:
    found = verdicts(f"{GIVEN} {words}", muggins=True)
    assert found == ["underpeg A 2", "muggins B 2", "scored B 2"]


def test_10_4_a_a_call_that_is_tapped_when_it_has_been_pegged_is_that_call() -> None:
    table = Table(muggins=True).do(f"{GIVEN} B+2 B:4C wait B!muggins2 wait")
    assert table.verdicts == ["underpeg A 2", "muggins B 2", "scored B 2"]
    assert table.remarks == []


@pytest.mark.parametrize("called", [1, 3])
def test_10_4_a_a_call_against_a_peg_that_was_taken_for_muggins_is_left_to_judges(called: int) -> None:
    """It may have been pegged for something else, of which the caller says that it was too little."""
    table = Table(muggins=True).do(f"{GIVEN} A!go B+2 wait A!muggins{called} wait")
    assert table.verdicts == ["underpeg A 2", "muggins B 2", "scored B 2"], "nobody is refused anything"
    assert table.remarks == ["muggins 10.4.a A not all that"]


def test_10_4_d_each_part_of_a_hand_that_is_called_has_its_verdict() -> None:
    table = Table(profile="hoyle", muggins=True).do(f"{CUT} {PLAY} B+1 B+6 A!muggins2 A+2")
    assert table.verdicts[5:] == ["scored B 1", "underpeg B 2", "muggins A 2", "scored A 2"]


WORTH_NOTHING = "cut:KC B:7D A:2C B:9H A:4C B:AC A:7H A+1 B:TD A:QD A+1 crib:AS,8C,9S,8S"
"""Ann's hand is worth nothing, and her crib, which lies open, two."""


@pytest.mark.parametrize("profile", ["acc-2025", "hoyle"])
@pytest.mark.parametrize("said", ["A!none", "A!none A!none"], ids=["of the crib alone", "of both"])
@pytest.mark.parametrize("points", [1, 2])
def test_10_4_d_nothing_is_said_of_the_crib_where_the_hand_is_worth_nothing(
    profile: str, said: str, points: int
) -> None:
    called = f"{WORTH_NOTHING} {said} B!muggins{points} B+{points} clear cut:2H"
    found = verdicts(called, profile=profile, muggins=True)
    assert found[2:] == ["underpeg A 2", f"muggins B {points}", f"scored B {points}"]


def test_10_4_d_nothing_said_before_the_crib_is_turned_up_gives_up_no_crib() -> None:
    before = WORTH_NOTHING.replace("crib:", "A!none crib:")
    for points in (1, 2):
        found = verdicts(f"{before} B!muggins{points} B+{points} A+2", muggins=True)
        assert found[2:] == [f"unverified B {points}", "scored A 2"]


def test_10_4_d_nothing_said_over_the_crib_is_of_a_hand_that_is_worth_something() -> None:
    found = verdicts(f"{CUT} {PLAY} B+9 {CRIB} A!none B!muggins5 B+5", muggins=True)
    assert found[-3:] == ["underpeg A 5", "muggins B 5", "scored B 5"]


@pytest.mark.parametrize("counted", ["A+5", "A!claim5", "A!none", f"A+5 {CRIB}"])
def test_10_4_c_1_a_hand_stated_as_none_is_called_before_the_dealer_counts(counted: str) -> None:
    assert called("B!none A!muggins9 A+9")[-2:] == ["muggins A 9", "scored A 9"]
    assert called(f"B!none {counted} A!muggins9")[-1] == "muggins-refused A 0", "too late: nothing follows"


@pytest.mark.parametrize(
    ("pegs", "crib", "found"),
    [
        ("A+2 A+7", "4H,QS,7C,3D", ["muggins A 2", "scored A 7"]),
        ("A+1 A+7", "4H,QS,7C,3D", ["muggins A 1", "scored A 7"]),  # fewer may be called than were missed
        ("A+2 A+5", "4H,QS,7C,3D", ["unverified A 5"]),  # her own, short or the rest: nobody knows
        ("A+2 A+7", "QC,5S,9H,KD", ["muggins A 2", "scored A 7", "underpeg A 6"]),
        ("A+2 A+6", "QC,5S,9H,KD", ["scored A 6"]),  # just the crib
    ],
)
def test_10_4_d_two_pegs_of_the_dealer_before_the_crib_are_a_call_said_aloud_and_the_hand(
    pegs: str, crib: str, found: list[str]
) -> None:
    """Bob gives up his two, and no word is tapped; Ann pegs what she calls, and then her seven."""
    table = Table(muggins=True).do(LOW_PLAY)
    told = table.do(f"{pegs} crib:{crib} clear cut:9H").verdicts[3:]
    assert told[0] == "underpeg B 2"
    assert told[1] == ("underpeg A 5" if found == ["scored A 6"] else f"unverified A {pegs[2]}")
    assert told[2:] == found


@pytest.mark.parametrize("pegs", ["A+2 A+5 B+2", "A+1 A+5 B+2", "A+2 A+6 B+1"])
@pytest.mark.parametrize("crib", ["4H,QS,7C,3D", "4H,4S,7C,3D"])
def test_10_4_d_what_the_pone_pegs_then_may_be_called_as_well(pegs: str, crib: str) -> None:
    """The same, but Ann counts her seven too low, and Bob pegs what she lacks; or it is his own hand."""
    table = Table(muggins=True).do(LOW_PLAY)
    told = table.do(f"{pegs} crib:{crib} clear cut:9H").verdicts[4:]
    assert told == [f"unverified A {pegs[2]}", f"unverified A {pegs[6]}"]


@pytest.mark.parametrize("called", [1, 2])
@pytest.mark.parametrize("counted", ["A+7 {crib}", "{crib} A+7"])
def test_10_4_d_a_call_aloud_before_the_own_hand_where_no_order_of_counting_is_judged(
    called: int, counted: str
) -> None:
    """Hoyle: Bob gives up his two, Ann calls one or both of them aloud, and pegs her seven and her crib of six."""
    table = Table(muggins=True, profile="hoyle").do(LOW_PLAY)
    told = table.do(f"A+{called} {counted.format(crib=LOW_CRIB)} A+6 clear cut:9H").verdicts[3:]
    assert sorted(told) == sorted(["scored A 7", "scored A 6", f"scored A {called}", "underpeg B 2"])


@pytest.mark.parametrize("profile", BOOKS)
@pytest.mark.parametrize("pegs", ["A+2 {crib} A+6", "A+2 {crib} A+9", "A+2 A+6 {crib}", "A+2 A+9 {crib}"])
def test_10_4_d_a_hand_counted_wrong_after_a_call_is_not_too_many_for_its_rest_or_the_crib(
    pegs: str, profile: str
) -> None:
    """Bob gives up his two, and Ann calls them aloud; then she counts six or nine for seven. The crib is worth
    nothing: nobody knows how many are too many."""
    table = Table(muggins=True, profile=profile).do(LOW_PLAY)
    told = table.do(f"{pegs.format(crib='crib:4H,QS,7C,3D')} clear cut:9H").verdicts[3:]
    assert not [one for one in told if one.startswith(("overpeg", "out-of-order", "underpeg A"))]


@pytest.mark.parametrize(
    ("pegs", "found"),
    [
        ("B+2 A+8 clear", ["unverified A 8", "scored A 5"]),  # the two, put right, or too many
        ("B+2 B!muggins2 A+8 B!overpeg A-2 clear", ["underpeg A 2", "overpeg A 2"]),
        ("B+2 B!muggins2 A+6 clear", ["underpeg A 2", "scored A 6"]),
        ("B!muggins2 B+2 A+8 A-2 clear", ["underpeg A 2", "overpeg A 2", "corrected A 2"]),
    ],
)
def test_10_4_d_what_was_called_is_not_pegged_with_the_crib(pegs: str, found: list[str]) -> None:
    """Hoyle, where a hand pegged short may be put right: Ann has counted five for seven, and Bob calls the two."""
    table = Table(muggins=True, profile="hoyle").do(LOW_PLAY)
    told = table.do(f"B+2 {LOW_CRIB} A+5 {pegs} cut:9H").verdicts[4:]
    assert sorted(told) == sorted(["muggins B 2", "scored B 2", *found])


@pytest.mark.parametrize("profile", BOOKS)
@pytest.mark.parametrize(
    ("pegs", "found"),
    [
        ("A+2 A+7 {crib} B+6", ["scored A 7", "unverified B 6", "underpeg A 6"]),
        ("A+1 A+7 {crib} B+4", ["scored A 7", "unverified B 4", "underpeg A 6"]),  # fewer may be called
        ("A+7 {crib} B+6", ["scored A 7", "unverified B 6", "underpeg A 6"]),
        ("A+2 A+7 {crib} A+3 B+3", ["scored A 7", "underpeg B 2", "muggins B 3", "scored B 3"]),
    ],
)
def test_10_4_a_what_the_pone_who_gave_up_the_hand_pegs_over_the_crib_is_called(
    pegs: str, found: list[str], profile: str
) -> None:
    """Bob has given up his two, aloud; Ann gives up her six, or counts three of it. Nobody taps a word."""
    table = Table(muggins=True, profile=profile).do(LOW_PLAY)
    told = table.do(f"{pegs.format(crib=LOW_CRIB)} clear cut:9H").verdicts[3:]
    assert set(found) <= set(told)
    assert not [one for one in told if one.startswith(("overpeg", "out-of-order"))]


def test_10_4_a_what_a_peg_that_is_up_may_have_pegged_into_a_dead_hole_is_not_missed_for_certain() -> None:
    """Bob lifts a peg for his pair, and none comes down; four are called with his hand of two: judges decide."""
    table = Table(muggins=True).do("cut:6D B:TH A:8C B:8D B^")
    table.pegs["B"] = [0]
    table.do("A:5D A+2 B:6S A:4C B:2H A:2C A+3 B!none A!muggins4")
    assert table.verdicts == ["scored A 2", "scored A 3"]
    assert table.remarks == ["muggins 10.4.a A what was pegged"]


def test_9_2_c_two_pegs_of_the_dealer_that_are_neither_hand_nor_a_call_are_left_open_as_the_crib_follows() -> (
    None
):
    """Bob's two are pegged by nobody. Ann pegs two and five before the crib, and then what that is worth."""
    table = Table().do(LOW_PLAY)
    found = table.do(f"A+2 A+5 {LOW_CRIB} A+6 clear cut:9H").verdicts[3:]
    assert found == ["unverified A 5", "scored A 6", "underpeg B 2", "unverified A 2"]


def test_10_4_d_a_hand_and_a_crib_of_as_many_points_are_no_call_though_the_pone_has_given_up_more() -> None:
    """Bob's nine are pegged by nobody. Ann pegs her five, and five for the crib, which is worth as much."""
    table = Table(muggins=True, profile="acc-2020").do(f"{CUT} {PLAY} A+5 crib:9H,6C,JD,AS A+5 clear cut:9H")
    assert table.verdicts[5:] == ["underpeg B 9", "scored A 5", "scored A 5"]


@pytest.mark.parametrize("called", [1, 2])
@pytest.mark.parametrize("then", [4, 5, 6])
def test_10_4_a_fewer_may_be_called_in_turn_by_who_gave_up_a_hand_and_was_called(
    called: int, then: int
) -> None:
    """Bob gives up his two, aloud, and Ann calls one of it, or both; then she gives up her seven, and Bob calls as
    many of it or fewer. Nobody taps a word: nothing came too early, and nothing is too many."""
    table = Table(muggins=True).do(LOW_PLAY)
    found = table.do(f"A+{called} B+{then} crib:4H,QS,7C,3D clear cut:9H").verdicts[3:]
    assert f"unverified B {then}" in found
    assert not [one for one in found if one.startswith(("overpeg", "out-of-order"))]


def test_10_4_a_a_call_the_hand_and_the_crib_win_the_game_in_three_pegs() -> None:
    """Nobody taps a word."""
    table = Table(muggins=True, a=(101, 98), b=(110, 106)).do(f"{LOW_PLAY} A+2 A+7 {LOW_CRIB} A+6")
    found = ["underpeg B 2", "unverified A 2", "muggins A 2", "scored A 7", "scored A 6", "game A 112"]
    assert table.verdicts[3:] == found


def test_10_4_a_what_is_short_of_the_hand_may_be_a_call_while_the_peg_for_the_hand_is_not_seen() -> None:
    """Ann calls one of the two and is out with her hand, in a hole whose contact is dead; the cards are taken up."""
    table = Table(muggins=True, profile="acc-2020", a=(109, 106), b=(106, 102)).do(
        f"{LOW_PLAY} A+1 holes:115|108,106"
    )
    table.pegs["A"] = [115]
    table.t += 2
    assert table.do("clear").verdicts[3:] == ["underpeg B 2", "unverified A 1"]


@pytest.mark.parametrize(("crib", "found"), [(6, "unverified A 6"), (7, "overpeg A 1")])
def test_10_4_a_a_call_seems_a_part_of_a_hand_that_is_counted_too_low_over_an_early_crib(
    crib: int, found: str
) -> None:
    """Ann calls the two, counts six of her seven, of which Bob calls one, and the crib of six, or one too many."""
    table = Table(muggins=True, profile="hoyle").do(
        f"{LOW_PLAY} {LOW_CRIB} A+2 A+6 B+1 A+{crib} clear cut:9H"
    )
    assert found in table.verdicts[3:]
    assert not [one for one in table.verdicts if one.startswith("overpeg A") and one != found]


def test_1_6_nothing_is_missed_after_a_call_by_which_the_game_may_be_won() -> None:
    """Ann gives up her five over an early crib; Bob calls four of it, with which he is out. Nobody taps a word."""
    table = Table(muggins=True, a=(95, 92), b=(102, 98)).do(f"{CUT} {PLAY} B+9 {CRIB} B+4 clear")
    assert table.verdicts[5:] == ["scored B 9", "unverified B 4"]


def test_10_4_a_after_a_hand_that_was_counted_too_low_fewer_may_be_called_than_were_given_up() -> None:
    """Bob counts seven of his nine, and calls four of the five that Ann has given up."""
    found = after_play(f"B+7 B+4 {CRIB} A+6 clear cut:2S", muggins=True, profile="hoyle")
    assert found == ["unverified B 4", "scored A 6", "scored B 7", "underpeg A 5"]


def test_9_2_what_is_called_may_be_what_the_crib_lacks_where_hand_and_crib_seem_counted_the_other_way_round() -> (
    None
):
    """Ann counts her five as six, which is just the early crib, and that as four; Bob calls two."""
    table = Table(muggins=True, profile="hoyle").do(
        f"{CUT} {PLAY} B+9 {CRIB} A+6 A+4 B!muggins2 B+2 clear cut:2S"
    )
    assert table.verdicts[7:] == ["underpeg A 1", "unverified B 2"]
    assert [one.split()[0] for one in table.remarks] == ["muggins"]


def test_9_2_c_what_is_pegged_over_the_open_crib_may_be_a_call_though_the_own_hand_is_worth_as_much() -> None:
    """Bob's hand is worth two. Ann counts seven and turns up a crib of six; before that two are his hand, late."""
    for in_force, found in (
        (True, ["scored B 2", "scored A 7"]),
        (False, ["out-of-order A 7", "scored B 2"]),
    ):
        table = Table(muggins=in_force).do(f"{LOW_PLAY} A+7 {LOW_CRIB} B+2 clear")
        assert table.verdicts[3:] == [*found, "underpeg A 6"]
    early = Table(muggins=True).do(f"{LOW_PLAY} A+7 B+2 {LOW_CRIB} A+6 clear")
    assert early.verdicts[3:] == ["out-of-order A 7", "scored B 2", "scored A 6"]


def test_10_4_a_a_call_is_limited_by_where_its_player_stood_before_it_was_pegged() -> None:
    """Ann has pegged the two, and her seven, when her word is tapped: she stands at 120, one short of the game."""
    play = "cut:6D B:TH A:8C B:8D B+2 A:5D A+2 B:6S A:4C B:2H A:2C A+3 A+2 B!none A+7"
    table = Table(a=(106, 104), b=(100, 90), profile="hoyle", muggins=True).do(play)
    table.t -= 1.5
    table.see(0.9, said={"by": "A", "what": "muggins", "n": 2})
    judged = table.do(f"{LOW_CRIB} clear cut:9H").verdicts
    assert {"underpeg B 2", "muggins A 2"} <= set(judged)
    assert not [one for one in judged if one.startswith("overpeg")]


def test_10_4_b_a_call_is_tapped_while_its_peg_and_the_peg_that_it_is_about_wait_for_a_card() -> None:
    """Ann pegs two of four; Bob pegs the other two, for which he has no score, and taps the word at once."""
    table = Table(dealer="B", muggins=True).do("cut:6H A:8C B:9C A:6C B:4H A:4S A+2 B+2")
    table.t -= 1.5
    table.see(0.26, said={"by": "B", "what": "muggins", "n": 2})
    judged = table.do("B:4C A:9D B:5H B+1").verdicts
    assert {"underpeg A 2", "muggins B 2", "scored B 1"} <= set(judged)
    assert not [one for one in judged if one.startswith("overpeg")]
    assert table.verdict("unverified")["said_t"] == table.verdict("muggins")["said_t"], "in every history"


@pytest.mark.parametrize("points", [4, 5, 6, 11])
def test_10_4_d_hand_or_crib_or_both_may_be_called_where_the_crib_lies_open_and_neither_is_pegged(
    points: int,
) -> None:
    """Bob has counted; Ann's hand is worth five, her crib six, and nobody taps that she gives up either."""
    table = Table(profile="hoyle", muggins=True).do(f"{CUT} {PLAY} B+9 {CRIB} B+{points} clear cut:2S")
    assert table.verdicts[6:] == [f"unverified B {points}", "underpeg A 5", "underpeg A 6"]
    table = Table(profile="hoyle", muggins=True).do(f"{CUT} {PLAY} B+9 {CRIB} B+12 clear cut:2S")
    assert "overpeg B 12" in table.verdicts


def test_10_4_a_a_word_that_follows_a_peg_of_fewer_than_were_missed_brings_nothing_more() -> None:
    """Ann pegs three of five; of the two Bob calls one, pegs it, and taps the word five seconds later; then he pegs
    six for her crib, of which none is stated."""
    table = Table(muggins=True).do(f"{CUT} {PLAY} B+9 {CRIB} A+3 B+1")
    found = table.do("B!muggins1 B+6 clear:crib A!none clear cut:2S").verdicts[5:]
    assert found[:4] == ["scored B 9", "underpeg A 2", "unverified B 1", "muggins B 1"]
    assert not [one for one in found if one.startswith("overpeg")]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        # six may be called of her seven, which Ann has given up as he has his two, or be four too many for these
        (f"B+6 {LOW_CRIB} clear", ["overpeg B 4", "overpeg-stands B 4", "withdrawn B 4", "withdrawn B 4"]),
        (f"{LOW_CRIB} B+6 clear", ["overpeg B 4", "withdrawn B 4"]),
        # more than her hand is worth, or what she challenges, is no call; nor is it one if she counts her hand
        (f"B+8 {LOW_CRIB} clear", ["overpeg B 6", "overpeg-stands B 6"]),
        (f"B+6 A!overpeg B-4 A+4 {LOW_CRIB} clear", ["overpeg B 4"]),
        (f"B+6 A+7 {LOW_CRIB} clear", ["overpeg B 4", "overpeg-stands B 4"]),
    ],
)
def test_10_4_a_too_many_for_a_hand_may_be_a_call_for_fewer_than_the_next_one_is_worth(
    words: str, found: list[str]
) -> None:
    table = Table(muggins=True).do(f"{LOW_PLAY} {words} cut:2S")
    assert [one for one in table.verdicts if one.startswith(("overpeg", "withdrawn"))] == found
