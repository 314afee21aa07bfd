"""`pegwatch hub`: the club's desk on one Pi or a laptop."""

from __future__ import annotations

from contextlib import closing

import click

from club.desk import Desk
from club.store import open_store
from firmware.box.notify import notify
from firmware.broker import Address
from pegwatch.answering import Watched
from pegwatch.hublink import listen_to_tables
from pegwatch.places import Places
from pegwatch.table import Stopped, check_port, ending_cleanly, lan_address
from webui.club.app import create_club_app
from webui.club.serve import serve_club
from webui.club.site import PAPERS
from webui.door.accounts import DIRECTOR, Accounts
from webui.door.roles import ACCOUNTS_FILE

_STORE_FILE = "hub.sqlite"


@click.command("hub")
@click.option(
    "--data", metavar="DIR", help="Where the hub keeps its things (default: ~/.local/share/pegwatch/hub)."
)
@click.option(
    "--port", envvar="PEGWATCH_HUB_PORT", default=8090, show_default=True, help="Port of the pages."
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
    "--store", default="", envvar="PEGWATCH_HUB_STORE", metavar="WHERE",
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
    help="Who the hub is to the broker.",
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
    "--paper",
    envvar="PEGWATCH_HUB_PAPER",
    type=click.Choice(PAPERS),
    default=PAPERS[0],
    show_default=True,
    help="What the printer takes, for the sheets that come as PDF.",
)
def command(
    data: str | None, port: int, host: str, name: str, store: str, broker: str, broker_user: str,
    broker_password_file: str, broker_ca: str, paper: str,
) -> None:  # fmt: skip
    """Run the club's desk until Ctrl-C: entries, charts, scorecards, cross-checking, standings, playoffs.

    It needs no internet and no broker: results can be entered by hand. Each option may come from the environment
    (PEGWATCH_HUB_BROKER for --broker). Add a director first:

    \b
      pegwatch director add "Dora Lee"
      pegwatch hub --broker mqtts://localhost --broker-user hub --broker-password-file hub.password
    """
    places = Places.of(data, "hub")
    places.make()
    address = Address(broker, broker_user, broker_password_file, broker_ca) if broker else None
    with places.held("hub"):
        check_port(host, port)
        with closing(open_store(store or str(places.data / _STORE_FILE))) as kept:
            desk = Desk(kept)
            line = listen_to_tables(desk, address) if address is not None else None
            try:
                app = create_club_app(
                    desk, places.data, name, lambda: "" if line is None else line.trouble, paper
                )
                watched = Watched(host, port)
                with ending_cleanly():
                    serve_club(
                        app,
                        host,
                        port,
                        watched,
                        lambda: _announce(places, port, host, broker),
                    )
            except Stopped:
                click.echo("stopping; nothing is lost")
            finally:
                if line is not None:
                    line.stop()


def _announce(places: Places, port: int, host: str, broker: str) -> None:
    click.echo(f"The club's desk: http://localhost:{port}")
    found = lan_address()
    if found is not None and host not in ("127.0.0.1", "localhost"):
        click.echo(f"On a tablet in the same network: http://{found}:{port}")
    if not Accounts(places.data / ACCOUNTS_FILE).names(DIRECTOR):
        click.echo('No director has a PIN yet. In another window: pegwatch director add "NAME"')
    click.echo(f"Tables come in over {broker}." if broker else "No broker: results are entered by hand.")
    click.echo("Ctrl-C ends it.")
    notify("READY=1")
