"""`pegwatch support-bundle`: one file for a helper."""

from __future__ import annotations

from pathlib import Path

import click

from pegwatch.bundle import write_bundle
from pegwatch.commands.doctor import body_of, examine, settings_or_defaults
from pegwatch.commands.export import find_places
from pegwatch.failure import PegwatchError
from pegwatch.outfile import refuse_records, written
from pegwatch.places import Places


@click.command("support-bundle")
@click.option("--data", metavar="DIR", help="The table's data folder (default: the one used last).")
@click.option(
    "-o",
    "--output",
    default="pegwatch-support.zip",
    show_default=True,
    metavar="FILE",
    help="The file to write.",
)
@click.option("--pictures", is_flag=True, help="With the last pictures of the table: people may be on them.")
@click.option("--names", is_flag=True, help="With the players' names.")
def command(data: str | None, output: str, pictures: bool, names: bool) -> None:
    """Write what a helper needs into one file: the doctor's findings, versions, settings, logs, the last games.

    No keys, codes or PINs are ever in it; pictures and players' names only if you say so. Look into it before
    you send it.

    \b
      pegwatch support-bundle
      pegwatch support-bundle -o /media/stick/pegwatch-support.zip --pictures
    """
    try:
        places = find_places(data)
    except PegwatchError:  # a table that never came up needs help most
        places = Places.named(data, "table")
    refuse_records(Path(output), "-o FILE", places.records)  # before the doctor takes its time
    settings = settings_or_defaults()
    findings = examine(places, settings.table.board, settings.page.port, simulated=False)
    said = [body_of(finding) for finding in findings]
    with written(Path(output), "-o FILE", places.records) as file:
        inside = write_bundle(file, places, said, pictures=pictures, names=names)
    click.echo(f"{output}: {len(inside)} files. Look into it before you send it.")
