"""A track that cannot be followed, a peg that no count is worth: it is asked, and nobody is accused."""

from __future__ import annotations

import json

import pytest
from tables import CRIB, CUT, PLAY, PLAY_VERDICTS, Table

from cribbage.errors import CribbageError
from cribbage.log.codec import observation_body, observation_from
from cribbage.log.events import Event
from cribbage.log.observations import Fault
from cribbage.log.verdicts import not_withdrawn
from cribbage.shown.scoreboard import Scoreboard


def lose(table: Table, player: str, what: str = "third-peg") -> Table:
    table.see(0.1, fault={"part": "board", "what": what, "track": player})
    return table


def find(table: Table, player: str) -> Table:
    """The track is followed again, and the pegs are told again."""
    table.see(0.5, fault={"part": "board", "what": "ok", "track": player})
    table._show_holes(0.0)
    table.t += 1.5
    return table


def unseen_leap(table: Table, player: str, points: int) -> Table:
    front, _ = table.pegs[player]
    table.pegs[player] = [front + points, front]
    table.t += 3.0
    return table


def after_the_play() -> Table:
    return Table().do(f"{CUT} {PLAY}")


def new(table: Table) -> list[str]:
    found = table.verdicts
    assert found[:5] == PLAY_VERDICTS
    return found[5:]


class TestNobodyReadsThePegs:
    def told(self) -> Table:
        table = Table()
        table.see(0.0, fault={"part": "board", "what": "none"})
        return table

    def test_what_is_tapped_is_the_score_and_judged_by_nobody(self) -> None:
        table = self.told().do(f"{CUT} {PLAY}")
        table.see(1.0, holes={"A": [5, 0], "B": [29, 0]}, by="page")
        found = table.judge()
        assert found.verdicts == []
        assert [event.body["B"] for event in found.events if event.kind == "pegs"][-1] == [29, 0]

    def test_rule_1_6_a_player_who_is_told_to_have_pegged_out_has_won(self) -> None:
        table = self.told().do(CUT)
        table.see(1.0, holes={"A": [115, 110], "B": [90, 80]}, by="page")
        table.see(1.0, holes={"A": [121, 115], "B": [90]}, by="page")
        won = table.judge().verdicts
        assert [(one["code"], one["player"], one["points"]) for one in won] == [("game", "A", 90)]

    def test_a_board_that_fails_is_no_such_board(self) -> None:
        table = Table()
        table.see(0.0, fault={"part": "board", "what": "chain-broken"})
        table.see(1.0, holes={"A": [115, 110], "B": [90, 80]}, by="page")
        assert not [event for event in table.judge().events if event.kind == "pegs"]


class TestNobodyIsAccused:
    def test_rule_9_2_c_the_dealer_counts_while_the_pones_pegs_are_not_followed(self) -> None:
        table = lose(after_the_play(), "B")
        unseen_leap(table, "B", 9).do("A+5")
        assert new(find(table, "B")) == ["scored A 5", "scored B 9"]

    def test_it_is_out_of_order_where_they_are(self) -> None:
        assert new(after_the_play().do("A+5 B+9")) == ["out-of-order A 5", "scored B 9"]

    def test_rule_9_2_c_the_dealer_counts_while_the_pones_peg_is_in_the_air(self) -> None:
        table = after_the_play().do("B^")
        table.see(1.0, holes={"A": [4], "B": [6]})
        table.see(0.5, holes={"A": [9, 4], "B": [6]})
        table.pegs["A"] = [9, 4]
        table.t += 1.5
        assert "out-of-order" not in " ".join(new(table.do("B=15,6")))

    def test_rule_7_2_b_points_that_may_have_been_pegged_are_not_missed(self) -> None:
        table = lose(Table().do(f"{CUT} B:5H A:5D"), "A")
        unseen_leap(table, "A", 2).do("B:KD")
        assert find(table, "A").verdicts == ["unverified A 2"]
        assert Table().do(f"{CUT} B:5H A:5D B:KD").verdicts == ["underpeg A 2"], "seen, they are"

    def test_rule_8_4_an_overpeg_put_right_unseen_does_not_stand(self) -> None:
        table = lose(after_the_play().do("B+11 wait wait"), "B")
        table.pegs["B"] = [15, 6]
        find(table, "B").do(f"A+5 {CRIB} A+4 clear")
        assert new(table)[:2] == ["overpeg B 2", "unverified B 2"]
        assert "overpeg-stands B 2" not in new(table)


class TestPickedUpAgain:
    def test_what_was_just_due_is_found_right(self) -> None:
        table = unseen_leap(lose(after_the_play(), "B"), "B", 9)
        assert new(find(table, "B").do("A+5")) == ["scored B 9", "scored A 5"]

    def test_anything_else_is_unverified(self) -> None:
        table = unseen_leap(lose(after_the_play(), "B"), "B", 11)
        assert new(find(table, "B").do("A+5")) == ["unverified B 11", "scored A 5"]

    def test_rule_7_2_a_a_pair_of_the_play_pegged_unseen_before_the_next_card(self) -> None:
        table = unseen_leap(lose(Table().do(f"{CUT} B:5H A:5D"), "A"), "A", 2)
        assert find(table, "A").verdicts == ["scored A 2"]

    def test_rule_6_3_c_of_heels_and_a_pair_nobody_knows_which_was_pegged_unseen(self) -> None:
        """Two points each: his heels before the dealer's own card, which nobody saw, and the pair after it."""
        table = lose(Table().do("cut:JD"), "A")
        unseen_leap(table, "A", 2).do("B:6S A:6D")
        assert find(table, "A").do("A+2").verdicts == ["unverified A 2", "unverified A 2"]

    def test_pegs_that_stand_as_before_did_nothing(self) -> None:
        assert new(find(lose(after_the_play(), "B"), "B").do("B+9 A+5")) == ["scored B 9", "scored A 5"]

    def test_the_pegs_are_not_certain_meanwhile(self) -> None:
        def certain(table: Table) -> bool:
            return bool([e for e in table.judge().events if e.kind == "pegs"][-1].body["certain"])

        table = after_the_play()
        assert certain(table)
        assert not certain(lose(table, "B"))
        assert certain(find(table, "B"))

    def test_a_move_that_was_not_let_go_of_never_was_one(self) -> None:
        table = after_the_play().do("B^")
        table.see(0.5, holes={"A": [4, 3], "B": [100, 6]})
        lose(table, "B")
        table.pegs["B"] = [15, 6]
        assert new(find(table, "B")) == ["scored B 9"]


class TestMoreThanAnyCount:
    def test_it_is_asked_and_the_score_stays(self) -> None:
        table = after_the_play().do("B=60,6")
        assert new(table) == ["unverified B 54"]
        events = table.judge().events
        assert [e.body["about"] for e in events if e.kind == "ask"] == ["pegs B"]
        pegs = [e.body for e in events if e.kind == "pegs"][-1]
        assert (pegs["B"], pegs["certain"]) == ([6, 5], False)

    def test_put_where_it_belongs_it_is_found_right(self) -> None:
        table = after_the_play().do("B=60,6 B^ B=15,6 A+5")
        assert new(table) == ["unverified B 54", "scored B 9", "scored A 5"]
        assert [e.body["about"] for e in table.judge().events if e.kind == "told"] == ["pegs B"]

    def test_played_on_from_there_it_is_believed(self) -> None:
        """Pegs that were set again: the score goes on from them."""
        table = Table().do("cut:4D B:TC A:5H A+2 B=60,0 B:5D B+2")
        assert table.verdicts == ["scored A 2", "unverified B 60", "scored B 2"]

    def test_rule_8_4_a_an_ordinary_false_claim_is_still_one(self) -> None:
        table = Table(b=(103, 99)).do(f"{CUT} {PLAY} B+12")
        assert new(table) == ["false-claim B 3"]


class TestWithdrawn:
    def test_a_third_peg_just_after_an_overpeg(self) -> None:
        """The peg that came first may have been a contact that closed while the real one was in the air."""
        table = lose(after_the_play().do("B+20"), "B")
        table.pegs["B"] = [15, 6]
        assert new(find(table, "B").do("A+5"))[:3] == ["overpeg B 11", "withdrawn B 11", "unverified B 9"]
        stands = [v["code"] for v in not_withdrawn(table.judge().verdicts)]
        assert not {"overpeg", "withdrawn"} & set(stands)

    def test_and_nothing_is_asked_for_because_of_a_false_claim(self) -> None:
        table = lose(Table(b=(103, 99)).do(f"{CUT} {PLAY} B+12"), "B")
        table.pegs["B"] = [118, 109]
        found = new(find(table, "B").do("A+5"))
        assert found[:3] == ["false-claim B 3", "withdrawn B 3", "unverified B 9"]
        orders = [e.body for e in table.judge().events if e.kind == "orders"]
        assert not orders or orders[-1]["done"] or not orders[-1]["steps"]

    def test_rule_8_8_a_peg_that_seemed_to_stand_in_the_wrong_track(self) -> None:
        """A contact of the other track closed while the peg was in the air, in just the right hole."""
        assert self._wrong_track(0.5) == ["wrong-track B 9", "withdrawn B 9", "unverified B 9"]

    def test_8_8_a_peg_that_was_up_for_long_may_be_in_a_dead_hole_and_not_in_the_wrong_track(self) -> None:
        assert self._wrong_track(4.0) == ["unverified B 9"]

    def _wrong_track(self, up_s: float) -> list[str]:
        """The verdicts, where the peg is up for so long (s)."""
        table = after_the_play().do("holes:4,3|6")
        table.see(up_s, holes={"A": [4, 3, 15], "B": [6]})
        table.t += 2.0
        lose(table, "A")
        table.see(0.0, holes={"A": [4, 3], "B": [15, 6]})
        table.pegs["B"] = [15, 6]
        table.t += 1.5
        return new(find(table, "A"))

    def test_rule_8_8_the_peg_comes_down_in_its_own_track_before_anything_was_said(self) -> None:
        table = after_the_play().do("holes:4,3|6 wait")
        table.see(1.0, holes={"A": [4, 3, 15], "B": [6]})
        table.t += 0.4
        lose(table, "A")
        table.see(0.0, holes={"A": [4, 3], "B": [15, 6]})
        table.pegs["B"] = [15, 6]
        table.t += 1.5
        assert new(find(table, "A")) == ["scored B 9"]

    def test_a_third_peg_long_after_withdraws_nothing(self) -> None:
        table = lose(after_the_play().do("B+11 wait wait"), "B")
        assert new(find(table, "B")) == ["overpeg B 2"]

    def test_what_still_waited_is_not_judged(self) -> None:
        """Ten at twenty-five could be a go and nine too many; the next card would have told."""
        table = lose(Table().do(f"{CUT} B:TC A:5H A+2 B:KD B+10"), "B")
        table.pegs["B"] = [1, 0]
        find(table, "B").do("A:6S")
        assert "overpeg" not in " ".join(table.verdicts)


class TestOddCases:
    def test_pegs_found_in_another_shape_are_unverified(self) -> None:
        table = lose(after_the_play(), "B")
        table.pegs["B"] = [6, 4]
        table.t += 3.0
        assert new(find(table, "B")) == ["unverified B 0"]

    def test_pegs_found_in_other_start_holes_did_nothing(self) -> None:
        table = lose(Table().do("cut:4D"), "B")
        table.pegs["B"] = [0, -2]
        table.t += 3.0
        assert find(table, "B").do("B:TC A:5H A+2").verdicts == ["scored A 2"]

    def test_where_a_move_was_unverified_before_nothing_is_known_to_be_due(self) -> None:
        table = unseen_leap(lose(after_the_play(), "B"), "B", 4)
        table = unseen_leap(lose(find(table, "B"), "B"), "B", 9)
        assert new(find(table, "B")) == ["unverified B 4", "unverified B 9"]

    def test_while_the_camera_is_covered_nothing_is_known_to_be_due(self) -> None:
        table = unseen_leap(lose(after_the_play().do("camera!"), "B"), "B", 9)
        assert new(find(table, "B")) == ["unverified B 9"]

    def test_a_track_lost_twice_is_found_once(self) -> None:
        table = lose(lose(after_the_play(), "B"), "B", "peg-missing")
        assert new(find(unseen_leap(table, "B", 9), "B")) == ["scored B 9"]

    def test_a_peg_that_is_missing_withdraws_nothing(self) -> None:
        table = lose(after_the_play().do("B+11"), "B", "peg-missing")
        assert new(find(table, "B")) == ["overpeg B 2"]

    def test_rule_8_4_b_a_remedy_done_unseen_is_done(self) -> None:
        table = Table(b=(103, 99)).do(f"{CUT} {PLAY} B+12 wait wait")
        lose(table, "B")
        table.pegs["B"] = [109, 103]
        table.t += 3.0
        assert new(find(table, "B")) == ["false-claim B 3", "unverified B 12"]
        events = table.judge().events
        assert "pegs B" in [event.body["about"] for event in events if event.kind == "told"]

    def test_rule_9_2_c_the_pone_may_have_pegged_the_hand_that_seems_given_up(self) -> None:
        """The dealer pegged first; then the pone's pegs were not followed until the cards were gathered."""
        table = lose(after_the_play().do("A+5"), "B")
        table.do(f"{CRIB} clear:B")
        assert new(find(unseen_leap(table, "B", 9), "B")) == ["scored A 5", "scored B 9"]
        assert "underpeg B 9" in new(after_the_play().do(f"A+5 {CRIB} clear:B")), "seen, it is given up"

    def test_rule_8_3_a_peg_that_came_down_after_the_deal_had_ended(self) -> None:
        table = after_the_play().do(f"B+9 A+5 {CRIB}")
        table.see(1.0, holes={"A": [9], "B": [15, 6]})
        table.do("clear")
        table.see(1.0, holes={"A": [13, 9], "B": [15, 6]})
        table.pegs["A"] = [13, 9]
        table.t += 1.5
        table.do("cut:6H")
        assert new(table)[2:] == ["unverified A 4"]


class TestScoreboard:
    def test_a_withdrawn_verdict_is_no_longer_shown(self) -> None:
        table = lose(after_the_play().do("B+11"), "B")
        board = Scoreboard.fold([Event("game", 0.0, table.header), *table.judge().events])
        assert [v.code for v in board.verdicts[-2:]] == ["scored", "withdrawn"]
        assert len({v.n for v in board.verdicts}) == len(board.verdicts)
        assert not board.certain

    def test_a_track_is_no_part_of_the_device(self) -> None:
        seen = [
            Event("seen", 1.0, {"fault": {"part": "board", "what": what} | track})
            for what, track in (("chain-high", {}), ("third-peg", {"track": "A"}), ("ok", {"track": "A"}))
        ]
        assert dict(Scoreboard.fold(seen).faults) == {"board": "chain-high"}


def test_the_log_carries_the_track() -> None:
    fault = Fault(3.0, "board", "third-peg", track="B")
    assert observation_from(json.loads(json.dumps(observation_body(fault)))) == fault
    with pytest.raises(CribbageError, match=r"track.*A, B"):
        observation_from({"t": 3, "fault": {"part": "board", "what": "third-peg", "track": "Z"}})


class TestWhatIsNoRelease:
    """A peg counts as let go of after a second, or at the next act of a person, and at nothing else."""

    @staticmethod
    def just_down(points: int) -> Table:
        table = after_the_play()
        front, _ = table.pegs["B"]
        table._show_holes(2.0, B=[front])
        table._put("B", [front + points, front], 0.5)
        return table

    def test_a_board_that_stops_does_not_let_go_of_a_peg_for_anybody(self) -> None:
        """It landed 0.3 s before, three too far: Bob may have put it back by the time the board works again."""
        table = self.just_down(12)
        table.see(0.3, fault={"part": "board", "what": "no answer"})
        table.do("board.")
        table.pegs["B"] = [table.pegs["B"][0] - 3, table.pegs["B"][1]]
        table._show_holes(0.0)
        assert new(table.do("A+5 wait")) == ["unverified B 9", "scored A 5"]

    def test_nor_is_it_held_against_him_where_it_is_found(self) -> None:
        table = self.just_down(12)
        table.see(0.3, fault={"part": "board", "what": "no answer"})
        table.do("board.")
        table._show_holes(0.0)
        assert new(table.do("A+5")) == ["unverified B 12", "scored A 5"]

    @pytest.mark.parametrize(
        "meanwhile",
        [
            {"fault": {"part": "camera", "what": "covered"}},
            {"unread": {"zone": "crib", "count": 4}},
            {"cards": {"zone": "B", "seen": ["TC", "KD", "6S", "5H"]}},
        ],
    )
    def test_a_camera_that_is_covered_and_a_place_that_is_not_or_again_read_let_go_of_nothing(
        self, meanwhile: dict[str, object]
    ) -> None:
        table = self.just_down(12)
        table.see(0.3, **meanwhile)
        table._put("B", [table.pegs["B"][0] - 3, table.pegs["B"][1]], 0.4)
        assert "overpeg" not in {found.split()[0] for found in new(table.do("wait A+5"))}

    def test_a_card_that_is_taken_up_does(self) -> None:
        table = self.just_down(12)
        table.see(0.3, cards={"zone": "A", "seen": []})
        assert new(table) == ["overpeg B 3"]


class TestADeadHole:
    """A contact dies, and no part says so: a peg that was put down is not seen, and nobody is accused for it."""

    @staticmethod
    def bobs_nine_in_a_dead_hole() -> Table:
        table = after_the_play()
        front, _ = table.pegs["B"]
        table._show_holes(2.0, B=[front])
        table.pegs["B"] = [front + 9, front]
        table.t += 2.0
        return table

    @staticmethod
    def pegs(table: Table, player: str, points: int) -> None:
        """Somebody pegs; Bob's fifteenth hole never shows."""
        front, _ = table.pegs[player]
        for pegs, after in (([front], 2.0), ([front + points, front], 0.5)):
            table.pegs[player] = pegs
            table.see(
                after, holes={"A": table.pegs["A"], "B": [hole for hole in table.pegs["B"] if hole != 15]}
            )
        table.t += 1.5

    def test_what_was_pegged_into_it_is_not_missed_and_no_peg_was_removed(self) -> None:
        table = self.bobs_nine_in_a_dead_hole()
        self.pegs(table, "A", 5)
        table.do(CRIB)
        self.pegs(table, "A", 6)
        for zone in "A", "B", "crib", "starter":
            table.zone(zone, [], 0.3)
        table.do("cut:KH B:KS A:KC")
        self.pegs(table, "A", 2)
        table.do("B:5D A:5S")
        self.pegs(table, "A", 2)  # fifteen and five are thirty, and a pair
        assert {found.split()[0] for found in new(table)} <= {"scored", "unverified"}
        self.pegs(table, "B", 1)
        asked = [e.body for e in table.judge().events if e.kind == "ask"]
        assert [body["about"] for body in asked] == ["pegs B"]
        assert "Where does the other peg of B stand?" in asked[0]["question"]

    def test_it_is_asked_for_until_two_pegs_are_seen_again(self) -> None:
        table = self.bobs_nine_in_a_dead_hole()
        self.pegs(table, "A", 5)
        self.pegs(table, "B", 1)
        self.pegs(table, "A", 6)
        self.pegs(table, "B", 2)
        kinds = [e.kind for e in table.judge().events if e.body.get("about") == "pegs B"]
        assert kinds == ["ask", "told"]
        blamed = {found.split()[0] for found in new(table) if found.split()[1] == "B"}
        assert blamed <= {"scored", "unverified"}

    def test_who_takes_out_both_at_once_has_done_so(self) -> None:
        """Nothing else happened in between: no peg was put down."""
        assert "both-pegs-removed B" in new(after_the_play().do("B^ B^^ B=15,6 wait"))


class TestReadAgain:
    def test_what_a_person_entered_is_not_known_until_it_is_read_again(self) -> None:
        table = Table().do("cut:4D B:TC A:QH B:KD B+1 A:7C B:6S A:7H")
        table.see(said={"what": "reread", "zone": "A"})
        assert table.do("A+3 wait").verdicts == ["scored B 1", "unverified A 3"]

    @pytest.mark.parametrize(("by", "found"), [("page", ["overpeg B 7"]), ("eye", ["scored B 9"])])
    def test_9_a_hand_of_the_show_that_a_person_has_put_right_is_counted_as_he_says(
        self, by: str, found: list[str]
    ) -> None:
        """What an eye reads of it later is not: it had read the hand once."""
        table = after_the_play()
        table.see(cards={"zone": "B", "seen": ["TC", "KD", "6S", "4H"]}, by=by)
        assert new(table.do("B+9 wait")) == found

    def fixed_in_the_play(self, read_as: str, *fixed: str) -> Table:
        """Bob's 6S is read as another card; a person enters what it is (one after the other of `fixed`), and the eye
        goes on as before."""
        table = Table().do(f"{CUT} B:TC A:QH B:KD B+1 A:7C".replace("B+1 ", ""))
        table.see(cards={"zone": "B", "seen": ["TC", "KD", read_as]})
        for card in fixed:
            table.see(cards={"zone": "B", "seen": ["TC", "KD", card]}, by="page")
        return table

    @pytest.mark.parametrize("fixed", [("6S",), ("3S", "6S"), ("9S", "8S", "6S")])
    def test_9_a_card_that_a_person_put_right_in_the_play_is_so_at_the_show(
        self, fixed: tuple[str, ...]
    ) -> None:
        """The eye reads the wrong card on; what it says of it is not what the person had seen."""
        table = self.fixed_in_the_play("9S", *fixed)
        table.do("A:7H")
        table.see(cards={"zone": "B", "seen": ["TC", "KD", "9S", "5H"]})
        table.do("A:5S wait")
        assert table.do("B+9 wait").verdicts[-1] == "scored B 9"

    def test_9_once_the_camera_is_to_read_again_its_word_counts(self) -> None:
        table = self.fixed_in_the_play("9S", "6S")
        table.see(said={"what": "reread", "zone": "B"})
        table.do("A:7H")
        table.see(cards={"zone": "B", "seen": ["TC", "KD", "9S", "5H"]})
        table.do("A:5S wait")
        assert "overpeg" not in " ".join(table.do("B+9 wait").verdicts)

    def test_9_a_hand_that_was_put_right_stays_so_whatever_the_eye_reads(self) -> None:
        table = after_the_play()
        table.see(cards={"zone": "B", "seen": ["TC", "KD", "6S", "4H"]}, by="page")
        table.see(cards={"zone": "B", "seen": ["TC", "KD", "6S", "5H"]})
        assert new(table.do("B+2 wait")) == ["scored B 2"]

    @pytest.mark.parametrize(
        ("cards", "found"),
        [(None, ["unverified B 9"]), ("TC KD 6S 5H", ["scored B 9"]), ("TC KD 6S 4H", ["overpeg B 7"])],
    )
    def test_9_a_hand_that_is_read_again_is_worth_what_is_read_then(
        self, cards: str | None, found: list[str]
    ) -> None:
        table = after_the_play()
        table.see(said={"what": "reread", "zone": "B"})
        table.see(
            cards={"zone": "A", "seen": table.zones["A"]}
        )  # what else is counted now does not bring it back
        if cards is not None:
            table.see(cards={"zone": "B", "seen": cards.split()})
        assert new(table.do("B+9 wait")) == found

    @pytest.mark.parametrize("word", ["reread", "by hand"])
    def test_9_the_crib_too(self, word: str) -> None:
        table = after_the_play().do(f"B+9 A+5 {CRIB}")
        assert new(table)[:2] == ["scored B 9", "scored A 5"]
        if word == "reread":
            table.see(said={"what": "reread", "zone": "crib"})
        by = {} if word == "reread" else {"by": "page"}
        table.see(cards={"zone": "crib", "seen": ["2C", "2H", "9D", "9C"]}, **by)
        assert new(table.do("A+12 wait"))[2:] == ["scored A 12"]

    def test_what_was_pegged_before_has_its_verdict(self) -> None:
        table = after_the_play().do("B+9 wait")
        table.see(said={"what": "reread", "zone": "B"})
        assert new(table.do("wait")) == ["scored B 9"]

    @pytest.mark.parametrize(
        ("pegged", "found"),
        [
            ("B+10 wait", ["overpeg B 1", "withdrawn B 1"]),
            ("B+11 wait", ["overpeg B 2", "withdrawn B 2", "scored A 5"]),  # it was one too many, and not two
            ("B+10 B!judge B-1 wait", ["overpeg B 1", "corrected B 1", "scored A 5"]),
        ],
    )
    def test_8_4_c_what_was_too_much_only_as_it_was_read_is_withdrawn(
        self, pegged: str, found: list[str]
    ) -> None:
        table = after_the_play().do(pegged)
        table.see(cards={"zone": "B", "seen": ["TC", "KD", "5S", "5H"]}, by="page")
        assert new(table.do("A+5 wait"))[: len(found)] == found

    def test_8_4_c_of_a_crib_too_and_not_once_a_challenge_has_been_followed(self) -> None:
        right = {"cards": {"zone": "crib", "seen": ["2C", "2H", "9D", "9C"]}, "by": "page"}
        table = after_the_play().do(f"B+9 A+5 {CRIB} A+12 wait")
        before = new(table)
        table.see(**right)
        assert before[-1].startswith("overpeg A ")
        assert new(table.do("wait")) == [*before, before[-1].replace("overpeg", "withdrawn")]
        table = after_the_play().do(f"B+9 A+5 {CRIB} A+12 wait B!overpeg")
        table.see(**right)
        assert not [one for one in new(table.do("wait")) if one.startswith("withdrawn")]

    def test_8_4_it_lets_go_of_no_peg(self) -> None:
        table = after_the_play().do("B~16,6")
        table.see(after=0.3, said={"what": "reread", "zone": "A"})
        table.see(after=0.3, holes={"A": table.pegs["A"], "B": [6]})
        assert new(table.do("wait")) == []

    def test_it_is_a_word_about_a_place_and_of_nobody(self) -> None:
        word = {"t": 3.0, "said": {"what": "reread", "zone": "A"}}
        assert observation_body(observation_from(word, ("A", "B"))) == word
        by_a_judge = {"t": 3.0, "said": {"by": "A", "what": "reread", "zone": "crib"}}
        assert observation_body(observation_from(by_a_judge, ("A", "B"))) == by_a_judge
        with pytest.raises(CribbageError, match="zone"):
            observation_from({"t": 3.0, "said": {"what": "reread"}}, ("A", "B"))
        with pytest.raises(CribbageError, match='"by"'):
            observation_from({"t": 3.0, "said": {"what": "go"}}, ("A", "B"))


class TestTwoMovesOfWhichOneWasNotSeen:
    def test_8_5_b_both_pegs_past_the_front_one_may_have_been_two_scores(self) -> None:
        """Bob pegs nine into a dead hole and one for a penalty, and nothing else happens meanwhile."""
        assert new(after_the_play().do("B^ B^^ B=16,15 wait")) == ["unverified B 10"]

    def test_8_5_a_a_front_peg_that_went_on_while_only_one_was_seen_may_have_been_put_back_before(
        self,
    ) -> None:
        """Its old hole is dead: it went back to it, and then the other peg went on."""
        table = after_the_play().do("B^f")
        table.zone("A", [*table.zones["A"][:3], "9S"], 0.3)
        table.see(1.0, said={"by": "A", "what": "count", "n": 5})
        found = new(table.do("B=20,5 wait"))
        assert found == ["unverified B 14"]

    def test_8_6_a_peg_that_was_put_back_is_forgotten(self) -> None:
        """Ann says something while Bob holds a peg; that is nothing for what he does later."""
        table = after_the_play().do("B^ A!count5")
        table._show_holes(1.0)
        assert new(table.do("B+12 B-3 A+5")) == ["overpeg B 3", "corrected B 3", "scored A 5"]


class TestCardsThatWereNotReadAndAreGone:
    def test_8_4_a_no_claim_of_game_is_false_by_them(self) -> None:
        """Ann lays a card that nobody reads, pegs two with it into the game hole, and takes it up."""
        table = Table(a=(119, 110)).do("cut:4H B:6S A? A+2 A0")
        assert table.verdicts == ["unverified A 2"]


class TestAContactThatLies:
    """More pegs than there are: nobody follows the track until a peg is seen where none was."""

    def test_one_that_stays_closed_behind_a_peg_accuses_nobody(self) -> None:
        table = after_the_play()  # A 4 and 3, B 6 and 5
        table.see(2.0, holes={"A": [4, 3], "B": [6]})
        table.see(0.5, holes={"A": [4, 3], "B": [15, 6]})
        table.see(2.0, holes={"A": [4], "B": [15, 6, 5]})  # the fifth closes again, by itself
        table.see(0.5, holes={"A": [9, 4], "B": [15, 6, 5]})
        table.do("crib:2C,2H,9D,JC")
        table.see(2.0, holes={"A": [9], "B": [15, 6, 5]})
        table.see(0.5, holes={"A": [15, 9], "B": [15, 6, 5]})
        assert new(table.do("wait")) == ["scored B 9", "scored A 5", "scored A 6"]

    def test_two_of_the_three_are_not_believed_and_one_that_is_new_is(self) -> None:
        table = after_the_play()
        told = [[15, 6, 5], [15, 6], [17, 15]]
        for holes in told:
            table.see(2.0, holes={"A": [4, 3], "B": holes})
        pegs = [(e.t, e.body["B"]) for e in table.judge().events if e.kind == "pegs"]
        assert pegs[-1][1] == [17, 15]
        assert [15, 6] not in [standing for _, standing in pegs]
        assert {found.split()[0] for found in new(table)} <= {"scored", "unverified"}

    def test_what_was_held_against_a_move_just_before_is_withdrawn(self) -> None:
        table = after_the_play().do("B+12")
        table.see(2.0, holes={"A": [4, 3], "B": [18, 15, 6]})
        assert new(table) == ["overpeg B 3", "withdrawn B 3"]

    def test_a_track_of_which_the_board_said_so_itself_is_followed_again_when_it_says_that(self) -> None:
        table = lose(after_the_play(), "B")
        table.see(1.0, holes={"A": [4, 3], "B": [15, 6, 5]})
        table.see(1.0, holes={"A": [4, 3], "B": [17, 15]})
        assert new(table) == []
        table.pegs["B"] = [15, 6]
        assert new(find(table, "B")) == ["scored B 9"]


def test_8_4_c_what_landed_too_far_after_the_next_card_may_still_be_challenged() -> None:
    """Ann's own card, told while her peg was up, closes what she had; what the peg then has too much is new."""
    table = after_the_play().do("B+9 A^")
    table.zone("crib", ["2C", "2H", "9D", "JC"], 0.3)
    table.do("A=12,4 B!overpeg A-3 B+3")
    assert new(table) == ["scored B 9", "overpeg A 3", "scored B 3"]


@pytest.mark.parametrize(
    ("bob", "hand", "found"),
    [
        ((109, 105), "", []),  # at 115, and nine are in his hand
        ((105, 102), "", ["underpeg A 5", "underpeg A 6"]),  # one short of the game hole then
        ((86, 80), "unread", []),  # 29 short, and nobody knows what is in his hand
        ((85, 80), "unread", ["underpeg A 5", "underpeg A 6"]),
    ],
)
def test_1_6_whose_peg_is_not_seen_may_have_pegged_out_and_nobody_else_has_anything_to_peg(
    bob: tuple[int, int], hand: str, found: list[str]
) -> None:
    table = Table(a=(106, 103), b=bob).do(f"{CUT} {PLAY} wait")
    if hand:
        table.see(said={"what": "reread", "zone": "B"})
    table.do(f"B^ {CRIB} clear wait")
    assert [one for one in table.verdicts if one.startswith("underpeg")] == found


def test_8_2_a_peg_by_which_a_lost_track_is_found_is_perhaps_still_held_and_no_back_peg_that_moves_up() -> (
    None
):
    """A contact of Bob's sticks until his next peg comes down; he tries seven, sets six, and then one with the other
    peg, each within a second."""
    table = Table(a=(20, 15), b=(43, 38)).do("cut:3H B:6S A:7C")
    for after, holes in ((1.0, [43]), (0.8, [45, 43]), (1.5, [45, 43, 38])):
        table.see(after, holes={"A": [20, 15], "B": holes})
    for zone, cards in (("B", ["6S", "2S"]), ("A", ["7C", "4C"]), ("B", ["6S", "2S", "3C"])):
        table.zone(zone, cards)
    tried = ((1.0, [45, 38]), (0.7, [50, 45]), (0.5, [45]), (0.9, [49, 45]), (0.8, [49]), (0.8, [50, 49]))
    for after, holes in tried:
        table.see(after, holes={"A": [20, 15], "B": holes})
    table.pegs["B"] = [50, 49]
    found = table.do("wait A:KD wait").verdicts
    assert found == ["unverified B 2", "unverified B 7", "unverified B 6", "unverified B 7"]
