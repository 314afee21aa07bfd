"""`pegwatch code`: the table's code, for players' phones."""

from __future__ import annotations

import click

from pegwatch.commands.people import TABLE_DATA, places_of
from webui.door.roles import CODE_FILE
from webui.door.tablecode import TableCode


@click.command("code")
@click.option(
    "--new", is_flag=True, help="Make a new one: phones that joined with the old one must join again."
)
@TABLE_DATA
def command(new: bool, data: str | None) -> None:
    """Print the table's code: with it a phone becomes a player's phone.

    \b
      pegwatch code
      pegwatch code --new
    """
    code = TableCode(places_of(data).data / CODE_FILE)
    click.echo(code.renew() if new else code.read())
