"""`make bench-club`: thirty tables with a real broker and a real hub, then the traffic of five hundred; on SQLite
and, where it is installed, on a PostgreSQL of our own.

Both runs begin with an event whose truth is known and end with the hub's own standings held against it. Latency is
from the end of a game (or its sending, where traffic is replayed) to the hub's store; memory is the hub's process.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import click

from cribbage.log import wire
from cribbage.log.wire import FinishedGame
from cribbage.tournament.scorecards import cards_of
from firmware.broker import Line
from pegwatch.bench.clubhall import (
    PATIENCE_S,
    STEP_S,
    Setting,
    SimTable,
    ask,
    bare_store,
    kept,
    prepare,
    seat_of,
    wait,
)
from pegwatch.bench.measures import peak_mb
from pegwatch.bench.postgres import fresh_database, own_postgres, program
from pegwatch.failure import PegwatchError
from pegwatch.ports import free_port
from pegwatch.terminal.listing import Row, json_option, show_one
from pegwatch.terminal.tools import start


@contextmanager
def running(setting: Setting) -> Iterator[int]:
    """Broker and hub as processes of their own; gives the hub's process number."""
    mosquitto = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
    if mosquitto is None:
        raise PegwatchError("mosquitto is not installed: sudo apt install mosquitto")
    setting.port, setting.page = free_port(), free_port()
    conf = setting.folder / "mosquitto.conf"
    conf.write_text(
        f"listener {setting.port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 20000\nuser root\n"
    )
    with (setting.folder / "log").open("wb") as log:
        broker = subprocess.Popen([mosquitto, "-c", conf], stdout=log, stderr=log)
        hub = subprocess.Popen(
            [sys.executable, "-m", "pegwatch", "hub", "--data", str(setting.folder), "--host", "127.0.0.1",
             "--port", str(setting.page), "--broker", setting.broker.url, "--store", setting.store],
            stdout=log, stderr=log,
        )  # fmt: skip
        try:
            wait(lambda: ask(setting, "/healthz") is not None, "the hub", setting)
            yield hub.pid
        finally:
            for process in (hub, broker):
                process.send_signal(signal.SIGTERM)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(10)
                if process.poll() is None:
                    process.kill()
                    process.wait()


def with_tables(setting: Setting, seed: int, each_s: float, away_s: float) -> None:
    """Every table ends a game each `each_s`; every third one is without a network for a while."""
    rng = random.Random(seed)
    tables = [SimTable(setting, board) for board in range(1, setting.tables + 1)]
    begin = time.monotonic()
    due = {table.board: begin + rng.uniform(0, each_s) for table in tables}
    away = {table.board: begin + rng.uniform(2, each_s * setting.games / 2) for table in tables[::3]}
    looked = {table.board: 0.0 for table in tables}
    counted, done = begin, 0
    try:
        while done < len(setting.truth):
            now = time.monotonic()
            if now - counted >= STEP_S:
                counted, done = now, len(kept(setting))
            if now - begin > PATIENCE_S:
                return
            for table in tables:
                if not table.is_done and now >= due[table.board]:
                    table.finish_game()
                    due[table.board] = now + each_s * rng.uniform(0.7, 1.3)
                if table.board in away:
                    gone = now - away[table.board]
                    if 0 <= gone < away_s:
                        table.drop()
                    elif gone >= away_s:
                        table.connect()
                if now - looked[table.board] >= STEP_S:
                    looked[table.board] = now
                    table.step()
            time.sleep(0.02)
    finally:
        for table in tables:
            table.drop()


def replayed(setting: Setting, a_second: float) -> None:
    """The messages of so many tables from one sender: games at a steady rate, each sent twice, and live and health of
    every table every five seconds."""
    line = Line(setting.broker, "replay", lambda: None, lambda _topic, _payload: None)
    line.start()
    wait(lambda: line.is_up, "the broker", setting)
    numbers: dict[int, int] = {}
    games = []
    for each in setting.evening.chart:
        for meeting in each:
            if meeting.other is None:
                continue
            numbers[meeting.board] = n = numbers.get(meeting.board, 0) + 1
            net = setting.truth[meeting.game, meeting.one, meeting.other]
            names = {"A": setting.evening.name_of(meeting.one), "B": setting.evening.name_of(meeting.other)}
            scores = {"A": 121 if net > 0 else 121 + net, "B": 121 if net < 0 else 121 - net}
            said = ("club", setting.evening.edition, time.time())
            told = FinishedGame(
                f"replay-{meeting.board}", n, n, names, scores, *said, seat=seat_of(setting, meeting)
            )
            games.append((str(meeting.board), told))
    begin = time.monotonic()
    signs = 0
    for index, (table, game) in enumerate(games):
        while (now := time.monotonic()) - begin < index / a_second:
            signs = _signs_of_life(line, setting, signs, now - begin)
            time.sleep(0.002)
        setting.ended[table, game.n] = time.time()
        for _ in range(2):
            line.publish(wire.topic(table, wire.GAME), wire.write(replace(game, sent=time.time()).body()))
    wait(lambda: len(kept(setting)) >= len(setting.truth), "all games", setting)
    line.stop()


def _signs_of_life(line: Line, setting: Setting, sent: int, since: float) -> int:
    """Live and health, evenly over five seconds: two for each table."""
    want = int(since / 5.0 * setting.tables)
    for number in range(sent, want):
        table = str(number % setting.tables + 1)
        players = [{"seat": seat, "name": f"Player {seat}", "score": number % 121} for seat in "AB"]
        line.publish(wire.topic(table, wire.STATE), wire.write({"state": wire.HERE}), retain=True)
        line.publish(
            wire.topic(table, wire.LIVE), wire.write({"state": "playing", "players": players}), retain=True
        )
        line.publish(wire.topic(table, wire.HEALTH), wire.write({"parts": [], "waiting": 0}), retain=True)
    return max(sent, want)


def report(setting: Setting, pid: int, took_s: float) -> Mapping[str, Any]:
    """Figures of one run; raises nothing: what is wrong stands in them."""
    there = kept(setting)
    late = sorted(
        there[what] - at for what, at in setting.ended.items() if what in there and what not in setting.away
    )
    begin = time.monotonic()
    answer = ask(setting, f"/api/v1/club/events/{setting.event}/standings")
    page_s = time.monotonic() - begin
    found = [
        (row["game_points"], row["games_won"], row["net"], row["plus"])
        for row in (answer or {}).get("standings", ())
    ]
    cards = cards_of((game, one, other, net) for (game, one, other), net in setting.truth.items())
    sums = [card.totals() for card in cards.values()]
    right = sorted(((s.game_points, s.games_won, s.net, s.plus) for s in sums), reverse=True)
    return {
        "tables": setting.tables, "games": len(setting.truth), "kept": len(there),
        "ended_without_network": len(setting.away), "seconds": round(took_s, 1),
        "latency_p50_s": round(late[len(late) // 2], 3) if late else None,
        "latency_p99_s": round(late[int(len(late) * 0.99)], 3) if late else None,
        "latency_worst_s": round(late[-1], 3) if late else None,
        "hub_memory_mb": round(peak_mb(pid), 1), "standings_page_s": round(page_s, 2),
        "every_game_once": len(there) == len(setting.truth), "standings_right": found == right,
    }  # fmt: skip


def run(
    tables: int,
    games: int,
    work: Callable[[Setting], None],
    postgres: str = "",
    seed: int = 7,
    bare: str = "",
) -> Mapping[str, Any]:
    """One run in a folder of its own, on SQLite or the database at this address; `bare`: an empty database beside
    it."""
    with tempfile.TemporaryDirectory(prefix="pegwatch-bench-") as folder:
        setting = Setting(tables, games, Path(folder), postgres=postgres)
        prepare(setting, seed)
        with running(setting) as pid:
            begin = time.monotonic()
            work(setting)
            found = dict(report(setting, pid, time.monotonic() - begin))
        p50, p99 = bare_store(bare or str(setting.folder / "bare.sqlite"), len(setting.truth))
        found |= {"bare_store_p50_s": round(p50, 4), "bare_store_p99_s": round(p99, 4)}
        if found["latency_p99_s"] is not None:
            found["p99_to_bare_p99"] = round(found["latency_p99_s"] / p99, 1)
        return found


def _thirty(setting: Setting) -> None:
    with_tables(setting, 7, 4.0, 10.0)


def _five_hundred(setting: Setting) -> None:
    replayed(setting, 10.0)


def _five_hundred_at_once(setting: Setting) -> None:
    replayed(setting, 40.0)


RUNS: Final[tuple[tuple[str, int, int, Callable[[Setting], None]], ...]] = (
    ("30 tables, each with its uplink; every third one without a network for 10 s", 30, 9, _thirty),
    (
        "500 tables: a round ends within a minute, every game sent twice, live and health",
        500,
        2,
        _five_hundred,
    ),
    ("the same, 40 games a second: four times as fast as that", 500, 2, _five_hundred_at_once),
)


@click.command()
@json_option(
    "each run", "run", "database", "latency_p99_s", "hub_memory_mb", "every_game_once", "standings_right"
)
def main(as_json: bool) -> None:
    """Measure the hub with 30 tables and the traffic of 500; ends with 1 if a game is lost or standings are wrong."""
    good = True
    click.echo(f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} processors", err=as_json)
    with ExitStack() as stack:
        server = ""
        if program("initdb") is None:
            click.echo("PostgreSQL is not installed (sudo apt install postgresql): SQLite only", err=as_json)
        else:
            server = stack.enter_context(own_postgres())
        for title, tables, games, work in RUNS:
            for database in ("sqlite", *(["postgres"] if server else [])):
                click.echo(f"{title}; {database}, load {os.getloadavg()[0]:.1f}", err=as_json)
                is_server = database != "sqlite"
                found = run(
                    tables, games, work, fresh_database(server, "bench") if is_server else "",
                    bare=fresh_database(server, "bare") if is_server else "",
                )  # fmt: skip
                show_one({"run": title, "database": database} | dict(found), as_json, _said)
                good = good and bool(found["every_game_once"]) and bool(found["standings_right"])
    sys.exit(0 if good else 1)


def _said(row: Row) -> str:
    return "\n".join(f"  {name:20} {value}" for name, value in row.items() if name not in ("run", "database"))


if __name__ == "__main__":
    os.environ.setdefault("PYTHONPATH", os.pathsep.join(sys.path[:1]))
    start(main)
