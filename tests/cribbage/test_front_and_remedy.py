"""What may be shown of pegs that are not accepted yet, and where pegs stand after a remedy that went wrong."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import Any

import pytest
from tables import CRIB, CUT, PLAY, Table, after_play, verdicts

from cribbage.log.codec import header_from, observation_body, observation_from
from cribbage.log.events import Event
from cribbage.replay.explanation import explain_verdicts
from cribbage.shown.broadcast import broadcast
from cribbage.shown.reveal import Viewer, review, view
from cribbage.shown.scoreboard import Scoreboard
from cribbage.worlds.referee import Referee

# --- row 2, P1, P5: the score of a sanctioned table follows what was pegged and lay there, not what it was worth ---

AUDIENCES = (Viewer.public(), Viewer.player("A"), Viewer.player("B"))
DECK = [rank + suit for rank, suit in product("A23456789TJQK", "CDHS")]
NOTHING_OR_ONE = "cut:4D B:J{0} A:5S A+2 B:8S A:5C B:2C B+1 A:QH B:6{1} A:TD A+1"


def shown(table: Table, deck: dict[str, str] | None = None) -> list[Any]:
    """What everybody but judges is shown after each line of a log, `deck` telling which card lay there instead."""
    header = header_from(json.loads(table.log[0]))
    referee, found = Referee(header), []
    board = Scoreboard.empty().apply(Event("game", 0.0, header.to_dict()))
    for line in table.log[1:]:
        told = json.loads(line)
        if deck and "cards" in told:
            told["cards"]["seen"] = [deck[card] for card in told["cards"]["seen"]]
        seen = observation_from(told)
        body = {key: value for key, value in observation_body(seen).items() if key != "t"}
        for event in [*referee.tick(seen.t), Event("seen", seen.t, body), *referee.receive(seen)]:
            board = board.apply(event)
        found.append(
            [view(board, viewer) for viewer in AUDIENCES] + [broadcast(board), review(board, AUDIENCES[1])]
        )
    for event in referee.tick(table.t + 10):
        board = board.apply(event)
    return [*found, [view(board, viewer) for viewer in AUDIENCES]]


def scores(words: str, **more: Any) -> tuple[int, ...]:
    """The scores that a player is shown in the end."""
    players = shown(Table(mode="sanctioned", **more).do(words))[-1][1]["players"]
    return tuple(player["score"] for player in players)


@pytest.mark.parametrize(
    "words",
    [
        "A+10",
        "B!none A+10",
        "A+10 crib:QS,QC,3H,9S A+2 B!accept",
        "B+1 A+10 crib:QS,QC,3H,9S A+2 clear",
        "B+1 A!overpeg B-1 A+1 A+10",
        "A+10 B!overpeg A-10 B+1 A+10 crib:QS,QC,3H,9S",
        "A+10 A-10 B+1 A+10",
    ],
)
def test_p1_a_sanctioned_score_is_the_same_whether_the_hand_is_worth_anything_or_not(words: str) -> None:
    nothing, one = (
        Table(mode="sanctioned").do(f"{NOTHING_OR_ONE.format(*suits)} {words}") for suits in ("HD", "DH")
    )
    assert shown(nothing) == shown(one)


@pytest.mark.parametrize("muggins", [False, True])
@pytest.mark.parametrize(
    "words",
    [
        f"{CUT} {PLAY} B+11 A!overpeg B-2 A+2 A+5 {CRIB} A+4 clear cut:2S A:5D A+2",
        f"{CUT} {PLAY} B+7 A!muggins2 A+2 A+5 {CRIB} A+4 B!accept clear",
        f"{CUT} {PLAY} A+5 B+9 A+3 A-3 {CRIB} B!overpeg A+4 clear:A clear:B clear",
        f"{CUT} {PLAY} B!claim9 B+9 A!claim5 A+5 {CRIB} A+4 cut:JS A+2 B+2 A:5D",
        "cut:JD A+2 B:5H B+3 A!overpeg B-3 A+3 A:TC A+2 B:6S B:7C B+1 A:QH",
        "cut:4D B:5H A:TC A+2 B:5C B<1 B+1 A:KD,KS B:9S A^ B:2C A=2,0",
        "cut:4D B:5H A?1 A+2 B:TC A# B:6D A:5S,5D B+2 camera! A+1 camera. starter# clear",
    ],
)
def test_p1_what_a_sanctioned_table_shows_knows_no_card(words: str, muggins: bool) -> None:
    """Any other cards there, the same acts: the same view for everybody but the judges of a call."""
    for seed in range(2):
        cards = random.Random(seed).sample(DECK, len(DECK))
        table = Table(mode="sanctioned", muggins=muggins).do(words)
        assert shown(table) == shown(table, dict(zip(DECK, cards, strict=True)))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("B+9", (4, 6)),  # pone's peg for the hand accepts the last card
        ("B+9 A+5", (4, 15)),
        ("B+9 A!accept", (4, 15)),
        ("B+9 A!claim5", (4, 15)),
        (f"B+9 {CRIB}", (4, 15)),
        ("B+9 clear:B", (4, 15)),
        ("B+9 A+5 clear:A", (9, 15)),
        (f"B+9 A+5 {CRIB} A+4", (4, 15)),
        (f"B+9 A+5 {CRIB} A+4 clear:A", (4, 15)),  # the crib lies there yet
        (f"B+9 A+5 {CRIB} A+4 B!accept", (13, 15)),
        (f"B+9 A+5 {CRIB} A+4 clear", (13, 15)),
        (f"B+9 A+5 {CRIB} A+4 cut:2S", (13, 15)),
        ("B+11 A!overpeg B-2", (4, 6)),
        ("B^ B~15,6 clear:B", (4, 15)),  # which lets go of the peg
        ("B+9 A+5 B-1", (4, 14)),  # back goes what is shown as well
    ],
)
def test_row_2_a_sanctioned_score_is_shown_once_an_act_accepts_it(
    words: str, expected: tuple[int, int]
) -> None:
    assert scores(f"{CUT} {PLAY} {words} wait") == expected


@pytest.mark.parametrize(
    ("profile", "expected"),
    [("acc-2025", (0, 9)), ("alberta-55plus", (0, 0)), ("hoyle", (0, 0))],
)
def test_row_2_where_a_score_is_open_until_the_next_cut_it_is_shown_then(
    profile: str, expected: tuple[int, int]
) -> None:
    words = f"{CUT} {PLAY.replace('A+3', '').replace('A+1', '').replace('B+4 B+1', '').replace('B+1', '')}"
    assert scores(f"{words} B+9 A!accept wait", profile=profile) == expected
    assert scores(f"{words} B+9 {CRIB} clear cut:2S wait", profile=profile) == (0, 9)


def test_row_2_points_pegged_together_are_shown_once_the_other_plays_or_counts() -> None:
    """Rule 7.2.b: who plays on alone may peg for several cards together."""
    words = "cut:4D B:KD A:QH B:9S A!go B:2C B+2 B:TC A:5S A+2"
    assert scores("cut:4D B:KD A:QH B:9S B:2C B+2 wait") == (0, 0)
    assert scores(f"{words} wait") == (0, 2)
    assert scores(f"{words} B:JC wait") == (2, 2)


def test_row_2_a_place_that_is_covered_for_a_while_is_no_card() -> None:
    assert scores("cut:4D B:5H A:TC A+2 B? wait") == (0, 0)
    assert scores("cut:4D B:5H A:TC A+2 B# B0 wait") == (0, 0)
    table = Table(mode="sanctioned").do("cut:4D B:5H A:TC A+2 B#")
    table.zone("B", ["5H"])
    assert shown(table)[-1][1]["players"][0]["score"] == 0
    assert scores("cut:4D B:5H A:TC A+2 B?2 wait") == (2, 0)


def test_row_2_cards_turned_over_after_a_series_change_nothing() -> None:
    """Rule: Alberta; there every score is open until the next cut."""
    words = "cut:4D B:TC A:QH B:KD B+1 clear:A clear:B A:7C B:6S A:8D A+3 B:5H B+4 B+1 A:9S A+1 B+9 A+5"
    assert scores(f"{words} {CRIB} A+4 clear wait", profile="alberta-55plus") == (0, 0)
    assert scores(f"{words} {CRIB} A+4 clear cut:2S wait", profile="alberta-55plus") == (13, 15)


def test_row_2_pegs_that_are_told_in_one_hole_are_waited_for_too() -> None:
    """What no board shows is no reason to stop."""
    board = Scoreboard.fold([Event("game", 0.0, {"mode": "sanctioned"}), Event("pegs", 1.0, {"A": [8, 8]})])
    assert view(board, AUDIENCES[0])["players"][0]["score"] == 0


def test_8_4_b_a_peg_sent_back_behind_the_other_shows_the_score() -> None:
    """Rule: from the game hole, or where judges have sent it."""
    from_game = f"{CUT} {PLAY} B+12 B=109,103 A+3 A+5 {CRIB} A+4 clear"
    assert scores(f"{from_game} wait", b=(103, 99))[1] == 103
    ruled = f"{CUT} {PLAY} B+9 rule:B-13 B=6,2 A+5 {CRIB} A+4 clear"
    assert scores(f"{ruled} wait")[1] == 2
    assert scores(f"{CUT} {PLAY} B+9 B=6,2 A+5 {CRIB} A+4 clear wait")[1] == 6


# --- a false claim of game where the book has no penalty for it -----------------------------------------------------

OTHERS = ("alberta-55plus", "corporate-challenge", "hoyle")
AT_109 = {"b": (103, 99)}  # after the play Bob stands in 109/108; 12 for his nine end in the game hole


@pytest.mark.parametrize("profile", OTHERS)
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("B=118,109 A+5", "corrected B 3, scored A 5"),
        ("B=119,109 B=118,109 A+5", "corrected B 2, corrected B 1, scored A 5"),
        (
            f"B=119,109 A+5 {CRIB} A+6 clear cut:2S",
            "corrected B 2, scored A 5, scored A 6, overpeg-stands B 1",
        ),
        (f"A+5 {CRIB} A+6 clear cut:2S A:5D B=118,109", "scored A 5, scored A 6"),
        ("A!overpeg B=118,109 A+5", "scored A 5"),
        ("rule:B=118 B=118,109 A+5", "scored A 5"),
    ],
)
def test_8_4_a_a_false_claim_without_a_penalty_is_put_right_as_any_overpeg(
    profile: str, words: str, expected: str
) -> None:
    """Rule: Alberta 13; Corporate and Hoyle are silent, and it is put right (house default)."""
    found = after_play(f"B+12 {words}", profile=profile, **AT_109)
    assert ", ".join(found) == f"false-claim B 3, {expected}"


@pytest.mark.parametrize("profile", OTHERS)
def test_8_4_a_its_remedy_is_what_the_book_says(profile: str) -> None:
    table = Table(profile=profile, a=(118, 110)).do("cut:4D B:5H A:TC A+3 A=120,118 B:2D")
    assert table.verdicts == ["false-claim A 1", "corrected A 1"]
    assert table.verdict("false-claim")["remedy"] == {"front": 120, "back": 0, "opponent": 0}


@pytest.mark.parametrize(
    ("profile", "points"), [("alberta-55plus", 2), ("corporate-challenge", 0), ("hoyle", 0)]
)
def test_13_a_challenged_false_claim_gives_what_a_challenged_overpeg_gives(profile: str, points: int) -> None:
    """Rule: Alberta 13: corrected on demand, and the opponent pegs 2."""
    found = after_play("B+12 A!overpeg B=118,109 A+2 A+5", profile=profile, **AT_109)
    assert (found[1:] == ["scored A 2", "scored A 5"]) is bool(points)


# --- Alberta 7.c: a Jack past hole 115 ------------------------------------------------------------------------------


def test_7_c_heels_past_115_are_an_overpeg_for_a_jack_that_counts_nothing() -> None:
    table = Table(profile="alberta-55plus", a=(116, 110)).do("cut:JD A+2 B:5C")
    assert table.verdicts == ["overpeg A 2"]
    found = table.verdict("overpeg")
    assert (found["what"], found["rule"], found["earned"]) == ("heels", "7.b, 7.c", 0)
    told = [line.strip() for one in explain_verdicts(table.log, 4.5) for line in one.lines]
    assert "Earned for the heels: 0 (JD)." in told
    assert any("Heels: a Jack as starter" in line for line in told)


@pytest.mark.parametrize("words", ["cut:JD B:5C A:4C A+2", "cut:JD A+3", "cut:TD A+2 B:5C"])
def test_13_other_points_past_115_are_no_heels(words: str) -> None:
    table = Table(profile="alberta-55plus", a=(116, 110)).do(words)
    assert table.verdict("overpeg")["rule"].startswith("13")


# --- 8.3, 8.4.c, 11.2: a backward penalty pegged wrongly ------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        # too few back, and challenged: the error is the opponent's
        ("B=118,109 B=109,106 A!overpeg B=109,103 A+3 A+5", "overpeg B 3, scored A 3, scored A 5"),
        ("B=109,106 A!overpeg B=109,103 A+3 A+5", "overpeg B 3, scored A 3, scored A 5"),
        ("B=109,106 A!overpeg A!overpeg B=109,103 A+3 A+5", "overpeg B 3, scored A 3, scored A 5"),
        ("rule:B=103 B=109,106 A!overpeg B=109,103 A+3 A+5", "overpeg B 3, scored A 3, scored A 5"),
        # in steps, and in time
        ("B=118,109 B=109,106 B=109,103 A+5", "scored A 5"),
        ("B=118,109 A!overpeg B=109,103 A+5", "scored A 5"),
        # too many back: final
        ("B=118,109 B=109,100 A+5", "underpeg B 3, scored A 5"),
        ("B=109,103 B=109,101 A+5", "underpeg B 2, scored A 5"),
        ("rule:B=103 B=109,100 A+5", "underpeg B 3, scored A 5"),
    ],
)
def test_11_2_a_backward_penalty_is_mispegged_as_a_score_is(words: str, expected: str) -> None:
    assert ", ".join(after_play(f"B+12 A+3 {words}", **AT_109)) == f"false-claim B 3, scored A 3, {expected}"


@pytest.mark.parametrize("two", ["B=109,{2}", "B={2},{0}"], ids=["lower peg", "upper peg"])
@pytest.mark.parametrize("stands", [100, 103, 106])
def test_8_4_b_the_peg_behind_the_other_shows_the_score_from_which_is_pegged(stands: int, two: str) -> None:
    """Whichever of the two pegs goes on: an exact two is two."""
    after = two.format(stands, 109, stands + 2)
    words = f"B+12 A+3 B=109,{stands} A+5 {CRIB} A+6 clear cut:2S A:5D B:TC {after} A:2H"
    assert after_play(words, **AT_109)[-1] == "scored B 2"


def test_8_4_c_what_judges_sent_back_for_a_reason_not_known_is_nobodys_fault_when_it_is_challenged() -> None:
    found = after_play("B+9 rule:B=5 B=6,8 A!overpeg B=6,5 A+3 A+5")
    assert found == ["scored B 9", "unverified A 3", "scored A 5"]


def test_11_5_further_back_than_judges_ruled_waits_for_the_hole_they_named() -> None:
    table = Table().do(f"{CUT} {PLAY} B+9 rule:B=5 B=6,4")
    assert table.verdicts[-1] == "scored B 9"
    assert table.do("B=6,5 A+5").verdicts[-1] == "scored A 5"


# --- 8.3, 8.4.c, 8.4.d: a challenged overpeg that goes back by a wrong amount -------------------------------------

NINE_TO_EIGHT = "cut:9H B:5S A:3S B:6C A:3C B:7H B+1 A:9D B:8D A:QH A+1"
THREE = "crib:TS,JC,KD,AC A+3 clear cut:2S"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (f"B+12 A!overpeg B-2 A+3 A+8 {THREE}",
         "overpeg B 3, scored A 3, overpeg-stands B 1, scored A 8, scored A 3"),
        ("B+12 A!overpeg B-2 A!overpeg B-1 A+3 A+8", "overpeg B 3, scored A 3, scored A 8"),
        ("B+12 A!overpeg B-2 A+3 A+8 B-1", "overpeg B 3, scored A 3, overpeg-stands B 1, scored A 8"),
        ("B+12 A!overpeg A+3 A+8", "overpeg B 3, scored A 3, scored A 8"),
        ("B+9 A+10 B!overpeg A-1 B+2 crib:TS,JC,KD,AC A+3 A-1 B!accept",
         "scored B 9, overpeg A 2, scored B 2, scored A 3, corrected A 1"),
        ("B+11 A!overpeg B-3 A+2 A+8", "overpeg B 2, scored A 2, underpeg B 1, scored A 8"),
        ("B+11 A!overpeg B-2 B-1 A+2 A+8", "overpeg B 2, scored A 2, underpeg B 1, scored A 8"),
        ("B+11 A!overpeg B-3 B-1 A+2 A+8", "overpeg B 2, scored A 2, underpeg B 2, scored A 8"),
        ("B+11 A!overpeg B-3 B+1 A+2 A+8", "overpeg B 2, scored A 2, scored A 8"),
        ("B+11 A!overpeg B-3 B-8 B+9 A+2 A+8", "overpeg B 2, scored B 9, scored A 2, scored A 8"),
        ("B+9 A+10 B!overpeg A-1 B+2 crib:TS,JC,KD,AC A+3 B!accept",
         "scored B 9, overpeg A 2, scored B 2, scored A 3, overpeg-stands A 1"),
    ],
)  # fmt: skip
def test_8_4_d_what_goes_back_too_little_stands_and_too_much_is_lost(words: str, expected: str) -> None:
    assert ", ".join(verdicts(f"{NINE_TO_EIGHT} {words}")[2:]) == expected


def test_8_4_d_in_the_play_the_next_card_lets_the_rest_stand() -> None:
    found = verdicts("cut:4D B:5H A:TC A+4 B!overpeg A-1 B+2 B:2D A:KD")
    assert found == ["overpeg A 2", "scored B 2", "overpeg-stands A 1"]


GO_AND_FIVE = "cut:4D B:5H A:JC A+2 B:6D A:8S A+6 B!overpeg"  # five more than a go, or six more than was due


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("A-4 B+6 B:AD", "overpeg A 5, unverified B 6, overpeg-stands A 1"),
        ("A-4 B+5 B:KD", "overpeg A 5, unverified B 5, overpeg-stands A 1"),
        ("A-4 A-2 B+6 B:AD", "overpeg A 5, unverified B 6"),
        ("A-5 A-1 B+6 B:AD", "overpeg A 5, unverified B 6"),
        ("A-5 B+5 B:KD", "overpeg A 5, scored B 5"),
        ("B+6 A-4 B:AD", "overpeg A 6, scored B 6, overpeg-stands A 2"),
    ],
)
def test_8_9_of_a_go_and_too_many_that_goes_back_not_far_enough_it_is_not_shown_whether_the_go_was_due(
    words: str, expected: str
) -> None:
    assert ", ".join(verdicts(f"{GO_AND_FIVE} {words}")[1:]) == expected


@pytest.mark.parametrize("profile", OTHERS)
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (f"B+12 A!overpeg B-2 A+8 {THREE}", "overpeg B 3, scored A 8, scored A 3, overpeg-stands B 1"),
        (f"B+12 A!overpeg B-2 A+8 B-1 {THREE}", "overpeg B 3, scored A 8, scored A 3"),
        (f"B+11 A!overpeg B-3 A+8 {THREE}", "overpeg B 2, scored A 8, scored A 3, underpeg B 1"),
        (f"B+11 A!overpeg B-3 B+1 A+8 {THREE}", "overpeg B 2, scored A 8, scored A 3"),
        (f"B+11 B-3 A+8 {THREE}", "overpeg B 2, scored A 8, scored A 3, underpeg B 1"),
        (f"B+11 B-3 B+1 A+8 {THREE}", "overpeg B 2, corrected B 2, scored A 8, scored A 3"),
        (f"B+11 B-11 A+8 {THREE}", "overpeg B 2, corrected B 2, scored A 8, scored A 3, underpeg B 9"),
    ],
)
def test_13_where_short_pegs_are_put_right_what_went_back_too_far_may_be_pegged_again(
    profile: str, words: str, expected: str
) -> None:
    assert ", ".join(verdicts(f"{NINE_TO_EIGHT} {words}", profile=profile)[2:]) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("A+3 B!overpeg A-1 B+1 A0 A-2 A:9D", "overpeg A 1, scored B 1"),  # the card went back as well
        ("A+3 B!overpeg A-1 A-2 B+1 B:2D", "overpeg A 1, scored B 1, underpeg A 2"),
        ("A+4 B!overpeg B:2D A-3 B+2", "overpeg A 2, scored B 2"),
        ("A+4 B!overpeg B:2D A-3 A+1 B+2", "overpeg A 2, scored B 2"),
    ],
)
def test_8_4_c_what_goes_back_for_something_else_or_after_its_window_is_not_lost_by_the_remedy(
    words: str, expected: str
) -> None:
    assert ", ".join(verdicts(f"cut:4D B:5H A:TC {words} wait")) == expected


def test_8_4_c_nor_is_what_nobody_saw_well() -> None:
    """What was pegged while the board was covered may have been put right with it."""
    covered = "cut:9H B:5S A:3S board! B=2,0 board. B:6C A:3C B:7H B+1 A:9D B:8D A:QH A+1"
    found = verdicts(f"{covered} B+11 A!overpeg B-3 A+2 A+8")
    assert found[2:] == ["overpeg B 1", "scored A 2", "scored A 8"]


@pytest.mark.parametrize("stands", [107, 104, 102])
def test_8_4_b_a_false_claim_of_at_least_so_many_goes_back_by_a_number_that_is_not_known(stands: int) -> None:
    words = f"cut:4D B:TC A:QH B:KD B+2 A!overpeg B=110,{stands} A!overpeg A+3 wait"
    assert verdicts(words, b=(119, 110)) == ["false-claim B 1", "unverified A 3"]


@pytest.mark.parametrize("back", ["A!overpeg B-4 rule:B=10 B+1 A+3", "B-4 rule:B=10 B+1"])
def test_11_5_what_went_back_too_far_and_is_ruled_on_again_is_not_lost(back: str) -> None:
    found = verdicts(f"{NINE_TO_EIGHT} B+12 {back} A+8 {THREE}")
    assert not any(one.startswith("underpeg") for one in found)


def test_8_4_b_out_of_a_dead_hole_a_peg_pegs_on_from_where_the_front_peg_was_sent_back() -> None:
    """Bob's front peg stands where judges sent it and the other where no contact works: what he pegs next with that
    one nobody can check, and the move after it counts from there."""
    table = Table(a=(50, 40), b=(103, 99)).do(f"{CUT} {PLAY} B+18 rule:B=97,A+9")
    table.pegs["B"] = [97]
    table.do(f"holes:54,53|97 wait A+9 A+5 {CRIB} A+6 clear cut:2S B:5C A:5D A+2 B:5H")
    table.pegs["B"] = [103, 97]
    table.see(1.5, holes=table.pegs)
    assert table.do("A:TD B:6C B+2 wait").verdicts[-3:] == ["scored A 2", "unverified B 6", "scored B 2"]
    assert table.verdict("unverified")["move"] == "B 97/109>103/97"


def test_8_4_b_judges_rule_as_many_points_as_they_rule() -> None:
    """They see both pegs; the table may take the hidden one for nearer to the end than it is."""
    table = Table(a=(104, 100), b=(108, 104)).do(f"{CUT} {PLAY} rule:B=112,A+14")
    (orders,) = (e.body["steps"] for e in table.judge().events if e.kind == "orders")
    assert [step["text"] for step in orders] == [
        "B's front peg goes to hole 112; it stands in 114.",
        "A pegs 14.",
    ]


@pytest.mark.parametrize(
    ("lifted", "found"),
    [("", "front-peg-removed"), ("A^ wait", "unverified"), ("A^ wait B+1", "front-peg-removed")],
)
def test_8_4_c_1_a_front_peg_that_came_further_than_its_score_may_have_pegged_the_award_before_unseen(
    lifted: str, found: str
) -> None:
    """Bob's heels and two more: his rear peg may have gone into a dead hole from a contact that sticks, for what Ann
    had too many, and be what moves."""
    table = Table(profile="acc-2020").do(f"{CUT} {PLAY} B+9 A+5 {CRIB} {lifted} A+6 clear cut:JH")
    front, rear = table.pegs["B"]
    judged = table.do(f"B^f B={front + 4},{rear} A:2D").verdicts
    assert judged[-1].startswith(f"{found} B")
