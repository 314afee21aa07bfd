"""Measure everything and print one table. Machines are noisy: look at the ratios."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Final

import click

from pegwatch.bench.card import card
from pegwatch.bench.histories import histories
from pegwatch.bench.longlog import long_logs
from pegwatch.bench.measures import Figure, memory, page, pegging_rules, reading, scanning, scoring
from pegwatch.bench.peers import peers
from pegwatch.bench.pegs import pegging
from pegwatch.bench.wholegame import whole_game
from pegwatch.terminal.guessing import OneOf
from pegwatch.terminal.listing import Row, json_option, show_one
from pegwatch.terminal.progress import along
from pegwatch.terminal.tools import start

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


@click.command()
@click.argument("sections", nargs=-1, metavar="[SECTION]...", type=OneOf(list(SECTIONS)))
@json_option("each figure", "section", "what", "value", "note")
def main(sections: tuple[str, ...], as_json: bool) -> None:
    """Measure this machine at what a table does, or only the SECTIONs that are named.

    \b
    They are: scoring referee histories logs board pegs eye page memory card peers game.
    """
    if not as_json:
        click.echo(
            f"Python {platform.python_version()}, {platform.machine()}; medians; a Pi 4 core is about a quarter."
        )
    for name in along(
        sections or SECTIONS, "measuring", len(sections or SECTIONS), speaks=True, quiet=as_json
    ):
        if not as_json:
            click.echo(f"\n{name}")
        for figure in SECTIONS[name]():
            show_one({"section": name} | asdict(figure), as_json, _said)


def _said(row: Row) -> str:
    return f"  {row['what']:<58} {row['value']:>12}  {row['note']}"


if __name__ == "__main__":
    start(main)
