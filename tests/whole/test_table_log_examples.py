"""The table log's sentences, one deal each: what was done, and the verdicts that must come of it.

Ann deals, so Bob is pone. The usual deal: starter 4D; Bob holds 5H 6S TC KD (fifteen four and a run of three: 7),
Ann 7C 8D 9S QH (fifteen two and a run of three: 5, and 4-... as counted by the tests of the show). The points of
each hand are taken from the scorer, which is tested against every hand there is.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from cribbage.replay.transcript import replay
from cribbage.score.cards import Card, parse_cards
from cribbage.score.counting import show_points

sys.path.insert(0, str(Path(__file__).parent))
from tablelog import Table

STARTER = "4D"
BOB = ("5H", "6S", "TC", "KD")
ANN = ("7C", "8D", "9S", "QH")
CRIB = ("2C", "2H", "9D", "JC")
BOB_WORTH = show_points(parse_cards(BOB), Card.parse(STARTER)).points
ANN_WORTH = show_points(parse_cards(ANN), Card.parse(STARTER)).points
CRIB_WORTH = show_points(parse_cards(CRIB), Card.parse(STARTER), crib=True).points


def codes(table: Table) -> list[tuple[str, Any, Any]]:
    return [(v["code"], v["player"], v["points"]) for v in replay(table.lines).verdicts]


def played(**header: Any) -> Table:
    """The play of the usual deal, honestly pegged: T, 7=17, K=27 go; 8... Bob 0, Ann 2 (go and last)."""
    table = Table(dealer="A", **header).starter(STARTER)
    # Bob TC 10, Ann QH 20, Bob KD 30, go for Bob; Ann 7C 7, Bob 6S 13, Ann 8D 21 (run of three),
    # Bob 5H 26 (run of four), go for Bob; Ann 9S alone: last card.
    return table.plays("B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+3 B:5H B+4 B+1 A:9S A+1")


PLAY = [("scored", "B", 1), ("scored", "A", 3), ("scored", "B", 4), ("scored", "B", 1), ("scored", "A", 1)]


def test_an_honest_deal_is_all_scored() -> None:
    table = played().peg("B", BOB_WORTH).peg("A", ANN_WORTH).crib(*CRIB).peg("A", CRIB_WORTH).clear()
    assert codes(table) == [
        *PLAY, ("scored", "B", BOB_WORTH), ("scored", "A", ANN_WORTH), ("scored", "A", CRIB_WORTH)
    ]  # fmt: skip


def test_rule_8_4_c_overpeg_at_release_then_stands_when_the_dealer_counts() -> None:
    table = played().peg("B", BOB_WORTH + 2).peg("A", ANN_WORTH).crib(*CRIB).peg("A", CRIB_WORTH).clear()
    assert codes(table)[len(PLAY) :] == [
        ("overpeg", "B", 2), ("overpeg-stands", "B", 2),
        ("scored", "A", ANN_WORTH), ("scored", "A", CRIB_WORTH),
    ]  # fmt: skip


def test_rule_8_4_c_2_overpeg_corrected_by_the_player_unasked() -> None:
    table = played().peg("B", BOB_WORTH + 2)
    table.back_to("B", table.pegs["B"][0] - 2).peg("A", ANN_WORTH)
    assert codes(table)[len(PLAY) :] == [
        ("overpeg", "B", 2),
        ("corrected", "B", 2),
        ("scored", "A", ANN_WORTH),
    ]


def test_rule_8_4_c_1_overpeg_claimed_the_opponent_scores_the_error() -> None:
    table = played().peg("B", BOB_WORTH + 2).said("A", "overpeg")
    table.back_to("B", table.pegs["B"][0] - 2).peg("A", 2).peg("A", ANN_WORTH)
    found = codes(table)[len(PLAY) :]
    assert found[0] == ("overpeg", "B", 2)
    assert found[-2:] == [("scored", "A", 2), ("scored", "A", ANN_WORTH)]
    assert not {"overpeg-stands", "backward"} & {code for code, _, _ in found}


def test_rule_8_3_underpeg_is_told_when_its_window_closes() -> None:
    table = played().peg("B", BOB_WORTH - 2).peg("A", ANN_WORTH).crib(*CRIB).peg("A", CRIB_WORTH).clear()
    found = codes(table)[len(PLAY) :]
    assert ("underpeg", "B", 2) in found
    assert [f for f in found if f[0] != "underpeg"] == [
        ("scored", "A", ANN_WORTH),
        ("scored", "A", CRIB_WORTH),
    ]


def test_a_hand_never_pegged_is_an_underpeg_without_a_move() -> None:
    table = played().peg("A", ANN_WORTH).crib(*CRIB).peg("A", CRIB_WORTH).clear()
    found = codes(table)[len(PLAY) :]
    assert ("underpeg", "B", BOB_WORTH) in found


def test_rule_8_4_a_false_claim_of_game() -> None:
    before = 121 - BOB_WORTH - 6 - 3  # after the play Bob stands where his hand falls three short
    table = played(pegs={"A": [60, 50], "B": [before, before - 4]})
    table.peg("B", BOB_WORTH + 3)
    assert table.pegs["B"][0] == 121
    assert codes(table)[len(PLAY) :] == [("false-claim", "B", 3)]


def test_reaching_the_game_hole_with_enough_points_is_game() -> None:
    before = 121 - BOB_WORTH - 6
    table = played(pegs={"A": [60, 50], "B": [before, before - 4]}).peg("B", BOB_WORTH)
    assert codes(table)[len(PLAY) :] == [("scored", "B", BOB_WORTH), ("game", "B", 64)]


def test_more_points_than_needed_win_too() -> None:
    before = 121 - 6 - 3
    table = played(pegs={"A": [60, 50], "B": [before, before - 4]}).peg("B", 3)
    assert codes(table)[len(PLAY) :] == [("scored", "B", 3), ("game", "B", 64)]


def test_rule_8_6_a_peg_put_back_where_it_stood_is_no_move() -> None:
    table = played()
    front, rear = table.pegs["B"]
    table.holes("B", front).holes("B", front, rear).peg("B", BOB_WORTH)
    assert codes(table)[len(PLAY) :] == [("scored", "B", BOB_WORTH)]


def test_rule_6_3_c_heels_are_forfeited_when_the_dealer_plays_first() -> None:
    table = Table(dealer="A").starter("JD").plays("B:TC A:QH B:KD B+1 A:7C")
    assert codes(table)[0] == ("heels-forfeit", "A", 2)


def test_heels_pegged_in_time_are_scored() -> None:
    table = Table(dealer="A").starter("JD").peg("A", 2).plays("B:TC A:QH B:KD B+1 A:7C")
    assert codes(table) == [("scored", "A", 2), ("scored", "B", 1)]


def test_rule_7_3_a_renege_is_certain_once_the_hand_is_known() -> None:
    """Count 25, pone pegs one, the dealer plays a 6: the dealer could have made 31."""
    table = Table(dealer="A").starter("KS").plays("B:TC A:QH B:5D B+1 A:6C B:KD A:QS A:QD")
    assert ("renege", "A", 2) in codes(table)


def test_count_25_and_a_nine_is_a_new_series() -> None:
    table = Table(dealer="A").starter("KS").plays("B:TC A:QH B:5D B+1 A:9C")
    assert codes(table) == [("scored", "B", 1)]


def test_rule_4_5_b_the_same_card_twice() -> None:
    table = Table(dealer="A").starter("4D").plays("B:TC A:QH B:QH")
    assert ("imperfect-pack", None, None) in codes(table)


def test_rule_4_4_a_fifth_card() -> None:
    table = Table(dealer="A").starter("4D").plays("B:2C A:2H B:3C A:4H B:4S A:3D B:AC A:AH B:AS")
    assert ("wrong-count", None, None) in codes(table)


def test_rule_9_2_c_the_dealer_counts_first() -> None:
    table = played()
    front, rear = table.pegs["A"]
    table.peg("A", ANN_WORTH).holes("A", front).holes("A", front, rear, after=2.0)
    table.peg("B", BOB_WORTH).peg("A", ANN_WORTH)
    found = codes(table)[len(PLAY) :]
    assert found[0] == ("out-of-order", "A", ANN_WORTH)
    assert found[-2:] == [("scored", "B", BOB_WORTH), ("scored", "A", ANN_WORTH)]


@pytest.mark.parametrize("what", ["unread", "fault"])
def test_what_was_not_seen_is_never_held_against_a_player(what: str) -> None:
    table = Table(dealer="A").starter(STARTER)
    if what == "unread":
        table.play("B", "TC").see(unread={"zone": "A", "count": 1}).peg("A", 5)
    else:
        table.play("B", "TC").see(fault={"part": "camera", "what": "covered"}).peg("A", 5)
    assert codes(table) == [("unverified", "A", 5)]


def test_rule_7_2_b_points_of_two_cards_pegged_together() -> None:
    """Ann is out of cards she can play: Bob lays two and pegs for both at once."""
    table = Table(dealer="A").starter("KS").plays("B:TC A:QH B:8D B:2D")
    # 10, 20, 28; Ann cannot play (she holds tens); Bob's 2 makes 30; go.
    table.peg("B", 1).plays("A:KD")
    assert codes(table) == [("scored", "B", 1)]
