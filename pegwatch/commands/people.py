"""People with a PIN: what the commands for judges, directors and the keeper have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

import click

from pegwatch.failure import PegwatchError
from pegwatch.places import Places
from webui.door.accounts import Accounts
from webui.door.roles import ACCOUNTS_FILE


def data_option(whose: str, room: str) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """The option ``--data`` of a command: in `whose` folder the people stand."""
    return click.option(
        "--data", metavar="DIR", help=f"{whose} data folder (default: ~/.local/share/pegwatch/{room})."
    )


_ASKED: Final = "The PIN is asked for, or read from standard input."
TABLE_DATA = data_option("The table's", "table")


def places_of(data: str | None, room: str = "table") -> Places:
    """The folders of a table or a hub, made if they are not there yet."""
    places = Places.of(data, room)
    places.make()
    return places


def accounts_of(data: str | None, room: str = "table") -> Accounts:
    """Its people with a PIN."""
    return Accounts(places_of(data, room).data / ACCOUNTS_FILE)


def ask_pin() -> str:
    """A PIN from the person at the terminal, or the first line of what is piped in.

    Never from the command line: everybody on the machine can read that.
    """
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    pin: str = click.prompt("PIN (6 to 12 digits)", hide_input=True, confirmation_prompt=True)
    return pin


def add_list_remove(group: click.Group, role: str, room: str, whose: str, add_first: str) -> None:
    """Give a group its commands ``add``, ``list`` and ``remove`` for the people of one role.

    `add_first`: what to do where there is nobody yet.
    """
    folder = data_option(whose, room)

    @group.command("add", help=f"Add a {role}, or give one a new PIN. {_ASKED}")
    @click.argument("name")
    @folder
    def add(name: str, data: str | None) -> None:
        click.echo(f"{accounts_of(data, room).put(role, name, ask_pin())} may log in as a {role}")

    @group.command("list", help=f"List the {role}s by name.")
    @folder
    def list_all(data: str | None) -> None:
        names = accounts_of(data, room).names(role)
        click.echo("\n".join(names) if names else f"no {role} yet: {add_first}")

    @group.command("remove", help=f"Take a {role} off the list; a log-in in progress ends with it.")
    @click.argument("name")
    @folder
    def remove(name: str, data: str | None) -> None:
        accounts = accounts_of(data, room)
        if not accounts.remove(role, name):
            known = ", ".join(accounts.names(role)) or "nobody"
            raise PegwatchError(f"there is no {role} {name!r} here; there is {known}")
        click.echo(f"{name} is a {role} no longer")
