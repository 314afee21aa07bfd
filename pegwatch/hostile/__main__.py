"""`python -m pegwatch.hostile`: plays the hostile table and writes what came of it."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

import click
import cv2

from pegwatch.hostile.cases import Case, pairs, singles, with_seed
from pegwatch.hostile.play import Result, play
from pegwatch.hostile.table import markdown
from pegwatch.terminal.guessing import OneOf
from pegwatch.terminal.listing import Row, json_option, show_one
from pegwatch.terminal.tools import AT_LEAST_ONE, SEED, start
from pegwatch.truth.cases import FULL, KIT
from pegwatch.version import commit

_PEGS: Final = {
    FULL: "pegs as perfect contacts would tell them",
    KIT: "pegs as the camera reads them in the same pictures (those told wrong count as wrong)",
}


@click.command()
@click.option("--deals", default=1, show_default=True, type=AT_LEAST_ONE, help="Of each disturbance.")
@click.option(
    "--pairs/--no-pairs", "with_pairs", default=True, show_default=True, help="Two at once as well."
)
@click.option("--seed", default=1, show_default=True, type=SEED, help="The same seed gives the same deals.")
@click.option("--only", metavar="TEXT", help="Only the disturbances whose name holds this text.")
@click.option("--jobs", default=1, show_default=True, type=AT_LEAST_ONE, help="Deals at the same time.")
@click.option(
    "--kind", default=FULL, show_default=True, type=OneOf([FULL, KIT]),
    help="Of the table: full (pegs as contacts would tell them) or kit (pegs read by the camera).",
)  # fmt: skip
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Where the table goes: vision/notes/hostile.md, vision/notes/hostile-kit.md.",
)
@json_option("each deal", "case", "cards", "told", "unread", "silent", "wrong", "accused")
def main(
    deals: int,
    with_pairs: bool,
    seed: int,
    only: str | None,
    jobs: int,
    kind: str,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play deals under everything that disturbs a camera, and write down what was read, said and missed.

    Ends with 1 if a wrong card was told or an honest player accused.
    """
    chosen = [case for case in _cases(deals, with_pairs, seed) if only is None or only in case.name]
    if not chosen:
        names = ", ".join(case.name for case in singles())
        raise click.UsageError(f"no disturbance is called {only}: there are {names}")
    out = out or Path(f"vision/notes/hostile{'' if kind == FULL else '-kit'}.md")
    played: dict[Case, Result] = {}
    with ProcessPoolExecutor(jobs, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        for case, result in zip(chosen, pool.map(partial(_play, is_kit=kind == KIT), chosen), strict=True):
            played[case] = result
            show_one(_row(case, result), as_json, lambda row: f"{len(played)}/{len(chosen)} {_said(row)}")
            text = markdown(played, _head(len(played), len(chosen), kind))
            out.parent.mkdir(parents=True, exist_ok=True)
            out.write_text(text, encoding="utf-8")  # as far as it got, whatever ends it
    if not as_json:
        click.echo(f"\n{text}\nwritten to {out}")
    sys.exit(1 if any(result.wrong or result.accused for result in played.values()) else 0)


def _row(case: Case, result: Result) -> Row:
    return {
        "case": case.name, "cards": result.cards, "told": result.told, "unread": result.unread,
        "silent": result.silent, "wrong": result.wrong, "accused": result.accused,
    }  # fmt: skip


def _said(row: Row) -> str:
    return (
        f"{row['case']}: {row['told']} of {row['cards']} read, {len(row['silent'])} silent, "
        f"{len(row['wrong'])} wrong, {len(row['accused'])} accused"
    )


def _play(case: Case, is_kit: bool) -> Result:
    from vision.networkreader import NetworkReader

    return play(case, NetworkReader(threads=1), is_kit=is_kit)


def _cases(deals: int, with_pairs: bool, seed: int) -> Iterator[Case]:
    for number in range(deals):
        for case in singles():
            yield with_seed(case, seed + number)
        if with_pairs:
            for case in pairs():
                yield with_seed(case, seed + number)


def _head(done: int, of: int, kind: str) -> list[str]:
    return [
        f"Made by `make hostile` on {datetime.now(UTC):%Y-%m-%d}, commit {commit()}, on {os.cpu_count()} cores, "
        f"{platform.machine()}: {done} of {of} deals.",
        "",
        "One deal of honest players each, from just before the starter to the gathering of the cards: drawn",
        f"pictures, the real eye with the real networks, {_PEGS[kind]}, and the real",
        "referee. *Silent*: a card lay there, or had gone, and for longer than five seconds this was neither told",
        "nor said to be unread. *Said unread*: cards never told, of which the eye said that it could not read them.",
        "No real camera was in this.",
    ]


if __name__ == "__main__":
    start(main)
