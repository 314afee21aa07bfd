"""`python -m pegwatch.hostile.thrown`, or `make thrown`: cards thrown squarely on others, pair after pair.

One arm lays a card, another lays a second within some millimetres of it, on the drawn table under the real eye.
Each pair is read (both told, the lower one first), said (the place is unread), silently lost, or wrong.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

import click
import cv2

from cribbage.log.observations import Cards, Observation, Unread
from cribbage.score.cards import Card
from pegwatch.terminal.listing import json_option, show_one
from pegwatch.terminal.tools import AT_LEAST_ONE, SEED, Amount, start
from vision.cameras.sim import SimCamera
from vision.eye import Eye
from vision.layout import LONG_BOARD
from vision.readresult import CardReader
from vision.scene.model import ArmOver, LaidCard, Scene

Throw: TypeAlias = tuple[LaidCard, LaidCard]
READ, SAID, SILENT, WRONG = "read", "said", "silent", "wrong"
WITHIN_MM: Final = 6.0
_ALIKE: Final = 3  # one pair of so many is of one rank or one suit
_RIM_MM: Final = 45.0  # how far from the edge of its place a card lies
_TURN_DEG: Final = 4.0
_STEP_S, _HAND_S, _FIRST_S, _CLEAR_S = 0.1, 0.4, 1.5, 2.0
_SILENT_S: Final = 5.0
_SIZE_PX: Final = (1536, 864)
_EACH: Final = 25  # pairs of one table
_RANKS, _SUITS = "A23456789TJQK", "CDHS"


@dataclass(frozen=True, slots=True)
class Thrown:
    """What came of one pair."""

    throw: Throw
    came: str
    told: tuple[str, ...]

    def __str__(self) -> str:
        lower, upper = self.throw
        x, y = upper.x_mm - lower.x_mm, upper.y_mm - lower.y_mm
        told = " ".join(self.told) or "nothing"
        return f"{upper.card} on {lower.card}, {x:+.1f} {y:+.1f} mm: {self.came}, told {told}"


def throws(seed: int, count: int, within_mm: float = WITHIN_MM) -> Iterator[Throw]:
    """Pairs of cards, the second within so many millimetres of the first, in front of either player."""
    chance = random.Random(f"thrown {seed}")
    deck = [rank + suit for rank in _RANKS for suit in _SUITS]
    for number in range(count):
        lower = chance.choice(deck)
        others = [card for card in deck if card != lower]
        if number % _ALIKE == 0:
            others = [card for card in others if card[0] == lower[0] or card[1] == lower[1]]
        place = LONG_BOARD.place("AB"[number % 2])
        x0, y0, x1, y1 = place.box_mm
        x, y = chance.uniform(x0 + _RIM_MM, x1 - _RIM_MM), chance.uniform(y0 + _RIM_MM, y1 - _RIM_MM)
        turn = chance.uniform(-12, 12) + (0 if place.view_from == "A" else 180)
        dx, dy = _within(chance, within_mm)
        more = chance.uniform(-_TURN_DEG, _TURN_DEG)
        yield (
            LaidCard(lower, x, y, turn, order=1),
            LaidCard(chance.choice(others), x + dx, y + dy, turn + more, order=2),
        )


def _within(chance: random.Random, radius: float) -> tuple[float, float]:
    while True:
        x, y = chance.uniform(-radius, radius), chance.uniform(-radius, radius)
        if x * x + y * y <= radius * radius:
            return x, y


class _Table:
    """One drawn table and the eye over it."""

    def __init__(self, reader: CardReader, seed: int) -> None:
        self._scene = Scene()
        self._t = 0.0
        camera = SimCamera(lambda _t: self._scene, lambda: self._t, _SIZE_PX, seed)
        self._eye = Eye(camera, reader, show_every_s=None)
        self._wake = 0.0
        self.run(_CLEAR_S)

    def run(self, seconds: float) -> list[Observation]:
        """What the eye says in that time."""
        said: list[Observation] = []
        end = self._t + seconds - 1e-9
        while self._t < end:
            self._t = round(self._t + _STEP_S, 3)
            if self._t >= self._wake - 1e-6:
                step = self._eye.step(self._t)
                self._wake = step.next_wake
                said += step.observations
        return said

    def lay(self, card: LaidCard) -> None:
        """An arm comes, and leaves a card."""
        hand = ArmOver(card.x_mm, card.y_mm, 90 if card.y_mm < 0 else -90)
        self._scene = replace(self._scene, arms=(hand,))
        self.run(_HAND_S)
        self._scene = Scene((*self._scene.cards, card))

    def clear(self) -> None:
        """All cards are taken away at once."""
        self._scene = Scene()
        self.run(_CLEAR_S)


def play(reader: CardReader, some: Sequence[Throw], seed: int = 0) -> list[Thrown]:
    """Throw pair after pair on one table."""
    table, results = _Table(reader, seed), []
    for throw in some:
        lower, upper = throw
        table.lay(lower)
        said = table.run(_FIRST_S)
        table.lay(upper)
        results.append(judge(throw, [*said, *table.run(_SILENT_S)]))
        table.clear()
    return results


def judge(throw: Throw, said: Sequence[Observation]) -> Thrown:
    """What the observations of one pair's zone make of it."""
    lower, upper = (Card.parse(card.card or "") for card in throw)
    zone = next(p.zone for p in LONG_BOARD.places if p.holds(throw[0].x_mm, throw[0].y_mm))
    mine = [one for one in said if isinstance(one, Cards | Unread) and one.zone == zone]
    told = next((one.seen for one in reversed(mine) if isinstance(one, Cards)), ())
    names = tuple(str(card) for card in told)
    if not set(told) <= {lower, upper} or tuple(told) == (upper, lower):
        return Thrown(throw, WRONG, names)
    if mine and isinstance(mine[-1], Unread):
        return Thrown(throw, SAID, names)
    return Thrown(throw, READ if told == (lower, upper) else SILENT, names)


def _play(work: tuple[int, list[Throw]]) -> list[Thrown]:
    from vision.networkreader import NetworkReader

    return play(NetworkReader(threads=1), work[1], work[0])


@click.command()
@click.option("--pairs", default=1000, show_default=True, type=AT_LEAST_ONE, help="How many are thrown.")
@click.option(
    "--within",
    default=WITHIN_MM,
    show_default=True,
    metavar="MM",
    type=Amount(0, 40),
    help="How far from the lower card's place the upper one may come to lie.",
)
@click.option("--seed", default=1, show_default=True, type=SEED, help="The same seed gives the same pairs.")
@click.option("--jobs", default=1, show_default=True, type=AT_LEAST_ONE, help="Tables at the same time.")
@click.option("--out", type=click.Path(path_type=Path), help="Where what is not read goes as well.")
@json_option("the whole", "pairs", "within_mm", "came", "not_read")
def main(pairs: int, within: float, seed: int, jobs: int, out: Path | None, as_json: bool) -> None:
    """Throw pairs of cards on each other; ends with 1 if one was silently lost or read wrong."""
    every = list(throws(seed, pairs, within))
    work = [(k, every[k : k + _EACH]) for k in range(0, pairs, _EACH)]
    came: Counter[str] = Counter()
    lines: list[str] = []
    with ProcessPoolExecutor(jobs, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        for results in pool.map(_play, work):
            came.update(one.came for one in results)
            lines += [f"* {one}" for one in results if one.came != READ]
            if not as_json:
                click.echo(
                    f"{came.total()} of {pairs}: " + ", ".join(f"{n} {what}" for what, n in came.items())
                )
            if out is not None:
                head = f"{came.total()} pairs within {within:g} mm: {dict(came)}"
                out.write_text("\n".join([head, "", *lines]) + "\n", encoding="utf-8")
    found = {
        "pairs": pairs,
        "within_mm": within,
        "came": came,
        "not_read": [one.removeprefix("* ") for one in lines],
    }
    show_one(found, as_json, "\n".join(lines))
    sys.exit(1 if came[SILENT] or came[WRONG] else 0)


if __name__ == "__main__":
    start(main)
