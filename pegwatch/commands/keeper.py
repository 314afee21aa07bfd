"""`pegwatch keeper`: the PIN of whoever sets the table up."""

from __future__ import annotations

import click

from pegwatch.commands.people import TABLE_DATA, accounts_of, ask_pin
from webui.door.accounts import KEEPER


@click.group("keeper")
def command() -> None:
    """The PIN of whoever sets the table up.

    Without one the table's own screen may do it. With one, only the keeper uses the workshop and the settings,
    and logs in on the page with the name "keeper".
    """


@command.command("pin")
@TABLE_DATA
def set_pin(data: str | None) -> None:
    """Set the keeper's PIN, or change it. It is asked for, or read from standard input."""
    accounts_of(data).put(KEEPER, KEEPER, ask_pin())
    click.echo(f'the keeper logs in with the name "{KEEPER}" and this PIN')


@command.command("forget")
@TABLE_DATA
def forget(data: str | None) -> None:
    """Forget the PIN: the table's own screen sets the table up again."""
    accounts = accounts_of(data)
    for name in accounts.names(KEEPER):
        accounts.remove(KEEPER, name)
    click.echo("the keeper has no PIN any more")
