"""Somebody says who deals (4.1): heard before the deal is begun, and at no other time."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, PLAY, Table, verdicts

from cribbage.log.codec import Header
from cribbage.log.observations import Cards, Said
from cribbage.score.cards import parse_cards
from cribbage.worlds.referee import Referee


def deals(referee: Referee, t: float, by: str) -> list[tuple[str, object]]:
    return [(event.kind, event.body.get("dealer")) for event in referee.receive(Said(t, by, "deals"))]


def test_the_dealer_is_changed_before_the_starter() -> None:
    referee = Referee(Header(mode="club", dealer="A"))
    assert ("deal", "B") in deals(referee, 1.0, "B")
    assert "dealer B" in str(referee)


def test_once_cards_lie_it_is_too_late() -> None:
    referee = Referee(Header(mode="club", dealer="A"))
    referee.receive(Cards(1.0, "starter", parse_cards(["5H"])))
    assert deals(referee, 2.0, "B") == []
    assert "dealer A" in str(referee)


@pytest.mark.parametrize(
    "back", ["clear:B clear:starter A-2", "A-2 clear:B clear:starter", "clear:B A-2 clear:starter"]
)
def test_4_1_b_a_deal_out_of_turn_that_is_noticed_in_time_is_void_with_its_heels(back: str) -> None:
    """Ann deals again and pegs her heels; Bob leads, and they see it. Now Bob deals and Ann leads."""
    table = Table(late_s=0).do(f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear cut:JD A+2 B:TC {back}")
    table.do("cut:4D A:TC B:QH A:KD A+1")
    assert table.verdicts[-2:] == ["scored A 2", "scored A 1"]
    assert table.remarks == []


def test_4_1_b_heels_that_go_back_once_both_have_played_go_back_without_a_reason() -> None:
    found = verdicts(f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear cut:JD A+2 B:TC A:9C A-2 B:3C", late_s=0)
    assert "backward A 2" in found
