"""`pegwatch score`: a hand, a crib, or a file of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from cribbage.score.counting import histogram
from cribbage.score.exhaustive import every_series
from cribbage.score.requests import answer, answer_to
from pegwatch.failure import PegwatchError
from pegwatch.terminal.listing import json_option
from pegwatch.terminal.progress import along


@click.command("score")
@click.argument("cards", nargs=-1, metavar="[CARD...]")
@click.option("--starter", metavar="CARD", help="The starter card, for example 5D.")
@click.option("--crib", is_flag=True, help="Count it as a crib: only a flush of five counts.")
@click.option("--batch", metavar="FILE", help="JSON Lines in, one answer line each; - is standard input.")
@click.option(
    "--histogram", "count_all", is_flag=True, help="Count all 12,994,800 hands (with --crib: cribs)."
)
@click.option(
    "--series", is_flag=True, help="Score the last card of all 183,483,987 legal series of the play."
)
@json_option("the hand (--histogram and --series: one with their counts)", "points", "breakdown", "spoken")
def command(
    cards: tuple[str, ...],
    starter: str | None,
    crib: bool,
    batch: str | None,
    count_all: bool,
    series: bool,
    as_json: bool,
) -> None:
    """Score a hand of four cards with its starter.

    Cards are rank and suit: A 2-9 T J Q K and C D H S.

    \b
      pegwatch score 5H 5S JD KC --starter 5D
      pegwatch score 5H 5S JD KC --starter 5D --crib --json
      pegwatch score --batch hands.jsonl

    A batch line is one of

    \b
      {"hand": ["5H", "5S", "JD", "KC"], "starter": "5D", "crib": false}
      {"pile": ["TC", "5C"]}
      {"players": 2, "leader": 0, "hands": [[...], [...]], "order": [...]}
    """
    if bool(cards) + (batch is not None) + count_all + series > 1:
        raise click.UsageError("give cards, --batch, --histogram or --series: one of them")
    if batch is not None:
        _batch(batch)
    elif count_all:
        _histogram(crib, as_json)
    elif series:
        _series(as_json)
    elif not cards:
        raise click.UsageError("give four cards and --starter, or --batch FILE; see pegwatch score --help")
    else:
        _one(cards, starter, crib, as_json)


def _one(cards: tuple[str, ...], starter: str | None, crib: bool, as_json: bool) -> None:
    if starter is None:
        raise PegwatchError("no starter: give the card that was turned, for example --starter 5D")
    reply = answer_to({"hand": list(cards), "starter": starter, "crib": crib})
    click.echo(json.dumps(reply) if as_json else f"{reply['points']}: {reply['spoken']}")


def _batch(name: str) -> None:
    """Answer every line; a bad one is answered with its error, and the command ends with 2."""
    bad: list[int] = []
    for number, line in enumerate(_lines(name), 1):
        if line.strip():
            reply = _answer(line)
            if "error" in reply:
                bad.append(number)
            click.echo(json.dumps(reply))
    if bad:
        where = f"line {bad[0]}" if len(bad) == 1 else f"{len(bad)} lines, the first of them line {bad[0]}"
        raise PegwatchError(f"{name}: {where} could not be scored; the answers say why")


def _answer(line: str) -> dict[str, Any]:
    try:
        return answer(line)
    except RecursionError:
        return {"error": "not JSON: lists without end"}


def _lines(name: str) -> Iterator[str]:
    try:
        if name == "-":
            yield from sys.stdin
            return
        with Path(name).open(encoding="utf-8") as file:
            yield from along(file, "scoring", Path(name).stat().st_size, size=len, speaks=True)
    except UnicodeDecodeError as error:
        raise PegwatchError(f"{name}: not a text file in UTF-8") from error


def _histogram(crib: bool, as_json: bool) -> None:
    counts = histogram(crib=crib)
    if as_json:
        click.echo(json.dumps({"crib": crib, "total": sum(counts), "histogram": list(counts)}))
        return
    for points, hands in enumerate(counts):
        click.echo(f"{points:>2}  {hands:>9,}")
    mean = sum(points * hands for points, hands in enumerate(counts)) / sum(counts)
    click.echo(f"{sum(counts):,} {'cribs' if crib else 'hands'}, {mean:.4f} on average")


def _series(as_json: bool) -> None:
    sums = every_series()
    if as_json:
        click.echo(json.dumps(asdict(sums)))
        return
    for points, series in sums.histogram.items():
        click.echo(f"{points:>2}  {series:>11,}")
    click.echo(f"{sums.sequences:,} series of 1 to {max(sums.by_length)} cards, {sums.points:,} points")
