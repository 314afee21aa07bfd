"""People with a PIN: what the commands for judges, directors and the keeper have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import click

from pegwatch.failure import PegwatchError
from pegwatch.places import Places
from pegwatch.sanctioned import note_at, runs_at
from pegwatch.terminal.guessing import nearest
from pegwatch.terminal.listing import json_option, show
from webui.door.accounts import Accounts
from webui.door.roles import ACCOUNTS_FILE


def data_option(whose: str, default: str) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """The option ``--data`` of a command: in `whose` folder the people stand."""
    return click.option("--data", metavar="DIR", help=f"{whose} data folder (default: {default}).")


_ASKED: Final = "The PIN is asked for, or read from standard input."
_USED_LAST: Final = "the one used last"
TABLE_DATA = data_option("The table's", _USED_LAST)


def places_of(data: str | None, room: str = "table") -> Places:
    """The folders of a table or a hub, made if they are not there yet.

    Without `data` the table is the one used last, as for `pegwatch export`.

    A folder that was named and is not there is a typing error: `PegwatchError`. What was put there would work
    nowhere.
    """
    places = (Places.used_last(None) if not data and room == "table" else None) or Places.named(data, room)
    places.make()
    return places


def accounts_of(data: str | None, room: str = "table") -> Accounts:
    """Its people with a PIN."""
    return Accounts(places_of(data, room).data / ACCOUNTS_FILE)


def during_game_option(command: click.decorators.FC) -> click.decorators.FC:
    """The option by which the keeper of a table changes its people while a sanctioned game runs."""
    return click.option(
        "--during-game",
        is_flag=True,
        help="Do it although a sanctioned game runs; the game's record says so. For the keeper, not for players.",
    )(command)


@contextmanager
def changing(data: str | None, room: str, did: str, during_game: bool = False) -> Iterator[Accounts]:
    """The people of a table or a hub, to change them; during a sanctioned game only if the keeper says so, on record.

    `did` says what is done: ``judge added``, for example. Raises `PegwatchError` during such a game.
    """
    places = places_of(data, room)
    is_on = room == "table" and runs_at(places.journal)
    if is_on and not during_game:
        raise PegwatchError(
            "a sanctioned game runs at this table, and until it is over nobody becomes a judge or the keeper; "
            "the keeper may do it all the same with --during-game, and the game's record will say so"
        )
    yield Accounts(places.data / ACCOUNTS_FILE)
    if is_on:
        note_at(places.journal, what="accounts", did=did)


def ask_pin() -> str:
    """A PIN from the person at the terminal, or the first line of what is piped in.

    Never from the command line: everybody on the machine can read that.
    """
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    pin: str = click.prompt("PIN (6 to 12 digits)", hide_input=True, confirmation_prompt=True)
    return pin


def _no_option(command: click.decorators.FC) -> click.decorators.FC:
    return command


def add_list_remove(group: click.Group, role: str, room: str, whose: str, add_first: str) -> None:
    """Give a group its commands ``add``, ``list`` and ``remove`` for the people of one role.

    `add_first`: what to do where there is nobody yet.
    """
    folder = TABLE_DATA if room == "table" else data_option(whose, f"~/.local/share/pegwatch/{room}")

    during = during_game_option if room == "table" else _no_option

    @group.command("add", help=f"Add a {role}, or give one a new PIN. {_ASKED}")
    @click.argument("name")
    @folder
    @during
    def add(name: str, data: str | None, during_game: bool = False) -> None:
        with changing(data, room, f"{role} added", during_game) as accounts:
            added = accounts.put(role, name, ask_pin())
        click.echo(f"{added} may log in as a {role}")

    @group.command("list", help=f"List the {role}s by name.")
    @folder
    @json_option(f"each {role}", "name")
    def list_all(data: str | None, as_json: bool) -> None:
        rows = ({"name": name} for name in accounts_of(data, room).names(role))
        show(rows, as_json, lambda row: str(row["name"]), f"no {role} yet: {add_first}")

    @group.command("remove", help=f"Take a {role} off the list; a log-in in progress ends with it.")
    @click.argument("name")
    @folder
    @during
    def remove(name: str, data: str | None, during_game: bool = False) -> None:
        with changing(data, room, f"{role} removed", during_game) as accounts:
            if not accounts.remove(role, name):
                there = accounts.names(role)
                known = f"there is no {role} {name!r} here; there is {', '.join(there) or 'nobody'}."
                raise PegwatchError((known + nearest(name, there)).removesuffix("."))
        click.echo(f"{name} is a {role} no longer")
