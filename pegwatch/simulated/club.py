"""A club's worth of games through the referee, without sensors: planted, caught, missed, falsely accused.

python -m pegwatch.simulated.club --games 10000 --seed 1
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import click

from cribbage.replay.transcript import replay
from pegwatch.simulated.plants import Plants
from pegwatch.simulated.setting import PLAYERS
from pegwatch.simulated.table import SimulatedTable
from pegwatch.simulated.verify import Outcome, compare

_EXAMPLES = 20  # of misses and false accusations that are printed


def play(games: int, seed: int, plants: Plants, profile: str = "acc-2025") -> Iterator[Outcome]:
    """Play and judge games, each from a seed of its own: `seed`, `seed` + 1, ..."""
    for number in range(games):
        table = SimulatedTable(seed + number, 1, plants, profile, with_scenes=False)
        result = replay(table.as_log(1), f"seed {seed + number}")
        yield compare(table.truth(1), result.verdicts, f"seed {seed + number} ")


def report(total: Outcome, games: int, say: Callable[[str], None]) -> bool:
    """Print the table; returns whether nothing was missed and nobody falsely accused."""
    say(f"{games} games, {total.moves} honest peg moves, {total.judged} of them found right")
    say(f"{'code':<18}{'planted':>9}{'caught':>9}{'missed':>9}")
    for code, due in sorted(total.planted.items()):
        caught = total.caught.get(code, 0)
        say(f"{code:<18}{due:>9}{caught:>9}{due - caught:>9}")
    for what, texts in (("missed", total.missed), ("false accusation", total.false)):
        for text in texts[:_EXAMPLES]:
            say(f"{what}: {text}")
    say(f"unverified: {total.unverified}")
    say(f"missed: {len(total.missed)}")
    say(f"false accusations: {len(total.false)}")
    return not total.missed and not total.false and total.judged == total.moves


@click.command()
@click.option("--games", default=100, show_default=True, help="How many games are played.")
@click.option("--seed", default=1, show_default=True, help="The seed of the first game; then the next.")
@click.option("--plants", type=click.Choice(sorted(PLAYERS)), default="usual", show_default=True)
@click.option("--profile", default="acc-2025", show_default=True)
def main(games: int, seed: int, plants: str, profile: str) -> None:
    """Play many games on paper and judge every peg move; ends with 1 if one was judged wrongly."""
    total = Outcome()
    for outcome in play(games, seed, PLAYERS[plants], profile):
        total.add(outcome)
    if not report(total, games, click.echo):
        sys.exit(1)


if __name__ == "__main__":
    main()
