"""Rule 7 and 6.3: heels, points of the play, go and last card, several points together, reneges, wrong counts."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, PLAY, Table, verdicts

# --- heels -------------------------------------------------------------------------------------------------


def test_6_3_a_heels_for_the_dealer() -> None:
    assert verdicts("cut:JD A+2 B:4C A:TH") == ["scored A 2"]
    assert verdicts("cut:JD B:4C A+2 A:TH") == ["scored A 2"], "until the dealer plays"
    assert verdicts("cut:JD B+2") == ["overpeg B 2"]


def test_6_3_b_heels_may_win_the_game() -> None:
    assert verdicts("cut:JD A+2", a=(119, 110), b=(60, 50)) == ["scored A 2", "game A 60"]


def test_6_3_c_heels_are_lost_when_the_dealer_plays_first() -> None:
    table = Table().do("cut:JD B:4C A:TH A+2")
    assert table.verdicts == ["heels-forfeit A 2", "overpeg A 2"]
    assert table.times[0] == (6.0, "heels-forfeit")


def test_heels_pegged_short_or_long() -> None:
    assert verdicts("cut:JD A+1 B:4C A:TH") == ["underpeg A 1"]
    assert verdicts("cut:JD A+3 B:4C") == ["overpeg A 1", "overpeg-stands A 1"]


def test_heels_pegged_before_the_starter_was_seen() -> None:
    deal = "cut:4D B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+3 B:5H B+4 B+1 A:9S A+1 B+9 A+5 crib:2C,2H,9D,JC A+6 clear"
    assert verdicts(f"{deal} B+2 cut:JD A:2C B:3C")[-1] == "scored B 2"
    assert verdicts(f"{deal} B+2 cut:TD A:2C B:3C")[-2:] == ["overpeg B 2", "overpeg-stands B 2"]
    assert verdicts(f"{deal} B+2 A:2C B:3C")[-1] == "unverified B 2"


# --- points of the play ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("B:5H A:TC", 2),
        ("B:TC A:TH", 2),
        ("B:4C A:5H B:6D", 5),
        ("B:TC A:TH B:TD", 6),
        ("B:2C A:2D B:2H A:2S", 12),
    ],
)
def test_7_2_a_points_for_cards(cards: str, points: int) -> None:
    player = cards.split()[-1][0]
    assert verdicts(f"{CUT} {cards} {player}+{points}")[-1] == f"scored {player} {points}"


def test_6_3_c_heels_are_forfeited_also_by_a_dealer_who_has_just_pegged_what_judges_gave_him() -> None:
    deal = f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear"
    assert verdicts(f"{deal} rule:B+3 B+3 cut:JD A:TC B:2C")[-2:] == ["scored B 3", "heels-forfeit B 2"]
    more = verdicts(f"{deal} rule:B+3 B+5 cut:JD A:TC B:2C")
    assert not [code for code in more if code.startswith("heels-forfeit")], "they may be in what was too much"


def test_7_2_b_not_pegged_before_the_next_card_is_lost() -> None:
    table = Table().do(f"{CUT} B:5H A:TC B:2D")
    assert table.verdicts == ["underpeg A 2"]
    assert table.times == [(table.t, "underpeg")]


def test_a_peg_lifted_before_the_next_card_still_counts() -> None:
    assert verdicts(f"{CUT} B:5H A:TC A^ B:2D A=2,0") == ["scored A 2"]
    assert verdicts(f"{CUT} B:5H A:TC A^ B:2D A=0,-1") == ["underpeg A 2"], "put back: nothing was pegged"


def test_7_2_b_two_scores_of_one_card_may_be_pegged_one_after_the_other() -> None:
    assert verdicts(f"{CUT} B:4C A:5H B:6D B+2 B+3 A:TD") == ["scored B 2", "scored B 3"]
    assert verdicts(f"{CUT} B:4C A:5H B:6D B+2 A:TD") == ["underpeg B 3"]
    assert verdicts(f"{CUT} B:4C A:5H B:6D B+4 A:TD") == ["underpeg B 1"]


def test_7_2_b_once_go_is_called_nothing_may_be_added() -> None:
    words = f"{CUT} B:4C A:5H B:6D B+2 A!go B+3"
    assert verdicts(words) == ["underpeg B 3", "overpeg B 3"]
    assert verdicts(words, profile="acc-2020") == ["scored B 2", "scored B 3"]


def test_7_2_b_points_together_while_the_opponent_has_no_card_to_play() -> None:
    together = "B:TC A:QH B:5D A!go B:2C B:2H"
    assert verdicts(f"{CUT} {together} B+3 A:8D") == ["scored B 3"], "a pair and the go"
    assert verdicts(f"{CUT} {together} B+2 B+1 A:8D") == ["scored B 2", "scored B 1"]
    assert verdicts(f"{CUT} {together} B+2 A:8D") == ["scored B 2", "underpeg B 1"]
    assert verdicts(f"{CUT} {together.replace(' A!go', '')} B+3 A:8D") == ["scored B 3"], "said only aloud"


def test_7_2_b_the_last_cards_of_a_player_alone() -> None:
    """Ann has played her four; Bob lays two more and pegs pair and last card at once."""
    deal = "cut:9C B:KC A:AD B:TC A:AH A:AS A:3H A+3 B:KH B:KD B+3"
    assert verdicts(deal) == ["scored A 3", "scored B 3"]


def test_8_4_c_a_challenge_after_the_last_card_is_of_its_points_and_not_of_the_go_before_it() -> None:
    """Nobody but Ann has a card left: her last one opens a series at once, and settles the go she pegged."""
    table = Table().do("cut:3C B:TS A:KC B:4C B:AC B+1 A:QC B:JS A:KH A+4 A:QS A+3 B!overpeg")
    assert table.verdicts == ["scored B 1", "scored A 4", "overpeg A 2"]
    assert table.do("A-2 B+2").verdicts == ["scored B 1", "scored A 4", "overpeg A 2", "scored B 2"]


def test_8_9_a_go_challenged_by_a_player_without_cards_waits_for_the_next_card() -> None:
    """Only Ann's own card says whether she could have played: she is accused of nothing before."""
    pegged = "cut:3C B:TS A:KC B:4C B:AC B+1 A:QC B:JS A:KH A+4 B!overpeg"
    assert Table().do(pegged).verdicts == ["scored B 1", "scored A 4"], (
        "the log ends: nothing speaks against it"
    )
    assert Table().do(f"{pegged} A:QS").verdicts == ["scored B 1", "scored A 4"]
    table = Table().do(f"{pegged} A:AS")
    found = ["scored B 1", "overpeg A 1", "renege A 2"]
    assert table.verdicts == found, "thirty-one: she could, and at twenty-five as well"
    assert table.do("A-1 B+1").verdicts == [*found, "scored B 1"]


def test_8_9_who_gives_in_to_such_a_challenge_leaves_the_error_to_the_opponent() -> None:
    """A run of three and a go, challenged: Ann goes back by the go without waiting for her card (8.4.c(1))."""
    table = Table().do("cut:3C B:TS A:KC B:4C B:AC B+1 A:QC B:JS A:KH A+4 B!overpeg A-1 B+1")
    assert table.verdicts == ["scored B 1", "overpeg A 1", "scored B 1"]
    assert table.do("A:AS A+2").verdicts[3:] == ["renege A 2", "scored A 2"], "the pegs were followed"


def test_7_2_a_7_thirty_one_ends_the_series() -> None:
    assert verdicts(f"{CUT} B:TC A:QH B:AD A:TS A+2 B:TD") == ["scored A 2"]
    assert verdicts(f"{CUT} B:TC A:QH B:AD A:TS A+3 B:TD")[0] == "overpeg A 1", "never the go as well"


def test_7_2_a_8_the_last_card() -> None:
    last = f"{CUT} B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+3 B:5H B+4 B+1 A:9S"
    assert verdicts(f"{last} A+1")[4:] == ["scored A 1"]
    assert verdicts(f"{last} B+9")[4:] == ["underpeg A 1", "scored B 9"]
    assert verdicts(f"{last} A+3 B+9")[4:] == ["overpeg A 2", "overpeg-stands A 2", "scored B 9"]
    assert verdicts(f"{last} A+3 A-2 B+9")[4:] == ["overpeg A 2", "corrected A 2", "scored B 9"]


# --- go ----------------------------------------------------------------------------------------------------


def test_7_2_a_6_a_peg_of_one_claims_the_go_and_ends_the_series() -> None:
    assert verdicts("cut:KS B:TC A:QH B:5D B+1 A:9C") == ["scored B 1"]
    assert verdicts("cut:KS B:TC A:QH B:5D B+1 A:6C A+2")[-1] == "unverified A 2"


def test_7_2_a_6_a_go_that_was_not_pegged() -> None:
    table = Table().do("cut:KS B:TC A:QH B:5D A:9C")
    assert table.verdicts == ["underpeg B 1"]
    assert table.times == [(table.t, "underpeg")]


def test_no_go_at_twenty_one_or_lower() -> None:
    assert verdicts("cut:KS B:TC A:6H B:5D B+1 A:2C") == ["overpeg B 1", "overpeg-stands B 1"]


def test_8_9_pegged_too_early_and_taken_back() -> None:
    assert verdicts("cut:KS B:TC A:QH B:5D B+1 B-1 A:6C A+2") == ["scored B 1", "corrected B 1", "scored A 2"]


def test_8_9_the_next_card_shows_whether_the_go_was_in_it() -> None:
    pair = "cut:KS B:TC A:6D B:6H"
    assert verdicts(f"{pair} B+3 A:TD") == ["scored B 3"], "a pair, and Ann could not play"
    assert verdicts(f"{pair} B+3 A:4D") == ["overpeg B 1", "overpeg-stands B 1"]
    assert verdicts(f"{pair} B+4 A:TD") == ["overpeg B 1", "overpeg-stands B 1"]
    assert verdicts(f"{pair} B+4 A:4D") == ["overpeg B 2", "overpeg-stands B 2"]
    assert verdicts(f"{pair} B+3 B-1 A:4D") == ["overpeg B 1", "corrected B 1"]
    assert verdicts(f"{pair} B+3 A!overpeg B-1 A+1 A:4D") == ["overpeg B 1", "scored A 1"]
    assert verdicts(f"{pair} B+3") == ["scored B 3"], "the log ends: nothing speaks against it"


def test_8_9_whether_the_next_card_or_a_challenge_showed_it_is_in_the_verdict() -> None:
    pair = "cut:KS B:TC A:6D B:6H B+3"
    assert Table().do(f"{pair} A:4D").verdict("overpeg")["go"] == "early"
    assert "go" not in Table().do(f"{pair} A!overpeg B-1").verdict("overpeg")


def test_a_go_that_was_called_is_sure() -> None:
    assert verdicts("cut:KS B:TC A:6D B:6H A!go B+3") == ["scored B 3"]
    assert verdicts("cut:KS B:TC A:6D B:6H A!go B+4") == ["overpeg B 1"]


# --- cards taken back --------------------------------------------------------------------------------------


def test_7_1_e_a_card_over_thirty_one_is_taken_back() -> None:
    assert verdicts("cut:KS B:TC A:QH B:5D A:9C A<1 A:6C A+2") == ["scored A 2"]
    assert verdicts("cut:KS B:TC A:QH B:5D A:9C B!count34 B!judge A<1 A:6C A+2") == ["scored A 2"]


def test_7_1_e_after_a_while_the_card_counts_as_meant() -> None:
    assert verdicts("cut:KS B:TC A:QH B:5D A:9C wait B+1") == ["underpeg B 1", "overpeg B 1"]


def test_7_1_b_a_lead_out_of_turn_is_taken_back_with_its_points() -> None:
    found = verdicts(f"{CUT} A:5C B:TH B+2 clear:A clear:B B-2 B:TH A:5C A+2")
    assert found == ["scored B 2", "scored A 2"]


def test_7_1_b_played_on_it_stands() -> None:
    assert verdicts(f"{CUT} A:5C B:TH B+2 A:3C B:3H B+2") == ["scored B 2", "scored B 2"]


def test_7_1_f_two_cards_at_once_one_of_them_taken_back() -> None:
    assert verdicts(f"{CUT} B:5C,KC B<1 A:TH A+2") == ["scored A 2"]


# --- renege ------------------------------------------------------------------------------------------------

RENEGE = "cut:KS B:TC A:QH B:5D B+1 A:6C B:KD A:QS"


def test_7_3_a_renege_is_certain_when_all_four_cards_are_known() -> None:
    assert "renege A 2" not in verdicts(RENEGE)
    table = Table().do(f"{RENEGE} A:QD")
    assert table.verdicts[-1] == "renege A 2"
    assert table.times[-1][0] == table.t


def test_7_3_b_two_points_for_each_card_that_could_have_been_played() -> None:
    assert verdicts("cut:KS B:TC A:QH B:5D B+1 A:6C B:KD A:5S A+2 A:AD")[-1] == "renege A 6"


def test_7_3_b_the_opponent_scores_them() -> None:
    assert verdicts(f"{RENEGE} A:QD B+2")[-2:] == ["renege A 2", "scored B 2"]


def test_7_3_no_renege_below_twenty_two_and_none_without_a_go() -> None:
    assert verdicts("cut:KS B:TC A:QH B:5D B+1 A:9C B:KD A:QS A:QD")[-1] != "renege A 2"
    assert not [v for v in verdicts("cut:KS B:TC A:QH B:5D A:9C B:KD A:QS A:QD") if "renege" in v]


def test_7_3_leading_a_new_series_with_a_card_that_did_not_fit_hides_no_renege() -> None:
    assert verdicts("cut:KS B:TC A:QH B:5D A:9C B:KD A:6C A+2 A:2D")[-1] == "renege A 4"


def test_7_3_said_go_and_played_on() -> None:
    found = verdicts("cut:KS B:TC A:QH B:5D A!go B:2C B+1 A:6C B:KD A:QS A:9D")
    assert found[-1] == "renege A 2", "six fitted on 25; counted once for the series"


def test_8_9_or_renege_when_neither_is_known_nobody_is_blamed() -> None:
    """Bob pegs a go at 25, Ann plays a six and pegs thirty-one: one is wrong, the log does not say who."""
    found = verdicts("cut:KS B:TC A:QH B:5D B+1 A:6C A+2 B:KD A:QS A:QD")
    assert found == ["scored B 1", "unverified A 2"]


# --- announced counts --------------------------------------------------------------------------------------


def test_7_4_a_a_wrong_count_is_accepted_when_the_opponent_plays_on() -> None:
    assert verdicts(f"{CUT} B:6H A:TC A!count15 A+2 B:2D") == ["scored A 2"]
    assert verdicts(f"{CUT} B:6H A:TC A!count15 A+2 B!go") == ["scored A 2"]
    found = verdicts(f"{CUT} B:6H A:TC A!count15 A+2 B:TD A:6D A+2")
    assert found == ["scored A 2", "underpeg B 2", "scored A 2"], "31 by the agreed count; TD paired the TC"


def test_7_4_a_put_right_by_the_player_unasked() -> None:
    assert verdicts(f"{CUT} B:6H A:TC A!count15 A!count16 A+2") == ["overpeg A 2"]


def test_7_4_b_challenged_in_time_it_is_an_overpeg() -> None:
    assert verdicts(f"{CUT} B:6H A:TC A!count15 A+2 B!count16 A-2") == ["overpeg A 2"], (
        "8.4.c(1): found by Bob"
    )
    found = verdicts(f"{CUT} B:6H A:TC A!count15 A+2 B!overpeg A-2 B+2")
    assert found == ["overpeg A 2", "scored B 2"]


def test_7_4_the_right_count_changes_nothing() -> None:
    assert verdicts(f"{CUT} B:5H A:TC A!count15 A+2 B:2D B!count17") == ["scored A 2"]


def test_a_card_taken_up_and_laid_again_changes_nothing() -> None:
    assert verdicts(f"{CUT} B:5H A:TC A+2 A<1 A:TC B:2D") == ["scored A 2"]
    assert verdicts(f"{CUT} B:5H A:TC A<1 A:TC A+2 B:2D") == ["scored A 2"]
    assert verdicts(f"{CUT} B:5H A:TC A+2 A<1 A-2 A:TC A+2 B:2D") == ["scored A 2", "scored A 2"]
    pegged = "cut:KS B:TC A:6D B:6H B+3"
    assert verdicts(f"{pegged} A:TD") == verdicts(f"{pegged} B<1 B:6H A:TD") == ["scored B 3"]
    assert verdicts("cut:KS B:TC A:QH B:5D B+1 B<1 B:5D A:9C") == ["scored B 1"]


def test_moves_of_both_players_at_the_same_time() -> None:
    words = "B:5H A:TC holes:0|0 holes:2,0|0 holes:2,0|0,-1"
    assert verdicts(f"{CUT} {words} wait") == ["scored A 2"]
    both = "B:TC A:TH B:TD holes:0|0 holes:2,0|0 holes:2,0|6,0"
    found = verdicts(f"{CUT} {both} wait")
    assert found == ["underpeg A 2", "overpeg A 2", "scored B 6"], (
        "2.5 s after hers, half a second before his is let go of"
    )


def test_7_4_counts_that_do_not_matter() -> None:
    assert verdicts(f"{CUT} B:6H A!count20 B!count20 B!count6 A:TC B!count40") == []
    assert verdicts(f"{CUT} A!count15 B:5H A:TC A+2 B!count14 B:2D") == ["scored A 2"]


def test_7_4_a_wrong_count_into_the_game_hole_is_a_false_claim() -> None:
    found = verdicts(f"{CUT} B:6H A:TC A!count15 A+2", a=(119, 110))
    assert found == ["false-claim A 2"]


def test_11_1_a_penalty_is_pegged_in_the_play() -> None:
    assert verdicts(f"{CUT} B:5H A:TC rule:A+3 A+5 B:2D") == ["scored A 5"]
    assert verdicts(f"{CUT} B:5H A:TC rule:A+3 A+4 B:2D") == ["underpeg A 1"]


def test_4_4_a_peg_for_nothing_near_the_end_of_the_play() -> None:
    """Six cards are out: a hand dealt short would be counted now, so the next card has to tell."""
    near = "cut:4D B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+3"
    assert verdicts(f"{near} B+5 B:5H B+4")[2:4] == ["overpeg B 5", "overpeg-stands B 5"]


def test_a_go_taken_back_after_the_play_is_over_or_by_the_other_player() -> None:
    words = f"{CUT} B:TC A:QH B:5D B+1 A+2 A-1"
    assert verdicts(words) == ["scored B 1", "overpeg A 2", "corrected A 1"]


# --- the order of play, and what is left of 7.1 to 7.3 -----------------------------------------------------


def turns(words: str) -> list[str | None]:
    """Whose turn it was after each card."""
    events = Table().do(words).judge().events
    after = [i for i, event in enumerate(events) if event.kind == "played"]
    return [next(e.body["turn"] for e in events[i:] if e.kind == "phase") for i in after]


def test_7_1_c_each_in_turn_and_on_alone_when_the_other_has_no_card() -> None:
    assert turns(f"{CUT} B:TC A:QH B:KD B+1 A:7C") == ["A", "B", "A", "B"]
    assert turns("cut:9C B:KC A:AD B:TC A:AH A:AS A:3H A+3 B:KH")[-2:] == ["B", "B"]


def test_7_1_f_either_of_two_cards_may_go_back() -> None:
    assert verdicts(f"{CUT} B:5C,KC B<1 A:TH A+2") == ["scored A 2"], "the second one"
    table = Table().do(f"{CUT} B:5C,KC")
    table.zone("B", ["KC"])
    assert table.do("A:5H A+2").verdicts == ["scored A 2"], "the first one: ten and five"
    assert not [event for event in table.judge().events if event.kind == "ask"]


def test_7_3_a_a_go_is_put_right_before_a_card_or_a_point() -> None:
    found = verdicts("cut:KS B:TC A:QH B:5D A!go A:6C A+2 B:KD A:QS B:9D A:QD")
    assert found[0] == "scored A 2"
    assert not [line for line in found if line.startswith("renege")]


@pytest.mark.parametrize(
    ("rest", "points"), [("A:6C B:KD A:QS A:QD", 2), ("A:6C B:KD A:5S A:QD", 4), ("A:6C B:KD A:5S A:AD", 6)]
)
def test_7_3_b_single_double_and_triple(rest: str, points: int) -> None:
    found = verdicts(f"cut:KS B:TC A:QH B:5D B+1 {rest}")
    assert [line for line in found if line.startswith("renege")] == [f"renege A {points}"]


def test_7_3_e_the_opponent_pegs_out_after_the_go_and_there_is_no_renege() -> None:
    found = verdicts("cut:KS B:TC A:QH B:5D B+1 A:6C A:5S A:AD", b=(120, 110))
    assert found == ["scored B 1", "game B 0"]


def test_7_2_b_a_part_pegged_before_the_board_went_blind_is_scored_and_nothing_is_missed() -> None:
    assert verdicts(f"{CUT} B:4C A:5H B:6D B+2 board! A:KD A!go") == ["scored B 2"]


def test_alberta_13_each_short_peg_that_may_yet_be_put_right_gets_its_verdict_at_ones_own_next_card() -> None:
    words = f"{CUT} B:4C A:5H B:6D B+2 B+1 A:KD B:2C"
    assert verdicts(words, profile="alberta-55plus") == ["scored B 2", "underpeg B 2"]


def test_8_9_a_challenge_says_nothing_of_the_challengers_own_go() -> None:
    """Bob pegged a run and the go; Ann's lead is no card over thirty-one, and she pegs three for nothing."""
    found = verdicts("cut:QS B:6H A:6C A+2 B:6D B+6 A:5S B:7C B+4 A:4C A+3 B!overpeg A-3 B+3 B:8D")
    assert found == ["scored A 2", "scored B 6", "scored B 4", "overpeg A 3", "scored B 3"]


@pytest.mark.parametrize("told", ["", "cut:5H"], ids=["", "the starter is told late"])
def test_7_1_e_a_starter_told_late_shows_no_card_over_thirty_one_to_lead(told: str) -> None:
    """Ann's queen carries the count to thirty-seven and goes back; Bob's go is due only then."""
    late = Table().do(f"{'' if told else 'cut:5H'} B:TC A:7H B:JD A:QH {told} A<1")
    assert late.do("A!go B:2D wait").verdicts == []
    assert late.do("B+1 A:QH").verdicts == ["scored B 1"]


@pytest.mark.parametrize("back", ["B-2 A<1 B<1", "A<1 B-2 B<1", "A<1 B<1 B-2"])
def test_7_1_b_what_was_pegged_on_a_wrong_lead_goes_back_before_the_cards_or_after(back: str) -> None:
    """ "The cards shall be returned to the hands, and any points scored are retracted without penalty." """
    assert verdicts(f"cut:4D A:5H B:TC B+2 {back} B:TC A:5H A+2", late_s=0) == ["scored B 2", "scored A 2"]


def test_7_1_b_what_goes_back_of_a_lead_that_stands_goes_back_without_a_reason() -> None:
    assert verdicts("cut:4D A:5H B:TC B+2 A:3C B-2 wait", late_s=0) == ["scored B 2", "backward B 2"]
    assert verdicts("cut:4D A:5H B:TC B+2 B-1 wait", late_s=0) == ["scored B 2", "backward B 1"]


RENEGED = "cut:KS B:TC A:QH B:5D A!go B+1 A:6C B!renege"


@pytest.mark.parametrize("after", ["A<1 B+2", "A<1 B-1 B+2", "B+2 A<1 B-1", "A<1 A:6C A<1 B+2"])
def test_7_3_b_a_reneged_card_is_retrieved_before_or_after_its_points_are_pegged(after: str) -> None:
    assert verdicts(f"{RENEGED} {after}", late_s=0) == ["scored B 1", "scored B 2"]


def test_7_3_b_what_the_reneged_card_let_be_pegged_is_retracted_though_the_card_has_gone_back() -> None:
    assert verdicts(f"{RENEGED} A<1 B-1 B+2 A:6C A+2", late_s=0) == [
        "scored B 1",
        "scored B 2",
        "scored A 2",
    ]
    assert verdicts("cut:KS B:TC A:QH B:5D A!go B+1 A:7C A<1 B-1", late_s=0)[-1] == "backward B 1", (
        "it did not fit"
    )


@pytest.mark.parametrize(
    "profile", ["acc-2025", "acc-2020", "alberta-55plus", "corporate-challenge", "hoyle"]
)
@pytest.mark.parametrize("pegged", [2, 3, 4])
def test_7_2_b_a_peg_that_was_up_in_time_is_judged_by_what_was_due_then(pegged: int, profile: str) -> None:
    """Bob lifts his peg for thirty-one; Ann leads before it is down. What is too many is so beyond the two."""
    table = Table(profile=profile, dealer="B", a=(15, 11), b=(109, 108))
    table.do("cut:3S A:4H B:JH A:2D B:QD A!go B:5C B^ A:7D")
    table.t -= 1.5
    found = table.do(f"B+{pegged} B:JD A:7H A+1").verdicts
    assert found[0] == ("scored B 2" if pegged == 2 else f"overpeg B {pegged - 2}")
    assert not [one for one in found if one.startswith("underpeg")]


@pytest.mark.parametrize(("lifted", "missed"), [("", True), ("wait", False)])
def test_8_5_a_a_point_may_be_pegged_into_a_dead_hole_and_lost_with_the_front_peg(
    lifted: str, missed: bool
) -> None:
    """Ann's last card brings one; her peg is up for long, comes down with her hand, and nothing showed between."""
    play = "cut:2H B:TD A:8H B:KC A:2D B:AD B+2 A:5H B:6D A:6C A+2"
    found = verdicts(f"{play} A^ {lifted} A+8 crib:JD,AS,8C,6H A+2 clear cut:9C", profile="acc-2020")
    assert ("underpeg A 1" in found) is missed
    assert found[-2:] == ["scored A 8", "scored A 2"]
