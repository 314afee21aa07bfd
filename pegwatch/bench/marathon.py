"""Eight hours of play through recorder, journal and page, without board and camera: minutes, not hours.

    python -m pegwatch.bench.marathon [HOURS]

A line for each game: table time, memory of this process, size of the journal and its log, bytes written to
the disk. Whatever grows here grows on a table that is left on; what the eye holds `pegwatch.bench.longrun` looks at.
The players sit in a process of their own: what they hold and let go of is not the board's.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click

from cribbage.shown.policy import House
from firmware.box.sqlite_journal import SqliteJournal
from firmware.recorder import Recorder
from pegwatch.bench.longrun import resident_mb, sizes_mb, written_mb
from pegwatch.simulated.table import SimulatedTable
from pegwatch.terminal.listing import Row, json_option, show_one
from pegwatch.terminal.tools import Amount, start
from webui.live import Hub
from webui.table import Table
from webui.viewtext import add_text

_LOOK_EVERY = 20  # reports between two looks of the page


def marathon(hours: float, folder: Path, seed: int = 11) -> Iterator[dict[str, Any]]:
    """Play games one after the other; what there is to say after each."""
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as players,
        closing(SqliteJournal(folder / "journal.sqlite")) as journal,
        closing(Table(SqliteJournal(folder / "journal.sqlite"), folder)) as table,
    ):
        recorder = Recorder(journal)
        hub = Hub(table, House("at-once"), add_text, 0.1, 5.0)
        t, game = 1.0, 0
        while t < hours * 3600:
            game += 1
            t = _play(players.submit(_log, seed, game).result(), t, journal, recorder, hub)
            gc.collect()
            sizes = sizes_mb(folder)
            yield {
                "game": game, "hours": t / 3600, "events": journal.last(), "files": len(sizes),
                "memory_mb": resident_mb(os.getpid()), "written_mb": written_mb(os.getpid()),
                "journal_mb": sizes["journal.sqlite"] + sizes["inbox.sqlite"],
                "log_mb": sizes.get("journal.sqlite-wal", 0.0) + sizes.get("inbox.sqlite-wal", 0.0),
            }  # fmt: skip


@cache
def _players(seed: int) -> SimulatedTable:
    return SimulatedTable(seed=seed, games=None, mode="club", with_scenes=False)


def _log(seed: int, game: int) -> list[str]:
    """One game of the players' evening, as a table log; played in their process."""
    return _players(seed).as_log(game)


def _play(lines: list[str], t0: float, journal: SqliteJournal, recorder: Recorder, hub: Hub) -> float:
    """One game from its table log; the table time after it."""
    header, *bodies = map(json.loads, lines)
    journal.put("page", t0, {"new_game": header})
    recorder.take(t0)
    t = t0
    for number, body in enumerate(bodies):
        t = t0 + body.pop("t")
        journal.put("board" if "holes" in body else "eye", t, body)
        recorder.take(t)
        if number % _LOOK_EVERY == 0:
            hub.refresh()
    hub.refresh()
    return t + 60.0


@click.command()
@click.argument("hours", type=Amount(0, min_open=True), default=8.0)
@json_option(
    "each game", "game", "hours", "events", "files", "memory_mb", "written_mb", "journal_mb", "log_mb"
)
def main(hours: float, as_json: bool) -> None:
    """Play HOURS (8 unless given) through recorder, journal and page, and print what grows after each game."""
    with tempfile.TemporaryDirectory(prefix="pegwatch-marathon-", dir=Path.cwd()) as name:
        for said in marathon(hours, Path(name)):
            show_one({key: round(value, 3) for key, value in said.items()}, as_json, _said)
            sys.stdout.flush()


def _said(row: Row) -> str:
    return (
        f"game {row['game']}, {row['hours']:.1f} h: {row['memory_mb']:.0f} MB in memory, journal "
        f"{row['journal_mb']:.2f} MB and its log {row['log_mb']:.2f} MB, written {row['written_mb']:.1f} MB, "
        f"{row['events']} events in {row['files']} files"
    )


if __name__ == "__main__":
    start(main)
