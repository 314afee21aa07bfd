"""A whole event of the club with known truth: what was really played, and what tired players write on their cards.

Pure functions of an event and a seed, for tests and the bench.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from club.charts import Meeting
from club.evening import Evening
from club.parts import Game
from cribbage.tournament.scorecards import LOSS, PLUS, WIN, Line

Truth = Mapping[Game, int]
"""(game, one, other) -> what the first won by; below 0 they lost."""
Written = Mapping[tuple[str, int], Line]
"""(owner, game) -> the line as it stands on the card."""


def play(evening: Evening, seed: int) -> dict[Game, int]:
    """What happened in every game of the chart."""
    rng = random.Random(seed)
    return {key(meeting): rng.choice((-1, 1)) * _spread(rng) for meeting in evening.meetings}


def key(meeting: Meeting) -> Game:
    """What identifies a game."""
    return meeting.game, meeting.one, str(meeting.other)


def _spread(rng: random.Random) -> int:
    """Spreads as they come in cribbage: mostly small, a skunk in seven or eight."""
    return min(121, 1 + int(abs(rng.gauss(0.0, 19.0))))


def write_down(truth: Truth, seed: int, rate: float) -> tuple[dict[tuple[str, int], Line], set[Game]]:
    """Everybody's lines, and the games in which somebody made a mistake; `rate`: mistakes for each line."""
    rng = random.Random(seed)
    lines: dict[tuple[str, int], Line] = {}
    wrong = set()
    for (game, one, other), net in truth.items():
        for owner, line in ((one, Line.of(net)), (other, Line.of(-net))):
            written = slip(line, rng) if rng.random() < rate else line
            if written != line:
                wrong.add((game, one, other))
            lines[owner, game] = written
    return lines, wrong


def slip(line: Line, rng: random.Random) -> Line:
    """One of the mistakes that cross-checkers know: another spread, its figures turned round, the wrong column, the
    wrong result, or none at all. It may be no mistake where the figures are alike."""
    spread = line.spread or 1
    column = "-" if line.column == PLUS else "+"
    kind = rng.randrange(5)
    if kind == 0:
        return Line(line.result, max(1, min(121, spread + rng.choice((-10, -5, -1, 1, 5, 10)))), line.column)
    if kind == 1:
        turned = int(f"{spread:02d}"[::-1])
        return Line(line.result, turned if 1 <= turned <= 121 else spread, line.column)
    if kind == 2:
        return Line(line.result, spread, column)  # type: ignore[arg-type]
    if kind == 3:
        return Line(LOSS if line.result == WIN else WIN, spread, line.column)
    return Line(line.result)
