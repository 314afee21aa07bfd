"""Calls that were wrong, tapped late or twice, or said aloud, and what their players peg for them (ACC 10.4.a)."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, PLAY, PLAY_VERDICTS, Table, verdicts
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
    assert told[4:] == ["scored A 1", "backward A 1", "unverified B 1", "unverified B 2"]


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
