"""Two kinds of blindness at once: nobody is accused for what the two together hid."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from cribbage.sight.contract import LATE_S
from pegwatch.simulated import HONEST, Plants, SimulatedTable, pairs
from pegwatch.simulated.blind import (
    AFTER_PEG,
    BOARD,
    DEAD,
    HIDDEN,
    KINDS,
    LATE,
    RESTING,
    SLOW,
    STUCK,
    blinded_by,
)
from pegwatch.simulated.verify import Outcome

ONCE_WRONG = (
    ((LATE, HIDDEN), "hoyle", HONEST, 259),  # a card unread and gone when its peg stood in the game hole
    ((AFTER_PEG, SLOW), "alberta-55plus", HONEST, 502),  # both together later than any eye may be
    ((RESTING, SLOW), "hoyle", Plants(), 20065),  # of the smallest that was too much all was taken back
    ((BOARD, SLOW), "corporate-challenge", Plants(), 20276),  # challenged after a card that came in between
    ((DEAD, STUCK), "corporate-challenge", HONEST, 20017),  # three holes of one track, one of the other
)


@pytest.mark.slow
def test_under_every_pair_of_blindness_nobody_is_accused_of_what_he_has_not_done() -> None:
    """Another sample than `make proof` plays."""
    lines, whole = pairs.added_up(pairs.played(range(90_000, 90_000 + len(pairs.PAIRS))))
    assert whole.total.false == []
    assert {pair for pair, line in lines.items() if line.games == 1} == set(pairs.PAIRS)
    caught, faults = sum(whole.total.caught.values()), sum(whole.total.planted.values())
    assert caught > faults / 3
    assert whole.total.judged > whole.total.moves / 2


@pytest.mark.parametrize(("pair", "book", "players", "seed"), ONCE_WRONG)
def test_games_in_which_somebody_was_once_accused(
    pair: pairs.Pair, book: str, players: Plants, seed: int
) -> None:
    assert pairs.seen_with(pair, book, players, seed).outcome.false == []


def test_every_kind_is_paired_with_every_other() -> None:
    assert len(pairs.PAIRS) == len(KINDS) * (len(KINDS) - 1) // 2
    assert {kind for pair in pairs.PAIRS for kind in pair} == set(KINDS)


def test_two_kinds_that_make_it_late_do_not_add_up_to_more_than_the_contract_says() -> None:
    perfect = SimulatedTable(5, 1, with_scenes=False).as_log(1)
    laid = told_at(perfect)
    under_a_hand, both = (
        told_at(blinded_by(perfect, kinds, 5, 0.5)) for kinds in ((AFTER_PEG,), (AFTER_PEG, SLOW))
    )
    assert laid.keys() == under_a_hand.keys() == both.keys()
    assert all(both[one] <= max(under_a_hand[one], laid[one] + LATE_S) for one in laid)
    assert sum(both[one] > under_a_hand[one] for one in laid) > 10


def told_at(log: list[str]) -> dict[tuple[str, int], float]:
    """When each reading of cards was told, by what was read and the how manieth time."""
    found: dict[tuple[str, int], float] = {}
    for body in map(json.loads, log[1:]):
        if "cards" in body:
            cards = json.dumps(body["cards"])
            found[cards, sum(one == cards for one, _ in found)] = body["t"]
    return found


def test_the_table_names_each_pair_and_whoever_was_accused() -> None:
    said: list[str] = []
    line = pairs.Line(2, 1, Outcome(moves=4, judged=3, false=["t 3: overpeg A 2"]))
    assert not pairs.report({pairs.PAIRS[0]: line}, line, said.append)
    assert said[1].split()[-7:] == ["2", "1", "0", "0", "0", "4", "75.0%"]
    assert said[-1] == "falsely accused: t 3: overpeg A 2"


def test_the_command_ends_with_one_where_somebody_was_accused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        pairs, "play", lambda n: pairs.Seen(pairs.PAIRS[0], str(n), Outcome(false=["x"] * (n % 2)))
    )
    assert CliRunner().invoke(pairs.main, ["--games", "1"]).exit_code == 0
    assert CliRunner().invoke(pairs.main, ["--games", "2"]).exit_code == 1


@pytest.mark.parametrize("wrong", [["--jobs", "0"], ["--games", "0"], ["--jobs", "two"]])
def test_no_games_and_no_processes_are_refused_in_one_line(wrong: list[str]) -> None:
    result = CliRunner().invoke(pairs.main, wrong)
    assert result.exit_code == 2
    assert "Error: Invalid value for" in result.output
