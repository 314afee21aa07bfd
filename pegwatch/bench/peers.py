"""What a user would pick instead to count hands in Python: other packages, timed on the same hands in the same run.

`make bench-peers` fetches them into build/peers; they are never installed beside Pegwatch.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from cribbage.score.cards import DECK
from cribbage.score.counting import fast_points, show_points
from pegwatch.bench.measures import Figure, median_s

PEERS: Final = Path("build/peers")
NAMES: Final = ("cribbage-scorer", "pycribbage", "cribbage")
_HANDS: Final = 2000
_SCRIPT: Final = Path(__file__).with_name("peer_script.py")


def peers() -> Iterator[Figure]:
    """Hands a second of each, ratio to our itemised count, and how many hands it counts otherwise than we do."""
    if not PEERS.is_dir():
        yield Figure("other scorers", "-", "make bench-peers fetches them")
        return
    chance = random.Random(2)
    hands = [chance.sample(DECK, 5) for _ in range(_HANDS)]
    right = [show_points(hand[:4], hand[4]).points for hand in hands]
    table = median_s(lambda: [fast_points(a, b, c, d, s) for a, b, c, d, s in hands])
    ours = median_s(lambda: [show_points(hand[:4], hand[4]) for hand in hands])
    yield Figure("ours, by table", f"{_HANDS / table:,.0f}/s")
    yield Figure("ours, with the words", f"{_HANDS / ours:,.0f}/s")
    given = json.dumps([[[[c.rank, c.suit] for c in h[:4]], [h[4].rank, h[4].suit]] for h in hands])
    for name in NAMES:
        found = _run(name, given)
        if isinstance(found, str):
            yield Figure(name, "-", found)
            continue
        other = sum(a != b for a, b in zip(found["points"], right, strict=True))
        note = f"ours {found['s'] / table:,.0f} x (table), {found['s'] / ours:.1f} x (words)"
        yield Figure(
            name, f"{_HANDS / found['s']:,.0f}/s", f"{note}; counts {other} of {_HANDS} hands otherwise"
        )


def _run(name: str, given: str) -> dict[str, Any] | str:
    """What the other package answered, or why it did not."""
    done = subprocess.run(
        [sys.executable, str(_SCRIPT.resolve()), name], input=given, capture_output=True, text=True,
        timeout=300, cwd=PEERS, env=os.environ | {"PYTHONPATH": str(PEERS.resolve())}, check=False,
    )  # fmt: skip
    if done.returncode:
        return done.stderr.strip().splitlines()[-1][:80]
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer
