"""`pegwatch director`: the people who may log in at the club's desk."""

from __future__ import annotations

import click

from pegwatch.commands.judge import ask_pin
from pegwatch.failure import PegwatchError
from pegwatch.places import Places
from webui.door.accounts import DIRECTOR, Accounts
from webui.door.roles import ACCOUNTS_FILE

DATA = click.option(
    "--data", metavar="DIR", help="The hub's data folder (default: ~/.local/share/pegwatch/hub)."
)


@click.group("director")
def command() -> None:
    """The directors who may log in at the club's hub.

    Directors enter results and correct cards, never their own. Have two of them: what one may not touch, the other
    can.

    \b
      pegwatch director add "Dora Lee"
      pegwatch director list
    """


@command.command("add")
@click.argument("name")
@DATA
def add(name: str, data: str | None) -> None:
    """Add a director, or give one a new PIN. The PIN is asked for, or read from standard input."""
    click.echo(f"{_accounts(data).put(DIRECTOR, name, ask_pin())} may log in as a director")


@command.command("list")
@DATA
def list_all(data: str | None) -> None:
    """List the directors by name."""
    names = _accounts(data).names(DIRECTOR)
    click.echo("\n".join(names) if names else "no director yet: add one with pegwatch director add NAME")


@command.command("remove")
@click.argument("name")
@DATA
def remove(name: str, data: str | None) -> None:
    """Take a director off the list; a log-in in progress ends with it."""
    accounts = _accounts(data)
    if not accounts.remove(DIRECTOR, name):
        known = ", ".join(accounts.names(DIRECTOR)) or "nobody"
        raise PegwatchError(f"there is no director {name!r} here; there is {known}")
    click.echo(f"{name} is a director no longer")


def _accounts(data: str | None) -> Accounts:
    places = Places.of(data, "hub")
    places.make()
    return Accounts(places.data / ACCOUNTS_FILE)
