"""Rules that only the players see broken: what judges are asked, and what follows (rules 2 to 8, 11 and 14)."""

from __future__ import annotations

from typing import Any

import pytest
from desk import asked, board_of, moves, ruled
from tables import CRIB, CUT, PLAY, Table

from cribbage.judging import matters
from cribbage.log.codec import header_from, observation_from
from cribbage.shown.scoreboard import Scoreboard
from cribbage.worlds.referee import Referee

TWO: dict[str, Any] = {"mode": "club", "players": {"A": "Ann", "B": "Bob"}}
FOUR: dict[str, Any] = {"mode": "club", "players": {"A": "Ann", "B": "Bob", "C": "Cid", "D": "Dora"}}
CANADIAN = FOUR | {"options": {"doubles": "canadian"}}
CORPORATE = FOUR | {"profile": "corporate-challenge"}
OLD: dict[str, Any] = {"profile": "acc-2020"}
AGAIN = {"again": "A"}


def board(words: str = "", **more: Any) -> Scoreboard:
    return board_of(Table(**(TWO | more)).do(words))


def doubles(**header: Any) -> Scoreboard:
    return board_of(Table(**header))


START = board()
TURNED = board(CUT)


def keys(on: Scoreboard) -> set[str]:
    return {matter.key for matter in matters(on)}


# --- 2.1, 3.3.a, 3.3.b, 6.1.b: cards of the pack that were seen ---------------------------------------------


@pytest.mark.parametrize(("case", "who"), [("2.1", "A"), ("2.1", "B"), ("3.3.a", "B"), ("3.3.b", None)])
@pytest.mark.parametrize("edition", ["acc-2025", "acc-2020"])
def test_2_1_3_3_a_b_the_bottom_card_costs_two_and_the_pack_is_shuffled_again(
    case: str, who: str | None, edition: str
) -> None:
    told = {"case": case} | ({} if who is None else {"offender": who})
    found = ruled(board(profile=edition), "looked", **told)
    offender = who or "A"
    assert (found.rule, moves(found)) == (case, [f"{'B' if offender == 'A' else 'A'}+2"])
    assert found.says[1] == "The pack is shuffled and cut again."


def test_2_1_what_judges_ruled_is_pegged_and_followed() -> None:
    """The two points are not only said: the referee waits for them, and judges them as a penalty."""
    dealt = f"{CUT} {PLAY} B+9 A+5 {CRIB} A+4 clear"
    at = Table(**TWO).do(dealt)
    ruling = ruled(board_of(at), "looked", case="2.1", offender="B").body(["Jane", "Joe"])
    at.see(**ruling)
    at.do("A+2")
    assert at.verdicts[-1] == "scored A 2"
    assert at.verdict("scored")["what"] == "penalty"
    wrong = Table(**TWO).do(dealt)
    wrong.see(**ruling)
    assert wrong.do("A+3").verdicts[-1] == "overpeg A 1"


@pytest.mark.parametrize(
    ("front", "back", "house"), [((10, 4), "B-2", False), ((1, 0), "B-1", True), ((0, -1), None, True)]
)
def test_corporate_2_a_flashed_card_costs_the_cutters_side_two_back(
    front: tuple[int, int], back: str | None, house: bool
) -> None:
    on = doubles(**CORPORATE, b=front)
    assert "looked" in keys(on)
    found = ruled(on, "looked", misdeal=True)
    assert (found.rule, moves(found), found.deal) == ("Corporate 2", [back] if back else [], AGAIN)
    assert (found.house is not None) is house
    stays = ruled(on, "looked", misdeal=False)
    assert (moves(stays), stays.deal) == (moves(found), {})


# --- 3.2.c, 3.3.c, 4.1.c: the cuts --------------------------------------------------------------------------


def test_3_3_c_a_forgotten_cut_until_a_card_of_the_pone_is_picked_up() -> None:
    in_time = ruled(START, "uncut", case="deal", picked_up=False)
    assert (in_time.rule, in_time.deal, moves(in_time)) == ("3.3.c", AGAIN, [])
    late = ruled(START, "uncut", case="deal", picked_up=True)
    assert (late.rule, late.deal) == ("3.3.c", {})


@pytest.mark.parametrize(("words", "found"), [("", None), (CUT, True), ("B:TC", True)])
def test_3_3_c_the_log_knows_that_cards_were_picked_up(words: str, found: bool | None) -> None:
    """That the starter lies there, or a card was played, proves it; that nothing was seen proves nothing."""
    asks = asked(board(words), "uncut", case="deal").questions
    assert asks[-1].found is found
    assert bool(asks[-1].facts) is (found is True)


def test_4_1_c_once_dealing_has_begun_the_cut_for_deal_counts_as_made() -> None:
    found = ruled(START, "uncut", case="first")
    assert (found.rule, found.deal, found.moves) == ("4.1.c", {}, ())


def test_3_2_c_who_showed_more_than_one_card_cuts_again() -> None:
    found = ruled(START, "exposed", case="first")
    assert (found.rule, found.deal, found.moves) == ("3.2.c", {}, ())


# --- 4.2.d: another pack ------------------------------------------------------------------------------------


def test_4_2_d_in_the_qualifying_round_only_for_a_card_that_cannot_be_replaced() -> None:
    assert ruled(START, "another-pack", match=False, damaged=True).says == ("Another pack is taken.",)
    assert ruled(START, "another-pack", match=False, damaged=False).says[0].startswith("The pack stays")


def test_4_2_d_in_a_match_each_player_has_one_change_after_a_game() -> None:
    told = {"match": True, "who": "B", "when": "between"}
    assert ruled(START, "another-pack", **told, had=0).says == (
        "Another pack is taken: the one change of Bob in this match.",
    )
    assert ruled(START, "another-pack", **told, had=1).says[0].startswith("The pack stays: each player")
    assert (
        ruled(START, "another-pack", match=True, who="B", when="during").says[0].startswith("The pack stays")
    )


def test_4_2_d_in_the_edition_of_2020_the_only_change_is_the_one_after_a_game() -> None:
    """No look before the match, no other time; the qualifying round as in 2025."""
    old, told = board(**OLD), {"match": True, "who": "B"}
    taken = ruled(old, "another-pack", **told, when="between", had=0)
    assert (taken.rule, taken.says) == (
        "4.2.d",
        ("Another pack is taken: the one change of Bob in this match.",),
    )
    for more in ({"when": "between", "had": 1}, {"when": "before"}, {"when": "during"}):
        assert ruled(old, "another-pack", **told, **more).says[0].startswith("The pack stays"), more
    assert ruled(old, "another-pack", match=False, damaged=True).says == ("Another pack is taken.",)
    assert ruled(old, "another-pack", match=False, damaged=False).says[0].startswith("The pack stays")


def test_5_1_b_of_2020_is_struck_out_and_can_be_put_in_force() -> None:
    plain, in_force = board(**OLD), board(**OLD, options={"rule_5_1_b": True})
    assert ruled(plain, "discards", case="mind", thrown=False).rule == "5.3"
    assert ruled(in_force, "discards", case="side", turned=False).rule == "5.1.c", "the wrong side stays free"
    asked_for = ruled(in_force, "discards", case="mind", taken_back=False)
    assert (asked_for.rule, asked_for.moves) == ("5.1.b", ())
    told = {"case": "mind", "taken_back": True, "offender": "A"}
    taken = ruled(in_force, "discards", **told, mixed=False)
    assert (taken.rule, moves(taken)) == ("5.1.b", ["B+2"])
    assert taken.says == ("Bob pegs 2 points.", "The two cards go back to the crib.")
    assert "rule 5.2" in ruled(in_force, "discards", **told, mixed=True).says[1]


def test_4_2_d_before_a_match_the_pack_may_be_looked_at_since_2025() -> None:
    told = {"match": True, "who": "A", "when": "before"}
    assert "another one is given" in ruled(START, "another-pack", **told).says[0]
    assert ruled(board(**OLD), "another-pack", **told).says[0].startswith("The pack stays")


# --- 4.3, 6.1.d, 6.2: cards shown ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "rule", "deal"), [("dealer", "4.3.a", AGAIN), ("pone", "4.3.b", {}), ("pack", "4.3.c", AGAIN)]
)
@pytest.mark.parametrize("edition", ["acc-2025", "acc-2020"])
def test_4_3_a_b_c_a_card_shown_in_dealing_is_dealt_again_unless_the_pone_showed_it(
    case: str, rule: str, deal: dict[str, str], edition: str
) -> None:
    found = ruled(board(profile=edition), "exposed", case=case)
    assert (found.rule, found.deal, found.moves) == (rule, deal, ())


def test_6_1_d_a_card_face_up_at_the_cut_is_no_new_deal() -> None:
    found = ruled(START, "exposed", case="cut")
    assert (found.rule, found.deal, found.moves) == ("6.1.d", {}, ())
    assert ruled(TURNED, "exposed", case="cut").deal == {"starter_back": True}


def test_6_1_d_in_2020_only_the_card_that_was_cut() -> None:
    on = board(**OLD)
    assert ruled(on, "exposed", case="cut", cut_card=True).rule == "6.1.d"
    other = ruled(on, "exposed", case="cut", cut_card=False)
    assert (other.rule, other.deal) == ("", {})
    assert other.house is not None


def test_6_2_the_top_card_is_the_starter_and_both_may_see_the_others() -> None:
    found = ruled(TURNED, "exposed", case="several")
    assert (found.rule, found.deal, found.moves) == ("6.2", {}, ())


@pytest.mark.parametrize(
    ("book", "rule"),
    [("alberta-55plus", "Alberta 12.a"), ("corporate-challenge", "Corporate 6"), ("hoyle", "")],
)
def test_alberta_12_a_corporate_6_every_misdeal_is_dealt_again_by_the_same_player(
    book: str, rule: str
) -> None:
    on = doubles(**CORPORATE) if book == "corporate-challenge" else board(profile=book)
    for case in ("dealer", "pone", "pack", "cut"):
        found = ruled(on, "exposed", case=case)
        assert (found.rule, found.deal, found.moves) == (rule, AGAIN, ())
    for matter in ("bad-pack", "duplicate"):
        found = ruled(on, matter)
        assert (found.rule, found.deal, found.moves) == (rule, AGAIN, ())
        assert (found.house is None) is bool(rule)
    for case in ("several", "first"):
        silent = ruled(on, "exposed", case=case)
        assert (silent.rule, silent.deal) == ("", {})
        assert silent.house is not None


def test_4_3_a_after_a_misdeal_the_referee_waits_for_the_same_dealers_new_cards() -> None:
    table = Table(**TWO).do("cut:4D B:TC")
    table.see(**ruled(board_of(table), "exposed", case="dealer").body(["Jane", "Joe"]))
    table.do("clear cut:JD")
    events = table.judge().events
    assert [(e.body["deal"], e.body["dealer"]) for e in events if e.kind == "deal"] == [(2, "A")]
    assert table.do("A+2").verdicts == ["scored A 2"]


# --- 4.4.a: dealt too few -----------------------------------------------------------------------------------


def test_4_4_a_2_in_doubles_five_cards_are_dealt() -> None:
    four = doubles(**FOUR)
    assert "five" not in str(asked(four, "wrong-number", discarded=False).questions)
    found = ruled(four, "wrong-number", discarded=False, case="short")
    assert found.says == ("Dealing goes on until all have 5 cards. No penalty.",)
    labels = dict(asked(four, "wrong-number", discarded=False).questions[-1].options)
    assert labels["dealer-short"] == "The pone had 5, the dealer 4, and both agreed"
    assert "6 cards" in ruled(START, "wrong-number", discarded=False, case="short").says[0]


# --- 4.5.a, c, d: the pack ----------------------------------------------------------------------------------


def test_4_5_a_a_marked_card_before_and_after_a_card_is_picked_up() -> None:
    early = ruled(START, "bad-pack", case="defect", picked_up=False)
    assert (early.rule, early.deal, early.moves) == ("4.5.a", AGAIN, ())
    late = ruled(START, "bad-pack", case="defect", picked_up=True)
    assert (late.rule, late.deal, late.moves) == ("4.5.a", {}, ())
    assert asked(TURNED, "bad-pack", case="defect").questions[-1].found is True


@pytest.mark.parametrize(("case", "rule"), [("stray", "4.5.c"), ("incomplete", "4.5.d")])
def test_4_5_c_d_stray_and_missing_cards_wait_for_the_end_of_the_deal(case: str, rule: str) -> None:
    found = ruled(TURNED, "bad-pack", case=case)
    assert (found.rule, found.deal, found.moves) == (rule, {}, ())


# --- 5.1, 5.2, 5.3: the crib --------------------------------------------------------------------------------


def test_5_1_b_thrown_to_the_wrong_side_until_the_starter_is_turned() -> None:
    assert ruled(START, "discards", case="side", turned=False).rule == "5.1.b"
    assert ruled(board(**OLD), "discards", case="side", turned=False).rule == "5.1.c"
    assert ruled(TURNED, "discards", case="side", turned=True).rule == "5.3.a"
    assert asked(TURNED, "discards", case="side").questions[-1].found is True
    assert asked(START, "discards", case="side").questions[-1].found is None


def test_5_3_discards_come_back_until_the_opponent_has_thrown() -> None:
    free = ruled(START, "discards", case="mind", thrown=False)
    assert (free.rule, free.moves) == ("5.3", ())
    late = ruled(START, "discards", case="mind", thrown=True)
    assert (late.rule, late.moves) == ("5.3.a", ())


def test_5_1_b_of_2020_is_struck_out_so_taking_discards_back_costs_nothing() -> None:
    found = ruled(board(**OLD), "discards", case="mind", thrown=False)
    assert (found.rule, found.moves) == ("5.3", ())


def test_5_1_c_is_5_1_d_in_2020() -> None:
    assert ruled(START, "crib-side", late=True).rule == "5.1.c"
    old = ruled(board(**OLD), "crib-side", late=True)
    assert (old.rule, old.deal) == ("5.1.d", {"crib_of": "B"})


@pytest.mark.parametrize("offender", ["A", "B"])
def test_5_2_a_b_looking_into_the_crib_costs_two_no_matter_who_looked(offender: str) -> None:
    friend = "B" if offender == "A" else "A"
    found = ruled(START, "crib-seen", offender=offender, thrown=True)
    assert (found.rule, moves(found)) == ("5.2.a", [f"{friend}+2"])
    assert len(found.says) == 1
    early = ruled(START, "crib-seen", offender=offender, thrown=False)
    assert (early.rule, moves(early)) == ("5.2.b", [f"{friend}+2"])
    assert "draws two cards blind" in early.says[1]


def test_5_2_c_whether_both_are_counted_is_a_house_default_in_2020() -> None:
    told: dict[str, Any] = {"begun": True, "back_A": 0}
    assert ruled(START, "crib-as-hand", **told).house is None
    assert ruled(board(**OLD), "crib-as-hand", **told).house is not None


# --- appendix B: the Canadian form of doubles ---------------------------------------------------------------


def test_appendix_b_hands_that_are_set_are_only_asked_about_in_the_canadian_form() -> None:
    assert "canadian" in keys(doubles(**CANADIAN))
    assert "canadian" not in keys(doubles(**FOUR)) | keys(START)


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"case": "back"}, "Nothing comes back"),
        ({"case": "kept"}, "Both hands are laid face down"),
        ({"case": "swap", "looked": False, "turned": False}, "The hands are exchanged as they are"),
        ({"case": "swap", "looked": True, "turned": False}, "It is too late"),
        ({"case": "swap", "looked": False, "turned": True}, "It is too late"),
        ({"case": "five", "looked": False, "turned": False}, "The five come back to the setter"),
        (
            {"case": "five", "looked": True, "turned": False},
            "An opponent draws one card blind from the partner's",
        ),
        ({"case": "five", "looked": False, "turned": True}, "An opponent draws one card blind from each"),
        ({"case": "five", "looked": True, "turned": True}, "An opponent draws one card blind from each"),
    ],
)
def test_appendix_b_hands_set_or_passed_wrong(told: dict[str, Any], says: str) -> None:
    found = ruled(doubles(**CANADIAN), "canadian", **told)
    assert (found.rule, found.moves, found.deal) == ("App. B", (), {})
    assert found.says[0].startswith(says)


# --- 7.1.e, 7.1.f, 7.4.a: the play --------------------------------------------------------------------------


@pytest.mark.parametrize(("told", "rule"), [({"match": False}, "acc-2025"), ({}, "acc-2020")])
def test_7_1_e_out_on_a_card_over_thirty_one_is_a_false_claim_as_well(
    told: dict[str, bool], rule: str
) -> None:
    on = board(profile=rule, a=(50, 40), b=(121, 110))
    found = ruled(on, "over-31", offender="B", pegged=2, **told)
    assert (found.rule, moves(found)) == ("7.1.e, 8.4.b", ["B=104", "A+2"])


def test_7_1_f_of_two_cards_the_announced_one_is_played_or_the_player_chooses() -> None:
    one = ruled(START, "two-cards", match=True)
    other = ruled(START, "two-cards", match=False)
    assert one.rule == other.rule == "7.1.f"
    assert one.says != other.says
    assert one.moves == other.moves == ()
    assert one.house is other.house is None
    assert ruled(board(profile="hoyle"), "two-cards", match=False).house is not None


def test_7_4_a_a_go_called_on_a_wrong_count_may_be_withdrawn() -> None:
    withdrawn = ruled(START, "count", offender="B", late=True, go=True)
    accepted = ruled(START, "count", offender="B", late=True, go=False)
    assert withdrawn.says == ("The go may be withdrawn, and the count is put right.",)
    assert accepted.says[0].startswith("The wrong count holds")


# --- 8.6, 8.9: pegs -----------------------------------------------------------------------------------------


def test_8_6_a_peg_touched_by_accident_costs_nothing() -> None:
    found = ruled(START, "opponent-peg", offender="B", to_peg=False)
    assert (found.rule, found.moves) == ("8.6", ())
    assert asked(START, "opponent-peg", offender="B").questions[-1].found is None


def test_8_9_the_cards_the_opponent_holds_say_whether_the_go_was_due() -> None:
    at = board(b=(10, 9))
    due = ruled(at, "early-go", offender="B", fits=False)
    assert (due.rule, due.moves) == ("8.9", ())
    told: dict[str, Any] = {"offender": "B", "fits": True}
    assert moves(ruled(at, "early-go", **told, late=False, by="opponent")) == ["B=9", "A+1"]
    assert moves(ruled(at, "early-go", **told, late=False, by="self")) == ["B=9"]
    late = ruled(at, "early-go", **told, late=True)
    assert (late.rule, late.moves) == ("8.9, 8.4.d", ())


def test_8_9_a_go_not_due_in_the_game_hole_is_a_false_claim() -> None:
    found = ruled(board(a=(80, 70), b=(121, 120)), "early-go", offender="B", fits=True)
    assert (found.rule, moves(found)) == ("8.9, 8.4.b", ["B=105", "A+1"])


# --- 11.2, 11.3: penalties ----------------------------------------------------------------------------------


def test_11_3_a_wrong_call_of_a_penalty_costs_nothing() -> None:
    found = ruled(START, "penalty", case="called")
    assert (found.rule, found.moves) == ("11.3", ())


@pytest.mark.parametrize("call", ["overpeg", "renege", "judge"])
def test_11_3_calling_for_nothing_brings_neither_points_nor_blame(call: str) -> None:
    """Muggins alone has a price for a wrong call (10.4.a), and muggins is no penalty."""
    assert Table(**TWO).do(f"cut:4D B:5C A!{call} A:TC A+2 B!{call}").verdicts == ["scored A 2"]


def test_11_2_a_penalty_pegged_too_far_goes_back_and_the_error_is_the_opponents() -> None:
    told: dict[str, Any] = {"case": "many", "offender": "B", "excess": 1}
    at = board(b=(10, 7))
    found = ruled(at, "penalty", **told, late=False, by="opponent")
    assert (found.rule, moves(found)) == ("11.2, 8.4.c(1)", ["B=9", "A+1"])
    assert moves(ruled(at, "penalty", **told, late=False, by="self")) == ["B=9"]
    assert ruled(at, "penalty", **told, late=True).moves == ()
    assert ruled(at, "penalty", case="few").moves == ()


# --- 9.5, 11.5, 14.1, Corporate 4: conduct ------------------------------------------------------------------


def test_14_1_up_to_two_points_since_2025_if_a_head_or_senior_judge_imposes_them() -> None:
    told: dict[str, Any] = {"case": "other", "offender": "A", "imposed": True}
    assert moves(ruled(START, "conduct", **told, points=2)) == ["B+2"]
    assert (
        asked(START, "conduct", **told, points=3).problem == "points: a whole number from 1 to 2 is expected"
    )
    none = ruled(START, "conduct", case="other", offender="A", imposed=False)
    assert (none.rule, none.moves) == ("14.1", ())


def test_14_1_in_2020_there_are_no_points_for_it() -> None:
    found = ruled(board(**OLD), "conduct", case="other")
    assert (found.rule, found.moves) == ("14.1", ())


@pytest.mark.parametrize("book", ["alberta-55plus", "hoyle"])
def test_14_1_where_the_book_is_silent_the_official_decides(book: str) -> None:
    found = ruled(board(profile=book), "conduct", case="other")
    assert (found.rule, found.moves) == ("", ())
    assert found.house is not None


def test_9_5_14_1_help_in_counting_is_against_the_rule_but_partners_may_help_in_corporate() -> None:
    assert ruled(START, "conduct", case="help", offender="A", imposed=False).rule == "9.5, 14.1"
    corporate = doubles(**CORPORATE)
    allowed = ruled(corporate, "conduct", case="help")
    assert (allowed.rule, allowed.moves) == ("Corporate 4", ())
    assert ruled(corporate, "conduct", case="other").rule == "Corporate 6"


def test_appendix_b_table_talk_has_no_penalty_but_a_repetition_may() -> None:
    assert "talk" not in dict(asked(START, "conduct").questions[0].options)
    found = ruled(doubles(**FOUR), "conduct", case="talk", offender="B", imposed=True, points=1)
    assert (found.rule, moves(found)) == ("App. B, 14.1", ["A+1"])


def judged(header: dict[str, Any], matter: str, **answers: Any) -> dict[str, Any]:
    """What the referee says when it follows the ruling: the `game` verdict."""
    table = Table(**header)
    body = ruled(board_of(table), matter, **answers).body(["Jane", "Joe"])
    referee = Referee(header_from(table.header))
    events = referee.receive(observation_from({"t": 1.0} | body))
    return next(dict(e.body) for e in events if e.kind == "verdict" and e.body["code"] == "game")


@pytest.mark.parametrize("case", ["board", "table"])
def test_corporate_4_a_board_wrecked_on_purpose_or_the_wrong_table_loses_121_to_0(case: str) -> None:
    won = judged(CORPORATE, "wrecked", case=case, so=True, offender="A")
    assert (won["player"], won["points"]) == ("B", 0)


def test_corporate_4_an_accident_and_a_table_found_in_time_lose_nothing() -> None:
    on = doubles(**CORPORATE)
    assert ruled(on, "wrecked", case="board", so=False).moves == ()
    assert ruled(on, "wrecked", case="table", so=False).moves == ()
    assert "wrecked" not in keys(START)


@pytest.mark.parametrize(("book", "rule"), [("acc-2025", "11.5"), ("acc-2020", "11.4")])
def test_11_5_a_nobody_loses_by_refusing_before_three_judges_have_ruled(book: str, rule: str) -> None:
    found = ruled(board(profile=book), "refusal", offender="A", three=False)
    assert (found.rule, found.moves) == (f"{rule}.a", ())
    won = judged(TWO | {"profile": book}, "refusal", offender="A", three=True)
    assert (won["player"], won["points"], won["spread"]) == ("B", 111, 10)
