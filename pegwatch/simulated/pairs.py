"""Two kinds of blindness at once: what each pair of them costs, and whether anybody is accused for it.

python -m pegwatch.simulated.pairs --games 450 --seed 1 --jobs 2

Data in: nothing but numbers; games are simulated (`SimulatedTable`), crooked and honest in turn, under the five
books. Data out: one table, a line for each pair. Cost: about 0.2 s of processor time a game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, TypeAlias

import click

from cribbage.profiles import PROFILES
from cribbage.worlds.transcript import replay
from pegwatch.simulated.blind import KINDS, blinded_by
from pegwatch.simulated.plants import HONEST, Plants
from pegwatch.simulated.table import SimulatedTable
from pegwatch.simulated.verify import Outcome, compare

Pair: TypeAlias = tuple[str, str]
PAIRS: Final[tuple[Pair, ...]] = tuple(combinations(KINDS, 2))
_EXAMPLES: Final = 40


@dataclass(frozen=True, slots=True)
class Seen:
    """One game: which, seen how, and what the referee said of it beside what is true."""

    pair: Pair
    name: str
    outcome: Outcome


@dataclass(slots=True)
class Line:
    """What came of the games of one pair."""

    games: int = 0
    accused: int = 0  # games in which somebody was blamed for nothing
    total: Outcome = field(default_factory=Outcome)


def play(number: int) -> Seen:
    """The game of this number: its pair, book and players follow from it, so that all of them take turns."""
    books, turn = list(PROFILES), number // len(PAIRS)
    return seen_with(
        PAIRS[number % len(PAIRS)], books[turn % len(books)], HONEST if turn % 2 else Plants(), number
    )


def seen_with(pair: Pair, book: str, players: Plants, seed: int) -> Seen:
    """One game, whatever turns there are."""
    table = SimulatedTable(seed, 1, players, book, with_scenes=False)
    name = f"{book}, {pair[0]} and {pair[1]}, seed {seed}: "
    lines = blinded_by(table.as_log(1), pair, seed)
    return Seen(pair, name, compare(table.truth(1), replay(lines).verdicts, name))


def played(numbers: range, jobs: int = 1) -> Iterable[Seen]:
    """All these games, in their order."""
    if jobs == 1:
        yield from map(play, numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, numbers, chunksize=4)


def added_up(games: Iterable[Seen]) -> tuple[dict[Pair, Line], Line]:
    """The games by their pair, and all of them."""
    lines, whole = {pair: Line() for pair in PAIRS}, Line()
    for game in games:
        for line in (lines[game.pair], whole):
            line.games += 1
            line.accused += bool(game.outcome.false)
            line.total.add(game.outcome)
    return {pair: line for pair, line in lines.items() if line.games}, whole


def report(lines: dict[Pair, Line], whole: Line, say: Callable[[str], None]) -> bool:
    """Print the table; returns whether nobody was accused of what he had not done."""
    titles = ("games", "accused", "faults", "caught", "not sure", "moves", "right")
    say(f"{'seen with':<44}" + "".join(f"{title:>9}" for title in titles))
    for name, line in [*((" + ".join(pair), line) for pair, line in lines.items()), ("all", whole)]:
        total = line.total
        faults, caught, unsure = (sum(d.values()) for d in (total.planted, total.caught, total.unsure))
        right = total.judged / total.moves if total.moves else 0.0
        numbers = (line.games, line.accused, faults, caught, unsure, total.moves)
        say(f"{name:<44}" + "".join(f"{number:>9}" for number in numbers) + f"{right:>9.1%}")
    for text in whole.total.false[:_EXAMPLES]:
        say(f"falsely accused: {text}")
    return not whole.total.false


_AT_LEAST_ONE: Final = click.IntRange(min=1)


@click.command()
@click.option(
    "--games", default=560, show_default=True, type=_AT_LEAST_ONE, help="How many; the pairs take turns."
)
@click.option("--seed", default=0, show_default=True, help="The number of the first game; then the next.")
@click.option("--jobs", default=1, show_default=True, type=_AT_LEAST_ONE, help="How many play side by side.")
def main(games: int, seed: int, jobs: int) -> None:
    """Judge games seen with two kinds of blindness at once; ends with 1 if anybody was falsely accused."""
    if not report(*added_up(played(range(seed, seed + games), jobs)), click.echo):
        sys.exit(1)


if __name__ == "__main__":
    main()
