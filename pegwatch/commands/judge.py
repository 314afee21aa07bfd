"""`pegwatch judge`: the people who may log in at the judge desk."""

from __future__ import annotations

import sys

import click

from pegwatch.failure import PegwatchError
from pegwatch.places import Places
from webui.door.accounts import JUDGE, Accounts
from webui.door.roles import ACCOUNTS_FILE

DATA = click.option(
    "--data", metavar="DIR", help="The table's data folder (default: ~/.local/share/pegwatch/table)."
)


@click.group("judge")
def command() -> None:
    """The judges who may log in at this table's judge desk.

    Two of them together open a call; neither may be a player of the game. A page that is running sees the change at
    once.

    \b
      pegwatch judge add "Ruth Lee"
      pegwatch judge list
    """


@command.command("add")
@click.argument("name")
@DATA
def add(name: str, data: str | None) -> None:
    """Add a judge, or give one a new PIN. The PIN is asked for, or read from standard input."""
    click.echo(f"{accounts_of(data).put(JUDGE, name, ask_pin())} may log in as a judge")


@command.command("list")
@DATA
def list_all(data: str | None) -> None:
    """List the judges by name."""
    names = accounts_of(data).names(JUDGE)
    click.echo("\n".join(names) if names else "no judge yet: add two with pegwatch judge add NAME")


@command.command("remove")
@click.argument("name")
@DATA
def remove(name: str, data: str | None) -> None:
    """Take a judge off the list; a log-in in progress ends with it."""
    accounts = accounts_of(data)
    if not accounts.remove(JUDGE, name):
        known = ", ".join(accounts.names(JUDGE)) or "nobody"
        raise PegwatchError(f"there is no judge {name!r} here; there is {known}")
    click.echo(f"{name} is a judge no longer")


def ask_pin() -> str:
    """A PIN from the person at the terminal, or the first line of what is piped in.

    Never from the command line: everybody on the machine can read that.
    """
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    pin: str = click.prompt("PIN (6 to 12 digits)", hide_input=True, confirmation_prompt=True)
    return pin


def places_of(data: str | None) -> Places:
    """The table's folders, made if they are not there yet."""
    places = Places.of(data, "table")
    places.make()
    return places


def accounts_of(data: str | None) -> Accounts:
    """The people with a PIN of a table."""
    return Accounts(places_of(data).data / ACCOUNTS_FILE)
