"""What has to be done after a fault is told when the fault is said: an order accuses as a verdict does."""

from __future__ import annotations

from typing import Any

import pytest
from tables import CUT, PLAY, Table

from cribbage.log.events import Event
from cribbage.replay.transcript import replay
from cribbage.worlds.ordersaid import OrdersSaid
from cribbage.worlds.waiting import Waiting
from pegwatch.simulated.pairgame import named, play_game

SENT_BACK = {"do": "peg", "rule": "8.4.b", "ruled": False, "done": False, "player": "A", "to": 100}
AWARDED = {"do": "score", "rule": "8.4.b", "ruled": False, "done": False, "player": "B", "points": 3}
CALLED = {"do": "score", "rule": "10.4.a", "ruled": False, "done": False, "player": "B", "points": 2}
RULED = SENT_BACK | {"ruled": True, "to": 90}


def waits(code: str, player: str, deal: int = 1) -> Waiting:
    return Waiting(Event("verdict", 5.0, {"code": code, "player": player, "points": 3}), (code,), deal, 9.0)


def said(one: Waiting, **other: Any) -> None:
    one.said = Event("verdict", 5.0, one.verdict.body | other)


def told(*steps: dict[str, Any], done: bool = False) -> Event:
    return Event("orders", 5.0, {"rule": "8.4.b", "steps": list(steps), "done": done})


def steps_at(orders: OrdersSaid, now: float = 6.0) -> list[list[dict[str, Any]]]:
    return [event.body["steps"] for event in orders.changed(now)]


def test_8_4_b_nobody_is_sent_back_before_it_is_said_why() -> None:
    orders, claim = OrdersSaid(), waits("false-claim", "A")
    orders.note(claim)
    orders.take(told(SENT_BACK, AWARDED, RULED))
    assert steps_at(orders) == [[RULED]], "what judges have ruled is told at once"
    said(claim)
    assert steps_at(orders) == [[SENT_BACK, AWARDED, RULED]]
    assert steps_at(orders) == [], "once"
    claim.acquitted = True
    assert steps_at(orders) == [[RULED]], "and no longer, where it is withdrawn"


@pytest.mark.parametrize("other", [{"code": "unverified"}, {"least": True}])
def test_8_4_b_nobody_is_sent_anywhere_for_what_is_not_said_as_it_was_told(other: dict[str, Any]) -> None:
    orders, claim = OrdersSaid(), waits("false-claim", "A")
    orders.note(claim)
    orders.take(told(SENT_BACK, AWARDED))
    said(claim, **other)
    assert steps_at(orders) == []
    orders.take(told(SENT_BACK | {"done": True}, AWARDED | {"done": True}, done=True))
    assert steps_at(orders) == [], "nor told that it is done"


def test_10_4_a_what_is_called_for_is_pegged_once_the_call_is_upheld() -> None:
    orders, over, call = OrdersSaid(), waits("overpeg", "A"), waits("muggins", "B")
    for one in (waits("overpeg", "B"), over, call, waits("backward", "A")):
        orders.note(one)
    orders.take(told(CALLED))
    said(over)
    assert steps_at(orders) == []
    said(call)
    assert steps_at(orders) == [[CALLED]]
    orders.take(told(CALLED | {"done": True}, done=True))
    assert [event.body["done"] for event in orders.changed(7.0)] == [True]
    assert orders.changed(8.0) == []


def test_8_4_b_steps_of_which_no_fault_is_known_are_told() -> None:
    """So it is after a table was upgraded in the middle of a remedy; blame of two deals ago explains nothing."""
    orders = OrdersSaid()
    orders.note(waits("false-claim", "A", deal=1))
    orders.note(waits("muggins", "A", deal=3))
    orders.take(told(SENT_BACK))
    assert steps_at(orders) == [[SENT_BACK]]


@pytest.mark.parametrize("words", ["B=121,109", "B=121,109 B=103,109 A+3"])
def test_8_4_b_with_all_seen_they_come_with_the_verdict(words: str) -> None:
    events = Table(b=(103, 99)).do(f"{CUT} {PLAY} {words}").judge().events
    kinds = [e.kind for e in events if e.kind == "orders" or e.body.get("code") == "false-claim"]
    assert kinds[:2] == ["verdict", "orders"]


@pytest.mark.parametrize(
    "name",
    [
        "rules acc-2020/2 plain crooked 820001: camera covered + words tapped late",
        "table corporate-challenge/2 plain crooked 820106: read late + place hidden",
        "many acc-2025/4 muggins crooked 820201: unread, then told late + place hidden",
    ],
)
def test_8_4_no_order_is_given_without_a_verdict_where_not_all_was_seen(name: str) -> None:
    was_said = False
    for event in replay(play_game(named(name)).lines).events:
        was_said = was_said or event.body.get("code") in ("overpeg", "false-claim", "muggins")
        if event.kind == "orders":
            assert was_said or all(step["ruled"] for step in event.body["steps"])


def test_8_4_b_what_is_done_of_the_orders_is_said_once_though_more_of_them_is_not_said() -> None:
    orders, claim = OrdersSaid(), waits("false-claim", "A")
    orders.note(claim)
    done = RULED | {"done": True}
    orders.take(told(SENT_BACK, AWARDED, done))
    assert [steps_at(orders, now) for now in (6.0, 7.0, 8.0)] == [[[done]], [], []]
    orders.take(told(*({**step, "done": True} for step in (SENT_BACK, AWARDED, done)), done=True))
    assert steps_at(orders) == []
    orders.take(told(RULED))
    assert steps_at(orders) == [[RULED]], "and the next ones as ever"
