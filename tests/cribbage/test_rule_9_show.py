"""Rule 9: the order of counting, hands never pegged, the crib, and the end of the deal."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, PLAY, PLAY_VERDICTS, Table, after_play, verdicts

# In the usual deal pone Bob's hand is worth 9, dealer Ann's 5 and her crib 6.

LAST = f"{CUT} B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+3 B:5H B+4 B+1 A:9S"


def test_9_2_an_honest_show() -> None:
    assert after_play(f"B+9 A+5 {CRIB} A+6 clear") == ["scored B 9", "scored A 5", "scored A 6"]


def test_9_2_a_points_of_the_play_and_the_hand_pegged_together() -> None:
    words = LAST.replace("B+4 B+1 A:9S", "B+4 B+1 A:9S A+1")
    assert verdicts(f"{words} B+9 A+11 {CRIB} clear")[5:7] == ["scored B 9", "overpeg A 6"]
    assert verdicts(f"{LAST} B+9 A+5")[4:] == ["underpeg A 1", "scored B 9", "scored A 5"]


def test_9_2_a_hand_nobody_pegs_is_lost_when_the_dealer_has_counted() -> None:
    table = Table().do(f"{CUT} {PLAY} A+5")
    counted = table.t - 1.5
    table.do(f"{CRIB} A+6 clear")
    assert table.verdicts[5:] == ["underpeg B 9", "scored A 5", "scored A 6"]
    assert table.times[5:7] == [(counted, "underpeg"), (counted, "scored")]


def test_9_2_a_said_none_and_the_dealer_counts() -> None:
    table = Table().do(f"{CUT} {PLAY} B!none A+5")
    assert table.verdicts[5:] == ["underpeg B 9", "scored A 5"]
    assert table.times[5] == (table.t - 1.5, "underpeg")


def test_9_2_b_hand_and_crib_never_pegged() -> None:
    table = Table().do(f"{CUT} {PLAY} B+9 A+5 {CRIB} clear:crib")
    cleared = table.t
    table.do("clear")
    assert table.verdicts[5:] == ["scored B 9", "scored A 5", "underpeg A 6"]
    assert table.times[-1] == (cleared, "underpeg")
    assert after_play(f"B+9 {CRIB} A+6 clear") == ["scored B 9", "scored A 6", "underpeg A 5"]


def test_a_peg_lifted_while_the_cards_are_taken_up_still_counts() -> None:
    assert after_play(f"B+9 A+5 {CRIB} clear:crib A+6 clear") == ["scored B 9", "scored A 5", "scored A 6"]


def test_9_2_c_the_dealer_counts_first() -> None:
    found = after_play(f"A+5 A-5 B+9 A+5 {CRIB} A+6 clear")
    assert found == ["out-of-order A 5", "scored B 9", "scored A 5", "scored A 6"]
    table = Table().do(f"{CUT} {PLAY} A+5")
    assert table.verdicts[5:] == ["out-of-order A 5"]
    assert table.times[-1] == (table.t - 1.5, "out-of-order")


def test_9_2_c_not_retracted_it_is_said_all_the_same() -> None:
    assert after_play(f"A+5 B+9 {CRIB} A+6 clear") == ["out-of-order A 5", "scored B 9", "scored A 6"]


@pytest.mark.parametrize(("back", "again"), [(6, 6), (5, 5)])
def test_9_2_c_retracted_with_the_last_card_or_without_it_the_hand_is_pegged_again(
    back: int, again: int
) -> None:
    """Ann pegs her last card (one) and her hand (five) before Bob has counted: only the five were too soon."""
    found = verdicts(f"{LAST} A+6 B+9 A-{back} A+{again} {CRIB} A+6 clear")[4:]
    assert found == ["out-of-order A 6", "scored B 9", f"scored A {again}", "scored A 6"]


def test_9_2_c_points_retracted_in_part_are_no_fault_and_open_nothing() -> None:
    assert after_play("A+5 B+9 A-2") == ["out-of-order A 5", "scored B 9"]


def test_9_2_c_with_the_last_card_into_the_game_hole_it_is_no_false_claim() -> None:
    assert verdicts(f"{LAST} A+6 A-6 B+9", a=(112, 99))[4:] == ["out-of-order A 6", "scored B 9"]


def test_9_2_c_into_the_game_hole_it_is_no_false_claim() -> None:
    assert after_play("A+5 A-5 B+9", a=(112, 99)) == ["out-of-order A 5", "scored B 9"]


def test_9_2_c_the_pone_gives_up_his_hand_and_the_dealer_is_out() -> None:
    assert after_play("A+5 clear:B", a=(112, 99)) == ["underpeg B 9", "scored A 5", "game A 6"]
    assert after_play("A+5 cut:9D", a=(112, 99)) == ["underpeg B 9", "scored A 5", "game A 6"]
    table = Table(a=(112, 99)).do(f"{CUT} {PLAY} A+5")
    table.zone("B", ["2D"])
    assert table.verdicts[5:] == ["underpeg B 9", "scored A 5", "game A 6"]


def test_9_2_c_too_many_is_an_overpeg_no_matter_who_counts_first() -> None:
    assert after_play("A+8 A-3 B+9") == ["overpeg A 3", "corrected A 3", "scored B 9"]


def test_9_2_e_the_crib_before_the_hand() -> None:
    found = after_play(f"B+9 {CRIB} A+6 A-6 A+5 A+6 clear")
    assert found == ["scored B 9", "out-of-order A 6", "scored A 5", "scored A 6"]
    assert after_play(f"B+9 {CRIB} A+6 A+5 clear") == ["scored B 9", "out-of-order A 6", "scored A 5"]


@pytest.mark.parametrize("then", [4, 5])
def test_9_2_e_what_seems_the_crib_may_be_the_hand_if_both_were_counted_too_low(then: int) -> None:
    """Ann's hand is worth seven, and the open crib six: she pegs six and then fewer than either."""
    table = Table().do("cut:6D B:TH A:8C B:8D B+2 A:5D A+2 B:6S A:4C B:2H A:2C A+3 B+2 crib:QC,5S,9H,KD")
    assert table.do(f"A+6 A+{then} clear cut:9H").verdicts[4:] == ["unverified A 6", f"underpeg A {6 - then}"]


def test_9_2_c_what_is_pegged_after_a_peg_that_was_long_on_its_way_may_be_the_award() -> None:
    """Ann's peg is up for ten seconds: it may have been too far in a dead hole, and called by Bob, who takes one."""
    play = "cut:6D B:TH A:8C B:8D B+2 A:5D A+2 B:6S A:4C B:2H A:2C A+3"
    end = "crib:4H,QS,7C,3D clear cut:9H"
    assert Table().do(f"{play} A+7 B+1 {end}").verdicts[3:] == ["out-of-order A 7", "underpeg B 1"]
    assert Table().do(f"{play} A^ wait A+7 B+1 {end}").verdicts[3:] == ["unverified A 7", "underpeg B 1"]


@pytest.mark.parametrize("none", [f"A!none {CRIB}", f"{CRIB} A!none"], ids=["before the crib", "over it"])
def test_9_2_d_the_crib_of_a_dealer_who_has_said_none_of_the_hand_comes_in_its_turn(none: str) -> None:
    """Unless the hand is pegged after all, or the crib goes back: then the dealer had counted it first (9.2.e)."""
    assert after_play(f"B+9 {none} A+6") == ["scored B 9", "scored A 6"]
    assert after_play(f"B+9 {CRIB} A+6 A!none") == ["scored B 9", "out-of-order A 6"]
    assert after_play(f"B+9 {none} A+6 A+5")[1:] == ["out-of-order A 6", "scored A 5"]
    assert after_play(f"B+9 {none} A+6 A-6 A+5 A+6")[1:] == ["out-of-order A 6", "scored A 5", "scored A 6"]


def test_9_2_e_into_the_game_hole_with_both_it_is_the_game() -> None:
    assert after_play(f"B+9 {CRIB} A+11", a=(106, 99)) == ["scored B 9", "scored A 11", "game A 15"]


def test_the_crib_waited_for_and_the_dealer_pegs_again() -> None:
    assert after_play("B+9 A+5 A+2 A+3")[2:] == ["unverified A 2", "unverified A 3"]


def test_several_scores_are_enough_for_the_game() -> None:
    assert after_play(f"B+9 {CRIB} A+5", a=(112, 99)) == ["scored B 9", "scored A 5", "game A 15"]
    assert after_play(f"B+9 {CRIB} A+8", a=(109, 99)) == ["scored B 9", "scored A 8", "game A 15"]


@pytest.mark.parametrize(
    "profile", ["acc-2025", "acc-2020", "alberta-55plus", "corporate-challenge", "hoyle"]
)
def test_hand_and_crib_pegged_at_once(profile: str) -> None:
    """More than both are worth is too many for both, whatever a book says of points that were not pegged."""
    found = [after_play(f"B+9 {CRIB} A+{n} clear cut:2S", profile=profile)[1:] for n in (11, 12)]
    assert found == [["scored A 11"], ["overpeg A 1", "overpeg-stands A 1"]]


def test_the_crib_pegged_before_it_was_turned_up() -> None:
    assert after_play(f"B+9 A+5 A+6 {CRIB} clear") == ["scored B 9", "scored A 5", "scored A 6"]
    assert after_play(f"B+9 A+5 A+2 {CRIB} A+6 clear:A")[2:] == [
        "overpeg A 2",
        "scored A 6",
        "overpeg-stands A 2",
    ]
    assert after_play("B+9 A+5 A+6 clear cut:3D")[2:] == ["unverified A 6"]
    assert after_play("B+9 A+5 A+2 B!overpeg A-2 B+2")[2:] == ["overpeg A 2", "scored B 2"]
    assert after_play("B+9 A+5 A+2 A-2")[2:] == ["overpeg A 2", "corrected A 2"]


@pytest.mark.parametrize(
    ("pegs", "found"),
    [
        ("A+3 B+9", ["overpeg A 2", "overpeg-stands A 2", "scored B 9"]),
        ("A+1 B+9", ["scored A 1", "scored B 9"]),
        ("A+6 B+9", ["out-of-order A 6", "scored B 9"]),
        (f"A+6 {CRIB} A+6 clear", ["underpeg B 9", "scored A 6", "scored A 6"]),
        ("B+9 A+4", ["underpeg A 1", "scored B 9", "underpeg A 1"]),
    ],
)
def test_the_last_card_and_what_is_pegged_after_it(pegs: str, found: list[str]) -> None:
    assert verdicts(f"{LAST} {pegs}")[4:] == found


@pytest.mark.parametrize(
    ("pegs", "found"),
    [
        ("B+10", ["scored B 10"]),
        ("B+3 B+9", ["overpeg B 2", "overpeg-stands B 2", "scored B 9"]),
        ("B+3 A+5", ["underpeg B 1", "underpeg B 6", "scored A 5"]),
        ("B+12 A+5", ["overpeg B 2", "overpeg-stands B 2", "scored A 5"]),
        ("B+3 B-2 B+9", ["overpeg B 2", "corrected B 2", "scored B 9"]),
        ("B+3 A!overpeg B-2 A+2 B+9", ["overpeg B 2", "scored A 2", "scored B 9"]),
    ],
)
def test_the_pones_last_card_and_his_hand(pegs: str, found: list[str]) -> None:
    """Bob has the last card (one) and a hand worth nine: a peg may be for either, and the next one tells."""
    deal = "cut:4D B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+3 B!go A:9S A+4 A+1 B:5H"
    before = ["scored B 1", "scored A 3", "scored A 4", "scored A 1"]
    result = verdicts(f"{deal} {pegs}")
    assert result[:4] == before
    assert result[4:] == found


def test_hands_gathered_before_they_are_shown() -> None:
    words = "clear:A clear:B B:KD,TC,5H,6S A:9S,7C,QH,8D"
    assert after_play(f"{words} B+9 A+5 {CRIB} A+6 clear") == ["scored B 9", "scored A 5", "scored A 6"]


def test_the_dealers_hand_laid_on_the_pones_side() -> None:
    words = f"B+9 A+5 clear:B clear:A B:7C,8D,9S,QH {CRIB} A+6 clear"
    assert after_play(words) == ["scored B 9", "scored A 5", "scored A 6"]


# --- the next deal -----------------------------------------------------------------------------------------

COUNTED = f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6"
COUNTED_VERDICTS = [*PLAY_VERDICTS, "scored B 9", "scored A 5", "scored A 6"]


def test_4_1_the_deal_alternates() -> None:
    assert verdicts(f"{COUNTED} clear cut:JH B+2 A:2D") == [*COUNTED_VERDICTS, "scored B 2"]


def test_the_next_deal_begins_with_its_starter_though_nothing_was_seen_to_be_taken_up() -> None:
    table = Table().do(COUNTED)
    table.zone("starter", ["JH"])
    table.zones.update({"A": [], "B": [], "crib": []})
    table.do("B+2 A:2D B:2H B+2")
    assert table.verdicts == [*COUNTED_VERDICTS, "scored B 2", "scored B 2"]


def test_the_next_deal_begins_with_its_first_card() -> None:
    table = Table().do(COUNTED)
    table.zones.update({"A": [], "B": [], "crib": []})
    table.do("A:2D B:3H B:2S B+3")
    assert table.verdicts[:8] == COUNTED_VERDICTS


def test_a_deal_given_up_in_the_middle_of_the_play_blames_nobody() -> None:
    assert verdicts(f"{CUT} B:5H A:TC B:KC clear:A clear:B cut:JD A+2") == ["underpeg A 2", "unverified A 2"]


def test_what_is_lost_for_certain_is_said_when_the_log_ends() -> None:
    assert after_play(f"B+9 A+5 {CRIB} clear:crib")[2:] == ["underpeg A 6"]
    assert after_play(f"B+9 A+5 {CRIB}")[2:] == [], "it may still be pegged"


def test_a_waiting_move_in_a_deal_that_is_given_up() -> None:
    assert verdicts("cut:KS B:TC A:6D B:6H B+3 clear:A clear:B cut:2D A:3C") == ["unverified B 3"]


def test_8_9_a_go_taken_back_after_leading_is_a_peg_gone_back() -> None:
    assert verdicts("cut:KS B:TC A:QH B:5D A!go B+1 B:TD B-1") == ["scored B 1", "backward B 1"]


def test_totals_announced_twice_or_for_nothing() -> None:
    assert after_play("B!claim9 B!claim9 B+9 A+5") == ["scored B 9", "scored A 5"]
    assert after_play("B+9 A!claim5 A+5") == ["scored B 9", "scored A 5"]
    assert verdicts("B!claim4") == []


def test_9_2_c_two_early_moves_and_the_first_wins() -> None:
    found = after_play(f"A+5 {CRIB} A+6 clear:B", a=(112, 99))
    assert found[:3] == ["underpeg B 9", "scored A 5", "game A 6"]


def test_7_2_b_the_last_card_pegged_too_late() -> None:
    """Bob pegs his hand, and only then Ann her last card: it is for nothing now, if her hand follows."""
    late = ["underpeg A 1", "scored B 9", "overpeg A 1"]
    assert verdicts(f"{LAST} B+9 A+1 A+5")[4:] == [*late, "overpeg-stands A 1", "scored A 5"]
    assert verdicts(f"{LAST} B+9 A+1 {CRIB} A+6 clear")[4:][:3] == [
        "underpeg A 1",
        "scored B 9",
        "underpeg A 4",
    ]


def test_9_2_c_two_early_moves_one_into_the_game_hole() -> None:
    """The pone never pegs: the dealer's hand was enough, and what was pegged after the game does not count."""
    found = after_play(f"A+5 A+5 {CRIB} clear", a=(112, 99))
    assert found[:3] == ["underpeg B 9", "scored A 5", "game A 6"]


@pytest.mark.parametrize(
    ("script", "rule"),
    [
        ("B+12 A+5", "9.2.a"),
        ("B+9 A+8 clear", "9.2.b"),
        (f"B+9 A+5 {CRIB} A+9 clear", "9.2.d"),
    ],
)
def test_9_2_what_nobody_said_of_a_hand_or_crib_in_time_stands_by_its_own_rule(
    script: str, rule: str
) -> None:
    assert Table().do(f"{CUT} {PLAY} {script}").verdict("overpeg-stands")["rule"] == rule


def test_8_4_d_what_nobody_said_of_the_play_in_time_stands() -> None:
    assert Table().do(f"{CUT} B:TC A:QH B:KD B+2 A:7C").verdict("overpeg-stands")["rule"] == "8.4.d"


@pytest.mark.parametrize("word", ["A!none", "A!claim0", "B!claim5", "wait A!none"])
def test_9_2_too_much_for_the_last_card_is_one_fault_whatever_is_announced_after_it(word: str) -> None:
    """Three for a thirty-one worth two: it had been a thirty-one that was missed, and three too many."""
    deal = "cut:6S A:4D B:JH A:KH B:7S B+2 A:3H B:8H A:JC B:TC B+3"
    table = Table(dealer="B").do(f"{deal} {word} B+5 crib:2C,2H,9D,JD B+4 clear")
    assert table.verdicts[1:] == ["overpeg B 1", "overpeg-stands B 1", "scored B 5", "scored B 4"]


@pytest.mark.parametrize("word", ["", "A!accept", "B!accept", "A!accept clear"])
def test_9_2_a_score_that_is_accepted_does_not_say_what_it_was_for(word: str) -> None:
    """The log ends there: one point too many for the play is less than two missed, and two of the hand."""
    deal = "cut:6S A:4D B:JH A:KH B:7S B+2 A:3H B:8H A:JC B:TC B+3"
    assert Table(dealer="B").do(f"{deal} {word}").verdicts[1:] == ["overpeg B 1"]
    turned = Table(dealer="B").do(f"{deal} {word} crib:2C,2H,9D,JD").verdicts[1:]
    assert turned == ["underpeg B 2", "underpeg B 2"], "the crib comes after the hand, so it was for that"


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("A!claim4", ["overpeg A 2", "overpeg-stands A 2"]),
        ("B!none", ["underpeg A 1", "underpeg A 1"]),
        ("B!claim2", ["underpeg A 1", "underpeg A 1"]),
    ],
)
def test_9_2_the_dealers_total_comes_after_both_for_which_pones_peg_may_have_been(
    word: str, found: list[str]
) -> None:
    """Three are two too many for pone's last card, or one too few for their hand of four: never both."""
    deal = "cut:6S A:KH B:5H B+2 A:KD B:2H B:3H B+1 A:9C B:QC A:8C A+3"
    assert Table(dealer="B").do(f"{deal} {word}").verdicts[2:] == found


def test_9_2_c_what_goes_back_of_too_many_for_the_crib_admits_no_count_out_of_order() -> None:
    """Bob's nine are never pegged; Ann takes back the five too many of her crib, which are just what her hand was."""
    table = Table().do(f"{CUT} {PLAY} A+5 {CRIB} A+11 A-5 clear")
    assert table.verdicts[5:] == ["overpeg A 5", "corrected A 5", "underpeg B 9", "scored A 5"]
