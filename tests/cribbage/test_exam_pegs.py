"""Faults of pegs (8.5 to 8.8) and what others peg for them, together with other faults of the same deal: everything
seen and every word tapped in time."""

from __future__ import annotations

import pytest
from tables import LOW_CRIB, LOW_PLAY, Table, verdicts
from test_rule_9_order_of_four import OPEN, Show

OF_PLAY = ["scored B 2", "scored A 2", "scored A 3", "scored B 2"]
CRIB = LOW_CRIB


def low_show(words: str) -> Table:
    """The show of the low deal, Bob's hand of two pegged: Ann's pegs stand in 45 and 42, Bob's in 74 and 72."""
    table = Table(a=(40, 30), b=(70, 60)).do(f"{LOW_PLAY} B+2 {words}")
    assert table.verdicts[:4] == OF_PLAY
    return table


def after_low_play(words: str) -> list[str]:
    return low_show(words).verdicts[4:]


# --- a hand that was given up, or pegged short, before -----------------------------------------------------

# Ann takes Bob's back peg for her crib, six on from 45, 51 or 52, lets go of it and puts it back.
TAKES_BOBS = "holes:45,42|74 holes:51,45,42|74 holes:45,42|74 holes:45,42|74,72"
TAKES_BOBS_LATER = "holes:51,45|74 holes:57,51,45|74 holes:51,45|74 holes:51,45|74,72"

TAKES_BOBS_FOR_CRIB = "holes:52,45|74 holes:58,52,45|74 holes:52,45|74 holes:52,45|74,72"


def test_8_7_a_hand_given_up_before_does_not_hide_whose_peg_was_taken_for_the_crib() -> None:
    found = after_low_play(f"A!none {CRIB} {TAKES_BOBS} B+2 A+6 clear")
    assert found == ["opponent-peg A 2", "scored B 2", "scored A 6", "underpeg A 7"]


def test_8_7_nor_does_a_hand_pegged_short() -> None:
    found = after_low_play(f"A+6 {CRIB} {TAKES_BOBS_LATER} B+2 A+6 clear")
    assert sorted(found) == ["opponent-peg A 2", "scored A 6", "scored B 2", "underpeg A 1"]


@pytest.mark.parametrize(("hand", "stands"), [("A!none", 45), ("A+6", 51), ("A+7", 52)])
def test_8_5_b_both_pegs_lifted_for_the_crib_peg_it(hand: str, stands: int) -> None:
    found = after_low_play(f"{hand} {CRIB} A^^ A={stands + 6},{stands} clear")
    of_hand = {"A!none": ["underpeg A 7"], "A+6": ["underpeg A 1"], "A+7": ["scored A 7"]}[hand]
    assert sorted(found) == sorted(["both-pegs-removed A", *of_hand])


def test_8_5_a_3_a_hand_that_was_given_up_is_no_part_of_what_the_front_peg_is_for() -> None:
    """The front peg goes from 45 to 51 for a crib of six, and then six on from the other one in 42."""
    table = low_show(f"A!none {CRIB} A=51,42 A=48,42 clear")
    assert table.verdicts[4:] == ["front-peg-removed A 3", "underpeg A 7"]
    assert table.verdict("front-peg-removed")["remedy"] == {"front": 48}


def test_8_5_a_3_the_front_peg_of_two_partners_is_for_one_hand() -> None:
    """It goes five on, for Ann's hand, and behind the other one; her partner's six are pegged in their turn."""
    show = Show(pegs={"A": (40, 30), "B": (70, 60)})
    front, rear = show.pegs["A"]
    for stands in (front + 5, rear + 5):
        show.see(holes=show.pegs | {"A": [rear]})
        show.pegs["A"] = [stands, rear]
        show.see(holes=dict(show.pegs))
    found = show.then(f"B+7 A+6 B+8 {OPEN} B+4 clear")
    assert found == [
        f"front-peg-removed A {front - rear}",
        "scored B 7",
        "scored A 6",
        "scored B 8",
        "scored B 4",
    ]


# --- points that may be due for what may have been a fault --------------------------------------------------


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B+2", ["unverified B 2"]),
        ("B+3", ["overpeg B 3"]),
        ("B+2 B+2", ["unverified B 2", "overpeg B 2"]),
        ("B+2 B-2", ["unverified B 2", "unverified B 2"]),
    ],
)
def test_8_7_a_peg_that_does_not_tell_whose_it_is_leaves_just_its_award_open(
    words: str, found: list[str]
) -> None:
    """Ann takes Bob's peg, it seems, and pegs five for a crib of six."""
    takes = TAKES_BOBS_FOR_CRIB.replace("58", "57")
    assert after_low_play(f"A+7 {CRIB} {takes} {words}") == ["scored A 7", "unverified B 0", *found]


def test_8_5_c_a_back_peg_that_may_have_been_fixed_leaves_its_award_open() -> None:
    """Ann's crib is given up aloud, though it may be put right, and her back peg moves up."""
    found = after_low_play(f"A+7 {CRIB} A!none A=52,48 A=52,45 B+2 clear")
    assert found == ["scored A 7", "unverified A 0", "unverified B 2", "underpeg A 6"]


def test_8_5_c_so_does_one_that_may_be_a_step_of_what_was_put_right_before() -> None:
    """Ann's eight for a crib of six are challenged and are put right; once all is counted her back peg moves up."""
    found = after_low_play(f"A+7 {CRIB} A+8 B!overpeg A-2 B+2 A=58,55 A=58,52 B+2 clear")
    assert found == ["scored A 7", "overpeg A 2", "scored B 2", "unverified B 2"]


def test_8_5_c_before_the_last_count_the_back_pegs_are_not_fixed() -> None:
    assert after_low_play("A=45,43 A=45,42 B+2") == ["unverified A 0", "overpeg B 2"]


# --- awards pegged with the wrong peg ------------------------------------------------------------------------


def test_8_5_a_3_an_award_is_pegged_with_the_front_peg() -> None:
    """One for Ann's error: Bob's front peg goes from 74 to 75, and then one on from the other one in 72 (11.2)."""
    table = low_show("A+8 B!overpeg A-1 B=75,72 B=73,72 wait")
    assert table.verdicts[4:] == ["overpeg A 1", "front-peg-removed B 2"]
    assert table.verdict("front-peg-removed")["remedy"] == {"front": 73}


def test_8_5_b_an_award_is_pegged_with_both_pegs_out() -> None:
    found = after_low_play("A+8 B!overpeg A-1 B^^ B=75,74 wait")
    assert found == ["overpeg A 1", "both-pegs-removed B"]


def test_8_5_b_so_it_is_with_one_that_nobody_has_called_for() -> None:
    """Ann pegs her crib with Bob's peg; he lifts both of his and pegs the two that this brings him."""
    assert after_low_play(f"A+7 {CRIB} {TAKES_BOBS_FOR_CRIB} B^^ B=76,74 A+6") == [
        "scored A 7",
        "opponent-peg A 2",
        "both-pegs-removed B",
        "scored A 6",
    ]


def test_8_8_an_award_is_pegged_in_the_other_track() -> None:
    found = after_low_play("A+8 B!overpeg A-1 holes:52,45|74 holes:75,52,45|74 holes:52,45|74 B=75,74 wait")
    assert found == ["overpeg A 1", "wrong-track B 1"]


def test_11_2_exactly_what_judges_gave_is_right_though_the_other_peg_went_elsewhere_first() -> None:
    table = Table(a=(40, 30), b=(70, 60)).do(f"{LOW_PLAY} B+4 A!overpeg A!judge rule:B=74,A+2")
    table.do("B=75,72 A!overpeg B=74,72 A+2 A+7")
    assert table.verdicts[3:] == ["overpeg B 2", "scored A 2", "scored A 7"]


# --- what comes after such a fault -----------------------------------------------------------------------------


def test_8_7_what_is_seen_after_it_was_settled_is_judged_as_ever() -> None:
    """Ann pegs her two with Bob's back peg, which is back where it was; later she pegs eight for seven."""
    taken = "holes:40,30|72 holes:42,40,30|72 wait holes:40,30|72 holes:40,30|72,70 B+2 A+2"
    play = LOW_PLAY.replace("A+2", taken)
    table = Table(a=(40, 30), b=(70, 60)).do(f"{play} B+2 A+8 wait")
    assert table.verdicts[1:] == [
        "opponent-peg A 2",
        "scored B 2",
        "scored A 2",
        "scored A 3",
        "scored B 2",
        "overpeg A 1",
    ]


def test_8_8_so_it_is_after_a_peg_in_the_wrong_track() -> None:
    away = "holes:45,42|72 holes:74,45,42|72 wait holes:45,42|72 B=74,72"
    table = Table(a=(40, 30), b=(70, 60)).do(f"{LOW_PLAY} {away} A+8 wait")
    assert table.verdicts[3:] == ["wrong-track B 2", "overpeg A 1"]


def test_8_5_b_so_is_a_hand_of_which_too_many_are_pegged_with_both_pegs_out() -> None:
    found = after_low_play(f"A^^ A=53,45 {CRIB} A+6 clear")
    assert found == ["both-pegs-removed A", "scored A 6"]


def test_8_8_the_peg_that_comes_over_pegs_nothing_more() -> None:
    table = Table(a=(40, 30), b=(70, 60)).do(
        f"{LOW_PLAY} holes:45,42|72 holes:74,45,42|72 holes:45,42|72 B=74,72"
    )
    assert table.do("A+7 wait").verdicts[3:] == ["wrong-track B 2", "scored A 7"]


@pytest.mark.parametrize(("pegged", "found"), [("A+3", "opponent-peg B 2"), ("", "unverified A 32")])
def test_8_7_whoever_has_points_of_the_play_to_peg_may_have_taken_up_their_own_peg(
    pegged: str, found: str
) -> None:
    """A peg of Ann's seems to stand two on in Bob's track: his hand, if she had nothing to peg it for."""
    stands = 45 if pegged else 42
    words = f"{LOW_PLAY.removesuffix(' A+3')} {pegged} holes:{stands}|74,72,70 wait A!judge"
    assert Table(a=(40, 30), b=(70, 65)).do(words).verdicts[-1] == found


# --- 8.7: two for a peg in the own track -------------------------------------------------------------------

# Ann's last card has been pegged. Bob takes her back peg for his hand of two, lets go of it and puts it back.
BOB_TAKES_ANNS = "holes:45|72,70 holes:45|74,72,70 holes:45|72,70 holes:45,42|72,70 B+2"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (f"A+1 A+1 A+7 {CRIB} A+6", ["underpeg A 1", "overpeg A 1", "overpeg-stands A 1", "scored A 7"]),
        (f"A+8 {CRIB} A+6", ["unverified A 8"]),
        (f"A+8 A+2 {CRIB} A+6", ["overpeg A 1", "scored A 2", "overpeg-stands A 1"]),
        (f"A+6 A+2 {CRIB} A+6", ["underpeg A 1", "scored A 2"]),
    ],
    ids=["two for it in two moves", "eight for nine or seven", "the hand too high", "the hand too low"],
)
def test_8_7_an_award_that_is_pegged_in_parts_or_with_the_hand(words: str, found: list[str]) -> None:
    """Ann's hand is worth seven, and two are hers: never six too few, or seven too many."""
    told = verdicts(f"{LOW_PLAY} {BOB_TAKES_ANNS} {words} clear", a=(40, 30), b=(70, 60))
    assert told[3:5] == ["opponent-peg B 2", "scored B 2"]
    assert sorted(told[5:]) == sorted([*found, "scored A 6"])


def test_8_7_a_hand_too_high_and_the_award_with_the_crib() -> None:
    found = verdicts(f"{LOW_PLAY} {BOB_TAKES_ANNS} A+8 {CRIB} A+8 clear", a=(40, 30), b=(70, 60))
    assert found[5:] == ["overpeg A 1", "scored A 8", "overpeg-stands A 1"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B+1 A+3 B+2", ["underpeg B 1", "scored B 2"]),
        ("B+3 A+3 B+2", ["overpeg B 1", "overpeg-stands B 1", "scored B 2"]),
        ("B+2 A+3 B+2", ["scored B 2", "scored B 2"]),
        ("B+4 A+3", ["scored B 4"]),
        ("B+3 A+3", ["unverified B 3"]),
    ],
)
def test_8_7_the_points_of_the_play_that_its_player_pegs_next_count_no_hand(
    words: str, found: list[str]
) -> None:
    """Ann pegs her last card's three with Bob's peg, and puts it back: two are his, and his hand is worth two."""
    taken = "holes:42,40|70 holes:45,42,40|70 wait holes:42,40|70 holes:42,40|72,70"
    play = f"{LOW_PLAY.removesuffix(' A+3')} {taken}"
    told = verdicts(f"{play} {words} A+7 {LOW_CRIB} A+6 clear", a=(40, 30), b=(70, 60))
    assert sorted(told[2:]) == sorted(["opponent-peg A 2", "scored A 3", *found, "scored A 7", "scored A 6"])


# --- what was pegged last is taken back ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("then", "found"),
    [
        ("B+2 A:TC A+1", ["backward B 2", "scored B 2", "scored A 1"]),
        ("A+2 A:TC A+1", ["backward B 2", "withdrawn B 2", "unverified A 2", "scored A 1"]),
    ],
    ids=["pegged again", "taken by the other side"],
)
def test_8_5_a_2_a_score_of_the_play_that_is_taken_back_is_no_go_in_the_wrong_direction(
    then: str, found: list[str]
) -> None:
    """Ann says aloud, wrongly, that Bob's pair is none. His front peg goes two back, one behind the other one."""
    told = verdicts(f"cut:3S A:6C B:3C A:5C B:TH A!go B:4S B+1 A:QC B:QH B+2 B-2 {then}", dealer="B")
    assert told == ["scored B 1", "scored B 2", *found]


def test_8_5_a_2_the_hand_that_was_accepted_is_not_taken_back() -> None:
    """Ann's front peg goes back behind the other one by what the crib is worth."""
    found = after_low_play(f"A+7 B!accept {CRIB} A=45,39 clear")
    assert found == ["scored A 7", "front-peg-removed A 13"]


@pytest.mark.parametrize(
    ("lands", "found"),
    [
        ("holes:20,11|121,116 wait", ["scored A 9", "scored B 5", "game B 20"]),
        ("wait holes:20,11|121,116", ["scored B 5", "game B 11"]),
        ("", ["scored B 5", "game B 11"]),
    ],
    ids=["down in time", "much later", "never"],
)
def test_1_6_9_2_a_a_peg_that_was_up_before_the_winning_one_came_down_counts_first(
    lands: str, found: list[str]
) -> None:
    """Ann is on the way with her hand as Bob, who deals, pegs out; four points more may save her from a skunk."""
    play = "cut:4D A:TC B:QH A:KD A+1 B:7C A:6S B:8D B+3 A:5H A+4 A+1 B:9S B+1"
    words = f"{play} holes:11|116,115 holes:11|116 holes:11|121,116 {lands}"
    assert verdicts(words, a=(5, 1), b=(112, 108), dealer="B")[5:] == found


def test_1_6_of_two_who_peg_out_at_once_the_first_to_come_down_wins() -> None:
    """Each peg was up before the other came down; Ann counts first, and hers is down first."""
    table = Table(a=(106, 100), b=(112, 108), dealer="B")
    table.do("cut:4D A:TC B:QH A:KD A+1 B:7C A:6S B:8D B+3 A:5H A+4 A+1 B:9S B+1")
    for after, ann, bob in (
        (2.0, [112], [116, 115]),
        (0.3, [112], [116]),
        (0.3, [121, 112], [116]),
        (0.4, [121, 112], [121, 116]),
    ):
        table.see(after, holes={"A": ann, "B": bob})
    assert table.do("wait").verdicts[-2:] == ["scored A 9", "game A 116"]
