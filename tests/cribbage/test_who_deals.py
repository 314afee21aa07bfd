"""Somebody says who deals (4.1): heard before the deal is begun, and at no other time."""

from __future__ import annotations

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
