"""Each difference between the books, acting in a game: the same table under two rule sets."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tables import CRIB, CUT, PLAY, Table, after_play, verdicts

from cribbage.log.events import Event
from cribbage.profiles import PROFILES
from cribbage.profiles.explain import find
from cribbage.profiles.options import BadOption, book_of, options_from, played
from cribbage.shown.policy import Viewer
from cribbage.shown.reveal import view
from cribbage.shown.scoreboard import Scoreboard

ALBERTA: dict[str, Any] = {"profile": "alberta-55plus"}
CORPORATE: dict[str, Any] = {"profile": "corporate-challenge"}
HOYLE: dict[str, Any] = {"profile": "hoyle"}
OLD: dict[str, Any] = {"profile": "acc-2020"}
DEAL = f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear"


# --- what a verdict cites ----------------------------------------------------------------------------------


def test_a_verdict_cites_the_rule_of_the_book_and_marks_house_defaults() -> None:
    words = f"{CUT} {PLAY} B+11"
    acc = Table().do(words).verdict("overpeg")
    assert (acc["rule"], acc.get("house_default")) == ("8.4.c", None)
    alberta = Table(**ALBERTA).do(words).verdict("overpeg")
    assert (alberta["rule"], alberta["house_default"]) == ("13", ["overpeg_of_announced"])
    hoyle = Table(**HOYLE).do(words).verdict("overpeg")
    assert hoyle["rule"] == "house default (ACC 8.4.c)"
    assert "overpeg_award" in hoyle["house_default"]


def test_13_is_explained_as_the_book_that_has_it_means_it() -> None:
    """The ACC's thirteenth rule is of playoffs, Alberta's of errors in pegging."""
    found = [article.topic for article in find("13", "alberta-55plus")]
    assert "8.4.c" in found
    assert "13.1" not in found
    assert find("13", "acc-2025")[0].topic == "13.1"


def test_5_1_b_of_2020_is_told_as_struck_out_and_what_follows_under_its_own_number() -> None:
    titles = {
        wanted: [one.title for one in find(wanted, "acc-2020")] for wanted in ("5.1.b", "5.1.c", "5.1.d")
    }
    assert titles["5.1.b"] == ["Taking back what was thrown"]
    assert "struck out" in find("5.1.b", "acc-2020")[0].books["acc-2020"].text
    assert titles["5.1.c"] == ["Thrown to the wrong side"] == [one.title for one in find("5.1.b")]
    assert titles["5.1.d"] == ["The crib on the pone's side"] == [one.title for one in find("5.1.c")]


def test_corporate_5_the_direction_of_the_two_points_is_marked() -> None:
    words = "cut:KS B:TC A:QH B:5D B+1 A:6C B:KD A:QS A:QD"
    found = Table(**CORPORATE).do(words).verdict("renege")
    assert (found["rule"], found["house_default"]) == ("5", ["renege_back"])
    assert "house_default" not in Table().do(words).verdict("renege")


# --- what a game counts ------------------------------------------------------------------------------------

WON: list[tuple[dict[str, Any], int, dict[str, Any]]] = [
    ({}, 90, {"spread": 31, "skunk": True, "game_points": 3}),
    ({}, 91, {"spread": 30, "skunk": None, "game_points": 2}),
    (ALBERTA, 90, {"spread": 31, "skunk": None, "game_points": 2}),
    (CORPORATE, 90, {"spread": 31, "skunk": None, "game_points": None, "games": 1}),
    (HOYLE, 60, {"spread": 61, "games": 2}),
    (HOYLE, 61, {"spread": 60, "games": 1}),
]


@pytest.mark.parametrize(("book", "loser", "expected"), WON)
def test_1_6_what_a_win_counts_in_each_book(
    book: dict[str, Any], loser: int, expected: dict[str, Any]
) -> None:
    game = Table(a=(loser, loser - 3), b=(112, 110), **book).do(f"{CUT} {PLAY} B+9").verdict("game")
    assert game["points"] == loser + 4
    game = Table(a=(loser, loser - 3), b=(120, 110), **book).do("cut:4D B:5H A:KC B:5C B:5D B+2")
    game = Table(a=(loser, loser - 3), b=(119, 110), **book).do(f"{CUT} B:5H A:4C B:6C B+3").verdict("game")
    assert {key: game.get(key) for key in expected} == expected
    assert (game["player"], game["points"]) == ("B", loser)


@pytest.mark.parametrize(
    ("loser", "skunk", "games"), [(91, None, 1), (90, True, 2), (61, True, 2), (60, True, 4), (0, True, 4)]
)
def test_hoyle_the_variation_of_skunks_counts_two_games_and_four(
    loser: int, skunk: bool | None, games: int
) -> None:
    chosen = HOYLE | {"options": {"skunks": True}}
    won = Table(a=(loser, loser - 1), b=(119, 110), **chosen).do(f"{CUT} B:5H A:4C B:6C B+3")
    found = won.verdict("game")
    assert (found["points"], found.get("skunk"), found["games"], found["spread"]) == (
        loser, skunk, games, 121 - loser
    )  # fmt: skip
    assert told(won)["skunk"] is bool(skunk), "the page says so"


@pytest.mark.parametrize(
    ("book", "options", "why"),
    [
        ("acc-2025", {"skunks": True}, "acc-2025 has no games that count double or fourfold: "
         "leave out skunks, or choose hoyle"),
        ("hoyle", {"skunks": True, "target": 61}, "skunks are counted in a game to 121, not to 61"),
        ("acc-2025", {"rule_5_1_b": True}, "acc-2025 has no rule 5.1.b that was struck out: "
         "leave out rule_5_1_b, or choose acc-2020"),
        ("hoyle", {"skunks": 4}, "option skunks must be true or false, not 4"),
    ],
)  # fmt: skip
def test_a_variation_is_refused_where_the_book_does_not_have_it(
    book: str, options: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadOption, match="^" + re.escape(why) + "$"):
        played(PROFILES[book], options_from(options, 2))


def test_a_game_to_61_is_over_at_61() -> None:
    short = HOYLE | {"options": {"target": 61}}
    found = verdicts(f"{CUT} {PLAY} B+9", a=(20, 15), b=(48, 40), **short)
    assert found[-2:] == ["scored B 9", "game B 24"], "48 and 5 of the play and 9"
    assert verdicts(f"{CUT} {PLAY} B+9", a=(20, 15), b=(48, 40), **HOYLE)[-1] == "scored B 9"
    won = Table(a=(20, 15), b=(48, 40), **short).do(f"{CUT} {PLAY} B+9").verdict("game")
    assert won["games"] == 2, "24 has not reached half way"
    false = verdicts(f"{CUT} {PLAY} B+12", a=(20, 15), b=(45, 40), **short)
    assert false[-1] == "false-claim B 1"
    past = verdicts(f"{CUT} {PLAY} B+12", a=(20, 15), b=(46, 40), **short)
    assert past[-2:] == ["scored B 9", "game B 24"], (
        "on a long board the peg can go too far: it is out all the same"
    )


def test_the_game_with_five_cards() -> None:
    """Three cards each in the play, hands of three, a crib of four."""
    five = HOYLE | {"options": {"five_card": True, "target": 61}}
    found = verdicts("cut:4D B:TC A:5H A+2 B:5C B+2 A:QS A+1 B:6S A:9D A+3 B+7 A+2", **five)
    assert found == ["scored A 2", "scored B 2", "scored A 1", "scored A 3", "scored B 7", "scored A 2"]


# --- 7.1.b -------------------------------------------------------------------------------------------------

AFTER_GO = "cut:KS B:TC A:QH B:5D B+1 B:KD A:KH A+2"


def test_7_1_b_the_dealer_leads_and_the_cards_go_back() -> None:
    table = Table(late_s=0).do(f"{CUT} A:5C B:TH B+2")
    assert table.remarks == ["lead 7.1.b A led out of"]
    back = table.do("A<1 B<1 B-2 B:TH A:5C A+2 B:3C")
    assert back.verdicts == ["scored B 2", "scored A 2"]
    assert len(back.remarks) == 1


def test_7_1_b_play_has_gone_on_and_the_order_stands() -> None:
    assert Table(late_s=0).do(f"{CUT} A:5C B:TH B+2 A:3C").remarks == [
        "lead 7.1.b A led out of",
        "lead 7.1.b A play has gone",
    ]


def test_7_1_b_after_a_go_only_in_the_edition_of_2025() -> None:
    assert Table(late_s=0).do(AFTER_GO).remarks == ["lead 7.1.b B led out of"]
    assert Table(**OLD).do(AFTER_GO).remarks == []
    put_right = Table().do(f"{AFTER_GO} A<1 B<1 A-2 A:KH B:KD B+2 A:3C")
    assert put_right.verdicts == ["scored B 1", "scored A 2", "scored B 2"]


def test_7_1_b_two_cards_of_one_player_are_no_lead_played_on() -> None:
    assert Table().do(f"{CUT} A:5C A:TH B:3C").remarks == []


def test_7_1_b_where_the_book_is_silent_it_is_marked() -> None:
    events = Table(late_s=0, **HOYLE).do(f"{CUT} A:5C B:TH").judge().events
    (remark,) = [event.body for event in events if event.kind == "remark"]
    assert (remark["rule"], remark["house_default"]) == ("play", ["wrong_lead", "wrong_lead_after_go"])


@pytest.mark.parametrize(
    ("words", "late_s"),
    [(f"{CUT} A:5C B:TH B+2", 2.5), (f"starter? {CUT} A:5C B:TH B+2", 0)],
    ids=["the other card may have come first", "something was not seen well"],
)
def test_7_1_b_nobody_is_said_to_have_led_out_of_turn_where_it_may_be_otherwise(
    words: str, late_s: float
) -> None:
    assert Table(late_s=late_s).do(words).remarks == []


def test_7_1_b_nothing_is_said_of_leads_that_were_not_seen() -> None:
    assert Table().do(f"camera! camera. {CUT} A:5C B:TH B:3C").remarks == []


# --- 7.1.e -------------------------------------------------------------------------------------------------

OVER = "cut:KS B:TC A:QH B:5D A:9C A!count31 A+2"


def test_7_1_e_2025_replaced_by_the_card_that_makes_the_announced_count() -> None:
    assert verdicts(f"{OVER} A<1 A:6C B:KD") == ["scored A 2"]


def test_7_1_e_2020_what_was_pegged_is_an_overpeg_all_the_same() -> None:
    assert verdicts(f"{OVER} A<1 A:6C B:KD", **OLD) == ["overpeg A 2", "overpeg-stands A 2"]
    assert verdicts(f"{OVER} B!overpeg A-2 B+2 A<1", **OLD) == ["overpeg A 2", "scored B 2"]


def test_7_1_e_2025_another_card_does_not_make_the_count() -> None:
    assert verdicts(f"{OVER} A<1 A:4C B:KD")[:1] == ["overpeg A 2"]
    assert verdicts(f"{OVER} A<1 B:2C")[:1] == ["overpeg A 2"], "and none of his fits"


def test_7_1_e_the_points_taken_back_as_well() -> None:
    assert verdicts(f"{OVER} A-2 A<1 A:4C B:2C")[:2] == ["overpeg A 2", "corrected A 2"]


def test_7_1_e_a_card_that_stays_opened_a_series() -> None:
    assert verdicts(f"{OVER} wait B:KD") == ["underpeg B 1", "overpeg A 2", "overpeg-stands A 2"]


def test_7_1_e_over_31_and_claiming_the_game_is_a_false_claim() -> None:
    assert verdicts(f"{OVER} A<1 A:4C", a=(119, 110)) == ["false-claim A 2"]
    assert verdicts(f"{OVER} A<1 A:6C", a=(119, 110)) == ["scored A 2", "game A 0"]
    assert verdicts(f"{OVER} A<1 A:6C", a=(119, 110), **OLD) == ["false-claim A 2"]


def test_7_1_e_the_log_ends_before_it_is_known() -> None:
    assert verdicts(f"{OVER} A<1") == ["unverified A 2"]


# --- pegs --------------------------------------------------------------------------------------------------


def test_corporate_4_combinations_overlooked_are_lost_with_the_move() -> None:
    assert after_play("B!claim7 B+7", **CORPORATE) == ["underpeg B 2"]
    assert after_play("B!claim9 B+7 B+2", **CORPORATE) == ["scored B 7", "scored B 2"]
    assert after_play("B!claim7 B+7 B+2", **ALBERTA) == ["scored B 7", "scored B 2"]


def test_alberta_13_two_points_only_for_more_than_was_announced() -> None:
    assert after_play("B!claim9 B+12 A!overpeg B-3 A+2", **ALBERTA) == ["overpeg B 3", "scored A 2"]
    found = after_play("B!claim12 B+12 A!overpeg B-3 A+5", **ALBERTA)
    assert found == ["overpeg B 3", "scored A 5"], "a miscount is only put right"


def test_alberta_13_what_was_set_short_may_be_set_with_the_crib() -> None:
    """The crib is worth six, and two of the hand's five are missing: eight are no overpeg."""
    for book in (ALBERTA, CORPORATE, HOYLE):
        short = f"B+9 A+3 {CRIB}"
        assert after_play(f"{short} A+8 clear cut:2S", **book) == ["scored B 9", "scored A 8", "scored A 3"]
        found = after_play(f"{short} A+7 clear cut:2S", **book)
        assert found == ["scored B 9", "scored A 3", "underpeg A 1"], "one is missing in all"
        assert after_play(f"{short} A+9", **book)[1:] == ["overpeg A 3", "scored A 3"], "more than both"
        taken_back = after_play(f"{short} A+8 A-2", **book)
        assert taken_back == ["scored B 9", "overpeg A 2", "corrected A 2", "scored A 3"]


def test_alberta_13_called_too_much_the_rest_of_the_hand_was_not_meant() -> None:
    found = after_play(f"B+9 A+3 {CRIB} A+8 B!overpeg A-2 B+2", **ALBERTA)
    assert found == ["scored B 9", "overpeg A 2", "scored B 2", "scored A 3"]


def test_alberta_13_what_was_put_right_before_the_cut_is_not_taken_for_heels() -> None:
    """One of Bob's nine is pegged between the deals; then a Jack is turned for him, who deals now."""
    short = f"B+8 A+5 {CRIB} A+6 clear B+1"
    assert after_play(f"{short} cut:JS B+2", **ALBERTA)[-2:] == ["scored B 1", "scored B 2"]
    two = short.replace("B+8", "B+7").replace("B+1", "B+2")
    found = after_play(f"{two} cut:JS B+2", **ALBERTA)
    assert found[-1] == "unverified B 2", "two may have been for heels before the starter was read"


def test_10_4_a_points_called_by_muggins_are_pegged_before_those_of_the_play() -> None:
    """Ann's last point is still open, and she takes the one that Bob's hand lacked: then hers is the one missing."""
    play = PLAY.removesuffix(" A+1")
    found = verdicts(f"{CUT} {play} B+8 A!muggins1 A+1 A+5 {CRIB} A+6 clear cut:2S", muggins=True, **HOYLE)
    assert found[4:] == [
        "underpeg B 1",
        "muggins A 1",
        "scored A 1",
        "scored A 5",
        "scored A 6",
        "underpeg A 1",
    ]


def test_9_2_c_pegging_out_before_the_pone_counts() -> None:
    words = f"{CUT} {PLAY} A+5 B+9"
    assert Table(a=(113, 110)).do(words).verdict("out-of-order")["why"] == "no false claim of game"
    why = Table(a=(113, 110), **OLD).do(words).verdict("out-of-order")["why"]
    assert why == "judges decide whether it is a false claim (8.4.a)"


# --- games that end otherwise ------------------------------------------------------------------------------


def test_8_10_b_conceding_ends_a_game_of_a_match_only() -> None:
    table = Table(a=(30, 20), b=(80, 70)).do(f"{CUT} A!concede B:5C")
    assert table.verdicts == []
    assert table.remarks == ["game 8.10.b A conceding does not"]
    match = Table(a=(30, 20), b=(80, 70), options={"match_play": True}).do(f"{CUT} A!concede")
    assert match.verdicts == ["game B 30"]
    assert match.verdict("game")["skunk"] is True


def test_conceding_where_the_book_is_silent_is_a_house_default() -> None:
    found = Table(a=(30, 20), b=(80, 70), **HOYLE).do(f"{CUT} A!concede").verdict("game")
    assert (found["player"], found["rule"]) == ("B", "house default (ACC 8.10)")


def test_corporate_the_score_stands_when_time_is_called_between_deals() -> None:
    table = Table(a=(30, 20), b=(80, 70), **CORPORATE).do(f"{DEAL} A!time")
    assert table.verdicts[-1] == "game B 45"
    assert table.verdict("game")["why"] == "most points when time was called"


def test_corporate_a_deal_of_which_a_card_was_played_is_finished() -> None:
    words = DEAL.replace("B:TC", "B:TC B!time", 1)
    found = verdicts(words, a=(30, 20), b=(80, 70), **CORPORATE)
    assert found[-1] == "game B 45"
    assert found[-2] == "scored A 6"
    assert verdicts(words, a=(80, 70), b=(30, 20), **CORPORATE)[-1] == "game A 45"


def test_corporate_a_tie_gets_one_more_deal_only_if_that_evens_the_cribs() -> None:
    first = DEAL.replace("B:TC", "B:TC B!time", 1)
    second = DEAL.replace("A", "x").replace("B", "A").replace("x", "B").replace("4D", "4D")
    tied = Table(a=(30, 20), b=(30, 20), **CORPORATE)  # both make 15 in the first deal
    tied.do(first)
    assert tied.verdicts[-1] == "scored A 6"
    assert tied.remarks == ["time time to play, ties - a tie: one"]
    again = second.replace("AD", "xx")
    assert again
    tied.do(
        "cut:4D A:TC B:QH A:KD A+1 B:7C A:6S B:8D B+3 A:5H A+4 A+1 B:9S B+1 A+9 B+5 crib:2C,2H,9D,JC B+6 clear"
    )
    assert tied.remarks[-1] == "time time to play, ties - a tie: the"
    tied.do("rule:B!")
    assert tied.verdicts[-1] == "game B 60"
    assert tied.verdict("game")["spread"] == 1


def test_corporate_a_tie_with_equal_cribs_is_cut_at_once() -> None:
    tied = Table(a=(30, 20), b=(30, 20), **CORPORATE).do("A!time A!time rule:A=30 rule:A!")
    assert tied.remarks == ["time time to play, ties - a tie: the"]
    assert tied.verdicts == ["game A 30"]


def test_time_means_nothing_where_there_is_no_limit_and_is_left_to_the_official_in_alberta() -> None:
    assert Table().do(f"A!time {CUT} B:5C").judge().events[-1].kind != "verdict"
    assert Table().do("A!time").remarks == []
    alberta = Table(**ALBERTA).do("A!time")
    assert alberta.remarks == ["time courtesies 1 - the book does"]
    assert alberta.verdicts == []


@pytest.mark.parametrize(
    ("book", "loser", "spread"), [({}, 111, 10), (OLD, 111, 10), (CORPORATE, 0, 121), (HOYLE, 40, 81)]
)
def test_11_5_b_a_game_forfeited_counts_what_the_book_says(
    book: dict[str, Any], loser: int, spread: int
) -> None:
    table = Table(a=(50, 40), b=(40, 30), **book).do(f"{CUT} rule:A!")
    assert table.verdicts == [f"game A {loser}"]
    assert table.verdict("game")["spread"] == spread


# --- what the page is told of the result -------------------------------------------------------------------


def told(table: Table, mode: str = "club") -> Any:
    """The result as the public sees it."""
    header = json.loads(table.log[0]) | {"mode": mode}
    board = Scoreboard.fold([Event("game", 0.0, header), *table.judge().events])
    return view(board, Viewer.public(), [])["over"]


@pytest.mark.parametrize(
    ("book", "skunk"), [({}, True), (ALBERTA, False), (CORPORATE, False), (HOYLE, False)]
)
def test_only_the_acc_has_skunks_on_the_page_too(book: dict[str, Any], skunk: bool) -> None:
    table = Table(a=(50, 40), b=(119, 110), **book).do(f"{CUT} B:5H A:4C B:6C B+3")
    assert told(table) == {"winner": "B", "loser_score": 50, "spread": 71, "skunk": skunk}


def test_the_result_of_a_game_to_61_and_of_one_that_time_ended() -> None:
    short = Table(a=(20, 15), b=(48, 40), profile="hoyle", options={"target": 61}).do(f"{CUT} {PLAY} B+9")
    assert told(short)["spread"] == 61 - 24
    timed = Table(a=(30, 20), b=(80, 70), **CORPORATE).do(f"{DEAL} A!time")
    assert told(timed) == {"winner": "B", "loser_score": 45, "spread": 50, "skunk": False}


def test_an_old_header_is_read_as_the_accs() -> None:
    assert book_of({}).name == "acc-2025"
    assert book_of({"profile": "gone"}).name == "acc-2025"
    assert (
        book_of({"profile": "corporate-challenge", "players": {"A": "", "B": ""}}).name
        == "corporate-challenge"
    )
    assert book_of({"profile": "hoyle", "options": {"target": 7}}).target == 121


def test_a_move_that_waits_gets_its_verdict_before_the_game_is_conceded() -> None:
    words = "cut:KS B:TC A:6D B:6H B+3 A!concede"
    assert verdicts(words, **HOYLE) == ["scored B 3", "game B 0"]
    assert verdicts("cut:KS B:TC A:6D B:6H B+3 rule:A!", **HOYLE) == ["scored B 3", "game A 3"]


def test_alberta_13_the_rest_of_a_hand_or_too_many_for_the_crib_and_put_right() -> None:
    """Ann's hand of five is pegged three short, then three and one back: a crib of two put right, for all we know."""
    crib = "crib:JC,JH,9C,KS"
    found = after_play(f"B+9 A+2 {crib} A+3 A-1 clear", **HOYLE)
    assert found == ["scored B 9", "scored A 2", "scored A 3", "unverified A 1"]
    assert after_play(f"B+9 A+5 {crib} A-1", **HOYLE)[-1] == "backward A 1", "a hand that was whole at once"
    assert after_play(f"B+9 A+2 {crib} A+3 A-2", **HOYLE)[-1] == "backward A 2", "not what the crib is worth"
