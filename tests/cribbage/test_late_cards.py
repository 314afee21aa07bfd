"""Cards of the play that are told late, or never: they blame nobody (7.1, 7.2, 7.3)."""

from __future__ import annotations

import pytest

from tests.cribbage.tables import CUT, Table, verdicts


def asks(words: str) -> list[str]:
    """What the referee asks."""
    return [str(event.body["why"]) for event in Table().do(words).judge().events if event.kind == "ask"]


LATE = "a card of the play may have been noticed late"


def test_7_3_two_cards_of_one_player_at_twenty_one_or_less_prove_a_card_that_was_not_seen() -> None:
    """Bob's three (twenty-three) is told after Ann's two fours, which make thirty-one and a pair with it."""
    game = f"{CUT} B:3S A:8H B:3H A:6C A:4S A:4C A+4 B:3C"
    assert verdicts(game) == ["unverified A 4"]
    assert asks(game) == [LATE]
    assert not [line for line in verdicts(f"{game} B:7S B+1") if line.split()[0] != "unverified"]


def test_7_2_a_2_a_pair_with_a_card_told_late_is_verified_by_nobody() -> None:
    """Ann's nine (twenty-nine) is told after Bob's two that made thirty-one with it."""
    assert verdicts(f"{CUT} B:7C A:8D A+2 B:5C B:2C A:9H B+2") == ["scored A 2", "unverified B 2"]
    assert verdicts(f"{CUT} B:7C A:8D A+2 B:5C B:2C A:9H A:KD") == ["scored A 2"], "and nothing is missed"


def test_7_3_above_twenty_one_a_pass_is_believed() -> None:
    assert verdicts("cut:KS B:TC A:QH B:4H B:4C B+2 A:9C") == ["scored B 2", "underpeg B 1"]
    assert verdicts("cut:KS B:TC A:QH B:4H B:4C B+3 A:9C")[0] == "scored B 3", "a pair and the go"
    assert asks("cut:KS B:TC A:QH B:4H B:4C B+2 A:9C") == []


def test_7_3_unless_a_card_that_fitted_is_seen_soon_after_it() -> None:
    """Twenty-four, and Ann's ace is told after Bob's second four: it lay between them, or Ann reneged."""
    assert verdicts("cut:KS B:TC A:QH B:4H B:4C A:AC B:KD") == [], "no pair was missed for certain"
    assert asks("cut:KS B:TC A:QH B:4H B:4C A:AC") == [LATE]
    waited = "cut:KS B:TC A:QH B:4H B:4C wait wait A:AC B:KD"
    assert verdicts(waited)[:1] == ["underpeg B 2"], "so late no card is told that lay there"


def test_7_3_who_said_go_was_not_passed_over() -> None:
    assert asks("cut:KS B:TC A:QH B:4D A!go B:4C B+2 A:AC") == []


def test_7_1_c_a_card_seen_between_two_that_were_told_was_laid_before_the_last() -> None:
    table = Table().do("cut:KS B:TC A:QH B:5D A:2C")
    table.zone("B", ["TC", "4S", "5D"])
    assert table.do("B+3 A:9H A+2").verdicts == ["unverified B 3", "unverified A 2"]


def test_7_1_c_cards_that_lie_in_another_order_say_nothing_of_when_they_were_laid() -> None:
    table = Table().do("cut:KS B:TC A:QH B:5D A:2C")
    table.zone("B", ["3S", "5D", "TC"])
    assert table.do("A:AC A+2").verdicts == ["scored A 2"]
    assert not [event for event in table.judge().events if event.kind == "ask"]


@pytest.mark.parametrize("hold", ["B+3", "B!count30 B+2"])
def test_7_2_what_waits_for_the_next_card_is_not_verified_where_the_order_is_doubted(hold: str) -> None:
    found = verdicts(f"cut:KS B:TC A:QH B:4H B:3C {hold} A:AC")
    assert found == [f"unverified B {hold[-1]}"]


def test_7_3_a_renege_is_said_of_nobody_whose_card_may_have_been_told_late() -> None:
    """Bob pegs a go at twenty-seven; Ann's three would have fitted, and it lay there before."""
    found = verdicts("cut:KS B:TC A:QH B:4H B:3C B+1 A:3D B:KD A:QS A:QD")
    assert "renege A 2" not in found


def test_7_1_who_leads_after_his_own_thirty_one_shows_that_a_card_of_the_other_was_not_seen() -> None:
    """The other held cards and was to lead: what lay between is not known, nor whether it was thirty-one at all."""
    table = Table().do("cut:4D B:TC A:3C B:JS B:8H B:9H B+1 B+8 A+8")
    assert {one.split()[0] for one in table.do("wait").verdicts} == {"unverified"}
