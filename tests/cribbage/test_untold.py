"""What no sensor tells, or tells late: words said aloud, places hidden over a deal, tracks given up by the board."""

from __future__ import annotations

import json

import pytest
from tables import CRIB, CUT, PLAY, Table, after_play, verdicts

from cribbage.log.codec import header_from
from cribbage.log.logreader import LogReader
from cribbage.worlds.history import History
from cribbage.worlds.referee import Referee
from pegwatch.simulated import pairgame

BLAME = ("overpeg", "underpeg", "backward", "muggins", "wrong-count", "imperfect-pack", "opponent-peg")


def blame(found: list[str]) -> list[str]:
    return [text for text in found if text.startswith(BLAME)]


class TestAChallengeSaidAloud:
    """ACC 8.4.c(1): the opponent says so, the peg goes back, and the opponent pegs the error. Only the pegs are
    seen."""

    WRONG = "cut:KS B:TC A:8H A+2 A-2"

    def test_8_4_c_the_award_is_held_against_nobody(self) -> None:
        found = verdicts(f"{self.WRONG} B+2 B:2C A:9D")
        assert found[:3] == ["overpeg A 2", "corrected A 2", "unverified B 2"]

    def test_8_4_c_of_more_points_than_the_award_the_rest_is_too_many_at_least(self) -> None:
        assert "overpeg B 1" in verdicts(f"{self.WRONG} B+3 B:2C A:9D")

    def test_8_4_c_a_challenge_that_is_tapped_after_the_award_was_pegged_comes_in_time(self) -> None:
        found = verdicts(f"{self.WRONG} B+2 B!overpeg B:2C A:9D")
        assert blame(found) == ["overpeg A 2"]

    def test_8_4_c_who_pegs_something_else_first_had_called_for_nothing(self) -> None:
        found = verdicts("cut:KS B:TC A:8H A+3 A-3 B:8S B+2 A:2C B:3C B+5 A:9D")
        assert found == ["overpeg A 3", "corrected A 3", "scored B 2", "overpeg B 3", "overpeg-stands B 3"]

    def test_1_5_a_history_in_which_the_game_was_over_ends_where_it_is_played_on(self) -> None:
        """Bob's twelve were game if he had challenged aloud, nine as told; they go back, and a deal follows."""
        play = PLAY.replace("A:9S A+1", "A:9S A+4 A-3")
        table = Table(b=(103, 100)).do(f"{CUT} {play} B+12 B-3 A+5 {CRIB} A+6 clear")
        table.do("cut:KS A:TC B:8H B+2 A:2C B:3D wait")
        assert "unverified B 12" in table.verdicts
        assert table.verdicts[-2:] == ["overpeg B 2", "overpeg-stands B 2"]

    def test_1_5_what_is_still_to_be_said_then_names_that_history(self) -> None:
        play = PLAY.replace("A:9S A+1", "A:9S A+4 A-3")
        table = Table(b=(103, 100)).do(f"{CUT} {play} B+12 B-3 A+5 {CRIB} A+4 clear cut:KS A:TC wait")
        (history,) = table.verdict("underpeg")["proof"]
        assert (history["says"], history["odd"]) == ("odd", "over")

    def test_8_4_c_what_was_put_right_long_ago_is_looked_for_no_more(self) -> None:
        table = Table().do("cut:KS B:TC A:8H A+2 board! board. A=0,-1")
        assert "corrected A 2" not in table.verdicts


def test_8_4_c_what_went_back_before_anything_was_observed_was_challenged_by_nobody() -> None:
    history = History(header_from(json.loads(Table().log[0])))
    assert history.with_challenge("A", "B", 3.0, now=3.0) is None


def test_8_2_a_word_tapped_late_by_another_does_not_let_go_of_a_peg() -> None:
    """Ten pegged, the peg still in the fingers, then nine as the hand is worth; meanwhile the opponent taps."""
    table = Table().do(f"{CUT} {PLAY} B^ B~16,6")
    table.see(0.2, said={"by": "A", "what": "claim", "n": 5})
    table.see(0.3, holes={"A": table.pegs["A"], "B": [6]})
    found = table.do("B=15,6 A+5").verdicts
    assert blame(found) == []


class TestCardsThatCameIntoViewTogether:
    """Two cards of Bob, told at once: which of them was laid first nobody saw."""

    def test_7_2_they_may_have_been_laid_in_another_order(self) -> None:
        """Bob's six, Ann's four, his four for the pair; told are his four and his six."""
        assert verdicts("cut:KS B?1 A:4D B:4H,6D B+2 A:JC B:3S A:2C") == ["unverified B 2"]

    def test_what_is_read_otherwise_afterwards_counts_as_it_is_read(self) -> None:
        assert verdicts("cut:KS B?1 A:4D B:4H,6D B+2 A:JC B<2 B:6D,4H A:2C") == ["unverified B 2"]

    def test_where_nobody_can_tell_the_histories_apart_none_is_added(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("cribbage.worlds.forks.BOUND", 0)
        assert blame(verdicts("cut:KS A?1 B?1 A:4D B:4H,6D B+2 A:JC,3D")) == []


class TestAPlaceThatNobodySees:
    def test_it_is_hidden_in_the_next_deal_as_well(self) -> None:
        """A card may lie there by now, and what is pegged may be for it."""
        table = Table().do(f"{CUT} {PLAY} B+9 A+5 A# {CRIB} A+6 clear:B clear:crib clear:starter")
        table.do("cut:KH B:6C B+2")
        table.zone("A", ["6D"])
        assert blame(table.do("wait").verdicts) == []

    def test_4_5_b_what_lay_there_may_be_gone(self) -> None:
        """The starter of the next deal is a card that lay there in the last one."""
        table = Table().do(f"{CUT} {PLAY} B+9 A+5 A# {CRIB} A+6 clear:B clear:crib clear:starter cut:QH")
        assert blame(table.verdicts) == []

    def test_4_4_the_last_card_may_lie_there_when_the_crib_is_turned_up(self) -> None:
        played = PLAY.removesuffix(" A:9S A+1")
        assert blame(verdicts(f"{CUT} {played} A# A+1 B+9 {CRIB}")) == []

    def test_9_1_a_crib_may_have_been_turned_up_and_taken_up_there(self) -> None:
        table = Table(profile="alberta-55plus").do(f"{CUT} {PLAY} B+9 A+5 crib# A+4 crib0 clear wait cut:KS")
        assert blame(table.verdicts) == []

    def test_a_hand_over_a_place_may_have_laid_a_card_there_before_its_peg(self) -> None:
        """The place is told as hidden two seconds after the peg: so long it may have been hidden."""
        table = Table().do("cut:KS B:TC A:QH")
        table.do("B:5H A^ A=2,0").see(0.3, unread={"zone": "A", "count": None}, blind=True)
        assert blame(table.do("wait").verdicts) == []


class TestMugginsSaidAloud:
    def test_10_4_d_a_hand_may_have_been_given_up(self) -> None:
        """The dealer says that it is worth nothing, the opponent says how many were missed: only the peg is seen."""
        found = after_play(f"B+9 B+5 {CRIB} A+6", muggins=True)
        assert "overpeg B 5" not in found
        assert "unverified B 5" in found

    def test_10_4_what_an_opponent_missed_is_not_known_while_his_track_is_not_seen(self) -> None:
        table = Table(muggins=True).do(f"{CUT} {PLAY} B+9")
        table.see(fault={"part": "board", "what": "contacts", "track": "A"})
        table.do("B!muggins2 B+2")
        assert blame(table.verdicts) == []

    def test_10_4_nor_is_what_he_missed_by_a_peg_that_was_not_seen(self) -> None:
        table = Table(muggins=True).do(f"{CUT} {PLAY} B+9")
        table.see(fault={"part": "board", "what": "contacts", "track": "A"})
        table.see(fault={"part": "board", "what": "ok", "track": "A"})
        table.see(holes={"A": [7, 4], "B": table.pegs["B"]})
        table.pegs["A"] = [7, 4]
        assert blame(table.do("B+2 wait").verdicts) == []


class TestContactsThatLie:
    def test_a_track_that_the_board_gave_up_is_not_found_again_by_the_number_of_its_pegs(self) -> None:
        """A third peg shows, then the board says that it does not see that track: nothing of it is missed."""
        table = Table().do(f"{CUT} {PLAY} B+9")
        table.see(holes={"A": [5, 4, 3], "B": table.pegs["B"]})
        table.see(fault={"part": "board", "what": "contacts", "track": "A"})
        table.see(holes={"B": table.pegs["B"]})
        assert blame(table.do(f"{CRIB} clear wait cut:KS").verdicts) == []

    def test_8_7_a_peg_that_was_down_before_something_else_was_done_is_not_in_the_other_track(self) -> None:
        table = Table().do(f"{CUT} {PLAY} A^ B!claim9")
        table.see(holes={"A": [4], "B": [15, 6, 5]})
        assert blame(table.do(f"wait {CRIB}").verdicts) == []


def test_alberta_13_what_was_pegged_for_a_part_and_taken_back_was_for_nothing() -> None:
    found = after_play(f"B+9 A+2 A-2 A+5 {CRIB} A+4", profile="hoyle")
    assert blame(found) == []
    assert found == ["scored B 9", "unverified A 2", "scored A 5", "scored A 4"]


def test_the_referee_tells_in_how_many_deals_it_could_not_tell_the_histories_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cribbage.worlds.forks.BOUND", 0)
    table = Table().do("cut:KS B:TC A:QH A+2 B:5H")
    referee = Referee(header_from(json.loads(table.log[0])))
    for seen in LogReader().read(table.log):
        referee.receive(seen)
    assert referee.open_deals == 1


ACCUSED = (
    "many acc-2025/2 muggins crooked 1253: read late + words not tapped",
    "table acc-2025/2 muggins crooked 1186: told late + words not tapped",
    "many alberta-55plus/4 plain crooked 1065: sticking contacts + words not tapped",
    "table corporate-challenge/2 plain honest 1164: read after its peg + place hidden",
    "table alberta-55plus/2 plain honest 1174: hand on the cards + place hidden",
    "many corporate-challenge/4 plain crooked 1032: read after its peg + words tapped late",
    "many hoyle/2/five-card plain honest 1205: bridged contacts + track stopped",
    "table acc-2025/2 muggins honest 1052: dead holes + sticking contacts",
    "many acc-2020/2 muggins crooked 1203: bridged contacts + unread, then told late",
    "many acc-2025/2 muggins crooked 5027: track stopped + words not tapped",
    "many acc-2020/2 muggins crooked 5100: board stopped + words not tapped",
    "many hoyle/3 plain crooked 5152: bridged contacts + words tapped late",
    "table acc-2025/2 muggins honest 30020: dead holes + sticking contacts",
    "many alberta-55plus/4 plain crooked 30248: camera covered + words not tapped",
    "table acc-2020/2 muggins crooked 9121: unread + bridged contacts",
    "many acc-2025/2 plain crooked 9240: unread, then told late + place hidden + order lost",
    "many corporate-challenge/2 plain honest 95002: read late + dead holes + unread, then told late",
    "many acc-2025/2 plain crooked 95028: unread + read after its peg + told late + order lost",
)
TRACED = (
    "table alberta-55plus/2 plain crooked 1092: place hidden",
    "many hoyle/3 muggins crooked 1112: read late + bridged contacts",
    "many acc-2025/4/canadian plain crooked 90015: bridged contacts + words not tapped",
)
"""In these a branch is reached that no shorter test reaches."""


@pytest.mark.parametrize(
    "name", [*TRACED, *(pytest.param(name, marks=pytest.mark.no_cover) for name in ACCUSED)]
)
def test_games_in_which_somebody_was_once_accused(name: str) -> None:
    assert pairgame.play_game(pairgame.named(name)).outcome.false == []
