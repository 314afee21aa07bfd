"""`pegwatch keeper`: the PIN of the person who sets the table up."""

from __future__ import annotations

import click

from pegwatch.commands.people import TABLE_DATA, ask_pin, changing, during_game_option
from webui.door.accounts import KEEPER


@click.group("keeper")
def command() -> None:
    """The PIN of the one who sets the table up.

    Without one the table's own screen may do it. With one, only the keeper uses the workshop and the settings,
    and logs in on the page with the name "keeper".

    \b
      pegwatch keeper pin
      pegwatch keeper forget
    """


@command.command("pin")
@TABLE_DATA
@during_game_option
def set_pin(data: str | None, during_game: bool) -> None:
    """Set the keeper's PIN, or change it. It is asked for, or read from standard input."""
    with changing(data, "table", "keeper's PIN set", during_game) as accounts:
        accounts.put(KEEPER, KEEPER, ask_pin())
    click.echo(f'the keeper logs in with the name "{KEEPER}" and this PIN')


@command.command("forget")
@TABLE_DATA
@during_game_option
def forget(data: str | None, during_game: bool) -> None:
    """Forget the PIN: the table's own screen sets the table up again."""
    with changing(data, "table", "keeper's PIN forgotten", during_game) as accounts:
        for name in accounts.names(KEEPER):
            accounts.remove(KEEPER, name)
    click.echo("the keeper has no PIN any more")
