"""Awards, muggins points and points for calls in vain that are pegged wrong, and calls of what was missed."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, LOW_CRIB, LOW_PLAY, PLAY, Table, after_play, verdicts
from test_more_than_two import Doubles

TO_SHOW = "cut:9H B:5S A:3S B:6C A:3C B:7H B+1 A:9D B:8D A:QH A+1"
OPEN = "crib:TS,JC,KD,AC"
"""Bob's hand is worth nine, Ann's eight, and the crib, which lies open, three."""
FOUR_PLAY = (
    "cut:4S A:TC B:KD C:QH D!go A!go B!go A+1 D:9C A:JD B:2C C:TD A+2 D:6C A:KH B:3C C:JC D:2D B+2 "
    "A:QS B:8C C:KS D:3D B+2"
)
FALSE = "B+12 A!judge rule:B=103,A+3 B=118,109 B=109,103"
BOOKS = ("acc-2025", "acc-2020", "alberta-55plus", "corporate-challenge", "hoyle")


def in_show(words: str, **more: object) -> list[str]:
    return verdicts(f"{TO_SHOW} {words}", **more)[2:]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+3 A+5", ["overpeg A 1", "overpeg-stands A 1", "scored A 5"]),
        ("A+4 A+5", ["overpeg A 2", "overpeg-stands A 2", "scored A 5"]),
        ("A+1 A+5", ["underpeg A 1", "scored A 5"]),
        ("A+3 A-1 A+5", ["overpeg A 1", "corrected A 1", "scored A 5"]),
        ("A+3 A-3 A+2 A+5", ["unverified A 3", "scored A 2", "scored A 5"]),
        ("A+3 B!overpeg A-1 B+1 A+5", ["overpeg A 1", "scored B 1", "scored A 5"]),
        ("A+3 B!judge rule:A=6,B+1 A-1 B+1 A+5 clear", ["overpeg A 1", "scored B 1", "scored A 5"]),
        ("A+3 B!accept A+5", ["overpeg A 1", "overpeg-stands A 1", "scored A 5"]),
        ("A+3 A!claim5 A+5", ["overpeg A 1", "overpeg-stands A 1", "scored A 5"]),
        ("A+3 A!claim3 wait", ["underpeg A 2"]),
        ("A+3 wait", ["underpeg A 2"]),
        ("A+4 A+2", ["underpeg A 1", "scored A 2"]),
        ("A+6 A+2", ["overpeg A 1", "scored A 2"]),
        ("A+6 wait", ["underpeg A 1"]),
        (f"A+3 {CRIB} A+6 clear", ["underpeg A 2", "scored A 6"]),
        ("A+3 clear:A", ["underpeg A 2"]),
    ],
)
def test_11_2_what_a_peg_beside_an_award_was_for_the_next_one_shows(words: str, found: list[str]) -> None:
    """Two for an overpeg, and a hand of five: the fewest faults, then the fewest points are wrong."""
    assert after_play(f"B+11 A!overpeg B-2 {words}")[1:] == found


@pytest.mark.parametrize(
    ("pegged", "found"),
    [(2, ["underpeg A 1"]), (4, ["overpeg A 1", "overpeg-stands A 1"]), (1, ["underpeg A 2"])],
)
def test_11_2_points_of_a_false_claim_are_no_hand(pegged: int, found: list[str]) -> None:
    assert after_play(f"{FALSE} A+{pegged} A+5", b=(103, 99))[1:] == [*found, "scored A 5"]


@pytest.mark.parametrize(
    ("start", "words", "found"),
    [
        (113, "A+3 A+1", ["overpeg A 1", "scored A 1", "game A 15"]),
        (114, "A+1 A+2", ["underpeg A 1", "scored A 2", "game A 15"]),
        (113, "A+4", ["scored A 4", "game A 15"]),
    ],
)
def test_8_10_near_the_game_hole_the_hand_may_be_worth_more_than_it_takes(
    start: int, words: str, found: list[str]
) -> None:
    assert after_play(f"B+11 A!overpeg B-2 {words}", a=(start, 100))[1:] == found


def test_11_2_the_peg_stays_where_it_belongs() -> None:
    assert Table().do(f"{CUT} {PLAY} B+11 A!overpeg B-2 A+3 A+5").verdict("overpeg")["remedy"] == {"front": 6}


def test_11_2_8_4_d_2_an_overpegged_award_stands_when_a_hand_is_pegged() -> None:
    found = in_show(f"B+11 A!overpeg B-2 A+3 A+8 {OPEN} A+3 clear")
    assert found == ["overpeg B 2", "overpeg A 1", "overpeg-stands A 1", "scored A 8", "scored A 3"]


def test_11_2_8_4_d_1_an_overpegged_award_stands_when_a_card_is_laid_and_cannot_be_called_any_more() -> None:
    found = verdicts("cut:4D B:5H rule:A+2 A+3 A:TC B!overpeg A+2 B:2D")
    assert found == ["overpeg A 1", "overpeg-stands A 1", "scored A 2"]


def test_10_4_a_muggins_points_are_pegged_like_an_award() -> None:
    found = in_show("B+7 A!muggins4 A+4 A+8", muggins=True)
    assert found == ["underpeg B 2", "muggins A 2", "overpeg A 2", "overpeg-stands A 2", "scored A 8"]
    less = in_show("B+7 A!muggins1 A+2 A+8", muggins=True)
    assert less == ["underpeg B 2", "muggins A 1", "unverified A 2", "scored A 8"], "two may have been called"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+4 A+2 B:2D", ["overpeg A 1", "scored A 2", "overpeg-stands A 1"]),
        ("A+4 B:2D", ["underpeg A 1"]),
        ("A+1 A+2 B:2D", ["underpeg A 2", "scored A 2"]),
        ("A+4 A+3 B:2D", ["overpeg A 2", "scored A 3", "overpeg-stands A 2"]),
        ("A+4 B!overpeg A-1 B+1 A+2 B:2D", ["overpeg A 1", "scored B 1", "scored A 2"]),
        ("A+1 B!overpeg A+2 B:2D", ["underpeg A 2", "scored A 2"]),
    ],
)
def test_11_2_an_award_beside_a_score_of_the_play(words: str, found: list[str]) -> None:
    """Ann has three by a ruling and two for her fifteen."""
    assert verdicts(f"cut:4D B:5H A:TC rule:A+3 {words}") == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("rule:B+2 B+3 B+9 A+5", ["overpeg B 1", "overpeg-stands B 1", "scored B 9", "scored A 5"]),
        ("rule:B+2 B+3 A+5", ["underpeg B 6", "scored A 5"]),
        ("rule:A+2 A+3 B+9 A+5", ["overpeg A 1", "overpeg-stands A 1", "scored B 9", "scored A 5"]),
        ("rule:A+2 A+3 B!claim9 B+9 A+5", ["overpeg A 1", "overpeg-stands A 1", "scored B 9", "scored A 5"]),
        (
            "rule:A+2 rule:B+1 A+3 B+1 B+9 A+5",
            ["scored B 1", "overpeg A 1", "overpeg-stands A 1", "scored B 9", "scored A 5"],
        ),
        ("rule:A+2 rule:A+1 A+4 B+9 A+5", ["overpeg A 1", "overpeg-stands A 1", "scored B 9", "scored A 5"]),
        ("rule:A+2 rule:A+1 A+3 B+9 A+5", ["scored A 3", "scored B 9", "scored A 5"]),
    ],
)
def test_11_2_anothers_hand_shows_what_a_peg_before_it_was_for(words: str, found: list[str]) -> None:
    assert sorted(after_play(words)) == sorted(found)


@pytest.mark.parametrize(
    "unseen", ["board! wait", "A^ B!go clear"], ids=["the board failed", "a peg is up at the end"]
)
def test_11_2_what_the_next_peg_would_have_shown_stays_open_where_pegs_are_not_seen(unseen: str) -> None:
    assert after_play(f"B+11 A!overpeg B-2 A+3 {unseen}") == ["overpeg B 2", "unverified A 3"]


@pytest.mark.parametrize(("call", "found"), [("B+11 A!overpeg B-2", 1), ("B+9 A!overpeg", 3)])
def test_4_4_a_hand_that_is_ruled_dead_was_not_pegged(call: str, found: int) -> None:
    table = Table().do(f"{CUT} {PLAY} {call} A+3")
    table.see(ruling={"judges": ["J1", "J2"], "rule": "4.4", "moves": [], "deal": {"dead": ["A"]}})
    assert table.verdicts[6:] == [f"overpeg A {found}"]
    stands = [f"overpeg A {found}", f"overpeg-stands A {found}"]
    assert table.do(f"{CRIB} A+6").verdicts[6:] == [*stands, "scored A 6"]


@pytest.mark.parametrize(
    ("points", "found"), [(3, ["overpeg B 1", "overpeg-stands B 1"]), (1, ["underpeg B 1"])]
)
def test_11_2_doubles_an_award_is_not_out_of_order(points: int, found: list[str]) -> None:
    words = f"{FOUR_PLAY} A+6 D!overpeg A-2 B+{points} B+7 A+4 B+9"
    assert Doubles(profile="acc-2025").do(words)[4:] == [
        "overpeg A 2", *found, "scored B 7", "scored A 4", "scored B 9",
    ]  # fmt: skip


# --- calls that brought nothing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("then", "found"),
    [
        (f"{CRIB} A+3", ["underpeg A 4", "underpeg A 3"]),
        (f"{CRIB} A+6", ["underpeg A 4", "scored A 6"]),
        (f"{CRIB} A+5", ["unverified A 1", "unverified A 5"]),  # just the hand: nobody knows
        ("A+5", ["overpeg A 1", "overpeg-stands A 1"]),
    ],
)
def test_9_2_d_who_turns_the_crib_up_has_counted_their_hand_after_a_call_in_vain(
    then: str, found: list[str]
) -> None:
    assert after_play(f"B+9 A!overpeg A+1 {then} clear")[1:3] == found


def test_10_4_a_a_challenge_of_the_crib_is_none_of_a_hand_that_may_have_been_called_aloud() -> None:
    """One more than the hand is worth may be what Bob missed, called for aloud; of the crib it is too many."""
    found = after_play(f"B+8 A+6 {CRIB} A+7 B!overpeg A-1 B+1 clear", muggins=True)
    assert found == ["underpeg B 1", "overpeg A 1", "scored B 1", "unverified A 6"]


@pytest.mark.parametrize("profile", BOOKS)
@pytest.mark.parametrize("call", ["B+9 A!overpeg", "B+7 A!muggins2"])
def test_8_4_c_what_is_pegged_for_a_call_in_vain_is_no_short_hand(profile: str, call: str) -> None:
    found = after_play(f"{call} A+2 A-2 A+5", profile=profile)
    assert [one for one in found if " A " in one and "muggins" not in one] == [
        "overpeg A 2", "corrected A 2", "scored A 5",
    ]  # fmt: skip


def test_9_2_a_what_is_pegged_for_a_call_that_came_too_late_is_no_short_hand() -> None:
    found = after_play("B+11 A!claim5 A!overpeg B-2 A+2 A+5")
    assert found[-3:] == ["overpeg A 2", "overpeg-stands A 2", "scored A 5"]


def test_8_4_c_a_book_without_an_award_for_an_overpeg_has_nothing_to_peg_for_it() -> None:
    found = after_play("B+11 A!overpeg B-2 A+3 A+5", profile="hoyle")
    assert found == ["overpeg B 2", "overpeg A 3", "scored A 5"]


def test_8_3_a_short_hand_after_a_call_in_vain_is_short() -> None:
    assert after_play(f"B+9 A!overpeg A+3 {CRIB} A+6 clear")[1:] == ["underpeg A 2", "scored A 6"]
    found = after_play("B+9 A!overpeg A+3 B!muggins2 B+2", muggins=True)
    assert found[1:] == ["underpeg A 2", "muggins B 2", "scored B 2"]
    assert after_play("B+9 A!overpeg A+5")[1:] == ["scored A 5"]


# --- calls of what was missed ------------------------------------------------------------------------------------

SHORT = f"B+9 A+6 {OPEN} A+2"
"""Ann lacks two of her hand and one of the crib."""


@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020"])
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B!muggins1 B+1 B!muggins2 B+2", ["muggins B 1", "scored B 1", "muggins B 2", "scored B 2"]),
        ("B!muggins2 B+2 B!muggins1 B+1", ["muggins B 2", "scored B 2", "muggins B 1", "scored B 1"]),
        ("B!muggins2 B!muggins1 B+3", ["muggins B 2", "muggins B 1", "scored B 3"]),
        ("B!muggins3 B+3", ["muggins B 3", "scored B 3"]),
        ("B!muggins5 B+3", ["muggins B 3", "scored B 3"]),
        ("B!muggins B+3", ["muggins B 3", "scored B 3"]),
        ("B!muggins1 B+1 clear:A B!muggins2", ["muggins B 1", "scored B 1", "muggins-refused B 0"]),
    ],
)
def test_10_4_c_2_hand_and_crib_may_be_called_one_after_the_other(
    profile: str, words: str, found: list[str]
) -> None:
    called = in_show(f"{SHORT} {words} clear", profile=profile, muggins=True)
    assert called[3:] == found


def test_10_4_c_2_a_call_says_that_the_peg_beside_an_award_was_for_the_hand() -> None:
    found = after_play("B+11 A!overpeg B-2 A+3 B!muggins2 B+2", muggins=True)
    assert found[1:] == ["underpeg A 2", "muggins B 2", "scored B 2"]


def test_10_4_a_scores_of_the_play_may_be_called_one_after_the_other() -> None:
    words = "cut:4D B:5H A:TC B:5D A:5S B!muggins2 B+2 B!muggins2 B+2 B:2H"
    assert verdicts(words, muggins=True)[2:] == ["muggins B 2", "scored B 2", "muggins B 2", "scored B 2"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B+7 A!muggins2 A!muggins2 A+2 A+8", ["underpeg B 2", "muggins A 2", "scored A 2", "scored A 8"]),
        ("B+7 A!muggins A!muggins A+2 A+8", ["underpeg B 2", "muggins A 2", "scored A 2", "scored A 8"]),
        ("B+7 A!muggins2 A!muggins3 A+2 A+8", ["underpeg B 2", "muggins A 2", "scored A 2", "scored A 8"]),
        ("B+9 A!muggins2 A!muggins2 B+2 A+8", ["scored B 9", "muggins-refused A 2", "scored B 2", "scored A 8"]),
        ("B+9 A!muggins2 A!muggins3", ["scored B 9", "muggins-refused A 2", "muggins-refused A 3"]),
        ("B+9 A!muggins2 B+2 A!muggins2", ["scored B 9", "muggins-refused A 2", "scored B 2", "muggins-refused A 2"]),
        (f"{SHORT} B!muggins2 B!muggins2 B+2", [
            "scored B 9", "underpeg A 2", "underpeg A 1", "muggins B 2", "scored B 2",
        ]),
    ],
)  # fmt: skip
def test_10_4_a_a_call_that_is_tapped_twice_is_one_call(words: str, found: list[str]) -> None:
    assert in_show(words, muggins=True) == found


def test_10_4_a_doubles_both_partners_may_tap_the_same_call() -> None:
    found = Doubles(profile="acc-2025", muggins=True).do(f"{FOUR_PLAY} A+3 B!muggins2 D!muggins2 B+1 B+7")
    assert found[4:] == ["underpeg A 1", "muggins B 1", "scored B 1", "scored B 7"]


def test_10_4_c_2_where_a_short_hand_may_be_filled_up_a_peg_may_have_been_for_the_crib() -> None:
    """Ann's two are the rest of her hand, or one too few for her crib."""
    table = Table(profile="hoyle", muggins=True).do(f"{TO_SHOW} {SHORT} B!muggins1 B+1 clear")
    assert table.verdicts[2:] == ["scored B 9", "scored A 6", "scored A 2", "unverified B 1"]
    assert [remark.split()[0] for remark in table.remarks] == ["muggins"]
    filled = in_show(f"{SHORT} A+3 B!muggins1", profile="hoyle", muggins=True)
    assert filled[-1] == "muggins-refused B 0", "both are pegged"


# --- a go that nobody pegged ---------------------------------------------------------------------------------------

GO = "cut:KS B:TC A:QH B:5D"


@pytest.mark.parametrize("profile", ["acc-2025", "hoyle"])
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A!go B!go wait A!muggins1 A+1 A:9C B:KC", ["underpeg B 1", "muggins A 1", "scored A 1"]),
        ("A!go B!go A!muggins1 wait A:9C A+1", ["underpeg B 1", "muggins A 1", "scored A 1"]),
        ("A!go B!go A!muggins A+1 A:9C", ["underpeg B 1", "muggins A 1", "scored A 1"]),
        ("A!go B!go A!muggins2 A+1 A:9C", ["underpeg B 1", "muggins A 1", "scored A 1"]),
        ("A!go A!muggins1 B+1 A:9C", ["scored B 1"]),
    ],
)
def test_10_4_b_1_a_go_that_was_not_pegged_may_be_called(profile: str, words: str, found: list[str]) -> None:
    assert verdicts(f"{GO} {words}", profile=profile, muggins=True) == found


def test_10_4_b_1_a_call_of_a_go_that_nobody_said_is_left_to_judges() -> None:
    for said in ("A!go A!muggins1", "A!muggins1"):
        table = Table(muggins=True).do(f"{GO} {said} A+1 A:9C B:KC")
        assert table.verdicts == ["unverified A 1", "underpeg B 1"]
        assert table.remarks[:1] == ["muggins 10.4.a A not all that"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A:QH B:QD A!go B!go A!muggins3 A+3 A:9C", ["underpeg B 3", "muggins A 3", "scored A 3"]),
        ("A:QH B:QD A!muggins2 A+2 A:9C", ["underpeg B 2", "muggins A 2", "scored A 2", "underpeg B 1"]),
        ("A:QH B:QD A!muggins A+2 A:9C", ["underpeg B 2", "muggins A 2", "scored A 2", "underpeg B 1"]),
        ("A:QH B:5D A!go B!go B!muggins1 B+1", ["muggins-refused B 1", "scored B 1"]),
        ("A:QH B:5D A!muggins4", ["muggins-refused A 4"]),
        ("A:2H A!muggins1", ["muggins-refused A 1"]),
    ],
)
def test_10_4_b_1_a_call_may_be_of_the_cards_and_the_go_or_of_one_of_them(
    words: str, found: list[str]
) -> None:
    assert verdicts(f"cut:KS B:TC {words}", muggins=True) == found


# --- the rule of an award, as its book numbers it ------------------------------------------------------------------


@pytest.mark.parametrize(("profile", "named"), [("acc-2025", "rule 8.4.c(1)"), ("alberta-55plus", "rule 13")])
def test_8_4_c_1_an_award_names_the_rule_of_its_book(profile: str, named: str) -> None:
    table = Table(profile=profile).do("cut:4D B:5H A:TC A+4 B!overpeg A-2 B+2")
    assert table.verdict("scored")["breakdown"] == named
    orders = next(event.body for event in table.judge().events if event.kind == "orders")
    assert f"rule {orders['rule']}" == named
    assert f"rule {orders['steps'][0]['rule']}" == named


def test_8_5_c_an_award_by_a_house_default_names_it() -> None:
    table = Table(profile="hoyle", muggins=True).do(f"{CUT} {PLAY} B+7 A!muggins2 A+2")
    assert table.verdict("scored")["breakdown"] == "muggins"
    ruled = Table(profile="alberta-55plus").do(f"{CUT} B:5H rule:B+2 B+2")
    assert ruled.verdict("scored")["breakdown"] == "rule 8.4.b", "as judges named it"


ALL_GONE = "cut:KS A:TC B:QH C:5D D!go A!go B!go B+1 C!overpeg B-1"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (f"{ALL_GONE} A+2 D:9C", ["overpeg B 1", "scored A 2"]),
        (f"{ALL_GONE} A+1 A+1 D:9C", ["overpeg B 1", "scored A 1", "scored A 1"]),
        (f"{ALL_GONE} A+3 D:9C", ["overpeg B 1", "overpeg A 1", "overpeg-stands A 1"]),
        (f"{ALL_GONE} A+3 B!overpeg A-1 B+1 D:9C", ["overpeg B 1", "overpeg A 1", "scored B 1"]),
        (
            "cut:KS A:TC B:5H B+3 C!overpeg B-1 C:QD D!go A!go B!go A+2 D:9C",
            ["overpeg B 1", "scored A 2"],
        ),
    ],
)
def test_7_2_a_6_an_award_and_a_go_are_pegged_together_in_doubles(words: str, found: list[str]) -> None:
    """Cy lays the last card, everybody else says go; Bob or Dee has pegged one too many."""
    assert Doubles(profile="acc-2025", late_s=0).do(words) == found


AT_25 = "cut:4D B:TC A:QH B:5H"


@pytest.mark.parametrize(
    ("words", "hole", "found"),
    [
        ("A!go A+1 B!overpeg A-1 B+2 A:9S", 0, ["scored B 2"]),
        ("A+1 B!overpeg A-1 B+2 A:9S", 0, ["scored B 2"]),
        ("A+1 B!overpeg A-1 B+2 A:4H", 0, ["overpeg B 1", "overpeg-stands B 1"]),
        ("A+1 B!overpeg A-1 B+2 A!overpeg B-1 A+1 A:4H", 0, ["overpeg B 1", "scored A 1"]),
        ("A+1 B!overpeg A-1 B+3 A:9S", 0, ["overpeg B 1", "overpeg-stands B 1"]),
        ("A+1 B!overpeg A-1 B+2", 119, ["scored B 2", "game B 0"]),
        ("A!go A+1 B!overpeg A-1 B+3", 118, ["false-claim B 1"]),
        ("A+2 B!overpeg A-2 B+1 A:9S", 0, ["scored B 1"]),
    ],
)
def test_7_2_a_6_an_award_and_a_go_are_pegged_together(words: str, hole: int, found: list[str]) -> None:
    """Bob laid the last card, and Ann pegged too many. Where she has not said go her next card shows it."""
    assert Table(late_s=0, b=(hole, hole - 2)).do(f"{AT_25} {words}").verdicts[1:] == found


@pytest.mark.parametrize(
    ("pegged", "found"),
    [(10, ["scored A 10"]), (11, ["overpeg A 1", "overpeg-stands A 1"]), (9, ["scored A 9", "underpeg A 1"])],
)
def test_7_2_a_6_an_award_is_pegged_with_the_last_card_and_the_go(pegged: int, found: list[str]) -> None:
    """Three for Bob's error, six for three fives, and the go."""
    play = "cut:4D B:TC A:5H A+2 B:5C B+2 A:5D B!go B+3 A!overpeg B-3"
    assert Table(late_s=0).do(f"{play} A+{pegged} B:KS").verdicts[2:] == ["overpeg B 3", *found]


def test_7_2_a_6_one_of_two_awards_is_pegged_with_the_go() -> None:
    table = Table(late_s=0).do(f"{AT_25} A!go A+1 B!overpeg A-1 A+3 B!overpeg A-3 B+2 B+3 A:9S")
    assert table.verdicts == ["overpeg A 1", "overpeg A 3", "scored B 2", "scored B 3"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+8 B!overpeg A-1 B+2", ["scored A 8", "unverified B 2"]),  # it was right, and both say otherwise
        (
            "A+1 B!overpeg A-1 B+2",
            ["unverified A 1", "unverified B 2"],
        ),  # of which the rest might have followed
    ],
)
def test_13_of_alberta_two_are_pegged_for_what_goes_back_after_a_call(words: str, found: list[str]) -> None:
    told = in_show(f"B+9 {words} crib:TH,8C,QS,2S", profile="alberta-55plus")[1:]
    assert told == found


@pytest.mark.parametrize("crib", ["crib:4H,QS,7C,3D", "crib?4"])
def test_8_4_c_1_what_others_peg_may_be_for_what_was_called_and_goes_back_where_nobody_sees_it(
    crib: str,
) -> None:
    """Ann gives up her seven and counts two for a crib of nothing, or one that was not read, which Bob calls; the
    contact under her rear peg dies as she takes them back, and he scores them."""
    table = Table().do("cut:6D B:TH A:8C B:8D B+2 A:5D A+2 B:6S A:4C B:2H A:2C A+3 B+2")
    table.do(f"{crib} A+2 holes:|4,2")
    table.pegs["A"] = [2]
    assert table.do("B+2 clear cut:9H").verdicts[4:] == ["unverified A 2", "unverified B 2"]


def test_13_what_others_peg_while_the_front_peg_is_up_may_be_for_what_goes_back() -> None:
    """Ann counts her five as six, which is just the early crib; called, her peg goes back into a dead hole."""
    table = Table(profile="alberta-55plus").do(f"{CUT} {PLAY} B+9 {CRIB} A+6 holes:4|15,6")
    table.pegs["A"] = [4]
    assert table.do("B+2 clear cut:2S").verdicts[6:] == ["scored A 6", "unverified B 2"]


@pytest.mark.parametrize(
    ("pegs", "last"),
    [("A+7 A-2 B+2 A+6", "unverified A 7"), ("A+6 A-1 B+1 A+6", "unverified A 1")],
    ids=["two too many", "one too many"],
)
def test_8_4_c_1_the_award_for_what_was_set_too_far_unseen_is_no_part_of_the_hand(
    pegs: str, last: str
) -> None:
    """Bob's peg is long on its way: three too many in a dead hole, called, and back. Ann pegs these three, and then
    her hand, counted too high, called, and put back; the crib of six, which lay there early, comes last."""
    table = Table(profile="acc-2020").do(f"{CUT} {PLAY} B^ wait B+9 {CRIB} A+3 {pegs} clear cut:2S")
    found = table.verdicts[5:]
    assert {"unverified A 3", "unverified A 6", last} <= set(found)
    assert not [one for one in found if one.startswith(("overpeg", "underpeg", "backward"))]


def test_13_the_two_for_what_was_set_too_far_unseen_are_no_rest_of_a_hand() -> None:
    """Bob counts eight of nine. Ann's peg is long on its way: called in a dead hole, and back; Bob pegs the two."""
    found = verdicts(f"{CUT} {PLAY} B+8 A^ wait A+5 B+2 {CRIB} A+6 clear cut:2S", profile="alberta-55plus")[
        5:
    ]
    assert found == ["scored A 5", "unverified B 2", "scored A 6", "scored B 8"]


@pytest.mark.parametrize("longer_s", [0.0, 1.0])
def test_9_2_a_peg_long_on_its_way_may_have_stood_for_the_hand_before_it_went_on_for_the_crib(
    longer_s: float,
) -> None:
    """Ann's hand of seven, in a dead hole or in one with it, and five of the six of an early crib: one is missed."""
    play = "cut:6D B:TH A:8C B:8D B+2 A:5D A+2 B:6S A:4C B:2H A:2C A+3"
    table = Table(profile="hoyle").do(f"{play} B+2 crib:QC,5S,9H,KD A^")
    table.t += longer_s
    assert table.do("A+12 clear cut:9H").verdicts[4:] == ["underpeg A 1"]


@pytest.mark.parametrize(
    ("profile", "award", "found"),
    [("alberta-55plus", 2, "unverified A 5"), ("acc-2020", 3, "unverified A 3")],
)
def test_8_4_c_1_the_award_for_a_third_peg_that_stood_beyond_the_front_one_is_no_part_of_the_hand(
    profile: str, award: int, found: str
) -> None:
    """Bob counts his nine as twelve, from a contact that sticks, and no peg seems to have been lifted; called aloud,
    he puts it right. Ann pegs the award, and her hand of five."""
    table = Table(profile=profile).do(f"{CUT} {PLAY} holes:4,3|18,6,5")
    table.t += 1
    table.do("holes:4,3|6 holes:4,3|15,6")
    table.pegs["B"] = [15, 6]
    told = table.do(f"A+{award} A+5 {CRIB} A+6 clear cut:2S").verdicts[5:]
    assert found in told
    assert not [one for one in told if one.startswith(("overpeg", "underpeg"))]


@pytest.mark.parametrize(
    ("pegs", "found"),
    [
        ("A-3 B+3", ["overpeg A 1", "scored B 3", "underpeg A 2"]),
        ("A-3 B+1", ["overpeg A 1", "scored B 1", "underpeg A 2"]),
        ("A-3 B+2", ["overpeg A 1", "overpeg B 1", "underpeg A 2"]),
    ],
)
def test_8_4_c_1_more_goes_back_than_seemed_too_many_and_all_of_that_is_the_error(
    pegs: str, found: list[str]
) -> None:
    """Ann pegs five for four; all that goes back after the call is what both hold to be too many."""
    play = f"cut:6D B:KC A:QH B:9S A:AH B!go A:AC A+5 B!overpeg {pegs} B:7D A:TH"
    assert verdicts(play)[:3] == found


@pytest.mark.parametrize(("lifted", "excess"), [("", 3), ("wait", 1)])
def test_13_two_that_may_be_the_award_for_what_nobody_saw_are_no_part_of_what_is_too_many(
    lifted: str, excess: int
) -> None:
    """Bob's peg is up for long; Ann pegs two, and then eight for her seven."""
    table = Table(profile="alberta-55plus").do(f"{LOW_PLAY} B^ {lifted} B+2 A+2 A+8 {LOW_CRIB} A+6 clear")
    assert f"overpeg A {excess}" in table.verdicts
    assert len([one for one in table.verdicts if one.startswith("overpeg")]) == 1


def test_8_3_who_wins_by_the_crib_has_counted_the_hand_whosever_turn_it_is() -> None:
    """Bob gives up his hand; Ann pegs five of seven, and all that she needs with the crib, which lies open."""
    table = Table(a=(107, 104), b=(94, 90)).do(f"{LOW_PLAY} A+5 {LOW_CRIB} A+4 clear")
    assert table.verdicts[3:] == ["underpeg B 2", "underpeg A 2", "scored A 4", "game A 96"]


@pytest.mark.parametrize("profile", ["alberta-55plus", "hoyle", "corporate-challenge"])
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+9 B!none A-2", ["overpeg A 2", "corrected A 2", "underpeg B 2"]),
        ("A+9 B+2 A-2 A+6", ["scored B 2", "overpeg A 2", "corrected A 2", "scored A 6"]),
        ("A+9 B+2 B!overpeg A-2 A+6", ["scored B 2", "overpeg A 2", "scored A 6"]),
        ("A+9 B+2", ["scored B 2", "underpeg A 4"]),
    ],
)
def test_13_what_another_counts_does_not_show_that_hand_and_crib_were_pegged_in_one(
    profile: str, words: str, found: list[str]
) -> None:
    """The crib lies there early, and the dealer counts first: nine for seven, or for both, which are thirteen."""
    judged = Table(profile=profile).do(f"{LOW_PLAY} {LOW_CRIB} {words} clear cut:9H").verdicts[3:]
    assert [one for one in judged if one != "scored A 9"][: len(found)] == found


@pytest.mark.parametrize("profile", ["alberta-55plus", "acc-2025"])
@pytest.mark.parametrize(("lifted", "found"), [("", "false-claim B 1"), ("wait", "unverified B 1")])
def test_8_4_c_1_the_game_may_be_won_by_the_award_for_what_nobody_saw(
    profile: str, lifted: str, found: str
) -> None:
    """Bob needs one; Ann's peg is long on its way to her hand of five. Alberta's award is two."""
    table = Table(profile=profile, a=(108, 105), b=(105, 101))
    assert table.do(f"{CUT} {PLAY} B+9 {CRIB} A^ {lifted} A+5 B+1").verdicts[-1] == found
