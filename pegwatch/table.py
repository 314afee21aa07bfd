"""Keeping a table running from the command line: the processes, the page's address, and a clean end."""

from __future__ import annotations

import math
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Final

import click
import segno

from firmware.box.joined import is_joined
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.failure import PegwatchError
from pegwatch.housekeeping import Housekeeping, take_in_waiting
from pegwatch.places import Places
from pegwatch.plan import Plan
from pegwatch.supervisor import Supervisor
from webui.door.roles import CODE_FILE
from webui.door.tablecode import TableCode
from webui.listening import listen

_LOOK_S: Final = 0.5
_PAGE_STARTS_WITHIN_S: Final = 30.0


class Stopped(Exception):
    """Somebody asked the table to end (Ctrl-C or SIGTERM)."""


@contextmanager
def ending_cleanly() -> Iterator[None]:
    """Within this context SIGTERM and Ctrl-C raise `Stopped` once; a second one is ignored while things end."""

    def stop(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        raise Stopped

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def check_port(host: str, port: int) -> None:
    """Raise `WebError` if the page's port cannot be used."""
    listen(host, port).close()


def keep(
    plan: Plan, places: Places, lead: Callable[[Supervisor, Pulse, SqliteJournal], Callable[[], bool]]
) -> None:
    """Run a table until it is stopped or `lead`'s step says it is finished.

    `lead` is called once the journal is open and before the processes start; what it returns is called again and
    again and returns False at the end.
    """
    places.make()
    with places.held():
        if plan.page:
            check_port(plan.host, plan.port)
        plan.write(places.plan)
        take_in_waiting(places.journal, plan.settings.backup, lambda line: click.echo(line, err=True))
        with Pulse.open(places.run) as pulse:
            journal = SqliteJournal(places.journal)
            try:
                _keep(plan, places, pulse, journal, lead)
            finally:
                journal.close()


def _keep(
    plan: Plan,
    places: Places,
    pulse: Pulse,
    journal: SqliteJournal,
    lead: Callable[[Supervisor, Pulse, SqliteJournal], Callable[[], bool]],
) -> None:
    def has_club() -> bool:
        return bool(plan.settings.club.broker) or is_joined(places.data)

    uplink = ["uplink"] if has_club() else []
    names = ["board", "eye", *(["web"] if plan.page else []), *uplink]

    def say(line: str) -> None:
        click.echo(line, err=True)

    house = Supervisor(places, pulse, names, say, plan.settings.log)
    care = Housekeeping(
        places, replace(plan.settings.backup, every_h=0) if plan.simulated else plan.settings.backup, say
    )
    pulse.simulated = plan.simulated
    step = lead(house, pulse, journal)
    try:
        with ending_cleanly():
            house.start()
            if plan.page:
                _announce(plan, house, pulse)
            while step():
                house.watch()
                care.step()
                if not house.has("uplink") and has_club():  # it has joined a club since
                    house.add("uplink")
    except Stopped:
        click.echo("stopping; starting again goes on with the game", err=True)
    finally:
        house.end()
        care.end()


def _announce(plan: Plan, house: Supervisor, pulse: Pulse) -> None:
    """Say where the page is, once it is there: in words, and as a code for phones."""
    end = time.monotonic() + _PAGE_STARTS_WITHIN_S
    while pulse.of("web").at == 0.0 and time.monotonic() < end:
        house.watch()
        time.sleep(0.05)
    click.echo(f"The page: http://localhost:{plan.port}")
    url = _phones_address(plan)
    if url:
        code = TableCode(Path(plan.data) / CODE_FILE).read()
        click.echo(f"On a phone in the same network: {url}")
        click.echo(f"Players join with this table's code, {code}, or by scanning:")
        segno.make(f"{url}/join#{code}", micro=False).terminal(compact=True)
    click.echo("Ctrl-C ends it.")


def _phones_address(plan: Plan) -> str:
    """What phones call the page: the address in the settings, else this machine's own; "" where there is none."""
    if plan.settings.page.address:
        return plan.settings.page.address.rstrip("/")
    address = lan_address()
    if address is None or plan.host in ("127.0.0.1", "localhost"):
        return ""
    return f"http://{address}:{plan.port}"


def lan_address() -> str | None:
    """This machine's address in its network, None when it has no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting a datagram socket only asks the system for its own address.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address


def own_addresses() -> tuple[str, ...]:
    """The same as all addresses by which others reach this machine; none without a network."""
    found = lan_address()
    return () if found is None else (found,)


def wait_a_moment() -> bool:
    """The step of a table that nobody leads: just let it run."""
    time.sleep(_LOOK_S)
    return True


def real_speed(text: str) -> float:
    """``max`` or a positive number."""
    if text == "max":
        return math.inf
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0 < speed < math.inf:
        raise PegwatchError(f"--speed {text}: give a number above 0 (1 is real time) or max")
    return speed
