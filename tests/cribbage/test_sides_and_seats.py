"""Who pegs and who holds cards: views and judges' questions of two players, three, and two pairs (ACC App. B)."""

from __future__ import annotations

from typing import Any

import pytest
from desk import asked, board_of, moves, ruled
from test_more_than_two import Doubles
from test_rule_9_order_of_four import Show

from cribbage.log.events import Event
from cribbage.shown.broadcast import broadcast
from cribbage.shown.policy import Viewer
from cribbage.shown.reveal import review, view
from cribbage.shown.scoreboard import Scoreboard

NAMES = {"A": "Ann", "B": "Bob", "C": "Cy", "D": "Dee"}
PUBLIC = Viewer.public()


def pairs(words: str = "", **more: Any) -> Scoreboard:
    """Dee deals, so Ann is on her left; Ann and Cy peg on A, Bob and Dee on B."""
    table = Doubles(**({"players": NAMES} | more))
    table.do(words)
    return board_of(table)


def of_three() -> Scoreboard:
    three = {seat: NAMES[seat] for seat in "ABC"}
    board = Scoreboard.empty().apply(
        Event("game", 0.0, {"profile": "hoyle", "mode": "club", "players": three, "dealer": "B"})
    )
    for seat in "CAB":
        item = {"id": f"1-{seat}", "what": "hand", "player": seat, "deal": 1, "state": "earned"}
        board = board.apply(Event("item", 1.0, item | {"earned": 2, "pegged": None}))
    return board.apply(Event("phase", 1.0, {"phase": "show", "deal": 1, "turn": "C", "to": "count-hand"}))


def test_a_pair_is_called_by_both_names_and_a_player_by_one() -> None:
    board = pairs()
    assert [board.side_name(side) for side in board.sides] == ["Ann & Cy", "Bob & Dee"]
    assert [board.name(seat) for seat in "AC"] == ["Ann", "Cy"]
    assert (board.other("A"), board.other("C"), board.against("A")) == ("B", "B", ("B", "D"))
    for shown in (view(board, PUBLIC), broadcast(board)):
        assert [player["name"] for player in shown["players"]] == ["Ann & Cy", "Bob & Dee"]


def test_9_2_three_count_from_the_dealers_left_and_the_dealer_last() -> None:
    shown = view(of_three(), PUBLIC)
    assert [hand["player"] for hand in shown["hands"]] == ["C", "A", "B"]
    assert [player["name"] for player in shown["players"]] == ["Ann", "Bob", "Cy"]
    assert (shown["turn"], shown["to"]) == ("C", "count-hand")


def test_the_review_of_three_tells_every_hand() -> None:
    board = of_three().apply(Event("deal", 9.0, {"deal": 2, "dealer": "C"}))
    assert [item["seat"] for item in review(board, PUBLIC)[0]["items"]] == ["C", "A", "B"]


# --- judges ------------------------------------------------------------------------------------------------


def cards(**other: int) -> dict[str, Any]:
    """Right numbers of cards, but for those given."""
    right = {f"cards_{zone}": 4 for zone in ("A", "B", "C", "D", "crib")}
    return {"discarded": True} | right | {f"cards_{zone}": number for zone, number in other.items()}


def test_app_b_more_than_twenty_cards_are_dealt_again_by_the_same_player() -> None:
    early = ruled(pairs(), "wrong-number", **cards(C=5), turned=False)
    assert (early.rule, early.deal) == ("4.4.c, action 1", {"again": "D"})
    late = ruled(pairs(), "wrong-number", **cards(C=5), turned=True, back_A=0, back_B=0)
    assert (late.rule, late.deal) == ("4.4.c, action 9", {"again": "D"})
    assert "Dee deals again." in late.says


def test_app_b_a_sides_column_is_that_of_both_its_hands() -> None:
    """Cy has three and the crib five: pone and partner too few, the crib too many."""
    found = ruled(pairs(), "wrong-number", **cards(C=3, crib=5), turned=True)
    assert found.rule == "4.4.c, action 11"
    assert found.deal == {"hands": {"A": 4, "B": 4, "C": 3, "D": 4}}
    assert "the one who has the wrong number" in found.says[1]
    assert ruled(pairs(), "wrong-number", **cards(), turned=True).says[1].startswith("All numbers are right")


def test_9_4_a_the_hand_of_either_partner_may_have_been_mixed() -> None:
    labels = [label for _, label in asked(pairs(), "hand-mixed").questions[0].options]
    assert labels == ["Ann's hand", "Bob's hand", "Cy's hand", "Dee's hand", "The crib, with the pack"]
    assert ruled(pairs(), "hand-mixed", what="C", confirmed=False).deal == {"dead": ["C"]}


def test_7_4_in_doubles_a_player_is_asked_for_and_the_pair_pegs() -> None:
    found = ruled(pairs(), "count", offender="D", late=False, by="opponent", excess=0)
    assert found.rule == "7.4.b"
    (question,) = asked(pairs(), "count").questions
    assert [label for _, label in question.options] == ["Ann", "Bob", "Cy", "Dee"]
    said = ruled(pairs(), "starter-mixed", offender="A", counted=False, agreed=True, starter=["4D"])
    assert "Bob & Dee pegs 2 points." in said.says
    assert moves(said) == ["B+2"]


def test_alberta_12_b_the_other_pair_chooses() -> None:
    found = ruled(pairs(profile="alberta-55plus"), "wrong-number", what="C", new_deal=False)
    assert found.says == ("Bob & Dee pegs 2 points; Cy's hand is put right.",)
    assert moves(found) == ["B+2"]


def test_7_1_b_what_was_remarked_of_the_lead_lies_before_the_judges() -> None:
    board = pairs("cut:4D B:5C C:TH", late_s=0)
    (question,) = asked(board, "wrong-lead").questions
    assert [fact.text for fact in question.facts] == ["Bob led out of turn, and a card was played on it."]


def rule(at: Doubles, **deal: Any) -> Doubles:
    """Judges rule something of the deal."""
    at.see(ruling={"judges": ["Jane", "Joe"], "rule": "11.5", "moves": [], "deal": deal})
    return at


def last(at: Doubles, words: str) -> str:
    return at.do(words)[-1]


def test_7_1_b_in_doubles_the_cards_of_all_four_go_back_and_play_goes_on_with_the_right_lead() -> None:
    at = Doubles(dealer="D")
    at.do("cut:KS B:TC C:TH A+2 D:3C")
    rule(at, cards_stand=0)
    for seat in "BCD":
        at.zone(seat, [])
    board = board_of(at)
    assert [play.player for play in board.plays if play.deal == board.deal and play.count == 10][:1] == ["B"]
    assert board.orders is not None
    assert [(step["player"], step["done"]) for step in board.orders["steps"]] == [
        ("B", True),
        ("C", True),
        ("D", True),
    ]
    assert last(at, "A:5D B:TC B+2 C:2H") == "scored B 2"


def test_7_3_a_go_of_the_partner_is_forgotten_with_the_cards_that_go_back() -> None:
    at = Doubles(dealer="D")
    at.do("cut:KS A:TC B:QH C:9D D!go A!go B!go A+1 D:9C")
    rule(at, cards_stand=2)
    at.zone("D", [])
    at.zone("C", [])
    assert last(at, "C:KH A+1") == "scored A 1"


def test_9_4_a_the_hand_of_one_partner_is_dead_and_the_others_counts() -> None:
    at = Show()
    at.do("A+5 B+7")
    rule(at, dead=["C"])
    assert at.then("A+6")[-1] == "overpeg A 6"
    at = Show()
    rule(at, dead=["A"])
    assert at.then("B+7 A+6")[-2:] == ["scored B 7", "scored A 6"]


def test_5_2_c_the_play_of_one_partner_counts_nothing_and_the_others_does() -> None:
    at = Doubles(dealer="D")
    at.do("cut:KS A:TC B:5H")
    rule(at, no_points=["D"])
    assert last(at, "B+2 C:5D A+2 D:5S") == "scored A 2"
    assert last(at, "B+6").startswith("overpeg B")


@pytest.mark.parametrize(("profile", "options"), [("acc-2025", {}), ("hoyle", {"target": 61})])
def test_8_4_a_the_game_hole_is_the_one_that_is_played_to(profile: str, options: dict[str, int]) -> None:
    header = {"profile": profile, "players": {"A": "Ann", "B": "Bob"}, "dealer": "A", "options": options}
    board = Scoreboard.empty().apply(Event("game", 0.0, header | {"pegs": {"A": [60, 58], "B": [0, -1]}}))
    found = asked(board, "false-claim", offender="A", before=60, earned=2).ruled
    assert (found is not None and found.rule == "game") is (board.rules.target == 61), (
        "the book's own word for it"
    )
