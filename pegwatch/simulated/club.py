"""A club's worth of games through the referee, without sensors: planted, caught, missed, falsely accused.

python -m pegwatch.simulated.club --games 10000 --seed 1
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import click

from cribbage.profiles import PROFILES
from cribbage.replay.transcript import replay
from pegwatch.simulated.plants import Plants
from pegwatch.simulated.setting import PLAYERS
from pegwatch.simulated.table import SimulatedTable
from pegwatch.simulated.verify import Outcome, compare
from pegwatch.terminal.guessing import OneOf
from pegwatch.terminal.listing import Row, json_option, show_one
from pegwatch.terminal.progress import along
from pegwatch.terminal.tools import AT_LEAST_ONE, SEED, start

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
    return is_clean(total)


def is_clean(total: Outcome) -> bool:
    """Whether every move was judged, nothing missed and nobody falsely accused."""
    return not total.missed and not total.false and total.judged == total.moves


@click.command()
@click.option("--games", default=100, show_default=True, type=AT_LEAST_ONE, help="How many games are played.")
@click.option(
    "--seed", default=1, show_default=True, type=SEED, help="The seed of the first game; then the next."
)
@click.option(
    "--plants",
    type=OneOf(sorted(PLAYERS)),
    default="usual",
    show_default=True,
    help="How the players go wrong.",
)
@click.option(
    "--profile", type=OneOf(sorted(PROFILES)), default="acc-2025", show_default=True, help="The rule book."
)
@json_option("all games", "games", "moves", "judged", "planted", "caught", "missed", "accused", "unverified")
def main(games: int, seed: int, plants: str, profile: str, as_json: bool) -> None:
    """Play many games on paper and judge every peg move; ends with 1 if one was judged wrongly."""
    total = Outcome()
    for outcome in along(play(games, seed, PLAYERS[plants], profile), "judging", games, quiet=as_json):
        total.add(outcome)
    if as_json:
        show_one(_row(total, games), as_json, str)
    else:
        report(total, games, click.echo)
    if not is_clean(total):
        sys.exit(1)


def _row(total: Outcome, games: int) -> Row:
    return {
        "games": games, "moves": total.moves, "judged": total.judged, "planted": total.planted,
        "caught": total.caught, "missed": total.missed, "accused": total.false, "unverified": total.unverified,
    }  # fmt: skip


if __name__ == "__main__":
    start(main)
