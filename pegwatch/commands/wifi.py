"""`pegwatch wifi`: the wireless network, for anyone who sits at the machine itself."""

from __future__ import annotations

import sys

import click

from firmware.box.network.base import Network
from firmware.box.network.door import answer
from firmware.box.network.nmcli import NmcliWifi
from pegwatch.terminal.listing import Row, json_option, show

_WANTS = {"open": "open", "password": "password", "other": "more than a password"}


@click.group("wifi", invoke_without_command=True)
@json_option("each network", "name", "joined", "signal", "wants")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """The wireless network: which are in reach, and which this machine is in (*).

    The page does the same (Set-up, "The network"). NetworkManager is needed.

    \b
      pegwatch wifi
      pegwatch wifi join Clubhouse
    """
    if ctx.invoked_subcommand is None:
        networks = NmcliWifi().networks()
        show(map(_row, networks), as_json, _in_words, "No wireless network is in reach.")


def _row(one: Network) -> Row:
    return {"name": one.name, "joined": one.joined, "signal": one.signal, "wants": _WANTS[one.kind]}


def _in_words(row: Row) -> str:
    return f"{'*' if row['joined'] else ' '} {row['signal']:3d} %  {row['wants']:20}  {row['name']}"


@command.command("join")
@click.argument("name")
def join(name: str) -> None:
    """Join the network NAME and stay in it. Its password is asked for, or read from standard input."""
    wifi = NmcliWifi()
    known = next((one for one in wifi.networks() if one.name == name), None)
    password = "" if known is not None and known.kind == "open" else _ask_password()
    wifi.join(name, password)
    click.echo(f"this machine is in {name} now")


@command.command("answer", hidden=True)
def answer_one() -> None:
    """Answer one question of the page on standard input (started by systemd)."""
    answer(NmcliWifi(), sys.stdin.buffer, sys.stdout.buffer)


def _ask_password() -> str:
    """From the person at the terminal, or the first line of what is piped in; never from the command line."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password: str = click.prompt("Password of the network", hide_input=True)
    return password
