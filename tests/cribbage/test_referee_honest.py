"""No false accusation: honest games, seen well and badly, bring no verdict that blames anybody."""

from __future__ import annotations

import pytest
from honest import Eyes, Game
from samples import sample

from cribbage.log.verdicts import NEUTRAL
from cribbage.profiles import PROFILES
from cribbage.replay.transcript import replay

pytestmark = pytest.mark.no_cover  # rules are to be reached by tests that name them
BAD_EYES = [Eyes(unread=0.1), Eyes(cover=0.05), Eyes(board=0.05), Eyes(0.05, 0.03, 0.03), Eyes(0.6, 0.2, 0.2)]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seed", range(sample(3, 30)))
def test_an_honest_game_is_all_scored_and_its_score_is_the_bookkeepers(seed: int, profile: str) -> None:
    game = Game(seed, profile=profile)
    result = replay(game.play().log)
    assert {v["code"] for v in result.verdicts} <= {"scored", "game"}
    pegged = {"A": 0, "B": 0}
    for v in result.verdicts:
        if v["code"] == "scored":
            pegged[v["player"]] += v["points"]
    assert pegged == game.score
    winner = max(game.score, key=lambda player: game.score[player])
    loser = min(game.score.values())
    assert [(v["player"], v["points"]) for v in result.verdicts if v["code"] == "game"] == [(winner, loser)]


@pytest.mark.parametrize("eyes", BAD_EYES, ids=["unread", "covered", "board", "all", "hardly"])
def test_what_was_not_seen_is_never_held_against_anybody(eyes: Eyes) -> None:
    for seed in range(sample(2, 40)):
        game = Game(seed, eyes)
        found = [v for v in replay(game.play().log).verdicts if v["code"] not in set(NEUTRAL)]
        assert found == [], f"seed {seed}"
