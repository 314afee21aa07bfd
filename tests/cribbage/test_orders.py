"""Rulings and remedies are followed: what is still wrong is said, and when all is as ruled (judge protocol h)."""

from __future__ import annotations

from typing import Any

import pytest
from desk import board_of, ruled
from tables import CRIB, CUT, PLAY, Table

from cribbage.errors import CribbageError
from cribbage.log.codec import observation_body, observation_from
from cribbage.shown.policy import Call, Viewer
from cribbage.shown.reveal import view

HEADER: dict[str, Any] = {"mode": "club", "players": {"A": "Ann", "B": "Bob"}}


def table(words: str = "", **more: Any) -> Table:
    return Table(**(HEADER | more)).do(words)


def rule(at: Table, matter: str, **answers: Any) -> Table:
    """The judges answer the questions on this table, and their ruling is entered."""
    body = ruled(board_of(at), matter, **answers).body(["Jane", "Joe"])
    at.see(**body)
    return at


def orders(at: Table) -> list[str]:
    """The steps as they were told, newest state: ``peg B 103``, those that are done with a tick."""
    told = board_of(at).orders
    if told is None:
        return []
    return [("✓ " if step["done"] else "") + step["text"] for step in told["steps"]]


def since(at: Table, before: Table | int) -> list[str]:
    return at.verdicts[before if isinstance(before, int) else len(before.verdicts) :]


def test_8_4_b_the_three_steps_are_followed_one_after_the_other() -> None:
    at = table(f"{CUT} {PLAY} B+12", b=(103, 99))
    assert orders(at) == ["B's front peg goes to hole 103; it stands in 121.", "A pegs 3."]
    at.do("A!judge")
    rule(at, "false-claim", offender="B", before=109, earned=9)
    at.do("B=118,109")
    assert orders(at)[0] == "B's front peg goes to hole 103; it stands in 118."
    at.do("A+3")
    assert "✓ A pegs 3." in orders(at)
    at.do("B=103,102")
    told = board_of(at).orders
    assert told is not None
    assert told["done"]
    assert at.verdicts[5:] == ["false-claim B 3", "scored A 3"]


def test_4_5_b_the_deal_is_taken_back_and_dealt_again_by_the_same_player() -> None:
    at = table(f"{CUT} B:TC A:TH A+2 B:QH A:QH")
    before = len(at.verdicts)
    rule(at, "duplicate", back_A=2, back_B=0)
    assert orders(at) == ["All cards are taken up; A deals.", "A's front peg goes to hole 0; it stands in 2."]
    at.do("A=0,-1")
    assert orders(at) == ["All cards are taken up; A deals.", "✓ A's front peg goes to hole 0."]
    at.do("clear")
    assert board_of(at).orders["done"]  # type: ignore[index]
    at.do("cut:JD A+2 B:2C A:3C")
    assert since(at, before) == ["scored A 2"]
    assert board_of(at).dealer == "A"


def test_the_cards_may_be_taken_up_before_the_pegs_go_back() -> None:
    at = table(f"{CUT} B:TC A:TH A+2 B:QH A:QH")
    before = len(at.verdicts)
    rule(at, "duplicate", back_A=2, back_B=0)
    at.do("clear")
    assert "A's front peg goes to hole 0; it stands in 2." in orders(at)
    at.do("A=0,-1 cut:5D B:2C")
    assert since(at, before) == []


def test_4_1_b_the_right_player_deals_again_or_next() -> None:
    again = rule(table(f"{CUT} B:TC"), "wrong-dealer", both_played=False).do("clear cut:JD")
    assert board_of(again).dealer == "B"
    later = rule(table(f"{CUT} B:TC A:QH"), "wrong-dealer", both_played=True)
    later.do("B:KD B+1 A:7C B:6S A:8D A+3 B:5H B+4 B+1 A:9S A+1 B+9 A+5").do(f"{CRIB} A+6 clear cut:5S")
    assert later.verdicts[-1] == "scored A 6"
    assert board_of(later).dealer == "B"


def test_4_4_before_the_starter_the_deal_ends_at_once() -> None:
    at = table()
    rule(at, "wrong-number", discarded=True, cards_pone=5, cards_dealer=4, cards_crib=4, turned=False)
    assert board_of(at).dealer == "A"
    assert board_of(at).deal == 2
    assert at.do("cut:JD A+2 B:2C").verdicts == ["scored A 2"]


FIFTH = "cut:KD B:2C A:2H A+2 B:3C A:4H B:4S A:3D B:5C"


def test_4_4_d_7_a_short_hand_is_played_and_counted_as_it_is() -> None:
    """Bob has three cards; his hand counts, and the play ends with Ann's fourth."""
    at = table("cut:4D B:TC")
    rule(at, "wrong-number", discarded=True, cards_pone=3, cards_dealer=4, cards_crib=4, turned=True)
    at.do("A:QH B:5H A:2H A+1 B:KD A:7C A:9S A+1 B+4 A+2")
    assert at.verdicts == ["scored A 1", "scored A 1", "scored B 4", "scored A 2"]


def test_4_4_d_8_a_dead_crib_counts_nothing() -> None:
    at = table(f"{CUT} B:TC")
    rule(at, "wrong-number", discarded=True, cards_pone=4, cards_dealer=3, cards_crib=5, turned=True)
    at.do("A:QH B:KD B+1 A:7C B:6S A:8D A+3 B:5H B+4 B+1 B+9 A+2")
    before = len(at.verdicts)
    at.do("crib:2C,2H,9D,JC,3H A+6")
    assert since(at, before) == ["overpeg A 6"]


def test_4_4_d_12_the_play_is_over_and_short_hands_are_counted() -> None:
    """Bob has three, Ann five: her hand is dead, all points of the play go back, his hand is counted."""
    at = table(f"{CUT} B:TC A:TH A+2 B:5H", a=(30, 20), b=(40, 33))
    rule(
        at,
        "wrong-number",
        discarded=True,
        cards_pone=3,
        cards_dealer=5,
        cards_crib=4,
        turned=True,
        back_A=2,
        back_B=0,
    )
    assert orders(at) == ["A's front peg goes to hole 30; it stands in 32."]
    at.do(f"A=30,20 B:KD B+4 {CRIB} A+6")
    assert at.verdicts == ["scored A 2", "scored B 4", "scored A 6"]


def test_4_4_d_13_the_pone_scores_nothing_more_in_the_play() -> None:
    at = table(f"{CUT} B:TC A:5H A+2 B:TD", a=(30, 20), b=(40, 33))
    rule(
        at, "wrong-number", discarded=True, cards_pone=5, cards_dealer=4, cards_crib=3, turned=True, back_B=0
    )
    at.do("A:6S A+2 B:2C B+1")
    assert at.verdicts[-1] == "overpeg B 1"


def test_7_3_cards_go_back_and_the_series_goes_on_from_the_go() -> None:
    """Ann's six fitted at twenty-five: Bob's go comes off, he pegs two, and the six is dead."""
    at = table("cut:KS B:TC A:QH B:5D B+1 A:6C wait", a=(30, 20), b=(40, 33))
    rule(
        at,
        "renege",
        offender="A",
        count=25,
        cards=["6C"],
        in_time=True,
        stand=3,
        back_A=0,
        back_B=1,
        played=False,
    )
    assert orders(at) == [
        "A: 1 of the play still to be taken back.",
        "B's front peg goes to hole 40; it stands in 41.",
        "B pegs 2.",
    ]
    at.do("A<1")
    assert orders(at)[0] == "✓ A: every card is back."
    at.do("B=40,33 B+2")
    assert board_of(at).orders["done"]  # type: ignore[index]
    at.do("B:6H B+2")
    assert at.verdicts == ["scored B 1", "scored B 2", "scored B 2"]


def test_7_3_d_a_dead_card_is_not_played_and_counts_in_the_show() -> None:
    at = table("cut:KS B:TC A:QH B:5D B+1 A:6C wait", a=(30, 20), b=(40, 33))
    rule(
        at,
        "renege",
        offender="A",
        count=25,
        cards=["6C"],
        in_time=True,
        stand=3,
        back_A=0,
        back_B=1,
        played=False,
    )
    at.do("A<1 B=40,33 B+2 B:2H A!go B+1 A:8D B:8C B+2 A:9D A+1")
    assert at.verdicts == ["scored B 1", "scored B 2", "scored B 1", "scored B 2", "scored A 1"]
    at.do("A:6C B+6 A+2")
    assert at.verdicts[5:] == ["scored B 6", "scored A 2"]


def test_7_1_b_the_wrong_lead_is_taken_back() -> None:
    at = table("cut:4D A:5H B:TC B+2", b=(40, 33))
    rule(at, "wrong-lead", after_go=False, late=False, stand=0, back_A=0, back_B=2)
    at.do("B<1 A<1 B=40,33 B:TC A:5H A+2")
    assert at.verdicts == ["scored B 2", "scored A 2"]
    assert board_of(at).orders["done"]  # type: ignore[index]


def test_6_1_a_the_starter_goes_back_and_heels_with_it() -> None:
    at = table("cut:JD")
    rule(at, "starter-early")
    assert orders(at) == ["The starter goes back, and another is turned."]
    at.do("clear:starter cut:5S")
    assert orders(at) == ["✓ The starter goes back, and another is turned."]
    at.do("B:TC A:5H A+2 ")
    assert at.verdicts == ["scored A 2"]


def test_5_1_c_the_crib_is_the_pones_who_becomes_dealer() -> None:
    at = table(f"{CUT} {PLAY}")
    rule(at, "crib-side", late=True)
    at.do(f"A+5 B+9 {CRIB} B+6 clear cut:7S")
    assert at.verdicts[5:] == ["scored A 5", "scored B 9", "scored B 6"]
    assert board_of(at).dealer == "A"


def test_5_2_c_the_dealer_scores_nothing_in_the_play() -> None:
    at = table("cut:4D B:TC A:TH A+2", a=(30, 20))
    rule(at, "crib-as-hand", begun=True, back_A=2)
    at.do("A=30,20 B+2 B:5D A:5H A+2")
    assert at.verdicts == ["scored A 2", "scored B 2", "overpeg A 2"]


def test_9_3_the_starter_as_agreed_makes_hands_countable_again() -> None:
    at = table(f"starter?1 {PLAY}", a=(30, 20), b=(40, 33))
    rule(at, "starter-mixed", offender="A", counted=False, agreed=True, starter=["4D"])
    assert at.do("B+2 B+9 A+5").verdicts[-3:] == ["scored B 2", "scored B 9", "scored A 5"]


def test_9_4_a_hand_that_is_forfeited_counts_nothing() -> None:
    at = table(f"{CUT} {PLAY}")
    rule(at, "hand-mixed", what="B", confirmed=False)
    assert at.do("B+9").verdicts[5:] == ["overpeg B 9"]
    fresh = rule(table(f"{CUT} {PLAY}"), "hand-mixed", what="B", confirmed=False)
    assert fresh.do(f"A+5 {CRIB} A+6 clear").verdicts[5:] == ["scored A 5", "scored A 6"]


def test_9_4_b_and_c_the_crib_forfeited_or_found_again() -> None:
    dead = rule(table(f"{CUT} {PLAY} B+9 A+5"), "hand-mixed", what="crib", by="A")
    assert dead.do(f"{CRIB} A+6").verdicts[-1] == "overpeg A 6"
    found = rule(
        table(f"{CUT} {PLAY} B+9 A+5"),
        "hand-mixed",
        what="crib",
        by="B",
        known=True,
        crib=CRIB[5:].split(","),
    )
    assert found.do("A+2 A+6 clear").verdicts[-2:] == ["scored A 2", "scored A 6"]


def test_9_4_c_a_hand_that_was_mixed_away_is_told() -> None:
    at = table(f"{CUT} {PLAY.replace('B:5H B+4 B+1', 'B?4')}".replace(" A:9S A+1", " A:9S"))
    at.see(
        ruling={"judges": ["J1", "J2"], "rule": "9.4.c", "deal": {"shown": {"B": ["TC", "KD", "6S", "5H"]}}}
    )
    items = [i for i in board_of(at).items.values() if i.what == "hand" and i.player == "B"]
    assert [i.earned for i in items] == [9]


def test_8_10_a_points_that_are_forfeited_are_not_missed() -> None:
    at = table(f"{CUT} {PLAY}", b=(111, 99))
    rule(at, "peg-out", offender="B", points=9, match=False, refuses=True)
    assert at.do(f"A+5 {CRIB} A+6 clear").verdicts[5:] == ["scored A 5", "scored A 6"]


def test_8_10_b_and_11_5_judges_give_the_game_to_somebody() -> None:
    conceded = table(f"{CUT} {PLAY}", b=(111, 99))
    rule(conceded, "peg-out", offender="B", points=9, match=True, conceded=True)
    assert conceded.do("A+5").verdicts[5:] == ["game B 4"]
    refused = rule(table(f"{CUT} {PLAY}"), "refusal", offender="B", three=True)
    assert refused.verdicts[5:] == ["game A 111"]
    assert board_of(refused).is_over


def test_a_remedy_that_was_given_up_is_no_order_any_more() -> None:
    at = table(f"{CUT} {PLAY} B+11 A!overpeg A+5 B+3")
    assert orders(at) == ["A pegs 2."]


def test_a_score_order_ends_with_the_game() -> None:
    at = table(f"{CUT} {PLAY} B+11 A!overpeg", b=(40, 33), a=(115, 110))
    assert orders(at)[0] == "A pegs 2."
    assert at.do("A+2").verdicts[-2:] == ["scored A 2", "game A 55"]
    assert orders(at) == []


@pytest.mark.parametrize(
    ("deal", "problem"),
    [
        ({"again": "X"}, "unknown \"again\" of a ruled deal 'X': one of A, B"),
        ({"dead": "A"}, '"dead" of a ruled deal must be a list'),
        ({"dead": ["starter"]}, "unknown \"dead\" of a ruled deal 'starter': one of A, B, crib"),
        ({"hands": {"A": -1}}, '"hands" of a ruled deal must not be negative'),
        ({"cards_stand": -1}, '"cards_stand" of a ruled deal must not be negative'),
        ({"starter": "1X"}, "unknown card '1X'"),
        ({"starter": 4}, '"starter" of a ruled deal must be a list of cards'),
        ({"shown": {"crib": ["1X"]}}, "unknown card '1X'"),
        ({"forfeit": {"player": "A", "points": -2}}, '"forfeit" of a ruled deal must not be negative'),
        ({"won": {"player": "C"}}, "unknown \"won\" of a ruled deal 'C': one of A, B"),
        ([], '"deal" of a ruling must be a JSON object'),
    ],
)
def test_a_ruling_that_cannot_be_followed_is_refused_in_one_line(deal: Any, problem: str) -> None:
    with pytest.raises(CribbageError, match=problem.replace("(", r"\(")):
        observation_from(
            {"t": 1, "ruling": {"judges": [], "rule": "x", "moves": [], "deal": deal}}, ("A", "B")
        )


def test_a_ruling_is_written_as_it_was_read() -> None:
    body = {
        "t": 1.0,
        "ruling": {"judges": ["J"], "rule": "4.4.c", "moves": [], "deal": {"again": "A", "later": 1}},
    }
    assert observation_body(observation_from(body)) == body


def test_orders_that_make_no_sense_now_change_nothing() -> None:
    at = table(f"{CUT} B:TC")
    deal = {"cards_stand": 5, "play": "on", "starter_back": False, "forfeit": {"player": "A"}}
    at.see(ruling={"judges": ["J1", "J2"], "rule": "x", "moves": [], "deal": deal})
    at.do("A:5H A+2")
    assert at.verdicts == ["scored A 2"]
    assert board_of(at).orders is None


def test_row_3_and_29_who_sees_the_orders() -> None:
    at = table(f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear cut:3D B^f B=19,6", b=(6, 4), a=(30, 20))
    club = view(board_of(at), Viewer.public())
    assert club["orders"] is None
    judges = view(board_of(at), Viewer.judge(Call(("Jane", "Joe"), "pegs")))
    assert judges.get("orders") == board_of(at).orders
    claimed = table(f"{CUT} {PLAY} B+12", b=(103, 99))
    assert view(board_of(claimed), Viewer.public())["orders"]["steps"]
    secret = table(f"{CUT} {PLAY} B+12", b=(103, 99), mode="sanctioned")
    assert "orders" not in view(board_of(secret), Viewer.public())


def test_moves_that_wait_are_not_judged_once_the_deal_is_ruled_on() -> None:
    """Bob pegs three for a pair, perhaps with the go: what it was does not matter any more."""
    waits = "cut:KS B:TC A:6D B:6H B+3"
    for deal in ({"no_points": ["B"]}, {"play": "over"}):
        at = table(waits, b=(40, 33))
        at.see(ruling={"judges": ["J1", "J2"], "rule": "4.4.c", "moves": [], "deal": deal})
        assert at.verdicts == ["unverified B 3"]


def test_the_play_is_over_only_while_there_is_one() -> None:
    at = table(f"{CUT} {PLAY}")
    at.see(ruling={"judges": ["J1", "J2"], "rule": "4.4.c", "moves": [], "deal": {"play": "over"}})
    assert at.do("B+9 A+5").verdicts[5:] == ["scored B 9", "scored A 5"]


def test_cards_that_stand_though_the_count_is_not_known() -> None:
    at = table("cut:KS B:TC A?1 B:5D A:QH,2C,3C")
    at.see(ruling={"judges": ["J1", "J2"], "rule": "7.1.b", "moves": [], "deal": {"cards_stand": 3}})
    assert orders(at) != []


def test_a_hand_is_shown_by_the_ruling_before_the_play_is_over() -> None:
    at = table(f"{CUT} B:TC")
    shown = {"crib": ["2C", "2H", "9D", "JC"], "A": ["QH", "7C", "8D", "9S"]}
    at.see(ruling={"judges": ["J1", "J2"], "rule": "9.4.c", "moves": [], "deal": {"shown": shown}})
    at.do(f"{PLAY[5:]} B+9 A+5 {CRIB} A+6")
    assert at.verdicts[-3:] == ["scored B 9", "scored A 5", "scored A 6"]


def test_points_that_cannot_be_forfeited_stay_due() -> None:
    at = table(f"{CUT} {PLAY}")
    at.see(
        ruling={
            "judges": ["J1", "J2"],
            "rule": "8.10.a",
            "moves": [],
            "deal": {"forfeit": {"player": "B", "points": 4}},
        }
    )
    assert at.do("B+9").verdicts[5:] == ["scored B 9"]


def test_a_ruling_that_decides_the_game_leaves_no_peg_to_be_moved() -> None:
    at = table(f"{CUT} B:TC A:QH")
    moves = [{"player": "A", "points": 3}]
    at.see(
        ruling={"judges": ["Jane", "Joe"], "rule": "8.10", "moves": moves, "deal": {"won": {"player": "B"}}}
    )
    assert at.verdicts == ["game B 0"]
    assert orders(at) == []


def stands(words: str, number: int) -> Table:
    """A table on which judges rule that so many cards of the play stand."""
    at = table(words)
    at.see(ruling={"judges": ["Jane", "Joe"], "rule": "7.3.b", "moves": [], "deal": {"cards_stand": number}})
    return at


def test_7_3_b_a_go_ruled_away_before_the_next_card_leaves_the_series_open() -> None:
    at = stands("cut:KS B:TC A:QH B:5D B+1", 3).do("A:6C A+2")
    assert at.verdicts == ["scored B 1", "scored A 2"], "thirty-one, and no new series"
    board = board_of(stands("cut:KS B:TC A:QH B:5D B+1", 3))
    (go,) = [item for item in board.items.values() if ("go", 1) in item.parts]
    assert (go.state, go.reason) == ("closed", "taken-back")


def test_7_3_b_a_go_of_an_earlier_series_stands_when_later_cards_are_ruled_back() -> None:
    at = stands("cut:KS B:TC A:QH B:5D B+1 A:KD B:JS B+9", 5)
    board = board_of(at)
    (go,) = [item for item in board.items.values() if ("go", 1) in item.parts]
    assert (go.state, go.pegged) == ("closed", 1)


def test_7_3_b_cards_ruled_back_do_not_make_known_what_was_not_seen() -> None:
    at = stands("cut:KS B:TC camera! camera. A:QH B:5D A:6C", 3).do("A<1 A:4C A+5")
    assert {verdict.split()[0] for verdict in at.verdicts} == {"unverified"}
