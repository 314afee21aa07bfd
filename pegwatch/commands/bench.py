"""`pegwatch bench --here`: whether this machine is enough for a table."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path
from typing import Final

import click

from pegwatch.failure import PegwatchError
from pegwatch.places import Places
from pegwatch.terminal.colour import painted
from pegwatch.terminal.listing import json_option
from pegwatch.terminal.progress import progress
from pegwatch.terminal.tools import Amount

_PARTS: Final = 1000
_MARK: Final = {"good": "ok  ", "slow": "SLOW", "bad": "BAD "}
_SAYS: Final = {
    "good": "This machine is enough for a table.",
    "slow": "This machine runs a table; one waits longer than on a Pi 4.",
    "bad": "This machine is not enough for a table.",
}


@click.command("bench")
@click.option("--here", is_flag=True, help="Measure this machine, about a minute, and say if it is enough.")
@click.option("--data", metavar="DIR", help="The table's data folder: its disk is measured.")
@click.option(
    "--seconds",
    default=20.0,
    show_default=True,
    type=Amount(0, 60),
    help="How long to read without a pause, for the heat.",
)
@json_option("this machine", "grade", "measured", "needs")
def command(here: bool, data: str | None, seconds: float, as_json: bool) -> None:
    """Measure this machine, and say if it is enough for a table.

    Stop a running table first, or it is measured beside it. Exit status 1 if it is not enough.

    \b
      pegwatch bench --here
      pegwatch bench --here --data /media/stick/table --json
    """
    if not here:
        raise PegwatchError("say what to measure: pegwatch bench --here (developers have `make bench`)")
    from pegwatch.bench.here import judge, measure, worst

    if data is not None and not Path(data).is_dir():
        raise PegwatchError(f"no folder {data}: name the table's data folder, or leave --data out")
    places = Places.of(data, "table")
    places.make()
    with progress("measuring", _PARTS, quiet=as_json) as done:
        seen = measure(Path(places.data), seconds, told=lambda share: done(round(share * _PARTS)))
    lines = list(judge(seen))
    grade = worst(lines)
    if as_json:
        body = {
            "grade": grade,
            "measured": dataclasses.asdict(seen),
            "needs": [dataclasses.asdict(line) for line in lines],
        }
        click.echo(json.dumps(body, ensure_ascii=False))
    else:
        click.echo(
            f"{seen.model}, {seen.cores} cores, {seen.memory_mb:.0f} MB; a hand is read in {seen.hand_s * 1e3:.0f} ms"
        )
        for line in lines:
            click.echo(
                f"{painted(_MARK[line.grade], line.grade)}  {line.value:>8}  {line.what} ({line.wanted})"
            )
            if line.fix:
                click.echo(f"      {line.fix}")
        click.echo(_SAYS[grade])
    sys.exit(grade == "bad")
