"""Pegs on a simulated board, followed through pins, scans and debouncing to the holes of the table log."""

from __future__ import annotations

import pytest

from cribbage.log.observations import Holes
from firmware.debounce import ChainOk, HoleChange
from firmware.holes import Cleared, HoleTracker, TrackFound


def test_the_start(table):
    assert table.log == [(0.0, {"A": [-1, 0], "B": [-1, 0]})]


def test_an_ordinary_leapfrog(table):
    table.take("A-1")
    table.run(0.8)
    table.put("A6")
    table.run(0.5)
    assert table.log[1:] == [(1.2, {"A": [0], "B": [-1, 0]}), (2.0, {"A": [0, 6], "B": [-1, 0]})]


def test_a_quick_leapfrog_shows_only_its_end(table):
    table.take("A-1")
    table.run(0.2)
    table.put("A6")
    table.run(0.5)
    assert table.log[1:] == [(1.4, {"A": [0, 6], "B": [-1, 0]})]


def test_a_move_in_the_blink_of_two_scans(table):
    table.take("A-1")
    table.put("A6")
    table.run(0.5)
    assert table.log[1:] == [(1.2, {"A": [0, 6], "B": [-1, 0]})]


def test_a_peg_put_back_at_once_is_nothing(table):
    table.take("A0")
    table.run(0.1)
    table.put("A0")
    table.run(1)
    assert len(table.log) == 1


def test_a_peg_put_back_later_is_seen_in_the_air(table):
    table.take("A0")
    table.run(1)
    table.put("A0")
    table.run(1)
    assert [holes["A"] for _, holes in table.log] == [[-1, 0], [-1], [-1, 0]]


def test_a_slid_peg_shows_only_where_it_ends(table):
    table.take("A-1")
    for hole in range(1, 9):
        table.put(f"A{hole}")
        table.run(0.05)
        table.take(f"A{hole}")
        table.run(0.02)
    table.put("A9")
    table.run(1)
    assert [holes["A"] for _, holes in table.log] == [[-1, 0], [0, 9]]


def test_two_players_at_once(table):
    table.take("A-1")
    table.run(0.1)
    table.take("B-1")
    table.run(0.4)
    table.put("A5")
    table.run(0.1)
    table.put("B3")
    table.run(1)
    assert [(h["A"], h["B"]) for _, h in table.log] == [
        ([-1, 0], [-1, 0]),
        ([0], [-1, 0]),
        ([0], [0]),
        ([0, 5], [0]),
        ([0, 5], [0, 3]),
    ]


def test_times_never_run_backward(table):
    for hole in ("A1", "B2", "A3", "B4"):
        table.put(hole)
        table.run(0.13)
        table.take(sorted(table.pegs, key=lambda h: (h[0] != hole[0], int(h[1:])))[0])
        table.run(0.35)
    times = [t for t, _ in table.log]
    assert times == sorted(times)


class TestGameHole:
    def test_belongs_to_the_track_that_misses_a_peg(self, make_table):
        table = make_table({"A110", "A115", "B100", "B90"})
        table.take("A110")
        table.run(0.5)
        table.put("game")
        table.run(0.5)
        assert table.log[-1][1] == {"A": [115, 121], "B": [90, 100]}

    def test_waits_while_both_miss_one(self, make_table):
        table = make_table({"A110", "A115", "B100", "B90"})
        table.take("A110", "B90")
        table.run(0.5)
        table.put("game")
        table.run(1)
        assert table.last == {"A": {115}, "B": {100}}
        table.put("B103")
        table.run(0.5)
        assert table.last == {"A": {115, 121}, "B": {100, 103}}

    def test_asks_whose_it_is(self, make_table):
        table = make_table({"A110", "A115", "B100", "B90"})
        table.take("A110", "B90")
        table.put("game")
        table.run(4)
        assert table.inspections == [("game-hole-disputed", ("game",))]

    def test_keeps_its_owner_when_the_other_lifts_a_peg(self, make_table):
        table = make_table({"game", "A115", "B100", "B90"})
        assert table.last["A"] == {115, 121}
        table.take("B90")
        table.run(0.5)
        assert table.last == {"A": {115, 121}, "B": {100}}

    def test_a_peg_too_many_in_it(self, table):
        table.put("game")
        table.run(4)
        assert len(table.log) == 1
        assert table.inspections == [("spare-peg", ("game",))]


class TestImpossible:
    def test_a_third_peg_is_named_and_not_handed_out(self, table):
        table.put("A30")
        table.run(2.9)
        assert table.inspections == []
        table.run(0.5)
        assert table.inspections == [("third-peg", ("A30",))]
        assert len(table.log) == 1
        table.take("A30")
        table.run(1)
        assert [item.code for item in table.of(Cleared)] == ["third-peg"]
        assert table.unfollowed == [("A", "third-peg"), ("A", "")]
        assert [holes for _, holes in table.log] == [{"A": [-1, 0], "B": [-1, 0]}] * 2, (
            "told again, as it was"
        )

    def test_the_other_track_goes_on(self, table):
        table.put("A30")
        table.run(1)
        table.take("B-1")
        table.put("B7")
        table.run(1)
        assert table.last == {"A": {-1, 0}, "B": {0, 7}}

    def test_a_third_peg_stays_one_when_the_other_player_lifts_a_peg(self, table):
        """Then there are four in all, as if the other player's peg had been put into the wrong track."""
        table.put("A30")
        table.run(1)
        table.take("B-1")
        table.run(4)
        assert table.last == {"A": {-1, 0}, "B": {0}}
        assert ("third-peg", ("A30",)) in table.inspections

    def test_a_peg_in_the_wrong_track_is_handed_out(self, table):
        table.take("A-1")
        table.run(0.5)
        table.put("B6")
        table.run(0.5)
        assert table.last == {"A": {0}, "B": {-1, 0, 6}}
        table.run(4)
        assert table.inspections == []

    def test_a_bridged_pair_is_no_wrong_track(self, table):
        table.faults.bridged = (frozenset({"A6", "A7"}),)
        table.take("B-1")  # the other player holds a peg: four contacts are closed in all
        table.run(0.5)
        table.take("A-1")
        table.run(0.5)
        table.put("A6")
        table.run(4)
        assert table.last == {"A": {0}, "B": {0}}
        assert ("third-peg", ("A6", "A7")) in table.inspections

    def test_a_missing_peg_is_asked_for(self, table):
        table.take("A0")
        table.run(3.4)
        assert table.inspections == [("peg-missing", ("A0",))]
        table.put("A0")
        table.run(1)
        assert [(item.code, item.player) for item in table.of(Cleared)] == [("peg-missing", "A")]

    def test_both_players_miss_a_peg(self, table):
        table.take("A0", "B-1")
        table.run(3.4)
        assert sorted(table.inspections) == [("peg-missing", ("A0",)), ("peg-missing", ("B-1",))]

    def test_an_empty_board(self, make_table):
        table = make_table(())
        table.run(3)
        assert table.log == [(0.0, {"A": [], "B": []})]
        assert table.inspections == [("board-empty", ())]

    def test_a_masked_hole_is_ignored(self, make_table):
        table = make_table({"A0", "A-1", "B0", "B-1", "A57"}, masked={"A57"})
        assert table.log == [(0.0, {"A": [-1, 0], "B": [-1, 0]})]

    def test_a_hole_masked_later(self, make_table):
        table = make_table({"A0", "A-1", "B0", "B-1", "A57"})
        table.run(4)
        assert table.log == []
        assert table.inspections == [("third-peg", ("A-1", "A0", "A57"))]
        table.reader.tracker.set_masked(table.t, {"A57"})
        table.run(1)
        assert table.last == {"A": {-1, 0}, "B": {-1, 0}}
        assert table.reader.tracker.open == {}


class TestNotFollowed:
    """A track whose contacts cannot be right is said to be lost, and found again when it is sound."""

    def test_a_peg_too_many_stays_one_while_a_peg_is_in_the_air(self, table):
        """Two contacts are closed then; one of them is no peg."""
        table.faults.stuck_closed = frozenset({"A30"})
        table.run(1)
        table.take("A-1")
        table.run(1)
        table.put("A6")
        table.run(1)
        assert table.unfollowed == [("A", "third-peg")]
        assert all(holes["A"] == [-1, 0] for _, holes in table.log), "the pegs as they were last known"
        table.faults.clear()
        table.run(1)
        assert table.unfollowed == [("A", "third-peg"), ("A", "")]
        assert table.last["A"] == {0, 6}

    def test_a_peg_that_is_lifted_and_put_back_is_believed(self, table):
        """A third peg stood there first, then one of the others was taken away: the question names the new one."""
        table.put("A30")
        table.run(1)
        table.take("A-1")
        table.run(4)
        assert ("third-peg", ("A30",)) in table.inspections
        table.take("A30")
        table.run(0.5)
        table.put("A30")
        table.run(0.5)
        assert table.unfollowed == [("A", "third-peg"), ("A", "")]
        assert table.last["A"] == {0, 30}

    def test_the_other_track_is_followed_all_the_time(self, table):
        table.put("A30")
        table.run(1)
        table.take("B-1")
        table.run(0.5)
        table.put("B4")
        table.run(0.5)
        assert {player for player, _ in table.unfollowed} == {"A"}
        assert table.last["B"] == {0, 4}

    def test_a_peg_that_never_came_down_and_then_the_other_lifted(self, table):
        table.faults.stuck_open = frozenset({"A6"})
        table.take("A-1")
        table.put("A6")
        table.run(5)
        table.take("A0")
        table.run(0.5)
        table.put("A9")
        table.run(0.5)
        assert table.unfollowed == [("A", "peg-missing")]
        table.faults.clear()
        table.run(0.5)
        assert table.unfollowed[-1] == ("A", "")
        assert table.last["A"] == {6, 9}

    def test_both_pegs_lifted_and_put_down_at_once_are_followed(self, table):
        """That is a fault of the player (8.5.b), not of a contact."""
        table.take("A-1", "A0")
        table.run(1)
        table.put("A5", "A9")
        table.run(1)
        assert table.unfollowed == []

    def test_a_game_hole_that_sticks_is_nobodys_when_a_peg_is_lifted(self, make_table):
        table = make_table({"A110", "A115", "B100", "B90"})
        table.faults.stuck_closed = frozenset({"game"})
        table.run(1)
        table.take("A110")
        table.run(2)
        assert table.last["A"] == {115}
        table.put("A118")
        table.run(1)
        assert table.last["A"] == {115, 118}

    def test_a_game_hole_that_sticks_while_a_peg_is_in_the_air(self, make_table):
        table = make_table({"A110", "A115", "B100", "B90"})
        table.take("A110")
        table.faults.stuck_closed = frozenset({"game"})
        table.run(2)
        assert table.last["A"] == {115, 121}, "for all that is known"
        table.put("A118")
        table.run(1)
        assert table.unfollowed == [("A", "spare-peg"), ("A", "")]
        assert table.last["A"] == {115, 118}

    def test_what_was_lost_before_a_restart_is_lost_still(self, longboard):
        last = Holes(100.0, {"A": frozenset({20, 26}), "B": frozenset({11, 4})})
        tracker = HoleTracker(longboard, last, lost={"A"})
        holes = ("A26", "A31", "B11", "B4")
        items = tracker.feed(0.05, [ChainOk(0.0), *(HoleChange(0.0, hole, True) for hole in holes)])
        items += tracker.feed(1.0)
        assert isinstance(items[0], TrackFound)
        assert items[1].holes["A"] == {26, 31}


def test_a_new_game(make_table):
    table = make_table({"game", "A115", "B100", "B90"})
    for hole in ("game", "A115", "B100", "B90"):
        table.take(hole)
        table.run(0.6)
    for hole in ("A0", "B0", "A-1", "B-1"):
        table.put(hole)
        table.run(0.6)
    assert table.last == {"A": {-1, 0}, "B": {-1, 0}}
    assert table.reader.tracker.open == {}


class TestRestart:
    LAST = Holes(100.0, {"A": frozenset({20, 26}), "B": frozenset({11, 4})})

    def test_nothing_changed_nothing_said(self, make_table):
        table = make_table({"A20", "A26", "B11", "B4"}, last=self.LAST)
        assert table.log == []

    def test_a_move_made_meanwhile(self, make_table):
        table = make_table({"A31", "A26", "B11", "B4"}, last=self.LAST)
        assert [holes for _, holes in table.log] == [{"A": [26, 31], "B": [4, 11]}]

    def test_the_game_hole_keeps_its_owner(self, make_table):
        last = Holes(100.0, {"A": frozenset({115, 121}), "B": frozenset({100, 90})})
        table = make_table({"game", "A115", "B100"}, last=last)
        assert table.last == {"A": {115, 121}, "B": {100}}


def test_a_pattern_that_stood_long_enough_is_handed_out_even_if_nobody_looked(longboard):
    """The clock may jump from one change to the next: what stood in between was so all the same."""
    tracker = HoleTracker(longboard)
    start = [ChainOk(0.0), *(HoleChange(0.0, hole, True) for hole in ("A0", "A-1", "B0", "B-1"))]
    assert tracker.feed(0.05, start) == []
    (first,) = tracker.feed(5.0, [HoleChange(5.0, "A-1", False)])
    assert (first.t, first.holes["A"]) == (0.0, {-1, 0})
    (second,) = tracker.feed(6.0, [HoleChange(6.0, "A7", True)])
    assert (second.t, second.holes["A"]) == (5.0, {0})
    assert tracker.watermark(6.0) == 6.0
    assert tracker.next_wake() == 6.3


def test_after_a_fault_no_track_is_taken_to_be_as_it_was(table):
    table.faults.data_in_stuck = 0
    table.run(0.1)
    table.take("A-1", "B-1")
    table.put("B5")
    table.faults.clear()
    table.run(0.2)
    table.put("A3")  # while the other track has already come to rest
    table.run(1)
    assert [holes for _, holes in table.log[1:]] == [{"A": [0, 3], "B": [0, 5]}]


@pytest.mark.parametrize("part", ["head", "module 1", "module 6"])
def test_what_happened_during_a_fault_is_seen_afterwards(table, part):
    table.faults.unplug(table.reader.debouncer.board_map, part)
    table.run(0.5)
    table.take("A-1")
    table.put("A12")
    table.run(1)
    assert len(table.log) == 1
    table.faults.clear()
    table.run(1)
    assert [holes["A"] for _, holes in table.log] == [[-1, 0], [0, 12]]
