"""Four at a table, three, games to 61, five cards: honest players are blamed for nothing that poor sensors missed."""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "cribbage"))

from samples import sample
from test_more_than_two import FORMS

from cribbage.log.verdicts import NEUTRAL
from cribbage.replay.transcript import replay
from pegwatch.simulated.blind import KINDS, blinded
from pegwatch.simulated.manyhanded import ManyHanded

EVERY = tuple(product(range(len(FORMS)), range(len(KINDS))))
SOME = tuple((form, kind) for form, kind in EVERY if (form + kind) % len(FORMS) == 0)
"""Each kind in one form, each form with one kind or two."""


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        pytest.param(FORMS[form], KINDS[kind], id=f"{form}-{FORMS[form][0]}-{FORMS[form][1]}-{KINDS[kind]}")
        for form, kind in sample(SOME, EVERY)
    ],
)
def test_honest_players_are_not_accused_for_what_was_not_seen(
    form: tuple[str, str, dict[str, Any], int, int], kind: str
) -> None:
    profile, seats, more, hand, target = form
    turn = (FORMS.index(form) + KINDS.index(kind)) % 5
    for seed in sample(range(turn, turn + 1), range(5)):
        muggins = seed % 2 == 0
        game = ManyHanded(seed, seats, hand, target, profile=profile, muggins=muggins, **more).play()
        verdicts = replay(blinded(game.log, kind, seed)).verdicts
        assert [v for v in verdicts if v["code"] not in NEUTRAL] == [], seed
