"""Many live viewers while the board scans: from an event to each of them, memory, lost scans, lost views.

Three processes on one machine, as on a table: the page (waitress), the board (a simulated chain scanned a
hundred times a second, a peg moved once a second and written to the journal), and the viewers (this one). A
scan is lost when it ends so late that the one after the next is already due. What else the machine does counts too:
look at the load.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import click

from cribbage.log.events import Event
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.bench.measures import peak_mb
from pegwatch.ports import free_port

EVENT_S: Final = 1.0
_HEADER: Final = {
    "log": "table/1", "profile": "acc-2025", "mode": "teaching", "players": {"A": "Ann", "B": "Bob"}, "dealer": "A",
    "pegs": {"A": [0, -1], "B": [0, -1]},
}  # fmt: skip
_NICER: Final = 10  # the units give the board precedence over the page; the viewers are other machines there
_START_S: Final = 30.0
_LAST_S: Final = 3.0  # so long the last view may take to be called late rather than lost


@click.group("bench-web")
def main() -> None:
    """Measure the page under many viewers."""


@main.command("run")
@click.option("--viewers", default=300, show_default=True, type=click.IntRange(1, 1000))
@click.option("--seconds", default=20, show_default=True, type=click.IntRange(3, 100))
def run(viewers: int, seconds: int) -> None:
    """Start page and board, watch with many viewers, and print what was measured."""
    with tempfile.TemporaryDirectory() as folder:
        data, port = Path(folder), free_port()
        journal = SqliteJournal(data / "journal.sqlite")
        journal.append(1, [Event("game", 0.0, _HEADER)])
        journal.close()
        command = [sys.executable, "-m", "pegwatch.bench.web"]
        page = subprocess.Popen([*command, "page", folder, str(port)])
        try:
            arrivals, asked, board = asyncio.run(
                _watch(port, viewers, [*command, "board", folder, str(seconds)])
            )
            memory_mb = peak_mb(page.pid)
        finally:
            page.kill()
            page.wait()
    _report(viewers, arrivals, asked, board, memory_mb)


def _report(
    viewers: int,
    arrivals: list[dict[int, float]],
    asked: list[float],
    board: dict[str, list[float]],
    memory_mb: float,
) -> None:
    at = dict(enumerate(board["events"], start=1))
    delays = sorted(seen[n] - t for seen in arrivals for n, t in at.items() if n in seen)
    late = sum(len(at) not in seen for seen in arrivals)
    lost, scans = (int(value) for value in board["scans"])
    load = os.getloadavg()[0]
    click.echo(
        f"{viewers} viewers, {len(at)} events, {len(delays):,} views seen; load {load:.1f} on {os.cpu_count()} cores"
    )
    click.echo(
        f"  event to viewer: p50 {_ms(delays, 0.5)}, p99 {_ms(delays, 0.99)}, slowest {_ms(delays, 1.0)}"
    )
    click.echo(
        f"  ordinary requests beside them: p50 {_ms(sorted(asked), 0.5)}, slowest {_ms(sorted(asked), 1.0)}"
    )
    click.echo(f"  viewers that do not show the last event: {late}")
    click.echo(f"  peak memory of the page: {memory_mb:.0f} MB")
    how = "before everything else" if board["first"][0] else "as any other process: no right to more here"
    click.echo(f"  board: {scans} scans, {lost} lost ({how})")
    sys.exit(1 if late else 0)


def _ms(values: list[float], share: float) -> str:
    if not values:
        return "-"
    return f"{values[min(len(values) - 1, int(len(values) * share))] * 1e3:.0f} ms"


# --- the viewers


async def _watch(
    port: int, viewers: int, board: list[str]
) -> tuple[list[dict[int, float]], list[float], dict[str, list[float]]]:
    arrivals: list[dict[int, float]] = [{} for _ in range(viewers)]
    first = await _open(port, "/api/v1/live", _START_S)
    connections = [first] + [await _open(port, "/api/v1/live", 10.0) for _ in range(viewers - 1)]
    readers = [
        asyncio.create_task(_read(reader, seen))
        for (reader, _), seen in zip(connections, arrivals, strict=True)
    ]
    end = time.monotonic() + _START_S
    while not all(arrivals) and time.monotonic() < end:
        await asyncio.sleep(0.1)  # everybody sees the table before anything happens on it
    asked: list[float] = []
    asking = asyncio.create_task(_ask(port, asked))
    process = await asyncio.create_subprocess_exec(*board, stdout=asyncio.subprocess.PIPE)
    out, _ = await process.communicate()
    await asyncio.sleep(_LAST_S)
    for task in (asking, *readers):
        task.cancel()
    for _, writer in connections:
        writer.close()
    return arrivals, asked, json.loads(out)


async def _open(port: int, path: str, patience_s: float) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    end = time.monotonic() + patience_s
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            break
        except OSError:
            if time.monotonic() > end:
                raise
            await asyncio.sleep(0.1)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    await writer.drain()
    return reader, writer


async def _read(reader: asyncio.StreamReader, seen: dict[int, float]) -> None:
    """Note when each score of the first player was first seen."""
    while line := await reader.readline():
        if line.startswith(b"data: {") and b'"players"' in line:
            seen.setdefault(int(json.loads(line[6:])["players"][0]["score"]), time.monotonic())


async def _ask(port: int, asked: list[float]) -> None:
    """Somebody opens a page now and then."""
    while True:
        began = time.monotonic()
        reader, writer = await _open(port, "/games", 5.0)
        await reader.readline()
        asked.append(time.monotonic() - began)
        writer.close()
        await asyncio.sleep(0.2)


# --- the other two processes


@main.command("page", hidden=True)
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("port", type=int)
def page(folder: Path, port: int) -> None:
    """The page, as the web process serves it."""
    from pegwatch.web_process import POLL_S
    from webui.app import create_app
    from webui.config import WebConfig
    from webui.serve import serve

    os.nice(_NICER)
    config = WebConfig(poll_s=POLL_S, streams=1000, streams_each=1000)
    serve(create_app(folder / "journal.sqlite", folder, config), "127.0.0.1", port)


@main.command("board", hidden=True)
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("seconds", type=int)
def board(folder: Path, seconds: int) -> None:
    """A hundred scans a second and an event a second; prints when each event was about to be written."""
    from firmware.boardmap import load_board
    from firmware.box.precedence import take_precedence
    from firmware.drivers.sim import open_simulated
    from firmware.reader import BoardReader
    from firmware.scanner import Scan, Scanner

    first = take_precedence()
    journal = SqliteJournal(folder / "journal.sqlite")
    events: list[float] = []
    board_map = load_board("longboard")
    scans = 0
    with open_simulated(board_map, lambda: {"A22", "A10", "B0", "B-1"}) as driver:
        reader = BoardReader(driver, board_map)

        def look(t: float) -> Scan:
            return Scan(t, reader.look(), frozenset())

        began = time.monotonic()
        with Scanner(look, time.monotonic, begin=take_precedence) as scanner:
            while time.monotonic() - began < seconds:
                for scan in scanner(0.0):
                    reader.feed(scan.t - began, scan.decoded)
                    scans += 1
                if time.monotonic() - began >= (len(events) + 1) * EVENT_S:
                    n = len(events) + 1
                    events.append(time.monotonic())
                    journal.append(
                        1, [Event("pegs", float(n), {"A": [n, n - 1], "B": [0, -1], "certain": True})]
                    )
    journal.close()
    click.echo(json.dumps({"events": events, "scans": [scanner.missed, scans], "first": [first]}))


if __name__ == "__main__":
    main()
