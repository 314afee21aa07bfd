"""`pegwatch board`: what the board's wires said, recorded on one machine and looked at on another."""

from __future__ import annotations

import time
from pathlib import Path

import click

from cribbage.observations import Holes
from firmware.boardmap import BoardMap, load_board
from firmware.box.settings import load
from firmware.debounce import SCAN_PERIOD_S, ChainFault, ChainOk, HoleChange
from firmware.drivers.base import BoardDriver, BoardFault
from firmware.drivers.spi_chain import open_board
from firmware.drivers.trace import RecordingDriver, TraceDriver
from firmware.faults import fault_text
from firmware.holes import Cleared, Inspect, TrackFound, TrackLost
from firmware.reader import BoardReader, ReaderItem
from pegwatch.failure import PegwatchError


@click.group("board")
def command() -> None:
    """Record what the board's wires say, and look at such a record on any machine.

    For a board that does what nobody understands: the file holds every scan, and whoever helps sees what you saw.
    """


@command.command("record")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seconds", default=30.0, show_default=True, help="How long.")
@click.option("--board", help="Name or file of the board's hole map, where it is not that of the settings.")
@click.option("--simulated", is_flag=True, help="A simulated board with its pegs at the start.")
def record(file: Path, seconds: float, board: str | None, simulated: bool) -> None:
    """Record every scan of the board to FILE, a hundred a second. The table itself must not be running."""
    if file.exists():
        raise PegwatchError(f"{file} is there already; name another file")
    if not 0 < seconds <= 3600:
        raise PegwatchError("--seconds must be more than 0 and no more than 3600")
    name = board or load().settings.table.board
    board_map = load_board(name)
    scans = round(seconds / SCAN_PERIOD_S)
    faulty = 0
    with RecordingDriver(_opened(board_map, simulated), file, name) as driver:
        begun = time.monotonic()
        for scan in range(scans):
            try:
                driver.scan()
            except BoardFault:
                faulty += 1  # it stands in the file, as what the board did
            time.sleep(max(0.0, begun + (scan + 1) * SCAN_PERIOD_S - time.monotonic()))
    click.echo(f"{file}: {scans} scans" + (f", {faulty} of them failed" if faulty else ""))


@command.command("play")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--board", help="Name or file of the hole map, where it is not the recorded one.")
def play(file: Path, board: str | None) -> None:
    """Say what Pegwatch makes of a recorded FILE: each contact, each move of a peg, each fault, by its second."""
    with TraceDriver(file) as driver:
        reader = BoardReader(driver, load_board(board or driver.board_name))
        scan = 0
        while driver.left:
            for item in reader.poll(scan * SCAN_PERIOD_S):
                click.echo(f"{item.t:8.2f}  {_words(item)}")
            scan += 1
    known = reader.debouncer.counters
    wire = f"{known.bad_scans} bad, {known.wrong_bits} wrong bits, faults of the chain: {known.faults}"
    click.echo(f"{known.scans} scans, {wire}")
    if known.chatter:
        worst = ", ".join(f"{hole} {times}" for hole, times in known.chatter.most_common(5))
        click.echo(f"contacts that came and went: {worst}")


def _opened(board_map: BoardMap, simulated: bool) -> BoardDriver:
    if not simulated:
        return open_board(board_map)
    from firmware.drivers.sim import open_simulated

    start = frozenset(f"{row.player}{hole}" for row in board_map.rows for hole in (0, -1))
    return open_simulated(board_map, lambda: start)


def _words(item: ReaderItem) -> str:
    match item:
        case HoleChange():
            return f"{item.hole} {'closed' if item.occupied else 'opened'}"
        case ChainFault():
            return fault_text(item.code).sentence(item.detail)
        case ChainOk():
            return "the chain is read"
        case Holes():
            tracks = (f"{who} {' '.join(map(str, sorted(holes)))}" for who, holes in item.holes.items())
            return f"pegs stand: {'; '.join(tracks)}"
        case Inspect():
            return f"asked: {item.why}"
        case Cleared():
            return f"no longer asked: {fault_text(item.code).sentence()}"
        case TrackLost():
            return f"track {item.player} cannot be followed: {fault_text(item.code).sentence()}"
        case TrackFound():
            return f"track {item.player} can be followed again"
