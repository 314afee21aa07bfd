"""Table logs of single deals that were once judged wrongly; each says in its header what is right.

``why`` is what was done at the table, ``expect`` the verdicts: [code, player, points], in any order.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cribbage.replay.transcript import replay

GAMES = Path(__file__).parents[1] / "games"


@pytest.mark.parametrize("log", sorted(GAMES.glob("*.jsonl")), ids=lambda log: log.stem)
def test_a_recorded_deal(log: Path) -> None:
    lines = log.read_text(encoding="utf-8").splitlines()
    header = json.loads(lines[0])
    found = [[v["code"], v["player"], v["points"]] for v in replay(lines, log.name).verdicts]
    assert sorted(found, key=str) == sorted(header["expect"], key=str), header["why"]
