"""The demo's maker: a peg in every hole; and the page that stays when the players have finished."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from cribbage.log.observations import Observation
from firmware.boardfile import load_board
from firmware.box.journal import MemoryJournal
from firmware.box.pulse import Pulse
from firmware.debounce import HoleChange
from firmware.walktest import HoleWalk
from pegwatch.failure import PegwatchError
from pegwatch.plan import Plan
from pegwatch.playersclock import PlayersClock
from pegwatch.simulated.maker import EACH_S, makers_table
from pegwatch.simulated.world import simulated_world


def test_the_maker_s_peg_visits_every_hole_so_a_hole_walk_begun_at_any_time_finds_them_all_good() -> None:
    board, table = load_board("longboard"), makers_table("longboard")
    t, before = 7.3, frozenset[str]()
    walk = HoleWalk(board, table.holes_at(t))
    for _ in range(2 * (len(board.bit_of) + 2)):
        coming = table.next_change(t)
        assert coming is not None
        assert t < coming <= t + EACH_S
        t = coming
        now = table.holes_at(t + 1e-5)
        assert len(now) <= 1
        walk.feed([HoleChange(t, hole, hole in now) for hole in sorted(before ^ now)])
        before = now
    report = walk.report()
    assert report.good == board.bit_of.keys()
    assert (report.left, report.masks) == ((), frozenset())


def test_a_plan_of_a_walk_has_no_players() -> None:
    world = simulated_world(Plan("demo", "", "", walks=True))
    assert world.messages_between(0.0, 1e6) == []
    assert world.scene_at(5.0).cards == ()


class Finished:
    """Players who have nothing more to do."""

    def next_change(self, _after_t: float) -> float | None:
        return None

    def messages_between(self, _t0: float, _t1: float) -> list[tuple[float, Observation | dict[str, object]]]:
        return []


@pytest.mark.parametrize("stays", [False, True])
def test_with_a_page_time_goes_on_after_the_last_game(tmp_path: Path, stays: bool) -> None:
    """Else nobody could look at its end: what is tapped then would never be judged."""
    with Pulse.open(tmp_path) as pulse:
        for name in ("board", "eye"):
            pulse.beat(name, done=1e9, until=1e9, wake=math.inf)
        leader = PlayersClock(Finished(), pulse, MemoryJournal(), math.inf, 0.0, stays=stays)
        steps = [leader.step(lambda: None) for _ in range(5)]
        assert steps == [True, True, True, stays, stays]
        assert pulse.clock_t == pytest.approx(9.4 if stays else 9.0)


def test_a_camera_that_cannot_make_out_a_card_does_not_keep_a_game_from_its_end(tmp_path: Path) -> None:
    """It asks for one more look after each: a headless game went on for ever."""
    with Pulse.open(tmp_path) as pulse:
        pulse.beat("board", done=1e9, until=1e9, wake=math.inf)
        pulse.beat("eye", done=1e9, until=1e9, wake=0.1)
        leader = PlayersClock(Finished(), pulse, MemoryJournal(), math.inf, 0.0)
        while leader.step(lambda: None):
            assert pulse.clock_t < 60.0
            pulse.beat("eye", done=1e9, until=1e9, wake=pulse.clock_t + 0.1)
        assert 30.0 < pulse.clock_t < 40.0


def test_a_walk_is_for_looking_at() -> None:
    from click.testing import CliRunner

    from pegwatch.commands.demo import command

    answer = CliRunner().invoke(command, ["--kind", "workshop", "--headless"])
    assert isinstance(answer.exception, PegwatchError)
    assert "leave out --headless" in str(answer.exception)
