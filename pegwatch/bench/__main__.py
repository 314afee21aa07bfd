"""Measure everything and print one table. Machines are noisy: look at the ratios."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable
from typing import Final

import click

from pegwatch.bench.card import card
from pegwatch.bench.histories import histories
from pegwatch.bench.longlog import long_logs
from pegwatch.bench.measures import Figure, memory, page, pegging_rules, reading, scanning, scoring
from pegwatch.bench.peers import peers
from pegwatch.bench.pegs import pegging
from pegwatch.bench.wholegame import whole_game

SECTIONS: Final[dict[str, Callable[[], Iterable[Figure]]]] = {
    "scoring": scoring,
    "referee": pegging_rules,
    "histories": histories,
    "logs": long_logs,
    "board": scanning,
    "pegs": pegging,
    "eye": reading,
    "page": page,
    "memory": memory,
    "card": card,
    "peers": peers,
    "game": whole_game,
}


@click.command("bench")
@click.argument("sections", nargs=-1, type=click.Choice(list(SECTIONS)))
def main(sections: tuple[str, ...]) -> None:
    """Measure SECTIONS (all of them unless named)."""
    click.echo(
        f"Python {platform.python_version()}, {platform.machine()}; medians; a Pi 4 core is about a quarter."
    )
    for name in sections or SECTIONS:
        click.echo(f"\n{name}")
        for figure in SECTIONS[name]():
            click.echo(f"  {figure.what:<58} {figure.value:>12}  {figure.note}")


if __name__ == "__main__":
    main()
