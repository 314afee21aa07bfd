"""Every form of every book, with things left out, doubled and thrown in: nothing raises, nothing depends on ticks."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from samples import sample
from test_more_than_two import FORMS
from test_referee_any import CARDS, live

from cribbage.replay.transcript import replay
from pegwatch.simulated.manyhanded import ManyHanded

pytestmark = pytest.mark.no_cover  # rules are to be reached by tests that name them
WORDS = ("go", "none", "accept", "overpeg", "claim", "muggins", "judge", "count", "renege", "concede", "time")


def something(rng: random.Random, seats: str, sides: str) -> dict[str, Any]:
    """One observation that may make no sense at all."""
    seat, side = rng.choice(seats), rng.choice(sides)
    return rng.choice(
        [
            {"said": {"by": seat, "what": rng.choice(WORDS[:-2]), "n": rng.randrange(40)}},
            {"said": {"by": seat, "what": rng.choice(WORDS)}},
            {
                "cards": {
                    "zone": rng.choice([*seats, "crib", "starter"]),
                    "seen": rng.sample(CARDS, rng.randrange(5)),
                }
            },
            {"unread": {"zone": rng.choice([*seats, "crib", "starter"]), "count": rng.choice([None, 1, 4])}},
            {"holes": {side: rng.sample(range(-2, 122), rng.randrange(4))}},
            {"fault": {"part": rng.choice(["camera", "board"]), "what": rng.choice(["covered", "ok", "ok"])}},
            {
                "ruling": {
                    "judges": ["J1"],
                    "rule": "14.1",
                    "moves": [
                        rng.choice(
                            [
                                {"player": seat, "front": rng.randrange(122)},
                                {"player": seat, "points": rng.randrange(-20, 20)},
                                {"player": seat, "wins": True},
                            ]
                        )
                    ],
                }
            },
        ]
    )


def troubled(seed: int, form: tuple[str, str, dict[str, Any], int, int]) -> list[str]:
    """An honest game in which lines are missing, doubled, exchanged, or made up."""
    profile, seats, more, hand, target = form
    rng = random.Random(seed)
    game = ManyHanded(seed, seats, hand, target, profile=profile, muggins=seed % 2 == 0, **more).play()
    bodies = [json.loads(line) for line in game.log[1:]]
    for _ in range(rng.randrange(1, 9)):
        where = rng.randrange(len(bodies))
        what = rng.randrange(4)
        if what == 0:
            del bodies[where]
        elif what == 1:
            bodies.insert(where, dict(bodies[where]))
        else:
            bodies.insert(where, something(rng, seats, game.sides))
    t = 0.0
    for body in bodies:
        t += rng.choice([0.3, 1.0, 2.0, 12.0])
        body["t"] = round(t, 1)
    return [game.log[0], *(json.dumps(body) for body in bodies)]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: f"{form[0]}-{form[1]}-{form[4]}-{form[3]}")
def test_live_and_later_are_the_same_and_nothing_raises(
    form: tuple[str, str, dict[str, Any], int, int],
) -> None:
    turn = FORMS.index(form) % 2  # of two forms one with muggins
    for seed in sample(range(turn, turn + 1), range(12)):
        log = troubled(seed, form)
        later = [(e.t, dict(e.body)) for e in replay(log).events if e.kind == "verdict"]
        now = [(e.t, dict(e.body)) for e in live(log, random.Random(seed)) if e.kind == "verdict"]
        assert now == later, seed
        games = [body for _, body in later if body["code"] == "game"]
        assert len(games) <= 1
        assert not games or games[0] is later[-1][1]
