"""Many live viewers while the board scans: from an event to each of them, memory, lost scans, lost views.

Processes on one machine, as on a table: the page (waitress), the board (a simulated chain scanned a hundred times a
second, a peg moved once a second and written to the journal), the viewers (this one), and where there is any the
hostile company: half requests that are held open and viewers that never read (`pegwatch.bench.crowd`). A
scan is lost when it ends so late that the one after the next is already due. In sanctioned mode views change on the
page's tick: there what is measured begins at the tick. What else the machine does counts too: look at the load.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

import click

from cribbage.log.events import Event
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.bench.crowd import Company, Viewers, ask, room_for_files
from pegwatch.bench.measures import peak_mb
from pegwatch.ports import free_port
from pegwatch.terminal.guessing import OneOf
from pegwatch.terminal.listing import Row, json_option, show_one
from pegwatch.terminal.tools import start

EVENT_S: Final = 1.0
HALF: Final = 2000
DEAF: Final = 300
_HEADER: Final = {
    "log": "table/1", "profile": "acc-2025", "players": {"A": "Ann", "B": "Bob"}, "dealer": "A",
    "pegs": {"A": [0, -1], "B": [0, -1]},
}  # fmt: skip
_NICER: Final = 10  # the units give the board precedence over the page; the viewers are other machines there
_LAST_S: Final = 3.0  # how long the last view may take to be called late rather than lost
_COMMAND: Final = (sys.executable, "-m", "pegwatch.bench.web")


@dataclass(frozen=True, slots=True)
class Setting:
    """What is measured: `half` requests held open and `deaf` viewers beside the honest ones."""

    mode: str
    viewers: int
    seconds: int
    half: int = 0
    deaf: int = 0


@dataclass(slots=True)
class Found:
    """What was measured; times are monotonic s."""

    seen: list[dict[int, float]]
    """For each viewer, when each score was first seen."""
    events: list[float]
    """When event n + 1 was about to be written."""
    scans: int
    lost: int
    comes_first: bool
    """Whether the system let the board come before everything else."""
    memory_mb: float
    tick: tuple[float, float] | None = None
    """In sanctioned mode: when ticks began and how far they are apart."""
    asked: list[float] = field(default_factory=list)
    again: int = 0
    opened: int = 0

    def shown_from(self, n: int) -> float:
        """When event n may be shown first."""
        at = self.events[n - 1]
        if self.tick is None:
            return at
        began, apart = self.tick
        return began + math.ceil((at - began) / apart) * apart

    def delays(self) -> list[float]:
        """From each event to each viewer that saw it, s, sorted."""
        numbers = range(1, len(self.events) + 1)
        return sorted(seen[n] - self.shown_from(n) for seen in self.seen for n in numbers if n in seen)

    @property
    def late(self) -> int:
        """How many viewers do not show the last event."""
        return sum(len(self.events) not in seen for seen in self.seen)


@click.group("bench-web")
def main() -> None:
    """Measure the page under many viewers."""


@main.command("run")
@click.option(
    "--viewers", default=300, show_default=True, type=click.IntRange(1, 1000), help="How many watch."
)
@click.option("--seconds", default=20, show_default=True, type=click.IntRange(3, 100), help="For how long.")
@click.option("--half", type=click.IntRange(0, 5000), help="Half requests held open; with it one run only.")
@click.option("--deaf", type=click.IntRange(0, 1000), help="Viewers that never read; with it one run only.")
@click.option("--mode", type=OneOf(["teaching", "sanctioned"]), help="This mode only.")
@json_option(
    "each run", "mode", "viewers", "events", "seen", "since", "p50_ms", "p99_ms", "slowest_ms", "late", "memory_mb",
    "scans", "lost",
)  # fmt: skip
def run(
    viewers: int, seconds: int, half: int | None, deaf: int | None, mode: str | None, as_json: bool
) -> None:
    """Watch with many viewers, alone and beside hostile company, in both rhythms, and print what was measured."""
    companies = [(0, 0), (HALF, DEAF)] if half is None and deaf is None else [(half or 0, deaf or 0)]
    late = 0
    for chosen in [mode] if mode else ["teaching", "sanctioned"]:
        for some_half, some_deaf in companies:
            setting = Setting(chosen, viewers, seconds, some_half, some_deaf)
            found = measure(setting)
            show_one(_row(setting, found), as_json, _said)
            late += found.late
    sys.exit(1 if late else 0)


def _row(setting: Setting, found: Found) -> Row:
    delays, asked = found.delays(), sorted(found.asked)
    return {
        "mode": setting.mode, "viewers": setting.viewers, "half": setting.half, "deaf": setting.deaf,
        "events": len(found.events), "seen": len(delays), "load": round(os.getloadavg()[0], 1),
        "cores": os.cpu_count(), "since": "tick" if found.tick else "event", "p50_ms": _ms(delays, 0.5),
        "p99_ms": _ms(delays, 0.99), "slowest_ms": _ms(delays, 1.0), "asked_p50_ms": _ms(asked, 0.5),
        "asked_slowest_ms": _ms(asked, 1.0), "late": found.late, "again": found.again, "opened": found.opened,
        "memory_mb": round(found.memory_mb), "scans": found.scans, "lost": found.lost,
        "comes_first": found.comes_first,
    }  # fmt: skip


def _said(row: Row) -> str:
    company = (
        f"{row['half']:,} half requests and {row['deaf']} deaf" if row["half"] + row["deaf"] else "alone"
    )
    how = "before everything else" if row["comes_first"] else "as any other process: no right to more here"
    shown = {key: "-" if row[key] is None else f"{row[key]} ms" for key in row if key.endswith("_ms")}
    lines = [
        f"{row['mode']}, {row['viewers']} viewers, {company}: {row['events']} events, {row['seen']:,} views "
        f"seen; load {row['load']} on {row['cores']} cores",
        f"  {row['since']} to viewer: p50 {shown['p50_ms']}, p99 {shown['p99_ms']}, slowest {shown['slowest_ms']}",
        f"  ordinary requests beside them: p50 {shown['asked_p50_ms']}, slowest {shown['asked_slowest_ms']}",
        f"  viewers that do not show the last event: {row['late']}; streams asked for again: {row['again']}",
        *([f"  connections that the company made: {row['opened']:,}"] if row["opened"] else []),
        f"  peak memory of the page: {row['memory_mb']} MB",
        f"  board: {row['scans']} scans, {row['lost']} lost ({how})",
    ]
    return "\n".join(lines)


def _ms(values: list[float], share: float) -> int | None:
    if not values:
        return None
    return round(values[min(len(values) - 1, int(len(values) * share))] * 1e3)


# --- one run


def measure(setting: Setting) -> Found:
    """Start page, company and board, and watch."""
    room_for_files()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        journal = SqliteJournal(Path(folder) / "journal.sqlite")
        journal.append(1, [Event("game", 0.0, _HEADER | {"mode": setting.mode})])
        journal.close()
        with _process("page", folder, str(port)) as page:
            began, apart = _told(page)
            tick = (began, apart) if setting.mode == "sanctioned" else None
            with _process("company", str(port), str(setting.half), str(setting.deaf)) as company:
                _told(company)
                found = asyncio.run(_watch(port, setting, folder, tick))
                assert company.stdin is not None
                company.stdin.close()
                (found.opened,) = (int(count) for count in _told(company))
            found.memory_mb = peak_mb(page.pid)
    return found


@contextmanager
def _process(*words: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen([*_COMMAND, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with process:
        try:
            yield process
        finally:
            process.kill()


def _told(process: subprocess.Popen[str]) -> list[float]:
    """The numbers of the next line that it prints."""
    out: IO[str] | None = process.stdout
    assert out is not None
    return [float(word) for word in out.readline().split()]


async def _watch(port: int, setting: Setting, folder: str, tick: tuple[float, float] | None) -> Found:
    viewers = Viewers(port, setting.viewers)
    await viewers.come()
    asked: list[float] = []
    asking = asyncio.create_task(ask(port, asked))
    board = await asyncio.create_subprocess_exec(
        *_COMMAND, "board", folder, str(setting.seconds), setting.mode, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await board.communicate()
    await asyncio.sleep(_LAST_S + (tick[1] if tick else 0.0))
    asking.cancel()
    await viewers.leave()
    told = json.loads(out)
    return Found(
        viewers.seen,
        told["events"],
        told["scans"],
        told["lost"],
        told["first"],
        0.0,
        tick,
        asked,
        viewers.again,
    )


# --- the other processes


@main.command("page", hidden=True)
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("port", type=int)
def page(folder: Path, port: int) -> None:
    """The page, as the web process serves it; says when its ticks began and how far they are apart."""
    from pegwatch.web_process import POLL_S
    from webui.app import create_app, site_of
    from webui.config import WebConfig
    from webui.serve import serve

    os.nice(_NICER)
    app = create_app(folder / "journal.sqlite", folder, WebConfig(poll_s=POLL_S, trust_loopback=False))
    click.echo(f"{site_of(app).hub.ticks_from} {site_of(app).config.tick_s}")
    serve(app, "127.0.0.1", port)


@main.command("company", hidden=True)
@click.argument("port", type=int)
@click.argument("half", type=int)
@click.argument("deaf", type=int)
def company(port: int, half: int, deaf: int) -> None:
    """Hostile company until its input ends; prints a line once it is there, and how many connections it made."""
    room_for_files()
    os.nice(_NICER)
    end = select.poll()
    end.register(sys.stdin, select.POLLIN | select.POLLHUP)
    crowd = Company(port, half, deaf)
    while not crowd.is_there and not end.poll(100):
        crowd.look()
        crowd.come()
    click.echo("0")
    crowd.stay(end)
    crowd.close()
    click.echo(str(crowd.opened))


@main.command("board", hidden=True)
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("seconds", type=int)
@click.argument("mode")
def board(folder: Path, seconds: int, mode: str) -> None:
    """A hundred scans a second and an event a second; prints when each event was about to be written."""
    from firmware.boardfile import load_board
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
                    journal.append(1, _news(n, mode))
    journal.close()
    click.echo(json.dumps({"events": events, "scans": scans, "lost": scanner.missed, "first": first}))


def _news(n: int, mode: str) -> list[Event]:
    """Event `n`, which shows the first player's score as `n`: in sanctioned play a score is shown once it is closed,
    at the latest when the next deal begins."""
    pegs = Event("pegs", float(n), {"A": [n, n - 1], "B": [0, -1], "certain": True})
    deal = Event("deal", float(n), {"deal": n, "dealer": "AB"[n % 2]})
    return [pegs, deal] if mode == "sanctioned" else [pegs]


if __name__ == "__main__":
    start(main)
