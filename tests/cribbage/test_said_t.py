"""When a verdict was said: the same at a live table, which is told that time passes, and in a log judged later."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from samples import sample
from tables import CRIB, CUT, PLAY, Table

from cribbage.log.events import Event
from cribbage.log.logreader import LogReader
from cribbage.replay.transcript import replay
from cribbage.worlds.referee import Referee
from pegwatch.simulated import Plants, SimulatedTable
from pegwatch.simulated.blind import AFTER_PEG, BOARD, HIDDEN, UNREAD, blinded

FIFTEEN = "cut:KS B:TC A:5H A+3 B:5D B+2"


def verdicts(events: Iterable[Event]) -> list[tuple[Any, ...]]:
    keys = ("code", "player", "points", "said_t", "proof")
    return [(e.t, *(e.body.get(key) for key in keys)) for e in events if e.kind == "verdict"]


def live(log: Iterable[str], every_s: float, after_s: float = 0.0) -> list[tuple[Any, ...]]:
    """The verdicts of a table that lets time pass in steps, asks before each observation what falls due, and goes on
    for a while before the game is ended."""
    reader, events, now = LogReader(), [], 0.0
    referee: Referee | None = None
    for seen in reader.read(log):
        referee = referee or Referee(reader.header_of_game)
        while now + every_s < seen.t:
            now += every_s
            events += referee.tick(now)
        before = referee.before(seen)
        assert verdicts(before) == verdicts([*before, *referee.before(seen)]), "asked twice it is said once"
        events += [*before, *referee.receive(seen)]
    assert referee is not None
    events += referee.tick(seen.t + after_s)
    return verdicts([*events, *referee.finish()])


@pytest.mark.parametrize("every_s", [0.05, 0.7])
@pytest.mark.parametrize("after_s", [0.0, 1.2, 60.0])
def test_a_live_table_and_its_log_say_the_same_at_the_same_time(every_s: float, after_s: float) -> None:
    log = Table().do(FIFTEEN).log
    assert live(log, every_s, after_s) == verdicts(replay(log).events)


@pytest.mark.parametrize("kind", [AFTER_PEG, BOARD, HIDDEN, UNREAD])
@pytest.mark.no_cover
def test_so_do_games_that_were_not_all_seen(kind: str) -> None:
    for seed in sample((2,), (2, 5)):
        table = SimulatedTable(seed, 1, Plants(overpeg_play=0.3, false_claim=0.8), with_scenes=False)
        log = blinded(table.as_log(1), kind, seed, 0.4)[:150]
        assert live(log, 0.31, 5.0) == verdicts(replay(log).events)


def test_it_is_the_time_of_the_act_or_of_the_deadline_that_made_it_certain() -> None:
    said = {(v["code"], v["player"]): (v["t"], v["said_t"]) for v in replay(Table().do(FIFTEEN).log).verdicts}
    assert said["overpeg", "A"] == (8.5, 11.0), "2.5 s after the peg: till then a card may be told"
    assert said["scored", "B"] == (14.5, 15.5), "let go of a second after it was put down"


def test_the_log_has_ended_and_time_goes_on_until_nothing_falls_due() -> None:
    """The deadlines of the last seconds are stamped as the table that went on stamped them."""
    log = Table().do("cut:KS B:TC A:8H A+2").log
    (verdict,) = replay(log).verdicts
    assert (verdict["t"], verdict["said_t"]) == (8.5, 11.0)
    assert live(log, 0.1, 30.0)[0][4] == 11.0


def test_every_verdict_says_it_and_none_is_said_before_it_came_about() -> None:
    for seed in (1, 4):
        for verdict in replay(SimulatedTable(seed, 1, with_scenes=False).as_log(1)).verdicts:
            assert verdict["said_t"] >= verdict["t"]


def test_what_nobody_can_tell_any_more_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the bound of histories nobody is blamed in the deal: that waits for nothing."""
    monkeypatch.setattr("cribbage.worlds.forks.BOUND", 0)
    table = Table().do("cut:KS B:TC A:QH A+2 B:5H wait A:2C B:3D wait A:4D")
    (verdict,) = [one for one in replay(table.log).verdicts if one["code"] == "unverified"]
    assert verdict["said_t"] - verdict["t"] < 5.0


def test_a_part_is_said_to_be_scored_when_its_window_ends_though_nobody_saw_the_rest() -> None:
    """Where a short peg may be put right until the next cut: from then on nothing is waited for."""
    table = Table(profile="corporate-challenge").do(f"{CUT} {PLAY} B+9 A+2 {CRIB}")
    table.see(0.1, fault={"part": "board", "what": "track-covered", "track": "A"})
    table.do("clear cut:2H")
    cut_t = table.t
    table.do("A:3C wait B:4C wait")
    said = [one["said_t"] for one in replay(table.log).verdicts if (one["player"], one["points"]) == ("A", 2)]
    assert min(said) <= cut_t
