"""`make bench-sites`: one event on ten sites. Each site has a broker of its own that is bridged to the hub's, the hub
keeps its records in PostgreSQL; while games end everywhere, every site's line to the hub is cut for a while, one
site's broker loses its power and forgets everything, and the hub itself is killed and started again.

At the end every game has to be in the hub once, and the standings have to be those of the known truth.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import click

from cribbage.log.wire import FROM_TABLE, HAVE, ROOT, SEAT
from cribbage.tournament.scorecards import cards_of
from firmware.broker import Address
from pegwatch.bench.clubhall import Setting, SimTable, ask, kept, prepare, wait
from pegwatch.bench.measures import peak_mb
from pegwatch.bench.postgres import fresh_database, own_postgres, program
from pegwatch.bench.wires import Wire
from pegwatch.failure import PegwatchError
from pegwatch.ports import free_port
from pegwatch.terminal.listing import json_option, show_one
from pegwatch.terminal.tools import AT_LEAST_ONE, start

_PATIENCE_S: Final = 400.0
_MOST_LINES: Final = 25
"""Lines from a site."""
_MANY: Final = 200
"""From how many tables on each looks at its journal only every two seconds."""


@dataclass
class Play:
    """How much is played: sites, tables on each, games, and s: from one game of a table to the next, how long each
    site is cut off."""

    sites: int = 10
    tables: int = 100
    games: int = 2
    each_s: float = 30.0
    away_s: float = 12.0
    seed: int = 7

    @property
    def boards(self) -> int:
        """Tables in all."""
        return self.sites * self.tables

    @property
    def a_line(self) -> int:
        """How many tables share a line: one process holds some 250 lines and no more (paho's ``select``)."""
        return -(-self.tables // _MOST_LINES)


@dataclass
class Site:
    """One site: its broker, and the line from there to the hub's."""

    number: int
    folder: Path
    wire: Wire
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> Address:
        """Where its tables find their broker."""
        return Address(f"mqtt://127.0.0.1:{self.port}")

    def start(self) -> None:
        """Start the broker; it remembers nothing of a life before."""
        conf = self.folder / f"site-{self.number}.conf"
        topics = [f"topic {ROOT}/+/{what} out 1" for what in FROM_TABLE]
        topics += [f"topic {ROOT}/+/{what} in 1" for what in (HAVE, SEAT)]
        conf.write_text("\n".join((
            f"listener {self.port} 127.0.0.1", "allow_anonymous true", "max_queued_messages 20000", "user root",
            f"connection to-the-hub-{self.number}", f"address 127.0.0.1:{self.wire.port}",
            f"remote_clientid site-{self.number}", "cleansession false", "restart_timeout 1", "notifications false",
            "keepalive_interval 5", *topics, "",
        )))  # fmt: skip
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen([_mosquitto(), "-c", conf], stdout=log, stderr=log)

    def kill(self) -> None:
        """Its plug is pulled."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def _mosquitto() -> str:
    found = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
    if found is None:
        raise PegwatchError("mosquitto is not installed: sudo apt install mosquitto")
    return found


class Hub:
    """The hub, which can be killed and started again."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until its page answers."""
        setting = self._setting
        with (setting.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "pegwatch", "hub", "--data", str(setting.folder), "--host", "127.0.0.1",
                 "--port", str(setting.page), "--broker", setting.broker.url, "--store", setting.store],
                stdout=log, stderr=log,
            )  # fmt: skip
        wait(lambda: ask(setting, "/healthz") is not None, "the hub", setting)

    def kill(self) -> None:
        """Its plug is pulled."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@contextmanager
def hall(setting: Setting, play: Play) -> Iterator[tuple[list[Site], Hub]]:
    """The hub's broker, the hub, and all sites, bridged."""
    setting.port, setting.page = free_port(), free_port()
    conf = setting.folder / "mosquitto.conf"
    conf.write_text(
        f"listener {setting.port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 50000\nuser root\n"
    )
    with ExitStack() as stack:
        with (setting.folder / "log").open("ab") as log:
            centre = subprocess.Popen([_mosquitto(), "-c", conf], stdout=log, stderr=log)
        stack.callback(centre.wait)
        stack.callback(centre.kill)
        hub = Hub(setting)
        stack.callback(hub.kill)
        hub.start()
        sites = []
        for number in range(play.sites):
            wire = stack.enter_context(Wire(setting.port))
            sites.append(Site(number, setting.folder, wire))
            stack.callback(sites[-1].kill)
            sites[-1].start()
        wait(lambda: all(site.wire.is_used for site in sites), "all bridges", setting)
        yield sites, hub


@dataclass
class Course:
    """What happened: games that ended while their site was cut off, and when the last line was restored."""

    ended_cut_off: int = 0
    hub_killed: bool = False
    broker_killed: bool = False
    restored: float = 0.0
    took_s: float = 0.0


def run_games(setting: Setting, play: Play, sites: list[Site], hub: Hub) -> Course:
    """Every game is played; each site is cut off once, the first one's broker forgets everything meanwhile, and the
    hub is killed in the middle."""
    rng, course = random.Random(play.seed), Course()
    tables = [
        SimTable(setting, first, site.address, range(first, min(first + play.a_line, end)))
        for site in sites
        for end in [(site.number + 1) * play.tables + 1]
        for first in range(site.number * play.tables + 1, end, play.a_line)
    ]
    at = {table.board: sites[(int(table.board) - 1) // play.tables] for table in tables}
    begin = time.monotonic()
    due = {table.board: begin + rng.uniform(0, play.each_s) for table in tables}
    whole = play.each_s * play.games
    cuts = {site.number: begin + rng.uniform(0.1, 0.7) * whole for site in sites}
    is_cut: dict[int, bool] = {site.number: False for site in sites}
    looked = dict.fromkeys(due, 0.0)
    step_s = 2.0 if play.boards >= _MANY else 0.5
    counted, done = begin, 0
    try:
        while done < len(setting.truth) or any(is_cut.values()) or len(cuts):
            now = time.monotonic()
            if now - begin > _PATIENCE_S:
                break
            if now - counted >= step_s:
                counted, done = now, len(kept(setting))
            if not course.hub_killed and now - begin > whole / 2:
                course.hub_killed = True
                hub.kill()
                hub.start()
            for site in sites:
                if _trouble(site, cuts, is_cut, now, play, course):
                    due |= {one.board: now for one in tables if at[one.board] is site and not one.is_done}
            for table in tables:
                if not table.is_done and now >= due[table.board]:
                    table.finish_game()
                    course.ended_cut_off += is_cut[at[table.board].number]
                    due[table.board] = now + play.each_s / play.a_line * rng.uniform(0.7, 1.0)
                if now - looked[table.board] >= step_s:
                    looked[table.board] = now
                    table.step()
            time.sleep(0.02)
    finally:
        for table in tables:
            table.drop()
    course.took_s = time.monotonic() - begin
    return course


def _trouble(
    site: Site, cuts: dict[int, float], is_cut: dict[int, bool], now: float, play: Play, course: Course
) -> bool:
    """Cut a site off or restore its line where it is time to. Returns whether it was cut just now: then a game ends
    at each of its tables."""
    if site.number not in cuts or now < cuts[site.number]:
        return False
    if not is_cut[site.number]:
        is_cut[site.number] = True
        site.wire.cut()
        return True
    if now >= cuts[site.number] + play.away_s:
        if site.number == 0:  # what it held for the hub is gone; the tables have it still
            course.broker_killed = True
            site.kill()
            site.start()
        is_cut[site.number] = False
        del cuts[site.number]
        site.wire.restore()
        course.restored = time.time()
    return False


def report(setting: Setting, play: Play, sites: list[Site], hub: Hub, course: Course) -> Mapping[str, Any]:
    """Figures of the run; what is wrong stands in them."""
    there = kept(setting)
    answer = ask(setting, f"/api/v1/club/events/{setting.event}/standings") or {}
    found = [
        (row["game_points"], row["games_won"], row["net"], row["plus"]) for row in answer.get("standings", ())
    ]
    cards = cards_of((game, one, other, net) for (game, one, other), net in setting.truth.items())
    sums = [card.totals() for card in cards.values()]
    right = sorted(((s.game_points, s.games_won, s.net, s.plus) for s in sums), reverse=True)
    return {
        "sites": play.sites, "tables": play.boards, "lines": play.boards // play.a_line,
        "entrants": 2 * play.boards, "games": len(setting.truth),
        "kept": len(there), "bridges_broken": sum(site.wire.broken for site in sites),
        "ended_while_cut_off": course.ended_cut_off, "broker_forgot": course.broker_killed,
        "hub_killed": course.hub_killed, "seconds": round(course.took_s, 1),
        "last_game_in_after_last_line_s": round(max([*there.values(), 0.0]) - course.restored, 1),
        "hub_memory_mb": round(peak_mb(hub.process.pid), 1) if hub.process else None,
        "every_game_once": len(there) == len(setting.truth), "standings_right": found == right,
    }  # fmt: skip


def run(play: Play, postgres: str = "") -> Mapping[str, Any]:
    """One event on so many sites, in a folder of its own; `postgres`: an empty database, "" for SQLite."""
    with tempfile.TemporaryDirectory(prefix="pegwatch-sites-") as folder:
        setting = Setting(play.boards, play.games, Path(folder), postgres=postgres)
        prepare(setting, play.seed)
        with hall(setting, play) as (sites, hub):
            course = run_games(setting, play, sites, hub)
            return report(setting, play, sites, hub, course)


@click.command()
@click.option("--tables", default=Play.tables, show_default=True, type=AT_LEAST_ONE, help="On each site.")
@json_option("the run", "sites", "tables", "games", "kept", "every_game_once", "standings_right")
def main(tables: int, as_json: bool) -> None:
    """Play one event on ten sites whose lines are cut; ends with 1 if a game is lost or the standings are wrong."""
    click.echo(
        f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}",
        err=as_json,
    )
    with ExitStack() as stack:
        where = ""
        if program("initdb") is None:
            click.echo("PostgreSQL is not installed (sudo apt install postgresql): SQLite", err=as_json)
        else:
            where = fresh_database(stack.enter_context(own_postgres()), "sites")
        found = run(Play(tables=tables), where)
    show_one(found, as_json, lambda row: "\n".join(f"  {name:30} {value}" for name, value in row.items()))
    sys.exit(0 if found["every_game_once"] and found["standings_right"] else 1)


if __name__ == "__main__":
    start(main)
