"""Calls that were wrong, tapped late or twice, or said aloud, and what their players peg for them (ACC 10.4.a)."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, LOW_CRIB, LOW_PLAY, PLAY, PLAY_VERDICTS, Table, verdicts
from test_back_to_the_crib import OF_FOUR
from test_exam_aloud import FIFTEEN
from test_more_than_two import Doubles

SHOW = ["scored B 9", "scored A 5", "scored A 6"]


@pytest.mark.parametrize(
    ("pegged", "found"), [("A+3", "unverified A 3"), ("A+1", "unverified A 1"), ("A+2", "scored A 2")]
)
def test_10_4_a_a_second_wrong_call_is_said_aloud_while_the_first_is_forgotten(
    pegged: str, found: str
) -> None:
    """Bob has called two of Ann's last card, wrongly; she pegs them only after the crib, or what he calls then."""
    told = verdicts(f"{CUT} {PLAY} B!muggins2 B+9 A+5 {CRIB} A+6 {pegged} clear", muggins=True)
    assert told == [*PLAY_VERDICTS, "muggins-refused B 2", *SHOW, found]


@pytest.mark.parametrize(
    ("pegged", "found"),
    [
        ("A+2", ["unverified A 6", "unverified A 2"]),
        ("A+5", ["out-of-order A 6", "scored A 5"]),
    ],
)
def test_10_4_a_the_crib_after_a_hand_that_was_called_aloud_is_wrongly_called(
    pegged: str, found: list[str]
) -> None:
    """Ann gives up her five, Bob pegs them; her crib is right, and then she pegs what a wrong call costs."""
    told = verdicts(f"{CUT} {PLAY} B+9 B+5 {CRIB} A+6 {pegged} clear", muggins=True)
    assert told == [*PLAY_VERDICTS, "scored B 9", "unverified B 5", *found]


def test_10_4_a_a_late_call_may_be_a_wrong_one_of_just_the_hand_before_its_turn() -> None:
    """Ann has missed three for an older card; Bob calls five, and she pegs five before he has counted."""
    play = PLAY.replace("A+3 ", "")
    told = verdicts(f"{CUT} {play} B!muggins5 A+5 B+9 A+5 {CRIB} A+6 clear", muggins=True)
    assert told[4:] == ["scored A 1", "muggins-refused B 0", "unverified A 5", *SHOW]


@pytest.mark.parametrize("again", ["", "B!muggins3 "])
def test_10_4_a_a_wrong_call_that_is_tapped_after_its_peg_and_twice_costs_once(again: str) -> None:
    told = verdicts(f"{FIFTEEN} A+3 B!muggins3 {again}B:9H", muggins=True)
    assert told == ["scored A 2", "scored A 3", "muggins-refused B 3"]


def test_10_4_a_a_wrong_call_is_tapped_while_the_peg_for_it_is_up() -> None:
    """Nobody knows what was pegged when the word came; what it brings may be Ann's."""
    table = Table(muggins=True, profile="acc-2025", a=(96, 89), b=(33, 32), dealer="B")
    table.do("cut:7S A:9C B:9S B+2 A:9D A+6 A+1 A^ B!muggins3 A=106,103 B:8H")
    assert table.verdicts == ["scored B 2", "scored A 6", "scored A 1", "unverified A 3"]


BOBS_LAST = "cut:4D A:TC B:QH A:KD A+1 B:7C A:6S B:8D B+3 A:5H A+4 A+1 B:9S"
"""Bob plays the last card, and his hand is worth five."""


@pytest.mark.parametrize("words", ["B+2 B+5", "B+2 A!muggins2 B+5"])
def test_10_4_a_a_wrong_call_of_the_pones_last_card_is_no_part_of_the_hand(words: str) -> None:
    told = verdicts(f"{BOBS_LAST} B+1 {words} A+9 clear", muggins=True)
    assert told[4:] == ["scored B 1", "unverified B 2", "scored B 5", "scored A 9"]


def test_10_4_a_who_has_scored_nothing_that_can_be_called_has_pegged_for_no_wrong_call() -> None:
    """Bob has pegged since Ann's last score; her nine come before his hand, though he calls just as many."""
    told = verdicts(f"{BOBS_LAST} B+1 A+9 B!muggins9 B+5 clear", muggins=True)
    assert told[4:] == ["scored B 1", "muggins-refused B 9", "out-of-order A 9", "scored B 5"]


@pytest.mark.parametrize("profile", ["acc-2025", "corporate-challenge"])
@pytest.mark.parametrize("challenge", ["", "A!overpeg "])
def test_8_4_c_what_goes_back_of_just_the_hand_shows_that_it_was_not_for_the_last_card(
    profile: str, challenge: str
) -> None:
    told = verdicts(f"{BOBS_LAST} B+5 {challenge}B-2 A+9 clear cut:KS", profile=profile)
    assert sorted(told[4:]) == sorted(["underpeg B 1", "scored B 5", "backward B 2", "scored A 9"])


@pytest.mark.parametrize("wins", ["B+9", "B+7", "B+3"])
def test_8_4_c_1_who_takes_what_went_back_may_win_with_their_hand(wins: str) -> None:
    """Bob calls Ann's point for the last card too many, aloud; she gives in, and he pegs it and wins."""
    told = verdicts(f"{CUT} {PLAY} A-1 B+1 {wins}", b=(112, 100))
    assert told[4:] == ["scored A 1", "backward A 1", "withdrawn A 1", "unverified B 1", "unverified B 2"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+2 A+8 B+4 A+8 B+2", ["scored A 2", "scored B 4", "unverified A 8", "scored A 8", "scored B 2"]),
        ("A+2 A+8 B+4 B+2", ["scored A 2", "scored B 4", "scored B 2", "out-of-order A 8"]),
    ],
    ids=["the hand follows", "it was the hand"],
)
def test_10_4_a_doubles_what_a_wrong_call_of_a_hand_costs_is_just_the_partners(
    words: str, found: list[str]
) -> None:
    """Bob's side calls eight of Cy's two, aloud and wrongly; Ann's hand, after Dee's, is worth eight."""
    table = Doubles(dealer="B", profile="acc-2025", muggins=True)
    told = table.do(f"{OF_FOUR} {words} crib:TH,4H,9S,6H clear")
    assert told[6 : 6 + len(found)] == found


def test_8_5_c_a_back_peg_that_nobody_saw_well_leaves_the_two_for_it_open() -> None:
    """Bob's back peg goes up while Ann's is on its way for the crib, and is put back; she pegs two for it."""
    table = Table(a=(20, 10), b=(8, 1)).do(f"{CUT} {PLAY} B+9 A+5 {CRIB}")
    (a, _), (b, c) = table.pegs["A"], table.pegs["B"]
    for a_holes, b_holes in (
        ([a], [b, c]), ([a], [b]), ([a + 6, a], [b]), ([a + 6, a], [b, b - 1]), ([a + 6, a], [b]),
        ([a + 6, a], [b, c]),
    ):  # fmt: skip
        table.see(1.2, holes={"A": a_holes, "B": b_holes})
    table.pegs["A"] = [a + 6, a]
    told = table.do("A+2 wait clear").verdicts[7:]
    assert told[0] == "scored A 6"
    assert not [one for one in told if one.startswith("overpeg")]


# --- what goes back, and nobody tapped why ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("profile", "words", "found"),
    [
        ("acc-2025", "A-1 B+1", ["scored A 2", "backward A 1", "withdrawn A 1", "unverified B 1"]),
        ("acc-2025", "A-2 B+2", ["scored A 2", "backward A 2", "withdrawn A 2", "unverified B 2"]),
        ("alberta-55plus", "A-1 B+2", ["scored A 2", "backward A 1", "withdrawn A 1", "unverified B 2"]),
        ("acc-2025", "A-1 B+3", ["scored A 2", "backward A 1", "overpeg B 3", "overpeg-stands B 3"]),
    ],
)
def test_8_4_c_1_nobody_went_backward_of_whom_the_others_pegged_what_was_called_aloud(
    profile: str, words: str, found: list[str]
) -> None:
    """Ann's fifteen is right; Bob says aloud that it is not, she gives in, and he pegs what his book gives."""
    assert verdicts(f"{FIFTEEN} {words} B:9H", profile=profile) == found


def test_8_4_c_nobody_goes_backward_who_follows_a_challenge_of_what_cannot_be_called_any_more() -> None:
    told = verdicts(f"{FIFTEEN} B:9H B!overpeg A-2 A:2C")
    assert told == ["scored A 2", "unverified A 2"]


def test_11_2_what_is_pegged_short_of_an_award_and_goes_back_whole_was_for_something_else() -> None:
    told = verdicts(f"{FIFTEEN} B!muggins3 A+1 A-1 B:9H", muggins=True)
    assert told == ["scored A 2", "muggins-refused B 3", "underpeg A 2", "withdrawn A 2", "unverified A 1"]


def test_9_2_the_last_card_and_the_hand_go_back_in_one_after_a_challenge() -> None:
    """Both were right: the hand may be pegged again, and the point of the last card too."""
    told = verdicts(f"{BOBS_LAST} B+6 A!overpeg B-6 A+9 B+5 clear", profile="corporate-challenge")
    assert told[4:] == ["scored B 6", "unverified B 6", "scored A 9", "scored B 5"]


def test_8_7_what_stays_of_a_hand_before_its_turn_is_the_award() -> None:
    """Bob pegs his last card's point with Ann's peg; she pegs nine for her two, and puts back seven."""
    taken = "holes:45|73,70 holes:45|74,73,70 wait holes:45|73,70 holes:46,45|73,70"
    words = f"{BOBS_LAST} {taken} B+1 A+9 A-7 B+5 A+9 clear"
    told = verdicts(words, a=(40, 30), b=(70, 60), muggins=True)
    assert told[4:] == ["opponent-peg B 2", "scored B 1", "unverified A 9", "scored B 5", "scored A 9"]


@pytest.mark.parametrize("award", ["B+1", "B+3"])
def test_9_2_c_what_may_have_been_too_many_for_the_last_card_was_called_if_the_others_peg_no_hand_then(
    award: str,
) -> None:
    """Ann pegs just her hand after her last card, and puts it back; Bob pegs what is no hand of his."""
    play = PLAY.removesuffix(" A+1")
    told = verdicts(f"{CUT} {play} A+5 A-5 {award} B+9 A+5 {CRIB} A+6 clear")
    assert "unverified A 5" in told
    assert not [one for one in told if one.startswith("out-of-order")]


def test_10_4_a_a_wrong_call_tapped_after_its_peg_seemed_too_many_for_an_older_award() -> None:
    told = verdicts(f"{FIFTEEN} B!muggins2 B:9H A:7C A+2 A+3 B!muggins3 B:2C", muggins=True)
    assert told[3:] == ["overpeg A 1", "withdrawn A 1", "muggins-refused B 3"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (
            "A+10 B!overpeg A-8 A+8 A-8 B+8 B+4 A+8 B+2",
            ["overpeg A 8", *["unverified A 8"] * 2, "scored B 8", "scored B 4", "scored A 8", "scored B 2"],
        ),
        (
            "A+2 D!claim4 B+4 A!overpeg B-2 B+2 A+8 B+2",
            ["scored A 2", "scored B 4", "scored A 8", "scored B 2"],
        ),
        (
            "A+3 B!overpeg A-1 A+1 A-1 B+1 B+4 A+8 B+2",
            [
                "overpeg A 1",
                "overpeg A 1",
                "corrected A 1",
                "scored B 1",
                "scored B 4",
                "scored A 8",
                "scored B 2",
            ],
        ),
    ],
    ids=[
        "once more too many, or all of the partner's hand",
        "what was announced was no partner's hand",
        "once more too many, and no part of the partner's hand",
    ],
)
def test_8_4_c_doubles_who_insists_pegs_nothing_of_the_partners(words: str, found: list[str]) -> None:
    told = Doubles(dealer="B", profile="acc-2025").do(f"{OF_FOUR} {words} crib:TH,4H,9S,6H clear")
    assert told[6:] == [*found, "underpeg B 2"]


@pytest.mark.parametrize(("rule", "found"), [("13", "unverified B 2"), ("8.4.c", "overpeg B 2")])
def test_11_5_what_judges_send_back_by_whatever_rule_does_not_stand(rule: str, found: str) -> None:
    """Two pegged, perhaps for a go: nothing stays of it, and the next card is laid in the same series."""
    table = Table(profile="corporate-challenge").do("cut:4D B:TC A:QH B:5H B+2")
    table.see(ruling={"judges": ["J1", "J2"], "rule": rule, "moves": [{"player": "B", "front": 0}]})
    assert table.do("B=0,-1 A:6C A+2 clear").verdicts == [found, "scored A 2"]


def test_11_2_doubles_an_award_that_goes_back_and_is_pegged_again_is_no_hand_before_its_turn() -> None:
    table = Doubles(dealer="B", profile="acc-2025", muggins=True)
    told = table.do(f"{OF_FOUR} A!muggins2 B+2 B-2 B+2 A+2 B+4 A+8 B+2 crib:TH,4H,9S,6H clear")[6:]
    assert told[:4] == ["muggins-refused A 2", "scored B 2", "backward B 2", "scored B 2"]
    assert told[4:] == ["scored A 2", "scored B 4", "scored A 8", "scored B 2", "underpeg B 2"]


# --- words that are tapped late, or twice -------------------------------------------------------------------


def test_10_4_a_what_a_wrong_call_costs_was_pegged_before_the_next_score_was_earned() -> None:
    """Ann has called two of Bob's pair, aloud; her word is tapped as he has laid his last card, and not pegged it."""
    table = Table(dealer="B", muggins=True)
    table.do("cut:KS A:3C B:AD A:2S A+3 B:2D B+2 A:5D B:2H B+2 B+2 A:3D")
    table.t -= 1.5
    told = table.do("B:6C A!muggins2 B+1 wait").verdicts
    assert told == ["scored A 3", "scored B 2", "scored B 2", "unverified B 2", "scored B 1"]


def test_10_4_a_a_wrong_call_is_tapped_after_its_peg_and_the_next_card() -> None:
    """Ann's six comes after Bob's three, which seemed to be for nothing and to stand (8.4.d)."""
    table = Table(muggins=True, a=(51, 49), b=(36, 30), sight={"since": True})
    told = table.do("cut:4H B:QS A:5H B:5D B+2 A+2 B+3 A:6H A!muggins3 B:4C").verdicts
    assert told[-3:] == ["withdrawn B 3", "withdrawn B 3", "muggins-refused A 3"]


@pytest.mark.parametrize(("second", "found"), [(2, 1), (3, 2)])
def test_hoyle_one_call_that_is_tapped_twice_is_refused_once(second: int, found: int) -> None:
    told = verdicts(f"{FIFTEEN} B!muggins2 B!muggins{second} B:9H", profile="hoyle", muggins=True)
    assert told == ["scored A 2", *["muggins-refused B 0"] * found]


def test_8_9_a_go_that_went_back_was_due_where_nobody_else_holds_a_card() -> None:
    """Bob's run and his go, at twenty-seven; Ann is out of cards, calls it too many, aloud, and he gives in."""
    play = "cut:QD A:7S B:8H B+2 A:9H A+3 B!go A:7D A+5 B:TH A:9C B:8S B+4 B-1"
    withdrawn = ["overpeg B 1", "corrected B 1", "withdrawn B 1", "withdrawn B 1"]
    assert verdicts(f"{play} B:JC B+1 wait", dealer="B")[3:7] == withdrawn
    assert "withdrawn B 1" not in verdicts(f"{play} B:2C wait", dealer="B")  # which fits: no go was due


def test_9_2_e_what_wins_may_be_the_hand_after_the_crib_or_the_crib_after_a_hand_pegged_short() -> None:
    told = verdicts(f"{LOW_PLAY} B+2 {LOW_CRIB} A+6 A+6", a=(104, 100))
    assert told[4:] == ["unverified A 6", "scored A 6", "game A 4"]


@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020", "hoyle"])
@pytest.mark.parametrize("award", ["A+2", "A+1 A+1", "A+1"])
def test_8_4_c_1_who_gives_in_to_a_challenge_has_gone_back_for_it_however_the_award_is_pegged(
    award: str, profile: str
) -> None:
    """Bob's pair was right, and Ann calls it two too many."""
    play = f"cut:KS A:3C B:3D B+2 A!overpeg B-2 {award} A:6C B:TS wait"
    told = verdicts(play, dealer="B", profile=profile)
    assert told[0] == "scored B 2"
    assert [one.split()[0] for one in told[1:]] == ["unverified"] * len(award.split())
