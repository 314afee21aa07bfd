"""A card that is told after the peg for it: its player's arm lay over it, and nothing is held against them.

In a whole game (10010 of `make truth`) the last card of the play was told 2.2 s after its point had been pegged, and
the one point was counted to what was pegged too much, then and in the claim of the game.
"""

from __future__ import annotations

import json

import pytest
from tables import CUT, PLAY, Table

from cribbage.book.pegbeforecard import AHEAD_S
from cribbage.log.codec import header_from, observation_from
from cribbage.sight.contract import BROKEN_S
from cribbage.sight.pegmoves import RELEASE_S
from cribbage.worlds.referee import Referee

SOON_S = 1.5
NEAR = "cut:4D B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+3"  # Bob's last card comes next


def reach(
    before: str, player: str, points: int, card: str, after_s: float = SOON_S, then: str = "", **more: object
) -> list[str]:
    """The verdicts where a player pegs, and the card that they laid with the same reach is told so much later."""
    table = Table(**more).do(f"{before} {player}+{points}")  # type: ignore[arg-type]
    table.t -= 1.5  # the peg is down, and nobody has waited
    table.zone(player, [*table.zones[player], card], after_s)
    return table.do(then).verdicts


def test_7_2_points_pegged_before_their_card_is_told_are_earned() -> None:
    assert reach(f"{CUT} B:TC", "A", 2, "5D") == ["scored A 2"]
    assert reach(f"{CUT} B:TC", "A", 2, "5D", 0.4) == ["scored A 2"], "before the peg counts as released"


def test_8_4_c_what_is_too_much_for_that_card_too_is_an_overpeg_of_that_much() -> None:
    assert reach(f"{CUT} B:TC", "A", 3, "5D") == ["overpeg A 1"]
    assert reach(f"{CUT} B:TC", "A", 2, "6D") == ["overpeg A 2"]


def test_8_4_c_a_card_laid_later_than_a_hand_is_waited_for_earned_nothing_before() -> None:
    """It is taken back where an eye may have broken its promise: not where it says when it last looked before."""
    late = ["overpeg A 2", "withdrawn A 2", "unverified A 2"]
    assert reach(f"{CUT} B:TC", "A", 2, "5D", AHEAD_S + 0.1) == late
    assert reach(f"{CUT} B:TC", "A", 2, "5D", BROKEN_S + 0.1) == ["overpeg A 2", "overpeg-stands A 2"]
    table = Table().do(f"{CUT} B:TC A+2")
    table.see(1.2, cards={"zone": "A", "seen": ["5D"]}, since=table.t + 0.5)
    assert table.verdicts[0] == "overpeg A 2"


def test_the_last_card_of_the_play() -> None:
    assert reach(NEAR, "B", 4, "5H")[2:] == ["scored B 4"]


def test_a_card_laid_after_the_other_could_not_go_on() -> None:
    assert reach("cut:KS B:TC A:QH B:5D", "B", 2, "6C") == ["scored B 2"], "thirty-one, and nobody said go"
    assert reach("cut:KS B:TC A:QH B:5D A!go", "B", 2, "6C") == ["scored B 2"]


def test_8_4_a_the_game_is_won_by_a_card_that_is_told_late() -> None:
    won = reach(f"{CUT} B:TC", "A", 2, "5D", a=(119, 110))
    assert won == ["scored A 2", "game A 0"]
    assert reach(f"{CUT} B:TC", "A", 2, "6D", a=(119, 110)) == ["false-claim A 2"]


def test_whose_turn_it_is_not_has_pegged_for_nothing() -> None:
    assert reach(f"{CUT} B:TC", "B", 2, "5D")[0] == "overpeg B 2"


def test_when_the_other_plays_first_nobody_knows() -> None:
    table = Table().do(f"{CUT} B:TC A+2")
    table.t -= 1.5
    table.zone("B", ["TC", "5H"], SOON_S)
    assert table.verdicts == ["unverified A 2"]


def test_9_2_c_a_peg_before_the_last_card_of_the_play_is_told_is_of_no_hand_for_certain() -> None:
    """It may have been for nothing (8.4.c) or for the dealer's hand, too early: neither is held against them.

    If it was for the last card and one more, the one that follows is too many: that is not known either."""
    before = "cut:QD B:9S A:QC B:4H A:2S A+1 B:7S A:KS B:8D B+1"
    found = reach(before, "A", 2, "9D", then="A+1 B+5 A+2")
    assert found[-4:] == ["unverified A 2", "unverified A 1", "scored B 5", "scored A 2"]
    assert reach(before, "A", 4, "9D", then="B+5")[2] == "overpeg A 3", (
        "with the last card that would be a hand of three"
    )


def test_two_moves_for_two_scores_of_one_card() -> None:
    table = Table().do("cut:KS B:5C A:5D A+2 B+6")
    table.t -= 1.5
    table._show_holes(0.4, B=[6])
    table._put("B", [8, 6], 0.3)
    table.zone("B", ["5C", "5H"], 0.6)
    assert sorted(table.verdicts) == ["scored A 2", "scored B 2", "scored B 6"], (
        "fifteen, and three of a rank"
    )


def test_7_2_a_a_go_pegged_before_the_last_card_under_it_is_told_is_for_that_card() -> None:
    """Else it would end the series before that card, which would lead the next one."""
    found = Table().do("cut:KS B:JD A:6C B:2H A:7D B:2C B+1")  # twenty-seven by then
    found.t -= 1.5
    found.zone("B", ["JD", "2H", "2C", "AD"], SOON_S)
    assert found.do("A:9D A:6D A+2").verdicts == ["scored B 1", "scored A 2"]


def test_7_1_d_cards_taken_up_just_after_the_peg_leave_it_as_it_was() -> None:
    table = Table().do(f"{CUT} B:TC A:QH B:KD B+1")
    table.t -= 1.5
    table.zone("B", [], 0.5)
    assert table.do("wait").verdicts == ["scored B 1"]


def test_8_4_c_2_what_is_taken_back_meanwhile_was_too_much() -> None:
    table = Table().do(f"{CUT} B:TC A+2")
    table.t -= 1.5
    table._show_holes(1.2, A=[0])
    table._put("A", [0, -1], 0.4)
    assert table.do("wait").verdicts == ["overpeg A 2", "corrected A 2"]


def test_8_4_c_1_a_challenge_is_heard_when_the_card_is_told() -> None:
    table = Table().do(f"{CUT} B:TC A+3")
    table.t -= 1.5
    table.do("B!overpeg")
    table.zone("A", ["5D"], 0.8)
    assert table.do("A-1 B+1").verdicts == ["overpeg A 1", "scored B 1"], "it goes back, and Bob scores it"


def test_8_4_c_1_a_challenge_of_what_a_card_told_late_had_earned_is_idle() -> None:
    table = Table().do(f"{CUT} B:TC A+2")
    table.t -= 1.5
    table.do("B!overpeg")
    table.zone("A", ["5D"], 0.8)
    assert table.verdicts == ["scored A 2"]


def test_a_hand_that_stays_until_the_place_is_unread_leaves_it_unverified() -> None:
    table = Table().do(f"{CUT} B:TC A+2")
    table.t -= 1.5
    table.see(1.2, unread={"zone": "A", "count": None})
    assert table.do("wait").verdicts == ["unverified A 2"]


def read_again(before: str, pegs: str, cards: str, zone: str = "A") -> list[str]:
    """The verdicts where pegs moved while nobody could read a player's cards, and then they are read again."""
    table = Table().do(f"{before} {zone}? {pegs}")
    table.zone(zone, cards.split())
    return table.verdicts


def test_a_hand_that_rested_on_the_cards_takes_no_points_from_anybody() -> None:
    assert read_again(f"{CUT} B:TC A:5D", "A+2", "5D") == ["scored A 2"]
    assert read_again(f"{CUT} B:TC A:5D", "A+2", "TC", "B") == ["scored A 2"], "nor the other's hand"


def test_8_4_c_what_the_hand_did_not_hide_is_judged_when_it_has_gone() -> None:
    assert read_again(f"{CUT} B:TC A:5D", "A+3", "5D") == ["overpeg A 1"]


def test_what_was_laid_under_a_hand_that_stayed_leaves_it_unverified() -> None:
    assert read_again(f"{CUT} B:TC", "A+2", "5D") == ["unverified A 2"]
    assert read_again(f"{CUT} B:TC A:5D", "A+2", "TC 5H", "B") == ["unverified A 2"]


@pytest.mark.parametrize(("then", "found"), [("B!overpeg", []), ("B:5H", []), ("A-2", ["unverified A 2"])])
def test_what_hangs_on_it_does_not_wait(then: str, found: list[str]) -> None:
    assert read_again(f"{CUT} B:TC A:5D", f"A+2 {then}", "5D") == ["unverified A 2", *found]


def test_two_hands_hide_more_than_one() -> None:
    table = Table().do(f"{CUT} B:TC A:5D A? B? A+2")
    table.zone("A", ["5D"])
    assert table.verdicts == ["unverified A 2"], "if the log ends here"
    table.zone("B", ["TC"])
    assert table.verdicts == ["scored A 2"]


@pytest.mark.parametrize("words", [f"{CUT} B:TC A+2", f"{CUT} B:TC A:5D A? A+2", f"{CUT} B:TC A:QH B:KD B+1"])
def test_the_pegs_are_certain_again_once_the_move_is_judged(words: str) -> None:
    table = Table().do(words)
    table.t -= 1.5
    player, card = ("B", "AD") if words.endswith("B+1") else ("A", "5D")
    lies = table.zones[player]
    table.zone(player, lies if card in lies else [*lies, card], SOON_S)
    pegs = [event.body["certain"] for event in table.judge().events if event.kind == "pegs"]
    assert pegs[-2:] == [False, True]


def test_a_live_table_judges_it_when_that_time_has_passed() -> None:
    table = Table().do(f"{CUT} B:TC A+2")
    header, *lines = (json.loads(line) for line in table.log)
    referee = Referee(header_from(header))
    for line in lines:
        referee.receive(observation_from(line))
    pegged_t = lines[-1]["t"]
    assert "verdict" not in {event.kind for event in referee.tick(pegged_t + RELEASE_S)}
    assert referee.next_deadline() == pegged_t + AHEAD_S
    told = [event for event in referee.tick(pegged_t + AHEAD_S) if event.kind == "verdict"]
    assert [(event.body["code"], event.t) for event in told] == [("overpeg", pegged_t)]


def test_8_4_b_the_game_hole_pegged_with_a_card_under_the_hand_after_an_opponents_silent_go() -> None:
    """Bob cannot play on 27 and says so aloud; Ann lays a four for thirty-one and goes out before it is told."""
    first = "cut:4D B:6S A:JS B:6C A:5H A+2"
    table = Table(a=(119, 110), b=(50, 40)).do(first)
    table.t -= 1.0
    table.zone("A", ["JS", "5H", "4C"], 0.5)
    assert table.verdicts == ["scored A 2", "game A 50"]
    for nothing in ("wait wait", "B:2C", "clear"):
        claimed = Table(a=(119, 110), b=(50, 40)).do(f"{first} wait {nothing}")
        assert claimed.verdicts == ["false-claim A 1"], "no card of hers was told: the go and one too many"


def test_7_2_a_8_the_last_card_of_all_is_told_after_its_peg() -> None:
    play = PLAY.replace(" A:9S A+1", "")
    assert reach(f"{CUT} {play}", "A", 1, "9S", then="B+9")[-2:] == ["scored A 1", "scored B 9"]


GO_OUT = "cut:4D B:KC A:9H B:5S A:6D"
"""Nothing fits on 30 but an ace."""


def test_8_9_a_go_that_wins_the_game_is_judged_as_the_next_card_comes() -> None:
    table = Table(a=(120, 110), b=(50, 40)).do(f"{GO_OUT} A+1")
    table.t -= 1.5
    table.zone("B", ["KC", "5S", "QS"], SOON_S)
    assert table.verdicts == ["scored A 1", "game A 50"]


def test_a_game_is_over_with_the_first_of_two_moves_that_wait_for_a_card() -> None:
    table = Table(a=(120, 110), b=(50, 40)).do(f"{GO_OUT} A+1")
    table.t -= 1.5
    table._show_holes(0.1, B=[50])
    table._put("B", [53, 50], 0.3)
    assert table.do("clear").verdicts == ["scored A 1", "game A 53"]
