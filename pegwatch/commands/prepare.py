"""`pegwatch prepare`: the plan of a table whose processes systemd starts."""

from __future__ import annotations

from pathlib import Path

import click

from firmware.box.pulse import Pulse
from firmware.box.settings import load
from pegwatch.devices import why_no_table
from pegwatch.failure import PegwatchError
from pegwatch.housekeeping import take_in_waiting
from pegwatch.pegssetup import why_not_learnt
from pegwatch.places import Places
from pegwatch.plan import Plan
from vision.layout import load_layout


@click.command("prepare")
@click.option("--data", required=True, metavar="DIR", help="The table's data folder.")
@click.option("--run", "run_dir", required=True, metavar="DIR", help="The run folder.")
def command(data: str, run_dir: str) -> None:
    """Write the plan of the table, as the settings say, for the processes that are started next."""
    settings = load().settings
    refused = why_no_table(settings.board, settings.eye)
    if refused:
        raise PegwatchError(refused)
    load_layout(settings.eye.layout)
    places = Places(Path(data), Path(run_dir))
    places.make()
    take_in_waiting(places.journal, settings.backup, lambda line: click.echo(line, err=True))
    plan = Plan(
        kind="table", data=data, run=run_dir, profile=settings.table.profile, mode=settings.table.mode,
        board=settings.table.board, host=settings.page.host, port=settings.page.port,
        threads=settings.eye.threads, pictures_mb=settings.eye.pictures_mb, settings=settings,
        pegs=settings.board.pegs, cards=settings.eye.cards,
    )  # fmt: skip
    unlearnt = why_not_learnt(plan)
    if unlearnt:
        click.echo(unlearnt, err=True)
    plan.write(places.plan)
    with Pulse.open(places.run) as pulse:
        pulse.ended = pulse.simulated = False
