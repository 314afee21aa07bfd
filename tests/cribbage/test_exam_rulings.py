"""Rulings that an examiner set with the rule books in hand: what they name is settled, in every history."""

from __future__ import annotations

from typing import Any

import pytest
from desk import board_of
from tables import CRIB, CUT, LOW_CRIB, LOW_PLAY, PLAY, Table, verdicts

BACK = "B=118,105 B=105,104"


def ruled(table: Table, rule: str, *moves: dict[str, Any], **deal: Any) -> Table:
    """Judges rule by a rule of their own; `deal`: what they say of the deal."""
    said = {"judges": ["J1", "J2"], "rule": rule, "moves": list(moves)}
    table.see(ruling=said | ({"deal": deal} if deal else {}))
    return table


@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020"])
@pytest.mark.parametrize("moves", ["A=105,B+1", "B+1,A=105", "A-16,B+1"])
def test_8_4_b_of_a_claim_with_the_last_card_judges_say_what_it_earned(profile: str, moves: str) -> None:
    """Ann's last card made three, and she pegs four into the game hole: her hand is counted in its turn."""
    words = f"{LOW_PLAY.removesuffix(' A+3')} A+4 B!judge rule:{moves} A=117,105 A=105,104 B+1 B+2 A+7 {LOW_CRIB} A+6"
    assert verdicts(f"{words} clear", a=(115, 109), b=(18, 13), profile=profile) == [
        "scored B 2",
        "scored A 2",
        "false-claim A 1",
        "scored B 1",
        "scored B 2",
        "scored A 7",
        "scored A 6",
    ]


def test_8_4_b_a_claim_may_have_been_for_the_hand_as_judges_say() -> None:
    words = f"{LOW_PLAY} B+2 A+8 B!judge rule:A=105,B+1 A=113,105 A=105,104 B+1 {LOW_CRIB} A+6 clear"
    found = verdicts(words, a=(108, 106), b=(18, 13))
    assert found[4:] == ["false-claim A 1", "scored B 1", "scored A 6"]


PAIR = "cut:6D B:TH A:8C B:8D"
REST = "A:5D A+2 B:6S A:4C B:2H A:2C A+3 B+2 A+7"
"""Five makes thirty-one after Bob's pair, if no go was due."""


def test_8_4_b_judges_say_that_no_go_was_due_and_the_series_goes_on() -> None:
    words = f"{PAIR} B+4 A!judge rule:B=104,A+2 B=117,104 B=104,103 A+2 {REST} {LOW_CRIB} A+6 clear"
    assert verdicts(words, b=(117, 111)) == [
        "false-claim B 1",
        "scored A 2",
        "scored A 2",
        "scored A 3",
        "scored B 2",
        "scored A 7",
        "scored A 6",
    ]
    assert Table(b=(117, 111)).do(words).verdict("false-claim")["least"]


def test_8_4_b_judges_say_that_a_go_was_due() -> None:
    """They rule before a card that the opponent may have laid under an arm would have been told."""
    words = f"{PAIR} B~121,117 rule:B=105,A+1 B=117,105 B=105,104 A+1 A:5D B:6S A:4C A+15"
    assert verdicts(words, b=(117, 111))[:2] == ["false-claim B 1", "scored A 1"]
    counted = verdicts(f"{words} A:2C", b=(117, 111))
    assert "underpeg A 2" not in counted, "the five leads"


@pytest.mark.parametrize(
    ("pegs", "front", "hand"),
    [("A+4", 104, "scored A 7"), ("A+4", 102, "scored A 7"), ("A+10", 101, "unverified A 7")],
)
def test_8_4_b_where_judges_find_other_scores_these_hold(pegs: str, front: int, hand: str) -> None:
    """Three seem earned by the last card, seven by the hand: less of the card is settled by that; a part of both, or
    more, leaves open what the hand still earns."""
    start = 121 - int(pegs[2:])
    left = 121 - front - 15
    back = f"A={start},{front} A={front},{front - 1}"
    words = f"{LOW_PLAY.removesuffix(' A+3')} {pegs} B!judge rule:A={front},B+{left} {back} B+{left} B+2 A+7"
    found = verdicts(f"{words} {LOW_CRIB} A+6 clear", a=(start - 2, start - 8), b=(18, 13))
    assert found[2:] == [f"false-claim A {left}", f"scored B {left}", "scored B 2", hand, "scored A 6"]


@pytest.mark.parametrize("found", [2, 5])
def test_8_4_b_judges_may_find_other_points_than_were_said_to_be_too_many(found: int) -> None:
    """Three were said: what the other scores is as they say."""
    words = f"{CUT} {PLAY} B+12 A!judge rule:B={106 - found},A+{found} B=109,{106 - found} A+{found} A+5"
    assert verdicts(words, b=(103, 99))[5:] == ["false-claim B 3", f"scored A {found}", "scored A 5"]


def test_8_4_b_judges_may_give_other_points_for_what_was_pegged_already() -> None:
    words = f"{CUT} {PLAY} B+12 A+3 A!judge rule:B=102,A+4 B=109,102 A+4 A+5"
    assert verdicts(words, b=(103, 99))[5:] == ["false-claim B 3", "scored A 3", "scored A 4", "scored A 5"]


@pytest.mark.parametrize("back", ["{} rule:B=103,A+3", "rule:B=103,A+3 {}", "B=109,106 rule:B=103,A+3 {}"])
def test_8_4_b_a_claim_that_was_said_is_ruled_before_the_peg_goes_back_or_after(back: str) -> None:
    words = f"{CUT} {PLAY} B+12 A!judge {back.format('B=109,103 B=103,102')} A+3 A+5"
    assert verdicts(words, b=(103, 99))[5:] == ["false-claim B 3", "scored A 3", "scored A 5"]


# --- a game that seemed won -------------------------------------------------------------------------------------


SHOW = f"{LOW_PLAY} B+2 A+7 {LOW_CRIB}"


def test_8_9_a_go_by_which_the_game_seemed_won_was_not_due_say_judges() -> None:
    words = f"{PAIR} B+3 wait A!judge rule:B=105,A+1 {BACK} A+1 {REST} {LOW_CRIB} A+6 clear"
    assert verdicts(words, b=(118, 112)) == [
        "scored B 3",
        "game B 0",
        "withdrawn B 0",
        "withdrawn B 3",
        "false-claim B 1",
        "scored A 1",
        "scored A 2",
        "scored A 3",
        "scored B 2",
        "scored A 7",
        "scored A 6",
    ]


def test_8_4_b_a_crib_by_which_the_game_seemed_won_was_worth_less_say_judges() -> None:
    """What they find is settled: nothing is missed of the crib, and the next deal is judged as ever."""
    words = f"{SHOW} A+6 wait B!judge rule:A=105,B+1 A=115,105 A=105,104 B+1 clear cut:KS A:7C B:8D B+2"
    table = Table(a=(103, 100), b=(70, 60)).do(words)
    assert table.verdicts[4:] == [
        "scored A 7", "scored A 6", "game A 74",
        "withdrawn A 74", "withdrawn A 6", "false-claim A 1", "scored B 1", "scored B 2",
    ]  # fmt: skip
    of = [(one["of"], one["since"]) for one in table.judge().verdicts if one["code"] == "withdrawn"]
    assert of == [("game", 42.5), ("scored", 42.5)]


def test_8_4_b_pegs_that_were_put_back_before_the_ruling_was_tapped_have_followed_it() -> None:
    """And the cards that were laid meanwhile lie there."""
    words = f"{PAIR} B+3 wait A!judge {BACK} A:5D rule:B=105,A+1 A+1 wait A+2 B:6S"
    assert verdicts(words, b=(118, 112))[4:] == ["false-claim B 1", "scored A 1", "scored A 2"]


def test_8_4_b_what_was_covered_while_the_game_seemed_over_is_covered_yet() -> None:
    words = f"{PAIR} B+3 wait camera! A!judge rule:B=105,A+1 {BACK} A+1 wait A+2 B:6S"
    assert verdicts(words, b=(118, 112))[4:] == ["false-claim B 1", "unverified A 1", "unverified A 2"]


@pytest.mark.parametrize(("rule", "front"), [("9.2.c", 114), ("8.4.b", 120), ("7.3", 112)])
def test_9_2_c_where_judges_send_the_winner_back_by_another_rule_nobody_is_blamed(
    rule: str, front: int
) -> None:
    """Bob's word had given his hand up, but judges find that it was still to be counted."""
    table = Table(a=(109, 100), b=(70, 60)).do(f"{LOW_PLAY} B!none A+7 wait B!judge")
    ruled(table, rule, {"player": "A", "front": front}).do(
        f"A=114,{front if front < 114 else 112} B+2 A+7 wait"
    )
    assert table.verdicts[4:8] == ["scored A 7", "game A 72", "withdrawn A 72", "withdrawn A 7"]
    assert {one.split()[0] for one in table.verdicts[8:]} <= {"unverified", "scored", "game", "withdrawn"}


@pytest.mark.parametrize("moves", ["B+1", "A=121", "B=60"])
def test_8_4_b_a_ruling_that_leaves_the_winner_where_they_stand_changes_nothing(moves: str) -> None:
    table = Table(a=(103, 100), b=(70, 60)).do(f"{SHOW} A+6 B!judge rule:{moves} wait B+1")
    assert table.verdicts[-1] == "game A 74"
    assert board_of(table).is_over


def test_8_4_b_the_board_shows_a_game_that_goes_on_as_on() -> None:
    """Its winner is none, and the deal it seemed to end in has no end until it ends."""
    table = Table(a=(103, 100), b=(70, 60), mode="club").do(f"{SHOW} A+6 wait B!judge")
    over = board_of(table)
    table.do("rule:A=105,B+1 A=115,105 A=105,104 B+1 clear cut:KS A:7C")
    again = board_of(table)
    assert (over.phase, over.winner, over.loser_score, over.ends[1]) == ("over", "A", 74, {"A": 121, "B": 74})
    assert (again.phase, again.winner, again.loser_score, again.deal) == ("play", None, None, 2)
    assert again.ends[1] == {"A": 105, "B": 75}


# --- points too many --------------------------------------------------------------------------------------------

EIGHT_FOUR_C = "8.4.c"


@pytest.mark.parametrize("rule", [EIGHT_FOUR_C, "8.4.c(1)"])
@pytest.mark.parametrize(("pegged", "earned"), [(3, 2), (4, 2), (4, 3)])
def test_8_4_c_of_points_that_may_hold_a_go_judges_say_what_was_right(
    rule: str, pegged: int, earned: int
) -> None:
    """Bob's pair is worth two, and a go might be due: nothing stands of what goes back."""
    more = pegged - earned
    table = Table(a=(40, 30), b=(75, 65)).do(f"{PAIR} B+{pegged} A!judge")
    ruled(table, rule, {"player": "B", "front": 75 + earned}, {"player": "A", "points": more})
    go_on = REST if earned == 2 else "A:5D B:6S A:4C A+15 A:2C"
    found = table.do(f"B={75 + earned},75 A+{more} {go_on}").verdicts
    assert found[:2] == [f"overpeg B {more}", f"scored A {more}"]
    assert not [one for one in found[2:] if one.startswith(("overpeg-stands", "underpeg B"))]
    if earned == 2:
        assert found[2:] == ["scored A 2", "scored A 3", "scored B 2", "scored A 7"]


def test_8_4_c_what_judges_send_back_further_than_the_move_that_waits_is_not_found_by_it() -> None:
    table = Table(a=(40, 30), b=(75, 65)).do(f"{PAIR} B+3 A!judge")
    ruled(table, EIGHT_FOUR_C, {"player": "B", "front": 70}, {"player": "A", "points": 8})
    assert table.do("B=75,70 A+8 A:5D").verdicts[0] == "scored A 8"


def test_8_4_c_of_six_for_the_last_card_five_are_too_many_and_nothing_is_out_of_order() -> None:
    """They are just the card and Ann's hand."""
    table = Table(a=(40, 30), b=(75, 65)).do(f"{CUT} {PLAY.removesuffix(' A+1')} A+6 B!judge")
    ruled(table, EIGHT_FOUR_C, {"player": "A", "front": 44}, {"player": "B", "points": 5})
    found = table.do("A=44,43 B+5 B+9 A+5").verdicts
    assert found[4:] == ["overpeg A 5", "scored B 5", "scored B 9", "scored A 5"]


def test_8_4_c_for_a_hand_worth_nothing_all_is_too_many() -> None:
    table = Table(a=(40, 30), b=(75, 65)).do(
        "cut:KS B:TS A:9H B:6D A:3H B!go A:AD A+1 B:4C A:7C B:8H B+1 B!none"
    )
    table.do("A+1 B!judge")
    ruled(table, EIGHT_FOUR_C, {"player": "A", "front": 41}, {"player": "B", "points": 1})
    found = table.do("A-1 B+1 crib:5C,5D,2C,8C A+10 clear").verdicts
    assert found[2:] == ["overpeg A 1", "scored B 1", "scored A 10"]


def test_8_4_c_an_award_of_judges_is_right_though_the_peg_went_to_a_wrong_hole_first() -> None:
    table = Table(a=(40, 30), b=(70, 60)).do(f"{LOW_PLAY} B+4 A!overpeg A!judge")
    ruled(table, EIGHT_FOUR_C, {"player": "B", "front": 74}, {"player": "A", "points": 2})
    found = table.do("B-1 A!overpeg B-1 A+2 A+7").verdicts
    assert found[3:] == ["overpeg B 2", "scored A 2", "scored A 7"]


# --- backward penalties -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A=23,15 A:8D A+2", ["overpeg A 3", "overpeg-stands A 3", "scored A 2"]),
        ("A=23,15 B!overpeg A=20,15 B+3 A:8D A+2", ["overpeg A 3", "scored B 3", "scored A 2"]),
        ("A=23,15 B!overpeg A:8D A+2", ["overpeg A 3", "scored A 2"]),
        ("A=17,15 A:8D A+2", ["underpeg A 3", "scored A 2"]),
        ("A=23,15 A=20,15 A:8D A+2", ["scored A 2"]),  # only a step on the way
        ("A=23,15 A:8D A=20,15 A+2", ["overpeg A 3", "overpeg-stands A 3", "scored A 2"]),  # late, no fault
        ("A:8D A=20,15 A+2", ["scored A 2"]),
        ("A:8D A+2", ["scored A 2"]),
    ],
)
def test_11_2_a_backward_penalty_by_ruling_that_is_pegged_wrong(words: str, found: list[str]) -> None:
    said = Table(a=(30, 15), b=(20, 10)).do(f"cut:KS B:7C rule:A-10 {words} B:KD").verdicts
    assert said == found


def test_alberta_13_what_went_back_too_far_may_be_put_right() -> None:
    table = Table(a=(30, 15), b=(20, 10), profile="alberta-55plus").do(
        "cut:KS B:7C rule:A-10 A=17,15 A:8D A+2 B:KD"
    )
    assert table.verdicts == ["unverified A 13", "scored A 2"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A=25,19 A=20,19 A:8D A+2", ["scored A 2"]),  # the front one first, behind where the other has to go
        ("A=30,19 A=20,19 A:8D A+2", ["scored A 2"]),
        ("A=25,17 A:8D A+2", ["underpeg A 3"]),
        ("A=25,17 A=18,17 A:8D A+2", ["underpeg A 2", "scored A 2"]),
    ],
)
def test_8_3_a_peg_may_go_behind_where_the_other_one_has_to_stand(words: str, found: list[str]) -> None:
    said = Table(a=(30, 25), b=(20, 10)).do(f"cut:KS B:7C rule:A-10 {words} B:KD").verdicts
    assert said[: len(found)] == found


def test_11_2_a_penalty_of_all_points_is_pegged_though_the_other_peg_stands_ahead_of_it() -> None:
    """Both pegs stand as before Ann's last point: the one that has gone back shows the score."""
    table = Table(a=(3, 0), b=(6, 5)).do("cut:KS B:7C A:8D A+2 rule:A-5,B+5 A=3,0 B+5 B:9H B+3")
    assert table.verdicts == ["scored A 2", "scored B 5", "scored B 3"]


def test_8_4_d_fifteen_back_pegged_two_short_stand_when_a_hand_is_pegged() -> None:
    words = f"{CUT} {PLAY} B+12 A!judge rule:B=103,A+3 B=109,105 B=105,104 A+3 A+5"
    found = verdicts(words, b=(103, 99))[5:]
    assert found == ["false-claim B 3", "scored A 3", "overpeg B 2", "overpeg-stands B 2", "scored A 5"]


@pytest.mark.parametrize(
    "profile", ["acc-2025", "acc-2020", "corporate-challenge", "hoyle", "alberta-55plus"]
)
@pytest.mark.parametrize("rule", ["8.4.b", "8.4.c", "13", "house rule"])
def test_11_5_what_judges_send_back_of_the_last_card_does_not_stand(profile: str, rule: str) -> None:
    """Ann pegs three for one, which may be for her hand as well, until judges send the peg back."""
    words = f"{CUT} {PLAY.removesuffix('A+1')} A+3 B!judge"
    table = ruled(Table(profile=profile).do(words), rule, {"player": "A", "front": 4})
    found = table.do("A-2 B+9 A+5 crib:2C,2H,9D,JC A+6 clear cut:2S").verdicts[4:]
    assert found == ["overpeg A 2", "scored B 9", "scored A 5", "scored A 6"]


# --- a wrong number of cards ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["4.4.d(2)", "4.4.c, action 2"])
@pytest.mark.parametrize("order", ["rule again", "again rule"])
def test_4_4_d_2_a_crib_that_judges_had_put_right_counts(order: str, rule: str) -> None:
    table = Table().do(f"{CUT} {PLAY} B+9 A+5 crib:2C,2H,9D,JC,KS wait B!judge")
    for step in order.split():
        if step == "rule":
            ruled(table, rule)
        else:
            table.do("crib:2C,2H,9D,JC")
    assert table.do("A+6 clear").verdicts[5:] == ["scored B 9", "scored A 5", "wrong-count", "scored A 6"]


def test_4_4_d_what_waited_for_a_card_that_was_never_dealt_is_for_judges_and_not_void() -> None:
    table = Table().do(f"{CUT} {PLAY.removesuffix(' A:9S A+1')} A!go B+1 B+9 A+2 crib:2C,2H,9D,JC")
    whys = [one["why"] for one in table.judge().verdicts if one["code"] == "unverified"]
    assert whys
    assert "void" not in " ".join(whys)


@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020"])
@pytest.mark.parametrize("rule", ["4.4.d(7)", "4.4.c, action 7"])
@pytest.mark.parametrize(
    ("before", "after"),
    [("B+4 A!go B+1", "B+9"), ("B+4 B+1", "B+9"), ("B+4", "B+1 B+9"), ("B+5", "B+9"), ("B+4 B+1 B+9", "")],
)
def test_4_4_d_7_the_play_is_over_where_judges_find_that_nobody_has_a_card_left(
    before: str, after: str, rule: str, profile: str
) -> None:
    """Ann was dealt a card too few, which is seen when all have been played; both hands and the crib are counted."""
    table = Table(a=(30, 20), b=(40, 35), profile=profile).do(f"{CUT} {SHORT} {before} A!judge")
    found = ruled(table, rule, hands={"B": 4, "A": 3}).do(f"{after} A+2 {CRIB} A+6 clear").verdicts
    last = ["scored B 5"] if before == "B+5" else ["scored B 4", "scored B 1"]
    assert found == ["scored B 1", "scored A 3", *last, "scored B 9", "scored A 2", "scored A 6"]


SHORT = "B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+3 B:5H"


"""The usual play, as far as three cards of Ann's and four of Bob's go."""


def test_4_4_d_7_by_a_short_hand_a_renege_of_it_is_certain() -> None:
    """Ann's go was none: she plays the six, and then has no card left."""
    table = Table(a=(30, 20), b=(40, 35)).do(
        "cut:4D B:TC A:QH B:5H A!go B+1 A:KH B:KD A:6C B:2H A!go B+1 A!judge"
    )
    assert ruled(table, "4.4.d(7)", hands={"B": 4, "A": 3}).verdicts[-2:] == ["scored B 1", "renege A 2"]


def test_4_4_d_7_where_not_every_card_was_seen_nobody_knows_what_the_last_one_earned() -> None:
    words = f"{CUT} B:TC A:QH camera! camera. B:KD A:7C B:6S A:8D B:5H A!judge"
    table = ruled(Table(a=(30, 20), b=(40, 35)).do(words), "4.4.d(7)", hands={"A": 3})
    assert table.do(f"B+1 B+9 A+2 {CRIB} A+6").verdicts == [
        "unverified B 1",
        "scored B 9",
        "scored A 2",
        "scored A 6",
    ]


# --- the starter goes back --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["6.1.a", "6.1.d"])
@pytest.mark.parametrize("profile", ["acc-2025", "hoyle"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "A-2 clear:starter cut:4D"),
        ("", "clear:starter A-2 cut:4D"),
        ("", "clear:starter cut:4D A-2"),
        ("A-2", "clear:starter cut:4D"),
    ],
)
def test_6_1_his_heels_go_back_with_a_starter_that_judges_send_back(
    before: str, after: str, profile: str, rule: str
) -> None:
    table = Table(a=(30, 20), profile=profile).do(f"cut:JC A+2 {before} A!judge")
    found = ruled(table, rule, starter_back=True).do(f"{after} {PLAY} B+9 A+5").verdicts
    assert found[:2] == ["scored A 2", "scored B 1"]
    assert found[-2:] == ["scored B 9", "scored A 5"]


@pytest.mark.parametrize("before", ["", "A-2"])
def test_6_1_d_his_heels_may_be_pegged_for_the_second_starter(before: str) -> None:
    table = ruled(Table().do(f"cut:JC A+2 {before} A!judge"), "6.1.d", starter_back=True)
    assert table.do(f"{'' if before else 'A-2'} clear:starter cut:JD A+2 B:TC").verdicts == [
        "scored A 2",
        "scored A 2",
    ]


def test_6_1_a_for_a_starter_that_has_gone_back_nothing_is_pegged_any_more() -> None:
    table = ruled(Table().do("cut:JC A!judge"), "6.1.a", starter_back=True).do(
        "clear:starter cut:4D A+2 B:TC"
    )
    assert table.verdicts == ["overpeg A 2", "overpeg-stands A 2"]


# --- reneges ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020"])
@pytest.mark.parametrize("back", ["", "A<1"])
@pytest.mark.parametrize("deal", [{}, {"cards_stand": 3}])
def test_7_3_b_a_reneged_card_that_is_played_may_stay_where_it_lies(
    deal: dict[str, int], back: str, profile: str
) -> None:
    """Ann's six makes thirty-one, once Bob's go is sent back; he has two for the renege."""
    table = Table(a=(30, 20), b=(40, 35), profile=profile).do("cut:4D B:TC A:QH B:5H A!go B+1 A:6C B!judge")
    ruled(table, "7.3.b, 7.3.c", {"player": "B", "points": -1}, {"player": "B", "points": 2}, **deal)
    found = table.do(
        f"{back} B=40,35 B+2 {'A:6C' if back else ''} A+2 B:KD A:7C B:9S A!go B+1 A:8D A+1"
    ).verdicts
    assert found == ["scored B 1", "scored B 2", "scored A 2", "scored B 1", "scored A 1"]


def test_7_3_d_a_dead_card_is_not_played_and_is_counted() -> None:
    """Ann's six is dead: her eight is her last card, and she counts seven, eight, queen and six."""
    table = Table(a=(30, 20), b=(40, 35)).do("cut:4D B:TC A:QH B:5H A!go B+1 A:6C B!judge")
    moves = [{"player": "B", "points": -1}, {"player": "B", "points": 2}]
    ruled(table, "7.3.d", *moves, cards_stand=3, dead_cards={"A": ["6C"]})
    play = "A<1 B=40,35 B+2 B!go A!go B+1 A:7C B:KD A:8D B!go A+1 B:9S B+1"
    found = table.do(f"{play} B+4 A+5 crib:2C,2H,3D,JC").verdicts
    assert found[1:] == ["scored B 2", "scored B 1", "scored A 1", "scored B 1", "scored B 4", "scored A 5"]


def test_7_3_c_a_dead_card_goes_back_though_the_go_is_sent_back_too() -> None:
    """It makes thirty-one where it lies, which is nothing."""
    table = Table(a=(30, 20), b=(40, 35)).do("cut:4D B:TC A:QH B:5H A!go B+1 A:6C B!judge")
    ruled(table, "7.3.d", {"player": "B", "points": -1}, dead_cards={"A": ["6C"]})
    assert table.do("B=40,35 A<1 B!go A!go B+1 A:7C B:KD").verdicts == ["scored B 1", "scored B 1"]


# --- other rulings ----------------------------------------------------------------------------------------------


def test_4_1_b_who_deals_next_is_as_judges_say() -> None:
    """Ann deals again: it is she who plays before she has pegged for the Jack."""
    table = Table(a=(30, 20), b=(40, 35)).do(f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 A!judge")
    found = ruled(table, "4.1.b", dealer="A").do("clear cut:JD B:TC A:QH").verdicts
    assert found[-2:] == ["scored A 6", "heels-forfeit A 2"]


@pytest.mark.parametrize(
    ("deal", "after"),
    [({"no_points": ["B"]}, "A:2C B:9S"), ({"play": "over", "dead": ["A", "B", "crib"]}, "clear cut:QS")],
)
def test_4_4_d_what_the_play_had_earned_is_missed_by_nobody_where_judges_take_it(
    deal: dict[str, Any], after: str
) -> None:
    """Bob's pair has not been pegged."""
    table = Table(a=(30, 20), b=(40, 33)).do("cut:KS B:TC A:6D B:6H A!judge")
    found = ruled(table, "4.4.d(5)", **deal).do(after).verdicts
    assert not [one for one in found if one.startswith("underpeg B")]


def test_8_4_b_after_a_win_that_judges_did_not_let_stand_nobody_knows_what_is_still_due() -> None:
    """By another rule than that of false claims: Bob pegs his hand of two, and two that the ruling gives him."""
    table = Table(a=(109, 100), b=(70, 60)).do(f"{LOW_PLAY} B!none A+7 wait B!judge")
    found = ruled(table, "7.3", {"player": "A", "front": 112}).do("A=114,112 B+4 A+7").verdicts
    assert "unverified B 4" in found
    assert not [one for one in found if one.startswith(("overpeg", "false-claim"))]


@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020", "alberta-55plus"])
@pytest.mark.parametrize("pegs", ["B=55,46", "B+2", "B^ B^^ B=55,53", "B^^ B=55,46"])
def test_11_5_whichever_peg_is_set_where_the_front_one_has_to_stand_by_a_ruling(
    pegs: str, profile: str
) -> None:
    """Two judges find two of eleven too many for Bob's hand, three of them do not; Ann's two go back."""
    table = Table(a=(30, 20), b=(40, 35), profile=profile).do(f"{CUT} {PLAY} B+9 A!judge")
    ruled(table, "8.4.c", {"player": "B", "front": 53}, {"player": "A", "points": 2})
    table.do("B=53,46 A+2 A!judge")
    ruled(table, "11.5", {"player": "B", "front": 55}, {"player": "A", "front": 34})
    found = table.do(f"A=34,33 {pegs} A+5 {CRIB} A+6 clear").verdicts[5:]
    assert found == ["scored B 9", "scored A 2", "scored B 2", "scored A 5", "scored A 6"]


def test_9_2_judges_send_the_front_peg_on_while_something_is_due() -> None:
    table = ruled(
        Table(a=(30, 20), b=(40, 35)).do("cut:KS B:TC A:QH A!judge"), "9.2", {"player": "B", "front": 43}
    )
    assert table.do("B=43,35 B:KD B+1 A:7C").verdicts == ["scored B 3", "scored B 1"]


@pytest.mark.parametrize("rule", ["8.4.b", "13", "11.5"])
@pytest.mark.parametrize("profile", ["corporate-challenge", "hoyle", "alberta-55plus", "acc-2025"])
def test_8_4_c_what_judges_sent_back_of_the_last_card_does_not_stand(profile: str, rule: str) -> None:
    """Three for one, or too few for the hand: they say one, by whatever rule."""
    table = Table(profile=profile).do(f"{CUT} {PLAY.removesuffix(' A+1')} A+3 B!judge")
    ruled(table, rule, {"player": "A", "front": 4})
    found = table.do(f"A-2 B+9 A+5 {CRIB} A+6 clear cut:2S").verdicts
    assert found[4:] == ["overpeg A 2", "scored B 9", "scored A 5", "scored A 6"]
