"""Rules 8.3, 8.4.c: fewer points than the hand, pegged in the show, are a part of it, or for nothing if all of it
follows; then only they are wrong, and every hand that is pegged right is right."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, LOW_CRIB, LOW_PLAY, PLAY, Table, verdicts
from test_more_than_two import Doubles

TWO = f"{CUT} {PLAY}"  # Bob's hand is worth nine, Ann's five, her crib six
NO_GO = TWO.removesuffix(" A+1")  # Ann has not pegged her last card yet
# In their order: Ann has 4, Bob 2, Cy 6, Dee 5; the crib 2.
FOUR = (
    "cut:KS A:TC B:QH C:5D D:AS A:5H A+2 B:6S C:KH D:9H A:4C B:2C B+2 C:3S D:8D A:9S B:7D B+3 B+1 "
    "C:8C D:7H B+2 B+1"
)
NO_LAST = FOUR.removesuffix(" B+1")
CRIB_OF_FOUR = "crib:2D,2H,9D,JC B+2 clear cut:2S"
END = f"A+6 B+5 {CRIB_OF_FOUR}"


def two(words: str, **more: object) -> list[str]:
    """What is said after the points of the play, at a table where nothing is told late."""
    return verdicts(f"{TWO} {words}", **{"late_s": 0} | more)[5:]


def no_go(words: str) -> list[str]:
    return verdicts(f"{NO_GO} {words}", late_s=0)[4:]


def four(words: str, play: str = FOUR) -> list[str]:
    points = 6 if play == FOUR else 4  # of the play; the last two that Bob has pegged wait for the rest
    return Doubles(profile="acc-2025", late_s=0).do(f"{play} {words}")[points:]


def scored(*points: str) -> list[str]:
    return [f"scored {each}" for each in points]


OF_FOUR = scored("A 4", "B 2", "A 6", "B 5", "B 2")


# --- for nothing -------------------------------------------------------------------------------------------


def test_8_4_c_all_of_the_hand_after_it_shows_that_it_was_for_nothing() -> None:
    for late_s in (0, 2.5):
        over = ["overpeg B 2", "overpeg-stands B 2"]
        assert two("B+2 B+9 A+5", late_s=late_s) == [*over, *scored("B 9", "A 5")]
    table = Table(late_s=0).do(f"{TWO} B+2")
    t = table.t - 1.5
    table.do("B+9")
    found = table.verdict("overpeg")
    assert found["t"] == t, "it is said of the move for nothing"
    assert "breakdown" not in found


def test_8_4_c_so_it_is_of_the_crib() -> None:
    found = two(f"B+9 A+5 {CRIB} A+2 A+6 clear")
    assert found == [*scored("B 9", "A 5"), "overpeg A 2", "scored A 6", "overpeg-stands A 2"]


def test_8_4_c_so_it_is_of_the_hand_that_wins() -> None:
    assert two("B+2 B+9", b=(105, 90)) == ["overpeg B 2", "scored B 8", "game B 4"]
    assert two("B+2 B+7", b=(107, 90)) == ["underpeg B 7", "false-claim B 6"], "no more than the rest of it"


@pytest.mark.parametrize("first", ["A+1", "A+2"])
def test_8_4_c_between_four_before_the_first_hand(first: str) -> None:
    n = first[-1]
    assert four(f"{first} A+4 B+2 {END}") == [f"overpeg A {n}", f"overpeg-stands A {n}", *OF_FOUR]


def test_8_4_c_between_four_before_a_later_hand() -> None:
    found = four(f"A+4 B+1 B+2 {END}")
    assert found == ["scored A 4", "overpeg B 1", "overpeg-stands B 1", *OF_FOUR[1:]]
    found = four(f"A+4 B+2 A+1 {END}")
    assert found == [*OF_FOUR[:2], "overpeg A 1", "overpeg-stands A 1", *OF_FOUR[2:]]


def test_9_2_c_points_for_nothing_before_ones_turn_are_no_hand_out_of_order() -> None:
    found = four(f"B+1 A+4 B+2 {END}")
    assert found == ["scored A 4", "overpeg B 1", "overpeg-stands B 1", *OF_FOUR[1:]]
    found = four(f"A+4 B+2 B+2 {END}")
    assert found == [*OF_FOUR[:3], "overpeg B 2", "overpeg-stands B 2", *OF_FOUR[3:]]
    over = ["overpeg A 2", "overpeg-stands A 2"]
    assert two("A+2 B+9 A+5") == ["scored B 9", *over, "scored A 5"]
    assert two("A+2 A+5 B+9") == ["overpeg A 2", "out-of-order A 5", "overpeg-stands A 2", "scored B 9"]


def test_7_2_b_it_closes_nothing_of_the_other_side() -> None:
    over = ["overpeg B 1", "overpeg-stands B 1"]
    assert no_go("B+1 A+1 B+9 A+5") == ["scored A 1", *over, *scored("B 9", "A 5")]
    found = four(f"A+1 A+4 B+2 {END}", play=NO_LAST)
    assert found == ["overpeg A 1", "overpeg-stands A 1", "underpeg B 1", *OF_FOUR], "the hand does"


# --- challenged, taken back, ruled -------------------------------------------------------------------------


def test_8_4_c_1_it_is_challenged_and_goes_back() -> None:
    assert no_go("B+1 A!overpeg B-1 A+1 A+1 B+9 A+5") == ["overpeg B 1", *scored("A 1", "A 1", "B 9", "A 5")]
    found = four(f"A+1 B!overpeg A-1 B+1 B+1 A+4 B+2 {END}", play=NO_LAST)
    assert found == ["overpeg A 1", *scored("B 2", "B 1", "B 1"), *OF_FOUR]


def test_8_4_c_1_it_is_challenged_and_goes_back_later() -> None:
    assert two("B+2 A!overpeg A+2 B-2 B+9 A+5") == ["overpeg B 2", *scored("A 2", "B 9", "A 5")]
    assert two("B+2 A!overpeg B+9 B-2 A+2 A+5") == ["overpeg B 2", *scored("B 9", "A 2", "A 5")]


def test_8_4_c_1_the_newest_of_two_is_challenged() -> None:
    found = two(f"B+9 A+6 {CRIB} A+2 B!overpeg A-2 B+2 A+6 clear")
    over = ["overpeg A 1", "overpeg A 2"]
    assert found == ["scored B 9", *over, *scored("B 2", "A 6"), "overpeg-stands A 1"]


def test_8_3_a_short_hand_that_is_challenged_is_right() -> None:
    assert two("B+2 A!overpeg A+5") == ["underpeg B 7", "scored A 5"]
    assert two("B+2 A!overpeg B-1 A+5") == ["underpeg B 7", "backward B 1", "scored A 5"]


def test_8_4_c_2_it_is_taken_back() -> None:
    assert two("B+2 B-2 B+9 A+5") == ["overpeg B 2", "corrected B 2", *scored("B 9", "A 5")]
    found = four(f"A+1 A-1 B+1 A+4 B+2 {END}", play=NO_LAST)
    assert found == ["overpeg A 1", "corrected A 1", *scored("B 2", "B 1"), *OF_FOUR]


def test_8_4_c_judges_send_it_back() -> None:
    assert two("B+2 rule:B=6 B-2 B+9 A+5") == ["overpeg B 2", *scored("B 9", "A 5")]
    assert two("B+2 rule:B=7 B-1 A+5") == ["underpeg B 7", "scored A 5"], "a part of it"


# --- a part of the hand ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    ["", "A+5", "A!accept", "B!claim2 A+5", "A!claim5 A+5", "clear:B A+5", f"{CRIB} A+5", "A!muggins"],
)
def test_8_3_a_hand_that_nobody_pegs_again_was_pegged_short(words: str) -> None:
    table = Table(late_s=0).do(f"{TWO} B+2")
    t = table.t - 1.5
    assert table.do(words).verdicts[5] == "underpeg B 7"
    assert table.times[5] == (t, "underpeg")


def test_8_3_the_rest_of_it_is_too_late() -> None:
    over = ["overpeg B 7", "overpeg-stands B 7"]
    assert two("B+2 B+7 A+5") == ["underpeg B 7", *over, "scored A 5"]


def test_8_3_a_total_said_before_the_hand_is_pegged_accepts_nothing_of_ones_own() -> None:
    over = ["overpeg B 2", "overpeg-stands B 2"]
    assert two("B+2 B!claim9 B+9 A+5") == [*over, *scored("B 9", "A 5")]


def test_9_2_c_what_was_pegged_too_soon_stays_so_where_all_of_the_hand_does_not_follow() -> None:
    assert two(f"A+2 B+9 {CRIB} A+6 clear") == ["scored B 9", "out-of-order A 2", "scored A 6"]
    assert two("A+2 A-2 B+9 A+5") == ["out-of-order A 2", *scored("B 9", "A 5")], "in time"
    assert four("B+1 A+4 A+6") == [*scored("A 4", "A 6"), "out-of-order B 1"], "counted past"


def test_11_2_what_was_called_for_before_and_is_pegged_now_counts_no_hand() -> None:
    called = PLAY.replace("B+4 B+1 A:9S", "B+4 B+3 A!overpeg B-2 A:9S")
    found = verdicts(f"{CUT} {called} B+2 A+2 B+9 A+5", late_s=0)[5:]
    assert found == ["scored A 2", "overpeg B 2", "overpeg-stands B 2", *scored("B 9", "A 5")]


def test_8_3_a_peg_that_is_all_of_the_crib_as_well_is_for_that() -> None:
    found = two("B+9 A+2 crib:AC,2C,5C,6D A+5 clear")
    assert found == ["scored B 9", "underpeg A 3", "scored A 5"], "each is worth five"


def test_10_4_a_what_lacked_may_be_called_meanwhile() -> None:
    called = ["underpeg B 7", "muggins A 7", *scored("A 7", "A 5")]
    assert two("B+2 A!muggins7 A+7 A+5", muggins=True) == called
    assert two("B+2 A+7 A+5", muggins=True) == called, "aloud"


def test_8_3_nobody_knows_where_the_pegs_were_not_followed() -> None:
    assert two("B+2 board! board. B+9") == ["unverified B 2", "unverified B 9"]
    assert two("B+2 B^ A!claim5") == ["unverified B 2"]


def test_8_5_the_other_peg_is_taken_then() -> None:
    """Or the rear one where no score is due: what waited was the last hand, pegged short."""
    assert two("B+2 B=17,6") == ["underpeg B 7", "overpeg B 9"]
    found = two(f"B+9 A+5 {CRIB} A+2 B=15,14")
    assert found == [*scored("B 9", "A 5"), "underpeg A 4", "back-peg-moved B 2"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (f"A+3 {CRIB} A+5", ["underpeg A 2", "scored A 3", "game A 15"]),  # the crib is worth six
        (f"A+3 {CRIB} A!claim6 A+5", ["underpeg A 2", "scored A 3", "game A 15"]),
        ("A+3 A+5", ["overpeg A 3", "scored A 3", "game A 15"]),
    ],
)
def test_8_4_a_with_the_crib_open_it_is_the_crib_that_is_claimed_for_the_game(
    words: str, found: list[str]
) -> None:
    """Ann needs six: three, too few for her five, and then as much as lacks. What she says of it is tapped or not."""
    assert two(f"B+9 {words}", a=(111, 100)) == ["scored B 9", *found]


# --- what is told ------------------------------------------------------------------------------------------


def test_row_22_that_it_waits_does_not_tell_that_it_was_too_little() -> None:
    """It is the next hand's turn, and this one shows as pegged, whatever the move was for."""
    events = Table(late_s=0).do(f"{TWO} B+2 A+5").judge().events
    short = next(n for n, one in enumerate(events) if one.body.get("code") == "underpeg")
    told = [one.body for one in events[:short]]
    hand = [body for body in told if body.get("what") == "hand" and body["player"] == "B"][-1]
    turn = [body for body in told if "turn" in body][-1]
    assert (hand["state"], hand["pegged"]) == ("pegged", 2)
    assert (turn["turn"], turn["to"]) == ("A", "count-hand")


def test_row_22_of_nothing_the_hand_is_told_as_unpegged_again() -> None:
    events = Table(late_s=0).do(f"{TWO} B+2 B-2").judge().events
    hand = [one.body for one in events if one.body.get("what") == "hand" and one.body["player"] == "B"][-1]
    assert (hand["state"], hand["pegged"]) == ("earned", None)


# --- hand and crib in one ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+11 clear", ["scored A 11"]),
        ("A+12 clear", ["overpeg A 1", "overpeg-stands A 1"]),
        ("A+12 A-1 clear", ["overpeg A 1", "corrected A 1"]),
        ("A+12 B!overpeg A-1 B+1 clear", ["overpeg A 1", "scored B 1"]),
        ("A+12 B!overpeg B+1 A-1 clear", ["overpeg A 1", "scored B 1"]),
        ("A+10 clear", ["underpeg A 1"]),
        ("A+10 A+1 clear", ["underpeg A 1", "overpeg A 1", "overpeg-stands A 1"]),
    ],
)
def test_8_3_8_4_a_wrong_count_of_hand_and_crib_in_one_is_wrong_by_their_sum(
    words: str, found: list[str]
) -> None:
    """The hand is worth five, the crib six, and it lies open."""
    assert two(f"B+9 {CRIB} {words}") == ["scored B 9", *found]


def test_8_4_c_what_is_too_many_for_both_is_so_by_their_sum_whatever_was_announced() -> None:
    found = ["overpeg A 1", "overpeg-stands A 1"]
    assert two(f"B+9 {CRIB} A!claim5 A+12 clear") == ["scored B 9", *found]


@pytest.mark.parametrize("profile", ["alberta-55plus", "corporate-challenge", "hoyle"])
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+7 clear cut:2S", {"underpeg A 4"}),
        ("A+8 A+3 clear cut:2S", set()),
        ("A+7 A+6 clear cut:2S", {"overpeg A 2", "overpeg-stands A 2"}),
        ("A+12 clear cut:2S", {"overpeg A 1", "overpeg-stands A 1"}),
    ],
)
def test_13_hand_and_crib_in_one_may_be_too_few_also_where_the_rest_may_be_pegged_yet(
    profile: str, words: str, found: set[str]
) -> None:
    """Or the hand was given up, and what was pegged is too many for the crib: for both in one it never is."""
    judged = two(f"B+9 {CRIB} {words}", profile=profile)
    assert {one for one in judged if not one.startswith("scored")} == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+10 A+6 clear", ["overpeg A 5", "scored A 6", "overpeg-stands A 5"]),
        ("A+12 B!overpeg A-7 B+7 A+6 clear", ["overpeg A 7", "scored B 7", "scored A 6"]),
        ("A+10 B!overpeg B+5 A-5 A+6 clear", ["overpeg A 5", "scored B 5", "scored A 6"]),
        ("A+10 A-5 A+6 clear", ["overpeg A 5", "corrected A 5", "scored A 6"]),
        ("A+8 A-8 A+11 clear", ["overpeg A 3", "corrected A 3", "scored A 11"]),
    ],
)
def test_8_4_c_over_an_open_crib_it_is_the_hand_that_was_wrong_if_the_crib_follows(
    words: str, found: list[str]
) -> None:
    assert two(f"B+9 {CRIB} {words}") == ["scored B 9", *found]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (f"{CRIB} clear", ["withdrawn A 6"]),
        (f"{CRIB} A+6 clear", ["scored A 6", "overpeg-stands A 6"]),
        (f"{CRIB} B!overpeg A-6 B+6 A+6 clear", ["scored B 6", "scored A 6"]),
        (f"B!overpeg A-6 B+6 {CRIB} A+6 clear", ["scored B 6", "scored A 6"]),
        (f"{CRIB} B!overpeg clear", ["underpeg A 6"]),
        ("crib:3C,3H,QC,JC clear", ["overpeg-stands A 6", "underpeg A 2"]),
    ],
)
def test_9_2_d_hand_and_crib_may_be_pegged_in_one_before_the_crib_is_turned_up(
    words: str, found: list[str]
) -> None:
    """It was too many for the hand as far as anybody saw; that is withdrawn once nothing follows for the crib."""
    assert two(f"B+9 A+11 {words}") == ["scored B 9", "overpeg A 6", *found]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A-3 clear", ["unverified A 3"]),
        ("A+2 clear", ["scored A 2"]),
        ("B!overpeg A-3 B+3 clear", ["unverified A 3", "unverified B 3"]),
        ("clear", []),
    ],
)
def test_8_3_8_4_c_what_is_worth_the_hand_over_an_open_crib_may_be_too_many_for_that(
    words: str, found: list[str]
) -> None:
    """Two pegged, the crib of two turned up, and five pegged: for the hand, or for the crib after a hand of two."""
    assert two(f"B+9 A+2 crib:3C,3H,QC,JC A+5 {words}") == [
        "scored B 9",
        "unverified A 2",
        "unverified A 5",
        *found,
    ]


UNSURE = ["unverified A 8"]


def called(words: str, profile: str) -> list[str]:
    """The verdicts after Bob's hand of two; Ann's is worth seven, her open crib six."""
    table = Table(muggins=True, profile=profile)
    return table.do(f"{LOW_PLAY} B+2 {LOW_CRIB} A+8 {words} clear cut:9H").verdicts[4:]


@pytest.mark.parametrize("profile", ["acc-2025", "hoyle"])
@pytest.mark.parametrize(
    ("words", "found"),
    [
        # the crib is given up, and the hand one too high
        ("A!none B!muggins6 B+6", ["overpeg A 1", "underpeg A 6", "muggins B 6", "scored B 6"]),
        ("B!muggins6 B+6", ["overpeg A 1", "unverified B 6"]),
        # of which fewer may be called; or the hand is given up, and the crib two too high
        ("B!muggins3 B+3", [*UNSURE, "unverified B 3"]),
        ("B!muggins7 B+7", [*UNSURE, "unverified B 7"]),
        # the same aloud
        ("B+6", [*UNSURE, "unverified B 6"]),
        ("B+3", [*UNSURE, "unverified B 3"]),
    ],
)
def test_10_4_a_what_seems_hand_and_crib_in_one_is_not_where_one_of_them_is_called(
    profile: str, words: str, found: list[str]
) -> None:
    assert called(words, profile)[: len(found)] == found


@pytest.mark.parametrize("words", ["B!muggins5 B+5", "B+5", "B!muggins B+5"])
def test_10_4_a_what_hand_and_crib_in_one_lack_is_called_of_both(words: str) -> None:
    found = called(words, "acc-2025")
    assert found[:3] == ["underpeg A 5", "muggins B 5", "scored B 5"]


def test_10_4_a_over_an_open_crib_worth_more_than_the_hand_a_call_of_it_tells_nothing() -> None:
    found = two(f"B+9 {CRIB} A+8 B!muggins6 B+6 clear", muggins=True)
    assert found == ["scored B 9", "unverified A 8", "unverified B 6"]


@pytest.mark.parametrize(
    ("words", "profile", "found"),
    [
        ("A+7 A+4 B+2", "hoyle", ["scored A 4", "unverified B 2", "scored A 7"]),
        ("A+7 A+4 B+2", "alberta-55plus", ["scored A 4", "unverified B 2", "scored A 7"]),
        ("A+7 A+4 B+2", "acc-2025", ["unverified A 7", "unverified A 4", "unverified B 2"]),
        ("A+10 A+1 B+1", "acc-2025", ["underpeg A 1", "overpeg A 1", "unverified B 1", "overpeg-stands A 1"]),
    ],
    ids=["hoyle", "alberta", "acc", "as many too few in both"],
)
def test_8_4_c_what_comes_to_hand_and_crib_may_be_one_too_high_and_the_other_as_much_too_low(
    words: str, profile: str, found: list[str]
) -> None:
    """The hand is worth five, the crib six: seven and four may be called of either, and what is certain is said."""
    table = Table(profile=profile).do(f"{CUT} {PLAY} B+9 {CRIB} {words} clear cut:2S")
    assert table.verdicts[6:] == found
