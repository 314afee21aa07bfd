"""Rule 4.4 as the judges follow it: 27 rows, both columns, both editions, thirteen actions."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from desk import asked, board_of, moves, ruled
from tables import CUT, PLAY, Table

from cribbage.book.rule44 import TABLE, action_for

NUMBERS = {"c": 4, "m": 5, "f": 3}


def board(words: str = "", **more: Any) -> Any:
    players = {"players": {"A": "Ann", "B": "Bob"}}
    return board_of(Table(**(players | more)).do(words))


def found(row: str, turned: bool, at: Any = None, **more: Any) -> Any:
    """The ruling for a row of the table: pone's hand, dealer's hand, crib."""
    pone, dealer, crib = (NUMBERS[letter] for letter in row)
    told = {
        "discarded": True,
        "cards_pone": pone,
        "cards_dealer": dealer,
        "cards_crib": crib,
        "turned": turned,
    }
    return ruled(at or board(a=(30, 20), b=(40, 31)), "wrong-number", **(told | more))


EXTRA: dict[int, dict[str, Any]] = {
    2: {"verified": 4}, 4: {"cut_early": False, "back_A": 0}, 9: {"back_A": 0, "back_B": 0},
    10: {"back_A": 0, "back_B": 0}, 11: {"told": True}, 12: {"back_A": 0, "back_B": 0}, 13: {"back_B": 0},
}  # fmt: skip


@pytest.mark.parametrize(
    ("row", "turned", "profile"), list(product(TABLE, (False, True), ("acc-2025", "acc-2020")))
)
def test_4_4_c_every_row_leads_to_its_action(row: str, turned: bool, profile: str) -> None:
    action = action_for(row, turned, profile[4:]).number
    rule = found(row, turned, board(profile=profile), **EXTRA.get(action, {})).rule
    assert rule.startswith("4.4.c" if action == 0 else f"4.4.c, action {action}")


def test_4_4_d_1_and_9_the_same_player_deals_again() -> None:
    assert found("mcc", False).deal == {"again": "A"}
    nine = found("mcc", True, back_A=3, back_B=5)
    assert (moves(nine), nine.deal) == (["A=27", "B=35"], {"again": "A"})


def test_4_4_d_9_the_log_offers_the_points_of_the_play() -> None:
    fifth = board(f"{CUT} B:TC A:TH A+2 B:5D")
    asks = asked(
        fifth, "wrong-number", discarded=True, cards_pone=5, cards_dealer=4, cards_crib=4, turned=True
    )
    assert [(q.key, q.found) for q in asks.questions[-2:]] == [("back-A", 2), ("back-B", 0)]
    assert asks.questions[-2].facts[0].text == "Ann's play (TH) is worth 2, 2 pegged."


@pytest.mark.parametrize(
    ("verified", "says"), [(4, "The four"), (3, "The 3"), (1, "The 1"), (0, "A judge draws all")]
)
def test_4_4_d_2_the_crib_from_verified_discards(verified: int, says: str) -> None:
    two = found("ccm", True, verified=verified)
    assert two.says[1].startswith(says)
    assert two.deal == {"hands": {"B": 4, "A": 4}}
    assert two.moves == ()


def test_4_4_d_3_and_6_from_the_top_of_the_pack() -> None:
    assert found("ccf", True).says[1].startswith("1 from the top of the pack")
    assert found("fcc", False).says[1] == "Bob takes 1 from the top of the pack."
    short = ruled(
        board(), "wrong-number", discarded=True, cards_pone=4, cards_dealer=4, cards_crib=2, turned=True
    )
    assert short.says[1].startswith("2 from the top of the pack")
    assert short.house is not None


def test_4_4_d_4_the_dealers_points_never_count() -> None:
    four = found("cmf", True, cut_early=False, back_A=6)
    assert moves(four) == ["A=24"]
    assert four.deal == {"hands": {"B": 4, "A": 5}, "dead": ["A"], "no_points": ["A"]}
    early = found("cmf", True, cut_early=True)
    assert (early.rule, early.deal) == ("6.1.a", {"starter_back": True})


def test_4_4_d_4_in_2020_the_crib_may_be_dead_as_well() -> None:
    old = board(profile="acc-2020", a=(30, 20))
    assert found("cmm", True, old, cut_early=False, back_A=0).deal["dead"] == ["A", "crib"]


def test_4_4_d_5_the_new_state_is_looked_up_again() -> None:
    play_on = found("mcf", False)
    assert play_on.says[1] == "Bob puts 1 of their cards into the crib."
    assert play_on.rule == "4.4.c, action 5"
    again = found("mmf", False)
    assert again.rule == "4.4.c, action 5; 4.4.c, action 1"
    assert again.deal == {"again": "A"}
    assert found("fmf", False).rule == "4.4.c, action 5; 4.4.c, action 6"


def test_4_4_d_7_and_8_counted_as_it_is() -> None:
    assert found("fcc", True).deal == {"hands": {"B": 3, "A": 4}}
    assert found("cfm", True).deal == {"hands": {"B": 4, "A": 3}, "dead": ["crib"]}


def test_4_4_d_10_and_12_the_play_is_over_and_taken_back() -> None:
    ten = found("mff", True, back_A=2, back_B=1)
    assert (moves(ten), ten.deal) == (
        ["A=28", "B=39"],
        {"hands": {"B": 5, "A": 3}, "dead": ["B"], "play": "over"},
    )
    twelve = found("fmm", True, back_A=2, back_B=0)
    assert twelve.deal == {"hands": {"B": 3, "A": 5}, "dead": ["A", "crib"], "play": "over"}


@pytest.mark.parametrize("told", [True, False])
def test_4_4_d_11_the_crib_rebuilt(told: bool) -> None:
    eleven = found("fcm", True, told=told)
    assert eleven.deal == {"hands": {"B": 3, "A": 4}}
    assert (eleven.house is not None) is told


def test_4_4_d_13_the_pone_plays_for_nothing() -> None:
    thirteen = found("mcf", True, back_B=4)
    assert moves(thirteen) == ["B=36"]
    assert thirteen.deal == {"hands": {"B": 5, "A": 4}, "dead": ["B"], "no_points": ["B"]}
    assert thirteen.says[-1].startswith("A judge mixes all of Bob's cards; Ann draws 1")
    full = ruled(board(b=(40, 31)), "wrong-number", discarded=True, cards_pone=5, cards_dealer=4, cards_crib=3,
                 turned=True, back_B=0)  # fmt: skip
    assert moves(full) == []


@pytest.mark.parametrize(
    ("case", "rule"), [("discard", "4.4.a(1)"), ("short", "4.4.a(2)"), ("dealer-short", "4.4.a(2)")]
)
def test_4_4_a_before_both_have_thrown(case: str, rule: str) -> None:
    assert ruled(board(), "wrong-number", discarded=False, case=case).rule == rule


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [(0, 5, ["A=0", "B+10"]), (6, 5, ["A=0", "B+4"]), (9, 20, ["A=0", "B+1"]), (25, 40, ["A=15"])],
)
def test_4_4_a_3_not_letting_the_opponent_see_it(a: int, b: int, expected: list[str]) -> None:
    at = board(a=(a, a - 1), b=(b, b - 1))
    hidden = ruled(at, "wrong-number", discarded=False, case="other", shown=False, offender="A")
    assert (moves(hidden), hidden.deal) == (expected, {"again": "A"})
    assert ruled(at, "wrong-number", discarded=False, case="other", shown=True).moves == ()


def test_alberta_12_b() -> None:
    at = board(profile="alberta-55plus")
    assert moves(ruled(at, "wrong-number", what="crib")) == ["B+2"]
    assert ruled(at, "wrong-number", what="B", new_deal=True).deal == {"again": "A"}
    assert moves(ruled(at, "wrong-number", what="B", new_deal=False)) == ["A+2"]
    assert ruled(at, "wrong-number", what="other").house is not None


def test_corporate_and_hoyle_deal_again() -> None:
    assert ruled(board(profile="corporate-challenge"), "wrong-number").deal == {"again": "A"}
    assert ruled(board(profile="hoyle"), "wrong-number").house is not None


def test_numbers_of_cards_are_evidence_and_their_faces_are_not() -> None:
    at = board(f"{CUT} {PLAY}")
    asks = asked(at, "wrong-number", discarded=True).questions
    said = [fact.text for question in asks for fact in question.facts]
    assert "Bob has played 4." in said
    assert "4 cards lie before Ann." in said
    assert not any(card in text for text in said for card in ("TC", "QH"))
