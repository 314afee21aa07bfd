"""Whole games of clumsy players: every peg fault is found, and nothing else is said against anybody."""

from __future__ import annotations

import pytest
from clumsy import Clumsy
from samples import sample

from cribbage.log.verdicts import NEUTRAL
from cribbage.replay.transcript import replay


@pytest.mark.no_cover
def test_8_5_to_8_8_every_peg_fault_is_found_and_no_other() -> None:
    total = 0
    games = range(sample(8, 80))
    for seed in games:
        game = Clumsy(seed)
        verdicts = replay(game.play().log).verdicts
        found = [
            " ".join(str(v[key]) for key in ("code", "player", "points") if v[key] is not None)
            for v in verdicts
            if v["code"] not in set(NEUTRAL)
        ]
        assert found == game.expected, f"seed {seed}"
        assert {v["code"] for v in verdicts} & {"unverified", "corrected"} == set(), f"seed {seed}"
        total += len(found)
    assert total > 3.5 * len(games)
