"""A slow disk and the scans: how many are not made in time while the journal waits for an SD card.

A real board process's loop on a simulated chain, a hundred scans a second, with a peg moved every two seconds.
`strace` holds up each sync of the disk for as long as it is told. The loop is measured twice: with its scans made in
a thread of their own, as the table has it, and made by the loop itself, between its commits.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import closing, nullcontext
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import click

from firmware.debounce import SCAN_PERIOD_S
from pegwatch.terminal.listing import Row, json_option, show_one
from pegwatch.terminal.tools import start

_HEADER: Final = {
    "log": "table/1", "profile": "acc-2025", "mode": "club", "players": {"A": "Ann", "B": "Bob"}, "dealer": "A",
    "pegs": {"A": [0, -1], "B": [0, -1]},
}  # fmt: skip
_PEG_S: Final = 2.0
_IN_THE_AIR_S: Final = 0.6
_START_S: Final = 1.0
_DELAY: Final = click.IntRange(0, 10_000)


@click.group("bench-disk")
def main() -> None:
    """Measure scans under a slow disk."""


@main.command("run")
@click.option(
    "--seconds", default=20, show_default=True, type=click.IntRange(3, 600), help="For how long, each."
)
@click.option(
    "--sync-ms",
    multiple=True,
    default=(0, 20, 100, 400),
    show_default=True,
    type=_DELAY,
    help="By how much each sync of the disk is held up; may be given again.",
)
@json_option("each run", "sync_ms", "how", "scans", "due", "gap_ms", "made", "noticed")
def run(seconds: int, sync_ms: tuple[int, ...], as_json: bool) -> None:
    """For each delay of a sync: scans made, the longest time between two, changes of pegs that were noticed."""
    if shutil.which("strace") is None:
        raise click.ClickException("strace is not installed: sudo apt install strace")
    if not as_json:
        click.echo(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; a peg every {_PEG_S:g} s")
    for delay_ms in sync_ms:
        for how in ("thread", "loop"):
            found = _measure(how, seconds, delay_ms)
            show_one({"sync_ms": delay_ms, "how": how} | found, as_json, _said)


def _said(row: Row) -> str:
    scans, gap = f"{row['scans']:5} of {row['due']}", f"{row['gap_ms']:5.0f} ms"
    return (
        f"  sync +{row['sync_ms']:4} ms, scanned by the {row['how'] + ':':7} {scans} scans made, longest gap {gap},"
        f" {row['noticed']} of {row['made']} changes of pegs noticed"
    )


def _measure(how: str, seconds: int, delay_ms: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        held_up = [
            "strace", "-f", "--seccomp-bpf", "-o", os.devnull, "-e", "trace=fsync,fdatasync",
            "-e", f"inject=fsync,fdatasync:delay_exit={delay_ms * 1000}",
        ]  # fmt: skip
        done = subprocess.run(
            [*held_up, sys.executable, "-m", "pegwatch.bench.slowdisk", "board", folder, how, str(seconds)],
            stdout=subprocess.PIPE, check=True, text=True,
        )  # fmt: skip
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@main.command("board", hidden=True)
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("how")
@click.argument("seconds", type=int)
def board(folder: Path, how: str, seconds: int) -> None:
    """The board process's loop; prints what came of it."""
    from firmware.boardfile import load_board
    from firmware.box.clock import RealClock
    from firmware.box.precedence import take_precedence
    from firmware.box.pulse import Pulse
    from firmware.box.sqlite_journal import SqliteJournal
    from firmware.drivers.sim import open_simulated
    from firmware.reader import BoardReader
    from firmware.recorder import Recorder
    from firmware.table import TableLoop
    from pegwatch.board_process import scan_for

    board_map = load_board("longboard")
    scanned: list[float] = []
    began = time.monotonic()
    moves = int((seconds - _START_S) / _PEG_S)

    def holes() -> frozenset[str]:
        """Ann's rear peg leaves its hole, and a moment later it stands before the other, again and again."""
        now = time.monotonic()
        scanned.append(now)
        move, since = divmod(now - began - _START_S, _PEG_S)
        in_the_air = 0 <= move < moves and since < _IN_THE_AIR_S
        front = min(max(int(move) + (not in_the_air), 0), moves)
        return frozenset({"B0", "B-1", f"A{front}"} | (set() if in_the_air else {f"A{front - 1}"}))

    take_precedence()
    with (
        Pulse.open(folder) as pulse,
        closing(SqliteJournal(folder / "journal.sqlite")) as journal,
        open_simulated(board_map, holes) as driver,
    ):
        journal.put("page", 0.0, {"new_game": _HEADER})
        loop = TableLoop(BoardReader(driver, board_map), Recorder(journal), journal, pulse, folder)
        clock = RealClock.start(pulse, 1.0)
        scanned.clear()
        began = time.monotonic()
        with scan_for(loop, clock) if how == "thread" else nullcontext():
            while time.monotonic() - began < seconds:
                now = clock.now()
                pulse.beat("eye", done=now, until=now)
                loop.step(now)
                if how == "loop":
                    clock.wait(now + SCAN_PERIOD_S, SCAN_PERIOD_S)
            due = round((time.monotonic() - began) / SCAN_PERIOD_S)
        noticed = sum("holes" in item.body for item, _ in journal.reports()) - 1
    found = {
        "due": due,
        "scans": len(scanned),
        "gap_ms": 1e3 * max(b - a for a, b in pairwise(scanned)),
        "noticed": noticed,
        "made": 2 * moves,
    }
    click.echo(json.dumps(found))


if __name__ == "__main__":
    start(main)
