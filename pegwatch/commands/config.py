"""`pegwatch config`: the settings, what they mean and where they come from."""

from __future__ import annotations

import click

from firmware.box.settings import Loaded, Settings, load, settings_file
from firmware.box.settings_text import show


@click.group("config")
def command() -> None:
    """Show the settings of this table: one file, and variables PEGWATCH_SECTION_KEY that go over it."""


@command.command("show")
@click.option("--changed", is_flag=True, help="Only what is not the default.")
@click.option("--sample", is_flag=True, help="A file to begin with: every key, all of them commented out.")
def show_(changed: bool, sample: bool) -> None:
    """Print the settings in force as the file that would give them, each key with its meaning."""
    if sample:
        click.echo(show(Loaded(Settings(), {}), sample=True), nl=False)
        return
    text = show(load(), changed=changed)
    click.echo(text if text else "# Everything is as it comes.\n", nl=False)


@command.command("file")
def file() -> None:
    """Print which file the settings are read from."""
    path = settings_file()
    click.echo(f"{path}" if path.is_file() else f"{path} (not there yet: everything is as it comes)")
