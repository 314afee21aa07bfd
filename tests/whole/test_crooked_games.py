"""The proof in small: every code of the log is caught, and nobody is falsely accused."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from samples import sample

from cribbage.log.verdicts import Code
from cribbage.profiles import PROFILES
from pegwatch.simulated.blind import KINDS
from pegwatch.simulated.crooked import ACC_ONLY, EVERYWHERE, Truth, faults_of
from pegwatch.simulated.proof import Count, badly_seen_games, crooked_games, main, report


@pytest.fixture(scope="module")
def crooked() -> Count:
    """Enough games for every fault and every code: the first ones have most faults, these others the rest."""
    total = Count()
    for seed in sample((*range(1, 16), 25, 30, 32, 88, 106), range(1, 151)):
        crooked_games(1, seed, total)
    return total


def test_every_fault_is_caught_and_nobody_falsely_accused(crooked: Count) -> None:
    assert crooked.false == []
    assert crooked.missed == []
    assert crooked.unsure.total() < 0.01 * crooked.planted.total()


def test_every_code_of_the_log_was_due_and_came(crooked: Count) -> None:
    of_the_board = {Code.WITHDRAWN.value}  # no player can bring that about
    assert set(crooked.caught) == {code.value for code in Code} - of_the_board


def test_every_fault_was_done(crooked: Count) -> None:
    assert set(EVERYWHERE) | set(ACC_ONLY) <= {fault for fault, done in crooked.faults.items() if done}


def test_9_2_e_a_crib_that_would_end_the_game_is_not_written_down_as_counted_first() -> None:
    total = Count()
    crooked_games(1, 20240, total)
    assert (total.games, total.missed, total.false) == (1, [], [])


def test_honest_players_are_not_accused_for_what_was_not_seen() -> None:
    total = Count()
    games = sample(len(KINDS), 50)
    badly_seen_games(games, 1, total)
    assert total.false == []
    assert total.games == games


@pytest.mark.parametrize("profile", PROFILES)
def test_a_book_without_a_rule_has_no_such_fault(profile: str) -> None:
    acc = profile.startswith("acc-")
    assert ("crib first" in faults_of(profile, muggins=False)) is acc
    assert "muggins" not in faults_of(profile, muggins=False)


def test_the_table_tells_what_was_missed_and_who_was_falsely_accused() -> None:
    total = Count()
    truth = Truth()
    truth.due[("overpeg", "A", 2)] += 1
    truth.due[("scored", "B", 2)] += 1
    verdicts = [
        {"code": "unverified", "player": "B", "points": 2},
        {"code": "renege", "player": "A", "points": 2},
    ]
    total.add(truth, verdicts, "one")
    assert total.missed == ["one: overpeg A 2"]
    assert total.false == ["one: renege A 2"]
    assert total.unsure == {"scored": 1}
    lines: list[str] = []
    assert not report(total, Count(), lines.append)
    assert "missed: one: overpeg A 2" in lines
    assert "falsely accused: 1" in lines


def test_the_command_ends_badly_when_something_was_misjudged(monkeypatch: pytest.MonkeyPatch) -> None:
    done = CliRunner().invoke(main, ["--games", "5", "--unseen", "2"])
    assert done.exit_code == 0, done.output
    assert "missed" in done.output
    monkeypatch.setattr("pegwatch.simulated.proof.crooked_games", lambda *given: given[2].false.append("x"))
    assert CliRunner().invoke(main, ["--games", "1", "--unseen", "0"]).exit_code == 1
