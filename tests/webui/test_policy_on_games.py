"""The policy over whole games of the simulated players, cheats and all: what leaves the device at every moment."""

from __future__ import annotations

import json
from contextlib import closing
from functools import cache
from itertools import accumulate
from typing import Any

import pytest
from samples import sample

from cribbage.shown.policy import CLUB, Viewer, When
from cribbage.shown.reveal import view
from cribbage.shown.scoreboard import Scoreboard
from firmware.box.journal import MemoryJournal
from firmware.recorder import Recorder
from pegwatch.simulated import HONEST, Plants, SimulatedTable
from pegwatch.simulated.plants import OFTEN

SEEDS = range(sample(2, 6))
PUBLIC, ANN = Viewer.public(), Viewer.player("A")


def journal_of(seed: int, mode: str, plants: Plants) -> MemoryJournal:
    """A whole game, judged the way the table judges it."""
    table = SimulatedTable(seed, 1, plants, "acc-2025", mode=mode, with_scenes=False)
    header, *observations = [json.loads(line) for line in table.as_log(1)]
    journal = MemoryJournal()
    recorder = Recorder(journal)
    journal.put("page", 0.0, {"new_game": header})
    for body in observations:
        journal.put("board", body["t"], body)
        recorder.take(body["t"])
    recorder.take(observations[-1]["t"] + 60)
    return journal


@cache
def moments(seed: int, mode: str, plants: Plants = OFTEN) -> tuple[Scoreboard, ...]:
    """The board after every event of a game: boards never change, so all tests look at the same ones."""
    with closing(journal_of(seed, mode, plants)) as journal:
        boards = accumulate(
            (stored.event for stored in journal.events()), Scoreboard.apply, initial=Scoreboard.empty()
        )
        return tuple(board for board in boards if board.has_game)


@pytest.mark.parametrize("seed", SEEDS)
def test_club_tells_the_worth_of_nothing_that_is_still_open(seed: int) -> None:
    told = 0
    for board in moments(seed, "club"):
        shown = view(board, PUBLIC)
        for hand in shown["hands"]:
            if "earned" in hand:
                assert board.items[hand["id"]].is_closed
                told += 1
            else:
                assert set(hand) == {"what", "player", "side", "lying", "state"}
        if shown["play"]:
            assert "points" not in shown["play"]["cards"][-1]
    assert told


@pytest.mark.parametrize("seed", SEEDS)
def test_club_tells_no_verdict_before_its_time(seed: int) -> None:
    at_once = {code for code, when in CLUB.items() if when in (When.AT_ONCE, When.ALERT, When.HINT)}
    for board in moments(seed, "club"):
        told = {verdict["key"] for verdict in view(board, PUBLIC)["verdicts"]}
        for verdict in board.verdicts[-12:]:
            key = f"{verdict.code}-{verdict.player}-{verdict.t:g}-{verdict.points}"
            item = board.items.get(verdict.item or "")
            if key in told and verdict.code not in at_once and item is not None:
                assert item.is_closed or board.deal_is_closed(verdict.deal)


@pytest.mark.parametrize("seed", SEEDS)
def test_sanctioned_keeps_one_shape_and_shows_no_hole_where_no_peg_has_been(seed: int) -> None:
    shapes, states = set(), set()
    holes = {"A": {0}, "B": {0}}
    for board in moments(seed, "sanctioned"):
        for seat, pegs in board.pegs.items():
            holes[seat].add(pegs.score)
        for viewer in (PUBLIC, ANN):
            shown = view(board, viewer)
            shapes.add(tuple(sorted(shown)))
            states.add(shown["state"])
            assert all(player["score"] <= max(holes[player["seat"]]) for player in shown["players"])
    assert states == {"playing", "ended"}
    assert len(shapes) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_sanctioned_score_is_the_board_less_what_may_still_change(seed: int) -> None:
    """With honest players the closed score is the front peg less what was pegged for items still open."""
    followed = 0
    before: Any = None
    for board in moments(seed, "sanctioned", HONEST):
        settled = before is not None and before.certain and before.claim is None
        # All events of a moment are in, and no move waits to be understood.
        if settled and board.t > before.t:
            for seat in ("A", "B"):
                open_points = sum(item.pegged or 0 for item in before.open_items(seat))
                assert before.closed[seat] == before.pegs[seat].score - open_points
                followed += before.closed[seat] > 0
        before = board
    assert followed


@pytest.mark.parametrize("plants", [HONEST, OFTEN], ids=["honest", "cheats"])
def test_when_a_deal_is_closed_the_closed_scores_are_those_of_the_board(plants: Plants) -> None:
    for seed in SEEDS:
        deals = 0
        for board in moments(seed, "club", plants):
            if board.deal > deals:
                deals = board.deal
                assert board.closed == {seat: pegs.score for seat, pegs in board.pegs.items()}
        assert deals > 4


def test_right_and_wrong_pegs_look_the_same_in_sanctioned_mode_until_the_window_shuts() -> None:
    """The view may change when a score closes, when the dealer changes, when a peg reaches the game hole: no more."""
    for seed in SEEDS:
        before: Any = None
        for board in moments(seed, "sanctioned"):
            if before is not None and view(board, PUBLIC) != view(before, PUBLIC):
                assert (
                    board.lagging.shown != before.lagging.shown
                    or board.dealer != before.dealer
                    or (board.claim is None) != (before.claim is None)
                )
            before = board if board.has_game else None


def test_the_view_of_a_whole_game_stays_a_few_kilobytes() -> None:
    sizes = [len(json.dumps(view(board, PUBLIC))) for board in moments(1, "teaching")]
    assert max(sizes) < 12_000
