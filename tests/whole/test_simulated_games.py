"""Whole games of the simulated players through the referee: every fault found, nobody falsely accused."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from samples import sample

from cribbage.replay.transcript import replay
from pegwatch.simulated import HONEST, Plants, SimulatedTable
from pegwatch.simulated.club import main, play, report
from pegwatch.simulated.plants import OFTEN
from pegwatch.simulated.verify import Outcome, compare

SEEDS = range(sample(6, 40))


def judged(plants: Plants, seeds: range = SEEDS, book: str = "acc-2025") -> Outcome:
    total = Outcome()
    for outcome in play(len(seeds), seeds.start, plants, book):
        total.add(outcome)
    return total


def test_honest_players_are_never_accused_and_every_move_is_found_right() -> None:
    outcome = judged(HONEST)
    assert outcome.false == []
    assert outcome.judged == outcome.moves > 30 * len(SEEDS)
    assert outcome.unverified == 0


def test_pegging_together_what_may_be_pegged_together_is_no_fault() -> None:
    """Rule: ACC 7.2.b."""
    always = Plants(0.0, 0.0, underpeg=0.0, false_claim=0.0, touch=0.0, merge=1.0)
    outcome = judged(always)
    assert outcome.false == []
    assert outcome.judged == outcome.moves


def test_a_peg_lifted_and_put_back_is_no_move() -> None:
    """Rule: ACC 8.6."""
    restless = Plants(0.0, 0.0, underpeg=0.0, false_claim=0.0, touch=0.5)
    outcome = judged(restless)
    assert outcome.false == []
    assert outcome.judged == outcome.moves


def test_a_peg_that_was_not_let_go_of_may_still_be_moved() -> None:
    """Rule: ACC 8.3: what counts is where the fingers leave it."""
    outcome = judged(Plants(0.0, 0.0, underpeg=0.0, false_claim=0.0, touch=0.0, second_thought=0.5))
    assert outcome.false == []
    assert outcome.judged == outcome.moves


def test_go_said_on_the_page_changes_nothing() -> None:
    outcome = judged(Plants(0.0, 0.0, underpeg=0.0, false_claim=0.0, touch=0.0, tap_go=1.0))
    assert outcome.false == []
    assert outcome.judged == outcome.moves


@pytest.mark.parametrize("plants", [Plants(), OFTEN], ids=["usual", "often"])
def test_every_planted_fault_is_caught(plants: Plants) -> None:
    outcome = judged(plants)
    assert outcome.missed == []
    assert outcome.false == []
    assert outcome.judged == outcome.moves
    assert {"overpeg", "overpeg-stands", "corrected", "underpeg", "false-claim"} <= outcome.planted.keys()
    assert outcome.caught == outcome.planted
    assert len(outcome.awards) <= 3, (
        "by chance just what a challenge that nobody tapped would have brought (8.4.c(1))"
    )


@pytest.mark.parametrize("book", ["alberta-55plus", "corporate-challenge", "hoyle"])
def test_where_a_short_peg_stays_open_every_fault_is_caught_and_nobody_falsely_accused(book: str) -> None:
    """Rule: Alberta 13; several faults of one player meet in one window.

    Which of two moves of two points was for the crib, where the hand is worth nothing, nobody can tell (game 61).
    """
    outcome = judged(OFTEN, range(60, sample(63, 80)), book)
    assert outcome.missed == []
    assert outcome.false == []
    assert outcome.judged > 0.99 * outcome.moves


def test_a_challenge_while_the_challengers_go_is_open() -> None:
    """Game 70 has one (Rule: ACC 8.9)."""
    assert judged(OFTEN, range(70, 71)).false == []


def test_the_winner_of_the_log_is_the_winner_of_the_game() -> None:
    for seed in SEEDS:
        table = SimulatedTable(seed, 1, OFTEN, with_scenes=False)
        truth = table.truth(1)
        loser = "A" if truth.winner == "B" else "B"
        ends = [v for v in replay(table.as_log(1), "log").verdicts if v["code"] == "game"]
        assert [(v["player"], v["points"]) for v in ends] == [(truth.winner, truth.scores[loser])]


def test_the_log_of_a_game_goes_on_until_the_next_begins() -> None:
    table = SimulatedTable(3, 2, with_scenes=False)
    outcome = compare(table.truth(1), replay(table.as_log(1), "log").verdicts)
    assert outcome.false == []
    assert len(table.as_log(1)) > len(SimulatedTable(3, 1, with_scenes=False).as_log(1))


def test_the_report_says_what_was_missed_and_who_was_falsely_accused() -> None:
    table = SimulatedTable(1, 1, OFTEN, with_scenes=False)
    truth = table.truth(1)
    silent = compare(truth, [], "game 1 ")
    assert silent.judged == 0
    assert len(silent.missed) == sum(silent.planted.values()) > 0
    accused = compare(truth, [{"t": 1.0, "code": "renege", "player": "A", "points": 2}], "game 1 ")
    assert accused.false == ["game 1 t 1.0: renege A 2 ()"]
    lines: list[str] = []
    assert not report(accused, 1, lines.append)
    assert lines[-1] == "false accusations: 1"
    assert "missed: 0" not in lines


def test_the_club_prints_its_table_and_ends_well_when_nothing_was_misjudged() -> None:
    done = CliRunner().invoke(main, ["--games", "3", "--seed", "5", "--plants", "usual"])
    assert done.exit_code == 0, done.output
    assert "missed: 0\nfalse accusations: 0\n" in done.output


def test_the_club_ends_badly_when_something_was_misjudged(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Outcome(moves=1, judged=0)
    monkeypatch.setattr("pegwatch.simulated.club.play", lambda *_: iter([wrong]))
    assert CliRunner().invoke(main, ["--games", "1"]).exit_code == 1
