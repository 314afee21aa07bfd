"""`pegwatch journal`: look after the record of a table."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import click

from firmware.box.backup import FOLDER, back_up, backups, restore, the_pen
from firmware.box.chain import KEY_FILE, read_key
from firmware.box.dump import dump, load
from firmware.box.settings import load as load_settings
from firmware.box.soundness import CHANGED
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.commands.export import find_places
from pegwatch.failure import PegwatchError
from pegwatch.places import Places

_data = click.option("--data", metavar="DIR", help="The table's data folder (default: the one used last).")


@click.group("journal")
def command() -> None:
    """Check, back up, restore, export or import the journal: the record of a table."""


@command.command("check")
@_data
def check(data: str | None) -> None:
    """Look whether the journal is whole, and whether somebody changed a game in it; exit status 1 if it is not as it
    was written. Nothing is changed.

    Seals are looked at by anyone who may read the key beside the journal: the user the table runs as.
    """
    path = find_places(data).journal
    with closing(SqliteJournal(path, read_only=True)) as journal:
        journal.key = read_key(path.with_name(KEY_FILE), journal.name)
        wrong = journal.check()
        if not wrong:
            sealed = journal.key is not None and journal.key.since < journal.last()
            with_seals = f", seals from event {journal.key.since + 1} on" if journal.key and sealed else ""
            click.echo(f"{path} is sound: {len(journal.games())} games, {journal.last()} events{with_seals}.")
            return
    for line in wrong:
        click.echo(line, err=True)
    if any(f"was {CHANGED}" in line for line in wrong):
        click.echo("Compare the games' codes with those on the sheets: pegwatch journal codes", err=True)
    click.echo("Go back to the newest sound backup with: pegwatch journal restore", err=True)
    sys.exit(1)


@command.command("codes")
@_data
def codes(data: str | None) -> None:
    """Print the code of every finished game, to compare with the one on its sheet.

    A code stands for the whole record up to the game's end: who changes anything before it changes the code.
    """
    with closing(SqliteJournal(find_places(data).journal, read_only=True)) as journal:
        for info in journal.games():
            found = "" if info.damaged else journal.code(info.game)
            if found:
                names = " and ".join(str(name) for name in info.header.get("players", {}).values())
                click.echo(f"{found}  game {info.game}: {names}")


@command.command("backup")
@_data
@click.option("--to", "folder", metavar="DIR", help="Folder of the backups (default: as the settings say).")
@click.option("--keep", type=click.IntRange(1), help="Keep so many (default: as the settings say).")
def backup(data: str | None, folder: str | None, keep: int | None) -> None:
    """Copy the journal, while a table runs on it too; nothing is done if nothing is new."""
    places = find_places(data)
    made = back_up(places.journal, _folder(places, folder), keep or load_settings().settings.backup.keep)
    click.echo(f"Backed up as {made}" if made else "Nothing is new since the last backup.")


@command.command("restore")
@_data
@click.option(
    "--from", "source", metavar="FILE", help="The backup to go back to (default: the newest sound one)."
)
@click.option(
    "--backups", "folder", metavar="DIR", help="Folder of the backups (default: as the settings say)."
)
def restore_(data: str | None, source: str | None, folder: str | None) -> None:
    """Go back to a backup, and save what can be read of what came after it.

    The journal that lay there is kept under another name.
    """
    places = Places.of(data, "table") if data else find_places(data)
    _must_be_file(source)
    with the_pen(places.journal):
        done = restore(places.journal, _folder(places, folder), Path(source) if source else None)
    click.echo(f"Restored from {done.backup}; {done.saved.events} later events could be saved.")
    if done.saved.stopped:
        click.echo(f"What came after is lost ({done.saved.stopped}).")
    if done.aside:
        click.echo(f"The damaged journal is kept as {done.aside}")


@command.command("export")
@_data
@click.option("-o", "--output", metavar="FILE", help="Write to a file instead of standard output.")
def export(data: str | None, output: str | None) -> None:
    """Write the whole journal as JSON, one object a line, for `pegwatch journal import`."""
    with closing(SqliteJournal(find_places(data).journal, read_only=True)) as journal:
        if output is None:
            for line in dump(journal):
                sys.stdout.write(line + "\n")
            return
        with Path(output).open("w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in dump(journal))


@command.command("import")
@click.argument("file", metavar="FILE")
@click.option("--data", required=True, metavar="DIR", help="The new table's data folder.")
def import_(file: str, data: str) -> None:
    """Make a journal of what `pegwatch journal export` wrote, in a data folder that has none."""
    _must_be_file(file)
    places = Places.of(data, "table")
    places.make()
    with (
        the_pen(places.journal),
        closing(SqliteJournal(places.journal)) as journal,
        Path(file).open(encoding="utf-8") as lines,
    ):
        last = load(lines, journal)
    click.echo(f"{places.journal} now holds {last} events.")


@command.command("list")
@_data
@click.option(
    "--backups", "folder", metavar="DIR", help="Folder of the backups (default: as the settings say)."
)
def list_(data: str | None, folder: str | None) -> None:
    """List the backups there are, the newest last."""
    places = find_places(data)
    for found in backups(_folder(places, folder)):
        click.echo(f"{found.path}  {found.last} events")


def _folder(places: Places, folder: str | None) -> Path:
    chosen = folder or load_settings().settings.backup.folder
    return Path(chosen) if chosen else places.data / FOLDER


def _must_be_file(name: str | None) -> None:
    if name is not None and not Path(name).is_file():
        raise PegwatchError(f"there is no file {name}")
