"""`pegwatch config`: the settings, what they mean and where they come from."""

from __future__ import annotations

import click

from firmware.box.settings import Loaded, Settings, load, settings_file
from firmware.box.settings_text import Known, keys, show
from pegwatch.terminal.listing import Row, json_option
from pegwatch.terminal.listing import show as show_rows


@click.group("config")
def command() -> None:
    """Show the settings of this table: one file, and variables PEGWATCH_SECTION_KEY that override it.

    \b
      pegwatch config show --changed
      pegwatch config show --sample > pegwatch.toml
    """


@command.command("show")
@click.option("--changed", is_flag=True, help="Only what is not the default.")
@click.option("--sample", is_flag=True, help="A file to begin with: every key, all of them commented out.")
@json_option("each setting", "section", "key", "value", "default", "source", "about")
def show_(changed: bool, sample: bool, as_json: bool) -> None:
    """Print the settings in force as the file that would give them, each key with its meaning."""
    if as_json:
        known = keys(Loaded(Settings(), {}) if sample else load())
        show_rows((_row(one) for one in known if not changed or one.value != one.default), True, str)
        return
    if sample:
        click.echo(show(Loaded(Settings(), {}), sample=True), nl=False)
        return
    text = show(load(), changed=changed)
    click.echo(text if text else "# Everything is as it comes.\n", nl=False)


def _row(known: Known) -> Row:
    return {
        "section": known.section, "key": known.name, "value": known.value, "default": known.default,
        "source": known.source, "about": known.about,
    }  # fmt: skip


@command.command("file")
def file() -> None:
    """Print which file the settings are read from."""
    path = settings_file()
    if path.is_dir():
        load()  # says what is wrong
    click.echo(f"{path}" if path.is_file() else f"{path} (not there yet: everything is as it comes)")
