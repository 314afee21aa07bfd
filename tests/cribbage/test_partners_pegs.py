"""Rule 9.2 between four: which of two partners' hands a peg was for nobody sees; a wrong count may fit the other's.

Ann has five, Bob seven, Cy six, Dee eight, and four in her crib; where it says so Bob has eight, and Dee seven. The
books here do not judge the order of counting.
"""

from __future__ import annotations

import pytest
from test_rule_9_order_of_four import HANDS, OPEN, Show, show

BOB_EIGHT = [HANDS[0], HANDS[3], HANDS[2], HANDS[1]]
THEN = f"{OPEN} B+4 clear cut:9H A:KH B:QH"
CORPORATE, ALBERTA = "corporate-challenge", "alberta-55plus"


def test_9_2_what_came_to_both_hands_may_have_been_one_counted_too_high() -> None:
    """Bob pegs fifteen for seven, and Dee her eight: she has pegged nothing twice."""
    found = show(f"A+5 B+15 A+6 B+8 {THEN}", profile=CORPORATE)
    assert found == ["scored A 5", "scored B 15", "scored A 6", "unverified B 8", "scored B 4"]


@pytest.mark.parametrize(
    ("profile", "words", "said"),
    [
        (CORPORATE, "A+5 B+7 A+6 B+6", "underpeg B 1"),  # each short by one, and not one by two
        (ALBERTA, "A+5 B+4 A+6 B+3", "underpeg B 5"),  # the three are Dee's, not the rest of Bob's seven
    ],
)
def test_8_3_two_hands_that_are_short_are_not_one_by_the_sum(profile: str, words: str, said: str) -> None:
    hands = BOB_EIGHT if profile == CORPORATE else HANDS
    assert show(f"{words} {THEN}", profile=profile, hands=hands)[-1] == said


@pytest.mark.parametrize(("back", "said"), [(1, "unverified B 1"), (2, "backward B 2")])
def test_8_4_c_what_goes_back_may_leave_the_hand_whose_turn_it_was(back: int, said: str) -> None:
    """Bob pegs seven for eight, Dee eight for seven: one back is put right, two are not."""
    found = show(f"A+5 B+7 A+6 B+8 B-{back} {THEN}", profile=CORPORATE, hands=BOB_EIGHT)
    assert found[4] == said


def test_9_2_c_three_wrong_counts_in_one_deal_are_not_taken_for_one() -> None:
    """Bob pegs nothing for his seven, Dee eight and four: in turn all three of these would be wrong."""
    found = show(f"A+5 A+6 B+8 {THEN}", profile=CORPORATE)
    assert found[-1] == "underpeg B 7"


def test_8_4_c_more_pegs_than_hands_are_each_judged_as_they_seem() -> None:
    """Both hands and the crib are pegged, and two for nothing besides."""
    found = show(f"A+5 B+7 A+6 B+8 {OPEN} B+4 B+2 clear cut:9H A:KH B:QH", profile=CORPORATE)
    assert "overpeg B 2" in found


@pytest.mark.parametrize(("last", "said"), [(6, "unverified A 6"), (4, "overpeg A 4")])
def test_9_2_one_peg_for_nothing_and_then_each_hand_in_its_turn(last: int, said: str) -> None:
    """Ann pegs six for nothing, which is what Cy's hand is worth; then her five, and he his six: no hand is too far.
    A peg that fits none of them is."""
    found = show(f"A+6 A+5 B+7 A+{last} B+8 {THEN}", profile=CORPORATE)
    assert said in found


@pytest.mark.parametrize("profile", [CORPORATE, ALBERTA])
@pytest.mark.parametrize(("last", "said"), [(8, "unverified B 8"), (9, "false-claim B 1")])
def test_8_4_a_a_hand_counted_too_high_makes_no_false_claim_of_the_partners(
    profile: str, last: int, said: str
) -> None:
    """Bob pegs eight for his seven, which by chance is what Dee's hand is worth; then she wins with hers."""
    in_play = Show().pegs["B"][0]
    began = 121 - last - 8 - in_play
    found = show(f"A+5 B+8 A+6 B+{last}", profile=profile, pegs={"A": (50, 49), "B": (began, began - 1)})
    assert found == ["scored A 5", "scored B 8", "scored A 6", said]
