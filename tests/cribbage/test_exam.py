"""Situations that an examiner set with the rule books in hand, everything seen and every word tapped in time."""

from __future__ import annotations

import json
from typing import Final

import pytest
from tables import CRIB, CUT, PLAY, Table, after_play, verdicts

from cribbage.replay.transcript import replay


@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020"])
@pytest.mark.parametrize(("late", "found"), [("", "muggins B 1"), ("wait", "muggins-refused B 0")])
def test_10_4_b_2_a_last_card_is_called_before_the_pones_hand_is_pegged(
    profile: str, late: str, found: str
) -> None:
    """Ann forgets her last card. The word may be tapped up to six seconds after it was said."""
    words = f"{CUT} {PLAY.removesuffix(' A+1')} B+9 {late} B!muggins1 A+5 {CRIB} A+6 clear"
    said = verdicts(words, profile=profile, muggins=True)[4:]
    assert sorted(said) == sorted(["underpeg A 1", "scored B 9", found, "scored A 5", "scored A 6"])


def test_10_3_b_what_a_call_brought_and_was_pegged_short_cannot_be_called() -> None:
    """Bob lacks two, Ann calls them and pegs one, Bob calls the other: the hand that she pegs then is right."""
    table = Table(muggins=True).do(f"{CUT} {PLAY} B+7 A!muggins2 A+1 B!muggins1 A+5")
    assert table.verdicts[5:] == ["underpeg B 2", "muggins A 2", "underpeg A 1", "scored A 5"]
    assert table.remarks == ["muggins 10.4.a B not all that"]


@pytest.mark.parametrize("said", ["", "A!count15 "])
@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020"])
def test_7_1_f_the_card_that_is_kept_of_two_laid_together_is_the_card_played(profile: str, said: str) -> None:
    assert verdicts(f"cut:KS B:7C A:8D,KH {said}A<1 A+2 B:9H B+3", profile=profile) == [
        "scored A 2",
        "scored B 3",
    ]
    assert verdicts(f"cut:KS B:7C A:8D,KH {said}A<1 wait B:9H B+3", profile=profile) == [
        "underpeg A 2",
        "scored B 3",
    ]


@pytest.mark.parametrize(
    ("kept", "pegs", "found"), [("8D", "A+2", ["scored A 2"]), ("KH", "", []), ("2C", "", [])]
)
def test_7_1_f_any_of_three_may_be_kept(kept: str, pegs: str, found: list[str]) -> None:
    table = Table().do("cut:KS B:7C A:8D,KH,2C")
    table.zone("A", [kept])
    assert table.do(f"{pegs} wait B:TH A:3C wait").verdicts == found


def test_7_1_f_one_of_two_that_goes_back_after_the_next_card_leaves_the_order_as_it_was() -> None:
    assert verdicts("cut:KS B:7C A:8D,KH B:9H A<1 B+3 wait") == ["unverified B 3"]


def test_7_1_e_a_card_over_thirty_one_is_replaced_at_once_by_one_that_fits() -> None:
    """It went back between two readings, and is laid later."""
    table = Table().do("cut:7H B:TD A:5S A+2 B:AC A:QH B:QS")
    table.zone("B", ["TD", "AC", "AD"])
    found = table.do("A:3C B!go A+1 B:QS A:9D A+1 wait").verdicts
    assert found == ["scored A 2", "scored A 1", "scored A 1"]


@pytest.mark.parametrize("seen", [["TD", "AC", "8S"], ["AD", "AC", "QS"]])
def test_7_1_e_a_card_over_thirty_one_that_another_took_the_place_of_is_not_told_twice(
    seen: list[str],
) -> None:
    """The other does not fit either, or lies elsewhere: that the cards lie otherwise is asked about."""
    table = Table().do("cut:7H B:TD A:5S A+2 B:AC A:QH B:QS")
    table.zone("B", seen)
    assert set(table.do("A:3C wait").verdicts) <= {"scored A 2", "underpeg A 1"}


def test_7_1_b_a_card_that_is_led_out_of_turn_and_taken_back_is_not_turned_over() -> None:
    """Alberta, where the cards of a series are turned over once it has ended."""
    words = "cut:3C A:5S A0 B:KS A:AH B:4C B+2 A:5S B:8H A:2D B!go A+1 wait"
    found = Table(profile="alberta-55plus").do(words).verdicts
    assert found == ["scored B 2", "scored A 1"]


def test_8_5_c_where_the_log_begins_in_a_game_the_back_peg_may_be_fixed_and_two_are_pegged_for_it() -> None:
    table = Table(a=(40, 30), b=(40, 30)).do("cut:KS B:7C A:6D A=40,35 A=40,30 B+2 B:KH")
    assert table.verdicts == ["unverified A 0", "unverified B 2"]


@pytest.mark.parametrize(
    ("stands", "found"), [(23, ["overpeg A 3", "overpeg-stands A 3"]), (17, ["underpeg A 3"])]
)
def test_11_2_a_backward_penalty_that_judges_gave_is_mispegged_as_any_score(
    stands: int, found: list[str]
) -> None:
    table = Table(a=(30, 15), b=(20, 10)).do("cut:KS B:7C rule:A-10")
    table.do(f"A={stands},15 A:8D A+2 B:9H wait")
    assert table.verdicts == [*found, "scored A 2"]
    right = Table(a=(30, 15), b=(20, 10)).do("cut:KS B:7C rule:A-10 A=23,15 A=20,15 A:8D A+2 B:9H")
    assert right.verdicts[0] == "scored A 2"


SINCE = {"sight": {"since": True}}


def test_blame_is_withdrawn_where_a_card_is_told_late_that_may_have_lain_there_before() -> None:
    """Cy leads a three, Dee pairs it and Bob pegs; her card is told only after the next one, and since when its place
    had not been read."""
    players = {"A": "Ann", "B": "Bob", "C": "Cy", "D": "Dee"}
    header = {"log": "table/1", "profile": "corporate-challenge", "players": players, "dealer": "B"}
    pegs = {"pegs": {"A": [54, 45], "B": [9, 7]}}
    told = [
        {"t": 1.4, "cards": {"zone": "starter", "seen": ["4C"]}, "since": 0.5},
        {"t": 4.4, "cards": {"zone": "C", "seen": ["3C"]}, "since": 4.1},
        {"t": 4.8, "holes": {"A": [45, 54], "B": [9]}},
        {"t": 5.1, "holes": {"A": [45, 54], "B": [9, 11]}},
        {"t": 7.7, "cards": {"zone": "A", "seen": ["KD"]}, "since": 7.4},
        {"t": 8.3, "cards": {"zone": "D", "seen": ["3D"]}, "since": 1.2},
        {"t": 9.7, "cards": {"zone": "B", "seen": ["KH"]}, "since": 9.4},
    ]
    found = replay(json.dumps(one) for one in [header | pegs | SINCE, *told]).verdicts
    assert [(one["code"], one["player"]) for one in found] == [
        ("overpeg", "B"),
        ("withdrawn", "B"),
        ("unverified", "B"),
    ]


def test_8_4_d_an_award_that_is_put_right_in_time_does_not_stand() -> None:
    found = after_play("B+11 A!overpeg B-2 A+3 B!overpeg A-1 B+1 A+5")
    assert found == ["overpeg B 2", "overpeg A 1", "scored B 1", "scored A 5"]


@pytest.mark.parametrize("profile", ["corporate-challenge", "alberta-55plus", "acc-2025"])
def test_8_4_c_more_than_the_announced_sum_of_hand_and_crib_is_too_many_for_both(profile: str) -> None:
    """Ann announces thirteen over the open crib, and pegs them: hand and crib come to eleven."""
    found = verdicts(f"{CUT} {PLAY} B+9 {CRIB} A!claim13 A+13 clear cut:2S", profile=profile)
    assert found[5:7] == ["scored B 9", "overpeg A 2"]


@pytest.mark.parametrize("profile", ["corporate-challenge", "alberta-55plus"])
def test_9_2_d_after_a_hand_stated_as_none_a_peg_over_the_crib_is_for_the_crib(profile: str) -> None:
    found = verdicts(f"{CUT} {PLAY} B+9 A!claim0 {CRIB} A+1 clear cut:2S", profile=profile)
    assert found[5] == "scored B 9"
    assert not [one for one in found if one.startswith("overpeg")]


RENEGED: Final = "cut:4D B:TC A:QH B:5H A!go B+1 A:6C"
"""Ann had a six that fitted at twenty-five."""


def test_7_3_b_points_for_a_renege_and_for_a_card_may_be_pegged_in_one_and_too_few() -> None:
    """Bob claims two, and makes fifteen for two more: three are one too few."""
    assert verdicts(f"{RENEGED} B!renege B:9C B+3 A:8C") == ["scored B 1", "underpeg B 1"]
