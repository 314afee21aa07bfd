"""`pegwatch hub`: the club's desk on one Pi or a laptop."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import click

from club.backup import read_backup, write_backup
from club.desk import Desk
from club.store import open_store, why_no_store
from firmware.box.addresses import addresses, origins, why_no_origins, why_no_proxies, why_no_web_address
from firmware.box.notify import notify
from firmware.box.updatedoor import FOLDER as UPDATES
from firmware.box.updatedoor import FOLDERS, UpdateDoor
from firmware.broker import Address
from pegwatch.failure import PegwatchError
from pegwatch.hubtables import HubTables
from pegwatch.outfile import written
from pegwatch.ownbroker import PORT as BROKER_PORT
from pegwatch.ownbroker import OwnBroker
from pegwatch.pagecheck import Watched
from pegwatch.places import Places
from pegwatch.table import Stopped, check_port, ending_cleanly, lan_address, own_addresses
from pegwatch.terminal.guessing import OneOf
from pegwatch.terminal.listing import Row, json_option, show
from pegwatch.terminal.progress import progress
from pegwatch.terminal.tools import PORT
from webui.club.app import Front, create_club_app
from webui.club.openquestions import readable
from webui.club.serve import serve_club
from webui.club.site import PAPERS, when
from webui.door.accounts import DIRECTOR, Accounts
from webui.door.roles import ACCOUNTS_FILE

_STORE_FILE = "hub.sqlite"
_SHARES = 1_000_000


def _checked(why_not: Callable[[str], str]) -> Callable[[click.Context, click.Parameter, str], str]:
    """An option whose text must be one that `why_not` finds nothing wrong with."""

    def check(_context: click.Context, _option: click.Parameter, text: str) -> str:
        wrong = why_not(text)
        if wrong:
            raise click.BadParameter(wrong)
        return text

    return check


@click.command("hub")
@click.option(
    "--data", metavar="DIR", help="Where the hub keeps its things (default: ~/.local/share/pegwatch/hub)."
)
@click.option(
    "--port",
    envvar="PEGWATCH_HUB_PORT",
    type=PORT,
    default=8090,
    show_default=True,
    help="Port of the pages.",
)
@click.option(
    "--host",
    envvar="PEGWATCH_HUB_HOST",
    default="0.0.0.0",
    show_default=True,
    help="Address the pages listen on.",
)
@click.option("--name", envvar="PEGWATCH_HUB_NAME", default="", help="What the club is called on its pages.")
@click.option(
    "--store", default="", envvar="PEGWATCH_HUB_STORE", metavar="WHERE", callback=_checked(why_no_store),
    help="postgresql://user:password@host/name for large events; a SQLite file in the data folder unless told.",
)  # fmt: skip
@click.option(
    "--broker",
    envvar="PEGWATCH_HUB_BROKER",
    default="",
    metavar="URL",
    help="The tables' broker, mqtts://host or mqtt://host; none: by hand.",
)
@click.option(
    "--broker-user",
    envvar="PEGWATCH_HUB_BROKER_USER",
    default="",
    metavar="NAME",
    help="The hub's user name at the broker.",
)
@click.option(
    "--broker-password-file",
    envvar="PEGWATCH_HUB_BROKER_PASSWORD_FILE",
    default="",
    metavar="FILE",
    help="The file with that user's password.",
)
@click.option(
    "--broker-ca",
    envvar="PEGWATCH_HUB_BROKER_CA",
    default="",
    metavar="FILE",
    help="The certificate the broker's own is signed with.",
)
@click.option(
    "--broker-port",
    envvar="PEGWATCH_HUB_BROKER_PORT",
    type=PORT,
    default=BROKER_PORT,
    show_default=True,
    help="Port of the broker that the hub sets up by itself (on its page, under Tables).",
)
@click.option(
    "--address",
    envvar="PEGWATCH_HUB_ADDRESS",
    default="",
    metavar="URL",
    callback=_checked(why_no_web_address),
    help="What tablets call the pages where a proxy stands in front: https://hub.club.example, for example.",
)
@click.option(
    "--hosts",
    envvar="PEGWATCH_HUB_HOSTS",
    default="",
    metavar="NAMES",
    help="Further names the pages may be called by, with commas between.",
)
@click.option(
    "--proxies",
    envvar="PEGWATCH_HUB_PROXIES",
    default="",
    metavar="ADDRESSES",
    callback=_checked(why_no_proxies),
    help="Proxies whose word is taken for who their guests are, with commas between: 127.0.0.1.",
)
@click.option(
    "--readers",
    envvar="PEGWATCH_HUB_READERS",
    default="",
    metavar="ORIGINS",
    callback=_checked(why_no_origins),
    help="Origins whose pages may read what everyone may see, with commas between: https://club.example.",
)
@click.option(
    "--paper",
    envvar="PEGWATCH_HUB_PAPER",
    type=OneOf(PAPERS),
    default=PAPERS[0],
    show_default=True,
    help="What the printer takes, for the sheets that come as PDF.",
)
@click.option(
    "--aside",
    is_flag=True,
    help="Show the messages of tables that could not be used, and end; a hub may be running.",
)
@click.option(
    "--backup",
    "backup_to",
    metavar="FILE",
    help="Write a backup of everything into this file, and end; a hub may be running.",
)
@click.option("--restore", "restore_from", metavar="FILE", help="Fill an empty place from a backup, and end.")
@json_option("each kind of message of --aside", "topic", "why", "size", "payload", "times", "first", "last")
def command(
    data: str | None, port: int, host: str, name: str, store: str, broker: str, broker_user: str,
    broker_password_file: str, broker_ca: str, broker_port: int, address: str, hosts: str, proxies: str,
    readers: str, paper: str, aside: bool, backup_to: str | None, restore_from: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Run the club's desk until Ctrl-C: entries, charts, scorecards, cross-checking, standings, playoffs.

    It needs no internet and no broker: results can be entered by hand. Each option may come from the environment
    (PEGWATCH_HUB_BROKER for --broker). Add a director first:

    \b
      pegwatch director add "Dora Lee"
      pegwatch hub --broker mqtts://localhost --broker-user hub --broker-password-file hub.password
      pegwatch hub --backup club.backup
      pegwatch hub --restore club.backup --data new-hub/
    """
    if as_json and not aside:
        raise PegwatchError("--json goes with --aside: nothing else of the hub is a list")
    if aside + bool(backup_to) + bool(restore_from) > 1:
        raise PegwatchError("give one of --aside, --backup and --restore: each of them ends when it is done")
    places = Places.of(data, "hub")
    where = store or str(places.data / _STORE_FILE)
    if aside:
        _tell_aside(where, as_json)
        return
    if backup_to:
        _back_up(where, Path(backup_to))
        return
    places.make()
    if restore_from:
        _restore(where, Path(restore_from))
        return
    at = Address(broker, broker_user, broker_password_file, broker_ca) if broker else None
    front = Front(address.rstrip("/"), addresses(hosts), addresses(proxies), origins(readers))
    with places.held("hub"):
        check_port(host, port)
        with closing(open_store(where, alone=True)) as kept:
            desk = Desk(kept)
            tables = HubTables(desk, at, OwnBroker(places.data / "broker", broker_port, own_addresses))
            try:
                tables.start()
                app = create_club_app(
                    desk, places.data, name, lambda: tables.trouble, paper, front, lambda: tables.is_deaf,
                    None if at is not None else tables, _updates(places.data),
                )  # fmt: skip
                watched = Watched(host, port, tables.step)
                with ending_cleanly():
                    serve_club(
                        app,
                        host,
                        port,
                        watched,
                        lambda: _announce(places, port, host, broker, front.address),
                        front.proxies,
                    )
            except Stopped:
                click.echo("stopping; nothing is lost")
            finally:
                tables.stop()


def _updates(data: Path) -> UpdateDoor | None:
    """The door for updates, where this is the hub of an installed machine: elsewhere nobody would look into it."""
    folder = data / UPDATES
    if folder not in FOLDERS:
        return None
    folder.mkdir(mode=0o700, exist_ok=True)
    return UpdateDoor(folder)


def _back_up(where: str, file: Path) -> None:
    """Everything into one file, which is there whole or not at all."""
    if "://" not in where and not Path(where).exists():
        raise PegwatchError(f"there is no hub's store at {where}: name its data folder with --data DIR")
    records = () if "://" in where else (Path(where),)
    with (
        written(file, "--backup FILE", records) as out,
        closing(open_store(where)) as kept,
        progress("backing up", _SHARES) as done,
    ):
        count = write_backup(kept, out, lambda share: done(round(share * _SHARES)))
    click.echo(f"Backed up {count} records as {file}")


def _restore(where: str, file: Path) -> None:
    """An empty place filled from a backup."""
    try:
        with file.open("rb") as backup, closing(open_store(where, alone=True)) as kept:
            count = read_backup(kept, backup)
    except OSError as error:
        raise PegwatchError(f"cannot read {file}: {error.strerror}") from error
    click.echo(f'Restored {count} records into {where}. Add a director: pegwatch director add "NAME"')


def _tell_aside(where: str, as_json: bool) -> None:
    """What was set aside, for anyone who looks for the cause: topic, how often, why, and how the latest one
    begins."""
    if "://" not in where and not Path(where).exists():
        raise PegwatchError(f"there is no hub's store at {where}: name its data folder with --data DIR")
    with closing(open_store(where)) as kept:
        found = kept.aside()
    rows = ({**asdict(each), "payload": readable(each.payload)} for each in found)
    show(rows, as_json, _aside_in_words, "Nothing was set aside: every message could be used.")


def _aside_in_words(row: Row) -> str:
    first, last = when(row["first"]), when(row["last"])
    head = f"{row['topic']}: {row['times']} times, {first} to {last}, {row['size']} bytes: {row['why']}"
    return f"{head}\n    {row['payload']}"


def _announce(places: Places, port: int, host: str, broker: str, address: str) -> None:
    click.echo(f"The club's desk: http://localhost:{port}")
    found = lan_address()
    if address:
        click.echo(f"On a tablet: {address}")
    elif found is not None and host not in ("127.0.0.1", "localhost"):
        click.echo(f"On a tablet in the same network: http://{found}:{port}")
    if not Accounts(places.data / ACCOUNTS_FILE).names(DIRECTOR):
        click.echo("No director has a PIN yet: open the page, it begins with that.")
    click.echo(
        f"Tables come in over {broker}."
        if broker
        else "Tables join on the page, or results are entered by hand."
    )
    click.echo("Ctrl-C ends it.")
    notify("READY=1")
