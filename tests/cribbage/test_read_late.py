"""Cards that were read late or never: what followed from them is worked out, and nobody is blamed for the rest."""

from __future__ import annotations

import pytest
from tables import CUT, Table, verdicts

MISSED = "starter?1 B? A? A+1 B+4 A+5 crib:2C,2H,9D,JC A+6 A?0 B?0 clear"
"""A deal of which nothing but the crib could be read; Ann dealt."""
LAST_BUT_ONE = f"{CUT} B:TC A:5H A+2 B:KD A:6S A+2 B:QS A:2H B:JD"
GO_AT_30 = f"{CUT} B:KC A:8H B:7C A:5H"


def dealers(words: str) -> list[tuple[int, str]]:
    deals = [event.body for event in Table().do(words).judge().events if event.kind == "deal"]
    return [(body["deal"], body["dealer"]) for body in deals]


@pytest.mark.parametrize("deal", [MISSED, MISSED.replace("starter?1", "cut:9S")])
def test_a_deal_that_was_hidden_whole_has_passed_and_the_next_lead_says_who_deals_now(deal: str) -> None:
    assert dealers(f"{deal} cut:4D A:TC") == [(2, "A"), (2, "B")]
    found = verdicts(f"{deal} cut:4D A:TC B:5H B+2 A:5C A+2")
    assert sorted(found[:4]) == ["unverified A 1", "unverified A 5", "unverified A 6", "unverified B 4"]
    assert found[4:] == ["scored B 2", "scored A 2"]


def test_hands_that_passed_over_the_table_before_the_first_card_are_no_deal() -> None:
    assert dealers(f"{CUT} B? A? A?0 B?0 B:TC") == []


def test_7_2_a_the_cards_after_an_unread_one_count_once_it_can_be_read() -> None:
    """Ann's king is read with her next card; only then is it known that Bob's three made 17 and his two 29."""
    assert verdicts(f"{CUT} B:4C A?1 B:3C A:KC,JD B:2S B+1 A:KS") == ["scored B 1"]


def test_8_4_c_too_much_by_how_much_is_not_said_where_an_unread_card_hides_whether_a_go_was_due() -> None:
    assert verdicts(f"{CUT} B:KC A:7H B:4S A:AS A+3 B?3") == ["unverified A 3"], "on 22 not every card fits"
    assert verdicts(f"{CUT} B:5C A:7H B:4S A:AS A+3 B?3")[0] == "overpeg A 3", "on 17 every card does"


@pytest.mark.parametrize("profile", ["acc-2025", "hoyle"])
def test_7_2_a_6_a_go_before_an_unread_card_is_nobodys_fault(profile: str) -> None:
    """Nothing fits on 30, but Bob's card was not read before Ann took her go."""
    assert verdicts(f"{GO_AT_30} A+1 B?3 B:QS A:QD A+2", profile=profile) == ["scored A 1", "scored A 2"]
    assert verdicts(f"{GO_AT_30} B?3 A+1", profile=profile) == ["unverified A 1"]
    assert verdicts(f"{GO_AT_30} B?3 B:QS A+1", profile=profile) == ["unverified A 1"]


@pytest.mark.parametrize("between", ["B? ", "B+1 "])
def test_7_1_e_no_card_is_over_thirty_one_beside_a_hidden_one_or_a_go_that_was_not_verified(
    between: str,
) -> None:
    """Hoyle takes points for a card over thirty-one back; here Ann's ten leads, and her two points are a fault that
    Bob challenges."""
    words = f"{CUT} B:KC A:9H B:8S {between}A:TD A+2 B!overpeg A-2"
    table, plain = Table(profile="hoyle").do(words), Table(profile="hoyle").do(words.replace(between, ""))
    assert "corrected A 2" not in table.verdicts
    assert plain.verdicts == ["overpeg A 2"]
    assert [bool(one.remarks) for one in (table, plain)] == [False, True]


def test_7_2_a_8_who_has_the_last_card_is_known_once_the_hands_are_read() -> None:
    assert verdicts(f"{LAST_BUT_ONE} A?4 A:9S A+1 B+4") == verdicts(f"{LAST_BUT_ONE} A:9S A+1 B+4")
    assert "unverified A 1" in verdicts(f"{LAST_BUT_ONE} A?4 A+1 A:9S B+4"), "pegged before it was read"


def test_8_3_points_of_the_play_that_may_have_been_pegged_unseen_make_no_hand_right() -> None:
    """Bob has one for a go and a hand of five. He pegs one while the board is not seen, and six then."""
    unseen = f"{LAST_BUT_ONE} A:9S A+1 board! B+1 board. holes:5,4|1,0 B+6"
    assert verdicts(unseen)[-2:] == ["unverified B 1", "unverified B 6"]
    assert verdicts(unseen.replace("B+6", "B+5"))[-1] == "scored B 5", "what the hand is worth alone"


def test_8_3_scores_of_the_play_and_the_hand_together_only_where_nothing_was_pegged_unseen() -> None:
    """Bob has two and one for his last cards and a hand of six."""
    play = "cut:QS B:8D A:3D B:6S A:TD A:2C A:2H A+4 B:6D B:9S"
    assert verdicts(f"{play} B+9") == ["scored A 4", "scored B 9"]
    stopped = f"{play} board! B+2 board. holes:4,0|2,0 B+1"
    assert verdicts(f"{stopped} B+9")[-2:] == ["unverified B 1", "unverified B 9"]
    assert verdicts(f"{stopped} B+6")[-1] == "scored B 6"


@pytest.mark.parametrize(
    ("words", "found"),
    [("A^ A:6S A=2,0", ["unverified A 2"]), ("A:6S A+2", ["heels-forfeit A 2", "scored A 2"])],
)
def test_6_3_c_a_peg_that_is_up_when_the_dealers_first_card_is_told_may_be_for_that(
    words: str, found: list[str]
) -> None:
    """A Jack is turned, and Ann's six makes fifteen: it may have lain there before she took up her peg."""
    assert verdicts(f"cut:JD B:9H {words} B:JH wait") == found
