"""Pegs read by a camera that did not see a track for a while: what was done meanwhile, nobody is accused of."""

from __future__ import annotations

from typing import Any

import pytest
from tables import CRIB, CUT, PLAY, Table
from test_unseen_pegs import after_the_play, find, new, unseen_leap
from test_unseen_pegs import lose as lose_track


def lose(table: Table, player: str) -> Table:
    return lose_track(table, player, "track-covered")


def blame(table: Table) -> list[str]:
    return [one for one in table.verdicts if one.split()[0] not in ("scored", "unverified", "game")]


class TestARulingOnAnUnseenTrack:
    def test_a_hand_that_was_ruled_right_while_its_track_was_not_seen_is_not_missed(self) -> None:
        table = unseen_leap(lose(after_the_play(), "B"), "B", 9)
        front = table.pegs["B"][0]
        find(table.do(f"rule:B={front}"), "B").do(f"A+5 {CRIB} A+6 clear cut:2H")
        assert not blame(table)
        assert new(table)[0] == "unverified B 9"

    def test_pegs_found_where_they_were_ruled_to_stand_are_waited_for_no_longer(self) -> None:
        table = lose(after_the_play(), "B")
        front = table.pegs["B"][0]
        find(table.do(f"rule:B={front}"), "B")
        about = [event.body["about"] for event in table.judge().events if event.kind == "told"]
        assert about.count("pegs B") == 2, "the ruling, and where they stand"

    def test_pegs_found_elsewhere_are_still_to_be_moved(self) -> None:
        table = lose(after_the_play(), "B")
        front = table.pegs["B"][0]
        find(table.do(f"rule:B={front + 3}"), "B").do("B+3")
        assert not blame(table)


class TestMovedAndMovedBack:
    def test_rule_8_4_c_a_challenge_may_be_of_an_overpeg_that_nobody_saw(self) -> None:
        table = lose(after_the_play().do("B+11"), "B").do("A!overpeg")
        table.pegs["B"] = [15, 6]
        assert blame(find(table, "B").do("A+3")) == ["overpeg B 2"]

    def test_rule_7_2_b_points_pegged_after_an_unseen_peg_went_back_unseen_are_not_missed(self) -> None:
        table = unseen_leap(lose(Table().do("cut:5D B:4H A:QD B:3D"), "B"), "B", 2)
        lose(find(table, "B"), "B").do("A:QS B:4S")
        assert blame(find(table, "B").do("A:JS")) == []

    def test_rule_8_4_c_what_has_to_go_back_may_have_gone_back_and_been_earned_since(self) -> None:
        """Bob has pegged two too many; unseen he puts them back and pegs the two for his pair."""
        table = lose(Table().do("cut:KC B:4H A:2D B:7C B+2 A!overpeg"), "B").do("A:5H B:5S")
        assert blame(find(table, "B").do("A:8C A+2 B:KD A:KS A+3")) == ["overpeg B 2"]

    def test_a_peg_for_the_crib_is_not_found_right_as_the_hand_that_may_have_been_pegged(self) -> None:
        table = unseen_leap(lose(after_the_play().do("B+9"), "A"), "A", 3)
        find(table, "A").do(f"{CRIB} A+5")
        assert new(table)[1:] == ["unverified A 3", "unverified A 5"]

    def test_rule_9_2_too_much_for_the_play_stays_open_where_the_hand_may_have_been_pegged_unseen(
        self,
    ) -> None:
        words = "cut:KD A:7D B:JS A:8C B:4C B:AD B+1 A:9H B:TC A:3H A+4"
        table = lose(Table(dealer="B").do(words), "A")
        assert table.do("B+6").verdicts[1:] == ["unverified A 4", "scored B 6"]


class TestCoveredAndAsBefore:
    """A line of holes says since when each track was not seen."""

    def play(self, since: Any) -> Table:
        table = Table().do("cut:3S B:9S A:9H A+2 B:AS A:JD A+1 B:8C A:3D B:7C wait")
        more = {} if since is None else {"since": {"B": table.t + 2 - since}}
        table.see(2.0, holes=table.pegs, **more)
        return table

    @pytest.mark.parametrize("since", [5.0, 9.5])
    def test_rule_8_4_c_what_was_set_called_and_put_back_under_a_hand_may_be_pegged(
        self, since: float
    ) -> None:
        assert self.play(since).do("A+3 A:3C").verdicts[2] == "unverified A 3"

    @pytest.mark.parametrize("since", [None, 0.0, 3.0])
    def test_it_was_not_while_the_track_was_seen(self, since: float | None) -> None:
        assert self.play(since).do("A+3 A:3C").verdicts[2] == "overpeg A 3"

    def test_only_the_next_peg_may_be_for_it(self) -> None:
        assert self.play(6.0).do("A+3 A:3C A+4").verdicts[-2:] == ["unverified A 3", "overpeg A 3"]

    @pytest.mark.parametrize("since", [7, "x", {"B": "x"}, {"B": True}, {"A": 1}, None])
    def test_a_since_that_is_no_time_of_the_track_says_nothing(self, since: Any) -> None:
        table = self.play(None)
        table.see(1.0, holes=table.pegs, since=since)
        assert table.do("A+3 A:3C").verdicts[2] == "overpeg A 3"

    def test_what_was_pegged_is_judged_as_ever(self) -> None:
        table = Table().do(f"{CUT} {PLAY}")
        front = table.pegs["B"][0]
        table.pegs["B"] = [front + 9, front]
        table.see(3.0, holes=table.pegs, since={"B": table.t - 6})
        assert new(table.do("wait A+5")) == ["scored B 9", "scored A 5"]

    @pytest.mark.parametrize("since", [5.0, 9.0])
    def test_rule_7_2_b_points_pegged_while_the_peg_before_them_went_back_are_not_missed(
        self, since: float
    ) -> None:
        """Kit game 2061: four too many went back unseen, and four were pegged for the last card but one."""
        table = lose(Table(dealer="A", profile="acc-2020", a=(61, 60), b=(74, 67)), "A")
        table.do("cut:6S B:TH A:KH B:TD B+1 A:QD B:4C A:3C")
        find(unseen_leap(table, "A", 10), "A").do("B:4S A:2D")
        table.see(2.7, holes=table.pegs, since={"A": table.t + 2.7 - since})
        assert blame(table.do("B+4")) == []

    def test_rule_7_2_b_they_are_where_it_was_seen_all_the_time(self) -> None:
        table = lose(Table(dealer="A", profile="acc-2020", a=(61, 60), b=(74, 67)), "A")
        table.do("cut:6S B:TH A:KH B:TD B+1 A:QD B:4C A:3C")
        find(unseen_leap(table, "A", 10), "A").do("B:4S A:2D")
        assert blame(table.do("B+4")) == ["underpeg A 4"]


NOTHING = "cut:TD B:8S A:8D A+2 B:3D A:6C B:2C A:4C A+2 B:2S A:2H A+3 B+8"
WORTH_3 = "clear:B clear:A crib:7H,KH,KS,JD"


class TestPeggedBeforeTheCribIsSeen:
    """Kit game 2046, and the same with every peg seen: three were pegged for a hand of nothing, and the crib that was
    turned up then was worth three."""

    def table(self) -> Table:
        return Table(dealer="A", profile="acc-2020").do(NOTHING)

    def test_rule_8_4_c_who_pegs_again_with_the_crib_in_view_pegs_the_crib(self) -> None:
        table = self.table().do("A+3")
        first = table.t
        table.do(f"{WORTH_3} A+3 clear")
        assert table.verdicts[4:] == ["overpeg A 3", "scored A 3", "overpeg-stands A 3"]
        assert table.verdict("overpeg")["t"] < first

    def test_9_2_d_who_pegs_once_has_pegged_the_crib(self) -> None:
        assert self.table().do(f"A+3 {WORTH_3} clear").verdicts[4:] == ["scored A 3"]

    def test_rule_8_4_c_what_was_taken_back_and_pegged_again_is_the_crib(self) -> None:
        table = self.table().do(f"A+3 {WORTH_3} A-3 A+3 clear")
        assert table.verdicts[4:] == ["scored A 3", "unverified A 3"]

    def test_rule_8_4_c_called_with_a_crib_worth_as_much_nobody_knows(self) -> None:
        assert self.table().do(f"A+3 {WORTH_3} B!overpeg clear").verdicts[4:] == ["unverified A 3"]

    def test_rule_8_4_c_called_with_a_crib_worth_something_else_it_was_too_much(self) -> None:
        assert self.table().do(f"A+4 {WORTH_3} B!overpeg").verdicts[4:] == ["overpeg A 4"]
