"""The judges' questions: what is asked, what the log knows, and what follows (rules 2 to 11)."""

from __future__ import annotations

from typing import Any

import pytest
from desk import asked, board_of, moves, ruled
from tables import CRIB, CUT, PLAY, Table

from cribbage.judging import MATTERS, inquire, matters

HEADER = {"mode": "club", "players": {"A": "Ann", "B": "Bob"}}


def table(words: str = "", **more: Any) -> Table:
    return Table(**(HEADER | more)).do(words)


def board(words: str = "", **more: Any) -> Any:
    return board_of(table(words, **more))


START = board()


def test_other_books_have_rules_for_fewer_matters() -> None:
    assert set(MATTERS) - {m.key for m in matters(START)} == {"canadian", "wrecked"}
    alberta = {m.key for m in matters(board(profile="alberta-55plus"))}
    assert alberta == {
        "false-claim", "overpeg", "renege", "wrong-number", "duplicate", "muggins", "exposed", "bad-pack",
        "two-cards", "conduct",
    }  # fmt: skip
    with pytest.raises(KeyError):
        inquire(START, "no such matter", {})


def test_questions_come_one_after_another_and_keep_their_answers() -> None:
    first = asked(START, "peg-out")
    assert [(q.key, q.answer) for q in first.questions] == [("offender", None)]
    then = asked(START, "peg-out", offender="A")
    assert [(q.key, q.answer) for q in then.questions] == [("offender", "A"), ("points", None)]
    assert first.ruled is then.ruled is None


@pytest.mark.parametrize(
    ("matter", "answers", "problem"),
    [
        ("peg-out", {"offender": "C"}, "offender: one of A, B is expected"),
        ("peg-out", {"offender": "A", "points": 122}, "points: a whole number from 0 to 121 is expected"),
        ("peg-out", {"offender": "A", "points": True}, "points: a whole number from 0 to 121 is expected"),
        ("crib-side", {"late": 1}, "late: yes or no is expected"),
        ("renege", {"offender": "A", "count": 25, "cards": "5H"}, "cards: a list of cards is expected"),
        ("renege", {"offender": "A", "count": 25, "cards": ["5H", "5H"]}, "cards: different cards are expected"),
        ("renege", {"offender": "A", "count": 25, "cards": ["KH"]},
         "cards: KH would have carried the count from 25 over thirty-one"),
    ],
)  # fmt: skip
def test_an_answer_that_cannot_be_is_named(matter: str, answers: dict[str, Any], problem: str) -> None:
    found = asked(START, matter, **answers)
    assert found.problem == problem
    assert found.ruled is None
    bad = asked(START, "renege", offender="A", count=25, cards=["XX"])
    assert bad.problem is not None
    assert bad.problem.startswith("cards: unknown card 'XX'")


# --- 8.4: the game hole and too many points -----------------------------------------------------------------


def test_8_4_b_the_three_steps_of_a_false_claim_as_the_log_knows_them() -> None:
    claimed = board(f"{CUT} {PLAY} B+12", b=(103, 99))
    first = asked(claimed, "false-claim", offender="B").questions
    assert [(q.key, q.found) for q in first] == [("offender", "B"), ("before", 109)]
    found = ruled(claimed, "false-claim", offender="B", before=109, earned=9)
    assert found.rule == "8.4.b"
    assert moves(found) == ["B=103", "A+3"]
    assert found.says == (
        "Bob's front peg goes to hole 118, the points really scored.", "Ann pegs 3 points.",
        "Bob goes back 15 to hole 103."
    )  # fmt: skip
    assert found.body(["Jane", "Joe"]) == {
        "ruling": {"judges": ["Jane", "Joe"], "rule": "8.4.b",
                   "moves": [{"player": "B", "front": 103}, {"player": "A", "points": 3}]}
    }  # fmt: skip


def test_8_4_b_the_opponent_may_be_out_by_it_and_the_board_ends_at_its_start() -> None:
    near = board(a=(119, 110), b=(110, 100))
    found = ruled(near, "false-claim", offender="B", before=110, earned=8)
    assert moves(found) == ["B=103", "A+3"]
    assert found.says[1] == "Ann pegs 3 points and has won."
    low = ruled(board(), "false-claim", offender="B", before=8, earned=3)
    assert moves(low) == ["B=0", "A+110"]
    assert low.house == "going back ends at the start holes"


def test_8_4_points_that_were_enough_are_no_false_claim() -> None:
    assert moves(ruled(START, "false-claim", offender="B", before=109, earned=12)) == ["B=121"]


def test_9_2_c_a_right_count_out_of_turn_is_no_false_claim_but_was_one_in_2020() -> None:
    found = ruled(START, "false-claim", offender="A", before=112, earned=5, order="hand")
    assert (found.rule, moves(found)) == ("9.2.c", ["A=112"])
    old = board(profile="acc-2020")
    assert ruled(old, "false-claim", offender="A", before=112, earned=5, order="hand").rule == "8.4.b"
    assert ruled(old, "false-claim", offender="A", before=112, earned=5, order="crib").rule == "9.2.e"
    assert ruled(START, "false-claim", offender="A", before=112, earned=5, order="no").rule == "8.4.b"


def test_where_no_penalty_is_fixed_the_official_decides() -> None:
    found = ruled(board(profile="alberta-55plus"), "false-claim", offender="B", before=109, earned=9)
    assert moves(found) == ["B=118"]
    assert found.house is not None


def test_8_4_c_overpeg_by_who_found_it_and_when() -> None:
    over = board(f"{CUT} {PLAY} B+11")
    asks = asked(over, "overpeg", offender="B", pegged=11, earned=9)
    assert [(q.key, q.found) for q in asks.questions] == [
        ("offender", "B"), ("pegged", 11), ("earned", 9), ("late", False)
    ]  # fmt: skip
    told = {"offender": "B", "pegged": 11, "earned": 9, "late": False}
    claimed = ruled(over, "overpeg", **told, by="opponent")
    assert (claimed.rule, moves(claimed)) == ("8.4.c(1)", ["B=15", "A+2"])
    assert ruled(over, "overpeg", **told, by="self").rule == "8.4.c(2)"
    assert moves(ruled(over, "overpeg", **told, by="self")) == ["B=15"]
    late = ruled(over, "overpeg", **(told | {"late": True}))
    assert (late.rule, moves(late)) == ("8.4.d", [])
    assert ruled(over, "overpeg", offender="B", pegged=9, earned=9).moves == ()
    assert ruled(over, "overpeg", offender="B", pegged=8, earned=9).rule == "8.3"


def test_8_4_d_the_log_says_when_the_window_has_closed() -> None:
    closed = board(f"{CUT} {PLAY} B+11 A+5")
    assert asked(closed, "overpeg", offender="B", pegged=11, earned=9).questions[-1].found is True


@pytest.mark.parametrize(
    ("book", "announced", "rule", "expected", "house"),
    [
        ("alberta-55plus", True, "13", ["B=18", "A+2"], False),
        ("alberta-55plus", False, "13", ["B=18"], True),
        ("corporate-challenge", None, "", ["B=18"], True),
        ("hoyle", None, "", ["B=18"], True),
    ],
)
def test_8_4_c_in_the_other_books_and_alberta_13(
    book: str, announced: bool | None, rule: str, expected: list[str], house: bool
) -> None:
    at = board(profile=book, a=(5, 3), b=(20, 9))
    told: dict[str, Any] = {"offender": "B", "pegged": 11, "earned": 9, "late": False}
    more = {} if announced is None else {"announced": announced}
    found = ruled(at, "overpeg", **told, by="opponent", **more)
    assert (found.rule, moves(found), found.house is not None) == (rule, expected, house)
    assert moves(ruled(at, "overpeg", **told, by="self")) == ["B=18"]
    late = ruled(at, "overpeg", **(told | {"late": True}))
    assert (late.moves, late.rule) == ((), rule)
    text = asked(at, "overpeg", offender="B", pegged=11, earned=9).questions[-1].text
    assert text == "Has the next deal been cut since?", (
        "no card, count or mixing closes anything in these books"
    )


def test_alberta_13_corporate_4_a_peg_set_short_may_be_put_right_but_not_in_the_accs_books() -> None:
    told: dict[str, Any] = {"offender": "B", "pegged": 7, "earned": 9}
    at = {"a": (5, 3), "b": (20, 13)}
    assert ruled(board(**at), "overpeg", **told).moves == ()
    for book in ("alberta-55plus", "hoyle"):
        assert moves(ruled(board(profile=book, **at), "overpeg", **told, late=False)) == ["B=22"]
        assert ruled(board(profile=book, **at), "overpeg", **told, late=True).moves == ()
    corporate = board(profile="corporate-challenge", **at)
    assert moves(ruled(corporate, "overpeg", **told, announced=True, late=False)) == ["B=22"]
    lost = ruled(corporate, "overpeg", **told, announced=False)
    assert (lost.rule, lost.moves) == ("4", ()), "points overlooked are lost once the peg has been moved"


def test_a_ruling_is_numbered_as_the_book_numbers_it_or_marked() -> None:
    told: dict[str, Any] = {"offender": "A", "count": 25, "cards": []}
    assert ruled(START, "renege", **told).rule == "7.3"
    assert ruled(board(profile="alberta-55plus"), "renege", **told).rule == "8.c"
    assert ruled(board(profile="corporate-challenge"), "renege", **told).rule == "5"
    won = {"offender": "B", "before": 109, "earned": 12}
    assert ruled(board(profile="alberta-55plus"), "false-claim", **won).rule == "3, 11"
    out = board(f"{CUT} {PLAY} B+9", b=(106, 99), profile="hoyle")
    silent = ruled(out, "renege", offender="A")
    assert silent.rule == "", "a rule of the ACC's on which this book is silent"
    assert silent.house is not None


def test_10_4_a_where_no_penalty_is_stated_a_wrong_call_costs_nothing_at_the_desk_either() -> None:
    at = board(profile="hoyle", muggins=True)
    found = ruled(at, "muggins", caller="A", claimed=2, what="hand", missed=0)
    assert (found.rule, found.moves) == ("muggins", ())
    assert found.house is not None


# --- 8.5 to 8.10: pegs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("released", "landed", "rule", "front"),
    [
        (False, None, "8.5.a(1)", 22),
        (True, 22, "8.5.a(1)", 22),
        (True, 8, "8.5.a(2)", 10),
        (True, 32, "8.5.a(3)", 22),
    ],
)
def test_8_5_a_its_three_cases(released: bool, landed: int | None, rule: str, front: int) -> None:
    told: dict[str, Any] = {"offender": "A", "front": 20, "rear": 10, "points": 12, "released": released}
    if landed is not None:
        told["landed"] = landed
    found = ruled(board(a=(20, 10)), "front-peg", **told)
    assert (found.rule, moves(found)) == (rule, [f"A={front}"])


def test_8_5_a_the_log_knows_where_the_pegs_stood() -> None:
    asks = asked(board(f"{CUT} {PLAY} B+9", a=(20, 10)), "front-peg", offender="B").questions
    assert [(q.key, q.found) for q in asks[1:]] == [("front", 15), ("rear", 6), ("points", None)]


def test_8_5_b_8_5_c_8_7_8_8() -> None:
    both = ruled(START, "both-pegs", offender="A", front=40, points=6)
    assert (both.rule, moves(both)) == ("8.5.b", ["A=46"])
    assert moves(ruled(START, "back-peg", offender="A", rear=12)) == ["B+2"]
    assert moves(ruled(START, "opponent-peg", offender="B", to_peg=True)) == ["A+2"]
    assert moves(ruled(START, "wrong-track", offender="B")) == []


def test_8_5_c_the_log_knows_the_hole() -> None:
    moved = board(f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear B=15,12")
    asks = asked(moved, "back-peg").questions
    assert asks[0].found == "B"
    assert asked(moved, "back-peg", offender="B").questions[1].found == 6


def test_8_10_pegging_out() -> None:
    near = board(a=(116, 110))
    assert ruled(near, "peg-out", offender="A", points=3).says == ("116 and 3 are not enough: play goes on.",)
    forfeits = ruled(near, "peg-out", offender="A", points=5, match=False, refuses=True)
    assert (forfeits.rule, forfeits.deal) == ("8.10.a", {"forfeit": {"player": "A", "points": 5}})
    assert moves(ruled(near, "peg-out", offender="A", points=5, match=False, refuses=False)) == ["A=121"]
    conceded = ruled(near, "peg-out", offender="A", points=5, match=True, conceded=True)
    assert (conceded.rule, conceded.deal) == ("8.10.b", {"won": {"player": "A"}})
    assert (
        ruled(near, "peg-out", offender="A", points=5, match=True, conceded=False, refuses=True).rule
        == "8.10.a"
    )


def test_11_5_refusing_a_ruling_by_edition() -> None:
    assert ruled(START, "refusal", offender="A", three=True).rule == "11.5.b"
    old = ruled(board(profile="acc-2020"), "refusal", offender="A", three=True)
    assert (old.rule, old.moves) == ("11.4.b", ({"player": "B", "wins": True},))


# --- 9, 10: the show -------------------------------------------------------------------------------------------


def test_9_2_c_and_e_points_are_retracted() -> None:
    early = board(f"{CUT} {PLAY} A+5 B+9")
    assert [q.found for q in asked(early, "order").questions] == ["9.2.c"]
    found = ruled(early, "order", case="9.2.c", points=5)
    assert (found.rule, moves(found)) == ("9.2.c", ["A=4"])
    assert found.says[1] == "Bob counts first, then the rest in order."
    assert (
        ruled(early, "order", case="9.2.e", points=5).says[1]
        == "Ann counts their hand, then the rest in order."
    )


def test_9_3_a_the_starter_as_the_log_knows_it() -> None:
    shown = board(f"{CUT} {PLAY}")
    asks = asked(shown, "starter-mixed", offender="B", counted=False, agreed=True).questions
    assert (asks[-1].key, asks[-1].found, asks[-1].facts[0].text) == ("starter", ["4D"], "The 4D was turned.")
    found = ruled(shown, "starter-mixed", offender="B", counted=False, agreed=True, starter=["4D"])
    assert (found.rule, moves(found), found.deal) == ("9.3.a(1)", ["A+2"], {"starter": "4D"})
    told: dict[str, Any] = {"offender": "B", "counted": False, "agreed": False, "starter": ["9C"]}
    assert ruled(shown, "starter-mixed", **told, where="hand").rule == "9.3.a(2)"
    assert ruled(shown, "starter-mixed", **told, where="pack").rule == "9.3.a(3)"
    assert ruled(shown, "starter-mixed", offender="B", counted=True).moves == ()


def test_9_4_hands_and_cribs_mixed_away() -> None:
    assert ruled(START, "hand-mixed", what="A", confirmed=False).deal == {"dead": ["A"]}
    assert ruled(START, "hand-mixed", what="A", confirmed=True).deal == {}
    assert ruled(START, "hand-mixed", what="crib", by="A").deal == {"dead": ["crib"]}
    shown = board(f"{CUT} {PLAY} B+9 A+5 {CRIB}")
    asks = asked(shown, "hand-mixed", what="crib", by="B", known=True).questions
    assert asks[-1].found == ["2C", "2H", "9D", "JC"]
    found = ruled(shown, "hand-mixed", what="crib", by="B", known=True, crib=["2C", "2H", "9D", "JC"])
    assert (found.rule, moves(found)) == ("9.4.c", ["A+2"])
    assert found.deal == {"shown": {"crib": ["2C", "2H", "9D", "JC"]}}
    assert ruled(shown, "hand-mixed", what="crib", by="B", known=False).deal == {}


def test_9_4_the_crib_is_not_named_before_it_was_shown() -> None:
    asks = asked(board(f"{CUT} {PLAY}"), "hand-mixed", what="crib", by="B", known=True).questions
    assert asks[-1].found is None
    assert asks[-1].facts == ()


@pytest.mark.parametrize(
    ("claimed", "missed", "expected"),
    [(4, 2, "A+2"), (2, 4, "A+2"), (2, 0, "B+2")],
)
def test_10_4_a_the_lesser_of_claim_and_truth_or_the_wrong_call(
    claimed: int, missed: int, expected: str
) -> None:
    playing = board(muggins=True)
    told: dict[str, Any] = {"caller": "A", "claimed": claimed, "what": "hand", "missed": missed}
    if missed:
        told["in_time"] = True
    assert moves(ruled(playing, "muggins", **told)) == [expected]


def test_10_what_cannot_be_called() -> None:
    playing = board(f"{CUT} {PLAY} B+7", muggins=True)
    assert asked(playing, "muggins", caller="A", claimed=2, what="hand").questions[-1].found == 2
    heels = ruled(playing, "muggins", caller="A", claimed=2, what="heels")
    assert (heels.rule, moves(heels)) == ("10.3, 10.4.a", ["B+2"]), "a wrong call, as the referee has it"
    assert ruled(playing, "muggins", caller="A", claimed=2, what="hand", missed=2, in_time=False).moves == ()
    assert ruled(START, "muggins").rule == "10.1"
    near = board(muggins=True, b=(119, 110))
    found = ruled(near, "muggins", caller="A", claimed=8, what="hand", missed=8, in_time=True)
    assert moves(found) == ["A+2"]


# --- 7: the play -----------------------------------------------------------------------------------------------

RENEGED = "cut:KS B:TC A:QH B:5D B+1 A:6C B:KD A:QS A:QD wait"


def test_7_3_the_log_offers_cards_count_and_points() -> None:
    seen = board(RENEGED)
    asks = asked(
        seen, "renege", offender="A", count=25, cards=["6C"], in_time=True, stand=3, back_A=0, back_B=1
    )
    offered = {q.key: q.found for q in asks.questions}
    assert offered["offender"] == "A"
    assert offered["count"] == 25
    assert offered["cards"] == ["6C"]
    assert offered["stand"] == 3
    assert offered["back-B"] == 1
    told: dict[str, Any] = {
        "offender": "A",
        "count": 25,
        "cards": ["6C"],
        "in_time": True,
        "stand": 3,
        "back_A": 0,
        "back_B": 1,
    }
    dead = ruled(seen, "renege", **told, played=False)
    assert moves(dead) == ["B=0", "B+2"]
    assert dead.deal == {"cards_stand": 3, "dead_cards": {"A": ["6C"]}}
    assert ruled(seen, "renege", **told, played=True).deal == {"cards_stand": 3}


def test_7_3_b_cards_laid_since_the_go_go_back_also_those_before_the_reneged_one() -> None:
    """Ann takes a go on 25; Ann leads again and Bob only then lays the six that had fitted."""
    since = board("cut:KS B:TC A:QH B:5D B+1 A:KD B:2C A:6C B:9S A:QS wait")
    offered = {
        q.key: q.found
        for q in asked(since, "renege", offender="A", count=25, cards=["6C"], in_time=True).questions
    }
    assert offered["stand"] == 3, "the king and the two were laid after the go as well"


def test_7_3_a_too_late_never_at_21_nothing_fitted() -> None:
    told: dict[str, Any] = {"offender": "A", "count": 25}
    assert ruled(START, "renege", **told, cards=["6C"], in_time=False).rule == "7.3.a"
    assert ruled(START, "renege", offender="A", count=21).house is not None
    assert ruled(START, "renege", **told, cards=[]).moves == ()


def test_7_3_c_the_first_reneged_card_may_be_seen_since_2025() -> None:
    told: dict[str, Any] = {"offender": "A", "count": 25, "cards": ["6C"], "in_time": True, "stand": 3}
    for book, sight in (("acc-2025", "the first reneged card"), ("acc-2020", "none of the cards")):
        seen = board(RENEGED, profile=book)
        last = asked(seen, "renege", **told, back_A=0, back_B=1).questions[-1]
        assert last.text.startswith(f"Bob may see {sight}.")
        dead = ruled(seen, "renege", **told, back_A=0, back_B=1, played=False)
        assert dead.deal == {"cards_stand": 3, "dead_cards": {"A": ["6C"]}}, "not played, and counted (7.3.d)"


def test_7_3_e_out_before_it_was_claimed() -> None:
    out = board(f"{CUT} {PLAY} B+9", b=(106, 99))
    assert ruled(out, "renege", offender="A").rule == "7.3.e"


def test_renege_in_the_other_books() -> None:
    told: dict[str, Any] = {"offender": "A", "count": 25, "cards": ["6C"]}
    corporate = ruled(board(profile="corporate-challenge", a=(10, 4)), "renege", **told)
    assert (moves(corporate), corporate.deal) == (["A=8"], {"dead_cards": {"A": ["6C"]}})
    assert corporate.house is not None
    assert ruled(board(profile="alberta-55plus"), "renege", **told).moves == ()


def test_7_1_b_the_wrong_lead() -> None:
    lead = board("cut:4D A:5H B:TC B+2")
    found = ruled(lead, "wrong-lead", after_go=False, late=False, stand=0, back_A=0, back_B=2)
    assert (moves(found), found.deal) == (["B=0"], {"cards_stand": 0})
    assert ruled(lead, "wrong-lead", after_go=False, late=True).moves == ()
    assert ruled(board(profile="acc-2020"), "wrong-lead", after_go=True).rule == "7.1.b"
    assert ruled(START, "wrong-lead", after_go=True, late=False, stand=0).deal == {"cards_stand": 0}


def test_7_1_e_a_card_over_thirty_one_by_edition() -> None:
    at = {"b": (10, 5)}
    assert moves(ruled(board(**at), "over-31", offender="B", pegged=2, match=False)) == ["B=8", "A+2"]
    assert moves(ruled(board(**at), "over-31", offender="B", pegged=2, match=True)) == []
    assert moves(ruled(board(**at), "over-31", offender="B", pegged=0, match=True)) == []
    assert moves(ruled(board(profile="acc-2020", **at), "over-31", offender="B", pegged=2)) == ["B=8", "A+2"]


def test_7_4_a_wrong_count() -> None:
    at = board(b=(10, 5))
    assert ruled(at, "count", offender="B", late=True, go=False).rule == "7.4.a"
    assert moves(ruled(at, "count", offender="B", late=False, by="opponent", excess=2)) == ["B=8", "A+2"]
    assert moves(ruled(at, "count", offender="B", late=False, by="self", excess=2)) == ["B=8"]
    assert moves(ruled(at, "count", offender="B", late=False, by="self", excess=0)) == []


# --- 2 to 6: the deal --------------------------------------------------------------------------------------------


def test_4_1_b_the_wrong_dealer() -> None:
    assert ruled(START, "wrong-dealer", both_played=False).deal == {"again": "B"}
    begun = board(f"{CUT} B:TC A:QH")
    assert asked(begun, "wrong-dealer").questions[0].found is True
    assert ruled(begun, "wrong-dealer", both_played=True).deal == {"dealer": "B"}


def test_4_5_b_everything_of_the_deal_is_taken_back() -> None:
    twice = board(f"{CUT} B:TC A:TH A+2 B:QH A:QH")
    asks = asked(twice, "duplicate").questions
    assert [(q.key, q.found) for q in asks] == [("back-A", 2), ("back-B", 0)]
    found = ruled(twice, "duplicate", back_A=2, back_B=0)
    assert (found.rule, moves(found), found.deal) == ("4.5.b", ["A=0"], {"again": "A"})
    assert ruled(board(profile="hoyle"), "duplicate").deal == {"again": "A"}


def test_5_1_c_5_2_a_b_c_the_crib() -> None:
    assert ruled(START, "crib-side", late=False).deal == {}
    assert ruled(START, "crib-side", late=True).deal == {"crib_of": "B"}
    assert moves(ruled(START, "crib-seen", offender="A", thrown=True)) == ["B+2"]
    assert ruled(START, "crib-seen", offender="A", thrown=False).rule == "5.2.b"
    assert moves(ruled(START, "crib-as-hand", begun=False)) == ["B+2"]
    swapped = ruled(board(a=(10, 4)), "crib-as-hand", begun=True, back_A=3)
    assert (moves(swapped), swapped.deal) == (["A=7", "B+2"], {"no_points": ["A"]})


def test_6_1_a_the_starter_too_soon() -> None:
    assert ruled(START, "starter-early").deal == {"starter_back": True}
    old = board(profile="acc-2020")
    assert ruled(old, "starter-early", dealer=True).house is None
    assert ruled(old, "starter-early", dealer=False).house is not None


@pytest.mark.parametrize(
    ("case", "offender", "award"),
    [
        ("2.1", "A", "B+2"),
        ("3.3.a", "B", "A+2"),
        ("3.3.b", None, "B+2"),
        ("6.1.b", None, "A+2"),
        ("6.1.c", None, "B+2"),
    ],
)
def test_2_1_3_3_a_b_6_1_b_c_two_points_for_a_card_that_was_not_to_be_seen(
    case: str, offender: str | None, award: str
) -> None:
    told = {"case": case} | ({} if offender is None else {"offender": offender})
    assert moves(ruled(START, "looked", **told)) == [award]


def test_4_4_d_9_the_points_to_go_back_are_asked_for_as_they_were_pegged() -> None:
    """Of the play only (4.4), of the whole deal but for penalties (4.5.b); never more than the player has."""
    shown = board("cut:4D B:TC A:TH A+2", a=(10, 4))
    play = asked(
        shown, "wrong-number", discarded=True, cards_pone=5, cards_dealer=4, cards_crib=4, turned=True
    )
    assert [(q.text, q.found) for q in play.questions if q.key == "back-A"] == [
        ("How many points has Ann pegged in the play?", 2)
    ]
    deal = asked(shown, "duplicate")
    assert [(q.text, q.found) for q in deal.questions if q.key == "back-A"] == [
        ("How many points has Ann pegged in this deal, penalties apart?", 2)
    ]
    said = ruled(shown, "duplicate", back_A=2, back_B=0).says
    assert "Ann's front peg goes back 2 to hole 10." in said
    back = board("cut:4D B:TC A:TH A+2 rule:A=0")
    assert [q.found for q in asked(back, "duplicate").questions if q.key == "back-A"] == [2]
    gone = board("cut:4D B:TC A:TH A+2 rule:A=0 A=0,-1")
    assert [q.found for q in asked(gone, "duplicate").questions if q.key == "back-A"] == [0]


def test_4_1_b_a_ruled_dealer_deals_though_it_was_the_others_turn() -> None:
    """Who deals next is as judges say (4.1.b), also where the deal would have alternated."""
    at = Table().do(f"{CUT} {PLAY}")
    at.see(ruling={"judges": ["J1", "J2"], "rule": "4.1.b", "moves": [], "deal": {"dealer": "A"}})
    at.do(f"B+9 A+5 {CRIB} A+6 clear cut:JD A+2 B:2C")
    assert at.verdicts[-1] == "scored A 2"
